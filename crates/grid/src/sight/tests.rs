use super::*;
use crate::{Grid, Rect};

/// Reproducible noise for maps.
pub(super) struct Noise(pub u64);

impl Noise {
    pub fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed >> 32) * u64::from(limit) >> 32) as u32
    }

    pub fn cell(&mut self, bounds: Rect) -> Pos {
        let (width, height) = (bounds.width.unsigned_abs(), bounds.height.unsigned_abs());
        Pos::new(self.below(width) as i32, self.below(height) as i32)
    }

    /// A map with sides of up to `longest`, of scattered walls: few, or many.
    pub fn opaque(&mut self, longest: u32) -> Opaque {
        let (width, height) = (self.below(longest) + 1, self.below(longest) + 1);
        let share = self.below(60);
        Opaque::from_fn(width as i32, height as i32, |_| self.below(100) < share)
    }
}

/// Sees from the `@` of a drawing, where `#` stops sight, and draws what is not seen as `~`.
fn check(sight: Sight, radius: u32, map: &str, expected: &str) {
    let map = Grid::from_picture(map);
    let opaque = Opaque::from_grid(&map, |&glyph| glyph == '#');
    let mut seen = BitGrid::default();
    sight.see(&opaque, map.find('@').unwrap(), radius, &mut seen);
    let drawn =
        Grid::from_fn(
            map.width(),
            map.height(),
            |pos| {
                if seen.contains(pos) { map[pos] } else { '~' }
            },
        );
    let expected = Grid::from_picture(expected);
    assert_eq!(drawn, expected, "{sight:?}, radius {radius}:\n{drawn}");
}

#[test]
fn of_two_clear_cells_each_sees_the_other_or_neither_does() {
    let mut noise = Noise(3);
    for round in 0..300 {
        let opaque = noise.opaque(22);
        let radius = [0, 1, 2, 5, 8, 20, 31, 40][round % 8];
        let cells: Vec<Pos> = opaque.bounds().cells().collect();
        let views: Vec<BitGrid> = cells
            .iter()
            .map(|&origin| {
                let mut seen = BitGrid::default();
                Sight::Shadow.see(&opaque, origin, radius, &mut seen);
                seen
            })
            .collect();
        for (&a, from_a) in cells.iter().zip(&views) {
            for (&b, from_b) in cells.iter().zip(&views) {
                if !opaque.contains(a) && !opaque.contains(b) {
                    assert_eq!(from_a.contains(b), from_b.contains(a), "{a:?} {b:?} {opaque:?}");
                }
            }
        }
    }
}

#[test]
fn asking_about_one_cell_agrees_with_the_view() {
    let mut noise = Noise(4);
    let mut seen = BitGrid::default();
    for round in 0..200 {
        let opaque = noise.opaque(40);
        let radius = [0, 1, 3, 8, 20, 60][round % 6];
        let from = noise.cell(opaque.bounds());
        for sight in [Sight::Shadow, Sight::Rays] {
            sight.see(&opaque, from, radius, &mut seen);
            for to in opaque.bounds().grown(1).cells() {
                assert_eq!(
                    sight.sees(&opaque, from, to, radius),
                    seen.contains(to),
                    "{sight:?} {radius} {from:?} {to:?} {opaque:?}"
                );
            }
        }
    }
}
