use barrow_engine::View;
use barrow_play::palette::Role;
use barrow_play::panel::{Figure, status};
use ratatui::layout::Rect;

use crate::paint::{Pen, width};

/// The width of a bar in the status bar.
const BAR: u16 = 10;

fn figure_width(figure: &Figure) -> u16 {
    let bar = if figure.bar.is_some() { BAR + 1 } else { 0 };
    width(&figure.label).saturating_add(width(&figure.value)).saturating_add(1 + bar)
}

/// The maximum number of rows of the status bar.
const MAX_ROWS: u16 = 3;

/// Returns the column and row of each figure. The first row leaves room for the score.
fn positions(figures: &[Figure], columns: u16, score: &str) -> Vec<(u16, u16)> {
    let reserved = width(score).saturating_add(1);
    let (mut x, mut row) = (0u16, 0);
    let mut positions = Vec::with_capacity(figures.len());
    for width in figures.iter().map(figure_width) {
        let edge = if row == 0 { columns.saturating_sub(reserved) } else { columns };
        if x > 0 && x.saturating_add(width) > edge {
            (x, row) = (0, row + 1);
        }
        positions.push((x, row));
        x = x.saturating_add(width).saturating_add(2);
    }
    positions
}

/// Returns the row of the last figure.
fn last_row(figures: &[Figure], columns: u16, score: &str) -> u16 {
    positions(figures, columns, score).last().map_or(0, |it| it.1)
}

/// Returns the player's numbers, and what the player wants. Names stand beside codes if that takes
/// no further row.
fn figures(view: &View<'_>, columns: u16, score: &str) -> Vec<Figure> {
    let goal =
        Figure { label: String::new(), value: view.goal(), wide: None, bar: None, role: Role::Key };
    let goal = Some(goal).filter(|it| !it.value.is_empty());
    let short: Vec<Figure> = status(view).into_iter().chain(goal).collect();
    let full = |it: &Figure| Figure { value: it.full().into(), ..it.clone() };
    let wide: Vec<Figure> = short.iter().map(full).collect();
    let room = columns.saturating_sub(width(score).saturating_add(1));
    let fits = wide.iter().all(|it| figure_width(it) <= room)
        && last_row(&wide, columns, score) <= last_row(&short, columns, score);
    if fits { wide } else { short }
}

/// Returns how many rows the status bar needs at this width.
pub fn status_rows(view: &View<'_>, width: u16, score: &str) -> u16 {
    (last_row(&figures(view, width, score), width, score) + 1).min(MAX_ROWS)
}

/// Draws the player's numbers, and the score at the right. Figures that do not fit are only on the
/// character sheet.
pub fn status_bar(pen: &mut Pen<'_>, area: Rect, view: &View<'_>, score: &str) {
    pen.right(area, 0, score, Role::Title);
    let figures = figures(view, area.width, score);
    for (figure, (x, row)) in figures.iter().zip(positions(&figures, area.width, score)) {
        if row < area.height {
            draw_figure(pen, area, area.x + x, area.y + row, figure);
        }
    }
}

fn draw_figure(pen: &mut Pen<'_>, area: Rect, x: u16, y: u16, figure: &Figure) {
    let gap = if figure.label.is_empty() { "" } else { " " };
    let mut x = pen.parts(area, x, y, &[(Role::Dim, &figure.label), (Role::Dim, gap)]);
    if let Some((now, max)) = figure.bar {
        pen.bar(x, y, BAR.min(area.right().saturating_sub(x)), now, max, figure.role);
        x += BAR + 1;
    }
    pen.write(area, x, y, &figure.value, pen.ink.text(figure.role));
}
