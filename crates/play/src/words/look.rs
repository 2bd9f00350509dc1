use std::fmt::Write as _;

use barrow_dice::Fixed;
use barrow_engine::{Forecast, Odds, Seen, Span, View};
use barrow_grid::{Fog, Pos};
use barrow_pack::{Field, Id, Kind};
use barrow_small::capitalized;

use super::forecast::{forecast, known, lying, state};
use super::{attribute, percent, span};
use crate::mode::Shot;

/// Describes a cell, one sentence each: who is there, what lies there, the terrain, and what to
/// expect of them.
pub fn look(view: &View<'_>, at: Pos) -> Vec<String> {
    look_at(view, at, None)
}

/// Describes a cell that is aimed at: what the shot would do to a foe there stands in for what a
/// blow would do.
pub fn aim(view: &View<'_>, at: Pos, shot: &Shot) -> Vec<String> {
    look_at(view, at, Some(shot))
}

fn look_at(view: &View<'_>, at: Pos, shot: Option<&Shot>) -> Vec<String> {
    let cell = view.cell(at);
    if cell.fog == Fog::Unexplored {
        let unseen = "You have not seen this place.".into();
        return std::iter::once(unseen).chain(room(view, at)).collect();
    }
    let mut lines = Vec::new();
    for actor in view.actors().filter(|it| it.pos() == at) {
        lines.extend(someone(view, &actor, shot));
    }
    if cell.fog == Fog::Visible {
        for it in view.things().filter(|it| it.pos() == at) {
            lines.push(thing(view, &it));
            lines.extend(lying(view, it));
        }
        for (field, _, amount) in view.fields().filter(|&(_, cell, _)| cell == at) {
            let does = forecast(view, &view.standing_in(field));
            let does = if does.is_empty() {
                String::new()
            } else {
                format!(": {} while standing there", does.join(", "))
            };
            lines.push(format!("{} ({amount}){does}.", capitalized(field_name(view, field))));
        }
    } else {
        if let Some(thing) = cell.thing {
            lines.push(format!("You remember {} here.", thing.indefinite()));
        }
        for (field, _) in view.remembered_fields().filter(|it| it.1 == at) {
            lines.push(format!("You remember {} here.", field_name(view, field)));
        }
    }
    if let Some(ground) = cell.ground {
        lines.push(format!("{}.", capitalized(&about(view, ground))));
    }
    lines.extend(step(view, at));
    if view.announced().any(|it| it.cells.contains(&at)) {
        lines.push("Something is about to happen here.".into());
    }
    lines.extend(room(view, at));
    lines.extend(peril(view, at));
    lines
}

/// Returns the name of a field.
fn field_name<'g>(view: &View<'g>, id: Id<Field>) -> &'g str {
    let fields = &view.pack().fields;
    let name = &fields.get(id).name;
    if name.is_empty() { fields.name(id) } else { name }
}

/// Tells how long a step onto a cell takes, if that is not the usual time, or that it is water to
/// someone who cannot swim.
fn step(view: &View<'_>, at: Pos) -> Option<String> {
    let pack = view.pack();
    let solid = |it: Id<Kind>| pack.kinds.get(it).flags.contains(&pack.core.solid);
    let obvious = !view.has_ways() || view.cell(at).ground.is_none_or(solid);
    match view.step_cost(at) {
        _ if obvious => None,
        0 => Some("You cannot go there.".into()),
        1 => None,
        2 => Some("A step there takes twice as long.".into()),
        cost => Some(format!("A step there takes {cost} times as long.")),
    }
}

/// Names the room with a cell, if its type is known.
fn room(view: &View<'_>, at: Pos) -> Option<String> {
    let room = view.rooms().find(|it| it.rect.contains(at))?;
    let known = match (room.entered, room.cleared) {
        (false, _) => ", not entered yet",
        (true, true) => ", cleared",
        (true, false) => "",
    };
    Some(format!("Room: {}{known}.", room.kind.label))
}

/// Describes the harm of a step, if it is known to do any: a reason to ask first.
pub fn peril(view: &View<'_>, at: Pos) -> Option<String> {
    let cell = view.cell(at);
    let kinds = cell.thing.and_then(|it| it.kind()).into_iter().chain(cell.ground);
    let worst: Vec<Forecast> =
        kinds.map(|kind| view.step_onto(kind)).filter(|it| crate::walk::harms(view, it)).collect();
    let first = worst.first()?;
    if worst.iter().any(|it| it.kills) {
        return Some("Stepping there kills you.".into());
    }
    Some(format!("Stepping there: {}.", forecast(view, first).join(", ")))
}

