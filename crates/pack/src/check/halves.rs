//! Warnings about halves: keys that do nothing because their counterpart is missing.

use std::collections::BTreeSet;
use std::sync::Arc;

use barrow_source::Node;

use super::Checker;
use crate::Files;
use crate::layers::Thing;
use crate::model::{Attribute, Deed, Effect, Kind, Leaf, Nature, Occasion};
use crate::names::{Id, Section};
use crate::walk::Visitor;

impl<'c> Checker<'c, '_> {
    /// Warns of halves. Packs with mistakes are skipped, because the mistake may be the reason.
    pub(super) fn halves(&mut self) {
        let asleep = self.pack.core.asleep;
        let changed = self.pack.states.iter().flat_map(|(_, it)| &it.changes);
        let put_to_sleep = changed.map(|it| Some(it.attribute)).any(|it| it == asleep);
        let mut seen = Seen { asleep, harms: BTreeSet::new(), put_to_sleep };
        self.pack.walk(&mut seen);
        for (thing, (_, kind)) in self.things(Section::Kinds).iter().zip(self.pack.kinds.iter()) {
            let extended = self.sections.extended.contains(&(Section::Kinds, thing.name.clone()));
            if extended || thing.span.file == Files::BUILT_IN {
                continue;
            }
            self.unmoved(thing, kind);
            if !seen.put_to_sleep {
                self.sleepless(thing, kind);
            }
            self.needless(thing, kind);
        }
        self.untold();
        self.conductors(&seen.harms);
    }

    fn half(&mut self, node: Option<&'c Node>, what: String) {
        if let Some(node) = node {
            self.reader.report.warning(node.span, what);
        }
    }

    /// Warns of a flight that no mind begins.
    fn unmoved(&mut self, thing: &'c Thing, kind: &Kind) {
        let mind = kind.mind.map(|it| self.pack.minds.get(it));
        let advances = |deed: &Deed| matches!(deed, Deed::Advance);
        if mind.is_none_or(|it| !it.behaviours.iter().any(|it| advances(&it.deed))) {
            let what = "`flight` does nothing: only the behaviour `advance` flies; give it a mind \
                        such as [\"advance\"]";
            self.half(thing.node.get("flight"), what.into());
        }
    }

    /// Warns of `wakes` on a kind that never sleeps.
    fn sleepless(&mut self, thing: &'c Thing, kind: &Kind) {
        let Some(asleep) = self.pack.core.asleep else { return };
        if !kind.flags.contains(&asleep) {
            let what = "`wakes` does nothing: nobody of this kind sleeps; list `asleep` under `is`";
            self.half(thing.node.get("wakes"), what.into());
        }
    }

    /// Warns of conditions for an action that the item does not have, and of a choice without an
    /// effect.
    fn needless(&mut self, thing: &'c Thing, kind: &Kind) {
        let (Some(item), Some(node)) = (&kind.item, thing.node.get("item")) else { return };
        if item.slot.is_none() {
            for key in ["equip", "unequip"] {
                let what = format!("`{key}` never happens here: give the item a `slot`");
                self.half(node.get("needs_to").and_then(|it| it.get(key)), what);
            }
        }
        if kind.on.effects(Occasion::Use).is_empty() {
            let what = "using it does nothing to what was chosen: give it effects on `use`";
            self.half(node.get("aim"), what.into());
        }
    }

    /// Warns of keys about an announcement in abilities without one.
    fn untold(&mut self) {
        let abilities = self.things(Section::Abilities).iter().zip(self.pack.abilities.iter());
        for (thing, _) in abilities.filter(|(_, (_, ability))| ability.tell.is_none()) {
            let extended =
                self.sections.extended.contains(&(Section::Abilities, thing.name.clone()));
            for key in ["tells", "steady"].into_iter().filter(|_| !extended) {
                let what = format!(
                    "`{key}` does nothing without `tell`, the number of turns that the ability is \
                     announced before"
                );
                self.half(thing.node.get(key), what);
            }
        }
    }

    /// Warns of types of damage that fields conduct and nothing does.
    fn conductors(&mut self, harms: &BTreeSet<Arc<str>>) {
        for thing in self.things(Section::Fields) {
            for node in thing.node.get("conducts").into_iter().flat_map(Node::one_or_more) {
                let Some(name) = node.text().filter(|it| !harms.contains(*it)) else { continue };
                let meant = self.reader.report.meant(name, harms.iter().map(|it| &**it));
                let what = format!("no effect does damage of the type `{name}`{meant}");
                self.reader.report.warning(node.span, what);
            }
        }
    }
}

/// What effects do anywhere in a pack.
struct Seen {
    asleep: Option<Id<Attribute>>,
    /// The types of damage.
    harms: BTreeSet<Arc<str>>,
    put_to_sleep: bool,
}

impl Visitor for Seen {
    fn effect(&mut self, effect: &Effect) {
        match effect.nature() {
            Nature::Leaf(_, Leaf::Harm { kind, .. }) => {
                self.harms.insert(Arc::clone(&kind.name));
            }
            Nature::Leaf(_, Leaf::Value { attribute, .. }) => {
                self.put_to_sleep |= Some(attribute) == self.asleep;
            }
            Nature::Leaf(..) | Nature::Nest(_) => {}
        }
    }
}
