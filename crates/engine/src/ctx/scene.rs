use barrow_dice::Fixed;
use barrow_grid::Pos;
use barrow_pack::{Attribute, Id, Routine, Subject};
use serde::{Deserialize, Serialize};

use crate::state::entity::EntityId;

/// The roles of entities while effects run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Scene {
    /// The entity whose rule runs.
    pub(crate) own: Option<EntityId>,
    /// The entity that acts.
    pub(crate) actor: Option<EntityId>,
    /// The entity that something is done to.
    pub(crate) target: Option<EntityId>,
    /// The item that is used.
    pub(crate) item: Option<EntityId>,
    /// The player's actor that it concerns.
    pub(crate) player: Option<EntityId>,
    /// The thing at hand, of a selection.
    pub(crate) it: Option<EntityId>,
    /// The cell where it happens, if there is no target or the target is gone.
    pub(crate) cell: Option<Pos>,
    /// The cell that an ability was aimed at, in packs where something moves there.
    pub(crate) aim: Option<Pos>,
    /// The number that formulas read as `amount`.
    pub(crate) amount: Fixed,
    /// The type of the damage at hand; see `HarmType::mark`.
    pub(crate) harm_type: Option<Id<Attribute>>,
    /// The parameters of the routine that runs.
    pub(crate) arguments: Arguments,
}

/// Damage that someone has suffered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Harm {
    pub(crate) amount: Fixed,
    /// See `HarmType::mark`.
    pub(crate) harm_type: Option<Id<Attribute>>,
}

/// The values of a routine's parameters.
pub(crate) type Arguments = [Fixed; Routine::MAX_PARAMETERS];

impl Scene {
    /// Returns the scene of something that an entity does to itself.
    pub(crate) fn of(own: EntityId) -> Self {
        Self { own: Some(own), actor: Some(own), target: Some(own), ..Self::default() }
    }

    /// Returns the scene of something that one entity does to another.
    pub(crate) fn deed(actor: EntityId, target: EntityId) -> Self {
        Self { own: Some(actor), actor: Some(actor), target: Some(target), ..Self::default() }
    }

    pub(crate) fn with_own(self, own: EntityId) -> Self {
        Self { own: Some(own), ..self }
    }

    pub(crate) fn with_target(self, target: EntityId) -> Self {
        Self { target: Some(target), cell: None, ..self }
    }

    pub(crate) fn with_item(self, item: EntityId) -> Self {
        Self { item: Some(item), ..self }
    }

    /// Returns the scene of what follows from damage.
    pub(crate) fn after(self, Harm { amount, harm_type }: Harm) -> Self {
        Self { amount, harm_type, ..self }
    }

    pub(crate) fn with_it(self, it: EntityId) -> Self {
        Self { it: Some(it), ..self }
    }

    /// Returns the scene with a cell as the thing at hand.
    pub(crate) fn with_it_cell(self, cell: Pos) -> Self {
        Self { it: None, cell: Some(cell), ..self }
    }

    /// Returns the scene with a cell in place of the target.
    pub(crate) fn at(self, cell: Pos) -> Self {
        Self { target: None, cell: Some(cell), ..self }
    }

    /// Returns the scene with a cell and the same target.
    pub(crate) fn in_cell(self, cell: Pos) -> Self {
        Self { cell: Some(cell), ..self }
    }

    /// Returns the entity in a role.
    pub(crate) const fn subject(&self, subject: Subject) -> Option<EntityId> {
        match subject {
            Subject::Own => self.own,
            Subject::Actor => self.actor,
            Subject::Target => self.target,
            Subject::Item => self.item,
            Subject::Player => self.player,
            Subject::It => self.it,
        }
    }
}
