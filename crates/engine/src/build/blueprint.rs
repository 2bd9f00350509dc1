use barrow_dice::Rng;
use barrow_grid::{BitGrid, Grid, Pos};
use barrow_mapgen::{Algorithm, Builder, Plan, Recipe, Terrain};
use barrow_pack::{self as pack, Dig, Id, Kind, Layer, Way};

use super::rooms::PlannedRoom;
use crate::ctx::Ctx;
use crate::ctx::scene::Scene;

/// The plan of a level, whether generated or drawn.
pub(super) struct Blueprint {
    pub(super) ground: Grid<Id<Kind>>,
    /// The things and their cells, in order of placement.
    pub(super) things: Vec<(Id<Kind>, Pos)>,
    /// How many of the things stand where the author drew them.
    pub(super) drawn_things: usize,
    pub(super) start: Pos,
    /// The arrival cell, if the drawing has one.
    pub(super) arrival: Option<Pos>,
    pub(super) exit: Pos,
    pub(super) rooms: Vec<PlannedRoom>,
    /// The indices of the level's random streams.
    pub(super) indices: Vec<u32>,
    /// The cells known to be walkable so far.
    pub(super) floor: BitGrid,
    /// The cells where things may spawn.
    pub(super) spawns: BitGrid,
}

impl Ctx<'_> {
    pub(super) fn blueprint(&mut self, level: &pack::Level, layout: &mut Rng) -> Blueprint {
        match &level.dig {
            Some(dig) => self.dug(level, dig, layout),
            None => self.drawn(level, layout),
        }
    }

    fn dug(&self, level: &pack::Level, dig: &Dig, layout: &mut Rng) -> Blueprint {
        let plan = self.plan(dig, layout);
        let ground = &level.ground;
        let floor = ground.floor.unwrap_or_default();
        let made_of = |at| match plan.terrain(at) {
            Terrain::Wall => ground.wall.unwrap_or_default(),
            Terrain::Lava => ground.lava.unwrap_or(floor),
            Terrain::Floor | Terrain::Door => floor,
        };
        let exit = plan.exits.first().copied().unwrap_or(plan.start);
        let mut blueprint = Blueprint {
            ground: Grid::from_fn(plan.bounds().width, plan.bounds().height, made_of),
            things: Vec::new(),
            drawn_things: 0,
            start: plan.start,
            arrival: Some(plan.start),
            exit,
            rooms: planned_rooms(&plan),
            indices: Vec::new(),
            floor: plan.floor,
            spawns: plan.spawns,
        };
        for (at, glyph) in plan.marks.iter().map(|mark| (mark.pos, mark.glyph)) {
            let kinds = self.stands_for(level, &blueprint.rooms, at, glyph);
            self.add_kinds(&mut blueprint, at, kinds);
        }
        let things = &mut blueprint.things;
        let doors = plan.doors.iter().zip(std::iter::repeat(ground.door));
        things.extend(doors.filter_map(|(&at, door)| Some((door?, at))));
        things
            .extend(ground.up.filter(|_| self.has_exit(level, Way::Up)).map(|it| (it, plan.start)));
        things.extend(ground.down.filter(|_| self.has_exit(level, Way::Down)).map(|it| (it, exit)));
        blueprint
    }

    /// Returns what a mark stands for: first by the legend of its template, then by the level's.
    fn stands_for<'l>(
        &'l self,
        level: &'l pack::Level,
        rooms: &[PlannedRoom],
        at: Pos,
        glyph: char,
    ) -> &'l [Id<Kind>] {
        let room = rooms.iter().rev().find(|room| room.rect.contains(at));
        let template = room.and_then(|it| self.pack.templates.find(&it.role.to_string()));
        let own = template.and_then(|it| self.pack.templates.get(it).legend.find(glyph));
        own.or_else(|| level.stands_for(glyph)).unwrap_or_default()
    }

    fn plan(&self, dig: &Dig, layout: &mut Rng) -> Plan {
        let mut recipe = dig
            .recipe(self.pack, |formula| self.sheet().number(formula, &Scene::default(), layout));
        let mut plan = Plan::default();
        // Each formula is clamped to its range, but two parameters can still contradict each other
        // on some floor. Then a layout shares its rooms by weight, and if nothing else helps, the
        // algorithm's default parameters are used.
        if let (Err(_), Algorithm::Layout(rooms)) = (recipe.check(), &mut recipe.algorithm) {
            rooms.relax();
        }
        if Builder::default().build(&recipe, layout, &mut plan).is_err() {
            let usual = Recipe::new(recipe.algorithm.with_defaults());
            Builder::default()
                .build(&usual, layout, &mut plan)
                .expect("every algorithm's own recipe is sound");
        }
        plan
    }

    /// Returns whether the level has an exit in this direction on the current floor.
    fn has_exit(&self, level: &pack::Level, way: Way) -> bool {
        let scene = self.with_player(Scene::default());
        let holds = |it: &barrow_dice::Formula| self.expected(it, &scene).is_true();
        match way {
            Way::Up => !level.links.up.list.is_empty(),
            Way::Down => level.links.while_.as_ref().is_none_or(holds),
        }
    }

    fn drawn(&mut self, level: &pack::Level, layout: &mut Rng) -> Blueprint {
        let lines: Vec<&str> = level.drawing.iter().map(AsRef::as_ref).collect();
        let picture = Grid::from_picture(&lines.join("\n"));
        let floor = level.ground.floor.unwrap_or_default();
        let (width, height) = (picture.width(), picture.height());
        let start = picture.find(pack::Level::ARRIVAL);
        let mut blueprint = Blueprint {
            ground: Grid::new(width, height, floor),
            things: Vec::new(),
            drawn_things: 0,
            start: start.unwrap_or_default(),
            arrival: start,
            exit: start.unwrap_or_default(),
            rooms: Vec::new(),
            indices: Vec::new(),
            floor: BitGrid::new(width, height),
            spawns: BitGrid::new(width, height),
        };
        for (at, &glyph) in picture.iter() {
            let kinds = level.stands_for(glyph).unwrap_or_default();
            self.add_kinds(&mut blueprint, at, kinds);
            if level.zones.iter().any(|it| it.sign == glyph) {
                continue;
            }
            if kinds.iter().all(|&kind| self.is_walkable(kind)) && Some(at) != start {
                blueprint.spawns.insert(at);
            }
            blueprint.floor.set(at, self.is_walkable(blueprint.ground[at]));
        }
        blueprint.drawn_things = blueprint.things.len();
        self.make_zones(level, &picture, layout, &mut blueprint);
        blueprint
    }

    /// Puts the kinds of a map symbol on a cell: the ground and what stands on it.
    pub(super) fn add_kinds(&self, blueprint: &mut Blueprint, at: Pos, kinds: &[Id<Kind>]) {
        for &id in kinds {
            let kind = self.pack.kinds.get(id);
            if kind.layer == Layer::Terrain {
                blueprint.ground[at] = id;
            } else {
                blueprint.things.push((id, at));
            }
            if kind.stairs.as_ref().is_some_and(|it| it.way == Way::Down) {
                blueprint.exit = at;
            }
        }
    }

    /// Returns whether a kind is ground that things can be put on.
    pub(super) fn is_walkable(&self, kind: Id<Kind>) -> bool {
        let core = &self.pack.core;
        let kind = self.pack.kinds.get(kind);
        kind.layer == Layer::Terrain
            && !kind.flags.iter().any(|flag| [core.solid, core.pit].contains(flag))
            && !kind.crossing.bars_walkers()
    }
}

fn planned_rooms(plan: &Plan) -> Vec<PlannedRoom> {
    let beside = |room| {
        let neighbours = plan.neighbours(room).into_iter();
        neighbours.filter_map(|it| u16::try_from(it).ok()).collect()
    };
    let rooms = plan.rooms.iter().enumerate();
    rooms
        .map(|(index, room)| PlannedRoom {
            rect: room.rect,
            role: room.role.clone(),
            beside: beside(index),
        })
        .collect()
}
