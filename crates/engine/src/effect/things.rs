//! Effects that kill, make and hand over things.

use barrow_dice::Formula;
use barrow_grid::Pos;
use barrow_pack::{BagName, Entry, Extent, Id, Kind, KnownBy, Layer, Lots, Occasion, Subject};

use crate::ctx::scene::Scene;
use crate::ctx::{Ctx, MAX_TIMES};
use crate::effect::square;
use crate::event::Event;
use crate::state::entity::EntityId;

/// The maximum depth of tables that draw from tables.
const MAX_TABLE_DEPTH: u32 = 8;

/// Returns the maximum of each of `count` weights: together they must stay below what a draw can
/// tell apart.
fn max_weight(count: usize) -> u32 {
    u32::MAX / u32::try_from(count).unwrap_or(u32::MAX).max(1)
}

impl<'g> Ctx<'g> {
    /// Kills an entity. It leaves the world before any effect of its death runs, so that it cannot
    /// die twice. Its cell is the cell of these effects.
    pub(crate) fn kill(&mut self, who: EntityId, by: Option<EntityId>, cause: &str) {
        let Some(at) = self.location(who) else { return };
        let by = by.filter(|&by| by != who);
        let cause = self.cause_of(cause, by);
        // If nobody killed it, the kill counts for the actor that harmed it last.
        let by = by.or_else(|| self.actor(who).and_then(|actor| actor.foe));
        let kind = self.entity(who).kind;
        self.tell_of(who, Event::Died { who, kind, at });
        let scene = Scene { actor: by, cell: Some(at), ..Scene::of(who) };
        let scene = self.with_player(scene).after(self.world.running.harms.at_hand);
        self.note_estate(who);
        // Worn items count, though it is about to drop them.
        let parts = self.parts(who, Occasion::Die);
        self.lift(who);
        self.interrupt(who);
        self.leave_behind(who, at, &scene);
        self.occasion(who, Occasion::Die, &scene);
        self.run_parts(who, &parts, Occasion::Die, &scene);
        if let Some(by) = by {
            if self.entity(by).exists() {
                self.occasion_of(by, Occasion::Kill, &scene);
            }
            self.occasion_everywhere(Occasion::Kill, &scene);
        }
        if self.is_player(who) {
            self.player_died(cause, &scene);
        } else if self.is_foe_of_players(who) {
            if self.facts.rooms {
                self.check_room_cleared(who);
            }
            self.check_cleared();
        }
    }

    /// Returns the cause of a death for the end of the run: what the effect says, what the harm was
    /// called, or the name of the killer. What runs out of life may cast its own death; then the
    /// killer is who did the harm.
    fn cause_of(&self, cause: &str, by: Option<EntityId>) -> String {
        match (&self.world.cause, by.or(self.world.harmer)) {
            _ if !cause.is_empty() => cause.into(),
            (Some(cause), _) => cause.to_string(),
            (None, Some(by)) => self.indefinite(by),
            (None, None) => String::new(),
        }
    }

    /// Drops loot and everything that was carried around a cell. Over a pit, all is lost.
    fn leave_behind(&mut self, who: EntityId, at: Pos, scene: &Scene) {
        let lost = self.is_pit(at);
        if let Some(table) = self.kind(who).drops.filter(|_| !lost) {
            for (kind, count) in self.draw(table, scene) {
                for thing in self.make_some(kind, count) {
                    self.introduce(thing, at);
                }
            }
        }
        let spilled = self.spilled(who);
        if self.pack.rules.strewn {
            self.strew(spilled, at, lost);
        } else {
            for item in spilled {
                self.leave_item(item, at, lost);
            }
        }
        let bags = self.actor(who).map_or(Vec::new(), |it| it.bags.clone());
        for (bag, items) in bags {
            if self.is_kept(who, BagName::Named(bag)) {
                continue;
            }
            let lost = lost || self.pack.bags.get(bag).lost;
            for item in items {
                self.leave_item(item, at, lost);
            }
        }
    }

    /// Leaves things on the free cells around a cell and on itself, one on each, row by row.
    fn strew(&mut self, items: Vec<EntityId>, at: Pos, lost: bool) {
        let level = &self.world.level;
        let mut cells = square(at, 1, level.bounds());
        cells.retain(|&it| !level.pits.contains(it) && !level.solid.contains(it));
        let mut cells = cells.iter().cycle();
        for item in items.into_iter().rev() {
            let kept = self.kind(item).item.as_ref().is_some_and(|it| it.kept);
            let cell = if kept || lost { None } else { cells.next() };
            match cell {
                Some(cell) => self.put(item, *cell),
                None => self.leave_item(item, at, lost),
            }
        }
    }

