use barrow_dice::Chance;
use serde::{Deserialize, Serialize};

use super::cellular::Cellular;
use super::{Method, Row};
use crate::Form;
use crate::automaton::{Rule, scatter};
use crate::builder::Site;

/// A cave with pools of lava. A second automaton makes the pools, which lie only where the cave has
/// floor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Infernal {
    /// The cave.
    pub cave: Cellular,
    /// The share of lava in the noise that becomes pools.
    pub lava: Chance,
}

const POOLS: Rule = Rule { born: 0b1_1111_0000, survive: 0b1_1111_1000 };
const POOL_ROUNDS: u32 = 2;

impl Default for Infernal {
    fn default() -> Self {
        let cave = Cellular {
            walls: Chance::percent(50),
            rounds: 5,
            born: 0b1_1110_0000,
            survive: 0b1_1111_0000,
            ..Cellular::default()
        };
        Self { cave, lava: Chance::percent(15) }
    }
}

impl Method for Infernal {
    fn row(&self) -> Row {
        Row { name: "infernal", about: "a natural cave with pools of lava" }
    }

    fn fill_in(&mut self, form: &mut dyn Form) {
        self.cave.fill_in(form);
        form.share("lava", "share of lava in the noise of the pools", &mut self.lava, 0..=100);
    }

    fn min_size(&self) -> (u32, u32) {
        self.cave.min_size()
    }

    fn joins_all(&self) -> bool {
        false
    }

    fn dig(&self, site: &mut Site) {
        self.cave.dig(site);
        let lava = &mut site.plan.lava;
        scatter(site.rng, self.lava, lava);
        POOLS.run(lava, &mut site.buffers.cells, POOL_ROUNDS);
        lava.intersect(&site.plan.floor);
        site.plan.floor.subtract(lava);
    }
}
