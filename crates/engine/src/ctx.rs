//! What every rule works on, and what many rules ask.

pub(crate) mod parts;
pub(crate) mod scene;
#[cfg(test)]
mod tests;

use std::ops::Deref;

use barrow_dice::{Fixed, Formula};
use barrow_grid::Pos;
use barrow_pack::{Attribute, Id, Kind, Layer, Occasion, Pack};

use crate::ctx::scene::{Harm, Scene};
use crate::event::{Event, Notice};
use crate::facts::{Facts, Had};
use crate::sheet::Sheet;
use crate::state::entity::{At, Entity, EntityId};
use crate::state::world::World;

/// What a rule may use: the pack and the facts about it to read, the world to change.
///
/// Every rule is a method of this type, in the file of its verb. Rules that only read come first
/// in each file and accept a shared world too, so that views and lists of legal commands can call
/// them.
#[derive(Clone, Copy)]
pub(crate) struct Ctx<'g, W = &'g mut World> {
    pub(crate) pack: &'g Pack,
    pub(crate) facts: &'g Facts,
    pub(crate) world: W,
}

/// What is kept while a command is carried out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Running {
    pub(crate) strain: Strain,
    pub(crate) harms: Harms,
}

/// The damage that rules may ask about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Harms {
    /// The damage that someone is suffering right now.
    pub(crate) at_hand: Harm,
    /// Who is struck by the blow that is being dealt, and all its damage to them so far.
    pub(crate) blow: Option<(EntityId, Harm)>,
}

/// How much work effects have caused: a pack whose rules trigger each other must not hang the
/// game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Strain {
    /// How deep effects are nested now.
    pub(crate) depth: u32,
    /// The cost of all effects since the round began.
    pub(crate) cost: u32,
    /// The number of changes since the round began.
    pub(crate) changes: u32,
}

/// The maximum number of times that an effect does or makes something at once.
pub(crate) const MAX_TIMES: u32 = 100;

/// The maximum number of cells that an effect reaches: no level is wider.
pub(crate) const MAX_REACH: u32 = 1_000;

/// A world that can be read.
pub(crate) trait Reads: Deref<Target = World> {}

impl<W: Deref<Target = World>> Reads for W {}

/// A context that only reads.
pub(crate) type ReadCtx<'g> = Ctx<'g, &'g World>;

impl<'g, W: Reads> Ctx<'g, W> {
    pub(crate) const fn new(pack: &'g Pack, facts: &'g Facts, world: W) -> Self {
        Self { pack, facts, world }
    }

    pub(crate) fn entity(&self, id: EntityId) -> &Entity {
        &self.world.entities[id.index()]
    }

