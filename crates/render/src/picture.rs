/// Pixels, row by row, four bytes each: red, green, blue, opacity.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// Pixels in a row.
    pub width: usize,
    /// Rows of pixels.
    pub height: usize,
    /// `width * height * 4` bytes.
    pub bytes: Vec<u8>,
}

impl Picture {
    /// A black picture.
    pub fn new(width: usize, height: usize) -> Self {
        Self { width, height, bytes: [0, 0, 0, 255].repeat(width * height) }
    }

    /// The pixel in a column and a row, or nothing outside.
    pub fn pixel(&self, column: usize, row: usize) -> Option<[u8; 4]> {
        let inside = column < self.width && row < self.height;
        let start = (row * self.width + column) * 4;
        inside.then(|| [0, 1, 2, 3].map(|channel| self.bytes[start + channel]))
    }

    /// The same picture with every pixel as a square of `times` by `times`.
    pub fn enlarged(&self, times: usize) -> Self {
        let width = self.width * times;
        let wide = self.bytes.chunks_exact((self.width * 4).max(1)).map(|row| -> Vec<u8> {
            row.chunks_exact(4).flat_map(|pixel| pixel.repeat(times)).collect()
        });
        let bytes = wide.flat_map(|row| row.repeat(times)).collect();
        Self { width, height: self.height * times, bytes }
    }
}
