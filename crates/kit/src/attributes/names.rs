//! What attributes and stats are called.

/// Returns the number that says which fate an actor has.
pub(super) fn fate_of(stat: &str) -> String {
    format!("{stat}_fate")
}

/// Returns the number that a stat changes by each turn.
pub(crate) fn per_turn_of(stat: &str) -> String {
    format!("{stat}_per_turn")
}

/// Returns the number that worn and carried things add beside an attribute.
pub(crate) fn worn_of(attribute: &str) -> String {
    format!("{attribute}_worn")
}

pub(super) fn label(name: &str) -> String {
    name.replace('_', " ")
}

/// Returns the name as players read it. Numbers that only serve a stat are not for them.
pub(super) fn told(name: &str) -> String {
    let label = label(name);
    let serves = [" per turn", " fate", " worn"].iter().any(|it| label.ends_with(it));
    match label.chars().next().filter(|_| !serves) {
        Some(first) => first.to_uppercase().collect::<String>() + &label[first.len_utf8()..],
        None => label,
    }
}

/// Returns the name as a word that formulas can read.
pub(crate) fn word(name: &str) -> String {
    let mut word: String =
        name.chars().map(|it| if it.is_alphanumeric() { it } else { '_' }).collect();
    if !word.starts_with(|it: char| it.is_alphabetic() || it == '_') {
        word.insert(0, '_');
    }
    word
}
