//! Facts that follow from a pack, computed once when a run begins because rules ask for them all
//! the time.

mod minds;
mod parts;
mod places;

use std::sync::Arc;

use barrow_dice::{Fixed, Formula};
use barrow_pack::{
    Ability, Attribute, AttributeKind, Destination, Effect, Field, Id, Kind, Layer, Leaf, Mind,
    Modifier, Nature, Occasion, Pack, Side, Subject, Visitor, Word,
};
use barrow_small::Set;

pub(crate) use self::minds::{
    DeedFacts, HuntPart, MindFacts, Trigger, is_restless_behaviour, waits,
};
use self::minds::{has_mind_that_follows, has_mind_that_reads_light};
pub(crate) use self::parts::{ItemFacts, Reacting};
use self::parts::{changing, granted};
use self::places::{
    clears_rooms, harmful_fields, has_acting_ground, has_opaque_actors, has_ways, staying_fields,
};
use crate::shortcut::counting::{Counter, counter_of};
use crate::shortcut::quiet::watched_by;

/// The facts about a pack, by id.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is asked for by itself")]
pub(crate) struct Facts {
    attributes: Vec<AttributeFacts>,
    granted: Vec<bool>,
    /// Whether any thing that may be carried grants an ability.
    pub(crate) items_grant: bool,
    minds: Vec<MindFacts>,
    items: Vec<ItemFacts>,
    counters: Vec<Option<Counter>>,
    parties: Vec<u16>,
    /// The names of all sides. The number of a side is its index.
    sides: Vec<Arc<str>>,
    /// Whether an effect may make an actor change sides.
    pub(crate) joins: bool,
    /// Whether a mind follows its leader, the actor that created it.
    pub(crate) leads: bool,
    /// Whether anyone may sleep.
    pub(crate) sleeps: bool,
    /// Whether noises matter to a mind.
    pub(crate) minds_hear: bool,
    /// Whether minds may hear the steps of someone.
    pub(crate) steps_sound: bool,
    pub(crate) reacting: Reacting,
    /// The attributes that change in every turn.
    pub(crate) changing: Vec<Id<Attribute>>,
    /// The fields that careful minds avoid.
    pub(crate) harmful_fields: Vec<Id<Field>>,
    /// The fields that players remember.
    pub(crate) staying_fields: Vec<Id<Field>>,
    /// Whether careful minds avoid the cells of any kind.
    pub(crate) harmful_kinds: bool,
    /// Whether any actor hides what is behind it.
    pub(crate) actors_hide: bool,
    /// Whether any ground has effects.
    pub(crate) ground_acts: bool,
    /// Whether any attribute is secret.
    pub(crate) has_secrets: bool,
    /// Whether any item does something on the cell that its carrier leaves.
    pub(crate) items_leave: bool,
    /// Whether any item touches what is in its carrier's way.
    pub(crate) items_touch: bool,
    /// Whether a rule reads the light on cells that no player may see.
    pub(crate) light_matters: bool,
    /// Whether the pack has types of rooms, or asks about rooms.
    pub(crate) rooms: bool,
    /// Whether something happens when a room is cleared.
    pub(crate) clears_rooms: bool,
    /// Whether it matters how someone moves: who may enter a cell, and how long that takes.
    pub(crate) ways: bool,
    /// Whether some field conducts harm.
    pub(crate) conducts: bool,
    /// Whether an effect moves someone to the cell that an ability was aimed at.
    pub(crate) aim_matters: bool,
}

/// The facts about an attribute.
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AttributeFacts {
    /// Whether any modifier changes it. If not, its value is the base value.
    pub(crate) modified: bool,
    /// Whether one of these modifiers belongs to an item.
    pub(crate) worn: bool,
    /// Whether one of them reads another modified attribute.
    pub(crate) reads_modified: bool,
    /// Whether all of them are plain numbers without a condition.
    pub(crate) steady: bool,
    /// Whether the relics of an actor watch it; see `shortcut/quiet.rs`.
    pub(crate) watched: bool,
    /// Whether one of them reads something of another entity: of the item, or of the player.
    pub(crate) reads_others: bool,
    /// The value of things that say nothing about it.
    pub(crate) default: Fixed,
    /// Which entities may have it.
    pub(crate) had: Had,
    /// Whether it is a gauge that players may see.
    pub(crate) shown_gauge: bool,
}

