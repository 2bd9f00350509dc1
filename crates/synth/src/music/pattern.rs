/// A note of a rhythm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beat {
    /// The step of the bar.
    pub step: u32,
    /// How many steps it is held.
    pub length: u32,
    /// Whether it is accented.
    pub strong: bool,
}

/// Reads the rhythm of a bar of `steps`: `x` is a note, `X` a strong one, `-` holds it.
pub fn read(pattern: &str, steps: u32) -> Vec<Beat> {
    let mut beats: Vec<Beat> = Vec::new();
    let mut held = false;
    for (step, mark) in (0..steps).zip(pattern.chars()) {
        match mark {
            'x' | 'X' => {
                beats.push(Beat { step, length: 1, strong: mark == 'X' });
                held = true;
            }
            '-' if held => {
                if let Some(beat) = beats.last_mut() {
                    beat.length += 1;
                }
            }
            _ => held = false,
        }
    }
    beats
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rhythm_is_read_from_its_pattern() {
        let heard: Vec<_> =
            read("X--.x.-x", 8).iter().map(|it| (it.step, it.length, it.strong)).collect();
        assert_eq!(heard, [(0, 3, true), (4, 1, false), (7, 1, false)]);
        assert_eq!(read("xxxxxxxx", 4).len(), 4);
        assert!(read("-", 4).is_empty());
    }
}
