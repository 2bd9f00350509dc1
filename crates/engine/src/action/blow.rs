//! A blow as a plan: how likely it hits, and what a hit and a miss do.
//!
//! `strike` and `throw` carry the plan out, and views forecast the same plan, so the two
//! cannot disagree.

use barrow_dice::Formula;
use barrow_pack::{Effect, Leaf, Nature, Occasion, Strike, ValueChange, Weapons};

use crate::ctx::parts::Part;
use crate::ctx::scene::{Harm, Scene};
use crate::ctx::{Ctx, Reads};
use crate::event::Event;
use crate::state::entity::EntityId;

/// A blow with a weapon, a missile or bare hands.
#[derive(Clone)]
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
    /// What else takes part in the hit: items and states of the striker.
    parts: Vec<Part>,
}

/// One part of a plan.
#[derive(Clone, Copy)]
pub(crate) enum Step<'g> {
    /// Runs effects.
    Run(&'g [Effect]),
    /// Runs what a thing does on an occasion, if it still exists.
    Occasion(EntityId, Occasion),
    /// Runs what a part of an actor does on an occasion, if it is still there.
    Part(EntityId, Part, Occasion),
}

impl<'g> Blow<'g> {
    /// Returns what a hit does after the strike's own effects, in the scene of
    /// [`Self::aftermath`]: what the bare strike adds to a weapon's.
    pub(crate) fn additions(&self) -> impl Iterator<Item = Step<'g>> {
        let strike = self.strike;
        // The sounds and texts of the bare blow do not belong to a blow with a weapon.
        let added =
            self.bare.iter().filter(move |it| !tells(it) && !touches_same(it, &strike.deed));
        added.map(|it| Step::Run(std::slice::from_ref(it)))
    }

    /// Returns what reacts to a hit, in the same scene with the whole damage of the blow.
    pub(crate) fn reactions(&self) -> impl Iterator<Item = Step<'g>> {
        let (who, hit) = (self.who, Occasion::Hit);
        let striker = self.by_hand.then_some(who);
        let hooks = self.weapon.into_iter().chain(striker);
        let parts = self.parts.iter().map(move |&part| Step::Part(who, part, hit));
        hooks.map(move |own| Step::Occasion(own, hit)).chain(parts)
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
        let mut blow = self.plan_blow(strike, who, whom, scene, true);
        blow.parts.retain(|&part| part != Part::Item(item));
        Some(Blow { bare, weapon: Some(item), ..blow })
    }

    /// Plans the blow of a thrown thing, if it has a strike. The thrower's `on.hit` does not
    /// follow.
    pub(crate) fn missile_blow(&self, missile: EntityId, scene: Scene) -> Option<Blow<'g>> {
        let strike = self.kind(missile).strike.as_ref()?;
        let who = scene.actor.unwrap_or(missile);
        Some(self.plan_blow(strike, who, scene.target?, scene, false))
    }

    #[inline]
    fn plan_blow(
        &self,
        strike: &'g Strike,
        who: EntityId,
        whom: EntityId,
        scene: Scene,
        by_hand: bool,
    ) -> Blow<'g> {
        let chance = strike.chance.as_ref().filter(|_| !self.is_exposed(whom));
        let shared = by_hand && self.has_parts(Occasion::Hit);
        let parts = if shared { self.parts(who, Occasion::Hit) } else { Vec::new() };
        Blow { strike, who, whom, chance, scene, bare: &[], weapon: None, by_hand, parts }
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
        let Blow { strike, who, whom, chance, scene, by_hand, .. } = blow;
        let hits = self.happens(*chance, scene);
        let audience = self.who_perceives_either(*who, *whom);
        // What is made for the hand has words for the hand, which do not fit a throw.
        let wielded =
            |it: EntityId| self.kind(it).item.as_ref().is_some_and(|it| it.slot.is_some());
        let mute = !*by_hand && scene.own.is_some_and(wielded);
        if hits {
            self.tell_to(audience, Event::Hit { who: *who, whom: *whom });
            let silent = mute || !*by_hand && strike.say.is_empty();
            let text = if silent { &self.pack.rules.messages.shot } else { &strike.say };
            self.say_also_to(audience, text, scene);
            self.run(&strike.deed, scene);
        } else {
            self.tell_to(audience, Event::Missed { who: *who, whom: *whom });
            let began = self.moment();
            if mute {
                let others = strike.miss.iter().filter(|it| !tells(it));
                others.for_each(|it| self.run(std::slice::from_ref(it), scene));
            } else {
                self.run(&strike.miss, scene);
            }
            if !*by_hand {
                self.say_usual(began, |it| &it.shot_past, scene);
            }
        }
        hits
    }

    /// Deals a blow by hand, with everything that follows from a hit.
    pub(super) fn deal_by_hand(&mut self, blow: &Blow<'_>) {
        let outer = self.world.running.harms.blow.replace((blow.whom, Harm::default()));
        let hits = self.deal(blow);
        if hits && !blow.bare.is_empty() {
            let scene = blow.aftermath();
            blow.additions().for_each(|step| self.run_step(step, &scene));
        }
        let dealt = std::mem::replace(&mut self.world.running.harms.blow, outer);
        if hits && (blow.weapon.is_some() || self.may_react(blow.who, Occasion::Hit)) {
            let harm = dealt.map_or_else(Harm::default, |(_, harm)| harm);
            let scene = blow.aftermath().after(harm);
            blow.reactions().for_each(|step| self.run_step(step, &scene));
        }
    }

    /// Carries out one part of a plan.
    pub(crate) fn run_step(&mut self, step: Step<'_>, scene: &Scene) {
        match step {
            Step::Run(effects) => self.run(effects, scene),
            Step::Occasion(own, occasion) => {
                if self.entity(own).exists() {
                    self.occasion(own, occasion, scene);
                }
            }
            Step::Part(who, part, occasion) => self.run_part(who, part, occasion, scene),
        }
    }
}

/// Returns whether an effect is only heard or read.
fn tells(effect: &Effect) -> bool {
    matches!(effect.nature(), Nature::Leaf(_, Leaf::Tell))
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
            | Leaf::Nearby
            | Leaf::Launch(_)
            | Leaf::Identify
            | Leaf::Tell
            | Leaf::Other,
        )
        | Nature::Nest(_) => None,
    }
}
