use barrow_play::palette::Rgb;
use barrow_play::settings::Colors;
use ratatui::style::Color;

/// How many colors a terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Any red, green and blue.
    True,
    /// 256: 216 in a cube and 24 greys.
    Many,
    /// 16.
    Few,
    /// None.
    None,
}

/// The sixteen colors as most terminals show them.
const SIXTEEN: [(Rgb, Color); 16] = [
    ([0, 0, 0], Color::Black),
    ([170, 0, 0], Color::Red),
    ([0, 170, 0], Color::Green),
    ([170, 110, 0], Color::Yellow),
    ([0, 0, 190], Color::Blue),
    ([170, 0, 170], Color::Magenta),
    ([0, 170, 170], Color::Cyan),
    ([180, 180, 180], Color::Gray),
    ([95, 95, 95], Color::DarkGray),
    ([255, 85, 85], Color::LightRed),
    ([85, 255, 85], Color::LightGreen),
    ([255, 255, 85], Color::LightYellow),
    ([100, 100, 255], Color::LightBlue),
    ([255, 85, 255], Color::LightMagenta),
    ([85, 255, 255], Color::LightCyan),
    ([255, 255, 255], Color::White),
];

impl Depth {
    /// Returns the depth from the settings, or from the environment, which is a function from names
    /// to values.
    pub fn of(chosen: Colors, environment: impl Fn(&str) -> Option<String>) -> Self {
        match chosen {
            Colors::True => Self::True,
            Colors::Many => Self::Many,
            Colors::Few => Self::Few,
            Colors::None => Self::None,
            Colors::Auto => Self::detect(environment),
        }
    }

    fn detect(environment: impl Fn(&str) -> Option<String>) -> Self {
        let word = |name| environment(name).unwrap_or_default();
        let (term, colors) = (word("TERM"), word("COLORTERM"));
        if !word("NO_COLOR").is_empty() || term == "dumb" || word("CLICOLOR") == "0" {
            return Self::None;
        }
        // Terminal.app garbles true colors and does not promise them either.
        if colors == "truecolor" || colors == "24bit" || term.ends_with("-direct") {
            return Self::True;
        }
        if term.contains("256color") || term.contains("kitty") || !colors.is_empty() {
            return Self::Many;
        }
        if term.ends_with("-mono") || term == "vt100" || term == "vt220" {
            return Self::None;
        }
        Self::Few
    }

    /// Returns the nearest available color.
    pub fn color(self, rgb: Rgb) -> Color {
        let [red, green, blue] = rgb;
        match self {
            Self::True => Color::Rgb(red, green, blue),
            Self::Many => Color::Indexed(indexed(rgb)),
            Self::Few => {
                let near = SIXTEEN.iter().min_by_key(|(it, _)| distance(*it, rgb));
                near.map_or(Color::Reset, |&(_, color)| color)
            }
            Self::None => Color::Reset,
        }
    }
}

/// Returns how a color looks that [`Depth::color`] chose.
pub(crate) fn rgb(color: Color) -> Rgb {
    match color {
        Color::Rgb(red, green, blue) => [red, green, blue],
        Color::Indexed(index @ 232..) => [8 + 10 * (index - 232); 3],
        Color::Indexed(index @ 16..) => {
            let cube = index - 16;
            [cube / 36, cube / 6 % 6, cube % 6].map(|it| LEVELS[usize::from(it)])
        }
        named => {
            let found = SIXTEEN.iter().find(|(_, it)| *it == named);
            found.map_or([0; 3], |&(rgb, _)| rgb)
        }
    }
}

/// The levels of the cube of 256 colors.
const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];

fn indexed(rgb: Rgb) -> u8 {
    let level = |part: u8| {
        let near = (0u8..6).min_by_key(|&it| LEVELS[usize::from(it)].abs_diff(part));
        near.unwrap_or_default()
    };
    let cube = rgb.map(level);
    let grey = (u32::from(rgb[0]) + u32::from(rgb[1]) + u32::from(rgb[2])) / 3;
    let step = u8::try_from(grey.saturating_sub(3) / 10).unwrap_or_default().min(23);
    let shade = 8 + 10 * step;
    let of_cube = distance(cube.map(|it| LEVELS[usize::from(it)]), rgb);
    if distance([shade; 3], rgb) < of_cube {
        232 + step
    } else {
        16 + 36 * cube[0] + 6 * cube[1] + cube[2]
    }
}

fn distance(one: Rgb, other: Rgb) -> u32 {
    let parts = one.into_iter().zip(other);
    parts.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detect(variables: &[(&str, &str)]) -> Depth {
        let find = |name: &str| variables.iter().find(|(it, _)| *it == name);
        Depth::of(Colors::Auto, |name| find(name).map(|(_, value)| (*value).to_string()))
    }

    #[test]
    fn the_environment_decides_how_many_colors_there_are() {
        let xterm = ("TERM", "xterm-256color");
        assert_eq!(detect(&[xterm, ("COLORTERM", "truecolor")]), Depth::True);
        assert_eq!(detect(&[xterm]), Depth::Many);
        assert_eq!(detect(&[("TERM", "linux")]), Depth::Few);
        assert_eq!(detect(&[("TERM", "dumb")]), Depth::None);
        assert_eq!(detect(&[xterm, ("NO_COLOR", "1")]), Depth::None);
        assert_eq!(detect(&[xterm, ("NO_COLOR", "")]), Depth::Many);
    }

    #[test]
    fn colors_become_the_nearest_available_ones() {
        assert_eq!(Depth::Many.color([255, 0, 0]), Color::Indexed(196));
        assert_eq!(Depth::Many.color([128, 128, 128]), Color::Indexed(244));
        assert_eq!(Depth::Many.color([0, 0, 0]), Color::Indexed(16));
        assert_eq!(Depth::Few.color([240, 90, 80]), Color::LightRed);
        assert_eq!(Depth::Few.color([60, 50, 55]), Color::DarkGray);
        assert_eq!(Depth::None.color([240, 90, 80]), Color::Reset);
    }
}
