use barrow_grid::{Beam, Light, Pos, Rect};
use barrow_pack::{Id, Kind};

use crate::state::entity::{At, Entity, EntityId};

/// What is known about the light that was computed last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lamps {
    /// The light that is everywhere.
    pub(crate) ambient: u16,
    /// Some of the light depends on more than the positions of lamps.
    pub(crate) restless: bool,
    /// The cells that have become opaque or clear since then.
    pub(crate) obstacles: Vec<Pos>,
    /// A shining field has come to a cell or left one since then.
    pub(crate) flickers: bool,
    /// The rectangles whose light matters. Elsewhere light may be missing.
    pub(crate) watched: Vec<Rect>,
    /// The things that shone then, wherever they are, in the order of their ids.
    things: Vec<Shining>,
    /// The indices in `things` of those with a bearer, who may walk and turn.
    borne: Vec<usize>,
    /// The light of constant lamps by kind, without a position.
    pub(super) models: Vec<(Id<Kind>, Light)>,
    /// All lights that fall on watched cells, each with its key.
    pub(super) shining: Vec<(u64, Light)>,
}

/// A thing that shines.
#[derive(Clone, Copy, Debug)]
struct Shining {
    id: EntityId,
    /// The thing itself, or the actor that carries it.
    bearer: EntityId,
    light: Light,
}

impl Lamps {
    pub(super) fn clear_things(&mut self) {
        self.things.clear();
        self.borne.clear();
    }

    /// Adds a thing that shines where its bearer is. `moves` says whether the bearer can move.
    pub(super) fn add_thing(&mut self, id: EntityId, bearer: EntityId, light: Light, moves: bool) {
        if moves {
            self.borne.push(self.things.len());
        }
        self.things.push(Shining { id, bearer, light });
    }

    /// Moves carried lights to where their bearers stand now. Returns whether that changes what can
    /// be seen, or `None` if a bearer is not on the level.
    pub(super) fn follow_bearers(
        &mut self,
        entities: &[Entity],
        sees: impl Fn(Rect) -> bool,
    ) -> Option<bool> {
        let Self { borne, things, watched, shining, .. } = self;
        let mut moved = false;
        for &index in &*borne {
            let Shining { id, bearer, light } = &mut things[index];
            let bearer = &entities[bearer.index()];
            let At::Cell(pos) = bearer.at else { return None };
            let mut elsewhere = std::mem::replace(&mut light.pos, pos) != pos;
            if let Beam::Cone { facing, .. } = &mut light.beam {
                let now = bearer.facing.offset();
                elsewhere |= std::mem::replace(facing, now) != now;
            }
            if elsewhere {
                let shone = shining.iter().any(|(key, _)| *key == u64::from(id.number()));
                moved |= shone || falls_on(watched, light, &sees);
            }
        }
        Some(moved)
    }

    /// Returns whether a cell that has become opaque or clear may affect a light.
    pub(super) fn are_obstructed(&self) -> bool {
        let near = |light: &Light| {
            self.obstacles.iter().any(|at| light.pos.chebyshev(*at) <= light.radius)
        };
        // Mostly there are none, and many lights.
        !self.obstacles.is_empty() && self.shining.iter().any(|(_, light)| near(light))
    }

    /// Lists the things whose light may be visible; `sees` returns whether any cell of a rectangle
    /// is.
    pub(super) fn list_things(&mut self, sees: impl Fn(Rect) -> bool) {
        self.shining.clear();
        let Self { things, watched, shining, .. } = self;
        let near = things.iter().filter(|it| falls_on(watched, &it.light, &sees));
        shining.extend(near.map(|it| (it.id.number().into(), it.light)));
    }

    /// Appends a light unless it cannot be visible.
    pub(super) fn list(&mut self, key: u64, light: Light, sees: impl Fn(Rect) -> bool) {
        if falls_on(&self.watched, &light, sees) {
            self.shining.push((key, light));
        }
    }
}

/// Returns whether any cell that a light may reach is visible. Most lights that are not visible lie
/// outside all watched rectangles, which is the cheaper test.
#[inline]
fn falls_on(watched: &[Rect], light: &Light, sees: impl Fn(Rect) -> bool) -> bool {
    let (at, reach) = (light.pos, light.radius.cast_signed());
    // Cast to unsigned, coordinates before the rectangle become too large to pass.
    let inside = |at: i32, start: i32, length: i32| {
        (at - start + reach).cast_unsigned() < (length + 2 * reach).cast_unsigned()
    };
    watched.iter().any(|it| inside(at.x, it.x, it.width) && inside(at.y, it.y, it.height))
        && sees(Rect::new(at.x, at.y, 1, 1).grown(reach - 1))
}

#[cfg(test)]
mod tests {
    use barrow_grid::{Beam, Color, Falloff, Metric, Pos};

    use super::*;

    const fn lamp(pos: Pos) -> Light {
        let (color, beam) = (Color { red: 255, green: 255, blue: 255 }, Beam::All);
        Light {
            pos,
            radius: 3,
            metric: Metric::Circle,
            color,
            intensity: 1_000,
            beam,
            falloff: Falloff::Linear,
        }
    }

    #[test]
    fn a_light_counts_if_it_falls_on_something_that_is_seen() {
        let watched = [Rect::new(10, 20, 5, 4)];
        let falls = |x, y| {
            let shone_on = Rect::new(x - 2, y - 2, 5, 5);
            falls_on(&watched, &lamp(Pos::new(x, y)), |cells| cells == shone_on)
        };
        let columns: Vec<i32> = (0..30).filter(|&x| falls(x, 21)).collect();
        assert_eq!((columns[0], columns.len()), (7, 11));
        let rows: Vec<i32> = (0..40).filter(|&y| falls(12, y)).collect();
        assert_eq!((rows[0], rows.len()), (17, 10));
        assert!(
            !falls_on(&watched, &lamp(Pos::new(12, 21)), |_| false),
            "none of its cells is seen"
        );
    }
}
