//! How a run is drawn.

use barrow_grid::Pos;
use barrow_play::mode::List;
use barrow_play::palette::Role;
use barrow_play::panel::RunSummary;
use barrow_play::playthrough::{Ending, Hint, Marks, Menu, Overlay, Prompt};
use ratatui::layout::Rect;

use super::Play;
use crate::context::Context;
use crate::paint::{Pen, rows, width};
use crate::panel::{Camera, tint};
use crate::screen::board::Board;

/// The minimum width of the content of a menu.
const MIN_MENU: u16 = 44;

impl Play {
    /// Draws the run.
    pub fn draw(&self, context: &Context, pen: &mut Pen<'_>) {
        let playthrough = &self.playthrough;
        let board = Board {
            view: &playthrough.view(),
            log: playthrough.log(),
            fresh: playthrough.fresh(),
            summary: &RunSummary::of(playthrough.game(), playthrough.player(), playthrough.best()),
            keys: &context.settings.keys,
            focus: playthrough.focus(),
            marks: self.frames.front().map_or(&[][..], |it| &it.marks),
        };
        let (camera, log) = board.draw(pen);
        self.camera.set(Some(camera));
        draw_marks(pen, &camera, &playthrough.marks());
        match playthrough.overlay(context) {
            Overlay::Nothing => {
                if let Some(at) = self.pointed {
                    pen.clear(log);
                    let text = playthrough.hover(at);
                    pen.paragraph(log, &pen.ink.paragraph([(Role::Text, &*text)]));
                }
            }
            Overlay::Prompt(it) => prompt(pen, log, &it),
            Overlay::Menu(it) => menu(pen, &it),
            Overlay::Ending(it) => ending(pen, &it),
        }
    }
}

/// Marks where the player would land.
const LANDING: char = 'x';

/// Marks the cell under the cursor, or the line and the blast of a shot.
fn draw_marks(pen: &mut Pen<'_>, camera: &Camera, marks: &Marks) {
    let Some(cursor) = marks.cursor else { return };
    if marks.line.is_empty() && marks.blast.is_empty() {
        tint(pen, camera, cursor, Role::Chosen);
    }
    for &at in &marks.line {
        tint(pen, camera, at, Role::Aim);
    }
    for &at in &marks.blast {
        tint(pen, camera, at, Role::Threat);
    }
    if let Some((x, y)) = marks.lands.and_then(|at| camera.screen_pos(at)) {
        pen.put(x, y, LANDING, pen.ink.text(Role::Key));
    }
    brackets(pen, camera, cursor);
}

/// Marks a cell with brackets, which show without colors too.
fn brackets(pen: &mut Pen<'_>, camera: &Camera, at: Pos) {
    for (by, glyph) in [(-1, '['), (1, ']')] {
        if let Some((x, y)) = camera.screen_pos(at + Pos::new(by, 0)) {
            pen.put(x, y, glyph, pen.ink.text(Role::Key));
        }
    }
}

/// Returns the keys that can be pressed, in a row: `enter: go there  < >: stairs`.
fn hint_row(hints: &[Hint]) -> String {
    let alike = hints.chunk_by(|one, next| one.text == next.text);
    let parts = alike.map(|hints| {
        let keys: Vec<String> = hints.iter().map(|it| it.key.to_string()).collect();
        format!("{}: {}", keys.join(" "), hints[0].text)
    });
    parts.collect::<Vec<String>>().join("  ")
}

/// Draws a text in place of the log, with the keys that answer it.
fn prompt(pen: &mut Pen<'_>, log: Rect, prompt: &Prompt) {
    // Without a text the log stays, and the keys are in the last row.
    let screen = pen.buffer.area;
    let foot = Rect { y: screen.bottom() - 1, height: 1, ..screen };
    let area = if prompt.text.is_empty() { foot } else { log };
    pen.clear(area);
    let last = area.height.saturating_sub(1);
    let text = pen.ink.paragraph([(Role::Text, &*prompt.text)]);
    pen.paragraph(Rect { height: last, ..area }, &text);
    let keys = hint_row(&prompt.hints);
    pen.line(area, last, if prompt.note.is_empty() { &keys } else { &prompt.note }, Role::Key);
}

/// Draws a box with lines to choose from.
fn menu(pen: &mut Pen<'_>, menu: &Menu) {
    if let Some(below) = &menu.below {
        self::menu(pen, below);
    }
    let screen = pen.buffer.area;
    let hints = hint_row(&menu.hints);
    let longest = menu.lines.iter().map(|it| width(&it.text).saturating_add(4));
    let others = [width(&hints), width(&menu.title).saturating_add(4), MIN_MENU];
    let wanted = longest.chain(others).max().unwrap_or(0);
    let columns = wanted.saturating_add(4).min(screen.width - 4);
    let text = pen.ink.paragraph(menu.text.iter().map(|it| (Role::Text, &**it)));
    let told = if menu.text.is_empty() { 0 } else { rows(&text, columns - 4) };
    let above = told + u16::from(told > 0);
    let choices = u16::try_from(menu.lines.len()).unwrap_or(u16::MAX);
    let height = choices.saturating_add(above).saturating_add(4).min(screen.height - 2);
    let inside = pen.frame(centered(screen, columns, height), &menu.title);
    pen.paragraph(inside, &text);
    let rest = Rect {
        y: inside.y.saturating_add(above),
        height: inside.height.saturating_sub(above + 2),
        ..inside
    };
    draw_choices(pen, rest, menu);
    pen.line(inside, inside.height.saturating_sub(1), &hints, Role::Key);
}

/// Draws the lines of a menu, as many as fit.
fn draw_choices(pen: &mut Pen<'_>, area: Rect, menu: &Menu) {
    let list = List { at: menu.at, count: menu.lines.len() };
    let first = list.first(usize::from(area.height));
    for (row, (at, line)) in (0..area.height).zip(menu.lines.iter().enumerate().skip(first)) {
        let y = area.y + row;
        let letter = format!("{} ", line.letter);
        pen.parts(area, area.x, y, &[(Role::Key, &letter), (line.role, &line.text)]);
        if at == menu.at {
            pen.highlight(Rect { y, height: 1, ..area });
        }
    }
}

/// Draws the end of a run.
fn ending(pen: &mut Pen<'_>, ending: &Ending) {
    let screen = pen.buffer.area;
    let width = screen.width.min(72);
    let text = pen.ink.paragraph(ending.lines.iter().map(|(role, line)| (*role, &**line)));
    let role = if ending.ready { Role::Key } else { Role::Dim };
    let keys = hint_row(&ending.hints);
    let keys = pen.ink.paragraph([(role, &*keys)]);
    let below = rows(&keys, width - 4);
    let height = rows(&text, width - 4).saturating_add(below + 3).min(screen.height);
    let inside = pen.frame(centered(screen, width, height), &ending.title);
    pen.paragraph(Rect { height: inside.height.saturating_sub(below + 1), ..inside }, &text);
    let foot = Rect { y: inside.bottom().saturating_sub(below), height: below, ..inside };
    pen.paragraph(foot, &keys);
}

fn centered(screen: Rect, width: u16, height: u16) -> Rect {
    let (x, y) = ((screen.width - width) / 2, (screen.height - height) / 2);
    Rect { x: screen.x + x, y: screen.y + y, width, height }
}
