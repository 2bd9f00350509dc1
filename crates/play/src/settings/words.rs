//! The words for the values of settings.

use super::{Colors, Glyphs, Motion, Volume, Walls};
use crate::keymap::Preset;
use crate::palette::{Theme, Vision};

/// A type whose values have names in the file.
pub(super) trait Word: Sized + Copy + PartialEq + 'static {
    const WORDS: &'static [(Self, &'static str)];

    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(it, _)| *it == self).map_or("", |(_, word)| word)
    }

    fn read(text: &str) -> Result<Self, String> {
        let found = Self::WORDS.iter().find(|(_, word)| *word == text).map(|&(it, _)| it);
        found.ok_or_else(|| {
            let words: Vec<&str> = Self::WORDS.iter().map(|(_, word)| *word).collect();
            format!("`{text}` is not one of {}", words.join(", "))
        })
    }

    fn next(self) -> Self {
        let at = Self::WORDS.iter().position(|(it, _)| *it == self).unwrap_or_default();
        Self::WORDS[(at + 1) % Self::WORDS.len()].0
    }
}

impl Word for Colors {
    const WORDS: &'static [(Self, &'static str)] = &[
        (Self::Auto, "auto"),
        (Self::True, "true"),
        (Self::Many, "256"),
        (Self::Few, "16"),
        (Self::None, "none"),
    ];
}

impl Word for Glyphs {
    const WORDS: &'static [(Self, &'static str)] =
        &[(Self::Auto, "auto"), (Self::Full, "full"), (Self::Ascii, "ascii")];
}

impl Word for Walls {
    const WORDS: &'static [(Self, &'static str)] =
        &[(Self::Glyphs, "glyphs"), (Self::Lines, "lines")];
}

impl Word for Motion {
    const WORDS: &'static [(Self, &'static str)] =
        &[(Self::Full, "full"), (Self::Reduced, "reduced"), (Self::None, "none")];
}

impl Word for Theme {
    const WORDS: &'static [(Self, &'static str)] =
        &[(Self::Dark, "dark"), (Self::Light, "light"), (Self::Contrast, "contrast")];
}

impl Word for Vision {
    const WORDS: &'static [(Self, &'static str)] = &[
        (Self::Usual, "usual"),
        (Self::Protan, "protan"),
        (Self::Deutan, "deutan"),
        (Self::Tritan, "tritan"),
    ];
}

impl Word for bool {
    const WORDS: &'static [(Self, &'static str)] = &[(true, "yes"), (false, "no")];
}

impl Word for Volume {
    const WORDS: &'static [(Self, &'static str)] = &[
        (Self(0), "0"),
        (Self(10), "10"),
        (Self(20), "20"),
        (Self(30), "30"),
        (Self(40), "40"),
        (Self(50), "50"),
        (Self(60), "60"),
        (Self(70), "70"),
        (Self(80), "80"),
        (Self(90), "90"),
        (Self(100), "100"),
    ];
}

impl Word for Preset {
    const WORDS: &'static [(Self, &'static str)] = &[
        (Self::Arrows, "arrows"),
        (Self::Vi, "vi"),
        (Self::Numpad, "numpad"),
        (Self::Wasd, "wasd"),
        (Self::Laptop, "laptop"),
    ];
}
