//! What a key does in each mode.

use barrow_engine::{Command, Refusal, Seen};
use barrow_grid::Dir;
use barrow_pack::Way;

use super::bag::{Bag, Purpose};
use super::over::{EndScreen, Ended};
use super::{Host, Mode, Playthrough, Request};
use crate::keymap::{Code, Key, Verb};
use crate::mode::{Cursor, List};
use crate::walk::{Errand, adjacency};

/// The pause menu.
pub(super) const PAUSE: [(&str, Option<Verb>); 8] = [
    ("Go on", None),
    ("Help", Some(Verb::Help)),
    ("Messages", Some(Verb::Log)),
    ("Character", Some(Verb::Character)),
    ("Seed and version", Some(Verb::Seed)),
    ("Settings", Some(Verb::Settings)),
    ("Save and leave", Some(Verb::Save)),
    ("Abandon the run", Some(Verb::Abandon)),
];

impl Playthrough {
    pub(super) fn dispatch(&mut self, host: &dyn Host, key: Key) -> Request {
        match std::mem::replace(&mut self.mode, Mode::Command) {
            Mode::Command => return self.press_command(host, key),
            Mode::Look(cursor) => return self.press_cursor(host, key, cursor, false),
            Mode::Travel(cursor) => return self.press_cursor(host, key, cursor, true),
            Mode::Aim(aiming) => self.press_aim(host, key, aiming),
            Mode::Direction => self.press_direction(host, key),
            Mode::Bag(bag) => self.press_bag(host, key, bag),
            Mode::Cast(list) => self.press_cast(host, key, list),
            Mode::Menu(list) => self.press_menu(host, key, list),
            Mode::Confirm { question, command } => match key.code {
                Code::Char('y' | 'Y') => self.issue(host, command),
                Code::Esc | Code::Char('n' | 'N') => {}
                _ => self.mode = Mode::Confirm { question, command },
            },
            Mode::Abandon => match key.code {
                Code::Char('y' | 'Y') => return self.abandon(host),
                Code::Esc | Code::Char('n' | 'N') => {}
                _ => self.mode = Mode::Abandon,
            },
            Mode::Pause(list) => return self.press_pause(host, key, list),
            Mode::Over(over) => return self.press_over(key, over),
        }
        Request::Stay
    }

    fn press_command(&mut self, host: &dyn Host, key: Key) -> Request {
        if key.code == Code::Esc {
            self.mode = Mode::Pause(List::new(PAUSE.len()));
            return Request::Stay;
        }
        if let Some(step) = self.press_own(host, key) {
            return step;
        }
        if let Some(verb) = host.settings().keys.verb(key) {
            return self.do_verb(host, verb);
        }
        let help = host.settings().keys.shown(Verb::Help);
        self.refuse(&format!("`{key}` does nothing; {help} shows the keys."));
        Request::Stay
    }

    /// Handles one of the game's own keys. It comes first, unless a verb would be left without a key.
    fn press_own(&mut self, host: &dyn Host, key: Key) -> Option<Request> {
        let view = self.view();
        let keys = &host.settings().keys;
        let all = &view.pack().rules.keys;
        if !keys.can_override(key, all) {
            return None;
        }
        let own = view.keys().find(|own| keys.own_key(own.key, all) == key)?;
        if own.help {
            return Some(Request::Help);
        }
        match own.command {
            Ok(Command::Cast { ability, at: None }) => self.cast_by_key(host, ability),
            Ok(Command::Use { slot }) if self.is_missile(slot) => self.aim_throw(slot),
            Ok(command) => self.issue(host, command),
            Err(refusal) => self.refuse_aim(&refusal),
        }
        Some(Request::Stay)
    }

