use std::collections::BTreeSet;

use barrow_dice::Fixed;
use barrow_source::{Member, Node, Span, Value};

use crate::folder::Prototype;
use crate::folder::cast::{Cast, Category};
use crate::folder::entry::{is_true, number};
use crate::ink::{Draft, Ink};
use crate::kind::nature::Nature;
use crate::level::is_stairway;
use crate::lowering::{Lowering, Written};

/// A level before anything random is placed.
pub(crate) struct Layout {
    pub(crate) ink: Ink,
    /// The rows of the drawing.
    pub(crate) rows: Vec<String>,
    /// The kinds that each sign stands for, the ground first.
    pub(crate) legend: Vec<(char, Vec<String>)>,
    pub(crate) zones: Vec<Node>,
    /// What is placed at certain cells.
    pub(crate) places: Vec<Node>,
    /// The key of the hero on the map, if there is one.
    pub(crate) hero: Option<String>,
    /// The keys of all actors on the map.
    pub(crate) placed: BTreeSet<String>,
    pub(crate) has_map: bool,
    /// Whether the map itself has free floor, besides what is dug.
    pub(crate) has_floor: bool,
}

impl Layout {
    pub(crate) const fn blank(ink: Ink) -> Self {
        Self {
            ink,
            rows: Vec::new(),
            legend: Vec::new(),
            zones: Vec::new(),
            places: Vec::new(),
            hero: None,
            placed: BTreeSet::new(),
            has_map: false,
            has_floor: false,
        }
    }
}

impl<'k> Lowering<'k, '_, '_> {
    /// Returns the layout of a prototype, from its map or its generator.
    pub(crate) fn layout(&mut self, cast: &Cast<'k>, prototype: &'k Prototype) -> Layout {
        let ink = Ink(prototype.config.span);
        match &prototype.map {
            Some(name) => {
                let map = self.map(cast, name);
                // The map's mistakes are reported already; a single cell stands in for it.
                let cell = self.target.arrival.to_string();
                map.unwrap_or_else(|| Layout { rows: vec![cell], ..Layout::blank(ink) })
            }
            None => self.generated(cast, prototype),
        }
    }

