//! Facts that follow from a pack, computed once when a run begins because rules ask for them all
//! the time.

use barrow_dice::Formula;
use barrow_pack::{
    Ability, Attribute, Behaviour, Deed, Effect, Id, Kind, Layer, Leaf, Mind, Nature, Pack, Sense,
    Visitor, Word,
};
use barrow_small::Set;

use crate::shortcut::hunt::is_plain_hunter;

/// The facts about a pack, by id.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    attributes: Vec<AttributeFacts>,
    granted: Vec<bool>,
    minds: Vec<MindFacts>,
    parties: Vec<u16>,
    /// Whether any item touches what is in its carrier's way.
    pub(crate) items_touch: bool,
    /// Whether a rule reads the light on cells that no player may see.
    pub(crate) light_matters: bool,
}

/// The facts about an attribute.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AttributeFacts {
    /// Whether any modifier changes it. If not, its value is the base value.
    pub(crate) modified: bool,
    /// Whether one of these modifiers belongs to an item.
    pub(crate) worn: bool,
    /// Which entities may have it.
    pub(crate) had: Had,
}

/// The facts about a mind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MindFacts {
    /// Whether an actor that has just waited may act in the next turn, though nothing has changed.
    pub(crate) restless: bool,
    /// Whether it only strikes and approaches; see `shortcut/hunt.rs`.
    pub(crate) plain_hunter: bool,
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
        let mut used = Used { set: Set::new(), light: false };
        pack.walk(&mut used);
        Self {
            attributes: attributes(pack, &used.set),
            granted: granted(pack),
            minds: pack.minds.iter().map(|(_, mind)| MindFacts::of(mind)).collect(),
            parties: parties(pack),
            items_touch: pack.kinds.iter().any(|(_, kind)| kind.touch.is_some()),
            light_matters: used.light || has_mind_that_reads_light(pack),
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

    /// Returns the number of a kind's side; 0 if it has none. Numbers compare faster than names.
    pub(crate) fn party(&self, id: Id<Kind>) -> u16 {
        self.parties[usize::from(id.index())]
    }
}

/// What the formulas and effects of a pack use.
struct Used {
    /// The attributes that an effect changes.
    set: Set<Id<Attribute>>,
    /// Whether a formula reads the light.
    light: bool,
}

impl Visitor for Used {
    fn formula(&mut self, formula: &Formula) {
        self.light |= formula.variables().any(|it| matches!(Word::of(it), Word::Light(_)));
    }

    fn effect(&mut self, effect: &Effect) {
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
                | Leaf::Identify
                | Leaf::Tell
                | Leaf::Other,
            )
            | Nature::Nest(_) => {}
        }
    }
}

fn attributes(pack: &Pack, set: &Set<Id<Attribute>>) -> Vec<AttributeFacts> {
    let mut facts = vec![AttributeFacts::default(); pack.attributes.len()];
    let mut of = |id: Id<Attribute>, found: AttributeFacts| {
        facts[usize::from(id.index())].add(found);
    };
    let had = |had: Had| AttributeFacts { had, ..AttributeFacts::default() };
    let modified = AttributeFacts { modified: true, worn: false, had: Had::ByThings };
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
    facts
}

impl AttributeFacts {
    fn add(&mut self, found: Self) {
        self.modified |= found.modified;
        self.worn |= found.worn;
        self.had = self.had.max(found.had);
    }
}

impl MindFacts {
    fn of(mind: &Mind) -> Self {
        Self { restless: is_restless(mind), plain_hunter: is_plain_hunter(mind) }
    }
}

fn granted(pack: &Pack) -> Vec<bool> {
    let things = pack.kinds.iter().filter(|(_, kind)| kind.layer != Layer::Actor);
    let granted: Set<Id<Ability>> =
        things.flat_map(|(_, kind)| kind.abilities.iter().copied()).collect();
    pack.abilities.iter().map(|(id, _)| granted.contains(&id)).collect()
}

fn parties(pack: &Pack) -> Vec<u16> {
    // Kinds without a side have the empty one, which is always the first, at 0.
    let mut sides: Set<&str> = pack.kinds.iter().map(|(_, kind)| &*kind.side).collect();
    sides.insert("");
    let number = |side: &str| sides.iter().zip(0..).find(|(it, _)| **it == side);
    pack.kinds.iter().map(|(_, kind)| number(&kind.side).map_or(0, |(_, number)| number)).collect()
}

/// Returns `true` if a mind notices foes by the light on them.
fn has_mind_that_reads_light(pack: &Pack) -> bool {
    let mut behaviours = pack.minds.iter().flat_map(|(_, mind)| &mind.behaviours);
    behaviours.any(|it| reads_light(&it.deed))
}

const fn reads_light(deed: &Deed) -> bool {
    match deed {
        Deed::Approach { sense, .. } => match sense {
            Sense::Light => true,
            Sense::Always | Sense::Sight => false,
        },
        Deed::Strike
        | Deed::StrikeBack
        | Deed::Flee { .. }
        | Deed::KeepAway { .. }
        | Deed::Cast { .. }
        | Deed::Shoot { .. }
        | Deed::Guard { .. }
        | Deed::Wander { .. }
        | Deed::Ambush { .. }
        | Deed::Mine { .. }
        | Deed::Wait => false,
    }
}

/// Returns `true` if a mind has a restless behaviour that is always reached: no behaviour before
/// it waits.
fn is_restless(mind: &Mind) -> bool {
    let end = mind.behaviours.iter().position(|it| waits(&it.deed));
    let asked = end.map_or(&mind.behaviours[..], |end| &mind.behaviours[..=end]);
    asked.iter().any(is_restless_behaviour)
}

/// Returns `true` if a deed may propose to wait.
const fn waits(deed: &Deed) -> bool {
    match deed {
        Deed::Wait | Deed::Ambush { .. } => true,
        Deed::Strike
        | Deed::StrikeBack
        | Deed::Approach { .. }
        | Deed::Flee { .. }
        | Deed::KeepAway { .. }
        | Deed::Cast { .. }
        | Deed::Shoot { .. }
        | Deed::Guard { .. }
        | Deed::Wander { .. }
        | Deed::Mine { .. } => false,
    }
}

/// Returns `true` if a behaviour that has just proposed nothing may propose something in the next
/// turn, though nothing has changed and no foe has come near.
pub(crate) const fn is_restless_behaviour(behaviour: &Behaviour) -> bool {
    let deed = match &behaviour.deed {
        Deed::Approach { within, sense, .. } => within.is_none() && matches!(sense, Sense::Always),
        Deed::Cast { .. } | Deed::Wander { .. } | Deed::Mine { .. } => true,
        Deed::Strike
        | Deed::StrikeBack
        | Deed::Flee { .. }
        | Deed::KeepAway { .. }
        | Deed::Shoot { .. }
        | Deed::Guard { .. }
        | Deed::Ambush { .. }
        | Deed::Wait => false,
    };
    deed || behaviour.when.is_some() || behaviour.chance.is_some()
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
