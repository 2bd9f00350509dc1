use barrow_engine::Trajectory;
use barrow_grid::{Dir, Pos};

use super::bag::Bag;
use super::keys::PAUSE;
use super::look::castable_line;
use super::{Host, Mode, Playthrough};
use crate::keymap::{Code, Key, Verb};
use crate::mode::{Aiming, List, compass};
use crate::palette::{Line, Role};
use crate::panel::{carried_name, meaning};
use crate::words;

/// What lies over the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// Nothing; keys are commands.
    Nothing,
    /// A text in place of the log.
    Prompt(Prompt),
    /// Lines to choose from.
    Menu(Menu),
    /// The end of the run.
    Ending(Ending),
}

/// A key that can be pressed now, and what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// What it does.
    pub text: String,
    /// The key.
    pub key: Key,
}

/// A text in place of the log, and the keys that answer it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prompt {
    /// The text; if it is empty, only the keys are shown.
    pub text: String,
    /// The answers in words, if there are too many keys for a line.
    pub note: String,
    /// The keys that answer.
    pub hints: Vec<Hint>,
}

/// Lines to choose from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Menu {
    /// The heading.
    pub title: String,
    /// The text above the lines.
    pub text: Vec<String>,
    /// The lines.
    pub lines: Vec<MenuLine>,
    /// The index of the line that Enter takes.
    pub at: usize,
    /// The other keys.
    pub hints: Vec<Hint>,
    /// The menu that this one was opened from.
    pub below: Option<Box<Self>>,
}

/// A line of a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MenuLine {
    /// The letter or digit that takes it.
    pub letter: char,
    /// The role of its color.
    pub role: Role,
    /// The text.
    pub text: String,
    /// Whether it can be taken now.
    pub able: bool,
}

/// The end of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ending {
    /// The heading.
    pub title: String,
    /// What happened, where, how long it took, and the score.
    pub lines: Vec<Line>,
    /// The keys for what comes next.
    pub hints: Vec<Hint>,
    /// Whether keys are accepted, which they are once no key was pressed for a moment.
    pub ready: bool,
    /// Whether the run was won.
    pub won: bool,
}

/// The cells marked on the map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The cell under the cursor.
    pub cursor: Option<Pos>,
    /// The cells on the way of a shot.
    pub line: Vec<Pos>,
    /// The cells that it hits.
    pub blast: Vec<Pos>,
    /// Where the player would stand afterwards.
    pub lands: Option<Pos>,
}

impl Playthrough {
    /// Returns what lies over the map.
    pub fn overlay(&self, host: &dyn Host) -> Overlay {
        match &self.mode {
            Mode::Command if self.paused => Overlay::Prompt(paused(host)),
            Mode::Command => Overlay::Nothing,
            Mode::Look(cursor) => Overlay::Prompt(self.looking(host, cursor.at)),
            Mode::Travel(cursor) => Overlay::Prompt(self.travelling(host, cursor.at)),
            Mode::Aim(aiming) => Overlay::Prompt(self.aiming(aiming)),
            Mode::Direction => Overlay::Prompt(self.directions(host)),
            Mode::Bag(bag) => Overlay::Menu(self.bag_menu(bag)),
            Mode::Cast(list) => Overlay::Menu(self.ability_menu(list)),
            Mode::Menu(list) => self.question(list).map_or(Overlay::Nothing, Overlay::Menu),
            Mode::Confirm { question, .. } => Overlay::Prompt(yes_or_no(question)),
            Mode::Abandon => Overlay::Prompt(yes_or_no("Abandon this run for good?")),
            Mode::Pause(list) => Overlay::Menu(self.pause_menu(list)),
            Mode::Over(over) if over.shows_map => Overlay::Prompt(Prompt {
                hints: vec![hint("back", Key::char('m'))],
                ..Prompt::default()
            }),
            Mode::Over(over) => Overlay::Ending(self.end_screen(host, *over)),
        }
    }

