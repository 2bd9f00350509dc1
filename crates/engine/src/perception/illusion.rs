//! Illusions: noises and shapes that are not there.
//!
//! Illusions draw from the random stream for texts and are stored with the player's knowledge. No
//! rule reads them, and no digest includes them.

#[cfg(test)]
mod tests;

use barrow_dice::{Fixed, Formula};
use barrow_grid::{Dir, Pos};
use barrow_pack::{Id, Illusion, Kind};
use serde::{Deserialize, Serialize};

use crate::ctx::Ctx;
use crate::ctx::scene::Scene;
use crate::event::Volume;
use crate::perception::hearing::Noise;

/// A shape that a player believes to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Phantom {
    /// The kind it looks like.
    pub kind: Id<Kind>,
    /// Its cell.
    pub at: Pos,
    /// The turn from which it is no longer seen.
    pub(crate) until: u64,
}

/// The default distance of illusions.
const USUAL_RANGE: u32 = 10;

/// The default number of rounds for which a shape is seen.
const USUAL_ROUNDS: u32 = 5;

impl Ctx<'_> {
    /// Adds and removes illusions for this round.
    pub(crate) fn update_illusions(&mut self) {
        if self.pack.rules.illusions.is_empty() {
            return;
        }
        let turn = self.world.turn;
        for player in 0..self.world.players.len() {
            self.world.players[player].phantoms.retain(|it| it.until > turn);
            let who = self.world.players[player].entity;
            let Some(here) = self.pos(who) else { continue };
            let scene = Scene { player: Some(who), ..Scene::of(who) };
            for illusion in &self.pack.rules.illusions {
                if self.occurs(illusion, &scene) {
                    self.add_illusion(player, here, illusion, &scene);
                }
            }
        }
    }

    fn occurs(&mut self, illusion: &Illusion, scene: &Scene) -> bool {
        let holds = illusion.when.as_ref().is_none_or(|it| self.text_number(it, scene).is_true());
        if !holds {
            return false;
        }
        let chance = self.text_number(&illusion.chance, scene).to_chance();
        self.world.text_rng.happens(chance)
    }

    fn add_illusion(&mut self, player: usize, here: Pos, illusion: &Illusion, scene: &Scene) {
        let range = self.text_count(illusion.range.as_ref(), scene, USUAL_RANGE).max(2);
        let Some(kind) = illusion.shape else {
            let far = 1 + self.world.text_rng.below(range - 1);
            let dirs: &[Dir] = self.adjacency().dirs();
            let towards = self.world.text_rng.pick(dirs).copied();
            let text = self.render(&illusion.noise, scene, 1 << player);
            let volume = Volume::at(far * far, range).unwrap_or(Volume::Faint);
            let sound = &illusion.sound.0;
            let noise = Noise { text, sound, volume, towards, in_sight: false };
            return self.hear(player, noise);
        };
        let rounds = self.text_count(illusion.lasts.as_ref(), scene, USUAL_ROUNDS);
        let until = self.world.turn + u64::from(rounds);
        let cells: Vec<Pos> = self.world.players[player]
            .fog
            .visible()
            .iter()
            .filter(|&at| at != here && at.chebyshev(here) <= range)
            .filter(|&at| self.world.level.is_free(at))
            .collect();
        if let Some(&at) = self.world.text_rng.pick(&cells) {
            self.world.players[player].phantoms.push(Phantom { kind, at, until });
        }
    }

    /// Evaluates a formula with random numbers from the stream for texts.
    pub(crate) fn text_number(&mut self, formula: &Formula, scene: &Scene) -> Fixed {
        let mut words = self.world.text_rng.clone();
        let number = self.sheet().number(formula, scene, &mut words);
        self.world.text_rng = words;
        number
    }

    pub(crate) fn text_count(
        &mut self,
        formula: Option<&Formula>,
        scene: &Scene,
        usual: u32,
    ) -> u32 {
        let Some(formula) = formula else { return usual };
        u32::try_from(self.text_number(formula, scene).to_whole().clamp(0, 1_000)).unwrap_or(usual)
    }
}
