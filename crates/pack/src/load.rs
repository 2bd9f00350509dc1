mod built_in;

use std::collections::BTreeMap;
use std::sync::Arc;

use barrow_dice::Fnv;
use barrow_kit::Target;
use barrow_sound::Library;
use barrow_source::parse;
use serde::{Deserialize, Serialize};

use crate::form::Data;
use crate::layers::{Sections, Thing, Things};
use crate::model::{
    Ability, Attribute, AttributeKind, Bag, Field, Graph, Kind, Level, Lots, Menu, Mind, Moves,
    Palette, Policy, Room, RoomTemplate, Routine, Rules, RunModifier, Selection, Slot, State, Tip,
    Veil, WaveSample, WayOfMoving, WordList,
};
use crate::names::{Names, Section, Table};
use crate::presence::Presence;
use crate::reader::Reader;
use crate::scope::Subjects;
use crate::terrain;
use crate::{Files, Node, Place, Report, Severity, Span};
use crate::{check, feats, sounds};

pub use self::built_in::Core;
pub(crate) use self::built_in::read_core;
use self::built_in::{CORE, NEW_IN_CORE, core_of};

/// A whole game, read and checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pack {
    /// The game itself.
    pub rules: Rules,
    /// What things can have or be.
    pub attributes: Table<Attribute>,
    /// What things are.
    pub kinds: Table<Kind>,
    /// Conditions that actors are in.
    pub states: Table<State>,
    /// What fills cells.
    pub fields: Table<Field>,
    /// How actors decide.
    pub minds: Table<Mind>,
    /// What can be cast.
    pub abilities: Table<Ability>,
    /// Where the game is played.
    pub levels: Table<Level>,
    /// Lists to draw from.
    pub tables: Table<Lots>,
    /// Words for texts.
    pub words: Table<WordList>,
    /// Choices for the player.
    pub menus: Table<Menu>,
    /// Slots for equipment.
    pub slots: Table<Slot>,
    /// Which rooms a level has.
    pub graphs: Table<Graph>,
    /// Types of rooms.
    pub rooms: Table<Room>,
    /// Rooms drawn by hand.
    pub templates: Table<RoomTemplate>,
    /// Drawings that levels imitate.
    pub samples: Table<WaveSample>,
    /// Lists of effects with parameters.
    pub routines: Table<Routine>,
    /// Bags besides the inventory.
    pub bags: Table<Bag>,
    /// Which things are meant, under a name.
    pub selections: Table<Selection>,
    /// What makes a run harder or stranger.
    pub modifiers: Table<RunModifier>,
    /// What is shown wrongly on purpose.
    pub veil: Table<Veil>,
    /// The colours of places.
    pub palettes: Table<Palette>,
    /// The feats that effects award, sorted.
    pub feats: Vec<String>,
    /// Ways to play for bots.
    pub policies: Table<Policy>,
    /// What is explained to players, once.
    pub tips: Table<Tip>,
    /// How the game sounds. No rule knows of it, and a bound pack leaves it out: a program that is
    /// silent at first loads it later.
    #[serde(skip)]
    pub sounds: Library,
    /// The attributes that the rules themselves read.
    pub core: Core,
    /// A digest of all files. Packs with the same digest play the same.
    pub digest: u64,
}

/// The result of reading a pack.
pub struct Loaded {
    /// The pack, unless there were errors.
    pub pack: Option<Arc<Pack>>,
    /// All errors and warnings.
    pub report: Report,
    /// The files, to show the places of mistakes.
    pub files: Files,
}

/// What every game explains to its players. It changes no rule, so no digest contains it.
const TIPS: &str = include_str!("tips.json");

/// What `barrow-kit` must know of our form.
pub(crate) const TARGET: Target = Target { arrival: Level::ARRIVAL, is_reserved: check::is_taken };

/// Reads a pack from its files.
pub fn load(mut files: Files) -> Loaded {
    let mut report = Report::default();
    let mut sections = Sections::default();
    files.set_built_in("core.json", CORE);
    let core = read_core(&mut report);
    let tips = parse(Files::BUILT_IN, TIPS, &mut report).expect("the engine's tips are JSON");
    sections.add_layer(&[core, tips], &mut report);
    sections.lowered = barrow_kit::is_kit(&files);
    let nodes = if sections.lowered {
        let lowered = barrow_kit::lower(&files, TARGET, &mut report);
        sections.incomplete = lowered.incomplete;
        let heard = parse_heard(&files, &mut report);
        sections.only_heard = sounds::only_heard(heard.as_slice());
        [lowered.sections].into_iter().chain(heard).collect()
    } else {
        let nodes = parse_all(&files, &mut report);
        sections.incomplete = nodes.len() < files.json_files().count();
        sections.only_heard = sounds::only_heard(&nodes);
        nodes
    };
    if !nodes.iter().any(|it| it.get("pack").is_some()) {
        // The core alone is no game.
        sections.pack = None;
    }
    sections.withdraw(&NEW_IN_CORE, &nodes);
    sections.add_layer(&nodes, &mut report);
    sections.extend_defaults(&mut report);
    sections.follow_extends(&mut report);
    sections.draw_maps(&files, &mut report);
    sections.lay_overrides(&mut report);
    let pack = link(&sections, &files, &mut report);
    report.sort(&files);
    let pack = (!report.has_errors()).then(|| Arc::new(pack));
    Loaded { pack, report, files }
}

