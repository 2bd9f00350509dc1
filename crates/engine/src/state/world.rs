use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use barrow_dice::{Rng, Seed};
use barrow_grid::{BitGrid, FogOfWar, Pos, Shape};
use barrow_pack::{self as pack, Ability, Choosing, Effect, Id, Kind, Lots, Menu, Slot, Way};
use barrow_small::Map;
use serde::{Deserialize, Serialize};

use crate::ctx::Running;
use crate::event::{CutShort, Notices};
use crate::game::past::Given;
use crate::perception::hearing::HeardNoise;
use crate::perception::illusion::Phantom;
use crate::perception::veil::DrawnVeil;
use crate::record::digest::of_effects;
use crate::shortcut::sums::Sums;
use crate::shortcut::trails::Trails;
use crate::state::entity::{Entity, EntityId};
use crate::state::level::Level;
use crate::state::recollection::Recollection;
use crate::state::roster::Roster;

/// Everything that changes during a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct World {
    /// The seed of the run.
    pub(crate) seed: Seed,
    /// What formulas read about earlier runs and the modifiers of this one.
    pub(crate) given: Given,
    /// The feats that this run has awarded. No rule reads them, and no digest covers them.
    pub(crate) awarded: Vec<(Arc<str>, u32)>,
    pub(crate) level: Level,
    pub(crate) entities: Vec<Entity>,
    /// The entities that a mind or a player controls, in order of creation.
    pub(crate) actors: Vec<EntityId>,
    /// The other entities that are visited each round.
    pub(crate) roster: Roster,
    pub(crate) players: Vec<Player>,
    /// The number of rounds played.
    pub(crate) turn: u64,
    /// The random numbers of the rules.
    pub(crate) rng: Rng,
    /// The random numbers of minds.
    pub(crate) mind_rng: Rng,
    /// The random numbers of texts. No rule reads it, and no digest covers it.
    pub(crate) text_rng: Rng,
    /// Where the party is about to go.
    pub(crate) journey: Option<Journey>,
    /// The stored levels, by definition and floor.
    pub(crate) stored: Map<(Id<pack::Level>, i32), Stored>,
    /// The menu that waits for an answer.
    pub(crate) open_menu: Option<OpenMenu>,
    /// The menus queued after it.
    pub(crate) queued_menus: VecDeque<OpenMenu>,
    /// The delayed effects.
    pub(crate) delayed: Vec<Delayed>,
    /// The flashes of light that are still shining.
    pub(crate) flashes: Vec<Flash>,
    /// The identified kinds.
    pub(crate) identified: Vec<Id<Kind>>,
    /// The entries that were drawn from tables that repeat none until all were drawn.
    pub(crate) drawn: Map<Id<Lots>, Vec<u16>>,
    /// The name of what is causing harm right now; `None` between commands.
    pub(crate) cause: Option<Arc<str>>,
    /// The entity that is causing harm right now; `None` between commands.
    #[serde(skip)]
    pub(crate) harmer: Option<EntityId>,
    pub(crate) end: Option<End>,
    #[serde(skip)]
    pub(crate) notices: Notices,
    /// See [`crate::Turn::cut_short`].
    #[serde(skip)]
    pub(crate) cut_short: Option<CutShort>,
    /// Cached paths of minds on this level.
    #[serde(skip)]
    pub(crate) trails: Trails,
    /// Remembered sums of modifiers.
    #[serde(skip)]
    pub(crate) sums: Sums,
    /// See [`World::shortcuts_off`].
    #[cfg(test)]
    #[serde(skip)]
    pub(crate) shortcuts_off: bool,
    /// A buffer for lists of cells; its content is meaningless between uses.
    #[serde(skip)]
    pub(crate) cells: Vec<Pos>,
    /// What is kept while a command is carried out.
    #[serde(skip)]
    pub(crate) running: Running,
}

impl World {
    /// Returns whether all shortcuts are off: every actor is asked every round, and nothing is
    /// cached. Tests compare this with the shortcuts.
    #[inline]
    #[cfg_attr(not(test), expect(clippy::unused_self, reason = "only tests ask for it"))]
    pub(crate) const fn shortcuts_off(&self) -> bool {
        #[cfg(test)]
        return self.shortcuts_off;
        #[cfg(not(test))]
        return false;
    }
}

