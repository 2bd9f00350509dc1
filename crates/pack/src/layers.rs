//! From files to whole things: collects the sections of all files, lets later layers override
//! earlier ones key by key, and follows `extends`. All of this works on JSON, before anything is
//! read.

use std::collections::{BTreeMap, BTreeSet};

use barrow_source::{Member, Node, Span, Value};

use crate::Report;
use crate::model::default_names;
use crate::names::Section;

/// A named thing of a section, as written.
#[derive(Clone, Debug)]
pub(crate) struct Thing {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) node: Node,
}

/// The things of a section in the order of their declaration; each name occurs once.
#[derive(Default)]
pub(crate) struct Things {
    list: Vec<Thing>,
    indices: BTreeMap<String, usize>,
}

impl Things {
    pub(crate) fn list(&self) -> &[Thing] {
        &self.list
    }

    pub(crate) fn find(&self, name: &str) -> Option<&Thing> {
        self.indices.get(name).map(|&at| &self.list[at])
    }

    pub(crate) fn list_mut(&mut self) -> &mut [Thing] {
        &mut self.list
    }

    fn remove(&mut self, name: &str) {
        self.list.retain(|thing| thing.name != name);
        let names = self.list.iter().map(|thing| thing.name.clone());
        self.indices = names.zip(0..).collect();
    }

    pub(crate) fn push(&mut self, thing: Thing) {
        self.indices.insert(thing.name.clone(), self.list.len());
        self.list.push(thing);
    }
}

/// All things of a pack by section, and its `pack` section.
#[derive(Default)]
pub(crate) struct Sections {
    pub(crate) things: BTreeMap<Section, Things>,
    pub(crate) pack: Option<Node>,
    /// A file could not be read, so unknown names may be declared there.
    pub(crate) incomplete: bool,
    /// The files that only say how the game sounds.
    pub(crate) only_heard: Vec<u16>,
    /// They were converted from the kit's form.
    pub(crate) lowered: bool,
    /// The things that others extend.
    pub(crate) extended: BTreeSet<(Section, String)>,
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
            for thing in things.list {
                match below.indices.get(&thing.name) {
                    Some(&at) => {
                        let lower = &mut below.list[at];
                        lower.node = overlay(&lower.node, &thing.node);
                    }
                    None => below.push(thing),
                }
            }
        }
        self.pack = match (self.pack.take(), layer.pack) {
            (Some(lower), Some(upper)) => Some(overlay(&lower, &upper)),
            (lower, upper) => upper.or(lower),
        };
    }

    /// Removes the attributes of these names if the files declare something that formulas call
    /// the same.
    pub(crate) fn withdraw(&mut self, names: &[&str], files: &[Node]) {
        let read = [Section::Attributes, Section::States, Section::Fields];
        for name in names {
            let declares = |file: &Node| {
                read.iter().any(|it| file.get(it.key()).is_some_and(|it| it.get(name).is_some()))
            };
            if files.iter().any(declares)
                && let Some(attributes) = self.things.get_mut(&Section::Attributes)
            {
                attributes.remove(name);
            }
        }
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
                None => report.error(member.key_span, no_section(&member.key, report)),
            }
        }
    }

    fn add_pack(&mut self, member: &Member, report: &mut Report) {
        if self.pack.is_some() {
            return report.error(member.key_span, "`pack` is in two files; keep one");
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
            if known.indices.contains_key(&thing.key) {
                let (one, name) = (section.one(), &thing.key);
                let what = format!("the {one} `{name}` is declared a second time; keep one");
                report.error(thing.key_span, what);
                continue;
            }
            let (name, span) = (thing.key.clone(), thing.key_span);
            known.push(Thing { name, span, node: thing.value.clone() });
        }
    }

    /// Merges every thing with the one that its `extends` names.
    pub(crate) fn follow_extends(&mut self, report: &mut Report) {
        let mut budget = Budget(MAX_INHERITED);
        for (&section, things) in &mut self.things {
            let mut whole = Vec::new();
            for thing in things.list() {
                let line = ancestors(section, thing, things, self.incomplete, report);
                let names = line.iter().skip(1).map(|it| (section, it.name.clone()));
                self.extended.extend(names);
                whole.push(budget.inherit(&line, report));
            }
            for (thing, node) in things.list.iter_mut().zip(whole) {
                thing.node = node;
            }
        }
    }
}

fn no_section(key: &str, report: &Report) -> String {
    let keys = Section::ALL.into_iter().map(Section::key).chain(["pack"]);
    let meant = report.nearest(key, keys.clone()).map_or_else(
        || format!("; there are {}", keys.collect::<Vec<_>>().join(", ")),
        |it| format!(" (did you mean `{it}`?)"),
    );
    format!("no section `{key}`{meant}")
}

/// The maximum length of a chain of `extends`.
const MAX_EXTENDS: usize = 16;

