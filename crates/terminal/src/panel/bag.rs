use barrow_engine::{Carried, View};
use barrow_play::palette::Role;
use ratatui::layout::Rect;

use crate::paint::Pen;

/// The name of something carried, with how many there are and whether it is worn or on.
pub fn carried_name(carried: &Carried<'_>) -> String {
    let count = carried.item.count();
    let many = if count > 1 { format!("{count}x ") } else { String::new() };
    let worn = if carried.worn.is_some() { "*" } else { "" };
    let on = match carried.on {
        Some(true) => " (on)",
        Some(false) | None => "",
    };
    format!("{many}{}{on}{worn}", carried.item.name())
}

/// What is carried, in a row: `[1:knife*] [2:3x potion]`.
pub fn bag_bar(pen: &mut Pen<'_>, area: Rect, view: &View<'_>) {
    let mut x = area.x;
    let bag: Vec<Carried<'_>> = view.bag().collect();
    let selects = view.pack().rules.keys.iter().any(|it| it.selects.is_some());
    let selected = view.selected();
    for (at, carried) in bag.iter().enumerate() {
        // Where keys use what is selected, the selected one is marked.
        let mark = if selects && selected == Some(carried.slot) { ">" } else { "" };
        let text = format!("[{mark}{}:{}]", at + 1, carried_name(carried));
        let width = u16::try_from(text.chars().count()).unwrap_or(u16::MAX);
        let rest = format!("+{}", bag.len() - at);
        if x.saturating_add(width).saturating_add(4) > area.right() {
            pen.write(area, x, area.y, &rest, pen.ink.text(Role::Dim));
            return;
        }
        let role = if carried.worn.is_some() { Role::Good } else { Role::Text };
        x = pen.write(area, x, area.y, &text, pen.ink.text(role)) + 1;
    }
}
