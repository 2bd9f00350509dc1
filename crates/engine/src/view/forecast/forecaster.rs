//! Runs effects without carrying them out.
//!
//! The forecaster goes through effects as `effect.rs` does, but with spans instead of numbers, and
//! it follows both branches when it cannot know which one is taken. Values that earlier effects may
//! have changed are read as changed. When it can no longer know what happens, it sets `more` and
//! goes on with what it knows.

mod leaf;
mod reading;

use barrow_pack::{
    Ability, Effect, Entry, Id, Leaf, Lots, Motion, Nature, Nest, Occasion, Pack, Portion, Routine,
    Selection, Subject,
};

use super::Span;
use super::outcome::{Dealt, Outcome};
use crate::action::blow::{Blow, Step};
use crate::ctx::Look;
use crate::ctx::parts::Part;
use crate::ctx::scene::Scene;
use crate::state::entity::EntityId;

/// The maximum depth of nested effects.
const MAX_DEPTH: u32 = 8;

/// The maximum number of effects in all, because nested repeats multiply.
const MAX_EFFECTS: u32 = 2_000;

/// Follows what effects would do.
pub(super) struct Forecaster<'g> {
    look: Look<'g>,
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
    pub(super) fn new(look: Look<'g>, who: EntityId, whom: EntityId) -> Self {
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

    /// Follows what happens after a blow by hand has hit.
    pub(super) fn take_hit(&mut self, blow: &Blow<'g>) {
        let scene = blow.aftermath();
        blow.additions().for_each(|step| self.take(step, scene));
        if self.has_hidden_parts(blow.who, Occasion::Hit) {
            self.set_more();
        }
        let frame = Frame::new(scene).after(self.outcome.dealt);
        blow.reactions().for_each(|step| self.take_in(step, frame));
    }

    /// Follows what takes part when an actor has cast an ability.
    pub(super) fn take_cast(&mut self, who: EntityId, scene: Scene) {
        if self.has_hidden_parts(who, Occasion::Cast) {
            self.set_more();
        }
        self.look.cast_steps(who).into_iter().for_each(|step| self.take(step, scene));
    }

    /// Follows one part of a plan in a scene.
    pub(super) fn take(&mut self, step: Step<'_>, scene: Scene) {
        self.take_in(step, Frame::new(scene));
    }

    fn take_in(&mut self, step: Step<'_>, frame: Frame) {
        match step {
            Step::Run(effects) => self.run_all(effects, frame),
            Step::Occasion(own, occasion) => {
                let effects = self.look.kind(own).on.effects(occasion);
                let frame = Frame { scene: frame.scene.with_own(own), ..frame };
                self.perhaps(self.exists(own), |it| it.run_all(effects, frame));
            }
            Step::Part(who, part, occasion) => self.take_part(who, part, occasion, frame),
        }
    }

    /// Follows what a part of an actor does, if players can know of it.
    fn take_part(&mut self, who: EntityId, part: Part, occasion: Occasion, frame: Frame) {
        let certain = match part {
            Part::Item(item) if !self.is_part_known(who, item) => return self.set_more(),
            Part::Item(item) => self.exists(who) && self.exists(item),
            Part::State(state) => {
                let suffered = self.look.actor(who).map_or(&[][..], |actor| &actor.states);
                let suffers = suffered.iter().any(|&(it, _)| it == state);
                let entity = self.outcome.entity(who);
                let ends = entity.is_some_and(|it| it.forecast.ends.contains(&state));
                self.exists(who) && suffers && !ends
            }
        };
        let (effects, scene) = self.look.part_deed(who, part, occasion, &frame.scene);
        self.perhaps(certain, |it| it.run_all(effects, Frame { scene, ..frame }));
    }

    /// Follows what takes part in an occasion of an actor.
    fn take_parts(&mut self, who: EntityId, occasion: Occasion, frame: Frame) {
        if !self.look.has_parts(occasion) {
            return;
        }
        if self.has_hidden_parts(who, occasion) {
            self.set_more();
        }
        let mut parts = self.look.parts(who, occasion);
        // States that have only begun take part as well.
        let begun = self.outcome.entity(who).map_or(&[][..], |it| &it.forecast.begins);
        let begun = begun.iter().map(|&state| Part::State(state));
        parts.extend(begun.filter(|it| !parts.contains(it)).collect::<Vec<_>>());
        for part in parts {
            self.take_part(who, part, occasion, frame);
        }
    }

    /// Returns whether something that players do not know may take part in an occasion of an
    /// actor. The answer must not depend on what they do not know.
    fn has_hidden_parts(&self, who: EntityId, occasion: Occasion) -> bool {
        let (look, reacting) = (self.look, self.look.facts.reacting);
        let worn = look.actor(who).map_or(&[][..], |actor| &actor.worn);
        let unknown = |item: EntityId| !look.sheet().is_known(item);
        let carries = || !look.is_player(who) || look.bag(who).iter().any(|&it| unknown(it));
        reacting.carried.contains(occasion) && carries()
            || reacting.items.contains(occasion) && worn.iter().any(|&(_, it)| unknown(it))
    }

    /// Returns whether players know what an item at work is. What others only carry is unseen.
    fn is_part_known(&self, who: EntityId, item: EntityId) -> bool {
        let seen = self.look.is_player(who) || self.look.is_worn(who, item);
        seen && self.look.sheet().is_known(item)
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

    fn run_leaf(&mut self, of: Option<Subject>, leaf: Leaf<'_>, frame: Frame) {
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
                let happens = of.constant().and_then(|it| match it.to_chance() {
                    barrow_dice::Chance::ALWAYS => Some(true),
                    barrow_dice::Chance::NEVER => Some(false),
                    barrow_dice::Chance(_) => None,
                });
                self.choose(happens, then, otherwise, frame);
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
            Nest::Later { extent, then } => {
                // Until then everything may have changed.
                self.set_more();
                self.perhaps(false, |it| {
                    if extent.is_given() {
                        it.run_around(frame, frame.scene.target, None, then);
                    } else {
                        it.run_all(then, frame);
                    }
                });
            }
            Nest::Move(motion) => self.set_in_motion(motion, frame),
            Nest::Each { from, then, otherwise } => self.each(from, then, otherwise, frame),
            Nest::Cast(ability) => self.cast(ability, frame.scene),
            Nest::Call(routine, with) => {
                let mut arguments = [Span::ZERO; Routine::MAX_PARAMETERS];
                for (argument, formula) in arguments.iter_mut().zip(with) {
                    *argument = self.span(formula, frame);
                }
                let deed = &self.look.pack.routines.get(routine).deed;
                self.run_all(deed, Frame { arguments: Arguments(arguments), ..frame });
            }
        }
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

    /// Records that an entity may be gone, and what others may do about it.
    fn lose(&mut self, who: EntityId, by: Option<EntityId>) {
        self.outcome.entity_mut(who).gone = true;
        let look = self.look;
        let foe = look.actor(who).and_then(|actor| actor.foe);
        let does = |id: EntityId, occasion| !look.kind(id).on.effects(occasion).is_empty();
        let level = look.pack.levels.get(look.world.level.definition);
        let everywhere = |occasion| {
            !level.on.effects(occasion).is_empty()
                || !look.pack.rules.on.effects(occasion).is_empty()
        };
        let drops = look.kind(who).drops;
        let cleared = |it: &crate::state::world::Player| {
            let kind = look.kind(it.entity);
            !kind.on.effects(Occasion::Clear).is_empty()
                || !look.parts(it.entity, Occasion::Clear).is_empty()
        };
        let last = if look.is_player(who) { Occasion::Die } else { Occasion::Clear };
        let shares = |id: EntityId, occasion| {
            look.has_parts(occasion)
                && (!look.parts(id, occasion).is_empty() || self.has_hidden_parts(id, occasion))
        };
        let reacts = |id, occasion| does(id, occasion) || shares(id, occasion);
        if reacts(who, Occasion::Die)
            || by.into_iter().chain(foe).any(|it| reacts(it, Occasion::Kill))
            || everywhere(Occasion::Kill)
            || everywhere(last)
            || look.facts.clears_rooms && last == Occasion::Clear
            || look.world.players.iter().any(cleared)
            || drops.is_some_and(|table| draws_reacting(look.pack, table, 0))
        {
            self.set_more();
        }
    }
}

/// Returns whether something from a loot table reacts to being created.
fn draws_reacting(pack: &Pack, table: Id<Lots>, depth: u32) -> bool {
    pack.tables.get(table).entries.iter().any(|it| reacts(pack, it, depth))
}

fn reacts(pack: &Pack, lot: &Entry, depth: u32) -> bool {
    let appears = |kind| !pack.kinds.get(kind).on.effects(Occasion::Spawn).is_empty();
    let deeper = |table| depth == MAX_DEPTH || draws_reacting(pack, table, depth + 1);
    lot.kind.is_some_and(appears)
        || lot.table.is_some_and(deeper)
        || lot.all.iter().any(|it| reacts(pack, it, depth))
}
