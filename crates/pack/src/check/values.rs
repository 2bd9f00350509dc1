//! Checks of attributes and of the modifiers that read them.

use std::collections::BTreeSet;

use barrow_source::Node;

use super::Checker;
use super::circles::find_circle;
use crate::model::{AttributeKind, Field};
use crate::names::Section;

impl Checker<'_, '_> {
    /// Checks that effective values can be computed: no two need each other.
    pub(super) fn values(&mut self) {
        let reads = self.pack.modifier_reads();
        let modified: BTreeSet<u16> =
            self.pack.modifiers().map(|it| it.attribute.index()).collect();
        let mut next = vec![Vec::new(); self.pack.attributes.len()];
        for (own, read) in reads {
            if modified.contains(&read.index()) {
                next[usize::from(own.index())].push(usize::from(read.index()));
            }
        }
        let things = self.things(Section::Attributes);
        let path = |circle: &[usize]| {
            let names: Vec<&str> = circle.iter().map(|&at| things[at].name.as_str()).collect();
            names.join(" -> ")
        };
        if let Some(circle) = find_circle(next.len(), |at| next[at].clone()) {
            let what = format!(
                "modifiers read each other in a circle: {}; let one of them read something that \
                 is not modified",
                path(&circle)
            );
            return self.reader.error(things[circle[0]].span, what);
        }
        if let Some(chain) = find_long_chain(&next, LONGEST_CHAIN) {
            let what = format!(
                "modifiers read each other through more than {LONGEST_CHAIN} attributes: {}",
                path(&chain)
            );
            self.reader.error(things[chain[0]].span, what);
        }
    }

    /// Checks what attributes promise: secrets stay off the panel, factors do not erase damage.
    pub(super) fn attributes(&mut self) {
        let rows = self.sections.pack.as_ref().and_then(|it| it.get("panel"));
        for row in rows.into_iter().flat_map(Node::one_or_more) {
            let Some(node) = row.get("attribute") else { continue };
            let found = node.text().and_then(|it| self.pack.attributes.find(it));
            if found.is_some_and(|id| self.pack.attributes.get(id).secret) {
                let name = node.text().unwrap_or_default();
                let what = format!("`{name}` is `secret`, so it cannot stand on the panel");
                self.reader.error(node.span, what);
            }
        }
        let things = self.things(Section::Attributes).iter();
        for (thing, (_, attribute)) in things.zip(self.pack.attributes.iter()) {
            let factor =
                thing.name.ends_with("_taken") && attribute.kind() == AttributeKind::Number;
            if factor && thing.node.get("default").is_none() {
                let what = format!(
                    "`{}` is a factor of damage; without a `default`, things that do not have it \
                     take none: give it \"default\": 1",
                    thing.name
                );
                self.reader.report.warning(thing.span, what);
            }
        }
        for section in [Section::Kinds, Section::States] {
            for thing in self.things(section) {
                for key in ["changes", "wear"] {
                    let modifiers = thing.node.get(key).into_iter().flat_map(Node::one_or_more);
                    modifiers.for_each(|it| self.reads_itself(it));
                }
            }
        }
    }

    /// Warns of types of damage that make no difference: nothing resists or conducts them.
    pub(super) fn harm_types(&mut self) {
        for (span, name) in std::mem::take(&mut self.reader.bare_harm_types) {
            let conducts = |it: &Field| it.conducts.contains(&name);
            if !self.pack.fields.iter().any(|(_, it)| conducts(it)) {
                let what = format!(
                    "nothing distinguishes the damage type `{name}`; declare the number \
                     `{name}_taken` with a default of 1, or the flag `{name}_immune`"
                );
                self.reader.report.warning(span, what);
            }
        }
    }

    /// Warns of a modifier that reads the attribute it modifies. It may as well multiply.
    fn reads_itself(&mut self, modifier: &Node) {
        let Some(own) = modifier.get("attribute").and_then(Node::text) else { return };
        for formula in ["by", "times"].iter().filter_map(|it| modifier.get(it)) {
            let text = formula.text().unwrap_or_default();
            let words = text.split(|it: char| !(it.is_alphanumeric() || it == '_' || it == '.'));
            if words.clone().any(|it| it == own || it.strip_prefix("self.") == Some(own)) {
                let what = format!(
                    "this reads `{own}` as it is before all modifiers; to scale it, use `times`"
                );
                self.reader.report.warning(formula.span, what);
            }
        }
    }
}

/// The maximum number of attributes that modifiers read through each other.
const LONGEST_CHAIN: usize = 16;

/// Returns the first chain of more than `max` things that lead to each other without a cycle.
fn find_long_chain(next: &[Vec<usize>], max: usize) -> Option<Vec<usize>> {
    // The longest chain from each thing, and its next member; grown until nothing changes.
    let mut longest = vec![(1_usize, None); next.len()];
    for _ in 0..=max {
        for at in 0..next.len() {
            let best = next[at].iter().map(|&to| (longest[to].0 + 1, Some(to))).max();
            longest[at] = best.unwrap_or((1, None));
        }
    }
    let start = longest.iter().position(|&(length, _)| length > max)?;
    let chain = std::iter::successors(Some(start), |&at| longest[at].1);
    Some(chain.take(max + 1).collect())
}
