/// Characters that terminals draw two columns wide: East Asian letters and most pictographs.
const WIDE: [(char, char); 24] = [
    ('\u{1100}', '\u{115f}'),
    ('\u{231a}', '\u{231b}'),
    ('\u{23e9}', '\u{23ec}'),
    ('\u{25fd}', '\u{25fe}'),
    ('\u{2614}', '\u{2615}'),
    ('\u{2648}', '\u{2653}'),
    ('\u{2693}', '\u{2693}'),
    ('\u{26a1}', '\u{26a1}'),
    ('\u{26ce}', '\u{26ce}'),
    ('\u{2705}', '\u{2705}'),
    ('\u{2728}', '\u{2728}'),
    ('\u{274c}', '\u{274c}'),
    ('\u{2753}', '\u{2757}'),
    ('\u{2b50}', '\u{2b55}'),
    ('\u{2e80}', '\u{303e}'),
    ('\u{3041}', '\u{a4cf}'),
    ('\u{a960}', '\u{a97c}'),
    ('\u{ac00}', '\u{d7a3}'),
    ('\u{f900}', '\u{faff}'),
    ('\u{fe30}', '\u{fe6f}'),
    ('\u{ff00}', '\u{ff60}'),
    ('\u{ffe0}', '\u{ffe6}'),
    ('\u{1f000}', '\u{1faff}'),
    ('\u{20000}', '\u{3fffd}'),
];

/// Characters that take no column: combining marks and invisible characters.
const EMPTY: [(char, char); 9] = [
    ('\u{ad}', '\u{ad}'),
    ('\u{300}', '\u{36f}'),
    ('\u{1ab0}', '\u{1aff}'),
    ('\u{1dc0}', '\u{1dff}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{2028}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    ('\u{20d0}', '\u{20ff}'),
    ('\u{fe00}', '\u{fe2f}'),
];

/// Returns `true` if a terminal draws the character in exactly one column.
///
/// The lists leave out scripts whose marks nobody uses as glyphs; there the terminal decides.
pub(crate) fn is_one_column(letter: char) -> bool {
    let lies_in = |ranges: &[(char, char)]| {
        ranges.iter().any(|&(first, last)| (first..=last).contains(&letter))
    };
    !letter.is_control() && letter != '\u{feff}' && !lies_in(&WIDE) && !lies_in(&EMPTY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_signs_and_box_drawings_fill_one_column() {
        for letter in "@#.~é§▓│☼♣†Ωж".chars() {
            assert!(is_one_column(letter), "{letter}");
        }
        for letter in ['龍', '🐉', '\t', '\u{301}', '\u{200b}', '\u{feff}', 'Ａ'] {
            assert!(!is_one_column(letter), "{letter:?}");
        }
    }
}