/// The state of one player.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Player {
    /// The entity that the player commands.
    pub(crate) entity: EntityId,
    /// The cells that the player sees now and has seen.
    pub(crate) fog: FogOfWar,
    /// What the player remembers of each cell: the ground and what lay on it.
    pub(crate) memory: Recollection,
    /// The cells in line of sight, lit or not.
    pub(crate) sight: BitGrid,
    /// The inputs of `sight` and `fog`, which are up to date as long as these have not changed.
    pub(crate) sight_key: Option<SightKey>,
    /// The cell from which the player looks and the count of `Level::opaque_changes`, if `sight` is
    /// up to date with that count and the cell itself does not block sight.
    #[serde(skip)]
    pub(crate) clear_eye: Option<(Pos, u64)>,
    /// Cells whose ground the player certainly remembers correctly.
    #[serde(skip)]
    pub(crate) sure: BitGrid,
    /// A buffer for the field of view.
    #[serde(skip)]
    pub(crate) seen: BitGrid,
    /// The turn from which the player can act.
    pub(crate) ready: u64,
    /// The turn until which the player senses all actors.
    pub(crate) senses_until: u64,
    /// In real time: the turn from which the player can give the next command.
    pub(crate) asked: u64,
    /// The selected index in the bag.
    pub(crate) selected: u8,
    /// What the player's actor carried when it died, and in which slots. No rule reads it, and no
    /// digest covers it.
    pub(crate) estate: Vec<(EntityId, Option<Id<Slot>>)>,
    /// The index of the room where the player was last.
    pub(crate) room: Option<u16>,
    /// The noises that are still shown. No rule reads them, and no digest covers them.
    pub(crate) heard: Vec<HeardNoise>,
    /// The illusions that the player sees. No rule reads them, and no digest covers them.
    pub(crate) phantoms: Vec<Phantom>,
    /// The veils over what the player sees. No rule reads them, and no digest covers them.
    pub(crate) veils: Vec<DrawnVeil>,
}

/// The inputs of a player's field of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SightKey {
    pub(crate) from: Pos,
    pub(crate) radius: u32,
    /// See `Level::opaque_changes` and `Level::shade_changes`.
    pub(crate) opaque: u64,
    pub(crate) shade: u64,
}

impl SightKey {
    /// Returns the rows within the radius.
    pub(crate) fn rows(self) -> Range<i32> {
        let (row, reach) = (self.from.y, self.radius.cast_signed());
        row.saturating_sub(reach)..row.saturating_add(reach).saturating_add(1)
    }
}

impl Player {
    /// Returns a player who has seen nothing yet.
    pub(crate) fn new(entity: EntityId) -> Self {
        Self {
            entity,
            fog: FogOfWar::default(),
            memory: Recollection::default(),
            sight: BitGrid::default(),
            sight_key: None,
            clear_eye: None,
            sure: BitGrid::default(),
            seen: BitGrid::default(),
            senses_until: 0,
            ready: 0,
            asked: 0,
            selected: 0,
            estate: Vec::new(),
            room: None,
            heard: Vec::new(),
            phantoms: Vec::new(),
            veils: Vec::new(),
        }
    }
}

/// A level that the party has left and may return to.
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
    /// The number of the floor there, if an effect gives it.
    pub(crate) floor: Option<i32>,
}

/// A menu that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OpenMenu {
    pub(crate) question: Question,
    pub(crate) player: u8,
    pub(crate) scene: crate::ctx::scene::Scene,
    /// The options, once it is open.
    pub(crate) options: Vec<Offer>,
}

impl OpenMenu {
    /// Returns the scene in which an option is judged and carried out.
    pub(crate) fn scene_of(&self, offer: Offer) -> crate::ctx::scene::Scene {
        offer.it.map_or(self.scene, |it| self.scene.with_it(it))
    }
}

/// What a player is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Question {
    /// A menu of the pack.
    Menu(Id<Menu>),
    /// A choice that an effect describes, and the digest of all its effects, computed once.
    Choose(Arc<Choosing>, u64),
    /// What an item is used on.
    Use(EntityId),
    /// What an ability is cast on.
    Cast(Id<Ability>),
}

impl Question {
    pub(crate) fn choose(choice: &Arc<Choosing>) -> Self {
        let deeds = choice.menu.options.iter().flat_map(|it| &it.deed);
        let digest = of_effects(deeds.chain(&choice.otherwise));
        Self::Choose(Arc::clone(choice), digest)
    }
}

/// An option of an open menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Offer {
    /// The index of the answer in the menu.
    pub(crate) answer: u8,
    /// The thing that the option is about.
    pub(crate) it: Option<EntityId>,
}

/// A delayed effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Delayed {
    pub(crate) turn: u64,
    pub(crate) scene: crate::ctx::scene::Scene,
    /// The cells that it will reach, if they are shown.
    pub(crate) area: Option<Area>,
    /// The ability that was announced; otherwise `effects` apply.
    pub(crate) ability: Option<Id<Ability>>,
    pub(crate) effects: Arc<Vec<Effect>>,
    /// The digest of the effects, computed once.
    pub(crate) effects_digest: u64,
}

/// Cells that something will reach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Area {
    /// The cell it was aimed at.
    pub(crate) center: Pos,
    pub(crate) shape: Shape,
    pub(crate) cells: Vec<Pos>,
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
    /// Whether the players won.
    pub won: bool,
    /// The message of the ending.
    pub text: String,
    /// The heading of the last screen, if the pack gives one.
    pub title: String,
    /// Further text of the last screen.
    pub about: String,
}
