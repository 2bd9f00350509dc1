//! What a key means in each mode.

use barrow_engine::{Command, Seen};
use barrow_grid::Dir;
use barrow_pack::Aim;
use barrow_play::keymap::{Code, Key, Verb};
use barrow_play::mode::{Aiming, Cursor, List, Shot, compass};
use barrow_play::walk::{Errand, adjacency};
use barrow_play::words;

use super::bag::{Bag, Purpose};
use super::over::Over;
use super::{Mode, PLAYER, Play};
use crate::desk::Desk;
use crate::screen::{Step, Title};
use crate::sheet::{SettingsSheet, Sheet, help};

/// The menu of the game.
pub(super) const PAUSE: [&str; 8] = [
    "Go on",
    "Help",
    "Messages",
    "Character",
    "Seed and version",
    "Settings",
    "Save and leave",
    "Abandon the run",
];

/// A run in one direction ends after so many steps at the latest.
const LONGEST_RUN: u32 = 200;

impl Play {
    pub(super) fn dispatch(&mut self, desk: &mut Desk, key: Key) -> Step {
        match std::mem::replace(&mut self.mode, Mode::Walk) {
            Mode::Walk => return self.press_walk(desk, key),
            Mode::Look(cursor) => return self.press_cursor(desk, key, cursor, false),
            Mode::Travel(cursor) => return self.press_cursor(desk, key, cursor, true),
            Mode::Aim(aiming) => self.press_aim(desk, key, aiming),
            Mode::Direction => self.press_direction(desk, key),
            Mode::Bag(bag) => self.press_bag(desk, key, bag),
            Mode::Cast(list) => self.press_cast(desk, key, list),
            Mode::Menu(list) => self.press_menu(desk, key, list),
            Mode::Confirm { question, command } => match key.code {
                Code::Char('y' | 'Y') => self.ask(desk, command),
                Code::Esc | Code::Char('n' | 'N') => {}
                _ => self.mode = Mode::Confirm { question, command },
            },
            Mode::Abandon => match key.code {
                Code::Char('y' | 'Y') => return self.abandon(desk),
                Code::Esc | Code::Char('n' | 'N') => {}
                _ => self.mode = Mode::Abandon,
            },
            Mode::Pause(list) => return self.press_pause(desk, key, list),
            Mode::Over(over) => return self.press_over(desk, key, over),
        }
        Step::Stay
    }

    fn press_walk(&mut self, desk: &mut Desk, key: Key) -> Step {
        if key.code == Code::Esc {
            self.mode = Mode::Pause(List::new(PAUSE.len()));
            return Step::Stay;
        }
        if let Some(step) = self.press_own(desk, key) {
            return step;
        }
        if let Some(verb) = desk.settings.keys.verb(key) {
            return self.follow(desk, verb);
        }
        let help = desk.settings.keys.shown(Verb::Help);
        self.refuse(&format!("`{key}` does nothing; {help} shows the keys."));
        Step::Stay
    }

    /// A key of the game's own comes first, unless something would be out of reach then.
    fn press_own(&mut self, desk: &Desk, key: Key) -> Option<Step> {
        let view = self.view();
        let taken = |it: Key| view.keys().any(|own| Key::char(own.key) == it);
        if !desk.settings.keys.yields(key, taken) {
            return None;
        }
        let own = view.keys().find(|own| Key::char(own.key) == key)?;
        if own.help {
            return Some(Step::open(help(&desk.settings.keys, Some(view.pack()))));
        }
        match own.command {
            Ok(command) => self.ask(desk, command),
            Err(refusal) => self.refuse(&refusal.to_string()),
        }
        Some(Step::Stay)
    }

