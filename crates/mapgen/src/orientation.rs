use barrow_grid::Pos;

/// One of the eight ways to place a drawing: rotated by quarter turns, mirrored or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Orientation {
    /// Swaps columns and rows.
    pub(crate) swapped: bool,
    mirrored_x: bool,
    mirrored_y: bool,
}

impl Orientation {
    /// The number of orientations.
    pub(crate) const COUNT: u32 = 8;

    /// Returns the orientation with this index. Index 0 leaves a drawing unchanged.
    pub(crate) const fn from_index(index: u32) -> Self {
        Self { swapped: index & 4 != 0, mirrored_x: index & 2 != 0, mirrored_y: index & 1 != 0 }
    }

    /// Returns the size of a drawing after the change.
    pub(crate) const fn size(self, (width, height): (i32, i32)) -> (i32, i32) {
        if self.swapped { (height, width) } else { (width, height) }
    }

    /// Returns where a cell of a drawing of the given size ends up.
    pub(crate) const fn apply(self, pos: Pos, size: (i32, i32)) -> Pos {
        let (width, height) = self.size(size);
        let (x, y) = if self.swapped { (pos.y, pos.x) } else { (pos.x, pos.y) };
        Pos::new(
            if self.mirrored_x { width - 1 - x } else { x },
            if self.mirrored_y { height - 1 - y } else { y },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use barrow_grid::Grid;

    #[test]
    fn there_are_eight_different_orientations() {
        let drawing = Grid::from_picture("abc\nd..");
        let mut seen: Vec<String> = (0..Orientation::COUNT)
            .map(|index| {
                let orientation = Orientation::from_index(index);
                let (width, height) = orientation.size((3, 2));
                let mut turned = Grid::new(width, height, ' ');
                for (pos, &glyph) in drawing.iter() {
                    turned[orientation.apply(pos, (3, 2))] = glyph;
                }
                turned.to_string()
            })
            .collect();
        assert_eq!(seen[..2], ["abc\nd..\n", "d..\nabc\n"]);
        assert_eq!(seen[6], "da\n.b\n.c\n");
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 8);
    }
}
