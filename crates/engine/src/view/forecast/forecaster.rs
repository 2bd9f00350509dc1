//! Runs effects without carrying them out.
//!
//! The forecaster goes through effects as `effect.rs` does, but with spans instead of numbers, and
//! it follows both branches when it cannot know which one is taken. Values that earlier effects may
//! have changed are read as changed. When it can no longer know what happens, it sets `more` and
//! goes on with what it knows.

mod leaf;
mod parts;
mod reading;

use barrow_dice::{Chance, Formula};
use barrow_pack::{
    Ability, Effect, Extent, Id, Kind, Leaf, Motion, Nature, Nest, Occasion, Portion, Routine,
    Selection, Subject,
};

use super::Span;
use super::outcome::{Dealt, Outcome};
use crate::ctx::ReadCtx;
use crate::ctx::scene::Scene;
use crate::state::entity::EntityId;

/// The maximum depth of nested effects.
const MAX_DEPTH: u32 = 8;

/// The maximum number of effects in all, because nested repeats multiply.
const MAX_EFFECTS: u32 = 2_000;

/// Follows what effects would do.
pub(super) struct Forecaster<'g> {
    look: ReadCtx<'g>,
    /// The two entities to forecast for: the actor and the target.
    concerned: [EntityId; 2],
    outcome: Outcome,
    depth: u32,
    effects: u32,
    /// The entity whose gauge has just fallen to zero. Its death follows from that and needs no
    /// `more`.
    spent: Option<EntityId>,
}

/// The scene of some effects, with a span as its amount.
#[derive(Clone, Copy)]
struct Frame {
    scene: Scene,
    amount: Span,
    /// Whether the scene's type of damage is only one of several possible ones.
    of_any_type: bool,
    arguments: Arguments,
}

/// The values of a routine's parameters.
#[derive(Clone, Copy)]
struct Arguments([Span; Routine::MAX_PARAMETERS]);

impl Frame {
    const fn new(scene: Scene) -> Self {
        let [a, b, c, d] = scene.arguments;
        let arguments = [Span::point(a), Span::point(b), Span::point(c), Span::point(d)];
        let arguments = Arguments(arguments);
        Self { scene, amount: Span::point(scene.amount), of_any_type: false, arguments }
    }

    /// Returns the frame of what follows from damage.
    fn after(self, dealt: Dealt) -> Self {
        let Dealt { amount, harm_type, of_any_type } = dealt;
        Self { scene: Scene { harm_type, ..self.scene }, amount, of_any_type, ..self }
    }

    fn with_target(self, target: EntityId) -> Self {
        Self { scene: self.scene.with_target(target), ..self }
    }

    fn with_it(self, it: EntityId) -> Self {
        Self { scene: self.scene.with_it(it), ..self }
    }
}

impl<'g> Forecaster<'g> {
    pub(super) fn new(look: ReadCtx<'g>, who: EntityId, whom: EntityId) -> Self {
        let outcome = Outcome::default();
        Self { look, concerned: [who, whom], outcome, depth: 0, effects: 0, spent: None }
    }

    pub(super) fn into_outcome(self) -> Outcome {
        self.outcome
    }

    /// Sets `more`: more happens than is listed.
    pub(super) const fn set_more(&mut self) {
        self.outcome.more = true;
    }

    /// Follows effects in a scene.
    pub(super) fn run(&mut self, effects: &[Effect], scene: Scene) {
        self.run_all(effects, Frame::new(scene));
    }

    /// Follows an ability that is cast by the actor of a scene and reaches its target.
    pub(super) fn unleash(&mut self, ability: Id<Ability>, scene: Scene) {
        let what = self.look.pack.abilities.get(ability);
        if !what.extent.is_given() {
            return self.run(&what.deed, scene);
        }
        self.run_around(Frame::new(scene), scene.target, scene.actor, &what.deed);
    }

