//! From files to whole things: sections are gathered over all files, later layers override
//! earlier ones key by key, and `extends` is followed. All of it on JSON, before anything is
//! understood.

use std::collections::BTreeMap;

use crate::json::{Member, Node, Span, Value};
use crate::names::Section;
use crate::reader::nearest;
use crate::{Report, Severity};

/// A named thing of a section, as written.
#[derive(Clone, Debug)]
pub(crate) struct Thing {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) node: Node,
}

/// All things of a pack, by section, and what its `pack` section says.
#[derive(Default)]
pub(crate) struct Sections {
    pub(crate) things: BTreeMap<Section, Vec<Thing>>,
    pub(crate) pack: Option<Node>,
}

impl Sections {
    /// Adds the files of one layer. Within a layer, a thing is declared once.
    pub(crate) fn add_layer(&mut self, files: &[Node], report: &mut Report) {
        let mut layer = Self::default();
        for file in files {
            layer.add_file(file, report);
        }
        for (section, things) in layer.things {
            let below = self.things.entry(section).or_default();
            for thing in things {
                match below.iter_mut().find(|it| it.name == thing.name) {
                    Some(lower) => lower.node = overlay(&lower.node, &thing.node),
                    None => below.push(thing),
                }
            }
        }
        self.pack = match (self.pack.take(), layer.pack) {
            (Some(lower), Some(upper)) => Some(overlay(&lower, &upper)),
            (lower, upper) => upper.or(lower),
        };
    }

    fn add_file(&mut self, file: &Node, report: &mut Report) {
        let Some(members) = file.members() else {
            return report.error(
                file.span,
                "a file of a pack is an object of sections: { \"kinds\": { ... } }",
            );
        };
        for member in members.iter().filter(|member| member.key != "$schema") {
            let section = Section::ALL.into_iter().find(|it| it.key() == member.key);
            match section {
                Some(section) => self.add_section(section, member, report),
                None if member.key == "pack" => self.add_pack(member, report),
                None => {
                    let keys = Section::ALL.into_iter().map(Section::key).chain(["pack"]);
                    let meant = nearest(&member.key, keys.clone()).map_or_else(
                        || format!("; there are {}", keys.collect::<Vec<_>>().join(", ")),
                        |it| format!(" (did you mean `{it}`?)"),
                    );
                    report.error(member.key_span, format!("no section `{}`{meant}", member.key));
                }
            }
        }
    }

    fn add_pack(&mut self, member: &Member, report: &mut Report) {
        if self.pack.is_some() {
            report.error(member.key_span, "`pack` stands in two files; keep one");
        }
        self.pack = Some(member.value.clone());
    }

    fn add_section(&mut self, section: Section, member: &Member, report: &mut Report) {
        let Some(things) = member.value.members() else {
            let what =
                format!("`{}` is an object of names, not {}", section.key(), member.value.kind());
            return report.error(member.value.span, what);
        };
        let known = self.things.entry(section).or_default();
        for thing in things {
            if known.iter().any(|it| it.name == thing.key) {
                let what = format!(
                    "the {} `{}` is declared a second time; keep one",
                    section.one(),
                    thing.key
                );
                report.note(Severity::Error, crate::Place::Span(thing.key_span), what);
                continue;
            }
            known.push(Thing {
                name: thing.key.clone(),
                span: thing.key_span,
                node: thing.value.clone(),
            });
        }
    }

    /// Lets every thing start from the one that its `extends` names.
    pub(crate) fn follow_extends(&mut self, report: &mut Report) {
        for (section, things) in &mut self.things {
            let whole: Vec<Node> =
                things.iter().map(|thing| inherited(*section, thing, things, report)).collect();
            for (thing, node) in things.iter_mut().zip(whole) {
                thing.node = node;
            }
        }
    }
}

/// The thing on top of all that it extends, the eldest lowest.
fn inherited(section: Section, thing: &Thing, things: &[Thing], report: &mut Report) -> Node {
    let mut line = vec![thing];
    let mut node = without_extends(&thing.node);
    while let Some(parent) = line.last().and_then(|it| it.node.get("extends")) {
        let name = parent.text().unwrap_or_default();
        let Some(next) = things.iter().find(|it| it.name == name) else {
            let names = things.iter().map(|it| it.name.as_str());
            let meant = nearest(name, names).map(|it| format!(" (did you mean `{it}`?)"));
            let what =
                format!("no {} `{name}` to extend{}", section.one(), meant.unwrap_or_default());
            report.error(parent.span, what);
            break;
        };
        if line.iter().any(|it| it.name == next.name) {
            let circle: Vec<&str> = line.iter().map(|it| it.name.as_str()).chain([name]).collect();
            report.error(parent.span, format!("`extends` goes in a circle: {}", circle.join(", ")));
            break;
        }
        node = overlay(&without_extends(&next.node), &node);
        line.push(next);
    }
    node
}

fn without_extends(node: &Node) -> Node {
    let mut node = node.clone();
    if let Value::Object(members) = &mut node.value {
        members.retain(|member| member.key != "extends");
    }
    node
}

/// One value on top of another: objects key by key, flags one by one, all else as a whole.
fn overlay(lower: &Node, upper: &Node) -> Node {
    let (Some(below), Some(above)) = (lower.members(), upper.members()) else {
        return upper.clone();
    };
    let mut members = below.to_vec();
    for member in above {
        match members.iter_mut().find(|it| it.key == member.key) {
            Some(it) if member.key == "is" => it.value = overlay_flags(&it.value, &member.value),
            Some(it) => it.value = overlay(&it.value, &member.value),
            None => members.push(member.clone()),
        }
    }
    Node { span: upper.span, value: Value::Object(members) }
}

/// Flags add up; `-flag` takes one away.
fn overlay_flags(lower: &Node, upper: &Node) -> Node {
    let (Value::List(below), Value::List(above)) = (&lower.value, &upper.value) else {
        return upper.clone();
    };
    let mut flags = below.clone();
    for flag in above {
        let text = flag.text().unwrap_or_default();
        match text.strip_prefix('-') {
            Some(removed) => flags.retain(|it| it.text() != Some(removed)),
            None if flags.iter().any(|it| it.text() == Some(text)) => {}
            None => flags.push(flag.clone()),
        }
    }
    Node { span: upper.span, value: Value::List(flags) }
}
