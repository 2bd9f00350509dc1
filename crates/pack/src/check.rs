//! Checks between things, which no record can do alone.
//!
//! Names are looked up again in the files: a name that could not be read was reported already, and
//! the gap it left must not be reported a second time.

mod circles;
mod halves;
mod idle;
mod levels;
mod values;
mod ways;

use barrow_dice::{Fixed, Formula, Values, Variable};
use barrow_source::Node;

use self::circles::{indices, lots, stocks};
use crate::layers::{Sections, Thing, Things};
use crate::load::Pack;
use crate::model::{
    Advice, BagName, Kind, Layer, Level, Lots, Palette, Routine, Selection, default_names,
};
use crate::names::{Id, Section};
use crate::reader::Reader;
use crate::scope::{PLAIN_WORDS, Subject};
use crate::{Files, Span};

/// Runs all checks. Unused names are reported only if there are no errors: a misspelt name leaves
/// another one unused.
pub(crate) fn check(pack: &Pack, sections: &Sections, reader: &mut Reader<'_>) {
    let mut checker = Checker { pack, sections, reader };
    checker.names();
    if !sections.lowered {
        checker.heroes();
        checker.start();
    }
    checker.levels();
    checker.tables();
    checker.circles(Section::Tables, "table", |node| lots(Lots::written(node)));
    checker.values();
    checker.attributes();
    checker.circles(Section::Kinds, "kind", stocks);
    checker.routines();
    checker.selections();
    checker.veils();
    checker.palettes();
    checker.ways();
    checker.advice();
    // In a folder of the kit's form every level is a game of its own, and much is only there to be
    // used.
    if !checker.reader.report.has_errors() && !sections.lowered {
        checker.unused();
        checker.idle();
        checker.halves();
    }
    if !sections.lowered {
        checker.harm_types();
    }
}

struct Checker<'c, 'r> {
    pack: &'c Pack,
    sections: &'c Sections,
    reader: &'c mut Reader<'r>,
}

/// A kind at a place that names it.
struct NamedKind<'c> {
    name: &'c str,
    span: Span,
    kind: &'c Kind,
}

