use std::fmt;

const HORIZONTAL: u32 = 1 << 31;
const VERTICAL: u32 = 1 << 30;
const DIAGONAL: u32 = 1 << 29;
const TURNED: u32 = 1 << 28;

/// A tile in a cell: its id, and how it is flipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tile {
    /// The global id, which is unique among all tilesets of the map; never 0.
    /// [`Map::tileset_of`](crate::Map::tileset_of) finds the tileset.
    pub id: u32,
    /// How its image is flipped.
    pub flips: Flips,
}

impl Tile {
    /// Splits a global id from its four flip bits. `None` is an empty cell.
    pub const fn from_raw(raw: u32) -> Option<Self> {
        let id = raw & !(HORIZONTAL | VERTICAL | DIAGONAL | TURNED);
        if id == 0 {
            return None;
        }
        let flips = Flips {
            horizontal: raw & HORIZONTAL != 0,
            vertical: raw & VERTICAL != 0,
            diagonal: raw & DIAGONAL != 0,
            hex_120: raw & TURNED != 0,
        };
        Some(Self { id, flips })
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.id, self.flips)
    }
}

/// How the image of a tile is flipped: diagonally first, then horizontally and vertically.
// These are the four independent bits of the format.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flips {
    /// Swaps left and right.
    pub horizontal: bool,
    /// Swaps top and bottom.
    pub vertical: bool,
    /// Swaps rows and columns. On a hexagonal map it is a rotation by 60 degrees instead.
    pub diagonal: bool,
    /// Rotates by 120 degrees, on hexagonal maps only.
    pub hex_120: bool,
}

impl fmt::Display for Flips {
    /// Writes a letter for each flip: `h`, `v`, `d`, `r`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = [
            (self.horizontal, "h"),
            (self.vertical, "v"),
            (self.diagonal, "d"),
            (self.hex_120, "r"),
        ];
        letters.into_iter().filter(|(on, _)| *on).try_for_each(|(_, letter)| f.write_str(letter))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flips_are_split_off_the_id() {
        let shown = |raw| Tile::from_raw(raw).map(|it| it.to_string()).unwrap_or_default();
        assert_eq!(shown(7), "7");
        assert_eq!(shown(0xa000_0007), "7hd");
        assert_eq!(shown(0x5000_0001), "1vr");
        assert_eq!(shown(0xffff_ffff), "268435455hvdr");
        assert_eq!(shown(0), "");
        assert_eq!(shown(0x8000_0000), "");
    }
}
