//! Playing cards: things that are used from the game's own bags.

use barrow_dice::Fixed;
use barrow_engine::{Card, Command, Forecast, Seen, View};

use crate::walk::harms;

/// What a bot remembers of the cards it played.
#[derive(Clone, Debug, Default)]
pub(super) struct Cards {
    turn: u64,
    played: u32,
}

/// The maximum number of cards in a turn, so that cards that cost nothing come to an end.
const MAX_CARDS: u32 = 30;

impl Cards {
    /// Returns the card that helps most; or, if none does while foes are in view, the end of the
    /// turn.
    pub(super) fn play(&mut self, view: &View<'_>, legal: &[Command]) -> Option<Command> {
        let foes: Vec<Seen<'_>> = view.actors().filter(Seen::is_foe).collect();
        let mut held = false;
        let mut best: Option<(Fixed, Command)> = None;
        for bag in view.bags() {
            for card in bag.cards.iter().filter(|it| it.usable) {
                held = true;
                let name = view.pack().bags.name(bag.bag).into();
                let command = Command::UseFrom { bag: name, slot: card.item.slot };
                let worth = worth(view, card, &foes);
                let better = best.as_ref().is_none_or(|(other, _)| worth > *other);
                if worth > Fixed::ZERO && better && legal.contains(&command) {
                    best = Some((worth, command));
                }
            }
        }
        if view.turn() != self.turn {
            (self.turn, self.played) = (view.turn(), 0);
        }
        self.played += 1;
        let best = best.filter(|_| self.played <= MAX_CARDS).map(|(_, command)| command);
        best.or_else(|| (held && !foes.is_empty()).then_some(Command::Wait))
    }
}

/// Returns what a card is worth for its cost: the harm to foes and what the player gains.
fn worth(view: &View<'_>, card: &Card<'_>, foes: &[Seen<'_>]) -> Fixed {
    let life = view.pack().rules.life;
    let own = view.use_of(&card.item).unwrap_or_default();
    let harm = |it: Forecast| Fixed::ZERO - it.change(life).middle();
    let on_foes = foes.iter().filter_map(|foe| view.use_against(&card.item, foe));
    let most = on_foes.map(harm).max().unwrap_or_default();
    let gains = own.changes.iter().map(|(_, span)| span.middle());
    let gain = gains.filter(|it| *it > Fixed::ZERO).fold(Fixed::ZERO, |sum, it| sum + it);
    let sum = most.max(Fixed::ZERO) + gain;
    // What has no numbers, such as drawing cards, helps a little.
    let unknown = sum == Fixed::ZERO && own.more && !harms(view, &own);
    let sum = if unknown { Fixed::ONE } else { sum };
    let cost = card.cost.iter().fold(Fixed::ONE, |sum, (_, price)| sum + *price);
    sum / cost
}
