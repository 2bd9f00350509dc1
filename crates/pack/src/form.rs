//! How data becomes Rust, and Rust becomes the manual.
//!
//! A [`Record`] passes each of its fields to a [`Form`], with its name and meaning. One form reads
//! the fields from a file and reports every mistake; another lists them for the manual and the
//! JSON Schema. So a field is described once. A [`Choice`] does the same with a [`Syntax`] row for
//! each variant.

mod arguments;
mod choice;
mod settings;

pub use choice::{Choice, Syntax, VariantForm};
pub(crate) use choice::{notes_of_variant, read_choice};

use barrow_source::{Member, Node};

use crate::Span;
use crate::data::{Keyword, expected};
use crate::model::AttributeKind;
use crate::presence::Setting;
use crate::reader::{Reader, Wanted};
use crate::scope::Subjects;

/// A value in a pack's files.
pub trait Data: Sized {
    /// Reads the value from a file. Mistakes go to the reader's report.
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self>;

    /// Returns what an author may write.
    fn shape() -> Shape;

    /// Returns the value as an author would write it, for the manual; `None` for an empty value.
    fn shown(&self) -> Option<String> {
        None
    }
}

/// Data that is an object with fixed keys.
pub trait Record: Default {
    /// The name of the record in the manual.
    const NAME: &'static str;
    /// What the record is for, in a sentence.
    const ABOUT: &'static str;

    /// The subjects that its formulas and texts may use, if they differ from those of the record
    /// around it.
    const SUBJECTS: Option<Subjects> = None;

    /// Passes each field to the form.
    fn fields(&mut self, form: &mut Form<'_, '_>);

    /// Returns what is wrong with the record as a whole, once every field is right.
    fn flaw(&self) -> Option<&'static str> {
        None
    }
}

/// What an author may write.
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
    /// A list of values of this shape.
    List(Box<Shape>),
    /// An object with names of the first shape and values of the second.
    Map(Box<Shape>, Box<Shape>),
    /// A record or choice, by the manual's name.
    Record(&'static str),
}

/// A field as the manual describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldNote {
    /// Its key.
    pub name: &'static str,
    /// What it means.
    pub about: &'static str,
    /// What may be written.
    pub shape: Shape,
    /// The value if it is left out, where that is worth telling.
    pub default: Option<String>,
    /// Whether it must be there.
    pub needed: bool,
    /// Whether the value may be written alone, in place of the whole record.
    pub main: bool,
    /// If it names attributes: which kinds of them; empty means all.
    pub only: &'static [AttributeKind],
    /// The allowed values, where that is worth telling.
    pub range: Option<String>,
}

/// Where a record passes its fields.
pub struct Form<'f, 'r> {
    mode: Mode<'f, 'r>,
    /// Which names the next field may use.
    wanted: Wanted,
    /// The subjects of the next field, if they differ from those of the record.
    subjects: Option<Subjects>,
    /// Whether the next field may speak of `it`.
    of_each: bool,
    /// How what is present changes for the next field.
    setting: Option<Setting>,
}

enum Mode<'f, 'r> {
    Read(Reading<'f, 'r>),
    Describe(&'f mut Vec<FieldNote>),
}

/// What a record says about a field.
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

/// What a file has in place of a record.
enum Source<'f> {
    /// An object with keys.
    Object(&'f Node, &'f [Member]),
    /// Anything else is the value of the main field.
    Main(&'f Node),
}

impl<'f, 'r> Form<'f, 'r> {
    const fn new(mode: Mode<'f, 'r>) -> Self {
        Self { mode, wanted: Wanted::Any, subjects: None, of_each: false, setting: None }
    }

    /// Takes a field that may be left out.
    pub fn field<T: Data>(&mut self, name: &'static str, about: &'static str, value: &mut T) {
        self.take(Field { name, about, needed: false, main: false }, value);
    }

    /// Takes a field that must be there.
    pub fn needed<T: Data>(&mut self, name: &'static str, about: &'static str, value: &mut T) {
        self.take(Field { name, about, needed: true, main: false }, value);
    }

    /// Takes a field that must be there and may be written alone, in place of the whole record.
    pub fn main<T: Data>(&mut self, name: &'static str, about: &'static str, value: &mut T) {
        self.take(Field { name, about, needed: true, main: true }, value);
    }

    /// Takes a field that may be left out, or written alone in place of the whole record.
    pub fn bare<T: Data>(&mut self, name: &'static str, about: &'static str, value: &mut T) {
        self.take(Field { name, about, needed: false, main: true }, value);
    }

    /// Takes a field that is one word of a closed list.
    pub fn word<K: Keyword>(&mut self, name: &'static str, about: &'static str, value: &mut K) {
        let mut word = Word(*value);
        self.take(Field { name, about, needed: false, main: false }, &mut word);
        *value = word.0;
    }

    /// Takes a word of a closed list that may be left out.
    pub fn optional_word<K: Keyword>(
        &mut self,
        name: &'static str,
        about: &'static str,
        value: &mut Option<K>,
    ) {
        self.take_word(Field { name, about, needed: false, main: false }, value);
    }

