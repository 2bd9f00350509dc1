use barrow_play::keymap::{Code, Key};
use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// Converts a key press. Returns `None` for unknown keys and for key releases, which some terminals
/// report.
pub fn key(event: &KeyEvent) -> Option<Key> {
    if event.kind == KeyEventKind::Release {
        return None;
    }
    let held = event.modifiers;
    let mut key = Key {
        code: code(event.code)?,
        ctrl: held.contains(KeyModifiers::CONTROL),
        alt: held.contains(KeyModifiers::ALT),
        shift: held.contains(KeyModifiers::SHIFT),
    };
    if event.code == KeyCode::BackTab {
        key.shift = true;
    }
    if let Code::Char(char) = key.code {
        // Some terminals report Shift with the small letter.
        if key.shift && char.is_ascii_lowercase() && !key.ctrl {
            key.code = Code::Char(char.to_ascii_uppercase());
        }
        key.shift = false;
    }
    Some(key)
}

fn code(code: KeyCode) -> Option<Code> {
    Some(match code {
        KeyCode::Char(char) => Code::Char(char),
        KeyCode::Up => Code::Up,
        KeyCode::Down => Code::Down,
        KeyCode::Left => Code::Left,
        KeyCode::Right => Code::Right,
        KeyCode::Home => Code::Home,
        KeyCode::End => Code::End,
        KeyCode::PageUp => Code::PageUp,
        KeyCode::PageDown => Code::PageDown,
        KeyCode::KeypadBegin => Code::Middle,
        KeyCode::Enter => Code::Enter,
        KeyCode::Esc => Code::Esc,
        KeyCode::Tab | KeyCode::BackTab => Code::Tab,
        KeyCode::Backspace => Code::Backspace,
        KeyCode::Delete => Code::Delete,
        KeyCode::Insert => Code::Insert,
        KeyCode::F(number) => Code::F(number),
        _ => return None,
    })
}
