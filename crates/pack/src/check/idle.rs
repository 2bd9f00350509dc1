//! Warnings about what can never make a difference: facets on the wrong layer, occasions that
//! never come, modifiers that never apply, heroes that hardly move, things that make themselves.

use std::collections::BTreeSet;

use barrow_dice::{Fixed, Formula};
use barrow_source::Node;

use super::{Checker, is_never};
use crate::layers::Thing;
use crate::load::Pack;
use crate::model::{AttributeKind, Effect, Kind, Layer, Modifier, Nature, Nest, Occasion, Owner};
use crate::names::{Id, Section};
use crate::walk::Visitor;
use crate::{Files, Span};

/// Facets that only some layers use, with those layers and their names.
const FACETS: [(&str, &[Layer], &str); 8] = [
    ("mind", &[Layer::Actor], "an actor decides"),
    ("wakes", &[Layer::Actor], "an actor sleeps"),
    ("flight", &[Layer::Actor], "an actor flies"),
    ("immune", &[Layer::Actor], "an actor is in states"),
    ("item", &[Layer::Item], "an item is carried"),
    ("wear", &[Layer::Item], "an item is worn"),
    ("touch", &[Layer::Item], "an item touches"),
    ("strike", &[Layer::Actor, Layer::Item], "an actor or a weapon strikes"),
];

