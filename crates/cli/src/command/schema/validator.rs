//! A validator for the part of JSON Schema that our schema uses, for tests.

use serde_json::{Map, Value};

/// Returns what is wrong with a value according to a schema, each with its path.
pub fn mistakes(schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    Validator { root: schema }.check(schema, value, "", &mut found);
    found
}

struct Validator<'s> {
    root: &'s Value,
}

/// The keywords that the validator supports; any other would be ignored silently.
const KNOWN: [&str; 22] = [
    "$schema",
    "$defs",
    "$ref",
    "title",
    "description",
    "default",
    "type",
    "properties",
    "additionalProperties",
    "propertyNames",
    "required",
    "minProperties",
    "maxProperties",
    "items",
    "anyOf",
    "allOf",
    "if",
    "then",
    "enum",
    "const",
    "minLength",
    "maxLength",
];

impl Validator<'_> {
    fn check(&self, schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
        let Some(schema) = schema.as_object() else {
            if schema == &Value::Bool(false) {
                found.push(format!("{at} is not known"));
            }
            return;
        };
        for word in schema.keys() {
            let more = ["minimum", "pattern"];
            assert!(KNOWN.contains(&word.as_str()) || more.contains(&word.as_str()), "{word}");
        }
        if let Some(path) = schema.get("$ref").and_then(Value::as_str) {
            let target = self.root.pointer(path.trim_start_matches('#'));
            self.check(target.expect("a reference leads somewhere"), value, at, found);
        }
        plain(schema, value, at, found);
        if let Some(object) = value.as_object() {
            self.object(schema, object, at, found);
        }
        if let (Some(items), Some(values)) = (schema.get("items"), value.as_array()) {
            for (place, value) in values.iter().enumerate() {
                self.check(items, value, &format!("{at}/{place}"), found);
            }
        }
        self.joined(schema, value, at, found);
    }

    fn object(
        &self,
        schema: &Map<String, Value>,
        object: &Map<String, Value>,
        at: &str,
        found: &mut Vec<String>,
    ) {
        let properties = schema.get("properties").and_then(Value::as_object);
        for (key, value) in object {
            let at = format!("{at}/{key}");
            match properties.and_then(|it| it.get(key)) {
                Some(schema) => self.check(schema, value, &at, found),
                None => {
                    if let Some(others) = schema.get("additionalProperties") {
                        self.check(others, value, &at, found);
                    }
                }
            }
            if let Some(names) = schema.get("propertyNames") {
                self.check(names, &Value::from(key.as_str()), &at, found);
            }
        }
        for key in schema.get("required").into_iter().flat_map(listed) {
            if !key.as_str().is_some_and(|key| object.contains_key(key)) {
                found.push(format!("{at} lacks {key}"));
            }
        }
        let count = object.len() as u64;
        let min = schema.get("minProperties").and_then(Value::as_u64).unwrap_or(0);
        let max = schema.get("maxProperties").and_then(Value::as_u64).unwrap_or(u64::MAX);
        if !(min..=max).contains(&count) {
            found.push(format!("{at} has {count} keys"));
        }
    }

    fn joined(
        &self,
        schema: &Map<String, Value>,
        value: &Value,
        at: &str,
        found: &mut Vec<String>,
    ) {
        let errors = |schema: &Value| {
            let mut found = Vec::new();
            self.check(schema, value, at, &mut found);
            found
        };
        if let Some(ways) = schema.get("anyOf").and_then(Value::as_array) {
            let tried: Vec<Vec<String>> = ways.iter().map(errors).collect();
            if tried.iter().all(|it| !it.is_empty()) {
                // The alternative that got deepest into the value has the best message.
                found
                    .extend(tried.into_iter().max_by_key(|it| it[0].find(' ')).unwrap_or_default());
            }
        }
        for each in schema.get("allOf").into_iter().flat_map(listed) {
            found.extend(errors(each));
        }
        if schema.get("if").is_some_and(|it| errors(it).is_empty()) {
            found.extend(schema.get("then").map(errors).unwrap_or_default());
        }
    }
}

/// Checks a value without its children.
fn plain(schema: &Map<String, Value>, value: &Value, at: &str, found: &mut Vec<String>) {
    let mut complain = |what: String| found.push(format!("{at} {what}"));
    if let Some(wanted) = schema.get("type")
        && !listed(wanted).iter().any(|it| has_type(value, it))
    {
        complain(format!("is not of type {wanted}"));
    }
    if let Some(words) = schema.get("enum").and_then(Value::as_array)
        && !words.contains(value)
    {
        complain(format!("is none of {words:?}"));
    }
    if schema.get("const").is_some_and(|it| it != value) {
        complain(format!("is not {}", schema["const"]));
    }
    if let Some(text) = value.as_str() {
        let length = text.chars().count() as u64;
        let min = schema.get("minLength").and_then(Value::as_u64).unwrap_or(0);
        let max = schema.get("maxLength").and_then(Value::as_u64).unwrap_or(u64::MAX);
        if !(min..=max).contains(&length) {
            complain(format!("has {length} characters"));
        }
        if schema.contains_key("pattern") && !is_color(text) {
            complain("is not a color".into());
        }
    }
}

fn listed(value: &Value) -> &[Value] {
    value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice)
}

fn has_type(value: &Value, name: &Value) -> bool {
    match name.as_str().expect("the name of a type") {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        other => panic!("no type {other}"),
    }
}

fn is_color(text: &str) -> bool {
    let digits = text.strip_prefix('#').unwrap_or_default();
    [3, 6].contains(&digits.len()) && digits.bytes().all(|it| it.is_ascii_hexdigit())
}
