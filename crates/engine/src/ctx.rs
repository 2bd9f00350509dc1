pub(crate) mod scene;
#[cfg(test)]
mod tests;

use std::ops::Deref;

use barrow_dice::{Fixed, Formula};
use barrow_grid::Pos;
use barrow_pack::{Attribute, Effect, Id, Kind, Layer, Occasion, Pack};

use crate::ctx::scene::Scene;
use crate::event::{Event, Told};
use crate::facts::{Facts, Had};
use crate::sheet::Sheet;
use crate::state::entity::{At, Entity, EntityId};
use crate::state::world::World;

/// What a rule may touch: the pack and what follows from it to read, the world to change. Every rule is a method of it,
/// in the file of its verb. Rules that only read come first there and take the world however it
/// is held, so that views and lists of legal commands can ask them too.
#[derive(Clone, Copy)]
pub(crate) struct Ctx<'g, W = &'g mut World> {
    pub(crate) pack: &'g Pack,
    pub(crate) facts: &'g Facts,
    pub(crate) world: W,
    pub(crate) strain: Strain,
}

/// How much effects have led to: a pack whose rules chase each other must not hang the game.
#[derive(Clone, Copy, Default)]
pub(crate) struct Strain {
    /// How deep effects are within effects.
    pub(crate) depth: u32,
    /// What effects have cost since the round began.
    pub(crate) cost: u32,
    /// How often something has changed since the round began.
    pub(crate) changes: u32,
}

/// Nothing is done or made more often at once.
pub(crate) const MOST_TIMES: u32 = 100;

/// Nothing reaches farther.
pub(crate) const FARTHEST: u32 = 1_000;

/// A world that can be read.
pub(crate) trait Reads: Deref<Target = World> {}

impl<W: Deref<Target = World>> Reads for W {}

/// What can be asked without changing anything.
pub(crate) type Look<'g> = Ctx<'g, &'g World>;

impl<'g, W: Reads> Ctx<'g, W> {
    pub(crate) fn new(pack: &'g Pack, facts: &'g Facts, world: W) -> Self {
        Self { pack, facts, world, strain: Strain::default() }
    }

    pub(crate) fn entity(&self, id: EntityId) -> &Entity {
        &self.world.entities[id.index()]
    }

    pub(crate) fn kind(&self, id: EntityId) -> &'g Kind {
        self.pack.kinds.get(self.entity(id).kind)
    }

    /// Returns the number of an actor's side; 0 if it has none.
    pub(crate) fn party(&self, id: EntityId) -> u16 {
        self.facts.party(self.entity(id).kind)
    }

    pub(crate) fn pos(&self, id: EntityId) -> Option<Pos> {
        self.entity(id).pos()
    }

    /// Where a thing is for all who look: on its cell, or where its carrier stands.
    pub(crate) fn place(&self, id: EntityId) -> Option<Pos> {
        match self.entity(id).at {
            At::Cell(pos) => Some(pos),
            At::Bag(carrier) => self.pos(carrier),
            At::Gone => None,
        }
    }

    pub(crate) fn sheet(&self) -> Sheet<'_> {
        Sheet::new(self.pack, self.facts, &self.world)
    }

    /// The value of an attribute as the rules see it.
    #[inline]
    pub(crate) fn value(&self, who: EntityId, attribute: Id<Attribute>) -> Fixed {
        self.sheet().value(who, attribute)
    }

    /// Whether a thing has a flag. Of most flags nothing in a pack has any.
    #[inline]
    pub(crate) fn is(&self, who: EntityId, flag: Id<Attribute>) -> bool {
        self.facts.attribute(flag).had != Had::Never && self.value(who, flag).is_true()
    }

    /// The value that a formula would have now, without drawing anything.
    #[inline]
    pub(crate) fn expected(&self, formula: &Formula, scene: &Scene) -> Fixed {
        formula.constant().unwrap_or_else(|| self.expected_value(formula, scene))
    }

    #[inline(never)]
    fn expected_value(&self, formula: &Formula, scene: &Scene) -> Fixed {
        self.sheet().number(formula, scene, &mut self.world.rng.clone())
    }

    /// Something that someone does by himself, to himself.
    pub(crate) fn scene_of(&self, who: EntityId) -> Scene {
        self.with_player(Scene::of(who))
    }

    /// Whether it acts, or could: everything else is a thing.
    pub(crate) fn is_actor(&self, id: EntityId) -> bool {
        self.kind(id).layer == Layer::Actor
    }

    /// The players who see a cell, a bit each.
    pub(crate) fn who_sees(&self, at: Pos) -> u8 {
        let players = self.world.players.iter().enumerate();
        players
            .fold(0, |bits, (player, it)| bits | u8::from(it.fog.visible().contains(at)) << player)
    }

    /// The players who perceive someone: the one who is it, and all who see where it is.
    pub(crate) fn who_perceives(&self, who: EntityId) -> u8 {
        let own = self.player_bit(who);
        // Who plays alone perceives himself wherever he is, and there is nobody else.
        if self.is_everyone(own) {
            return own;
        }
        own | self.place(who).map_or(0, |at| self.who_sees(at))
    }

    /// The players who perceive one of two.
    #[inline]
    pub(crate) fn who_perceives_either(&self, one: EntityId, other: EntityId) -> u8 {
        let own = self.player_bit(one) | self.player_bit(other);
        // Mostly one of the two is the only player.
        if self.is_everyone(own) {
            return own;
        }
        self.who_perceives(one) | self.who_perceives(other)
    }

    /// Whether these are all players, a bit each.
    pub(crate) fn is_everyone(&self, players: u8) -> bool {
        u16::from(players) == (1 << self.world.players.len()) - 1
    }

    pub(crate) fn player_bit(&self, who: EntityId) -> u8 {
        let player = self.entity(who).actor.as_ref().and_then(|actor| actor.player);
        player.map_or(0, |player| 1 << player)
    }

    pub(crate) fn is_player(&self, who: EntityId) -> bool {
        self.player_bit(who) != 0
    }

    /// The scene's own player, or the one nearest to where it happens.
    #[inline]
    pub(crate) fn with_player(&self, mut scene: Scene) -> Scene {
        if scene.player.is_none() {
            scene.player = match self.world.players.as_slice() {
                [only] => Some(only.entity),
                _ => self.one_of_several(&scene),
            };
        }
        scene
    }

    /// Which of several players a scene concerns.
    #[inline(never)]
    fn one_of_several(&self, scene: &Scene) -> Option<EntityId> {
        let involved = [scene.actor, scene.target].into_iter().flatten();
        let mut players = involved.filter(|&id| self.is_player(id));
        players.next().or_else(|| self.nearest_player(scene))
    }

    fn nearest_player(&self, scene: &Scene) -> Option<EntityId> {
        let here = scene.own.or(scene.actor).and_then(|id| self.place(id)).unwrap_or_default();
        let players = self.world.players.iter().map(|it| it.entity);
        players.min_by_key(|&id| (self.place(id).map_or(u32::MAX, |at| at.chebyshev(here)), id))
    }
}

