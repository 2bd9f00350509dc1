use barrow_dice::Fnv;

/// A running digest that is the same on every machine: it never takes a `usize` or a memory
/// layout.
pub struct Digest(Fnv);

impl Digest {
    pub const fn new() -> Self {
        Self(Fnv::new())
    }

    pub fn number(&mut self, number: impl Into<i64>) {
        self.0 = self.0.with(&number.into().to_le_bytes());
    }

    pub fn text(&mut self, text: &str) {
        for byte in text.bytes() {
            self.number(byte);
        }
    }

    pub const fn finish(self) -> u64 {
        self.0.finish()
    }
}
