use std::collections::BTreeSet;

use barrow_source::{Member, Node, Span, Value};

use super::cast::{Cast, Sort};
use super::entry::{is_true, number};
use super::folder::Prototype;
use super::level::leads;
use super::lowering::{Lowering, Written};
use super::nature::Nature;
use crate::ink::{Draft, Ink};

/// How a level looks before anything random is put there.
pub(super) struct Layout {
    pub(super) ink: Ink,
    /// A line a row.
    pub(super) rows: Vec<String>,
    /// What the glyphs stand for, the ground first.
    pub(super) legend: Vec<(char, Vec<String>)>,
    pub(super) zones: Vec<Node>,
    /// What stands at places of its own.
    pub(super) places: Vec<Node>,
    /// Who of those who can be played stands on the map.
    pub(super) hero: Option<String>,
    /// The actors that the map has.
    pub(super) placed: BTreeSet<String>,
    pub(super) has_map: bool,
}

impl Layout {
    pub(super) const fn blank(ink: Ink) -> Self {
        Self {
            ink,
            rows: Vec::new(),
            legend: Vec::new(),
            zones: Vec::new(),
            places: Vec::new(),
            hero: None,
            placed: BTreeSet::new(),
            has_map: false,
        }
    }
}

impl<'k> Lowering<'k, '_, '_> {
    pub(super) fn layout(&mut self, cast: &Cast<'k>, prototype: &'k Prototype) -> Layout {
        let ink = Ink(prototype.config.span);
        match &prototype.map {
            Some(name) => {
                let map = self.map(cast, name);
                // What is wrong with the map was told.
                map.unwrap_or_else(|| Layout { rows: vec!["@".into()], ..Layout::blank(ink) })
            }
            None => self.generated(cast, prototype),
        }
    }

    /// Writes the layout, the ways up and down, and what is put there by chance.
    pub(super) fn lay_out(
        &mut self,
        cast: &Cast<'k>,
        layout: Layout,
        links: &Node,
        level: &mut Draft,
    ) {
        let ink = layout.ink;
        let config = cast.prototype.map(|it| &it.config);
        let mut places = layout.places;
        if layout.has_map {
            places.extend(unplaced(cast, &layout.placed));
        }
        for (key, sort) in [("random_actors", Sort::Actor), ("random_items", Sort::Item)] {
            let table = config.and_then(|it| it.get(key));
            for member in table.and_then(Node::members).unwrap_or_default() {
                places.extend(self.random(cast, member, sort));
            }
        }
        let rows = layout.rows.into_iter().map(|it| ink.text(it)).collect();
        level.set("drawing", ink.list(rows));
        let legend = layout.legend.into_iter().map(|(sign, kinds)| {
            let kinds = kinds.into_iter().map(|it| ink.text(it)).collect();
            ink.member(sign.to_string(), ink.list(kinds))
        });
        level.set("legend", ink.node(Value::Object(legend.collect())));
        level.set("zones", ink.list(layout.zones));
        level.set("ground", self.ground(cast, links, ink));
        level.flag("ways", !cast.mechanic("observer_mode"));
        level.set("places", ink.list(places));
    }

    fn ground(&mut self, cast: &Cast<'k>, links: &Node, ink: Ink) -> Node {
        let mut ground = Draft::new(ink);
        ground.text("floor", self.floor_kind(cast, USUAL_FLOOR, ink.0));
        ground.text("wall", self.void_kind(cast, 0, ink.0));
        if cast.mechanic("observer_mode") {
            return ground.finish();
        }
        let sealed = links.get("up").is_none();
        ground.text("up", self.stairs(cast, "up", sealed, ink));
        if links.get("down").is_some() {
            ground.text("down", self.stairs(cast, "down", false, ink));
        }
        ground.finish()
    }

    /// The actor that leads up or down; made up where the folder has none.
    fn stairs(&mut self, cast: &Cast<'k>, way: &'static str, sealed: bool, ink: Ink) -> String {
        let all = cast.actors();
        let plain = all.iter().find(|it| leads(it, way) && !it.is("locked"));
        let shut = all.iter().find(|it| leads(it, way) && it.is("locked"));
        let found = if sealed { shut.or(plain) } else { plain };
        if let Some(found) = found {
            return cast.kind(Sort::Actor, found.key);
        }
        let name = format!("way {way}");
        let mut kind = Draft::new(ink);
        kind.text("name", name.clone());
        kind.text("as", "fixture");
        let glyph = if way == "up" { "<" } else { ">" };
        kind.set("look", ink.object([("glyph", ink.text(glyph))]));
        let fields = [("way", ink.text(way)), ("at_once", ink.flag(true))];
        kind.set("stairs", ink.object(fields));
        Written::add(&mut self.written.kinds, name.clone(), ink.0, kind.finish());
        name
    }

