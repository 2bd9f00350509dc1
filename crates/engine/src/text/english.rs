//! The little grammar that texts need: articles, verbs and capital letters.

use barrow_pack::Kind;
use barrow_small::capitalized;

/// Returns a name with the indefinite article that its kind wants.
pub(super) fn with_indefinite_article(name: String, kind: &Kind) -> String {
    let vowel = name.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    match (kind.proper, kind.mass, vowel) {
        (true, _, _) => name,
        (_, true, _) => format!("some {name}"),
        (_, _, true) => format!("an {name}"),
        (_, _, false) => format!("a {name}"),
    }
}

/// Turns a verb in the third person, as in "it has", into the second, as in "you have". Only the
/// first word changes.
pub(super) fn second_person(verb: &str) -> String {
    let (first, rest) = verb.split_at(verb.find(' ').unwrap_or(verb.len()));
    let bare = |ending| first.strip_suffix(ending);
    let hissing = ["ches", "shes", "sses", "xes", "zzes", "oes"];
    let plain = match first {
        "is" => "are".into(),
        "has" => "have".into(),
        _ if first.len() > 4 && first.ends_with("ies") => {
            format!("{}y", bare("ies").unwrap_or_default())
        }
        _ if hissing.iter().any(|it| first.ends_with(it)) => bare("es").unwrap_or(first).into(),
        _ if first.ends_with("ss") => first.into(),
        _ => bare("s").unwrap_or(first).to_string(),
    };
    plain + rest
}

/// Inserts `a` or `an` at a byte index of a text, as the next letter demands. Returns whether there
/// was one.
pub(super) fn insert_article(text: &mut String, at: usize) -> bool {
    let Some(first) = text[at..].trim_start().chars().next() else { return false };
    let vowel = "aeiou".contains(first.to_ascii_lowercase());
    text.insert_str(at, if vowel { "an" } else { "a" });
    true
}

/// Capitalizes the letter at a byte index of a text.
pub(super) fn capitalize(text: &mut String, at: usize) {
    match text.as_bytes().get(at) {
        Some(first) if first.is_ascii() => text[at..=at].make_ascii_uppercase(),
        Some(_) => {
            let rest = text.split_off(at);
            text.push_str(&capitalized(&rest));
        }
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::scenario::Scenario;

    #[test]
    fn drawn_verbs_agree() {
        let check = |verb: &str, you: &str| assert_eq!(super::second_person(verb), you, "{verb}");
        check("misses", "miss");
        check("swings wide of", "swing wide of");
        check("grazes the air beside", "graze the air beside");
        check("parries", "parry");
        check("lies to", "lie to");
        check("goes for", "go for");
        check("is near", "are near");
        check("has at", "have at");
        check("catches", "catch");
        check("toss", "toss");
        check("", "");
        let more = r#"{ "words": { "misses": ["misses", "swishes past"] }, "minds": { "biter": ["strike"] },
            "kinds": { "champion": { "extends": "hero", "strike": { "chance": 0, "miss": [{ "say": "[Actor] [s words.misses] [target]." }] } },
                "imp": { "extends": "rat", "mind": "biter", "strike": { "chance": 0, "miss": [{ "say": "[Actor] [s words.misses] [target]." }] } } } }"#;
        let mut it = Scenario::new("@i", r#"{ "i": ["imp"] }"#, more);
        let told = it.keys("llllllllllllllll").texts();
        for text in [
            "You miss the imp.",
            "You swish past the imp.",
            "The imp misses you.",
            "The imp swishes past you.",
        ] {
            assert!(told.iter().any(|it| it == text), "{text} {told:?}");
        }
    }
}