/// The entities that may have an attribute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Had {
    /// None.
    #[default]
    Never,
    /// Only terrain.
    ByGround,
    /// Entities, and perhaps terrain too.
    ByThings,
}

impl Facts {
    /// Computes all facts about a pack.
    pub(crate) fn of(pack: &Pack) -> Self {
        let mut used = Used::default();
        pack.walk(&mut used);
        let sides = sides(pack, &used.joined);
        let minds: Vec<MindFacts> = pack.minds.iter().map(|(_, it)| MindFacts::of(it)).collect();
        let woken = |kind: &Kind| kind.wakes.as_ref().is_some_and(|it| it.noise.is_some());
        let minds_hear =
            minds.iter().any(|it| it.hears) || pack.kinds.iter().any(|(_, it)| woken(it));
        let mut attributes = attributes(pack, &used.set);
        let items = items(pack, &mut attributes);
        let granted = granted(pack);
        let had = |id: Id<Attribute>| attributes[usize::from(id.index())].had != Had::Never;
        Self {
            joins: used.joins,
            leads: has_mind_that_follows(pack),
            sleeps: pack.core.asleep.is_some_and(had),
            steps_sound: minds_hear && pack.core.noise.is_some_and(had),
            minds_hear,
            attributes,
            items_grant: granted.contains(&true),
            granted,
            minds,
            parties: parties(pack, &sides),
            sides,
            reacting: Reacting::of(pack),
            items,
            counters: pack.kinds.iter().map(|(_, kind)| counter_of(pack, kind)).collect(),
            changing: changing(pack),
            harmful_fields: harmful_fields(pack),
            staying_fields: staying_fields(pack),
            harmful_kinds: pack.kinds.iter().any(|(_, kind)| kind.harmful),
            actors_hide: has_opaque_actors(pack),
            ground_acts: has_acting_ground(pack),
            has_secrets: pack.attributes.iter().any(|(_, it)| it.secret),
            items_leave: pack.kinds.iter().any(|(_, kind)| {
                kind.layer != Layer::Terrain && !kind.on.effects(Occasion::Leave).is_empty()
            }),
            items_touch: pack.kinds.iter().any(|(_, kind)| kind.touch.is_some()),
            light_matters: used.light || has_mind_that_reads_light(pack),
            rooms: used.rooms || !pack.rooms.is_empty(),
            clears_rooms: clears_rooms(pack),
            ways: has_ways(pack),
            conducts: pack.fields.iter().any(|(_, field)| !field.conducts.is_empty()),
            aim_matters: used.aim,
        }
    }

    /// Returns the facts about an attribute.
    pub(crate) fn attribute(&self, id: Id<Attribute>) -> AttributeFacts {
        self.attributes[usize::from(id.index())]
    }

    /// Returns `true` if an item may grant the ability. If not, no bag needs to be searched for it.
    pub(crate) fn is_granted(&self, id: Id<Ability>) -> bool {
        self.granted[usize::from(id.index())]
    }

    /// Returns the facts about a mind.
    pub(crate) fn mind(&self, id: Id<Mind>) -> MindFacts {
        self.minds[usize::from(id.index())]
    }

    /// Returns the facts about the things of a kind that someone carries.
    #[inline]
    pub(crate) fn item(&self, id: Id<Kind>) -> ItemFacts {
        self.items[usize::from(id.index())]
    }

    /// Returns what the things of a kind count in every turn, if they do nothing else then.
    #[inline]
    pub(crate) fn counter(&self, id: Id<Kind>) -> Option<Counter> {
        self.counters[usize::from(id.index())]
    }

