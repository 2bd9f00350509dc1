//! What a turn changes: the log, the automatic walk, the mode.

use barrow_dice::Fixed;
use barrow_engine::{Command, Refusal, Turn};
use barrow_sound::Order;

use super::hint::Carrying;
use super::over::EndScreen;
use super::seat::Seat;
use super::{Host, Mode, Playthrough};
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
        self.seat.fresh = self.seat.log.messages().len();
        match self.step(host, command) {
            Ok(()) => true,
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
        let turn = session.step(self.seat.player, command)?;
        let trouble = session.trouble().map(ToString::to_string);
        self.remember(command);
        self.seat.carrying = carrying;
        let lost = before - life(&self.view());
        self.alarm |= lost * Fixed::from_whole(10) > max_life(&self.view());
        self.handle_turn(host, &turn);
        self.tell_tip(host);
        if let Some(trouble) = trouble {
            let now = self.game().turn();
            self.seat.log.add(now, MessageKind::Aside, &format!("Not saved: {trouble}"));
        }
        Ok(())
    }

    /// Remembers a command to be repeated. Nobody wants to repeat a step of an automatic walk, an
    /// answer, or a round that merely passed.
    fn remember(&mut self, command: &Command) {
        if let Command::Cast { ability, .. } = command {
            self.seat.spell = Some(ability.clone());
        }
        let passed = *command == Command::Wait && self.round().is_some();
        let answer = matches!(command, Command::Choose { .. } | Command::Cancel);
        if !self.seat.walking && !passed && !answer {
            self.seat.last = Some(command.clone());
        }
    }

    /// Tells why something cannot be done.
    pub(super) fn refuse(&mut self, text: &str) {
        self.refuse_with("refuse", text);
    }

    /// Tells why the game refused something.
    pub(super) fn turn_down(&mut self, refusal: &Refusal) {
        self.refuse_with(sound_of(refusal), &refusal.to_string());
    }

    /// Tells why something cannot be done, with a sound.
    pub(super) fn refuse_with(&mut self, sound: &str, text: &str) {
        let now = self.game().turn();
        let Seat { log, fresh, .. } = &mut self.seat;
        *fresh = log.messages().len();
        self.orders.push(interface(sound));
        log.add(now, MessageKind::Refusal, text);
        // A repeated refusal is not added, but shows as new.
        *fresh = (*fresh).min(log.messages().len().saturating_sub(1));
    }

    /// Handles the events of a turn.
    pub(super) fn handle_turn(&mut self, host: &dyn Host, turn: &Turn) {
        let Some(session) = &self.session else { return };
        let game = session.game();
        for seat in std::iter::once(&mut self.seat).chain(&mut self.waiting) {
            self.alarm |= seat.notice(game, turn);
        }
        let heard = self.listener.hear(turn.events(self.seat.player), &self.seat.view(game));
        self.note_orders(host, heard);
        self.new_turns.push(turn.clone());
        self.pass_on();
        self.open_pending_screen(host);
    }

    /// Keeps orders until they are taken, and tells them in words if the player wants that.
    fn note_orders(&mut self, host: &dyn Host, mut heard: Vec<Order>) {
        if host.settings().captions {
            let mut told: Vec<String> = heard.iter().filter_map(caption).collect();
            told.dedup();
            let now = self.game().turn();
            for text in &told {
                self.seat.log.add(now, MessageKind::Aside, text);
            }
        }
        self.orders.append(&mut heard);
        if self.orders.len() > MOST_ORDERS {
            // Nobody listens yet. A listener that comes later asks for the scene.
            self.orders.clear();
        }
    }

    /// Opens the end screen or a question of the game, which come before everything else.
    fn open_pending_screen(&mut self, host: &dyn Host) {
        let options = self.view().menu().map(|it| it.options.len());
        if self.view().end().is_some() {
            self.alarm = true;
            self.seat.walking = false;
            self.finish_run(host);
            self.mode = Mode::Over(EndScreen::default());
        } else if let Some(options) = options {
            self.alarm = true;
            self.seat.walking = false;
            self.mode = Mode::Menu(List::new(options));
        } else if matches!(self.mode, Mode::Menu(_)) {
            self.mode = Mode::Command;
        }
    }

    /// Plays the next round of a real-time game.
    pub(super) fn play_round(&mut self, host: &dyn Host) {
        let command = self.queued.take().unwrap_or(Command::Wait);
        if let Err(refusal) = self.step(host, &command) {
            self.turn_down(&refusal);
            // Time passes even if the command is refused.
            let _ = self.step(host, &Command::Wait);
        }
    }

    /// Starts an automatic walk.
    pub fn start(&mut self, host: &dyn Host, errand: Errand) {
        self.new_turns.clear();
        let Some(session) = &self.session else { return };
        self.seat.begin(errand, session.game());
        self.paused = false;
        if self.round().is_some() {
            return;
        }
        self.walk_on(host);
        if host.motion() == Motion::None {
            while self.seat.walking {
                self.walk_on(host);
            }
        }
    }

    /// Takes the next step of an automatic walk.
    pub(super) fn walk_on(&mut self, host: &dyn Host) {
        let Some(session) = &self.session else { return };
        match self.seat.next_step(session.game()) {
            Next::Play(command) => {
                let result = self.step(host, &command);
                if let Some(refusal) = result.err().filter(|it| !self.waits_for(host, it)) {
                    // A run goes straight on or not at all.
                    if matches!(self.seat.walker.errand(), Some(Errand::Run(_))) {
                        self.seat.walking = false;
                        self.tell_once(&refusal);
                    }
                    self.seat.walker.refused(&refusal);
                }
                // Steps on the way are not animated.
                if self.seat.walking {
                    self.new_turns.clear();
                }
            }
            Next::Stop(halt) => {
                self.seat.walking = false;
                self.alarm |= halt.is_danger();
                if let Halt::OnlyDanger(dir, _) = halt
                    && self.asks_about(host, dir)
                {
                    return;
                }
                self.tell_halt(&halt);
            }
        }
    }

    /// Lets a round pass in real time if the player cannot act yet. Returns whether it did.
    fn waits_for(&mut self, host: &dyn Host, refusal: &Refusal) -> bool {
        let too_soon = *refusal == Refusal::Helpless && self.round().is_some();
        let waited = too_soon && self.step(host, &Command::Wait).is_ok();
        if waited {
            self.seat.walker.waited();
        }
        waited
    }

    /// Tells why a run did not move at all; a run that ends at a wall needs no message.
    fn tell_once(&mut self, refusal: &Refusal) {
        if self.seat.log.messages().len() == self.seat.fresh {
            self.turn_down(refusal);
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
            self.seat.log.add(now, MessageKind::Aside, &halt.to_string());
        }
    }
}

/// Returns what a refusal sounds like.
pub(super) const fn sound_of(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::Locked(_) | Refusal::WrongKey(..) => "locked",
        _ => "refuse",
    }
}
