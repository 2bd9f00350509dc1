use barrow_grid::Pos;

/// One of the eight ways to lay down a drawing: turned by quarters, mirrored or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    /// Columns become rows.
    pub(crate) swapped: bool,
    mirrored_x: bool,
    mirrored_y: bool,
}

impl Turn {
    /// How many there are.
    pub(crate) const COUNT: u32 = 8;

    /// Each of them by its number; the first leaves a drawing as it is.
    pub(crate) const fn number(number: u32) -> Self {
        Self { swapped: number & 4 != 0, mirrored_x: number & 2 != 0, mirrored_y: number & 1 != 0 }
    }

    /// What a drawing's size becomes.
    pub(crate) const fn size(self, (width, height): (i32, i32)) -> (i32, i32) {
        if self.swapped { (height, width) } else { (width, height) }
    }

    /// Where a cell of a drawing of that size comes to lie.
    pub(crate) const fn place(self, pos: Pos, size: (i32, i32)) -> Pos {
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
    fn there_are_eight_different_ways() {
        let drawing = Grid::from_picture("abc\nd..");
        let mut seen: Vec<String> = (0..Turn::COUNT)
            .map(|number| {
                let turn = Turn::number(number);
                let (width, height) = turn.size((3, 2));
                let mut turned = Grid::new(width, height, ' ');
                for (pos, &glyph) in drawing.iter() {
                    turned[turn.place(pos, (3, 2))] = glyph;
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
