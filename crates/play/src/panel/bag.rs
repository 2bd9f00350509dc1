use barrow_engine::{Carried, Seen, View};
use barrow_pack::Order;
use barrow_small::capitalized;

use super::status::gauge;
use crate::palette::Role;

/// A carried item as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// Its slot in the bag, as commands name it.
    pub slot: u8,
    /// Its number on the screen, from 1; 0 for what is worn, where the game's own keys do not
    /// count that.
    pub number: usize,
    /// Its glyph.
    pub glyph: char,
    /// Its name, with the count and whether it is equipped or switched on.
    pub name: String,
    /// What its name stands for, if that is a code.
    pub means: String,
    /// Its short name: `LIT*`.
    pub short: String,
    /// The words for a name that is a code, where there is room: `flashlight 98%`.
    pub beside: String,
    /// The equipment slot it is in, if any.
    pub worn: Option<String>,
    /// Whether the game's own keys use this item.
    pub selected: bool,
}

impl Held {
    /// Returns its number as a text, which is blank if it has none.
    pub fn place(&self) -> String {
        if self.number == 0 { " ".into() } else { self.number.to_string() }
    }

    /// Returns the role of its color.
    pub const fn role(&self) -> Role {
        if self.worn.is_some() { Role::Good } else { Role::Text }
    }
}

/// Returns the items that the player carries.
pub fn bag(view: &View<'_>) -> Vec<Held> {
    let keys = || view.pack().rules.keys.iter().filter(|it| it.selects.is_some());
    let (counts, selects) = (keys().next().is_some(), keys().any(|it| it.order == Order::Wait));
    let selected = view.selected().filter(|_| selects);
    let mut last = 0;
    let held = |it: Carried<'_>| {
        let skips = counts && it.worn.is_some();
        last += usize::from(!skips);
        let means = meaning(view, &it.item);
        Held {
            slot: it.slot,
            number: if skips { 0 } else { last },
            glyph: it.item.glimpse().glyph(),
            name: carried_name(&it),
            means: means.into(),
            short: short_name(&it, means),
            beside: beside(&it, means),
            worn: it.worn.map(|slot| view.pack().slots.get(slot).label.to_string()),
            selected: selected == Some(it.slot),
        }
    };
    view.bag().map(held).collect()
}

/// Returns the name of a carried item, with the count and whether it is equipped or switched on.
pub fn carried_name(carried: &Carried<'_>) -> String {
    let count = carried.item.count();
    let many = if count > 1 { format!("{count}x ") } else { String::new() };
    let worn = if carried.worn.is_some() { "*" } else { "" };
    let on = match carried.on {
        Some(true) => " (on)",
        Some(false) | None => "",
    };
    let lock = carried.item.lock_name().map(|it| format!("{it} ")).unwrap_or_default();
    format!("{many}{lock}{}{on}{}{worn}", carried.item.name(), charge(carried))
}

/// Returns the charge of a thing with a switch, behind a blank.
fn charge(carried: &Carried<'_>) -> String {
    let charge = carried.on.and_then(|_| carried.item.gauges().next());
    let charge = charge.and_then(|(_, it)| gauge(it.now, it.max).permille());
    charge.map(|it| format!(" {}%", it.div_ceil(10))).unwrap_or_default()
}

/// Returns the short name. A code stands alone, and a mark shows that the thing is on.
fn short_name(carried: &Carried<'_>, means: &str) -> String {
    let name = carried_name(carried).replace(" (on)", "*");
    if means.is_empty() { name } else { name.replace(&charge(carried), "") }
}

fn beside(carried: &Carried<'_>, means: &str) -> String {
    if means.is_empty() { String::new() } else { format!("{means}{}", charge(carried)) }
}

/// Returns what the name of a known item stands for, if that is a code.
pub fn meaning<'g>(view: &View<'g>, item: &Seen<'_>) -> &'g str {
    let kind = item.glimpse().kind().map(|it| view.pack().kinds.get(it));
    kind.and_then(|it| it.item.as_ref()).map_or("", |it| &it.means)
}

/// Returns what the item that the game's own keys use is for, or an empty text.
pub fn selected(view: &View<'_>) -> String {
    let used = bag(view).into_iter().find(|it| it.selected);
    let used = used.and_then(|held| view.bag().find(|it| it.slot == held.slot));
    used.map_or_else(String::new, |it| {
        let means = Some(meaning(view, &it.item)).filter(|it| !it.is_empty());
        let name = means.map_or_else(|| it.item.name(), Into::into);
        let name = format!("{}{}", capitalized(&name), charge(&it));
        format!("{name}: {}", crate::words::item(view, &it).join(" "))
    })
}
