use barrow_dice::Fixed;
use barrow_grid::Pos;
use barrow_pack::{Ability, Aim, Attribute, AttributeKind, Id, Slot, State};

use super::{Seen, View};
use crate::ctx::scene::Scene;
use crate::refusal::Refusal;
use crate::sheet::Attributes;
use crate::state::entity::EntityId;

/// A row of the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PanelRow<'g> {
    /// What it is called.
    pub label: &'g str,
    /// What it shows.
    pub value: Fixed,
    /// The most, of a gauge.
    pub max: Option<Fixed>,
    /// It is drawn as a bar.
    pub bar: bool,
}

/// Something in the bag.
#[derive(Clone, Copy)]
pub struct Carried<'g> {
    /// Its place: what commands call it.
    pub slot: u8,
    /// Where it is worn, if it is.
    pub worn: Option<Id<Slot>>,
    /// Whether it is switched on; nothing if it has no switch.
    pub on: Option<bool>,
    /// The thing itself.
    pub item: Seen<'g>,
}

/// A state and how long it lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suffered {
    /// Which.
    pub state: Id<State>,
    /// For how many turns yet.
    pub turns: u32,
}

/// Something that the player can cast, now or later. What it costs, [`View::cost`] tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castable {
    /// Which.
    pub ability: Id<Ability>,
    /// Turns until it can be cast again.
    pub wait: u64,
    /// How it is aimed.
    pub aim: Aim,
    /// How far it reaches; without it, as far as one sees.
    pub range: Option<i64>,
    /// How far around its aim it strikes, if it does.
    pub radius: Option<i64>,
    /// Why it cannot be cast now, wherever it is aimed.
    pub refusal: Option<Refusal>,
}

/// The open menu, if it waits for this player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenMenuView<'g> {
    /// Its heading.
    pub title: &'g str,
    /// What is told above the options.
    pub text: String,
    /// What can be chosen, in order.
    pub options: Vec<MenuOption>,
    /// It can be left without choosing.
    pub optional: bool,
}

/// An option of a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MenuOption {
    /// What it says.
    pub text: String,
    /// Whether it can be chosen now.
    pub able: bool,
}

/// Cells where something will happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announced {
    /// The cells, as far as the player sees them.
    pub cells: Vec<Pos>,
    /// In how many turns.
    pub turns: u64,
}