    /// Returns the cell that must be in view.
    pub fn focus(&self) -> Pos {
        let own = || self.view().own().map(|it| it.pos()).unwrap_or_default();
        self.cursor().unwrap_or_else(own)
    }

    /// Returns the cells marked on the map.
    pub fn marks(&self) -> Marks {
        let cursor = self.cursor();
        let Mode::Aim(aiming) = &self.mode else { return Marks { cursor, ..Marks::default() } };
        let view = self.view();
        let Trajectory { path, hit, lands } = aiming.trajectory(&view);
        Marks { cursor, line: path, blast: hit, lands }
    }

    const fn cursor(&self) -> Option<Pos> {
        match &self.mode {
            Mode::Look(cursor) | Mode::Travel(cursor) => Some(cursor.at),
            Mode::Aim(aiming) => Some(aiming.at),
            _ => None,
        }
    }

    fn looking(&self, host: &dyn Host, at: Pos) -> Prompt {
        let mut hints = vec![hint("next", TAB), hint("more", ENTER)];
        hints.extend(bound(host, "go", Verb::Travel));
        hints.push(hint("back", ESC));
        Prompt { text: self.words(at), hints, ..Prompt::default() }
    }

    fn travelling(&self, host: &dyn Host, at: Pos) -> Prompt {
        let mut hints = vec![hint("go there", ENTER), hint("next", TAB)];
        hints.extend(bound(host, "stairs", Verb::Ascend));
        hints.extend(bound(host, "stairs", Verb::Descend));
        hints.push(hint("back", ESC));
        Prompt { text: self.words(at), hints, ..Prompt::default() }
    }

    fn words(&self, at: Pos) -> String {
        words::look(&self.view(), at).join(" ")
    }

    fn aiming(&self, aiming: &Aiming) -> Prompt {
        let there = words::aim(&self.view(), aiming.at, &aiming.shot).join(" ");
        let able = match self.game().accepts(self.player(), &aiming.command()) {
            Ok(()) => String::new(),
            Err(refusal) => format!(" {refusal}"),
        };
        let text = format!("{}: {there}{able}", aiming.title);
        let hints = vec![hint("do it", ENTER), hint("next", TAB), hint("cancel", ESC)];
        Prompt { text, hints, ..Prompt::default() }
    }

    fn directions(&self, host: &dyn Host) -> Prompt {
        let able = |dir: &Dir| self.can_touch(*dir);
        let ways = Dir::ALL.into_iter().filter(able);
        let ways = ways.filter_map(|dir| bound(host, compass(dir), Verb::Move(dir)));
        Prompt {
            text: "Which way?".into(),
            note: "a direction, or esc".into(),
            hints: ways.chain([hint("back", ESC)]).collect(),
        }
    }

    fn bag_menu(&self, bag: &Bag) -> Menu {
        let view = self.view();
        let bagged: Vec<_> = view.bag().collect();
        let shown = bag.slots.iter().filter_map(|slot| bagged.iter().find(|it| it.slot == *slot));
        let lines = shown.map(|it| {
            let role = if it.worn.is_some() { Role::Good } else { Role::Text };
            let slot = it.worn.map(|slot| view.pack().slots.get(slot).label.to_string());
            let worn = slot.map_or(String::new(), |slot| format!(" ({slot})"));
            let means = Some(meaning(&view, &it.item)).filter(|it| !it.is_empty());
            let means = means.map(|it| format!(", {it}")).unwrap_or_default();
            (role, format!("{} {}{means}{worn}", it.item.glimpse().glyph(), carried_name(it)))
        });
        let mut lines = choices(lines);
        for (line, key) in lines.iter_mut().zip(bag.keys(&view)) {
            line.letter = key;
        }
        let about = bag.chosen(&view).map(|it| words::item(&view, &it)).unwrap_or_default();
        let things = Menu {
            title: bag.purpose.title().into(),
            text: about.clone(),
            lines,
            at: bag.list.at,
            hints: vec![hint("choose", ENTER), hint("back", ESC)],
            below: None,
        };
        match &bag.actions {
            None => things,
            Some((list, actions)) => Menu {
                title: bag.chosen(&view).map(|it| it.item.name()).unwrap_or_default(),
                text: about,
                lines: choices(actions.iter().map(|it| (Role::Text, it.name.clone()))),
                at: list.at,
                hints: vec![hint("do it", ENTER), hint("back", ESC)],
                below: Some(Box::new(things)),
            },
        }
    }

