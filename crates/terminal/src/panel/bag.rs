use barrow_engine::View;
use barrow_play::palette::Role;
use barrow_play::panel::bag;
use ratatui::layout::Rect;

use crate::paint::{Pen, width};

/// Draws the bag in a row: `[1:knife*] [2:3x potion]`.
pub fn bag_bar(pen: &mut Pen<'_>, area: Rect, view: &View<'_>) {
    let mut x = area.x;
    let bag = bag(view);
    for (at, held) in bag.iter().enumerate() {
        // If the game's keys use the selected item, it is marked.
        let mark = if held.selected { ">" } else { "" };
        let text = format!("[{mark}{}:{}]", held.place(), held.name);
        let rest = format!("+{}", bag.len() - at);
        if x.saturating_add(width(&text)).saturating_add(4) > area.right() {
            pen.write(area, x, area.y, &rest, pen.ink.text(Role::Dim));
            return;
        }
        x = pen.write(area, x, area.y, &text, pen.ink.text(held.role())) + 1;
    }
}
