use barrow_engine::{BagView, Card, Command, View};

use super::carried_name;
use super::side::{Row, Section};
use crate::palette::Role;

/// A thing that is used from one of the game's own bags, such as a card of a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playable {
    /// Its number on the screen, from 1.
    pub number: usize,
    /// Its name and cost.
    pub label: String,
    /// Its description.
    pub about: String,
    /// The command that uses it.
    pub command: Command,
    /// Whether it can be used now.
    pub able: bool,
}

/// Returns all that is used from the game's own bags, in the order of the screen.
pub fn playables(view: &View<'_>) -> Vec<Playable> {
    let bags: Vec<BagView<'_>> = view.bags().collect();
    let cards = bags.iter().flat_map(|bag| bag.cards.iter().map(move |card| (bag, card)));
    let usable = cards.filter(|(_, card)| card.usable);
    let playable = |(number, (bag, card)): (usize, (&BagView<'_>, &Card<'_>))| Playable {
        number,
        label: label(view, card),
        about: card.about.into(),
        command: Command::UseFrom {
            bag: view.pack().bags.name(bag.bag).into(),
            slot: card.item.slot,
        },
        able: card.refusal.is_none(),
    };
    (1..).zip(usable).map(playable).collect()
}

/// Returns a section for each of the game's own bags: what is in it, or how much.
pub(super) fn sections(view: &View<'_>) -> Vec<Section> {
    let mut number = 0;
    let mut sections = Vec::new();
    // An empty pile says nothing.
    for bag in view.bags().filter(|it| it.count > 0 || it.limit.is_some()) {
        let rows = bag.cards.iter().map(|card| {
            number += usize::from(card.usable);
            let role = if card.refusal.is_some() { Role::Dim } else { Role::Text };
            let key = if card.usable { format!("{number:>2} ") } else { "   ".into() };
            let about = if card.about.is_empty() { "" } else { ": " };
            let about = format!("{about}{}", card.about);
            Row::Parts(vec![(Role::Key, key), (role, label(view, card)), (Role::Dim, about)])
        });
        let rows: Vec<Row> = rows.collect();
        let limit = bag.limit.map(|limit| format!(" of {limit}")).unwrap_or_default();
        sections.push(Section { heading: format!("{} {}{limit}", bag.label, bag.count), rows });
    }
    sections
}

/// Returns the name and the cost of a card.
fn label(view: &View<'_>, card: &Card<'_>) -> String {
    let price = |&(id, price): &(_, _)| format!("{price} {}", view.pack().attributes.get(id).label);
    let cost: Vec<String> = card.cost.iter().map(price).collect();
    let name = carried_name(&card.item);
    if cost.is_empty() { name } else { format!("{name} ({})", cost.join(", ")) }
}
