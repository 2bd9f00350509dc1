//! Removes comments and indentation from scripts and styles. Readers have the sources.

/// Removes indentation, blank lines, lines with only a comment, and types between code. Text
/// between backquotes stays as it is.
pub fn bare(script: &str) -> String {
    let (mut bare, mut in_comment, mut in_text) = (String::new(), false, false);
    for line in script.lines() {
        let code = line.trim();
        let opens = code.starts_with("/*") && (!code.contains("*/") || code.ends_with("*/"));
        if !in_text && (in_comment || opens) {
            in_comment = !code.ends_with("*/");
        } else if in_text || !(code.is_empty() || code.starts_with("//")) {
            bare.push_str(&if in_text { line.to_owned() } else { untyped(line.trim_start()) });
            in_text ^= code.matches('`').count() % 2 == 1;
            bare.push('\n');
        }
    }
    bare
}

/// Removes the types between the code of a line, such as `/** @type {any} */`.
fn untyped(line: &str) -> String {
    let mut left = line.to_owned();
    while let Some(at) = left.find("/** @")
        && let Some(end) = left[at..].find("*/")
    {
        let rest = left[at + end + 2..].trim_start().to_owned();
        left.truncate(at);
        left += &rest;
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_removed_and_code_stays() {
        let script = "\
// @ts-check
/** What it is. */
const a = 'b'; // not a line of its own

/**
 * @param {string} it
 */
function show(it) {
  // Why.
  return `<p>
// a text
* ${it}

</p>`;
}
";
        let expected = "\
const a = 'b'; // not a line of its own
function show(it) {
return `<p>
// a text
* ${it}

</p>`;
}
";
        assert_eq!(bare(script), expected);
    }

    #[test]
    fn types_between_code_are_removed() {
        let script = "/** @type {any} */ (self).skip();\nlet b = (/** @type {A} */ it, /** @param {B} */ or) => 1;\n";
        assert_eq!(bare(script), "(self).skip();\nlet b = (it, or) => 1;\n");
        let text = "const how = `\n/** @type {any} */`;\n";
        assert_eq!(bare(text), text);
    }
}
