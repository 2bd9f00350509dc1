//! How data becomes Rust, and Rust becomes the manual.
//!
//! A [`Record`] hands each of its fields to a [`Form`], with name and meaning. One form reads
//! them from a file and notes every mistake; another lists them for the manual and the JSON
//! Schema. So a field is written down once.

use barrow_source::{Member, Node, Value};

use crate::data::{Keyword, expected};
use crate::model::AttributeKind;
use crate::reader::Reader;
use crate::scope::Subjects;

/// Something that stands in a pack's files.
pub trait Data: Sized {
    /// Takes the value from a file; what is wrong goes to the reader's report.
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self>;

    /// What an author may write.
    fn shape() -> Shape;

    /// The value as an author would write it, for the manual; nothing for nothing.
    fn shown(&self) -> Option<String> {
        None
    }
}

/// Data that is an object with fixed keys.
pub trait Record: Default {
    /// What the manual calls it.
    const NAME: &'static str;
    /// What it is for, in a sentence.
    const ABOUT: &'static str;

    /// Who its formulas and texts may speak of, if others than around it.
    const SUBJECTS: Option<Subjects> = None;

    /// Hands each field to the form.
    fn fields(&mut self, form: &mut Form<'_, '_>);

    /// What is wrong with it as a whole, once every field is right.
    fn flaw(&self) -> Option<&'static str> {
        None
    }
}

/// Data that is one of several records, told apart by its only key: `{"say": "Hello."}`.
pub trait Choice: Sized {
    /// What the manual calls it.
    const NAME: &'static str;
    /// What it is for, in a sentence.
    const ABOUT: &'static str;

    /// Every variant, blank.
    fn all() -> Vec<Self>;
    /// The key of the variant.
    fn key(&self) -> &'static str;
    /// What the variant does, in a sentence.
    fn about(&self) -> &'static str;
    /// A piece of a pack that uses it; a test reads it.
    fn example(&self) -> &'static str;
    /// Who its formulas and texts may speak of.
    const SUBJECTS: Subjects;

    /// Hands each field of the variant to the form.
    fn fields(&mut self, form: &mut Form<'_, '_>);

    /// What is wrong with it as a whole, once every field is right.
    fn flaw(&self) -> Option<&'static str> {
        None
    }
}

/// What an author may write in a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `true` or `false`
    Flag,
    /// A whole number.
    Whole,
    /// A number, decimals allowed.
    Number,
    /// A number or a formula.
    Formula,
    /// A text as it is.
    Text,
    /// A text with placeholders.
    Template,
    /// One character.
    Glyph,
    /// `#rrggbb`
    Color,
    /// A name declared in a section.
    Name(crate::Section),
    /// One of these words.
    Word(&'static [&'static str]),
    /// A list of such.
    List(Box<Shape>),
    /// An object with names of the first shape and values of the second.
    Map(Box<Shape>, Box<Shape>),
    /// A record or choice, by the manual's name.
    Record(&'static str),
}

/// A field as the manual tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldNote {
    /// Its key.
    pub name: &'static str,
    /// What it means.
    pub about: &'static str,
    /// What may be written.
    pub shape: Shape,
    /// Whether it may be left out, and what holds then.
    pub default: Option<String>,
    /// Whether it must be there.
    pub needed: bool,
    /// Whether the value may stand for the whole record.
    pub main: bool,
    /// If it names attributes: which kinds of them; none means all.
    pub only: &'static [AttributeKind],
    /// Which values it may have, where that is told.
    pub range: Option<String>,
}

/// What a record's fields are handed to.
pub struct Form<'f, 'r> {
    mode: Mode<'f, 'r>,
    /// The kinds of attributes that the next field may name.
    only: &'static [AttributeKind],
}

