//! Writes the pack manual as Markdown, from the same types that read packs. A test compares
//! `docs/pack-manual.md` with it.

use std::fmt::{self, Write as _};

use barrow_source::Node;

use crate::chapters::{Body, Chapter, Variant, chapters};
use crate::form::{FieldNote, Shape};
use crate::load::read_core;
use crate::model::Occasion;
use crate::names::Section;
use crate::scope::{Subject, Subjects};
use crate::{AttributeKind, Report};

const OPENING: &str = "\
# The pack manual

This page lists every key that a pack may have, what to write for it, and what happens if it is
left out. The code that reads packs generates it (`cargo xtask bless` writes it again). For the
overall design and its reasons see [grammar.md](grammar.md); for a first game see
[tutorial.md](tutorial.md). `barrow check PACK` reports every mistake, and `barrow schema` prints
the same information as a JSON Schema for editors.

";

const WRITING: &str = "\
## What to write

| this page says | write |
|---|---|
| flag | `true` or `false` |
| whole number | `3` |
| formula | a number with up to four decimals, `0.25`, or a formula in quotes, `\"2d6 + floor\"` |
| text | a plain text |
| template | a text with placeholders, `\"[Actor] sigh[s].\"` |
| glyph | a text of one character that fills one column |
| colour | `\"#rrggbb\"` or `\"#rgb\"` |
| name from a section | a key of that section |
| list of | `[...]`; a single item needs no brackets |

A key in **bold** is required. A record with a key marked * may be written as that value alone:
`{ \"harm\": 3 }` is short for `{ \"harm\": { \"by\": 3 } }`.

Anything in a section may say `\"extends\": \"other\"`: it starts as a copy of that other entry of
its section, and its own keys override those of the copy one by one. Flags under `is` are added;
`\"-flag\"` removes one.

### Formulas

Values: `12`, `0.25`, `25%`, dice `2d6`, and words. Operators: `+ - * /`, `//` (division, rounded
down), `< <= > >= = !=` (1 if true, 0 if not), `not and or` (anything but 0 is true), parentheses.

";

/// The functions of formulas: the call, and what it returns.
const FUNCTIONS: [(&str, &str); 17] = [
    ("if(condition, then, otherwise)", "The second or the third; only the one taken is computed."),
    ("abs(a)", "The absolute value."),
    ("floor(a)", "Rounded down."),
    ("ceil(a)", "Rounded up."),
    ("round(a)", "Rounded to the nearest whole number."),
    ("sign(a)", "1, 0 or -1."),
    ("sqrt(a)", "The square root."),
    ("min(a, b, ...)", "The smallest."),
    ("max(a, b, ...)", "The largest."),
    ("clamp(a, low, high)", "`a`, but at least `low` and at most `high`."),
    ("mod(a, b)", "The remainder of `a // b`."),
    ("pow(a, times)", "`a` to the power of `times`."),
    ("compound(a, rate, times)", "`a` after growing by `rate`, `times` times."),
    ("roll(low, high)", "A random whole number, both ends included."),
    ("chance(share)", "1 with that chance, otherwise 0."),
    ("pick(a, b, ...)", "One of these numbers, each as likely as the others."),
    ("nth(n, a, b, ...)", "`a` if `n` is at most 1, `b` if it is 2; the last for all more."),
];