    /// Notes what a player's actor carries, for the last screen.
    fn note_estate(&mut self, who: EntityId) {
        let player = self.actor(who).and_then(|it| it.player);
        let (Some(player), Some(actor)) = (player, self.actor(who)) else { return };
        let slot = |item| actor.worn.iter().find(|(_, it)| *it == item).map(|&(slot, _)| slot);
        let estate = actor.bag.iter().map(|&item| (item, slot(item))).collect();
        self.world.players[usize::from(player)].estate = estate;
    }

    /// Returns what falls out of the inventory of the dead, the last thing first.
    fn spilled(&self, who: EntityId) -> Vec<EntityId> {
        let Some(actor) = self.actor(who) else { return Vec::new() };
        let inventory = self.is_kept(who, BagName::Inventory);
        let keeps = self.pack.rules.keeps.as_ref().filter(|_| self.is_player(who));
        let worn = keeps.is_some_and(|it| it.worn);
        let kept = |item: &EntityId| if actor.wears(*item) { worn } else { inventory };
        actor.bag.iter().rev().filter(|it| !kept(it)).copied().collect()
    }

    /// Returns whether a bag of a hero goes into the next run, and stays when the hero dies.
    fn is_kept(&self, who: EntityId, bag: BagName) -> bool {
        let keeps = self.pack.rules.keeps.as_ref();
        keeps.is_some_and(|it| it.bags.contains(&bag)) && self.is_player(who)
    }

    fn leave_item(&mut self, item: EntityId, at: Pos, lost: bool) {
        let kept = self.kind(item).item.as_ref().is_some_and(|it| it.kept);
        if kept || lost {
            self.discard(item);
        } else {
            let cell = self.free_cell(at, 1, None).unwrap_or(at);
            self.put(item, cell);
        }
    }

    fn player_died(&mut self, cause: String, scene: &Scene) {
        self.occasion_everywhere(Occasion::Die, scene);
        self.forget_choices_of_the_dead();
        if !self.world.players.iter().any(|it| self.entity(it.entity).exists()) {
            self.finish(false, cause);
        }
    }

    /// Runs the effects of a cleared level if no foe is left.
    pub(crate) fn check_cleared(&mut self) {
        let foes = self.world.actors.iter().any(|&id| {
            self.entity(id).exists() && !self.is_player(id) && self.is_foe_of_players(id)
        });
        if !foes {
            self.occasion_everywhere(Occasion::Clear, &Scene::default());
        }
    }

    /// Draws kinds from a table, and how many of each.
    pub(crate) fn draw(&mut self, table: Id<Lots>, scene: &Scene) -> Vec<(Id<Kind>, u32)> {
        self.draw_except(table, scene, &[])
    }

    /// Does the same as [`Self::draw`], without entries of some kinds.
    pub(crate) fn draw_except(
        &mut self,
        table: Id<Lots>,
        scene: &Scene,
        taken: &[Id<Kind>],
    ) -> Vec<(Id<Kind>, u32)> {
        let scene = self.with_player(*scene);
        let mut drawn = Vec::new();
        // Entries still to be drawn, each with the number of tables around it; the last comes next.
        let mut rest: Vec<(&'g Entry, u32)> = Vec::new();
        rest.extend(self.draw_entry(table, taken, &scene).map(|lot| (lot, 1)));
        for _ in 0..MAX_TIMES {
            let Some((lot, depth)) = rest.pop() else { break };
            if let Some(kind) = lot.kind {
                drawn.push((kind, self.times(lot.count.as_ref(), &scene)));
            }
            rest.extend(lot.all.iter().rev().map(|it| (it, depth)));
            if let Some(table) = lot.table.filter(|_| depth < MAX_TABLE_DEPTH) {
                let lot = self.draw_entry(table, taken, &scene);
                rest.extend(lot.map(|lot| (lot, depth + 1)));
            }
        }
        drawn
    }

    /// Draws an entry of a table by weight, but none of the kinds that are taken.
    fn draw_entry(
        &mut self,
        table: Id<Lots>,
        taken: &[Id<Kind>],
        scene: &Scene,
    ) -> Option<&'g Entry> {
        let lots = self.pack.tables.get(table);
        let given = self.world.given.clone();
        let is_free = |lot: &Entry| {
            lot.kind.is_none_or(|it| !taken.contains(&it)) && given.allows(lot.needs.as_ref())
        };
        if !lots.unique {
            let free: Vec<&Entry> = lots.entries.iter().filter(|it| is_free(it)).collect();
            return self.draw_weighted(&free, |lot| lot.weight.as_ref(), scene).copied();
        }
        let max = max_weight(lots.entries.len());
        let mut weight = |it: &Entry| self.weight(it.weight.as_ref(), scene).min(max);
        let mut weights: Vec<u32> =
            lots.entries.iter().map(|it| if is_free(it) { weight(it) } else { 0 }).collect();
        let drawn = self.world.drawn.get_or_insert_with(table, Vec::new);
        let is_left = |index: usize| !drawn.iter().any(|&it| usize::from(it) == index);
        if !(0..weights.len()).any(|index| weights[index] > 0 && is_left(index)) {
            drawn.clear();
        }
        for &index in drawn.iter() {
            weights[usize::from(index)] = 0;
        }
        let index = self.world.rng.weighted(&weights)?;
        drawn.extend(u16::try_from(index));
        Some(&lots.entries[index])
    }