enum Mode<'f, 'r> {
    Read(Reading<'f, 'r>),
    Describe(&'f mut Vec<FieldNote>),
}

/// What a record says of a field, whoever asks.
#[derive(Clone, Copy)]
struct Field {
    name: &'static str,
    about: &'static str,
    needed: bool,
    main: bool,
}

struct Reading<'f, 'r> {
    source: Source<'f>,
    /// The keys asked for so far.
    known: Vec<&'static str>,
    /// Whether the main field took the value.
    main: bool,
    reader: &'f mut Reader<'r>,
}

/// What is written where a record stands.
enum Source<'f> {
    /// An object with keys.
    Object(&'f Node, &'f [Member]),
    /// Anything else stands for the main field.
    Main(&'f Node),
}

impl Form<'_, '_> {
    /// The next field names attributes of these kinds only.
    pub const fn only(&mut self, kinds: &'static [AttributeKind]) -> &mut Self {
        self.only = kinds;
        self
    }

    /// A field that may be left out.
    pub fn field<T: Data>(&mut self, name: &'static str, about: &'static str, value: &mut T) {
        self.take(Field { name, about, needed: false, main: false }, value);
    }

    /// A field that must be there.
    pub fn needed<T: Data>(&mut self, name: &'static str, about: &'static str, value: &mut T) {
        self.take(Field { name, about, needed: true, main: false }, value);
    }

    /// A field that must be there and may be written alone, in place of the whole record.
    pub fn main<T: Data>(&mut self, name: &'static str, about: &'static str, value: &mut T) {
        self.take(Field { name, about, needed: true, main: true }, value);
    }

    /// A field that is one word of a closed list.
    pub fn word<K: Keyword>(&mut self, name: &'static str, about: &'static str, value: &mut K) {
        let mut word = Word(*value);
        self.take(Field { name, about, needed: false, main: false }, &mut word);
        *value = word.0;
    }

    /// A word of a closed list that may be written alone, in place of the whole record.
    pub fn main_word<K: Keyword>(
        &mut self,
        name: &'static str,
        about: &'static str,
        value: &mut K,
    ) {
        let mut word = Word(*value);
        self.take(Field { name, about, needed: true, main: true }, &mut word);
        *value = word.0;
    }

    fn take<T: Data>(&mut self, field: Field, value: &mut T) {
        let only = std::mem::take(&mut self.only);
        match &mut self.mode {
            // A page has no manual: what only it needs of each type is left out there.
            Mode::Describe(_) if cfg!(target_family = "wasm") => {}
            Mode::Describe(notes) => {
                let Field { name, about, needed, main } = field;
                let note = FieldNote::of_shape(name, about, T::shape());
                notes.push(FieldNote { default: value.shown(), needed, main, only, ..note });
            }
            Mode::Read(reading) => {
                if let Some(written) = reading.find(field) {
                    let read = |reader: &mut Reader<'_>| T::read(written, reader);
                    replace(value, reading.reader.wanting(only, field.name, read));
                }
            }
        }
    }
}

/// A keyword as data.
struct Word<K>(K);

impl<K: Keyword> Data for Word<K> {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Some(text) = node.text() else {
            return expected(reader, node, &format!("one of {}", K::WORDS.join(", ")));
        };
        let found = K::WORDS.iter().position(|word| *word == text);
        if found.is_none() {
            let meant = reader.report.meant(text, K::WORDS.iter().copied());
            reader.error(node.span, format!("`{text}` is none of {}{meant}", K::WORDS.join(", ")));
        }
        found.map(|place| Self(K::ALL[place]))
    }

    fn shape() -> Shape {
        Shape::Word(K::WORDS)
    }

    fn shown(&self) -> Option<String> {
        let place = K::ALL.iter().position(|it| *it == self.0)?;
        Some(format!("\"{}\"", K::WORDS[place]))
    }
}

impl FieldNote {
    pub(crate) const fn of_shape(name: &'static str, about: &'static str, shape: Shape) -> Self {
        let (default, range) = (None, None);
        Self { name, about, shape, default, needed: false, main: false, only: &[], range }
    }
}

/// Reads a record: hands out the members, then complains about those nobody asked for.
pub(crate) fn read_record<R: Record>(record: &mut R, node: &Node, reader: &mut Reader<'_>) {
    let before = reader.report.errors();
    let subjects = R::SUBJECTS.unwrap_or(reader.subjects);
    reader.among(subjects, |reader| {
        read_fields(R::NAME, |form| record.fields(form), node, reader);
    });
    reader.note_flaw(before, node.span, || record.flaw());
}

