use barrow_source::{Member, Node, Span, Value};

/// Builds values of our own form. They get the place of what the author wrote instead, so that
/// mistakes in them are shown there.
#[derive(Clone, Copy)]
pub(crate) struct Ink(pub(crate) Span);

impl Ink {
    pub(crate) const fn node(self, value: Value) -> Node {
        Node { span: self.0, value }
    }

    pub(crate) fn text(self, text: impl Into<String>) -> Node {
        self.node(Value::Text(text.into()))
    }

    pub(crate) const fn flag(self, flag: bool) -> Node {
        self.node(Value::Flag(flag))
    }

    pub(crate) fn whole(self, number: impl ToString + Copy) -> Node {
        self.node(Value::Number(number.to_string()))
    }

    pub(crate) const fn list(self, items: Vec<Node>) -> Node {
        self.node(Value::List(items))
    }

    pub(crate) fn object<const N: usize>(self, members: [(&str, Node); N]) -> Node {
        self.node(Value::Object(members.map(|(key, value)| self.member(key, value)).into()))
    }

    pub(crate) fn member(self, key: impl Into<String>, value: Node) -> Member {
        Member { key: key.into(), key_span: self.0, value }
    }

    /// Builds an effect or a behaviour: an object with one key.
    pub(crate) fn deed<const N: usize>(self, key: &str, fields: [(&str, Node); N]) -> Node {
        self.object([(key, self.object(fields))])
    }

    /// Builds an effect that runs others if a formula holds.
    pub(crate) fn when(self, formula: impl Into<String>, then: Vec<Node>) -> Node {
        self.deed("if", [("when", self.text(formula)), ("do", self.list(then))])
    }

    pub(crate) fn say(self, text: impl Into<String>) -> Node {
        self.object([("say", self.text(text))])
    }

    pub(crate) fn cue(self, name: &str) -> Node {
        self.object([("cue", self.text(name))])
    }
}

/// An object that is built key by key. Empty values are left out.
pub(crate) struct Draft {
    ink: Ink,
    members: Vec<Member>,
}

impl Draft {
    pub(crate) const fn new(ink: Ink) -> Self {
        Self { ink, members: Vec::new() }
    }

    pub(crate) fn set(&mut self, key: &str, value: Node) {
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

    /// Adds a value even if it is empty.
    pub(crate) fn keep(&mut self, key: &str, value: Node) {
        self.members.push(self.ink.member(key, value));
    }

    pub(crate) fn text(&mut self, key: &str, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.set(key, self.ink.text(text));
        }
    }

    pub(crate) fn flag(&mut self, key: &str, flag: bool) {
        if flag {
            self.set(key, self.ink.flag(true));
        }
    }

    pub(crate) fn finish(self) -> Node {
        self.ink.node(Value::Object(self.members))
    }
}
