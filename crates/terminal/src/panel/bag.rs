use barrow_engine::View;
use barrow_play::palette::Role;
use barrow_play::panel::{bag, selected};
use ratatui::layout::Rect;

use crate::paint::{Pen, width};

/// How many columns a description needs to be worth showing.
const MIN_ABOUT: u16 = 20;

/// Draws the bag in a row: `[1:knife*] [2:3x potion]`.
/// Behind it stands what the selected item does, and what else is to be told if there is room.
pub fn bag_bar(pen: &mut Pen<'_>, area: Rect, view: &View<'_>, more: &str) {
    let mut x = area.x;
    let bag = bag(view);
    for (at, held) in bag.iter().enumerate() {
        // If the game's keys use the selected item, it is marked.
        let mark = if held.selected { ">" } else { "" };
        let text = format!("[{mark}{}:{}]", held.place(), held.short);
        let rest = format!("+{}", bag.len() - at);
        if x.saturating_add(width(&text)).saturating_add(4) > area.right() {
            pen.write(area, x, area.y, &rest, pen.ink.text(Role::Dim));
            return;
        }
        x = pen.write(area, x, area.y, &text, pen.ink.text(held.role())) + 1;
    }
    let about = selected(view);
    if !about.is_empty() && x + width(&about).min(MIN_ABOUT) < area.right() {
        x = pen.write(area, x + 1, area.y, &about, pen.ink.text(Role::Dim)) + 1;
    }
    if x.saturating_add(width(more)) < area.right() {
        pen.right(area, 0, more, Role::Dim);
    }
}
