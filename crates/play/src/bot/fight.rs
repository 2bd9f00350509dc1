use barrow_dice::Fixed;
use barrow_engine::{Carried, Command, Forecast, Odds, Seen, View};
use barrow_grid::{Dir, Pos};
use barrow_pack::{Ability, Aim, Id};

use crate::walk::{adjacency, is_bad, life, max_life};

/// A visible foe and its strength.
#[derive(Clone, Copy)]
pub(super) struct Foe<'g> {
    pub(super) seen: Seen<'g>,
    /// The distance in steps, ignoring walls.
    pub(super) distance: u32,
    /// Its remaining life.
    pub(super) life: Fixed,
    /// The expected damage that it deals to the player per turn.
    pub(super) deals: Fixed,
    /// The expected damage that the player deals to it per turn.
    pub(super) takes: Fixed,
    /// The expected damage to the player of striking it.
    pub(super) recoil: Fixed,
    /// Whether it attacks from a distance.
    pub(super) casts: bool,
}

impl Foe<'_> {
    /// Returns `true` if the player's blows hurt it more than they hurt the player.
    pub(super) fn is_fightable(&self) -> bool {
        self.takes > self.recoil
    }

    /// Returns `true` if it is more than a nuisance.
    pub(super) fn is_serious(&self, life: Fixed) -> bool {
        self.deals * Fixed::from_whole(12) >= life
    }
}

/// The expected damage of an attack, and its command.
pub(super) struct Attack {
    pub(super) command: Command,
    pub(super) worth: Fixed,
}

/// Returns the visible foes, the nearest first.
pub(super) fn foes<'g>(view: &View<'g>) -> Vec<Foe<'g>> {
    let Some(own) = view.own() else { return Vec::new() };
    let mut foes: Vec<Foe<'g>> =
        view.actors().filter(Seen::is_foe).map(|seen| assess(view, &own, seen)).collect();
    foes.sort_by_key(|foe| (foe.distance, foe.seen.id()));
    foes
}

fn assess<'g>(view: &View<'g>, own: &Seen<'g>, seen: Seen<'g>) -> Foe<'g> {
    let pace = if own.speed() > Fixed::ZERO { seen.speed() / own.speed() } else { Fixed::ONE };
    let odds = view.odds_against(&seen);
    let casts = view.casts_of(&seen);
    Foe {
        seen,
        distance: adjacency(view).distance(own.pos(), seen.pos()),
        life: life_of(view, &seen),
        deals: threat(view, &seen) * pace,
        takes: taken(view, odds.as_ref(), life_of(view, &seen)),
        recoil: odds.map_or(Fixed::ZERO, |it| loss(view, &it.own, life(view))),
        casts: casts.iter().any(|(_, it)| loss(view, it, life(view)) > Fixed::ZERO),
    }
}

/// Returns the expected damage per turn of an actor to the player: by blows, or by abilities, which
/// are not available every turn.
fn threat(view: &View<'_>, foe: &Seen<'_>) -> Fixed {
    let blow = taken(view, view.odds_of(foe).as_ref(), life(view));
    let casts = view.casts_of(foe);
    let cast = casts.iter().map(|(_, forecast)| loss(view, forecast, life(view))).max();
    blow.max(cast.unwrap_or_default() / Fixed::from_whole(2))
}

fn life_of(view: &View<'_>, seen: &Seen<'_>) -> Fixed {
    let life = view.pack().rules.life;
    seen.gauges().find(|(id, _)| *id == life).map_or(Fixed::ONE, |(_, value)| value.now)
}

/// Returns the expected damage of a blow.
fn taken(view: &View<'_>, odds: Option<&Odds>, life: Fixed) -> Fixed {
    odds.map_or(Fixed::ZERO, |odds| odds.chance * loss(view, &odds.hit, life))
}

/// Returns the expected damage of a forecast. A harmful state counts a little.
pub(super) fn loss(view: &View<'_>, forecast: &Forecast, life: Fixed) -> Fixed {
    if forecast.kills {
        return life;
    }
    let loss = Fixed::ZERO - forecast.change(view.pack().rules.life).middle();
    let bad = forecast.begins.iter().any(|&state| is_bad(view, state));
    loss + if bad { Fixed::from_whole(2) } else { Fixed::ZERO }
}

/// Returns the cost in life of fighting all foes to the end, one after the other, or `None` if that
/// is not possible.
pub(super) fn price(foes: &[Foe<'_>]) -> Option<Fixed> {
    let mut turns = Fixed::ZERO;
    let mut sum = Fixed::ZERO;
    let mut order: Vec<&Foe<'_>> = foes.iter().collect();
    order.sort_by_key(|foe| (foe.distance, foe.life));
    for foe in order {
        if !foe.is_fightable() {
            if foe.deals > Fixed::ZERO {
                return None;
            }
            continue;
        }
        turns = turns + (foe.life / foe.takes).ceil().max(Fixed::ONE);
        sum = sum + foe.deals * turns;
    }
    Some(sum)
}

/// Returns the best blow, ability or throw against a visible foe.
pub(super) fn best_attack(view: &View<'_>, legal: &[Command], foes: &[Foe<'_>]) -> Option<Attack> {
    let bag: Vec<Carried<'_>> = view.bag().collect();
    let attacks = legal.iter().filter_map(|command| {
        let worth = worth(view, command, foes, &bag)?;
        (worth > Fixed::ZERO).then(|| Attack { command: command.clone(), worth })
    });
    // Of equal attacks the first is taken: blows are listed before abilities, which cost something.
    attacks.reduce(|best, it| if it.worth > best.worth { it } else { best })
}

