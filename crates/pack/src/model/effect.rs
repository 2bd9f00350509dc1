mod flow;
mod motion;
mod nature;
mod parts;
mod place;
mod run;
mod scatter;
mod things;
mod values;
mod world;

pub use motion::{Destination, Manner, Motion};
pub use nature::{Cells, DoorChange, Leaf, Nature, Nest, Pours, ValueChange};
pub use parts::{Guard, HarmType, Portion, Reveal, TransferTo};
pub use scatter::Scatter;

use std::sync::Arc;

use barrow_dice::Formula;
use barrow_source::Node;
use serde::{Deserialize, Serialize};

use super::{
    Ability, Attribute, BagName, Choosing, Extent, Field, Kind, Level, Lots, Menu, Routine,
    Selection, Side, SoundName, State, Way,
};
use crate::form::{Choice, Data, Shape, Syntax, VariantForm, read_choice};
use crate::names::Id;
use crate::reader::Reader;
use crate::scope::{Subject, Subjects};
use crate::template::Template;

/// Everything that content can make happen. The rows in the files of this folder say what each
/// effect and each of its fields does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the rows describe each variant and field, for authors too")]
pub enum Effect {
    Change {
        attribute: Id<Attribute>,
        by: Formula,
        had: bool,
        of: Subject,
    },
    Set {
        attribute: Id<Attribute>,
        to: Formula,
        had: bool,
        of: Subject,
    },
    Fill {
        attribute: Id<Attribute>,
        of: Subject,
    },
    Raise {
        attribute: Id<Attribute>,
        by: Formula,
        of: Subject,
    },
    Harm {
        by: Formula,
        kind: HarmType,
        cause: Arc<str>,
        of: Subject,
    },
    Die {
        cause: Arc<str>,
        of: Subject,
    },
    Apply {
        state: Id<State>,
        turns: Option<Formula>,
        of: Subject,
    },
    Cure {
        state: Id<State>,
        of: Subject,
    },
    Spawn {
        kind: Option<Id<Kind>>,
        table: Option<Id<Lots>>,
        count: Option<Formula>,
        extent: Extent,
        at: Subject,
        facing: Option<Subject>,
        by: Option<Subject>,
    },
    Remove {
        of: Subject,
    },
    Become {
        kind: Id<Kind>,
        of: Subject,
    },
    Give {
        kind: Option<Id<Kind>>,
        table: Option<Id<Lots>>,
        count: Option<Formula>,
        bag: BagName,
        of: Subject,
    },
    Spill {
        count: Option<Formula>,
        radius: Option<Formula>,
        bag: BagName,
        filter: Option<Formula>,
        of: Subject,
    },
    Take {
        kind: Option<Id<Kind>>,
        count: Option<Formula>,
        bag: BagName,
        filter: Option<Formula>,
        of: Subject,
    },
    Transfer {
        from: Arc<Selection>,
        to: TransferTo,
    },
    Shuffle {
        bag: BagName,
        of: Subject,
    },
    Join {
        side: Side,
        of: Subject,
    },
    Forget {
        of: Subject,
    },
    Identify {
        of: Subject,
    },
    Push {
        cells: Option<Formula>,
        of: Subject,
    },
    Move {
        motion: Box<Motion>,
    },
    Go {
        way: Way,
        level: Option<Id<Level>>,
        floor: Option<Formula>,
    },
    Stay,
    Open {
        of: Subject,
    },
    Close {
        of: Subject,
    },
    Lock {
        of: Subject,
    },
    Unlock {
        of: Subject,
    },
    Put {
        field: Id<Field>,
        amount: Option<Formula>,
        extent: Extent,
        beyond: Option<Formula>,
        star: bool,
        fresh: bool,
        at: Subject,
    },
    Build {
        kind: Id<Kind>,
        extent: Extent,
        at: Subject,
    },
    Scatter {
        what: Box<Scatter>,
    },
    Noise {
        text: Template,
        range: Option<Formula>,
        at: Subject,
        sound: SoundName,
    },
    Flash {
        extent: Extent,
        turns: Option<Formula>,
        at: Subject,
    },
    Reveal {
        what: Reveal,
        extent: Extent,
        at: Subject,
    },
    Say {
        text: Template,
    },
    Cue {
        name: SoundName,
    },
    If {
        when: Formula,
        then: Vec<Effect>,
        otherwise: Vec<Effect>,
    },
    Chance {
        of: Formula,
        then: Vec<Effect>,
        otherwise: Vec<Effect>,
    },
    Pick {
        lots: Vec<Portion>,
    },
    With {
        amount: Formula,
        then: Vec<Effect>,
    },
    Repeat {
        times: Formula,
        then: Vec<Effect>,
    },
    Area {
        extent: Extent,
        at: Subject,
        spares: bool,
        then: Vec<Effect>,
    },
    Each {
        from: Arc<Selection>,
        then: Vec<Effect>,
        otherwise: Vec<Effect>,
    },
    Later {
        turns: Formula,
        extent: Extent,
        /// Shared, since every delay keeps it until its turn.
        then: Arc<Vec<Effect>>,
    },
    Call {
        routine: Id<Routine>,
        with: Vec<Formula>,
    },
    Menu {
        menu: Id<Menu>,
    },
    Choose {
        choice: Arc<Choosing>,
    },
    Cast {
        ability: Id<Ability>,
    },
    Award {
        name: Arc<str>,
    },
    Win {
        text: Template,
    },
    Lose {
        text: Template,
    },
}

impl Data for Effect {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let effect = read_choice(node, reader)?;
        reader.note_effect(&effect, node);
        Some(effect)
    }

    fn shape() -> Shape {
        Shape::Record(Self::NAME)
    }
}

impl Choice for Effect {
    const NAME: &'static str = "effect";
    const ABOUT: &'static str = "Something that happens. Lists of effects run in order.";
    const SUBJECTS: Subjects = Subjects::DEED;

    const GROUPS: &'static [&'static [Syntax<Self>]] =
        &[values::ROWS, things::ROWS, place::ROWS, world::ROWS, flow::ROWS, run::ROWS];

    type Variant = Self;

    fn complete(effect: Self, _: &mut VariantForm<'_, '_>) -> Self {
        effect
    }
}