    fn run_all(&mut self, effects: &[Effect], frame: Frame) {
        if effects.is_empty() {
            return;
        }
        if self.depth == MAX_DEPTH {
            return self.set_more();
        }
        self.depth += 1;
        for effect in effects {
            self.effects += 1;
            if self.effects > MAX_EFFECTS {
                self.set_more();
                break;
            }
            match effect.nature() {
                Nature::Nest(nest) => self.run_nest(nest, frame),
                Nature::Leaf(of, leaf) => self.run_leaf(of, leaf, frame),
            }
        }
        self.depth -= 1;
    }

    /// Follows what a projectile does if it meets the target. It may miss, and until then
    /// everything may have changed.
    fn run_flight(&mut self, kind: Id<Kind>, frame: Frame) {
        let kind = self.look.pack.kinds.get(kind);
        if kind.flight.is_some() {
            self.set_more();
            self.perhaps(false, |it| it.run_all(kind.on.effects(Occasion::Bump), frame));
        }
    }

    fn run_leaf(&mut self, of: Option<Subject>, leaf: Leaf<'_>, frame: Frame) {
        if let Leaf::Launch(kind) = leaf {
            self.run_flight(kind, frame);
        }
        let subject = of.and_then(|of| frame.scene.subject(of));
        match subject.filter(|&who| self.look.entity(who).exists()) {
            Some(who) => self.perhaps(self.exists(who), |it| it.apply_to(who, leaf, frame)),
            None => self.apply_without_subject(leaf),
        }
    }

    fn run_nest(&mut self, nest: Nest<'_>, frame: Frame) {
        match nest {
            Nest::If { when, then, otherwise } => {
                let holds = self.truth(when, frame);
                self.choose(holds, then, otherwise, frame);
            }
            Nest::Chance { of, then, otherwise } => {
                self.choose(certainty(of), then, otherwise, frame);
            }
            Nest::Pick(lots) => self.pick(lots, frame),
            Nest::With { amount, then } => {
                let amount = self.span(amount, frame);
                self.run_all(then, Frame { amount, ..frame });
            }
            Nest::Repeat { times, then } => {
                let (min, max) = self.times(times, frame);
                for time in 0..max {
                    self.perhaps(time < min, |it| it.run_all(then, frame));
                }
            }
            Nest::Area { at, spares, then, .. } => {
                let center = frame.scene.subject(at);
                self.run_around(frame, center, center.filter(|_| spares), then);
            }
            Nest::Later { extent, then } => self.run_later(extent, then, frame),
            Nest::Move(motion) => self.set_in_motion(motion, frame),
            Nest::Each { from, then, otherwise } => self.each(from, then, otherwise, frame),
            Nest::Cast(ability) => self.cast(ability, frame.scene),
            Nest::Call(routine, with) => self.call(routine, with, frame),
        }
    }

    /// Follows effects that happen some turns later. Until then everything may have changed.
    fn run_later(&mut self, extent: &Extent, then: &[Effect], frame: Frame) {
        self.set_more();
        self.perhaps(false, |it| {
            if extent.is_given() {
                it.run_around(frame, frame.scene.target, None, then);
            } else {
                it.run_all(then, frame);
            }
        });
    }

    fn call(&mut self, routine: Id<Routine>, with: &[Formula], frame: Frame) {
        let mut arguments = [Span::ZERO; Routine::MAX_PARAMETERS];
        for (argument, formula) in arguments.iter_mut().zip(with) {
            *argument = self.span(formula, frame);
        }
        let deed = &self.look.pack.routines.get(routine).deed;
        self.run_all(deed, Frame { arguments: Arguments(arguments), ..frame });
    }

    /// Follows effects for the two entities if a selection finds them. It may find others, too, and
    /// their reactions are not forecast.
    fn each(&mut self, from: &Selection, then: &[Effect], otherwise: &[Effect], frame: Frame) {
        self.set_more();
        let found = self.look.sheet().found(from, &frame.scene);
        // Conditions may depend on what the player does not know.
        let certain = from.filter.is_none() && from.count.is_none();
        let [who, whom] = self.concerned;
        let others = [whom].into_iter().filter(|&it| it != who);
        for it in [who].into_iter().chain(others) {
            if found.contains(&it) {
                let certain = certain && self.exists(it);
                self.perhaps(certain, |this| this.run_all(then, frame.with_it(it)));
            }
        }
        self.perhaps(false, |this| this.run_all(otherwise, frame));
    }

