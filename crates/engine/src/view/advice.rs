//! Explanations for players: hints, tips and openings. None of it is part of the state.

use barrow_pack::{Advice, AdvicePart, Commanded, Template};

use super::View;
use crate::state::entity::EntityId;

/// A part of a text that names commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advised<'g> {
    /// A text.
    Text(String),
    /// A command, and whether it starts a sentence.
    Command(&'g Commanded, bool),
}

impl<'g> View<'g> {
    /// Returns what the player wants, in a few words.
    pub fn goal(&self) -> String {
        let own = &self.look.pack.levels.get(self.look.world.level.definition).goal;
        let goal = if own.is_empty() { &self.look.pack.rules.goal } else { own };
        self.told(goal, None)
    }

    /// Returns the lines that a run on this level begins with.
    pub fn opening(&self) -> impl Iterator<Item = Vec<Advised<'g>>> {
        let own = &self.look.pack.levels.get(self.look.world.level.definition).opening;
        let lines = if own.is_empty() { &self.look.pack.rules.opening } else { own };
        lines.iter().map(|it| self.advice(it, None))
    }

    /// Returns the parts of a text, which is about `it`.
    pub fn advice(&self, text: &'g Advice, it: Option<EntityId>) -> Vec<Advised<'g>> {
        let part = |part: &'g AdvicePart| match part {
            AdvicePart::Text(text) => Advised::Text(self.told(text, it)),
            AdvicePart::Press { what, capital } => Advised::Command(what, *capital),
        };
        text.parts.iter().map(part).collect()
    }

    /// Returns a text for this player. The words are drawn from a copy of the stream, so that
    /// nothing changes.
    pub(super) fn told(&self, text: &Template, it: Option<EntityId>) -> String {
        let scene = crate::ctx::scene::Scene { it, ..self.scene() };
        let mut words = self.look.world.text_rng.clone();
        self.look.rendered(text, &scene, 1 << self.number, &mut words)
    }
}
