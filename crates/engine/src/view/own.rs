use std::borrow::Cow;

use barrow_dice::{Fixed, Formula};
use barrow_grid::Pos;
use barrow_pack::{Ability, Aim, Attribute, AttributeKind, Id, Row, Slot, State, Template};

use super::{Seen, View};
use crate::ctx::scene::Scene;
use crate::refusal::Refusal;
use crate::sheet::Attributes;
use crate::state::entity::EntityId;

/// A row of the panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PanelRow<'g> {
    /// Its label.
    pub label: &'g str,
    /// The value it shows.
    pub value: Fixed,
    /// The text it shows instead.
    pub text: Option<String>,
    /// The same text with more words, for where there is room.
    pub wide: Option<String>,
    /// The maximum, for a gauge.
    pub max: Option<Fixed>,
    /// Whether it is drawn as a bar.
    pub bar: bool,
}

/// An item in the bag.
#[derive(Clone, Copy)]
pub struct Carried<'g> {
    /// Its index in the bag, which commands use.
    pub slot: u8,
    /// The slot it is worn in, if it is.
    pub worn: Option<Id<Slot>>,
    /// Whether it is switched on; `None` if it has no switch.
    pub on: Option<bool>,
    /// The item itself.
    pub item: Seen<'g>,
}

/// A state and how long it lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActiveState {
    /// The state.
    pub state: Id<State>,
    /// The number of turns left.
    pub turns: u32,
}

/// An ability that the player can cast, now or later. [`View::cost`] returns its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castable<'g> {
    /// The ability.
    pub ability: Id<Ability>,
    /// Its name. An ability of an unidentified item is called like that item.
    pub name: Cow<'g, str>,
    /// Its description, unless it comes from an unidentified item.
    pub about: &'g str,
    /// The number of turns until it can be cast again.
    pub cooldown: u64,
    /// How it is aimed.
    pub aim: Aim,
    /// Its range; `None` for as far as the actor sees.
    pub range: Option<i64>,
    /// The radius of its effect around the target, or the size of its shape, if it has one.
    pub radius: Option<i64>,
    /// Why it cannot be cast now, wherever it is aimed.
    pub refusal: Option<Refusal>,
}

/// Cells where something will happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announcement {
    /// The cells that the player sees.
    pub cells: Vec<Pos>,
    /// The number of turns until then.
    pub turns: u64,
}

