//! Finds things that contain, call or need each other in a circle.

use std::collections::BTreeMap;

use barrow_source::Node;

use super::Checker;
use crate::names::{Id, Section};

impl Checker<'_, '_> {
    /// Checks that no things contain each other.
    pub(super) fn circles(&mut self, section: Section, key: &str, held: fn(&Node) -> Vec<&Node>) {
        let things = self.things(section);
        let indices: BTreeMap<&str, usize> =
            things.iter().zip(0..).map(|(thing, at)| (thing.name.as_str(), at)).collect();
        let holds = |at: usize| -> Vec<usize> {
            let held = held(&things[at].node).into_iter().flat_map(Node::one_or_more);
            let names = held.filter_map(|it| it.get(key).unwrap_or(it).text());
            names.filter_map(|name| indices.get(name).copied()).collect()
        };
        self.no_circle(section, "contain", holds);
    }

    /// Reports things that call or need each other in a circle.
    pub(super) fn no_circle(
        &mut self,
        section: Section,
        verb: &str,
        leads: impl Fn(usize) -> Vec<usize>,
    ) {
        let things = self.things(section);
        if let Some(circle) = find_circle(things.len(), leads) {
            let names: Vec<&str> = circle.iter().map(|&at| things[at].name.as_str()).collect();
            let what = format!("these {verb} each other in a circle: {}", names.join(" -> "));
            self.reader.error(things[circle[0]].span, what);
        }
    }
}

/// Returns the lists of entries in a list of them, itself included.
pub(super) fn lots(entries: &Node) -> Vec<&Node> {
    let inner = entries.one_or_more().iter().filter_map(|it| it.get("all")).flat_map(lots);
    std::iter::once(entries).chain(inner).collect()
}

/// Returns what a kind carries at first, in all its bags.
pub(super) fn stocks(kind: &Node) -> Vec<&Node> {
    let bags = kind.get("bags").and_then(Node::members).unwrap_or_default();
    let holdings = bags.iter().filter_map(|it| it.value.get("stock"));
    kind.get("stock").into_iter().chain(holdings).collect()
}

pub(super) fn indices<T>(ids: Vec<Id<T>>) -> Vec<usize> {
    ids.into_iter().map(|it| usize::from(it.index())).collect()
}

/// Returns the first cycle among `count` things, as their indices. `holds` returns the things
/// inside a thing.
pub(super) fn find_circle(count: usize, holds: impl Fn(usize) -> Vec<usize>) -> Option<Vec<usize>> {
    let mut seen = vec![Seen::Not; count];
    for start in 0..count {
        // The path to the current thing, each with what is still to be visited. This is a loop and
        // not a recursion, so that a long chain cannot exhaust the stack.
        let mut way: Vec<(usize, Vec<usize>)> = Vec::new();
        let mut next = Some(start);
        while let Some(at) = next.take().or_else(|| way.last_mut().and_then(|it| it.1.pop())) {
            match seen[at] {
                Seen::Not => {
                    seen[at] = Seen::OnTheWay;
                    way.push((at, holds(at)));
                }
                Seen::OnTheWay => {
                    let circle = way.iter().map(|it| it.0).skip_while(|&it| it != at);
                    return Some(circle.chain([at]).collect());
                }
                Seen::Done => {}
            }
            while let Some((done, _)) = way.pop_if(|it| it.1.is_empty()) {
                seen[done] = Seen::Done;
            }
        }
    }
    None
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Not,
    OnTheWay,
    Done,
}
