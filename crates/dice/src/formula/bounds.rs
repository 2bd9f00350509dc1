use super::Variable;
use super::code::{Binary, Op, Reading, Ternary, Unary, end_of_roll, read, times};
use crate::Fixed;

/// All numbers from the least to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) least: Fixed,
    pub(super) most: Fixed,
}

impl Span {
    pub(super) const fn point(value: Fixed) -> Self {
        Self { least: value, most: value }
    }

    /// What the code can give with these values.
    pub(super) fn of(ops: &[Op], value: &dyn Fn(Variable) -> Fixed) -> Self {
        read(ops, &mut Bounds { value })
    }

    const fn new(least: Fixed, most: Fixed) -> Self {
        Self { least, most }
    }

    fn truth(can_be_true: bool, can_be_false: bool) -> Self {
        Self::new(Fixed::from_truth(!can_be_false), Fixed::from_truth(can_be_true))
    }

    fn around(values: impl IntoIterator<Item = Fixed>) -> Self {
        let spans = values.into_iter().map(Self::point);
        spans.reduce(Self::joined).expect("a span is around something")
    }

    fn joined(self, other: Self) -> Self {
        Self::new(self.least.min(other.least), self.most.max(other.most))
    }

    fn common(self, other: Self) -> Option<Self> {
        let (least, most) = (self.least.max(other.least), self.most.min(other.most));
        (least <= most).then_some(Self::new(least, most))
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
    value: &'a dyn Fn(Variable) -> Fixed,
}

impl Reading for Bounds<'_> {
    type Value = Span;

    fn constant(&mut self, constant: Fixed) -> Span {
        Span::point(constant)
    }

    fn variable(&mut self, variable: Variable) -> Span {
        Span::point((self.value)(variable))
    }

    fn dice(&mut self, count: u16, sides: u16) -> Span {
        let count = u32::from(count);
        Span::new(count.into(), (count * u32::from(sides)).into())
    }

    fn chance(&mut self, share: Span) -> Span {
        Span::truth(share.most > Fixed::ZERO, share.least < Fixed::ONE)
    }

    fn roll(&mut self, low: Span, high: Span) -> Span {
        let end = |number| Fixed::from(end_of_roll(number));
        // An empty range gives its start.
        Span::new(end(low.least), end(low.most).max(end(high.most)))
    }

    fn unary(&mut self, unary: Unary, value: Span) -> Span {
        match unary {
            Unary::Not => Span::truth(value.can_be_false(), value.can_be_true()),
            Unary::Abs if value.contains(Fixed::ZERO) => {
                Span::new(Fixed::ZERO, value.most.max(-value.least))
            }
            // These rise or fall all the way.
            Unary::Negate
            | Unary::Abs
            | Unary::Floor
            | Unary::Ceil
            | Unary::Round
            | Unary::Sign
            | Unary::Sqrt => Span::around(value.ends().map(|end| unary.of(end))),
        }
    }

    fn binary(&mut self, binary: Binary, left: Span, right: Span) -> Span {
        match binary {
            Binary::Add
            | Binary::Subtract
            | Binary::Multiply
            | Binary::Min
            | Binary::Max
            | Binary::Less
            | Binary::LessEqual
            | Binary::Greater
            | Binary::GreaterEqual => corners(binary, left, right),
            Binary::Divide | Binary::DivideWhole => quotients(binary, left, right),
            Binary::Modulo => remainders(left, right),
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
fn corners(binary: Binary, left: Span, right: Span) -> Span {
    let ends = left.ends().into_iter();
    Span::around(ends.flat_map(|left| right.ends().map(|right| binary.of(left, right))))
}

/// On either side of zero a quotient rises or falls all the way; at zero it is zero.
fn quotients(binary: Binary, left: Span, right: Span) -> Span {
    let spans = sides(right).map(|side| corners(binary, left, side));
    spans.reduce(Span::joined).expect("a number lies on one of the sides")
}

/// What of the span lies below zero, at zero and above.
fn sides(span: Span) -> impl Iterator<Item = Span> {
    let below = Span::new(Fixed::MIN, -Fixed::STEP);
    let above = Span::new(Fixed::STEP, Fixed::MAX);
    let sides = [below, Span::point(Fixed::ZERO), above].into_iter();
    sides.filter_map(move |side| side.common(span))
}

fn remainders(left: Span, right: Span) -> Span {
    let times = quotients(Binary::DivideWhole, left, right);
    // As long as the divisor goes in equally often, the rest rises with what is divided.
    if right.is_point() && times.is_point() && right.can_be_true() {
        return corners(Binary::Modulo, left, right);
    }
    let least = (right.least + Fixed::STEP).min(Fixed::ZERO);
    let most = (right.most - Fixed::STEP).max(Fixed::ZERO);
    Span::new(least, most)
}

fn equal(left: Span, right: Span) -> Span {
    Span::truth(left.common(right).is_some(), !(left.is_point() && left == right))
}

fn compounds(start: Span, rate: Span, count: Span) -> Span {
    let [fewest, most] = count.ends().map(times);
    // The sign of a negative rate changes with every time: the ends of the even counts and
    // those of the odd ones are all among these.
    let counts =
        [fewest, fewest.saturating_add(1).min(most), most.saturating_sub(1).max(fewest), most];
    let rates = sides(rate).flat_map(Span::ends);
    let factors = rates.flat_map(|rate| counts.map(|count| (rate, count)));
    let starts = start.ends();
    Span::around(factors.flat_map(|(rate, count)| starts.map(|it| it.compounded(rate, count))))
}
