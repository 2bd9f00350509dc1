//! `tests/packs/every` and `tests/packs/every-else` use every mechanism of the manual: a new
//! one without a place there fails here, by name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use barrow_source::{Node, Report, Value, parse};

use super::{Body, Chapter, Variant, chapters};
use crate::form::{FieldNote, Shape};
use crate::model::Occasion;
use crate::names::Section;
use crate::scope::Subject;
use crate::{Files, Pack, load};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/packs").join(name)
}

fn files_of(name: &str) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder(name)).expect("the folder of a test pack");
    let files = entries.map(|entry| {
        let path = entry.expect("a file of it").path();
        let name = path.file_name().expect("it has a name").display().to_string();
        (name, fs::read(&path).expect("it can be read"))
    });
    files.collect()
}

/// Returns the pack, and the same one by the other rules.
fn packs() -> [BTreeMap<String, Vec<u8>>; 2] {
    let every = files_of("every");
    let mut otherwise = every.clone();
    otherwise.extend(files_of("every-else"));
    [every, otherwise]
}

/// Returns both packs as they are played.
pub(crate) fn loaded() -> [Arc<Pack>; 2] {
    packs().map(|files| load(Files::new(files)).pack.expect("it has no mistake"))
}

/// What is written in a pack, as the manual names it.
struct Walk {
    chapters: Vec<Chapter>,
    used: BTreeSet<String>,
    /// All formulas and templates.
    texts: Vec<String>,
}

impl Walk {
    fn new() -> Self {
        Self { chapters: chapters(), used: BTreeSet::new(), texts: Vec::new() }
    }

    fn note(&mut self, what: impl Into<String>) {
        self.used.insert(what.into());
    }

    fn file(&mut self, node: &Node) {
        for member in node.members().expect("a file is an object") {
            let section = Section::ALL.into_iter().find(|it| it.key() == member.key);
            let Some(section) = section else {
                if member.key == "pack" {
                    self.visit(&Shape::Record("pack"), &member.value, "pack");
                }
                continue;
            };
            self.note(format!("section {}", section.key()));
            for thing in member.value.members().expect("a section is an object") {
                self.visit(&section.shape(), &thing.value, section.key());
            }
        }
    }

    /// Notes what a node uses. `place` is the chapter and the field, for words.
    fn visit(&mut self, shape: &Shape, node: &Node, place: &str) {
        match (shape, &node.value) {
            (Shape::List(inner), Value::List(nodes)) => {
                for node in nodes {
                    self.visit(inner, node, place);
                }
            }
            (Shape::List(inner), _) => self.visit(inner, node, place),
            (Shape::Map(keys, values), Value::Object(members)) => {
                for member in members {
                    if let Shape::Word(_) = **keys {
                        self.note(format!("occasion {}", member.key));
                    }
                    self.visit(values, &member.value, place);
                }
            }
            (Shape::Word(words), Value::Text(word)) => {
                self.note(word_note(words, word, place));
            }
            (Shape::Formula | Shape::Template, Value::Text(text)) => self.texts.push(text.clone()),
            (Shape::Record(name), _) => self.chapter(name, node),
            _ => {}
        }
    }

    fn chapter(&mut self, name: &'static str, node: &Node) {
        let chapter = self.chapters.iter().find(|it| it.name == name).expect("it is told").clone();
        match &chapter.body {
            Body::Record(fields) => self.fields(name, name, fields, node),
            Body::Choice(variants) => self.variant(name, variants, node),
        }
        if node.get("extends").is_some() {
            self.note("extends");
        }
    }

    fn variant(&mut self, name: &'static str, variants: &[Variant], node: &Node) {
        let nothing = Node { span: node.span, value: Value::Object(Vec::new()) };
        let (key, inner) = match &node.value {
            Value::Text(key) => (key.as_str(), &nothing),
            Value::Object(members) if name == "dig" => {
                let algorithm = members.iter().find(|it| it.key == "algorithm");
                (algorithm.and_then(|it| it.value.text()).unwrap_or_default(), node)
            }
            Value::Object(members) => (members[0].key.as_str(), &members[0].value),
            Value::Null | Value::Flag(_) | Value::Number(_) | Value::List(_) => {
                panic!("{name} is a text or an object")
            }
        };
        self.note(format!("{name} {key}"));
        // A `dig` that extends another one may leave the algorithm out.
        let known = variants.iter().find(|it| it.key == key);
        let all = variants.iter().flat_map(|it| &it.fields).cloned().collect();
        let fields: Vec<FieldNote> = known.map_or(all, |it| it.fields.clone());
        let told = if name == "dig" { name.into() } else { format!("{name} {key}") };
        self.fields(name, &told, &fields, inner);
    }

