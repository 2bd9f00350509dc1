//! The attributes and stats of a folder.

mod names;
mod switched;

use std::collections::{BTreeMap, BTreeSet};

use barrow_source::{Member, Node, Span, Value};

use self::names::{fate_of, label, told};
pub(crate) use self::names::{per_turn_of, word, worn_of};
use crate::Target;
use crate::folder::Folder;
use crate::folder::entry::{Entry, is_true, number};
use crate::ink::{Draft, Ink};
use crate::state::{STAGGERED, STARTLED};
use crate::text::Texts;

/// The attributes and stats of a folder. The kit does not declare them, so their kinds follow
/// from how they are used.
pub(crate) struct Attributes {
    /// Stats, which have a maximum.
    gauges: BTreeMap<String, Gauge>,
    numbers: BTreeMap<String, Span>,
    flags: BTreeMap<String, Span>,
    /// Names of states, which formulas use.
    reserved: BTreeSet<String>,
    target: Target,
}

/// A stat, with all different fates of those who have it.
struct Gauge {
    span: Span,
    fates: Vec<Fate>,
}

/// What happens to an actor when this stat falls.
#[derive(Clone, Default, PartialEq)]
struct Fate {
    fatal: bool,
    message: String,
    warnings: Vec<Node>,
}

impl Fate {
    fn of(name: &str, value: &Node) -> Self {
        let text = value.get("death_message").and_then(Node::text).unwrap_or_default();
        let fatal = name == LIFE || value.get("fatal").is_some_and(is_true);
        Self {
            fatal,
            message: if fatal { text.into() } else { String::new() },
            warnings: value.get("warnings").and_then(Node::items).unwrap_or_default().to_vec(),
        }
    }
}

/// The stat that an actor dies of.
pub(crate) const LIFE: &str = "health";

