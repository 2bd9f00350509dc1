use barrow_source::{Member, Node, Span, Value};

use super::attributes::{Attributes, word};
use super::clerk::Clerk;
use super::folder::Folder;
use super::text::Texts;
use crate::Target;
use crate::ink::Ink;

/// The work of putting a folder into our own form: what is known of it, and what is written
/// so far.
pub(super) struct Lowering<'k, 'c, 'f> {
    pub(super) target: Target,
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

impl Lowering<'_, '_, '_> {
    /// Returns what a state is called in our form.
    pub(super) fn state_name(&self, key: &str) -> String {
        self.unique_name(key, |_| false)
    }

    /// Returns a name for a field that no attribute and no state has.
    pub(super) fn field_name(&self, wanted: &str) -> String {
        let is_state =
            |name: &str| self.folder.states.iter().any(|it| self.state_name(it.key) == name);
        self.unique_name(wanted, |name| self.attributes.declares(name) || is_state(name))
    }

    /// Returns the word for a key, with underscores added until it is not taken.
    fn unique_name(&self, key: &str, is_taken: impl Fn(&str) -> bool) -> String {
        let mut name = word(key);
        while (self.target.is_reserved)(&name) || is_taken(&name) {
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