impl<'c> Checker<'c, '_> {
    fn things(&self, section: Section) -> &'c [Thing] {
        self.sections.things.get(&section).map_or(&[], Things::list)
    }

    /// Returns the known kinds that a list or a text names.
    fn kinds(&self, node: Option<&'c Node>) -> Vec<NamedKind<'c>> {
        let names = node.into_iter().flat_map(Node::one_or_more);
        let known = names.filter_map(|node| {
            let name = node.text()?;
            let kind = self.kind(name)?;
            Some(NamedKind { name, span: node.span, kind })
        });
        known.collect()
    }

    fn kind(&self, name: &str) -> Option<&'c Kind> {
        let index = self.reader.names.look_up(Section::Kinds, name)?;
        self.pack.kinds.try_get(Id::new(index))
    }

    /// Checks the names of attributes, states and fields, which formulas read: they must be words,
    /// and no two may be the same.
    fn names(&mut self) {
        for section in [Section::Attributes, Section::States, Section::Fields] {
            for thing in self.things(section) {
                let (name, one) = (thing.name.as_str(), section.one());
                if !is_word(name) {
                    let what =
                        "formulas read this name, so it can have only letters, digits and `_`";
                    self.reader.error(thing.span, what);
                } else if is_taken(name) {
                    let what =
                        format!("formulas use `{name}` for something else; rename the {one}");
                    self.reader.error(thing.span, what);
                } else if let Some(other) = self.shadow(section, name) {
                    let what = format!(
                        "the {} `{name}` has the same name, and formulas mean that one; rename one",
                        other.one()
                    );
                    self.reader.error(thing.span, what);
                }
            }
        }
    }

    /// Returns the earlier section that declares the same name.
    fn shadow(&self, section: Section, name: &str) -> Option<Section> {
        let earlier = Section::ALL.into_iter().take_while(|it| *it != section);
        let read = [Section::Attributes, Section::States, Section::Fields];
        let mut same = earlier.filter(|it| read.contains(it));
        same.find(|it| self.reader.names.look_up(*it, name).is_some())
    }

    /// Checks that texts name only keys that the game has.
    fn advice(&mut self) {
        let rules = self.sections.pack.iter().map(|it| (it, &self.pack.rules.opening));
        let levels = self.things(Section::Levels).iter().zip(self.pack.levels.iter());
        let levels = levels.map(|(thing, (_, level))| (&thing.node, &level.opening));
        let mut named: Vec<(Span, char)> = Vec::new();
        for (node, opening) in rules.chain(levels) {
            let span = node.get("opening").map_or(node.span, |it| it.span);
            named.extend(opening.iter().flat_map(Advice::own_keys).map(|key| (span, key)));
        }
        for (thing, (_, tip)) in self.things(Section::Tips).iter().zip(self.pack.tips.iter()) {
            let span = thing.node.get("text").map_or(thing.span, |it| it.span);
            named.extend(tip.text.own_keys().map(|key| (span, key)));
        }
        for (span, key) in named {
            if self.pack.rules.keys.iter().all(|it| it.key != key) {
                let what = format!("the game has no key `{key}`; name a character of `keys`");
                self.reader.error(span, what);
            }
        }
    }

    fn heroes(&mut self) {
        let Some(pack) = &self.sections.pack else { return };
        let life = pack.get("life").and_then(Node::text);
        let life_id = life.and_then(|it| self.reader.names.look_up(Section::Attributes, it));
        let practice = self.kinds(pack.get("practice"));
        for hero in self.kinds(pack.get("heroes")).into_iter().chain(practice) {
            let name = hero.name;
            if hero.kind.layer != Layer::Actor {
                let what = format!("the hero `{name}` is not an actor; give it \"as\": \"actor\"");
                self.reader.error(hero.span, what);
            } else if let (Some(life), Some(index)) = (life, life_id)
                && !hero.kind.values.contains_key(&Id::new(index))
            {
                let what = format!("the hero `{name}` has no `{life}`; give it some under `has`");
                self.reader.error(hero.span, what);
            }
        }
    }

    /// Checks that players can arrive on the first level.
    fn start(&mut self) {
        let named = self.sections.pack.as_ref().and_then(|it| it.get("start")?.text());
        let levels = self.sections.things.get(&Section::Levels);
        let start = named.and_then(|name| levels?.find(name));
        // A level with `ways` gets a way up, where players arrive.
        let way_up =
            |node: &Node| node.get("ways").and_then(|_| node.get("ground")?.get("up")).is_some();
        let start = start.filter(|it| !way_up(&it.node));
        let Some(drawing) = start.and_then(|it| it.node.get("drawing")) else { return };
        let marked = |row: &Node| row.text().is_some_and(|it| it.contains(Level::ARRIVAL));
        if !drawing.one_or_more().iter().any(marked) {
            let what = match start.and_then(|it| it.node.get("map")) {
                Some(_) => {
                    "the game starts here, but players cannot arrive: put an object of the class `arrival` into the map"
                }
                None => "the game starts here, but players cannot arrive: mark a cell with `@`",
            };
            self.reader.error(drawing.span, what);
        }
    }

    fn tables(&mut self) {
        for (thing, (_, lots)) in self.things(Section::Tables).iter().zip(self.pack.tables.iter()) {
            let entries = &lots.entries;
            let written = Lots::written(&thing.node).one_or_more().len();
            // Entries that could not be read are missing, and were reported.
            if entries.len() == written && entries.iter().all(|it| is_never(it.weight.as_ref())) {
                let what = format!("nothing can be drawn from the table `{}`", thing.name);
                self.reader.error(thing.span, what);
            }
        }
    }

    fn routines(&mut self) {
        let pack = self.pack;
        for (thing, (_, routine)) in self.things(Section::Routines).iter().zip(pack.routines.iter())
        {
            let bad = routine.takes.iter().find(|it| !is_word(it) || is_taken(it));
            if let Some(name) = bad {
                let what =
                    format!("`{name}` cannot be a parameter: formulas need a word of their own");
                self.reader.error(thing.span, what);
            }
        }
        let calls = |at: usize| {
            let routine = u16::try_from(at).ok().and_then(|it| pack.routines.try_get(Id::new(it)));
            indices(routine.map_or(Vec::new(), Routine::calls))
        };
        self.no_circle(Section::Routines, "call", calls);
    }

    fn selections(&mut self) {
        let pack = self.pack;
        for thing in self.things(Section::Selections) {
            let name = thing.name.as_str();
            if Subject::from_word(name).is_some() {
                let what = format!("`{name}` is a subject; rename the selection");
                self.reader.error(thing.span, what);
            } else if self.reader.names.look_up(Section::Kinds, name).is_some() {
                let what = format!(
                    "the kind `{name}` has the same name, and `count.{name}` means that one; \
                     rename the selection"
                );
                self.reader.error(thing.span, what);
            }
        }
        let others = |at: usize| {
            let it = u16::try_from(at).ok().and_then(|it| pack.selections.try_get(Id::new(it)));
            indices(it.map_or(Vec::new(), Selection::others))
        };
        self.no_circle(Section::Selections, "need", others);
        let inventory = |it: &&Thing| it.name == BagName::INVENTORY;
        if let Some(thing) = self.things(Section::Bags).iter().find(inventory) {
            self.reader.error(thing.span, "`bag` is the inventory; choose another name");
        }
    }

    /// Checks that veils over rooms name types of rooms.
    fn veils(&mut self) {
        for thing in self.things(Section::Veil) {
            if thing.node.get("shows").and_then(Node::text) == Some("room") {
                for name in thing.node.get("as").into_iter().flat_map(Node::one_or_more) {
                    self.reader.name(Section::Rooms, name.text().unwrap_or_default(), name.span);
                }
            }
        }
    }

    /// Checks that no two palettes name the same place.
    fn palettes(&mut self) {
        let things = self.things(Section::Palettes).iter();
        let palettes = things.zip(self.pack.palettes.iter().map(|(_, it)| it));
        // One whose levels could not be read names none, and was reported already.
        let known = |(thing, palette): &(&Thing, &Palette)| {
            thing.node.get("levels").is_none() || !palette.levels.is_empty()
        };
        let palettes: Vec<(&Thing, &Palette)> = palettes.filter(known).collect();
        for (index, (thing, palette)) in palettes.iter().enumerate() {
            if let Some((other, _)) = palettes[..index].iter().find(|(_, it)| it.meets(palette)) {
                let what = format!(
                    "`{}` has the colours of the same place; give each palette `levels` or floors \
                     of its own",
                    other.name
                );
                self.reader.error(thing.span, what);
            }
        }
    }

    fn unused(&mut self) {
        let names = self.reader.names;
        // Nothing in a pack names a veil, a palette or a tip, which work by themselves, or a policy,
        // which players name.
        let nameless = [Section::Veil, Section::Palettes, Section::Policies, Section::Tips];
        for section in Section::ALL.into_iter().filter(|it| !nameless.contains(it)) {
            let extended = |name: &str| self.sections.extended.contains(&(section, name.into()));
            let of_pack = |span: &Span| span.file != Files::BUILT_IN;
            for (name, span) in names.unused(section) {
                // The engine itself plays what its own set has.
                let played = default_names(section).contains(&name);
                if of_pack(&span) && !extended(name) && !played {
                    let what = format!("the {} `{name}` is never used", section.one());
                    self.reader.report.warning(span, what);
                }
            }
        }
        for (name, span) in names.out_of_reach(Section::Levels) {
            // A base of other levels is written to be extended, not to be entered.
            if self.sections.extended.contains(&(Section::Levels, name.into())) {
                continue;
            }
            let what = format!("the level `{name}` cannot be reached from the start");
            self.reader.report.warning(span, what);
        }
    }
}

