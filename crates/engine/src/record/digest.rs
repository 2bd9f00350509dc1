//! Digests: a number that is equal for two runs in the same state. It covers everything the rules
//! read and nothing else.
//!
//! The random stream for texts, buffers and derived data (who stands where, the light) are left
//! out. Everything is written with fixed widths in a fixed order, so the digest is the same on
//! every machine.

mod differences;
#[cfg(test)]
mod tests;

use std::fmt;

use barrow_grid::{Metric, Outline, Pos, Shape};
use barrow_pack::Effect;

use crate::ctx::scene::{Arguments, Scene};
use crate::game::Game;
use crate::state::entity::{Actor, At, Entity, EntityId, Wits};
use crate::state::level::Level;
use crate::state::world::{Area, Delayed, OpenMenu, Player, Question, Stored, World};

/// A digest under construction.
///
/// It takes one multiplication per word. It distinguishes states, but does not protect against
/// someone who wants two states to have the same digest.
#[derive(Clone, Copy)]
pub(crate) struct Digest(u64);

impl Digest {
    pub(crate) const fn new(start: u64) -> Self {
        Self(mix(start))
    }

    pub(crate) const fn word(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }

    /// Adds many words, in four chains at once, because each multiplication waits for the previous
    /// one of its chain.
    fn words(&mut self, words: &[u64]) {
        let mut chains = [1, 2, 3, 4].map(Self::new);
        let rounds = words.chunks_exact(4);
        let rest = rounds.remainder();
        for round in rounds {
            for (chain, &word) in chains.iter_mut().zip(round) {
                chain.word(word);
            }
        }
        for (chain, &word) in chains.iter_mut().zip(rest) {
            chain.word(word);
        }
        for chain in chains {
            self.word(chain.0);
        }
    }

    fn pos(&mut self, pos: Pos) {
        self.word(pos_word(pos));
    }

    fn id(&mut self, id: Option<EntityId>) {
        self.word(id.map_or(0, |id| 1 + u64::from(id.number())));
    }

    pub(crate) const fn finish(self) -> u64 {
        mix(self.0)
    }
}

/// Spreads every bit of a word over the whole word.
pub(crate) const fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    let word = (word ^ word >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    word ^ word >> 32
}

fn pos_word(pos: Pos) -> u64 {
    u64::from(pos.x.cast_unsigned()) << 32 | u64::from(pos.y.cast_unsigned())
}

/// The parts of a digest that [`Game::check`] distinguishes.
pub(crate) const PARTS: [&str; 4] =
    ["the dice", "the level", "the things", "what players know and what is scheduled"];

impl Game {
    /// Returns the digest of everything the rules read. Two games with the same digest and the same
    /// pack continue the same way under the same commands.
    pub fn digest(&self) -> u64 {
        let mut digest = Digest::new(self.world.seed.0);
        for part in self.parts() {
            digest.word(part);
        }
        digest.finish()
    }

    /// Returns a short check of the state for journals. Half of it covers the whole state; the
    /// other half has four bits for each part, to show which part differs.
    pub fn check(&self) -> u32 {
        let parts = self.parts();
        let mut digest = Digest::new(self.world.seed.0);
        for part in parts {
            digest.word(part);
        }
        let whole = (digest.finish() >> 48) as u32;
        parts.into_iter().fold(whole, |check, part| check << 4 | (part >> 60) as u32)
    }

    fn parts(&self) -> [u64; 4] {
        let world = &self.world;
        let mut dice = Digest::new(world.turn);
        dice.word(u64::from(world.rng.state) << 32 | u64::from(world.mind_rng.state));
        let mut levels = Digest::new(0);
        level(&world.level, &mut levels);
        for (&(definition, floor), stored) in &world.stored {
            levels.word(u64::from(definition.index()) << 32 | u64::from(floor.cast_unsigned()));
            levels.word(stored.digest);
        }
        let mut things = Digest::new(entities(&world.entities));
        for actor in &world.actors {
            things.word(actor.number().into());
        }
        let mut rest = Digest::new(0);
        for player in &world.players {
            knowledge(player, &mut rest);
        }
        pending(world, &mut rest);
        [dice, levels, things, rest].map(Digest::finish)
    }
}

impl Stored {
    /// Returns the digest of a stored level. It is computed once, since nothing happens there.
    pub(crate) fn digest_of(stored: &Level, things: &[Entity], actors: &[EntityId]) -> u64 {
        let mut digest = Digest::new(entities(things));
        level(stored, &mut digest);
        for actor in actors {
            digest.word(actor.number().into());
        }
        digest.finish()
    }
}

