mod allowed;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

use barrow_dice::{Seed, Stream};
use barrow_grid::Pos;
use barrow_pack::{Id, Kind, Occasion, Pack};

use self::allowed::is_idle;
use crate::command::Command;
use crate::ctx::scene::Scene;
use crate::ctx::{Ctx, Look, Strain};
use crate::event::Turn;
use crate::facts::Facts;
use crate::mind::Trails;
use crate::refusal::Refusal;
use crate::state::entity::{At, EntityId};
use crate::state::level::Level;
use crate::state::roster::Roster;
use crate::state::world::{End, Player, World};

/// A run being played: the state, and the one way to change it.
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) pack: Arc<Pack>,
    pub(crate) facts: Arc<Facts>,
    pub(crate) world: World,
}

/// How a run begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// What it grows from.
    pub seed: Seed,
    /// The level it begins with, by name; without it, the pack's own.
    pub level: Option<String>,
    /// Whom each player plays, by name; an empty name is the usual one.
    pub heroes: Vec<String>,
}

/// Why a run cannot begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// The pack has no such level.
    NoLevel(String),
    /// The pack has no such hero.
    NoHero(String),
    /// There must be one to eight players.
    Players,
}

/// Rounds in a row in which nobody can act: a party that is helpless for longer is lost.
const MOST_IDLE_ROUNDS: u32 = 1_000;

/// Levels that send the party on at once, one after the other, end here.
const MOST_JOURNEYS: u32 = 10;

/// Few turns tell more, and those get room when they come.
const USUALLY_TOLD: usize = 24;

impl Game {
    /// Begins a run. The turn tells what the players find.
    pub fn new(pack: Arc<Pack>, setup: &Setup) -> Result<(Self, Turn), SetupError> {
        let place = match &setup.level {
            None => pack.rules.start,
            Some(name) => {
                find_level(&pack, name).ok_or_else(|| SetupError::NoLevel(name.clone()))?
            }
        };
        if setup.heroes.is_empty() || setup.heroes.len() > 8 {
            return Err(SetupError::Players);
        }
        let heroes: Vec<Id<Kind>> = setup
            .heroes
            .iter()
            .map(|name| find_hero(&pack, place, name))
            .collect::<Result<_, _>>()?;
        let mut game = Self::of(pack, World::new(setup.seed));
        let turn = game.change(|ctx| {
            ctx.begin(place, &heroes);
            Ok(())
        });
        Ok((game, turn.unwrap_or_default()))
    }

    pub(crate) fn of(pack: Arc<Pack>, world: World) -> Self {
        Self { facts: Arc::new(Facts::of(&pack)), pack, world }
    }

    /// Returns the rules at work on this world.
    pub(crate) fn ctx(&mut self) -> Ctx<'_> {
        Ctx::new(&self.pack, &self.facts, &mut self.world)
    }

    /// Returns the rules that only read.
    pub(crate) fn look(&self) -> Look<'_> {
        Ctx::new(&self.pack, &self.facts, &self.world)
    }

    /// Does what a player asks for, and lets the world go on until a player can act again. A
    /// refusal leaves everything as it was.
    pub fn step(&mut self, player: u8, command: &Command) -> Result<Turn, Refusal> {
        self.change(|ctx| ctx.obey(player, command))
    }

    fn change(
        &mut self,
        act: impl FnOnce(&mut Ctx<'_>) -> Result<(), Refusal>,
    ) -> Result<Turn, Refusal> {
        let mut ctx = self.ctx();
        act(&mut ctx)?;
        // The next turn tells about as much as this one, or as one of the last.
        let room = Vec::with_capacity(self.world.told.capacity().min(USUALLY_TOLD));
        Ok(Turn { told: std::mem::replace(&mut self.world.told, room) })
    }

    /// The pack it is played with.
    pub const fn pack(&self) -> &Arc<Pack> {
        &self.pack
    }

    /// Rounds played.
    pub const fn turn(&self) -> u64 {
        self.world.turn
    }

    /// The number of the floor.
    pub const fn floor(&self) -> i32 {
        self.world.level.floor
    }

    /// The name of the level.
    pub fn level(&self) -> &str {
        self.pack.levels.name(self.world.level.place)
    }

    /// Whether someone is played whose runs do not count.
    pub(crate) fn is_practice(&self) -> bool {
        let mut players =
            self.world.players.iter().map(|it| &self.world.entities[it.entity.index()]);
        players.any(|it| self.pack.rules.practice.contains(&it.kind))
    }

    /// How it ended, if it has.
    pub const fn end(&self) -> Option<&End> {
        self.world.end.as_ref()
    }

    /// What it grew from.
    pub const fn seed(&self) -> Seed {
        self.world.seed
    }
}

/// The level of that name, letter by letter or else whatever the case.
fn find_level(pack: &Pack, name: &str) -> Option<Id<barrow_pack::Level>> {
    let lower = name.to_lowercase();
    let alike = || {
        pack.levels
            .iter()
            .map(|(id, _)| id)
            .find(|&id| pack.levels.name(id).to_lowercase() == lower)
    };
    pack.levels.find(name).or_else(alike)
}

