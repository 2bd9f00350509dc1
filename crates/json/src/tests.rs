use std::ops::Range;

use crate::{Build, Scalar, SyntaxError, Value, json, parse};

fn check(text: &str, expected: &str) {
    let shown = Value::parse(text).map_or_else(|error| error.to_string(), |it| it.to_string());
    assert_eq!(shown, expected, "{text}");
}

#[test]
fn a_value_is_written_as_it_was_read() {
    check("null", "null");
    check(" [ ] ", "[]");
    check("{}", "{}");
    check(r#" { "b" : [1, -2.50, 3e+9, 0] ,"a":true } "#, r#"{"a":true,"b":[1,-2.50,3e+9,0]}"#);
    check(r#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#, r#""\"\\/\b\f\n\r\té😀""#);
    check("\"\u{7f}\\u0001\"", "\"\u{7f}\\u0001\"");
    check("18446744073709551615", "18446744073709551615");
}

#[test]
fn the_last_of_repeated_keys_counts() {
    check(r#"{"a": 1, "b": 2, "a": 3}"#, r#"{"a":3,"b":2}"#);
}

#[test]
fn a_byte_order_mark_is_skipped() {
    check("\u{feff}{}", "{}");
}

#[test]
fn an_error_has_its_line_and_column() {
    check("", "this is not JSON at line 1, column 1");
    check("{\n  \"a\": 1,\n}", "this is not JSON at line 3, column 1");
    check("[\"é\", 1 2]", "this is not JSON at line 1, column 9");
}

fn refused(text: &str, place: &str, message: &str) {
    let error = parse(text, &mut Ranges(text)).expect_err("it is not JSON");
    let told = error.explain(text);
    assert_eq!((&text[error.range], told.as_str()), (place, message), "{text}");
}

#[test]
fn mistakes_say_what_to_do() {
    refused("", "", "the file is empty; write at least `{}`");
    refused("{} x", "x", "the file goes on after its value ended; remove the rest");
    refused(r#"{"a": 1,}"#, "}", "a key is missing here; is there a comma too many before?");
    refused("[1,]", "]", "a value is missing here; is there a comma too many before?");
    refused("[,1]", ",", "a value is missing before this comma");
    refused("[1, ", "", "the file ends where a value is expected");
    refused("{", "", "the file ends inside an object; is a `}` missing?");
    refused(r#"{"a" 1}"#, "1", "a `:` is missing after the key `a`");
    refused(r#"{"a": 1 "b": 2}"#, "\"", "expected `,` or `}` here");
    refused(r#"{"a": 1"#, "", "the file ends too early; is a `}` missing?");
    refused("{a: 1}", "a", "a key is written in double quotes: \"key\": value");
    refused("['x']", "'", "a text is written in double quotes: \"...\"");
    refused("[yes]", "yes", "`yes` is not a value; a text is written in double quotes: \"yes\"");
    refused("[01]", "01", "`01` is not a number; write it like 12, -3 or 0.25");
    refused("[1.]", "1.", "`1.` is not a number; write it like 12, -3 or 0.25");
    refused("[1e]", "1e", "`1e` is not a number; write it like 12, -3 or 0.25");
    refused("[-]", "-", "`-` is not a number; write it like 12, -3 or 0.25");
    refused("[\"a", "\"", "this text never ends; is a `\"` missing?");
    refused("[\"a\nb\"]", "\n", "a text cannot contain a line break or tab; write \\n or \\t");
    refused(r#"["\q"]"#, "\\", "`\\` starts an escape such as \\n or \\\"; write \\\\ for itself");
    let no_character = "this \\u escape is not a character; write \\u and four hexadecimal digits";
    refused(r#"["\ud800"]"#, "\\", no_character);
    refused(r#"["\ud800\u0041"]"#, "\\", no_character);
    refused(r#"["\u12g4"]"#, "\\", no_character);
    refused("// hi\n{}", "/", "JSON has no comments; remove this one");
    refused("[é]", "é", "no value starts like this; expected a text, number, list or object");
    refused(&"[".repeat(100_000), "[", "nested deeper than 64 levels");
}

/// Builds the list of all values, each as the text where it was found.
struct Ranges<'t>(&'t str);

impl Build for Ranges<'_> {
    type Tree = Vec<String>;
    type Object = Vec<String>;

    fn scalar(&mut self, _: Scalar, range: Range<usize>) -> Vec<String> {
        vec![self.0[range].into()]
    }

    fn list(&mut self, items: Vec<Vec<String>>, range: Range<usize>) -> Vec<String> {
        [items.concat(), vec![self.0[range].into()]].concat()
    }

    fn add(
        &mut self,
        object: &mut Self::Object,
        _: String,
        key_range: Range<usize>,
        value: Vec<String>,
    ) {
        object.push(self.0[key_range].into());
        object.extend(value);
    }

    fn object(&mut self, mut object: Vec<String>, range: Range<usize>) -> Vec<String> {
        object.push(self.0[range].into());
        object
    }
}

#[test]
fn the_builder_gets_the_range_of_each_key_and_value() {
    let text = r#" {"key": [12, "é\n", true], "n" : null} "#;
    let found: Result<_, SyntaxError> = parse(text, &mut Ranges(text));
    let whole = text.trim();
    let list = r#"[12, "é\n", true]"#;
    let expected = ["\"key\"", "12", r#""é\n""#, "true", list, "\"n\"", "null", whole];
    assert_eq!(found, Ok(expected.map(String::from).to_vec()));
}

#[test]
fn every_text_that_was_cut_short_is_refused() {
    let runs = json!([json!({ "key": "a\n\"é", "score": 12 })]);
    let value = json!({ "runs": runs, "won": None::<bool> });
    for text in [value.to_string(), format!("{value:#}")] {
        assert_eq!(Value::parse(&text).as_ref(), Ok(&value));
        for end in (0..text.len()).filter(|it| text.is_char_boundary(*it)) {
            assert!(Value::parse(&text[..end]).is_err(), "{}", &text[..end]);
        }
    }
}

#[test]
fn members_are_sorted_by_key_and_lines_are_indented() {
    let value =
        json!({ "won": true, "parts": json!([json!(["depth", 3])]), "none": json!([]), "end": "" });
    assert_eq!(value["parts"][0][1], 3);
    assert_eq!(value["nowhere"]["at"][2], Value::Null);
    let expected = r#"{
  "end": "",
  "none": [],
  "parts": [
    [
      "depth",
      3
    ]
  ],
  "won": true
}"#;
    assert_eq!(format!("{value:#}"), expected);
}
