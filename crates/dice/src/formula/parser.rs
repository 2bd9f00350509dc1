use std::ops::Range;

use super::assembler::Assembler;
use super::code::{Binary, Code, Op, Ternary, Unary};
use super::evaluate::MAX_STACK;
use super::lexer::{Lexer, Piece, Token};
use super::vocabulary::{FOREIGN_FUNCTIONS, FUNCTIONS, Function, Rank};
use super::{Formula, FormulaError, Scope};
use crate::{Fixed, Nearest};

/// The maximum nesting of parentheses, calls and signs.
const MAX_DEPTH: u32 = 64;

const TOO_DEEP: &str = "nested too deeply; the limit is 64 levels";

/// Parses the text in one pass and builds the code at the same time.
pub(super) fn parse(text: &str, scope: &dyn Scope) -> Result<Code, FormulaError> {
    if let Some((end, _)) = text.char_indices().nth(Formula::MAX_LENGTH) {
        let what = format!("a formula has at most {} characters", Formula::MAX_LENGTH);
        return mistake(end..text.len(), what);
    }
    let mut lexer = Lexer::new(text);
    let next = lexer.next()?;
    if next.piece == Piece::End {
        return mistake(0..text.len(), "the formula is empty; write a number such as `0`");
    }
    let mut parser = Parser { text, scope, lexer, next, code: Assembler::default(), depth: 0 };
    parser.expression(Rank::Or)?;
    parser.end()?;
    let code = parser.code.finish();
    if code.height > MAX_STACK {
        return mistake(0..text.len(), TOO_DEEP);
    }
    Ok(code)
}

type Parsed<T = ()> = Result<T, FormulaError>;

struct Parser<'a> {
    text: &'a str,
    scope: &'a dyn Scope,
    lexer: Lexer<'a>,
    next: Token,
    code: Assembler,
    depth: u32,
}

/// A parsed value: the index where its code starts, and its position in the text.
struct Operand {
    first: usize,
    at: Range<usize>,
}

impl<'a> Parser<'a> {
    /// Parses a value and the operators after it that bind at least as tightly as `min`.
    fn expression(&mut self, min: Rank) -> Parsed<Operand> {
        let start = self.next.at.start;
        let first = self.operand(min)?;
        let mut end = first.at.end;
        while let Some((binary, rank)) = self.operator().filter(|&(_, rank)| rank >= min) {
            self.advance()?;
            let right = self.expression(rank.tighter())?;
            end = right.at.end;
            self.binary(binary, first.first, &right)?;
            if rank == Rank::Compare && self.operator().is_some_and(|(_, next)| next == rank) {
                let what = "comparisons do not chain; write `a < b and b < c`";
                return mistake(self.next.at.clone(), what);
            }
        }
        Ok(Operand { first: first.first, at: start..end })
    }

    /// Parses a value without the operators after it.
    fn operand(&mut self, min: Rank) -> Parsed<Operand> {
        let first = self.code.here();
        let token = self.advance()?;
        let start = token.at.start;
        let mut end = token.at.end;
        match token.piece {
            Piece::Number(number) => self.code.constant(number),
            Piece::Dice { count, sides } => self.code.operate(Op::Dice { count, sides }, first),
            Piece::Name if self.next.piece == Piece::Open => end = self.call(&token)?,
            Piece::Name => self.name(&token)?,
            Piece::Operator(Binary::Subtract) => {
                end = self.prefix(Unary::Negate, Rank::Minus, first)?;
            }
            Piece::Not if min <= Rank::Not => end = self.prefix(Unary::Not, Rank::Not, first)?,
            Piece::Not => {
                return mistake(token.at, "`not` needs parentheses here, as in `(not a) = b`");
            }
            Piece::Open => {
                self.nested(Rank::Or)?;
                end = self.close(&token.at)?;
            }
            Piece::End => return mistake(token.at, "expected a value, but the formula ends here"),
            Piece::Operator(_) | Piece::Close | Piece::Comma => {
                let what = format!("expected a value before `{}`", self.written(&token.at));
                return mistake(token.at, what);
            }
        }
        Ok(Operand { first, at: start..end })
    }

    fn prefix(&mut self, unary: Unary, rank: Rank, first: usize) -> Parsed<usize> {
        let operand = self.nested(rank)?;
        self.code.operate(Op::Unary(unary), first);
        Ok(operand.at.end)
    }

    fn name(&mut self, token: &Token) -> Parsed {
        let name = self.written(&token.at);
        if let Some(variable) = self.scope.resolve(name) {
            self.code.variable(variable, name);
            return Ok(());
        }
        if Function::named(name).is_some() {
            let what = format!("`{name}` needs its arguments in parentheses");
            return mistake(token.at.clone(), what);
        }
        let names = self.scope.names();
        let what = unknown("", name, names.iter().map(String::as_str));
        mistake(token.at.clone(), what)
    }

    /// Parses a function call, and returns the end of its closing parenthesis.
    fn call(&mut self, token: &Token) -> Parsed<usize> {
        let name = self.written(&token.at);
        let Some(function) = Function::named(name) else {
            return mistake(token.at.clone(), unknown_function(name));
        };
        let open = self.advance()?.at;
        let mut arguments = Vec::new();
        while self.next.piece != Piece::Close || !arguments.is_empty() {
            arguments.push(self.nested(Rank::Or)?);
            self.after_argument(function, &arguments);
            if self.next.piece != Piece::Comma {
                break;
            }
            self.advance()?;
        }
        let end = self.close(&open)?;
        if !function.takes(arguments.len()) {
            let (takes, count) = (function.arguments(), arguments.len());
            return mistake(token.at.start..end, format!("`{name}` takes {takes}, not {count}"));
        }
        self.finish_call(function, &arguments)?;
        Ok(end)
    }