fn find_hero(
    pack: &Pack,
    place: Id<barrow_pack::Level>,
    name: &str,
) -> Result<Id<Kind>, SetupError> {
    let heroes = &pack.rules.heroes;
    let found = match name {
        "" => pack.levels.get(place).hero.or(heroes.first().copied()),
        name => {
            let mut all = heroes.iter().chain(&pack.rules.practice).copied();
            all.find(|&hero| pack.kinds.name(hero) == name)
        }
    };
    found.ok_or_else(|| SetupError::NoHero(name.into()))
}

impl World {
    fn new(seed: Seed) -> Self {
        Self {
            seed,
            level: Level::default(),
            entities: Vec::new(),
            actors: Vec::new(),
            roster: Roster::default(),
            players: Vec::new(),
            turn: 0,
            rng: seed.stream(Stream::named("rules"), &[]),
            wits: seed.stream(Stream::named("wits"), &[]),
            words: seed.stream(Stream::named("words"), &[]),
            journey: None,
            stored: barrow_small::Map::new(),
            choice: None,
            choices: std::collections::VecDeque::new(),
            later: Vec::new(),
            flashes: Vec::new(),
            known: Vec::new(),
            cause: None,
            end: None,
            told: Vec::new(),
            trails: Trails::default(),
            #[cfg(test)]
            sleepless: false,
            cells: Vec::new(),
        }
    }
}

impl Ctx<'_> {
    fn begin(&mut self, place: Id<barrow_pack::Level>, heroes: &[Id<Kind>]) {
        let floor = i32::try_from(self.pack.rules.first_floor).unwrap_or(i32::MAX);
        for (&hero, player) in heroes.iter().zip(0..) {
            let entity = self.make(hero);
            self.actor_mut(entity).player = Some(player);
            // Anywhere, so that it counts as part of the party that arrives.
            self.entity_mut(entity).at = At::Cell(Pos::default());
            self.world.players.push(Player::new(entity));
        }
        self.enter(place, floor, None);
        self.everywhere(Occasion::Start, &Scene::default());
        self.go_on();
    }

    fn obey(&mut self, player: u8, command: &Command) -> Result<(), Refusal> {
        if let Command::Choose { option } = command {
            return self.choose(player, *option);
        }
        if matches!(command, Command::Cancel) {
            return self.leave_menu(player);
        }
        let who = self.may_act(player, command)?;
        let action = self.action_of(who, command)?;
        if let Command::Select { slot } = command {
            self.world.players[usize::from(player)].selected = *slot;
            if !self.is_real_time() {
                return Ok(());
            }
        }
        let done = self.perform(who, action)?;
        if self.is_free(done) {
            self.go_on();
            return Ok(());
        }
        if self.is_real_time() {
            self.world.players[usize::from(player)].asked = self.world.turn + 1;
        }
        // In real time, to wait is to do nothing.
        if !self.is_real_time() || !is_idle(command) {
            self.tire_out(player, who);
        }
        self.go_on();
        Ok(())
    }

    /// Notes when a player who has just acted can act again.
    fn tire_out(&mut self, player: u8, who: EntityId) {
        let turn = self.world.turn;
        let rounds = self.rounds_to_act(who);
        let busy = self.actor(who).map_or(0, |actor| actor.busy);
        self.world.players[usize::from(player)].ready = busy.max(turn + u64::from(rounds));
    }

    /// Lets the world go on until a player can act, the run ends or a choice is open. A choice
    /// comes before all else, departure too: it speaks of those who are here.
    fn go_on(&mut self) {
        let mut journeys = 0;
        for _ in 0..MOST_IDLE_ROUNDS {
            self.strain = Strain::default();
            if self.world.end.is_some() || self.world.choice.is_some() {
                return self.look();
            }
            if self.world.journey.is_some() {
                journeys += 1;
                if journeys > MOST_JOURNEYS {
                    self.world.journey = None;
                }
                self.depart();
                continue;
            }
            if self.someone_can_act() {
                return self.look();
            }
            self.look();
            self.round();
        }
        self.finish(false, String::new());
        self.look();
    }

    fn someone_can_act(&mut self) -> bool {
        for player in 0..self.world.players.len() {
            let (who, ready) =
                (self.world.players[player].entity, self.world.players[player].ready);
            let asked = self.world.players[player].asked;
            let waits = if self.is_real_time() { asked } else { ready };
            if waits > self.world.turn || self.pos(who).is_none() {
                continue;
            }
            if self.is_real_time() || !self.is_helpless(who) {
                return true;
            }
            self.world.players[player].ready = self.world.turn + 1;
        }
        false
    }

    #[inline(never)]
    fn choose(&mut self, player: u8, option: u8) -> Result<(), Refusal> {
        self.may_choose(player, option)?;
        let Some(open) = self.world.choice.take() else { return Err(Refusal::NoChoice) };
        let answer = &self.pack.menus.get(open.menu).options[usize::from(option)];
        self.run(&answer.deed, &open.scene);
        self.open_next_menu();
        self.go_on();
        Ok(())
    }

    #[inline(never)]
    fn leave_menu(&mut self, player: u8) -> Result<(), Refusal> {
        self.may_leave_menu(player)?;
        self.world.choice = None;
        self.open_next_menu();
        self.go_on();
        Ok(())
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoLevel(name) => write!(f, "the pack has no level `{name}`"),
            Self::NoHero(name) => write!(f, "the pack has no hero `{name}`"),
            Self::Players => f.write_str("a run has one to eight players"),
        }
    }
}

impl std::error::Error for SetupError {}
