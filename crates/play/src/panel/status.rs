use barrow_dice::Fixed;
use barrow_engine::{Game, PanelRow, View};

use crate::palette::Role;
use crate::words::turns_left;

/// A number with its label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The label.
    pub label: String,
    /// The value as text.
    pub value: String,
    /// The value with more words, for where there is room.
    pub wide: Option<String>,
    /// The current value and the maximum, if it is drawn as a bar.
    pub bar: Option<(i64, i64)>,
    /// The role of its color.
    pub role: Role,
}

impl Figure {
    /// Returns the value with all of its words.
    pub fn full(&self) -> &str {
        self.wide.as_deref().unwrap_or(&self.value)
    }

    /// Returns how full the bar is, in thousandths.
    pub fn permille(&self) -> Option<u16> {
        let (now, max) = self.bar?;
        let full = now.clamp(0, max.max(0)) * 1000 / max.max(1);
        u16::try_from(full).ok()
    }
}

/// The texts about the run as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunSummary {
    /// The score, if the game has one.
    pub score: String,
    /// The best score so far, if there is one.
    pub best: String,
    /// The seed.
    pub seed: String,
    /// Whose turn it is, if several players take turns.
    pub turn: String,
}

impl RunSummary {
    /// Returns the texts of a game.
    pub fn of(game: &Game, player: u8, best: Option<Fixed>) -> Self {
        let score = game.score(player);
        let scored = !score.parts.is_empty();
        Self {
            score: if scored { format!("Score {}", score.total) } else { String::new() },
            best: best.filter(|_| scored).map(|it| format!("Best {it}")).unwrap_or_default(),
            seed: format!("Seed {}", game.seed()),
            turn: whose_turn(game, player),
        }
    }
}

/// Returns whose turn it is, or an empty text if a single player plays.
pub fn whose_turn(game: &Game, player: u8) -> String {
    match game.view(player).filter(|_| game.players() > 1) {
        Some(view) => format!("Player {}'s turn: {}", player + 1, view.name()),
        None => String::new(),
    }
}

/// Returns the player's numbers: those that the pack puts on the panel, then the states.
pub fn status(view: &View<'_>) -> Vec<Figure> {
    let states = view.states().map(|it| Figure {
        label: view.pack().states.get(it.state).label.to_string(),
        value: turns_left(it.turns).map_or_else(String::new, |it| it.to_string()),
        wide: None,
        bar: None,
        role: Role::Warning,
    });
    view.panel().map(|row| figure(&row)).chain(states).collect()
}

/// Returns the figure of a row of the panel.
pub fn figure(row: &PanelRow<'_>) -> Figure {
    let number = |value: Fixed| Figure {
        label: String::new(),
        value: value.to_string(),
        wide: None,
        bar: None,
        role: Role::Text,
    };
    let mut figure = row.max.map_or_else(|| number(row.value), |max| gauge(row.value, max));
    figure.label = row.label.into();
    if let Some(text) = &row.text {
        figure.value.clone_from(text);
    }
    figure.wide.clone_from(&row.wide);
    figure.bar = figure.bar.filter(|_| row.bar);
    figure
}

/// Returns a gauge without a label.
pub(super) fn gauge(now: Fixed, max: Fixed) -> Figure {
    let (left, full) = (whole(now), whole(max));
    Figure {
        label: String::new(),
        value: format!("{left}/{full}"),
        wide: None,
        bar: Some((left, full)),
        role: fullness(now, max),
    }
}

/// Rounds a value of a gauge down, but anything above zero to at least one.
fn whole(value: Fixed) -> i64 {
    let down = value.to_whole();
    if down == 0 && value > Fixed::ZERO { 1 } else { down }
}

/// Returns the role of a gauge at this fill level.
fn fullness(now: Fixed, max: Fixed) -> Role {
    if now * Fixed::from_whole(4) <= max {
        Role::Bad
    } else if now * Fixed::from_whole(2) <= max {
        Role::Warning
    } else {
        Role::Good
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gauge_reads_zero_only_if_nothing_is_left() {
        let read =
            |points: i64| gauge(Fixed::from_basis_points(points), Fixed::from_whole(9)).value;
        let read = [0, 1, 9_999, 10_000, 29_999].map(read);
        assert_eq!(read, ["0/9", "1/9", "1/9", "1/9", "2/9"]);
    }
}
