use barrow_dice::Fnv;

/// A running digest of whatever is put in, the same on every machine: no `usize` and no
/// layout of memory goes into it.
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