    /// Draws one of several by weight.
    pub(crate) fn draw_weighted<'a, T>(
        &mut self,
        lots: &'a [T],
        weight: impl Fn(&T) -> Option<&Formula>,
        scene: &Scene,
    ) -> Option<&'a T> {
        let max = max_weight(lots.len());
        let weights: Vec<u32> =
            lots.iter().map(|lot| self.weight(weight(lot), scene).min(max)).collect();
        self.world.rng.weighted(&weights).map(|index| &lots[index])
    }

    /// Returns a weight in hundredths, so that 0.5 is half of 1; 100 if there is no formula.
    fn weight(&mut self, formula: Option<&Formula>, scene: &Scene) -> u32 {
        let Some(formula) = formula else { return 100 };
        let points = self.number(formula, scene).basis_points() / 100;
        u32::try_from(points.clamp(0, 10_000_000)).unwrap_or(0)
    }

    /// Returns the kind, or else kinds drawn from the table, and how many of each.
    pub(crate) fn chosen(
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
        (kind, table): (Option<Id<Kind>>, Option<Id<Lots>>),
        count: Option<&Formula>,
        extent: &Extent,
        at: Subject,
        scene: &Scene,
    ) {
        let Some(near) = self.spot(scene, at) else { return };
        let radius = self.count(extent.radius.as_ref(), scene, u32::MAX);
        let shaped = extent.shape.is_some();
        let cells = if shaped {
            self.cells_in(extent, self.area_metric(), near, scene)
        } else {
            Vec::new()
        };
        for _ in 0..self.times(count, scene) {
            for (kind, count) in self.chosen(kind, table, scene) {
                let mover = self.mover(kind);
                for _ in 0..count {
                    let cell = if shaped {
                        self.free_cell_of(&cells, mover)
                    } else {
                        self.free_cell(near, radius, mover)
                    };
                    let Some(cell) = cell else { return };
                    let made = self.spawn(kind, cell);
                    self.set_leader(made, scene);
                }
            }
        }
    }

    /// Takes a thing out of the world without a death.
    pub(crate) fn vanish(&mut self, who: EntityId) {
        if let Some(at) = self.location(who) {
            self.tell(at, Event::Vanished { who, at });
        }
        self.discard(who);
        self.interrupt(who);
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
        bag: BagName,
        scene: &Scene,
    ) {
        for (kind, count) in self.gifts(kind, table, count, scene) {
            for item in self.make_some(kind, count) {
                if self.entity(who).exists() {
                    self.receive(who, item, bag);
                } else {
                    self.discard(item);
                }
            }
        }
    }

    /// Returns what is given, and how many of each kind. Each gift is a new draw from the table.
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

    /// Puts a thing into the bag of an actor, or on its cell if there is no room.
    fn receive(&mut self, who: EntityId, item: EntityId, bag: BagName) {
        let item_for_bag = bag != BagName::Inventory && self.kind(item).layer == Layer::Item;
        if item_for_bag && self.move_to_bag(item, who, bag, false) {
            return;
        }
        let keeps = self.kind(item).item.is_some();
        let taken = self.kind(item).layer == Layer::Item && self.actor(who).is_some();
        if bag == BagName::Inventory && taken && (!keeps || self.has_room(who, item)) {
            self.take_up(who, item);
        } else if let Some(at) = self.location(who) {
            self.introduce(item, at);
            if bag == BagName::Inventory && taken && self.is_player(who) {
                let scene = self.handling_scene(who, item);
                self.say_usual(self.moment(), |it| &it.no_room, &scene);
            }
        }
    }

    /// Makes an actor forget who harmed it and where it saw a foe.
    pub(crate) fn forget(&mut self, who: EntityId) {
        if let Some(actor) = &mut self.entity_mut(who).actor {
            (actor.foe, actor.memory) = (None, None);
            if let Some(wits) = &mut actor.wits {
                wits.clue = None;
            }
        }
    }

    /// Makes a thing known, or all things of its kind.
    pub(crate) fn identify(&mut self, who: EntityId) {
        let kind = self.entity(who).kind;
        let unknown = self.kind(who).item.as_ref().and_then(|it| it.unknown.as_ref());
        match unknown.map(|it| it.by) {
            Some(KnownBy::Item) => self.entity_mut(who).known = true,
            Some(KnownBy::Kind) => {
                if let Err(index) = self.world.identified.binary_search(&kind) {
                    self.world.identified.insert(index, kind);
                }
            }
            None => {}
        }
    }
}

#[cfg(test)]
mod tests;
