use barrow_dice::Fixed;
use barrow_grid::Pos;
use barrow_pack::Subject;
use serde::{Deserialize, Serialize};

use crate::state::entity::EntityId;

/// Who is who while effects run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Scene {
    /// Whose rule it is.
    pub(crate) own: Option<EntityId>,
    /// Who does it.
    pub(crate) actor: Option<EntityId>,
    /// To whom it is done.
    pub(crate) target: Option<EntityId>,
    /// With what it is done.
    pub(crate) item: Option<EntityId>,
    /// The player it concerns.
    pub(crate) player: Option<EntityId>,
    /// Where it happens, when the target is a cell and nobody.
    pub(crate) cell: Option<Pos>,
    /// The number at hand.
    pub(crate) amount: Fixed,
}

impl Scene {
    /// Something that a thing does by itself, to itself.
    pub(crate) fn of(own: EntityId) -> Self {
        Self { own: Some(own), actor: Some(own), target: Some(own), ..Self::default() }
    }

    /// Something that one does to another.
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

    pub(crate) fn at(self, cell: Pos) -> Self {
        Self { target: None, cell: Some(cell), ..self }
    }

    /// The same, and where it happens.
    pub(crate) fn in_cell(self, cell: Pos) -> Self {
        Self { cell: Some(cell), ..self }
    }

    /// The one that a rule speaks of.
    pub(crate) const fn subject(&self, subject: Subject) -> Option<EntityId> {
        match subject {
            Subject::Own => self.own,
            Subject::Actor => self.actor,
            Subject::Target => self.target,
            Subject::Item => self.item,
            Subject::Player => self.player,
        }
    }
}
