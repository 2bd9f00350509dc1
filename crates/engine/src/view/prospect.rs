//! What a deed would do, told before it is done: what a look at a foe or an item answers.
//!
//! Nothing is drawn and nothing is decided here: what is left to chance or to a condition is
//! told as a span from the least to the most.

mod seer;

use barrow_dice::Fixed;
use barrow_pack::{Ability, Attribute, Effect, Id, Occasion, State, Strike};

use self::seer::Seer;
use super::{Carried, Seen, View};
use crate::ctx::scene::Scene;
use crate::state::entity::EntityId;

/// From the least to the most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The least.
    pub least: Fixed,
    /// The most.
    pub most: Fixed,
}

/// What a deed would do to someone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prospect {
    /// What it adds to values; harm takes from life.
    pub changes: Vec<(Id<Attribute>, Span)>,
    /// What it adds to the most of gauges.
    pub raises: Vec<(Id<Attribute>, Span)>,
    /// The states that it may begin.
    pub begins: Vec<Id<State>>,
    /// The states that it may end.
    pub ends: Vec<Id<State>>,
    /// It may kill at once.
    pub kills: bool,
    /// It does more than can be told in numbers.
    pub more: bool,
}

/// What a blow promises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The chance to hit, 0 to 1.
    pub chance: Fixed,
    /// What a hit does to the one who is struck.
    pub hit: Prospect,
    /// What a hit does to the one who strikes.
    pub own: Prospect,
}

/// A value as it is and as it would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compared {
    /// Which.
    pub attribute: Id<Attribute>,
    /// As it is; of a gauge, the most.
    pub now: Fixed,
    /// As it would be.
    pub then: Fixed,
}

impl Span {
    const fn new(least: Fixed, most: Fixed) -> Self {
        Self { least, most }
    }

    fn plus(self, other: Self) -> Self {
        Self::new(self.least + other.least, self.most + other.most)
    }

    fn or(self, other: Self) -> Self {
        Self::new(self.least.min(other.least), self.most.max(other.most))
    }

    fn times(self, times: Self) -> Self {
        let ends = [
            self.least * times.least,
            self.least * times.most,
            self.most * times.least,
            self.most * times.most,
        ];
        let fold = |pick: fn(Fixed, Fixed) -> Fixed| ends.into_iter().reduce(pick);
        Self::new(fold(Ord::min).unwrap_or_default(), fold(Ord::max).unwrap_or_default())
    }

    fn negative(self) -> Self {
        Self::new(Fixed::ZERO - self.most, Fixed::ZERO - self.least)
    }

    /// Halfway between the least and the most.
    pub fn middle(self) -> Fixed {
        (self.least + self.most) / Fixed::from_whole(2)
    }
}

impl Prospect {
    /// What it adds to a value.
    pub fn change(&self, attribute: Id<Attribute>) -> Span {
        let found = self.changes.iter().find(|(it, _)| *it == attribute);
        found.map(|&(_, span)| span).unwrap_or_default()
    }

    fn joined(mut self, other: Self, join: fn(Span, Span) -> Span) -> Self {
        merge(&mut self.changes, other.changes, join);
        merge(&mut self.raises, other.raises, join);
        add(&mut self.begins, other.begins);
        add(&mut self.ends, other.ends);
        self.kills |= other.kills;
        self.more |= other.more;
        self
    }

    /// One after the other.
    fn then(self, other: Self) -> Self {
        self.joined(other, Span::plus)
    }

    /// One or the other.
    fn or(self, other: Self) -> Self {
        self.joined(other, Span::or)
    }

    fn repeated(mut self, times: Span) -> Self {
        for (_, span) in self.changes.iter_mut().chain(&mut self.raises) {
            *span = span.times(times);
        }
        self
    }

    const fn beyond_words() -> Self {
        Self {
            changes: Vec::new(),
            raises: Vec::new(),
            begins: Vec::new(),
            ends: Vec::new(),
            kills: false,
            more: true,
        }
    }
}

