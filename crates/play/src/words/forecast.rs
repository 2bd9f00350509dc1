use barrow_dice::Fixed;
use barrow_engine::{Carried, Comparison, Forecast, MenuOption, Seen, Span, View};

use super::{attribute, percent, signed_span};

/// Lists what something would do: `+4 to +8 Health`, `Poisoned`. The list is empty if it does
/// nothing.
pub fn forecast(view: &View<'_>, it: &Forecast) -> Vec<String> {
    let mut parts = known(view, it);
    if it.more && parts.is_empty() {
        parts.push("something happens".into());
    }
    parts
}

/// Lists what is known of what something would do, for sentences that say by themselves that it
/// does something.
pub(super) fn known(view: &View<'_>, it: &Forecast) -> Vec<String> {
    let mut parts = Vec::new();
    if it.kills {
        parts.push("death".into());
    }
    let told = |id| !view.pack().attributes.get(id).secret;
    let changes = it.changes.iter().filter(|(id, by)| *by != Span::default() && told(*id));
    for &(id, by) in changes {
        parts.push(format!("{} {}", signed_span(by), attribute(view, id)));
    }
    for &(id, by) in &it.raises {
        parts.push(format!("{} maximum {}", signed_span(by), attribute(view, id)));
    }
    parts.extend(it.begins.iter().map(|&id| state(view, id)));
    parts.extend(it.ends.iter().map(|&id| format!("no longer {}", state(view, id))));
    parts
}

/// Returns the name of a state.
pub(super) fn state(view: &View<'_>, id: barrow_pack::Id<barrow_pack::State>) -> String {
    let label = &view.pack().states.get(id).label;
    if label.is_empty() { view.pack().states.name(id).replace('_', " ") } else { label.to_string() }
}

/// Describes a carried item exactly: what it does, and what equipping it would change.
pub fn item(view: &View<'_>, it: &Carried<'_>) -> Vec<String> {
    let Some(kind) = it.item.glimpse().kind() else {
        return vec!["You do not know what it does.".into()];
    };
    let about = Some(view.pack().kinds.get(kind).about.to_string()).filter(|it| !it.is_empty());
    about.into_iter().chain(serves(view, it)).collect()
}

/// Describes what an item on the floor would do and change.
pub(super) fn lying(view: &View<'_>, item: Seen<'_>) -> Vec<String> {
    serves(view, &Carried { slot: 0, worn: None, on: None, item })
}

/// Describes what a known item does when it is used, worn or used as a weapon. Returns nothing for
/// an unknown one.
fn serves(view: &View<'_>, it: &Carried<'_>) -> Vec<String> {
    let Some(kind) = it.item.glimpse().kind() else { return Vec::new() };
    let kind = view.pack().kinds.get(kind);
    let mut lines = Vec::new();
    if let Some(used) = view.use_of(it) {
        let verb = kind.item.as_ref().map_or("", |it| &*it.verb);
        let verb = if verb.is_empty() { "use" } else { verb };
        let parts = forecast(view, &used);
        if !parts.is_empty() {
            lines.push(format!("If you {verb} it: {}.", parts.join(", ")));
        }
    }
    if let Some(slot) = kind.item.as_ref().and_then(|it| it.slot) {
        let label = &view.pack().slots.get(slot).label;
        let label = if label.is_empty() { view.pack().slots.name(slot) } else { label };
        lines.push(format!("{}: {label}.", if it.worn.is_some() { "Worn" } else { "Can be worn" }));
    }
    if let Some(blow) = view.blow_with(it) {
        let parts = known(view, &blow);
        if !parts.is_empty() {
            lines.push(format!("A blow with it: {}.", parts.join(", ")));
        }
        let chance = kind.strike.as_ref().and_then(|it| it.chance.as_ref());
        if let Some(chance) = chance.filter(|it| it.is_constant()) {
            let share: Option<Fixed> = chance.to_string().parse().ok();
            lines.extend(share.map(|it| format!("It hits {} of the time.", percent(it))));
        }
    }
    if it.worn.is_none()
        && let Some(changes) = view.if_worn(it)
        && (lines.is_empty() || !changes.is_empty())
    {
        lines.push(compared(view, &changes));
    }
    lines
}

/// Returns what the thing of an option would change, as a sentence, or nothing.
pub fn with_it(view: &View<'_>, option: &MenuOption) -> Option<String> {
    let parts: Vec<String> = option.changes.iter().map(|it| change(view, it)).collect();
    (!parts.is_empty()).then(|| format!("With it: {}.", parts.join(", ")))
}

fn change(view: &View<'_>, it: &Comparison) -> String {
    format!("{} {} instead of {}", attribute(view, it.attribute), it.then, it.now)
}

fn compared(view: &View<'_>, changes: &[Comparison]) -> String {
    if changes.is_empty() {
        return "Wearing it changes none of your values.".into();
    }
    let parts: Vec<String> = changes.iter().map(|it| change(view, it)).collect();
    format!("If equipped: {}.", parts.join(", "))
}
