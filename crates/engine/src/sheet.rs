//! Values as the rules see them: an entity's own value, plus what equipment and states add. They
//! are computed whenever they are read. Nothing is added on equip or taken back on unequip, so
//! nothing can be left behind.
//!
//! A sheet can also be read as if an actor wore something else, to compare before equipping.

mod explained;
mod formula_values;
mod selected;

use barrow_dice::{Fixed, Formula, Rng, Values, Variable};
use barrow_grid::Pos;
use barrow_pack::{Attribute, AttributeKind, Id, Kind, Modifier, Pack, Slot};

use crate::ctx::scene::Scene;
use crate::facts::Facts;
use crate::state::entity::{Actor, At, EntityId, Value};
use crate::state::world::World;

pub use self::explained::{Attributes, Explained, Reason, Source};
use self::formula_values::FormulaValues;

/// Reads the values of all entities.
#[derive(Clone, Copy)]
pub(crate) struct Sheet<'g> {
    pack: &'g Pack,
    facts: &'g Facts,
    world: &'g World,
    /// An actor that is read as if it wore something else.
    dressed: Option<&'g Dressed>,
}

/// An actor as it would be with other equipment.
pub(crate) struct Dressed {
    pub(crate) who: EntityId,
    /// What it would wear, and where.
    pub(crate) worn: Vec<(Id<Slot>, EntityId)>,
    /// What it would carry besides its bag.
    pub(crate) taken: Option<EntityId>,
}

impl<'g> Sheet<'g> {
    pub(crate) const fn new(pack: &'g Pack, facts: &'g Facts, world: &'g World) -> Self {
        Self { pack, facts, world, dressed: None }
    }

    /// Returns the sheet as if an actor wore something else.
    pub(crate) const fn as_if(self, dressed: &'g Dressed) -> Self {
        Self { dressed: Some(dressed), ..self }
    }