    /// Returns the number of a kind's side; 0 if it has none. Numbers compare faster than names.
    pub(crate) fn party(&self, id: Id<Kind>) -> u16 {
        self.parties[usize::from(id.index())]
    }

    /// Returns the number of the side of that name.
    pub(crate) fn party_named(&self, side: &str) -> u16 {
        number_of(&self.sides, side)
    }
}

/// What the formulas and effects of a pack use.
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
#[derive(Default)]
struct Used {
    /// The attributes that an effect changes.
    set: Set<Id<Attribute>>,
    /// Whether a formula reads the light.
    light: bool,
    /// The sides that effects name.
    joined: Set<Arc<str>>,
    /// Whether an effect makes someone change sides.
    joins: bool,
    /// Whether a formula asks about rooms.
    rooms: bool,
    /// Whether an effect moves someone to the cell that was aimed at.
    aim: bool,
}

impl Visitor for Used {
    fn formula(&mut self, formula: &Formula) {
        self.light |= formula.variables().any(|it| matches!(Word::of(it), Word::Light(_)));
        self.rooms |= formula.variables().any(|it| {
            matches!(Word::of(it), Word::RoomsEntered | Word::RoomsCleared | Word::RoomsSeen)
        });
    }

    fn effect(&mut self, effect: &Effect) {
        if let Effect::Join { side, .. } = effect {
            self.joins = true;
            if let Side::Named(name) = side {
                self.joined.insert(Arc::clone(name));
            }
        }
        match effect.nature() {
            Nature::Leaf(_, Leaf::Value { attribute, .. }) => _ = self.set.insert(attribute),
            Nature::Leaf(
                _,
                Leaf::Harm { .. }
                | Leaf::Die
                | Leaf::Begin { .. }
                | Leaf::End { .. }
                | Leaf::Door(_)
                | Leaf::Cells(..)
                | Leaf::Nearby
                | Leaf::Launch(_)
                | Leaf::Identify
                | Leaf::Tell
                | Leaf::Other,
            )
            | Nature::Nest(_) => {}
        }
        self.aim |= matches!(effect, Effect::Move { motion } if motion.to == Destination::Aim);
    }
}

fn attributes(pack: &Pack, set: &Set<Id<Attribute>>) -> Vec<AttributeFacts> {
    let mut facts = vec![AttributeFacts::default(); pack.attributes.len()];
    let mut of = |id: Id<Attribute>, found: AttributeFacts| {
        facts[usize::from(id.index())].add(found);
    };
    let had = |had: Had| AttributeFacts { had, ..AttributeFacts::default() };
    let modified =
        AttributeFacts { modified: true, had: Had::ByThings, ..AttributeFacts::default() };
    let worn = AttributeFacts { worn: true, ..modified };
    for (_, kind) in pack.kinds.iter() {
        let by = if kind.layer == Layer::Terrain { Had::ByGround } else { Had::ByThings };
        for &id in kind.flags.iter().chain(kind.values.keys()) {
            of(id, had(by));
        }
        for modifier in &kind.changes {
            of(modifier.attribute, modified);
        }
        for modifier in &kind.wear {
            of(modifier.attribute, worn);
        }
    }
    for modifier in pack.states.iter().flat_map(|(_, state)| &state.changes) {
        of(modifier.attribute, modified);
    }
    for &id in set.iter() {
        of(id, had(Had::ByThings));
    }
    for (id, attribute) in pack.attributes.iter() {
        let shown_gauge = attribute.kind() == AttributeKind::Gauge && !attribute.secret;
        let default = attribute.default;
        of(id, AttributeFacts { default, shown_gauge, ..AttributeFacts::default() });
        if attribute.default != Fixed::ZERO {
            of(id, had(Had::ByThings));
        }
    }
    note_reads(pack, &mut facts);
    facts
}

