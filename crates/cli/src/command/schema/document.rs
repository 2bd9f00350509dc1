use std::collections::BTreeSet;

use barrow_pack::{Body, Chapter, FieldNote, Section, Shape, Variant, chapters};
use serde_json::{Map, Value, json};

/// Returns the schema of one file of a pack, in JSON Schema 2020-12.
pub fn document() -> Value {
    let chapters = chapters();
    let merged = merged_records(&chapters);
    let definitions: Map<String, Value> =
        chapters.iter().map(|it| (definition_name(it.name), definition(it, &merged))).collect();
    let mut properties = Map::from_iter([
        (
            "$schema".to_string(),
            json!({ "type": "string", "description": "Where this schema is." }),
        ),
        ("pack".to_string(), described("The game itself.", reference("pack"))),
    ]);
    for section in Section::ALL {
        let things =
            json!({ "type": "object", "additionalProperties": schema_of(&section.shape()) });
        properties.insert(section.key().into(), described(section.about(), things));
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A file of a Barrow pack",
        "description": "An object of sections; a section may be spread over files.",
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
        "$defs": definitions,
    })
}

/// Returns the records that `extends` merges: those inside another record, and not in a list. None
/// of their keys is required, since it may be inherited.
fn merged_records(chapters: &[Chapter]) -> BTreeSet<&'static str> {
    let fields = chapters.iter().filter_map(|chapter| match &chapter.body {
        Body::Record(fields) => Some(fields),
        Body::Choice(_) => None,
    });
    let direct = fields.flatten().filter_map(|field| {
        let inner = if let Shape::Map(_, value) = &field.shape { value } else { &field.shape };
        record_of(inner)
    });
    direct.collect()
}

/// Returns the records that are entries of a section, and may have `extends`.
fn extending() -> BTreeSet<&'static str> {
    Section::ALL.iter().filter_map(|section| record_of(&section.shape())).collect()
}

const fn record_of(shape: &Shape) -> Option<&'static str> {
    if let Shape::Record(name) = shape { Some(*name) } else { None }
}

fn definition(chapter: &Chapter, merged: &BTreeSet<&str>) -> Value {
    let schema = match &chapter.body {
        Body::Record(fields) => {
            let mut object = object(fields);
            if extending().contains(chapter.name) {
                let about = "The thing of this section that this one starts from.";
                object["properties"]["extends"] = described(about, json!({ "type": "string" }));
                object["anyOf"] =
                    json!([{ "required": ["extends"] }, { "required": needed(fields) }]);
            } else if !merged.contains(chapter.name) {
                object["required"] = needed(fields);
            }
            or_main(fields, object)
        }
        Body::Choice(variants) if chapter.name == "dig" => dig(variants),
        Body::Choice(variants) => choice(variants),
    };
    described(chapter.about, schema)
}

fn definition_name(name: &str) -> String {
    name.replace(' ', "_")
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{}", definition_name(name)) })
}

fn described(about: &str, mut schema: Value) -> Value {
    schema["description"] = about.into();
    schema
}

fn object(fields: &[FieldNote]) -> Value {
    let mut properties: Map<String, Value> =
        fields.iter().map(|field| (field.name.to_string(), property(field))).collect();
    // With a plus, a list is appended to the inherited one.
    for field in fields.iter().filter(|it| matches!(it.shape, Shape::List(_))) {
        properties.insert(format!("+{}", field.name), schema_of(&field.shape));
    }
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}

fn property(field: &FieldNote) -> Value {
    let mut schema = described(field.about, schema_of(&field.shape));
    let default = field.default.as_ref().filter(|_| !field.needed);
    if let Some(default) = default.and_then(|it| serde_json::from_str::<Value>(it).ok()) {
        schema["default"] = default;
    }
    schema
}

fn needed(fields: &[FieldNote]) -> Value {
    fields.iter().filter(|it| it.needed).map(|it| it.name).collect()
}

/// Accepts the object, or the value of its main field alone.
fn or_main(fields: &[FieldNote], object: Value) -> Value {
    match fields.iter().find(|it| it.main) {
        Some(main) => json!({ "anyOf": [schema_of(&main.shape), object] }),
        None => object,
    }
}

/// Returns an object that has all keys and allows exactly one of them. Editors complete this form
/// best.
fn choice(variants: &[Variant]) -> Value {
    let properties: Map<String, Value> = variants
        .iter()
        .map(|variant| {
            let mut object = object(&variant.fields);
            object["required"] = needed(&variant.fields);
            let schema = or_main(&variant.fields, object);
            (variant.key.to_string(), described(variant.about, schema))
        })
        .collect();
    let bare: Vec<&str> = variants
        .iter()
        .filter(|it| it.fields.iter().all(|field| !field.needed))
        .map(|it| it.key)
        .collect();
    json!({ "anyOf": [
        { "type": "object", "properties": properties, "additionalProperties": false,
          "minProperties": 1, "maxProperties": 1 },
        { "enum": bare },
    ] })
}

/// Returns the schema of a recipe. The name of the algorithm decides which other keys there are.
fn dig(variants: &[Variant]) -> Value {
    let names: Vec<&str> = variants.iter().map(|it| it.key).collect();
    let each: Vec<Value> = variants
        .iter()
        .map(|variant| {
            let mut object = object(&variant.fields);
            object["properties"]["algorithm"] = json!({ "const": variant.key });
            let condition = json!({
                "properties": { "algorithm": { "const": variant.key } },
                "required": ["algorithm"],
            });
            json!({ "if": condition, "then": object })
        })
        .collect();
    json!({
        "type": "object",
        "properties": { "algorithm": { "enum": names, "description": "How the level is dug." } },
        "allOf": each,
    })
}

fn schema_of(shape: &Shape) -> Value {
    match shape {
        Shape::Flag => json!({ "type": "boolean" }),
        Shape::Whole => json!({ "type": "integer", "minimum": 0 }),
        Shape::Number => json!({ "type": "number" }),
        Shape::Formula => json!({ "type": ["number", "string", "boolean"] }),
        Shape::Text | Shape::Template | Shape::Name(_) => json!({ "type": "string" }),
        Shape::Glyph => json!({ "type": "string", "minLength": 1, "maxLength": 1 }),
        Shape::Color => json!({ "type": "string", "pattern": "^#([0-9a-fA-F]{3}){1,2}$" }),
        Shape::Word(words) => json!({ "enum": words }),
        Shape::List(inner) => {
            let inner = schema_of(inner);
            json!({ "anyOf": [{ "type": "array", "items": inner }, inner] })
        }
        Shape::Map(key, value) => map(key, &schema_of(value)),
        Shape::Record(name) => reference(name),
    }
}

fn map(key: &Shape, value: &Value) -> Value {
    if let Shape::Word(words) = key {
        let keys = words.iter().flat_map(|word| [(*word).to_string(), format!("+{word}")]);
        let properties: Map<String, Value> = keys.map(|key| (key, value.clone())).collect();
        return json!({ "type": "object", "properties": properties, "additionalProperties": false });
    }
    let mut object = json!({ "type": "object", "additionalProperties": value });
    if *key == Shape::Glyph {
        object["propertyNames"] = schema_of(key);
    }
    object
}
