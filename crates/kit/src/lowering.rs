use barrow_source::{Member, Node, Span, Value};

use crate::Target;
use crate::attributes::{Attributes, word};
use crate::folder::reader::Reader;
use crate::folder::{Folder, Prototype};
use crate::ink::Ink;
use crate::text::Texts;

/// A folder that is being rewritten: what is known of it, and what is written so far.
pub(crate) struct Lowering<'k, 'c, 'f> {
    pub(crate) target: Target,
    pub(crate) folder: &'k Folder,
    pub(crate) reader: &'c mut Reader<'f>,
    pub(crate) attributes: Attributes,
    pub(crate) texts: Texts<'k>,
    pub(crate) written: Written,
}

/// The sections that are written so far.
#[derive(Default)]
pub(crate) struct Written {
    pub(crate) kinds: Vec<Member>,
    pub(crate) states: Vec<Member>,
    pub(crate) fields: Vec<Member>,
    pub(crate) minds: Vec<Member>,
    pub(crate) abilities: Vec<Member>,
    pub(crate) levels: Vec<Member>,
    pub(crate) tables: Vec<Member>,
}

impl Written {
    /// Adds a thing, unless one of that name is there already.
    pub(crate) fn add(things: &mut Vec<Member>, name: String, span: Span, value: Node) {
        if !things.iter().any(|it| it.key == name) {
            things.push(Member { key: name, key_span: span, value });
        }
    }
}

impl Lowering<'_, '_, '_> {
    /// Returns what a state is called in our form.
    pub(crate) fn state_name(&self, key: &str) -> String {
        self.unique_name(key, |_| false)
    }

    /// Returns a name for a field that no attribute and no state has.
    pub(crate) fn field_name(&self, wanted: &str) -> String {
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

    /// Returns the name of a table that always gives one kind.
    pub(crate) fn table_of_one(&mut self, kind: &str, span: Span) -> Node {
        let ink = Ink(span);
        let lots = ink.list(vec![ink.object([("kind", ink.text(kind))])]);
        Written::add(&mut self.written.tables, kind.into(), span, lots);
        ink.text(kind)
    }

    /// Returns all sections as a file of our own form.
    pub(crate) fn finish(self, pack: Node, slots: Vec<Member>) -> Node {
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
        let palettes = self.folder.switches.palettes.clone();
        let palettes = palettes.map(|it| own_palettes(it, &self.folder.prototypes));
        members.extend(palettes.map(|it| ink.member("palettes", it)));
        ink.node(Value::Object(members))
    }
}

/// Returns the palettes of a prototype that is loaded by itself, as a page does: those that name
/// others are left out. In a whole folder, a name that is nowhere is a mistake.
fn own_palettes(mut palettes: Node, prototypes: &[Prototype]) -> Node {
    let ([only], Value::Object(members)) = (prototypes, &mut palettes.value) else {
        return palettes;
    };
    members.retain(|palette| {
        let levels = palette.value.get("levels").and_then(Node::items);
        levels.is_none_or(|all| all.iter().any(|it| it.text() == Some(&only.name)))
    });
    palettes
}