/// Returns the name of what makes a cell harmful: a thing, a field or the ground.
pub fn hazard(view: &View<'_>, at: Pos) -> String {
    let cell = view.cell(at);
    let harmful = |kind: Id<Kind>| crate::walk::is_dangerous(view, kind);
    if let Some(thing) = cell.thing.filter(|it| it.kind().is_some_and(harmful)) {
        return thing.indefinite();
    }
    let fields = || view.fields().filter(|it| it.1 == at);
    let field = fields().find(|it| crate::walk::is_harmful(view, it.0)).or_else(|| fields().next());
    let field = field.filter(|_| !cell.ground.is_some_and(harmful));
    let field = field.map(|it| view.pack().fields.get(it.0).name.to_string());
    // What was seen burning may be out of sight, and the ground below it is not to blame.
    let ground = cell.ground.filter(|it| harmful(*it)).map(|it| view.glimpse(it).name());
    field.or(ground).unwrap_or_else(|| "what you saw there".into())
}

/// Describes terrain or a thing, with its author's text.
fn about(view: &View<'_>, kind: Id<Kind>) -> String {
    let name = view.glimpse(kind).name();
    let about = &view.pack().kinds.get(kind).about;
    if about.is_empty() { name } else { format!("{name}: {}", about.trim_end_matches('.')) }
}

fn thing(view: &View<'_>, seen: &Seen<'_>) -> String {
    let count = if seen.count() > 1 { format!(" ({})", seen.count()) } else { String::new() };
    let means = Some(crate::panel::meaning(view, seen)).filter(|it| !it.is_empty());
    let lock = seen.lock_name().or(means).map(|it| format!(" ({it})")).unwrap_or_default();
    let mut line = format!("{}{lock}{count}", capitalized(&seen.indefinite()));
    let kind = seen.glimpse().kind().map(|id| view.pack().kinds.get(id));
    if let Some(kind) = kind {
        // Stairs that are shut say so by their name.
        if kind.door.is_some() && (kind.stairs.is_none() || seen.glimpse().is_open()) {
            line += if seen.glimpse().is_open() { ", open" } else { ", closed" };
        }
        if !kind.about.is_empty() {
            let _ = write!(line, ": {}", kind.about.trim_end_matches('.'));
        }
    }
    line + "."
}

/// Makes the numbers of a forecast as wrong as those of someone's gauges.
fn veil(seen: &Seen<'_>, it: &mut Forecast) {
    for (attribute, by) in &mut it.changes {
        let off = seen.off_by(*attribute).unwrap_or_default();
        *by = Span { min: by.min + off, max: by.max + off };
    }
}

/// Describes an actor, how hurt it is, and how a fight would go.
fn someone(view: &View<'_>, seen: &Seen<'_>, shot: Option<&Shot>) -> Vec<String> {
    if seen.is_self() {
        return vec!["You.".into()];
    }
    let life = view.pack().rules.life;
    let value = seen.gauges().find(|(id, _)| *id == life).map(|(_, value)| value);
    let hurt = value.map_or(String::new(), |it| format!(", {}", hurt(it.now, it.max)));
    let friend = if seen.is_friend() { ", with you" } else { "" };
    let asleep = seen.is_asleep().then(|| "asleep".to_owned());
    let states: Vec<String> =
        asleep.into_iter().chain(seen.states().map(|id| state(view, id))).collect();
    let states =
        if states.is_empty() { String::new() } else { format!(" ({})", states.join(", ")) };
    let told = Some(seen.status()).filter(|it| !it.is_empty());
    let told = told.map(|it| format!(", {it}")).unwrap_or_default();
    let mut lines =
        vec![format!("{}{hurt}{friend}{states}{told}.", capitalized(&seen.indefinite()))];
    let about = seen.glimpse().kind().map(|id| &view.pack().kinds.get(id).about);
    lines.extend(about.filter(|it| !it.is_empty()).map(ToString::to_string));
    if !seen.is_foe() {
        return lines;
    }
    lines.extend(fight(view, seen, value.map(|it| it.now), shot));
    lines
}