impl<'g> View<'g> {
    /// The player's own actor, while it is there.
    pub fn own(&self) -> Option<Seen<'g>> {
        self.look.pos(self.player.entity).map(|_| self.seen(self.player.entity))
    }

    /// What the player's actor is called, even after its death.
    pub fn name(&self) -> String {
        self.look.plain_name(self.player.entity)
    }

    /// The rows of the panel, as the pack orders them, without gauges that this actor has none
    /// of: heroes of one pack may differ.
    pub fn panel(&self) -> impl Iterator<Item = PanelRow<'g>> {
        let rows = self.look.pack.rules.panel.iter().map(|row| {
            let label = |id: Id<Attribute>| &*self.look.pack.attributes.get(id).label;
            let (sheet, who) = (self.look.sheet(), self.player.entity);
            let number = || row.value.as_ref().map(|it| self.look.expected(it, &self.scene()));
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
            let own_label = row.attribute.filter(|_| row.label.is_empty()).map(label);
            PanelRow { label: own_label.unwrap_or(&row.label), value, max, bar: row.bar }
        });
        rows.filter(|row| row.max != Some(Fixed::ZERO))
    }

    /// All that the player's actor is and has, with the reasons.
    pub fn attributes(&self) -> Attributes {
        let mut all = Attributes::default();
        self.read_attributes(&mut all);
        all
    }

    /// The same for those who read it often: into lists that keep their memory.
    pub fn read_attributes(&self, into: &mut Attributes) {
        self.look.sheet().explain_all(self.player.entity, into);
    }

    /// What the player's actor suffers.
    pub fn states(&self) -> impl Iterator<Item = Suffered> {
        let states = self.look.actor(self.player.entity).map_or(&[][..], |actor| &actor.states);
        states.iter().map(|&(state, turns)| Suffered { state, turns })
    }

    /// What the player's actor carries, in the order of the slots.
    pub fn bag(&self) -> impl Iterator<Item = Carried<'g>> {
        let actor = self.look.world.entities[self.player.entity.index()].actor.as_deref();
        actor.into_iter().flat_map(move |actor| {
            actor.bag.iter().zip(0..).map(move |(&id, slot)| Carried {
                slot,
                worn: actor.worn.iter().find(|(_, it)| *it == id).map(|&(slot, _)| slot),
                on: self.switch(id),
                item: self.seen(id),
            })
        })
    }

    fn switch(&self, item: EntityId) -> Option<bool> {
        let switch = self.look.kind(item).item.as_ref()?.switch.as_ref();
        switch.map(|_| self.look.entity(item).active)
    }

    /// The place in the bag that is selected, if something is there.
    pub fn selected(&self) -> Option<u8> {
        let place = self.player.selected;
        (usize::from(place) < self.bag().count()).then_some(place)
    }

    /// What the player's actor can cast.
    pub fn abilities(&self) -> impl Iterator<Item = Castable> {
        let who = self.player.entity;
        self.look.abilities_of(who).map(move |ability| self.castable(who, ability))
    }

    /// What an ability costs the player's actor.
    pub fn cost(&self, ability: Id<Ability>) -> impl Iterator<Item = (Id<Attribute>, Fixed)> {
        let scene = Scene::of(self.player.entity);
        let prices = self.look.pack.abilities.get(ability).cost.iter();
        prices.map(move |(&id, price)| (id, self.look.expected(price, &scene)))
    }

    fn castable(&self, who: EntityId, ability: Id<Ability>) -> Castable {
        let what = self.look.pack.abilities.get(ability);
        let number = |formula| self.look.expected(formula, &Scene::of(who));
        Castable {
            ability,
            wait: self.look.wait_for(who, ability),
            aim: what.aim,
            range: what.range.as_ref().map(|it| number(it).to_whole()),
            radius: what.radius.as_ref().map(|it| number(it).to_whole()),
            refusal: self.look.can_pay(who, ability).err(),
        }
    }

    /// The menu that waits for this player's answer.
    pub fn menu(&self) -> Option<OpenMenuView<'g>> {
        let open = self.look.world.choice.as_ref().filter(|it| it.player == self.number)?;
        let menu = self.look.pack.menus.get(open.menu);
        let text = |template| {
            self.look.rendered(
                template,
                &open.scene,
                1 << open.player,
                &mut self.look.world.words.clone(),
            )
        };
        let options = menu.options.iter().zip(0..).map(|(option, place)| MenuOption {
            text: text(&option.text),
            able: self.look.may_choose(self.number, place).is_ok(),
        });
        Some(OpenMenuView {
            title: &menu.title,
            text: text(&menu.text),
            options: options.collect(),
            optional: menu.optional,
        })
    }

    /// What was announced and is still to come, as far as the player sees the cells.
    pub fn announced(&self) -> impl Iterator<Item = Announced> {
        let world = self.look.world;
        let areas = world.later.iter().filter_map(|later| Some((later.area?, later.turn)));
        let seen = areas.map(|((center, radius), turn)| {
            let cells = crate::effect::square(center, radius, world.level.bounds());
            let visible = cells.into_iter().filter(|&at| self.visible().contains(at));
            Announced { cells: visible.collect(), turns: turn.saturating_sub(world.turn) }
        });
        seen.filter(|it| !it.cells.is_empty())
    }

    /// The scene in which a player's numbers are asked for.
    fn scene(&self) -> Scene {
        Scene { player: Some(self.player.entity), ..Scene::of(self.player.entity) }
    }
}
