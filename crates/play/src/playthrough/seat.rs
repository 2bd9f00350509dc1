//! The players at one machine, who take turns: what belongs to each of them.

#[cfg(test)]
mod tests;

use barrow_engine::{Command, EntityId, Event, Game, Seen, Turn, View};
use barrow_small::Set;

use super::Playthrough;
use super::hint::Carrying;
use crate::mode::{Log, MessageKind};
use crate::walk::{Errand, Next, Walker};

/// What belongs to one player, and waits while another acts.
#[derive(Default)]
pub(super) struct Seat {
    /// The number of the player, from 0.
    pub(super) player: u8,
    pub(super) log: Log,
    /// The index of the first message since the player's last command.
    pub(super) fresh: usize,
    pub(super) walker: Walker,
    /// Whether an automatic walk is under way. It goes on whenever it is the player's turn.
    pub(super) walking: bool,
    /// The last command, to be repeated.
    pub(super) last: Option<Command>,
    /// The last ability that was cast.
    pub(super) spell: Option<String>,
    /// The foes that have been in view.
    met: Set<EntityId>,
    /// What the player carried before the last turn.
    pub(super) carrying: Carrying,
    /// The items that were picked up, each with its floor. One that was dropped and picked up again
    /// was found once.
    pub(super) found: Set<(i32, EntityId)>,
}

impl Seat {
    pub(super) fn new(player: u8) -> Self {
        Self { player, ..Self::default() }
    }

    /// Returns what the player may know.
    pub(super) fn view<'g>(&self, game: &'g Game) -> View<'g> {
        game.view(self.player).expect("a run has all of its players")
    }

    /// Takes note of what the player perceives of a turn. Returns whether a new foe is in view.
    pub(super) fn notice(&mut self, game: &Game, turn: &Turn) -> bool {
        let (view, now) = (self.view(game), game.turn());
        self.log.add_turn(turn, self.player, now);
        self.walker.observe(&view, turn);
        for deed in deeds(&view, turn) {
            self.log.add(now, MessageKind::Plain, &deed);
        }
        let own = view.own().map(|it| it.id());
        for event in turn.events(self.player) {
            if let Event::Took { who, item } = event
                && Some(*who) == own
            {
                self.found.insert((view.floor(), *item));
            }
        }
        let mut alarm = false;
        for foe in view.noticed_actors().filter(Seen::is_foe) {
            alarm |= self.met.insert(foe.id());
        }
        alarm
    }

    /// Starts an automatic walk.
    pub(super) fn begin(&mut self, errand: Errand, game: &Game) {
        self.fresh = self.log.messages().len();
        self.walker.begin(errand, &self.view(game));
        self.walking = true;
    }

    /// Returns the next command of the automatic walk, or why there is none.
    pub(super) fn next_step(&mut self, game: &Game) -> Next {
        self.walker.next(&self.view(game))
    }
}

impl Playthrough {
    /// Passes the turn to the player whose command comes next.
    pub(super) fn pass_on(&mut self) {
        let next = self.game().next_player();
        let Some(seat) = self.waiting.iter_mut().find(|it| Some(it.player) == next) else { return };
        std::mem::swap(seat, &mut self.seat);
        // Keys typed ahead were meant for another.
        self.alarm = true;
    }

    /// Puts the messages of earlier turns before those of each player.
    pub(super) fn recall(&mut self, logs: Vec<Log>) {
        for (log, player) in logs.into_iter().zip(0..) {
            let mut seats = std::iter::once(&mut self.seat).chain(&mut self.waiting);
            if let Some(seat) = seats.find(|it| it.player == player) {
                seat.log.prepend(log);
                seat.fresh = seat.log.messages().len();
            }
        }
    }
}

/// Returns what the player did with things, unless the pack told of the turn itself.
fn deeds(view: &View<'_>, turn: &Turn) -> Vec<String> {
    let own = view.own().map(|it| it.id());
    if turn.events(view.player()).any(|it| matches!(it, Event::Said { .. })) {
        return Vec::new();
    }
    let held = |item: EntityId| view.bag().find(|it| it.item.id() == item);
    let lying = |item: EntityId| view.things().find(|it| it.id() == item);
    let deed = |event: &Event| {
        let (verb, who, name) = match event {
            Event::Took { who, item } => ("pick up", *who, held(*item)?.item.indefinite()),
            Event::Equipped { who, item } => ("equip", *who, held(*item)?.item.definite()),
            Event::Unequipped { who, item } => ("take off", *who, held(*item)?.item.definite()),
            Event::Dropped { who, item } => ("drop", *who, lying(*item)?.definite()),
            Event::Threw { who, kind, .. } => ("throw", *who, view.glimpse(*kind).indefinite()),
            _ => return None,
        };
        (Some(who) == own).then(|| format!("You {verb} {name}."))
    };
    turn.events(view.player()).filter_map(deed).collect()
}