impl Ctx<'_> {
    /// A thing, to change it. Whoever dozes is roused, for it may act otherwise then.
    #[inline]
    pub(crate) fn entity_mut(&mut self, id: EntityId) -> &mut Entity {
        self.world.rouse(id);
        &mut self.world.entities[id.index()]
    }

    /// The value of a formula. Draws from the rules' stream.
    #[inline]
    pub(crate) fn number(&mut self, formula: &Formula, scene: &Scene) -> Fixed {
        formula.constant().unwrap_or_else(|| self.drawn_number(formula, scene))
    }

    #[inline(never)]
    fn drawn_number(&mut self, formula: &Formula, scene: &Scene) -> Fixed {
        let mut rng = self.world.rng.clone();
        let number = self.sheet().number(formula, scene, &mut rng);
        self.world.rng = rng;
        number
    }

    /// The whole value of a formula, at least zero; `default` where none is given.
    pub(crate) fn count(&mut self, formula: Option<&Formula>, scene: &Scene, default: u32) -> u32 {
        formula.map_or(default, |formula| {
            let whole = self.number(formula, scene).to_whole();
            u32::try_from(whole.max(0)).unwrap_or(u32::MAX)
        })
    }

    /// How often something is done, or how many are made: never so many that it would not end.
    pub(crate) fn times(&mut self, formula: Option<&Formula>, scene: &Scene) -> u32 {
        self.count(formula, scene, 1).min(MOST_TIMES)
    }

    /// How many cells something reaches: never farther than any level is wide.
    pub(crate) fn reach(&mut self, formula: Option<&Formula>, scene: &Scene, default: u32) -> u32 {
        self.count(formula, scene, default).min(FARTHEST)
    }

    /// Whether a condition holds; no condition always does.
    pub(crate) fn holds(&mut self, condition: Option<&Formula>, scene: &Scene) -> bool {
        condition.is_none_or(|condition| self.number(condition, scene).is_true())
    }

    /// Whether a chance comes true; no chance always does.
    pub(crate) fn happens(&mut self, chance: Option<&Formula>, scene: &Scene) -> bool {
        let Some(chance) = chance else { return true };
        let chance = self.number(chance, scene).to_chance();
        self.world.rng.happens(chance)
    }

    /// Notes that something is not as it was.
    pub(crate) const fn note_change(&mut self) {
        self.strain.changes = self.strain.changes.saturating_add(1);
    }

    /// Notes an event for some players.
    pub(crate) fn tell_to(&mut self, audience: u8, event: Event) {
        if audience != 0 {
            self.world.told.push(Told { audience, event });
        }
    }

    /// Notes an event for all players who see the cell.
    pub(crate) fn tell(&mut self, at: Pos, event: Event) {
        self.tell_to(self.who_sees(at), event);
    }

    /// Notes an event of someone, for that one and all players who see where it happens.
    pub(crate) fn tell_of(&mut self, who: EntityId, event: Event) {
        self.tell_to(self.who_perceives(who), event);
    }

    /// Notes an event for all players.
    pub(crate) fn tell_all(&mut self, event: Event) {
        self.tell_to(u8::MAX, event);
    }

    /// Runs what a thing's kind does on an occasion. Few kinds do anything, and then no scene
    /// is made.
    #[inline]
    pub(crate) fn occasion(&mut self, own: EntityId, occasion: Occasion, scene: Scene) {
        let effects = self.kind(own).on.on(occasion);
        if !effects.is_empty() {
            self.run_for(own, effects, scene);
        }
    }

    #[inline(never)]
    fn run_for(&mut self, own: EntityId, effects: &[Effect], scene: Scene) {
        self.run(effects, &scene.with_own(own));
    }

    /// Runs what the level and the game do on an occasion, whoever it concerns.
    pub(crate) fn everywhere(&mut self, occasion: Occasion, scene: &Scene) {
        let level = self.pack.levels.get(self.world.level.place);
        self.run(level.on.on(occasion), scene);
        self.run(self.pack.rules.on.on(occasion), scene);
    }
}
