use barrow_engine::View;
use barrow_play::palette::Role;
use barrow_play::panel::{Held, Playable, bag, playables, selected};
use ratatui::layout::Rect;

use crate::paint::{Pen, shortened, width};

/// How many columns a description needs to be worth showing.
const MIN_ABOUT: u16 = 20;

/// How many cards stand side by side.
const ABREAST: u16 = 2;

/// Returns how many rows the hand and the bag need.
pub fn held_rows(view: &View<'_>) -> u16 {
    let cards = u16::try_from(playables(view).len()).unwrap_or(u16::MAX);
    let has_bag = cards == 0 || view.bag().next().is_some();
    cards.div_ceil(ABREAST).saturating_add(u16::from(has_bag))
}

/// Draws what can be played from the hand, with its numbers, and the bag below it. They stand in
/// for the sidebar where there is none.
pub fn held(pen: &mut Pen<'_>, area: Rect, view: &View<'_>, more: &str) {
    let cards = playables(view);
    let rows = u16::try_from(cards.len()).unwrap_or(u16::MAX).div_ceil(ABREAST);
    let column = area.width / ABREAST;
    for (card, at) in cards.iter().zip(0u16..) {
        let (x, y) = (area.x + at / rows * column, area.y + at % rows);
        draw_card(pen, Rect { x, y, width: column - 1, height: 1 }.intersection(area), card);
    }
    if rows < area.height {
        let below = Rect { y: area.y + rows, height: area.height - rows, ..area };
        bag_bar(pen, below, view, more);
    }
}

fn draw_card(pen: &mut Pen<'_>, area: Rect, card: &Playable) {
    let role = if card.able { Role::Text } else { Role::Dim };
    let number = format!("{} ", card.number);
    let about = if card.about.is_empty() { "" } else { ": " };
    let about = format!("{about}{}", card.about);
    let room = area.width.saturating_sub(width(&number) + width(&card.label));
    let about = shortened(&about, room);
    let parts = [(Role::Key, &*number), (role, &*card.label), (Role::Dim, &*about)];
    pen.parts(area, area.x, area.y, &parts);
}

/// Draws the bag in a row: `[1:knife*] [2:3x potion]`.
/// What has a number comes first. If there is room for all of them, names stand behind codes. Then
/// follows what the selected item does, and what else is to be told.
fn bag_bar(pen: &mut Pen<'_>, area: Rect, view: &View<'_>, more: &str) {
    let mut x = area.x;
    let mut bag = bag(view);
    // What is worn has no number where the game's keys do not count it.
    bag.sort_by_key(|it| it.number == 0);
    let about = about(view, &bag);
    let room = area.width.saturating_sub(width(&about).min(MIN_ABOUT) + 4);
    let named = bag.iter().map(named_width).sum::<u16>() <= room;
    for (at, held) in bag.iter().enumerate() {
        let text = bracketed(held);
        if x.saturating_add(width(&text)).saturating_add(4) > area.right() {
            let rest = format!("+{}", bag.len() - at);
            pen.write(area, x, area.y, &rest, pen.ink.text(Role::Dim));
            return;
        }
        let end = pen.write(area, x, area.y, &text, pen.ink.text(held.role()));
        if held.selected {
            pen.highlight(Rect { x, width: end - x, height: 1, ..area });
        }
        x = end + 1;
        if named && !held.beside.is_empty() {
            x = pen.write(area, x, area.y, &held.beside, pen.ink.text(Role::Dim)) + 1;
        }
    }
    if !about.is_empty() && x + width(&about).min(MIN_ABOUT) < area.right() {
        let about = shortened(&about, area.right() - x - 1);
        x = pen.write(area, x + 1, area.y, &about, pen.ink.text(Role::Dim)) + 1;
    }
    if x.saturating_add(width(more)) < area.right() {
        pen.right(area, 0, more, Role::Dim);
    }
}

fn bracketed(held: &Held) -> String {
    format!("[{}:{}]", held.place(), held.short)
}

/// Returns how many columns an item takes up, with the gap behind it.
fn named_width(held: &Held) -> u16 {
    let beside = if held.beside.is_empty() { 0 } else { width(&held.beside) + 1 };
    width(&bracketed(held)) + 1 + beside
}

/// Returns what the selected item does, behind its number.
fn about(view: &View<'_>, bag: &[Held]) -> String {
    let number = bag.iter().find(|it| it.selected).map(Held::place);
    number.map_or_else(String::new, |it| format!("{it} {}", selected(view)))
}
