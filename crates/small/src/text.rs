/// Returns a text in lower case, letter by letter. `str::to_lowercase` also knows that a Greek sigma
/// looks different at the end of a word, and needs large tables for that.
///
/// ```
/// assert_eq!(barrow_small::lowercase("Ärger im Moor"), "ärger im moor");
/// ```
pub fn lowercase(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}
