use std::sync::Arc;

use barrow_sound::defaults;
use barrow_source::Node;
use serde::{Deserialize, Serialize};

use crate::data::expected;
use crate::form::{Data, Shape};
use crate::names::Section;
use crate::reader::Reader;

/// The name of a sound, of the pack or of the engine's own set; empty for none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SoundName(pub Arc<str>);

/// The name of a mood, of the pack or of the engine's own set; empty for none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MoodName(pub Arc<str>);

/// The name of an ambience, of the pack or of the engine's own set; empty for none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AmbienceName(pub Arc<str>);

/// Reads a name. An unknown one is only a warning: a game is not stopped by silence.
fn read(node: &Node, section: Section, reader: &mut Reader<'_>) -> Option<Arc<str>> {
    let Some(name) = node.text() else {
        return expected(reader, node, &format!("a name from `{}`", section.key()));
    };
    let own = reader.names.find(section, name).is_some();
    let shipped = default_names(section);
    let quiet = reader.lenient || reader.names.incomplete || name.is_empty();
    if !own && !quiet && !shipped.contains(&name) {
        let known = reader.names.of(section).chain(shipped.iter().copied());
        let meant = reader.report.meant(name, known);
        let what = format!("no {} `{name}`, so nothing is heard{meant}", section.one());
        reader.report.warning(node.span, what);
    }
    Some(name.into())
}

/// Returns the names of the engine's own set that belong into a section.
pub(crate) fn default_names(section: Section) -> &'static [&'static str] {
    let sets = [
        (Section::Sounds, defaults::SOUND_NAMES),
        (Section::Music, defaults::MOOD_NAMES),
        (Section::Ambience, defaults::AMBIENCE_NAMES),
    ];
    sets.into_iter().find(|it| it.0 == section).map_or(&[], |it| it.1)
}

impl Data for SoundName {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        read(node, Section::Sounds, reader).map(Self)
    }

    fn shape() -> Shape {
        Shape::Name(Section::Sounds)
    }
}

impl Data for MoodName {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        read(node, Section::Music, reader).map(Self)
    }

    fn shape() -> Shape {
        Shape::Name(Section::Music)
    }
}

impl Data for AmbienceName {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        read(node, Section::Ambience, reader).map(Self)
    }

    fn shape() -> Shape {
        Shape::Name(Section::Ambience)
    }
}
