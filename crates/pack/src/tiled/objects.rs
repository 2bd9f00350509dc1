use barrow_grid::Pos;
use barrow_tmj::{Object, Properties, Shape, Value as Held};

use super::level::Survey;
use super::tiles::{bound, is_ignored};
use crate::ink::{Draft, Ink};
use crate::json::{Node, Span, Value};
use crate::layers::{Thing, overlay};

/// The class of an object where players arrive.
const ARRIVAL: &str = "arrival";
/// What else an object can say of what is put there, as a level's `places` do.
const KEYS: [&str; 5] = ["amount", "count", "chance", "when", "level"];

impl Survey<'_> {
    /// Puts what the object layers hold.
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
        // Words on a map are for who draws it.
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
            if self.heroes.contains(&kind) {
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

    /// What an object is: as it says, else as its picture says, else by its name.
    fn kind_of(&self, object: &Object) -> Option<String> {
        let own = bound(&object.properties, &object.class);
        let pictured = || match &object.shape {
            Shape::Tile { tile, .. } => {
                self.tile_of(*tile).and_then(|it| bound(&it.properties, &it.class))
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
            return self.error(span, place, "players arrive in one place, and there is another");
        }
        self.arrival = Some(at);
    }

    /// The kind itself, or one like it whose stairs lead to the level that the object names.
    fn leading(&mut self, kind: String, object: &Object, ink: Ink) -> String {
        let (Some(level), Some(found)) =
            (object.properties.string("level"), self.kinds.find(&kind))
        else {
            return kind;
        };
        let name = format!("{kind} to {level}");
        if self.kinds.find(&name).is_none() {
            let called = ink.object([("name", ink.text(kind.replace('_', " ")))]);
            let stairs = ink.object([("level", ink.text(level))]);
            let node = overlay(&called, &found.node);
            let node = overlay(&node, &ink.object([("stairs", stairs)]));
            let (name, span) = (name.clone(), ink.0);
            self.kinds.push(Thing { name, span, node });
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

/// The value of a property as a file of ours would hold it.
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
