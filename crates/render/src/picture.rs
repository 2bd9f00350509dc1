use barrow_grid::Rect;

/// Pixels, row by row, four bytes each: red, green, blue, opacity.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// The number of pixels in a row.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// `width * height * 4` bytes.
    pub bytes: Vec<u8>,
}

impl Picture {
    /// Returns a black picture.
    pub fn new(width: usize, height: usize) -> Self {
        Self { width, height, bytes: [0, 0, 0, 255].repeat(width * height) }
    }

    /// Returns the pixel in a column and a row, or `None` outside.
    pub fn pixel(&self, column: usize, row: usize) -> Option<[u8; 4]> {
        let inside = column < self.width && row < self.height;
        let start = (row * self.width + column) * 4;
        inside.then(|| [0, 1, 2, 3].map(|channel| self.bytes[start + channel]))
    }

    /// Copies a part of another picture; the part must lie inside it.
    pub fn copy_from(&mut self, other: &Self, part: Rect) {
        let size = |pixels: i32| usize::try_from(pixels).unwrap_or_default();
        (self.width, self.height) = (size(part.width), size(part.height));
        self.bytes.resize(self.width * self.height * 4, 255);
        let start = (size(part.y) * other.width + size(part.x)) * 4;
        let length = self.width * 4;
        let rows = other.bytes[start..].chunks(other.width.max(1) * 4);
        for (to, from) in self.bytes.chunks_exact_mut(length.max(1)).zip(rows) {
            to.copy_from_slice(&from[..length]);
        }
    }

    /// Returns the picture with every pixel enlarged to a square of `times` by `times`.
    pub fn enlarged(&self, times: usize) -> Self {
        let width = self.width * times;
        let wide = self.bytes.chunks_exact((self.width * 4).max(1)).map(|row| -> Vec<u8> {
            row.chunks_exact(4).flat_map(|pixel| pixel.repeat(times)).collect()
        });
        let bytes = wide.flat_map(|row| row.repeat(times)).collect();
        Self { width, height: self.height * times, bytes }
    }
}