/// Joins two lists of spans; what a list lacks is zero there.
fn merge(
    into: &mut Vec<(Id<Attribute>, Span)>,
    other: Vec<(Id<Attribute>, Span)>,
    join: fn(Span, Span) -> Span,
) {
    let lacks = |attribute: Id<Attribute>| !other.iter().any(|(it, _)| *it == attribute);
    for (_, span) in into.iter_mut().filter(|(it, _)| lacks(*it)) {
        *span = join(*span, Span::default());
    }
    for (attribute, span) in other {
        match into.iter_mut().find(|(it, _)| *it == attribute) {
            Some((_, own)) => *own = join(*own, span),
            None => into.push((attribute, join(Span::default(), span))),
        }
    }
}

fn add<T: PartialEq>(into: &mut Vec<T>, other: Vec<T>) {
    for it in other {
        if !into.contains(&it) {
            into.push(it);
        }
    }
}

impl<'g> View<'g> {
    /// What a blow of the player's would do to someone in sight; nothing if the player cannot
    /// strike.
    pub fn odds_against(&self, foe: &Seen<'g>) -> Option<Odds> {
        self.odds(self.player.entity, foe.id())
    }

    /// What a blow of someone in sight would do to the player.
    pub fn odds_of(&self, foe: &Seen<'g>) -> Option<Odds> {
        self.odds(foe.id(), self.player.entity)
    }

    fn odds(&self, who: EntityId, whom: EntityId) -> Option<Odds> {
        let (bare, weapon) = self.look.blows(who);
        let scene = self.look.with_player(Scene::deed(who, whom));
        let (scene, blow) = match weapon {
            Some((item, blow)) => (scene.with_item(item).with_own(item), blow),
            None => (scene, bare?),
        };
        let seer = Seer { look: self.look, whom };
        let own = self.look.kind(who).on.on(Occasion::Hit);
        let own = seer.run(own, &scene.with_own(who), 0);
        Some(Odds {
            chance: self.chance(blow, whom, &scene),
            hit: seer.run(&blow.deed, &scene, 0).then(own),
            own: Seer { look: self.look, whom: who }.run(&blow.deed, &scene, 0),
        })
    }

    fn chance(&self, blow: &Strike, whom: EntityId, scene: &Scene) -> Fixed {
        match &blow.chance {
            Some(chance) if !self.look.is_helpless(whom) => {
                let (least, most) = self.look.sheet().bounds(chance, scene);
                Span::new(least, most).middle().clamp(Fixed::ZERO, Fixed::ONE)
            }
            Some(_) | None => Fixed::ONE,
        }
    }

    /// What using something carried would do to the player; nothing if its kind is unknown or
    /// it has no use.
    pub fn use_of(&self, item: &Carried<'g>) -> Option<Prospect> {
        self.used_on(item, self.player.entity)
    }

    /// What using something carried would do to someone in sight who is near enough.
    pub fn use_against(&self, item: &Carried<'g>, foe: &Seen<'g>) -> Option<Prospect> {
        self.used_on(item, foe.id())
    }

    fn used_on(&self, item: &Carried<'g>, whom: EntityId) -> Option<Prospect> {
        let effects = self.known_effects(item, Occasion::Use)?;
        let (who, id) = (self.player.entity, item.item.id());
        let scene = Scene::of(who).with_item(id).with_own(id);
        let scene = Scene { player: Some(who), ..scene };
        (!effects.is_empty()).then(|| Seer { look: self.look, whom }.run(effects, &scene, 0))
    }

