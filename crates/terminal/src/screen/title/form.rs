use barrow_play::keymap::{Code, Key};
use barrow_play::mode::List;
use barrow_play::offer::{Offer, Offers};
use barrow_play::palette::Role;
use ratatui::layout::Rect;

use crate::paint::{Pen, rows};

/// The form for a new run.
#[derive(Clone, Debug)]
pub struct Form {
    list: List,
    rows: Vec<Row>,
    /// Where the seed comes from.
    pub seed: SeedChoice,
    /// The typed seed.
    pub typed: String,
    offers: Offers,
    /// The index of each player's hero.
    heroes: Vec<usize>,
    level: usize,
    /// Which modifiers are chosen, in the order of the offers.
    modifiers: Vec<bool>,
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
    /// How many players take turns.
    Players,
    /// The hero of a player.
    Hero(usize),
    Level,
    /// A modifier by its index.
    Modifier(usize),
}

impl Form {
    /// Makes the form of a game. If a run can begin on several levels, the player chooses one, and
    /// its hero with it.
    pub fn new(offers: Offers) -> Self {
        let mut form = Self {
            list: List::new(1),
            rows: Vec::new(),
            seed: SeedChoice::Random,
            typed: String::new(),
            heroes: vec![0],
            level: 0,
            modifiers: vec![false; offers.modifiers.len()],
            offers,
        };
        form.lay_out();
        form
    }

    /// Makes the rows: a hero for each player.
    fn lay_out(&mut self) {
        let Self { offers, heroes, .. } = self;
        let mut rows = vec![Row::Seed];
        rows.extend(offers.takes_turns.then_some(Row::Players));
        if !offers.levels.is_empty() {
            rows.push(Row::Level);
        } else if offers.heroes.len() > 1 {
            rows.extend((0..heroes.len()).map(Row::Hero));
        }
        rows.extend((0..offers.modifiers.len()).map(Row::Modifier));
        self.list.count = rows.len();
        self.rows = rows;
    }

    fn chosen(&self, row: Row) -> Option<&Offer> {
        let offer = match row {
            Row::Seed | Row::Players => None,
            Row::Hero(player) => self.offers.heroes.get(self.heroes[player]),
            Row::Level => self.offers.levels.get(self.level),
            Row::Modifier(at) => self.offers.modifiers.get(at),
        };
        offer.filter(|_| self.rows.contains(&row))
    }

    /// Returns the hero of each player; empty for the default one.
    pub fn heroes(&self) -> Vec<String> {
        let hero = |player| self.chosen(Row::Hero(player)).map(|it| it.name.clone());
        (0..self.heroes.len()).map(|it| hero(it).unwrap_or_default()).collect()
    }

    /// Returns the chosen level, if there is a choice.
    pub fn level(&self) -> Option<String> {
        self.chosen(Row::Level).map(|it| it.name.clone())
    }

    /// Returns the chosen modifiers.
    pub fn modifiers(&self) -> Vec<String> {
        let chosen = self.offers.modifiers.iter().zip(&self.modifiers).filter(|it| *it.1);
        chosen.map(|(it, _)| it.name.clone()).collect()
    }

