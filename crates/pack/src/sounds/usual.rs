//! The sounds of what a pack says nothing about: what things do and what they look like decides.
//!
//! Everything here names sounds of the engine's own set, so that a pack changes them by their
//! names. A list of effects that plays a sound of its own keeps to that.

use std::sync::Arc;

use barrow_dice::{Fixed, Formula};

use super::lists::{Heard, count, cue_before, each_list, lists_of};
use crate::Pack;
use crate::model::{
    Attribute, AttributeKind, Effect, Field, Kind, Layer, Occasion, SoundName, Voice, Warning,
};
use crate::names::Id;

/// Steps on ground that is drawn with these of the engine's own tiles.
const STEPS: [(&str, &str); 4] = [
    ("plank", "step_wood"),
    ("water", "step_water"),
    ("black-water", "step_water"),
    ("deep-water", "splash"),
];

/// Fields that are drawn with these of the engine's own tiles.
const FIELDS: [(&str, &str); 7] = [
    ("fire", "fire"),
    ("water", "splash"),
    ("deep-water", "splash"),
    ("acid", "sizzle"),
    ("gas", "gas"),
    ("mist", "gas"),
    ("smoke", "gas"),
];

/// What packs call the number that rises with a hero's experience.
const LEVEL: &str = "level";

/// The share of a gauge below which it is heard, if the pack has no warnings of its own.
const LOW: Fixed = Fixed::from_basis_points(2_500);

/// Lets everything sound about which the pack says nothing.
pub(crate) fn fill_in(pack: &mut Pack) {
    let (life, level, hidden) = (pack.rules.life, pack.attributes.find(LEVEL), pack.core.hidden);
    let life_is = pack.attributes.try_get(life).map(|_| pack.attributes.name(life).to_owned());
    pack.attributes.for_each_named(|name, it| of_gauge(it, life_is.as_deref() == Some(name)));
    pack.fields.for_each_named(|_, field| of_field(field));
    let heard = Heard::in_routines(&pack.routines);
    pack.kinds.for_each_named(|_, kind| {
        of_ground(kind);
        if kind.layer == Layer::Fixture {
            of_trap(kind, kind.harmful || kind.flags.contains(&hidden), &heard);
            of_chest(kind, &heard);
        }
        of_coin(kind, &heard);
        if let Some(strike) = &mut kind.strike {
            of_critical_blow(&mut strike.deed, &heard);
        }
    });
    each_list(pack, &mut |list| {
        if !heard.in_list(list) {
            cue_before(list, "level_up", &|it| is_growth(it, life, level));
        }
    });
}

/// A gauge that runs low is heard with its warnings. One that only falls is heard without any.
fn of_gauge(gauge: &mut Attribute, is_life: bool) {
    let change = gauge.per_turn.as_ref().map(Formula::constant);
    let falls = change.is_some_and(|it| it.is_none_or(|it| it < Fixed::ZERO));
    let sound = match (is_life, falls) {
        (true, _) => "low_life",
        (false, true) => "hunger",
        (false, false) => "warn",
    };
    // A warning costs time at every change, so life has only those of the pack.
    let only_falls = falls && change.flatten().is_some() && !is_life;
    if gauge.warnings.is_empty() && gauge.kind() == AttributeKind::Gauge && only_falls {
        let below = Formula::from(LOW);
        gauge.warnings.push(Warning { below, ..Warning::default() });
    }
    for warning in &mut gauge.warnings {
        name(&mut warning.sound, sound);
    }
}

fn of_field(field: &mut Field) {
    let burns = field.spread.as_ref().is_some_and(|it| it.fuel.is_some());
    let spreads = field.spread.is_some() || field.puffs.is_some();
    let drawn = like(&FIELDS, &field.look.tile);
    let usual =
        if burns { Some("fire") } else { drawn.or((spreads && field.harmful).then_some("gas")) };
    name(&mut field.sound, usual.unwrap_or_default());
}

fn of_ground(kind: &mut Kind) {
    if let Some(step) = like(&STEPS, &kind.look.tile)
        && kind.layer == Layer::Terrain
    {
        voice(kind, |it| &mut it.step, step);
    }
}

