use barrow_grid::{Pos, Rect};
use barrow_pack as pack;

use super::View;

/// A room whose type a player knows.
#[derive(Clone, Copy, Debug)]
pub struct RoomView<'g> {
    /// The floor, without the surrounding walls.
    pub rect: Rect,
    /// Its type.
    pub kind: &'g pack::Room,
    /// Whether players have been inside.
    pub entered: bool,
    /// Whether the last foe who was at home in it has died.
    pub cleared: bool,
}

impl RoomView<'_> {
    /// Returns the cell where the map shows its sign.
    pub fn center(&self) -> Pos {
        self.rect.center()
    }
}

impl<'g> View<'g> {
    /// Iterates over the rooms whose types the player knows.
    pub fn rooms(&self) -> impl Iterator<Item = RoomView<'g>> {
        let look = self.look;
        let number = self.number;
        let rooms = look.world.level.rooms.iter().enumerate();
        let known = rooms.filter(move |(_, it)| it.known_by >> number & 1 == 1);
        known.filter_map(move |(index, it)| {
            let (kind, entered) = (look.pack.rooms.get(it.kind?), it.visits > 0);
            // Nobody is mistaken about a room that was entered.
            let veiled = || look.veiled_room(number.into(), index).filter(|_| !entered);
            let kind = veiled().unwrap_or(kind);
            Some(RoomView { rect: it.rect, kind, entered, cleared: it.cleared })
        })
    }

    /// Iterates over the signs that the map shows: those of rooms that nobody has entered, where
    /// nothing is known to lie.
    pub fn room_signs(&self) -> impl Iterator<Item = (Pos, &'g pack::Room)> {
        let rooms = self.rooms().filter(|it| !it.entered);
        let signs = rooms.map(|it| (it.center(), it.kind));
        signs.filter(|(at, _)| self.cell(*at).thing.is_none())
    }
}
