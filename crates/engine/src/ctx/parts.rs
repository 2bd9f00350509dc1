//! The things that take part in what an actor does: the items it has at work, and its states.

use barrow_pack::{Effect, Id, Occasion, State};
use barrow_small::sort_by_key;

use crate::ctx::scene::Scene;
use crate::ctx::{Ctx, Reads};
use crate::state::entity::{Actor, EntityId};

/// Something that takes part in what an actor does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// An item at work.
    Item(EntityId),
    /// A state that the actor is in.
    State(Id<State>),
}

/// The capacity reserved for the items that take part in something. Few actors have more.
const USUAL_PARTS: usize = 8;

impl<'g, W: Reads> Ctx<'g, W> {
    /// Returns what takes part in an occasion of an actor, in order: worn items by their slots,
    /// other items at work as they lie in the bag, states.
    pub(crate) fn parts(&self, who: EntityId, occasion: Occasion) -> Vec<Part> {
        let reacting = self.facts.reacting;
        let mut parts = Vec::new();
        let Some(actor) = self.actor(who) else { return parts };
        if reacting.items.contains(occasion) && !actor.bag.is_empty() {
            self.add_items_at_work(actor, occasion, &mut parts);
        }
        if reacting.states.contains(occasion) {
            let states = actor.states.iter().map(|&(state, _)| state);
            let reacts =
                |&it: &Id<State>| !self.pack.states.get(it).on.effects(occasion).is_empty();
            parts.extend(states.filter(reacts).map(Part::State));
        }
        parts
    }

    /// Adds the items at work that take part in an occasion: those that are worn by their slots,
    /// then the others as they lie in the bag, which also holds what is worn.
    fn add_items_at_work(&self, actor: &Actor, occasion: Occasion, parts: &mut Vec<Part>) {
        let reacts = |item: EntityId, worn: bool| {
            let entity = self.entity(item);
            let facts = self.facts.item(entity.kind);
            // Few items take part, so this comes first.
            facts.shared.contains(occasion) && facts.is_in_use(entity.active, || worn)
        };
        let mut sorted = Vec::new();
        let mut worn = &actor.worn;
        if !worn.is_sorted_by_key(|it| it.0) {
            sorted.clone_from(worn);
            sort_by_key(&mut sorted, |it| it.0);
            worn = &sorted;
        }
        parts.reserve(USUAL_PARTS);
        for &(_, item) in worn {
            if reacts(item, true) {
                parts.push(Part::Item(item));
            }
        }
        if self.facts.reacting.carried.contains(occasion) {
            for &item in &actor.bag {
                if reacts(item, false) && !actor.wears(item) {
                    parts.push(Part::Item(item));
                }
            }
        }
    }

    /// Returns whether anything can take part in an occasion of any actor.
    #[inline]
    pub(crate) const fn has_parts(&self, occasion: Occasion) -> bool {
        let reacting = self.facts.reacting;
        reacting.items.contains(occasion) || reacting.states.contains(occasion)
    }

    /// Returns whether anything may happen on an occasion of an actor.
    #[inline]
    pub(crate) fn may_react(&self, who: EntityId, occasion: Occasion) -> bool {
        self.has_parts(occasion) || !self.kind(who).on.effects(occasion).is_empty()
    }

    /// Returns what a part does on an occasion of an actor, and the scene of it.
    #[inline]
    pub(crate) fn part_deed(
        &self,
        who: EntityId,
        part: Part,
        occasion: Occasion,
        scene: &Scene,
    ) -> (&'g [Effect], Scene) {
        match part {
            Part::Item(item) => {
                let scene = Scene { own: Some(item), item: Some(item), ..*scene };
                (self.kind(item).on.effects(occasion), scene)
            }
            Part::State(state) => {
                (self.pack.states.get(state).on.effects(occasion), scene.with_own(who))
            }
        }
    }

    /// Returns whether a part can still act: earlier parts may have ended it.
    fn is_still_there(&self, who: EntityId, part: Part, occasion: Occasion) -> bool {
        let lives = self.entity(who).exists() || occasion == Occasion::Die;
        lives
            && match part {
                // What a dead actor wore counts even if it is lost with it.
                Part::Item(item) => self.entity(item).exists() || occasion == Occasion::Die,
                Part::State(state) => {
                    let states = self.actor(who).map_or(&[][..], |actor| &actor.states);
                    states.iter().any(|&(it, _)| it == state)
                }
            }
    }
}

impl Ctx<'_> {
    /// Runs an occasion of an actor: what its kind does, then everything that takes part.
    #[inline]
    pub(crate) fn occasion_of(&mut self, who: EntityId, occasion: Occasion, scene: &Scene) {
        if self.has_parts(occasion) {
            self.run_occasion_of(who, occasion, scene);
        } else {
            self.occasion(who, occasion, scene);
        }
    }

    /// Runs the same, and returns the parts that took part.
    pub(crate) fn run_occasion_of(
        &mut self,
        who: EntityId,
        occasion: Occasion,
        scene: &Scene,
    ) -> Vec<Part> {
        let parts = self.parts(who, occasion);
        self.occasion(who, occasion, scene);
        self.run_parts(who, &parts, occasion, scene);
        parts
    }

    /// Runs what some parts do on an occasion of an actor.
    pub(crate) fn run_parts(
        &mut self,
        who: EntityId,
        parts: &[Part],
        occasion: Occasion,
        scene: &Scene,
    ) {
        for &part in parts {
            self.run_part(who, part, occasion, scene);
        }
    }

    /// Runs what a part does on an occasion of an actor, if it is still there.
    pub(crate) fn run_part(
        &mut self,
        who: EntityId,
        part: Part,
        occasion: Occasion,
        scene: &Scene,
    ) {
        if self.is_still_there(who, part, occasion) {
            let (effects, scene) = self.part_deed(who, part, occasion, scene);
            self.run(effects, &scene);
        }
    }

    /// Runs an occasion of every player's actor.
    pub(crate) fn occasion_of_players(&mut self, occasion: Occasion) {
        for player in 0..self.world.players.len() {
            let who = self.world.players[player].entity;
            if self.entity(who).exists() {
                let scene = Scene { player: Some(who), ..Scene::of(who) };
                self.occasion_of(who, occasion, &scene);
            }
        }
    }
}

#[cfg(test)]
mod tests;