/// Returns the thing and everything it extends, the most distant last.
fn ancestors<'t>(
    section: Section,
    thing: &'t Thing,
    things: &'t Things,
    incomplete: bool,
    report: &mut Report,
) -> Vec<&'t Thing> {
    let mut line = vec![thing];
    while let Some(parent) = line.last().and_then(|it| it.node.get("extends")) {
        let Some(name) = parent.text() else {
            let what = format!("expected a name from `{}`, found {}", section.key(), parent.kind());
            report.error(parent.span, what);
            break;
        };
        let Some(next) = things.find(name) else {
            if incomplete {
                break;
            }
            let shipped = default_names(section).iter().copied();
            let names = things.list().iter().map(|it| it.name.as_str()).chain(shipped);
            let meant = report.meant(name, names);
            let what = format!("no {} `{name}` to extend{meant}", section.one());
            report.error(parent.span, what);
            break;
        };
        if line.iter().any(|it| it.name == next.name) {
            let circle: Vec<&str> = line.iter().map(|it| it.name.as_str()).chain([name]).collect();
            report
                .error(parent.span, format!("`extends` goes in a circle: {}", circle.join(" -> ")));
            break;
        }
        if line.len() == MAX_EXTENDS {
            let what = format!("`extends` goes through more than {MAX_EXTENDS} things");
            report.error(parent.span, what);
            break;
        }
        line.push(next);
    }
    line
}

/// The maximum number of values that all things together may inherit: a few lines must not fill
/// the memory.
const MAX_INHERITED: usize = 1_000_000;

struct Budget(usize);

impl Budget {
    /// Returns the thing merged with everything it extends.
    fn inherit(&mut self, line: &[&Thing], report: &mut Report) -> Node {
        let mut end = 1;
        for next in &line[1..] {
            let size = size(&next.node);
            if size > self.0 {
                let span = line[0].span;
                report.error(
                    span,
                    "the things of this pack inherit too much in total; extend smaller things",
                );
                break;
            }
            self.0 -= size;
            end += 1;
        }
        // From the root up, so that each thing appends to what it inherits as a whole.
        let mut node = without_extends(&line[end - 1].node);
        for next in line[..end - 1].iter().rev() {
            node = overlay(&node, &without_extends(&next.node));
        }
        node
    }
}

fn size(node: &Node) -> usize {
    1 + match &node.value {
        Value::List(items) => items.iter().map(size).sum(),
        Value::Object(members) => members.iter().map(|it| size(&it.value)).sum(),
        Value::Null | Value::Flag(_) | Value::Number(_) | Value::Text(_) => 0,
    }
}

fn without_extends(node: &Node) -> Node {
    let mut node = node.clone();
    if let Value::Object(members) = &mut node.value {
        members.retain(|member| member.key != "extends");
    }
    node
}

/// Lays one value over another: objects key by key, flags one by one, anything else as a whole.
pub(crate) fn overlay(lower: &Node, upper: &Node) -> Node {
    let (Some(below), Some(above)) = (lower.members(), upper.members()) else {
        return upper.clone();
    };
    let mut members = below.to_vec();
    for member in above {
        if let Some(key) = member.key.strip_prefix('+') {
            append(&mut members, key, member);
            continue;
        }
        match members.iter_mut().find(|it| it.key == member.key) {
            Some(it) if member.key == "is" => it.value = overlay_flags(&it.value, &member.value),
            Some(it) => it.value = overlay(&it.value, &member.value),
            None => members.push(member.clone()),
        }
    }
    Node { span: upper.span, value: Value::Object(members) }
}

/// Appends to a list of the lower layer. If there is none, the list stands for itself.
fn append(members: &mut Vec<Member>, key: &str, upper: &Member) {
    let more = upper.value.one_or_more();
    match members.iter_mut().find(|it| it.key == key) {
        Some(lower) => {
            let all = lower.value.one_or_more().iter().chain(more).cloned().collect();
            lower.value = Node { span: upper.value.span, value: Value::List(all) };
        }
        None => members.push(Member { key: key.into(), ..upper.clone() }),
    }
}

/// Combines flags; `-flag` removes one. A `-flag` that removes nothing is kept, to be reported.
fn overlay_flags(lower: &Node, upper: &Node) -> Node {
    let mut flags = lower.one_or_more().to_vec();
    for flag in upper.one_or_more() {
        let text = flag.text().unwrap_or_default();
        let has = |name: &str| flags.iter().any(|it| it.text() == Some(name));
        match text.strip_prefix('-') {
            _ if has(text) => {}
            Some(removed) if has(removed) => flags.retain(|it| it.text() != Some(removed)),
            Some(_) | None => flags.push(flag.clone()),
        }
    }
    Node { span: upper.span, value: Value::List(flags) }
}
