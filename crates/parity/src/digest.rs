/// A running digest that is the same on every machine: it never takes a `usize` or a memory
/// layout.
pub struct Digest(u64);

impl Digest {
    pub const fn new() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }

    pub fn number(&mut self, number: impl Into<i64>) {
        for byte in number.into().to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    pub fn text(&mut self, text: &str) {
        for byte in text.bytes() {
            self.number(byte);
        }
    }

    pub const fn finish(self) -> u64 {
        self.0
    }
}