    fn dressed(self, who: EntityId) -> Option<&'g Dressed> {
        self.dressed.filter(|it| it.who == who)
    }

    /// Returns what an actor wears, and where.
    fn worn(self, who: EntityId, actor: &'g Actor) -> &'g [(Id<Slot>, EntityId)] {
        self.dressed(who).map_or(&actor.worn, |it| &it.worn)
    }

    /// Returns everything that an actor carries.
    fn carried(self, who: EntityId, actor: &'g Actor) -> impl Iterator<Item = EntityId> + Clone {
        let taken = self.dressed(who).and_then(|it| it.taken);
        actor.bag.iter().copied().chain(taken)
    }

    /// Returns the value of an attribute as the rules see it. For a gauge this is what it holds;
    /// equipment and states change its maximum.
    #[inline]
    pub(crate) fn value(self, who: EntityId, attribute: Id<Attribute>) -> Fixed {
        if self.facts.attribute(attribute).modified && !self.is_unmodified(who) {
            return self.effective(who, attribute);
        }
        self.base(who, attribute)
    }

    /// Returns the value of an attribute for an entity that may have modifiers.
    fn effective(self, who: EntityId, attribute: Id<Attribute>) -> Fixed {
        let base = self.base(who, attribute);
        match self.pack.attributes.get(attribute).kind() {
            AttributeKind::Number => self.modified(who, attribute, base),
            AttributeKind::Flag => {
                Fixed::from_bool(self.modified(who, attribute, base) > Fixed::ZERO)
            }
            AttributeKind::Gauge => self.gauge(who, attribute).now,
        }
    }

    /// Returns whether nothing can modify the values of an entity. Most actors carry nothing and
    /// have no states.
    pub(crate) fn is_unmodified(self, who: EntityId) -> bool {
        let entity = &self.world.entities[who.index()];
        let actor = entity.actor.as_ref();
        actor.is_none_or(|actor| actor.bag.is_empty() && actor.states.is_empty())
            && self.pack.kinds.get(entity.kind).changes.is_empty()
            && self.dressed.is_none()
    }

    /// Returns a base value plus everything that is added to it, times every factor.
    fn modified(self, who: EntityId, attribute: Id<Attribute>, base: Fixed) -> Fixed {
        if !self.facts.attribute(attribute).modified {
            return base;
        }
        let mut sum = Sum::of(base);
        self.each_reason(who, Some(attribute), |_, modifier| {
            if self.modifies(who, modifier) {
                sum.add(self.terms(who, modifier));
            }
        });
        sum.total()
    }

    /// Returns an entity's own value, before any modifier.
    pub(crate) fn base(self, who: EntityId, attribute: Id<Attribute>) -> Fixed {
        let entity = &self.world.entities[who.index()];
        if let Some(value) = entity.own(attribute) {
            return value.now;
        }
        Fixed::from_bool(self.pack.kinds.get(entity.kind).flags.contains(&attribute))
    }

    /// Returns whether an entity has a value of an attribute itself, or its kind has the flag.
    pub(crate) fn has(self, who: EntityId, attribute: Id<Attribute>) -> bool {
        let entity = &self.world.entities[who.index()];
        let flags = &self.pack.kinds.get(entity.kind).flags;
        entity.own(attribute).is_some() || flags.contains(&attribute)
    }

    /// Returns whether careful minds avoid a cell.
    fn is_dangerous(self, at: Pos) -> bool {
        let level = &self.world.level;
        let mut fields = self.pack.fields.iter().filter(|(_, field)| field.harmful);
        level.harm.contains(at) || fields.any(|(id, _)| level.field_at(id, at) > 0)
    }

    /// Visits each modifier of an entity with its source: its kind, the items it has in use, its
    /// states. With an attribute, visits only the modifiers of that one.
    fn each_reason(
        self,
        who: EntityId,
        attribute: Option<Id<Attribute>>,
        mut visit: impl FnMut(Source, &'g Modifier),
    ) {
        let bears = |it: &&Modifier| attribute.is_none_or(|attribute| it.attribute == attribute);
        let entity = &self.world.entities[who.index()];
        for modifier in self.pack.kinds.get(entity.kind).changes.iter().filter(bears) {
            visit(Source::Nature, modifier);
        }
        let Some(actor) = &entity.actor else { return };
        let worn = attribute.is_none_or(|it| self.facts.attribute(it).worn);
        for item in self.carried(who, actor).filter(|_| worn) {
            let thing = &self.world.entities[item.index()];
            let kind = self.pack.kinds.get(thing.kind);
            let mut wear = kind.wear.iter().filter(bears).peekable();
            // Few items modify anything, so this comes first.
            if wear.peek().is_some()
                && is_in_use(kind, thing.active, || wears(self.worn(who, actor), item))
            {
                wear.for_each(|modifier| visit(Source::Worn(item), modifier));
            }
        }
        for &(state, _) in &actor.states {
            for modifier in self.pack.states.get(state).changes.iter().filter(bears) {
                visit(Source::State(state), modifier);
            }
        }
    }

    /// Returns what a modifier adds, and what it multiplies with.
    fn terms(self, who: EntityId, modifier: &Modifier) -> (Fixed, Fixed) {
        let term = |formula: &Option<Formula>| formula.as_ref().map(|it| self.base_number(who, it));
        (term(&modifier.by).unwrap_or(Fixed::ZERO), term(&modifier.times).unwrap_or(Fixed::ONE))
    }

    fn modifies(self, who: EntityId, modifier: &Modifier) -> bool {
        modifier.when.as_ref().is_none_or(|it| self.base_number(who, it).is_true())
    }

    /// Returns the value of a modifier's formula. It reads base values only, because a modifier
    /// that reads what it modifies would never end. It never draws.
    fn base_number(self, who: EntityId, formula: &Formula) -> Fixed {
        if let Some(constant) = formula.constant() {
            return constant;
        }
        let scene = Scene { player: self.player_for(who), ..Scene::of(who) };
        let values = FormulaValues { sheet: self, scene: &scene, base: true };
        formula.value(&values, &mut Rng::new(0))
    }

    /// Returns the value of a formula.
    pub(crate) fn number(self, formula: &Formula, scene: &Scene, rng: &mut Rng) -> Fixed {
        formula.value(&FormulaValues { sheet: self, scene, base: false }, rng)
    }

    /// Returns the minimum and the maximum that a formula can give.
    pub(crate) fn bounds(self, formula: &Formula, scene: &Scene) -> (Fixed, Fixed) {
        formula.bounds(&FormulaValues { sheet: self, scene, base: false })
    }

    /// Returns the value of a single variable of a formula.
    pub(crate) fn variable(self, variable: Variable, scene: &Scene) -> Fixed {
        FormulaValues { sheet: self, scene, base: false }.value(variable)
    }

    /// Returns the mean of a formula's chance over all its draws. If there are too many cases to
    /// count, returns the middle between the minimum and the maximum.
    pub(crate) fn chance(self, formula: &Formula, scene: &Scene) -> Fixed {
        let values = FormulaValues { sheet: self, scene, base: false };
        formula.mean_chance(&values).unwrap_or_else(|| {
            let (min, max) = formula.bounds(&values);
            let clamped = |it: Fixed| it.clamp(Fixed::ZERO, Fixed::ONE);
            (clamped(min) + clamped(max)) / Fixed::from_whole(2)
        })
    }

    /// Returns the maximum of a gauge now.
    pub(crate) fn max(self, who: EntityId, attribute: Id<Attribute>) -> Fixed {
        self.gauge(who, attribute).max
    }

    /// Returns the value and the maximum of a gauge now, or zero if the entity has no such gauge.
    pub(crate) fn gauge(self, who: EntityId, attribute: Id<Attribute>) -> Value {
        let own = self.world.entities[who.index()].own(attribute).unwrap_or_default();
        let max = self.modified(who, attribute, own.max).max(Fixed::ZERO);
        Value { now: own.now.min(max), max }
    }

    /// Returns the player that the modifiers of an entity refer to: itself, or the first player.
    fn player_for(self, who: EntityId) -> Option<EntityId> {
        let players = || self.world.players.iter().map(|it| it.entity);
        players().find(|&it| it == who).or_else(|| players().next())
    }

    /// Returns what stands or lies in a cell.
    fn things_at(self, at: Pos) -> impl Iterator<Item = EntityId> {
        let top = self.world.level.piles.get(at).copied().flatten();
        let below = move |id: &EntityId| self.world.entities[id.index()].below;
        self.world.level.actor_at(at).into_iter().chain(std::iter::successors(top, below))
    }

    /// Returns how many things of a kind stand or lie in a cell.
    fn count_at(self, at: Pos, kind: Id<Kind>) -> i64 {
        let entity = |id: EntityId| &self.world.entities[id.index()];
        self.things_at(at)
            .filter(|&it| entity(it).kind == kind)
            .map(|it| i64::from(entity(it).count))
            .sum()
    }

    fn location(self, who: EntityId) -> Option<Pos> {
        let entity = &self.world.entities[who.index()];
        match entity.at {
            At::Cell(pos) => Some(pos),
            At::Bag(carrier) | At::Named(carrier) => self.world.entities[carrier.index()].pos(),
            At::Gone => None,
        }
    }
}

fn wears(worn: &[(Id<Slot>, EntityId)], item: EntityId) -> bool {
    worn.iter().any(|&(_, it)| it == item)
}

/// Returns whether the `wear` modifiers of a carried item apply. It must be worn, unless it has a
/// switch and no slot; if it has a switch, it must be switched on.
fn is_in_use(kind: &Kind, active: bool, worn: impl FnOnce() -> bool) -> bool {
    match &kind.item {
        Some(item) if item.passive => true,
        Some(item) if item.switch.is_some() => active && (item.slot.is_none() || worn()),
        _ => worn(),
    }
}

/// A sum that starts with a base value, and the product of all factors.
struct Sum {
    sum: Fixed,
    factor: Fixed,
}

impl Sum {
    const fn of(base: Fixed) -> Self {
        Self { sum: base, factor: Fixed::ONE }
    }

    fn add(&mut self, (by, times): (Fixed, Fixed)) {
        self.sum = self.sum + by;
        // Few modifiers multiply, and a product is slow.
        if times != Fixed::ONE {
            self.factor = self.factor * times;
        }
    }

    fn total(self) -> Fixed {
        if self.factor == Fixed::ONE { self.sum } else { self.sum * self.factor }
    }
}
