//! What the variables of formulas stand for.

use barrow_dice::{Fixed, Values, Variable};
use barrow_grid::{Dir, Pos};
use barrow_pack::{Attribute, AttributeKind, Id, Kind, Reach, State, Subject, Word};

use super::Sheet;
use crate::ctx::scene::Scene;
use crate::state::entity::{At, Entity, EntityId};

/// The values that a formula reads in a scene.
pub(super) struct FormulaValues<'s> {
    pub(super) sheet: &'s Sheet<'s>,
    pub(super) scene: &'s Scene,
    /// The attribute whose modifier the formula belongs to. Of that one it reads the base.
    pub(super) modifies: Option<Id<Attribute>>,
}

impl FormulaValues<'_> {
    /// Reads something of a subject; zero if the scene has no such subject.
    #[inline]
    fn of(&self, subject: Subject, read: impl FnOnce(EntityId) -> Fixed) -> Fixed {
        self.scene.subject(subject).map_or(Fixed::ZERO, read)
    }

    fn entity(&self, who: EntityId) -> &Entity {
        self.sheet.look.entity(who)
    }

    /// Returns whether only the base of an attribute counts. For a modifier, a gauge is what is
    /// stored, since only its maximum is modified.
    fn reads_base(&self, id: Id<Attribute>) -> bool {
        self.modifies.is_some_and(|own| {
            own == id || self.sheet.look.pack.attributes.get(id).kind() == AttributeKind::Gauge
        })
    }

    /// Returns where a subject is. For one that has just died, this is the scene's cell.
    fn location(&self, subject: Subject) -> Option<Pos> {
        let who = self.scene.subject(subject);
        who.and_then(|who| self.sheet.look.location(who)).or(self.scene.cell)
    }

    /// Returns for how many more turns an actor is in a state.
    fn turns_left(&self, who: EntityId, id: Id<State>) -> i64 {
        let actor = self.entity(who).actor.as_ref();
        let found = actor.and_then(|it| it.states.iter().find(|(state, _)| *state == id));
        found.map_or(0, |&(_, turns)| i64::from(turns))
    }

    fn count_carried(&self, who: EntityId, kind: Id<Kind>) -> i64 {
        let actor = self.entity(who).actor.as_ref();
        let bag = actor.into_iter().flat_map(|it| self.sheet.carried(who, it));
        let held = bag.map(|&item| self.entity(item)).filter(|it| it.kind == kind);
        held.map(|it| i64::from(it.count)).sum()
    }

    fn count_worn(&self, who: EntityId, kind: Id<Kind>) -> i64 {
        let actor = self.entity(who).actor.as_ref();
        let worn = actor.map_or(&[][..], |it| self.sheet.worn(who, it));
        let count = worn.iter().filter(|(_, it)| self.entity(*it).kind == kind).count();
        i64::try_from(count).unwrap_or(i64::MAX)
    }

    /// Returns how many items with a flag an actor carries, or wears. A stack counts once.
    fn count_tagged(&self, who: EntityId, flag: Id<Attribute>, worn: bool) -> i64 {
        let Some(actor) = self.entity(who).actor.as_ref() else { return 0 };
        let base = self.reads_base(flag);
        let value = |item| {
            if base { self.sheet.base(item, flag) } else { self.sheet.value(item, flag) }
        };
        let has = |item: EntityId| i64::from(value(item).is_true());
        if worn {
            return self.sheet.worn(who, actor).iter().map(|&(_, item)| has(item)).sum();
        }
        self.sheet.carried(who, actor).iter().copied().map(has).sum()
    }

    fn is_worn(&self, item: EntityId) -> bool {
        let At::Bag(carrier) = self.entity(item).at else { return false };
        let actor = self.entity(carrier).actor.as_ref();
        actor.is_some_and(|it| self.sheet.worn(carrier, it).iter().any(|&(_, it)| it == item))
    }

    fn count_near(&self, here: Pos, reach: Reach, kind: Id<Kind>) -> i64 {
        let dirs: &[Dir] = match reach {
            Reach::Here => return self.sheet.count_at(here, kind),
            Reach::Beside => &Dir::CARDINAL,
            Reach::Around => &Dir::ALL,
        };
        dirs.iter().map(|&dir| self.sheet.count_at(here + dir, kind)).sum()
    }
}

impl Values for FormulaValues<'_> {
    #[inline]
    fn value(&self, variable: Variable) -> Fixed {
        let word = Word::of(variable);
        // Most words are values, and this code is small.
        if let Word::Value(subject, id) = word {
            return self.attribute(subject, id);
        }
        self.read(word)
    }
}

