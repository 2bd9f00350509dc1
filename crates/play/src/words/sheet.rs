use std::fmt::Write as _;

use barrow_dice::Fixed;
use barrow_engine::{Attributes, Explained, Reason, Source, View};
use barrow_pack::{Attribute, AttributeKind, Id};
use barrow_small::capitalized;

use super::attribute;
use super::forecast::{known, state};

/// Describes the player's hero, a line for each attribute with the reason of every number; then the
/// states.
pub fn sheet(view: &View<'_>) -> Vec<String> {
    let all = view.attributes();
    let told = all.values.iter().filter(|it| is_told(view, it.attribute));
    let mut lines: Vec<String> = told.map(|it| explained(view, &all, it)).collect();
    for it in view.states() {
        let what = view.pack().states.get(it.state);
        let each_turn = known(view, &view.turn_of(it.state));
        let mut line = capitalized(&state(view, it.state));
        if let Some(left) = turns_left(it.turns) {
            let turns = if left == 1 { "turn" } else { "turns" };
            let _ = write!(line, " for {left} {turns}");
        }
        if !each_turn.is_empty() {
            let _ = write!(line, ": {} each turn", each_turn.join(", "));
        }
        if !what.about.is_empty() {
            let _ = write!(line, ". {}", what.about.trim_end_matches('.'));
        }
        lines.push(line + ".");
    }
    lines
}

/// A state that lasts longer ends with a deed and not with time.
const LASTING: u32 = 1_000;

/// Returns the turns that a state still lasts, unless the number is too large to mean anything.
pub fn turns_left(turns: u32) -> Option<u32> {
    (turns < LASTING).then_some(turns)
}

/// Returns whether an attribute is for players: authors give those a label.
fn is_told(view: &View<'_>, id: Id<Attribute>) -> bool {
    let attribute = view.pack().attributes.get(id);
    let own = *attribute.label != view.pack().attributes.name(id).replace('_', " ");
    own || attribute.kind() == AttributeKind::Gauge
}

/// Writes `Attack 6: 4 by nature, +2 from the axe.`
fn explained(view: &View<'_>, all: &Attributes, it: &Explained) -> String {
    let name = capitalized(&attribute(view, it.attribute));
    let because = all.reasons_of(it.attribute);
    if view.pack().attributes.get(it.attribute).kind() == AttributeKind::Flag {
        return format!("{name}{}.", reasons(view, because, None));
    }
    let value = it.max.map_or_else(|| it.value.to_string(), |max| format!("{}/{max}", it.value));
    let base = it.max.is_none().then_some(it.base);
    format!("{name} {value}{}.", reasons(view, because, base))
}

fn reasons<'a>(
    view: &View<'_>,
    reasons: impl Iterator<Item = &'a Reason>,
    base: Option<Fixed>,
) -> String {
    let mut reasons = reasons.peekable();
    if reasons.peek().is_none() {
        return String::new();
    }
    let mut parts: Vec<String> = base.map(|base| format!("{base} by nature")).into_iter().collect();
    for reason in reasons {
        let source = match reason.source {
            _ if !reason.label.is_empty() => reason.label.to_string(),
            Source::Worn(id) => {
                let worn = view.bag().find(|it| it.item.id() == id);
                worn.map_or_else(|| "something worn".into(), |it| it.item.definite())
            }
            Source::State(id) => state(view, id),
            Source::Nature => "your nature".into(),
        };
        if reason.by != Fixed::ZERO {
            parts.push(format!("{} from {source}", super::signed(reason.by)));
        }
        if reason.times != Fixed::ONE {
            parts.push(format!("times {} from {source}", reason.times));
        }
    }
    // That a value is what it is by nature goes without saying.
    if parts.len() == usize::from(base.is_some()) {
        return String::new();
    }
    format!(": {}", parts.join(", "))
}

/// Lists what the player carries: what it is, how many, where it is worn.
pub fn bag(view: &View<'_>) -> Vec<String> {
    let line = |it: barrow_engine::Carried<'_>| {
        let mut line = it.item.indefinite();
        if it.item.count() > 1 {
            line = format!("{} {}", it.item.count(), it.item.name());
        }
        for (id, value) in it.item.gauges() {
            let _ = write!(line, ", {} {}/{}", attribute(view, id), value.now, value.max);
        }
        if let Some(slot) = it.worn {
            let label = &view.pack().slots.get(slot).label;
            let label = if label.is_empty() { view.pack().slots.name(slot) } else { label };
            let _ = write!(line, " (worn: {label})");
        }
        match it.on {
            Some(true) => line + " (on)",
            Some(false) => line + " (off)",
            None => line,
        }
    };
    view.bag().map(line).collect()
}
