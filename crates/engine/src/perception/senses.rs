//! Sight and memory: who perceives what.

#[cfg(test)]
mod tests;

use std::ops::Range;

use barrow_grid::{BitGrid, Fog, Metric, Pos, Sight, line};
use barrow_pack::{Layer, SightRule};

use crate::ctx::{Ctx, Reads};
use crate::state::entity::EntityId;
use crate::state::recollection::Remembered;
use crate::state::world::{Player, SightKey, World};

impl<W: Reads> Ctx<'_, W> {
    /// Returns all actors of other sides with their cells.
    pub(crate) fn foes_of(&self, who: EntityId) -> impl Iterator<Item = (EntityId, Pos)> {
        let own = self.party(who);
        let foes = move |party: u16| own != 0 && party != 0 && party != own;
        let parties = self.world.roster.parties.iter().filter(move |(party, _)| foes(*party));
        let others = parties.flat_map(|(_, members)| members.iter().copied());
        others.filter_map(|id| Some((id, self.pos(id)?)))
    }

    /// Returns how many cells far someone sees.
    pub(crate) fn sight_of(&self, who: EntityId) -> u32 {
        let sight = self.value(who, self.pack.core.sight).to_whole();
        u32::try_from(sight.clamp(0, 1_000)).unwrap_or(0)
    }

    pub(crate) const fn sight_rule(&self) -> Sight {
        match self.pack.rules.sight {
            SightRule::Shadow => Sight::Shadow,
            SightRule::Rays => Sight::Rays,
        }
    }

    /// Returns how far players see in which direction.
    fn sight_metric(&self) -> Metric {
        self.pack.rules.metrics.sight.unwrap_or(Metric::Rounded)
    }

    /// Returns whether someone sees a cell now. Light matters only to players.
    pub(crate) fn sees(&self, who: EntityId, at: Pos) -> bool {
        let entity = self.entity(who);
        if entity.is_players() {
            return self.who_sees(at) & self.player_bit(who) != 0;
        }
        let Some(here) = entity.pos() else { return false };
        // Something is usually in between, and then the sight radius need not be computed.
        let along_line = self.pack.rules.line_sight.then(|| self.is_line_clear(here, at, false));
        let seen_back = along_line.or_else(|| self.seen_back(here, at));
        if seen_back == Some(false) {
            return false;
        }
        let radius = self.sight_of(who);
        let metric = self.minds_metric();
        if !metric.is_within(here, at, radius) {
            return false;
        }
        let (opaque, radius) = (&self.world.level.opaque, metric.covering_radius(radius));
        seen_back.unwrap_or_else(|| self.sight_rule().sees(opaque, here, at, radius))
    }

    /// Returns whether someone has a clear shot at a cell: with `line_sight`, along a line that
    /// may cross pits; otherwise the cell must be seen.
    pub(crate) fn has_clear_shot(&self, who: EntityId, at: Pos) -> bool {
        let Some(here) = self.pos(who).filter(|_| self.pack.rules.line_sight) else {
            return self.sees(who, at);
        };
        self.minds_metric().is_within(here, at, self.sight_of(who))
            && self.is_line_clear(here, at, true)
    }

    fn minds_metric(&self) -> Metric {
        self.pack.rules.metrics.minds.unwrap_or(Metric::Rounded)
    }

    /// Returns whether nothing on the line between two cells blocks sight, nor is a pit, unless
    /// it may cross pits.
    fn is_line_clear(&self, from: Pos, to: Pos, over_pits: bool) -> bool {
        let level = &self.world.level;
        // Where it passes exactly between two cells, the line keeps straight on from its start.
        let mut between = line(to, from).filter(|&at| at != from && at != to);
        between.all(|at| !level.opaque.contains(at) && (over_pits || !level.pits.contains(at)))
    }

    /// Returns whether `to` is visible from `from`, if that follows from what a player at `to`
    /// sees. Line of sight is symmetric as long as neither cell blocks it.
    fn seen_back(&self, from: Pos, to: Pos) -> Option<bool> {
        if self.world.shortcuts_off() {
            return None;
        }
        let looks_from = |it: &&Player| it.sight_key.is_some_and(|key| key.from == to);
        let seer = self.world.players.iter().find(looks_from)?;
        let (key, level) = (seer.sight_key?, &self.world.level);
        let inside = seer.sight.contains(from);
        let is_current = || {
            self.pack.rules.sight == SightRule::Shadow
                && level.is_sight_unchanged(key.opaque, to, from.chebyshev(to))
                && !level.opaque.contains(to)
        };
        let known = (seer.clear_eye == Some((to, level.opaque_changes)) || is_current())
            && (inside || self.sight_metric().is_within(from, to, key.radius))
            && !level.opaque.contains(from);
        known.then_some(inside)
    }

    /// Returns what a cell looks like, apart from its actor.
    fn appearance(&self, at: Pos) -> Remembered {
        let hidden = self.pack.core.hidden;
        let thing = self.pile(at).find(|&thing| !self.is(thing, hidden));
        let thing = thing.map(|id| (self.entity(id).kind, self.entity(id).active));
        Remembered { ground: self.world.level.ground[at], thing }
    }
}