fn level(level: &Level, digest: &mut Digest) {
    digest.word(u64::from(level.definition.index()) << 32 | u64::from(level.floor.cast_unsigned()));
    digest.pos(Pos::new(level.ground.width(), level.ground.height()));
    digest.word(level.ground.digest());
    for layer in &level.fields {
        digest.word(layer.digest());
    }
    for destination in level.links.iter().flatten() {
        digest.word(destination.index().into());
    }
    for room in &level.rooms {
        let bits = u64::from(room.seen_by) << 8 | u64::from(room.known_by);
        digest.word(u64::from(room.visits) << 32 | bits << 1 | u64::from(room.cleared));
    }
}

/// Returns the sum of the digests of each entity, which the processor can compute in parallel.
fn entities(entities: &[Entity]) -> u64 {
    let all = entities.iter().zip(1_u64..).filter(|(entity, _)| entity.exists());
    all.fold(entities.len() as u64, |sum, (entity, number)| {
        sum.wrapping_add(thing(entity, Digest::new(number)))
    })
}

fn thing(entity: &Entity, mut digest: Digest) -> u64 {
    let (tag, at) = match entity.at {
        At::Cell(pos) => (1, pos_word(pos)),
        At::Bag(owner) => (2, owner.number().into()),
        At::Gone => (3, 0),
        At::Named(owner) => (0, owner.number().into()),
    };
    let lock = entity.lock.map_or(0, |lock| 1 + u64::from(lock));
    digest.word(
        u64::from(entity.kind.index())
            | (entity.facing as u64) << 16
            | u64::from(entity.active) << 20
            | u64::from(entity.locked) << 21
            | tag << 22
            | lock << 24
            | u64::from(entity.known) << 63,
    );
    digest.word(at);
    let below = entity.below.map_or(0, |id| 1 + u64::from(id.number()));
    digest.word(below << 32 | u64::from(entity.count));
    for (attribute, value) in &entity.values {
        // Values need far less than 64 bits, so the attribute can use the top bits.
        let attribute = u64::from(attribute.index()) << 48;
        digest.word(attribute ^ value.now.basis_points().cast_unsigned());
        digest.word(value.max.basis_points().cast_unsigned());
    }
    if let Some(it) = &entity.actor {
        actor(it, &mut digest);
    }
    digest.finish()
}

fn actor(actor: &Actor, digest: &mut Digest) {
    digest.word((actor.bag.len() as u64) << 32 | actor.worn.len() as u64);
    for item in &actor.bag {
        digest.word(item.number().into());
    }
    for &(slot, item) in &actor.worn {
        digest.word(u64::from(slot.index()) << 32 | u64::from(item.number()));
    }
    digest.word((actor.states.len() as u64) << 32 | actor.cooldowns.len() as u64);
    for &(state, turns) in &actor.states {
        digest.word(u64::from(state.index()) << 32 | u64::from(turns));
    }
    for &(ability, until) in &actor.cooldowns {
        digest.word(ability.index().into());
        digest.word(until);
    }
    let player = actor.player.map_or(0, |player| 1 + u64::from(player));
    digest.word(u64::from(actor.energy.cast_unsigned()) << 32 | player);
    digest.pos(actor.home);
    if let Some((at, until)) = actor.memory {
        digest.pos(at);
        digest.word(until);
    }
    digest.id(actor.foe);
    if actor.by.is_some() {
        digest.id(actor.by);
    }
    digest.word(actor.busy);
    digest.word(actor.detour);
    // Most packs have no other bags.
    if !actor.bags.is_empty() {
        digest.word(actor.shuffles.into());
    }
    for (bag, items) in &actor.bags {
        digest.word(u64::from(bag.index()) << 32 | items.len() as u64);
        for item in items {
            digest.word(item.number().into());
        }
    }
    if let Some(it) = &actor.wits {
        wits(it, digest);
    }
}

fn wits(wits: &Wits, digest: &mut Digest) {
    let (at, turn) = wits.clue.map_or((0, 0), |(at, turn)| (1 + pos_word(at), turn));
    digest.word(at);
    digest.word(turn);
    let (at, legs) = wits.patrol.map_or((0, 0), |(at, legs)| (1 + pos_word(at), legs));
    digest.word(at);
    digest.word(legs.into());
    digest.id(wits.leader);
    digest.word(wits.side.map_or(0, |side| 1 + u64::from(side)));
}

fn knowledge(player: &Player, digest: &mut Digest) {
    digest.word(player.entity.number().into());
    digest.word(player.ready);
    // Most games use neither.
    if player.asked > 0 || player.selected > 0 {
        digest.word(player.asked << 8 | u64::from(player.selected));
    }
    digest.word(player.senses_until);
    if let Some(room) = player.room {
        digest.word(room.into());
    }
    digest.word(player.memory.digest());
    digest.words(player.fog.visible().words());
    digest.words(player.fog.explored().words());
}

