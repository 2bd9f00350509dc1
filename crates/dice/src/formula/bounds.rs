use super::Variable;
use super::code::{Binary, Op, Ternary, Unary, Visitor, end_of_roll, index, times, visit};
use crate::Fixed;

/// All numbers from a minimum to a maximum, or all whole numbers among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) min: Fixed,
    pub(super) max: Fixed,
    whole: bool,
}

impl Span {
    pub(super) fn point(value: Fixed) -> Self {
        Self::new(value, value, true)
    }

    /// Returns the possible results of the code where each variable lies between two values.
    pub(super) fn of(ops: &[Op], values: &dyn Fn(Variable) -> (Fixed, Fixed)) -> Self {
        visit(ops, &mut Bounds { values })
    }

    /// Creates a span. Its numbers are whole only if the ends are whole as well: a number that was
    /// clamped to the end of the range may not be.
    fn new(min: Fixed, max: Fixed, whole: bool) -> Self {
        Self { min, max, whole: whole && min == min.floor() && max == max.floor() }
    }

    fn truth(can_be_true: bool, can_be_false: bool) -> Self {
        Self::new(Fixed::from_bool(!can_be_false), Fixed::from_bool(can_be_true), true)
    }

    fn around(values: impl IntoIterator<Item = Fixed>, whole: bool) -> Self {
        let spans = values.into_iter().map(|it| Self::new(it, it, whole));
        spans.reduce(Self::joined).expect("a span is around something")
    }

    fn joined(self, other: Self) -> Self {
        let (min, max) = (self.min.min(other.min), self.max.max(other.max));
        Self::new(min, max, self.whole && other.whole)
    }

    fn common(self, other: Self) -> Option<Self> {
        let (min, max) = (self.min.max(other.min), self.max.min(other.max));
        (min <= max).then(|| Self::new(min, max, self.whole || other.whole))
    }

    /// Returns the distance between neighbouring numbers.
    const fn step(self) -> Fixed {
        if self.whole { Fixed::ONE } else { Fixed::STEP }
    }

    const fn ends(self) -> [Fixed; 2] {
        [self.min, self.max]
    }

    fn is_point(self) -> bool {
        self.min == self.max
    }

    fn contains(self, value: Fixed) -> bool {
        self.min <= value && value <= self.max
    }

    fn can_be_true(self) -> bool {
        self != Self::point(Fixed::ZERO)
    }

    fn can_be_false(self) -> bool {
        self.contains(Fixed::ZERO)
    }
}

/// Computes the bounds of every value in the code.
struct Bounds<'a> {
    values: &'a dyn Fn(Variable) -> (Fixed, Fixed),
}

