mod allowed;
pub(crate) mod past;
mod setup;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use barrow_dice::{Seed, Stream};
use barrow_grid::Pos;
use barrow_pack::{Id, Kind, Occasion, Pack};

use self::allowed::is_idle;
use self::past::{Given, Kept};
pub use self::setup::{Setup, SetupError};
use self::setup::{find_hero, find_level};
use crate::action::Action;
use crate::command::Command;
use crate::ctx::scene::Scene;
use crate::ctx::{Ctx, ReadCtx, Running, Strain};
use crate::event::{Notices, Turn};
use crate::facts::Facts;
use crate::refusal::Refusal;
use crate::round::rooms::MAX_VISITS;
use crate::shortcut::sums::Sums;
use crate::shortcut::trails::Trails;
use crate::state::entity::{At, EntityId};
use crate::state::level::Level;
use crate::state::roster::Roster;
use crate::state::world::{End, Offer, OpenMenu, Player, Question, World};

/// A run in progress: its state, and the only way to change it.
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) pack: Arc<Pack>,
    pub(crate) facts: Arc<Facts>,
    pub(crate) world: World,
}

/// A party that nobody can act in for this many rounds in a row is lost.
const MAX_IDLE_ROUNDS: u32 = 1_000;

/// The maximum number of journeys in one step, for levels that send the party on at once.
const MAX_JOURNEYS: u32 = 10;

/// The capacity reserved for the events of the next turn. Few turns have more events.
const USUAL_NOTICES: usize = 24;

impl Game {
    /// Begins a run. The turn holds what the players see first.
    pub fn new(pack: Arc<Pack>, setup: &Setup) -> Result<(Self, Turn), SetupError> {
        let level = match &setup.level {
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
            .map(|name| find_hero(&pack, level, name))
            .collect::<Result<_, _>>()?;
        let unknown = setup.modifiers.iter().find(|it| pack.modifiers.find(it).is_none());
        if let Some(name) = unknown {
            return Err(SetupError::NoModifier(name.clone()));
        }
        let given = Given::new(&pack, &setup.past, &setup.modifiers);
        let mut game = Self::of(pack, World::new(setup.seed, given));
        let turn = game.change(|ctx| {
            ctx.begin(level, &heroes, setup.past.kept.as_ref());
            Ok(())
        });
        Ok((game, turn.unwrap_or_default()))
    }

    pub(crate) fn of(pack: Arc<Pack>, world: World) -> Self {
        Self { facts: Arc::new(Facts::of(&pack)), pack, world }
    }

    /// Returns a context that can change the world.
    pub(crate) fn ctx(&mut self) -> Ctx<'_> {
        self.world.running = Running::default();
        Ctx::new(&self.pack, &self.facts, &mut self.world)
    }

    /// Returns a context that can only read.
    pub(crate) fn look(&self) -> ReadCtx<'_> {
        Ctx::new(&self.pack, &self.facts, &self.world)
    }

    /// Carries out a player's command and runs the world until a player can act again. A refused
    /// command changes nothing.
    pub fn step(&mut self, player: u8, command: &Command) -> Result<Turn, Refusal> {
        self.change(|ctx| ctx.obey(player, command))
    }

    fn change(
        &mut self,
        act: impl FnOnce(&mut Ctx<'_>) -> Result<(), Refusal>,
    ) -> Result<Turn, Refusal> {
        let mut ctx = self.ctx();
        act(&mut ctx)?;
        // The next turn will have about as many events as one of the last.
        let room = Vec::with_capacity(self.world.notices.0.capacity().min(USUAL_NOTICES));
        let notices = std::mem::replace(&mut self.world.notices.0, room);
        Ok(Turn { notices, cut_short: self.world.cut_short.take() })
    }

    /// Returns the pack of this run.
    pub const fn pack(&self) -> &Arc<Pack> {
        &self.pack
    }

    /// Returns the number of rounds played.
    pub const fn turn(&self) -> u64 {
        self.world.turn
    }

    /// Returns the number of the floor.
    pub const fn floor(&self) -> i32 {
        self.world.level.floor
    }

    /// Returns the name of the level.
    pub fn level(&self) -> &str {
        self.pack.levels.name(self.world.level.definition)
    }

    /// Returns how the run ended, if it has.
    pub const fn end(&self) -> Option<&End> {
        self.world.end.as_ref()
    }

    /// Returns the seed of the run.
    pub const fn seed(&self) -> Seed {
        self.world.seed
    }
}

impl World {
    fn new(seed: Seed, given: Given) -> Self {
        Self {
            seed,
            given,
            awarded: Vec::new(),
            level: Level::default(),
            entities: Vec::new(),
            actors: Vec::new(),
            roster: Roster::default(),
            players: Vec::new(),
            turn: 0,
            rng: seed.stream(Stream::named("rules"), &[]),
            mind_rng: seed.stream(Stream::named("wits"), &[]),
            text_rng: seed.stream(Stream::named("words"), &[]),
            journey: None,
            stored: barrow_small::Map::new(),
            open_menu: None,
            queued_menus: std::collections::VecDeque::new(),
            delayed: Vec::new(),
            flashes: Vec::new(),
            identified: Vec::new(),
            drawn: barrow_small::Map::new(),
            cause: None,
            harmer: None,
            end: None,
            notices: Notices::default(),
            cut_short: None,
            trails: Trails::default(),
            sums: Sums::default(),
            #[cfg(test)]
            shortcuts_off: false,
            cells: Vec::new(),
            running: Running::default(),
        }
    }
}

