use barrow_dice::Formula;
use barrow_grid::Pos;
use barrow_pack::{Id, Kind, Layer, Lots, Occasion, Subject};

use crate::ctx::Ctx;
use crate::ctx::scene::Scene;
use crate::event::Event;
use crate::state::entity::EntityId;

/// Tables that draw from tables end here.
const DEEPEST_TABLE: u32 = 8;

impl Ctx<'_> {
    /// Kills. It is out of the world before anyone does anything about it, so that nothing dies
    /// twice; where it stood is the cell of what follows.
    pub(crate) fn kill(&mut self, who: EntityId, by: Option<EntityId>, cause: &str) {
        let Some(at) = self.place(who) else { return };
        let by = by.filter(|&by| by != who);
        let cause = self.cause_of(cause, by);
        // A death by nobody's hand is credited to who harmed it last.
        let by = by.or_else(|| self.actor(who).and_then(|actor| actor.foe));
        let kind = self.entity(who).kind;
        self.tell_of(who, Event::Died { who, kind, at });
        let scene = Scene { actor: by, cell: Some(at), ..Scene::of(who) };
        let scene = self.with_player(scene);
        self.lift(who);
        self.leave_behind(who, at, &scene);
        self.occasion(who, Occasion::Die, scene);
        if let Some(by) = by {
            if self.entity(by).exists() {
                self.occasion(by, Occasion::Kill, scene);
            }
            self.everywhere(Occasion::Kill, &scene);
        }
        if self.is_player(who) {
            self.player_died(cause, &scene);
        } else if self.is_foe_of_players(who) {
            self.check_cleared();
        }
    }

    /// What the end of the run would call it: what the effect says, what the harm was called,
    /// or who did it.
    fn cause_of(&self, cause: &str, by: Option<EntityId>) -> String {
        match (&self.world.cause, by) {
            _ if !cause.is_empty() => cause.into(),
            (Some(cause), _) => cause.to_string(),
            (None, Some(by)) => self.indefinite(by),
            (None, None) => String::new(),
        }
    }

    /// What it drops and what it carried come to lie around it; over a pit, all is lost.
    fn leave_behind(&mut self, who: EntityId, at: Pos, scene: &Scene) {
        let lost = self.is_pit(at);
        if let Some(table) = self.kind(who).drops.filter(|_| !lost) {
            for (kind, count) in self.draw(table, scene) {
                for thing in self.make_some(kind, count) {
                    self.introduce(thing, at);
                }
            }
        }
        while let Some(&item) = self.bag(who).last() {
            let kept = self.kind(item).item.as_ref().is_some_and(|it| it.kept);
            if kept || lost {
                self.discard(item);
            } else {
                let cell = self.free_cell(at, 1, false).unwrap_or(at);
                self.put(item, cell);
            }
        }
    }

    fn player_died(&mut self, cause: String, scene: &Scene) {
        self.everywhere(Occasion::Die, scene);
        self.forget_choices_of_the_dead();
        if !self.world.players.iter().any(|it| self.entity(it.entity).exists()) {
            self.finish(false, cause);
        }
    }

    /// Tells the level when its last foe is gone.
    fn check_cleared(&mut self) {
        let foes = self.world.actors.iter().any(|&id| {
            self.entity(id).exists() && !self.is_player(id) && self.is_foe_of_players(id)
        });
        if !foes {
            self.everywhere(Occasion::Clear, &Scene::default());
        }
    }

    /// Draws kinds from a table, and how many of each.
    pub(crate) fn draw(&mut self, table: Id<Lots>, scene: &Scene) -> Vec<(Id<Kind>, u32)> {
        let scene = self.with_player(*scene);
        let mut table = table;
        for _ in 0..DEEPEST_TABLE {
            let lots = &self.pack.tables.get(table).entries;
            let Some(lot) = self.weigh(lots, |lot| lot.weight.as_ref(), &scene) else { break };
            if let Some(kind) = lot.kind {
                return vec![(kind, self.times(lot.count.as_ref(), &scene))];
            }
            match lot.table {
                Some(next) => table = next,
                None => break,
            }
        }
        Vec::new()
    }

    /// One of several, each as likely as it is heavy.
    pub(crate) fn weigh<'a, T>(
        &mut self,
        lots: &'a [T],
        weight: impl Fn(&T) -> Option<&Formula>,
        scene: &Scene,
    ) -> Option<&'a T> {
        // All weights together must stay below what a draw can tell apart.
        let most = u32::MAX / u32::try_from(lots.len()).unwrap_or(u32::MAX).max(1);
        let weights: Vec<u32> =
            lots.iter().map(|lot| self.weight(weight(lot), scene).min(most)).collect();
        self.world.rng.weighted(&weights).map(|place| &lots[place])
    }

    /// A weight: hundredths count, so that 0.5 is half of 1.
    fn weight(&mut self, formula: Option<&Formula>, scene: &Scene) -> u32 {
        let Some(formula) = formula else { return 100 };
        let points = self.number(formula, scene).basis_points() / 100;
        u32::try_from(points.clamp(0, 10_000_000)).unwrap_or(0)
    }

    fn chosen(
        &mut self,
        kind: Option<Id<Kind>>,
        table: Option<Id<Lots>>,
        scene: &Scene,
    ) -> Vec<(Id<Kind>, u32)> {
        match (kind, table) {
            (Some(kind), _) => vec![(kind, 1)],
            (None, Some(table)) => self.draw(table, scene),
            (None, None) => Vec::new(),
        }
    }

    pub(crate) fn spawn_some(
        &mut self,
        kind: Option<Id<Kind>>,
        table: Option<Id<Lots>>,
        count: Option<&Formula>,
        radius: Option<&Formula>,
        at: Subject,
        scene: &Scene,
    ) {
        let Some(near) = self.spot(scene, at) else { return };
        let radius = self.count(radius, scene, u32::MAX);
        for _ in 0..self.times(count, scene) {
            for (kind, count) in self.chosen(kind, table, scene) {
                let solid = self.pack.kinds.get(kind).layer == Layer::Actor;
                for _ in 0..count {
                    let Some(cell) = self.free_cell(near, radius, solid) else { return };
                    self.spawn(kind, cell);
                }
            }
        }
    }

    /// Takes a thing out of the world without a death.
    pub(crate) fn vanish(&mut self, who: EntityId) {
        if let Some(at) = self.place(who) {
            self.tell(at, Event::Vanished { who, at });
        }
        self.discard(who);
        if self.is_player(who) {
            self.forget_choices_of_the_dead();
        }
    }

    pub(crate) fn give(
        &mut self,
        who: EntityId,
        kind: Option<Id<Kind>>,
        table: Option<Id<Lots>>,
        count: Option<&Formula>,
        scene: &Scene,
    ) {
        for (kind, count) in self.gifts(kind, table, count, scene) {
            for item in self.make_some(kind, count) {
                if self.entity(who).exists() {
                    self.receive(who, item);
                } else {
                    self.discard(item);
                }
            }
        }
    }

    /// What is given, and how many of each. A table is drawn from anew for each.
    fn gifts(
        &mut self,
        kind: Option<Id<Kind>>,
        table: Option<Id<Lots>>,
        count: Option<&Formula>,
        scene: &Scene,
    ) -> Vec<(Id<Kind>, u32)> {
        let count = self.times(count, scene);
        match kind {
            Some(kind) => vec![(kind, count)],
            None => (0..count).flat_map(|_| self.chosen(None, table, scene)).collect(),
        }
    }

    /// Hands a thing to someone: into the bag, or at the feet when there is no room.
    fn receive(&mut self, who: EntityId, item: EntityId) {
        let keeps = self.kind(item).item.is_some();
        let taken = self.kind(item).layer == Layer::Item && self.actor(who).is_some();
        if taken && (!keeps || self.has_room(who, item)) {
            self.take_up(who, item);
        } else if let Some(at) = self.place(who) {
            self.introduce(item, at);
        }
    }

    pub(crate) fn take_away(&mut self, who: EntityId, kind: Id<Kind>, count: u32) {
        let mut left = count;
        while left > 0 {
            let mut bag = self.bag(who).iter().copied();
            let Some(item) = bag.find(|&item| self.entity(item).kind == kind) else { return };
            let held = self.entity(item).count;
            if held > left {
                self.entity_mut(item).count = held - left;
                return;
            }
            left -= held.max(1).min(left);
            self.discard(item);
        }
    }

    /// Drops things that someone carries, drawn at random, onto cells around.
    pub(crate) fn spill(&mut self, who: EntityId, count: u32, radius: u32) {
        for _ in 0..count {
            let bag = self.bag(who).to_vec();
            let (Some(&item), Some(at)) = (self.world.rng.pick(&bag), self.place(who)) else {
                return;
            };
            let near = crate::effect::square(at, radius, self.world.level.bounds());
            let free: Vec<Pos> = near
                .into_iter()
                .filter(|&cell| (radius == 0 || cell != at) && self.fits(cell, false))
                .collect();
            let cell = self.world.rng.pick(&free).copied().unwrap_or(at);
            self.put(item, cell);
            self.tell_of(who, Event::Dropped { who, item });
        }
    }

    /// Makes someone forget its foes.
    pub(crate) fn forget(&mut self, who: EntityId) {
        if let Some(actor) = &mut self.entity_mut(who).actor {
            (actor.foe, actor.memory) = (None, None);
        }
    }

    /// Makes the kind of a thing known.
    pub(crate) fn identify(&mut self, who: EntityId) {
        let kind = self.entity(who).kind;
        let unknown = self.kind(who).item.as_ref().is_some_and(|it| it.unknown.is_some());
        if let Err(place) = self.world.identified.binary_search(&kind)
            && unknown
        {
            self.world.identified.insert(place, kind);
        }
    }
}

#[cfg(test)]
mod tests;
