use barrow_source::{Member, Node, Value};

use crate::attributes::LIFE;
use crate::folder::entry::{is_true, number};
use crate::ink::{Draft, Ink};
use crate::lowering::Lowering;

/// Whom an effect map is about, in the words of our effects.
#[derive(Clone, Copy)]
pub(crate) struct Roles {
    /// Who is affected.
    pub(crate) target: &'static str,
    /// Whose stats `{...}` reads.
    pub(crate) source: &'static str,
    /// Whether the target gets attributes that it does not have yet.
    pub(crate) creates: bool,
}

/// An attack, a potion or anything else with an actor and a target.
pub(crate) const ACTION: Roles = Roles { target: "target", source: "actor", creates: false };
/// A pickup. It may be the first of its kind.
pub(crate) const PICKUP: Roles = Roles { creates: true, ..ACTION };

/// What is added to the damage of an attack.
#[derive(Clone, Copy, Default)]
pub(crate) struct Force<'a> {
    /// It grows with the strength of the actor.
    pub(crate) strength: bool,
    /// The weapon that must be in hand for that.
    pub(crate) wielded: Option<&'a str>,
    /// The cause of death if it kills without a blow.
    pub(crate) cause: Option<&'a str>,
}

/// What a value of an effect map means.
pub(crate) enum Amount {
    /// Adds the value of a formula.
    Add(String),
    /// Subtracts the value of a formula.
    Subtract(String),
    Set(bool),
    Toggle,
}

