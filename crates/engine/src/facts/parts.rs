//! Facts about what takes part in the deeds of an actor: the items that it carries, its states.

use barrow_pack::{Ability, Attribute, Effect, Hooks, Id, Item, Kind, Layer, Occasion, Pack};
use barrow_small::Set;

/// The occasions on which things take part in what an actor does. If there are none, nothing is
/// searched for them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reacting {
    /// The occasions of items.
    pub(crate) items: Occasions,
    /// The occasions of items that work while they are merely carried.
    pub(crate) carried: Occasions,
    /// The occasions of states.
    pub(crate) states: Occasions,
}

/// The occasions of an actor that reach its items. On all others an item acts by itself.
const SHARED_WITH_ITEMS: [Occasion; 8] = [
    Occasion::Step,
    Occasion::Hit,
    Occasion::Struck,
    Occasion::Kill,
    Occasion::Die,
    Occasion::Cast,
    Occasion::Arrive,
    Occasion::Clear,
];

/// The occasions of an actor that reach its states.
const SHARED_WITH_STATES: [Occasion; 5] =
    [Occasion::Step, Occasion::Hit, Occasion::Struck, Occasion::Kill, Occasion::Cast];

/// A set of occasions.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Occasions(u32);

impl Occasions {
    pub(crate) const fn contains(self, occasion: Occasion) -> bool {
        self.0 >> occasion as u32 & 1 == 1
    }

    /// Adds those occasions of some hooks that are shared with an actor.
    fn add(&mut self, hooks: &Hooks, shared: &[Occasion]) {
        let reacts = |it: &(Occasion, &[Effect])| shared.contains(&it.0) && !it.1.is_empty();
        for (occasion, _) in hooks.iter().filter(reacts) {
            self.0 |= 1 << occasion as u32;
        }
    }
}

/// The facts about a kind of thing that may be carried. They are small, so that it costs little to
/// ask everything that someone carries.
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ItemFacts {
    /// The occasions of its carrier that it takes part in while it is at work.
    pub(crate) shared: Occasions,
    /// The attributes of its carrier that it modifies while it is at work, a bit each. A bit stands
    /// for every 64th attribute.
    modifies: u64,
    /// Whether players must identify it.
    pub(crate) unknown: bool,
    /// Whether it does something on the cell that its carrier leaves.
    pub(crate) leaves: bool,
    /// Whether all that it does on a step hangs on values; see `shortcut/quiet.rs`.
    pub(crate) watches: bool,
    /// Whether it is at work while it is merely carried.
    passive: bool,
    /// Whether it can be worn.
    pub(crate) wearable: bool,
    /// Whether it can be switched on and off.
    pub(crate) switch: bool,
}

impl ItemFacts {
    pub(super) fn of(kind: &Kind) -> Self {
        let mut shared = Occasions::default();
        shared.add(&kind.on, &SHARED_WITH_ITEMS);
        let leaves = !kind.on.effects(Occasion::Leave).is_empty();
        let modifies = kind.wear.iter().fold(0, |bits, it| bits | bit_of(it.attribute));
        let is = |holds: fn(&Item) -> bool| kind.item.as_ref().is_some_and(holds);
        Self {
            shared,
            modifies,
            unknown: is(|it| it.unknown.is_some()),
            leaves,
            watches: false,
            passive: is(|it| it.passive),
            wearable: is(|it| it.slot.is_some()),
            switch: is(|it| it.switch.is_some()),
        }
    }

    /// Returns whether a carried item is at work. It must be worn, unless it is passive, or has a
    /// switch and no slot; if it has a switch, it must be switched on.
    #[inline]
    pub(crate) fn is_in_use(self, active: bool, worn: impl FnOnce() -> bool) -> bool {
        if self.passive {
            return true;
        }
        if self.switch { active && (!self.wearable || worn()) } else { worn() }
    }

    /// Returns whether it may be at work without being worn.
    pub(crate) const fn works_unworn(self) -> bool {
        self.passive || self.switch && !self.wearable
    }

    /// Returns `false` if it does not modify an attribute, or none at all if that is `None`.
    pub(crate) fn may_modify(self, attribute: Option<Id<Attribute>>) -> bool {
        self.modifies & attribute.map_or(u64::MAX, bit_of) != 0
    }
}

const fn bit_of(attribute: Id<Attribute>) -> u64 {
    1 << (attribute.index() % 64)
}

impl Reacting {
    pub(super) fn of(pack: &Pack) -> Self {
        let mut reacting = Self::default();
        for (_, kind) in pack.kinds.iter() {
            if kind.item.is_none() {
                continue;
            }
            reacting.items.add(&kind.on, &SHARED_WITH_ITEMS);
            if ItemFacts::of(kind).works_unworn() {
                reacting.carried.add(&kind.on, &SHARED_WITH_ITEMS);
            }
        }
        for (_, state) in pack.states.iter() {
            reacting.states.add(&state.on, &SHARED_WITH_STATES);
        }
        reacting
    }
}

/// Returns the attributes that change in every turn.
pub(super) fn changing(pack: &Pack) -> Vec<Id<Attribute>> {
    let changing = pack.attributes.iter().filter(|(_, it)| it.per_turn.is_some());
    changing.map(|(id, _)| id).collect()
}

/// Returns which abilities some thing that is no actor grants, by id.
pub(super) fn granted(pack: &Pack) -> Vec<bool> {
    let things = pack.kinds.iter().filter(|(_, kind)| kind.layer != Layer::Actor);
    let granted: Set<Id<Ability>> =
        things.flat_map(|(_, kind)| kind.abilities.iter().copied()).collect();
    pack.abilities.iter().map(|(id, _)| granted.contains(&id)).collect()
}
