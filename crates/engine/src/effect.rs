//! Carries out effects, with one arm for each. To find out what an effect would do, ask
//! `Effect::nature` instead.

#[cfg(test)]
mod tests;

mod arriving;
mod asking;
mod bags;
mod conducting;
pub(crate) mod course;
mod displacing;
mod doors;
mod flow;
mod joining;
mod moving;
mod scattering;
mod selecting;
mod shaped;
mod things;
pub(crate) mod travelling;
mod values;
mod world;

pub(crate) use self::world::square;

use barrow_grid::Pos;
use barrow_pack::{Effect, Pours, Subject};

use crate::action::advance::Launch;
use crate::ctx::scene::Scene;
use crate::ctx::{Ctx, Reads};
use crate::event::{CutShort, Event};
use crate::state::entity::EntityId;
use crate::state::world::{End, Question};

/// The maximum depth of effects within effects.
const MAX_DEPTH: u32 = 24;

/// The maximum cost of all effects in one round. Each effect costs 1, and more if it looks at
/// many cells.
const MAX_COST: u32 = 20_000;

/// Looking at this many cells costs as much as an effect.
const CELLS_PER_COST: usize = 16;

impl Ctx<'_> {
    /// Runs effects in order. On most occasions there are none.
    #[inline]
    pub(crate) fn run(&mut self, effects: &[Effect], scene: &Scene) {
        if !effects.is_empty() {
            self.run_each(effects, scene);
        }
    }

    fn run_each(&mut self, effects: &[Effect], scene: &Scene) {
        if self.world.running.strain.depth == MAX_DEPTH {
            return self.cut_short(scene, true);
        }
        self.world.running.strain.depth += 1;
        let concerned;
        let scene = if scene.player.is_some() {
            scene
        } else {
            concerned = self.with_player(*scene);
            &concerned
        };
        for effect in effects {
            if self.world.running.strain.cost < MAX_COST {
                self.world.running.strain.cost += 1;
                self.apply(effect, scene);
            } else {
                self.cut_short(scene, false);
            }
        }
        self.world.running.strain.depth -= 1;
    }

    /// Notes that effects did not happen.
    #[cold]
    fn cut_short(&mut self, scene: &Scene, nested: bool) {
        let kind = scene.own.map(|own| self.entity(own).kind);
        self.world.cut_short.get_or_insert(CutShort { kind, nested });
    }

    /// Counts effects that do nothing as if they had been run. Returns `false` if they would be
    /// cut short.
    pub(crate) const fn charge_idle_effects(&mut self, effects: u32) -> bool {
        let strain = &mut self.world.running.strain;
        let fits = strain.depth < MAX_DEPTH && strain.cost.saturating_add(effects) <= MAX_COST;
        if fits {
            strain.cost += effects;
        }
        fits
    }

    /// Adds to the cost of this round's effects for looking at many cells.
    pub(crate) fn charge_cells(&mut self, cells: usize) {
        let cost = u32::try_from(cells / CELLS_PER_COST).unwrap_or(u32::MAX);
        self.world.running.strain.cost = self.world.running.strain.cost.saturating_add(cost);
    }

    #[expect(clippy::too_many_lines, reason = "an arm for each effect, and nothing else")]
    fn apply(&mut self, effect: &Effect, scene: &Scene) {
        match effect {
            Effect::Change { attribute, by, had, of } => self.with(scene, *of, |ctx, who| {
                if *had && !ctx.sheet().has(who, *attribute) {
                    return;
                }
                let by = ctx.number(by, scene);
                ctx.change(who, *attribute, by, scene);
            }),
            Effect::Set { attribute, to, had, of } => self.with(scene, *of, |ctx, who| {
                if *had && !ctx.sheet().has(who, *attribute) {
                    return;
                }
                let to = ctx.number(to, scene);
                ctx.set(who, *attribute, to, scene);
            }),
            Effect::Fill { attribute, of } => self.with(scene, *of, |ctx, who| {
                let max = ctx.sheet().max(who, *attribute);
                ctx.set(who, *attribute, max, scene);
            }),
            Effect::Raise { attribute, by, of } => self.with(scene, *of, |ctx, who| {
                let by = ctx.number(by, scene);
                ctx.raise(who, *attribute, by, scene);
            }),
            Effect::Harm { by, kind, cause, of } => self.with(scene, *of, |ctx, who| {
                let by = ctx.number(by, scene);
                ctx.harm_and_conduct(who, by, kind, cause, scene);
            }),
            Effect::Die { cause, of } => self.with(scene, *of, |ctx, who| {
                let life = ctx.entity(who).own(ctx.pack.rules.life).is_some();
                if ctx.is_actor(who) || life || ctx.kind(who).breaks.is_some() {
                    ctx.kill(who, scene.actor, cause);
                }
            }),
            Effect::Apply { state, turns, of } => self.with(scene, *of, |ctx, who| {
                ctx.begin_state(who, *state, turns.as_ref(), scene);
            }),
            Effect::Cure { state, of } => {
                self.with(scene, *of, |ctx, who| ctx.end_state(who, *state));
            }
            &Effect::Spawn { kind, table, ref count, ref extent, at, facing, by } => {
                let (what, count) = ((kind, table), count.as_ref());
                match facing {
                    Some(facing) => self.launch_some(what, count, Launch { at, facing, by }, scene),
                    None => self.spawn_some(what, count, extent, at, scene),
                }
            }
            Effect::Remove { of } => self.with(scene, *of, Self::vanish),
            Effect::Become { kind, of } => {
                self.with(scene, *of, |ctx, who| ctx.transform(who, *kind));
            }
            Effect::Give { kind, table, count, bag, of } => self.with(scene, *of, |ctx, who| {
                ctx.give(who, *kind, *table, count.as_ref(), *bag, scene);
            }),
            Effect::Take { kind, count, bag, filter, of } => self.with(scene, *of, |ctx, who| {
                let count = ctx.count(count.as_ref(), scene, 1);
                ctx.take_away((who, *bag), *kind, filter.as_ref(), count, scene);
            }),
            Effect::Join { side, of } => {
                self.with(scene, *of, |ctx, who| ctx.join(who, side, scene));
            }
            Effect::Spill { count, radius, bag, filter, of } => {
                self.with(scene, *of, |ctx, who| {
                    let count = ctx.times(count.as_ref(), scene);
                    let radius = ctx.reach(radius.as_ref(), scene, 1);
                    ctx.spill((who, *bag), filter.as_ref(), (count, radius), scene);
                });
            }
            Effect::Transfer { from, to } => self.transfer(from, to, scene),
            Effect::Shuffle { bag, of } => {
                self.with(scene, *of, |ctx, who| ctx.shuffle(who, *bag));
            }
            Effect::Forget { of } => self.with(scene, *of, Self::forget),
            Effect::Identify { of } => self.with(scene, *of, Self::identify),
            Effect::Push { cells, of } => self.with(scene, *of, |ctx, who| {
                let cells = cells.as_ref().map_or(1, |it| ctx.number(it, scene).to_whole());
                ctx.push_away(who, cells, *of, scene);
            }),
            Effect::Move { motion } => self.with(scene, motion.of, |ctx, who| {
                ctx.set_in_motion(who, motion, scene);
            }),
            Effect::Go { way, level, floor } => self.send(*way, *level, floor.as_ref(), scene),
            Effect::Stay => self.world.journey = None,
            Effect::Open { of } => {
                self.with(scene, *of, |ctx, who| ctx.swing(who, true, scene.actor));
            }
            Effect::Close { of } => {
                self.with(scene, *of, |ctx, who| ctx.swing(who, false, scene.actor));
            }
            Effect::Lock { of } => self.with(scene, *of, Self::lock),
            Effect::Unlock { of } => {
                self.with(scene, *of, |ctx, who| ctx.set_locked(who, false));
            }
            &Effect::Put { field, ref amount, ref extent, ref beyond, star, fresh, at } => {
                let pours = Pours { field, star };
                let cells = self.poured_on(pours, extent, beyond.as_ref(), at, scene);
                self.pour(field, amount.as_ref(), fresh, &cells, scene);
            }
            Effect::Build { kind, extent, at } => self.rebuild(*kind, extent, *at, scene),
            Effect::Scatter { what } => self.scatter_on_cells(what, scene),
            Effect::Noise { text, range, at, sound } => {
                self.noise(text, range.as_ref(), *at, sound, scene);
            }
            Effect::Flash { extent, turns, at } => self.flash(extent, turns.as_ref(), *at, scene),
            Effect::Reveal { what, extent, at } => self.reveal(*what, extent, *at, scene),
            Effect::Say { text } => self.say(text, scene),
            Effect::Cue { name } => self.cue(name, scene),
            Effect::If { when, then, otherwise } => {
                let holds = self.number(when, scene).is_true();
                self.run(if holds { then } else { otherwise }, scene);
            }
            Effect::Chance { of, then, otherwise } => {
                let happens = self.happens(Some(of), scene);
                self.run(if happens { then } else { otherwise }, scene);
            }
            Effect::Pick { lots } => self.pick_one(lots, scene),
            Effect::With { amount, then } => {
                let amount = self.number(amount, scene);
                self.run(then, &Scene { amount, ..*scene });
            }
            Effect::Repeat { times, then } => {
                for _ in 0..self.times(Some(times), scene) {
                    self.run(then, scene);
                }
            }
            Effect::Area { extent, at, spares, then } => {
                self.area(extent, *at, *spares, then, scene);
            }
            Effect::Each { from, then, otherwise } => self.each(from, then, otherwise, scene),
            Effect::Later { turns, extent, then } => self.run_later(turns, extent, then, scene),
            Effect::Call { routine, with } => self.call(*routine, with, scene),
            Effect::Menu { menu } => self.ask_menu(*menu, scene),
            Effect::Choose { choice } => self.ask(Question::choose(choice), scene),
            Effect::Cast { ability } => self.cast_free(*ability, scene),
            Effect::Award { name } => self.award(name),
            Effect::Win { text } => {
                let text = self.render(text, scene, u8::MAX);
                self.finish(true, text);
            }
            Effect::Lose { text } => {
                let text = self.render(text, scene, u8::MAX);
                self.finish(false, text);
            }
        }
    }

    /// Does something to a subject, if it exists.
    fn with(&mut self, scene: &Scene, subject: Subject, act: impl FnOnce(&mut Self, EntityId)) {
        if let Some(who) = scene.subject(subject).filter(|&who| self.entity(who).exists()) {
            act(self, who);
        }
    }

    /// Ends the run.
    pub(crate) fn finish(&mut self, won: bool, text: String) {
        if self.world.end.is_some() {
            return;
        }
        self.note_change();
        let ending = if won { &self.pack.rules.won } else { &self.pack.rules.lost };
        let text = if text.is_empty() { ending.cause.to_string() } else { text };
        let about =
            self.world.text_rng.pick(&ending.texts).map_or_else(String::new, ToString::to_string);
        let title = ending.title.to_string();
        self.world.end = Some(End { won, text: text.clone(), title, about });
        self.tell_all(Event::Ended { won, text });
    }
}

impl<W: Reads> Ctx<'_, W> {
    /// Returns the cell that an effect refers to.
    pub(crate) fn spot(&self, scene: &Scene, subject: Subject) -> Option<Pos> {
        let location = scene.subject(subject).and_then(|who| self.location(who));
        location.or(scene.cell)
    }
}
