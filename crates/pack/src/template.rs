//! Texts with placeholders, parsed once.

use std::sync::Arc;

use barrow_dice::{Formula, FormulaError};
use barrow_source::Node;
use serde::{Deserialize, Serialize};

use crate::data::{expected, read_formula};
use crate::form::{Data, Shape};
use crate::model::WordList;
use crate::names::{Id, Section};
use crate::reader::Reader;
use crate::scope::Subject;

/// A text whose placeholders are filled in when it is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Template {
    /// The pieces, in reading order.
    pub pieces: Vec<Piece>,
}

/// A piece of a template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Piece {
    /// Plain text.
    Text(Arc<str>),
    /// The name of a subject.
    Name {
        /// The subject.
        subject: Subject,
        /// The article.
        article: Article,
        /// Whether it starts a sentence.
        capital: bool,
    },
    /// One form for the player, another for everyone else, depending on the name before it.
    Agree {
        /// As in "you have".
        you: Arc<str>,
        /// As in "it has".
        other: Arc<str>,
    },
    /// A word drawn from a list.
    Word(Id<WordList>),
    /// A verb drawn from a list, where it is written as in "it has"; it agrees with the name
    /// before it.
    Verb(Id<WordList>),
    /// "a" or "an", by the letter that follows.
    Indefinite,
    /// A number.
    Number(Formula),
    /// One of several texts, chosen by a number.
    Case {
        /// The number.
        of: Formula,
        /// Whether only zero counts: any other number gives the second text.
        truth: bool,
        /// The texts.
        texts: Vec<Template>,
    },
}

/// Which article a name takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Article {
    /// `the goblin`
    Definite,
    /// `a goblin`
    Indefinite,
    /// `goblin`, even for the player.
    Plain,
    /// `the goblin`, even for the player.
    Named,
}

impl Piece {
    fn agreeing(you: &str, other: &str) -> Self {
        Self::Agree { you: you.into(), other: other.into() }
    }
}

impl Template {
    /// The maximum length of a text in bytes.
    pub const MAX_LENGTH: usize = 4_000;

    /// Returns the text that names the thing at hand.
    pub(crate) fn name_of_it() -> Self {
        let (subject, article) = (Subject::It, Article::Plain);
        Self { pieces: vec![Piece::Name { subject, article, capital: false }] }
    }

    /// Returns `true` if the text is empty.
    pub const fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }
}

impl Data for Template {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Some(text) = node.text() else { return expected(reader, node, "a text") };
        if text.len() > Self::MAX_LENGTH {
            reader.error(node.span, format!("a text has at most {} bytes", Self::MAX_LENGTH));
            return None;
        }
        match pieces_of(text, reader) {
            Ok(pieces) => {
                let template = Self { pieces };
                reader.note_template(&template, node.span);
                Some(template)
            }
            Err(errors) => {
                for error in errors {
                    reader.error(reader.within(node, &error.at), error.what);
                }
                None
            }
        }
    }

    fn shape() -> Shape {
        Shape::Template
    }
}

/// Parses a text, or returns its mistakes with their places in it.
pub(crate) fn pieces_of(text: &str, reader: &Reader<'_>) -> Result<Vec<Piece>, Vec<FormulaError>> {
    let (mut pieces, mut errors) = (Vec::new(), Vec::new());
    let mut rest = text;
    while let Some(open) = rest.find(['[', '{']) {
        push_text(&mut pieces, &rest[..open]);
        let at = text.len() - rest.len() + open;
        rest = &rest[open..];
        // A doubled bracket is a literal bracket.
        if rest.starts_with("[[") || rest.starts_with("{{") {
            push_text(&mut pieces, &rest[..1]);
            rest = &rest[2..];
            continue;
        }
        let close = if rest.starts_with('[') { ']' } else { '}' };
        let Some(length) = closing(rest, close) else {
            let what = format!("a `{close}` is missing after this");
            errors.push(FormulaError { at: at..at + 1, what });
            return Err(errors);
        };
        let inner = &rest[1..length];
        let piece = match (close, case(inner)) {
            (']', Some(case)) => case.read(reader),
            (']', None) => placeholder(inner, reader).map_err(|it| vec![it]),
            _ => number(inner, reader).map_err(|it| vec![it]),
        };
        match piece {
            Ok(piece) => push(&mut pieces, piece),
            Err(wrong) => errors.extend(wrong.into_iter().map(|it| moved(it, at + 1))),
        }
        rest = &rest[length + 1..];
    }
    push_text(&mut pieces, rest);
    if errors.is_empty() { Ok(pieces) } else { Err(errors) }
}

pub(crate) fn moved(error: FormulaError, by: usize) -> FormulaError {
    FormulaError { at: error.at.start + by..error.at.end + by, ..error }
}

/// Returns the place of the bracket that closes the first one. Only texts with cases contain
/// other placeholders.
fn closing(text: &str, close: char) -> Option<usize> {
    if close == '}' || case(&text[1..]).is_none() {
        return text.find(close);
    }
    let mut depth = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// A placeholder that chooses between texts, such as `[if actor.rich|Sir|you there]`.
struct Case<'t> {
    inner: &'t str,
    /// The length of the first word, with the space.
    word: usize,
    truth: bool,
}

fn case(inner: &str) -> Option<Case<'_>> {
    let words = [("case ", false), ("if ", true)];
    words.into_iter().find_map(|(word, truth)| {
        inner.starts_with(word).then_some(Case { inner, word: word.len(), truth })
    })
}