/// Reads how a folder of the kit sounds, which is written in our own form.
fn parse_heard(files: &Files, report: &mut Report) -> Option<Node> {
    let file = files.find("sounds.json")?;
    parse(file, files.text(file)?, report)
}

fn parse_all(files: &Files, report: &mut Report) -> Vec<Node> {
    let mut nodes = Vec::new();
    for (file, name, _) in files.json_files() {
        let Some(text) = files.text(file) else {
            report.note(
                Severity::Error,
                Place::File(name.into()),
                "the file is not UTF-8 text; save it as UTF-8".into(),
            );
            continue;
        };
        nodes.extend(parse(file, text, report));
    }
    nodes
}

/// Returns a digest of the names and contents of the pack's JSON files and maps, and of the
/// engine's own layer. A file that only says how the game sounds does not count: runs go on when
/// an author tunes it.
fn digest(files: &Files, only_heard: &[u16]) -> u64 {
    let played = files.iter().filter(|(file, name, _)| {
        (Files::is_json_file(name) || is_of_tiled(name)) && !only_heard.contains(file)
    });
    let own = played.flat_map(|(_, name, contents)| [name.as_bytes(), contents]);
    let parts = own.chain([CORE.as_bytes()]);
    // The length comes first, so that no two lists of files run together into the same bytes.
    let digest = parts.fold(Fnv::new(), |digest, part| {
        digest.with(&(part.len() as u64).to_le_bytes()).with(part)
    });
    digest.finish()
}

/// Returns whether a file is a map, a tileset or a template of Tiled's.
fn is_of_tiled(name: &str) -> bool {
    [".tmj", ".tsj", ".tj"].iter().any(|it| name.ends_with(it))
}

fn link(sections: &Sections, files: &Files, report: &mut Report) -> Pack {
    let names = declare(sections, report);
    let mut reader = Reader::new(files, &names, report);
    let mut pack = Pack {
        feats: names.feats.clone(),
        digest: digest(files, &sections.only_heard),
        ..read_tables(sections, &mut reader)
    };
    names.set_current(None);
    reader.lenient = sections.lowered;
    read_rules(&mut pack, sections, &mut reader);
    pack.core = core_of(&pack);
    mark_own_tips(&mut pack, sections);
    check::check(&pack, sections, &mut reader);
    if sections.lowered {
        sounds::stand_in(&mut pack);
    }
    sounds::fill_in(&mut pack);
    fill_in_names(&mut pack);
    write_flight_as_flag(&mut pack);
    pack
}

fn read_tables(sections: &Sections, reader: &mut Reader<'_>) -> Pack {
    let pack = Pack {
        attributes: table(sections, Section::Attributes, reader),
        kinds: table(sections, Section::Kinds, reader),
        states: table(sections, Section::States, reader),
        fields: table(sections, Section::Fields, reader),
        minds: reader.with_presence(Presence::WithoutAmount("a mind", Subjects::MIND), |reader| {
            table(sections, Section::Minds, reader)
        }),
        abilities: table(sections, Section::Abilities, reader),
        levels: table(sections, Section::Levels, reader),
        tables: table(sections, Section::Tables, reader),
        words: table(sections, Section::Words, reader),
        menus: table(sections, Section::Menus, reader),
        slots: table(sections, Section::Slots, reader),
        graphs: table(sections, Section::Graphs, reader),
        rooms: table(sections, Section::Rooms, reader),
        templates: table(sections, Section::Templates, reader),
        samples: table(sections, Section::Samples, reader),
        routines: table(sections, Section::Routines, reader),
        bags: table(sections, Section::Bags, reader),
        selections: reader
            .with_subjects(Subjects::DEED, |reader| table(sections, Section::Selections, reader)),
        modifiers: table(sections, Section::Modifiers, reader),
        veil: table(sections, Section::Veil, reader),
        palettes: table(sections, Section::Palettes, reader),
        policies: table(sections, Section::Policies, reader),
        tips: table(sections, Section::Tips, reader),
        sounds: sounds::read(sections, reader),
        ..Pack::default()
    };
    // Only their numbers matter, which are in the names.
    let _: Table<WayOfMoving> = table(sections, Section::Ways, reader);
    pack
}

