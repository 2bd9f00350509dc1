//! Sight and memory: who perceives what.

#[cfg(test)]
mod tests;

use std::ops::Range;

use barrow_grid::{BitGrid, Fog, Pos, Sight, line};
use barrow_pack::{Layer, SightRule};

use crate::ctx::{Ctx, Reads};
use crate::state::entity::{Entity, EntityId};
use crate::state::recollection::Remembered;
use crate::state::world::{Looked, Player, World};

impl<W: Reads> Ctx<'_, W> {
    /// Everyone who acts and is of another side, with the cell.
    pub(crate) fn foes_of(&self, who: EntityId) -> impl Iterator<Item = (EntityId, Pos)> {
        let own = self.party(who);
        let foes = move |party: u16| own != 0 && party != 0 && party != own;
        let parties = self.world.roster.parties.iter().filter(move |(party, _)| foes(*party));
        let others = parties.flat_map(|(_, members)| members.iter().copied());
        others.filter_map(|id| Some((id, self.pos(id)?)))
    }

    /// How many cells someone sees.
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

    /// Whether someone sees a cell now. Light does not matter to those who are no players.
    pub(crate) fn sees(&self, who: EntityId, at: Pos) -> bool {
        if self.is_player(who) {
            return self.who_sees(at) & self.player_bit(who) != 0;
        }
        let Some(here) = self.pos(who) else { return false };
        // Mostly something is in between, and then it does not matter how far someone sees.
        let seen_back = self.seen_back(here, at);
        if seen_back == Some(false) {
            return false;
        }
        let radius = self.sight_of(who);
        if here.distance_squared(at) > radius * (radius + 1) {
            return false;
        }
        let opaque = &self.world.level.opaque;
        let clear = seen_back.unwrap_or_else(|| self.sight_rule().sees(opaque, here, at, radius));
        clear && !self.is_hidden_by_pits(here, at)
    }

    /// Whether a pit lies between two cells, where that hides one from the other.
    fn is_hidden_by_pits(&self, from: Pos, to: Pos) -> bool {
        let level = &self.world.level;
        let between = |at: &Pos| *at != from && *at != to;
        self.pack.rules.pits_hide
            && level.has_pits
            && line(from, to).filter(between).any(|at| level.pits.contains(at))
    }

    /// Whether a cell is seen from another, if a player who stands there has just looked the
    /// other way. Shadows are the same both ways, as long as neither cell stops sight.
    fn seen_back(&self, from: Pos, to: Pos) -> Option<bool> {
        if self.world.is_sleepless() {
            return None;
        }
        let level = &self.world.level;
        let seer = self.world.players.iter().find(|it| {
            it.looked.is_some_and(|looked| {
                looked.from == to
                    && from.distance_squared(to) <= looked.radius * (looked.radius + 1)
                    && level.is_as_opaque(looked.opaque, to, from.chebyshev(to))
            })
        })?;
        let symmetric = self.pack.rules.sight == SightRule::Shadow
            && !level.opaque.contains(from)
            && !level.opaque.contains(to);
        symmetric.then(|| seer.sight.contains(from))
    }

    /// What a cell looks like, apart from who acts there.
    fn appearance(&self, at: Pos) -> Remembered {
        let hidden = self.pack.core.hidden;
        let thing = self.pile(at).find(|&thing| !self.is(thing, hidden));
        let thing = thing.map(|id| (self.entity(id).kind, self.entity(id).on));
        Remembered { ground: self.world.level.ground[at], thing }
    }
}

