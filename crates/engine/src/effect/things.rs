use barrow_dice::Formula;
use barrow_grid::Pos;
use barrow_pack::{Id, Kind, Layer, Lots, Occasion, Subject};

use crate::ctx::Ctx;
use crate::entity::EntityId;
use crate::event::Event;
use crate::scene::Scene;

/// Tables that draw from tables end here.
const DEEPEST_TABLE: u32 = 8;

impl Ctx<'_> {
    /// Kills: what it does on dying, what its killer does, what it leaves.
    pub(crate) fn kill(&mut self, who: EntityId, by: Option<EntityId>, cause: &str) {
        if !self.entity(who).exists() {
            return;
        }
        let Some(at) = self.place(who) else { return };
        if !cause.is_empty() {
            self.world.cause = cause.into();
        }
        let scene = Scene { actor: by, target: Some(who), ..Scene::of(who) };
        let kind = self.entity(who).kind;
        self.tell_of(who, Event::Died { who, kind, at });
        self.occasion(who, Occasion::Die, scene);
        if let Some(by) = by.filter(|&by| self.entity(by).exists()) {
            self.occasion(by, Occasion::Kill, scene);
        }
        self.run(self.pack.rules.on.on(Occasion::Kill), &scene);
        self.leave_behind(who, at, &scene);
        self.lift(who);
        if self.is_player(who) {
            self.player_died(&scene);
        } else {
            self.check_cleared();
        }
    }

    fn leave_behind(&mut self, who: EntityId, at: Pos, scene: &Scene) {
        if let Some(table) = self.kind(who).drops {
            for (kind, count) in self.draw(table, scene) {
                for _ in 0..count {
                    self.spawn(kind, at);
                }
            }
        }
        for item in self.actor(who).map_or_else(Vec::new, |actor| actor.bag.clone()) {
            if self.kind(item).item.as_ref().is_some_and(|it| it.kept) {
                self.lift(item);
            } else if let Some(cell) = self.free_cell(at, 1, false) {
                self.put(item, cell);
            }
        }
    }

    fn player_died(&mut self, scene: &Scene) {
        let alive = self.world.players.iter().any(|it| self.entity(it.entity).exists());
        if !alive {
            self.run(self.pack.rules.on.on(Occasion::Die), scene);
            let cause = std::mem::take(&mut self.world.cause);
            self.finish(false, cause);
        }
    }

    /// Tells the level when its last foe is gone.
    fn check_cleared(&mut self) {
        let foes = self.world.actors.iter().any(|&id| {
            self.entity(id).exists() && !self.is_player(id) && self.is_foe_of_players(id)
        });
        if !foes {
            let effects = self.pack.levels.get(self.world.level.place).on.on(Occasion::Clear);
            self.run(effects, &Scene::default());
        }
    }

    /// Draws kinds from a table, and how many of each.
    pub(crate) fn draw(&mut self, table: Id<Lots>, scene: &Scene) -> Vec<(Id<Kind>, u32)> {
        let mut table = table;
        for _ in 0..DEEPEST_TABLE {
            let lots = &self.pack.tables.get(table).entries;
            let weights: Vec<u32> =
                lots.iter().map(|lot| self.weight(lot.weight.as_ref(), scene)).collect();
            let Some(place) = self.world.rng.weighted(&weights) else { return Vec::new() };
            let lot = &lots[place];
            if let Some(kind) = lot.kind {
                return vec![(kind, self.count(lot.count.as_ref(), scene, 1))];
            }
            match lot.table {
                Some(next) => table = next,
                None => return Vec::new(),
            }
        }
        Vec::new()
    }

    /// A weight: hundredths count, so that 0.5 is half of 1.
    pub(crate) fn weight(&mut self, formula: Option<&Formula>, scene: &Scene) -> u32 {
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
        let radius = radius.map_or(3, |radius| self.count(Some(radius), scene, 0));
        for _ in 0..self.count(count, scene, 1).min(100) {
            for (kind, count) in self.chosen(kind, table, scene) {
                let solid = self.pack.kinds.get(kind).layer == Layer::Actor;
                for _ in 0..count {
                    if let Some(cell) = self.free_cell(near, radius, solid) {
                        self.spawn(kind, cell);
                    }
                }
            }
        }
    }

    /// Takes a thing out of the world without a death.
    pub(crate) fn vanish(&mut self, who: EntityId) {
        if let Some(at) = self.place(who) {
            self.tell(at, Event::Vanished { who, at });
        }
        self.lift(who);
    }

    /// Turns a thing into another kind. Its values start anew; what it carries stays.
    pub(crate) fn transform(&mut self, who: EntityId, kind: Id<Kind>) {
        let Some(at) = self.pos(who) else { return };
        let (new, old) = (self.make(kind), who);
        let fresh = self.entity(new).clone();
        self.lift(old);
        let entity = self.entity_mut(old);
        entity.kind = kind;
        entity.values = fresh.values;
        entity.on = fresh.on;
        entity.locked = fresh.locked;
        if entity.actor.is_none() {
            entity.actor = fresh.actor;
        }
        self.put(old, at);
        self.tell(at, Event::Became { who, kind });
    }

    pub(crate) fn give(
        &mut self,
        who: EntityId,
        kind: Option<Id<Kind>>,
        table: Option<Id<Lots>>,
        count: Option<&Formula>,
        scene: &Scene,
    ) {
        for _ in 0..self.count(count, scene, 1).min(100) {
            for (kind, count) in self.chosen(kind, table, scene) {
                for _ in 0..count {
                    let item = self.make(kind);
                    if self.has_room(who, item) {
                        self.into_bag(who, item);
                        self.tell_of(who, Event::Took { who, item });
                    } else if let Some(at) = self.pos(who) {
                        self.put(item, at);
                    }
                }
            }
        }
    }

    pub(crate) fn take_away(&mut self, who: EntityId, kind: Id<Kind>, count: u32) {
        for _ in 0..count {
            let bag = self.actor(who).map_or(&[][..], |actor| &actor.bag);
            let found = bag.iter().copied().find(|&item| self.entity(item).kind == kind);
            let Some(item) = found else { return };
            self.spend(item);
        }
    }

    /// Makes the kind of a thing known.
    pub(crate) fn identify(&mut self, who: EntityId) {
        let kind = self.entity(who).kind;
        if let Err(place) = self.world.known.binary_search(&kind) {
            self.world.known.insert(place, kind);
        }
    }
}
