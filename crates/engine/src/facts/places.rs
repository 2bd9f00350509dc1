//! Facts about ground, fields and rooms.

use barrow_pack::{Field, Id, Kind, Layer, Moves, Occasion, Pack};

/// Returns the fields that careful minds avoid.
pub(super) fn harmful_fields(pack: &Pack) -> Vec<Id<Field>> {
    pack.fields.iter().filter(|(_, field)| field.harmful).map(|(id, _)| id).collect()
}

/// Returns the fields that players remember, since they stay where they are.
pub(super) fn staying_fields(pack: &Pack) -> Vec<Id<Field>> {
    pack.fields.iter().filter(|(_, field)| field.stays()).map(|(id, _)| id).collect()
}

/// Returns `true` if an actor blocks sight.
pub(super) fn has_opaque_actors(pack: &Pack) -> bool {
    let mut actors = pack.kinds.iter().filter(|(_, it)| it.layer == Layer::Actor);
    actors.any(|(_, it)| it.flags.contains(&pack.core.opaque))
}

/// Returns `true` if it matters how someone moves.
pub(super) fn has_ways(pack: &Pack) -> bool {
    let usual = |kind: &Kind| kind.crossing.is_empty() && kind.moves == Moves::WALK;
    pack.kinds.iter().any(|(_, kind)| !usual(kind))
        || pack.fields.iter().any(|(_, field)| !field.crossing.is_empty())
}

/// Returns `true` if any ground has effects.
pub(super) fn has_acting_ground(pack: &Pack) -> bool {
    let mut ground = pack.kinds.iter().filter(|(_, it)| it.layer == Layer::Terrain);
    ground.any(|(_, it)| !it.on.is_empty())
}

/// Returns `true` if something happens when a room is cleared.
pub(super) fn clears_rooms(pack: &Pack) -> bool {
    pack.rooms.iter().any(|(_, room)| !room.on.effects(Occasion::Clear).is_empty())
}