    /// Something that is put there by chance: `{chance, min, max}`.
    fn random(&mut self, cast: &Cast<'_>, member: &Member, sort: Sort) -> Option<Node> {
        let ink = Ink(member.value.span);
        let key = member.key.as_str();
        let (found, one) = match sort {
            Sort::Actor => (cast.actor(key), "actor"),
            Sort::Item | Sort::Entity => (cast.item(key), "item"),
        };
        if found.is_none() {
            let what = format!("there is no {one} `{key}`; it is left out");
            self.clerk.warn(member.key_span, what);
            return None;
        }
        let part = |name: &str, usual: &'static str| {
            member.value.get(name).and_then(number).unwrap_or(usual).to_string()
        };
        let (chance, least, most) = (part("chance", "100"), part("min", "1"), part("max", "1"));
        let certain = chance.parse().is_ok_and(|it: barrow_dice::Fixed| it >= HUNDRED);
        let mut place = Draft::new(ink);
        place.text("kind", cast.kind(sort, key));
        let shipped = self.folder.switches.random && certain;
        if !shipped {
            // A `max` below `min` still means something: `roll` wants its ends in order.
            let ends = format!("roll(min({least}, {most}), max({least}, {most}))");
            place.text("count", ends);
        }
        if !certain {
            place.text("chance", format!("{chance} / 100"));
        }
        Some(place.finish())
    }

    /// The ground of a floor tile: all tiles are walked alike, and each has its picture.
    pub(super) fn floor_kind(&mut self, cast: &Cast<'_>, tile: u32, span: Span) -> String {
        let name = if tile == USUAL_FLOOR { "floor".into() } else { format!("floor {tile}") };
        self.terrain(cast, &name, tile, (".", &[]), span)
    }

    /// The ground where there is no floor: one falls.
    pub(super) fn void_kind(&mut self, cast: &Cast<'_>, tile: u32, span: Span) -> String {
        let name = if tile == 0 { "void".into() } else { format!("void {tile}") };
        self.terrain(cast, &name, tile, (" ", &["pit"]), span)
    }

    fn terrain(
        &mut self,
        cast: &Cast<'_>,
        name: &str,
        tile: u32,
        (glyph, flags): (&str, &[&str]),
        span: Span,
    ) -> String {
        let ink = Ink(span);
        let taken = self.folder.actors.has(name)
            || self.folder.prototypes.iter().any(|it| it.actors.has(name) || it.items.has(name))
            || self.folder.items.has(name)
            || self.folder.entities.has(name);
        let own = if taken { format!("{name} (ground)") } else { name.into() };
        let mut look = Draft::new(ink);
        look.text("glyph", glyph);
        look.text("tile", cast.tile_name(tile).unwrap_or_default());
        let mut kind = Draft::new(ink);
        kind.text("name", name.split(' ').next().unwrap_or(name));
        kind.text("as", "terrain");
        kind.set("look", look.finish());
        kind.set("is", ink.list(flags.iter().map(|it| ink.text(*it)).collect()));
        Written::add(&mut self.written.kinds, own.clone(), span, kind.finish());
        own
    }

    /// Those that a random thing is drawn from where a map asks for one.
    pub(super) fn spawn_table(&mut self, cast: &Cast<'k>, sort: Sort, ink: Ink) -> Option<String> {
        let prototype = cast.prototype?;
        let (key, one) = if sort == Sort::Actor {
            ("random_actors", "actors")
        } else {
            ("random_items", "items")
        };
        let listed = prototype.config.get(key).and_then(Node::members).unwrap_or_default();
        let mut lots = Vec::new();
        for member in listed {
            let known = match sort {
                Sort::Actor => cast.actor(&member.key).is_some(),
                Sort::Item | Sort::Entity => cast.item(&member.key).is_some(),
            };
            let weight = member.value.get("chance").and_then(number).unwrap_or("100");
            let counts = weight.bytes().any(|it| (b'1'..=b'9').contains(&it));
            if known && counts {
                let kind = ink.text(cast.kind(sort, &member.key));
                lots.push(ink.object([("kind", kind), ("weight", ink.whole(weight))]));
            }
        }
        if lots.is_empty() {
            let all: Vec<&str> = match sort {
                Sort::Actor => {
                    let mut all = cast.actors();
                    all.retain(|it| matches!(cast.nature(*it), Nature::Creature));
                    all.iter().map(|it| it.key).collect()
                }
                Sort::Item | Sort::Entity => {
                    let mut all = cast.items();
                    all.retain(|it| it.is("pickupable"));
                    all.iter().map(|it| it.key).collect()
                }
            };
            lots = all
                .into_iter()
                .map(|key| ink.object([("kind", ink.text(cast.kind(sort, key)))]))
                .collect();
        }
        if lots.is_empty() {
            return None;
        }
        let name = format!("{} {one}", prototype.name);
        Written::add(&mut self.written.tables, name.clone(), ink.0, ink.list(lots));
        Some(name)
    }
}

/// Actors of the prototype's own that stand nowhere come in small numbers.
fn unplaced(cast: &Cast<'_>, placed: &BTreeSet<String>) -> Vec<Node> {
    let Some(prototype) = cast.prototype else { return Vec::new() };
    let random = prototype.config.get("random_actors");
    let elsewhere =
        |key: &str| placed.contains(key) || random.is_some_and(|it| it.get(key).is_some());
    let own = prototype.actors.iter().filter(|it| {
        let structure = STRUCTURE.contains(&it.key) || it.attribute("stairway").is_some();
        !elsewhere(it.key) && !structure && !it.attribute("controlled").is_some_and(is_true)
    });
    let spread = own.map(|it| {
        let ink = Ink(it.span);
        let kind = ink.text(cast.kind(Sort::Actor, it.key));
        ink.object([("kind", kind), ("count", ink.text("roll(1, 3)"))])
    });
    spread.collect()
}

/// The tile of floors that are dug.
pub(super) const USUAL_FLOOR: u32 = 158;
const HUNDRED: barrow_dice::Fixed = barrow_dice::Fixed::from_whole(100);
/// Actors that levels are built of.
const STRUCTURE: [&str; 3] = ["player", "wall", "door"];