    pub(crate) fn kind(&self, id: EntityId) -> &'g Kind {
        self.pack.kinds.get(self.entity(id).kind)
    }

    /// Returns the number of an actor's side; 0 if it has none.
    #[inline]
    pub(crate) fn party(&self, id: EntityId) -> u16 {
        let entity = self.entity(id);
        let born = self.facts.party(entity.kind);
        if !self.facts.joins {
            return born;
        }
        let wits = entity.actor.as_ref().and_then(|it| it.wits.as_ref());
        wits.and_then(|it| it.side).unwrap_or(born)
    }

    pub(crate) fn pos(&self, id: EntityId) -> Option<Pos> {
        self.entity(id).pos()
    }

    /// Returns the cell where a thing is: its own, or that of its carrier.
    pub(crate) fn location(&self, id: EntityId) -> Option<Pos> {
        match self.entity(id).at {
            At::Cell(pos) => Some(pos),
            At::Bag(carrier) | At::Named(carrier) => self.pos(carrier),
            At::Gone => None,
        }
    }

    /// Returns the same context, to read only. Long rules that only read ask through it, so that
    /// they are compiled for one kind of world.
    pub(crate) fn look(&self) -> ReadCtx<'_> {
        ReadCtx::new(self.pack, self.facts, &self.world)
    }

    pub(crate) fn sheet(&self) -> Sheet<'_> {
        Sheet::new(self.look())
    }

    /// Returns the value of an attribute with everything that modifies it.
    #[inline]
    pub(crate) fn value(&self, who: EntityId, attribute: Id<Attribute>) -> Fixed {
        self.sheet().value(who, attribute)
    }

    /// Returns whether a thing has a flag. Most flags are used by nothing in the pack.
    #[inline]
    pub(crate) fn is(&self, who: EntityId, flag: Id<Attribute>) -> bool {
        self.facts.attribute(flag).had != Had::Never && self.value(who, flag).is_true()
    }

    /// Returns the value of a formula that is only shown. What it draws comes from the stream of
    /// texts, so it tells nothing about the rules' dice.
    pub(crate) fn shown(&self, formula: &Formula, scene: &Scene) -> Fixed {
        let computed = || self.sheet().number(formula, scene, &mut self.world.text_rng.clone());
        formula.constant().unwrap_or_else(computed)
    }

    /// Returns the value that a formula would have now, without drawing anything.
    pub(crate) fn expected(&self, formula: &Formula, scene: &Scene) -> Fixed {
        let computed = || self.sheet().number(formula, scene, &mut self.world.rng.clone());
        formula.constant().unwrap_or_else(computed)
    }

    /// Returns the scene of something that an entity does to itself.
    pub(crate) fn scene_of(&self, who: EntityId) -> Scene {
        self.with_player(Scene::of(who))
    }

    pub(crate) fn is_actor(&self, id: EntityId) -> bool {
        self.kind(id).layer == Layer::Actor
    }

    /// Returns the players who see a cell, a bit each.
    pub(crate) fn who_sees(&self, at: Pos) -> u8 {
        self.who_sees_any([at])
    }

    /// Returns the players who see at least one of some cells, a bit each.
    pub(crate) fn who_sees_any<const CELLS: usize>(&self, cells: [Pos; CELLS]) -> u8 {
        let players = self.world.players.iter().enumerate();
        players.fold(0, |bits, (player, it)| {
            let sees = cells.iter().any(|&at| it.fog.visible().contains(at));
            bits | u8::from(sees) << player
        })
    }

    /// Returns the players who perceive an entity, a bit each: its own player, and all who see
    /// its cell.
    pub(crate) fn who_perceives(&self, who: EntityId) -> u8 {
        let own = self.player_bit(who);
        // A single player always perceives its own actor.
        if self.is_everyone(own) {
            return own;
        }
        own | self.location(who).map_or(0, |at| self.who_sees(at))
    }

    /// Returns the players who perceive one of two entities or both, a bit each.
    #[inline]
    pub(crate) fn who_perceives_either(&self, one: EntityId, other: EntityId) -> u8 {
        let own = self.player_bit(one) | self.player_bit(other);
        // Mostly one of the two belongs to the only player.
        if self.is_everyone(own) {
            return own;
        }
        self.who_perceives(one) | self.who_perceives(other)
    }

    /// Returns whether a set of players, a bit each, contains all of them.
    pub(crate) fn is_everyone(&self, players: u8) -> bool {
        u16::from(players) == (1 << self.world.players.len()) - 1
    }

    /// Returns the bit of the player who commands an actor, or 0.
    pub(crate) fn player_bit(&self, who: EntityId) -> u8 {
        let player = self.entity(who).actor.as_ref().and_then(|actor| actor.player);
        player.map_or(0, |player| 1 << player)
    }

    pub(crate) fn is_player(&self, who: EntityId) -> bool {
        self.player_bit(who) != 0
    }

    /// Returns the scene with its player: the one it has, or the one it concerns most.
    #[inline]
    pub(crate) fn with_player(&self, mut scene: Scene) -> Scene {
        if scene.player.is_none() {
            scene.player = match self.world.players.as_slice() {
                [only] => Some(only.entity),
                _ => self.concerned_player(&scene),
            };
        }
        scene
    }

    /// Returns the player who takes part in a scene, or else the one nearest to it. Games of one
    /// player never ask.
    #[cold]
    fn concerned_player(&self, scene: &Scene) -> Option<EntityId> {
        let involved = [scene.actor, scene.target].into_iter().flatten();
        let mut players = involved.filter(|&id| self.is_player(id));
        players.next().or_else(|| self.nearest_player(scene))
    }

    fn nearest_player(&self, scene: &Scene) -> Option<EntityId> {
        let here = scene.own.or(scene.actor).and_then(|id| self.location(id)).unwrap_or_default();
        let players = self.world.players.iter().map(|it| it.entity);
        players.min_by_key(|&id| (self.location(id).map_or(u32::MAX, |at| at.chebyshev(here)), id))
    }
}

