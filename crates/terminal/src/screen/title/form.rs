use barrow_pack::Pack;
use barrow_play::keymap::{Code, Key};
use barrow_play::mode::List;
use barrow_play::palette::Role;
use ratatui::layout::Rect;

use crate::paint::Pen;

/// The form for a new run.
#[derive(Clone, Debug)]
pub struct Form {
    list: List,
    rows: Vec<Row>,
    /// Where the seed comes from.
    pub seed: SeedChoice,
    /// The typed seed.
    pub typed: String,
    /// Names and titles.
    heroes: Vec<(String, String)>,
    hero: usize,
    levels: Vec<(String, String)>,
    level: usize,
}

/// Where a seed comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeedChoice {
    /// Random.
    Random,
    /// Typed.
    Typed,
    /// The seed of the day.
    Today,
}

/// A row of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    Seed,
    Hero,
    Level,
}

impl Form {
    /// Makes the form of a pack. A run can begin on any level that has a hero of its own; if there
    /// are several, the player chooses one, and its hero with it.
    pub fn new(pack: &Pack) -> Self {
        let start = pack.rules.start;
        let own = pack.levels.iter().filter(|(_, level)| level.hero.is_some());
        let mut levels: Vec<_> = own
            .map(|(id, level)| {
                (id != start, pack.levels.name(id).to_string(), level.title.to_string())
            })
            .collect();
        levels.sort_by_key(|it| it.0);
        let heroes = pack.rules.heroes.iter();
        let heroes =
            heroes.map(|&id| (pack.kinds.name(id).into(), pack.kinds.get(id).name.to_string()));
        let heroes: Vec<(String, String)> = heroes.collect();
        let mut rows = vec![Row::Seed];
        if levels.len() > 1 {
            rows.push(Row::Level);
        } else if heroes.len() > 1 {
            rows.push(Row::Hero);
        }
        Self {
            list: List::new(rows.len()),
            rows,
            seed: SeedChoice::Random,
            typed: String::new(),
            heroes,
            hero: 0,
            levels: levels.into_iter().map(|(_, name, title)| (name, title)).collect(),
            level: 0,
        }
    }

    /// Returns the chosen hero, if there is a choice.
    pub fn hero(&self) -> Option<String> {
        let offered = self.rows.contains(&Row::Hero);
        self.heroes.get(self.hero).filter(|_| offered).map(|it| it.0.clone())
    }

    /// Returns the chosen level, if there is a choice.
    pub fn level(&self) -> Option<String> {
        let offered = self.rows.contains(&Row::Level);
        self.levels.get(self.level).filter(|_| offered).map(|it| it.0.clone())
    }

    /// Handles a key press.
    pub fn press(&mut self, key: Key) {
        let on_seed = self.list.at == 0;
        match key.code {
            Code::Up => self.list.step(false),
            Code::Down | Code::Tab => self.list.step(true),
            Code::Left => self.turn(false),
            Code::Char(letter) if on_seed && !key.ctrl && !key.alt => {
                self.seed = SeedChoice::Typed;
                if self.typed.chars().count() < 40 {
                    self.typed.push(letter);
                }
            }
            Code::Backspace => {
                self.typed.pop();
                if self.typed.is_empty() {
                    self.seed = SeedChoice::Random;
                }
            }
            Code::Right | Code::Char(' ') => self.turn(true),
            _ => {}
        }
    }

    fn turn(&mut self, forward: bool) {
        let turned = |at: usize, count: usize| {
            let by = if forward { 1 } else { count.max(1) - 1 };
            (at + by) % count.max(1)
        };
        match self.rows.get(self.list.at) {
            Some(Row::Seed) => {
                self.seed = match self.seed {
                    SeedChoice::Random => SeedChoice::Today,
                    SeedChoice::Today if !self.typed.is_empty() => SeedChoice::Typed,
                    SeedChoice::Today | SeedChoice::Typed => SeedChoice::Random,
                }
            }
            Some(Row::Hero) => self.hero = turned(self.hero, self.heroes.len()),
            Some(Row::Level) => self.level = turned(self.level, self.levels.len()),
            None => {}
        }
    }

    /// Draws the form.
    pub fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        pen.line(area, 0, "A new run", Role::Title);
        for (y, (at, row)) in (2..).step_by(2).zip(self.rows.iter().enumerate()) {
            let (label, value) = match row {
                Row::Seed => ("Seed", self.seed_words()),
                Row::Hero => {
                    ("As", self.heroes.get(self.hero).map(|it| it.1.clone()).unwrap_or_default())
                }
                Row::Level => (
                    "Where",
                    self.levels.get(self.level).map(|it| it.1.clone()).unwrap_or_default(),
                ),
            };
            pen.line(area, y, &format!(" {label:<6}< {value} >"), Role::Text);
            if at == self.list.at {
                pen.highlight(Rect { y: area.y + y, height: 1, ..area });
            }
        }
    }

    fn seed_words(&self) -> String {
        match self.seed {
            SeedChoice::Random => "a new one; or type one".into(),
            SeedChoice::Today => "today's, the same for everyone".into(),
            SeedChoice::Typed => format!("{}_", self.typed),
        }
    }
}
