//! Checks of levels: how they are dug and drawn, what stands on them, where they lead.

use std::collections::BTreeSet;

use barrow_mapgen::{Layout, RoomGraph, Template};
use barrow_source::Node;

use super::{Checker, not_drawn};
use crate::layers::Thing;
use crate::model::{Kind, Layer, Level, Way};
use crate::names::{Id, Section};

impl<'c> Checker<'c, '_> {
    pub(super) fn levels(&mut self) {
        let sound = !self.reader.report.has_errors();
        for (thing, (_, level)) in self.things(Section::Levels).iter().zip(self.pack.levels.iter())
        {
            self.ground(thing);
            if sound {
                self.dig(thing, level);
            }
            self.drawing(thing, level);
            self.places(thing);
        }
    }

    /// Checks the drawings that a recipe uses, and how they go together.
    fn dig(&mut self, thing: &'c Thing, level: &Level) {
        let (Some(node), Some(dig)) = (thing.node.get("dig"), &level.dig) else { return };
        for id in dig.templates() {
            let template = self.pack.templates.get(id);
            if let Err(error) = template.fitted(&self.pack.templates, id) {
                let span = node.get("templates").map_or(node.span, |it| it.span);
                self.reader.error(span, error.to_string());
            }
        }
        if let Some(flaw) = dig.flaw(self.pack) {
            self.reader.error(node.span, flaw);
        }
    }

    fn ground(&mut self, thing: &'c Thing) {
        let Some(ground) = thing.node.get("ground") else { return };
        for key in ["floor", "wall", "lava"] {
            for it in self.kinds(ground.get(key)) {
                if it.kind.layer != Layer::Terrain {
                    let what = format!("`{}` is not terrain; give it \"as\": \"terrain\"", it.name);
                    self.reader.error(it.span, what);
                }
            }
        }
        for it in self.kinds(ground.get("door")) {
            if it.kind.door.is_none() {
                let what = format!("`{}` is not a door; give it a `door`", it.name);
                self.reader.error(it.span, what);
            }
        }
        for (key, way) in [("down", Way::Down), ("up", Way::Up)] {
            for it in self.kinds(ground.get(key)) {
                if it.kind.stairs.as_ref().is_none_or(|stairs| stairs.way != way) {
                    let what = format!(
                        "`{}` does not lead {key}; give it \"stairs\": {{ \"way\": \"{key}\" }}",
                        it.name
                    );
                    self.reader.error(it.span, what);
                }
            }
        }
    }

    fn drawing(&mut self, thing: &'c Thing, level: &Level) {
        let rows = thing.node.get("drawing").map(Node::one_or_more).unwrap_or_default();
        for (row, number) in rows.iter().zip(1..) {
            let text = row.text().unwrap_or_default();
            if text.chars().count() > Level::MAX_SIDE || number > Level::MAX_SIDE {
                let what = format!("a drawing is at most {0} by {0}", Level::MAX_SIDE);
                return self.reader.error(row.span, what);
            }
            for (at, glyph) in text.char_indices() {
                let kinds = level.stands_for(glyph);
                let nowhere =
                    kinds.and_then(|it| it.iter().find(|it| self.leads_nowhere(**it, thing)));
                let flaw = match (kinds, nowhere) {
                    (_, Some(&kind)) if !level.map.is_empty() => {
                        let name = self.pack.kinds.name(kind);
                        format!("`{name}` leads nowhere: the level has no `links.up`")
                    }
                    (_, Some(_)) => {
                        format!("`{glyph}` leads nowhere: the level has no `links.up`")
                    }
                    (Some(_), None) => continue,
                    (None, None) => not_drawn(glyph),
                };
                let span = self.reader.within(row, &(at..at + glyph.len_utf8()));
                self.reader.error(span, flaw);
            }
        }
    }

    /// Returns `true` if a kind leads up but its level has no link up. (There is always a way
    /// down: without a link, to the same level again.)
    fn leads_nowhere(&self, kind: Id<Kind>, level: &Thing) -> bool {
        let stairs = self.pack.kinds.try_get(kind).and_then(|it| it.stairs.as_ref());
        let linked = level.node.get("links").is_some_and(|it| it.get("up").is_some());
        !linked
            && !self.sections.lowered
            && stairs.is_some_and(|it| it.way == Way::Up && it.level.is_none())
    }

    /// Checks that some room may have the role that a placement wants.
    fn role(&mut self, place: &'c Node) {
        let Some(node) = place.get("role") else { return };
        let names = self.reader.names;
        let Some(role) = node.text().filter(|_| !names.incomplete && !self.sections.lowered) else {
            return;
        };
        let usual = Layout::default().types;
        let usual = usual.iter().map(|it| &*it.name);
        let graphs = self.pack.graphs.iter().filter_map(|(_, it)| it.rooms.as_ref());
        let slots = graphs.flat_map(RoomGraph::slots);
        let drawn = slots.filter_map(|it| it.room_type.as_deref());
        let declared = names.of(Section::Rooms).chain(names.of(Section::Templates));
        let known: BTreeSet<&str> =
            ["start", "exit"].into_iter().chain(usual).chain(drawn).chain(declared).collect();
        if !known.contains(role) && Template::built_in(role).is_none() {
            let known: Vec<&str> = known.into_iter().collect();
            let what =
                format!("no room has the role `{role}`{}", self.reader.meant_of(role, &known));
            self.reader.error(node.span, what);
        }
    }

    fn places(&mut self, thing: &'c Thing) {
        for place in thing.node.get("places").into_iter().flat_map(Node::one_or_more) {
            self.role(place);
            for it in self.kinds(place.get("kind")) {
                let index = self.reader.names.look_up(Section::Kinds, it.name).unwrap_or_default();
                if self.leads_nowhere(Id::new(index), thing) {
                    let what = format!("`{}` leads nowhere: the level has no `links.up`", it.name);
                    self.reader.error(it.span, what);
                }
            }
        }
    }
}
