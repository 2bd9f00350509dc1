use crate::dye::{Dye, brightest};

/// The size of a tile in pixels.
pub const SIDE: usize = 16;

/// Bytes in a row of a tile.
pub(crate) const ROW: usize = SIDE * 4;

/// The size of a tile in bytes.
pub(crate) const BYTES: usize = SIDE * ROW;

/// The index of a tile in its tileset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileId(pub u16);

/// A square of pixels.
///
/// Colors are premultiplied by the opacity, and stored beside the share of the pixel below that is
/// kept, once for each channel. Blending is then the same sum for every byte, which a compiler
/// turns into vector instructions by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    pub(crate) paint: Box<[u8; BYTES]>,
    pub(crate) keep: Box<[u8; BYTES]>,
    pub(crate) opaque: bool,
    /// The first row that is not transparent, and the one after the last.
    pub(crate) rows: (usize, usize),
    /// Whether no pixel has a color of its own.
    pub(crate) grey: bool,
}

impl Tile {
    /// Makes a tile from a function that returns the red, green, blue and opacity of each pixel.
    pub fn from_fn(mut pixel: impl FnMut(usize, usize) -> [u8; 4]) -> Self {
        let mut paint = Box::new([0; BYTES]);
        let mut keep = Box::new([255; BYTES]);
        for (index, start) in (0..BYTES).step_by(4).enumerate() {
            let [red, green, blue, opacity] = pixel(index % SIDE, index / SIDE);
            let color = [red, green, blue, 255].map(|channel| times(channel, opacity));
            paint[start..start + 4].copy_from_slice(&color);
            keep[start..start + 4].fill(255 - opacity);
        }
        Self::new(paint, keep)
    }

    fn new(paint: Box<[u8; BYTES]>, keep: Box<[u8; BYTES]>) -> Self {
        let opaque = keep.iter().all(|&share| share == 0);
        let inked = |row: &[u8; SIDE * 4]| row.iter().any(|&share| share < 255);
        let lines = keep.as_chunks().0;
        let first = lines.iter().position(inked).unwrap_or(SIDE);
        let last = lines.iter().rposition(inked).map_or(first, |last| last + 1);
        let takes = |index: usize| Dye::takes(pixel(&paint, &keep, index).0);
        let grey = (0..SIDE * SIDE).all(takes);
        Self { paint, keep, opaque, rows: (first, last), grey }
    }

    /// Returns the tile in other colors.
    pub fn dyed(&self, dye: Dye) -> Self {
        let mean = self.mean();
        Self::from_fn(|column, row| {
            let (color, opacity) = pixel(&self.paint, &self.keep, row * SIDE + column);
            let [red, green, blue] = dye.applied(color, mean);
            [red, green, blue, opacity]
        })
    }

    /// Returns how bright its pixels are on average.
    fn mean(&self) -> u8 {
        let pixels = (0..SIDE * SIDE).map(|index| pixel(&self.paint, &self.keep, index));
        let drawn = pixels.filter(|(_, opacity)| *opacity > 0);
        let (sum, count) = drawn.fold((0, 0), |(sum, count), (color, _)| {
            (sum + u32::from(brightest(color)), count + 1)
        });
        (sum / u32::max(count, 1)) as u8
    }

    /// Returns the silhouette of the tile in white.
    pub fn silhouette(&self) -> Self {
        let mut paint = self.keep.clone();
        paint.iter_mut().for_each(|share| *share = 255 - *share);
        Self::new(paint, self.keep.clone())
    }

    /// Returns the tile mirrored.
    pub fn mirrored(&self, across: bool, upside_down: bool) -> Self {
        let flip = |mirrored: bool, index: usize| if mirrored { SIDE - 1 - index } else { index };
        let mirror = |from: &[u8; BYTES]| {
            let mut to = Box::new([0; BYTES]);
            for index in 0..SIDE * SIDE {
                let (column, row) = (flip(across, index % SIDE), flip(upside_down, index / SIDE));
                let source = (row * SIDE + column) * 4;
                to[index * 4..index * 4 + 4].copy_from_slice(&from[source..source + 4]);
            }
            to
        };
        Self::new(mirror(&self.paint), mirror(&self.keep))
    }
}

/// Returns the color of a pixel before it was multiplied by its opacity, and the opacity.
fn pixel(paint: &[u8; BYTES], keep: &[u8; BYTES], index: usize) -> ([u8; 3], u8) {
    let opacity = 255 - keep[index * 4];
    let whole = |channel: usize| {
        let paint = u16::from(paint[index * 4 + channel]);
        (paint * 255).checked_div(u16::from(opacity)).unwrap_or_default().min(255) as u8
    };
    ([whole(0), whole(1), whole(2)], opacity)
}

/// Returns the product of two shares of 255, rounded to the nearest.
pub(crate) const fn times(share: u8, other: u8) -> u8 {
    let product = share as u16 * other as u16 + 128;
    // (p + p/256) / 256 is p/255 to the nearest for every product of two bytes.
    ((product + (product >> 8)) >> 8) as u8
}

#[cfg(test)]
mod tests {
    use super::times;

    #[test]
    fn a_product_of_shares_is_rounded_to_the_nearest() {
        for share in 0..=255_u8 {
            for other in 0..=255_u8 {
                let exact = (u32::from(share) * u32::from(other) * 2 + 255) / 510;
                assert_eq!(u32::from(times(share, other)), exact, "{share} times {other}");
            }
        }
    }
}
