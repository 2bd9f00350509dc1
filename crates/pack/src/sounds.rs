//! The sounds of a pack: its own recipes, read and checked, and the engine's own set below them.

mod lists;
mod usual;

use std::sync::Arc;

use barrow_dice::fnv64;
use barrow_sound::{Ambience, Library, Mood, Problem, Sound, Span as Range, defaults};
use barrow_source::parse;

use crate::form::Data;
use crate::layers::{Sections, Things, overlay};
use crate::model::Effect;
use crate::names::{Names, Section};
use crate::reader::Reader;
use crate::walk::Visitor;
use crate::{Files, Node, Report, Span};

pub(crate) use usual::fill_in;

/// The sections that only say how a game sounds.
pub(crate) const SECTIONS: [Section; 3] = [Section::Sounds, Section::Music, Section::Ambience];

/// Returns the files that have no other sections.
pub(crate) fn only_heard(files: &[Node]) -> Vec<u16> {
    let is_heard = |key: &str| key == "$schema" || SECTIONS.iter().any(|it| it.key() == key);
    let only = |node: &&Node| {
        let mut members = node.members().unwrap_or_default().iter();
        members.len() > 0 && members.all(|it| is_heard(&it.key))
    };
    files.iter().filter(only).map(|it| it.span.file).collect()
}

impl crate::Pack {
    /// Returns everything that can be heard in the game: its own sounds, over the engine's own
    /// set.
    pub fn library(&self) -> Library {
        let mut library = default_library();
        library.overlay(self.sounds.clone());
        library
    }
}

/// Returns the engine's own set.
pub fn default_library() -> Library {
    let (files, names, mut report) = (Files::default(), Names::default(), Report::default());
    let [sounds, moods, ambiences] = SECTIONS.map(|section| default_set(section, &mut report));
    let mut reader = Reader::new(&files, &names, &mut report);
    // The names in it are checked by a test, once for all.
    reader.lenient = true;
    Library {
        sounds: read_all(&sounds, &mut reader),
        moods: read_all(&moods, &mut reader),
        ambiences: read_all(&ambiences, &mut reader),
    }
}

fn default_set(section: Section, report: &mut Report) -> Node {
    let texts = [defaults::SOUNDS, defaults::MOODS, defaults::AMBIENCES];
    let text = SECTIONS.iter().zip(texts).find(|it| *it.0 == section).map_or("{}", |it| it.1);
    parse(Files::BUILT_IN, text, report).expect("the engine's own set is JSON")
}

fn read_all<T: Data>(set: &Node, reader: &mut Reader<'_>) -> barrow_small::Map<Arc<str>, T> {
    let things = set.members().unwrap_or_default().iter();
    things.filter_map(|it| Some((it.key.as_str().into(), T::read(&it.value, reader)?))).collect()
}

impl Sections {
    /// Fills in what sounds, moods and ambiences inherit from the engine's own set: those that
    /// extend their own name, or one that the pack does not declare.
    pub(crate) fn extend_defaults(&mut self, report: &mut Report) {
        for section in SECTIONS {
            let Some(things) = self.things.get_mut(&section) else { continue };
            let names: Vec<String> = things.list().iter().map(|it| it.name.clone()).collect();
            let mut set = None;
            for thing in things.list_mut() {
                let Some(name) = thing.node.get("extends").and_then(Node::text) else { continue };
                if name != thing.name && names.iter().any(|it| it == name) {
                    continue;
                }
                let set = set.get_or_insert_with(|| default_set(section, report));
                if let Some(lower) = set.get(name) {
                    thing.node = without_extends(&overlay(lower, &thing.node));
                }
            }
        }
    }
}

fn without_extends(node: &Node) -> Node {
    let members = node.members().unwrap_or_default().iter().filter(|it| it.key != "extends");
    Node { span: node.span, value: crate::Value::Object(members.cloned().collect()) }
}

