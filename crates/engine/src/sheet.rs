//! Values as the rules see them: base, plus equipment, plus states. Nothing is ever added on
//! equip or taken back on unequip, so nothing can be left behind.
//!
//! A sheet can also be read as if someone wore something else, to compare before equipping.

mod explained;

use barrow_dice::{Fixed, Formula, Rng, Values, Variable};
use barrow_grid::Dir;
use barrow_pack::{Attribute, AttributeKind, Id, Kind, Modifier, Pack, Reach, Slot, Subject, Word};

use crate::ctx::scene::Scene;
use crate::facts::Facts;
use crate::state::entity::{Actor, At, EntityId, Value};
use crate::state::world::World;

pub use self::explained::{Attributes, Explained, Reason, Source};

/// The values of all entities, to read.
#[derive(Clone, Copy)]
pub(crate) struct Sheet<'g> {
    pack: &'g Pack,
    facts: &'g Facts,
    world: &'g World,
    /// Someone who is read as wearing something else than it does.
    dressed: Option<&'g Dressed>,
}

/// Someone as it would be with other equipment.
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

    /// Returns the same sheet as if someone wore something else.
    pub(crate) const fn as_if(self, dressed: &'g Dressed) -> Self {
        Self { dressed: Some(dressed), ..self }
    }

    fn dressed(self, who: EntityId) -> Option<&'g Dressed> {
        self.dressed.filter(|it| it.who == who)
    }

    /// Returns what someone wears, and where.
    fn worn(self, who: EntityId, actor: &'g Actor) -> &'g [(Id<Slot>, EntityId)] {
        self.dressed(who).map_or(&actor.worn, |it| &it.worn)
    }

    /// Returns everything that someone carries.
    fn carried(self, who: EntityId, actor: &'g Actor) -> impl Iterator<Item = EntityId> + Clone {
        let taken = self.dressed(who).and_then(|it| it.taken);
        actor.bag.iter().copied().chain(taken)
    }

    /// Returns the value of an attribute as the rules see it. For a gauge this is what it holds;
    /// equipment and states change its maximum.
    #[inline]
    pub(crate) fn value(self, who: EntityId, attribute: Id<Attribute>) -> Fixed {
        if self.facts.attribute(attribute).modified && !self.is_as_it_is(who) {
            return self.effective(who, attribute);
        }
        self.base(who, attribute)
    }

    /// Returns the value for an entity whose values may be modified.
    #[inline(never)]
    fn effective(self, who: EntityId, attribute: Id<Attribute>) -> Fixed {
        let base = self.base(who, attribute);
        match self.pack.attributes.get(attribute).kind() {
            AttributeKind::Number => self.modified(who, attribute, base),
            AttributeKind::Flag => self.flag(who, attribute, base),
            AttributeKind::Gauge => self.gauge(who, attribute).now,
        }
    }

    #[inline(never)]
    fn flag(self, who: EntityId, attribute: Id<Attribute>, base: Fixed) -> Fixed {
        Fixed::from_bool(self.modified(who, attribute, base) > Fixed::ZERO)
    }

    /// Returns whether nothing can change a value of someone: most actors carry nothing and have
    /// no states, and their values are read all the time.
    pub(crate) fn is_as_it_is(self, who: EntityId) -> bool {
        let entity = &self.world.entities[who.index()];
        let actor = entity.actor.as_ref();
        actor.is_none_or(|actor| actor.bag.is_empty() && actor.states.is_empty())
            && self.pack.kinds.get(entity.kind).changes.is_empty()
            && self.dressed.is_none()
    }

    /// Returns a base value with everything added to it, then multiplied.
    #[inline(never)]
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

    /// Returns an entity's own value, before anything is added.
    pub(crate) fn base(self, who: EntityId, attribute: Id<Attribute>) -> Fixed {
        let entity = &self.world.entities[who.index()];
        if let Some(value) = entity.own(attribute) {
            return value.now;
        }
        self.flag_of_kind(entity.kind, attribute)
    }

    #[inline(never)]
    fn flag_of_kind(self, kind: Id<Kind>, attribute: Id<Attribute>) -> Fixed {
        Fixed::from_bool(self.pack.kinds.get(kind).flags.contains(&attribute))
    }

    /// Returns whether an entity has a value of an attribute itself, or its kind has the flag.
    pub(crate) fn has(self, who: EntityId, attribute: Id<Attribute>) -> bool {
        let entity = &self.world.entities[who.index()];
        let flags = &self.pack.kinds.get(entity.kind).flags;
        entity.own(attribute).is_some() || flags.contains(&attribute)
    }

    /// Returns whether careful minds avoid a cell.
    fn is_dangerous(self, at: barrow_grid::Pos) -> bool {
        let level = &self.world.level;
        let mut fields = self.pack.fields.iter().filter(|(_, field)| field.harmful);
        level.harm.contains(at) || fields.any(|(id, _)| level.field_at(id, at) > 0)
    }

    /// Visits each modifier of someone, or of one attribute of someone, with its source: its own
    /// kind, what it wears or has switched on, its states. Few things modify anything, so that
    /// is checked before whether they are in use.
    #[inline]
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
            if wear.peek().is_some()
                && is_at_work(kind, thing.on, || wears(self.worn(who, actor), item))
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

    /// Returns the value of a modifier's formula. It reads base values only, or else a modifier
    /// that reads what it modifies would never end. It never draws.
    #[inline]
    fn base_number(self, who: EntityId, formula: &Formula) -> Fixed {
        formula.constant().unwrap_or_else(|| self.base_value(who, formula))
    }

    #[inline(never)]
    fn base_value(self, who: EntityId, formula: &Formula) -> Fixed {
        let scene = Scene { player: self.player_for(who), ..Scene::of(who) };
        let eyes = Eyes { sheet: self, scene: &scene, base: true };
        formula.value(&eyes, &mut Rng::new(0))
    }

    /// Returns the value of a formula.
    pub(crate) fn number(self, formula: &Formula, scene: &Scene, rng: &mut Rng) -> Fixed {
        formula.value(&Eyes { sheet: self, scene, base: false }, rng)
    }

    /// Returns the minimum and the maximum that a formula can give.
    pub(crate) fn bounds(self, formula: &Formula, scene: &Scene) -> (Fixed, Fixed) {
        formula.bounds(&Eyes { sheet: self, scene, base: false })
    }

    /// Returns the value of a single variable of a formula.
    pub(crate) fn variable(self, variable: Variable, scene: &Scene) -> Fixed {
        Eyes { sheet: self, scene, base: false }.value(variable)
    }

    /// Returns how likely something is whose chance a formula gives: the exact mean over all
    /// draws. If there are too many cases to count, the middle of the possible chances.
    pub(crate) fn chance(self, formula: &Formula, scene: &Scene) -> Fixed {
        let eyes = Eyes { sheet: self, scene, base: false };
        formula.mean_chance(&eyes).unwrap_or_else(|| {
            let (min, max) = formula.bounds(&eyes);
            let within = |it: Fixed| it.clamp(Fixed::ZERO, Fixed::ONE);
            (within(min) + within(max)) / Fixed::from_whole(2)
        })
    }

    /// Returns the maximum of a gauge now.
    pub(crate) fn most(self, who: EntityId, attribute: Id<Attribute>) -> Fixed {
        self.gauge(who, attribute).most
    }

    /// Returns what a gauge holds and can hold now; zero for a gauge that someone does not have.
    pub(crate) fn gauge(self, who: EntityId, attribute: Id<Attribute>) -> Value {
        let own = self.world.entities[who.index()].own(attribute).unwrap_or_default();
        let most = self.modified(who, attribute, own.most).max(Fixed::ZERO);
        Value { now: own.now.min(most), most }
    }

    /// Returns the player that a rule about someone refers to.
    fn player_for(self, who: EntityId) -> Option<EntityId> {
        let players = || self.world.players.iter().map(|it| it.entity);
        players().find(|&it| it == who).or_else(|| players().next())
    }

    /// Returns how many things of a kind stand or lie in a cell.
    fn count_at(self, at: barrow_grid::Pos, kind: Id<Kind>) -> i64 {
        let entity = |id: EntityId| &self.world.entities[id.index()];
        let top = self.world.level.piles.get(at).copied().flatten();
        let pile = std::iter::successors(top, |&id| entity(id).below);
        let there = self.world.level.actor_at(at).into_iter().chain(pile);
        there.filter(|&it| entity(it).kind == kind).map(|it| i64::from(entity(it).count)).sum()
    }

    fn place(self, who: EntityId) -> Option<barrow_grid::Pos> {
        let entity = &self.world.entities[who.index()];
        match entity.at {
            At::Cell(pos) => Some(pos),
            At::Bag(carrier) => self.world.entities[carrier.index()].pos(),
            At::Gone => None,
        }
    }
}

