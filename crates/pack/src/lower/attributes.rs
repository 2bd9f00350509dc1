use std::collections::{BTreeMap, BTreeSet};

use super::entry::{Entry, is_true, listed, number};
use super::folder::Folder;
use super::ink::{Draft, Ink};
use super::text::Texts;
use crate::check::is_taken;
use crate::json::{Member, Node, Span, Value};

/// The attributes and stats of a folder: nobody declares them, so they are what they are used
/// as.
pub(super) struct Attributes {
    /// Stats, which have a most.
    gauges: BTreeMap<String, Gauge>,
    numbers: BTreeMap<String, Span>,
    flags: BTreeMap<String, Span>,
    /// Names that mean something else to formulas.
    reserved: BTreeSet<String>,
}

/// What is told of a stat by all who have it.
struct Gauge {
    span: Span,
    fatal: Option<String>,
    warnings: Vec<Node>,
}

/// The stat that is life.
pub(super) const LIFE: &str = "health";

/// Attributes that become something else than a flag or a number.
const FACETS: [&str; 32] = [
    "accuracy",
    "collision_description",
    "collision_effect",
    "collision_sound",
    "color_locked",
    "defense",
    "description",
    "entry_sound",
    "inventory",
    "light_source",
    "lockable",
    "locked",
    "lode",
    "lode_chance",
    "mass_noun",
    "open",
    "openable",
    "paint_tile",
    "proper_named",
    "pushable",
    "remains",
    "solid",
    "spreads",
    "stackable",
    "stairway",
    "strength",
    "tint_variation",
    "trap",
    "trap_type",
    "visible",
    "wearable",
    "weapon",
];

/// Numbers that rules read, whether or not anyone has them.
const USUAL_NUMBERS: [&str; 3] = ["accuracy", "defense", "strength"];
/// Flags that rules read, whether or not anyone has them.
const USUAL_FLAGS: [&str; 7] =
    ["breakable", "controlled", "flammable", "liquid", "mining", "portable", "sentient"];
/// What the engine's own layer declares.
const CORE: [&str; 9] =
    ["solid", "opaque", "hidden", "pushable", "floating", "pit", "speed", "sight", "room"];

impl Attributes {
    pub(super) fn gather(folder: &Folder) -> Self {
        let mut gathered = Self {
            gauges: BTreeMap::new(),
            numbers: USUAL_NUMBERS.map(|it| (it.into(), Span::default())).into(),
            flags: USUAL_FLAGS.map(|it| (it.into(), Span::default())).into(),
            reserved: folder.states.iter().map(|it| word(it.key)).collect(),
        };
        for name in [LIFE, super::actor::DURABILITY] {
            gathered.gauge(name, Span::default()).fatal = Some(String::new());
        }
        let prototypes = &folder.prototypes;
        let actors = prototypes.iter().flat_map(|it| it.actors.iter());
        folder.actors.iter().chain(actors).for_each(|it| gathered.add_actor(it));
        let items = prototypes.iter().flat_map(|it| it.items.iter());
        folder.items.iter().chain(items).for_each(|it| gathered.add_item(it));
        for state in folder.states.iter() {
            gathered.add_flag(state.top_text("immunity"), state.span);
        }
        let doubled: Vec<String> = gathered
            .flags
            .keys()
            .filter(|it| gathered.numbers.contains_key(*it))
            .cloned()
            .collect();
        doubled.iter().for_each(|it| {
            gathered.flags.remove(it);
        });
        gathered
    }

    fn add_flag(&mut self, name: Option<&str>, span: Span) {
        if let Some(name) = name {
            self.flags.entry(name.into()).or_insert(span);
        }
    }

    fn gauge(&mut self, name: &str, span: Span) -> &mut Gauge {
        let blank = Gauge { span, fatal: None, warnings: Vec::new() };
        self.gauges.entry(name.into()).or_insert(blank)
    }

    fn add_actor(&mut self, actor: Entry<'_>) {
        for stat in actor.stats() {
            self.add_stat(stat);
        }
        for member in actor.attributes() {
            self.add_attribute(member);
        }
    }

    fn add_item(&mut self, item: Entry<'_>) {
        for stat in item.stats() {
            self.add_stat(stat);
        }
        if item.top("random_value").is_some() {
            self.numbers.entry("value".into()).or_insert(item.span);
        }
        for key in ["wear_effect", "pickup_effect", "passive_effect"] {
            for member in item.attribute(key).and_then(Node::members).unwrap_or_default() {
                self.add_touched(member);
            }
        }
    }

    fn add_stat(&mut self, stat: &Member) {
        let per_turn = stat.value.get("per_turn").is_some();
        if per_turn {
            self.numbers.entry(per_turn_of(&stat.key)).or_insert(stat.key_span);
        }
        let fatal = stat.value.get("fatal").is_some_and(is_true);
        let message = stat.value.get("death_message").and_then(Node::text);
        let gauge = self.gauge(&stat.key, stat.key_span);
        if fatal && gauge.fatal.is_none() {
            gauge.fatal = Some(String::new());
        }
        if let (Some(text), Some(message)) = (&mut gauge.fatal, message)
            && text.is_empty()
        {
            *text = message.into();
        }
        for warning in stat.value.get("warnings").and_then(listed).unwrap_or_default() {
            if !gauge.warnings.contains(warning) {
                gauge.warnings.push(warning.clone());
            }
        }
    }