/// Attributes that do not become a flag or a number.
const FACETS: [&str; 31] = [
    "accuracy",
    "collision_description",
    "collision_effect",
    "collision_sound",
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

/// Numbers that the rules read, even if no actor has them.
pub(crate) const CORE_NUMBERS: [&str; 3] = ["accuracy", "defense", "strength"];
/// The turns until something heavy is put on. It is negative for a thing that was just picked up.
pub(crate) const DONNING: &str = "donning";
/// Flags that the rules read, even if no actor has them.
const CORE_FLAGS: [&str; 10] = [
    "breakable",
    "controlled",
    "flammable",
    "held_down",
    "liquid",
    "lode",
    "mining",
    "portable",
    "sentient",
    "submerged",
];
/// The attributes that the engine's own layer declares.
const CORE: [&str; 9] =
    ["solid", "opaque", "hidden", "pushable", "floating", "pit", "speed", "sight", "room"];

impl Attributes {
    pub(crate) fn gather(folder: &Folder, target: Target) -> Self {
        let mut gathered = Self {
            target,
            gauges: BTreeMap::new(),
            numbers: CORE_NUMBERS.map(|it| (it.into(), Span::default())).into(),
            flags: CORE_FLAGS.map(|it| (it.into(), Span::default())).into(),
            reserved: folder.states.iter().map(|it| word(it.key)).collect(),
        };
        gathered.reserved.extend([STARTLED, STAGGERED].map(String::from));
        let mortal = Fate { fatal: true, ..Fate::default() };
        for name in [LIFE, crate::kind::actor::DURABILITY] {
            gathered.gauge(name, Span::default()).fates.push(mortal.clone());
        }
        let prototypes = &folder.prototypes;
        let actors = prototypes.iter().flat_map(|it| it.actors.iter());
        folder.actors.iter().chain(actors).for_each(|it| gathered.add_actor(it));
        let items = prototypes.iter().flat_map(|it| it.items.iter());
        folder.items.iter().chain(items).for_each(|it| gathered.add_item(it));
        if !folder.switches.bonuses && !folder.switches.strength {
            for name in CORE_NUMBERS {
                gathered.numbers.remove(&worn_of(name));
            }
        }
        gathered.add_switched(folder);
        for state in folder.states.iter() {
            gathered.add_flag(state.top_text("immunity"), state.span);
        }
        gathered.tell_fates_apart();
        let doubled: Vec<String> = gathered
            .flags
            .keys()
            .filter(|it| gathered.numbers.contains_key(*it))
            .cloned()
            .collect();
        for name in &doubled {
            gathered.flags.remove(name);
        }
        gathered
    }

    fn add_flag(&mut self, name: Option<&str>, span: Span) {
        if let Some(name) = name {
            self.flags.entry(name.into()).or_insert(span);
        }
    }

    fn gauge(&mut self, name: &str, span: Span) -> &mut Gauge {
        let blank = Gauge { span, fates: Vec::new() };
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
        if item.top("random_effect").is_some_and(is_true) {
            self.numbers.extend(crate::kind::powers::ROLLS.map(|it| (it.into(), item.span)));
        }
        if crate::kind::trail::leaves_trail(item).is_some() {
            self.numbers.extend(crate::kind::trail::NUMBERS.map(|it| (it.into(), item.span)));
            self.add_flag(Some(crate::kind::trail::END), item.span);
        }
        if crate::kind::wear::turns_to_don(item).is_some() {
            self.numbers.insert(DONNING.into(), item.span);
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
        let fate = Fate::of(&stat.key, &stat.value);
        let gauge = self.gauge(&stat.key, stat.key_span);
        if !gauge.fates.contains(&fate) {
            gauge.fates.push(fate);
        }
    }

    /// Declares a number for each stat that has several fates. It says which fate an actor has.
    fn tell_fates_apart(&mut self) {
        let various = self.gauges.iter().filter(|(_, gauge)| gauge.fates.len() > 1);
        let numbers: Vec<_> = various.map(|(name, gauge)| (fate_of(name), gauge.span)).collect();
        self.numbers.extend(numbers);
    }

    /// Returns the number that says which fate an actor with this stat has: its name and value.
    pub(crate) fn fate(&self, name: &str, value: &Node) -> Option<(String, usize)> {
        let fates = &self.gauges.get(name).filter(|it| it.fates.len() > 1)?.fates;
        let index = fates.iter().position(|it| *it == Fate::of(name, value))?;
        Some((self.plain_name(&fate_of(name)), index + 1))
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

    /// Adds an attribute that a worn or picked up item changes.
    fn add_touched(&mut self, member: &Member) {
        let (name, span) = (member.key.clone(), member.key_span);
        if CORE_NUMBERS.contains(&name.as_str()) {
            self.numbers.insert(worn_of(&name), span);
        }
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

    pub(crate) fn is_gauge(&self, name: &str) -> bool {
        self.gauges.contains_key(name)
    }

    pub(crate) fn is_number(&self, name: &str) -> bool {
        self.numbers.contains_key(name)
    }

    pub(crate) fn is_flag(&self, name: &str) -> bool {
        self.flags.contains_key(name)
    }

    /// Returns the name of a stat in our form.
    pub(crate) fn gauge_name(&self, name: &str) -> String {
        self.free(name)
    }

    /// Returns the name of an attribute in our form, which differs from that of a stat.
    pub(crate) fn plain_name(&self, name: &str) -> String {
        let own = self.free(name);
        if self.gauges.contains_key(name) { format!("{own}_number") } else { own }
    }

    /// Returns the name with underscores added until it is free.
    fn free(&self, name: &str) -> String {
        let ours = ["solid", "pushable"].contains(&name);
        let mut free = word(name);
        while !ours
            && ((self.target.is_reserved)(&free)
                || CORE.contains(&free.as_str())
                || self.reserved.contains(&free))
        {
            free.push('_');
        }
        free
    }

    /// Returns whether a name of our form is that of an attribute.
    pub(crate) fn declares(&self, ours: &str) -> bool {
        let plain = self.numbers.keys().chain(self.flags.keys());
        self.gauges.keys().any(|it| self.gauge_name(it) == ours)
            || plain.map(|it| self.plain_name(it)).any(|it| it == ours)
            || CORE.contains(&ours)
    }

    /// Returns the formula that reads a stat of `subject`, or else an attribute. What worn things add
    /// to the attribute counts for the stat too.
    pub(crate) fn reading(&self, subject: &str, name: &str) -> Option<String> {
        let stat = format!("{subject}.{}", self.gauge_name(name));
        let plain = format!("{subject}.{}", self.plain_name(name));
        let plain_known = self.is_number(name) || self.is_flag(name);
        match (self.is_gauge(name), plain_known) {
            (true, true) => Some(format!("if({stat}.max > 0, {stat} + {plain}, {plain})")),
            (true, false) => Some(stat),
            (false, true) => Some(plain),
            (false, false) if name == "inventory" => Some(format!("{subject}.room")),
            (false, false) => None,
        }
    }

    /// Returns the formula for accuracy, defense or strength in a blow: the value, and what worn
    /// and carried things add beside it.
    pub(crate) fn in_blows(&self, subject: &str, name: &str) -> String {
        let own = self.reading(subject, name).unwrap_or_default();
        let beside = worn_of(name);
        if !self.is_number(&beside) {
            return own;
        }
        format!("({own} + {subject}.{})", self.plain_name(&beside))
    }

    /// Returns the section `attributes`.
    pub(crate) fn write(&self, texts: &Texts<'_>) -> Vec<Member> {
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
                draft.text("label", if kind == "number" { told(name) } else { label(name) });
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
        let several = gauge.fates.len() > 1;
        let (mut at_zero, mut warnings) = (Vec::new(), Vec::new());
        for (fate, number) in gauge.fates.iter().zip(1..) {
            let own = format!("self.{} = {number}", self.plain_name(&fate_of(name)));
            let own = several.then_some(own);
            if fate.fatal {
                let end = end_of(ink, name, fate, texts);
                at_zero.extend(match &own {
                    Some(own) => vec![ink.when(own.as_str(), end)],
                    None => end,
                });
            }
            warnings
                .extend(fate.warnings.iter().filter_map(|it| warning(it, own.as_deref(), texts)));
        }
        draft.set("at_zero", ink.list(at_zero));
        draft.set("warnings", ink.list(warnings));
        draft.finish()
    }
}

/// Returns the effects on an actor that dies of a stat.
fn end_of(ink: Ink, stat: &str, fate: &Fate, texts: &Texts<'_>) -> Vec<Node> {
    let message = Some(&fate.message).filter(|it| !it.is_empty());
    let say = message.map(|it| ink.say(texts.of_actor(it)));
    let mut die = Draft::new(ink);
    // A message with a name in it is no cause, and an actor without life was killed by something.
    let plain = message.filter(|it| !it.contains(['[', '{']));
    let lack = || if stat == LIFE { String::new() } else { format!("a lack of {}", label(stat)) };
    let cause = plain.cloned().unwrap_or_else(lack);
    die.text("cause", cause);
    say.into_iter().chain([ink.object([("die", die.finish())])]).collect()
}

/// Returns a warning, for all actors or for those for whom `own` holds. For the others its
/// threshold is negative, which no stat falls below.
fn warning(warning: &Node, own: Option<&str>, texts: &Texts<'_>) -> Option<Node> {
    let ink = Ink(warning.span);
    let below = number(warning.get("threshold")?)?;
    let say = ink.text(texts.of_actor(warning.get("message")?.text()?));
    let below = match own {
        Some(own) => ink.text(format!("if({own}, {below}, 0 - 1)")),
        None => ink.whole(below),
    };
    Some(ink.object([("below", below), ("say", say)]))
}
