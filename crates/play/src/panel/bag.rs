use barrow_engine::{Carried, View};

use crate::palette::Role;

/// Something carried, as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// Its place in the bag, as commands name it.
    pub slot: u8,
    /// Its number for people, from 1.
    pub number: usize,
    /// Its sign.
    pub glyph: char,
    /// What it is called, with how many there are and whether it is worn or on.
    pub name: String,
    /// Where it is worn, if it is.
    pub worn: Option<String>,
    /// Whether it is the one that keys of the game use.
    pub selected: bool,
}

impl Held {
    /// Its meaning.
    pub const fn role(&self) -> Role {
        if self.worn.is_some() { Role::Good } else { Role::Text }
    }
}

/// What the player carries.
pub fn bag(view: &View<'_>) -> Vec<Held> {
    let selects = view.pack().rules.keys.iter().any(|it| it.selects.is_some());
    let selected = view.selected().filter(|_| selects);
    let held = |(number, it): (usize, Carried<'_>)| Held {
        slot: it.slot,
        number,
        glyph: it.item.glimpse().glyph(),
        name: carried_name(&it),
        worn: it.worn.map(|slot| view.pack().slots.get(slot).label.to_string()),
        selected: selected == Some(it.slot),
    };
    (1..).zip(view.bag()).map(held).collect()
}

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
