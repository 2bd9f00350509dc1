use barrow_dice::Fixed;
use barrow_engine::{PanelRow, View};
use barrow_play::palette::Role;
use ratatui::layout::Rect;

use crate::paint::Pen;

/// The columns of a bar in the status bar.
const BAR: u16 = 10;

/// A piece of the status bar.
struct Piece {
    label: String,
    value: String,
    /// Now and the most, where it is drawn as a bar.
    bar: Option<(i64, i64)>,
    role: Role,
}

impl Piece {
    fn width(&self) -> u16 {
        let bar = if self.bar.is_some() { BAR + 1 } else { 0 };
        let text = self.label.chars().count() + self.value.chars().count() + 1;
        u16::try_from(text).unwrap_or(u16::MAX).saturating_add(bar)
    }
}

/// The meaning of a gauge that is so full.
pub fn fullness(now: Fixed, most: Fixed) -> Role {
    if now * Fixed::from_whole(4) <= most {
        Role::Bad
    } else if now * Fixed::from_whole(2) <= most {
        Role::Warning
    } else {
        Role::Good
    }
}

/// What a row of the panel says, without its label.
pub fn row_value(row: &PanelRow<'_>) -> String {
    match row.most {
        Some(most) => format!("{}/{}", whole(row.value), whole(most)),
        None => row.value.to_string(),
    }
}

/// A gauge in whole numbers; what is left of life is at least one.
fn whole(value: Fixed) -> i64 {
    let down = value.to_whole();
    if down == 0 && value > Fixed::ZERO { 1 } else { down }
}

fn pieces(view: &View<'_>) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = view
        .panel()
        .map(|row| Piece {
            label: row.label.to_string(),
            value: row_value(&row),
            bar: row.most.filter(|_| row.bar).map(|most| (whole(row.value), whole(most))),
            role: row.most.map_or(Role::Text, |most| fullness(row.value, most)),
        })
        .collect();
    pieces.extend(view.states().map(|it| Piece {
        label: view.pack().states.get(it.state).label.to_string(),
        value: it.turns.to_string(),
        bar: None,
        role: Role::Warning,
    }));
    pieces
}

/// The most rows of the status bar.
const MOST_ROWS: u16 = 3;

/// Where each piece stands: its column and row. The first row leaves room for the score.
fn places(pieces: &[Piece], width: u16, score: &str) -> Vec<(u16, u16)> {
    let reserved = u16::try_from(score.chars().count()).unwrap_or_default() + 1;
    let (mut x, mut row) = (0u16, 0);
    let mut places = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let edge = if row == 0 { width.saturating_sub(reserved) } else { width };
        if x > 0 && x.saturating_add(piece.width()) > edge {
            (x, row) = (0, row + 1);
        }
        places.push((x, row));
        x = x.saturating_add(piece.width()).saturating_add(2);
    }
    places
}

/// How many rows the status bar needs at that width.
pub fn status_rows(view: &View<'_>, width: u16, score: &str) -> u16 {
    let last = places(&pieces(view), width, score).last().map_or(0, |it| it.1);
    (last + 1).min(MOST_ROWS)
}

/// Draws the player's numbers, and the score at the right. What does not fit is left to the
/// sheet of the character.
pub fn status_bar(pen: &mut Pen<'_>, area: Rect, view: &View<'_>, score: &str) {
    pen.right(area, 0, score, Role::Title);
    let pieces = pieces(view);
    for (piece, (x, row)) in pieces.iter().zip(places(&pieces, area.width, score)) {
        if row < area.height {
            draw_piece(pen, area, area.x + x, area.y + row, piece);
        }
    }
}

fn draw_piece(pen: &mut Pen<'_>, area: Rect, x: u16, y: u16, piece: &Piece) {
    let mut x = pen.parts(area, x, y, &[(Role::Dim, &piece.label), (Role::Dim, " ")]);
    if let Some((now, most)) = piece.bar {
        pen.bar(x, y, BAR.min(area.right().saturating_sub(x)), now, most, piece.role);
        x += BAR + 1;
    }
    pen.write(area, x, y, &piece.value, pen.ink.text(piece.role));
}