impl Lowering<'_, '_, '_> {
    /// Returns an effect map as a list of our effects.
    pub(crate) fn effects(&mut self, map: &Node, roles: Roles, force: Force<'_>) -> Vec<Node> {
        let members = map.members().unwrap_or_default().to_vec();
        members.iter().filter_map(|member| self.effect(member, roles, force)).collect()
    }

    fn effect(&mut self, member: &Member, roles: Roles, force: Force<'_>) -> Option<Node> {
        let ink = Ink(member.value.span);
        if member.key == "apply_state" {
            return self.apply_state(&member.value, roles);
        }
        let amount = self.amount(&member.value, roles.source)?;
        match (member.key.as_str(), amount) {
            ("locked" | "open", Amount::Set(to)) => {
                Some(self.door_effect(ink, &member.key, to, roles))
            }
            ("locked" | "open", Amount::Toggle) => {
                let [yes, no] =
                    [false, true].map(|to| self.door_effect(ink, &member.key, to, roles));
                let when = ink.text(format!("{}.{}", roles.target, member.key));
                let (yes, no) = (ink.list(vec![yes]), ink.list(vec![no]));
                Some(ink.deed("if", [("when", when), ("do", yes), ("else", no)]))
            }
            (LIFE, Amount::Subtract(by)) => {
                Some(Self::harm(ink, damage(&by, force, self), roles, force.cause))
            }
            (name, Amount::Add(by)) => self.change(name, ink, &by, roles),
            (name, Amount::Subtract(by)) => self.change(name, ink, &format!("0 - {by}"), roles),
            (name, Amount::Set(to)) => self.set(name, ink, &u8::from(to).to_string(), roles),
            (name, Amount::Toggle) => {
                let now = match name {
                    "visible" => Some(format!("(not {}.hidden)", roles.target)),
                    "solid" | "pushable" => Some(format!("{}.{name}", roles.target)),
                    _ => self.attributes.reading(roles.target, name),
                };
                self.set(name, ink, &format!("not {}", now.unwrap_or_else(|| "0".into())), roles)
            }
        }
    }

    /// Returns the effect that lowers life.
    fn harm(ink: Ink, by: String, roles: Roles, cause: Option<&str>) -> Node {
        let mut harm = Draft::new(ink);
        harm.text("by", by);
        harm.text("of", roles.target);
        harm.text("cause", cause.unwrap_or_default());
        ink.object([("harm", harm.finish())])
    }

    /// Returns what a critical blow does besides an ordinary one: it sometimes doubles the damage,
    /// and says so.
    pub(crate) fn critical(&mut self, map: &Node, force: Force<'_>) -> Option<Node> {
        let ink = Ink(map.span);
        let Amount::Subtract(by) = self.amount(map.get(LIFE)?, ACTION.source)? else { return None };
        let (once, twice) = (damage(&by, force, self), damage(&format!("2 * {by}"), force, self));
        let played = self.attributes.reading("actor", "controlled").unwrap_or_default();
        let say = ink.when(played, vec![ink.say("A critical hit!")]);
        let more = Self::harm(ink, format!("({twice}) - ({once})"), ACTION, None);
        Some(ink.deed("chance", [("of", ink.text("0.15")), ("do", ink.list(vec![say, more]))]))
    }

    /// Returns the effect that opens, closes, locks or unlocks. A lock with a colour needs its own
    /// key instead.
    fn door_effect(&self, ink: Ink, key: &str, to: bool, roles: Roles) -> Node {
        let deed = match (key, to) {
            ("locked", true) => "lock",
            ("locked", false) => "unlock",
            (_, true) => "open",
            (_, false) => "close",
        };
        let deed = ink.deed(deed, [("of", ink.text(roles.target))]);
        match self.attributes.reading(roles.target, "color_locked") {
            Some(colored) if key == "locked" && !to => {
                ink.when(format!("not {colored}"), vec![deed])
            }
            _ => deed,
        }
    }

    /// Returns the effect that applies a state. Warns of an unknown one and leaves it out.
    pub(crate) fn apply_state(&mut self, state: &Node, roles: Roles) -> Option<Node> {
        let ink = Ink(state.span);
        let name = state.text()?;
        if !self.folder.states.has(name) {
            self.reader.warn(state.span, format!("there is no state `{name}`; it is left out"));
            return None;
        }
        let state = ink.text(self.state_name(name));
        Some(ink.deed("apply", [("state", state), ("of", ink.text(roles.target))]))
    }

    fn change(&mut self, name: &str, ink: Ink, by: &str, roles: Roles) -> Option<Node> {
        self.touch(name, ink, roles, |attribute, had| {
            let of = ink.text(roles.target);
            let by = ink.text(by);
            let fields = [("attribute", ink.text(attribute)), ("by", by), ("had", had), ("of", of)];
            ink.deed("change", fields)
        })
    }

    fn set(&mut self, name: &str, ink: Ink, to: &str, roles: Roles) -> Option<Node> {
        if name == "visible" {
            let hidden = ink.text(format!("not ({to})"));
            let of = ink.text(roles.target);
            let fields = [("attribute", ink.text("hidden")), ("to", hidden), ("of", of)];
            return Some(ink.deed("set", fields));
        }
        let write = |attribute: String, had: Node| {
            let of = ink.text(roles.target);
            let to = ink.text(to);
            let fields = [("attribute", ink.text(attribute)), ("to", to), ("had", had), ("of", of)];
            ink.deed("set", fields)
        };
        if name != "solid" {
            return self.touch(name, ink, roles, write);
        }
        // What is solid is also opaque, unless it acts. Both effects read the current values, so
        // `solid` must be set last.
        let opaque = write("opaque".into(), ink.flag(true));
        let solid = self.touch(name, ink, roles, write)?;
        Some(ink.when("1", vec![opaque, solid]))
    }

    /// Returns an effect on the stat of this name if the target has it, else on the attribute.
    /// Warns if no actor has either.
    fn touch(
        &mut self,
        name: &str,
        ink: Ink,
        roles: Roles,
        write: impl Fn(String, Node) -> Node,
    ) -> Option<Node> {
        let plain = match name {
            "inventory" => Some("room".to_string()),
            "solid" | "pushable" => Some(name.to_string()),
            _ if self.attributes.is_number(name) || self.attributes.is_flag(name) => {
                Some(self.attributes.plain_name(name))
            }
            _ => None,
        };
        // Everything can become solid or pushable; other attributes the target must have already.
        let had = ink.flag(!roles.creates && !["solid", "pushable"].contains(&name));
        let plain = plain.map(|it| write(it, had));
        let stat = self.attributes.gauge_name(name);
        let gauge = self.attributes.is_gauge(name).then(|| write(stat.clone(), ink.flag(false)));
        match (gauge, plain) {
            (Some(gauge), Some(plain)) => {
                let when = ink.text(format!("{}.{stat}.max > 0", roles.target));
                let (gauge, plain) = (ink.list(vec![gauge]), ink.list(vec![plain]));
                Some(ink.deed("if", [("when", when), ("do", gauge), ("else", plain)]))
            }
            (Some(only), None) | (None, Some(only)) => Some(only),
            (None, None) => {
                let what = format!("nobody has `{name}`, so this changes nothing");
                self.reader.warn_once(ink.0, &format!("touch {name}"), what);
                None
            }
        }
    }

    /// Reads a value of an effect map. Warns if it means nothing.
    pub(crate) fn amount(&mut self, value: &Node, source: &str) -> Option<Amount> {
        match &value.value {
            Value::Flag(_) => return Some(Amount::Set(is_true(value))),
            Value::Number(_) => return number(value).map(constant),
            Value::Text(text) if text == "toggle" => return Some(Amount::Toggle),
            Value::Text(text) => {
                if let Some(amount) = self.reference(text, value, source) {
                    return Some(amount);
                }
            }
            Value::Null | Value::List(_) | Value::Object(_) => {}
        }
        let what = "an effect is a number, true, false, \"toggle\" or a stat such as \
                    \"-{strength}\"; this one is left out";
        self.reader.warn(value.span, what);
        None
    }

    fn reference(&mut self, text: &str, value: &Node, source: &str) -> Option<Amount> {
        let (minus, rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        if let Ok(number) = text.parse::<barrow_dice::Fixed>() {
            return Some(constant(&number.to_string()));
        }
        let name = rest.strip_prefix('{')?.strip_suffix('}')?;
        let reading = if name == "value" {
            Some("self.value".into()).filter(|_| self.attributes.is_number("value"))
        } else {
            self.attributes.reading(source, name)
        };
        if reading.is_none() {
            self.reader.warn(value.span, format!("nobody has `{name}`; it counts as 0"));
        }
        let reading = reading.unwrap_or_else(|| "0".into());
        Some(if minus { Amount::Subtract(reading) } else { Amount::Add(reading) })
    }
}

fn constant(number: &str) -> Amount {
    match number.strip_prefix('-') {
        Some(positive) => Amount::Subtract(positive.into()),
        None => Amount::Add(number.into()),
    }
}

/// Returns the formula for the damage of an attack with all that is added to it.
fn damage(by: &str, force: Force<'_>, lowering: &Lowering<'_, '_, '_>) -> String {
    let mut by = by.to_string();
    if force.strength && lowering.folder.switches.strength {
        let own = lowering.attributes.reading("actor", "strength").unwrap_or_default();
        let all = lowering.attributes.in_blows("actor", "strength");
        // Who has no strength has that of most.
        let strength = format!("({all} + if({own} = 0, 10, 0))");
        let strength = match force.wielded {
            // A thrown weapon is no longer in hand.
            Some(kind) => format!("if(actor.wears.`{kind}` > 0, {strength}, 10)"),
            None => strength,
        };
        // Half a point is rounded down.
        by = format!("ceil({by} * {strength} / 10 - 0.5)");
    }
    by
}
