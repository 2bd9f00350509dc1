use std::collections::BTreeSet;

use barrow_dice::Fixed;
use barrow_engine::{Carried, Command, Comparison, EntityId, Forecast, Seen, View};
use barrow_pack::{AttributeKind, Effect, Occasion, Policy};

use super::fight::life_share;
use crate::walk::{harms, is_bad, life, max_life};

/// What a bot remembers about the items it carries.
#[derive(Clone, Debug, Default)]
pub(super) struct Items {
    /// The items that it has considered equipping. Each is considered once, so that the bot does
    /// not swap two items forever.
    worn: BTreeSet<EntityId>,
    /// The names of the items that it has used to see what they do.
    tried: BTreeSet<String>,
    /// The item used last, and the turn. If no time has passed since, using it again is in vain.
    last: Option<(EntityId, u64)>,
}

impl Items {
    /// Returns a command that equips something better.
    pub(super) fn equip_better(
        &mut self,
        view: &View<'_>,
        legal: &[Command],
        policy: &Policy,
    ) -> Option<Command> {
        let bag: Vec<Carried<'_>> = view.bag().collect();
        for item in bag.iter().filter(|it| it.worn.is_none()) {
            let command = Command::Equip { slot: item.slot };
            let id = item.item.id();
            if self.worn.contains(&id) || !legal.contains(&command) {
                continue;
            }
            let better = view.if_worn(item).is_none_or(|changes| {
                worth_of(&changes, policy) + weapon_gain(view, item, &bag) > Fixed::ZERO
            });
            self.worn.insert(id);
            if better {
                return Some(command);
            }
        }
        None
    }

    /// Returns a command that switches a lamp on in the dark, or off where another is better. Light
    /// in all directions is best, since it shows what comes from the side.
    pub(super) fn light(view: &View<'_>, legal: &[Command]) -> Option<Command> {
        let lamps = Self::lamps(view, legal);
        let (_, best) = lamps.iter().min_by_key(|(narrow, it)| (*narrow, it.on != Some(true)))?;
        let here = view.own()?.pos();
        let near = barrow_grid::Dir::ALL.iter().filter(|&&dir| view.visible().contains(here + dir));
        let burning = || lamps.iter().filter(|(_, it)| it.on == Some(true));
        // The player's own cell is visible even in the dark; if more is visible, there is light.
        let dark = burning().next().is_some() || near.count() < 3;
        if best.on == Some(false) && dark {
            return Some(Command::Use { slot: best.slot });
        }
        let other = burning().find(|(_, it)| best.on == Some(true) && it.slot != best.slot);
        other.map(|(_, it)| Command::Use { slot: it.slot })
    }

    /// Returns a command that switches a burning lamp off.
    pub(super) fn douse(view: &View<'_>, legal: &[Command]) -> Option<Command> {
        let lamps = Self::lamps(view, legal);
        let burning = lamps.iter().find(|(_, it)| it.on == Some(true));
        burning.map(|(_, it)| Command::Use { slot: it.slot })
    }