    /// Does what a verb says.
    pub(super) fn do_verb(&mut self, host: &dyn Host, verb: Verb) -> Request {
        match verb {
            Verb::Move(dir) => self.walk(host, dir),
            Verb::Run(dir) => self.start_run(host, dir),
            Verb::Wait => self.issue(host, Command::Wait),
            Verb::Rest => self.start(host, Errand::Rest),
            Verb::Explore => self.start(host, Errand::Explore),
            Verb::Descend => self.take_stairs(host, Way::Down),
            Verb::Ascend => self.take_stairs(host, Way::Up),
            Verb::Travel => self.mode = Mode::Travel(Cursor::new(&self.view())),
            Verb::Pickup => self.issue(host, Command::Pickup),
            Verb::Interact => self.interact(host),
            Verb::Use => self.open_bag(Purpose::Use),
            Verb::Equip => self.open_bag(Purpose::Equip),
            Verb::Drop => self.open_bag(Purpose::Drop),
            Verb::Throw => self.open_bag(Purpose::Throw),
            Verb::Inventory => self.open_bag(Purpose::Any),
            Verb::Cast => self.open_abilities(),
            Verb::Fire => self.fire(host),
            Verb::Fight => self.fight(host),
            Verb::Repeat => match self.seat.last.clone() {
                Some(command) => self.issue(host, command),
                None => self.refuse("There is nothing to repeat."),
            },
            Verb::Slot(number) => self.use_slot(host, number - 1),
            Verb::Look => self.mode = Mode::Look(Cursor::new(&self.view())),
            Verb::Character => return Request::ShowText(self.character()),
            Verb::Log => return Request::ShowText(self.messages()),
            Verb::Help => return Request::Help,
            Verb::Seed => return Request::ShowText(self.about()),
            Verb::Pause => self.paused = self.round().is_some() && !self.paused,
            Verb::Settings => return Request::Settings,
            Verb::Save => return self.leave(),
            Verb::Abandon => self.mode = Mode::Abandon,
        }
        Request::Stay
    }

    /// Takes a step, but asks first if the step is known to harm.
    pub(super) fn walk(&mut self, host: &dyn Host, dir: Dir) {
        if !self.asks_about(host, dir) {
            self.issue(host, Command::Move(dir));
        }
    }

    /// Asks before a step that is known to harm, unless the player does not want that. Returns
    /// whether it asks.
    pub(super) fn asks_about(&mut self, host: &dyn Host, dir: Dir) -> bool {
        let question = self.danger(dir).filter(|_| host.settings().confirm);
        let command = Command::Move(dir);
        question.map(|question| self.mode = Mode::Confirm { question, command }).is_some()
    }

    /// Runs in a direction, unless the first step is known to harm.
    fn start_run(&mut self, host: &dyn Host, dir: Dir) {
        match self.danger(dir) {
            Some(_) => self.walk(host, dir),
            None => self.start(host, Errand::Run(dir)),
        }
    }

    /// Returns a question about the known danger of a step, if it is worth one.
    fn danger(&mut self, dir: Dir) -> Option<String> {
        let view = self.seat.view(self.session.as_ref()?.game());
        self.seat.walker.question(&view, dir)
    }

    /// Takes the stairs here, or else travels to the nearest known ones.
    pub fn take_stairs(&mut self, host: &dyn Host, way: Way) {
        self.new_turns.clear();
        let command = match way {
            Way::Up => Command::Ascend,
            Way::Down => Command::Descend,
        };
        match self.game().accepts(self.player(), &command) {
            Ok(()) => self.issue(host, command),
            Err(refusal @ Refusal::Locked(_)) => self.turn_down(&refusal),
            Err(_) => self.start(host, Errand::Way(way)),
        }
    }

    /// Returns `true` if there is something to interact with in a direction.
    pub(super) fn can_touch(&self, dir: Dir) -> bool {
        self.game().accepts(self.player(), &Command::Interact(dir)).is_ok()
    }

    fn interact(&mut self, host: &dyn Host) {
        let ways: Vec<Dir> = Dir::ALL.into_iter().filter(|dir| self.can_touch(*dir)).collect();
        match ways[..] {
            [] => self.refuse("There is nothing to interact with here."),
            [dir] => self.issue(host, Command::Interact(dir)),
            [..] => self.mode = Mode::Direction,
        }
    }

