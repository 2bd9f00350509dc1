use barrow_grid::Color;

use crate::tile::times;

/// How the grey pixels of a tile get their color. Pixels with a color of their own keep it, unless
/// they are only remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dye {
    /// The color of greys.
    pub shades: Shades,
    /// Set for what is only remembered.
    pub memory: Option<Memory>,
}

/// How remembered things look: bluish, with a trace of their own color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Memory {
    /// The color.
    pub color: Color,
    /// Whether it is ground, which is equally bright whatever it is made of.
    pub flat: bool,
}

/// The color of greys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shades {
    /// White becomes this color, and darker greys its shades.
    Color(Color),
    /// The four tones of a material: a quarter, half, three quarters and all of white.
    Ramp([Color; 4]),
}

/// The largest difference between the channels of a grey.
const GREY: u8 = 12;

/// Terrain in full light is this many eighths as bright as its tones.
const GAIN: u16 = 14;

/// The brightness of remembered ground that is drawn in black, of 255. White is brighter by half.
const DIMMEST: i32 = 42;

/// The same of remembered walls. Their white is brighter by two thirds, so that their dark tops are
/// no ground to walk on.
const DIMMEST_WALL: i32 = 20;

/// The grey that ground is meant to be drawn in.
const BASE: i32 = 128;

impl Dye {
    /// Returns `true` for a pixel that takes the color of the thing.
    pub(crate) fn takes(pixel: [u8; 3]) -> bool {
        brightest(pixel) - pixel.into_iter().min().unwrap_or_default() <= GREY
    }

    /// Returns the color of a pixel of a tile whose pixels are `mean` on average.
    pub(crate) fn applied(self, pixel: [u8; 3], mean: u8) -> [u8; 3] {
        let own = if Self::takes(pixel) { self.shades.applied(pixel) } else { pixel };
        let Some(memory) = self.memory else { return own };
        // What the ground is made of is hardly remembered; things keep more of their color.
        let (brightness, parts) = match self.shades {
            Shades::Color(_) => (brightest(own), 4),
            Shades::Ramp(_) => {
                let grey = i32::from(brightest(pixel));
                let brightness = if memory.flat {
                    DIMMEST + i32::midpoint(grey, BASE - i32::from(mean))
                } else {
                    DIMMEST_WALL + grey * 2 / 3
                };
                (brightness.clamp(0, 255) as u8, 8)
            }
        };
        remembered(own, memory.color, brightness, parts)
    }
}

impl Shades {
    fn applied(self, pixel: [u8; 3]) -> [u8; 3] {
        match self {
            Self::Color(color) => {
                let [red, green, blue] = pixel;
                [times(red, color.red), times(green, color.green), times(blue, color.blue)]
            }
            Self::Ramp(tones) => toned(brightest(pixel), tones),
        }
    }
}

pub(crate) fn brightest(pixel: [u8; 3]) -> u8 {
    pixel.into_iter().max().unwrap_or_default()
}

/// Returns a part of a tone in full light.
pub(crate) fn in_full_light(part: u8) -> u8 {
    (u16::from(part) * GAIN / 8).min(255) as u8
}

/// Returns the color of a grey between the tones of a material.
fn toned(grey: u8, [shadow, base, light, highlight]: [Color; 4]) -> [u8; 3] {
    let (from, to) = match grey / 64 {
        0 => (Color::BLACK, shadow),
        1 => (shadow, base),
        2 => (base, light),
        _ => (light, highlight),
    };
    let part = u16::from(grey % 64);
    let mixed = |from: u8, to: u8| {
        let tone = (u16::from(from) * (64 - part) + u16::from(to) * part) / 64;
        in_full_light(tone as u8)
    };
    [mixed(from.red, to.red), mixed(from.green, to.green), mixed(from.blue, to.blue)]
}

/// Returns a color as it is remembered: of some parts one is its own, the others are memory's.
fn remembered(own: [u8; 3], memory: Color, brightness: u8, parts: u16) -> [u8; 3] {
    let Color { red, green, blue } = memory;
    let mixed = |own: u8, memory: u8| {
        ((u16::from(times(memory, brightness)) * (parts - 1) + u16::from(own)) / parts) as u8
    };
    [mixed(own[0], red), mixed(own[1], green), mixed(own[2], blue)]
}
