//! Lists of the entities that are visited each round. An entity on no list costs nothing, so a
//! level with five thousand walls plays as fast as one without.

use barrow_pack::{AttributeKind, Occasion, Pack};
use serde::{Deserialize, Serialize};

use crate::ctx::Ctx;
use crate::shortcut::dozing::Dozers;
use crate::state::entity::{At, Entity, EntityId};

/// The entities that do something by themselves, each list in order of creation.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Roster {
    /// The actors that choose an action each round, players included: all who do not doze.
    #[serde(skip)]
    pub(crate) awake: Vec<EntityId>,
    #[serde(skip)]
    pub(crate) dozers: Dozers,
    /// The actors in some state. A state may have ended without an update here.
    #[serde(skip)]
    pub(crate) suffering: Vec<EntityId>,
    /// The actors with a gauge that changes by itself. None of them dozes.
    #[serde(skip)]
    pub(crate) changing: Vec<EntityId>,
    /// The actors of each side, by its number.
    pub(crate) parties: Vec<(u16, Vec<EntityId>)>,
    /// The sides with a single foe, and that foe, because every actor looks for foes all the time.
    /// Sides may be missing.
    #[serde(skip)]
    only_foes: Vec<(u16, EntityId)>,
    /// The entities that do something every round, or lose charge while switched on.
    pub(crate) ticking: Vec<EntityId>,
    /// The entities that react to being seen.
    pub(crate) watched: Vec<EntityId>,
    /// The entities that give light.
    pub(crate) lamps: Vec<EntityId>,
    /// The doors that a condition keeps open or shut.
    pub(crate) conditional_doors: Vec<EntityId>,
    /// Whether some listed entities are gone.
    pub(crate) has_gone: bool,
}

impl Roster {
    /// Returns the only foe of a side, if it is known to be the only one.
    pub(crate) fn only_foe_of(&self, party: u16) -> Option<EntityId> {
        self.only_foes.iter().find(|(it, _)| *it == party).map(|&(_, foe)| foe)
    }

    /// Finds the sides with a single foe. The result holds until an entity is listed or removed.
    pub(crate) fn find_only_foes(&mut self) {
        if !self.only_foes.is_empty() {
            return;
        }
        for &(own, _) in self.parties.iter().filter(|(own, _)| *own != 0) {
            let foes = self.parties.iter().filter(|(it, _)| *it != 0 && *it != own);
            let mut foes = foes.flat_map(|(_, members)| members);
            if let (Some(&foe), None) = (foes.next(), foes.next()) {
                self.only_foes.push((own, foe));
            }
        }
    }

    /// Removes all entities that are gone.
    pub(crate) fn sweep(&mut self, entities: &[Entity]) {
        self.only_foes.clear();
        for list in self.lists() {
            list.retain(|id| entities[id.index()].exists());
        }
        self.has_gone = false;
    }

    /// Rebuilds the lists that are not stored from all actors. Nobody dozes afterwards.
    pub(crate) fn rebuild(&mut self, pack: &Pack, actors: &[EntityId], entities: &[Entity]) {
        let list = |holds: &dyn Fn(&Entity) -> bool| -> Vec<EntityId> {
            let held = |id: &EntityId| entities.get(id.index()).is_some_and(holds);
            actors.iter().copied().filter(held).collect()
        };
        self.awake = actors.to_vec();
        self.suffering = list(&Entity::has_states);
        self.changing = list(&|it| has_changing_gauge(pack, it));
    }

    /// Removes an entity from all lists.
    pub(crate) fn remove(&mut self, id: EntityId) {
        self.only_foes.clear();
        for list in self.lists() {
            list.retain(|&it| it != id);
        }
    }

    fn lists(&mut self) -> impl Iterator<Item = &mut Vec<EntityId>> {
        let Self {
            parties,
            awake,
            suffering,
            changing,
            ticking,
            watched,
            lamps,
            conditional_doors,
            ..
        } = self;
        let parties = parties.iter_mut().map(|(_, members)| members);
        parties.chain([awake, suffering, changing, ticking, watched, lamps, conditional_doors])
    }

    fn party(&mut self, number: u16) -> &mut Vec<EntityId> {
        self.only_foes.clear();
        let index = self.parties.iter().position(|&(it, _)| it == number);
        let index = index.unwrap_or_else(|| {
            self.parties.push((number, Vec::new()));
            self.parties.len() - 1
        });
        &mut self.parties[index].1
    }
}

impl Ctx<'_> {
    /// Lists a thing that has come into the world.
    pub(crate) fn enlist(&mut self, id: EntityId) {
        if let At::Named(_) = self.entity(id).at {
            return;
        }
        let kind = self.kind(id);
        let switch = kind.item.as_ref().and_then(|it| it.switch.as_ref());
        let drains = switch.is_some_and(|it| it.drains.is_some());
        let does = |occasion| !kind.on.effects(occasion).is_empty();
        let roster = &mut self.world.roster;
        if drains || does(Occasion::Turn) {
            insert_sorted(&mut roster.ticking, id);
        }
        if does(Occasion::Seen) {
            insert_sorted(&mut roster.watched, id);
        }
        if kind.light.is_some() {
            insert_sorted(&mut roster.lamps, id);
        }
        if kind.door.as_ref().is_some_and(|it| it.while_.is_some()) {
            insert_sorted(&mut roster.conditional_doors, id);
        }
    }

    /// Lists an actor that a mind or a player controls.
    pub(crate) fn enlist_actor(&mut self, id: EntityId) {
        let party = self.party(id);
        insert_sorted(self.world.roster.party(party), id);
        insert_sorted(&mut self.world.actors, id);
        if !self.entity(id).dozes {
            insert_sorted(&mut self.world.roster.awake, id);
        }
        if self.entity(id).has_states() {
            insert_sorted(&mut self.world.roster.suffering, id);
        }
        if has_changing_gauge(self.pack, self.entity(id)) {
            insert_sorted(&mut self.world.roster.changing, id);
        }
    }

    /// Updates the lists after an entity has changed its kind.
    pub(crate) fn relist(&mut self, id: EntityId) {
        self.world.roster.remove(id);
        self.enlist(id);
        self.world.actors.retain(|&it| it != id);
        let sided = self.is_actor(id) && self.party(id) != 0;
        if sided || self.takes_part(self.kind(id)) || self.is_player(id) {
            self.enlist_actor(id);
        }
    }

    /// Removes entities that are gone from the lists, if there are any.
    pub(crate) fn sweep_roster(&mut self) {
        if self.world.roster.has_gone {
            let entities = &self.world.entities;
            self.world.actors.retain(|id| entities[id.index()].exists());
            self.world.roster.sweep(entities);
        }
    }
}

/// Returns whether an entity has a gauge that changes by itself. Gauges are never added later.
pub(crate) fn has_changing_gauge(pack: &Pack, entity: &Entity) -> bool {
    entity.values.iter().any(|&(id, _)| {
        let attribute = pack.attributes.get(id);
        attribute.per_turn.is_some() && attribute.kind() == AttributeKind::Gauge
    })
}

pub(crate) fn insert_sorted(list: &mut Vec<EntityId>, id: EntityId) {
    if let Err(index) = list.binary_search(&id) {
        list.insert(index, id);
    }
}