    fn press_direction(&mut self, host: &dyn Host, key: Key) {
        if let Some(Verb::Move(dir)) = host.settings().keys.verb(key) {
            self.issue(host, Command::Interact(dir));
        } else if key.code != Code::Esc {
            self.mode = Mode::Direction;
        }
    }

    /// Strikes the nearest foe, or takes a step towards it.
    fn fight(&mut self, host: &dyn Host) {
        let Some(session) = &self.session else { return };
        let view = self.seat.view(session.game());
        let Some(here) = view.own().map(|it| it.pos()) else { return };
        let steps = adjacency(&view);
        let foes = view.noticed_actors().filter(Seen::is_foe);
        let Some(foe) = foes.min_by_key(|it| (steps.distance(here, it.pos()), it.id())) else {
            return self.refuse("No foe is in view.");
        };
        let to = foe.pos();
        let next = if steps.distance(here, to) <= 1 {
            Dir::towards(here, to)
        } else {
            self.seat.walker.way_to(&view, to).map(|(dir, _)| dir)
        };
        if let Some(dir) = next {
            return self.walk(host, dir);
        }
        let why = self.seat.walker.why_no_way(&view, &[(to, 0)]);
        self.refuse(&why.to_string());
    }

    fn press_menu(&mut self, host: &dyn Host, key: Key, mut list: List) {
        let chosen = choose(&mut list, key);
        self.mode = Mode::Menu(list);
        let command = match chosen {
            Chosen::Moved => return,
            Chosen::Left => Command::Cancel,
            Chosen::Line(at) => {
                let Ok(option) = u8::try_from(at) else { return };
                Command::Choose { option }
            }
        };
        self.perform(host, &command);
    }

    fn press_pause(&mut self, host: &dyn Host, key: Key, mut list: List) -> Request {
        match choose(&mut list, key) {
            Chosen::Left => {}
            Chosen::Moved => self.mode = Mode::Pause(list),
            Chosen::Line(at) => {
                if let Some((_, Some(verb))) = PAUSE.get(at) {
                    return self.do_verb(host, *verb);
                }
            }
        }
        Request::Stay
    }

    /// Leaves the run, to be resumed another time.
    fn leave(&mut self) -> Request {
        if let Some(session) = self.session.take() {
            self.ended = Some(Ended { run: session.run().clone(), recorded: None, lasted: None });
            session.leave();
        }
        Request::Leave
    }

    /// Ends the run for good.
    fn abandon(&mut self, host: &dyn Host) -> Request {
        self.finish_run(host);
        self.mode = Mode::Over(EndScreen::default());
        Request::Stay
    }
}

/// The effect of a key on a list.
pub(super) enum Chosen {
    /// The list was closed.
    Left,
    /// Another line is selected, or nothing happened.
    Moved,
    /// A line was taken.
    Line(usize),
}

/// Handles a key in a list: arrows move, Enter takes, a letter or a digit takes its line.
pub(super) fn choose(list: &mut List, key: Key) -> Chosen {
    match key.code {
        Code::Esc => return Chosen::Left,
        Code::Up => list.step(false),
        Code::Down => list.step(true),
        Code::Enter => return Chosen::Line(list.at),
        Code::Char(digit @ '1'..='9') => {
            let at = digit as usize - '1' as usize;
            if list.go(at) {
                return Chosen::Line(at);
            }
        }
        Code::Char(letter) => {
            if let Some(at) = List::of_letter(letter)
                && list.go(at)
            {
                return Chosen::Line(at);
            }
        }
        _ => {}
    }
    Chosen::Moved
}

impl Playthrough {
    /// Opens the bag for a purpose, unless no item serves it.
    fn open_bag(&mut self, purpose: Purpose) {
        let bag = Bag::new(self.game(), &self.view(), purpose);
        if bag.is_empty() {
            self.refuse(purpose.nothing());
        } else {
            self.mode = Mode::Bag(bag);
        }
    }
}
