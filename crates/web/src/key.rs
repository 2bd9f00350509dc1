//! Keys as a browser names them.

use barrow_json::Value;
use barrow_play::keymap::{Code, Key};

const NAMES: [(&str, Code); 15] = [
    ("ArrowUp", Code::Up),
    ("ArrowDown", Code::Down),
    ("ArrowLeft", Code::Left),
    ("ArrowRight", Code::Right),
    ("Home", Code::Home),
    ("End", Code::End),
    ("PageUp", Code::PageUp),
    ("PageDown", Code::PageDown),
    ("Clear", Code::Middle),
    ("Enter", Code::Enter),
    ("Escape", Code::Esc),
    ("Tab", Code::Tab),
    ("Backspace", Code::Backspace),
    ("Delete", Code::Delete),
    ("Insert", Code::Insert),
];

/// The keys of the digits of the number pad, from 1. A browser distinguishes them from the upper
/// row, which uses the bag.
const PAD: [Code; 9] = [
    Code::End,
    Code::Down,
    Code::PageDown,
    Code::Left,
    Code::Middle,
    Code::Right,
    Code::Home,
    Code::Up,
    Code::PageUp,
];

/// Reads `{"key", "code", "shift", "ctrl", "alt", "meta"}`, as in a `KeyboardEvent`; `key` may also
/// be one of our own names, such as `esc` or `shift-up`. Returns `None` for a key that no game can
/// use.
pub fn pressed(text: &str) -> Option<Key> {
    let value: Value = Value::parse(text).ok()?;
    let held = |name: &str| value[name].as_bool().unwrap_or_default();
    // The system key belongs to the system.
    if held("meta") {
        return None;
    }
    let name = value["key"].as_str()?;
    let pad = pad(value["code"].as_str().unwrap_or_default(), name);
    let Some(code) = pad.or_else(|| code(name)) else {
        return name.parse().ok().filter(|_| name.chars().count() > 1);
    };
    let mut key = Key { code, ctrl: held("ctrl"), alt: held("alt"), shift: held("shift") };
    if let Code::Char(_) = code {
        // A character already shows that Shift was held, or AltGr, which some report as Control and
        // Alt.
        key.shift = false;
        if key.ctrl && key.alt {
            (key.ctrl, key.alt) = (false, false);
        }
    }
    Some(key)
}

fn pad(code: &str, key: &str) -> Option<Code> {
    let digit = code.strip_prefix("Numpad").filter(|it| *it == key)?;
    let index = digit.parse::<usize>().ok()?.checked_sub(1)?;
    PAD.get(index).copied()
}

fn code(name: &str) -> Option<Code> {
    let mut letters = name.chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        return Some(Code::Char(letter));
    }
    let function = || name.strip_prefix('F')?.parse().ok().filter(|it| (1..=24).contains(it));
    let named = NAMES.iter().find(|(it, _)| *it == name).map(|&(_, code)| code);
    named.or_else(|| function().map(Code::F))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(event: &str, key: &str) {
        let shown = pressed(event).map(|it| it.to_string());
        assert_eq!(shown.as_deref().unwrap_or("none"), key, "{event}");
    }

    #[test]
    fn keys_are_recognized_by_their_browser_names() {
        check(r#"{"key": "ArrowUp"}"#, "up");
        check(r#"{"key": "ArrowUp", "shift": true}"#, "shift-up");
        check(r#"{"key": "A", "shift": true}"#, "A");
        check(r#"{"key": "p", "ctrl": true}"#, "ctrl-p");
        check(r#"{"key": "@", "ctrl": true, "alt": true}"#, "@");
        check(r#"{"key": " "}"#, "space");
        check(r#"{"key": "Escape"}"#, "esc");
        check(r#"{"key": "F3"}"#, "f3");
        check(r#"{"key": "8", "code": "Numpad8"}"#, "up");
        check(r#"{"key": "8", "code": "Digit8"}"#, "8");
        check(r#"{"key": "5", "code": "Numpad5"}"#, "middle");
        check(r#"{"key": "0", "code": "Numpad0"}"#, "0");
    }

    #[test]
    fn buttons_may_use_our_own_names() {
        check(r#"{"key": "esc"}"#, "esc");
        check(r#"{"key": "shift-left"}"#, "shift-left");
        check(r#"{"key": "ctrl-p"}"#, "ctrl-p");
    }

    #[test]
    fn keys_that_no_game_can_use_are_ignored() {
        check(r#"{"key": "Shift", "shift": true}"#, "none");
        check(r#"{"key": "Dead"}"#, "none");
        check(r#"{"key": "c", "meta": true}"#, "none");
        check(r#"{"key": ""}"#, "none");
        check("{}", "none");
        check("no json", "none");
    }
}
