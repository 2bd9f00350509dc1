//! What a turn sounds like: events and the view become [`Order`]s for a mixer.
//!
//! A front end makes a [`Listener`] when a run begins or goes on, hands it every turn with the view
//! after it, and sends the orders to its mixer. It gets a [`caption`] of an order for players who
//! do not hear it, and [`interface`] for menus.
//!
//! A listener knows only what its player does: events that the player perceives, and the view. It
//! reads no clock, and draws from a stream of its own: the same run always sounds the same.

mod caption;
mod director;
mod ear;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use barrow_dice::{Seed, Stream};
use barrow_engine::{EntityId, Event, Seen, View};
use barrow_grid::{BitGrid, Pos};
use barrow_pack::{Field, Id, Kind, Voice};
use barrow_small::{Map, Set};
use barrow_sound::{Bus, Cue, Order};

pub use caption::caption;

use director::Director;
use ear::Ear;

/// Listens to a run for one player.
pub struct Listener {
    seed: Seed,
    /// How often it listened, which numbers its draws.
    heard: u32,
    /// What is in sight or carried.
    known: Map<EntityId, Known>,
    /// The actors that were in sight on this level.
    met: Set<EntityId>,
    /// The cells in sight, and those of them with each field.
    seen: BitGrid,
    fields: Map<Id<Field>, BitGrid>,
    /// The floor and the title of the level.
    place: Option<(i32, String)>,
    /// The order that set the ambience.
    ambience: Option<Order>,
    director: Director,
}

/// Something that the player sees or carries.
#[derive(Clone, Copy)]
struct Known {
    at: Pos,
    /// Its kind, if the player has identified it.
    kind: Option<Id<Kind>>,
    /// How many semitones higher it sounds.
    tuning: i8,
    /// Whether it walks. Otherwise something pushes it.
    walks: bool,
}

impl Listener {
    /// Listens to the run with this seed.
    pub fn new(seed: Seed) -> Self {
        Self {
            seed,
            heard: 0,
            known: Map::new(),
            met: Set::new(),
            seen: BitGrid::default(),
            fields: Map::new(),
            place: None,
            ambience: None,
            director: Director::default(),
        }
    }

    /// Returns what is heard of the events of a turn, given the view after it. Without events it
    /// sets the scene: music and ambience.
    pub fn hear<'e>(
        &mut self,
        events: impl IntoIterator<Item = &'e Event>,
        view: &View<'_>,
    ) -> Vec<Order> {
        let before = std::mem::replace(&mut self.known, known(view));
        self.heard = self.heard.wrapping_add(1);
        let mut orders = self.change_place(view);
        let arrived = !orders.is_empty();
        let grown = self.grow_fields(view);
        let mut ear = Ear {
            view,
            before: &before,
            now: &self.known,
            rng: self.seed.stream(Stream::named("heard"), &[self.heard]),
            cues: Vec::new(),
            steps: 0,
            late: 0,
            casts: false,
        };
        for event in events {
            ear.hear(event);
        }
        let newcomers = view.actors().filter(|it| !it.is_self() && self.met.insert(it.id()));
        newcomers.for_each(|it| ear.hear_newcomer(it.id()));
        if !arrived {
            for (field, at) in grown {
                ear.hear_field(field, at);
            }
        }
        orders.append(&mut ear.finish());
        orders.extend(self.director.follow(view, self.seed));
        orders
    }

    /// Returns what changes in music and ambience when the player suddenly is elsewhere in the run.
    pub fn jump(&mut self, view: &View<'_>) -> Vec<Order> {
        let mut orders = self.hear([], view);
        orders.retain(|it| !matches!(it, Order::Play { .. }));
        orders
    }

    /// Changes the ambience on another level.
    fn change_place(&mut self, view: &View<'_>) -> Vec<Order> {
        let place = (view.floor(), view.title().to_owned());
        if self.place.as_ref() == Some(&place) {
            return Vec::new();
        }
        self.place = Some(place);
        self.met = Set::new();
        let level = view.level();
        let name = &level.ambience.0;
        let name: Arc<str> = if name.is_empty() { "dungeon".into() } else { Arc::clone(name) };
        let floor = u32::from_ne_bytes(view.floor().to_ne_bytes());
        let seed = draw_seed(self.seed, "ambience", floor);
        let order = Order::Ambience { name: Some(name), place: level.place, seed };
        self.ambience = Some(order.clone());
        vec![order]
    }

    /// Returns the orders that set the scene as it is now, for a mixer that starts later.
    pub fn scene(&self) -> Vec<Order> {
        self.ambience.iter().cloned().chain(self.director.scene(self.seed)).collect()
    }

    /// Remembers the fields in sight, and returns those that came to many cells that were in sight
    /// without them, with the nearest of these cells.
    fn grow_fields(&mut self, view: &View<'_>) -> Vec<(Id<Field>, Pos)> {
        let here = view.own().map_or(Pos::default(), |it| it.pos());
        let before = std::mem::take(&mut self.fields);
        let mut grown = Map::new();
        for (field, at, _) in view.fields() {
            let empty = || BitGrid::new(view.width(), view.height());
            let cells = self.fields.get_or_insert_with(field, empty);
            cells.insert(at);
            let was = before.get(&field).is_some_and(|it| it.contains(at));
            if !was && self.seen.contains(at) {
                let (count, nearest) = grown.get(&field).copied().unwrap_or((0, at));
                let near = at.distance_squared(here) < nearest.distance_squared(here);
                grown.insert(field, (count + 1, if near { at } else { nearest }));
            }
        }
        self.seen.copy_from(view.visible());
        let much = |(field, it): &(&Id<Field>, &(u32, Pos))| {
            self.fields.get(field).is_some_and(|cells| 3 * it.0 >= cells.count())
        };
        grown.iter().filter(much).map(|(field, it)| (*field, it.1)).collect()
    }
}

/// Returns what is in sight or carried.
fn known(view: &View<'_>) -> Map<EntityId, Known> {
    let here = view.own().map_or(Pos::default(), |it| it.pos());
    let of = |it: &Seen<'_>, at, walks| {
        (it.id(), Known { at, kind: it.glimpse().kind(), tuning: it.tuning(), walks })
    };
    let carried = view.bag().map(|it| of(&it.item, here, false));
    let things = view.things().map(|it| of(&it, it.pos(), false));
    let actors = view.own().into_iter().chain(view.actors()).map(|it| of(&it, it.pos(), true));
    carried.chain(things).chain(actors).collect()
}

fn draw_seed(seed: Seed, what: &'static str, number: u32) -> u64 {
    let mut rng = seed.stream(Stream::named(what), &[number]);
    let high = u64::from(rng.bits());
    high << 32 | u64::from(rng.bits())
}

/// Returns how a kind sounds, if its pack says so.
fn voice<'p>(view: &View<'p>, kind: Option<Id<Kind>>) -> Option<&'p Voice> {
    kind.and_then(|it| view.pack().kinds.get(it).sounds.as_deref())
}

/// Returns the order for a sound of the interface: `click`, `select`, `open`, `close`, `refuse`.
pub fn interface(sound: &str) -> Order {
    Order::Play { sound: sound.into(), cue: Cue { bus: Bus::Interface, ..Cue::default() } }
}
