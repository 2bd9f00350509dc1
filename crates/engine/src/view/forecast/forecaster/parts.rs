//! Forecasts what kinds, items and states add to a blow, a cast or a death.

use barrow_pack::{Entry, Id, Lots, Occasion, Pack};

use super::{Forecaster, Frame, MAX_DEPTH};
use crate::action::blow::{Blow, Step};
use crate::ctx::parts::Part;
use crate::ctx::scene::Scene;
use crate::state::entity::EntityId;

impl<'g> Forecaster<'g> {
    /// Follows what happens after a blow by hand has hit.
    pub(in crate::view::forecast) fn take_hit(&mut self, blow: &Blow<'g>) {
        let scene = blow.aftermath();
        blow.additions().for_each(|step| self.take(step, scene));
        if self.has_hidden_parts(blow.who, Occasion::Hit) {
            self.set_more();
        }
        let frame = Frame::new(scene).after(self.outcome.dealt);
        blow.reactions().for_each(|step| self.take_in(step, frame));
    }

    /// Follows what takes part when an actor has cast an ability.
    pub(in crate::view::forecast) fn take_cast(&mut self, who: EntityId, scene: Scene) {
        if self.has_hidden_parts(who, Occasion::Cast) {
            self.set_more();
        }
        self.look.cast_steps(who).into_iter().for_each(|step| self.take(step, scene));
    }

    /// Follows one part of a plan in a scene.
    pub(in crate::view::forecast) fn take(&mut self, step: Step<'_>, scene: Scene) {
        self.take_in(step, Frame::new(scene));
    }

    fn take_in(&mut self, step: Step<'_>, frame: Frame) {
        match step {
            Step::Run(effects) => self.run_all(effects, frame),
            Step::Occasion(own, occasion) => {
                let effects = self.look.kind(own).on.effects(occasion);
                let frame = Frame { scene: frame.scene.with_own(own), ..frame };
                self.perhaps(self.exists(own), |it| it.run_all(effects, frame));
            }
            Step::Part(who, part, occasion) => self.take_part(who, part, occasion, frame),
        }
    }

    /// Follows what a part of an actor does, if players can know of it.
    fn take_part(&mut self, who: EntityId, part: Part, occasion: Occasion, frame: Frame) {
        let certain = match part {
            Part::Item(item) if !self.is_part_known(who, item) => return self.set_more(),
            Part::Item(item) => self.exists(who) && self.exists(item),
            Part::State(state) => {
                let suffered = self.look.actor(who).map_or(&[][..], |actor| &actor.states);
                let suffers = suffered.iter().any(|&(it, _)| it == state);
                let entity = self.outcome.entity(who);
                let ends = entity.is_some_and(|it| it.forecast.ends.contains(&state));
                self.exists(who) && suffers && !ends
            }
        };
        let (effects, scene) = self.look.part_deed(who, part, occasion, &frame.scene);
        self.perhaps(certain, |it| it.run_all(effects, Frame { scene, ..frame }));
    }

    /// Follows what takes part in an occasion of an actor.
    pub(super) fn take_parts(&mut self, who: EntityId, occasion: Occasion, frame: Frame) {
        if !self.look.has_parts(occasion) {
            return;
        }
        if self.has_hidden_parts(who, occasion) {
            self.set_more();
        }
        let mut parts = self.look.parts(who, occasion);
        // States that have only begun take part as well.
        let begun = self.outcome.entity(who).map_or(&[][..], |it| &it.forecast.begins);
        let begun = begun.iter().map(|&state| Part::State(state));
        parts.extend(begun.filter(|it| !parts.contains(it)).collect::<Vec<_>>());
        for part in parts {
            self.take_part(who, part, occasion, frame);
        }
    }

    /// Returns whether something that players do not know may take part in an occasion of an
    /// actor. The answer must not depend on what they do not know.
    pub(super) fn has_hidden_parts(&self, who: EntityId, occasion: Occasion) -> bool {
        let (look, reacting) = (self.look, self.look.facts.reacting);
        let worn = look.actor(who).map_or(&[][..], |actor| &actor.worn);
        let unknown = |item: EntityId| !look.sheet().is_known(item);
        let carries = || !look.is_player(who) || look.bag(who).iter().any(|&it| unknown(it));
        reacting.carried.contains(occasion) && carries()
            || reacting.items.contains(occasion) && worn.iter().any(|&(_, it)| unknown(it))
    }

    /// Returns whether players know what an item at work is. They do not see what others only
    /// carry.
    fn is_part_known(&self, who: EntityId, item: EntityId) -> bool {
        let seen = self.look.is_player(who) || self.look.is_worn(who, item);
        seen && self.look.sheet().is_known(item)
    }

    /// Records that an entity may be gone, and what others may do about it.
    pub(super) fn lose(&mut self, who: EntityId, by: Option<EntityId>) {
        self.outcome.entity_mut(who).gone = true;
        let look = self.look;
        let foe = look.actor(who).and_then(|actor| actor.foe);
        let does = |id: EntityId, occasion| !look.kind(id).on.effects(occasion).is_empty();
        let level = look.pack.levels.get(look.world.level.definition);
        let everywhere = |occasion| {
            !level.on.effects(occasion).is_empty()
                || !look.pack.rules.on.effects(occasion).is_empty()
        };
        let drops = look.kind(who).drops;
        let cleared = |it: &crate::state::world::Player| {
            let kind = look.kind(it.entity);
            !kind.on.effects(Occasion::Clear).is_empty()
                || !look.parts(it.entity, Occasion::Clear).is_empty()
        };
        let last = if look.is_player(who) { Occasion::Die } else { Occasion::Clear };
        let shares = |id: EntityId, occasion| {
            look.has_parts(occasion)
                && (!look.parts(id, occasion).is_empty() || self.has_hidden_parts(id, occasion))
        };
        let reacts = |id, occasion| does(id, occasion) || shares(id, occasion);
        if reacts(who, Occasion::Die)
            || by.into_iter().chain(foe).any(|it| reacts(it, Occasion::Kill))
            || everywhere(Occasion::Kill)
            || everywhere(last)
            || look.facts.clears_rooms && last == Occasion::Clear
            || look.world.players.iter().any(cleared)
            || drops.is_some_and(|table| draws_reacting(look.pack, table, 0))
        {
            self.set_more();
        }
    }
}

/// Returns whether something from a loot table reacts to being created.
fn draws_reacting(pack: &Pack, table: Id<Lots>, depth: u32) -> bool {
    pack.tables.get(table).entries.iter().any(|it| reacts(pack, it, depth))
}

fn reacts(pack: &Pack, lot: &Entry, depth: u32) -> bool {
    let appears = |kind| !pack.kinds.get(kind).on.effects(Occasion::Spawn).is_empty();
    let deeper = |table| depth == MAX_DEPTH || draws_reacting(pack, table, depth + 1);
    lot.kind.is_some_and(appears)
        || lot.table.is_some_and(deeper)
        || lot.all.iter().any(|it| reacts(pack, it, depth))
}