    /// Does what a verb asks for.
    fn follow(&mut self, desk: &mut Desk, verb: Verb) -> Step {
        match verb {
            Verb::Move(dir) => self.walk(desk, dir),
            Verb::Run(dir) => {
                self.start(desk, Errand::Repeat(Command::Move(dir), LONGEST_RUN));
            }
            Verb::Wait => self.ask(desk, Command::Wait),
            Verb::Rest => self.start(desk, Errand::Rest),
            Verb::Explore => self.start(desk, Errand::Explore),
            Verb::Descend => self.take_way(desk, Command::Descend, barrow_pack::Way::Down),
            Verb::Ascend => self.take_way(desk, Command::Ascend, barrow_pack::Way::Up),
            Verb::Travel => self.mode = Mode::Travel(Cursor::new(&self.view())),
            Verb::Pickup => self.ask(desk, Command::Pickup),
            Verb::Interact => self.interact(desk),
            Verb::Use => self.open_bag(Purpose::Use),
            Verb::Equip => self.open_bag(Purpose::Equip),
            Verb::Drop => self.open_bag(Purpose::Drop),
            Verb::Throw => self.open_bag(Purpose::Throw),
            Verb::Inventory => self.open_bag(Purpose::Any),
            Verb::Cast => self.open_abilities(),
            Verb::Fire => self.fire(desk),
            Verb::Fight => self.fight(desk),
            Verb::Repeat => match self.last.clone() {
                Some(command) => self.ask(desk, command),
                None => self.refuse("There is nothing to do again."),
            },
            Verb::Slot(number) => self.use_slot(desk, number - 1),
            Verb::Look => self.mode = Mode::Look(Cursor::new(&self.view())),
            Verb::Character => return Step::open(self.character()),
            Verb::Log => return Step::open(self.messages()),
            Verb::Help => return Step::open(help(&desk.settings.keys, Some(self.view().pack()))),
            Verb::Seed => return Step::open(self.about()),
            Verb::Pause => self.paused = self.round().is_some() && !self.paused,
            Verb::Settings => return Step::open(Sheet::Settings(SettingsSheet::new())),
            Verb::Save => return self.leave(desk),
            Verb::Abandon => self.mode = Mode::Abandon,
        }
        Step::Stay
    }

    /// A step, unless it is known to harm and not yet confirmed.
    fn walk(&mut self, desk: &Desk, dir: Dir) {
        let command = Command::Move(dir);
        match self.danger(dir) {
            Some(question) if desk.settings.confirm => {
                self.mode = Mode::Confirm { question, command };
            }
            Some(_) | None => self.ask(desk, command),
        }
    }

    /// What a step there is known to bring, if it is worth a question.
    fn danger(&mut self, dir: Dir) -> Option<String> {
        let session = self.session.as_ref()?;
        let view = session.game().view(PLAYER)?;
        let here = view.own()?.pos();
        let to = here + dir;
        // A blow is no step.
        if view.actors().any(|it| it.pos() == to) {
            return None;
        }
        // The walk looks around, and then its chart is right.
        let _ = self.walker.way_to(&view, to);
        let chart = self.walker.chart();
        let harmful = chart.is_harmful(to) && !chart.is_harmful(here);
        if !chart.is_deadly(to) && !harmful {
            return None;
        }
        let why = words::peril(&view, to).unwrap_or_else(|| "It will hurt.".into());
        Some(format!("Really go {}? {why}", compass(dir)))
    }

    pub(crate) fn take_way(&mut self, desk: &Desk, command: Command, way: barrow_pack::Way) {
        if self.game().accepts(PLAYER, &command).is_ok() {
            self.ask(desk, command);
        } else {
            self.start(desk, Errand::Way(way));
        }
    }

    fn interact(&mut self, desk: &Desk) {
        let game = self.game();
        let accepted = |dir: &Dir| game.accepts(PLAYER, &Command::Interact(*dir)).is_ok();
        let ways: Vec<Dir> = Dir::ALL.into_iter().filter(accepted).collect();
        match ways[..] {
            [] => self.refuse("There is nothing to touch here."),
            [dir] => self.ask(desk, Command::Interact(dir)),
            [..] => self.mode = Mode::Direction,
        }
    }

    fn press_direction(&mut self, desk: &Desk, key: Key) {
        if let Some(Verb::Move(dir)) = desk.settings.keys.verb(key) {
            self.ask(desk, Command::Interact(dir));
        } else if key.code != Code::Esc {
            self.mode = Mode::Direction;
        }
    }

    /// Strikes the nearest foe, or goes a step towards it.
    fn fight(&mut self, desk: &Desk) {
        let Some(session) = &self.session else { return };
        let view = session.game().view(PLAYER).expect("a run has its first player");
        let Some(here) = view.own().map(|it| it.pos()) else { return };
        let steps = adjacency(&view);
        let foes = view.actors().filter(Seen::is_foe);
        let Some(foe) = foes.min_by_key(|it| (steps.distance(here, it.pos()), it.id())) else {
            return self.refuse("No foe is in view.");
        };
        let to = foe.pos();
        let next = if steps.distance(here, to) <= 1 {
            Dir::towards(here, to)
        } else {
            self.walker.way_to(&view, to).map(|(dir, _)| dir)
        };
        match next {
            Some(dir) => self.walk(desk, dir),
            None => self.refuse("You know no way to it."),
        }
    }