impl Ctx<'_> {
    /// Updates what every player sees and remembers. The line of sight comes first, because a
    /// lantern lights exactly that.
    pub(crate) fn update_views(&mut self) {
        let players = self.world.players.len();
        let turned = (0..players)
            .fold(0, |all, player| all | u64::from(self.update_line_of_sight(player)) << player);
        self.relight(turned != 0);
        let World { level, players: all, .. } = &mut *self.world;
        if level.has_changed_cells {
            let seers = all.iter_mut().filter(|it| it.sure.bounds() == level.bounds());
            seers.for_each(|it| it.sure.subtract(&level.changed_cells));
        }
        for player in 0..players {
            self.update_view(player, turned >> player & 1 == 1);
        }
        if std::mem::take(&mut self.world.level.has_changed_cells) {
            self.world.level.changed_cells.clear();
        }
    }

    /// Notes which lines of sight are still right though something far away has become opaque or
    /// clear, so that minds need not find that out for each cell.
    pub(crate) fn renew_sight_keys(&mut self) {
        let is_mutual = self.pack.rules.sight == SightRule::Shadow;
        let World { level, players, .. } = &mut *self.world;
        for player in players {
            player.clear_eye = None;
            let Some(sight_key) = &mut player.sight_key else { continue };
            if level.is_sight_unchanged(sight_key.opaque, sight_key.from, sight_key.radius) {
                sight_key.opaque = level.opaque_changes;
                let clear = is_mutual && !level.opaque.contains(sight_key.from);
                player.clear_eye = clear.then_some((sight_key.from, level.opaque_changes));
            }
        }
    }

    /// Updates a player's line of sight if it may have changed. Returns whether it may have.
    fn update_line_of_sight(&mut self, player: usize) -> bool {
        let who = self.world.players[player].entity;
        let Some(from) = self.pos(who) else { return false };
        let (radius, rule, metric) = (self.sight_of(who), self.sight_rule(), self.sight_metric());
        let world = &mut *self.world;
        let (level, it) = (&world.level, &mut world.players[player]);
        let before = it.sight_key;
        if before.is_none() || it.sure.bounds() != level.bounds() {
            it.sure.reset(level.bounds().width, level.bounds().height);
        }
        let shade = before.map_or(0, |it| it.shade);
        it.sight_key = Some(SightKey { from, radius, opaque: level.opaque_changes, shade });
        let same = |it: SightKey| {
            (it.from, it.radius) == (from, radius)
                && level.is_sight_unchanged(it.opaque, from, radius)
        };
        if before.is_some_and(same) {
            return false;
        }
        rule.see(&level.opaque, from, metric.covering_radius(radius), &mut it.sight);
        if metric != Metric::Rounded {
            retain_within(metric, from, radius, &mut it.sight);
        }
        true
    }

    fn update_view(&mut self, player: usize, turned: bool) {
        let it = &mut self.world.players[player];
        let level = &self.world.level;
        let (Some(sight_key), true) =
            (&mut it.sight_key, self.world.entities[it.entity.index()].pos().is_some())
        else {
            return;
        };
        let shaded = std::mem::replace(&mut sight_key.shade, level.shade_changes);
        if turned || shaded != level.shade_changes || level.has_changed_cells {
            let now = *sight_key;
            self.update_seen(player, now);
        }
        self.remember_fields(player);
    }

    /// Stores where a player sees fields that stay, which may change while the view does not.
    fn remember_fields(&mut self, player: usize) {
        let World { level, players, .. } = &mut *self.world;
        let Player { memory, fog, .. } = &mut players[player];
        for &id in &self.facts.staying_fields {
            memory.see_field(id, &level.fields[usize::from(id.index())], fog.visible());
        }
    }

    /// Updates what a player sees: which cells in the line of sight are lit, and what is there.
    fn update_seen(&mut self, player: usize, now: SightKey) {
        let definition = self.pack.levels.get(self.world.level.definition);
        let rows = if definition.open { 0..self.world.level.bounds().height } else { now.rows() };
        // Usually everything in the line of sight is seen, and nothing need be copied.
        let whole = !definition.open && !definition.dark && !self.something_hides();
        let it = &mut self.world.players[player];
        let mut seen = std::mem::take(if whole { &mut it.sight } else { &mut it.seen });
        if !whole {
            seen.copy_from(&it.sight);
            self.remove_unseen(now.from, definition, &mut seen);
        }
        self.remember(player, seen.word_range(rows.clone()), &seen);
        let it = &mut self.world.players[player];
        it.fog.update(&seen, rows);
        if definition.forgets {
            it.fog.forget();
        }
        *(if whole { &mut it.sight } else { &mut it.seen }) = seen;
    }

    /// Returns whether the level has some of a field that hides what is in it.
    fn something_hides(&self) -> bool {
        let mut layers = self.pack.fields.iter().zip(&self.world.level.fields);
        layers.any(|((_, field), layer)| field.hides && layer.count > 0)
    }

    /// Turns the line of sight into the cells that are seen. On an open level this is every cell.
    /// Unlit cells are removed on a dark level, and elsewhere those in a hiding field. A player's
    /// own cell is always seen.
    fn remove_unseen(&self, here: Pos, definition: &barrow_pack::Level, seen: &mut BitGrid) {
        let level = &self.world.level;
        let (lit, dark) = (level.light.lit(), definition.dark);
        if definition.open {
            seen.clear();
            seen.invert();
        }
        if dark {
            seen.intersect(lit);
        }
        for ((_, field), layer) in self.pack.fields.iter().zip(&level.fields) {
            if !dark && field.hides && layer.count > 0 {
                let words = seen.words_mut().iter_mut().zip(lit.words());
                for ((seen, lit), hidden) in words.zip(layer.cells.words()) {
                    *seen &= lit | !hidden;
                }
            }
        }
        seen.insert(here);
    }

    /// Stores what a player sees in a range of words.
    fn remember(&mut self, player: usize, words: Range<usize>, seen: &BitGrid) {
        let mut cells = std::mem::take(&mut self.world.cells);
        cells.clear();
        self.list_changed(player, words, seen, &mut cells);
        for &at in &cells {
            let now = self.appearance(at);
            self.world.players[player].memory.set(at, now);
        }
        self.world.cells = cells;
    }

    /// Lists the seen cells that may look different from what the player remembers: where the
    /// ground may have changed, and where things lie or lay that were out of sight.
    fn list_changed(
        &mut self,
        player: usize,
        words: Range<usize>,
        seen: &BitGrid,
        cells: &mut Vec<Pos>,
    ) {
        let World { level, players, .. } = &mut *self.world;
        let Player { sure, fog, memory, .. } = &mut players[player];
        let part = |set| part_of(set, &words);
        let fresh = || {
            let things = part(&level.pile_cells).iter().zip(part(memory.thing_cells()));
            let before = part(sure).iter().zip(part(fog.visible()));
            let all = part(seen).iter().zip(things).zip(before);
            all.map(|((seen, (pile_cells, noted)), (sure, known))| {
                seen & (!sure | (pile_cells | noted) & !known)
            })
        };
        // Usually there are none, and this test is cheap.
        if fresh().fold(0, |any, word| any | word) != 0 {
            list_cells(seen, fresh().zip(words.clone()), cells);
            sure.union(seen);
        }
    }

    /// Lets a player remember the ground of some cells.
    pub(crate) fn remember_ground(&mut self, player: usize, cells: &BitGrid) {
        let world = &mut *self.world;
        let it = &mut world.players[player];
        for at in cells.iter().filter(|&at| it.fog.state(at) == Fog::Unexplored) {
            let ground = world.level.ground[at];
            it.memory.set(at, Remembered { ground, thing: None });
        }
        it.fog.learn(cells);
    }

    /// Lets a player remember the things of a layer that lie on some cells.
    pub(crate) fn remember_things(&mut self, player: usize, layer: Layer, among: &BitGrid) {
        let hidden = self.pack.core.hidden;
        let found: Vec<(Pos, Remembered)> = (0..)
            .zip(&self.world.entities)
            .filter(|(_, it)| self.pack.kinds.get(it.kind).layer == layer)
            .filter(|&(id, _)| !self.is(EntityId::new(id), hidden))
            .filter_map(|(_, it)| it.pos())
            .filter(|&at| among.contains(at))
            .map(|at| (at, self.appearance(at)))
            .collect();
        let it = &mut self.world.players[player];
        let bounds = it.fog.bounds();
        let mut cells = BitGrid::new(bounds.width, bounds.height);
        for (at, seen) in found {
            cells.insert(at);
            it.memory.set(at, seen);
        }
        it.fog.learn(&cells);
    }
}

/// Removes the cells that are not within a radius.
fn retain_within(metric: Metric, from: Pos, radius: u32, cells: &mut BitGrid) {
    let far: Vec<Pos> = cells.iter().filter(|&at| !metric.is_within(from, at, radius)).collect();
    for at in far {
        cells.remove(at);
    }
}

/// Lists the cells of some words of a set as large as `like`.
fn list_cells(like: &BitGrid, words: impl Iterator<Item = (u64, usize)>, cells: &mut Vec<Pos>) {
    for (mut word, index) in words {
        while word != 0 {
            let column = word.trailing_zeros().cast_signed();
            cells.push(like.corner(index) + Pos::new(column, 0));
            word &= word - 1;
        }
    }
}

/// Returns a range of a set's words.
fn part_of<'a>(set: &'a BitGrid, words: &Range<usize>) -> &'a [u64] {
    &set.words()[words.clone()]
}
