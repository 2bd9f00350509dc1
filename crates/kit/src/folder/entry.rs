use barrow_source::{Member, Node, Span, Value};

/// An actor, an item or another named thing, as it is written.
#[derive(Clone, Copy)]
pub(crate) struct Entry<'k> {
    pub(crate) key: &'k str,
    pub(crate) span: Span,
    pub(crate) node: &'k Node,
}

impl<'k> Entry<'k> {
    pub(crate) fn new(member: &'k Member) -> Self {
        Self { key: &member.key, span: member.key_span, node: &member.value }
    }

    /// Returns the value of a top-level key. `null` counts as missing.
    pub(crate) fn top(self, key: &str) -> Option<&'k Node> {
        self.node.get(key).filter(|it| it.value != Value::Null)
    }

    pub(crate) fn top_text(self, key: &str) -> Option<&'k str> {
        self.top(key)?.text()
    }

    /// Returns the value of an attribute. `state` is an old word for `attributes`.
    pub(crate) fn attribute(self, key: &str) -> Option<&'k Node> {
        let places = ["attributes", "state"].into_iter().filter_map(|it| self.node.get(it));
        places.filter_map(|it| it.get(key)).find(|it| it.value != Value::Null)
    }

    pub(crate) fn attribute_text(self, key: &str) -> Option<&'k str> {
        self.attribute(key)?.text()
    }

    /// Returns whether an attribute is set and true.
    pub(crate) fn is(self, key: &str) -> bool {
        self.attribute(key).is_some_and(is_true)
    }

    /// Returns whether an attribute is true or not set.
    pub(crate) fn is_or_unset(self, key: &str) -> bool {
        self.attribute(key).is_none_or(is_true)
    }

    pub(crate) fn attributes(self) -> impl Iterator<Item = &'k Member> {
        let places = ["attributes", "state"].into_iter().filter_map(move |it| self.node.get(it));
        places.flat_map(|it| it.members().unwrap_or_default())
    }

    pub(crate) fn stats(self) -> &'k [Member] {
        self.node.get("stats").and_then(Node::members).unwrap_or_default()
    }

    pub(crate) fn stat(self, key: &str) -> Option<&'k Node> {
        self.node.get("stats")?.get(key)
    }

    /// Returns the name, or the key if there is none.
    pub(crate) fn name(self) -> String {
        self.top_text("name").map_or_else(|| self.key.replace('_', " "), String::from)
    }

    pub(crate) fn is_solid(self) -> bool {
        self.is_or_unset("solid")
    }
}

/// Returns whether a value counts as true: anything but `null`, `false`, zero and an empty text.
pub(crate) fn is_true(node: &Node) -> bool {
    match &node.value {
        Value::Null => false,
        Value::Flag(flag) => *flag,
        Value::Number(number) => number.bytes().any(|it| (b'1'..=b'9').contains(&it)),
        Value::Text(text) => !text.is_empty(),
        Value::List(_) | Value::Object(_) => true,
    }
}

/// Returns a number as it is written.
pub(crate) fn number(node: &Node) -> Option<&str> {
    match &node.value {
        Value::Number(number) => Some(number),
        Value::Null | Value::Flag(_) | Value::Text(_) | Value::List(_) | Value::Object(_) => None,
    }
}

pub(crate) fn whole(node: &Node) -> Option<u32> {
    number(node)?.parse().ok()
}

/// Returns a list of whole numbers.
pub(crate) fn numbers(node: &Node) -> Option<Vec<u32>> {
    node.items()?.iter().map(whole).collect()
}
