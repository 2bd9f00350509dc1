use super::attributes::LIFE;
use super::entry::{is_true, number};
use super::ink::Ink;
use super::lowering::Lowering;
use crate::json::{Member, Node, Value};

/// Who an effect map is about, in the words of our effects.
#[derive(Clone, Copy)]
pub(super) struct Roles {
    /// To whom it is done.
    pub(super) target: &'static str,
    /// Whose stats `{...}` reads.
    pub(super) source: &'static str,
}

/// A blow, a potion or anything else with a doer and a target.
pub(super) const DEED: Roles = Roles { target: "target", source: "actor" };

/// What a blow adds to its harm.
#[derive(Clone, Copy, Default)]
pub(super) struct Force {
    /// It is doubled now and then.
    pub(super) critical: bool,
    /// It grows with strength.
    pub(super) strength: bool,
}

/// What a value of an effect map asks for.
pub(super) enum Amount {
    /// To add so much, as a formula; or, told apart for the sake of harm, to take it away.
    Add(String),
    Take(String),
    Set(bool),
    Toggle,
}

impl Lowering<'_, '_, '_> {
    /// An effect map as our effects.
    pub(super) fn effects(&mut self, map: &Node, roles: Roles, force: Force) -> Vec<Node> {
        let members = map.members().unwrap_or_default().to_vec();
        members.iter().filter_map(|member| self.effect(member, roles, force)).collect()
    }

    fn effect(&mut self, member: &Member, roles: Roles, force: Force) -> Option<Node> {
        let ink = Ink(member.value.span);
        if member.key == "apply_state" {
            return self.apply_state(&member.value, roles);
        }
        let amount = self.amount(&member.value, roles.source)?;
        let of = ink.text(roles.target);
        match (member.key.as_str(), amount) {
            ("locked", Amount::Set(false) | Amount::Toggle) => {
                Some(ink.deed("unlock", [("of", of)]))
            }
            ("locked", Amount::Set(true)) => Some(ink.deed("lock", [("of", of)])),
            ("open", Amount::Set(true) | Amount::Toggle) => Some(ink.deed("open", [("of", of)])),
            ("open", Amount::Set(false)) => Some(ink.deed("close", [("of", of)])),
            (LIFE, Amount::Take(by)) => {
                let by = ink.text(forced(&by, force, self));
                Some(ink.deed("harm", [("by", by), ("of", of)]))
            }
            (name, Amount::Add(by)) => self.change(name, ink, by, roles),
            (name, Amount::Take(by)) => self.change(name, ink, format!("0 - {by}"), roles),
            (name, Amount::Set(to)) => self.set(name, ink, u8::from(to).to_string(), roles),
            (name, Amount::Toggle) => {
                let now = self.attributes.reading(roles.target, name).unwrap_or_default();
                self.set(name, ink, format!("not {now}"), roles)
            }
        }
    }

    /// A state that takes hold. An unknown one is told and left out.
    pub(super) fn apply_state(&mut self, state: &Node, roles: Roles) -> Option<Node> {
        let ink = Ink(state.span);
        let name = state.text()?;
        if !self.folder.states.has(name) {
            self.clerk.warn(state.span, format!("there is no state `{name}`; it is left out"));
            return None;
        }
        let state = ink.text(self.state_name(name));
        Some(ink.deed("apply", [("state", state), ("of", ink.text(roles.target))]))
    }

    fn change(&mut self, name: &str, ink: Ink, by: String, roles: Roles) -> Option<Node> {
        let attribute = self.changeable(name, ink)?;
        let fields = [
            ("attribute", ink.text(attribute)),
            ("by", ink.text(by)),
            ("of", ink.text(roles.target)),
        ];
        Some(ink.deed("change", fields))
    }

    fn set(&mut self, name: &str, ink: Ink, to: String, roles: Roles) -> Option<Node> {
        let attribute = self.changeable(name, ink)?;
        let fields = [
            ("attribute", ink.text(attribute)),
            ("to", ink.text(to)),
            ("of", ink.text(roles.target)),
        ];
        Some(ink.deed("set", fields))
    }

    /// What an effect changes under that name. Where nobody has it, nothing changes.
    fn changeable(&mut self, name: &str, ink: Ink) -> Option<String> {
        if self.attributes.is_gauge(name) {
            return Some(self.attributes.gauge_name(name));
        }
        if self.attributes.is_number(name) || self.attributes.is_flag(name) {
            return Some(self.attributes.plain_name(name));
        }
        let what = format!("nobody has `{name}`, so this changes nothing");
        self.clerk.warn_once(ink.0, &format!("touch {name}"), what);
        None
    }

    /// What a value asks for; one that nobody understands is told.
    pub(super) fn amount(&mut self, value: &Node, source: &str) -> Option<Amount> {
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
        self.clerk.warn(value.span, what);
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
            self.clerk.warn(value.span, format!("nobody has `{name}`; it counts as 0"));
        }
        let reading = reading.unwrap_or_else(|| "0".into());
        Some(if minus { Amount::Take(reading) } else { Amount::Add(reading) })
    }
}

fn constant(number: &str) -> Amount {
    match number.strip_prefix('-') {
        Some(positive) => Amount::Take(positive.into()),
        None => Amount::Add(number.into()),
    }
}

/// The harm of a blow with all that adds to it.
fn forced(by: &str, force: Force, lowering: &Lowering<'_, '_, '_>) -> String {
    let mut by = by.to_string();
    if force.critical {
        by = format!("{by} * (1 + chance(0.15))");
    }
    if force.strength && lowering.folder.switches.strength {
        let strength = lowering.attributes.reading("actor", "strength").unwrap_or_default();
        // Half a point is rounded in favour of the struck.
        by = format!("ceil({by} * if({strength} > 0, {strength}, 10) / 10 - 0.5)");
    }
    by
}
