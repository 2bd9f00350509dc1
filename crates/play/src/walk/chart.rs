mod facts;
mod paths;

pub use facts::{harms, is_bad, is_dangerous, is_harmful};
pub use paths::Caution;

use barrow_engine::{Glimpse, View};
use barrow_grid::{Adjacency, BitGrid, Dir, DistanceMap, Grid, Pos};
use barrow_pack::{Id, Kind, Way};
use barrow_small::Map;

use self::facts::{Danger, Facts};

/// What a walker knows of a level: where it can go, what it should avoid, where items and stairs
/// are.
///
/// It is made from views alone and remembers what they showed, even on levels that the player
/// forgets.
#[derive(Clone, Debug, Default)]
pub struct Chart {
    /// The name and the floor of the level.
    level: Option<(String, i32)>,
    /// The position where the player arrived.
    arrival: Pos,
    facts: Map<Id<Kind>, Facts>,
    known: BitGrid,
    open: BitGrid,
    /// Closed doors, which cost an extra turn.
    doors: BitGrid,
    /// Terrain and fixtures that harm an actor that steps there.
    harmful: BitGrid,
    deadly: BitGrid,
    /// Harmful fields, as last seen.
    harmful_fields: BitGrid,
    /// Items to pick up.
    items: BitGrid,
    /// Items that are not wanted.
    unwanted: BitGrid,
    /// Cells where a step was refused.
    refused: BitGrid,
    /// Actors that do not give way.
    taken: BitGrid,
    /// Cells that are closed for now.
    shunned: BitGrid,
    ways: Vec<(Pos, Way)>,
    /// Exits that are taken by stepping on them, which must not happen by accident.
    trapdoors: BitGrid,
    /// Fixtures that react when the player walks into them.
    curios: BitGrid,
    /// Those of them that open a menu.
    menus: BitGrid,
    /// Those that were visited.
    visited: BitGrid,
    /// Whether unknown cells count as open for now.
    ventures: bool,
    /// The unknown cells that stayed dark although the player stood next to them: in a straight
    /// direction, and in a diagonal one.
    dark: [BitGrid; 2],
    /// Whether dark cells are not worth going to, for now.
    wants_light: bool,
    /// What to avoid, and by how large a detour.
    feared: Vec<(Pos, u8)>,
    /// How long a step onto each cell takes, in a game where that differs; if not, it is empty.
    steps: Grid<u8>,
    costs: Grid<u8>,
    distances: DistanceMap,
}

