use barrow_dice::Seed;
use barrow_play::keymap::{Code, Key};
use barrow_play::mode::List;
use barrow_play::palette::Role;
use ratatui::layout::Rect;

use super::{Begin, Play, Screen, Step};
use crate::desk::Desk;
use crate::paint::{Pen, wrap};
use crate::sheet::{SettingsSheet, Sheet, help};

/// The games, and what can be done with each.
#[derive(Clone, Debug, Default)]
pub struct Title {
    /// The chosen game.
    pub game: usize,
    /// How the next run begins, while it is being chosen.
    choosing: Option<Choosing>,
}

/// How a run is to begin.
#[derive(Clone, Debug)]
struct Choosing {
    list: List,
    seed: SeedChoice,
    typed: String,
    hero: usize,
    heroes: Vec<String>,
    level: usize,
    levels: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SeedChoice {
    Random,
    Typed,
    Today,
}

/// The rows of the form.
const ROWS: usize = 4;

impl Title {
    /// A key was pressed.
    pub fn press(&mut self, desk: &mut Desk, key: Key) -> Step {
        if self.choosing.is_some() {
            return self.press_form(desk, key);
        }
        let count = desk.library.games.len();
        let mut list = List { at: self.game, count };
        match key.code {
            Code::Up | Code::Char('k' | '8') => list.step(false),
            Code::Down | Code::Char('j' | '2') => list.step(true),
            Code::Enter => return self.begin(desk, SeedChoice::Random),
            Code::Char('n') => return self.open_form(desk),
            Code::Char('d') => return self.begin(desk, SeedChoice::Today),
            Code::Char('=' | 's') => return Step::open(Sheet::Settings(SettingsSheet::new())),
            Code::Char('?' | 'h') => {
                let pack = desk.library.pack(self.game).ok();
                return Step::open(help(&desk.settings.keys, pack.as_deref()));
            }
            Code::Char('q' | 'Q') | Code::Esc => return Step::Quit,
            _ => {}
        }
        self.game = list.at;
        Step::Stay
    }

    fn open_form(&mut self, desk: &mut Desk) -> Step {
        let pack = match desk.library.pack(self.game) {
            Ok(pack) => pack,
            Err(what) => return Step::open(Sheet::message("It cannot be played", &what)),
        };
        let heroes = pack.rules.heroes.iter().map(|&id| pack.kinds.name(id).to_string());
        let levels = pack.levels.iter().map(|(id, _)| pack.levels.name(id).to_string());
        self.choosing = Some(Choosing {
            list: List::new(ROWS),
            seed: SeedChoice::Random,
            typed: String::new(),
            hero: 0,
            heroes: heroes.collect(),
            level: 0,
            levels: std::iter::once(String::new()).chain(levels).collect(),
        });
        Step::Stay
    }

    fn press_form(&mut self, desk: &mut Desk, key: Key) -> Step {
        let Some(form) = &mut self.choosing else { return Step::Stay };
        match key.code {
            Code::Esc => self.choosing = None,
            Code::Up => form.list.step(false),
            Code::Down | Code::Tab => form.list.step(true),
            Code::Left => form.turn(false),
            Code::Right => form.turn(true),
            Code::Char(letter) if form.list.at == 0 && !key.ctrl && !key.alt => {
                form.seed = SeedChoice::Typed;
                if form.typed.chars().count() < 40 {
                    form.typed.push(letter);
                }
            }
            Code::Backspace => {
                form.typed.pop();
            }
            Code::Char(' ') => form.turn(true),
            Code::Enter => {
                let seed = form.seed;
                return self.begin(desk, seed);
            }
            _ => {}
        }
        Step::Stay
    }

