use barrow_engine::{Seen, View};
use barrow_play::palette::Role;
use barrow_play::words::direction;
use ratatui::layout::Rect;

use crate::paint::{Pen, width};

/// Draws the foes in view in the first row, those who are awake first, and returns the area below.
/// It stands in for the sidebar where there is none.
pub fn foe_line(pen: &mut Pen<'_>, area: Rect, view: &View<'_>, foes: &[Seen<'_>]) -> Rect {
    // Messages come first.
    if foes.is_empty() || area.height < 3 {
        return area;
    }
    let here = view.own().map(|it| it.pos()).unwrap_or_default();
    let mut x = area.x;
    let mut foes: Vec<&Seen<'_>> = foes.iter().collect();
    foes.sort_by_key(|it| it.is_asleep());
    for (index, foe) in foes.iter().enumerate() {
        let glyph = foe.veiled_glyph().unwrap_or_else(|| foe.glimpse().glyph()).to_string();
        let asleep = if foe.is_asleep() { ", asleep" } else { "" };
        let text = format!(": {} {}{asleep}", foe.name(), direction(here, foe.pos()));
        let rest = format!("+{}", foes.len() - index);
        if x.saturating_add(width(&text)).saturating_add(5) > area.right() {
            pen.write(area, x, area.y, &rest, pen.ink.text(Role::Dim));
            break;
        }
        x = pen.parts(area, x, area.y, &[(Role::Bad, &glyph), (Role::Text, &text)]) + 2;
    }
    Rect { y: area.y + 1, height: area.height - 1, ..area }
}
