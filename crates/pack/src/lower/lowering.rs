use super::attributes::{Attributes, word};
use super::clerk::Clerk;
use super::folder::Folder;
use super::text::Texts;
use crate::ink::Ink;
use crate::json::{Member, Node, Span, Value};

/// The work of putting a folder into our own form: what is known of it, and what is written
/// so far.
pub(super) struct Lowering<'k, 'c, 'f> {
    pub(super) folder: &'k Folder,
    pub(super) clerk: &'c mut Clerk<'f>,
    pub(super) attributes: Attributes,
    pub(super) texts: Texts<'k>,
    pub(super) written: Written,
}

/// The sections written so far.
#[derive(Default)]
pub(super) struct Written {
    pub(super) kinds: Vec<Member>,
    pub(super) states: Vec<Member>,
    pub(super) fields: Vec<Member>,
    pub(super) minds: Vec<Member>,
    pub(super) abilities: Vec<Member>,
    pub(super) levels: Vec<Member>,
    pub(super) tables: Vec<Member>,
}

impl Written {
    /// Adds something unless its name is there already.
    pub(super) fn add(things: &mut Vec<Member>, name: String, span: Span, value: Node) {
        if !things.iter().any(|it| it.key == name) {
            things.push(Member { key: name, key_span: span, value });
        }
    }
}

/// What a state is called in our form.
pub(super) fn state_name(key: &str) -> String {
    let mut name = word(key);
    while crate::check::is_taken(&name) {
        name.push('_');
    }
    name
}

impl Lowering<'_, '_, '_> {
    /// A name for a field that is no attribute's and no state's.
    pub(super) fn field_name(&self, wanted: &str) -> String {
        let mut name = word(wanted);
        let is_state = |name: &str| self.folder.states.iter().any(|it| state_name(it.key) == name);
        while crate::check::is_taken(&name) || self.attributes.declares(&name) || is_state(&name) {
            name.push('_');
        }
        name
    }

    /// The table that gives one kind and nothing else.
    pub(super) fn table_of_one(&mut self, kind: &str, span: Span) -> Node {
        let ink = Ink(span);
        let lots = ink.list(vec![ink.object([("kind", ink.text(kind))])]);
        Written::add(&mut self.written.tables, kind.into(), span, lots);
        ink.text(kind)
    }

    /// The sections as a file of our own form.
    pub(super) fn finish(self, pack: Node, slots: Vec<Member>) -> Node {
        let ink = Ink(pack.span);
        let attributes = self.attributes.write(&self.texts);
        let words = self.texts.write_lists();
        let written = self.written;
        let sections = [
            ("attributes", attributes),
            ("slots", slots),
            ("kinds", written.kinds),
            ("states", written.states),
            ("fields", written.fields),
            ("minds", written.minds),
            ("abilities", written.abilities),
            ("levels", written.levels),
            ("tables", written.tables),
            ("words", words),
        ];
        let mut members = vec![ink.member("pack", pack)];
        for (key, things) in sections {
            members.push(ink.member(key, ink.node(Value::Object(things))));
        }
        ink.node(Value::Object(members))
    }
}
