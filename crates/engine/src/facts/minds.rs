//! Facts about minds.

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
    behaviours.any(|it| reads_light(&it.deed))
}

const fn reads_light(deed: &Deed) -> bool {
    match deed {
        Deed::Approach { sense, .. } | Deed::Surround { sense, .. } => match sense {
            Sense::Light => true,
            Sense::Always | Sense::Sight => false,
        },
        Deed::Strike
        | Deed::StrikeBack
        | Deed::Search { .. }
        | Deed::Alert { .. }
        | Deed::Disengage { .. }
        | Deed::Patrol { .. }
        | Deed::Follow { .. }
        | Deed::Flee { .. }
        | Deed::KeepAway { .. }
        | Deed::Cast { .. }
        | Deed::Shoot { .. }
        | Deed::Advance
        | Deed::Guard { .. }
        | Deed::Wander { .. }
        | Deed::Ambush { .. }
        | Deed::Mine { .. }
        | Deed::Wait => false,
    }
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
    match deed {
        Deed::Wait | Deed::Ambush { .. } => true,
        Deed::Strike
        | Deed::StrikeBack
        | Deed::Surround { .. }
        | Deed::Search { .. }
        | Deed::Alert { .. }
        | Deed::Disengage { .. }
        | Deed::Patrol { .. }
        | Deed::Follow { .. }
        | Deed::Approach { .. }
        | Deed::Flee { .. }
        | Deed::KeepAway { .. }
        | Deed::Cast { .. }
        | Deed::Shoot { .. }
        | Deed::Advance
        | Deed::Guard { .. }
        | Deed::Wander { .. }
        | Deed::Mine { .. } => false,
    }
}

/// Returns `true` if a behaviour that has just proposed nothing may propose something in the next
/// turn, though nothing has changed and no foe has come near.
pub(crate) const fn is_restless_behaviour(behaviour: &Behaviour) -> bool {
    let deed = match &behaviour.deed {
        Deed::Approach { within, sense, .. } => within.is_none() && matches!(sense, Sense::Always),
        Deed::Cast { .. }
        | Deed::Advance
        | Deed::Wander { .. }
        | Deed::Mine { .. }
        | Deed::Surround { .. }
        | Deed::Search { .. }
        | Deed::Alert { .. }
        | Deed::Disengage { .. }
        | Deed::Patrol { .. }
        | Deed::Follow { .. } => true,
        Deed::Strike
        | Deed::StrikeBack
        | Deed::Flee { .. }
        | Deed::KeepAway { .. }
        | Deed::Shoot { .. }
        | Deed::Guard { .. }
        | Deed::Ambush { .. }
        | Deed::Wait => false,
    };
    deed || behaviour.when.is_some() || behaviour.chance.is_some()
}