impl Ctx<'_> {
    /// Lets every player look around: what is seen, what is remembered. What lies in the line of
    /// sight comes first, for a lantern shines on just that.
    pub(crate) fn look(&mut self) {
        let players = self.world.players.len();
        let turned =
            (0..players).fold(0, |all, player| all | u64::from(self.gaze(player)) << player);
        self.relight(turned != 0);
        let World { level, players: all, .. } = &mut *self.world;
        if level.is_touched {
            let seers = all.iter_mut().filter(|it| it.sure.bounds() == level.bounds());
            seers.for_each(|it| it.sure.subtract(&level.touched));
        }
        for player in 0..players {
            self.look_through(player, turned >> player & 1 == 1);
        }
        if std::mem::take(&mut self.world.level.is_touched) {
            self.world.level.touched.clear();
        }
    }

    /// Works out what lies in a player's line of sight, if it may have changed, and tells
    /// whether it may.
    fn gaze(&mut self, player: usize) -> bool {
        let who = self.world.players[player].entity;
        let Some(from) = self.pos(who) else { return false };
        let (radius, rule) = (self.sight_of(who), self.sight_rule());
        let world = &mut *self.world;
        let (level, it) = (&world.level, &mut world.players[player]);
        let before = it.looked;
        if before.is_none() || it.sure.bounds() != level.bounds() {
            it.sure.reset(level.bounds().width, level.bounds().height);
        }
        let shade = before.map_or(0, |it| it.shade);
        it.looked = Some(Looked { from, radius, opaque: level.opaque_changes, shade });
        let same = |it: Looked| {
            (it.from, it.radius) == (from, radius) && level.is_as_opaque(it.opaque, from, radius)
        };
        if before.is_some_and(same) {
            return false;
        }
        rule.see(&level.opaque, from, radius, &mut it.sight);
        true
    }

    fn look_through(&mut self, player: usize, turned: bool) {
        let it = &mut self.world.players[player];
        let level = &self.world.level;
        let (Some(looked), true) =
            (&mut it.looked, self.world.entities[it.entity.index()].pos().is_some())
        else {
            return;
        };
        let shaded = std::mem::replace(&mut looked.shade, level.shade_changes);
        if turned || shaded != level.shade_changes || level.is_touched {
            let now = *looked;
            self.take_in(player, now);
        }
    }

    /// Takes a new view in: what of the line of sight is lit, and what is there.
    fn take_in(&mut self, player: usize, now: Looked) {
        let place = self.pack.levels.get(self.world.level.place);
        let rows = if place.open { 0..self.world.level.bounds().height } else { now.rows() };
        // Mostly all of the line of sight is seen, and need not be copied.
        let whole = !place.open && !place.dark && !self.something_hides();
        let it = &mut self.world.players[player];
        let mut seen = std::mem::take(if whole { &mut it.sight } else { &mut it.seen });
        if !whole {
            seen.copy_from(&it.sight);
            self.take_out_unseen(now.from, place, &mut seen);
        }
        self.remember(player, seen.word_range(rows.clone()), &seen);
        let it = &mut self.world.players[player];
        it.fog.update(&seen, rows);
        if place.forgets {
            it.fog.forget();
        }
        *(if whole { &mut it.sight } else { &mut it.seen }) = seen;
    }

    /// Whether there is some of a field that hides what is in it.
    fn something_hides(&self) -> bool {
        let mut layers = self.pack.fields.iter().zip(&self.world.level.fields);
        layers.any(|((_, field), layer)| field.hides && layer.count > 0)
    }

    /// Where no light falls nothing is seen, and a hiding field hides; on an open level all else
    /// is. One's own cell is always seen.
    #[inline(never)]
    fn take_out_unseen(&self, here: Pos, place: &barrow_pack::Level, seen: &mut BitGrid) {
        let level = &self.world.level;
        let (lit, dark) = (level.light.lit(), place.dark);
        if place.open {
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

    /// Notes what a player sees in some words.
    fn remember(&mut self, player: usize, words: Range<usize>, seen: &BitGrid) {
        let mut cells = std::mem::take(&mut self.world.cells);
        cells.clear();
        self.list_fresh(player, words, seen, &mut cells);
        for &at in &cells {
            let now = self.appearance(at);
            self.world.players[player].memory.set(at, now);
        }
        self.world.cells = cells;
    }

    /// Lists the cells of what is seen that may look different from what the player remembers:
    /// where he is not sure of the ground, and where things lie or lay that were not in sight.
    fn list_fresh(
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
            let things = part(&level.laden).iter().zip(part(memory.laden()));
            let before = part(sure).iter().zip(part(fog.visible()));
            let all = part(seen).iter().zip(things).zip(before);
            all.map(|((seen, (laden, noted)), (sure, known))| {
                seen & (!sure | (laden | noted) & !known)
            })
        };
        // Mostly there are none, which is soon found out.
        if fresh().fold(0, |any, word| any | word) != 0 {
            list_cells(seen, fresh().zip(words.clone()), cells);
            sure.union(seen);
        }
    }

    pub(crate) fn remember_ground(&mut self, player: usize) {
        let bounds = self.world.level.bounds();
        let mut all = BitGrid::new(bounds.width, bounds.height);
        all.invert();
        let world = &mut *self.world;
        let it = &mut world.players[player];
        for at in all.iter().filter(|&at| it.fog.state(at) == Fog::Unexplored) {
            let ground = world.level.ground[at];
            it.memory.set(at, Remembered { ground, thing: None });
        }
        it.fog.learn(&all);
    }

    pub(crate) fn remember_things(&mut self, player: usize, layer: Layer) {
        let found: Vec<(Pos, Remembered)> = self
            .world
            .entities
            .iter()
            .filter(|it| self.pack.kinds.get(it.kind).layer == layer)
            .filter_map(Entity::pos)
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

/// Lists the cells of some words, of a set as large as `like`.
#[inline(never)]
fn list_cells(like: &BitGrid, words: impl Iterator<Item = (u64, usize)>, cells: &mut Vec<Pos>) {
    for (mut word, index) in words {
        while word != 0 {
            let column = word.trailing_zeros().cast_signed();
            cells.push(like.corner(index) + Pos::new(column, 0));
            word &= word - 1;
        }
    }
}

/// Some words of a set.
fn part_of<'a>(set: &'a BitGrid, words: &Range<usize>) -> &'a [u64] {
    &set.words()[words.clone()]
}
