use barrow_grid::{Color, Glow, LightMap};

use crate::tile::times;

/// What the colors of remembered cells are multiplied with.
pub(super) const MEMORY: Color = Color::new(100, 104, 132);

/// How bright the darkest cell in sight is, of 255: dark, but not unseen.
const DARKEST: u32 = 110;

/// The light of a cell as a color to multiply with.
pub(super) fn brightness(glow: Glow) -> Color {
    let level = DARKEST + (255 - DARKEST) * u32::from(glow.level) / u32::from(LightMap::FULL);
    let Color { red, green, blue } = glow.color();
    // Colored light takes up to a third of the other colors away.
    let strongest = red.max(green).max(blue);
    let part = |channel: u8| (level * (765 - u32::from(strongest - channel)) / 765) as u8;
    Color::new(part(red), part(green), part(blue))
}

/// A color in a light.
pub(super) fn shade(color: Color, light: Color) -> Color {
    Color::new(
        times(color.red, light.red),
        times(color.green, light.green),
        times(color.blue, light.blue),
    )
}

/// A color that is now brighter, now darker, out of step with the cells around.
pub(super) fn flicker(color: Color, beat: u64) -> Color {
    /// How bright it is, beat by beat, of 255.
    const BEATS: [u8; 8] = [255, 225, 245, 205, 250, 230, 215, 240];
    let part = BEATS[beat as usize % BEATS.len()];
    shade(color, Color::new(part, part, part))
}

/// The color of ground and walls. A color is chosen for a thin character on black; a whole
/// tile of greys in it would be too dark.
pub(super) fn lift(color: Color) -> Color {
    let part = |channel: u8| 255 - ((255 - u16::from(channel)) * 5 / 8) as u8;
    Color::new(part(color.red), part(color.green), part(color.blue))
}
