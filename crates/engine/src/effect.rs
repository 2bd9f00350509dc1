//! What content makes happen: one arm for each effect.

mod flow;
mod moves;
mod things;
mod values;
mod world;

use barrow_grid::Pos;
use barrow_pack::{Effect, Subject};

use crate::ctx::Ctx;
use crate::entity::EntityId;
use crate::event::Event;
use crate::scene::Scene;
use crate::world::End;

pub(crate) use self::world::square;

/// Effects that lead to effects that lead to effects end here: a pack whose rules chase each
/// other must not hang the game.
const DEEPEST: u32 = 24;

impl Ctx<'_> {
    /// Runs effects in order.
    pub(crate) fn run(&mut self, effects: &[Effect], scene: &Scene) {
        if self.depth == DEEPEST {
            return;
        }
        self.depth += 1;
        let scene = self.with_player(*scene);
        for effect in effects {
            self.apply(effect, &scene);
        }
        self.depth -= 1;
    }

    fn apply(&mut self, effect: &Effect, scene: &Scene) {
        match effect {
            Effect::Change { attribute, by, of } => self.on(scene, *of, |ctx, who| {
                let by = ctx.number(by, scene);
                ctx.change(who, *attribute, by, scene);
            }),
            Effect::Set { attribute, to, of } => self.on(scene, *of, |ctx, who| {
                let to = ctx.number(to, scene);
                ctx.set(who, *attribute, to, scene);
            }),
            Effect::Fill { attribute, of } => self.on(scene, *of, |ctx, who| {
                let most = ctx.sheet().most(who, *attribute);
                ctx.set(who, *attribute, most, scene);
            }),
            Effect::Raise { attribute, by, of } => self.on(scene, *of, |ctx, who| {
                let by = ctx.number(by, scene);
                ctx.raise(who, *attribute, by, scene);
            }),
            Effect::Harm { by, kind, cause, of } => self.on(scene, *of, |ctx, who| {
                let by = ctx.number(by, scene);
                ctx.harm(who, by, kind, cause, scene);
            }),
            Effect::Die { cause, of } => self.on(scene, *of, |ctx, who| {
                ctx.kill(who, scene.actor.filter(|&actor| actor != who), cause);
            }),
            Effect::Apply { state, turns, of } => self.on(scene, *of, |ctx, who| {
                ctx.begin_state(who, *state, turns.as_ref(), scene);
            }),
            Effect::Cure { state, of } => {
                self.on(scene, *of, |ctx, who| ctx.end_state(who, *state))
            }
            Effect::Spawn { kind, table, count, radius, at } => {
                self.spawn_some(*kind, *table, count.as_ref(), radius.as_ref(), *at, scene);
            }
            Effect::Remove { of } => self.on(scene, *of, Self::vanish),
            Effect::Become { kind, of } => {
                self.on(scene, *of, |ctx, who| ctx.transform(who, *kind))
            }
            Effect::Give { kind, table, count, of } => self.on(scene, *of, |ctx, who| {
                ctx.give(who, *kind, *table, count.as_ref(), scene);
            }),
            Effect::Take { kind, count, of } => self.on(scene, *of, |ctx, who| {
                let count = ctx.count(count.as_ref(), scene, 1);
                ctx.take_away(who, *kind, count);
            }),
            Effect::Identify { of } => self.on(scene, *of, Self::identify),
            Effect::Push { cells, of } => self.on(scene, *of, |ctx, who| {
                let cells = cells.as_ref().map_or(1, |it| ctx.number(it, scene).to_whole());
                ctx.push_away(who, cells, scene);
            }),
            Effect::Move { radius, of } => self.on(scene, *of, |ctx, who| {
                ctx.displace(who, radius.as_ref(), scene);
            }),
            Effect::Go { way, level } => self.travel(*way, *level),
            Effect::Open { of } => self.on(scene, *of, |ctx, who| ctx.swing(who, true)),
            Effect::Close { of } => self.on(scene, *of, |ctx, who| ctx.swing(who, false)),
            Effect::Lock { of } => self.on(scene, *of, |ctx, who| {
                ctx.swing(who, false);
                ctx.entity_mut(who).locked = true;
            }),
            Effect::Unlock { of } => {
                self.on(scene, *of, |ctx, who| ctx.entity_mut(who).locked = false)
            }
            Effect::Put { field, amount, radius, at } => {
                self.pour(*field, amount.as_ref(), radius.as_ref(), *at, scene);
            }
            Effect::Build { kind, radius, at } => self.rebuild(*kind, radius.as_ref(), *at, scene),
            Effect::Noise { text, range, at } => self.sound(text, range.as_ref(), *at, scene),
            Effect::Flash { radius, turns, at } => self.flash(radius, turns.as_ref(), *at, scene),
            Effect::Reveal { what } => self.reveal(*what, scene),
            Effect::Say { text } => self.say(text, scene),
            Effect::Cue { name } => {
                let at = self.spot(scene, Subject::Own);
                self.tell_all(Event::Cue { name: name.clone(), at });
            }
            Effect::If { when, then, otherwise } => {
                let holds = self.number(when, scene).is_true();
                self.run(if holds { then } else { otherwise }, scene);
            }
            Effect::Chance { of, then, otherwise } => {
                let happens = self.happens(Some(of), scene);
                self.run(if happens { then } else { otherwise }, scene);
            }
            Effect::Pick { lots } => self.pick_one(lots, scene),
            Effect::Repeat { times, then } => {
                for _ in 0..self.count(Some(times), scene, 0).min(100) {
                    self.run(then, scene);
                }
            }
            Effect::Area { radius, at, spares, then } => {
                self.area(radius, *at, *spares, then, scene)
            }
            Effect::Later { turns, radius, then } => {
                self.postpone(turns, radius.as_ref(), then, scene)
            }
            Effect::Menu { menu } => self.ask(*menu, scene),
            Effect::Cast { ability } => self.cast_free(*ability, scene),
            Effect::Award { name } => self.tell_all(Event::Awarded { name: name.clone() }),
            Effect::Win { text } => {
                let text = self.render(text, scene);
                self.finish(true, text);
            }
            Effect::Lose { text } => {
                let text = self.render(text, scene);
                self.finish(false, text);
            }
        }
    }

    /// Does something to a subject, if it is there.
    fn on(&mut self, scene: &Scene, subject: Subject, act: impl FnOnce(&mut Self, EntityId)) {
        if let Some(who) = scene.subject(subject).filter(|&who| self.entity(who).exists()) {
            act(self, who);
        }
    }

    /// The cell that an effect speaks of.
    pub(crate) fn spot(&self, scene: &Scene, subject: Subject) -> Option<Pos> {
        let place = scene.subject(subject).and_then(|who| self.place(who));
        place.or(scene.cell)
    }

    /// Ends the run.
    pub(crate) fn finish(&mut self, won: bool, text: String) {
        if self.world.end.is_none() {
            self.world.end = Some(End { won, text: text.clone() });
            self.tell_all(Event::Ended { won, text });
        }
    }
}
