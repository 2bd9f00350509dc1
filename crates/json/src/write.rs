use std::fmt::{self, Write as _};

use crate::Value;

/// Writes the value on one line, or with `{:#}` each member and item on a line of its own.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = f.alternate();
        write(self, lines.then_some(0), f)
    }
}

/// Writes a value. With a `depth`, each part gets a line of its own, indented that deep.
fn write(value: &Value, depth: Option<usize>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match value {
        Value::Null => f.write_str("null"),
        Value::Flag(flag) => f.write_str(if *flag { "true" } else { "false" }),
        Value::Number(number) => f.write_str(number),
        Value::Text(text) => write_text(text, f),
        Value::List(list) => {
            let items = list.iter().map(|it| (None, it));
            write_all(['[', ']'], &mut { items }, depth, f)
        }
        Value::Object(object) => {
            let members = object.iter().map(|(key, it)| (Some(key.as_str()), it));
            write_all(['{', '}'], &mut { members }, depth, f)
        }
    }
}

fn write_all<'v>(
    [open, close]: [char; 2],
    parts: &mut dyn Iterator<Item = (Option<&'v str>, &'v Value)>,
    depth: Option<usize>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let inner = depth.map(|it| it + 1);
    let mut first = true;
    f.write_char(open)?;
    for (key, value) in parts {
        if !first {
            f.write_char(',')?;
        }
        first = false;
        indent(inner, f)?;
        if let Some(key) = key {
            write_text(key, f)?;
            f.write_str(if depth.is_some() { ": " } else { ":" })?;
        }
        write(value, inner, f)?;
    }
    if !first {
        indent(depth, f)?;
    }
    f.write_char(close)
}

/// Begins an indented line, if each part has its own.
fn indent(depth: Option<usize>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Some(depth) = depth else { return Ok(()) };
    f.write_char('\n')?;
    (0..depth).try_for_each(|_| f.write_str("  "))
}

fn write_text(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_char('"')?;
    for letter in text.chars() {
        match letter {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            '\u{8}' => f.write_str("\\b")?,
            '\u{c}' => f.write_str("\\f")?,
            '\0'..' ' => write!(f, "\\u{:04x}", letter as u32)?,
            _ => f.write_char(letter)?,
        }
    }
    f.write_char('"')
}
