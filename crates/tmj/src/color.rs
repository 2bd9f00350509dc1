use std::fmt;

/// A color with opacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Color {
    /// Red.
    pub red: u8,
    /// Green.
    pub green: u8,
    /// Blue.
    pub blue: u8,
    /// The opacity, from 0 (invisible) to 255 (opaque).
    pub alpha: u8,
}

impl Color {
    /// Opaque white. Multiplying by it changes nothing.
    pub const WHITE: Self = Self { red: 255, green: 255, blue: 255, alpha: 255 };
    /// Opaque black.
    pub const BLACK: Self = Self { red: 0, green: 0, blue: 0, alpha: 255 };

    /// Parses `#RRGGBB` or `#AARRGGBB`, with or without the `#`.
    pub fn from_text(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#').unwrap_or(text);
        if !digits.bytes().all(|it| it.is_ascii_hexdigit()) {
            return None;
        }
        let number = u32::from_str_radix(digits, 16).ok()?;
        let [alpha, red, green, blue] = number.to_be_bytes();
        match digits.len() {
            6 => Some(Self { red, green, blue, alpha: 255 }),
            8 => Some(Self { red, green, blue, alpha }),
            _ => None,
        }
    }

    /// Multiplies each part as a fraction of 255, which is how a tint works.
    pub fn times(self, other: Self) -> Self {
        Self {
            red: share(self.red, other.red),
            green: share(self.green, other.green),
            blue: share(self.blue, other.blue),
            alpha: share(self.alpha, other.alpha),
        }
    }
}

impl fmt::Display for Color {
    /// Writes the color like Tiled: the opacity comes first, and only if it is not opaque.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("#")?;
        if self.alpha != 255 {
            write!(f, "{:02x}", self.alpha)?;
        }
        write!(f, "{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

fn share(one: u8, other: u8) -> u8 {
    let product = u16::from(one) * u16::from(other);
    u8::try_from((product + 127) / 255).expect("a share of 255 is at most 255")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_read_with_and_without_opacity() {
        for text in ["#102030", "#80102030"] {
            assert_eq!(Color::from_text(text).unwrap().to_string(), text);
        }
        assert_eq!(Color::from_text("ff0000"), Color::from_text("#ffff0000"));
        for text in ["", "#", "#12345", "#1234567", "#+12345", "red", "#é0000", "#123456789"] {
            assert_eq!(Color::from_text(text), None, "{text}");
        }
    }

    #[test]
    fn tints_multiply() {
        let grey = Color { red: 128, green: 128, blue: 128, alpha: 255 };
        assert_eq!(grey.times(Color::WHITE), grey);
        assert_eq!(grey.times(grey).to_string(), "#404040");
    }
}
