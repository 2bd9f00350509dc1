//! Colors: themes for the parts of a screen, and how the colors of packs are adapted for
//! color-blind players.

/// Red, green and blue.
pub type Rgb = [u8; 3];

/// A line of text and its role.
pub type Line = (Role, String);

/// The role of a color on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Text.
    Text,
    /// Less important text: older, farther away or not possible.
    Dim,
    /// Headings.
    Title,
    /// Keys that can be pressed.
    Key,
    /// Good, full, helpful.
    Good,
    /// Harm, danger, foes.
    Bad,
    /// Getting low.
    Warning,
    /// Lines between parts.
    Line,
    /// The background of the selected line.
    Chosen,
    /// The background of cells with an announced attack.
    Threat,
    /// The background of the line and blast of an aim.
    Aim,
    /// The background of the screen.
    Ground,
}

impl Role {
    /// All roles.
    pub const ALL: [Self; 12] = [
        Self::Text,
        Self::Dim,
        Self::Title,
        Self::Key,
        Self::Good,
        Self::Bad,
        Self::Warning,
        Self::Line,
        Self::Chosen,
        Self::Threat,
        Self::Aim,
        Self::Ground,
    ];
}

/// The colors of a whole screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Light on dark, soft.
    #[default]
    Dark,
    /// Dark on light.
    Light,
    /// White and pure colors on black.
    Contrast,
}

/// Types of color vision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Vision {
    /// Sees all colors.
    #[default]
    Usual,
    /// Cannot see red.
    Protan,
    /// Cannot see green.
    Deutan,
    /// Cannot see blue.
    Tritan,
}

impl Theme {
    /// All themes.
    pub const ALL: [Self; 3] = [Self::Dark, Self::Light, Self::Contrast];

    const fn role(self, role: Role) -> u32 {
        // In the order dark, light, contrast.
        let shades = match role {
            Role::Text => [0x00D4_D4D4, 0x0026_2626, 0x00FF_FFFF],
            Role::Dim => [0x0080_8080, 0x0070_7070, 0x00B0_B0B0],
            Role::Title => [0x00E8_D8A0, 0x0060_4800, 0x00FF_FF80],
            Role::Key => [0x0080_C0F0, 0x0000_50A0, 0x0080_E0FF],
            Role::Good => [0x0060_C060, 0x0000_7020, 0x0060_FF60],
            Role::Bad => [0x00F0_6050, 0x00B0_1010, 0x00FF_6060],
            Role::Warning => [0x00E8_B040, 0x0080_5000, 0x00FF_C000],
            Role::Line => [0x0050_5050, 0x00B0_B0B0, 0x0080_8080],
            Role::Chosen => [0x0030_4050, 0x00C0_D8F0, 0x0000_50A0],
            Role::Threat => [0x0060_1818, 0x00F8_C8C0, 0x0090_0000],
            Role::Aim => [0x0040_4010, 0x00F0_F0A0, 0x0060_6000],
            Role::Ground => [0x0000_0000, 0x00FA_FAF5, 0x0000_0000],
        };
        match self {
            Self::Dark => shades[0],
            Self::Light => shades[1],
            Self::Contrast => shades[2],
        }
    }
}

/// One row each for red, green and blue: how much of the old red, green and blue goes into it, in
/// thousandths.
type Matrix = [[i32; 3]; 3];

impl Vision {
    /// All types of vision.
    pub const ALL: [Self; 4] = [Self::Usual, Self::Protan, Self::Deutan, Self::Tritan];

    /// Returns how a color looks to someone with this vision.
    pub fn seen(self, color: Rgb) -> Rgb {
        self.lost().map_or(color, |matrix| times(matrix, color.map(i32::from)).map(clamped))
    }

    /// Returns a color with the lost part shifted into the visible part.
    pub fn adapted(self, color: Rgb) -> Rgb {
        let seen = self.seen(color);
        let lost = [0, 1, 2].map(|at| i32::from(color[at]) - i32::from(seen[at]));
        let shift: Matrix = match self {
            Self::Usual => return color,
            Self::Protan | Self::Deutan => [[0, 0, 0], [700, 1000, 0], [700, 0, 1000]],
            Self::Tritan => [[1000, 0, 700], [0, 1000, 700], [0, 0, 0]],
        };
        let shifted = times(shift, lost);
        [0, 1, 2].map(|at| clamped(i32::from(color[at]) + shifted[at]))
    }

