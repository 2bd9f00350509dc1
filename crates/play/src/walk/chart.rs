use std::collections::BTreeMap;

use barrow_dice::Fixed;
use barrow_engine::{Prospect, Span, View};
use barrow_grid::{Adjacency, BitGrid, Dir, DistanceMap, Grid, Pos, Rect};
use barrow_pack::{Attribute, Id, Kind, Layer, Occasion, State, Way};

/// What one who walks knows of a level: where one can go, where one had better not, where
/// things lie and ways lead.
///
/// It is made from views alone and remembers what they showed, also on levels that the player
/// forgets.
#[derive(Clone, Debug, Default)]
pub struct Chart {
    /// The name and the floor of the level that it shows.
    place: Option<(String, i32)>,
    /// Where the player came to it.
    arrival: Pos,
    facts: BTreeMap<Id<Kind>, Facts>,
    known: BitGrid,
    open: BitGrid,
    /// Closed doors, which cost a turn more.
    doors: BitGrid,
    /// Ground and fixtures that harm who steps there.
    harmful: BitGrid,
    deadly: BitGrid,
    /// Harmful fields, as last seen.
    fumes: BitGrid,
    /// Things that lie there to be taken.
    items: BitGrid,
    /// Things that lie there and are not wanted.
    left: BitGrid,
    /// Cells that were tried in vain.
    refused: BitGrid,
    /// Where others stand who do not give way.
    taken: BitGrid,
    /// Where one does not go for now.
    shunned: BitGrid,
    ways: Vec<(Pos, Way)>,
    /// Ways that are taken by stepping on them: nobody steps there by chance.
    trapdoors: BitGrid,
    /// What answers when one walks into it.
    curios: BitGrid,
    /// Whether what is unknown counts as open for now.
    ventures: bool,
    /// What to keep away from, and how much.
    feared: Vec<(Pos, u8)>,
    costs: Grid<u8>,
    distances: DistanceMap,
}

/// What matters about a kind to one who walks.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
struct Facts {
    solid: bool,
    door: bool,
    item: bool,
    way: Option<Way>,
    at_once: bool,
    bumps: bool,
    danger: Danger,
}

/// How bad it is to step somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Danger {
    None,
    Harm,
    Death,
}

/// How much one who walks is ready to suffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caution {
    /// Never onto anything known to harm.
    Full,
    /// Through harm where there is no short way around it, but never into death.
    Some,
}

/// To cross a cell that harms is worth so many steps of detour.
const HARM_COST: u8 = 25;

/// A step into the unknown is worth so many known ones: as often as not there is a wall.
const UNKNOWN_COST: u8 = 3;

/// A step to the side is worth so many half steps ahead to one who has no time.
const TURN: i32 = 6;

/// What lies within so many cells counts as near.
const GLANCE: i32 = 3;

impl Chart {
    /// Takes in what a view shows.
    pub fn look(&mut self, view: &View<'_>) {
        let place = (view.title().to_owned(), view.floor());
        let size = (view.width(), view.height());
        if self.place.as_ref() != Some(&place) || (self.known.width(), self.known.height()) != size
        {
            self.begin(place, size);
            self.arrival = view.own().map(|it| it.pos()).unwrap_or_default();
        }
        let memory = view.memory();
        let fresh: Vec<Pos> = view
            .explored()
            .iter()
            .filter(|&at| view.visible().contains(at) || !self.known.contains(at))
            .collect();
        for at in fresh {
            let remembered = memory[at];
            self.chart_ground(view, at, remembered.ground());
            if let Some(thing) = view.thing(remembered) {
                self.chart_thing(view, at, thing.kind(), thing.is_open());
            }
        }
        for thing in view.things() {
            self.chart_thing(view, thing.pos(), thing.glimpse().kind(), thing.glimpse().is_open());
        }
        self.chart_fields(view);
        self.chart_actors(view);
    }

    /// Begins a new level, even if it has the name of the last one.
    pub fn forget(&mut self) {
        self.place = None;
    }