fn is_word(name: &str) -> bool {
    let starts = name.starts_with(|it: char| it.is_alphabetic() || it == '_');
    starts && name.chars().all(|it| it.is_alphanumeric() || it == '_')
}

pub(crate) fn is_taken(name: &str) -> bool {
    let reserved = [
        "light", "danger", "carries", "wears", "here", "beside", "around", "count", "in", "rooms",
        "max", "and", "or", "not",
    ];
    PLAIN_WORDS.contains(&name) || reserved.contains(&name) || Subject::from_word(name).is_some()
}

fn not_drawn(glyph: char) -> String {
    match ground_key(glyph) {
        Some(key) => format!("`{glyph}` is the {key} of `ground`, which has none; name it there"),
        None => format!("`{}` is not in the legend", glyph.escape_debug()),
    }
}

/// Returns which part of `ground` a glyph stands for, unless the legend says otherwise.
const fn ground_key(glyph: char) -> Option<&'static str> {
    match glyph {
        '#' | ' ' => Some("wall"),
        '.' | Level::ARRIVAL => Some("floor"),
        '+' => Some("door"),
        '~' => Some("lava"),
        '>' => Some("way down"),
        '<' => Some("way up"),
        _ => None,
    }
}

/// Returns `true` if a weight is always zero.
fn is_never(weight: Option<&Formula>) -> bool {
    struct Nothing;
    impl Values for Nothing {
        fn value(&self, _: Variable) -> Fixed {
            Fixed::ZERO
        }
    }
    weight.is_some_and(|it| it.is_constant() && it.bounds(&Nothing).1 <= Fixed::ZERO)
}
