//! Values as the rules see them: an entity's own value, plus what equipment and states add. They
//! are computed whenever they are read, apart from sums that cannot have changed. Nothing is added
//! on equip or taken back on unequip, so nothing can be left behind.
//!
//! A sheet can also be read as if an actor wore something else, to compare before equipping.

mod explained;
mod formula_values;
mod selected;

use std::cell::RefCell;

use barrow_dice::{Fixed, Formula, Rng, Values, Variable};
use barrow_grid::Pos;
use barrow_pack::{Attribute, AttributeKind, Id, Kind, Modifier, Slot};

use crate::ctx::ReadCtx;
use crate::ctx::scene::Scene;
use crate::facts::AttributeFacts;
use crate::state::entity::{Actor, EntityId, Value};

pub use self::explained::{Attributes, Explained, Reason, Source};
use self::formula_values::FormulaValues;

/// Reads the values of all entities.
#[derive(Clone, Copy)]
pub(crate) struct Sheet<'g> {
    look: ReadCtx<'g>,
    /// An actor that is read as if it wore something else.
    dressed: Option<&'g Dressed>,
    /// What was computed already for the value that is being read.
    computed: Option<&'g Computed>,
}

/// Effective values that modifiers of another value have read. Without it, values that read each
/// other several times would be computed more and more often.
type Computed = RefCell<Vec<(EntityId, Id<Attribute>, Fixed)>>;

/// An actor as it would be with other equipment.
pub(crate) struct Dressed {
    pub(crate) who: EntityId,
    /// What it would wear, and where.
    pub(crate) worn: Vec<(Id<Slot>, EntityId)>,
    /// What it would carry.
    pub(crate) carried: Vec<EntityId>,
}

impl<'g> Sheet<'g> {
    pub(crate) const fn new(look: ReadCtx<'g>) -> Self {
        Self { look, dressed: None, computed: None }
    }

    /// Returns the sheet as if an actor wore something else.
    pub(crate) const fn as_if(self, dressed: &'g Dressed) -> Self {
        Self { dressed: Some(dressed), ..self }
    }

