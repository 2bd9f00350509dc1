use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use barrow_dice::{Rng, Seed};
use barrow_grid::{BitGrid, FogOfWar, Pos};
use barrow_pack::{self as pack, Ability, Effect, Id, Kind, Menu, Way};
use barrow_small::Map;
use serde::{Deserialize, Serialize};

use crate::event::Told;
use crate::mind::Trails;
use crate::perception::hearing::Heard;
use crate::perception::illusion::Phantom;
use crate::state::entity::{Entity, EntityId};
use crate::state::level::Level;
use crate::state::recollection::Recollection;
use crate::state::roster::Roster;

/// All that changes during a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct World {
    /// What the run grows from.
    pub(crate) seed: Seed,
    pub(crate) level: Level,
    pub(crate) entities: Vec<Entity>,
    /// Those that decide for themselves or are commanded, in order of birth.
    pub(crate) actors: Vec<EntityId>,
    /// Who else is asked each round.
    pub(crate) roster: Roster,
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
    pub(crate) stored: Map<(Id<pack::Level>, i32), Stored>,
    /// A choice that waits for an answer.
    pub(crate) choice: Option<OpenMenu>,
    /// Choices that come after it.
    pub(crate) choices: VecDeque<OpenMenu>,
    /// What happens later.
    pub(crate) later: Vec<Later>,
    /// Light that shines for a while.
    pub(crate) flashes: Vec<Flash>,
    /// The kinds that are known for what they are.
    pub(crate) known: Vec<Id<Kind>>,
    /// What the harm that is being done is called. Nothing is being done between commands.
    pub(crate) cause: Option<Arc<str>>,
    pub(crate) end: Option<End>,
    #[serde(skip)]
    pub(crate) told: Vec<Told>,
    /// Working memory of minds: what they found out about the ways of this level.
    #[serde(skip)]
    pub(crate) trails: Trails,
    /// See `is_sleepless`.
    #[cfg(test)]
    #[serde(skip)]
    pub(crate) sleepless: bool,
    /// Working memory for lists of cells; what it holds from the last use means nothing.
    #[serde(skip)]
    pub(crate) cells: Vec<Pos>,
}

impl World {
    /// Whether everyone is asked in every round, looks for himself, thinks and goes at length:
    /// tests compare that with the short ways.
    #[inline]
    #[cfg_attr(not(test), expect(clippy::unused_self, reason = "only tests ask for it"))]
    pub(crate) const fn is_sleepless(&self) -> bool {
        #[cfg(test)]
        return self.sleepless;
        #[cfg(not(test))]
        return false;
    }
}

/// A player's part of the world.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Player {
    /// Whom the player commands.
    pub(crate) entity: EntityId,
    /// What the player sees now and has seen.
    pub(crate) fog: FogOfWar,
    /// What the player remembers of each cell: the ground, and what lay on it.
    pub(crate) memory: Recollection,
    /// The cells in the line of sight, whether light falls there or not.
    pub(crate) sight: BitGrid,
    /// What `sight` and `fog` were made from: while it holds, they are right.
    pub(crate) looked: Option<Looked>,
    /// The cells whose ground the player remembers as it is; it may be others, too.
    #[serde(skip)]
    pub(crate) sure: BitGrid,
    /// Buffer for the view.
    #[serde(skip)]
    pub(crate) seen: BitGrid,
    /// The player can act from this turn on.
    pub(crate) ready: u64,
    /// Until this turn the player senses all actors.
    pub(crate) senses_until: u64,
    /// In real time: the player has asked for something in the rounds before this turn.
    pub(crate) asked: u64,
    /// The place in the bag that the player has selected.
    pub(crate) selected: u8,
    /// What the player has heard a moment ago. No rule reads it, and it is in no digest.
    pub(crate) heard: Vec<Heard>,
    /// What the player seems to see. No rule reads it, and it is in no digest.
    pub(crate) phantoms: Vec<Phantom>,
}

/// What decides what a player sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Looked {
    pub(crate) from: Pos,
    pub(crate) radius: u32,
    /// See `Level::opaque_changes` and `Level::shade_changes`.
    pub(crate) opaque: u64,
    pub(crate) shade: u64,
}

impl Looked {
    /// The rows in reach.
    pub(crate) fn rows(self) -> Range<i32> {
        let (row, reach) = (self.from.y, self.radius.cast_signed());
        row.saturating_sub(reach)..row.saturating_add(reach).saturating_add(1)
    }
}

impl Player {
    /// A player who has seen nothing yet.
    pub(crate) fn new(entity: EntityId) -> Self {
        Self {
            entity,
            fog: FogOfWar::default(),
            memory: Recollection::default(),
            sight: BitGrid::default(),
            looked: None,
            sure: BitGrid::default(),
            seen: BitGrid::default(),
            senses_until: 0,
            ready: 0,
            asked: 0,
            selected: 0,
            heard: Vec::new(),
            phantoms: Vec::new(),
        }
    }
}

/// A level as it was left.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Stored {
    pub(crate) level: Level,
    pub(crate) entities: Vec<Entity>,
    pub(crate) actors: Vec<EntityId>,
    pub(crate) roster: Roster,
    pub(crate) digest: u64,
}

/// Where the party goes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Journey {
    pub(crate) way: Way,
    pub(crate) level: Option<Id<pack::Level>>,
}

/// A menu that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OpenMenu {
    pub(crate) menu: Id<Menu>,
    pub(crate) player: u8,
    pub(crate) scene: crate::ctx::scene::Scene,
}

/// Something that will happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Later {
    pub(crate) turn: u64,
    pub(crate) scene: crate::ctx::scene::Scene,
    /// Where it was aimed, and how far around it reaches.
    pub(crate) area: Option<(Pos, u32)>,
    /// The ability that was announced, or else the effects.
    pub(crate) ability: Option<Id<Ability>>,
    pub(crate) effects: Vec<Effect>,
    /// The digest of the effects, worked out once.
    pub(crate) contents: u64,
}

/// Light that shines until a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Flash {
    pub(crate) at: Pos,
    pub(crate) radius: u32,
    pub(crate) until: u64,
}

/// How a run ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// Well or badly.
    pub won: bool,
    /// How, in words.
    pub text: String,
    /// The heading of the last screen, if the pack gives one.
    pub title: String,
    /// What the last screen says further.
    pub about: String,
}
