use barrow_dice::Fixed;

use crate::ctx::scene::Scene;
use crate::game::Game;

/// A score and its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score<'g> {
    /// The sum.
    pub total: Fixed,
    /// The label and the points of each part.
    pub parts: Vec<(&'g str, Fixed)>,
}

impl Game {
    /// Returns a player's score so far, by the pack's rule.
    pub fn score(&self, player: u8) -> Score<'_> {
        let look = self.look();
        let Some(known) = self.world.players.get(usize::from(player)) else {
            return Score::default();
        };
        let scene = Scene { player: Some(known.entity), ..Scene::of(known.entity) };
        let parts = self.pack.rules.score.iter();
        let parts: Vec<(&str, Fixed)> =
            parts.map(|part| (&*part.label, look.expected(&part.value, &scene))).collect();
        let total = parts.iter().fold(Fixed::ZERO, |sum, &(_, points)| sum + points);
        Score { total, parts }
    }
}
