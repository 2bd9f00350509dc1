//! Playing cards: things that are used from the game's own bags.

use barrow_dice::Fixed;
use barrow_engine::{Card, Command, EntityId, Forecast, OpenMenuView, View};

use super::fight::{Foe, loss};
use crate::walk::{harms, life};

/// What a bot remembers of the cards it played.
#[derive(Clone, Debug, Default)]
pub(super) struct Cards {
    turn: u64,
    played: u32,
    /// Whom the last card is meant for, if it asks.
    aim: Option<EntityId>,
}

/// The maximum number of cards in a turn, so that cards that cost nothing come to an end.
const MAX_CARDS: u32 = 30;

impl Cards {
    /// Returns the card that helps most; or, if none does while foes are in view, the end of the
    /// turn.
    pub(super) fn play(
        &mut self,
        view: &View<'_>,
        legal: &[Command],
        foes: &[Foe<'_>],
    ) -> Option<Command> {
        let mut held = false;
        let mut best: Option<(Worth, Command)> = None;
        for bag in view.bags() {
            for card in bag.cards.iter().filter(|it| it.usable) {
                held = true;
                let name = view.pack().bags.name(bag.bag).into();
                let command = Command::UseFrom { bag: name, slot: card.item.slot };
                let Some(worth) = worth(view, card, foes) else { continue };
                let better = best.as_ref().is_none_or(|(other, _)| worth.sum > other.sum);
                if worth.sum > Fixed::ZERO && better && legal.contains(&command) {
                    best = Some((worth, command));
                }
            }
        }
        if view.turn() != self.turn {
            (self.turn, self.played) = (view.turn(), 0);
        }
        self.played += 1;
        let best = best.filter(|_| self.played <= MAX_CARDS);
        self.aim = best.as_ref().and_then(|(worth, _)| worth.aim);
        let best = best.map(|(_, command)| command);
        best.or_else(|| (held && !foes.is_empty()).then_some(Command::Wait))
    }

    /// Returns the answer to a card that asks whom it is meant for.
    pub(super) fn answer(&mut self, menu: &OpenMenuView, legal: &[Command]) -> Option<Command> {
        let aim = self.aim.take()?;
        let option = menu.options.iter().position(|it| it.thing == Some(aim))?;
        let command = Command::Choose { option: u8::try_from(option).ok()? };
        legal.contains(&command).then_some(command)
    }
}

/// What a card is worth for its cost, and against whom.
struct Worth {
    sum: Fixed,
    aim: Option<EntityId>,
}

fn worth(view: &View<'_>, card: &Card<'_>, foes: &[Foe<'_>]) -> Option<Worth> {
    let kind = card.item.item.glimpse().kind().map(|id| view.pack().kinds.get(id));
    let aimed = kind.and_then(|it| it.item.as_ref()).is_some_and(|it| it.aim.is_some());
    let stakes = Stakes::of(view, foes);
    let on_foes = foes.iter().filter_map(|foe| {
        let (own, theirs) = view.use_on(&card.item, &foe.seen)?;
        Some((foe, own, hurt(view, foe, &theirs)))
    });
    let (sum, aim) = if aimed {
        let sums = on_foes.map(|(foe, own, hurt)| (hurt + gain(view, &own, stakes), foe));
        let (sum, foe) = sums.max_by_key(|it| it.0)?;
        (sum, Some(foe.seen.id()))
    } else {
        let own = view.use_of(&card.item).unwrap_or_default();
        let hurts = on_foes.fold(Fixed::ZERO, |sum, (_, _, hurt)| sum + hurt);
        (hurts + gain(view, &own, stakes), None)
    };
    let cost = card.cost.iter().fold(Fixed::ONE, |sum, (_, price)| sum + *price);
    Some(Worth { sum: sum / cost, aim })
}

/// What the foes in view mean for the player.
#[derive(Clone, Copy)]
struct Stakes {
    /// The damage that they would do now.
    threat: Fixed,
    /// How long the fight will be: their life as a multiple of the player's. In a long fight it is
    /// better to lose less, in a short one to strike.
    length: Fixed,
}

impl Stakes {
    fn of(view: &View<'_>, foes: &[Foe<'_>]) -> Self {
        let sum = |sum: Fixed, it: Fixed| sum + it;
        let threat = foes.iter().map(|foe| threat(view, foe)).fold(Fixed::ZERO, sum);
        let lives = foes.iter().map(|foe| foe.life).fold(Fixed::ZERO, sum);
        let length = lives / life(view).max(Fixed::ONE);
        let length = length.max(Fixed::ONE).min(Fixed::from_whole(3));
        Self { threat, length }
    }
}

/// Returns the damage that a foe would do to the player now.
fn threat(view: &View<'_>, foe: &Foe<'_>) -> Fixed {
    let casts = view.casts_of(&foe.seen);
    let casts = casts.iter().map(|(_, forecast)| loss(view, forecast, life(view)));
    casts.fold(foe.deals, Fixed::max)
}

/// Returns what a foe loses: life, and the blows that it will not strike. Other numbers that change
/// count a little less.
fn hurt(view: &View<'_>, foe: &Foe<'_>, forecast: &Forecast) -> Fixed {
    let loss = loss(view, forecast, foe.life);
    let rest = others(view, forecast).fold(Fixed::ZERO, |sum, by| sum + by.abs());
    let finish = if loss >= foe.life { threat(view, foe) } else { Fixed::ZERO };
    loss.min(foe.life) + finish + rest * Fixed::from_basis_points(8_000)
}

/// Returns what the player gains: life, and numbers as far as there is something to fear.
fn gain(view: &View<'_>, forecast: &Forecast, stakes: Stakes) -> Fixed {
    if forecast.kills || loss(view, forecast, life(view)) >= life(view) {
        return Fixed::from_whole(-1_000);
    }
    let gains = others(view, forecast).filter(|it| *it > Fixed::ZERO);
    let numbers = gains.fold(Fixed::ZERO, |sum, by| sum + by);
    let healed = forecast.change(view.pack().rules.life).middle();
    // What has no numbers, such as drawing cards, helps a little.
    let more = forecast.more && !harms(view, forecast);
    let numbers = numbers.min(stakes.threat + Fixed::ONE);
    (healed + numbers) * stakes.length + if more { Fixed::ONE } else { Fixed::ZERO }
}

/// Returns what a forecast adds to values other than life.
fn others(view: &View<'_>, forecast: &Forecast) -> impl Iterator<Item = Fixed> {
    let life = view.pack().rules.life;
    forecast.changes.iter().filter(move |(id, _)| *id != life).map(|(_, span)| span.middle())
}
