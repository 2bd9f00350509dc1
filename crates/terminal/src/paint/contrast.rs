use std::sync::LazyLock;

use barrow_play::palette::Rgb;

/// The light of each shade of a color, as screens emit it, in millionths.
static LIGHT: LazyLock<[u32; 256]> = LazyLock::new(|| {
    std::array::from_fn(|shade| {
        let part = f64::from(u8::try_from(shade).unwrap_or(u8::MAX)) / 255.0;
        let light =
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 1")]
        let millionths = (light * 1e6) as u32;
        millionths
    })
});

/// Returns how bright a color is, in millionths of white.
fn luminance(color: Rgb) -> u32 {
    let [red, green, blue] = color.map(|part| LIGHT[usize::from(part)]);
    (red * 213 + green * 715 + blue * 72) / 1000
}

/// Returns the contrast of two colors in tenths, from 10 to 210, as the accessibility guidelines of
/// the web define it.
pub fn contrast(one: Rgb, other: Rgb) -> u32 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 50_000) * 10 / (one.min(other) + 50_000)
}