impl Chart {
    /// Updates the chart from a view.
    pub fn update(&mut self, view: &View<'_>) {
        let level = (view.title().to_owned(), view.floor());
        let size = (view.width(), view.height());
        if self.level.as_ref() != Some(&level) || (self.known.width(), self.known.height()) != size
        {
            self.begin(level, size);
            self.arrival = view.own().map(|it| it.pos()).unwrap_or_default();
        }
        let (explored, visible) = (view.explored(), view.visible());
        let is_news = |at: &Pos| visible.contains(*at) || !self.known.contains(*at);
        let fresh: Vec<Pos> = explored.iter().filter(is_news).collect();
        let remembered = view.remembered().filter(|(at, _)| explored.contains(*at) && is_news(at));
        let things: Vec<(Pos, Glimpse<'_>)> = remembered.collect();
        self.chart_grounds(view, &fresh);
        for (at, thing) in things {
            self.chart_thing(view, at, thing.kind(), thing.is_open());
        }
        for thing in view.things() {
            self.chart_thing(view, thing.pos(), thing.glimpse().kind(), thing.glimpse().is_open());
        }
        self.chart_fields(view);
        self.chart_actors(view);
        if view.has_ways() {
            self.chart_steps(view, &fresh);
        }
        self.chart_dark(view);
    }

    /// Notes which neighbours cannot be seen even from here.
    fn chart_dark(&mut self, view: &View<'_>) {
        let Some(here) = view.own().map(|it| it.pos()) else { return };
        for dir in Dir::ALL {
            let at = here + dir;
            let dark = &mut self.dark[usize::from(dir.is_diagonal())];
            if dark.bounds().contains(at) && !self.known.contains(at) {
                dark.insert(at);
            }
        }
    }

    /// Starts a new level, even if it has the name of the last one.
    pub fn forget(&mut self) {
        self.level = None;
    }

    fn begin(&mut self, level: (String, i32), (width, height): (i32, i32)) {
        self.level = Some(level);
        self.ways.clear();
        self.facts.clear();
        for cells in [
            &mut self.known,
            &mut self.open,
            &mut self.doors,
            &mut self.harmful,
            &mut self.deadly,
            &mut self.harmful_fields,
            &mut self.items,
            &mut self.unwanted,
            &mut self.refused,
            &mut self.taken,
            &mut self.trapdoors,
            &mut self.curios,
            &mut self.menus,
            &mut self.visited,
            &mut self.shunned,
        ] {
            cells.reset(width, height);
        }
        self.dark = [BitGrid::new(width, height), BitGrid::new(width, height)];
    }

    /// Charts the terrain of some cells. Neighbours mostly have the same terrain, so its kind is
    /// looked up once for all of them.
    fn chart_grounds(&mut self, view: &View<'_>, cells: &[Pos]) {
        let ground = view.ground();
        for same in cells.chunk_by(|a, b| ground[*a] == ground[*b]) {
            let facts = self.facts_of(view, ground[same[0]]);
            for &at in same {
                self.chart_ground(at, facts);
            }
        }
    }

    fn chart_ground(&mut self, at: Pos, facts: Facts) {
        self.known.insert(at);
        self.open.set(at, !facts.solid);
        self.doors.remove(at);
        self.items.remove(at);
        self.trapdoors.remove(at);
        self.curios.set(at, facts.bumps);
        self.menus.remove(at);
        self.harmful.set(at, facts.danger == Danger::Harm);
        self.deadly.set(at, facts.danger == Danger::Death);
        self.ways.retain(|(it, _)| *it != at);
    }

    /// Charts a thing. One of an unknown kind is an item, since only items hide what they are.
    fn chart_thing(&mut self, view: &View<'_>, at: Pos, kind: Option<Id<Kind>>, open: bool) {
        let Some(kind) = kind else {
            self.items.insert(at);
            return;
        };
        let facts = self.facts_of(view, kind);
        if facts.door && !open {
            self.doors.insert(at);
        } else if facts.solid && !facts.door {
            self.open.remove(at);
        }
        if facts.item {
            self.items.insert(at);
        }
        if facts.at_once {
            self.trapdoors.insert(at);
        }
        if (facts.bumps || facts.menu) && !facts.door {
            self.curios.insert(at);
            self.menus.set(at, facts.menu);
        }
        if let Some(way) = facts.way
            && !self.ways.contains(&(at, way))
        {
            self.ways.push((at, way));
        }
        match facts.danger {
            Danger::None => {}
            Danger::Harm => _ = self.harmful.insert(at),
            Danger::Death => _ = self.deadly.insert(at),
        }
    }

    fn chart_fields(&mut self, view: &View<'_>) {
        self.harmful_fields.subtract(view.visible());
        for (field, at, _) in view.fields() {
            if is_harmful(view, field) {
                self.harmful_fields.insert(at);
            }
        }
    }

    fn chart_actors(&mut self, view: &View<'_>) {
        self.taken.clear();
        for actor in view.actors().filter(|it| !it.is_self() && !it.is_friend()) {
            self.taken.insert(actor.pos());
        }
    }

    fn facts_of(&mut self, view: &View<'_>, kind: Id<Kind>) -> Facts {
        *self.facts.get_or_insert_with(kind, || Facts::new(view, kind))
    }

    /// Records that a step was refused.
    pub fn refuse(&mut self, at: Pos) {
        if self.refused.bounds().contains(at) {
            self.refused.insert(at);
        }
    }

    /// Records that a fixture was visited. One that opens a menu stays visited; others are visited
    /// again when something changes.
    pub fn visit(&mut self, at: Pos) {
        if self.menus.contains(at) {
            self.visited.insert(at);
        } else {
            self.refuse(at);
        }
    }

    /// Returns `true` if what is there opens a menu.
    pub fn has_menu(&self, at: Pos) -> bool {
        self.menus.contains(at)
    }

    /// Forgets which fixtures were visited.
    pub fn revisit(&mut self) {
        self.visited.clear();
    }

    /// Forgets all refusals and what was dark, because something has changed: a key, a lamp.
    pub fn retry(&mut self) {
        self.refused.clear();
        self.dark.iter_mut().for_each(BitGrid::clear);
    }

    /// Takes over what no view shows from an earlier chart of the same level. A refusal by anything
    /// but a door may have been due to someone unseen, who has gone since.
    pub fn inherit(&mut self, mut before: Self) {
        if before.level == self.level && before.dark[0].bounds() == self.known.bounds() {
            std::mem::swap(&mut self.dark, &mut before.dark);
            for at in before.refused.iter().filter(|&at| before.doors.contains(at)) {
                self.refused.insert(at);
            }
            // The player remembers the thing that lies on the stair, and not the stair.
            before.ways.retain(|it| self.items.contains(it.0) && !self.ways.contains(it));
            self.ways.append(&mut before.ways);
        }
    }

    /// Records that the item in a cell is not wanted.
    pub fn ignore_item(&mut self, at: Pos) {
        if self.unwanted.bounds().contains(at) {
            self.unwanted.insert(at);
        }
    }

    /// Ignores the items that the player has no room for.
    pub fn pass_over(&mut self, view: &View<'_>) {
        let fits = |at: Pos| view.cell(at).thing.is_none_or(|it| view.has_room_for(it.kind()));
        let heavy: Vec<Pos> = self.wanted().filter(|&at| !fits(at)).collect();
        for at in heavy {
            self.unwanted.insert(at);
        }
    }

    /// Returns the positions of known items that are not wanted.
    pub fn unwanted(&self) -> impl Iterator<Item = Pos> {
        self.items.iter().filter(|&at| self.unwanted.contains(at))
    }

    /// Returns `true` if a step there was refused.
    pub fn is_refused(&self, at: Pos) -> bool {
        self.refused.contains(at)
    }

    /// Returns `true` if there is a wanted item in a cell.
    pub fn wants(&self, at: Pos) -> bool {
        self.items.contains(at) && !self.unwanted.contains(at)
    }

    /// Returns `true` if a step there is known to harm.
    pub fn is_harmful(&self, at: Pos) -> bool {
        self.deadly.contains(at) || self.harmful.contains(at) || self.harmful_fields.contains(at)
    }

    /// Returns `true` if a step there is known to kill.
    pub fn is_deadly(&self, at: Pos) -> bool {
        self.deadly.contains(at)
    }

    /// Returns the known cells that can be walked on.
    pub const fn open(&self) -> &BitGrid {
        &self.open
    }

    /// Returns from how many sides foes can come to a cell.
    pub fn open_sides(&self, at: Pos, adjacency: Adjacency) -> usize {
        adjacency.dirs().iter().filter(|&&dir| self.open.contains(at + dir)).count()
    }

    /// Returns how many cells are known.
    pub fn known(&self) -> u32 {
        self.known.count()
    }

    /// Returns the positions of known stairs.
    pub fn ways(&self, way: Way) -> impl Iterator<Item = Pos> {
        self.ways.iter().filter(move |(_, it)| *it == way).map(|&(at, _)| at)
    }

    /// Returns the positions of known items and stairs.
    pub fn sights(&self) -> impl Iterator<Item = Pos> {
        self.items.iter().chain(self.ways.iter().map(|&(at, _)| at))
    }

    /// Returns `true` if a closed door is known there.
    pub fn is_shut(&self, at: Pos) -> bool {
        self.doors.contains(at)
    }

    /// Returns `true` if an actor that does not give way stands there.
    pub fn is_taken(&self, at: Pos) -> bool {
        self.taken.contains(at)
    }

    /// Returns the positions of known wanted items.
    pub fn wanted(&self) -> impl Iterator<Item = Pos> {
        self.items.iter().filter(|&at| !self.unwanted.contains(at))
    }
}

/// Returns how a player's steps are counted.
pub fn adjacency(view: &View<'_>) -> Adjacency {
    if view.pack().rules.four_ways { Adjacency::Four } else { Adjacency::Eight }
}