    fn known_effects(&self, item: &Carried<'g>, occasion: Occasion) -> Option<&'g [Effect]> {
        let kind = item.item.glimpse().kind()?;
        Some(self.look.pack.kinds.get(kind).on.on(occasion))
    }

    /// What something carried would do to someone in sight when it is thrown there; nothing if
    /// its kind is unknown.
    pub fn throw_of(&self, item: &Carried<'g>, foe: &Seen<'g>) -> Option<Prospect> {
        let landing = self.known_effects(item, Occasion::Land)?;
        let (who, id) = (self.player.entity, item.item.id());
        let scene = self.look.with_player(Scene::deed(who, foe.id()));
        let scene = scene.with_item(id).with_own(id);
        let seer = Seer { look: self.look, whom: foe.id() };
        let strike = self.look.kind(id).strike.as_ref();
        let hit = strike.map(|it| seer.run(&it.deed, &scene, 0)).unwrap_or_default();
        Some(hit.then(seer.run(landing, &scene, 0)))
    }

    /// What an ability would do to someone in sight; without anyone, to the player.
    pub fn cast_of(&self, ability: Id<Ability>, foe: Option<&Seen<'g>>) -> Prospect {
        let who = self.player.entity;
        let whom = foe.map_or(who, Seen::id);
        let scene = self.look.with_player(Scene::deed(who, whom));
        Seer { look: self.look, whom }.run(&self.look.pack.abilities.get(ability).deed, &scene, 0)
    }

    /// What someone in sight can cast, and what each would do to the player.
    pub fn casts_of(&self, foe: &Seen<'g>) -> Vec<(Id<Ability>, Prospect)> {
        let (who, whom) = (foe.id(), self.player.entity);
        let scene = self.look.with_player(Scene::deed(who, whom));
        let seer = Seer { look: self.look, whom };
        let abilities = self.look.kind(who).abilities.iter();
        abilities
            .map(|&id| (id, seer.run(&self.look.pack.abilities.get(id).deed, &scene, 0)))
            .collect()
    }

    /// What stepping onto a known thing's or ground's cell would do to the player.
    pub fn step_onto(&self, kind: Id<barrow_pack::Kind>) -> Prospect {
        let who = self.player.entity;
        let scene = Scene { own: None, player: Some(who), ..Scene::of(who) };
        let kind = self.look.pack.kinds.get(kind);
        let seer = Seer { look: self.look, whom: who };
        let floats = self.look.is(who, self.look.pack.core.floating);
        if floats {
            return Prospect::default();
        }
        let kills = kind.flags.contains(&self.look.pack.core.pit);
        let entered = seer.run(kind.on.on(Occasion::Enter), &scene, 0);
        let entered = entered.then(seer.run(kind.on.on(Occasion::Tread), &scene, 0));
        Prospect { kills: kills || entered.kills, ..entered }
    }

    /// What standing in a field for a turn would do to the player.
    pub fn standing_in(&self, field: Id<barrow_pack::Field>) -> Prospect {
        let who = self.player.entity;
        let scene = Scene { own: None, player: Some(who), ..Scene::of(who) };
        let seer = Seer { look: self.look, whom: who };
        let field = self.look.pack.fields.get(field);
        let entered = seer.run(field.on.on(Occasion::Enter), &scene, 0);
        let entered = entered.then(seer.run(field.on.on(Occasion::Tread), &scene, 0));
        entered.then(seer.run(field.on.on(Occasion::Turn), &scene, 0))
    }

    /// What a state does to the player each turn.
    pub fn turn_of(&self, state: Id<State>) -> Prospect {
        let who = self.player.entity;
        let scene = Scene { player: Some(who), ..Scene::of(who) };
        let effects = self.look.pack.states.get(state).on.on(Occasion::Turn);
        Seer { look: self.look, whom: who }.run(effects, &scene, 0)
    }

    /// The values that would change if something carried were put on, in place of what is worn
    /// there; nothing if its kind is unknown or it cannot be worn.
    pub fn if_worn(&self, item: &Carried<'g>) -> Option<Vec<Compared>> {
        let kind = item.item.glimpse().kind()?;
        let slot = self.look.pack.kinds.get(kind).item.as_ref()?.slot?;
        let worn = self.look.actor(self.player.entity).map_or(&[][..], |it| &it.worn);
        let before = worn.iter().find(|(it, _)| *it == slot).map(|&(_, it)| it);
        Some(self.look.sheet().exchanged(self.player.entity, before, item.item.id()))
    }

    /// What a blow with something carried would do to one like the player; nothing if it is no
    /// known weapon.
    pub fn blow_with(&self, item: &Carried<'g>) -> Option<Prospect> {
        let kind = self.look.pack.kinds.get(item.item.glimpse().kind()?);
        let slot = kind.item.as_ref()?.slot?;
        let strike = kind.strike.as_ref().filter(|_| self.look.pack.slots.get(slot).weapon)?;
        let (who, id) = (self.player.entity, item.item.id());
        let scene = Scene::deed(who, who).with_item(id).with_own(id);
        Some(Seer { look: self.look, whom: who }.run(&strike.deed, &scene, 0))
    }
}
