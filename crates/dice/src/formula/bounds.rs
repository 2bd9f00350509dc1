use super::Variable;
use super::code::{Binary, Op, Reading, Ternary, Unary, end_of_roll, read, times};
use crate::Fixed;

/// All numbers from the least to the most, or all whole ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) least: Fixed,
    pub(super) most: Fixed,
    whole: bool,
}

impl Span {
    pub(super) fn point(value: Fixed) -> Self {
        Self::new(value, value, true)
    }

    /// What the code can give with these values.
    pub(super) fn of(ops: &[Op], values: &dyn Fn(Variable) -> (Fixed, Fixed)) -> Self {
        read(ops, &mut Bounds { values })
    }

    /// If its numbers are said to be whole, they are so only if the ends are: what stopped at
    /// the end of the range may not be.
    fn new(least: Fixed, most: Fixed, whole: bool) -> Self {
        Self { least, most, whole: whole && least == least.floor() && most == most.floor() }
    }

    fn truth(can_be_true: bool, can_be_false: bool) -> Self {
        Self::new(Fixed::from_truth(!can_be_false), Fixed::from_truth(can_be_true), true)
    }

    fn around(values: impl IntoIterator<Item = Fixed>, whole: bool) -> Self {
        let spans = values.into_iter().map(|it| Self::new(it, it, whole));
        spans.reduce(Self::joined).expect("a span is around something")
    }

    fn joined(self, other: Self) -> Self {
        let (least, most) = (self.least.min(other.least), self.most.max(other.most));
        Self::new(least, most, self.whole && other.whole)
    }

    fn common(self, other: Self) -> Option<Self> {
        let (least, most) = (self.least.max(other.least), self.most.min(other.most));
        (least <= most).then(|| Self::new(least, most, self.whole || other.whole))
    }

    /// How far its numbers are apart.
    const fn step(self) -> Fixed {
        if self.whole { Fixed::ONE } else { Fixed::STEP }
    }

    const fn ends(self) -> [Fixed; 2] {
        [self.least, self.most]
    }

    fn is_point(self) -> bool {
        self.least == self.most
    }

    fn contains(self, value: Fixed) -> bool {
        self.least <= value && value <= self.most
    }

    fn can_be_true(self) -> bool {
        self != Self::point(Fixed::ZERO)
    }

    fn can_be_false(self) -> bool {
        self.contains(Fixed::ZERO)
    }
}

/// Follows the ends of every value through the code.
struct Bounds<'a> {
    values: &'a dyn Fn(Variable) -> (Fixed, Fixed),
}

impl Reading for Bounds<'_> {
    type Value = Span;

    fn constant(&mut self, constant: Fixed) -> Span {
        Span::point(constant)
    }

    fn variable(&mut self, variable: Variable) -> Span {
        let (least, most) = (self.values)(variable);
        Span::new(least, most, least == most)
    }

    fn dice(&mut self, count: u16, sides: u16) -> Span {
        let count = u32::from(count);
        Span::new(count.into(), (count * u32::from(sides)).into(), true)
    }

    fn chance(&mut self, share: Span) -> Span {
        Span::truth(share.most > Fixed::ZERO, share.least < Fixed::ONE)
    }

    fn roll(&mut self, low: Span, high: Span) -> Span {
        let end = |number| Fixed::from(end_of_roll(number));
        // An empty range gives its start.
        Span::new(end(low.least), end(low.most).max(end(high.most)), true)
    }

    fn unary(&mut self, unary: Unary, value: Span) -> Span {
        // These rise or fall all the way.
        let ends = |whole| Span::around(value.ends().map(|end| unary.of(end)), whole);
        match unary {
            Unary::Not => Span::truth(value.can_be_false(), value.can_be_true()),
            Unary::Abs if value.contains(Fixed::ZERO) => {
                Span::new(Fixed::ZERO, value.most.max(-value.least), value.whole)
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
                ternary.of([first.least, second.least, third.least]),
                ternary.of([first.most, second.most, third.most]),
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

/// Of what rises or falls all the way with each operand: the ends meet at the ends.
fn corners(binary: Binary, left: Span, right: Span, whole: bool) -> Span {
    let pairs = left.ends().into_iter().flat_map(|left| right.ends().map(|right| (left, right)));
    Span::around(pairs.map(|(left, right)| binary.of(left, right)), whole)
}

/// On either side of zero a quotient rises or falls all the way; at zero it is zero.
fn quotients(binary: Binary, left: Span, right: Span, whole: bool) -> Span {
    let spans = sides(right).map(|side| corners(binary, left, side, whole));
    spans.reduce(Span::joined).expect("a number lies on one of the sides")
}

/// What of the span lies below zero, at zero and above.
fn sides(span: Span) -> impl Iterator<Item = Span> {
    let below = Span::new(Fixed::MIN, -span.step(), false);
    let above = Span::new(span.step(), Fixed::MAX, false);
    let sides = [below, Span::point(Fixed::ZERO), above].into_iter();
    sides.filter_map(move |side| side.common(span))
}

fn remainders(left: Span, right: Span, whole: bool) -> Span {
    // As long as the divisor goes in equally often, the rest rises with what is divided.
    let times = quotients(Binary::DivideWhole, left, right, true);
    if right.is_point() && times.is_point() {
        return corners(Binary::Modulo, left, right, whole);
    }
    let step = if whole { Fixed::ONE } else { Fixed::STEP };
    let least = (right.least + step).min(Fixed::ZERO);
    let most = (right.most - step).max(Fixed::ZERO);
    Span::new(least, most, whole)
}

fn equal(left: Span, right: Span) -> Span {
    Span::truth(left.common(right).is_some(), !(left.is_point() && left == right))
}

fn compounds(start: Span, rate: Span, count: Span) -> Span {
    let [fewest, most] = count.ends().map(times);
    // The sign of a negative rate changes with every time: the ends of the even counts and
    // those of the odd ones are all among these.
    let next = fewest.saturating_add(1).min(most);
    let counts = [fewest, next, most.saturating_sub(1).max(fewest), most];
    let factors = sides(rate).flat_map(Span::ends).flat_map(|it| counts.map(|count| (it, count)));
    let values =
        factors.flat_map(|(rate, count)| start.ends().map(|it| it.compounded(rate, count)));
    Span::around(values, start.whole && rate.whole)
}
