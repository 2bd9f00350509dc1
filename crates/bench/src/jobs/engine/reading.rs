//! Reads all that a view tells. Texts are left out: a program knows things by their kinds.

use barrow_engine::{Remembered, Seen, View};
use barrow_grid::BitGrid;

/// A sum over everything, which says nothing.
pub fn read(view: &View<'_>) -> u64 {
    let sums = [map(view), others(view), own(view)];
    sums.into_iter().fold(0, u64::wrapping_add)
}

/// Every cell: whether it is seen or was, what is remembered of it, the light on it.
fn map(view: &View<'_>) -> u64 {
    let bits = |bits: &BitGrid| bits.words().iter().fold(0, |sum: u64, &it| sum.wrapping_add(it));
    let memory: u64 = (0..view.height()).map(|y| row(view, view.memory().row(y))).sum();
    let light = view.lights().map(|(_, glow)| u64::from(glow.level) + u64::from(glow.color.red));
    bits(view.visible()) ^ bits(view.explored()) ^ memory ^ light.sum::<u64>()
}

/// The ground of each cell; and where something is remembered, that too.
fn row(view: &View<'_>, cells: &[Remembered]) -> u64 {
    let (mut ground, mut things) = (0_u32, 0_u32);
    for cell in cells {
        ground += u32::from(cell.ground().index());
        things += u32::from(cell.has_thing());
    }
    if things == 0 {
        return ground.into();
    }
    let known = cells.iter().filter_map(|&cell| view.thing(cell));
    known.fold(ground.into(), |sum, it| {
        let kind = it.kind().map_or(0, |kind| u64::from(kind.index()));
        sum + kind + u64::from(it.is_open())
    })
}

/// Actors, things and fields in sight, and what was announced.
fn others(view: &View<'_>) -> u64 {
    let mut sum = 0_u64;
    let mut add = |number: u64| sum = sum.wrapping_mul(31).wrapping_add(number);
    for it in view.actors() {
        add(thing(&it) + u64::from(it.is_foe()));
        for (_, value) in it.gauges() {
            add(value.now.basis_points().cast_unsigned());
        }
        for state in it.states() {
            add(state.index().into());
        }
    }
    for it in view.things() {
        add(thing(&it) + u64::from(it.count()));
    }
    for (field, at, amount) in view.fields() {
        add(u64::from(field.index()) + (at.x + at.y) as u64 + u64::from(amount));
    }
    for announced in view.announced() {
        add(announced.turns + announced.cells.len() as u64);
    }
    sum
}

fn thing(it: &Seen<'_>) -> u64 {
    let kind = it.glimpse().kind().map_or(0, |kind| kind.index().into());
    let pos = it.pos();
    kind + (pos.x + pos.y) as u64 + it.facing() as u64
}

/// The player's own: panel, attributes, states, bag, abilities, menu, and how it ended.
fn own(view: &View<'_>) -> u64 {
    let mut sum = view.turn() + view.floor() as u64 + u64::from(view.end().is_some());
    for row in view.panel() {
        sum += row.value.basis_points().cast_unsigned();
    }
    for it in view.attributes() {
        sum += it.value.basis_points().cast_unsigned() + it.reasons.len() as u64;
    }
    sum += view.states().map(|it| u64::from(it.turns)).sum::<u64>();
    sum += view.bag().map(|it| thing(&it.item) + u64::from(it.slot)).sum::<u64>();
    sum += view.abilities().iter().map(|it| it.wait).sum::<u64>();
    sum + u64::from(view.menu().is_some())
}
