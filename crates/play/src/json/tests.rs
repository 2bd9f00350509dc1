use super::{Value, json};

fn check(text: &str, expected: &str) {
    let shown = Value::parse(text).map_or_else(|error| error.to_string(), |it| it.to_string());
    assert_eq!(shown, expected, "{text}");
}

#[test]
fn what_is_written_is_what_is_read() {
    check("null", "null");
    check(" [ ] ", "[]");
    check("{}", "{}");
    check(r#" { "b" : [1, -2.50, 3e+9, 0] ,"a":true } "#, r#"{"a":true,"b":[1,-2.50,3e+9,0]}"#);
    check(r#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#, r#""\"\\/\b\f\n\r\té😀""#);
    check("\"\u{7f}\\u0001\"", "\"\u{7f}\\u0001\"");
    check("18446744073709551615", "18446744073709551615");
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    check("", "expected a value at line 1, column 1");
    check("{\n  \"a\": 1,\n}", "expected a key in quotes at line 3, column 1");
    check("[1 2]", "expected `,` or `]` at line 1, column 4");
    check(r#"{"a" 1}"#, "expected `:` at line 1, column 6");
    check("[1] [2]", "expected the end at line 1, column 5");
    check("\"é\nb\"", "expected `\"` at the end of a text, on the same line at line 1, column 3");
    check(r#""\x""#, "this does not follow a `\\` at line 1, column 3");
    check(r#""\ud800!""#, "this does not follow a `\\` at line 1, column 8");
    check(r#""\u12g4""#, "expected four hexadecimal digits at line 1, column 4");
    check("01", "expected the end at line 1, column 2");
    check("-", "expected a digit at line 1, column 2");
    check("1.", "expected a digit after the point at line 1, column 3");
    check("1e", "expected a digit in the exponent at line 1, column 3");
    check("nul", "expected a value at line 1, column 1");
    check(&"[".repeat(200), "too many brackets in each other at line 1, column 129");
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
fn members_stand_by_their_keys_and_lines_are_set_in() {
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
