//! Small letters and capitals, without the tables of the standard library.

/// Runs of capitals with the same distance to their small letters: the first and the last capital,
/// how far apart the capitals of the run are, and the distance.
///
/// They are the Latin, Greek, Cyrillic and Armenian letters that languages of today are written
/// with. What is missing has no single other case, or belongs to the history of writing.
const CAPITALS: [(u16, u16, u16, i16); 28] = [
    (0x41, 0x5A, 1, 32),        // A to Z
    (0xC0, 0xD6, 1, 32),        // À to Ö
    (0xD8, 0xDE, 1, 32),        // Ø to Þ
    (0x100, 0x12E, 2, 1),       // Ā to Į
    (0x132, 0x136, 2, 1),       // Ĳ to Ķ
    (0x139, 0x147, 2, 1),       // Ĺ to Ň
    (0x14A, 0x176, 2, 1),       // Ŋ to Ŷ
    (0x178, 0x178, 1, -121),    // Ÿ
    (0x179, 0x17D, 2, 1),       // Ź to Ž
    (0x1A0, 0x1A0, 1, 1),       // Ơ
    (0x1AF, 0x1AF, 1, 1),       // Ư
    (0x1CD, 0x1DB, 2, 1),       // Ǎ to Ǜ
    (0x218, 0x21A, 2, 1),       // Ș and Ț
    (0x386, 0x386, 1, 38),      // Ά
    (0x388, 0x38A, 1, 37),      // Έ to Ί
    (0x38C, 0x38C, 1, 64),      // Ό
    (0x38E, 0x38F, 1, 63),      // Ύ and Ώ
    (0x391, 0x3A1, 1, 32),      // Α to Ρ
    (0x3A3, 0x3AB, 1, 32),      // Σ to Ϋ
    (0x400, 0x40F, 1, 80),      // Ѐ to Џ
    (0x410, 0x42F, 1, 32),      // А to Я
    (0x48A, 0x4BE, 2, 1),       // Ҋ to Ҿ
    (0x4C1, 0x4CD, 2, 1),       // Ӂ to Ӎ
    (0x4D0, 0x52E, 2, 1),       // Ӑ to Ԯ
    (0x531, 0x556, 1, 48),      // Ա to Ֆ
    (0x1E00, 0x1E94, 2, 1),     // Ḁ to Ẕ
    (0x1E9E, 0x1E9E, 1, -7615), // ẞ
    (0x1EA0, 0x1EFE, 2, 1),     // Ạ to Ỿ
];

/// Returns a text in lower case, letter by letter, in the alphabets of Latin, Greek, Cyrillic and
/// Armenian. The standard library knows more letters, and needs 27 KB of tables for them.
///
/// ```
/// assert_eq!(barrow_small::lowercase("Ärger im Moor"), "ärger im moor");
/// ```
pub fn lowercase(text: &str) -> String {
    text.chars().map(small).collect()
}

/// Returns a text with its first letter as a capital.
///
/// ```
/// assert_eq!(barrow_small::capitalized("élan"), "Élan");
/// ```
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(capital).into_iter().chain(letters).collect()
}

/// Returns whether a text begins with a small letter.
///
/// ```
/// assert!(barrow_small::begins_small("a troll"));
/// assert!(!barrow_small::begins_small("You drowned."));
/// ```
pub fn begins_small(text: &str) -> bool {
    text.chars().next().is_some_and(|first| capital(first) != first)
}

fn small(letter: char) -> char {
    shifted(letter, 0, 1)
}

fn capital(letter: char) -> char {
    shifted(letter, 1, -1)
}

/// Returns a letter in the other case if it is in one of the runs, which are moved by `from` times
/// their distance to where the letter is looked for.
fn shifted(letter: char, from: i32, sign: i32) -> char {
    let code = letter as i32;
    for (first, last, apart, distance) in CAPITALS {
        let (moved, distance) = (from * i32::from(distance), sign * i32::from(distance));
        let (first, last) = (i32::from(first) + moved, i32::from(last) + moved);
        if (first..=last).contains(&code) && (code - first) % i32::from(apart) == 0 {
            return u32::try_from(code + distance).ok().and_then(char::from_u32).unwrap_or(letter);
        }
    }
    letter
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The small letters of the runs have their capitals in the standard library too, except `ß`,
    /// whose capital it writes as two letters.
    #[test]
    fn letters_change_as_in_the_standard_library() {
        let mut changed = 0;
        for letter in '\0'..=char::MAX {
            let (low, high) = (small(letter), capital(letter));
            if low != letter {
                changed += 1;
                assert_eq!(letter.to_lowercase().to_string(), low.to_string(), "{letter}");
            }
            if high != letter && letter != 'ß' {
                assert_eq!(letter.to_uppercase().to_string(), high.to_string(), "{letter}");
            }
        }
        assert!(changed > 400, "{changed} capitals");
    }

    #[test]
    fn alphabets_of_today_are_whole() {
        let texts = [
            "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich",
            "Příliš žluťoučký kůň úpěl ďábelské ódy",
            "Pijamalı hasta yağız şoföre çabucak güvendi",
            "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία",
            "Съешь же ещё этих мягких французских булок, да выпей чаю",
            "Do bạch kim rất quý nên sẽ dùng để lắp vô xương",
        ];
        for text in texts {
            for letter in text.chars().filter(|it| !"ßıς".contains(*it)) {
                let high: Vec<char> = letter.to_uppercase().collect();
                assert_eq!([capital(letter)], high[..], "{letter} of {text}");
                assert_eq!(small(high[0]).to_string(), high[0].to_lowercase().to_string());
            }
        }
    }
}