    fn begin(&mut self, desk: &mut Desk, seed: SeedChoice) -> Step {
        let seed = match (seed, &self.choosing) {
            (SeedChoice::Typed, Some(form)) => match form.typed.parse::<Seed>() {
                Ok(seed) => seed,
                Err(error) => return Step::open(Sheet::message("Seed", &error.to_string())),
            },
            (SeedChoice::Today, _) => {
                let (year, month, day) = desk.machine.today();
                Seed::of_day(year, month, day)
            }
            (SeedChoice::Random | SeedChoice::Typed, _) => desk.machine.fresh_seed(),
        };
        let form = self.choosing.take();
        let hero = form.as_ref().and_then(|it| it.heroes.get(it.hero)).cloned();
        let level = form.as_ref().and_then(|it| it.levels.get(it.level)).cloned();
        let begin = Begin {
            game: desk.library.games.get(self.game).map(|it| it.name.clone()).unwrap_or_default(),
            seed,
            level: level.filter(|it| !it.is_empty()),
            hero: hero.filter(|_| form.is_some_and(|it| it.heroes.len() > 1)).unwrap_or_default(),
        };
        match Play::begin(desk, begin) {
            Ok(play) => Step::go(Screen::Play(Box::new(play))),
            Err(what) => Step::open(Sheet::message("It cannot be played", &what)),
        }
    }

    /// Draws it.
    pub fn draw(&mut self, desk: &mut Desk, pen: &mut Pen<'_>) {
        let screen = pen.buffer.area;
        pen.middle(screen, 1, "B A R R O W", Role::Title);
        let body = Rect {
            x: screen.x + 3,
            y: screen.y + 3,
            width: screen.width - 6,
            height: screen.height - 5,
        };
        if desk.library.games.is_empty() {
            pen.line(body, 0, "There is no game in this binary.", Role::Text);
            pen.line(body, 1, "Give a folder: barrow play FOLDER", Role::Key);
        }
        let left = Rect { width: 26, ..body };
        for (row, (at, game)) in (0..left.height).zip(desk.library.games.iter().enumerate()) {
            let role = if at == self.game { Role::Text } else { Role::Dim };
            pen.line(left, row, &format!(" {}", game.title), role);
            if at == self.game {
                pen.choose(Rect { y: left.y + row, height: 1, ..left });
            }
        }
        let right = Rect { x: body.x + 29, width: body.width - 29, ..body };
        match &self.choosing {
            Some(form) => form.draw(pen, right),
            None => self.draw_game(desk, pen, right),
        }
        let foot = Rect { y: screen.bottom() - 1, height: 1, ..body };
        let hint = if self.choosing.is_some() {
            "enter: begin   up down: choose   left right: change   esc: back"
        } else {
            "enter: play  n: new run...  d: today's run  =: settings  ?: help  q: quit"
        };
        pen.line(foot, 0, hint, Role::Key);
    }

    fn draw_game(&self, desk: &Desk, pen: &mut Pen<'_>, area: Rect) {
        let Some(game) = desk.library.games.get(self.game) else { return };
        let mut row = 0;
        for line in wrap(&game.about, area.width) {
            pen.line(area, row, &line, Role::Text);
            row += 1;
        }
        row += 1;
        for line in &game.picture {
            pen.line(area, row, line, Role::Dim);
            row += 1;
        }
    }
}

impl Choosing {
    fn turn(&mut self, forward: bool) {
        let turned = |at: usize, count: usize| {
            let by = if forward { 1 } else { count.max(1) - 1 };
            (at + by) % count.max(1)
        };
        match self.list.at {
            0 => {
                self.seed = match self.seed {
                    SeedChoice::Random => SeedChoice::Today,
                    SeedChoice::Today if !self.typed.is_empty() => SeedChoice::Typed,
                    SeedChoice::Today | SeedChoice::Typed => SeedChoice::Random,
                }
            }
            1 => self.hero = turned(self.hero, self.heroes.len()),
            2 => self.level = turned(self.level, self.levels.len()),
            _ => {}
        }
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        pen.line(area, 0, "A new run", Role::Title);
        let seed = match self.seed {
            SeedChoice::Random => "a new one (or type a number or a word)".to_string(),
            SeedChoice::Today => "today's, the same for everyone".to_string(),
            SeedChoice::Typed => format!("{}_", self.typed),
        };
        let level = self.levels.get(self.level).filter(|it| !it.is_empty());
        let rows = [
            ("Seed", seed),
            ("As", self.heroes.get(self.hero).cloned().unwrap_or_default()),
            ("From", level.cloned().unwrap_or_else(|| "the beginning".into())),
            ("", "Begin".into()),
        ];
        for (row, (at, (label, value))) in (2..).zip(rows.iter().enumerate()) {
            pen.line(area, row, &format!(" {label:<6} {value}"), Role::Text);
            if at == self.list.at {
                pen.choose(Rect { y: area.y + row, height: 1, ..area });
            }
        }
    }
}
