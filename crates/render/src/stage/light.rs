use barrow_grid::{Color, Glow, LightMap};

use crate::tile::times;

/// The factors of the colors of remembered cells.
pub(super) const MEMORY: Color = Color::new(100, 104, 132);

/// The brightness of the darkest visible cell, of 255: dark, but not unseen.
const DARKEST: u32 = 110;

/// Returns the light of a cell as a color to multiply with.
pub(super) fn brightness(glow: Glow) -> Color {
    let level = DARKEST + (255 - DARKEST) * u32::from(glow.level) / u32::from(LightMap::FULL);
    let Color { red, green, blue } = glow.color();
    // Colored light removes up to a third of the other colors.
    let strongest = red.max(green).max(blue);
    let part = |channel: u8| (level * (765 - u32::from(strongest - channel)) / 765) as u8;
    Color::new(part(red), part(green), part(blue))
}

/// Returns a color in a light.
pub(super) fn shade(color: Color, light: Color) -> Color {
    Color::new(
        times(color.red, light.red),
        times(color.green, light.green),
        times(color.blue, light.blue),
    )
}

/// Returns a flickering color, out of step with the cells around.
pub(super) fn flicker(color: Color, phase: u64) -> Color {
    /// The brightness of each phase, of 255.
    const PHASES: [u8; 8] = [255, 225, 245, 205, 250, 230, 215, 240];
    let part = PHASES[phase as usize % PHASES.len()];
    shade(color, Color::new(part, part, part))
}

/// Returns the color of terrain and walls. A color is chosen for a thin character on black; a whole
/// grey tile in it would be too dark.
pub(super) fn lift(color: Color) -> Color {
    let part = |channel: u8| 255 - ((255 - u16::from(channel)) * 5 / 8) as u8;
    Color::new(part(color.red), part(color.green), part(color.blue))
}
