use barrow_dice::Fixed;
use barrow_pack::{Attribute, Bag, BagName, Id, Kind};

use super::{Carried, View};
use crate::action::Action;
use crate::refusal::Refusal;

/// One of the player's bags that the pack declares: a hand, a pile, a stash.
#[derive(Clone)]
pub struct BagView<'g> {
    /// The bag.
    pub bag: Id<Bag>,
    /// Its name on the screen.
    pub label: &'g str,
    /// How many things are in it.
    pub count: usize,
    /// How many it can hold, if it has a limit.
    pub limit: Option<usize>,
    /// What is in it, unless the bag is hidden.
    pub cards: Vec<Card<'g>>,
}

/// A thing in a bag that the pack declares.
#[derive(Clone)]
pub struct Card<'g> {
    /// The item; its slot is its index in this bag.
    pub item: Carried<'g>,
    /// The description, if the player knows what it is.
    pub about: &'g str,
    /// What using it costs.
    pub cost: Vec<(Id<Attribute>, Fixed)>,
    /// Whether it is used from this bag.
    pub usable: bool,
    /// Why it cannot be used now.
    pub refusal: Option<Refusal>,
}

impl<'g> View<'g> {
    /// Returns `true` if the player has room to pick up a thing of a kind, or of an unknown one.
    pub fn has_room_for(&self, kind: Option<Id<Kind>>) -> bool {
        let (look, who) = (self.look, self.player.entity);
        let bag = look.bag(who);
        let in_no_bag = kind.is_some_and(|id| look.pack.kinds.get(id).item.is_none());
        let joins = |&it: &crate::EntityId| {
            Some(look.entity(it).kind) == kind && look.entity(it).count < look.largest_stack(it)
        };
        let held = Fixed::from_whole(i64::try_from(bag.len()).unwrap_or(i64::MAX));
        in_no_bag
            || held < look.value(who, look.pack.core.room)
            || bag.iter().any(joins)
            || kind.is_some_and(|id| look.fits_empty_slot(who, id))
    }

    /// Iterates over the player's bags that the pack declares.
    pub fn bags(&self) -> impl Iterator<Item = BagView<'g>> {
        let who = self.player.entity;
        let actor = self.look.world.entities[who.index()].actor.as_deref();
        let bags = actor.map_or(&[][..], |it| &it.bags).iter();
        bags.map(move |&(bag, ref items)| {
            let what = self.look.pack.bags.get(bag);
            let shown = if what.hidden { &[][..] } else { items };
            BagView {
                bag,
                label: &what.label,
                count: items.len(),
                limit: self.look.limit_of(who, bag),
                cards: (0..=u8::MAX)
                    .zip(shown)
                    .map(|(slot, &id)| self.card(bag, slot, id))
                    .collect(),
            }
        })
    }

    fn card(&self, bag: Id<Bag>, slot: u8, id: crate::EntityId) -> Card<'g> {
        let kind = self.look.kind(id);
        let facet = kind.item.as_ref();
        let usable = facet.is_some_and(|it| it.from == BagName::Named(bag) && !it.verb.is_empty());
        let who = self.player.entity;
        let scene = self.look.handling_scene(who, id).with_own(id);
        let cost = facet.into_iter().flat_map(|it| &it.cost);
        let refusal = usable.then(|| self.look.resolve(who, Action::Use(id)).err()).flatten();
        Card {
            item: Carried { slot, worn: None, on: None, item: self.seen(id) },
            about: if self.look.is_known(self.look.entity(id).kind) { &kind.about } else { "" },
            cost: cost.map(|(&id, price)| (id, self.look.expected(price, &scene))).collect(),
            usable,
            refusal,
        }
    }
}