    fn begin(&mut self, place: (String, i32), (width, height): (i32, i32)) {
        self.place = Some(place);
        self.ways.clear();
        self.facts.clear();
        for cells in [
            &mut self.known,
            &mut self.open,
            &mut self.doors,
            &mut self.harmful,
            &mut self.deadly,
            &mut self.fumes,
            &mut self.items,
            &mut self.left,
            &mut self.refused,
            &mut self.taken,
            &mut self.trapdoors,
            &mut self.curios,
            &mut self.shunned,
        ] {
            cells.reset(width, height);
        }
    }

    fn chart_ground(&mut self, view: &View<'_>, at: Pos, ground: Id<Kind>) {
        let facts = self.facts_of(view, ground);
        self.known.insert(at);
        self.open.set(at, !facts.solid);
        self.doors.remove(at);
        self.items.remove(at);
        self.trapdoors.remove(at);
        self.curios.set(at, facts.bumps);
        self.harmful.set(at, facts.danger == Danger::Harm);
        self.deadly.set(at, facts.danger == Danger::Death);
        self.ways.retain(|(it, _)| *it != at);
    }

    /// A thing whose kind is not known is something to take: only items hide what they are.
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
        if facts.bumps && !facts.door {
            self.curios.insert(at);
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
        self.fumes.subtract(view.visible());
        for (field, at, _) in view.fields() {
            if view.pack().fields.get(field).harmful || harms(view, &view.standing_in(field)) {
                self.fumes.insert(at);
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
        *self.facts.entry(kind).or_insert_with(|| Facts::new(view, kind))
    }

    /// Notes that a step somewhere was refused.
    pub fn refuse(&mut self, at: Pos) {
        if self.refused.bounds().contains(at) {
            self.refused.insert(at);
        }
    }

    /// Lets everything be tried again that was refused: something has changed, such as a key.
    pub fn retry(&mut self) {
        self.refused.clear();
    }

    /// Notes that what lies there is not wanted.
    pub fn leave(&mut self, at: Pos) {
        if self.left.bounds().contains(at) {
            self.left.insert(at);
        }
    }

    /// Whether something lies there that is wanted.
    pub fn wants(&self, at: Pos) -> bool {
        self.items.contains(at) && !self.left.contains(at)
    }

    /// Whether it would harm to step there, as far as is known.
    pub fn is_harmful(&self, at: Pos) -> bool {
        self.deadly.contains(at) || self.harmful.contains(at) || self.fumes.contains(at)
    }

    /// Whether to step there is known to kill.
    pub fn is_deadly(&self, at: Pos) -> bool {
        self.deadly.contains(at)
    }

    /// The cells that are known and can be walked on.
    pub const fn open(&self) -> &BitGrid {
        &self.open
    }

    /// How many cells around one can be walked on: from so many sides can others come.
    pub fn room_at(&self, at: Pos, adjacency: Adjacency) -> usize {
        adjacency.dirs().iter().filter(|&&dir| self.open.contains(at + dir)).count()
    }

    /// How many cells are known.
    pub fn known(&self) -> u32 {
        self.known.count()
    }

    /// Where the known ways are that lead up or down.
    pub fn ways(&self, way: Way) -> impl Iterator<Item = Pos> {
        self.ways.iter().filter(move |(_, it)| *it == way).map(|&(at, _)| at)
    }

    /// The wanted things that are known.
    pub fn wanted(&self) -> impl Iterator<Item = Pos> {
        self.items.iter().filter(|&at| !self.left.contains(at))
    }

    /// The unknown cells that border on where one can go: straight neighbours, or all eight.
    pub fn frontier(&self, adjacency: Adjacency) -> Vec<Pos> {
        let beside = |at: Pos| {
            let open = |&dir: &Dir| self.open.contains(at + dir) && !self.deadly.contains(at + dir);
            adjacency.dirs().iter().any(open)
        };
        let unknown = |at: &Pos| !self.known.contains(*at) && !self.refused.contains(*at);
        self.known.bounds().cells().filter(unknown).filter(|&at| beside(at)).collect()
    }

    /// Measures the way to the nearest of some cells; each begins with a value of its own, so
    /// that a lower one draws from farther away.
    pub fn measure(
        &mut self,
        view: &View<'_>,
        caution: Caution,
        goals: &[(Pos, u16)],
    ) -> &DistanceMap {
        self.costs.reset(self.known.width(), self.known.height(), 0);
        for at in &self.open {
            self.costs[at] = self.cost(at, caution);
        }
        if self.ventures {
            for at in self.costs.positions() {
                if self.is_unknown(at) {
                    self.costs[at] = UNKNOWN_COST;
                }
            }
        }
        // What cannot be passed can still be aimed at.
        for &(at, _) in goals {
            if let Some(cost) = self.costs.get_mut(at).filter(|cost| **cost == 0) {
                *cost = 1;
            }
        }
        self.add_fear();
        self.distances.measure_weighted(&self.costs, adjacency(view), goals);
        &self.distances
    }

    /// Makes cells dearer the nearer they are to what is feared.
    fn add_fear(&mut self) {
        for &(from, fear) in &self.feared {
            let reach = fear.checked_ilog2().unwrap_or(0).cast_signed();
            let around = Rect::new(from.x - reach, from.y - reach, 2 * reach + 1, 2 * reach + 1);
            for at in around.intersection(self.costs.bounds()).cells() {
                let cost = &mut self.costs[at];
                if *cost > 0 {
                    *cost = cost.saturating_add(fear >> from.chebyshev(at));
                }
            }
        }
    }

    /// Sets what to keep away from. The fear is worth so many steps of detour on its cell, and
    /// half as many for each cell farther away.
    pub fn fear(&mut self, feared: Vec<(Pos, u8)>) {
        self.feared = feared;
    }

    /// Sets where one does not go, until it is set anew.
    pub fn shun(&mut self, cells: Vec<Pos>) {
        self.shunned.clear();
        for at in cells {
            if self.shunned.bounds().contains(at) {
                self.shunned.insert(at);
            }
        }
    }

    /// What answers when one walks into it: an altar, a lever, a merchant.
    pub fn curios(&self) -> impl Iterator<Item = Pos> {
        self.curios.iter().filter(|&at| !self.refused.contains(at))
    }

    fn cost(&self, at: Pos, caution: Caution) -> u8 {
        let shut = [&self.deadly, &self.refused, &self.taken, &self.trapdoors, &self.shunned]
            .iter()
            .any(|cells| cells.contains(at));
        match (self.harmful.contains(at) || self.fumes.contains(at), caution) {
            _ if shut => 0,
            (true, Caution::Full) => 0,
            (true, Caution::Some) => HARM_COST,
            (false, _) if self.doors.contains(at) => 2,
            (false, _) => 1,
        }
    }

    /// The next step to the nearest of some cells, if there is a way. On a goal there is none.
    pub fn step(&mut self, view: &View<'_>, caution: Caution, goals: &[(Pos, u16)]) -> Option<Dir> {
        let here = view.own()?.pos();
        if goals.is_empty() {
            return None;
        }
        self.measure(view, caution, goals).downhill(here)
    }

    /// The same through what is unknown, in the hope that it is open.
    pub fn venture(
        &mut self,
        view: &View<'_>,
        caution: Caution,
        goals: &[(Pos, u16)],
    ) -> Option<Dir> {
        self.ventures = true;
        let step = self.step(view, caution, goals);
        self.ventures = false;
        step
    }

    /// The next step of one who explores: to things that are wanted, and to where the known
    /// ends. Corners that are only diagonally near come last.
    pub fn explore(&mut self, view: &View<'_>, caution: Caution) -> Option<Dir> {
        let here = view.own()?.pos();
        let mut goals: Vec<(Pos, u16)> =
            self.wanted().filter(|&at| at != here).map(|at| (at, 0)).collect();
        goals.extend(self.frontier(Adjacency::Four).into_iter().map(|at| (at, 4)));
        let near = self.step(view, caution, &goals);
        near.or_else(|| {
            if adjacency(view) == Adjacency::Four {
                return None;
            }
            let corners = self.frontier(Adjacency::Eight);
            self.step(view, caution, &corners.into_iter().map(|at| (at, 0)).collect::<Vec<_>>())
        })
    }

    /// The unknown cell that is most worth going to for one who has no time: near, and with
    /// much that is unknown around it.
    pub fn promising(&mut self, view: &View<'_>, caution: Caution) -> Option<Pos> {
        let own = view.own()?;
        let (here, ahead) = (own.pos(), own.facing().offset());
        let frontier = self.frontier(Adjacency::Four);
        let ways = adjacency(view);
        self.measure(view, caution, &[(here, 0)]);
        let price = |at: Pos| {
            let beside = ways.dirs().iter().filter_map(|&dir| self.distances.get(at + dir));
            let steps = i32::from(beside.min()?) + 1;
            let (x, y) = (at.x - here.x, at.y - here.y);
            let aside = if x * ahead.x + y * ahead.y <= 0 { TURN } else { 0 };
            // Ways on are seldom near the one by which one came.
            let far = i32::try_from(at.chebyshev(self.arrival)).unwrap_or(i32::MAX);
            Some((2 * steps + aside - self.unknown_around(at) - far, at))
        };
        frontier.into_iter().filter_map(price).min().map(|(_, at)| at)
    }

    /// How many cells near one are unknown.
    fn unknown_around(&self, at: Pos) -> i32 {
        let around = Rect::new(at.x - GLANCE, at.y - GLANCE, 2 * GLANCE + 1, 2 * GLANCE + 1);
        let inside = around.intersection(self.known.bounds());
        let unknown = inside.cells().filter(|&it| !self.known.contains(it)).count();
        i32::try_from(unknown).unwrap_or(i32::MAX)
    }

    /// Whether a cell is unknown and was not tried in vain.
    pub fn is_unknown(&self, at: Pos) -> bool {
        !self.known.contains(at) && !self.refused.contains(at)
    }

    /// The step that leads away from threats, if any is better than to stay.
    pub fn flee(&mut self, view: &View<'_>, threats: &[Pos]) -> Option<Dir> {
        let here = view.own()?.pos();
        let mut open = self.open.clone();
        for shut in
            [&self.deadly, &self.harmful, &self.fumes, &self.refused, &self.taken, &self.trapdoors]
        {
            open.subtract(shut);
        }
        open.insert(here);
        let mut near = DistanceMap::new();
        near.measure(&open, adjacency(view), threats);
        let mut flight = DistanceMap::new();
        flight.measure_flight(&open, &near);
        flight.downhill(here)
    }
}

/// How a player walks.
pub fn adjacency(view: &View<'_>) -> Adjacency {
    if view.pack().rules.four_ways { Adjacency::Four } else { Adjacency::Eight }
}

/// Whether a prospect is one to avoid: it kills, takes more than one part in two hundred of a
/// gauge, or begins a bad state.
pub fn harms(view: &View<'_>, prospect: &Prospect) -> bool {
    let own = view.own();
    let lowers = |&(id, span): &(Id<Attribute>, Span)| {
        let gauge = own.and_then(|own| own.gauges().find(|(it, _)| *it == id));
        let loss = (Fixed::ZERO - span.middle()) * Fixed::from_whole(200);
        gauge.is_some_and(|(_, value)| loss > value.most)
    };
    let bad = |&state: &Id<State>| is_bad(view, state);
    prospect.kills || prospect.changes.iter().any(lowers) || prospect.begins.iter().any(bad)
}

/// Whether a state is one to avoid: it hurts, or takes the power to act.
pub fn is_bad(view: &View<'_>, state: Id<State>) -> bool {
    let what = view.pack().states.get(state);
    let life = view.pack().rules.life;
    let hurts = view.turn_of(state).change(life).middle() < Fixed::ZERO;
    what.helpless || what.astray.is_some() || hurts
}

impl Facts {
    fn new(view: &View<'_>, id: Id<Kind>) -> Self {
        let (pack, kind) = (view.pack(), view.pack().kinds.get(id));
        let prospect = view.step_onto(id);
        let danger = match (prospect.kills, harms(view, &prospect)) {
            (true, _) => Danger::Death,
            (false, true) => Danger::Harm,
            (false, false) => Danger::None,
        };
        Self {
            solid: kind.flags.contains(&pack.core.solid),
            door: kind.door.is_some(),
            item: kind.layer == Layer::Item,
            way: kind.stairs.as_ref().map(|it| it.way),
            at_once: kind.stairs.as_ref().is_some_and(|it| it.at_once),
            bumps: !kind.on.on(Occasion::Bump).is_empty(),
            danger,
        }
    }
}
