use barrow_engine::{Glimpse, Seen, View};
use barrow_grid::{Dir, Pos};
use barrow_pack::{Kind, Layer};
use barrow_small::{capitalized, sort_by_key};

use super::direction;

/// Describes the surroundings for players who do not look at a map: foes first, then other actors,
/// things, exits and the open directions; the nearest first.
pub fn surroundings(view: &View<'_>) -> Vec<String> {
    let Some(here) = view.own().map(|it| it.pos()) else { return Vec::new() };
    let near = |it: &Seen<'_>| it.pos().chebyshev(here);
    let mut actors: Vec<Seen<'_>> = view.noticed_actors().filter(|it| !it.is_self()).collect();
    sort_by_key(&mut actors, |it| (!it.is_foe(), near(it), it.id()));
    let notable = |it: &Seen<'_>| {
        let kind = it.glimpse().kind().map(|id| view.pack().kinds.get(id));
        kind.is_none_or(|it| is_notable(view, it))
    };
    let mut things: Vec<Seen<'_>> = view.things().filter(notable).collect();
    sort_by_key(&mut things, |it| (near(it), it.id()));
    let mut lines: Vec<String> = actors
        .iter()
        .map(|it| {
            let foe = if it.is_foe() { "Foe: " } else { "" };
            let status = Some(it.status()).filter(|it| !it.is_empty());
            let status = status.map(|it| format!(", {it}")).unwrap_or_default();
            capitalized(&format!(
                "{foe}{}{status}, {}.",
                it.indefinite(),
                direction(here, it.pos())
            ))
        })
        .collect();
    lines.extend(things.iter().map(|it| {
        let many =
            if it.count() > 1 { format!("{} {}", it.count(), it.name()) } else { it.indefinite() };
        capitalized(&format!("{many}, {}.", direction(here, it.pos())))
    }));
    lines.extend(view.room_signs().map(|(at, room)| {
        format!("Room not entered yet: {}, {}.", room.label, direction(here, at))
    }));
    lines.push(ways_on(view, here));
    lines
}

/// Returns where the player is: the level, the floor and the position.
pub fn whereabouts(view: &View<'_>) -> String {
    let pos = view.own().map(|it| it.pos()).unwrap_or_default();
    let title = if view.title().is_empty() { String::new() } else { format!("{}, ", view.title()) };
    format!("{title}floor {}, column {}, row {}.", view.floor(), pos.x + 1, pos.y + 1)
}

/// Returns `true` if a thing is worth telling: an item, or a fixture that does something.
pub fn is_notable(view: &View<'_>, kind: &Kind) -> bool {
    let pushable = kind.flags.contains(&view.pack().core.pushable);
    let does = kind.door.is_some() || kind.stairs.is_some() || !kind.on.is_empty() || pushable;
    kind.layer == Layer::Item || does
}

fn ways_on(view: &View<'_>, here: Pos) -> String {
    let open = |dir: &&Dir| {
        let cell = view.cell(here + **dir);
        let solid = view.pack().core.solid;
        let shut = |kind| view.pack().kinds.get(kind).flags.contains(&solid);
        let door = |kind| view.pack().kinds.get(kind).door.is_some();
        let bars = |it: Glimpse<'_>| {
            it.kind().is_some_and(|kind| if door(kind) { !it.is_open() } else { shut(kind) })
        };
        cell.ground.is_some_and(|ground| !shut(ground)) && !cell.thing.is_some_and(bars)
    };
    let dirs =
        crate::walk::adjacency(view).dirs().iter().filter(open).map(|&it| crate::mode::compass(it));
    let dirs: Vec<&str> = dirs.collect();
    if dirs.is_empty() {
        "No direction is open.".into()
    } else {
        format!("Open: {}.", dirs.join(", "))
    }
}
