mod around;
mod dead_ends;
mod doors;
mod ends;
mod loops;
mod regions;
mod spawns;

use barrow_dice::Chance;
use barrow_grid::{BitGrid, DistanceMap, PathFinder, Pos};

use crate::builder::Site;
use crate::template::{Fitter, Template};
use crate::{Form, Plan};

pub(crate) use around::look_around;

/// What is done to a level after it is dug. Any recipe can ask for any of it.
///
/// The order is fixed: regions, dead ends, loops, templates, doors, start and exits, spawns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finish {
    /// What becomes of parts that cannot reach each other.
    pub regions: Regions,
    /// Dead ends are filled up from their tip by so many cells.
    pub trim: u32,
    /// The chance to open a wall between two cells that are far apart on foot.
    pub loops: Chance,
    /// Rooms drawn by hand that are fitted in, and how many of each. What does not fit is left
    /// out.
    pub templates: Vec<(Template, u32)>,
    /// The chance of a door where a corridor meets a room.
    pub doors: Chance,
    /// How many ways out there are, far from the start and from each other.
    pub exits: u32,
    /// Within so many steps of the start nothing is put.
    pub quiet: u32,
}

/// What becomes of parts of a level that cannot reach each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Regions {
    /// They are joined by tunnels.
    #[default]
    Join,
    /// All but the largest are filled up.
    Largest,
}

impl Regions {
    const ALL: [Self; 2] = [Self::Join, Self::Largest];
    const WORDS: &'static [&'static str] = &["join", "largest"];
}

impl Default for Finish {
    fn default() -> Self {
        Self {
            regions: Regions::Join,
            trim: 0,
            loops: Chance::NEVER,
            templates: Vec::new(),
            doors: Chance::NEVER,
            exits: 1,
            quiet: 5,
        }
    }
}

impl Finish {
    /// Shows each parameter to the form.
    pub(crate) fn fill_in(&mut self, form: &mut dyn Form) {
        let regions = self.regions as usize;
        if let Some(chosen) = form.choice(
            "regions",
            "what becomes of parts that cannot reach each other",
            regions,
            Regions::WORDS,
        ) {
            self.regions = Regions::ALL[chosen];
        }
        form.number("trim", "cells by which dead ends are filled up", &mut self.trim, 0..=1000);
        form.share(
            "loops",
            "chance to open a wall between cells far apart",
            &mut self.loops,
            0..=100,
        );
        self.fill_in_template(form);
        form.share(
            "doors",
            "chance of a door where a corridor meets a room",
            &mut self.doors,
            0..=100,
        );
        form.number("exits", "ways out, far from the start and each other", &mut self.exits, 1..=8);
        form.number(
            "quiet",
            "steps around the start where nothing is put",
            &mut self.quiet,
            0..=100,
        );
    }

    fn fill_in_template(&mut self, form: &mut dyn Form) {
        let words = Template::WORDS;
        let first = self.templates.first().map(|(template, _)| template.name());
        let chosen = words.iter().position(|&word| first == Some(word)).unwrap_or(0);
        if let Some(chosen) = form.choice("template", "a drawn room fitted in", chosen, words) {
            self.templates =
                Template::built_in(words[chosen]).map(|it| (it, 1)).into_iter().collect();
        }
    }

    /// Does all of it to what was dug.
    pub(crate) fn apply(&self, site: &mut Site) {
        regions::unite(self.regions, site);
        let Site { rng, plan, spare } = site;
        let scratch = &mut spare.finish;
        scratch.begin(plan);
        dead_ends::trim(plan, self.trim, scratch);
        regions::drop_filled(plan, &mut scratch.places);
        loops::open(rng, plan, self.loops, scratch);
        for (template, count) in &self.templates {
            for _ in 0..*count {
                if !scratch.fitter.fit(rng, plan, template, &mut scratch.kept) {
                    break;
                }
            }
        }
        plan.marks.sort_unstable_by_key(|mark| mark.pos);
        doors::hang(rng, plan, self.doors, scratch);
        ends::place(plan, self, scratch);
        spawns::mark(plan, &scratch.met);
    }
}

/// Working memory of the steps. What a buffer holds at the start of a step is left over,
/// except where it says otherwise.
#[derive(Default)]
pub(crate) struct Scratch {
    /// The rectangles of all rooms, from the dead ends on.
    rooms: BitGrid,
    /// The cells of fitted templates, walls too, from the dead ends on.
    kept: BitGrid,
    reached: BitGrid,
    wave: BitGrid,
    met: BitGrid,
    inside: BitGrid,
    doors: BitGrid,
    regions: barrow_grid::Regions,
    from_start: DistanceMap,
    from_all: DistanceMap,
    finder: PathFinder,
    fitter: Fitter,
    path: Vec<Pos>,
    goals: Vec<Pos>,
    rows: Vec<i32>,
    places: Vec<Option<u16>>,
}

impl Scratch {
    fn begin(&mut self, plan: &Plan) {
        let bounds = plan.bounds();
        self.kept.reset(bounds.width, bounds.height);
        self.rooms.reset(bounds.width, bounds.height);
        for room in &plan.rooms {
            self.rooms.insert_rect(room.rect);
        }
    }
}
