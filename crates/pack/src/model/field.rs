use std::sync::Arc;

use barrow_dice::Formula;
use serde::{Deserialize, Serialize};

use super::{Attribute, AttributeKind, Hooks, Lamp, Look};
use crate::data::Named;
use crate::form::{Form, Record};
use crate::names::{Id, Section};
use crate::scope::Subjects;

/// Something that fills cells and spreads.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// What it is called.
    pub name: Arc<str>,
    /// How it looks.
    pub look: Look,
    /// How it gets from cell to cell.
    pub spread: Option<Spread>,
    /// Or how it lives on by its neighbours.
    pub life: Option<Life>,
    /// What a cell loses each turn.
    pub fades: Option<Formula>,
    /// What a cell has instead when it has faded.
    pub leaves: Option<Residue>,
    /// How it thins out where little of it is around.
    pub thins: Option<Thinning>,
    /// What it breathes into a cell beside it, where it does not thin out.
    pub puffs: Option<Residue>,
    /// So many cells it fills at the most.
    pub most_cells: Option<Formula>,
    /// What it makes of other fields in its cell.
    pub reacts: Vec<Reaction>,
    /// Nobody sees through it where no light falls.
    pub hides: bool,
    /// It stops sight and light.
    pub opaque: bool,
    /// It gives light.
    pub light: Option<Lamp>,
    /// Who avoids it: a mind steps in only when it must.
    pub harmful: bool,
    /// What it does to those who stand in it, `turn` and `enter`.
    pub on: Hooks,
}

/// How a field gets from cell to cell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spread {
    /// The chance for each way, each turn.
    pub chance: Formula,
    /// To all eight neighbours, not only four.
    pub eight: bool,
    /// In one direction drawn at random, not in all.
    pub one: bool,
    /// Only onto cells where something has this flag.
    pub fuel: Option<Id<Attribute>>,
    /// What the new cell gets; without it, half of the old one.
    pub amount: Option<Formula>,
}

/// A field whose cells are born, survive or die by how many of the eight around have it, all
/// cells at once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Life {
    /// An open cell without it gets it with so many neighbours.
    pub born: Vec<u32>,
    /// A cell keeps it with so many neighbours.
    pub survive: Vec<u32>,
}

/// What a field leaves where it has faded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Residue {
    /// The field.
    pub field: Id<Field>,
    /// How much.
    pub amount: Option<Formula>,
    /// How likely.
    pub chance: Option<Formula>,
}

/// How a field thins out where little of it is around.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thinning {
    /// Where at most so many of the eight cells around have it.
    pub below: u32,
    /// How likely, each turn.
    pub chance: Option<Formula>,
    /// Further fields that count as if they were it.
    pub counts: Vec<Id<Field>>,
    /// What it turns into; without it, nothing.
    pub becomes: Option<Id<Field>>,
    /// How much of that; `amount` is what there was.
    pub amount: Option<Formula>,
}

/// What becomes of a field that meets another in a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reaction {
    /// The other field.
    pub with: Id<Field>,
    /// How likely, each turn.
    pub chance: Option<Formula>,
    /// What the other turns into; without it, nothing.
    pub becomes: Option<Id<Field>>,
    /// How much of it.
    pub amount: Option<Formula>,
    /// This field is used up as well.
    pub spends: bool,
}

impl Named for Field {
    const SECTION: Section = Section::Fields;
}

