//! A blow as a plan: how likely it hits, and what a hit and a miss do.
//!
//! `strike` and `throw` carry the plan out, and views forecast the same plan, so the two
//! cannot disagree.

use barrow_dice::Formula;
use barrow_pack::{Effect, Leaf, Nature, Occasion, Strike, ValueChange, Weapons};

use crate::ctx::scene::Scene;
use crate::ctx::{Ctx, Reads};
use crate::event::Event;
use crate::state::entity::EntityId;

/// A blow with a weapon, a missile or bare hands.
#[derive(Clone, Copy)]
pub(crate) struct Blow<'g> {
    pub(crate) strike: &'g Strike,
    pub(crate) who: EntityId,
    pub(crate) whom: EntityId,
    /// The chance to hit; `None` if it cannot miss.
    pub(crate) chance: Option<&'g Formula>,
    /// The scene of the strike's effects. Its own entity is the weapon, or else the striker.
    pub(crate) scene: Scene,
    /// The effects of the bare strike that a weapon adds to.
    bare: &'g [Effect],
    /// The weapon, if the blow is dealt with one that has its own `on.hit`.
    weapon: Option<EntityId>,
    /// Whether the striker's own `on.hit` follows a hit.
    by_hand: bool,
}

/// One part of a plan.
#[derive(Clone, Copy)]
pub(crate) enum Step<'g> {
    /// Runs effects.
    Run(&'g [Effect]),
    /// Runs what a thing does on an occasion, if it still exists.
    Occasion(EntityId, Occasion),
}

impl<'g> Blow<'g> {
    /// Returns what follows a hit after the strike's own effects, in the scene of
    /// [`Self::aftermath`].
    pub(crate) fn follow_ups(&self) -> impl Iterator<Item = Step<'g>> {
        let strike = self.strike;
        let added = self.bare.iter().filter(|it| !touches_same(it, &strike.deed));
        let added = added.map(|it| Step::Run(std::slice::from_ref(it)));
        let striker = self.by_hand.then_some(self.who);
        let hooks = self.weapon.into_iter().chain(striker);
        added.chain(hooks.map(|own| Step::Occasion(own, Occasion::Hit)))
    }

    /// Returns the scene of what follows a hit. Its own entity is the striker.
    pub(crate) fn aftermath(&self) -> Scene {
        self.scene.with_own(self.who)
    }
}

impl<'g, W: Reads> Ctx<'g, W> {
    /// Plans the blow that an actor would deal now; `None` if it has no strike.
    pub(crate) fn blow(&self, who: EntityId, whom: EntityId) -> Option<Blow<'g>> {
        self.blow_with(who, whom, self.weapon(who))
    }

    /// Plans the blow that an actor would deal with this weapon.
    pub(crate) fn blow_with(
        &self,
        who: EntityId,
        whom: EntityId,
        weapon: Option<(EntityId, &'g Strike)>,
    ) -> Option<Blow<'g>> {
        let bare = self.kind(who).strike.as_ref();
        let scene = self.with_player(Scene::deed(who, whom));
        let Some((item, strike)) = weapon else {
            return Some(self.plan_blow(bare?, who, whom, scene, true));
        };
        let scene = scene.with_item(item).with_own(item);
        let overlay = self.pack.rules.weapons == Weapons::Overlay;
        let bare = bare.filter(|_| overlay).map_or(&[][..], |it| &it.deed);
        Some(Blow { bare, weapon: Some(item), ..self.plan_blow(strike, who, whom, scene, true) })
    }

    /// Plans the blow of a thrown thing, if it has a strike. The thrower's `on.hit` does not
    /// follow.
    pub(crate) fn missile_blow(&self, missile: EntityId, scene: Scene) -> Option<Blow<'g>> {
        let strike = self.kind(missile).strike.as_ref()?;
        let who = scene.actor.unwrap_or(missile);
        Some(self.plan_blow(strike, who, scene.target?, scene, false))
    }

    fn plan_blow(
        &self,
        strike: &'g Strike,
        who: EntityId,
        whom: EntityId,
        scene: Scene,
        by_hand: bool,
    ) -> Blow<'g> {
        let chance = strike.chance.as_ref().filter(|_| !self.is_exposed(whom));
        Blow { strike, who, whom, chance, scene, bare: &[], weapon: None, by_hand }
    }

    /// Returns whether an actor cannot evade a blow.
    fn is_exposed(&self, who: EntityId) -> bool {
        let states = self.actor(who).map_or(&[][..], |actor| &actor.states);
        let mut states = states.iter().map(|&(state, _)| self.pack.states.get(state));
        states.any(|state| state.helpless && !state.evades)
    }
}

impl Ctx<'_> {
    /// Deals a blow and returns whether it hit. What follows a hit is left to the caller.
    pub(super) fn deal(&mut self, blow: &Blow<'_>) -> bool {
        let Blow { strike, who, whom, chance, scene, .. } = blow;
        let hits = self.happens(*chance, scene);
        let audience = self.who_perceives_either(*who, *whom);
        if hits {
            self.tell_to(audience, Event::Hit { who: *who, whom: *whom });
            self.say_also_to(audience, &strike.say, scene);
            self.run(&strike.deed, scene);
        } else {
            self.tell_to(audience, Event::Missed { who: *who, whom: *whom });
            self.run(&strike.miss, scene);
        }
        hits
    }

    /// Carries out one part of a plan.
    pub(super) fn run_step(&mut self, step: Step<'_>, scene: &Scene) {
        match step {
            Step::Run(effects) => self.run(effects, scene),
            Step::Occasion(own, occasion) => {
                if self.entity(own).exists() {
                    self.occasion(own, occasion, scene);
                }
            }
        }
    }
}

/// Returns whether an effect changes an attribute that one of the others changes too.
fn touches_same(effect: &Effect, others: &[Effect]) -> bool {
    touched(effect).is_some_and(|it| others.iter().any(|other| touched(other) == Some(it)))
}

/// What an effect of a strike changes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Touched {
    Value(barrow_pack::Id<barrow_pack::Attribute>),
    Life,
}

fn touched(effect: &Effect) -> Option<Touched> {
    match effect.nature() {
        Nature::Leaf(_, Leaf::Value { attribute, change, .. }) => match change {
            ValueChange::By(_) | ValueChange::To(_) => Some(Touched::Value(attribute)),
            ValueChange::Full | ValueChange::MaxBy(_) => None,
        },
        Nature::Leaf(_, Leaf::Harm { .. }) => Some(Touched::Life),
        Nature::Leaf(
            _,
            Leaf::Die
            | Leaf::Begin { .. }
            | Leaf::End { .. }
            | Leaf::Door(_)
            | Leaf::Cells(..)
            | Leaf::Identify
            | Leaf::Tell
            | Leaf::Other,
        )
        | Nature::Nest(_) => None,
    }
}
