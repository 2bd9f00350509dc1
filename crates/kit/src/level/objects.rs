use barrow_grid::Pos;
use barrow_source::Span;
use barrow_tmj::Object;

use crate::folder::cast::{Cast, Category};
use crate::folder::entry::Entry;
use crate::ink::{Draft, Ink};
use crate::kind::hooks::Hooks;
use crate::level::map::{CELL, KitMap};
use crate::level::place::Layout;
use crate::level::zone::Wildcard;
use crate::lowering::{Lowering, Written};

impl<'k> Lowering<'k, '_, '_> {
    /// Places what the object layers hold. Returns the cell of the hero.
    pub(crate) fn objects(
        &mut self,
        cast: &Cast<'k>,
        chart: &KitMap,
        layout: &mut Layout,
    ) -> Option<Pos> {
        let mut arrival = None;
        let mut spans = None;
        for placed in chart.opened.map.walk() {
            let Some(objects) = placed.layer.objects() else { continue };
            let group = placed.layer.name.as_str();
            for object in objects.iter().filter(|_| GROUPS.contains(&group)) {
                let spans =
                    spans.get_or_insert_with(|| chart.opened.object_spans(self.reader.files));
                let span = spans.get(&object.id).copied().unwrap_or(layout.ink.0);
                let (column, row) = object.cell(CELL.0, CELL.1);
                let at = Pos::new(column - chart.opened.bounds.x, row - chart.opened.bounds.y);
                if !chart.floor.bounds().contains(at) {
                    self.reader.warn(span, "this lies outside the map and is left out");
                } else if let Some(hero) = self.object(cast, group, object, span, at, chart, layout)
                {
                    layout.hero = Some(hero.to_string());
                    arrival = Some(at);
                }
            }
        }
        arrival
    }

    /// Places an object. A hero is not placed; its key is returned instead.
    #[expect(clippy::too_many_arguments, reason = "an object, where it stands and what is drawn")]
    fn object(
        &mut self,
        cast: &Cast<'k>,
        group: &str,
        object: &Object,
        span: Span,
        at: Pos,
        chart: &KitMap,
        layout: &mut Layout,
    ) -> Option<&'k str> {
        let key = if object.class.is_empty() { &object.name } else { &object.class };
        let kind = match group {
            "actors" => {
                let actor = self.known(cast.actor(key), "actor", key, span, &cast.actors())?;
                layout.placed.insert(key.clone());
                if actor.is("controlled") {
                    return Some(actor.key);
                }
                cast.kind(Category::Actor, key)
            }
            "items" => {
                self.known(cast.item(key), "item", key, span, &cast.items())?;
                let floored = chart.floor[at] != 0 || self.folder.switches.placement;
                if !floored && Wildcard::of_tile(chart.wildcards[at]).is_none() {
                    let what = format!("there is no floor under the item `{key}`; it is left out");
                    self.reader.warn(span, what);
                    return None;
                }
                cast.kind(Category::Item, key)
            }
            _ => self.landmark(cast, object, key, span)?,
        };
        let ink = Ink(span);
        let cell = ink.list(vec![ink.whole(at.x), ink.whole(at.y)]);
        layout.places.push(ink.object([("kind", ink.text(kind)), ("at", cell)]));
        None
    }

    /// Warns if an actor or item was not found.
    fn known(
        &mut self,
        found: Option<Entry<'k>>,
        one: &str,
        key: &str,
        span: Span,
        all: &[Entry<'_>],
    ) -> Option<Entry<'k>> {
        if found.is_none() {
            let meant = self.reader.report.meant(key, all.iter().map(|it| it.key));
            let what = format!("there is no {one} `{key}`{meant}; it is left out");
            self.reader.warn(span, what);
        }
        found
    }

    /// Writes a decoration that is named by its tile.
    fn landmark(
        &mut self,
        cast: &Cast<'_>,
        object: &Object,
        tile: &str,
        span: Span,
    ) -> Option<String> {
        let upper = tile.to_uppercase();
        if !self.folder.tiles.contains_key(&upper) {
            self.reader.warn(span, format!("there is no tile `{tile}`; it is left out"));
            return None;
        }
        let ink = Ink(span);
        let name = format!("{}/landmark {}", cast.prototype?.name, object.id);
        let mut look = Draft::new(ink);
        look.text("glyph", ",");
        look.text("tile", upper);
        let tint = ["tint", "fillColor"].into_iter().find_map(|it| object.properties.string(it));
        self.color(tint.map(|it| ink.text(it)).as_ref(), &mut look);
        let mut kind = Draft::new(ink);
        let called = if object.name.is_empty() { "landmark" } else { &object.name };
        kind.text("name", called);
        kind.text("as", "fixture");
        kind.set("look", look.finish());
        let mut hooks = Hooks::default();
        let text = object.properties.string("walk_description");
        hooks.extend("tread", self.walk_text(text, ink));
        hooks.write(&mut kind, ink);
        Written::add(&mut self.written.kinds, name.clone(), span, kind.finish());
        Some(name)
    }
}

/// The object layers that are read.
const GROUPS: [&str; 3] = ["actors", "items", "landmarks"];
