use crate::{BitGrid, Pos};

/// Returns the same cell on the transposed map.
pub(super) const fn transpose(pos: Pos) -> Pos {
    Pos::new(pos.y, pos.x)
}

/// Writes the transposed map to `rows`, which must be empty: row `x` becomes column `x` of the map.
/// Each row is `stride` words long.
pub(super) fn transpose_map(map: &BitGrid, rows: &mut [u64], stride: usize) {
    let mut block = [0; 64];
    for (strip, words) in map.words().chunks(64 * map.stride()).enumerate() {
        for column in 0..map.stride() {
            block.fill(0);
            for (line, row) in block.iter_mut().zip(words.chunks_exact(map.stride())) {
                *line = row[column];
            }
            transpose_block(&mut block);
            let rows = rows[column * 64 * stride..].chunks_exact_mut(stride);
            for (row, &line) in rows.zip(&block) {
                row[strip] = line;
            }
        }
    }
}

/// Transposes 64 rows of 64 cells: swaps the two quarters off the diagonal, then does the same in
/// each quarter, and so on down to single cells.
fn transpose_block(block: &mut [u64; 64]) {
    let mut size = 32;
    let mut low = u64::MAX >> 32;
    while size > 0 {
        for lines in block.chunks_exact_mut(2 * size) {
            let (upper, lower) = lines.split_at_mut(size);
            for (upper, lower) in upper.iter_mut().zip(lower) {
                let differ = ((*upper >> size) ^ *lower) & low;
                *lower ^= differ;
                *upper ^= differ << size;
            }
        }
        size /= 2;
        low ^= low << size;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns() {
        for (width, height) in [(1, 1), (64, 64), (65, 3), (3, 65), (130, 70)] {
            let holds = |pos: Pos| (pos.x * 7 + pos.y * pos.y) % 3 == 0;
            let map = BitGrid::from_fn(width, height, holds);
            let mut transposed = BitGrid::new(height, width);
            let stride = transposed.stride();
            transpose_map(&map, transposed.words_mut(), stride);
            assert_eq!(transposed, BitGrid::from_fn(height, width, |pos| holds(transpose(pos))));
        }
    }
}
