//! Who is asked each round. Whoever is on no list costs nothing: a level of five thousand walls
//! plays as fast as one of none.

use barrow_pack::{AttributeKind, Occasion, Pack};
use serde::{Deserialize, Serialize};

use crate::ctx::Ctx;
use crate::shortcut::dozing::Dozers;
use crate::state::entity::{Entity, EntityId};

/// The things that something happens to without anyone touching them, in order of birth.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Roster {
    /// The actors that are asked what they do, players among them: all who do not doze.
    #[serde(skip)]
    pub(crate) awake: Vec<EntityId>,
    #[serde(skip)]
    pub(crate) dozers: Dozers,
    /// The actors that are in some state. Some may be rid of it.
    #[serde(skip)]
    pub(crate) suffering: Vec<EntityId>,
    /// The actors with a gauge that changes by itself. None of them dozes.
    #[serde(skip)]
    pub(crate) changing: Vec<EntityId>,
    /// The actors of each side, by its number.
    pub(crate) parties: Vec<(u16, Vec<EntityId>)>,
    /// The sides that have one foe only, and that one: everyone looks for foes all the time.
    /// Some may be missing.
    #[serde(skip)]
    prey: Vec<(u16, EntityId)>,
    /// Those that do something every round, or drain while they are on.
    pub(crate) ticking: Vec<EntityId>,
    /// Those that do something while they are seen.
    pub(crate) watched: Vec<EntityId>,
    /// Those that give light.
    pub(crate) lamps: Vec<EntityId>,
    /// The doors that a condition keeps open or shut.
    pub(crate) bound: Vec<EntityId>,
    /// Some of those listed are no more.
    pub(crate) thinned: bool,
}

impl Roster {
    /// The only foe of a side, if it is known that there is no other.
    pub(crate) fn only_foe_of(&self, party: u16) -> Option<EntityId> {
        self.prey.iter().find(|(it, _)| *it == party).map(|&(_, foe)| foe)
    }

    /// Finds out which sides have one foe only. It holds until someone is listed or taken out.
    pub(crate) fn find_prey(&mut self) {
        if !self.prey.is_empty() {
            return;
        }
        for &(own, _) in self.parties.iter().filter(|(own, _)| *own != 0) {
            let foes = self.parties.iter().filter(|(it, _)| *it != 0 && *it != own);
            let mut foes = foes.flat_map(|(_, members)| members);
            if let (Some(&foe), None) = (foes.next(), foes.next()) {
                self.prey.push((own, foe));
            }
        }
    }

    /// Takes out all who are no more.
    pub(crate) fn sweep(&mut self, entities: &[Entity]) {
        self.prey.clear();
        for list in self.lists() {
            list.retain(|id| entities[id.index()].exists());
        }
        self.thinned = false;
    }

    /// Makes the lists that are not stored from all actors: nobody dozes.
    pub(crate) fn list_anew(&mut self, pack: &Pack, actors: &[EntityId], entities: &[Entity]) {
        let list = |holds: &dyn Fn(&Entity) -> bool| -> Vec<EntityId> {
            let held = |id: &EntityId| entities.get(id.index()).is_some_and(holds);
            actors.iter().copied().filter(held).collect()
        };
        self.awake = actors.to_vec();
        self.suffering = list(&Entity::suffers);
        self.changing = list(&|it| changes(pack, it));
    }

    fn strike_out(&mut self, id: EntityId) {
        self.prey.clear();
        for list in self.lists() {
            list.retain(|&it| it != id);
        }
    }

    fn lists(&mut self) -> impl Iterator<Item = &mut Vec<EntityId>> {
        let Self { parties, awake, suffering, changing, ticking, watched, lamps, bound, .. } = self;
        let parties = parties.iter_mut().map(|(_, members)| members);
        parties.chain([awake, suffering, changing, ticking, watched, lamps, bound])
    }

    fn party(&mut self, number: u16) -> &mut Vec<EntityId> {
        self.prey.clear();
        let place = self.parties.iter().position(|&(it, _)| it == number);
        let place = place.unwrap_or_else(|| {
            self.parties.push((number, Vec::new()));
            self.parties.len() - 1
        });
        &mut self.parties[place].1
    }
}

impl Ctx<'_> {
    /// Lists a thing that has come into the world.
    pub(crate) fn enlist(&mut self, id: EntityId) {
        let kind = self.kind(id);
        let switch = kind.item.as_ref().and_then(|it| it.switch.as_ref());
        let drains = switch.is_some_and(|it| it.drains.is_some());
        let does = |occasion| !kind.on.on(occasion).is_empty();
        let roster = &mut self.world.roster;
        if drains || does(Occasion::Turn) {
            list(&mut roster.ticking, id);
        }
        if does(Occasion::Seen) {
            list(&mut roster.watched, id);
        }
        if kind.light.is_some() {
            list(&mut roster.lamps, id);
        }
        if kind.door.as_ref().is_some_and(|it| it.while_.is_some()) {
            list(&mut roster.bound, id);
        }
    }

    /// Lists an actor that decides for itself or is commanded.
    pub(crate) fn enlist_actor(&mut self, id: EntityId) {
        let party = self.party(id);
        list(self.world.roster.party(party), id);
        list(&mut self.world.actors, id);
        if !self.entity(id).dozes {
            list(&mut self.world.roster.awake, id);
        }
        if self.entity(id).suffers() {
            list(&mut self.world.roster.suffering, id);
        }
        if changes(self.pack, self.entity(id)) {
            list(&mut self.world.roster.changing, id);
        }
    }

    /// Lists a thing anew that has become another.
    pub(crate) fn relist(&mut self, id: EntityId) {
        self.world.roster.strike_out(id);
        self.enlist(id);
        self.world.actors.retain(|&it| it != id);
        if self.takes_part(self.kind(id)) || self.is_player(id) {
            self.enlist_actor(id);
        }
    }

    /// Takes out of the lists who is no more.
    pub(crate) fn sweep_roster(&mut self) {
        if self.world.roster.thinned {
            self.take_out_the_gone();
        }
    }

    #[inline(never)]
    fn take_out_the_gone(&mut self) {
        let entities = &self.world.entities;
        self.world.actors.retain(|id| entities[id.index()].exists());
        self.world.roster.sweep(entities);
    }
}

/// Whether one has a gauge that changes by itself. Who is made without it never gets it.
pub(crate) fn changes(pack: &Pack, entity: &Entity) -> bool {
    entity.values.iter().any(|&(id, _)| {
        let attribute = pack.attributes.get(id);
        attribute.per_turn.is_some() && attribute.kind() == AttributeKind::Gauge
    })
}

pub(crate) fn list(list: &mut Vec<EntityId>, id: EntityId) {
    if let Err(place) = list.binary_search(&id) {
        list.insert(place, id);
    }
}
