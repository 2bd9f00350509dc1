//! Compares the scans with a simple one: cell by cell, with exact fractions.

use super::super::{disc_limit, tests::Noise};
use super::{far, near};
use crate::{BitGrid, Opaque, Pos, Sight};

/// A slope as a fraction: columns by lines.
type Slope = (i32, i32);

struct Plain<'a> {
    opaque: &'a Opaque,
    /// Returns the cell this many lines outwards and this many columns along.
    cell: &'a dyn Fn(i32, i32) -> Pos,
    reach: i32,
    seen: &'a mut BitGrid,
}

impl Plain<'_> {
    fn scan(&mut self, depth: i32, mut start: Slope, end: Slope) {
        if depth > self.reach {
            return;
        }
        let first = (2 * depth * start.0 + start.1).div_euclid(2 * start.1);
        let last = -(end.1 - 2 * depth * end.0).div_euclid(2 * end.1);
        let mut before_is_clear = false;
        for column in first..=last {
            let pos = (self.cell)(depth, column);
            let opaque = self.opaque.contains(pos);
            let faced = column * start.1 >= depth * start.0 && column * end.1 <= depth * end.0;
            if (opaque || faced) && self.opaque.bounds().contains(pos) {
                self.seen.insert(pos);
            }
            let past = (2 * column - 1, 2 * depth);
            if opaque && before_is_clear {
                self.scan(depth + 1, start, past);
            }
            if !opaque && !before_is_clear && column > first {
                start = past;
            }
            before_is_clear = !opaque;
        }
        if before_is_clear {
            self.scan(depth + 1, start, end);
        }
    }
}

fn plain(opaque: &Opaque, origin: Pos, radius: u32) -> BitGrid {
    let bounds = opaque.bounds();
    let mut seen = BitGrid::new(bounds.width, bounds.height);
    seen.insert(origin);
    let cells: [&dyn Fn(i32, i32) -> Pos; 4] = [
        &|depth, column| Pos::new(origin.x + column, origin.y - depth),
        &|depth, column| Pos::new(origin.x + column, origin.y + depth),
        &|depth, column| Pos::new(origin.x - depth, origin.y + column),
        &|depth, column| Pos::new(origin.x + depth, origin.y + column),
    ];
    let reach = (radius as i32).min(bounds.width.max(bounds.height));
    for cell in cells {
        Plain { opaque, cell, reach, seen: &mut seen }.scan(1, (-1, 1), (1, 1));
    }
    BitGrid::from_fn(bounds.width, bounds.height, |pos| {
        seen.contains(pos) && pos.distance_squared(origin) <= disc_limit(radius)
    })
}

#[test]
fn all_scans_agree() {
    let mut noise = Noise(1);
    for _ in 0..1000 {
        let opaque = noise.opaque(80);
        let bounds = opaque.bounds();
        let origin = noise.cell(bounds);
        let radius = noise.below(near::MAX_RADIUS + 1);
        let mut by_words = BitGrid::new(bounds.width, bounds.height);
        let mut by_runs = by_words.clone();
        near::see(&opaque, origin, radius, &mut by_words);
        far::see(&opaque, origin, radius, &mut by_runs);
        let by_cells = plain(&opaque, origin, radius);
        assert!(by_words == by_cells, "words differ from cells: {origin:?} {radius} {opaque:?}");
        assert!(by_runs == by_cells, "runs differ from cells: {origin:?} {radius} {opaque:?}");
    }
}

#[test]
fn squares_match_the_field_of_view() {
    let mut noise = Noise(3);
    for round in 0..1500 {
        let opaque = noise.opaque(if round % 2 == 0 { 9 } else { 80 });
        let origin = noise.cell(opaque.bounds());
        let reach = noise.below(if round % 3 == 0 { 32 } else { 5 });
        let mut rows: Vec<u64> = super::square(&opaque, origin, reach as usize).collect();
        assert_eq!(rows.len(), 2 * reach as usize + 1);
        if reach == 3 {
            let close = super::see_close(&opaque, origin);
            rows = (0..7).map(|row| close >> (7 * row) & 127).collect();
        }
        let by_cells = plain(&opaque, origin, reach + 1);
        let corner = origin - Pos::new(reach as i32, reach as i32);
        for (row, y) in rows.into_iter().zip(0..) {
            for x in 0..=2 * reach as i32 {
                let at = corner + Pos::new(x, y);
                if at.distance_squared(origin) < (reach + 1).pow(2) {
                    let seen = row >> x & 1 == 1;
                    assert_eq!(seen, by_cells.contains(at), "{at:?} {origin:?} {reach} {opaque:?}");
                }
            }
        }
    }
}

#[test]
fn a_large_radius_is_exact() {
    let mut noise = Noise(2);
    for radius in [32, 33, 64, 100, 1000, u32::MAX] {
        for share in [0, 1, 5, 30] {
            let opaque = Opaque::from_fn(300, 150, |_| noise.below(100) < share);
            let origin = noise.cell(opaque.bounds());
            let mut seen = BitGrid::default();
            Sight::Shadow.see(&opaque, origin, radius, &mut seen);
            assert!(
                seen == plain(&opaque, origin, radius.min(1000)),
                "{origin:?} {radius} {share}"
            );
        }
    }
}

/// Each wall splits the leftmost span in two, and both parts continue.
#[test]
fn deeply_nested_shadows_are_scanned() {
    let reach = Sight::MAX_RADIUS as i32;
    let origin = Pos::new(reach, reach);
    let mut opaque = Opaque::new(2 * reach + 1, reach + 1);
    let mut walls = Vec::new();
    let mut end = (1, 1);
    for depth in reach / 3..=reach {
        let last = -(end.1 - 2 * depth * end.0).div_euclid(2 * end.1);
        walls.push(Pos::new(reach + last - 1, reach - depth));
        end = (2 * last - 3, 2 * depth);
    }
    for &pos in &walls {
        opaque.set(pos, true);
    }
    let mut seen = BitGrid::default();
    Sight::Shadow.see(&opaque, origin, Sight::MAX_RADIUS, &mut seen);
    let (near, far): (Vec<Pos>, Vec<Pos>) =
        walls.iter().partition(|&&pos| pos.distance_squared(origin) <= disc_limit(1023));
    assert!(near.len() > 500 && near.iter().all(|&pos| seen.contains(pos)));
    assert!(far.iter().all(|&pos| !seen.contains(pos)));
}