/// Notes what the modifiers of attributes read.
fn note_reads(pack: &Pack, facts: &mut [AttributeFacts]) {
    for (id, read) in pack.modifier_reads() {
        let reads_modified = facts[usize::from(read.index())].modified;
        facts[usize::from(id.index())].reads_modified |= reads_modified;
    }
    for modifier in pack.modifiers() {
        facts[usize::from(modifier.attribute.index())].reads_others |= reads_others(modifier);
    }
    for (facts, id) in facts.iter_mut().zip(0..) {
        let mut modifiers = pack.modifiers().filter(|it| it.attribute.index() == id);
        facts.steady = modifiers.all(is_steady);
    }
}

/// Returns `true` if a modifier always adds and multiplies the same.
fn is_steady(modifier: &Modifier) -> bool {
    let plain = |it: &Option<Formula>| it.as_ref().is_none_or(Formula::is_constant);
    modifier.when.is_none() && plain(&modifier.by) && plain(&modifier.times)
}

/// Returns `true` if a modifier depends on more than the entity whose value it modifies.
fn reads_others(modifier: &Modifier) -> bool {
    let mut words = modifier.variables().map(Word::of);
    words.any(|it| {
        let counts_items = matches!(it, Word::WearsTag(..) | Word::CarriesTag(..));
        counts_items || it.subject().is_some_and(|of| of != Subject::Own)
    })
}

impl AttributeFacts {
    fn add(&mut self, found: Self) {
        self.modified |= found.modified;
        self.worn |= found.worn;
        self.default = self.default + found.default;
        self.had = self.had.max(found.had);
        self.shown_gauge |= found.shown_gauge;
    }
}

/// Returns the facts about all kinds as items, and notes the attributes that items watch.
fn items(pack: &Pack, attributes: &mut [AttributeFacts]) -> Vec<ItemFacts> {
    let of = |(_, kind): (_, &Kind)| {
        let watched = watched_by(kind, |id| attributes[usize::from(id.index())]);
        for id in watched.iter().flatten() {
            attributes[usize::from(id.index())].watched = true;
        }
        let mut facts = ItemFacts::of(kind);
        facts.watches = watched.is_some();
        facts
    };
    pack.kinds.iter().map(of).collect()
}

/// Returns the names of all sides in order. Those without a side have the empty one, which is
/// always the first, at 0.
fn sides(pack: &Pack, joined: &Set<Arc<str>>) -> Vec<Arc<str>> {
    let mut sides: Set<Arc<str>> =
        pack.kinds.iter().map(|(_, kind)| Arc::clone(&kind.side)).collect();
    sides.insert("".into());
    for side in joined.iter() {
        sides.insert(Arc::clone(side));
    }
    sides.iter().cloned().collect()
}

fn parties(pack: &Pack, sides: &[Arc<str>]) -> Vec<u16> {
    pack.kinds.iter().map(|(_, kind)| number_of(sides, &kind.side)).collect()
}

fn number_of(sides: &[Arc<str>], side: &str) -> u16 {
    sides.iter().zip(0..).find(|(it, _)| ***it == *side).map_or(0, |(_, number)| number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;

    #[test]
    fn facts_tell_which_entities_may_have_a_flag() {
        let it = Scenario::new(
            "@",
            "{}",
            r#"{ "attributes": { "dry": { "flag": "It burns." }, "odd": { "flag": "Nothing is." },
                   "keen": { "flag": "It smells all." }, "awake": { "flag": "It is up." } },
                 "kinds": { "straw": { "as": "terrain", "look": { "glyph": "," }, "is": ["dry"] },
                   "shrew": { "is": ["keen"], "on": { "struck":
                     { "set": { "attribute": "awake", "to": true, "of": "self" } } } } } }"#,
        );
        let pack = it.game.pack();
        let facts = Facts::of(pack);
        let had = |name| facts.attribute(pack.attributes.find(name).unwrap()).had;
        let all = ["dry", "odd", "keen", "awake"].map(had);
        assert_eq!(all, [Had::ByGround, Had::Never, Had::ByThings, Had::ByThings]);
    }
}
