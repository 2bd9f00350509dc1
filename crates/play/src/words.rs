//! Descriptions in words: of cells, of the character sheet and the bag, and of the surroundings for
//! players who cannot see the screen. They all come from the view.

mod forecast;
mod look;
mod sheet;
mod surroundings;
#[cfg(test)]
mod tests;

use barrow_dice::Fixed;
use barrow_engine::{Span, View};
use barrow_grid::Pos;
use barrow_pack::{Attribute, Id};

pub use forecast::{forecast, item, with_it};
pub use look::{aim, hazard, look, peril};
pub use sheet::{bag, sheet, turns_left};
pub use surroundings::{is_notable, surroundings, whereabouts};

/// Returns the name of an attribute.
pub fn attribute(view: &View<'_>, id: Id<Attribute>) -> String {
    let label = &view.pack().attributes.get(id).label;
    if label.is_empty() {
        view.pack().attributes.name(id).replace('_', " ")
    } else {
        label.to_string()
    }
}

/// Writes a span: `3`, or `2 to 4`.
pub fn span(span: Span) -> String {
    if span.min == span.max {
        span.min.to_string()
    } else {
        format!("{} to {}", span.min, span.max)
    }
}

/// Writes a span with its sign: `+3`, `-2 to +4`.
fn signed_span(it: Span) -> String {
    if it.min == it.max {
        signed(it.min)
    } else {
        format!("{} to {}", signed(it.min), signed(it.max))
    }
}

/// Writes a number with its sign.
fn signed(number: Fixed) -> String {
    if number > Fixed::ZERO { format!("+{number}") } else { number.to_string() }
}

/// Writes a share of one in whole percent.
fn percent(share: Fixed) -> String {
    format!("{} %", (share * Fixed::from_whole(100)).round())
}

/// Writes a direction: `here`, `3 east`, `3 east and 2 north`.
pub fn direction(from: Pos, to: Pos) -> String {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let along = |steps: i32, less: &str, more: &str| {
        let side = if steps < 0 { less } else { more };
        (steps != 0).then(|| format!("{} {side}", steps.abs()))
    };
    match (along(x, "west", "east"), along(y, "north", "south")) {
        (None, None) => "here".into(),
        (Some(one), None) | (None, Some(one)) => one,
        (Some(one), Some(other)) => format!("{one} and {other}"),
    }
}