    /// Adds the code that an `if` or a chain needs after the argument that was just parsed.
    fn after_argument(&mut self, function: Function, arguments: &[Operand]) {
        match (function, arguments) {
            (Function::If, [_]) => self.code.branch(),
            (Function::If, [_, _]) => self.code.otherwise(),
            (Function::Chain(binary), [first, _, ..]) => {
                self.code.operate(Op::Binary(binary), first.first);
            }
            _ => {}
        }
    }

    fn finish_call(&mut self, function: Function, arguments: &[Operand]) -> Parsed {
        let first = arguments[0].first;
        match (function, arguments) {
            (Function::If, [_, then, otherwise]) => {
                self.code.end_choice(first, then.first, otherwise.first);
            }
            (Function::Binary(binary), [_, right]) => self.binary(binary, first, right)?,
            (Function::Ternary(ternary), [.., last]) => {
                if ternary == Ternary::Compound {
                    self.check_times(last)?;
                }
                self.code.operate(Op::Ternary(ternary), first);
            }
            (Function::Unary(unary), _) => self.code.operate(Op::Unary(unary), first),
            (Function::Chance, _) => self.code.operate(Op::Chance, first),
            (Function::Roll, _) => self.code.operate(Op::Roll, first),
            (Function::Pick, starts) => {
                let count = u16::try_from(starts.len()).expect("a formula has a maximum length");
                self.code.operate(Op::Pick(count), first);
            }
            (Function::Nth, [_, values @ ..]) => {
                let count = u16::try_from(values.len()).expect("a formula has a maximum length");
                self.code.operate(Op::Nth(count), first);
            }
            // A chain was extended after every argument.
            (Function::Chain(_), _) => {}
            (Function::If | Function::Binary(_) | Function::Ternary(_) | Function::Nth, _) => {
                unreachable!("the number of arguments was checked")
            }
        }
        Ok(())
    }

    fn binary(&mut self, binary: Binary, first: usize, right: &Operand) -> Parsed {
        let divides = matches!(binary, Binary::Divide | Binary::DivideWhole | Binary::Modulo);
        if divides && self.code.constant_from(right.first) == Some(Fixed::ZERO) {
            return mistake(right.at.clone(), "this divides by zero");
        }
        if binary == Binary::Power {
            self.check_times(right)?;
        }
        self.code.operate(Op::Binary(binary), first);
        Ok(())
    }

    fn check_times(&self, times: &Operand) -> Parsed {
        match self.code.constant_from(times.first) {
            Some(it) if it < Fixed::ZERO || it != it.floor() => {
                mistake(times.at.clone(), "the number of times must be a whole number, 0 or more")
            }
            _ => Ok(()),
        }
    }

    fn operator(&self) -> Option<(Binary, Rank)> {
        let Piece::Operator(binary) = self.next.piece else { return None };
        binary.operator().map(|(_, rank)| (binary, rank))
    }

    fn advance(&mut self) -> Parsed<Token> {
        let next = self.lexer.next()?;
        Ok(std::mem::replace(&mut self.next, next))
    }

    /// Parses an expression inside another.
    fn nested(&mut self, min: Rank) -> Parsed<Operand> {
        if self.depth == MAX_DEPTH {
            return mistake(self.next.at.clone(), TOO_DEEP);
        }
        self.depth += 1;
        let operand = self.expression(min)?;
        self.depth -= 1;
        Ok(operand)
    }

    /// Parses a closing parenthesis, and returns its end.
    fn close(&mut self, open: &Range<usize>) -> Parsed<usize> {
        if self.next.piece == Piece::End {
            return mistake(open.clone(), "this `(` is never closed");
        }
        if self.next.piece != Piece::Close {
            return self.misplaced();
        }
        Ok(self.advance()?.at.end)
    }

    fn end(&self) -> Parsed {
        if self.next.piece == Piece::End { Ok(()) } else { self.misplaced() }
    }

    /// Returns the error for a token that cannot follow a value.
    fn misplaced<T>(&self) -> Parsed<T> {
        let at = self.next.at.clone();
        if self.next.piece == Piece::Close {
            return mistake(at, "this `)` has no matching `(`");
        }
        if self.next.piece == Piece::Comma {
            return mistake(at, "a comma may only separate the arguments of a function");
        }
        let what = format!("an operator is missing before `{}`", self.written(&at));
        mistake(at, what)
    }

    fn written(&self, at: &Range<usize>) -> &'a str {
        &self.text[at.clone()]
    }
}

fn mistake<T>(at: Range<usize>, what: impl Into<String>) -> Parsed<T> {
    Err(FormulaError { at, what: what.into() })
}

fn unknown_function(name: &str) -> String {
    let foreign = FOREIGN_FUNCTIONS.iter().find(|(theirs, _)| *theirs == name);
    match foreign {
        Some((_, ours)) => format!("no function `{name}` here (did you mean `{ours}`?)"),
        None => unknown("function ", name, FUNCTIONS.iter().map(|&(name, _)| name)),
    }
}

fn unknown<'n>(what: &str, name: &str, names: impl Iterator<Item = &'n str>) -> String {
    let mut nearest = Nearest::to(name);
    names.for_each(|it| nearest.consider(it));
    match nearest.found() {
        Some(meant) => format!("no {what}`{name}` here (did you mean `{meant}`?)"),
        None => format!("no {what}`{name}` here"),
    }
}