    /// Returns the lamps that can be switched, and whether each shines in one direction only.
    fn lamps<'g>(view: &View<'g>, legal: &[Command]) -> Vec<(bool, Carried<'g>)> {
        let lamp = |it: &Carried<'_>| {
            let kind = view.pack().kinds.get(it.item.glimpse().kind()?);
            it.on.and(kind.light.as_ref()).map(|light| light.angle.is_some())
        };
        let usable = |it: &Carried<'_>| legal.contains(&Command::Use { slot: it.slot });
        view.bag().filter(usable).filter_map(|it| Some((lamp(&it)?, it))).collect()
    }

    /// Returns a command that uses a healing item, if it is needed.
    pub(super) fn heal(view: &View<'_>, legal: &[Command], below: i64) -> Option<Command> {
        if life_share(view) >= below {
            return None;
        }
        let lacking = max_life(view) - life(view);
        let use_it = |command: &Command| {
            let good = if let Command::Use { slot } = command {
                view.use_of(&view.bag().find(|it| it.slot == *slot)?)?
            } else if let Command::Cast { ability, at: None } = command {
                view.cast_of(view.pack().abilities.find(ability)?, None)
            } else {
                return None;
            };
            let gain = good.change(view.pack().rules.life).middle();
            (gain > Fixed::ZERO).then(|| (gain.min(lacking), command.clone()))
        };
        legal.iter().filter_map(use_it).max_by_key(|(gain, _)| *gain).map(|(_, command)| command)
    }

    /// Returns a command that uses an item to fill a gauge, if none of the effect is wasted. This
    /// is for packs whose gauges fall constantly and whose bags are small.
    pub(super) fn refresh(view: &View<'_>, legal: &[Command]) -> Option<Command> {
        let own = view.own()?;
        view.bag().find_map(|item| {
            let good = view.use_of(&item)?;
            let fits = own.gauges().any(|(id, value)| {
                let gain = good.change(id).middle();
                gain > Fixed::ZERO && value.max - value.now >= gain
            });
            let command = Command::Use { slot: item.slot };
            (fits && item.on.is_none() && legal.contains(&command)).then_some(command)
        })
    }

    /// Returns a command that uses an item to end a bad state.
    pub(super) fn cure(view: &View<'_>, legal: &[Command]) -> Option<Command> {
        let ill: Vec<_> =
            view.states().map(|it| it.state).filter(|&state| is_bad(view, state)).collect();
        if ill.is_empty() {
            return None;
        }
        view.bag().find_map(|item| {
            let cures = view.use_of(&item)?.ends.iter().any(|state| ill.contains(state));
            let command = Command::Use { slot: item.slot };
            (cures && legal.contains(&command)).then_some(command)
        })
    }

    /// Returns a command that uses an item to get away from here.
    pub(super) fn escape(view: &View<'_>, legal: &[Command]) -> Option<Command> {
        view.bag().find_map(|item| {
            let kind = view.pack().kinds.get(item.item.glimpse().kind()?);
            let leads_away = kind
                .on
                .effects(Occasion::Use)
                .iter()
                .any(|it| matches!(it, Effect::Move { .. } | Effect::Go { .. }));
            let command = Command::Use { slot: item.slot };
            (leads_away && legal.contains(&command)).then_some(command)
        })
    }

    /// Returns a command that uses an item for a hard fight: it begins a state that is not bad and
    /// that the player is not in.
    pub(super) fn bolster(view: &View<'_>, legal: &[Command]) -> Option<Command> {
        let has = |state| view.states().any(|it| it.state == state);
        view.bag().find_map(|item| {
            let good = view.use_of(&item)?;
            let fresh = |&state: &_| !is_bad(view, state) && !has(state);
            let helps = !good.begins.is_empty() && good.begins.iter().all(fresh);
            let command = Command::Use { slot: item.slot };
            (helps && !harms(view, &good) && legal.contains(&command)).then_some(command)
        })
    }

    /// Returns `true` if the player carries an item of the same name.
    pub(super) fn has_alike(view: &View<'_>, item: &Seen<'_>) -> bool {
        view.bag().any(|it| it.item.name() == item.name())
    }

    /// Returns a command that drops the least useful item: one without any use that is known, or
    /// equipment that the player has twice or would not rather wear.
    pub(super) fn junk(&self, view: &View<'_>, legal: &[Command]) -> Option<Command> {
        let bag: Vec<Carried<'_>> = view.bag().collect();
        let kinds = || view.pack().kinds.iter();
        let opens =
            |id| kinds().any(|(_, it)| it.door.as_ref().is_some_and(|it| it.keys.contains(&id)));
        let is_junk = |item: &&Carried<'_>| {
            let Some(id) = item.item.glimpse().kind() else { return false };
            let kind = view.pack().kinds.get(id);
            let alike = bag.iter().filter(|it| it.item.name() == item.item.name()).count() > 1;
            let worn = kind.item.as_ref().is_some_and(|it| it.slot.is_some());
            let useful = view.use_of(item).is_some() || kind.strike.is_some() || opens(id);
            let worse = self.worn.contains(&item.item.id());
            item.worn.is_none() && item.on.is_none() && !useful && (!worn || alike || worse)
        };
        let mut droppable =
            bag.iter().filter(|it| legal.contains(&Command::Drop { slot: it.slot }));
        droppable.find(is_junk).map(|item| Command::Drop { slot: item.slot })
    }

    /// Returns a command that uses an item while there is no danger: an unknown item, a permanent
    /// improvement, or one that fills a half-empty gauge.
    pub(super) fn try_out(&mut self, view: &View<'_>, legal: &[Command]) -> Option<Command> {
        let bag: Vec<Carried<'_>> = view.bag().collect();
        for item in bag {
            let command = Command::Use { slot: item.slot };
            let now = (item.item.id(), view.turn());
            if item.on.is_some() || self.last == Some(now) || !legal.contains(&command) {
                continue;
            }
            let wanted = match (item.item.glimpse().kind(), view.use_of(&item)) {
                (None, _) => life_share(view) > 600,
                (Some(_), Some(forecast)) => is_improvement(view, &forecast),
                (Some(_), None) => false,
            };
            if wanted {
                self.last = Some(now);
                return Some(command);
            }
            // An item whose effect has no numbers is used once, to see what it does.
            let beyond = view.use_of(&item).is_some_and(|it| it.more && !harms(view, &it));
            if beyond && self.tried.insert(item.item.name()) {
                return Some(command);
            }
        }
        None
    }
}

