//! Facts about minds.

use barrow_dice::Formula;
use barrow_pack::{Behaviour, Deed, Mind, Pack, Sense, Whom};

use crate::shortcut::hunt::is_plain_hunter;

/// The facts about a mind.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
pub(crate) struct MindFacts {
    /// Whether an actor that has just waited may act in the next turn, though nothing has changed.
    pub(crate) restless: bool,
    /// Whether it only strikes and approaches; see `shortcut/hunt.rs`.
    pub(crate) plain_hunter: bool,
    /// Whether it must remember where it last noticed a foe.
    pub(crate) tracks: bool,
    /// Whether it goes where it hears a noise.
    pub(crate) hears: bool,
}

impl MindFacts {
    pub(super) fn of(mind: &Mind) -> Self {
        let any = |holds: fn(&Deed) -> bool| mind.behaviours.iter().any(|it| holds(&it.deed));
        Self {
            restless: is_restless(mind),
            plain_hunter: is_plain_hunter(mind),
            tracks: any(|it| matches!(it, Deed::Search { .. } | Deed::Disengage { .. })),
            hears: any(|it| matches!(it, Deed::Search { .. })),
        }
    }
}

/// Returns `true` if a mind follows its leader.
pub(super) fn has_mind_that_follows(pack: &Pack) -> bool {
    let mut behaviours = pack.minds.iter().flat_map(|(_, mind)| &mind.behaviours);
    behaviours.any(|it| matches!(&it.deed, Deed::Follow { whom: Whom::Leader, .. }))
}

/// Returns `true` if a mind notices foes by the light on them.
pub(super) fn has_mind_that_reads_light(pack: &Pack) -> bool {
    let mut behaviours = pack.minds.iter().flat_map(|(_, mind)| &mind.behaviours);
    behaviours.any(|it| DeedFacts::of(&it.deed).reads_light)
}

/// Returns `true` if a mind has a restless behaviour that is always reached: no behaviour before
/// it waits.
fn is_restless(mind: &Mind) -> bool {
    let end = mind.behaviours.iter().position(|it| waits(&it.deed));
    let asked = end.map_or(&mind.behaviours[..], |end| &mind.behaviours[..=end]);
    asked.iter().any(is_restless_behaviour)
}

/// Returns `true` if a deed may propose to wait.
pub(crate) const fn waits(deed: &Deed) -> bool {
    DeedFacts::of(deed).waits
}

/// Returns `true` if a behaviour that has just proposed nothing may propose something in the next
/// turn, though nothing has changed and no foe has come near.
pub(crate) const fn is_restless_behaviour(behaviour: &Behaviour) -> bool {
    let restless = matches!(DeedFacts::of(&behaviour.deed).trigger, Trigger::Anything);
    restless || behaviour.when.is_some() || behaviour.chance.is_some()
}

/// The facts about a deed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DeedFacts<'d> {
    /// What must happen before the deed proposes something, if it has just proposed nothing.
    pub(crate) trigger: Trigger<'d>,
    /// The part that the deed has in a plain hunt; see `shortcut/hunt.rs`.
    pub(crate) hunt: Option<HuntPart>,
    /// Whether it may propose to wait.
    waits: bool,
    /// Whether it notices foes by the light on them.
    reads_light: bool,
}

/// What must happen before a deed proposes something.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Trigger<'d> {
    /// Nothing in particular: it may propose something at any time.
    Anything,
    /// A foe is adjacent.
    Adjacent,
    /// A foe strikes.
    Blow,
    /// A foe comes into sight.
    Sight,
    /// A foe comes into sight, and within a distance if there is one.
    SightWithin(Option<&'d Formula>),
    /// A foe comes within a distance if there is one, and is noticed with a sense.
    Notice { within: Option<&'d Formula>, sense: Sense },
    /// A foe comes within a distance.
    Within(&'d Formula),
    /// The actor is farther from its home than this.
    Straying(&'d Formula),
    /// Nothing.
    Never,
}

/// A part of a plain hunt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HuntPart {
    /// It strikes adjacent foes.
    Strike,
    /// It always goes to the nearest foe.
    Approach,
}

impl<'d> DeedFacts<'d> {
    /// Returns the facts about a deed: the only place besides `mind.rs` that lists all deeds.
    pub(crate) const fn of(deed: &'d Deed) -> Self {
        match deed {
            Deed::Strike => {
                Self { hunt: Some(HuntPart::Strike), ..Self::triggered(Trigger::Adjacent) }
            }
            Deed::StrikeBack { .. } => Self::triggered(Trigger::Blow),
            Deed::Approach { within, sense, greedy, memory, .. } => {
                let always = within.is_none() && matches!(sense, Sense::Always);
                let notice = Trigger::Notice { within: within.as_ref(), sense: *sense };
                let plain = always && !*greedy && memory.is_none();
                Self {
                    hunt: if plain { Some(HuntPart::Approach) } else { None },
                    reads_light: matches!(sense, Sense::Light),
                    ..Self::triggered(if always { Trigger::Anything } else { notice })
                }
            }
            Deed::Surround { sense, .. } => Self {
                reads_light: matches!(sense, Sense::Light),
                ..Self::triggered(Trigger::Anything)
            },
            Deed::Flee { within } => Self::triggered(Trigger::SightWithin(within.as_ref())),
            Deed::KeepAway { .. } | Deed::Shoot { .. } => Self::triggered(Trigger::Sight),
            Deed::Guard { radius } => Self::triggered(Trigger::Straying(radius)),
            Deed::Ambush { within } => {
                Self { waits: true, ..Self::triggered(Trigger::Within(within)) }
            }
            Deed::Wait => Self { waits: true, ..Self::triggered(Trigger::Never) },
            Deed::Search { .. }
            | Deed::Alert { .. }
            | Deed::Disengage { .. }
            | Deed::Patrol { .. }
            | Deed::Follow { .. }
            | Deed::Cast { .. }
            | Deed::Advance
            | Deed::Wander { .. }
            | Deed::Mine { .. } => Self::triggered(Trigger::Anything),
        }
    }

    const fn triggered(trigger: Trigger<'d>) -> Self {
        Self { trigger, hunt: None, waits: false, reads_light: false }
    }
}