/// What cannot be kept and adds to a value is money.
fn of_coin(kind: &mut Kind, heard: &Heard) {
    let taken = kind.on.effects(Occasion::Pickup);
    let pays = count(taken, &|it| matches!(it, Effect::Change { .. })) > 0;
    if kind.layer == Layer::Item && kind.item.is_none() && pays && !heard.in_list(taken) {
        voice(kind, |it| &mut it.take, "gold");
    }
}

fn voice(kind: &mut Kind, which: fn(&mut Voice) -> &mut SoundName, usual: &str) {
    let mut voice = kind.sounds.as_deref().cloned().unwrap_or_default();
    name(which(&mut voice), usual);
    kind.sounds = Some(Arc::new(voice));
}

/// Something snaps before a trap does what it does to those who step on it.
fn of_trap(kind: &mut Kind, is_known_as_one: bool, heard: &Heard) {
    for occasion in [Occasion::Enter, Occasion::Tread] {
        let Some(list) = kind.on.effects_mut(occasion) else { continue };
        let harms = |it: &Effect| matches!(it, Effect::Harm { .. } | Effect::Die { .. });
        if !heard.in_list(list) && (is_known_as_one || count(list, &harms) > 0) {
            cue_before(list, "trap", &is_act_of_trap);
        }
    }
}

/// What a trap does, beside what only prepares it and tells of it.
const fn is_act_of_trap(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::Harm { .. }
            | Effect::Die { .. }
            | Effect::Apply { .. }
            | Effect::Put { .. }
            | Effect::Spawn { .. }
            | Effect::Scatter { .. }
            | Effect::Push { .. }
            | Effect::Move { .. }
            | Effect::Lock { .. }
            | Effect::Area { .. }
            | Effect::Each { .. }
            | Effect::Later { .. }
    )
}

/// What gives something when it is opened or walked into is a chest. Those that pour out what they
/// hold are heard by that.
fn of_chest(kind: &mut Kind, heard: &Heard) {
    for occasion in [Occasion::Bump, Occasion::Open] {
        let Some(list) = kind.on.effects_mut(occasion) else { continue };
        if !heard.in_list(list) {
            cue_before(list, "chest", &|it| matches!(it, Effect::Give { .. }));
        }
    }
}

/// A blow is critical if chance seldom lets it harm in another way than usual.
fn of_critical_blow(deed: &mut Vec<Effect>, heard: &Heard) {
    let harms = |it: &Effect| matches!(it, Effect::Harm { .. });
    let all = count(deed, &harms);
    let mut rare = Vec::new();
    collect_rare(deed, &mut rare);
    for list in rare {
        let own = count(list, &harms);
        if own > 0 && own < all && !heard.in_list(list) {
            cue_before(list, "critical", &harms);
        }
    }
}

/// Collects the outermost lists that chance seldom runs.
fn collect_rare<'e>(list: &'e mut Vec<Effect>, into: &mut Vec<&'e mut Vec<Effect>>) {
    for effect in list {
        let is_rare = if let Effect::Chance { of, .. } = &*effect {
            of.constant().is_none_or(|it| it * Fixed::from(2) < Fixed::ONE)
        } else {
            matches!(effect, Effect::If { when, .. } if when.draws())
        };
        let mut lists = lists_of(effect).into_iter();
        into.extend(if is_rare { lists.next() } else { None });
        lists.for_each(|it| collect_rare(it, into));
    }
}

/// Returns whether somebody grows for good: in life, or in what is called a level.
fn is_growth(effect: &Effect, life: Id<Attribute>, level: Option<Id<Attribute>>) -> bool {
    let (grows, by) = if let Effect::Raise { attribute, by, .. } = effect {
        (*attribute == life, by)
    } else if let Effect::Change { attribute, by, .. } = effect {
        (Some(*attribute) == level, by)
    } else {
        return false;
    };
    grows && by.constant().is_none_or(|it| it > Fixed::ZERO)
}

/// Returns the sound of what is drawn with a tile.
fn like(table: &[(&str, &'static str)], tile: &str) -> Option<&'static str> {
    table.iter().find(|it| it.0 == tile).map(|it| it.1)
}

/// Gives a sound to what has none.
fn name(sound: &mut SoundName, usual: &str) {
    if sound.0.is_empty() {
        sound.0 = usual.into();
    }
}