fn delayed(delayed: &Delayed, digest: &mut Digest) {
    digest.word(delayed.turn);
    digest.word(delayed.effects_digest);
    digest.word(delayed.ability.map_or(0, |ability| 1 + u64::from(ability.index())));
    scene(&delayed.scene, digest);
    if let Some(it) = &delayed.area {
        area(it, digest);
    }
}

/// Adds what is scheduled, what is identified, and how the run ended.
fn pending(world: &World, digest: &mut Digest) {
    if let Some(journey) = world.journey {
        let level = journey.level.map_or(0, |level| 1 + u64::from(level.index()));
        digest.word((journey.way as u64) << 32 | level);
        if let Some(floor) = journey.floor {
            digest.word(floor.cast_unsigned().into());
        }
    }
    let waiting = usize::from(world.open_menu.is_some()) + world.queued_menus.len();
    let lists = [waiting, world.delayed.len(), world.flashes.len(), world.identified.len()];
    for length in lists {
        digest.word(length as u64);
    }
    for open in world.open_menu.iter().chain(&world.queued_menus) {
        menu(open, digest);
    }
    for it in &world.delayed {
        delayed(it, digest);
    }
    for flash in &world.flashes {
        digest.pos(flash.at);
        digest.word(flash.radius.into());
        digest.word(flash.until);
    }
    for kind in &world.identified {
        digest.word(kind.index().into());
    }
    world.given.words().into_iter().for_each(|word| digest.word(word));
    for (table, entries) in &world.drawn {
        digest.word((entries.len() as u64) << 32 | u64::from(table.index()));
        for &entry in entries {
            digest.word(entry.into());
        }
    }
    digest.bytes(world.cause.as_deref().unwrap_or_default().as_bytes());
    if let Some(end) = &world.end {
        // The text of the ending is left out, because it may draw random words.
        digest.word(1 + u64::from(end.won));
    }
}

fn area(area: &Area, digest: &mut Digest) {
    digest.pos(area.center);
    // A square follows from its radius.
    if let Outline::Burst(radius) = area.shape.outline
        && area.shape == Shape::burst(radius, Metric::Square)
    {
        return digest.word(radius.into());
    }
    digest.word(area.cells.len() as u64);
    for &at in &area.cells {
        digest.pos(at);
    }
}

fn menu(open: &OpenMenu, digest: &mut Digest) {
    // The first number is that of a menu, or one that no menu has.
    let (first, more) = match &open.question {
        Question::Menu(menu) => (menu.index().into(), None),
        Question::Choose(_, digest) => (1 << 16, Some(*digest)),
        Question::Use(item) => (2 << 16, Some(item.number().into())),
        Question::Cast(ability) => (3 << 16, Some(ability.index().into())),
    };
    digest.word(first << 32 | u64::from(open.player));
    if let Some(word) = more {
        digest.word(word);
    }
    scene(&open.scene, digest);
    for option in open.options.iter().filter(|it| it.it.is_some()) {
        digest.word(option.answer.into());
        digest.id(option.it);
    }
}

/// Returns a digest of delayed effects.
pub(crate) fn of_effects<'e>(effects: impl Iterator<Item = &'e Effect>) -> u64 {
    let effects: Vec<&Effect> = effects.collect();
    let bytes = postcard::to_allocvec(&effects).expect("writing to memory cannot fail");
    let mut digest = Digest::new(effects.len() as u64);
    digest.bytes(&bytes);
    digest.finish()
}

impl fmt::Write for Digest {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        // Byte by byte, because how a text is split into pieces does not matter.
        text.bytes().for_each(|byte| self.word(byte.into()));
        Ok(())
    }
}

fn scene(scene: &Scene, digest: &mut Digest) {
    for who in [scene.own, scene.actor, scene.target, scene.item, scene.player] {
        digest.id(who);
    }
    digest.word(scene.cell.map_or(0, |cell| 1 + pos_word(cell)));
    digest.word(scene.amount.basis_points().cast_unsigned());
    if let Some(aim) = scene.aim {
        digest.pos(aim);
    }
    if let Some(harm_type) = scene.harm_type {
        digest.word(harm_type.index().into());
    }
    // Most packs use neither.
    if scene.it.is_some() || scene.arguments != Arguments::default() {
        digest.id(scene.it);
        for value in scene.arguments {
            digest.word(value.basis_points().cast_unsigned());
        }
    }
}