    /// Takes a word of a closed list that may be left out, or written alone in place of the whole
    /// record.
    pub fn bare_word<K: Keyword>(
        &mut self,
        name: &'static str,
        about: &'static str,
        value: &mut Option<K>,
    ) {
        self.take_word(Field { name, about, needed: false, main: true }, value);
    }

    fn take_word<K: Keyword>(&mut self, field: Field, value: &mut Option<K>) {
        let mut word = value.map(Word);
        self.take(field, &mut word);
        *value = word.map(|it| it.0);
    }

    /// Takes a word of a closed list that may be written alone, in place of the whole record.
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

    /// Reports keys that no field asked for.
    fn finish(self, name: &str) {
        if let Mode::Read(reading) = self.mode {
            reading.finish(name);
        }
    }

    fn take<T: Data>(&mut self, field: Field, value: &mut T) {
        let wanted = std::mem::take(&mut self.wanted);
        let subjects = self.subjects.take();
        let of_each = std::mem::take(&mut self.of_each);
        let setting = self.setting.take();
        match &mut self.mode {
            // A page has no manual, so the code for it is left out there.
            Mode::Describe(_) if cfg!(target_family = "wasm") => {}
            Mode::Describe(notes) => {
                let Field { name, about, needed, main } = field;
                let note = FieldNote::of_shape(name, about, T::shape());
                let only = if let Wanted::Attributes(kinds) = wanted { kinds } else { &[] };
                notes.push(FieldNote { default: value.shown(), needed, main, only, ..note });
            }
            Mode::Read(reading) => {
                if let Some(written) = reading.find(field) {
                    let read = |reader: &mut Reader<'_>| T::read(written, reader);
                    let subjects = subjects.unwrap_or(reading.reader.subjects);
                    let subjects = if of_each { subjects.with_it() } else { subjects };
                    let read = reading.reader.with_subjects(subjects, |reader| {
                        reader.with_setting(setting, |reader| {
                            reader.with_wanted(wanted, field.name, read)
                        })
                    });
                    replace(value, read);
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
            reader
                .error(node.span, format!("`{text}` is not one of {}{meant}", K::WORDS.join(", ")));
        }
        found.map(|index| Self(K::ALL[index]))
    }

    fn shape() -> Shape {
        Shape::Word(K::WORDS)
    }

    fn shown(&self) -> Option<String> {
        let index = K::ALL.iter().position(|it| *it == self.0)?;
        Some(format!("\"{}\"", K::WORDS[index]))
    }
}

impl FieldNote {
    pub(crate) const fn of_shape(name: &'static str, about: &'static str, shape: Shape) -> Self {
        let (default, range) = (None, None);
        Self { name, about, shape, default, needed: false, main: false, only: &[], range }
    }
}

/// Reads a record, and reports keys that it does not have.
pub(crate) fn read_record<R: Record>(record: &mut R, node: &Node, reader: &mut Reader<'_>) {
    let before = reader.report.errors();
    let subjects = R::SUBJECTS.unwrap_or(reader.subjects);
    reader.with_subjects(subjects, |reader| {
        read_fields(R::NAME, |form| record.fields(form), node, reader);
    });
    reader.note_flaw(before, node.span, || record.flaw());
}

fn read_fields(
    name: &str,
    fields: impl FnOnce(&mut Form<'_, '_>),
    node: &Node,
    reader: &mut Reader<'_>,
) {
    let mut form = Form::new(Mode::Read(Reading::new(node, reader)));
    fields(&mut form);
    form.finish(name);
}

impl<'f, 'r> Reading<'f, 'r> {
    fn new(node: &'f Node, reader: &'f mut Reader<'r>) -> Self {
        let members = node.members();
        let source = members.map_or(Source::Main(node), |it| Source::Object(node, it));
        Self { source, known: Vec::new(), main: false, reader }
    }

    /// Returns the place of the whole record.
    const fn span(&self) -> Span {
        match self.source {
            Source::Main(node) | Source::Object(node, _) => node.span,
        }
    }

    /// Returns what is written for a field. It does not depend on the type, so that the code
    /// exists once.
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
                    let what = appends_to_nothing(&member.key, &self.known).unwrap_or_else(|| {
                        let meant = self.reader.meant_of(&member.key, &self.known);
                        format!("`{name}` has no `{}`{meant}", member.key)
                    });
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

/// Returns what is wrong with a key such as `+hit` where no list is inherited.
pub(crate) fn appends_to_nothing(key: &str, known: &[&str]) -> Option<String> {
    let list = key.strip_prefix('+').filter(|it| known.contains(it))?;
    Some(format!("`{key}` appends to an inherited list, but there is no `extends`; write `{list}`"))
}

/// Replaces a value if the new one could be read. If not, the report says so already.
pub(crate) fn replace<T>(value: &mut T, read: Option<T>) {
    if let Some(read) = read {
        *value = read;
    }
}

/// Returns the fields of a record for the manual; none in wasm.
pub(crate) fn notes_of(fields: impl FnOnce(&mut Form<'_, '_>)) -> Vec<FieldNote> {
    let mut notes = Vec::new();
    fields(&mut Form::new(Mode::Describe(&mut notes)));
    notes
}