    /// Casts the last ability, or the first that can be aimed, at the nearest foe.
    fn fire(&mut self, desk: &Desk) {
        let view = self.view();
        let pack = view.pack();
        let abilities = view.abilities();
        let last = self.spell.as_ref().and_then(|name| pack.abilities.find(name));
        let aimed = |aim: Aim| matches!(aim, Aim::Nearest | Aim::Target | Aim::Cell);
        let chosen = abilities.iter().find(|it| Some(it.ability) == last);
        let chosen = chosen.or_else(|| abilities.iter().find(|it| aimed(it.aim)));
        let Some(castable) = chosen else { return self.refuse("You have nothing to fire.") };
        let name = pack.abilities.name(castable.ability).to_string();
        if !Aiming::is_needed(castable.aim) {
            return self.ask(desk, Command::Cast { ability: name, at: None });
        }
        let shot = Shot::Cast { ability: name };
        let aiming = Aiming::new(self.game(), &view, shot, "");
        match self.game().accepts(PLAYER, &aiming.command()) {
            Ok(()) => self.ask(desk, aiming.command()),
            Err(refusal) => self.refuse(&refusal.to_string()),
        }
    }

    fn open_abilities(&mut self) {
        match self.view().abilities().len() {
            0 => self.refuse("You know nothing to cast."),
            count => self.mode = Mode::Cast(List::new(count)),
        }
    }

    fn press_cast(&mut self, desk: &Desk, key: Key, mut list: List) {
        let chosen = match choose(&mut list, key) {
            Chosen::Left => return,
            Chosen::Moved => {
                self.mode = Mode::Cast(list);
                return;
            }
            Chosen::Line(at) => at,
        };
        let view = self.view();
        let abilities = view.abilities();
        let Some(castable) = abilities.get(chosen) else { return };
        if let Some(refusal) = &castable.refusal {
            return self.refuse(&refusal.to_string());
        }
        let what = view.pack().abilities.get(castable.ability);
        let name = view.pack().abilities.name(castable.ability).to_string();
        if Aiming::is_needed(castable.aim) {
            let shot = Shot::Cast { ability: name };
            let aiming = Aiming::new(self.game(), &view, shot, &what.name);
            self.mode = Mode::Aim(aiming);
        } else {
            self.ask(desk, Command::Cast { ability: name, at: None });
        }
    }

    fn press_aim(&mut self, desk: &Desk, key: Key, mut aiming: Aiming) {
        let view = self.view();
        match (key.code, desk.settings.keys.verb(key)) {
            (Code::Esc, _) => return,
            (Code::Tab | Code::Char('+'), _) => aiming.cycle(!key.shift),
            (Code::Char('-'), _) => aiming.cycle(false),
            (_, Some(Verb::Move(dir))) => aiming.step(&view, dir, 1),
            (_, Some(Verb::Run(dir))) => aiming.step(&view, dir, 8),
            (Code::Enter | Code::Char('.' | ' '), _)
            | (_, Some(Verb::Fire | Verb::Cast | Verb::Throw)) => {
                let command = aiming.command();
                match self.game().accepts(PLAYER, &command) {
                    Ok(()) => return self.ask(desk, command),
                    Err(refusal) => self.refuse(&refusal.to_string()),
                }
            }
            _ => {}
        }
        self.mode = Mode::Aim(aiming);
    }

    fn press_menu(&mut self, desk: &Desk, key: Key, mut list: List) {
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
        self.obey(desk, &command);
    }

    fn press_pause(&mut self, desk: &mut Desk, key: Key, mut list: List) -> Step {
        match choose(&mut list, key) {
            Chosen::Left => {}
            Chosen::Moved => self.mode = Mode::Pause(list),
            Chosen::Line(at) => {
                let verbs = [
                    None,
                    Some(Verb::Help),
                    Some(Verb::Log),
                    Some(Verb::Character),
                    Some(Verb::Seed),
                    Some(Verb::Settings),
                    Some(Verb::Save),
                    Some(Verb::Abandon),
                ];
                if let Some(verb) = verbs.get(at).copied().flatten() {
                    return self.follow(desk, verb);
                }
            }
        }
        Step::Stay
    }

    /// Leaves the run as it is, to be taken up another time.
    fn leave(&mut self, desk: &Desk) -> Step {
        if let Some(session) = self.session.take() {
            session.leave();
        }
        Step::title(Title::at(desk, &self.begin.game))
    }

    /// Ends the run for good.
    fn abandon(&mut self, desk: &Desk) -> Step {
        self.close_books(desk);
        self.mode = Mode::Over(Over::default());
        Step::Stay
    }
}

/// What a key does to a list.
pub(super) enum Chosen {
    /// The list was left.
    Left,
    /// Another line is chosen, or nothing happened.
    Moved,
    /// A line was taken.
    Line(usize),
}

/// A key in a list: arrows move, enter takes, a letter or a digit takes its line.
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

/// The purposes that a bag is opened for.
impl Play {
    fn open_bag(&mut self, purpose: Purpose) {
        let bag = Bag::new(self.game(), purpose);
        if bag.is_empty() {
            self.refuse(purpose.nothing());
        } else {
            self.mode = Mode::Bag(bag);
        }
    }
}
