use std::collections::BTreeMap;

use barrow_dice::{Rng, Seed};
use barrow_grid::{BitGrid, Memory, PathFinder, Pos};
use barrow_pack::{self as pack, Effect, Id, Kind, Menu, Way};

use crate::entity::{Entity, EntityId};
use crate::event::Told;
use crate::level::Level;
use crate::tracked::Tracked;

/// All that changes during a run.
#[derive(Clone, Debug)]
pub(crate) struct World {
    /// What the run grows from.
    pub(crate) seed: Seed,
    pub(crate) level: Level,
    pub(crate) entities: Vec<Entity>,
    /// Those that decide for themselves or are commanded, in order of birth.
    pub(crate) actors: Vec<EntityId>,
    pub(crate) players: Vec<Player>,
    /// Rounds played.
    pub(crate) turn: u64,
    /// What the rules draw from.
    pub(crate) rng: Rng,
    /// What minds draw from.
    pub(crate) wits: Rng,
    /// What texts draw from. No rule reads it, and it is in no digest.
    pub(crate) words: Rng,
    /// The party is about to leave for another level.
    pub(crate) journey: Option<Journey>,
    /// Levels that stay as they were left, by name and floor.
    pub(crate) stored: BTreeMap<(Id<pack::Level>, i32), Stored>,
    /// A choice that waits for an answer.
    pub(crate) choice: Option<OpenMenu>,
    /// What happens later.
    pub(crate) later: Vec<Later>,
    /// Light that shines for a while.
    pub(crate) flashes: Vec<Flash>,
    /// The kinds that are known for what they are.
    pub(crate) known: Vec<Id<Kind>>,
    /// How many locks have drawn a colour.
    pub(crate) lock_colors: u16,
    /// What would be told if the player died now.
    pub(crate) cause: String,
    pub(crate) end: Option<End>,
    pub(crate) told: Vec<Told>,
    /// Working memory of minds; it holds nothing from one thought to the next.
    pub(crate) paths: Paths,
}

/// Working memory for finding ways.
#[derive(Clone, Debug, Default)]
pub(crate) struct Paths {
    pub(crate) finder: PathFinder,
    pub(crate) open: BitGrid,
}

/// A player's part of the world.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    /// Whom the player commands.
    pub(crate) entity: EntityId,
    /// What the player sees now and has seen.
    pub(crate) fog: Memory,
    /// What the player remembers of each cell: the ground, and what lay on it.
    pub(crate) memory: Tracked<Remembered>,
    /// Buffer for the view.
    pub(crate) seen: BitGrid,
    /// The player can act from this turn on.
    pub(crate) ready: u64,
    /// Until this turn the player senses all actors.
    pub(crate) senses_until: u64,
}

/// What a player remembers of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Remembered {
    /// The ground.
    pub ground: Id<Kind>,
    /// The uppermost thing that does not act. Views show it as the player knows it: the id of
    /// an unknown kind would tell what it is.
    pub(crate) thing: Option<Id<Kind>>,
    /// That thing stood open or was switched on.
    pub(crate) open: bool,
}

/// A level as it was left.
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    pub(crate) level: Level,
    pub(crate) entities: Vec<Entity>,
    pub(crate) actors: Vec<EntityId>,
    pub(crate) digest: u64,
}

/// Where the party goes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Journey {
    pub(crate) way: Way,
    pub(crate) level: Option<Id<pack::Level>>,
}

/// A menu that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OpenMenu {
    pub(crate) menu: Id<Menu>,
    pub(crate) player: u8,
    pub(crate) scene: crate::scene::Scene,
}

/// Something that will happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Later {
    pub(crate) turn: u64,
    pub(crate) scene: crate::scene::Scene,
    /// Where it was aimed, and how far around it reaches.
    pub(crate) area: Option<(Pos, u32)>,
    pub(crate) effects: Vec<Effect>,
}

/// Light that shines until a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Flash {
    pub(crate) at: Pos,
    pub(crate) radius: u32,
    pub(crate) until: u64,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// Well or badly.
    pub won: bool,
    /// How, in words.
    pub text: String,
}