impl Visitor for Bounds<'_> {
    type Value = Span;

    fn constant(&mut self, constant: Fixed) -> Span {
        Span::point(constant)
    }

    fn variable(&mut self, variable: Variable) -> Span {
        let (min, max) = (self.values)(variable);
        Span::new(min, max, min == max)
    }

    fn dice(&mut self, count: u16, sides: u16) -> Span {
        let count = u32::from(count);
        Span::new(count.into(), (count * u32::from(sides)).into(), true)
    }

    fn chance(&mut self, share: Span) -> Span {
        Span::truth(share.max > Fixed::ZERO, share.min < Fixed::ONE)
    }

    fn roll(&mut self, low: Span, high: Span) -> Span {
        let end = |number| Fixed::from(end_of_roll(number));
        // An empty range gives its start.
        Span::new(end(low.min), end(low.max).max(end(high.max)), true)
    }

    fn pick(&mut self, values: Vec<Span>) -> Span {
        values.into_iter().reduce(Span::joined).expect("a pick has arguments")
    }

    fn nth(&mut self, number: Span, mut values: Vec<Span>) -> Span {
        let [first, last] = number.ends().map(|end| index(end, values.len()));
        self.pick(values.drain(first..=last).collect())
    }

    fn unary(&mut self, unary: Unary, value: Span) -> Span {
        // These functions are monotonic.
        let ends = |whole| Span::around(value.ends().map(|end| unary.of(end)), whole);
        match unary {
            Unary::Not => Span::truth(value.can_be_false(), value.can_be_true()),
            Unary::Abs if value.contains(Fixed::ZERO) => {
                Span::new(Fixed::ZERO, value.max.max(-value.min), value.whole)
            }
            Unary::Negate | Unary::Abs => ends(value.whole),
            Unary::Floor | Unary::Ceil | Unary::Round | Unary::Sign => ends(true),
            Unary::Sqrt => ends(false),
        }
    }

    fn binary(&mut self, binary: Binary, left: Span, right: Span) -> Span {
        let whole = left.whole && right.whole;
        match binary {
            Binary::Add | Binary::Subtract | Binary::Multiply | Binary::Min | Binary::Max => {
                corners(binary, left, right, whole)
            }
            Binary::Less | Binary::LessEqual | Binary::Greater | Binary::GreaterEqual => {
                corners(binary, left, right, true)
            }
            Binary::Divide => quotients(binary, left, right, false),
            Binary::DivideWhole => quotients(binary, left, right, true),
            Binary::Modulo => remainders(left, right, whole),
            Binary::Equal => equal(left, right),
            Binary::NotEqual => self.unary(Unary::Not, equal(left, right)),
            Binary::And => Span::truth(
                left.can_be_true() && right.can_be_true(),
                left.can_be_false() || right.can_be_false(),
            ),
            Binary::Or => Span::truth(
                left.can_be_true() || right.can_be_true(),
                left.can_be_false() && right.can_be_false(),
            ),
            Binary::Power => compounds(Span::point(Fixed::ONE), left, right),
        }
    }

    fn ternary(&mut self, ternary: Ternary, [first, second, third]: [Span; 3]) -> Span {
        match ternary {
            Ternary::Clamp => Span::new(
                ternary.of([first.min, second.min, third.min]),
                ternary.of([first.max, second.max, third.max]),
                first.whole && second.whole && third.whole,
            ),
            Ternary::Compound => compounds(first, second, third),
        }
    }

    fn choose(&mut self, [condition, then, otherwise]: [Span; 3]) -> Span {
        match (condition.can_be_true(), condition.can_be_false()) {
            (true, false) => then,
            (false, _) => otherwise,
            (true, true) => then.joined(otherwise),
        }
    }
}

/// Returns the results of an operation that is monotonic in each operand: the extremes are among
/// the results at the ends.
fn corners(binary: Binary, left: Span, right: Span, whole: bool) -> Span {
    let pairs = left.ends().into_iter().flat_map(|left| right.ends().map(|right| (left, right)));
    Span::around(pairs.map(|(left, right)| binary.of(left, right)), whole)
}

/// Returns the quotients. They are monotonic on either side of zero; at zero the quotient is zero.
fn quotients(binary: Binary, left: Span, right: Span, whole: bool) -> Span {
    let spans = sides(right).map(|side| corners(binary, left, side, whole));
    spans.reduce(Span::joined).expect("a number lies on one of the sides")
}

/// Returns the parts of the span below zero, at zero and above.
fn sides(span: Span) -> impl Iterator<Item = Span> {
    let below = Span::new(Fixed::MIN, -span.step(), false);
    let above = Span::new(span.step(), Fixed::MAX, false);
    let sides = [below, Span::point(Fixed::ZERO), above].into_iter();
    sides.filter_map(move |side| side.common(span))
}

fn remainders(left: Span, right: Span, whole: bool) -> Span {
    // While the rounded quotient stays the same, the remainder rises with the dividend.
    let times = quotients(Binary::DivideWhole, left, right, true);
    if right.is_point() && times.is_point() {
        return corners(Binary::Modulo, left, right, whole);
    }
    let step = if whole { Fixed::ONE } else { Fixed::STEP };
    let min = (right.min + step).min(Fixed::ZERO);
    let max = (right.max - step).max(Fixed::ZERO);
    Span::new(min, max, whole)
}

fn equal(left: Span, right: Span) -> Span {
    Span::truth(left.common(right).is_some(), !(left.is_point() && left == right))
}

fn compounds(start: Span, rate: Span, count: Span) -> Span {
    let [min, max] = count.ends().map(times);
    // The sign of a negative rate alternates: the extremes of the even and of the odd counts are
    // all among these.
    let next = min.saturating_add(1).min(max);
    let counts = [min, next, max.saturating_sub(1).max(min), max];
    let factors = sides(rate).flat_map(Span::ends).flat_map(|it| counts.map(|count| (it, count)));
    let values =
        factors.flat_map(|(rate, count)| start.ends().map(|it| it.compounded(rate, count)));
    Span::around(values, start.whole && rate.whole)
}