fn worth(
    view: &View<'_>,
    command: &Command,
    foes: &[Foe<'_>],
    bag: &[Carried<'_>],
) -> Option<Fixed> {
    let here = view.own()?.pos();
    let at = |pos: Pos| foes.iter().find(|foe| foe.seen.pos() == pos);
    let item = |slot: u8| bag.iter().find(|it| it.slot == slot);
    match command {
        Command::Move(dir) => {
            let foe = at(here + *dir).filter(|foe| foe.is_fightable())?;
            Some(foe.takes.min(foe.life) + finishing(foe, foe.takes))
        }
        Command::Cast { ability, at: aim } => {
            let id = view.pack().abilities.find(ability)?;
            cast_worth(view, id, aim.map_or_else(|| nearest(view, id, foes), at)?, foes)
        }
        Command::Throw { slot, at: aim } => throw_worth(view, item(*slot)?, at(*aim)?),
        Command::Use { slot } => {
            let foe = foes.first().filter(|foe| foe.seen.pos().chebyshev(here) <= 1)?;
            use_worth(view, item(*slot)?, foe)
        }
        // Cards are weighed by themselves.
        Command::UseFrom { .. }
        | Command::Wait
        | Command::Pickup
        | Command::Drop { .. }
        | Command::Select { .. }
        | Command::Equip { .. }
        | Command::Unequip { .. }
        | Command::Descend
        | Command::Ascend
        | Command::Interact(_)
        | Command::Choose { .. }
        | Command::Cancel => None,
    }
}

/// Returns what throwing an item at a foe is worth. Worn things are not thrown.
fn throw_worth(view: &View<'_>, item: &Carried<'_>, foe: &Foe<'_>) -> Option<Fixed> {
    let loss = taken(view, view.throw_of(item, &foe.seen).as_ref(), foe.life);
    let helps = item.worn.is_none() && loss > Fixed::ZERO;
    helps.then(|| loss.min(foe.life) + finishing(foe, loss))
}

/// Returns what using an item on an adjacent foe is worth.
fn use_worth(view: &View<'_>, item: &Carried<'_>, foe: &Foe<'_>) -> Option<Fixed> {
    let harm = loss(view, &view.use_against(item, &foe.seen)?, foe.life);
    // What heals the user is no attack: `heal` drinks it when life is low.
    let own = loss(view, &view.use_of(item)?, life(view)).max(Fixed::ZERO);
    Some(harm - own - own)
}

/// Returns the extra worth of an attack that kills: the damage that the foe would still deal.
fn finishing(foe: &Foe<'_>, loss: Fixed) -> Fixed {
    if loss >= foe.life { foe.deals } else { Fixed::ZERO }
}

fn cast_worth(
    view: &View<'_>,
    ability: Id<Ability>,
    foe: &Foe<'_>,
    foes: &[Foe<'_>],
) -> Option<Fixed> {
    let what = view.pack().abilities.get(ability);
    let own = view.own()?.pos();
    let center = if what.aim == Aim::Own { own } else { foe.seen.pos() };
    // An ability with an area is worth the damage to everyone in it.
    let wide = what.extent.is_given();
    let reached = foes
        .iter()
        .filter(|it| it.seen.id() == foe.seen.id() || wide && it.seen.pos().chebyshev(center) <= 1);
    let each = reached.map(|it| {
        let loss = loss(view, &view.cast_of(ability, Some(&it.seen)), it.life);
        loss.min(it.life) + finishing(it, loss)
    });
    let sum = each.fold(Fixed::ZERO, |sum, it| sum + it);
    // An attack that costs something must do a little more than a free one.
    Some(if what.cost.is_empty() { sum } else { sum - Fixed::from_basis_points(1) })
}

/// Returns the foe that an ability without an aim reaches.
fn nearest<'f, 'g>(
    view: &View<'g>,
    ability: Id<Ability>,
    foes: &'f [Foe<'g>],
) -> Option<&'f Foe<'g>> {
    let what = view.pack().abilities.get(ability);
    match what.aim {
        Aim::Own => foes.first().filter(|foe| what.extent.is_given() && foe.distance <= 1),
        Aim::Nearest | Aim::Target | Aim::Cell => foes.first(),
        Aim::Item => None,
    }
}

/// Returns an ability that puts the player into a good state for a short time, such as a dodge or
/// a block, if it is not in that state already.
pub(super) fn guard(view: &View<'_>, legal: &[Command]) -> Option<Command> {
    let guards = |command: &&Command| {
        let Command::Cast { ability, at: None } = command else { return false };
        let Some(id) = view.pack().abilities.find(ability) else { return false };
        let what = view.pack().abilities.get(id);
        let begins = view.cast_of(id, None).begins;
        let good = |state: &_| !is_bad(view, *state) && !view.states().any(|it| it.state == *state);
        what.aim == Aim::Own && !what.extent.is_given() && begins.iter().any(good)
    };
    legal.iter().find(guards).cloned()
}

/// Returns the remaining life in thousandths of the maximum.
pub(super) fn life_share(view: &View<'_>) -> i64 {
    let max = max_life(view);
    if max <= Fixed::ZERO {
        return 1000;
    }
    (life(view) * Fixed::from_whole(1000) / max).to_whole()
}

/// Returns the step towards a position, ignoring walls.
pub(super) fn towards(view: &View<'_>, to: Pos) -> Option<Dir> {
    Dir::towards(view.own()?.pos(), to)
}