    /// Writes the layout, the ways up and down, and what is placed at random.
    pub(crate) fn write_layout(
        &mut self,
        cast: &Cast<'k>,
        layout: Layout,
        links: &Node,
        level: &mut Draft,
    ) {
        let ink = layout.ink;
        let config = cast.prototype.map(|it| &it.config);
        let mut places = layout.places;
        if layout.has_map && layout.has_floor {
            places.extend(unplaced(cast, &layout.placed));
        }
        for (key, category) in
            [("random_actors", Category::Actor), ("random_items", Category::Item)]
        {
            let table = config.and_then(|it| it.get(key));
            for member in table.and_then(Node::members).unwrap_or_default() {
                places.extend(self.random(cast, member, category));
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
        ground.text("floor", self.floor_kind(cast, DEFAULT_FLOOR, ink.0));
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

    /// Returns the kind of the stairs up or down, and writes one if the folder has none.
    fn stairs(&mut self, cast: &Cast<'k>, way: &'static str, sealed: bool, ink: Ink) -> String {
        let all = cast.actors();
        let plain = all.iter().find(|it| is_stairway(it, way) && !it.is("locked"));
        let shut = all.iter().find(|it| is_stairway(it, way) && it.is("locked"));
        let found = if sealed { shut.or(plain) } else { plain };
        if let Some(found) = found {
            return cast.kind(Category::Actor, found.key);
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

    /// Returns a random placement: `{chance, min, max}`.
    fn random(&mut self, cast: &Cast<'_>, member: &Member, category: Category) -> Option<Node> {
        let ink = Ink(member.value.span);
        let key = member.key.as_str();
        let (found, one) = match category {
            Category::Actor => (cast.actor(key), "actor"),
            Category::Item | Category::Entity => (cast.item(key), "item"),
        };
        if found.is_none() {
            let all = match category {
                Category::Actor => cast.actors(),
                Category::Item | Category::Entity => cast.items(),
            };
            let meant = self.reader.report.meant(key, all.iter().map(|it| it.key));
            let what = format!("there is no {one} `{key}`{meant}; it is left out");
            self.reader.warn(member.key_span, what);
            return None;
        }
        let part = |name: &str, default: &'static str| {
            member.value.get(name).and_then(number).unwrap_or(default).to_string()
        };
        let (chance, min, max) = (part("chance", "100"), part("min", "1"), part("max", "1"));
        let certain = chance.parse().is_ok_and(|it: Fixed| it >= HUNDRED);
        let mut place = Draft::new(ink);
        place.text("kind", cast.kind(category, key));
        place.flag("bare", true);
        let shipped = self.folder.switches.random && certain;
        if !shipped {
            // Authors may write them in any order, but `roll` wants the smaller one first.
            let count = format!("roll(min({min}, {max}), max({min}, {max}))");
            place.text("count", count);
        }
        if !certain {
            place.text("chance", format!("{chance} / 100"));
        }
        Some(place.finish())
    }

    /// Returns the terrain of a floor tile. All behave the same; each has its own picture.
    pub(crate) fn floor_kind(&mut self, cast: &Cast<'_>, tile: u32, span: Span) -> String {
        let name = if tile == DEFAULT_FLOOR { "floor".into() } else { format!("floor {tile}") };
        self.terrain(cast, &name, tile, (".", &[]), span)
    }

    /// Returns the terrain without floor, which is a pit.
    pub(crate) fn void_kind(&mut self, cast: &Cast<'_>, tile: u32, span: Span) -> String {
        let name = if tile == 0 { "void".into() } else { format!("void {tile}") };
        self.terrain(cast, &name, tile, (" ", &["pit"]), span)
    }

    /// Writes a kind of terrain and returns its name.
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

    /// Returns the table that random actors or items of a map are drawn from.
    pub(crate) fn spawn_table(
        &mut self,
        cast: &Cast<'k>,
        category: Category,
        ink: Ink,
    ) -> Option<String> {
        let prototype = cast.prototype?;
        let (key, plural) = match category {
            Category::Actor => ("random_actors", "actors"),
            Category::Item | Category::Entity => ("random_items", "items"),
        };
        let listed = prototype.config.get(key).and_then(Node::members).unwrap_or_default();
        let mut lots = weighted_lots(cast, category, listed, ink);
        if lots.is_empty() {
            let all = spawned_at_random(cast, category).into_iter();
            let kinds = all.map(|key| ink.text(cast.kind(category, key)));
            lots = kinds.map(|kind| ink.object([("kind", kind)])).collect();
        }
        if lots.is_empty() {
            return None;
        }
        let name = format!("{} {plural}", prototype.name);
        Written::add(&mut self.written.tables, name.clone(), ink.0, ink.list(lots));
        Some(name)
    }
}

/// Returns the lots of the entries of `random_actors` or `random_items`, by their chance.
fn weighted_lots(cast: &Cast<'_>, category: Category, listed: &[Member], ink: Ink) -> Vec<Node> {
    let mut lots = Vec::new();
    for member in listed {
        let is_known = match category {
            Category::Actor => cast.actor(&member.key).is_some(),
            Category::Item | Category::Entity => cast.item(&member.key).is_some(),
        };
        let weight = member.value.get("chance").and_then(number).unwrap_or("100");
        let is_zero = !weight.bytes().any(|it| (b'1'..=b'9').contains(&it));
        if is_known && !is_zero {
            let kind = ink.text(cast.kind(category, &member.key));
            lots.push(ink.object([("kind", kind), ("weight", ink.whole(weight))]));
        }
    }
    lots
}

/// Returns the keys of all things that may be spawned where a prototype lists none.
fn spawned_at_random<'k>(cast: &Cast<'k>, category: Category) -> Vec<&'k str> {
    let things = match category {
        Category::Actor => {
            let mut actors = cast.actors();
            actors.retain(|it| matches!(cast.nature(*it), Nature::Creature));
            actors
        }
        Category::Item | Category::Entity => {
            let mut items = cast.items();
            items.retain(|it| it.is("pickupable"));
            items
        }
    };
    things.iter().map(|it| it.key).collect()
}

/// Returns random placements for actors of the prototype's own that are placed nowhere else.
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
        let kind = ink.text(cast.kind(Category::Actor, it.key));
        ink.object([("kind", kind), ("count", ink.text("roll(1, 3)"))])
    });
    spread.collect()
}

/// The tile of generated floors.
pub(crate) const DEFAULT_FLOOR: u32 = 158;
const HUNDRED: Fixed = Fixed::from_whole(100);
/// Actors that levels are built from.
const STRUCTURE: [&str; 3] = ["player", "wall", "door"];
