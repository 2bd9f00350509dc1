use std::sync::Arc;

use barrow_dice::Formula;
use serde::{Deserialize, Serialize};

use super::flaw::one_of_two;
use super::{Attribute, AttributeKind, Crossing, Hooks, Lamp, Look, Owner, SoundName};
use crate::data::Named;
use crate::form::{Form, Record};
use crate::names::{Id, Section};
use crate::scope::Subjects;

/// Something that fills cells and spreads, such as gas. Each cell has an amount, 0 to 255.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// The name. If omitted, the key.
    pub name: Arc<str>,
    /// How it looks.
    pub look: Look,
    /// What is heard when it comes up or grows in sight.
    pub sound: SoundName,
    /// How it spreads from cell to cell.
    pub spread: Option<Spread>,
    /// How it lives as a cellular automaton, instead of `spread`.
    pub life: Option<Life>,
    /// The amount that a cell loses each turn.
    pub fades: Option<Formula>,
    /// The field that it leaves in a cell where it has faded.
    pub leaves: Option<Residue>,
    /// How it thins out where few neighbouring cells have it.
    pub thins: Option<Thinning>,
    /// The field that it adds to a free cell beside it, where it does not thin out.
    pub puffs: Option<Residue>,
    /// The maximum number of cells. When there are more, a tenth of them clears.
    pub max_cells: Option<Formula>,
    /// How it reacts with other fields in its cell.
    pub reacts: Vec<Reaction>,
    /// The types of harm that reach all who stand in connected cells of it.
    pub conducts: Vec<Arc<str>>,
    /// Its cells can be seen only where they are lit.
    pub hides: bool,
    /// It blocks sight and light.
    pub opaque: bool,
    /// It gives light.
    pub light: Option<Lamp>,
    /// Who may enter its cells, and how long that takes.
    pub crossing: Crossing,
    /// Actors avoid it.
    pub harmful: bool,
    /// What it does to the target in its cell, on the occasions `spawn` (the field arrives),
    /// `turn`, `enter` and `tread`.
    pub on: Hooks,
}

/// How a field spreads from cell to cell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spread {
    /// The chance for each direction, each turn.
    pub chance: Formula,
    /// It spreads to all eight neighbours instead of four.
    pub eight: bool,
    /// It spreads in one random direction instead of all.
    pub one: bool,
    /// It spreads only to cells with this fuel.
    pub fuel: Option<Fuel>,
    /// The amount in the new cell. If omitted, half of the old one; where it uses up another
    /// field, the amount of that.
    pub amount: Option<Formula>,
}

/// What a field needs to spread to a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fuel {
    /// Something there has this flag.
    pub flag: Option<Id<Attribute>>,
    /// There is some of this field, which is used up.
    pub field: Option<Id<Field>>,
}

/// How a field lives as a cellular automaton: cells are born, survive or die by how many of their
/// eight neighbours have it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Life {
    /// The numbers of neighbours with which an open cell gets it.
    pub born: Vec<u32>,
    /// The numbers of neighbours with which a cell keeps it.
    pub survive: Vec<u32>,
}

/// A field that another one leaves behind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Residue {
    /// The field.
    pub field: Id<Field>,
    /// The amount. If omitted, 1. In `puffs`, the formula reads the amount in the cell as
    /// `amount`.
    pub amount: Option<Formula>,
    /// The chance. If omitted, always.
    pub chance: Option<Formula>,
}

/// How a field thins out where few of the eight neighbouring cells have it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thinning {
    /// It thins out where at most this many neighbouring cells have it.
    pub below: u32,
    /// The chance each turn. If omitted, always.
    pub chance: Option<Formula>,
    /// Other fields that count as if they were this one.
    pub counts: Vec<Id<Field>>,
    /// The field it turns into. If omitted, it vanishes.
    pub becomes: Option<Id<Field>>,
    /// The amount of that field. The formula reads the old amount as `amount`, which is also the
    /// default.
    pub amount: Option<Formula>,
    /// It thins out, and puffs, before it acts in a turn.
    pub early: bool,
}

/// What happens when a field meets another in a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reaction {
    /// The other field.
    pub with: Id<Field>,
    /// The chance each turn. If omitted, always.
    pub chance: Option<Formula>,
    /// The field that the other one turns into. If omitted, it vanishes.
    pub becomes: Option<Id<Field>>,
    /// The amount of that field. If omitted, the old amount.
    pub amount: Option<Formula>,
    /// This field is used up too.
    pub spends: bool,
    /// All connected cells of the other field react at once.
    pub extent: bool,
}

impl Named for Field {
    const SECTION: Section = Section::Fields;
}

impl Field {
    /// Returns whether its cells stay as they are unless something happens to them. Such a field is
    /// remembered like the ground.
    pub const fn stays(&self) -> bool {
        self.spread.is_none()
            && self.life.is_none()
            && self.fades.is_none()
            && self.thins.is_none()
            && self.max_cells.is_none()
    }

    /// Lists the fields that say how it spreads and fades.
    fn fields_of_growth(&mut self, form: &mut Form<'_, '_>) {
        form.field("spread", "How it spreads from cell to cell.", &mut self.spread);
        form.field(
            "life",
            "How it lives as a cellular automaton, instead of `spread`.",
            &mut self.life,
        );
        form.field("fades", "The amount that a cell loses each turn.", &mut self.fades);
        form.field(
            "leaves",
            "The field that it leaves in a cell where it has faded.",
            &mut self.leaves,
        );
        form.field(
            "thins",
            "How it thins out where few neighbouring cells have it.",
            &mut self.thins,
        );
        form.field(
            "puffs",
            "The field that it adds to a free cell beside it, where it does not thin out.",
            &mut self.puffs,
        );
        form.field(
            "max_cells",
            "The maximum number of cells. When there are more, a tenth of them clears.",
            &mut self.max_cells,
        );
    }
}

