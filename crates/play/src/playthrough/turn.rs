//! What a turn changes: the log, the automatic walk, the mode.

use barrow_dice::Fixed;
use barrow_engine::{Command, EntityId, Event, Refusal, Seen, Turn, View};
use barrow_sound::Order;

use super::hint::Carrying;
use super::over::EndScreen;
use super::{Host, Mode, PLAYER, Playthrough};
use crate::mode::{List, MessageKind};
use crate::settings::Motion;
use crate::sound::{caption, interface};
use crate::walk::{Errand, Halt, Next, life, max_life};

/// How many orders wait for a mixer.
const MOST_ORDERS: usize = 500;

impl Playthrough {
    /// Carries a command out at once, or at the next tick of a real-time game.
    pub(super) fn issue(&mut self, host: &dyn Host, command: Command) {
        if self.round().is_some() {
            self.queued = Some(command);
            self.paused = false;
        } else {
            self.perform(host, &command);
        }
    }

    /// Carries a command out at once; in a real-time game, a round passes.
    pub fn command(&mut self, host: &dyn Host, command: &Command) {
        self.new_turns.clear();
        self.perform(host, command);
    }

    /// Carries a command out, or reports why not. Returns whether it was carried out.
    pub(super) fn perform(&mut self, host: &dyn Host, command: &Command) -> bool {
        self.fresh = self.log.messages().len();
        match self.step(host, command) {
            Ok(()) => {
                self.remember(command);
                true
            }
            Err(refusal) => {
                self.refuse_aim(&refusal);
                false
            }
        }
    }

    fn step(&mut self, host: &dyn Host, command: &Command) -> Result<(), Refusal> {
        let before = life(&self.view());
        let carrying = Carrying::of(&self.view());
        let Some(session) = &mut self.session else { return Err(Refusal::Over) };
        let turn = session.step(command)?;
        self.carrying = carrying;
        let trouble = session.trouble().map(ToString::to_string);
        let lost = before - life(&self.view());
        self.alarm |= lost * Fixed::from_whole(10) > max_life(&self.view());
        self.handle_turn(host, &turn);
        self.tell_tip(host);
        if let Some(trouble) = trouble {
            self.log.add(self.game().turn(), MessageKind::Aside, &format!("Not saved: {trouble}"));
        }
        Ok(())
    }

    fn remember(&mut self, command: &Command) {
        if let Command::Cast { ability, .. } = command {
            self.spell = Some(ability.clone());
        }
        if !matches!(command, Command::Choose { .. } | Command::Cancel) {
            self.last = Some(command.clone());
        }
    }

    /// Tells why something cannot be done.
    pub(super) fn refuse(&mut self, text: &str) {
        let now = self.game().turn();
        self.fresh = self.log.messages().len();
        self.orders.push(interface("refuse"));
        self.log.add(now, MessageKind::Refusal, text);
        // A repeated refusal is not added, but shows as new.
        self.fresh = self.fresh.min(self.log.messages().len().saturating_sub(1));
    }

    /// Handles the events of a turn.
    pub(super) fn handle_turn(&mut self, host: &dyn Host, turn: &Turn) {
        let now = self.game().turn();
        self.log.add_turn(turn, PLAYER, now);
        let Some(session) = &self.session else { return };
        let view = session.game().view(PLAYER).expect("a run has its first player");
        self.walker.observe(&view, turn);
        let foes: Vec<_> = view.noticed_actors().filter(Seen::is_foe).map(|it| it.id()).collect();
        for foe in foes {
            self.alarm |= self.met.insert(foe);
        }
        let deeds = deeds(&view, turn);
        for deed in deeds {
            self.log.add(now, MessageKind::Plain, &deed);
        }
        let heard = self.listener.hear(turn.events(PLAYER), &view);
        self.note_orders(host, heard);
        self.new_turns.push(turn.clone());
        self.open_pending_screen(host);
    }

    /// Keeps orders until they are taken, and tells them in words if the player wants that.
    fn note_orders(&mut self, host: &dyn Host, mut heard: Vec<Order>) {
        if host.settings().captions {
            let mut told: Vec<String> = heard.iter().filter_map(caption).collect();
            told.dedup();
            let now = self.game().turn();
            for text in &told {
                self.log.add(now, MessageKind::Aside, text);
            }
        }
        self.orders.append(&mut heard);
        if self.orders.len() > MOST_ORDERS {
            // Nobody listens. Whoever does later asks for the scene.
            self.orders.clear();
        }
    }