impl<'g> View<'g> {
    /// Returns the player's own actor, while it exists.
    pub fn own(&self) -> Option<Seen<'g>> {
        self.look.pos(self.player.entity).map(|_| self.seen(self.player.entity))
    }

    /// Returns whether this is the player's actor, even after its death.
    pub fn is_own(&self, id: EntityId) -> bool {
        id == self.player.entity
    }

    /// Returns the name of the player's actor, even after its death.
    pub fn name(&self) -> String {
        self.look.plain_name(self.player.entity)
    }

    /// Iterates over the rows of the panel in the pack's order, without gauges that this actor
    /// lacks: the heroes of a pack may differ.
    pub fn panel(&self) -> impl Iterator<Item = PanelRow<'g>> {
        let shown = |row: &&Row| {
            let when = row.when.as_ref();
            when.is_none_or(|it| self.look.shown(it, &self.scene()).is_true())
        };
        let rows = self.look.pack.rules.panel.iter().filter(shown).map(|row| {
            let label = |id: Id<Attribute>| &*self.look.pack.attributes.get(id).label;
            let (sheet, who) = (self.look.sheet(), self.player.entity);
            let number = || row.value.as_ref().map(|it| self.look.shown(it, &self.scene()));
            let (value, max) = match row.attribute {
                None => (number().unwrap_or_default(), None),
                Some(id) => match self.look.pack.attributes.get(id).kind() {
                    AttributeKind::Gauge => {
                        let gauge = sheet.gauge(who, id);
                        (gauge.now, Some(gauge.max))
                    }
                    AttributeKind::Flag | AttributeKind::Number => (sheet.value(who, id), None),
                },
            };
            let off_by =
                row.attribute.and_then(|id| self.look.veiled_by(self.number.into(), who, id));
            let value = off_by.map_or(value, |by| {
                let wrong = (value + by).max(Fixed::ZERO);
                max.map_or(wrong, |max| wrong.min(max))
            });
            let own_label = row.attribute.filter(|_| row.label.is_empty()).map(label);
            let told = |it: &Template| (!it.is_empty()).then(|| self.told(it, None));
            let (text, wide) = (told(&row.text), told(&row.wide));
            let label = own_label.unwrap_or(&row.label);
            PanelRow { label, value, text, wide, max, bar: row.bar }
        });
        rows.filter(|row| row.max != Some(Fixed::ZERO))
    }

    /// Returns how tense the pack says it is, from 0 to 1, for the music.
    pub fn tension(&self) -> Fixed {
        let formula = self.look.pack.rules.tension.as_ref();
        let tension = formula.map(|it| self.look.shown(it, &self.scene())).unwrap_or_default();
        tension.clamp(Fixed::ZERO, Fixed::ONE)
    }

    /// Returns all attributes of the player's actor, with the reasons for their values.
    pub fn attributes(&self) -> Attributes {
        let mut all = Attributes::default();
        self.read_attributes(&mut all);
        all
    }

    /// Works like [`View::attributes`], but reuses the memory of `into`, for callers that read
    /// often.
    pub fn read_attributes(&self, into: &mut Attributes) {
        self.look.sheet().explain_all(self.player.entity, into);
        if self.look.facts.has_secrets {
            let secret = |id| self.look.pack.attributes.get(id).secret;
            into.values.retain(|it| !secret(it.attribute));
            into.reasons.retain(|it| !secret(it.attribute));
        }
    }

    /// Iterates over the states of the player's actor.
    pub fn states(&self) -> impl Iterator<Item = ActiveState> {
        let states = self.look.actor(self.player.entity).map_or(&[][..], |actor| &actor.states);
        states.iter().map(|&(state, turns)| ActiveState { state, turns })
    }

    /// Iterates over the items that the player's actor carries, in the order of the slots; after
    /// its death, over those that it carried.
    pub fn bag(&self) -> impl Iterator<Item = Carried<'g>> {
        let entity = &self.look.world.entities[self.player.entity.index()];
        let actor = entity.actor.as_deref().filter(|_| entity.exists());
        let held = actor.map_or(&[][..], |it| &it.bag).iter().map(|&id| (id, None));
        let left = if entity.exists() { &[][..] } else { &self.player.estate };
        // Most things are carried in the order in which they were put on.
        let worn = actor.map_or(&[][..], |it| &it.worn);
        let mut next_worn = 0;
        held.chain(left.iter().copied()).zip(0..).map(move |((id, was_worn), slot)| {
            let facts = self.look.facts.item(self.look.entity(id).kind);
            let is_next = worn.get(next_worn).is_some_and(|it| it.1 == id);
            let is_worn = |it: &&(Id<Slot>, EntityId)| it.1 == id;
            let found = match (is_next, facts.wearable) {
                (true, _) => worn.get(next_worn),
                (false, true) => worn.iter().find(is_worn),
                (false, false) => None,
            };
            next_worn += usize::from(is_next);
            Carried {
                slot,
                worn: found.map(|it| it.0).or(was_worn),
                on: facts.switch.then(|| self.look.entity(id).active),
                item: self.seen(id),
            }
        })
    }

    /// Returns the selected index in the bag, if there is an item.
    pub fn selected(&self) -> Option<u8> {
        let index = self.player.selected;
        (usize::from(index) < self.bag().count()).then_some(index)
    }

    /// Iterates over the abilities of the player's actor.
    pub fn abilities(&self) -> impl Iterator<Item = Castable<'g>> {
        let who = self.player.entity;
        self.look.abilities_of(who).map(move |ability| self.castable(who, ability))
    }

    /// Iterates over the cost of an ability for the player's actor.
    pub fn cost(&self, ability: Id<Ability>) -> impl Iterator<Item = (Id<Attribute>, Fixed)> {
        let scene = Scene::of(self.player.entity);
        let prices = self.look.pack.abilities.get(ability).cost.iter();
        prices.map(move |(&id, price)| (id, self.look.expected(price, &scene)))
    }

    fn castable(&self, who: EntityId, ability: Id<Ability>) -> Castable<'g> {
        let what = self.look.pack.abilities.get(ability);
        let number = |formula| self.look.expected(formula, &Scene::of(who));
        let unknown = self.look.unknown_source(who, ability);
        let (name, about) = match unknown {
            Some(item) => (Cow::Owned(self.look.plain_name(item)), ""),
            None => (Cow::Borrowed(&*what.name), &*what.about),
        };
        Castable {
            ability,
            name,
            about,
            cooldown: self.look.wait_for(who, ability),
            aim: what.aim,
            range: what.range.as_ref().map(|it| number(it).to_whole()),
            radius: what.extent.size().map(|it| number(it).to_whole()),
            refusal: self.look.can_pay(who, ability).err(),
        }
    }

    /// Iterates over what was announced and is still to come, as far as the player sees the cells.
    pub fn announced(&self) -> impl Iterator<Item = Announcement> {
        let world = self.look.world;
        let areas = world.delayed.iter().filter_map(|it| Some((it.area.as_ref()?, it.turn)));
        let seen = areas.map(|(area, turn)| {
            let visible = area.cells.iter().copied().filter(|&at| self.visible().contains(at));
            Announcement { cells: visible.collect(), turns: turn.saturating_sub(world.turn) }
        });
        seen.filter(|it| !it.cells.is_empty())
    }

    /// Returns whether a condition about the player holds now.
    pub fn holds(&self, condition: &Formula) -> bool {
        self.look.expected(condition, &self.scene()).is_true()
    }

    /// Returns the scene in which a player's numbers are evaluated.
    pub(super) fn scene(&self) -> Scene {
        Scene { player: Some(self.player.entity), ..Scene::of(self.player.entity) }
    }
}
