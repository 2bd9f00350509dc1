use std::fmt;
use std::str::FromStr;

/// A key press of any front end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// The key.
    pub code: Code,
    /// Held with Control.
    pub ctrl: bool,
    /// Held with Alt.
    pub alt: bool,
    /// Held with Shift; never set for characters, which already show it.
    pub shift: bool,
}

/// A key of the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each is named after its key")]
pub enum Code {
    Char(char),
    Up,
    Down,
    Left,
    Right,
    Home,
    End,
    PageUp,
    PageDown,
    /// The middle of the number pad while `NumLock` is off.
    Middle,
    Enter,
    Esc,
    Tab,
    Backspace,
    Delete,
    Insert,
    F(u8),
}

/// Why a text is not a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyError(String);

const NAMES: [(&str, Code); 16] = [
    ("up", Code::Up),
    ("down", Code::Down),
    ("left", Code::Left),
    ("right", Code::Right),
    ("home", Code::Home),
    ("end", Code::End),
    ("pageup", Code::PageUp),
    ("pagedown", Code::PageDown),
    ("middle", Code::Middle),
    ("enter", Code::Enter),
    ("esc", Code::Esc),
    ("tab", Code::Tab),
    ("backspace", Code::Backspace),
    ("delete", Code::Delete),
    ("insert", Code::Insert),
    ("space", Code::Char(' ')),
];

impl Key {
    /// Returns a key pressed alone.
    pub const fn plain(code: Code) -> Self {
        Self { code, ctrl: false, alt: false, shift: false }
    }

    /// Returns the key of a character.
    pub const fn char(char: char) -> Self {
        Self::plain(Code::Char(char))
    }

    /// Returns a character held with Control.
    pub const fn ctrl(char: char) -> Self {
        Self { ctrl: true, ..Self::char(char) }
    }

    /// Returns the key held with Shift.
    pub const fn shifted(self) -> Self {
        Self { shift: true, ..self }
    }

    /// Returns `true` if menus and questions need the key, so that it cannot be bound.
    pub const fn is_reserved(self) -> bool {
        matches!(self.code, Code::Esc | Code::Enter | Code::Backspace)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (held, name) in [(self.ctrl, "ctrl-"), (self.alt, "alt-"), (self.shift, "shift-")] {
            if held {
                f.write_str(name)?;
            }
        }
        if let Some((name, _)) = NAMES.iter().find(|(_, code)| *code == self.code) {
            return f.write_str(name);
        }
        if let Code::F(number) = self.code {
            return write!(f, "f{number}");
        }
        // All others are in the list.
        if let Code::Char(char) = self.code { write!(f, "{char}") } else { Ok(()) }
    }
}

impl FromStr for Key {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        let mut key = Self::char(' ');
        let mut rest = text.trim();
        while let Some((held, after)) = rest.split_once('-').filter(|it| !it.1.is_empty()) {
            match held {
                "ctrl" => key.ctrl = true,
                "alt" => key.alt = true,
                "shift" => key.shift = true,
                _ => return Err(KeyError(text.into())),
            }
            rest = after;
        }
        key.code = code(rest).ok_or_else(|| KeyError(text.into()))?;
        Ok(key)
    }
}

fn code(name: &str) -> Option<Code> {
    let mut chars = name.chars();
    if let (Some(char), None) = (chars.next(), chars.next()) {
        return Some(Code::Char(char));
    }
    let function = || name.strip_prefix('f')?.parse().ok().filter(|it| (1..=24).contains(it));
    let named = NAMES.iter().find(|(it, _)| *it == name).map(|&(_, code)| code);
    named.or_else(|| function().map(Code::F))
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not a key; write a character, or a name such as `left`, `f1`, `tab`, \
             `ctrl-p`, `shift-up`",
            self.0
        )
    }
}

impl std::error::Error for KeyError {}