/// Reads a choice: the only key tells which, its value holds the fields. A variant whose
/// fields may all be left out can be written as a bare word.
pub(crate) fn read_choice<C: Choice>(node: &Node, reader: &mut Reader<'_>) -> Option<C> {
    let (key, span, inner) = match &node.value {
        Value::Text(word) => (word.as_str(), node.span, None),
        Value::Object(members) if members.len() == 1 => {
            let member = &members[0];
            (member.key.as_str(), member.key_span, Some(&member.value))
        }
        Value::Null | Value::Flag(_) | Value::Number(_) | Value::List(_) | Value::Object(_) => {
            let (name, example) = (C::NAME, first_example::<C>());
            reader.error(node.span, format!("one {name} is an object with one key, as {example}"));
            return None;
        }
    };
    let Some(mut choice) = C::all().into_iter().find(|it| it.key() == key) else {
        let all = C::all();
        let keys: Vec<&str> = all.iter().map(Choice::key).collect();
        let meant = reader.meant_of(key, &keys);
        reader.error(span, format!("no {} `{key}`{meant}", C::NAME));
        return None;
    };
    let before = reader.report.errors();
    let empty = Node { span: node.span, value: Value::Object(Vec::new()) };
    reader.among(C::SUBJECTS, |reader| {
        let node = inner.unwrap_or(&empty);
        read_fields(choice.key(), |form| choice.fields(form), node, reader);
    });
    reader.note_flaw(before, span, || choice.flaw());
    Some(choice)
}

fn first_example<C: Choice>() -> String {
    let with_braces = C::all().into_iter().find(|it| it.example().starts_with('{'));
    with_braces.map(|it| format!("`{}`", it.example())).unwrap_or_default()
}

fn read_fields(
    name: &str,
    fields: impl FnOnce(&mut Form<'_, '_>),
    node: &Node,
    reader: &mut Reader<'_>,
) {
    let source = node.members().map_or(Source::Main(node), |members| Source::Object(node, members));
    let reading = Reading { source, known: Vec::new(), main: false, reader };
    let mut form = Form { mode: Mode::Read(reading), only: &[] };
    fields(&mut form);
    if let Mode::Read(reading) = form.mode {
        reading.finish(name);
    }
}

impl<'f> Reading<'f, '_> {
    /// What is written for a field. It is the same for data of every type, and there are many.
    fn find(&mut self, field: Field) -> Option<&'f Node> {
        self.known.push(field.name);
        match self.source {
            Source::Main(written) if field.main => {
                self.main = true;
                Some(written)
            }
            Source::Main(_) => None,
            Source::Object(whole, members) => {
                let member = members.iter().find(|member| member.key == field.name);
                if member.is_none() && field.needed {
                    let what = format!("`{}` is missing: {}", field.name, field.about);
                    self.reader.error(whole.span, what);
                }
                member.map(|member| &member.value)
            }
        }
    }

    fn finish(self, name: &str) {
        match self.source {
            Source::Object(_, members) => {
                let unknown = members.iter().filter(|it| !self.known.contains(&it.key.as_str()));
                for member in unknown {
                    let meant = self.reader.meant_of(&member.key, &self.known);
                    let what = format!("`{name}` has no `{}`{meant}", member.key);
                    self.reader.error(member.key_span, what);
                }
            }
            Source::Main(node) if !self.main => {
                let what = format!("`{name}` is an object, not {}", node.kind());
                self.reader.error(node.span, what);
            }
            Source::Main(_) => {}
        }
    }
}

/// What could not be read leaves the value as it was; the report has it already.
fn replace<T>(value: &mut T, read: Option<T>) {
    if let Some(read) = read {
        *value = read;
    }
}

/// The fields of a record for the manual; none in wasm.
pub(crate) fn notes_of(fields: impl FnOnce(&mut Form<'_, '_>)) -> Vec<FieldNote> {
    let mut notes = Vec::new();
    fields(&mut Form { mode: Mode::Describe(&mut notes), only: &[] });
    notes
}
