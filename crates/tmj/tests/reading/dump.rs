//! Writes what was read as text. Default values are left out.

use std::fmt::{Display, Write};

use barrow_tmj::{
    Alignment, Chunk, Color, DrawOrder, FillMode, Fixed, Image, Layer, LayerKind, Map, MapTileset,
    Object, ObjectLayer, Orientation, Placed, Point, Properties, Property, RenderSize, Shape,
    Template, Text, TileLayer, Tileset, TilesetTile, Transformations, Value, WangSet,
};

/// Indented lines.
#[derive(Default)]
struct Dump {
    text: String,
    depth: usize,
}

impl Dump {
    fn line(&mut self, line: impl Display) {
        let margin = "  ".repeat(self.depth);
        writeln!(self.text, "{margin}{line}").expect("a text takes all");
    }

    fn value(&mut self, name: &str, value: impl Display) {
        self.line(format!("{name} {value}"));
    }

    /// Writes a line unless the value is the default.
    fn unless<T: PartialEq + Display>(&mut self, usual: &T, name: &str, value: &T) {
        if value != usual {
            self.value(name, value);
        }
    }

    fn flag(&mut self, name: &str, is_set: bool) {
        if is_set {
            self.line(name);
        }
    }

    fn text(&mut self, name: &str, text: &str) {
        if !text.is_empty() {
            self.value(name, format!("{text:?}"));
        }
    }

    fn color(&mut self, name: &str, color: Option<Color>) {
        if let Some(color) = color {
            self.value(name, color);
        }
    }

    fn inside(&mut self, dump: impl FnOnce(&mut Self)) {
        self.depth += 1;
        dump(self);
        self.depth -= 1;
    }
}

pub fn map(map: &Map) -> String {
    let mut dump = Dump::default();
    let Map { width, height, tile_width, tile_height, .. } = map;
    dump.line(format!("map {width} x {height} of {tile_width} x {tile_height} pixels"));
    dump.inside(|dump| {
        dump.text("class", &map.class);
        dump.line(orientation(map.orientation));
        dump.value("render order", format!("{:?}", map.render_order));
        dump.flag("infinite", map.infinite);
        dump.color("background", map.background);
        dump.unless(&Point::default(), "parallax origin", &map.parallax_origin);
        dump.text("version", &map.version);
        dump.text("tiled version", &map.tiled_version);
        dump.unless(&-1, "compression level", &map.compression_level);
        dump.value("next layer", map.next_layer_id);
        dump.value("next object", map.next_object_id);
        properties(dump, &map.properties);
        map.tilesets.iter().for_each(|it| map_tileset(dump, it));
        map.layers.iter().for_each(|it| layer(dump, it));
    });
    dump.line("drawn, from below");
    dump.inside(|dump| map.walk().iter().for_each(|it| placed(dump, it)));
    dump.text
}

pub fn tileset(tileset: &Tileset) -> String {
    let mut dump = Dump::default();
    whole_tileset(&mut dump, tileset);
    dump.text
}

pub fn template(template: &Template) -> String {
    let mut dump = Dump::default();
    dump.line("template");
    dump.inside(|dump| {
        dump.text("tileset", template.tileset.as_deref().unwrap_or_default());
        dump.unless(&0, "first tile", &template.first_gid);
        object(dump, &template.object);
    });
    dump.text
}

fn orientation(orientation: Orientation) -> String {
    match orientation {
        Orientation::Orthogonal => "orthogonal".to_owned(),
        Orientation::Isometric => "isometric".to_owned(),
        Orientation::Oblique { skew_x, skew_y } => format!("oblique by {skew_x} and {skew_y}"),
        Orientation::Staggered(it) => format!("staggered along {:?}, {:?}", it.axis, it.index),
        Orientation::Hexagonal { stagger, side_length } => {
            format!("hexagonal along {:?}, {:?}, side {side_length}", stagger.axis, stagger.index)
        }
    }
}

fn placed(dump: &mut Dump, placed: &Placed<'_>) {
    let Placed { layer, visible, opacity, offset, parallax, tint } = placed;
    let shown = if *visible { "shown" } else { "hidden" };
    dump.line(format!(
        "{:?} {shown}, opacity {opacity}, offset {offset}, parallax {parallax}, tint {tint}",
        layer.name
    ));
}