fn wears(worn: &[(Id<Slot>, EntityId)], item: EntityId) -> bool {
    worn.iter().any(|&(_, it)| it == item)
}

/// Returns whether the `wear` modifiers of something carried apply: it is worn, or it has a
/// switch and no slot. If it has a switch, it must be on.
fn is_at_work(kind: &Kind, on: bool, worn: impl FnOnce() -> bool) -> bool {
    match &kind.item {
        Some(item) if item.passive => true,
        Some(item) if item.switch.is_some() => on && (item.slot.is_none() || worn()),
        _ => worn(),
    }
}

/// A base value, the sum of what is added and the product of what multiplies it.
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
        // Few modifiers multiply, and a product takes as long as many sums.
        if times != Fixed::ONE {
            self.factor = self.factor * times;
        }
    }

    fn total(self) -> Fixed {
        if self.factor == Fixed::ONE { self.sum } else { self.sum * self.factor }
    }
}

/// The values that a formula reads.
struct Eyes<'g, 's> {
    sheet: Sheet<'g>,
    scene: &'s Scene,
    base: bool,
}

impl Eyes<'_, '_> {
    fn of(&self, subject: Subject, read: impl FnOnce(EntityId) -> Fixed) -> Fixed {
        self.scene.subject(subject).map_or(Fixed::ZERO, read)
    }