/// Tells how a fight with a foe would go.
fn fight(
    view: &View<'_>,
    seen: &Seen<'_>,
    its_life: Option<Fixed>,
    shot: Option<&Shot>,
) -> Vec<String> {
    let mut lines = Vec::new();
    let own_life = crate::walk::life(view);
    if let Some(shot) = shot {
        lines.extend(shoot(view, seen, its_life, shot));
    } else if let Some(mut odds) = view.odds_against(seen) {
        veil(seen, &mut odds.hit);
        lines.push(blow(view, "You hit it", &odds, its_life));
    }
    if let Some(mut odds) = view.odds_of(seen) {
        veil(seen, &mut odds.hit);
        lines.push(blow(view, "It hits you", &odds, Some(own_life)));
    }
    for (ability, mut it) in view.casts_of(seen) {
        veil(seen, &mut it);
        let parts = known(view, &it);
        let what = view.pack().abilities.get(ability);
        let name =
            if what.name.is_empty() { view.pack().abilities.name(ability) } else { &what.name };
        if parts.is_empty() {
            lines.push(format!("It can cast {name}."));
        } else {
            lines.push(format!("It can cast {name}: {}.", parts.join(", ")));
        }
    }
    let speed = (seen.speed(), view.own().map(|it| it.speed()).unwrap_or_default());
    if speed.0 > speed.1 {
        lines.push("It is faster than you.".into());
    } else if speed.0 < speed.1 {
        lines.push("It is slower than you.".into());
    }
    lines
}

/// Tells what a shot would do to a foe: `It hits 90 % of the time, for 5 to 9: about 2 blows.` for
/// a weapon that is thrown, `It does: -8 to -4 Health.` for anything else.
fn shoot(view: &View<'_>, seen: &Seen<'_>, its_life: Option<Fixed>, shot: &Shot) -> Option<String> {
    let mut does = match shot {
        Shot::Throw { slot } => {
            let thrown = view.bag().find(|it| it.slot == *slot)?;
            let mut odds = view.throw_of(&thrown, seen)?;
            let harm = odds.hit.change(view.pack().rules.life);
            if harm.min < Fixed::ZERO {
                veil(seen, &mut odds.hit);
                return Some(blow(view, "It hits", &odds, its_life));
            }
            odds.hit
        }
        Shot::Cast { ability } => view.cast_of(view.pack().abilities.find(ability)?, Some(seen)),
    };
    veil(seen, &mut does);
    // What is unknown needs no sentence.
    does.more = false;
    let parts = forecast(view, &does);
    (!parts.is_empty()).then(|| format!("It does: {}.", parts.join(", ")))
}

/// Writes `You hit it 75 % of the time, for 3 to 5: about 3 blows.`
fn blow(view: &View<'_>, who: &str, odds: &Odds, left: Option<Fixed>) -> String {
    let harm = odds.hit.change(view.pack().rules.life).negated();
    // Halves of points tell a player nothing.
    let whole = |it: Fixed| if it < Fixed::ONE { it } else { it.round() };
    let shown = Span { min: whole(harm.min), max: whole(harm.max) };
    let mut line = format!("{who} {} of the time", percent(odds.chance));
    if odds.hit.kills {
        return line + ", and that kills.";
    }
    // A blow that may do nothing misses in all but name.
    if harm.min <= Fixed::ZERO && harm.max > harm.min {
        let _ = write!(line, ", for up to {}", shown.max);
    } else {
        let _ = write!(line, ", for {}", span(shown));
    }
    let others =
        odds.hit.changes.iter().filter(|(id, _)| {
            *id != view.pack().rules.life && !view.pack().attributes.get(*id).secret
        });
    for &(id, by) in others {
        let _ = write!(line, ", {} {}", super::signed_span(by), attribute(view, id));
    }
    for &id in &odds.hit.begins {
        let _ = write!(line, ", {}", state(view, id));
    }
    let mean = harm.middle() * odds.chance;
    if let Some(left) = left.filter(|_| mean > Fixed::ZERO) {
        let blows = (left / mean).ceil().to_whole().max(1);
        let _ = write!(line, ": about {blows} {}", if blows == 1 { "blow" } else { "blows" });
    }
    line + "."
}

/// Describes how hurt an actor looks.
fn hurt(now: Fixed, max: Fixed) -> &'static str {
    let share = if max > Fixed::ZERO { now * Fixed::from_whole(100) / max } else { Fixed::ZERO };
    match share.to_whole() {
        100.. => "unhurt",
        75.. => "scratched",
        40.. => "wounded",
        15.. => "badly wounded",
        _ => "almost dead",
    }
}