/// The words of formulas, and their values.
const WORDS: [(&str, &str); 37] = [
    (
        "attack",
        "An attribute of `self`. Every word below that has a subject can be written without it and then means `self`.",
    ),
    ("actor.attack", "An attribute of a subject. A flag is 1 or 0."),
    ("actor.health.max", "The maximum of its gauge."),
    ("target.poisoned", "The number of turns that a state will still last; 0 without it."),
    ("self.fog", "The amount of a field where it stands."),
    ("actor.carries.key", "The number of things of a kind that it carries."),
    ("actor.wears.ring", "The number of things of a kind that it wears."),
    ("actor.carries.tag.fire", "The number of items with a flag that it carries."),
    ("actor.wears.tag.fire", "The number of items with a flag that it wears."),
    ("item.known", "Whether players know what it is."),
    ("self.worn", "Whether it is worn."),
    ("item.count", "The size of its stack."),
    ("target.foe", "Whether it is on another side than `self`."),
    ("target.friend", "Whether it is on the side of `self`."),
    ("self.here.rat", "The number of things of a kind in its cell."),
    ("self.beside.rat", "The number in the four cells beside it."),
    ("self.around.rat", "The number in the eight cells around it."),
    ("self.light", "The light where it stands, 0 to 1."),
    ("self.danger", "1 if careful actors avoid its cell, otherwise 0."),
    ("target.open", "1 if it is open, switched on or awake, otherwise 0."),
    ("target.locked", "1 if it is locked, otherwise 0."),
    ("actor.in.treasure", "1 if it stands in a room of this type, otherwise 0."),
    ("count.goblin", "The number of things of a kind on the level."),
    ("count.cursed_things", "The number of things that a selection finds."),
    ("floor", "The number of the floor."),
    ("floor_cells", "The number of open cells that the level had when it was made."),
    ("rooms.entered", "The number of rooms of the level that players have entered."),
    ("rooms.cleared", "The number of its rooms whose last foe is dead."),
    ("rooms.seen", "The number of its rooms that players have seen a part of."),
    ("turn", "The turn or tick of the run."),
    ("feats.dragon_slayer", "How often earlier runs were awarded a feat."),
    ("runs", "The number of finished runs before this one."),
    ("mods.hard", "1 if the run was started with this modifier, otherwise 0."),
    ("distance", "The distance between actor and target, in steps."),
    ("amount", "The current amount, such as the damage being dealt."),
    ("type.fire", "Whether the damage at hand has a type: `fire_taken` or `fire_immune` exists."),
    ("by", "A parameter of the routine, by the name that `takes` gives it."),
];

/// The placeholders of templates.
const PLACEHOLDERS: [(&str, &str); 12] = [
    ("[actor]", "The name of a subject with \"the\"; for a player, \"you\"."),
    ("[Actor]", "The same at the start of a sentence."),
    ("[a target]", "With \"a\", \"an\" or \"some\"."),
    ("[plain item]", "The name without an article, even for a player."),
    ("[the actor]", "The name with \"the\", even for a player."),
    ("[an]", "\"a\" or \"an\", depending on the next letter."),
    ("[s], [es]", "The ending of a verb, depending on the name before it: you hit, the rat hits."),
    ("[have|has]", "The first after \"you\", the second after any other name."),
    ("[words.cries]", "A word drawn from a list of the section `words`."),
    (
        "[s words.blows]",
        "A verb drawn from such a list, where it is written as in \"it hits\". It agrees with the name before it.",
    ),
    (
        "[if actor.rich|Sir|you there]",
        "The first text if the condition holds, otherwise the second.",
    ),
    (
        "[case count.rat|no rats|a rat|{count.rat} rats]",
        "A text by number: the first for 0, the second for 1, the last for all more. The texts may contain placeholders.",
    ),
];

/// Returns the whole manual.
pub fn manual() -> String {
    let mut page = Page::default();
    page.text(OPENING);
    page.sections();
    page.text(WRITING);
    page.table(["function", "returns"], FUNCTIONS.map(|(it, gives)| [code(it), gives.into()]));
    page.table(["word", "value"], WORDS.map(|(it, worth)| [code(it), worth.into()]));
    page.subjects();
    page.text("### Templates\n\n");
    page.table(["in the text", "becomes"], PLACEHOLDERS.map(|(it, told)| [code(it), told.into()]));
    page.text("`{formula}` shows a number. `[[` and `{{` show a single bracket. Words are drawn from a random stream of their own, so texts never affect the rules.\n\n");
    page.core();
    page.text("## Records\n\n");
    for chapter in chapters() {
        page.chapter(&chapter);
    }
    page.occasions();
    page.written
}

#[derive(Default)]
struct Page {
    written: String,
}

impl Page {
    fn text(&mut self, text: &str) {
        self.written.push_str(text);
    }

    fn line(&mut self, line: fmt::Arguments<'_>) {
        self.written.write_fmt(line).expect("writing to a string cannot fail");
        self.written.push('\n');
    }

    fn table<const N: usize>(
        &mut self,
        heads: [&str; N],
        rows: impl IntoIterator<Item = [String; N]>,
    ) {
        self.line(format_args!("| {} |", heads.join(" | ")));
        self.line(format_args!("|{}", "---|".repeat(N)));
        for row in rows {
            let cells = row.map(|cell| cell.replace('|', "\\|"));
            self.line(format_args!("| {} |", cells.join(" | ")));
        }
        self.text("\n");
    }

