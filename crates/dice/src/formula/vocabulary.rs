use super::code::{Binary, Ternary, Unary};

/// The precedence of operators, from loose to tight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    Or,
    And,
    Not,
    Compare,
    Sum,
    Product,
    Minus,
    /// Indivisible: a number, a name, a call.
    Atom,
}

impl Rank {
    /// Returns the next tighter rank.
    pub(super) const fn tighter(self) -> Self {
        match self {
            Self::Or => Self::And,
            Self::And => Self::Not,
            Self::Not => Self::Compare,
            Self::Compare => Self::Sum,
            Self::Sum => Self::Product,
            Self::Product => Self::Minus,
            Self::Minus | Self::Atom => Self::Atom,
        }
    }
}

/// The binary operators. Among those made of symbols, longer ones come first.
pub(super) const OPERATORS: [(&str, Binary, Rank); 13] = [
    ("//", Binary::DivideWhole, Rank::Product),
    ("<=", Binary::LessEqual, Rank::Compare),
    (">=", Binary::GreaterEqual, Rank::Compare),
    ("!=", Binary::NotEqual, Rank::Compare),
    ("+", Binary::Add, Rank::Sum),
    ("-", Binary::Subtract, Rank::Sum),
    ("*", Binary::Multiply, Rank::Product),
    ("/", Binary::Divide, Rank::Product),
    ("<", Binary::Less, Rank::Compare),
    (">", Binary::Greater, Rank::Compare),
    ("=", Binary::Equal, Rank::Compare),
    ("and", Binary::And, Rank::And),
    ("or", Binary::Or, Rank::Or),
];

/// Operators of other languages, and how to write them here.
pub(super) const FOREIGN: [(&str, &str); 8] = [
    ("==", "="),
    ("&&", "and"),
    ("||", "or"),
    ("**", "pow(a, b)"),
    ("^", "pow(a, b)"),
    ("!", "not"),
    ("\u{d7}", "*"),
    ("\u{f7}", "/"),
];

/// Functions of other languages, and what to call here.
pub(super) const FOREIGN_FUNCTIONS: [(&str, &str); 9] = [
    ("rand", "roll"),
    ("random", "roll"),
    ("rnd", "roll"),
    ("randint", "roll"),
    ("dice", "roll"),
    ("int", "floor"),
    ("trunc", "floor"),
    ("choose", "pick"),
    ("choice", "pick"),
];

/// A function that a formula can call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    If,
    Chance,
    Roll,
    /// Draws one of its arguments; there are at least two.
    Pick,
    /// Takes one of its other arguments: the first one is its number.
    Nth,
    Unary(Unary),
    Binary(Binary),
    /// Two or more arguments, combined from the left.
    Chain(Binary),
    Ternary(Ternary),
}

pub(super) const FUNCTIONS: [(&str, Function); 17] = [
    ("if", Function::If),
    ("abs", Function::Unary(Unary::Abs)),
    ("floor", Function::Unary(Unary::Floor)),
    ("ceil", Function::Unary(Unary::Ceil)),
    ("round", Function::Unary(Unary::Round)),
    ("sign", Function::Unary(Unary::Sign)),
    ("sqrt", Function::Unary(Unary::Sqrt)),
    ("min", Function::Chain(Binary::Min)),
    ("max", Function::Chain(Binary::Max)),
    ("clamp", Function::Ternary(Ternary::Clamp)),
    ("mod", Function::Binary(Binary::Modulo)),
    ("pow", Function::Binary(Binary::Power)),
    ("compound", Function::Ternary(Ternary::Compound)),
    ("roll", Function::Roll),
    ("chance", Function::Chance),
    ("pick", Function::Pick),
    ("nth", Function::Nth),
];

impl Function {
    pub(super) fn named(name: &str) -> Option<Self> {
        FUNCTIONS.iter().find(|&&(its_name, _)| its_name == name).map(|&(_, function)| function)
    }

    pub(super) fn name(self) -> &'static str {
        let row = FUNCTIONS.iter().find(|&&(_, function)| function == self);
        row.expect("every function is in the table").0
    }

    /// Returns `true` if the function accepts this number of arguments.
    pub(super) const fn takes(self, count: usize) -> bool {
        match self {
            Self::Chance | Self::Unary(_) => count == 1,
            Self::Roll | Self::Binary(_) => count == 2,
            Self::If | Self::Ternary(_) => count == 3,
            Self::Chain(_) | Self::Pick | Self::Nth => count >= 2,
        }
    }

    /// Returns the number of arguments in words.
    pub(super) const fn arguments(self) -> &'static str {
        match self {
            Self::Chance | Self::Unary(_) => "1 argument",
            Self::Roll | Self::Binary(_) => "2 arguments",
            Self::If | Self::Ternary(_) => "3 arguments",
            Self::Chain(_) | Self::Pick | Self::Nth => "2 or more arguments",
        }
    }
}

impl Binary {
    /// Returns how the operation is written between two values, if it is an operator.
    pub(super) fn operator(self) -> Option<(&'static str, Rank)> {
        let row = OPERATORS.iter().find(|&&(_, binary, _)| binary == self);
        row.map(|&(sign, _, rank)| (sign, rank))
    }
}