impl Record for Field {
    const NAME: &'static str = "field";
    const ABOUT: &'static str = "Something that fills cells and spreads, such as gas. Each cell \
                                 has an amount, 0 to 255.";
    const SUBJECTS: Option<Subjects> = Some(Subjects::PLAYER);

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("name", "The name. If omitted, the key.", &mut self.name);
        form.field("look", "How it looks.", &mut self.look);
        let about = "What is heard when it comes up or grows in sight.";
        form.field("sound", about, &mut self.sound);
        self.fields_of_growth(form);
        form.field("reacts", "How it reacts with other fields in its cell.", &mut self.reacts);
        let about = "Types of harm. If anyone in it suffers one of them, so does everyone who \
                     stands in connected cells of it.";
        form.field("conducts", about, &mut self.conducts);
        form.field("hides", "Its cells can be seen only where they are lit.", &mut self.hides);
        form.field("opaque", "It blocks sight and light.", &mut self.opaque);
        form.field("light", "It gives light.", &mut self.light);
        self.crossing.fields(form);
        form.field("harmful", "Actors avoid it.", &mut self.harmful);
        form.occasions_of(Owner::Field).field(
            "on",
            "What it does to the target in its cell, on the occasions `spawn` (the field \
             arrives), `turn`, `enter` and `tread`.",
            &mut self.on,
        );
    }
}

impl Record for Spread {
    const NAME: &'static str = "spread";
    const ABOUT: &'static str = "How a field spreads from cell to cell.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.main("chance", "The chance for each direction, each turn.", &mut self.chance);
        form.field("eight", "It spreads to all eight neighbours instead of four.", &mut self.eight);
        form.field("one", "It spreads in one random direction instead of all.", &mut self.one);
        let about = "It spreads only to cells with this fuel.";
        form.field("fuel", about, &mut self.fuel);
        form.field(
            "amount",
            "The amount in the new cell. If omitted, half of the old one; where it uses up \
             another field, the amount of that.",
            &mut self.amount,
        );
    }
}

impl Record for Fuel {
    const NAME: &'static str = "fuel";
    const ABOUT: &'static str = "What a field needs to spread to a cell.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.only(&[AttributeKind::Flag]).bare(
            "flag",
            "Something there has this flag.",
            &mut self.flag,
        );
        let about = "There is some of this field, which is used up.";
        form.field("field", about, &mut self.field);
    }

    fn flaw(&self) -> Option<&'static str> {
        let flaws = [
            "say what burns: give a `flag` or a `field`",
            "`flag` and `field` exclude each other; keep one",
        ];
        one_of_two(self.flag.is_some(), self.field.is_some(), flaws)
    }
}

impl Record for Residue {
    const NAME: &'static str = "residue";
    const ABOUT: &'static str = "A field that another one leaves behind.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.main("field", "The field.", &mut self.field);
        form.field(
            "amount",
            "The amount. If omitted, 1. In `puffs`, the formula reads the amount in the cell as \
             `amount`.",
            &mut self.amount,
        );
        form.field("chance", "The chance. If omitted, always.", &mut self.chance);
    }
}

impl Record for Thinning {
    const NAME: &'static str = "thinning";
    const ABOUT: &'static str =
        "How a field thins out where few of the eight neighbouring cells have it.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.needed(
            "below",
            "It thins out where at most this many neighbouring cells have it.",
            &mut self.below,
        );
        form.field("chance", "The chance each turn. If omitted, always.", &mut self.chance);
        form.field("counts", "Other fields that count as if they were this one.", &mut self.counts);
        form.field(
            "becomes",
            "The field it turns into. If omitted, it vanishes.",
            &mut self.becomes,
        );
        form.field(
            "amount",
            "The amount of that field. The formula reads the old amount as `amount`, which is \
             also the default.",
            &mut self.amount,
        );
        let about = "It thins out, and puffs, before it acts on those inside it, instead of after.";
        form.field("early", about, &mut self.early);
    }

    fn flaw(&self) -> Option<&'static str> {
        (self.below > 8).then_some("a cell has 0 to 8 neighbours")
    }
}

impl Record for Life {
    const NAME: &'static str = "life";
    const ABOUT: &'static str = "How a field lives as a cellular automaton: cells are born, \
                                 survive or die by how many of their eight neighbours have it.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field(
            "born",
            "The numbers of neighbours with which an open cell gets it.",
            &mut self.born,
        );
        form.field(
            "survive",
            "The numbers of neighbours with which a cell keeps it.",
            &mut self.survive,
        );
    }

    fn flaw(&self) -> Option<&'static str> {
        let counts = self.born.iter().chain(&self.survive);
        let possible = counts.copied().all(|it| it <= 8);
        (!possible).then_some("a cell has 0 to 8 neighbours")
    }
}

impl Record for Reaction {
    const NAME: &'static str = "reaction";
    const ABOUT: &'static str = "What happens when a field meets another in a cell.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.needed("with", "The other field.", &mut self.with);
        form.field("chance", "The chance each turn. If omitted, always.", &mut self.chance);
        form.field(
            "becomes",
            "The field that the other one turns into. If omitted, it vanishes.",
            &mut self.becomes,
        );
        form.field(
            "amount",
            "The amount of that field. If omitted, the old amount.",
            &mut self.amount,
        );
        form.field("spends", "This field is used up too.", &mut self.spends);
        form.field(
            "extent",
            "All connected cells of the other field react at once.",
            &mut self.extent,
        );
    }
}