    fn dressed(&self, who: EntityId) -> Option<&'g Dressed> {
        self.dressed.filter(|it| it.who == who)
    }

    /// Returns what an actor wears, and where.
    fn worn(&self, who: EntityId, actor: &'g Actor) -> &'g [(Id<Slot>, EntityId)] {
        self.dressed(who).map_or(&actor.worn, |it| &it.worn)
    }

    /// Returns everything that an actor carries.
    fn carried(&self, who: EntityId, actor: &'g Actor) -> &'g [EntityId] {
        self.dressed(who).map_or(&actor.bag, |it| &it.carried)
    }

    /// Returns the value of an attribute as the rules see it. For a gauge this is what it holds;
    /// equipment and states change its maximum.
    #[inline]
    pub(crate) fn value(&self, who: EntityId, attribute: Id<Attribute>) -> Fixed {
        if self.look.facts.attribute(attribute).modified && !self.is_unmodified(who) {
            return self.effective(who, attribute);
        }
        self.base(who, attribute)
    }

    /// Returns the value of an attribute for an entity that may have modifiers.
    fn effective(&self, who: EntityId, attribute: Id<Attribute>) -> Fixed {
        let base = self.base(who, attribute);
        match self.look.pack.attributes.get(attribute).kind() {
            AttributeKind::Number => self.modified(who, attribute, base),
            AttributeKind::Flag => {
                Fixed::from_bool(self.modified(who, attribute, base) > Fixed::ZERO)
            }
            AttributeKind::Gauge => self.gauge(who, attribute).now,
        }
    }

    /// Returns whether nothing can modify the values of an entity. Most actors carry nothing and
    /// have no states.
    pub(crate) fn is_unmodified(&self, who: EntityId) -> bool {
        let entity = self.look.entity(who);
        let actor = entity.actor.as_ref();
        actor.is_none_or(|actor| actor.bag.is_empty() && actor.states.is_empty())
            && self.look.kind(who).changes.is_empty()
            && self.dressed.is_none()
    }

    /// Returns a base value plus everything that is added to it, times every factor.
    #[inline]
    fn modified(&self, who: EntityId, attribute: Id<Attribute>, base: Fixed) -> Fixed {
        let facts = self.look.facts.attribute(attribute);
        match facts {
            AttributeFacts { modified: false, .. } => base,
            AttributeFacts { reads_modified: false, .. } => self.summed(who, attribute, base),
            _ => self.computed_once(who, attribute, base),
        }
    }

    /// Does the same for an attribute whose modifiers read other modified attributes.
    fn computed_once(&self, who: EntityId, attribute: Id<Attribute>, base: Fixed) -> Fixed {
        match self.computed {
            None => {
                let computed = Computed::default();
                Sheet { computed: Some(&computed), ..*self }.summed(who, attribute, base)
            }
            Some(computed) => {
                let known =
                    |it: &&(EntityId, Id<Attribute>, Fixed)| (it.0, it.1) == (who, attribute);
                let found = computed.borrow().iter().find(known).map(|it| it.2);
                found.unwrap_or_else(|| {
                    let value = self.summed(who, attribute, base);
                    computed.borrow_mut().push((who, attribute, value));
                    value
                })
            }
        }
    }

    #[inline]
    fn summed(&self, who: EntityId, attribute: Id<Attribute>, base: Fixed) -> Fixed {
        let lasts = self.look.facts.attribute(attribute).steady
            && self.dressed.is_none()
            && !self.look.world.shortcuts_off();
        let compute = || self.sum_of(who, attribute);
        let sum = if lasts { self.look.world.sums.get(who, attribute, compute) } else { compute() };
        sum.applied_to(base)
    }

    /// Adds up all modifiers of an entity's attribute.
    fn sum_of(&self, who: EntityId, attribute: Id<Attribute>) -> Sum {
        let mut sum = Sum::default();
        self.each_reason(who, Some(attribute), |source, modifier| {
            if self.modifies(who, source, modifier) {
                sum.add(self.terms(who, source, modifier));
            }
        });
        sum
    }

    /// Returns an entity's own value, before any modifier.
    #[inline]
    pub(crate) fn base(&self, who: EntityId, attribute: Id<Attribute>) -> Fixed {
        let own = self.look.entity(who).own(attribute);
        own.map_or_else(|| self.base_of_kind(who, attribute), |own| own.now)
    }

    /// Returns the value of an attribute for an entity that has none of its own.
    fn base_of_kind(&self, who: EntityId, attribute: Id<Attribute>) -> Fixed {
        let flag = self.look.kind(who).flags.contains(&attribute);
        if flag { Fixed::ONE } else { self.look.facts.attribute(attribute).default }
    }

    /// Returns whether an entity has a value of an attribute itself, or its kind has the flag.
    pub(crate) fn has(&self, who: EntityId, attribute: Id<Attribute>) -> bool {
        let entity = self.look.entity(who);
        let flags = &self.look.kind(who).flags;
        entity.own(attribute).is_some() || flags.contains(&attribute)
    }

    /// Returns whether players know what a thing is.
    pub(crate) fn is_known(&self, who: EntityId) -> bool {
        let entity = &self.look.world.entities[who.index()];
        !self.look.facts.item(entity.kind).unknown
            || entity.known
            || self.look.world.identified.binary_search(&entity.kind).is_ok()
    }

    /// Returns whether careful minds avoid a cell.
    fn is_dangerous(&self, at: Pos) -> bool {
        let level = &self.look.world.level;
        let mut fields = self.look.pack.fields.iter().filter(|(_, field)| field.harmful);
        level.harm.contains(at) || fields.any(|(id, _)| level.field_at(id, at) > 0)
    }

    /// Visits each modifier of an entity with its source: its kind, the items it has in use, its
    /// states. With an attribute, visits only the modifiers of that one.
    fn each_reason(
        &self,
        who: EntityId,
        attribute: Option<Id<Attribute>>,
        mut visit: impl FnMut(Source, &'g Modifier),
    ) {
        let bears = |it: &&Modifier| attribute.is_none_or(|attribute| it.attribute == attribute);
        let entity = self.look.entity(who);
        for modifier in self.look.kind(who).changes.iter().filter(bears) {
            visit(Source::Nature, modifier);
        }
        let Some(actor) = &entity.actor else { return };
        let worn = attribute.is_none_or(|it| self.look.facts.attribute(it).worn);
        for &item in self.carried(who, actor).iter().filter(|_| worn) {
            let thing = self.look.entity(item);
            // Few items modify a value, so this comes first.
            let facts = self.look.facts.item(thing.kind);
            if !facts.may_modify(attribute) {
                continue;
            }
            if facts.is_in_use(thing.active, || wears(self.worn(who, actor), item)) {
                for modifier in self.look.kind(item).wear.iter().filter(bears) {
                    visit(Source::Worn(item), modifier);
                }
            }
        }
        for &(state, _) in &actor.states {
            for modifier in self.look.pack.states.get(state).changes.iter().filter(bears) {
                visit(Source::State(state), modifier);
            }
        }
    }

    /// Returns what a modifier adds, and what it multiplies with.
    fn terms(&self, who: EntityId, source: Source, modifier: &Modifier) -> (Fixed, Fixed) {
        let attribute = modifier.attribute;
        let term = |formula: &Option<Formula>| {
            formula.as_ref().map(|it| self.modifier_number(who, source, attribute, it))
        };
        (term(&modifier.by).unwrap_or(Fixed::ZERO), term(&modifier.times).unwrap_or(Fixed::ONE))
    }

    fn modifies(&self, who: EntityId, source: Source, modifier: &Modifier) -> bool {
        let number = |it| self.modifier_number(who, source, modifier.attribute, it);
        modifier.when.as_ref().is_none_or(|it| number(it).is_true())
    }

    /// Returns the value of a formula of an attribute's modifier. It reads effective values, but
    /// of that attribute only the base. The loader has made sure that this ends. It never draws.
    fn modifier_number(
        &self,
        who: EntityId,
        source: Source,
        attribute: Id<Attribute>,
        formula: &Formula,
    ) -> Fixed {
        if let Some(constant) = formula.constant() {
            return constant;
        }
        let item = match source {
            Source::Worn(item) => Some(item),
            Source::Nature | Source::State(_) => None,
        };
        let scene = Scene { player: self.player_for(who), item, ..Scene::of(who) };
        let values = FormulaValues { sheet: self, scene: &scene, modifies: Some(attribute) };
        formula.value(&values, &mut Rng::new(0))
    }

    /// Returns the value of a formula.
    pub(crate) fn number(&self, formula: &Formula, scene: &Scene, rng: &mut Rng) -> Fixed {
        formula.value(&FormulaValues { sheet: self, scene, modifies: None }, rng)
    }

    /// Returns the minimum and the maximum that a formula can give.
    pub(crate) fn bounds(&self, formula: &Formula, scene: &Scene) -> (Fixed, Fixed) {
        formula.bounds(&FormulaValues { sheet: self, scene, modifies: None })
    }

    /// Returns the value of a single variable of a formula.
    pub(crate) fn variable(&self, variable: Variable, scene: &Scene) -> Fixed {
        FormulaValues { sheet: self, scene, modifies: None }.value(variable)
    }

    /// Returns the mean of a formula's chance over all its draws. If there are too many cases to
    /// count, returns the middle between the minimum and the maximum.
    pub(crate) fn chance(&self, formula: &Formula, scene: &Scene) -> Fixed {
        let values = FormulaValues { sheet: self, scene, modifies: None };
        formula.mean_chance(&values).unwrap_or_else(|| {
            let (min, max) = formula.bounds(&values);
            let clamped = |it: Fixed| it.clamp(Fixed::ZERO, Fixed::ONE);
            (clamped(min) + clamped(max)) / Fixed::from_whole(2)
        })
    }

    /// Returns the maximum of a gauge now.
    pub(crate) fn max(&self, who: EntityId, attribute: Id<Attribute>) -> Fixed {
        self.gauge(who, attribute).max
    }

    /// Returns the value and the maximum of a gauge now, or zero if the entity has no such gauge.
    pub(crate) fn gauge(&self, who: EntityId, attribute: Id<Attribute>) -> Value {
        self.gauge_of(who, attribute, self.look.entity(who).own(attribute).unwrap_or_default())
    }

    /// Does the same as [`Self::gauge`] for an own value that the caller has read already.
    pub(crate) fn gauge_of(&self, who: EntityId, attribute: Id<Attribute>, own: Value) -> Value {
        let max = self.modified(who, attribute, own.max).max(Fixed::ZERO);
        Value { now: own.now.min(max), max }
    }

    /// Returns the player that the modifiers of an entity refer to: itself, or the first player.
    fn player_for(&self, who: EntityId) -> Option<EntityId> {
        let players = || self.look.world.players.iter().map(|it| it.entity);
        players().find(|&it| it == who).or_else(|| players().next())
    }

    /// Returns what stands or lies in a cell.
    fn things_at(&self, at: Pos) -> impl Iterator<Item = EntityId> {
        self.look.world.level.actor_at(at).into_iter().chain(self.look.pile(at))
    }

    /// Returns how many things of a kind stand or lie in a cell.
    fn count_at(&self, at: Pos, kind: Id<Kind>) -> i64 {
        let there = self.things_at(at).map(|id| self.look.entity(id));
        let there = there.filter(|it| it.kind == kind);
        there.map(|it| i64::from(it.count)).sum()
    }
}

/// Returns whether an item is among what is worn.
pub(crate) fn wears(worn: &[(Id<Slot>, EntityId)], item: EntityId) -> bool {
    worn.iter().any(|&(_, it)| it == item)
}

/// What some modifiers add to a value, and the product of their factors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sum {
    by: Fixed,
    times: Fixed,
}

impl Default for Sum {
    fn default() -> Self {
        Self { by: Fixed::ZERO, times: Fixed::ONE }
    }
}

impl Sum {
    fn add(&mut self, (by, times): (Fixed, Fixed)) {
        self.by = self.by + by;
        // Few modifiers multiply, and a product is slow.
        if times != Fixed::ONE {
            self.times = self.times * times;
        }
    }

    fn applied_to(self, base: Fixed) -> Fixed {
        let sum = base + self.by;
        if self.times == Fixed::ONE { sum } else { sum * self.times }
    }
}
