use barrow_engine::{EntityId, Event, View, Volume};
use barrow_grid::{Dir, Pos};
use barrow_pack::{Id, Kind};
use serde_json::{Value, json};

use super::ids::Ids;
use super::number::{cell, cells, number};

/// Returns an event as a player perceives it.
pub fn event(event: &Event, view: &View<'_>, ids: &mut Ids) -> Value {
    let pack = view.pack();
    ids.pass(event);
    match event {
        Event::Moved { who, from, to } => {
            json!({ "event": "moved", "who": ids.of(*who), "from": cell(*from), "to": cell(*to) })
        }
        Event::Hit { who, whom } => {
            json!({ "event": "hit", "who": ids.of(*who), "whom": ids.of(*whom) })
        }
        Event::Missed { who, whom } => {
            json!({ "event": "missed", "who": ids.of(*who), "whom": ids.of(*whom) })
        }
        Event::Changed { who, attribute, by, now } => json!({
            "event": "changed", "who": ids.of(*who), "attribute": pack.attributes.name(*attribute),
            "by": number(*by), "now": number(*now),
        }),
        Event::Died { who, kind, at } => thing("died", ids.of(*who), *kind, Some(*at), view),
        Event::Appeared { who, kind, at } => {
            thing("appeared", ids.of(*who), *kind, Some(*at), view)
        }
        Event::Became { who, kind } => thing("became", ids.of(*who), *kind, None, view),
        Event::Vanished { who, at } => {
            json!({ "event": "vanished", "who": ids.of(*who), "at": cell(*at) })
        }
        Event::Began { who, state } => {
            json!({ "event": "began", "who": ids.of(*who), "state": pack.states.name(*state) })
        }
        Event::Ceased { who, state } => {
            json!({ "event": "ceased", "who": ids.of(*who), "state": pack.states.name(*state) })
        }
        Event::Took { who, item } => handled("took", *who, *item, ids),
        Event::Dropped { who, item } => handled("dropped", *who, *item, ids),
        Event::Equipped { who, item } => handled("equipped", *who, *item, ids),
        Event::Unequipped { who, item } => handled("unequipped", *who, *item, ids),
        Event::Used { who, item } => handled("used", *who, *item, ids),
        Event::Threw { who, kind, from, to } => {
            let mut answer = thing("threw", ids.of(*who), *kind, None, view);
            flight(&mut answer, *from, *to);
            answer
        }
        Event::Cast { who, ability, from, to } => {
            let ability = pack.abilities.name(*ability);
            let mut answer = json!({ "event": "cast", "who": ids.of(*who), "ability": ability });
            flight(&mut answer, *from, *to);
            answer
        }
        Event::Announced { cells: shown, turns } => {
            json!({ "event": "announced", "cells": cells(shown.iter().copied()), "turns": turns })
        }
        Event::Swung { who, open } => {
            json!({ "event": "swung", "who": ids.of(*who), "open": open })
        }
        Event::Heard(it) => json!({
            "event": "heard", "text": it.text, "volume": loudness(it.volume),
            "towards": it.towards.map(Dir::name),
        }),
        Event::Cue { name, at } => json!({ "event": "cue", "name": &**name, "at": at.map(cell) }),
        Event::Flashed { at, radius } => {
            json!({ "event": "flashed", "at": cell(*at), "radius": radius })
        }
        Event::Said { text, .. } => json!({ "event": "said", "text": text }),
        Event::Arrived { floor } => json!({ "event": "arrived", "floor": floor }),
        Event::Asked { menu } => {
            json!({ "event": "asked", "menu": menu.map(|it| pack.menus.name(it)) })
        }
        Event::Awarded { name } => json!({ "event": "awarded", "name": &**name }),
        Event::Ended { won, text } => json!({ "event": "ended", "won": won, "text": text }),
    }
}

fn thing(event: &str, who: u32, kind: Id<Kind>, at: Option<Pos>, view: &View<'_>) -> Value {
    let glimpse = view.glimpse(kind);
    let known = glimpse.kind().map(|kind| view.pack().kinds.name(kind));
    let mut answer = json!({ "event": event, "who": who, "kind": known, "name": glimpse.name() });
    if let Some(at) = at {
        answer["at"] = cell(at);
    }
    answer
}

fn handled(event: &str, who: EntityId, item: EntityId, ids: &mut Ids) -> Value {
    json!({ "event": event, "who": ids.of(who), "item": ids.of(item) })
}

fn flight(answer: &mut Value, from: Pos, to: Pos) {
    answer["from"] = cell(from);
    answer["to"] = cell(to);
}

pub const fn loudness(volume: Volume) -> &'static str {
    match volume {
        Volume::Deafening => "deafening",
        Volume::Clear => "clear",
        Volume::Faint => "faint",
    }
}