fn layer(dump: &mut Dump, layer: &Layer) {
    let kind = match &layer.kind {
        LayerKind::Tiles(_) => "tile layer",
        LayerKind::Objects(_) => "object layer",
        LayerKind::Image(_) => "image layer",
        LayerKind::Group(_) => "group",
    };
    dump.line(format!("{kind} {} {:?}", layer.id, layer.name));
    dump.inside(|dump| {
        dump.text("class", &layer.class);
        dump.flag("hidden", !layer.visible);
        dump.flag("locked", layer.locked);
        dump.unless(&Fixed::ONE, "opacity", &layer.opacity);
        dump.unless(&Point::default(), "offset", &layer.offset);
        dump.unless(&Point { x: Fixed::ONE, y: Fixed::ONE }, "parallax", &layer.parallax);
        dump.color("tint", layer.tint);
        dump.unless(&"normal".to_owned(), "blend", &layer.blend);
        properties(dump, &layer.properties);
        match &layer.kind {
            LayerKind::Tiles(it) => tile_layer(dump, it),
            LayerKind::Objects(it) => object_layer(dump, it),
            LayerKind::Image(it) => {
                image(dump, it.image.as_ref());
                dump.flag("repeated along x", it.repeat_x);
                dump.flag("repeated along y", it.repeat_y);
            }
            LayerKind::Group(inner) => inner.iter().for_each(|it| self::layer(dump, it)),
        }
    });
}

fn tile_layer(dump: &mut Dump, layer: &TileLayer) {
    layer.chunks().iter().for_each(|it| chunk(dump, it));
}

fn chunk(dump: &mut Dump, chunk: &Chunk) {
    let area = chunk.area;
    dump.line(format!("at ({}, {}) {} x {}", area.x, area.y, area.width, area.height));
    dump.inside(|dump| {
        for y in area.y..area.bottom() {
            let tile = |x| chunk.tile_at(x, y).map_or(".".to_owned(), |tile| tile.to_string());
            let tiles: Vec<String> = (area.x..area.right()).map(tile).collect();
            dump.line(tiles.join(" "));
        }
    });
}

fn object_layer(dump: &mut Dump, layer: &ObjectLayer) {
    dump.flag("drawn in the order of the file", layer.draw_order == DrawOrder::Index);
    dump.color("color", layer.color);
    layer.objects.iter().for_each(|it| object(dump, it));
}

fn object(dump: &mut Dump, object: &Object) {
    let Object { id, name, position, width, height, .. } = object;
    dump.line(format!("object {id} {name:?} at {position} {width} x {height}"));
    dump.inside(|dump| {
        dump.text("class", &object.class);
        shape(dump, &object.shape);
        dump.unless(position, "top left", &object.top_left());
        let (column, row) = object.cell(16, 16);
        dump.line(format!("in cell ({column}, {row}) of 16 x 16"));
        dump.unless(&Fixed::ZERO, "rotation", &object.rotation);
        dump.flag("hidden", !object.visible);
        dump.unless(&Fixed::ONE, "opacity", &object.opacity);
        dump.text("template", object.template.as_deref().unwrap_or_default());
        properties(dump, &object.properties);
    });
}

fn shape(dump: &mut Dump, shape: &Shape) {
    let points =
        |points: &[Point]| points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    match shape {
        Shape::Rectangle => {}
        Shape::Point => dump.line("point"),
        Shape::Ellipse => dump.line("ellipse"),
        Shape::Capsule => dump.line("capsule"),
        Shape::Polygon(it) => dump.value("polygon", points(it)),
        Shape::Polyline(it) => dump.value("polyline", points(it)),
        Shape::Text(it) => text(dump, it),
        Shape::Tile { tile, alignment: Alignment::Unspecified } => dump.value("tile", tile),
        Shape::Tile { tile, alignment } => dump.line(format!("tile {tile} held at {alignment:?}")),
    }
}

fn text(dump: &mut Dump, text: &Text) {
    dump.value("text", format!("{:?}", text.text));
    let switches = [
        (text.wrap, "wrap"),
        (text.bold, "bold"),
        (text.italic, "italic"),
        (text.underline, "underline"),
        (text.strikeout, "strikeout"),
        (text.kerning, "kerning"),
    ];
    let on: Vec<&str> = switches.into_iter().filter(|(on, _)| *on).map(|(_, it)| it).collect();
    dump.inside(|dump| {
        dump.line(format!("{:?} {} pixels {}", text.font, text.pixel_size, text.color));
        dump.line(format!("{:?} {:?} {}", text.horizontal, text.vertical, on.join(" ")));
    });
}

fn properties(dump: &mut Dump, all: &Properties) {
    all.by_name.iter().for_each(|(name, it)| property(dump, &format!("{name:?}"), it));
}

fn property(dump: &mut Dump, name: &str, property: &Property) {
    let custom = match property.custom_type.as_str() {
        "" => String::new(),
        name => format!(" {name}"),
    };
    match &property.value {
        Value::String(it) => dump.line(format!("{name} = string{custom} {it:?}")),
        Value::Int(it) => dump.line(format!("{name} = int{custom} {it}")),
        Value::Float(it) => {
            let fixed = it.fixed().map_or("too large".to_owned(), |it| it.to_string());
            dump.line(format!("{name} = float{custom} {it}, that is {fixed}"));
        }
        Value::Bool(it) => dump.line(format!("{name} = bool{custom} {it}")),
        Value::Color(it) => {
            let color = it.map_or("none".to_owned(), |it| it.to_string());
            dump.line(format!("{name} = color{custom} {color}"));
        }
        Value::File(it) => dump.line(format!("{name} = file{custom} {it:?}")),
        Value::Object(it) => dump.line(format!("{name} = object{custom} {it}")),
        Value::Class(members) => {
            dump.line(format!("{name} = class{custom}"));
            dump.inside(|dump| properties(dump, members));
        }
        Value::List(items) => {
            dump.line(format!("{name} = list{custom}"));
            dump.inside(|dump| items.iter().for_each(|it| self::property(dump, "-", it)));
        }
    }
}

