use barrow_dice::Formula;
use serde::{Deserialize, Serialize};

use crate::form::{Form, Record};

/// How a projectile flies.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flight {
    /// The number of cells that it flies each time it acts. If omitted, 1.
    pub cells: Option<Formula>,
}

impl Record for Flight {
    const NAME: &'static str = "flight";
    const ABOUT: &'static str = "How a projectile flies. The behaviour `advance` moves it where it \
                                 faces. What it meets is the target of its occasion `bump`, and \
                                 then it is gone.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        let about = "The number of cells that it flies each time it acts. If omitted, 1.";
        form.bare("cells", about, &mut self.cells);
    }
}