impl Case<'_> {
    fn read(&self, reader: &Reader<'_>) -> Result<Piece, Vec<FormulaError>> {
        let wrong = |at, what: &str| vec![FormulaError { at, what: what.into() }];
        let mut parts = split_outside(self.inner).into_iter();
        let formula = parts.next().map_or("", |(_, text)| text).get(self.word..).unwrap_or("");
        let of = read_formula(formula, reader).map_err(|it| vec![moved(it, self.word)])?;
        let mut texts = Vec::new();
        for (at, text) in parts {
            let pieces = pieces_of(text, reader);
            let pieces = pieces
                .map_err(|all| all.into_iter().map(|it| moved(it, at)).collect::<Vec<_>>())?;
            texts.push(Template { pieces });
        }
        let whole = 0..self.inner.len();
        match (self.truth, texts.len()) {
            (_, 0) => Err(wrong(whole, "give the texts to choose from, as in `[if open|yes|no]`")),
            (true, 3..) => Err(wrong(whole, "`if` has two texts: one if it holds, one if not")),
            _ => Ok(Piece::Case { of, truth: self.truth, texts }),
        }
    }
}

/// Splits a text at each `|` that is not inside brackets. Returns each part with its place.
fn split_outside(text: &str) -> Vec<(usize, &str)> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '[' | '{' => depth += 1,
            ']' | '}' => depth -= 1,
            '|' if depth == 0 => {
                parts.push((start, &text[start..at]));
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push((start, &text[start..]));
    parts
}

fn push_text(pieces: &mut Vec<Piece>, text: &str) {
    if !text.is_empty() {
        push(pieces, Piece::Text(text.into()));
    }
}

/// Adds a piece. Plain text beside a piece with two forms becomes part of both forms: fewer pieces
/// are faster, and messages about blows are frequent.
fn push(pieces: &mut Vec<Piece>, piece: Piece) {
    let joined = match (pieces.last().and_then(forms), forms(&piece)) {
        (Some((you, other)), Some((more, others))) => {
            let (you, other) = (format!("{you}{more}"), format!("{other}{others}"));
            if you == other { Piece::Text(you.into()) } else { Piece::agreeing(&you, &other) }
        }
        _ => return pieces.push(piece),
    };
    pieces.pop();
    pieces.push(joined);
}

/// Returns the two forms of a piece, for the player and for everyone else, if nothing else
/// decides.
fn forms(piece: &Piece) -> Option<(&str, &str)> {
    match piece {
        Piece::Text(text) => Some((text, text)),
        Piece::Agree { you, other } => Some((you, other)),
        Piece::Name { .. }
        | Piece::Word(_)
        | Piece::Verb(_)
        | Piece::Indefinite
        | Piece::Number(_)
        | Piece::Case { .. } => None,
    }
}

fn number(inner: &str, reader: &Reader<'_>) -> Result<Piece, FormulaError> {
    read_formula(inner, reader).map(Piece::Number)
}

fn placeholder(inner: &str, reader: &Reader<'_>) -> Result<Piece, FormulaError> {
    if let Some((you, other)) = inner.split_once('|') {
        return Ok(Piece::agreeing(you, other));
    }
    if ["s", "es"].contains(&inner) {
        return Ok(Piece::agreeing("", inner));
    }
    if inner == "an" {
        return Ok(Piece::Indefinite);
    }
    let verb = inner.strip_prefix("s words.");
    if let Some(list) = verb.or_else(|| inner.strip_prefix("words."))
        && let Some(index) = reader.names.find(Section::Words, list)
    {
        let list = Id::new(index);
        return Ok(if verb.is_some() { Piece::Verb(list) } else { Piece::Word(list) });
    }
    let capital = inner.starts_with(char::is_uppercase);
    let lower = inner.to_lowercase();
    let articles =
        [("a ", Article::Indefinite), ("plain ", Article::Plain), ("the ", Article::Named)];
    let found = articles.iter().find_map(|&(it, article)| Some((article, lower.strip_prefix(it)?)));
    let (article, word) = found.unwrap_or((Article::Definite, lower.as_str()));
    if let Some(subject) = Subject::from_word(word).filter(|it| reader.subjects.contains(*it)) {
        return Ok(Piece::Name { subject, article, capital });
    }
    if reader.names.incomplete && (verb.is_some() || inner.starts_with("words.")) {
        return Ok(Piece::Word(Id::default()));
    }
    let what = reader.explain(word).unwrap_or_else(|| unknown(inner, reader));
    Err(FormulaError { at: 0..inner.len(), what })
}

fn unknown(inner: &str, reader: &Reader<'_>) -> String {
    if !reader.report.may_compare(reader.names.count(Section::Words)) {
        return format!("no placeholder `[{inner}]`");
    }
    let lists = reader.names.of(Section::Words).map(|it| format!("words.{it}"));
    let known: Vec<String> = lists.chain(reader.subjects.names().map(String::from)).collect();
    let bare = inner.to_lowercase();
    let same = known.iter().find(|it| it.strip_prefix("words.") == Some(inner));
    let near = || reader.report.nearest(&bare, known.iter().map(String::as_str));
    let meant = same.map(String::as_str).or_else(near);
    let meant = meant.map(|it| format!(" (did you mean `[{it}]`?)")).unwrap_or_default();
    format!("no placeholder `[{inner}]`{meant}")
}
