use barrow_dice::{Fixed, Formula};

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
    /// Returns whether a condition about a player holds now. Nothing is drawn.
    pub fn holds(&self, player: u8, condition: &Formula) -> bool {
        let known = self.world.players.get(usize::from(player));
        known.is_some_and(|it| {
            let scene = Scene { player: Some(it.entity), ..Scene::of(it.entity) };
            self.look().expected(condition, &scene).is_true()
        })
    }

    /// Returns a player's score so far, by the pack's rule.
    pub fn score(&self, player: u8) -> Score<'_> {
        let look = self.look();
        let Some(known) = self.world.players.get(usize::from(player)) else {
            return Score::default();
        };
        let scene = Scene { player: Some(known.entity), ..Scene::of(known.entity) };
        let parts = self.pack.rules.score.iter();
        let mut parts: Vec<(&str, Fixed)> =
            parts.map(|part| (&*part.label, look.expected(&part.value, &scene))).collect();
        for &id in &self.world.given.modifiers {
            let modifier = self.pack.modifiers.get(barrow_pack::Id::new(id));
            let points = modifier.score.as_ref().map(|it| look.expected(it, &scene));
            parts.extend(points.map(|it| (&*modifier.name, it)));
        }
        let total = parts.iter().fold(Fixed::ZERO, |sum, &(_, points)| sum + points);
        Score { total, parts }
    }
}
