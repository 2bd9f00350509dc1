//! Reads everything in a view but texts: a program knows things by their kinds.

use barrow_engine::{Attributes, Seen, View};
use barrow_grid::BitGrid;

/// A program that reads again and again, and reuses its lists.
#[derive(Default)]
pub struct Reader {
    attributes: Attributes,
}

impl Reader {
    /// Returns a sum over everything, without a meaning.
    pub fn read(&mut self, view: &View<'_>) -> u64 {
        view.read_attributes(&mut self.attributes);
        let sums = [map(view), others(view), explained(&self.attributes), own(view)];
        sums.into_iter().fold(0, u64::wrapping_add)
    }
}

/// Reads every cell: its fog, what is remembered, the light.
fn map(view: &View<'_>) -> u64 {
    let bits = |bits: &BitGrid| bits.words().iter().fold(0, |sum: u64, &it| sum.wrapping_add(it));
    let ground = view.ground().cells().iter().map(|it| it.index());
    let ground: u64 = ground.fold(0, u16::wrapping_add).into();
    bits(view.visible()) ^ bits(view.explored()) ^ ground ^ things(view) ^ light(view)
}

/// Reads level and colour of the light on each visible cell.
fn light(view: &View<'_>) -> u64 {
    let mut sums = [0_u32; 4];
    for (_, run) in view.lights() {
        for glow in run {
            let [red, green, blue] = glow.tint;
            let parts = [glow.level, red, green, blue].map(u32::from);
            sums.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
        }
    }
    sums.map(u64::from).iter().sum()
}

/// Reads what is remembered on each cell.
fn things(view: &View<'_>) -> u64 {
    view.remembered().fold(0, |sum, (at, it)| {
        let kind = it.kind().map_or(0, |kind| u64::from(kind.index()));
        sum + (at.x + at.y) as u64 + kind + u64::from(it.is_open())
    })
}

/// Reads visible actors, things and fields, and what was announced.
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

/// Reads the values of the player, and what changes them.
fn explained(attributes: &Attributes) -> u64 {
    let values = attributes.values.iter().map(|it| it.value);
    let reasons = attributes.reasons.iter().map(|it| it.by);
    values.chain(reasons).map(|it| it.basis_points().cast_unsigned()).sum()
}

/// Reads the rest: panel, states, bag, abilities, menu, ending.
fn own(view: &View<'_>) -> u64 {
    let mut sum = view.turn() + view.floor() as u64 + u64::from(view.end().is_some());
    for row in view.panel() {
        sum += row.value.basis_points().cast_unsigned();
    }
    sum += view.states().map(|it| u64::from(it.turns)).sum::<u64>();
    sum += view.bag().map(|it| thing(&it.item) + u64::from(it.slot)).sum::<u64>();
    for it in view.abilities() {
        let prices = view.cost(it.ability).map(|(_, price)| price.basis_points().cast_unsigned());
        sum += it.cooldown + u64::from(it.refusal.is_some()) + prices.sum::<u64>();
    }
    sum + u64::from(view.menu().is_some())
}