impl Record for Field {
    const NAME: &'static str = "field";
    const ABOUT: &'static str =
        "Something that fills cells and spreads; each cell has an amount, 0 to 255.";
    const SUBJECTS: Option<Subjects> = Some(Subjects::PLAYER);

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("name", "What it is called; without it, its key.", &mut self.name);
        form.field("look", "How it looks.", &mut self.look);
        form.field("spread", "How it gets from cell to cell.", &mut self.spread);
        form.field(
            "life",
            "Or how it lives on by its neighbours, all cells at once.",
            &mut self.life,
        );
        form.field("fades", "What a cell loses each turn.", &mut self.fades);
        form.field("leaves", "What a cell has instead when it has faded.", &mut self.leaves);
        form.field("thins", "How it thins out where little is around.", &mut self.thins);
        form.field(
            "puffs",
            "What it breathes into a free cell beside it, where it does not thin out.",
            &mut self.puffs,
        );
        form.field(
            "most_cells",
            "Beyond so many cells a tenth of them clears.",
            &mut self.most_cells,
        );
        form.field("reacts", "What it makes of other fields in its cell.", &mut self.reacts);
        form.field("hides", "Nobody sees through it where no light falls.", &mut self.hides);
        form.field("opaque", "It stops sight and light.", &mut self.opaque);
        form.field("light", "It gives light.", &mut self.light);
        form.field("harmful", "Minds avoid it.", &mut self.harmful);
        form.field(
            "on",
            "What it does to the target in its cell: `spawn` when it comes there, `turn`, `enter`.",
            &mut self.on,
        );
    }
}

impl Record for Spread {
    const NAME: &'static str = "spread";
    const ABOUT: &'static str = "How a field gets from cell to cell.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.main("chance", "The chance for each way, each turn.", &mut self.chance);
        form.field("eight", "To all eight neighbours, not only four.", &mut self.eight);
        form.field("one", "In one direction drawn at random, not in all.", &mut self.one);
        form.only(&[AttributeKind::Flag]).field(
            "fuel",
            "Only onto cells where something has this flag.",
            &mut self.fuel,
        );
        form.field("amount", "What the new cell gets; without it, half the old.", &mut self.amount);
    }
}

impl Record for Residue {
    const NAME: &'static str = "residue";
    const ABOUT: &'static str = "What a field leaves where it has faded.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.main("field", "The field.", &mut self.field);
        form.field(
            "amount",
            "How much; without it, 1. Of a puff, `amount` is what there is.",
            &mut self.amount,
        );
        form.field("chance", "How likely; without it, always.", &mut self.chance);
    }
}

impl Record for Thinning {
    const NAME: &'static str = "thinning";
    const ABOUT: &'static str =
        "How a field thins out where few of the eight cells around have it.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.needed("below", "Where at most so many cells around have it.", &mut self.below);
        form.field("chance", "How likely, each turn; without it, always.", &mut self.chance);
        form.field("counts", "Further fields that count as it does.", &mut self.counts);
        form.field("becomes", "What it turns into; without it, nothing.", &mut self.becomes);
        form.field(
            "amount",
            "How much of that; `amount` is what there was, and what there is without this.",
            &mut self.amount,
        );
    }

    fn flaw(&self) -> Option<&'static str> {
        (self.below > 8).then_some("a cell has 0 to 8 neighbours")
    }
}

impl Record for Life {
    const NAME: &'static str = "life";
    const ABOUT: &'static str =
        "How a field lives on by how many of the eight cells around have it.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("born", "An open cell gets it with so many neighbours.", &mut self.born);
        form.field("survive", "A cell keeps it with so many neighbours.", &mut self.survive);
    }

    fn flaw(&self) -> Option<&'static str> {
        let counts = self.born.iter().chain(&self.survive);
        let possible = counts.copied().all(|it| it <= 8);
        (!possible).then_some("a cell has 0 to 8 neighbours")
    }
}

impl Record for Reaction {
    const NAME: &'static str = "reaction";
    const ABOUT: &'static str = "What becomes of a field that meets another in a cell.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.needed("with", "The other field.", &mut self.with);
        form.field("chance", "How likely, each turn; without it, always.", &mut self.chance);
        form.field("becomes", "What the other turns into; without it, nothing.", &mut self.becomes);
        form.field("amount", "How much of it; without it, as much as there was.", &mut self.amount);
        form.field("spends", "This field is used up as well.", &mut self.spends);
    }
}