    /// Returns the matrix of Machado, Oliveira and Fernandes for the complete loss of one kind of cone.
    const fn lost(self) -> Option<Matrix> {
        match self {
            Self::Usual => None,
            Self::Protan => Some([[152, 1053, -205], [115, 786, 99], [-4, -48, 1052]]),
            Self::Deutan => Some([[367, 861, -228], [280, 673, 47], [-12, 43, 969]]),
            Self::Tritan => Some([[1256, -77, -179], [-78, 931, 148], [5, 691, 304]]),
        }
    }
}

fn times(matrix: Matrix, color: [i32; 3]) -> [i32; 3] {
    matrix.map(|row| (row[0] * color[0] + row[1] * color[1] + row[2] * color[2]) / 1000)
}

fn clamped(value: i32) -> u8 {
    u8::try_from(value.clamp(0, 255)).unwrap_or(u8::MAX)
}

/// The colors that the player chose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Palette {
    /// The theme of the screen.
    pub theme: Theme,
    /// The color vision of the player.
    pub vision: Vision,
}

impl Palette {
    /// Returns the color of a role.
    pub fn role(self, role: Role) -> Rgb {
        let [_, red, green, blue] = self.theme.role(role).to_be_bytes();
        self.vision.adapted([red, green, blue])
    }

    /// Returns the color of a pack as it is drawn: readable on the background of the theme.
    pub fn drawn(self, color: Rgb) -> Rgb {
        let color = self.vision.adapted(color);
        match self.theme {
            Theme::Dark | Theme::Contrast => at_least(color, 70),
            // A color that shines on black is too pale on white.
            Theme::Light => color.map(|part| part / 2),
        }
    }
}

/// Brightens a color to a minimum, so that it is readable.
fn at_least(color: Rgb, min: u8) -> Rgb {
    let brightest = color.into_iter().max().unwrap_or_default();
    let short = min.saturating_sub(brightest);
    color.map(|part| part.saturating_add(short))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distance(one: Rgb, other: Rgb) -> u32 {
        let parts = one.into_iter().zip(other);
        parts.map(|(a, b)| u32::from(a.abs_diff(b))).sum()
    }

    #[test]
    fn colors_that_must_differ_do_so_for_everyone() {
        let pairs = [
            (Role::Good, Role::Bad),
            (Role::Good, Role::Warning),
            (Role::Text, Role::Bad),
            (Role::Text, Role::Dim),
            (Role::Text, Role::Ground),
            (Role::Dim, Role::Ground),
            (Role::Key, Role::Text),
            (Role::Threat, Role::Ground),
            (Role::Chosen, Role::Ground),
            (Role::Aim, Role::Ground),
        ];
        for theme in Theme::ALL {
            for vision in Vision::ALL {
                let palette = Palette { theme, vision };
                for (one, other) in pairs {
                    let seen = |role| vision.seen(palette.role(role));
                    let apart = distance(seen(one), seen(other));
                    assert!(apart >= 48, "{theme:?} {vision:?} {one:?} {other:?}: {apart}");
                }
            }
        }
    }

    #[test]
    fn red_and_green_of_a_pack_become_easier_to_tell_apart() {
        let (red, green) = ([0xC0, 0x40, 0x40], [0x60, 0x80, 0x30]);
        for vision in [Vision::Protan, Vision::Deutan] {
            let before = distance(vision.seen(red), vision.seen(green));
            let adapted = |color| vision.seen(vision.adapted(color));
            let after = distance(adapted(red), adapted(green));
            assert!(after > before + 20, "{vision:?}: {before} to {after}");
        }
    }

    #[test]
    fn lost_cones_leave_grey_alone_and_move_the_colors_they_saw() {
        let seen = |color: Rgb| Vision::ALL.map(|vision| vision.seen(color));
        assert_eq!(seen([100, 100, 100]), [[100, 100, 100]; 4]);
        assert_eq!(seen([255, 0, 0]), [[255, 0, 0], [38, 29, 0], [93, 71, 0], [255, 0, 1]]);
        assert_eq!(seen([0, 0, 255]), [[0, 0, 255], [0, 25, 255], [0, 11, 247], [0, 37, 77]]);
    }

    #[test]
    fn usual_sight_leaves_colors_as_they_are() {
        assert_eq!(Palette::default().drawn([10, 200, 255]), [10, 200, 255]);
        assert_eq!(Palette::default().drawn([0, 0, 0]), [70, 70, 70]);
    }
}
