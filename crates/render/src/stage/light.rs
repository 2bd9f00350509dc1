use barrow_grid::Color;

use crate::tile::times;

/// Returns a color in a light.
pub(crate) fn shade(color: Color, light: Color) -> Color {
    Color::new(
        times(color.red, light.red),
        times(color.green, light.green),
        times(color.blue, light.blue),
    )
}

/// Returns the mean of some colors.
pub(super) fn mean(colors: impl Iterator<Item = Color>) -> Color {
    let add = |[red, green, blue, count]: [u16; 4], it: Color| {
        [red + u16::from(it.red), green + u16::from(it.green), blue + u16::from(it.blue), count + 1]
    };
    let [red, green, blue, count] = colors.fold([0; 4], add);
    let [red, green, blue] = [red, green, blue].map(|it| (it / count.max(1)) as u8);
    Color::new(red, green, blue)
}

/// Returns a flickering color, out of step with the cells around.
pub(super) fn flicker(color: Color, phase: u64) -> Color {
    /// The brightness of each phase, of 255.
    const PHASES: [u8; 8] = [255, 225, 245, 205, 250, 230, 215, 240];
    let part = PHASES[phase as usize % PHASES.len()];
    shade(color, Color::new(part, part, part))
}

/// Returns the light on things and actors. They are lit from all sides, and must be seen first, so
/// they are never as dark as the ground.
pub(super) fn on_things(light: Color) -> Color {
    let part = |channel: u8| 255 - (255 - channel) / 2;
    Color::new(part(light.red), part(light.green), part(light.blue))
}

/// Returns the color of an actor or item as it is drawn on ground: bright enough to be seen first.
/// Dark colors are scaled up, and what is still dim, such as a deep blue, is mixed with white.
pub fn loud(color: Color) -> Color {
    let Color { red, green, blue } = color;
    let brightest = red.max(green).max(blue).max(1);
    let scaled = |part: u8| {
        let scaled = u16::from(part) * u16::from(BRIGHT) / u16::from(brightest);
        if brightest < BRIGHT { scaled as u8 } else { part }
    };
    let color = Color::new(scaled(red), scaled(green), scaled(blue));
    let paler = |share: u16| {
        let part = |part: u8| (u16::from(part) + (255 - u16::from(part)) * share / 16) as u8;
        Color::new(part(color.red), part(color.green), part(color.blue))
    };
    let read = || (8..16).map(paler).find(|it| luminance(*it) >= READ);
    (0..8).map(paler).find(|it| luminance(*it) >= LOUD).or_else(read).unwrap_or(color)
}

/// Returns the color of ground behind a character: dark enough for whatever is loud, even for snow.
pub fn dim(color: Color) -> Color {
    let darker = |share: u8| shade(color, Color::new(share, share, share));
    (4..32).rev().map(|it| darker(it * 8 + 7)).find(|it| luminance(*it) <= DIM).unwrap_or(color)
}

/// The largest luminance of dim ground, of 255.
const DIM: u32 = 28;

/// The least brightest part of a loud color.
const BRIGHT: u8 = 225;

/// The luminance of a loud color, of 255, and that of one that would be too pale so, such as a deep
/// blue: enough to be read.
const LOUD: u32 = 140;
const READ: u32 = 120;

/// Returns how bright a color looks, of 255: the gamma of a screen is near two.
fn luminance(color: Color) -> u32 {
    let [red, green, blue] = [color.red, color.green, color.blue].map(|it| u32::from(it).pow(2));
    (red * 54 + green * 183 + blue * 19) / 256 / 255
}