impl Ctx<'_> {
    fn begin(&mut self, level: Id<barrow_pack::Level>, heroes: &[Id<Kind>], kept: Option<&Kept>) {
        let floor = i32::try_from(self.pack.rules.first_floor).unwrap_or(i32::MAX);
        for (&hero, player) in heroes.iter().zip(0..) {
            let entity = self.make(hero);
            self.actor_mut(entity).player = Some(player);
            // Any cell will do; it makes the hero part of the party that arrives.
            self.entity_mut(entity).at = At::Cell(Pos::default());
            self.world.players.push(Player::new(entity));
        }
        // A profile is that of the first player.
        if let (Some(kept), Some(first)) = (kept, self.world.players.first()) {
            self.bring(first.entity, kept);
        }
        let floor = self.own_floor(level).unwrap_or(floor);
        self.enter(level, floor, None);
        self.occasion_everywhere(Occasion::Start, &Scene::default());
        self.run_until_ready();
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
            self.run_until_ready();
            return Ok(());
        }
        if self.is_real_time() {
            self.world.players[usize::from(player)].asked = self.world.turn + 1;
        }
        // In real time, waiting does not delay the next action.
        if !self.is_real_time() || !is_idle(command) {
            self.set_ready_turn(player, who);
        }
        self.run_until_ready();
        Ok(())
    }

    /// Lets some turns pass before a player can act again, in addition to those that pass anyway.
    fn delay_player(&mut self, player: u8, turns: u32) {
        let turn = self.world.turn;
        let player = &mut self.world.players[usize::from(player)];
        player.ready = player.ready.max(turn) + u64::from(turns);
    }

    /// Sets when a player who has just acted can act again.
    fn set_ready_turn(&mut self, player: u8, who: EntityId) {
        let turn = self.world.turn;
        let rounds = self.spend_action(who);
        let busy = self.actor(who).map_or(0, |actor| actor.busy);
        self.world.players[usize::from(player)].ready = busy.max(turn + u64::from(rounds));
    }

    /// Runs the world until a player can act, the run ends or a menu opens. An open menu comes
    /// before a journey, because it refers to entities of this level.
    fn run_until_ready(&mut self) {
        let mut journeys = 0;
        let mut visits = 0;
        for _ in 0..MAX_IDLE_ROUNDS {
            self.world.running.strain = Strain::default();
            if self.world.end.is_some() || self.world.open_menu.is_some() {
                return self.update_views();
            }
            if self.world.journey.is_some() {
                journeys += 1;
                if journeys > MAX_JOURNEYS {
                    self.world.journey = None;
                }
                self.depart();
                continue;
            }
            if self.facts.rooms && visits < MAX_VISITS {
                self.update_views();
                visits += 1;
                if self.update_rooms() {
                    continue;
                }
            }
            if self.someone_can_act() {
                return self.update_views();
            }
            self.update_views();
            self.round();
            visits = 0;
        }
        self.finish(false, String::new());
        self.update_views();
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

    fn choose(&mut self, player: u8, option: u8) -> Result<(), Refusal> {
        self.may_choose(player, option)?;
        let Some(open) = self.world.open_menu.take() else { return Err(Refusal::NoChoice) };
        let offer = open.options[usize::from(option)];
        self.answer(&open, offer);
        self.discard_offers(&open.options);
        self.open_next_menu();
        self.run_until_ready();
        Ok(())
    }

    /// Carries out an option of a menu that was open.
    fn answer(&mut self, open: &OpenMenu, offer: Offer) {
        let who = self.world.players[usize::from(open.player)].entity;
        let scene = open.scene_of(offer);
        let action = match (&open.question, offer.it) {
            (Question::Use(item), Some(it)) => Action::UseOn(*item, it),
            (Question::Cast(ability), Some(it)) => Action::CastOn(*ability, it),
            _ => {
                let Some(menu) = self.menu_of(&open.question) else { return };
                let answer = &menu.options[usize::from(offer.answer)];
                let usual = u32::from(!menu.free);
                let turns = self.count(answer.takes.as_ref(), &scene, usual);
                self.run(&answer.deed, &scene);
                return self.delay_player(open.player, turns);
            }
        };
        self.carry_out(who, action);
        if !self.is_free(action) && self.entity(who).exists() {
            self.set_ready_turn(open.player, who);
        }
    }

    fn leave_menu(&mut self, player: u8) -> Result<(), Refusal> {
        self.may_leave_menu(player)?;
        if let Some(open) = self.world.open_menu.take() {
            self.discard_offers(&open.options);
        }
        self.open_next_menu();
        self.run_until_ready();
        Ok(())
    }
}