    /// Returns why the run cannot begin like this: the hero or the level is locked.
    pub fn refusal(&self) -> Option<String> {
        let deciding = self.rows.iter().filter(|it| matches!(it, Row::Hero(_) | Row::Level));
        let mut chosen = deciding.filter_map(|&it| self.chosen(it));
        chosen.find_map(|it| it.locked.as_ref().map(|hint| locked(&it.title, hint)))
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
            Some(Row::Players) => {
                let players = turned(self.heroes.len() - 1, MAX_PLAYERS) + 1;
                self.heroes.resize(players, 0);
                self.lay_out();
            }
            Some(&Row::Hero(player)) => {
                self.heroes[player] = turned(self.heroes[player], self.offers.heroes.len());
            }
            Some(Row::Level) => self.level = turned(self.level, self.offers.levels.len()),
            Some(&Row::Modifier(at)) => {
                self.modifiers[at] = !self.modifiers[at] && self.is_open(at);
            }
            None => {}
        }
    }

    fn is_open(&self, modifier: usize) -> bool {
        self.offers.modifiers.get(modifier).is_some_and(|it| it.locked.is_none())
    }

    /// Draws the form.
    pub fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        pen.line(area, 0, "A new run", Role::Title);
        let mut y = 2;
        for (at, &row) in self.rows.iter().enumerate() {
            let role = if self.is_locked(row) { Role::Dim } else { Role::Text };
            pen.line(area, y, &self.line(row), role);
            if at == self.list.at {
                pen.highlight(Rect { y: area.y + y, height: 1, ..area });
                y += self.draw_about(pen, Rect { y: area.y + y + 1, ..area }, row);
            }
            // Modifiers stand close together, since there may be many.
            y += if matches!(row, Row::Modifier(_)) { 1 } else { 2 };
        }
    }

    /// Draws what the choice of a row is, or how to get it. Returns the number of lines.
    fn draw_about(&self, pen: &mut Pen<'_>, area: Rect, row: Row) -> u16 {
        let Some(offer) = self.chosen(row) else { return 0 };
        let text = match &offer.locked {
            Some(hint) => locked(&offer.title, hint),
            None if matches!(row, Row::Modifier(_)) => offer.about.clone(),
            None => String::new(),
        };
        if text.is_empty() {
            return 0;
        }
        let inside = Rect { x: area.x + 3, width: area.width.saturating_sub(3), ..area };
        let paragraph = pen.ink.paragraph([(Role::Dim, &*text)]);
        pen.paragraph(inside, &paragraph);
        rows(&paragraph, inside.width)
    }

    fn is_locked(&self, row: Row) -> bool {
        self.chosen(row).is_some_and(|it| it.locked.is_some())
    }

    fn line(&self, row: Row) -> String {
        let title = || self.chosen(row).map(|it| it.title.clone()).unwrap_or_default();
        match row {
            Row::Seed => format!(" {:<6}< {} >", "Seed", self.seed_words()),
            Row::Players => format!(" {:<6}< {} >", "For", players(self.heroes.len())),
            Row::Hero(_) if self.heroes.len() == 1 => format!(" {:<6}< {} >", "As", title()),
            Row::Hero(player) => format!(" {} as  < {} >", player + 1, title()),
            Row::Level => format!(" {:<6}< {} >", "Where", title()),
            Row::Modifier(at) => {
                let mark = if self.modifiers[at] { "x" } else { " " };
                format!(" [{mark}] {}", title())
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

/// How many players the form offers.
const MAX_PLAYERS: usize = 4;

fn players(count: usize) -> String {
    match count {
        1 => "one player".into(),
        count => format!("{count} players, taking turns"),
    }
}

fn locked(title: &str, hint: &str) -> String {
    if hint.is_empty() { format!("{title} is locked.") } else { format!("Locked. {hint}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(name: &str, locked: Option<&str>) -> Offer {
        let about = String::new();
        Offer { name: name.into(), title: name.into(), about, locked: locked.map(String::from) }
    }

    fn form() -> Form {
        Form::new(Offers {
            heroes: vec![offer("mercenary", None), offer("ghost", Some("Die first."))],
            levels: Vec::new(),
            takes_turns: true,
            modifiers: vec![offer("hard", None), offer("cruel", Some("Win once."))],
        })
    }

    fn press(form: &mut Form, keys: &[Code]) {
        for &code in keys {
            form.press(Key::plain(code));
        }
    }

    #[test]
    fn a_locked_hero_is_shown_but_cannot_be_played() {
        let mut form = form();
        press(&mut form, &[Code::Down, Code::Down]);
        assert_eq!((form.heroes(), form.refusal()), (vec!["mercenary".into()], None));
        press(&mut form, &[Code::Right]);
        assert_eq!(form.refusal().as_deref(), Some("Locked. Die first."));
    }

    #[test]
    fn each_player_chooses_a_hero() {
        let mut form = form();
        press(&mut form, &[Code::Down, Code::Right, Code::Down, Code::Down, Code::Right]);
        assert_eq!(form.heroes(), ["mercenary", "ghost"]);
        assert_eq!(form.line(Row::Players), " For   < 2 players, taking turns >");
        assert_eq!(form.line(Row::Hero(1)), " 2 as  < ghost >");
        press(&mut form, &[Code::Up, Code::Up, Code::Left]);
        assert_eq!(form.heroes(), ["mercenary"]);
    }

    #[test]
    fn modifiers_are_ticked_unless_they_are_locked() {
        let mut form = form();
        let down = [Code::Down; 3];
        press(&mut form, &down);
        press(&mut form, &[Code::Right, Code::Down, Code::Char(' ')]);
        assert_eq!(form.modifiers(), ["hard"]);
        press(&mut form, &[Code::Up, Code::Left]);
        assert!(form.modifiers().is_empty());
    }
}
