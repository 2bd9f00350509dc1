mod around;
mod dead_ends;
mod doors;
mod ends;
mod loops;
mod regions;
mod spawns;

use barrow_dice::Chance;
use barrow_grid::{BitGrid, DistanceMap, PathFinder, Pos};
use barrow_small::{sort, sort_by_key};
use serde::{Deserialize, Serialize};

use crate::builder::Site;
use crate::template::{Fitter, Template, TemplateSet};
use crate::{Choice, Form, Plan, RecipeError};

pub(crate) use around::look_around;

/// What is done to a level after it is dug. Every recipe can use all of it.
///
/// The order is fixed: regions, dead ends, loops, templates, doors, start and exits, spawns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finish {
    /// What to do with parts that are not connected.
    pub regions: Regions,
    /// The number of cells by which each dead end is filled up.
    pub trim: u32,
    /// The chance to open a wall between two cells that are far apart on foot.
    pub loops: Chance,
    /// Rooms to fit in, drawn from lists of templates.
    pub templates: Vec<TemplateSet>,
    /// The chance of a door where a corridor meets a room.
    pub doors: Chance,
    /// The number of exits, far from the start and from each other.
    pub exits: u32,
    /// The number of steps around the start in which nothing spawns.
    pub quiet: u32,
}

/// What to do with parts of a level that are not connected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Regions {
    /// Join them by tunnels.
    #[default]
    Join,
    /// Fill up all but the largest.
    Largest,
    /// Leave them as they are. The start and the exits lie in the largest.
    Apart,
}

impl Regions {
    const ALL: [Self; 3] = [Self::Join, Self::Largest, Self::Apart];
    const WORDS: &'static [&'static str] = &["join", "largest", "apart"];
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
        let about = "what to do with parts that are not connected";
        let chosen = form.choice("regions", about, self.regions as usize, Regions::WORDS);
        self.regions = chosen.map_or(self.regions, |chosen| Regions::ALL[chosen]);
        form.number(
            "trim",
            "number of cells by which each dead end is filled up",
            &mut self.trim,
            0..=1000,
        );
        form.share(
            "loops",
            "chance to open a wall between cells that are far apart on foot",
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
        form.number(
            "exits",
            "number of exits, far from the start and from each other",
            &mut self.exits,
            1..=8,
        );
        form.number(
            "quiet",
            "steps around the start in which nothing spawns",
            &mut self.quiet,
            0..=100,
        );
    }

    fn fill_in_template(&mut self, form: &mut dyn Form) {
        let (chosen, words) = self.template_choice();
        let parse = |text: &str| TemplateSet::parse(Template::OWN, text);
        let check = |text: &str| parse(text).map(|_| ()).map_err(|error| error.mistake.to_string());
        match form.drawing("template", "a drawn room to fit in", (chosen, words), &check) {
            Some(Choice::Word(index)) if words[index] != Template::OWN => {
                let built_in = Template::built_in(words[index]).map(TemplateSet::one);
                self.templates = built_in.into_iter().collect();
            }
            Some(Choice::Drawing(text)) => self.templates = parse(&text).into_iter().collect(),
            _ => {}
        }
    }

    /// Returns the index of the present template among the allowed words, and those words.
    fn template_choice(&self) -> (usize, &'static [&'static str]) {
        let words = Template::WORDS;
        let built_in = &words[..words.len() - 1];
        let chosen = match &self.templates[..] {
            [] => Some(0),
            [set] if set.count == 1 && set.templates.len() == 1 => {
                built_in.iter().position(|&word| word == set.templates[0].0.name())
            }
            _ => None,
        };
        chosen.map_or((built_in.len(), words), |chosen| (chosen, built_in))
    }

    /// Returns an error if the templates cannot be drawn from.
    pub(crate) fn check(&self) -> Result<(), RecipeError> {
        if self.templates.iter().all(TemplateSet::has_valid_weights) {
            return Ok(());
        }
        Err(RecipeError::Contradiction("the weights of templates are too large"))
    }

    /// Finishes a dug level. `joined` is `true` if its floor is known to be one region.
    pub(crate) fn apply(&self, site: &mut Site, joined: bool) {
        if !joined {
            regions::unite(self.regions, site);
        }
        regions::ensure_floor(site.plan);
        let Site { rng, plan, buffers } = site;
        let scratch = &mut buffers.finish;
        plan.lava.subtract(&plan.floor);
        scratch.begin(plan);
        if self.trim > 0 {
            dead_ends::trim(plan, self.trim, scratch);
        }
        if self.loops != Chance::NEVER {
            loops::open(rng, plan, self.loops, scratch);
        }
        for set in &self.templates {
            scratch.fitter.fit_set(rng, plan, set, &mut scratch.kept);
        }
        if self.doors != Chance::NEVER {
            doors::hang(rng, plan, self.doors, scratch);
        }
        sort(&mut plan.doors);
        sort_by_key(&mut plan.marks, |mark| mark.pos);
        ends::choose(rng, plan, self.exits, self.regions == Regions::Apart, scratch);
        spawns::mark(plan, self.quiet, scratch);
    }
}

/// Working memory of the steps. A buffer may hold leftovers at the start of a step, unless noted
/// otherwise.
#[derive(Default)]
pub(crate) struct Scratch {
    /// The rectangles of all rooms, valid from the dead ends on.
    rooms: BitGrid,
    /// The cells of fitted templates, including their walls, valid from the dead ends on.
    kept: BitGrid,
    reached: BitGrid,
    wave: BitGrid,
    met: BitGrid,
    inside: BitGrid,
    doors: BitGrid,
    regions: barrow_grid::Regions,
    distances: DistanceMap,
    finder: PathFinder,
    fitter: Fitter,
    path: Vec<Pos>,
    goals: Vec<Pos>,
    rows: Vec<i32>,
    new_indices: Vec<Option<u16>>,
    /// The distance of each room from the nearest start or exit.
    path_lengths: Vec<u32>,
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

#[cfg(test)]
pub(crate) mod tests;
