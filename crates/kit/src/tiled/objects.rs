use barrow_grid::Pos;
use barrow_source::{Node, Span, Value};
use barrow_tmj::{Object, Properties, Shape, Value as Held};

use super::level::{DrawingBuilder, Variant};
use super::tiles::{is_ignored, kind_named};
use crate::ink::{Draft, Ink};

/// The class of an object where players arrive.
const ARRIVAL: &str = "arrival";
/// The properties of an object that mean the same as in a level's `places`.
const KEYS: [&str; 5] = ["amount", "count", "chance", "when", "level"];

impl DrawingBuilder<'_> {
    /// Places what the object layers hold.
    pub(super) fn objects(&mut self) {
        let chart = self.chart;
        let spans = chart.object_spans(self.files);
        for placed in chart.map.walk() {
            let layer = placed.layer;
            for object in layer.objects().filter(|_| !is_ignored(layer)).unwrap_or_default() {
                let span = spans.get(&object.id).copied().unwrap_or_else(|| chart.span());
                let name = if object.name.is_empty() {
                    String::new()
                } else {
                    format!(" ({})", object.name)
                };
                let place = format!("layer \"{}\", object {}{name}", layer.name, object.id);
                self.object(object, span, &place);
            }
        }
    }

    fn object(&mut self, object: &Object, span: Span, place: &str) {
        // Text on a map is for its author.
        if matches!(object.shape, Shape::Text(_)) {
            return;
        }
        let (map, bounds) = (&self.chart.map, self.chart.bounds);
        let (column, row) = object.cell(map.tile_width, map.tile_height);
        let at = Pos::new(column.saturating_sub(bounds.x), row.saturating_sub(bounds.y));
        if !(0..bounds.width).contains(&at.x) || !(0..bounds.height).contains(&at.y) {
            return self.error(span, place, "it lies outside the map");
        }
        if object.class == ARRIVAL {
            return self.arrive(at, span, place);
        }
        let ink = Ink(span);
        let mut put = Draft::new(ink);
        let drawn =
            ["table", "field"].into_iter().find(|it| object.properties.string(it).is_some());
        if let Some(key) = drawn {
            put.text(key, object.properties.string(key).unwrap_or_default());
        } else {
            let Some(kind) = self.kind_of(object) else {
                let what = "nothing says what it is; give it a class, or a property `kind`, \
                            `table` or `field`";
                return self.error(span, place, what);
            };
            if self.known.is_hero(&kind) {
                return self.arrive(at, span, place);
            }
            if !self.knows(&kind, span, place) {
                return;
            }
            put.text("kind", self.leading(kind, object, ink));
        }
        self.put_keys(&object.properties, &mut put, span, place);
        put.keep("at", ink.list(vec![ink.whole(at.x), ink.whole(at.y)]));
        self.places.push(put.finish());
    }

    /// Returns the kind of an object: the one it names, else the one its tile names, else its
    /// name.
    fn kind_of(&self, object: &Object) -> Option<String> {
        let own = kind_named(&object.properties, &object.class);
        let pictured = || match &object.shape {
            Shape::Tile { tile, .. } => {
                self.tile_of(*tile).and_then(|it| kind_named(&it.properties, &it.class))
            }
            Shape::Rectangle
            | Shape::Point
            | Shape::Ellipse
            | Shape::Capsule
            | Shape::Polygon(_)
            | Shape::Polyline(_)
            | Shape::Text(_) => None,
        };
        let named = || Some(object.name.as_str()).filter(|it| !it.is_empty());
        own.or_else(pictured).or_else(named).map(String::from)
    }

    fn arrive(&mut self, at: Pos, span: Span, place: &str) {
        if self.arrival.is_some_and(|it| it != at) {
            return self.error(
                span,
                place,
                "players arrive in one place only; remove this arrival or the other one",
            );
        }
        self.arrival = Some(at);
    }

    /// Returns the kind itself, or a variant of it whose stairs lead to the level that the
    /// object names.
    fn leading(&mut self, kind: String, object: &Object, ink: Ink) -> String {
        let Some(level) = object.properties.string("level") else { return kind };
        let name = format!("{kind} to {level}");
        if !self.known.has(&name) {
            let stairs = ink.object([("level", ink.text(level))]);
            self.variants.push(Variant {
                name: name.clone(),
                defaults: ink.object([("name", ink.text(kind.replace('_', " ")))]),
                keys: ink.object([("stairs", stairs)]),
                of: kind,
            });
            self.known.add(name.clone());
        }
        name
    }

    fn put_keys(&mut self, properties: &Properties, put: &mut Draft, span: Span, place: &str) {
        for (name, property) in &properties.by_name {
            let known = ["kind", "table", "field"].into_iter().chain(KEYS);
            if KEYS.contains(&name.as_str()) && name != "level" {
                if let Some(value) = value_of(&property.value, span) {
                    put.set(name, value);
                } else {
                    let what = format!("`{name}` is a number or a formula");
                    self.error(span, place, &what);
                }
            } else if !known.clone().any(|it| it == name) {
                let meant = self.report.meant(name, known);
                if !meant.is_empty() {
                    let what = format!("{place}: nothing reads its property `{name}`{meant}");
                    self.report.warning(span, what);
                }
            }
        }
    }
}

/// Returns the value of a property as it would stand in a file of our own form.
fn value_of(value: &Held, span: Span) -> Option<Node> {
    let value = match value {
        Held::String(text) => Value::Text(text.clone()),
        Held::Int(number) => Value::Number(number.to_string()),
        Held::Float(number) => Value::Number(number.text().into()),
        Held::Bool(flag) => Value::Flag(*flag),
        Held::Color(_) | Held::File(_) | Held::Object(_) | Held::Class(_) | Held::List(_) => {
            return None;
        }
    };
    Some(Node { span, value })
}