    /// Opens the end screen or a question of the game, which come before everything else.
    fn open_pending_screen(&mut self, host: &dyn Host) {
        let options = self.view().menu().map(|it| it.options.len());
        if self.view().end().is_some() {
            self.alarm = true;
            self.walking = false;
            self.finish_run(host);
            self.mode = Mode::Over(EndScreen::default());
        } else if let Some(options) = options {
            self.alarm = true;
            self.walking = false;
            self.mode = Mode::Menu(List::new(options));
        } else if matches!(self.mode, Mode::Menu(_)) {
            self.mode = Mode::Command;
        }
    }

    /// Plays the next round of a real-time game.
    pub(super) fn play_round(&mut self, host: &dyn Host) {
        let command = self.queued.take().unwrap_or(Command::Wait);
        if let Err(refusal) = self.step(host, &command) {
            self.refuse(&refusal.to_string());
            // Time passes even if the command is refused.
            let _ = self.step(host, &Command::Wait);
        } else if command != Command::Wait {
            self.remember(&command);
        }
    }

    /// Starts an automatic walk.
    pub fn start(&mut self, host: &dyn Host, errand: Errand) {
        self.new_turns.clear();
        self.fresh = self.log.messages().len();
        let Some(session) = &self.session else { return };
        let view = session.game().view(PLAYER).expect("a run has its first player");
        self.walker.begin(errand, &view);
        self.walking = true;
        self.paused = false;
        if self.round().is_some() {
            return;
        }
        self.walk_on(host);
        if host.motion() == Motion::None {
            while self.walking {
                self.walk_on(host);
            }
        }
    }

    /// Takes the next step of an automatic walk.
    pub(super) fn walk_on(&mut self, host: &dyn Host) {
        let Some(session) = &self.session else { return };
        let view = session.game().view(PLAYER).expect("a run has its first player");
        match self.walker.next(&view) {
            Next::Play(command) => {
                if let Err(refusal) = self.step(host, &command) {
                    // A run goes straight on or not at all.
                    if matches!(self.walker.errand(), Some(Errand::Run(_))) {
                        self.walking = false;
                        self.tell_once(&refusal.to_string());
                    }
                    self.walker.refused(&refusal);
                }
                // Steps on the way are not animated.
                if self.walking {
                    self.new_turns.clear();
                }
            }
            Next::Stop(halt) => {
                self.walking = false;
                self.alarm |= halt.is_danger();
                self.tell_halt(&halt);
            }
        }
    }

    /// Tells why a run did not move at all; a run that ends at a wall needs no message.
    fn tell_once(&mut self, refusal: &str) {
        if self.log.messages().len() == self.fresh {
            self.refuse(refusal);
        }
    }

    /// Tells why a walk stopped, unless a message says so already.
    fn tell_halt(&mut self, halt: &Halt) {
        let silent = matches!(
            halt,
            Halt::Done
                | Halt::Arrived
                | Halt::Asked
                | Halt::Over
                | Halt::NewLevel
                | Halt::Message(_)
                | Halt::Noise(_)
                | Halt::Attacked
                | Halt::Hurt
        );
        if !silent {
            let now = self.game().turn();
            self.log.add(now, MessageKind::Aside, &halt.to_string());
        }
    }
}

/// Returns what the player did with things, unless the pack told of the turn itself.
fn deeds(view: &View<'_>, turn: &Turn) -> Vec<String> {
    let own = view.own().map(|it| it.id());
    if turn.events(PLAYER).any(|it| matches!(it, Event::Said { .. })) {
        return Vec::new();
    }
    let held = |item: EntityId| view.bag().find(|it| it.item.id() == item);
    let deed = |event: &Event| {
        let (verb, who, name) = match event {
            Event::Took { who, item } => ("pick up", *who, held(*item)?.item.indefinite()),
            Event::Equipped { who, item } => ("equip", *who, held(*item)?.item.definite()),
            Event::Unequipped { who, item } => ("take off", *who, held(*item)?.item.definite()),
            Event::Threw { who, kind, .. } => ("throw", *who, view.glimpse(*kind).indefinite()),
            _ => return None,
        };
        (Some(who) == own).then(|| format!("You {verb} {name}."))
    };
    turn.events(PLAYER).filter_map(deed).collect()
}
