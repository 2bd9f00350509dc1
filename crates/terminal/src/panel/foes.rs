use barrow_engine::{Seen, View};
use barrow_play::palette::Role;
use barrow_play::words::direction;
use ratatui::layout::Rect;

use crate::paint::{Pen, width};

/// How many rows are left for messages, even for old ones.
const MESSAGES: u16 = 3;

/// Draws the foes in view in the first rows, those who are awake first, with what they are about to
/// do, and returns the area below, of at least `news` rows if the area has them. They stand in for
/// the sidebar where there is none.
pub fn foe_lines(
    pen: &mut Pen<'_>,
    area: Rect,
    view: &View<'_>,
    foes: &[Seen<'_>],
    news: u16,
) -> Rect {
    // Messages come first.
    if foes.is_empty() || area.height < MESSAGES {
        return area;
    }
    let here = view.own().map(|it| it.pos()).unwrap_or_default();
    let last = area.y + area.height.saturating_sub(news.max(MESSAGES) + 1);
    let (mut x, mut y) = (area.x, area.y);
    let mut foes: Vec<&Seen<'_>> = foes.iter().collect();
    foes.sort_by_key(|it| it.is_asleep());
    for (index, foe) in foes.iter().enumerate() {
        let glyph = foe.veiled_glyph().unwrap_or_else(|| foe.glimpse().glyph()).to_string();
        let asleep = if foe.is_asleep() { ", asleep" } else { "" };
        let status = Some(foe.status()).filter(|it| !it.is_empty());
        let status = status.map(|it| format!(", {it}")).unwrap_or_default();
        let text = format!(": {} {}{asleep}{status}", foe.name(), direction(here, foe.pos()));
        let full = |x: u16| x.saturating_add(width(&text)).saturating_add(5) > area.right();
        if full(x) && x > area.x && y < last {
            (x, y) = (area.x, y + 1);
        }
        if full(x) && x > area.x {
            let rest = format!("+{}", foes.len() - index);
            pen.write(area, x, y, &rest, pen.ink.text(Role::Dim));
            break;
        }
        x = pen.parts(area, x, y, &[(Role::Bad, &glyph), (Role::Text, &text)]) + 2;
    }
    let rows = y + 1 - area.y;
    Rect { y: area.y + rows, height: area.height - rows, ..area }
}