impl<'c> Checker<'c, '_> {
    /// Warns of what makes no difference. Only sound packs are looked at: a mistake elsewhere may
    /// be the reason.
    pub(super) fn idle(&mut self) {
        let played = self.players();
        for (thing, (id, kind)) in self.things(Section::Kinds).iter().zip(self.pack.kinds.iter()) {
            let extended = self.sections.extended.contains(&(Section::Kinds, thing.name.clone()));
            if extended || thing.span.file == Files::BUILT_IN {
                continue;
            }
            self.facets(thing, kind);
            // `rat@cellar` is the kind `rat` on one level.
            let plain = thing.name.split('@').next().and_then(|it| self.pack.kinds.find(it));
            self.occasions(thing, kind, played.contains(&plain.unwrap_or(id)));
            self.own_modifiers(thing, kind);
        }
        for (thing, (_, state)) in self.things(Section::States).iter().zip(self.pack.states.iter())
        {
            self.modifiers(thing.node.get("changes"), &state.changes);
        }
        self.life();
        self.speeds();
        self.offspring();
    }

    fn facets(&mut self, thing: &'c Thing, kind: &Kind) {
        for (key, layers, who) in FACETS {
            let Some(node) = thing.node.get(key).filter(|_| !layers.contains(&kind.layer)) else {
                continue;
            };
            let layer = Owner::from(kind.layer).one();
            let what = format!("`{key}` does nothing for {layer}: only {who}; remove it");
            self.reader.report.warning(node.span, what);
        }
    }

    /// Warns of occasions that need something else of the kind.
    fn occasions(&mut self, thing: &'c Thing, kind: &Kind, played: bool) {
        for member in thing.node.get("on").and_then(Node::members).unwrap_or_default() {
            let Some(at) = Occasion::WORDS.iter().position(|it| *it == member.key) else {
                continue;
            };
            let occasion = Occasion::ALL[at];
            // What never happens on this layer was reported when it was read.
            if Owner::from(kind.layer).present(occasion).is_none() {
                continue;
            }
            if let Some(need) = self.missing(kind, occasion, played) {
                let what = format!("`{}` never happens here: {need}", member.key);
                self.reader.report.warning(member.key_span, what);
            }
        }
    }

    /// Returns what a kind would need for an occasion.
    fn missing(&self, kind: &Kind, occasion: Occasion, played: bool) -> Option<&'static str> {
        let facet = kind.item.as_ref();
        let idle = kind.layer == Layer::Item && !kind.can_be_at_work();
        let lifeless = !kind.values.contains_key(&self.pack.rules.life);
        let on = |occasions: &[Occasion]| occasions.contains(&occasion);
        let rules = [
            (on(&[Occasion::Open]) && kind.door.is_none(), "only what has a `door` is opened"),
            (
                on(&[Occasion::Equip, Occasion::Unequip])
                    && facet.is_none_or(|it| it.slot.is_none()),
                "only an item with a `slot` is equipped",
            ),
            (
                on(&[Occasion::Use, Occasion::Drop, Occasion::Land]) && facet.is_none(),
                "only what can be carried is used, dropped or thrown; give it \"item\": {}",
            ),
            (
                on(&[
                    Occasion::Step,
                    Occasion::Hit,
                    Occasion::Cast,
                    Occasion::Arrive,
                    Occasion::Clear,
                ]) && idle,
                "an item takes part in this while it is worn or switched on, or if it is \
                 `passive`; give it a `slot` or \"passive\": true",
            ),
            (
                on(&[Occasion::Struck]) && lifeless && (idle || kind.layer == Layer::Fixture),
                "only what has life is harmed; give it some under `has`",
            ),
            (
                on(&[Occasion::Arrive, Occasion::Clear]) && kind.layer == Layer::Actor && !played,
                "only players arrive and clear levels, and no player is of this kind",
            ),
        ];
        rules.into_iter().find(|(broken, _)| *broken).map(|(_, need)| need)
    }

    /// Returns the kinds that players may be of: heroes, and what anything turns into.
    fn players(&self) -> BTreeSet<Id<Kind>> {
        let rules = &self.pack.rules;
        let mut played = Becoming(rules.heroes.iter().copied().collect());
        played.0.extend(rules.practice.iter().copied());
        played.0.extend(self.pack.levels.iter().filter_map(|(_, level)| level.hero));
        self.pack.walk(&mut played);
        played.0
    }

    fn own_modifiers(&mut self, thing: &'c Thing, kind: &Kind) {
        self.modifiers(thing.node.get("changes"), &kind.changes);
        self.modifiers(thing.node.get("wear"), &kind.wear);
        let written = thing.node.get("changes").map(Node::one_or_more).unwrap_or_default();
        for (node, modifier) in written.iter().zip(&kind.changes) {
            let attribute = self.pack.attributes.get(modifier.attribute);
            let gauge = attribute.kind() == AttributeKind::Gauge;
            if kind.layer == Layer::Terrain {
                let what = "terrain has no values that change; remove this";
                self.reader.report.warning(node.span, what);
            } else if gauge && !kind.values.contains_key(&modifier.attribute) {
                let name = self.pack.attributes.name(modifier.attribute);
                let what = format!(
                    "this changes nothing: `{}` has no gauge `{name}`; give it one under `has`",
                    thing.name
                );
                self.reader.report.warning(node.span, what);
            }
        }
        if let Some(wear) = thing.node.get("wear")
            && kind.layer == Layer::Item
            && !kind.can_be_at_work()
        {
            let what = "this never applies: the item can be neither worn nor switched on; give it \
                        a `slot`, or \"passive\": true";
            self.reader.report.warning(wear.span, what);
        }
    }

    /// Warns of modifiers that never apply or change nothing for anyone.
    fn modifiers(&mut self, written: Option<&'c Node>, modifiers: &[Modifier]) {
        let written = written.map(Node::one_or_more).unwrap_or_default();
        if written.len() != modifiers.len() {
            return;
        }
        for (node, modifier) in written.iter().zip(modifiers) {
            let same = |formula: &Option<Formula>, value: i32| {
                formula.as_ref().is_none_or(|it| it.constant() == Some(value.into()))
            };
            if is_never(modifier.when.as_ref()) {
                let span = node.get("when").map_or(node.span, |it| it.span);
                let what = "this modifier never applies: its `when` is never true; remove it";
                self.reader.report.warning(span, what);
            } else if same(&modifier.by, 0) && same(&modifier.times, 1) {
                let what = "this modifier changes nothing: it adds 0 or multiplies by 1; remove it";
                self.reader.report.warning(node.span, what);
            }
        }
    }

    fn life(&mut self) {
        let life = self.pack.rules.life;
        let name = self.pack.attributes.name(life);
        if self.pack.attributes.get(life).at_zero.is_empty()
            && let Some(thing) = self.things(Section::Attributes).iter().find(|it| it.name == name)
        {
            let what = format!(
                "nothing happens when `{name}` falls to zero, so nobody dies; give it \
                 \"at_zero\": [\"die\"]"
            );
            self.reader.report.warning(thing.span, what);
        }
    }

    /// Warns of heroes without speed: each of their actions takes 100 turns.
    fn speeds(&mut self) {
        let speed = self.pack.core.speed;
        if self.pack.attributes.get(speed).default > Fixed::ZERO {
            return;
        }
        let Some(pack) = &self.sections.pack else { return };
        for hero in self.kinds(pack.get("heroes")) {
            let has = hero.kind.values.contains_key(&speed)
                || hero.kind.changes.iter().any(|it| it.attribute == speed);
            if !has {
                let what = format!(
                    "the hero `{}` has no `speed`, so each of its actions takes 100 turns; give \
                     it \"speed\": 100 under `has`",
                    hero.name
                );
                self.reader.report.warning(hero.span, what);
            }
        }
    }

    /// Warns of kinds that make their own kind whenever they appear or a round passes.
    fn offspring(&mut self) {
        let pack = self.pack;
        for occasion in [Occasion::Spawn, Occasion::Turn] {
            let mut reported: BTreeSet<usize> = BTreeSet::new();
            let makes = |at: usize| -> Vec<usize> {
                let kind = u16::try_from(at).ok().and_then(|it| pack.kinds.try_get(Id::new(it)));
                let mut made = Vec::new();
                if let Some(kind) = kind {
                    always_made(pack, kind.on.effects(occasion), ROUTINES, &mut made);
                }
                made.into_iter().map(|it| usize::from(it.index())).collect()
            };
            let things = self.things(Section::Kinds);
            let others = |at, reported: &BTreeSet<usize>| {
                if reported.contains(&at) { Vec::new() } else { makes(at) }
            };
            while let Some(circle) =
                super::circles::find_circle(things.len(), |at| others(at, &reported))
            {
                let names: Vec<&str> = circle.iter().map(|&at| things[at].name.as_str()).collect();
                let (names, word) = (names.join(" -> "), occasion.word());
                let what = format!(
                    "these make each other without end on `{word}`: {names}; let a `chance` or \
                     an `if` decide"
                );
                let span = place_of(&things[circle[0]], word);
                self.reader.report.warning(span, what);
                reported.extend(circle);
            }
        }
    }
}