    /// Follows effects for the two entities if they may be near the center. Others may be hit as
    /// well, and their reactions are not forecast.
    fn run_around(
        &mut self,
        frame: Frame,
        center: Option<EntityId>,
        excepted: Option<EntityId>,
        effects: &[Effect],
    ) {
        self.set_more();
        let [who, whom] = self.concerned;
        let others = [whom].into_iter().filter(|&it| it != who);
        for target in [who].into_iter().chain(others) {
            if Some(target) != excepted {
                let certain = Some(target) == center && self.exists(target);
                self.perhaps(certain, |it| it.run_all(effects, frame.with_target(target)));
            }
        }
    }

    /// Follows a movement. Whom it meets is unknown; it may be the target.
    fn set_in_motion(&mut self, motion: &Motion, frame: Frame) {
        self.set_more();
        let Some(mover) = frame.scene.subject(motion.of) else { return };
        let met = Frame { scene: frame.scene.with_own(mover), ..frame };
        for effects in [&motion.over, &motion.into] {
            self.perhaps(false, |it| it.run_all(effects, met));
        }
    }

    /// Follows an ability that an effect casts at the target.
    fn cast(&mut self, ability: Id<Ability>, scene: Scene) {
        let own = scene.own.filter(|&own| self.look.is_actor(own));
        let Some(who) = own.or(scene.actor) else { return };
        let cast = Scene { own: Some(who), actor: Some(who), item: None, ..scene };
        let cast = Scene { amount: Scene::default().amount, ..cast };
        match scene.target {
            _ if self.look.is_for_oneself(ability) => self.unleash(ability, cast.with_target(who)),
            Some(target) => {
                // Only entities on a cell can be targets.
                if !self.look.is_actor(target) {
                    self.set_more();
                }
                self.perhaps(self.exists(target), |it| it.unleash(ability, cast));
            }
            // Someone unseen may stand there.
            None => self.set_more(),
        }
    }

    fn pick(&mut self, lots: &[Portion], frame: Frame) {
        let before = self.outcome.clone();
        let positive = |it: &Portion| match &it.weight {
            None => true,
            Some(weight) => weight.constant().is_some_and(|it| it.basis_points() >= 100),
        };
        let mut joined: Option<Outcome> = (!lots.iter().any(positive)).then(|| before.clone());
        for lot in lots {
            self.outcome = before.clone();
            self.run_all(&lot.deed, frame);
            if let Some(other) = joined.take() {
                self.join(&other);
            }
            joined = Some(std::mem::take(&mut self.outcome));
        }
        self.outcome = joined.unwrap_or(before);
    }

    /// Follows one list, or both if it is unknown which one is taken.
    fn choose(&mut self, which: Option<bool>, then: &[Effect], otherwise: &[Effect], frame: Frame) {
        match which {
            Some(true) => self.run_all(then, frame),
            Some(false) => self.run_all(otherwise, frame),
            None => {
                let before = self.outcome.clone();
                self.run_all(then, frame);
                let first = std::mem::replace(&mut self.outcome, before);
                self.run_all(otherwise, frame);
                self.join(&first);
            }
        }
    }

    /// Follows something that happens for certain or only perhaps.
    fn perhaps(&mut self, certain: bool, follow: impl FnOnce(&mut Self)) {
        if certain {
            return follow(self);
        }
        let before = self.outcome.clone();
        follow(self);
        self.join(&before);
    }

    fn join(&mut self, other: &Outcome) {
        let look = self.look;
        let own = std::mem::take(&mut self.outcome);
        self.outcome = own.or(other, |who, attribute| reading::stored(look, who, attribute));
    }

    /// Returns whether an entity certainly still exists.
    fn exists(&self, who: EntityId) -> bool {
        !self.outcome.is_gone(who)
    }
}

/// Returns whether something with this chance happens, if that is certain.
fn certainty(chance: &Formula) -> Option<bool> {
    match chance.constant()?.to_chance() {
        Chance::ALWAYS => Some(true),
        Chance::NEVER => Some(false),
        Chance(_) => None,
    }
}