impl FormulaValues<'_> {
    /// Reads an attribute of a subject.
    #[inline]
    fn attribute(&self, subject: Subject, id: Id<Attribute>) -> Fixed {
        self.of(subject, |who| {
            if self.reads_base(id) { self.sheet.base(who, id) } else { self.sheet.value(who, id) }
        })
    }

    /// Reads what a word stands for.
    fn read(&self, asked: Word) -> Fixed {
        let (sheet, world) = (self.sheet, self.sheet.look.world);
        match asked {
            Word::Value(subject, id) => self.attribute(subject, id),
            Word::Max(subject, id) if self.modifies == Some(id) => {
                self.of(subject, |who| self.entity(who).own(id).map_or(Fixed::ZERO, |own| own.max))
            }
            Word::Max(subject, id) => self.of(subject, |who| sheet.max(who, id)),
            Word::State(subject, id) => self.of(subject, |who| whole(self.turns_left(who, id))),
            Word::Field(subject, id) => {
                let amount = self.location(subject).map_or(0, |at| world.level.field_at(id, at));
                whole(amount.into())
            }
            Word::Carries(subject, id) => {
                self.of(subject, |who| whole(self.count_carried(who, id)))
            }
            Word::Wears(subject, id) => self.of(subject, |who| whole(self.count_worn(who, id))),
            Word::CarriesTag(subject, id) => {
                self.of(subject, |who| whole(self.count_tagged(who, id, false)))
            }
            Word::WearsTag(subject, id) => {
                self.of(subject, |who| whole(self.count_tagged(who, id, true)))
            }
            Word::Known(subject) => self.of(subject, |who| Fixed::from_bool(sheet.is_known(who))),
            Word::Worn(subject) => self.of(subject, |who| Fixed::from_bool(self.is_worn(who))),
            Word::StackSize(subject) => {
                self.of(subject, |who| whole(self.entity(who).count.into()))
            }
            Word::Near(subject, reach, id) => {
                whole(self.location(subject).map_or(0, |here| self.count_near(here, reach, id)))
            }
            Word::Light(subject) => {
                let level = self.location(subject).map_or(0, |at| world.level.light.at(at).level);
                // The full level is 1000, and Fixed has ten thousand basis points to one.
                Fixed::from_basis_points(i64::from(level) * 10)
            }
            Word::Danger(subject) => {
                Fixed::from_bool(self.location(subject).is_some_and(|at| sheet.is_dangerous(at)))
            }
            Word::Open(subject) => {
                self.of(subject, |who| Fixed::from_bool(self.entity(who).active))
            }
            Word::Locked(subject) => {
                self.of(subject, |who| Fixed::from_bool(self.entity(who).locked))
            }
            Word::Foe(subject) => {
                self.of(subject, |who| Fixed::from_bool(sheet.is_foe(who, self.scene)))
            }
            Word::Friend(subject) => {
                self.of(subject, |who| Fixed::from_bool(sheet.is_friend(who, self.scene)))
            }
            Word::Selected(id) => {
                let selection = sheet.look.pack.selections.get(id);
                whole(sheet.count_found(selection, self.scene, self.modifies))
            }
            Word::Parameter(index) => self.scene.arguments[usize::from(index)],
            Word::Floor => whole(world.level.floor.into()),
            Word::In(subject, id) => {
                let room = self.location(subject).and_then(|at| world.level.room_at(at));
                let kind = room.and_then(|it| world.level.rooms[it].kind);
                Fixed::from_bool(kind == Some(id))
            }
            Word::FloorCells => whole(world.level.floor_cells.into()),
            Word::RoomsEntered => whole(world.level.count_rooms(|it| it.visits > 0)),
            Word::RoomsCleared => whole(world.level.count_rooms(|it| it.cleared)),
            Word::RoomsSeen => whole(world.level.count_rooms(|it| it.seen_by != 0)),
            Word::Turn => whole(i64::try_from(world.turn).unwrap_or(i64::MAX)),
            Word::Distance => {
                let ends = self.location(Subject::Actor).zip(self.location(Subject::Target));
                whole(ends.map_or(0, |(from, to)| i64::from(from.chebyshev(to))))
            }
            Word::Count(id) => {
                let count = world.entities.iter().filter(|it| it.kind == id && it.exists()).count();
                whole(i64::try_from(count).unwrap_or(i64::MAX))
            }
            given @ (Word::Feat(_) | Word::Mod(_) | Word::Runs) => {
                world.given.number(given).unwrap_or_default()
            }
            Word::Amount => self.scene.amount,
            Word::HarmType(id) => Fixed::from_bool(self.scene.harm_type == Some(id)),
        }
    }
}

const fn whole(number: i64) -> Fixed {
    Fixed::from_whole(number)
}
