//! What items change while they are worn or carried, and how heavy armour is put on.

use barrow_source::{Member, Node, Value};

use crate::attributes::{CORE_NUMBERS, DONNING, worn_of};
use crate::effects::Amount;
use crate::folder::entry::{Entry, is_true, number};
use crate::ink::{Draft, Ink};
use crate::kind::hooks::Hooks;
use crate::lowering::Lowering;

/// Returns how many turns it takes to put on something by hand, if it takes any.
pub(crate) fn turns_to_don(item: Entry<'_>) -> Option<&str> {
    item.attribute("wearable")?;
    item.attribute("requires_stat")?.get("strength").and_then(number)
}

impl Lowering<'_, '_, '_> {
    pub(super) fn requirement(&mut self, item: Entry<'_>, facet: &mut Draft) {
        let Some(needs) = item.attribute("requires_stat") else { return };
        if needs.members().is_none() {
            let what = "`requires_stat` names a stat and a number, as in { \"strength\": 8 }; \
                        nothing is required";
            return self.reader.warn(needs.span, what);
        }
        let mut conditions = Vec::new();
        for member in needs.members().unwrap_or_default() {
            let reading = self.attributes.reading("actor", &member.key);
            if let (Some(reading), Some(min)) = (&reading, number(&member.value)) {
                conditions.push(format!("{reading} >= {min}"));
            } else if reading.is_some() {
                let what =
                    format!("`{}` is a number here, such as 8; it is not required", member.key);
                self.reader.warn(member.value.span, what);
            } else {
                let what = format!("nobody has `{}`; it is not required", member.key);
                self.reader.warn(member.key_span, what);
            }
        }
        facet.text("needs", conditions.join(" and "));
    }

    /// Adds the turns in which something heavy is put on. Its wearer can act meanwhile, and it
    /// counts once it is on. What is put on as it is picked up is on at once.
    pub(super) fn donning(&self, item: Entry<'_>, hooks: &mut Hooks) {
        let Some(turns) = turns_to_don(item) else { return };
        let ink = Ink(item.span);
        let left = self.attributes.plain_name(DONNING);
        let set = |to: &str| {
            let fields = [
                ("attribute", ink.text(left.clone())),
                ("to", ink.text(to)),
                ("of", ink.text("self")),
            ];
            ink.deed("set", fields)
        };
        let begin = vec![set(turns), ink.say("[Actor] begin[s] to put on [self].")];
        hooks.add("pickup", set("0 - 1"));
        hooks.add("equip", ink.when(format!("self.{left} = 0"), begin));
        hooks.add("unequip", set("0"));
        let stages = [
            (format!("self.{left} = 1"), "[Actor] [have|has] put on [self]."),
            (format!("self.{left} > 1"), "[Actor] [are|is] putting on [self]: {self.LEFT} to go."),
        ];
        for (when, text) in stages {
            let text = text.replace("LEFT", &format!("{left} - 1"));
            hooks.add("turn", ink.when(when, vec![ink.say(text)]));
        }
        let onwards = format!("if(self.{left} > 0, self.{left} - 1, 0)");
        hooks.add("turn", ink.when(format!("self.{left} != 0"), vec![set(&onwards)]));
    }

    /// Returns what an item changes while it is worn or carried.
    pub(super) fn modifiers(&mut self, item: Entry<'_>) -> Vec<Node> {
        let mut modifiers = Vec::new();
        let worn = item.attribute("wear_effect").and_then(Node::members).unwrap_or_default();
        for member in worn {
            modifiers.extend(self.modifiers_of(member, false));
        }
        if turns_to_don(item).is_some() {
            let on = format!("item.{} <= 0", self.attributes.plain_name(DONNING));
            for modifier in &mut modifiers {
                also_when(modifier, &on);
            }
        }
        if let Some(passive) = item.attribute("passive_effect") {
            modifiers.extend(self.passive(passive));
        }
        if item.is("mining") {
            let ink = Ink(item.span);
            let mining = ink.text(self.attributes.plain_name("mining"));
            modifiers.push(ink.object([("attribute", mining), ("by", ink.whole(1))]));
        }
        modifiers
    }

    /// Reads `{type: stat_bonus, ...}`: the stat is a key of its own, or stands under `stat` with
    /// an `amount`.
    fn passive(&mut self, passive: &Node) -> Vec<Node> {
        match passive.get("type").and_then(Node::text) {
            Some("stat_bonus") => {}
            Some("leave_trail") => return Vec::new(),
            _ => {
                let what = "a passive effect is a `stat_bonus` or a `leave_trail`; it is ignored";
                self.reader.warn(passive.span, what);
                return Vec::new();
            }
        }
        let amount = ["amount", "value", "bonus"].into_iter().find_map(|it| passive.get(it));
        let named = passive.get("stat").and_then(Node::text).zip(amount);
        let members = passive.members().unwrap_or_default();
        let mut bonuses: Vec<Member> =
            members.iter().filter(|it| it.key != "type" && it.key != "stat").cloned().collect();
        if let Some((stat, amount)) = named {
            let ink = Ink(amount.span);
            bonuses = vec![ink.member(stat, amount.clone())];
        }
        bonuses.iter().flat_map(|it| self.modifiers_of(it, true)).collect()
    }

    /// Returns the modifiers for a value that an item changes.
    ///
    /// What is added to accuracy counts for who has accuracy: others never miss. By the shipped
    /// rules, plain numbers that are added to accuracy, defense or strength count again beside the
    /// attribute, in blows; there alone if the bearer has no such attribute, or merely carries the
    /// item.
    fn modifiers_of(&mut self, member: &Member, passive: bool) -> Vec<Node> {
        let Some(mut own) = self.modifier(member) else { return Vec::new() };
        let name = member.key.as_str();
        if !CORE_NUMBERS.contains(&name) || self.attributes.is_gauge(name) {
            return vec![own];
        }
        let ink = Ink(member.value.span);
        let switches = &self.folder.switches;
        let plain = matches!(member.value.value, Value::Number(_));
        let apart = plain && (switches.bonuses || switches.strength && name == "strength");
        let has = format!("self.{} != 0", self.attributes.plain_name(name));
        if apart || name == "accuracy" {
            also_when(&mut own, &has);
        }
        if !apart {
            return vec![own];
        }
        let beside = self.attributes.plain_name(&worn_of(name));
        let by = own.get("by").cloned().unwrap_or_else(|| ink.whole(0));
        let mut again = ink.object([("attribute", ink.text(beside)), ("by", by)]);
        match (switches.bonuses, passive) {
            (true, true) => vec![again],
            (true, false) => vec![own, again],
            (false, _) => {
                also_when(&mut again, &format!("not ({has})"));
                vec![own, again]
            }
        }
    }

    fn modifier(&mut self, member: &Member) -> Option<Node> {
        let ink = Ink(member.value.span);
        let name = member.key.as_str();
        if name == "visible" {
            let by = ink.text(if is_true(&member.value) { "0 - 1" } else { "1" });
            return Some(ink.object([("attribute", ink.text("hidden")), ("by", by)]));
        }
        let attribute = match () {
            () if self.attributes.is_number(name) => self.attributes.plain_name(name),
            () if self.attributes.is_gauge(name) => self.attributes.gauge_name(name),
            () if self.attributes.is_flag(name) => self.attributes.plain_name(name),
            () if name == "inventory" => "room".into(),
            () if name == "solid" || name == "pushable" => name.into(),
            () => {
                let what = format!("nobody has `{name}`, so this changes nothing");
                self.reader.warn_once(member.key_span, name, what);
                return None;
            }
        };
        let by = match self.amount(&member.value, "self")? {
            Amount::Add(by) => by,
            Amount::Subtract(by) => format!("0 - {by}"),
            Amount::Set(true) | Amount::Toggle => "1".into(),
            Amount::Set(false) => {
                let fields = [("attribute", ink.text(attribute)), ("times", ink.whole(0))];
                return Some(ink.object(fields));
            }
        };
        Some(ink.object([("attribute", ink.text(attribute)), ("by", ink.text(by))]))
    }
}

/// Adds a condition to a modifier.
fn also_when(modifier: &mut Node, condition: &str) {
    let ink = Ink(modifier.span);
    let Value::Object(members) = &mut modifier.value else { return };
    let before = members.iter_mut().find(|it| it.key == "when");
    match before {
        Some(Member { value: Node { value: Value::Text(when), .. }, .. }) => {
            *when = format!("{when} and {condition}");
        }
        _ => members.push(ink.member("when", ink.text(condition))),
    }
}