fn read_rules(pack: &mut Pack, sections: &Sections, reader: &mut Reader<'_>) {
    match &sections.pack {
        Some(node) => crate::form::read_record(&mut pack.rules, node, reader),
        None if reader.names.incomplete => {}
        None => reader.report.note(
            Severity::Error,
            Place::Pack,
            "no file has the section `pack`, which gives the title of the game and the level where it \
             starts"
                .into(),
        ),
    }
}

/// Marks the tips whose text is the pack's own.
fn mark_own_tips(pack: &mut Pack, sections: &Sections) {
    pack.tips.for_each_named(|name, tip| {
        let written =
            sections.things.get(&Section::Tips).and_then(|it| it.find(name)?.node.get("text"));
        tip.own = written.is_some_and(|it| it.span.file != Files::BUILT_IN);
    });
}

/// Gives kinds that move by flying the flag `floating` instead.
fn write_flight_as_flag(pack: &mut Pack) {
    let floating = pack.core.floating;
    pack.kinds.for_each_named(|_, kind| {
        if kind.moves.contains(Moves::FLY) {
            kind.moves = kind.moves.without(Moves::FLY);
            kind.flags.push(floating);
        }
        barrow_small::sort(&mut kind.flags);
        kind.flags.dedup();
    });
}

fn declare(sections: &Sections, report: &mut Report) -> Names {
    let mut names = Names::default();
    names.incomplete = sections.incomplete;
    names.terrain = terrain::find(sections);
    names.feats = feats::find(sections);
    names.parameters = parameters(sections);
    for way in Moves::BUILT_IN {
        let span = Span { file: Files::BUILT_IN, start: 0, end: 0 };
        names.declare(Section::Ways, way, span, None);
    }
    for (&section, things) in &sections.things {
        for thing in things.list() {
            let kind = (section == Section::Attributes).then(|| kind_of(&thing.node)).flatten();
            names.declare(section, &thing.name, thing.span, kind);
        }
        if let Some(first) = things.list().get(Names::MAX) {
            let what = format!("there are more than {} {}", Names::MAX, section.key());
            report.error(first.span, what);
        }
    }
    names
}

/// Returns the parameters of each routine, before anything is read.
fn parameters(sections: &Sections) -> BTreeMap<String, Vec<String>> {
    let routines = sections.things.get(&Section::Routines).map_or(&[][..], Things::list);
    let takes = |thing: &Thing| {
        let names = thing.node.get("takes").into_iter().flat_map(Node::one_or_more);
        names.filter_map(|it| it.text().map(String::from)).collect()
    };
    routines.iter().map(|it| (it.name.clone(), takes(it))).collect()
}

/// Returns the kind of attribute that a declaration states, before anything is read.
fn kind_of(node: &Node) -> Option<AttributeKind> {
    AttributeKind::ALL.into_iter().find(|kind| node.get(kind.key()).is_some())
}

/// Reads the things of a section. A thing that cannot be read is left empty, so that the ids of
/// the others stay; such a pack is never played.
fn table<T: Data + Default>(
    sections: &Sections,
    section: Section,
    reader: &mut Reader<'_>,
) -> Table<T> {
    let things = sections.things.get(&section).map_or(&[][..], Things::list);
    let named = things.iter().zip(0..).map(|(thing, index)| {
        reader.names.set_current(Some((section, index)));
        reader.lenient =
            sections.lowered || sections.extended.contains(&(section, thing.name.clone()));
        let read = T::read(&thing.node, reader);
        (thing.name.clone(), read.unwrap_or_default())
    });
    Table::new(named.take(Names::MAX).collect::<Vec<_>>())
}

/// Names things without a name by their key.
fn fill_in_names(pack: &mut Pack) {
    pack.attributes.for_each_named(|name, it| fill_in(&mut it.label, name));
    pack.kinds.for_each_named(|name, it| fill_in(&mut it.name.plain, name));
    pack.states.for_each_named(|name, it| fill_in(&mut it.label, name));
    pack.fields.for_each_named(|name, it| fill_in(&mut it.name, name));
    pack.abilities.for_each_named(|name, it| fill_in(&mut it.name, name));
    pack.levels.for_each_named(|name, it| fill_in(&mut it.title, name));
    pack.slots.for_each_named(|name, it| fill_in(&mut it.label, name));
    pack.rooms.for_each_named(|name, it| fill_in(&mut it.label, name));
    pack.bags.for_each_named(|name, it| fill_in(&mut it.label, name));
    pack.modifiers.for_each_named(|name, it| fill_in(&mut it.name, name));
}

fn fill_in(text: &mut Arc<str>, name: &str) {
    if text.is_empty() {
        *text = name.replace('_', " ").into();
    }
}