impl Ctx<'_> {
    /// Returns an entity to change it. This wakes an actor that dozes, which may now act otherwise.
    #[inline]
    pub(crate) fn entity_mut(&mut self, id: EntityId) -> &mut Entity {
        self.world.sums.forget();
        self.body_mut(id)
    }

    /// Returns the value of a formula. Draws from the rules' stream.
    pub(crate) fn number(&mut self, formula: &Formula, scene: &Scene) -> Fixed {
        if let Some(constant) = formula.constant() {
            return constant;
        }
        let mut rng = self.world.rng.clone();
        let number = self.sheet().number(formula, scene, &mut rng);
        self.world.rng = rng;
        number
    }

    /// Returns the whole value of a formula, at least zero; `default` if there is none.
    pub(crate) fn count(&mut self, formula: Option<&Formula>, scene: &Scene, default: u32) -> u32 {
        formula.map_or(default, |formula| {
            let whole = self.number(formula, scene).to_whole();
            u32::try_from(whole.max(0)).unwrap_or(u32::MAX)
        })
    }

    /// Returns how often an effect does something, at most [`MAX_TIMES`].
    pub(crate) fn times(&mut self, formula: Option<&Formula>, scene: &Scene) -> u32 {
        self.count(formula, scene, 1).min(MAX_TIMES)
    }

    /// Returns how many cells an effect reaches, at most [`MAX_REACH`].
    pub(crate) fn reach(&mut self, formula: Option<&Formula>, scene: &Scene, default: u32) -> u32 {
        self.count(formula, scene, default).min(MAX_REACH)
    }

    /// Returns whether a condition holds. A missing condition always holds.
    pub(crate) fn holds(&mut self, condition: Option<&Formula>, scene: &Scene) -> bool {
        condition.is_none_or(|condition| self.number(condition, scene).is_true())
    }

    /// Draws whether something with a chance happens. Without a chance it always does.
    #[inline]
    pub(crate) fn happens(&mut self, chance: Option<&Formula>, scene: &Scene) -> bool {
        chance.is_none_or(|chance| self.happens_by(chance, scene))
    }

    fn happens_by(&mut self, chance: &Formula, scene: &Scene) -> bool {
        let chance = self.number(chance, scene).to_chance();
        self.world.rng.happens(chance)
    }

    /// Counts a change of the world.
    pub(crate) const fn note_change(&mut self) {
        let changes = &mut self.world.running.strain.changes;
        *changes = changes.wrapping_add(1);
    }

    /// Tells an event to some players, a bit each.
    pub(crate) fn tell_to(&mut self, audience: u8, event: Event) {
        if audience != 0 {
            self.world.notices.0.push(Notice { audience, event });
        }
    }

    /// Tells an event to all players who see a cell.
    pub(crate) fn tell(&mut self, at: Pos, event: Event) {
        self.tell_to(self.who_sees(at), event);
    }

    /// Tells an event to all players who perceive an entity.
    pub(crate) fn tell_of(&mut self, who: EntityId, event: Event) {
        self.tell_to(self.who_perceives(who), event);
    }

    /// Tells an event to all players.
    pub(crate) fn tell_all(&mut self, event: Event) {
        self.tell_to(u8::MAX, event);
    }

    /// Runs the effects of a thing's kind for an occasion.
    #[inline]
    pub(crate) fn occasion(&mut self, own: EntityId, occasion: Occasion, scene: &Scene) {
        let effects = self.kind(own).on.effects(occasion);
        if !effects.is_empty() {
            self.run(effects, &scene.with_own(own));
        }
    }

    /// Runs the effects of the level and of the game for an occasion. What concerns the players
    /// as well, such as arriving, reaches their actors first.
    pub(crate) fn occasion_everywhere(&mut self, occasion: Occasion, scene: &Scene) {
        if matches!(occasion, Occasion::Arrive | Occasion::Clear) {
            self.occasion_of_players(occasion);
        }
        let level = self.pack.levels.get(self.world.level.definition);
        self.run(level.on.effects(occasion), scene);
        self.run(self.pack.rules.on.effects(occasion), scene);
    }
}
