use barrow_dice::Chance;
use serde::{Deserialize, Serialize};

use super::{Method, Row};
use crate::Form;
use crate::automaton::{Rule, scatter};
use crate::builder::Site;

/// A cave: random noise, smoothed by a cellular automaton whose living cells are the walls.
///
/// The default rule is the usual one of the genre. It counts the walls among a cell and its eight
/// neighbours: with five or more the cell becomes a wall, with three or fewer it becomes floor, and
/// with four it stays as it is. Counting the neighbours only, floor becomes wall with 5 to 8 walls
/// around it, and a wall stays with 3 to 8.
///
/// The largest region of such a cave is often just a corner of the map, so the default finish joins
/// all regions. `regions=largest` keeps only the largest one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cellular {
    /// The share of walls in the noise.
    pub walls: Chance,
    /// The number of smoothing rounds.
    pub rounds: u32,
    /// For a floor cell: the numbers of neighbouring walls that turn it into a wall, one bit each.
    pub born: u16,
    /// For a wall: the numbers of neighbouring walls that keep it a wall, one bit each.
    pub survive: u16,
    /// Which neighbours are counted.
    pub topology: Topology,
}

/// Which neighbours of a cell are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Topology {
    /// All eight neighbours.
    #[default]
    Eight,
    /// The four orthogonal neighbours.
    Four,
}

impl Topology {
    const ALL: [Self; 2] = [Self::Eight, Self::Four];
    const WORDS: &'static [&'static str] = &["eight", "four"];
}

impl Default for Cellular {
    fn default() -> Self {
        Self {
            walls: Chance::percent(45),
            rounds: 5,
            born: 0b1_1110_0000,
            survive: 0b1_1111_1000,
            topology: Topology::Eight,
        }
    }
}

impl Method for Cellular {
    fn row(&self) -> Row {
        Row {
            name: "cellular",
            about: "a natural cave, smoothed out of noise by a cellular automaton",
        }
    }

    fn fill_in(&mut self, form: &mut dyn Form) {
        form.share("walls", "share of walls in the noise", &mut self.walls, 0..=100);
        form.number("rounds", "number of smoothing rounds", &mut self.rounds, 0..=50);
        form.counts("born", "walls around a floor cell that make it a wall", &mut self.born);
        form.counts("survive", "walls around a wall that keep it one", &mut self.survive);
        let chosen = self.topology as usize;
        let about = "which neighbours of a cell are counted";
        if let Some(chosen) = form.choice("topology", about, chosen, Topology::WORDS) {
            self.topology = Topology::ALL[chosen];
        }
    }

    fn min_size(&self) -> (u32, u32) {
        (9, 9)
    }

    fn joins_all(&self) -> bool {
        false
    }

    fn dig(&self, site: &mut Site) {
        let walls = &mut site.plan.floor;
        walls.invert();
        scatter(site.rng, self.walls, walls);
        let rule = Rule { born: self.born, survive: self.survive };
        match self.topology {
            Topology::Eight => rule.run(walls, &mut site.buffers.cells, self.rounds),
            Topology::Four => rule.run_beside(walls, &mut site.buffers.cells, self.rounds),
        }
        walls.invert();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_rule_counts_nine_cells() {
        let Cellular { born, survive, .. } = Cellular::default();
        for (wall, around) in (0..=8).flat_map(|it| [(false, it), (true, it)]) {
            let becomes_wall = match around + u32::from(wall) {
                5.. => true,
                4 => wall,
                _ => false,
            };
            let set = if wall { survive } else { born };
            assert_eq!(set >> around & 1 == 1, becomes_wall, "{wall}, {around} around");
        }
    }
}
