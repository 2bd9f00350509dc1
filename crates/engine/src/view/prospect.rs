//! What a deed would do, told before it is done: what a look at a foe or an item answers.
//!
//! Nothing is drawn and nothing is decided here: what is left to chance or to a condition is
//! told as a span from the least to the most.

use barrow_dice::{Fixed, Formula};
use barrow_pack::{
    Ability, Attribute, AttributeKind, Effect, Id, Occasion, State, Strike, Subject, Word,
};

use super::{Carried, Seen, View};
use crate::ctx::Look;
use crate::entity::EntityId;
use crate::scene::Scene;

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

/// Effects within effects are told so deep.
const DEEPEST: u32 = 6;

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

/// Looks ahead at what effects would do to one of those involved.
struct Seer<'g> {
    look: Look<'g>,
    whom: EntityId,
}

impl Seer<'_> {
    fn run(&self, effects: &[Effect], scene: &Scene, depth: u32) -> Prospect {
        if depth == DEEPEST {
            return Prospect::beyond_words();
        }
        let each = effects.iter().map(|effect| self.one(effect, scene, depth));
        each.fold(Prospect::default(), Prospect::then)
    }

    fn span(&self, formula: &Formula, scene: &Scene) -> Span {
        let (least, most) = self.look.sheet().bounds(formula, scene);
        Span::new(least, most)
    }

    /// How a condition comes out, if that is certain and can be told from those involved alone:
    /// what else it speaks of may be out of sight.
    fn certain(&self, condition: &Formula, scene: &Scene) -> Option<bool> {
        let in_sight = |word: Word| match word {
            Word::Value(subject, id) => self.shows(scene, subject, id),
            Word::Most(..)
            | Word::State(..)
            | Word::Wears(..)
            | Word::Open(_)
            | Word::Floor
            | Word::Turn
            | Word::Distance
            | Word::Amount => true,
            Word::Carries(subject, _) => scene.subject(subject) == scene.player,
            Word::Field(..)
            | Word::Near(..)
            | Word::Light(_)
            | Word::Danger(_)
            | Word::Locked(_)
            | Word::Count(_) => false,
        };
        let span = self.span(condition, scene);
        let open = condition.variables().all(|it| in_sight(Word::of(it)));
        (open
            && span.least.is_true() == span.most.is_true()
            && span.least * span.most >= Fixed::ZERO)
            .then(|| span.least.is_true())
    }

    /// Whether a value shows: the gauges of things do, and whatever those who act are or have.
    /// What else an item is may be known to nobody.
    fn shows(&self, scene: &Scene, subject: Subject, id: Id<Attribute>) -> bool {
        let acts = scene.subject(subject).is_none_or(|it| self.look.is_actor(it));
        acts || self.look.pack.attributes.get(id).kind() == AttributeKind::Gauge
    }

    fn is(&self, scene: &Scene, subject: Subject) -> bool {
        scene.subject(subject) == Some(self.whom)
    }

    /// Whether an effect that may ask for a value to be there already finds it.
    fn allows(&self, had: bool, attribute: barrow_pack::Id<barrow_pack::Attribute>) -> bool {
        !had || self.look.sheet().has(self.whom, attribute)
    }

    fn one(&self, effect: &Effect, scene: &Scene, depth: u32) -> Prospect {
        let nothing = Prospect::default;
        // What else can happen is no matter of numbers.
        #[expect(clippy::wildcard_enum_match_arm, reason = "see above")]
        match effect {
            Effect::Change { attribute, by, had, of }
                if self.is(scene, *of) && self.allows(*had, *attribute) =>
            {
                changing(*attribute, self.span(by, scene))
            }
            Effect::Set { attribute, to, had, of }
                if self.is(scene, *of) && self.allows(*had, *attribute) =>
            {
                let now = self.look.value(self.whom, *attribute);
                changing(*attribute, self.span(to, scene).plus(Span::new(now, now).negative()))
            }
            Effect::Fill { attribute, of } if self.is(scene, *of) => {
                let most = self.look.sheet().most(self.whom, *attribute);
                let lacking = most - self.look.value(self.whom, *attribute);
                changing(*attribute, Span::new(lacking, lacking))
            }
            Effect::Raise { attribute, by, of } if self.is(scene, *of) => {
                Prospect { raises: vec![(*attribute, self.span(by, scene))], ..nothing() }
            }
            Effect::Harm { by, kind, of, .. } if self.is(scene, *of) => {
                if kind.immune.is_some_and(|flag| self.look.is(self.whom, flag)) {
                    return nothing();
                }
                let harm = self.span(by, scene);
                let harm = Span::new(harm.least.max(Fixed::ZERO), harm.most.max(Fixed::ZERO));
                changing(self.look.pack.rules.life, harm.negative())
            }
            Effect::Die { of, .. } if self.is(scene, *of) => Prospect { kills: true, ..nothing() },
            Effect::Apply { state, of, .. } if self.is(scene, *of) => {
                Prospect { begins: vec![*state], ..nothing() }
            }
            Effect::Cure { state, of } if self.is(scene, *of) => {
                Prospect { ends: vec![*state], ..nothing() }
            }
            Effect::Change { .. }
            | Effect::Set { .. }
            | Effect::Fill { .. }
            | Effect::Raise { .. }
            | Effect::Harm { .. }
            | Effect::Die { .. }
            | Effect::Apply { .. }
            | Effect::Cure { .. }
            | Effect::Say { .. }
            | Effect::Cue { .. }
            | Effect::Identify { .. } => nothing(),
            Effect::If { when, then, otherwise } => match self.certain(when, scene) {
                Some(true) => self.run(then, scene, depth + 1),
                Some(false) => self.run(otherwise, scene, depth + 1),
                None => self.run(then, scene, depth + 1).or(self.run(otherwise, scene, depth + 1)),
            },
            Effect::Chance { then, otherwise, .. } => {
                self.run(then, scene, depth + 1).or(self.run(otherwise, scene, depth + 1))
            }
            Effect::With { amount, then } => {
                let span = self.span(amount, scene);
                let with = |amount| self.run(then, &Scene { amount, ..*scene }, depth + 1);
                if span.least == span.most {
                    return with(span.least);
                }
                with(span.least).or(with(span.most))
            }
            Effect::Pick { lots } => {
                let each = lots.iter().map(|it| self.run(&it.deed, scene, depth + 1));
                each.reduce(Prospect::or).unwrap_or_default()
            }
            Effect::Repeat { times, then } => {
                self.run(then, scene, depth + 1).repeated(self.span(times, scene))
            }
            Effect::Area { at, spares, then, .. } => {
                let within = self.is(scene, *at);
                let met = self.run(then, &scene.with_target(self.whom), depth + 1);
                match (within, spares) {
                    (true, true) => nothing(),
                    (true, false) => met,
                    (false, _) => met.or(nothing()),
                }
            }
            Effect::Put { field, at, .. } if self.is(scene, *at) => {
                let stays = self.look.pack.fields.get(*field).on.on(Occasion::Turn);
                let met = self.run(stays, &scene.with_target(self.whom), depth + 1);
                Prospect { more: true, ..met.or(nothing()) }
            }
            Effect::Later { then, .. } => self.run(then, scene, depth + 1).or(nothing()),
            Effect::Cast { ability } => {
                let deed = &self.look.pack.abilities.get(*ability).deed;
                self.run(deed, scene, depth + 1).or(nothing())
            }
            _ => Prospect::beyond_words(),
        }
    }
}

fn changing(attribute: Id<Attribute>, span: Span) -> Prospect {
    Prospect { changes: vec![(attribute, span)], ..Prospect::default() }
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