    fn add_attribute(&mut self, member: &Member) {
        let (name, span) = (member.key.clone(), member.key_span);
        if FACETS.contains(&name.as_str()) {
            return;
        }
        match &member.value.value {
            Value::Flag(_) => {
                self.flags.entry(name).or_insert(span);
            }
            Value::Number(_) => {
                self.numbers.entry(name).or_insert(span);
            }
            Value::Null | Value::Text(_) | Value::List(_) | Value::Object(_) => {}
        }
    }

    /// An attribute that something worn or taken changes.
    fn add_touched(&mut self, member: &Member) {
        let (name, span) = (member.key.clone(), member.key_span);
        let own_words = ["type", "stat", "amount", "value", "bonus"];
        if self.gauges.contains_key(&name) || own_words.contains(&name.as_str()) {
            return;
        }
        match &member.value.value {
            Value::Flag(_) => {
                self.flags.entry(name).or_insert(span);
            }
            Value::Number(_) | Value::Text(_) => {
                self.numbers.entry(name).or_insert(span);
            }
            Value::Null | Value::List(_) | Value::Object(_) => {}
        }
    }

    pub(super) fn is_gauge(&self, name: &str) -> bool {
        self.gauges.contains_key(name)
    }

    pub(super) fn is_number(&self, name: &str) -> bool {
        self.numbers.contains_key(name)
    }

    pub(super) fn is_flag(&self, name: &str) -> bool {
        self.flags.contains_key(name)
    }

    /// What a stat is called in our form.
    pub(super) fn gauge_name(&self, name: &str) -> String {
        self.free(name)
    }

    /// What an attribute is called in our form: beside a stat of its name, something else.
    pub(super) fn plain_name(&self, name: &str) -> String {
        let own = self.free(name);
        if self.gauges.contains_key(name) { format!("{own}_number") } else { own }
    }

    fn free(&self, name: &str) -> String {
        let ours = ["solid", "pushable"].contains(&name);
        let mut free = word(name);
        while !ours
            && (is_taken(&free) || CORE.contains(&free.as_str()) || self.reserved.contains(&free))
        {
            free.push('_');
        }
        free
    }

    /// Whether a name of our form is taken.
    pub(super) fn declares(&self, ours: &str) -> bool {
        let plain = self.numbers.keys().chain(self.flags.keys());
        self.gauges.keys().any(|it| self.gauge_name(it) == ours)
            || plain.map(|it| self.plain_name(it)).any(|it| it == ours)
            || CORE.contains(&ours)
    }

    /// The formula for a value of someone: a stat, else an attribute.
    pub(super) fn reading(&self, subject: &str, name: &str) -> Option<String> {
        let stat = format!("{subject}.{}", self.gauge_name(name));
        let plain = format!("{subject}.{}", self.plain_name(name));
        let plain_known = self.is_number(name) || self.is_flag(name);
        match (self.is_gauge(name), plain_known) {
            (true, true) => Some(format!("if({stat}.max > 0, {stat}, {plain})")),
            (true, false) => Some(stat),
            (false, true) => Some(plain),
            (false, false) if name == "inventory" => Some(format!("{subject}.room")),
            (false, false) => None,
        }
    }

    /// The declarations.
    pub(super) fn write(&self, texts: &Texts<'_>) -> Vec<Member> {
        let mut all = Vec::new();
        for (name, gauge) in &self.gauges {
            let ink = Ink(gauge.span);
            all.push(ink.member(self.gauge_name(name), self.write_gauge(name, gauge, texts)));
        }
        for (names, kind) in [(&self.numbers, "number"), (&self.flags, "flag")] {
            for (name, &span) in names {
                let ink = Ink(span);
                let mut draft = Draft::new(ink);
                draft.set(kind, ink.text(label(name)));
                draft.text("label", label(name));
                all.push(ink.member(self.plain_name(name), draft.finish()));
            }
        }
        all
    }

    fn write_gauge(&self, name: &str, gauge: &Gauge, texts: &Texts<'_>) -> Node {
        let ink = Ink(gauge.span);
        let mut draft = Draft::new(ink);
        draft.set("gauge", ink.text(label(name)));
        draft.text("label", label(name));
        if self.is_number(&per_turn_of(name)) {
            draft.text("per_turn", format!("self.{}", self.plain_name(&per_turn_of(name))));
        }
        if let Some(message) = &gauge.fatal {
            let mut effects = Vec::new();
            if !message.is_empty() {
                effects.push(ink.say(texts.of_actor(message)));
            }
            effects.push(ink.object([("die", ink.object([]))]));
            draft.set("at_zero", ink.list(effects));
        }
        let warnings = gauge.warnings.iter().filter_map(|warning| {
            let ink = Ink(warning.span);
            let below = number(warning.get("threshold")?)?;
            let say = warning.get("message")?.text()?;
            let text = ink.text(texts.of_actor(say));
            Some(ink.object([("below", ink.whole(below)), ("say", text)]))
        });
        draft.set("warnings", ink.list(warnings.collect()));
        draft.finish()
    }
}

/// The number that a stat changes by each turn.
pub(super) fn per_turn_of(stat: &str) -> String {
    format!("{stat}_per_turn")
}

fn label(name: &str) -> String {
    name.replace('_', " ")
}

/// The name as a word that formulas can read.
pub(super) fn word(name: &str) -> String {
    let mut word: String =
        name.chars().map(|it| if it.is_alphanumeric() { it } else { '_' }).collect();
    if !word.starts_with(|it: char| it.is_alphabetic() || it == '_') {
        word.insert(0, '_');
    }
    word
}