fn place_of(thing: &Thing, occasion: &str) -> Span {
    let members = thing.node.get("on").and_then(Node::members).unwrap_or_default();
    members.iter().find(|it| it.key == occasion).map_or(thing.span, |it| it.key_span)
}

/// How many routines that call each other are followed.
const ROUTINES: u32 = 8;

/// Collects the kinds that a list of effects makes in any case: itself, by a table with nothing
/// else in it, or by a routine.
fn always_made(pack: &Pack, effects: &[Effect], routines: u32, made: &mut Vec<Id<Kind>>) {
    for effect in effects {
        if let Effect::Spawn { kind, table, .. } = effect {
            let only = table.and_then(|it| match pack.tables.get(it).entries.as_slice() {
                [only] if only.needs.is_none() => only.kind,
                _ => None,
            });
            made.extend(kind.or(only));
        }
        if let Effect::Call { routine, .. } = effect
            && routines > 0
        {
            always_made(pack, &pack.routines.get(*routine).deed, routines - 1, made);
        }
        if let Nature::Nest(nest @ (Nest::With { .. } | Nest::Repeat { .. })) = effect.nature() {
            nest.lists().for_each(|it| always_made(pack, it, routines, made));
        }
    }
}

struct Becoming(BTreeSet<Id<Kind>>);

impl Visitor for Becoming {
    fn effect(&mut self, effect: &Effect) {
        if let Effect::Become { kind, .. } = effect {
            self.0.insert(*kind);
        }
    }
}
