//! Compresses bytes: each bit is predicted from the one or two bytes before it, and an
//! arithmetic coder spends the less on it the better the prediction was.
//!
//! Parts of journals become as short as with deflate, in a twentieth of its code.

/// The prediction of a bit in one context.
#[derive(Clone, Copy)]
struct Guess {
    /// The probability of a one, of 65,536.
    one: u16,
    /// How often it was updated, at most [`Guess::SLOWEST`].
    updates: u16,
}

impl Guess {
    const NEW: Self = Self { one: 1 << 15, updates: 0 };

    /// A guess adapts in large steps first and in small ones later, down to this.
    const SLOWEST: u16 = 20;

    const fn learn(&mut self, bit: bool) {
        let share = self.updates + 2;
        if bit {
            self.one += (u16::MAX - self.one) / share;
        } else {
            self.one -= self.one / share;
        }
        if self.updates < Self::SLOWEST {
            self.updates += 1;
        }
    }
}

/// The predictions of bits, after one and after two bytes.
struct Guesses {
    after_one: Vec<Guess>,
    after_two: Vec<Guess>,
    /// The last two bytes.
    before: u32,
    /// The bits of this byte so far, after a leading one.
    bits: u32,
}

impl Guesses {
    fn new() -> Self {
        let (after_one, after_two) = (vec![Guess::NEW; 1 << 16], vec![Guess::NEW; 1 << 18]);
        Self { after_one, after_two, before: 0, bits: 1 }
    }

    /// Returns the indices of both guesses for the next bit. Pairs of bytes may share one.
    const fn indices(&self) -> (usize, usize) {
        let one = (self.before & 0xFF) << 8 | self.bits;
        let two = (self.before << 8 | self.bits).wrapping_mul(0x9E37_79B1) >> 14;
        (one as usize, two as usize)
    }

    /// Returns the probability of a one, of 65,536, by the surer of both guesses. It is never
    /// certain.
    fn guess(&self) -> u32 {
        let (one, two) = self.indices();
        let guesses = [self.after_two[two].one, self.after_one[one].one];
        let surer = guesses.into_iter().max_by_key(|it| it.abs_diff(1 << 15)).unwrap_or(1 << 15);
        u32::from(surer).clamp(32, (1 << 16) - 32)
    }

    /// Updates the guesses with the actual bit.
    fn learn(&mut self, bit: bool) {
        let (one, two) = self.indices();
        self.after_one[one].learn(bit);
        self.after_two[two].learn(bit);
        self.bits = self.bits << 1 | u32::from(bit);
        if self.bits >= 1 << 8 {
            self.before = (self.before << 8 | self.bits & 0xFF) & 0xFFFF;
            self.bits = 1;
        }
    }
}

/// The interval of the arithmetic coder: the output is a number inside it.
struct Span {
    low: u32,
    high: u32,
}

impl Span {
    const WHOLE: Self = Self { low: 0, high: u32::MAX };

    /// Returns the last number of the part that means a one; zeros lie above.
    const fn middle(&self, guess: u32) -> u32 {
        let length = self.high - self.low;
        // In two steps, so that no product overflows; the second is exact enough.
        self.low + (length >> 16) * guess + (((length & 0xFFFF) * guess) >> 16)
    }

    const fn narrow(&mut self, middle: u32, bit: bool) {
        if bit {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
    }

    /// Returns the first byte once all numbers of the interval share it, and widens the rest.
    const fn settled(&mut self) -> Option<u8> {
        if (self.low ^ self.high) >> 24 != 0 {
            return None;
        }
        let byte = (self.high >> 24) as u8;
        self.low <<= 8;
        self.high = self.high << 8 | 0xFF;
        Some(byte)
    }
}

/// Compresses bytes. Their number comes first.
pub fn compress(bytes: &[u8]) -> Vec<u8> {
    let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    let mut short = length.to_be_bytes().to_vec();
    let (mut guesses, mut span) = (Guesses::new(), Span::WHOLE);
    for bit_index in 0..bytes.len() * 8 {
        let bit = bytes[bit_index / 8] >> (7 - bit_index % 8) & 1 == 1;
        span.narrow(span.middle(guesses.guess()), bit);
        guesses.learn(bit);
        short.extend(std::iter::from_fn(|| span.settled()));
    }
    // Any number of the interval will do; missing bytes are read as zeros.
    short.extend((span.low > 0).then_some((span.high >> 24) as u8));
    short
}

/// Returns the bytes that were compressed, or `None` if they would be more than `max`.
pub fn decompress(short: &[u8], max: usize) -> Option<Vec<u8>> {
    let (length, rest) = short.split_first_chunk::<4>()?;
    let length = usize::try_from(u32::from_be_bytes(*length)).ok().filter(|it| *it <= max)?;
    let mut rest = rest.iter().copied().chain(std::iter::repeat(0));
    let mut next = |number: u32| number << 8 | u32::from(rest.next().unwrap_or_default());
    let mut number = (0..4).fold(0, |number, _| next(number));
    let (mut guesses, mut span) = (Guesses::new(), Span::WHOLE);
    let mut bytes = Vec::with_capacity(length);
    while bytes.len() < length {
        let mut byte = 0;
        for _ in 0..8 {
            let middle = span.middle(guesses.guess());
            let bit = number <= middle;
            span.narrow(middle, bit);
            guesses.learn(bit);
            byte = byte << 1 | u8::from(bit);
            while span.settled().is_some() {
                number = next(number);
            }
        }
        bytes.push(byte);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_every_kind_survive_a_round_trip() {
        let text = "12 0 move n 5f3a90c1\n13 0 move ne 77b2e004\n".repeat(40);
        let mut noise = 7_u32;
        let mut random = || {
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (noise >> 24) as u8
        };
        let lists = [
            Vec::new(),
            vec![0; 1000],
            vec![255; 1000],
            vec![1],
            text.into_bytes(),
            (0..5000).map(|_| random()).collect(),
        ];
        for bytes in lists {
            for length in [bytes.len(), bytes.len() / 2, bytes.len().min(3)] {
                let bytes = &bytes[..length];
                assert_eq!(decompress(&compress(bytes), 5000).as_deref(), Some(bytes));
            }
        }
    }

    #[test]
    fn noise_grows_little_and_repeats_nearly_vanish() {
        let noise: Vec<u8> =
            (0..4000_u32).map(|it| it.wrapping_mul(0x9E37_79B1).to_be_bytes()[1]).collect();
        assert!(compress(&noise).len() < noise.len() + noise.len() / 16);
        assert!(compress(&[b'a'; 16_000]).len() < 40);
    }

    #[test]
    fn more_than_the_maximum_is_refused() {
        assert_eq!(decompress(&compress(&[7; 100]), 99), None);
        assert_eq!(decompress(&[0, 0], 99), None);
    }
}