/// Reads and checks the sounds, moods and ambiences of a pack.
pub(crate) fn read(sections: &Sections, reader: &mut Reader<'_>) -> Library {
    Library {
        sounds: section(sections, Section::Sounds, reader, Sound::check),
        moods: section(sections, Section::Music, reader, Mood::check),
        ambiences: section(sections, Section::Ambience, reader, Ambience::check),
    }
}

fn section<T: Data>(
    sections: &Sections,
    section: Section,
    reader: &mut Reader<'_>,
    check: impl Fn(&T) -> Vec<Problem>,
) -> barrow_small::Map<Arc<str>, T> {
    let mut all = barrow_small::Map::new();
    for (thing, index) in
        sections.things.get(&section).map_or(&[][..], Things::list).iter().zip(0..)
    {
        reader.names.set_current(Some((section, index)));
        reader.lenient = sections.lowered;
        let errors = reader.report.errors();
        let Some(read) = T::read(&thing.node, reader) else { continue };
        // A text that could not be read has no value to check.
        if reader.report.errors() == errors {
            for problem in check(&read) {
                let span = place(&thing.node, &problem.field, thing.span);
                reader.error(span, problem.text);
            }
        }
        all.insert(thing.name.as_str().into(), read);
    }
    all
}

/// Returns where a field such as `layers[1].envelope.attack` is written, or the last part of it
/// that is.
fn place(node: &Node, field: &str, thing: Span) -> Span {
    let mut node = node;
    for part in field.split(['.', '[']).filter(|it| !it.is_empty()) {
        let next = match part.strip_suffix(']').map(str::parse::<usize>) {
            Some(Ok(index)) => node.one_or_more().get(index),
            Some(Err(_)) | None => node.get(part),
        };
        let Some(next) = next.filter(|it| it.span.file != Files::BUILT_IN) else { break };
        node = next;
    }
    if node.span.file == Files::BUILT_IN { thing } else { node.span }
}

/// Words in the names of sounds of the kit, and what stands in for a recording where none is
/// played.
const STAND_INS: [(&str, &str); 22] = [
    ("step", "step"),
    ("walk", "step"),
    ("door", "door"),
    ("gate", "gate"),
    ("coin", "gold"),
    ("drink", "gulp"),
    ("eat", "munch"),
    ("wind", "gust"),
    ("hum", "drone"),
    ("crowd", "roar"),
    ("fire", "fire"),
    ("boom", "blast"),
    ("explo", "blast"),
    ("water", "splash"),
    ("squelch", "splash"),
    ("pop", "bubble"),
    ("clang", "blade"),
    ("sword", "blade"),
    ("pick", "blade"),
    ("hit", "hit"),
    ("zing", "chime"),
    ("tone", "select"),
];

/// Gives a recipe to every cue of a folder of the kit that has no sound by its name: the kit's are
/// recordings, which only a page plays.
pub(crate) fn stand_in(pack: &mut crate::Pack) {
    let mut cued = Cued(Vec::new());
    pack.walk(&mut cued);
    let known = |it: &Arc<str>| defaults::SOUND_NAMES.contains(&&**it);
    cued.0.retain(|it| !it.is_empty() && !known(it) && !pack.sounds.sounds.contains_key(it));
    if cued.0.is_empty() {
        return;
    }
    let library = default_library();
    for name in cued.0 {
        let word = STAND_INS.iter().find(|(word, _)| name.contains(word));
        let Some(like) = library.sounds.get(word.map_or("thud", |it| it.1)) else { continue };
        // Two names are told apart by their pitch.
        let pitch = 85 + i32::try_from(fnv64(name.as_bytes()) % 31).unwrap_or(0);
        let sound = Sound { pitch: Range::new(pitch - 3, pitch + 3), ..like.clone() };
        pack.sounds.sounds.insert(name, sound);
    }
}

struct Cued(Vec<Arc<str>>);

impl Visitor for Cued {
    fn effect(&mut self, effect: &Effect) {
        if let Effect::Cue { name } = effect {
            self.0.push(Arc::clone(&name.0));
        }
    }
}