fn map_tileset(dump: &mut Dump, tileset: &MapTileset) {
    let MapTileset { first_gid, source, name, tileset } = tileset;
    let from = source.as_deref().unwrap_or("inside the map");
    dump.line(format!("from tile {first_gid} {name:?} ({from})"));
    dump.inside(|dump| match tileset {
        Some(it) => whole_tileset(dump, it),
        None => dump.line("missing"),
    });
}

fn whole_tileset(dump: &mut Dump, tileset: &Tileset) {
    let count = tileset.tile_count.map_or("unknown".to_owned(), |it| it.to_string());
    let Tileset { name, tile_width, tile_height, columns, .. } = tileset;
    dump.line(format!(
        "tileset {name:?}: {count} tiles of {tile_width} x {tile_height} pixels, {columns} columns"
    ));
    dump.inside(|dump| {
        dump.text("class", &tileset.class);
        dump.text("version", &tileset.version);
        dump.text("tiled version", &tileset.tiled_version);
        image(dump, tileset.image.as_ref());
        look(dump, tileset);
        properties(dump, &tileset.properties);
        for terrain in &tileset.terrains {
            dump.line(format!("terrain {:?} {:?}", terrain.name, terrain.tile));
            dump.inside(|dump| properties(dump, &terrain.properties));
        }
        tileset.tiles.iter().for_each(|(id, it)| tile(dump, *id, it));
        tileset.wang_sets.iter().for_each(|it| wang_set(dump, it));
    });
}

fn look(dump: &mut Dump, tileset: &Tileset) {
    dump.unless(&0, "spacing", &tileset.spacing);
    dump.unless(&0, "margin", &tileset.margin);
    dump.color("background", tileset.background);
    if tileset.tile_offset != (0, 0) {
        dump.value("offset", format!("{:?}", tileset.tile_offset));
    }
    if let Some(grid) = tileset.grid {
        dump.line(format!("grid {:?} {} x {}", grid.orientation, grid.width, grid.height));
    }
    if tileset.object_alignment != Alignment::Unspecified {
        dump.value("objects held at", format!("{:?}", tileset.object_alignment));
    }
    dump.flag("drawn at the size of the grid", tileset.render_size == RenderSize::Grid);
    dump.flag("aspect preserved", tileset.fill_mode == FillMode::PreserveAspectFit);
    if tileset.transformations != Transformations::default() {
        dump.line(format!("{:?}", tileset.transformations));
    }
}

fn image(dump: &mut Dump, image: Option<&Image>) {
    if let Some(image) = image {
        dump.line(format!("image {:?} {} x {}", image.source, image.width, image.height));
        dump.inside(|dump| dump.color("transparent", image.transparent));
    }
}

fn tile(dump: &mut Dump, id: u32, tile: &TilesetTile) {
    dump.value("tile", id);
    dump.inside(|dump| {
        dump.text("class", &tile.class);
        dump.unless(&Fixed::ONE, "probability", &tile.probability);
        image(dump, tile.image.as_ref());
        if let Some(part) = tile.image_part {
            let barrow_tmj::TileRect { x, y, width, height } = part;
            dump.line(format!("part ({x}, {y}) {width} x {height}"));
        }
        for frame in &tile.animation {
            dump.line(format!("tile {} for {} ms", frame.tile, frame.duration));
        }
        if let Some(terrain) = tile.terrain {
            dump.value("terrain", format!("{terrain:?}"));
        }
        properties(dump, &tile.properties);
        if let Some(collision) = &tile.collision {
            dump.line("collision");
            dump.inside(|dump| object_layer(dump, collision));
        }
    });
}

fn wang_set(dump: &mut Dump, set: &WangSet) {
    dump.line(format!("terrain set {:?} {:?} {:?}", set.name, set.kind, set.tile));
    dump.inside(|dump| {
        dump.text("class", &set.class);
        properties(dump, &set.properties);
        for it in &set.colors {
            let color = it.color.map_or("none".to_owned(), |it| it.to_string());
            dump.line(format!("{:?} {color} {:?} {}", it.name, it.tile, it.probability));
            dump.inside(|dump| {
                dump.text("class", &it.class);
                properties(dump, &it.properties);
            });
        }
        for it in &set.tiles {
            dump.line(format!("tile {} {:?}", it.tile, it.terrains));
        }
    });
}
