use crate::json::{Member, Node, Span, Value};

/// Writes values of our own form that stand where something of the kit's form stands: what is
/// wrong with them is shown there.
#[derive(Clone, Copy)]
pub(super) struct Ink(pub(super) Span);

impl Ink {
    pub(super) const fn node(self, value: Value) -> Node {
        Node { span: self.0, value }
    }

    pub(super) fn text(self, text: impl Into<String>) -> Node {
        self.node(Value::Text(text.into()))
    }

    pub(super) const fn flag(self, flag: bool) -> Node {
        self.node(Value::Flag(flag))
    }

    pub(super) fn whole(self, number: impl ToString) -> Node {
        self.node(Value::Number(number.to_string()))
    }

    pub(super) const fn list(self, items: Vec<Node>) -> Node {
        self.node(Value::List(items))
    }

    pub(super) fn object<const N: usize>(self, members: [(&str, Node); N]) -> Node {
        self.node(Value::Object(members.map(|(key, value)| self.member(key, value)).into()))
    }

    pub(super) fn member(self, key: impl Into<String>, value: Node) -> Member {
        Member { key: key.into(), key_span: self.0, value }
    }

    /// An effect or a behaviour: an object with one key.
    pub(super) fn deed<const N: usize>(self, key: &str, fields: [(&str, Node); N]) -> Node {
        self.object([(key, self.object(fields))])
    }

    /// An effect that runs others when a formula holds.
    pub(super) fn when(self, formula: impl Into<String>, then: Vec<Node>) -> Node {
        self.deed("if", [("when", self.text(formula)), ("do", self.list(then))])
    }

    pub(super) fn say(self, text: impl Into<String>) -> Node {
        self.object([("say", self.text(text))])
    }

    pub(super) fn cue(self, name: &str) -> Node {
        self.object([("cue", self.text(name))])
    }
}

/// An object that is written bit by bit; what is empty is left out.
pub(super) struct Draft {
    ink: Ink,
    members: Vec<Member>,
}

impl Draft {
    pub(super) const fn new(ink: Ink) -> Self {
        Self { ink, members: Vec::new() }
    }

    pub(super) fn set(&mut self, key: &str, value: Node) {
        let empty = match &value.value {
            Value::List(items) => items.is_empty(),
            Value::Object(members) => members.is_empty(),
            Value::Null => true,
            Value::Flag(_) | Value::Number(_) | Value::Text(_) => false,
        };
        if !empty {
            self.keep(key, value);
        }
    }

    /// Writes a value though it may be empty.
    pub(super) fn keep(&mut self, key: &str, value: Node) {
        self.members.push(self.ink.member(key, value));
    }

    pub(super) fn text(&mut self, key: &str, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.set(key, self.ink.text(text));
        }
    }

    pub(super) fn flag(&mut self, key: &str, flag: bool) {
        if flag {
            self.set(key, self.ink.flag(true));
        }
    }

    pub(super) fn finish(self) -> Node {
        self.ink.node(Value::Object(self.members))
    }
}