    fn sections(&mut self) {
        self.text("## Files and sections\n\n");
        self.text("Every `.json` file of a pack is an object with some of these sections. A section may be spread over several files. Its keys are the names that it declares.\n\n");
        let pack = ["`pack`".into(), "the game itself".into(), link("pack")];
        let others = Section::ALL.map(|it| [code(it.key()), it.about().into(), shown(&it.shape())]);
        self.table(["section", "declares", "each entry is"], [pack].into_iter().chain(others));
    }

    fn subjects(&mut self) {
        self.text("Who a subject is:\n\n");
        let subjects = Subject::NAMES.iter().zip(Subject::EVERY);
        self.table(["subject", "is"], subjects.map(|(name, it)| [code(name), it.about().into()]));
        self.text("Not every subject exists everywhere. Each record below says which subjects its formulas and templates can use, unless they are those of the record around it. At the top of an entry these are `self` and `player`.\n\n");
    }

    /// Adds the attributes that the rules themselves read.
    fn core(&mut self) {
        self.text("## Attributes of the engine\n\nEvery pack has these attributes, and the rules read them. A pack may give them a `label`.\n\n");
        let core = read_core(&mut Report::default());
        let attributes = core.get("attributes").and_then(Node::members);
        let rows = attributes.unwrap_or_default().iter().map(|member| {
            let said = AttributeKind::ALL
                .into_iter()
                .find_map(|kind| Some((kind, member.value.get(kind.key())?.text()?)));
            let (kind, about) = said.map_or(("", ""), |(kind, about)| (kind.key(), about));
            [code(&member.key), kind.into(), about.into()]
        });
        self.table(["attribute", "kind", "means"], rows.collect::<Vec<_>>());
    }

    fn chapter(&mut self, chapter: &Chapter) {
        self.line(format_args!(
            "### {}\n\n{}{}\n",
            chapter.name,
            chapter.about,
            subjects_of(chapter)
        ));
        match &chapter.body {
            Body::Record(fields) => self.fields(fields),
            Body::Choice(variants) => {
                for variant in variants {
                    self.variant(variant);
                }
            }
        }
    }

    fn variant(&mut self, variant: &Variant) {
        let about = sentence(variant.about);
        self.line(format_args!("#### `{}`\n\n{about}\n", variant.key));
        self.line(format_args!("```json\n{}\n```\n", variant.example));
        if !variant.fields.is_empty() {
            self.fields(&variant.fields);
        }
    }

    fn fields(&mut self, fields: &[FieldNote]) {
        let rows = fields.iter().map(|field| {
            let meaning = match &field.range {
                Some(range) => format!("{} ({range})", sentence(field.about)),
                None => sentence(field.about),
            };
            [key(field), kind_of(field), default_of(field), meaning]
        });
        self.table(["key", "write", "default", "meaning"], rows.collect::<Vec<_>>());
    }

    fn occasions(&mut self) {
        self.text("## Occasions\n\nThe keys of `on`, each with a list of [effects](#effect).\n\n");
        let occasions = Occasion::ALL.into_iter().zip(Occasion::WORDS);
        let rows = occasions.map(|(it, word)| [code(word), it.about().into()]);
        self.table(["occasion", "when"], rows.collect::<Vec<_>>());
    }
}

fn code(text: &str) -> String {
    format!("`{text}`")
}

/// Returns a link to the chapter of a record.
fn link(name: &str) -> String {
    format!("[{name}](#{})", name.replace(' ', "-"))
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let end = if text.ends_with('.') { "" } else { "." };
    format!("{}{}{end}", first.collect::<String>(), letters.as_str())
}

fn subjects_of(chapter: &Chapter) -> String {
    let Some(subjects) = chapter.subjects else { return String::new() };
    if subjects == Subjects::NOBODY {
        return " Its formulas can use only `floor`.".into();
    }
    let names: Vec<String> = subjects.names().map(code).collect();
    format!(" Subjects: {}.", names.join(", "))
}

fn key(field: &FieldNote) -> String {
    let star = if field.main { "*" } else { "" };
    if field.needed { format!("**`{}`**{star}", field.name) } else { code(field.name) }
}

fn default_of(field: &FieldNote) -> String {
    match &field.default {
        Some(default) if !field.needed => code(default),
        Some(_) | None => String::new(),
    }
}

/// Returns what may be written, with the kinds of attributes that can be named.
fn kind_of(field: &FieldNote) -> String {
    let told = shown(&field.shape);
    if field.only.is_empty() {
        return told;
    }
    let kinds: Vec<&str> = field.only.iter().map(|it| it.one()).collect();
    format!("{told}, {}", kinds.join(" or "))
}

