use barrow_dice::Chance;

use crate::Form;

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
}
