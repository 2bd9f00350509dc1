use barrow_source::{Member, Node, Span, Value};

/// An actor, an item or another named thing as it is written.
#[derive(Clone, Copy)]
pub(super) struct Entry<'k> {
    pub(super) key: &'k str,
    pub(super) span: Span,
    pub(super) node: &'k Node,
}

impl<'k> Entry<'k> {
    pub(super) fn new(member: &'k Member) -> Self {
        Self { key: &member.key, span: member.key_span, node: &member.value }
    }

    /// The value of a key of its own.
    pub(super) fn top(self, key: &str) -> Option<&'k Node> {
        self.node.get(key).filter(|it| it.value != Value::Null)
    }

    pub(super) fn top_text(self, key: &str) -> Option<&'k str> {
        self.top(key)?.text()
    }

    /// The value of an attribute. `state` is an old word for `attributes`.
    pub(super) fn attribute(self, key: &str) -> Option<&'k Node> {
        let places = ["attributes", "state"].into_iter().filter_map(|it| self.node.get(it));
        places.filter_map(|it| it.get(key)).find(|it| it.value != Value::Null)
    }

    pub(super) fn attribute_text(self, key: &str) -> Option<&'k str> {
        self.attribute(key)?.text()
    }

    /// Whether an attribute is there and means yes.
    pub(super) fn is(self, key: &str) -> bool {
        self.attribute(key).is_some_and(is_true)
    }

    /// Whether an attribute means yes or is not told.
    pub(super) fn is_unless_denied(self, key: &str) -> bool {
        self.attribute(key).is_none_or(is_true)
    }

    pub(super) fn attributes(self) -> impl Iterator<Item = &'k Member> {
        let places = ["attributes", "state"].into_iter().filter_map(move |it| self.node.get(it));
        places.flat_map(|it| it.members().unwrap_or_default())
    }

    pub(super) fn stats(self) -> &'k [Member] {
        self.node.get("stats").and_then(Node::members).unwrap_or_default()
    }

    pub(super) fn stat(self, key: &str) -> Option<&'k Node> {
        self.node.get("stats")?.get(key)
    }

    /// What it is called; without a name, its key.
    pub(super) fn name(self) -> String {
        self.top_text("name").map_or_else(|| self.key.replace('_', " "), String::from)
    }

    pub(super) fn is_solid(self) -> bool {
        self.is_unless_denied("solid")
    }
}

/// What counts as yes: anything but nothing, none, zero and an empty text.
pub(super) fn is_true(node: &Node) -> bool {
    match &node.value {
        Value::Null => false,
        Value::Flag(flag) => *flag,
        Value::Number(number) => number.bytes().any(|it| (b'1'..=b'9').contains(&it)),
        Value::Text(text) => !text.is_empty(),
        Value::List(_) | Value::Object(_) => true,
    }
}

/// A number as it is written.
pub(super) fn number(node: &Node) -> Option<&str> {
    match &node.value {
        Value::Number(number) => Some(number),
        Value::Null | Value::Flag(_) | Value::Text(_) | Value::List(_) | Value::Object(_) => None,
    }
}

pub(super) fn whole(node: &Node) -> Option<u32> {
    number(node)?.parse().ok()
}

/// A list of whole numbers.
pub(super) fn numbers(node: &Node) -> Option<Vec<u32>> {
    node.items()?.iter().map(whole).collect()
}