fn shown(shape: &Shape) -> String {
    match shape {
        Shape::Flag => "flag".into(),
        Shape::Whole => "whole number".into(),
        Shape::Number => "number".into(),
        Shape::Formula => "formula".into(),
        Shape::Text => "text".into(),
        Shape::Template => "template".into(),
        Shape::Glyph => "glyph".into(),
        Shape::Color => "colour".into(),
        Shape::Name(section) => format!("name from `{}`", section.key()),
        Shape::Word(words) => {
            words.iter().map(|it| format!("`\"{it}\"`")).collect::<Vec<_>>().join(", ")
        }
        Shape::List(inner) => format!("list of {}", shown(inner)),
        Shape::Map(_, value) if **value == hooks_value() => {
            "[occasions](#occasions) with effects".into()
        }
        Shape::Map(key, value) => format!("object: {} and {}", shown(key), shown(value)),
        Shape::Record(name) => link(name),
    }
}

fn hooks_value() -> Shape {
    Shape::List(Box::new(Shape::Record("effect")))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::mem::discriminant;

    use barrow_dice::{Formula, Scope, Variable};

    use super::*;
    use crate::scope::Word;
    use crate::walk::Visitor;
    use crate::{Files, load};

    struct Anything;

    impl Scope for Anything {
        fn resolve(&self, _: &str) -> Option<Variable> {
            Some(Variable(0))
        }

        fn names(&self) -> Vec<String> {
            Vec::new()
        }
    }

    #[test]
    fn every_function_of_formulas_is_in_the_manual() {
        let told = FUNCTIONS.map(|(call, _)| call.split('(').next().unwrap_or_default());
        assert_eq!(Formula::functions().collect::<Vec<_>>(), told);
    }

    #[test]
    fn every_function_of_the_manual_is_one() {
        for (call, _) in FUNCTIONS {
            let call = call.replace(", ...", "");
            assert!(Formula::parse(&call, &Anything).is_ok(), "{call}");
        }
    }

    /// A pack in which every word of the manual means something.
    const WORLD: &str = r#"{
        "pack": { "title": "Words", "heroes": ["hero"], "start": "den", "life": "health" },
        "attributes": {
            "health": { "gauge": "Life.", "at_zero": ["die"] }, "attack": { "number": "Strength." },
            "fire": { "flag": "It is hot." }, "fire_immune": { "flag": "Fire does not hurt it." } },
        "kinds": {
            "dirt": { "as": "terrain" },
            "hero": { "as": "actor", "has": { "health": 9, "speed": 100 }, "on": { "bump": [
                { "call": { "routine": "told", "with": { "by": 1 } } }] } },
            "rat": { "as": "actor", "on": { "die": [{ "award": "dragon_slayer" }] } },
            "goblin": { "as": "actor" },
            "key": { "as": "item", "item": {} }, "ring": { "as": "item", "item": {} } },
        "states": { "poisoned": { "lasts": 3 } },
        "fields": { "fog": {} },
        "rooms": { "treasure": {} },
        "modifiers": { "hard": {} },
        "selections": { "cursed_things": { "carried": "actor" } },
        "levels": { "den": { "drawing": ["@"], "ground": { "floor": "dirt" } } },
        "routines": { "told": { "takes": ["by"], "do": [{ "if": { "when": "WORDS", "do": [] } }] } }
    }"#;

    #[derive(Default)]
    struct Told(Vec<Word>);

    impl Visitor for Told {
        fn formula(&mut self, formula: &Formula) {
            self.0.extend(formula.variables().map(Word::of));
        }
    }

    #[test]
    fn every_word_of_formulas_is_in_the_manual() {
        let sum = WORDS.map(|(word, _)| word).join(" + ");
        let text = WORLD.replace("WORDS", &sum).into_bytes();
        let loaded = load(Files::new(BTreeMap::from([("words.json".into(), text)])));
        let Some(pack) = loaded.pack else { panic!("{}", loaded.report.render(&loaded.files)) };
        let mut told = Told::default();
        pack.walk(&mut told);
        let told: Vec<_> = told.0.iter().map(discriminant).collect();
        let every = (0..256).map(|tag| Word::of(Variable(tag << 24)));
        for word in every {
            assert!(told.contains(&discriminant(&word)), "the manual does not tell of {word:?}");
        }
    }
}