/// Returns what changes of the player's values are worth to a policy.
pub(super) fn worth_of(changes: &[Comparison], policy: &Policy) -> Fixed {
    changes.iter().fold(Fixed::ZERO, |sum, it| {
        let by = it.then - it.now;
        sum + if policy.values.is_empty() {
            by / it.now.abs().max(Fixed::ONE)
        } else {
            by * policy.values.get(&it.attribute).copied().unwrap_or_default()
        }
    })
}

/// Returns how much better a blow with this weapon is than with the current one.
fn weapon_gain(view: &View<'_>, item: &Carried<'_>, bag: &[Carried<'_>]) -> Fixed {
    let harm = |it: &Carried<'_>| {
        let forecast = view.blow_with(it)?;
        Some(Fixed::ZERO - forecast.change(view.pack().rules.life).middle())
    };
    let Some(new) = harm(item) else { return Fixed::ZERO };
    let old = bag.iter().filter(|it| it.worn.is_some()).find_map(harm);
    let old = old.or_else(|| {
        let bare = view.odds_against(&view.own()?)?;
        Some(Fixed::ZERO - bare.hit.change(view.pack().rules.life).middle())
    });
    let old = old.unwrap_or_default();
    (new - old) / old.max(Fixed::ONE)
}

/// Returns `true` if the use is a permanent improvement or fills a half-empty gauge, and does no
/// harm.
fn is_improvement(view: &View<'_>, forecast: &Forecast) -> bool {
    if harms(view, forecast) {
        return false;
    }
    let pack = view.pack();
    let raises = forecast.raises.iter().any(|(_, span)| span.middle() > Fixed::ZERO);
    let grows = forecast.changes.iter().any(|&(id, span)| {
        let number = pack.attributes.get(id).kind() == AttributeKind::Number;
        number && span.middle() > Fixed::ZERO
    });
    let own = view.own();
    let fills = forecast.changes.iter().any(|&(id, span)| {
        let gauge = own.and_then(|own| own.gauges().find(|(it, _)| *it == id));
        let low = |value: barrow_engine::Value| value.now + value.now < value.max;
        id != pack.rules.life
            && span.middle() > Fixed::ZERO
            && gauge.is_some_and(|(_, value)| low(value))
    });
    raises || grows || fills
}