    /// Returns where a subject is. Whoever has just died is still where it happened.
    fn place(&self, subject: Subject) -> Option<barrow_grid::Pos> {
        let who = self.scene.subject(subject);
        who.and_then(|who| self.sheet.place(who)).or(self.scene.cell)
    }
}

impl Values for Eyes<'_, '_> {
    fn value(&self, variable: Variable) -> Fixed {
        let sheet = self.sheet;
        let world = sheet.world;
        match Word::of(variable) {
            Word::Value(subject, id) if self.base => self.of(subject, |who| sheet.base(who, id)),
            Word::Value(subject, id) => self.of(subject, |who| sheet.value(who, id)),
            Word::Max(subject, id) if self.base => self.of(subject, |who| {
                let own = world.entities[who.index()].own(id);
                own.map_or(Fixed::ZERO, |own| own.most)
            }),
            Word::Max(subject, id) => self.of(subject, |who| sheet.most(who, id)),
            Word::State(subject, id) => self.of(subject, |who| {
                let actor = world.entities[who.index()].actor.as_ref();
                let found = actor.and_then(|it| it.states.iter().find(|(state, _)| *state == id));
                whole(found.map_or(0, |&(_, turns)| i64::from(turns)))
            }),
            Word::Field(subject, id) => {
                let amount = self.place(subject).map_or(0, |at| world.level.field_at(id, at));
                whole(amount.into())
            }
            Word::Carries(subject, id) => self.of(subject, |who| {
                let actor = world.entities[who.index()].actor.as_ref();
                let bag = actor.into_iter().flat_map(|it| sheet.carried(who, it));
                let held = bag.map(|item| &world.entities[item.index()]);
                whole(held.filter(|it| it.kind == id).map(|it| i64::from(it.count)).sum())
            }),
            Word::Wears(subject, id) => self.of(subject, |who| {
                let actor = world.entities[who.index()].actor.as_ref();
                let worn = actor.map_or(&[][..], |it| sheet.worn(who, it));
                let worn = worn.iter().filter(|(_, it)| world.entities[it.index()].kind == id);
                whole(i64::try_from(worn.count()).unwrap_or(i64::MAX))
            }),
            Word::Near(subject, reach, id) => {
                let Some(here) = self.place(subject) else { return Fixed::ZERO };
                let dirs: &[Dir] = match reach {
                    Reach::Here => return whole(sheet.count_at(here, id)),
                    Reach::Beside => &Dir::CARDINAL,
                    Reach::Around => &Dir::ALL,
                };
                whole(dirs.iter().map(|&dir| sheet.count_at(here + dir, id)).sum())
            }
            Word::Light(subject) => {
                let level = self.place(subject).map_or(0, |at| world.level.light.at(at).level);
                // The full level is a thousand, and a basis point a tenth of that.
                Fixed::from_basis_points(i64::from(level) * 10)
            }
            Word::Danger(subject) => {
                Fixed::from_bool(self.place(subject).is_some_and(|at| sheet.is_dangerous(at)))
            }
            Word::Open(subject) => {
                self.of(subject, |who| Fixed::from_bool(world.entities[who.index()].on))
            }
            Word::Locked(subject) => {
                self.of(subject, |who| Fixed::from_bool(world.entities[who.index()].locked))
            }
            Word::Floor => whole(world.level.floor.into()),
            Word::Turn => whole(i64::try_from(world.turn).unwrap_or(i64::MAX)),
            Word::Distance => {
                let ends = self.place(Subject::Actor).zip(self.place(Subject::Target));
                whole(ends.map_or(0, |(from, to)| i64::from(from.chebyshev(to))))
            }
            Word::Count(id) => {
                let count = world.entities.iter().filter(|it| it.kind == id && it.exists()).count();
                whole(i64::try_from(count).unwrap_or(i64::MAX))
            }
            Word::Amount => self.scene.amount,
        }
    }
}

const fn whole(number: i64) -> Fixed {
    Fixed::from_whole(number)
}