    fn fields(&mut self, chapter: &str, told: &str, fields: &[FieldNote], node: &Node) {
        for field in fields {
            let alone = node.members().is_none() && field.main;
            if let Some(value) = node.get(field.name).or(alone.then_some(node)) {
                self.note(format!("{told}.{}", field.name));
                self.visit(&field.shape, value, &place_of(chapter, field.name));
            }
        }
    }
}

/// Returns where a word stands: the chapter and the field. Two packs cannot use every metric for
/// every purpose, so there only the chapter counts.
fn place_of(chapter: &str, field: &str) -> String {
    if chapter == "metrics" { chapter.into() } else { format!("{chapter}.{field}") }
}

/// Returns the note for a word of a list. Subjects count wherever they stand.
fn word_note(words: &[&str], word: &str, place: &str) -> String {
    let place = if words == Subject::NAMES { "subject" } else { place };
    format!("{place}: {word}")
}

/// Returns all that the manual tells, by the same names.
fn needed() -> BTreeSet<String> {
    let mut needed: BTreeSet<String> =
        Section::ALL.iter().map(|it| format!("section {}", it.key())).collect();
    needed.extend(Occasion::WORDS.iter().map(|it| format!("occasion {it}")));
    needed.insert("extends".into());
    let mut field = |chapter: &str, told: &str, field: &FieldNote| {
        needed.insert(format!("{told}.{}", field.name));
        if let Shape::Word(words) = field.shape {
            let place = place_of(chapter, field.name);
            needed.extend(words.iter().map(|word| word_note(words, word, &place)));
        }
    };
    let mut variants = Vec::new();
    for chapter in chapters() {
        match chapter.body {
            Body::Record(fields) => {
                for it in &fields {
                    field(chapter.name, chapter.name, it);
                }
            }
            Body::Choice(choices) => {
                for choice in choices {
                    let told = format!("{} {}", chapter.name, choice.key);
                    let whose = if chapter.name == "dig" { chapter.name } else { &told };
                    for it in &choice.fields {
                        field(chapter.name, whose, it);
                    }
                    variants.push(told);
                }
            }
        }
    }
    needed.extend(variants);
    needed
}

fn walked() -> Walk {
    let mut walk = Walk::new();
    for contents in packs().iter().flat_map(BTreeMap::values) {
        let text = std::str::from_utf8(contents).expect("it is text");
        let node = parse(0, text, &mut Report::default());
        walk.file(&node.expect("it is JSON"));
    }
    walk
}

#[test]
fn the_test_packs_have_no_errors_and_no_warnings() {
    for files in packs() {
        let loaded = load(Files::new(files));
        assert_eq!(loaded.report.render(&loaded.files), "");
    }
}

#[test]
fn every_mechanism_of_the_manual_has_a_place_in_the_test_packs() {
    let used = walked().used;
    let missing: Vec<String> = needed().difference(&used).cloned().collect();
    assert!(missing.is_empty(), "tests/packs/every does not use: {}", missing.join(", "));
}

#[test]
fn every_word_of_formulas_and_texts_has_a_place_in_the_test_packs() {
    let texts = walked().texts.join("\n");
    let functions = barrow_dice::Formula::functions().map(|it| format!("{it}("));
    let signs = ["+", "-", "*", "/", "//", "<", "<=", ">", ">=", "=", "not ", " and ", " or ", "%"];
    let words = [
        "self.",
        "actor.",
        "target.",
        "player.",
        "attacker.",
        "defender.",
        ".max",
        ".carries.",
        ".wears.",
        ".here.",
        ".around.",
        ".beside.",
        ".light",
        ".open",
        ".locked",
        "count.",
        "floor",
        "turn",
        "distance",
        "amount",
        "d3",
    ];
    let placeholders = ["[actor]", "[Actor]", "[a target]", "[s]", "[es]", "|", "[words.", "{"];
    let all =
        functions.chain([&signs[..], &words, &placeholders].concat().into_iter().map(String::from));
    let missing: Vec<String> = all.filter(|it| !texts.contains(it.as_str())).collect();
    assert!(missing.is_empty(), "tests/packs/every does not use: {}", missing.join(", "));
}
