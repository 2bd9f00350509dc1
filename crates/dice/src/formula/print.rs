use super::Variable;
use super::code::{Binary, Code, Ternary, Unary, Visitor, visit};
use super::vocabulary::{Function, Rank};
use crate::Fixed;

/// Returns the text of the code, with as few parentheses as possible.
pub(super) fn text(code: &Code) -> String {
    visit(&code.ops, &mut Printer { code }).text
}

struct Printer<'a> {
    code: &'a Code,
}

/// A part of the text.
struct Written {
    text: String,
    rank: Rank,
    /// The function, if this is a call that can take more arguments.
    chain: Option<Binary>,
}

impl Written {
    fn new(text: String, rank: Rank) -> Self {
        Self { text, rank, chain: None }
    }

    /// Returns the text for a position where operators must bind at least as tightly as `rank`.
    fn within(self, rank: Rank) -> String {
        if self.rank < rank { format!("({})", self.text) } else { self.text }
    }
}

impl Visitor for Printer<'_> {
    type Value = Written;

    fn constant(&mut self, constant: Fixed) -> Written {
        let rank = if constant < Fixed::ZERO { Rank::Minus } else { Rank::Atom };
        Written::new(constant.to_string(), rank)
    }

    fn variable(&mut self, variable: Variable) -> Written {
        let names = &self.code.names;
        let index = names.binary_search_by_key(&variable, |&(its_variable, _)| its_variable);
        let (_, name) = &names[index.expect("code names what it reads")];
        Written::new(name.to_string(), Rank::Atom)
    }

    fn dice(&mut self, count: u16, sides: u16) -> Written {
        Written::new(format!("{count}d{sides}"), Rank::Atom)
    }

    fn chance(&mut self, share: Written) -> Written {
        call(Function::Chance, [share])
    }

    fn roll(&mut self, low: Written, high: Written) -> Written {
        call(Function::Roll, [low, high])
    }

    fn pick(&mut self, values: Vec<Written>) -> Written {
        list(Function::Pick, values)
    }

    fn nth(&mut self, number: Written, values: Vec<Written>) -> Written {
        list(Function::Nth, [number].into_iter().chain(values).collect())
    }

    fn unary(&mut self, unary: Unary, value: Written) -> Written {
        match unary {
            Unary::Negate => Written::new(format!("-{}", value.within(Rank::Minus)), Rank::Minus),
            Unary::Not => Written::new(format!("not {}", value.within(Rank::Not)), Rank::Not),
            Unary::Abs | Unary::Floor | Unary::Ceil | Unary::Round | Unary::Sign | Unary::Sqrt => {
                call(Function::Unary(unary), [value])
            }
        }
    }

    fn binary(&mut self, binary: Binary, left: Written, right: Written) -> Written {
        if let Some((sign, rank)) = binary.operator() {
            // Comparisons do not chain, so both sides must bind tighter.
            let min = if rank == Rank::Compare { rank.tighter() } else { rank };
            let (left, right) = (left.within(min), right.within(rank.tighter()));
            return Written::new(format!("{left} {sign} {right}"), rank);
        }
        if !matches!(binary, Binary::Min | Binary::Max) {
            return call(Function::Binary(binary), [left, right]);
        }
        let mut chain = match left.text.strip_suffix(')') {
            Some(open) if left.chain == Some(binary) => {
                Written::new(format!("{open}, {})", right.text), Rank::Atom)
            }
            _ => call(Function::Chain(binary), [left, right]),
        };
        chain.chain = Some(binary);
        chain
    }

    fn ternary(&mut self, ternary: Ternary, values: [Written; 3]) -> Written {
        call(Function::Ternary(ternary), values)
    }

    fn choose(&mut self, values: [Written; 3]) -> Written {
        call(Function::If, values)
    }
}

fn call<const COUNT: usize>(function: Function, arguments: [Written; COUNT]) -> Written {
    list(function, arguments.into())
}

fn list(function: Function, arguments: Vec<Written>) -> Written {
    let arguments: Vec<String> = arguments.into_iter().map(|it| it.text).collect();
    Written::new(format!("{}({})", function.name(), arguments.join(", ")), Rank::Atom)
}
