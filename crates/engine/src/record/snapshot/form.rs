//! How parts with derived data are stored. Each is read through its own constructor, so its
//! invariants hold afterwards.

use barrow_grid::{BitGrid, Grid, Pos};
use barrow_pack::{Field, Id, Kind};
use serde::{Deserialize, Serialize};

use crate::field::Layer;
use crate::state::recollection::{Recollection, Remembered};

/// The stored form of what a player remembers.
#[derive(Serialize, Deserialize)]
pub(crate) struct Recalled {
    ground: Grid<Id<Kind>>,
    things: Vec<(Pos, (Id<Kind>, bool))>,
    fields: Vec<(Id<Field>, BitGrid)>,
}

impl From<Recollection> for Recalled {
    fn from(memory: Recollection) -> Self {
        let (things, fields) = (memory.things().collect(), memory.fields().to_vec());
        Self { ground: memory.ground().clone(), things, fields }
    }
}

impl TryFrom<Recalled> for Recollection {
    type Error = &'static str;

    fn try_from(Recalled { ground, things, fields }: Recalled) -> Result<Self, Self::Error> {
        let mut memory = Self::default();
        memory.reset(ground.width(), ground.height());
        for (at, &ground) in ground.iter() {
            memory.set(at, Remembered { ground, thing: None });
        }
        for (at, thing) in things {
            let &ground = ground.get(at).ok_or("a remembered thing lies outside the level")?;
            memory.set(at, Remembered { ground, thing: Some(thing) });
        }
        Ok(memory.with_fields(fields))
    }
}

impl From<Grid<u8>> for Layer {
    fn from(amounts: Grid<u8>) -> Self {
        // The ground is computed once the whole level is read.
        Self::new(amounts)
    }
}

impl From<Layer> for Grid<u8> {
    fn from(layer: Layer) -> Self {
        layer.amounts
    }
}

/// Stores the cells that block sight once, though they are kept twice in memory.
pub(crate) mod opaque {
    use barrow_grid::{BitGrid, Opaque};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(opaque: &Opaque, to: S) -> Result<S::Ok, S::Error> {
        let bounds = opaque.bounds();
        BitGrid::from_fn(bounds.width, bounds.height, |at| opaque.contains(at)).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Opaque, D::Error> {
        let cells = BitGrid::deserialize(from)?;
        let mut opaque = Opaque::new(cells.width(), cells.height());
        for at in &cells {
            opaque.set(at, true);
        }
        Ok(opaque)
    }
}