    fn ability_menu(&self, list: &List) -> Menu {
        let view = self.view();
        let abilities: Vec<_> = view.abilities().collect();
        let lines = abilities.iter().map(|it| {
            let role = if it.refusal.is_some() { Role::Dim } else { Role::Text };
            (role, castable_line(&view, it))
        });
        let chosen = abilities.get(list.at).map(|it| view.pack().abilities.get(it.ability));
        let about = chosen.map(|it| it.about.to_string()).filter(|it| !it.is_empty());
        Menu {
            title: "Cast what?".into(),
            text: about.into_iter().collect(),
            lines: choices(lines),
            at: list.at,
            hints: vec![hint("cast", ENTER), hint("back", ESC)],
            below: None,
        }
    }

    /// Returns the menu of a question of the game.
    fn question(&self, list: &List) -> Option<Menu> {
        let view = self.view();
        let open = view.menu()?;
        let role = |able: bool| if able { Role::Text } else { Role::Dim };
        let option = open.options.get(list.at);
        let about = option.map(|it| it.about.clone()).unwrap_or_default();
        let with_it = option.and_then(|it| words::with_it(&view, it)).unwrap_or_default();
        let mut hints = vec![hint("choose", ENTER)];
        hints.extend(open.optional.then(|| hint("leave", ESC)));
        Some(Menu {
            title: open.title,
            text: [open.text.clone(), about, with_it]
                .into_iter()
                .filter(|it| !it.is_empty())
                .collect(),
            lines: choices(open.options.iter().map(|it| (role(it.enabled), it.text.clone()))),
            at: list.at,
            hints,
            below: None,
        })
    }

    fn pause_menu(&self, list: &List) -> Menu {
        Menu {
            title: self.game().pack().rules.title.to_string(),
            text: Vec::new(),
            lines: choices(PAUSE.iter().map(|(text, _)| (Role::Text, (*text).to_string()))),
            at: list.at,
            hints: vec![hint("choose", ENTER), hint("go on", ESC)],
            below: None,
        }
    }
}

const ENTER: Key = Key::plain(Code::Enter);
const ESC: Key = Key::plain(Code::Esc);
const TAB: Key = Key::plain(Code::Tab);

pub(super) fn hint(text: &str, key: Key) -> Hint {
    Hint { text: text.into(), key }
}

/// Returns the key that a verb is bound to.
fn bound(host: &dyn Host, text: &str, verb: Verb) -> Option<Hint> {
    host.settings().keys.keys(verb).first().map(|key| hint(text, *key))
}

fn paused(host: &dyn Host) -> Prompt {
    Prompt {
        text: "Paused".into(),
        note: "any command resumes".into(),
        hints: bound(host, "go on", Verb::Pause).into_iter().collect(),
    }
}

fn yes_or_no(question: &str) -> Prompt {
    let hints = vec![hint("yes", Key::char('y')), hint("no", Key::char('n'))];
    Prompt { text: question.into(), note: String::new(), hints }
}

/// Gives each line its letter; dim ones cannot be taken now.
fn choices(lines: impl Iterator<Item = Line>) -> Vec<MenuLine> {
    let choice = |(at, (role, text)): (usize, Line)| MenuLine {
        letter: List::letter(at),
        role,
        text,
        able: role != Role::Dim,
    };
    lines.enumerate().map(choice).collect()
}
