//! The pack manual as Markdown, from the same types that read packs. `docs/pack-manual.md` is
//! this text; a test keeps it so.

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

Every key that a pack may have, with what may be written and what holds without it. This page
is written by the code that reads packs (`cargo xtask bless` writes it anew); for the shape of
the whole and the reasons see [grammar.md](grammar.md), for a first game
[tutorial.md](tutorial.md). `barrow check PACK` tells every mistake, `barrow schema` writes the
same as this page for editors.

";

const WRITING: &str = "\
## What may be written

| here it says | write |
|---|---|
| flag | `true` or `false` |
| whole number | `3` |
| formula | a number with up to four decimals, `0.25`, or a formula in quotes, `\"2d6 + floor\"` |
| text | a text as it is |
| template | a text with placeholders, `\"[Actor] sigh[s].\"` |
| glyph | a text of one character that fills one column |
| colour | `\"#rrggbb\"` or `\"#rgb\"` |
| name from a section | a name that is a key there |
| list of | `[...]`; one thing alone needs no brackets |

A key in **bold** must be there. A record with a key marked * may be written as that value alone:
`{ \"harm\": 3 }` is `{ \"harm\": { \"by\": 3 } }`.

Any thing of a section may say `\"extends\": \"other\"`: it starts as that other thing of its
section, and its own keys are laid over it one by one. Flags under `is` add up; `\"-flag\"` takes
one away.

### Formulas

Values: `12`, `0.25`, `25%`, dice `2d6`, and words. Signs: `+ - * /`, `//` (whole, rounded down),
`< <= > >= = !=` (1 or 0), `not and or` (all but 0 is yes), parentheses.

";

/// What a function is called with, and what it gives.
const FUNCTIONS: [(&str, &str); 15] = [
    ("if(condition, then, otherwise)", "One of the two; only the one taken is read."),
    ("abs(a)", "Its size, whatever its sign."),
    ("floor(a)", "Rounded down."),
    ("ceil(a)", "Rounded up."),
    ("round(a)", "Rounded to the nearest whole number."),
    ("sign(a)", "1, 0 or -1."),
    ("sqrt(a)", "The square root."),
    ("min(a, b, ...)", "The least."),
    ("max(a, b, ...)", "The most."),
    ("clamp(a, low, high)", "Brought between low and high."),
    ("mod(a, b)", "The remainder of `a // b`."),
    ("pow(a, times)", "Multiplied with itself so many times."),
    ("compound(a, rate, times)", "Grown by the rate so many times."),
    ("roll(low, high)", "A whole number by chance, both ends included."),
    ("chance(share)", "1 by that chance, else 0."),
];

/// The words of formulas, and what they are worth.
const WORDS: [(&str, &str); 16] = [
    ("attack", "The attribute of `self`; so with every word below that has a subject."),
    ("actor.attack", "An attribute of a subject; a flag is 1 or 0."),
    ("actor.health.max", "The most that its gauge can hold."),
    ("target.poisoned", "The turns that a state will last yet; 0 without it."),
    ("self.fog", "How much of a field is where it stands."),
    ("actor.carries.key", "How many things of a kind it carries."),
    ("actor.wears.ring", "How many things of a kind it wears."),
    ("self.here.rat", "How many things of a kind are in its cell."),
    ("self.beside.rat", "How many are in the four cells beside it."),
    ("self.around.rat", "How many are in the eight cells around it."),
    ("self.light", "How bright it is there, 0 to 1."),
    ("count.goblin", "How many things of a kind are on the level."),
    ("floor", "The number of the floor."),
    ("turn", "The turn or tick of the run."),
    ("distance", "The steps between actor and target."),
    ("amount", "The number at hand, such as the harm that is being done."),
];

/// What stands in brackets in a template.
const PLACEHOLDERS: [(&str, &str); 6] = [
    ("[actor]", "The name of a subject, with \"the\"; of a player, \"you\"."),
    ("[Actor]", "The same at the start of a sentence."),
    ("[a target]", "With \"a\", \"an\" or \"some\"."),
    ("[s], [es]", "The ending of the verb, by the name told last: you hit, the rat hits."),
    ("[have|has]", "The first with \"you\", the second with all others."),
    ("[words.cries]", "A word drawn from a list of the section `words`."),
];

/// The whole manual.
pub fn manual() -> String {
    let mut page = Page::default();
    page.text(OPENING);
    page.sections();
    page.text(WRITING);
    page.table(["function", "gives"], FUNCTIONS.map(|(it, gives)| [code(it), gives.into()]));
    page.table(["word", "worth"], WORDS.map(|(it, worth)| [code(it), worth.into()]));
    page.subjects();
    page.text("### Templates\n\n");
    page.table(["in the text", "becomes"], PLACEHOLDERS.map(|(it, told)| [code(it), told.into()]));
    page.text("`{formula}` shows a number. Words are drawn from a stream of their own: a text never shifts a rule.\n\n");
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
        self.written.write_fmt(line).expect("a String takes all");
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
        self.text("Every `.json` file of a pack is an object of these sections; a section may be spread over files. The names in a section are its keys.\n\n");
        let pack = ["`pack`".into(), "the game itself".into(), link("pack")];
        let others = Section::ALL.map(|it| [code(it.key()), it.about().into(), shown(&it.shape())]);
        self.table(["section", "says", "each is"], [pack].into_iter().chain(others));
    }

    fn subjects(&mut self) {
        self.text("Who a subject is:\n\n");
        let subjects = Subject::NAMES.iter().zip(Subject::EVERY);
        self.table(["subject", "is"], subjects.map(|(name, it)| [code(name), it.about().into()]));
        self.text("Not everyone is everywhere: each record below says who its formulas and templates may speak of, unless it is as around it. At the top of a thing these are `self` and `player`.\n\n");
    }

    /// The attributes that the rules themselves read.
    fn core(&mut self) {
        self.text("## Attributes of the engine\n\nEvery pack has these; the rules read them. A pack may give them a `label`.\n\n");
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
        self.line(format_args!("### {}\n\n{}{}\n", chapter.name, chapter.about, speaks(chapter)));
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
        self.table(["key", "write", "without it", "meaning"], rows.collect::<Vec<_>>());
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

/// A link to the chapter of a record.
fn link(name: &str) -> String {
    format!("[{name}](#{})", name.replace(' ', "-"))
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let end = if text.ends_with('.') { "" } else { "." };
    format!("{}{}{end}", first.collect::<String>(), letters.as_str())
}

fn speaks(chapter: &Chapter) -> String {
    let Some(subjects) = chapter.subjects else { return String::new() };
    if subjects == Subjects::NOBODY {
        return " Its formulas know only `floor`.".into();
    }
    let names: Vec<String> = subjects.names().map(code).collect();
    format!(" One can speak of {}.", names.join(", "))
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

/// What may be written, with the kinds of attributes that can be named.
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
    use barrow_dice::{Formula, Scope, Variable};

    use super::*;

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

    #[test]
    fn every_word_of_the_manual_is_one_word() {
        for (word, _) in WORDS {
            let formula = Formula::parse(word, &Anything).unwrap();
            assert_eq!(formula.variables().count(), 1, "{word}");
        }
    }
}
