//! Levels that are drawn in Tiled: `barrow-kit` turns a map into the drawing that an author
//! could have written, and the keys of the level are laid over it.

use barrow_kit::{Drawing, Known, Variant};
use barrow_source::{Files, Member, Node, Report, Span, Value};

use crate::Level;
use crate::layers::{Sections, Thing, overlay};
use crate::load::TARGET;
use crate::names::Section;

impl Sections {
    /// Replaces the maps that levels name by drawings.
    pub(crate) fn draw_maps(&mut self, files: &Files, report: &mut Report) {
        let mut levels = self.things.remove(&Section::Levels).unwrap_or_default();
        for level in levels.list_mut() {
            if let Some(map) = level.node.get("map").cloned() {
                self.draw_map(level, &map, files, report);
            }
        }
        self.things.insert(Section::Levels, levels);
    }

    fn draw_map(&mut self, level: &mut Thing, map: &Node, files: &Files, report: &mut Report) {
        if let Some(other) = ["drawing", "dig"].into_iter().find(|it| level.node.get(it).is_some())
        {
            let what = format!("`map` and `{other}` exclude each other; keep one");
            return report.error(map.span, what);
        }
        let drawn = self.drawn(map, files, report).unwrap_or_else(|| blank(map.span));
        let places = [drawn.get("places"), level.node.get("places")].into_iter().flatten();
        let places: Vec<Node> = places.flat_map(Node::one_or_more).cloned().collect();
        let places = object(map.span, "places", places);
        let whole = overlay(&overlay(&drawn, &level.node), &places);
        level.node = Node { span: level.node.span, ..whole };
    }

    /// Returns the keys of a level that a map gives.
    fn drawn(&mut self, map: &Node, files: &Files, report: &mut Report) -> Option<Node> {
        // A name that is no text is reported when the level is read.
        let name = map.text()?;
        if files.find(name).is_none() {
            let meant = report.meant(name, files.iter().map(|it| it.1));
            report.error(map.span, format!("there is no map `{name}` in the pack{meant}"));
            return None;
        }
        let kinds = self.things.entry(Section::Kinds).or_default().list();
        let heroes = self.pack.as_ref().and_then(|it| it.get("heroes"));
        let heroes = heroes.map(Node::one_or_more).unwrap_or_default();
        let known = Known::new(
            kinds.iter().map(|it| it.name.clone()),
            heroes.iter().filter_map(Node::text).map(String::from),
        );
        let Drawing { level, kinds } = barrow_kit::draw(name, known, &TARGET, files, report)?;
        for variant in kinds {
            self.add_variant(variant);
        }
        Some(level)
    }

    fn add_variant(&mut self, variant: Variant) {
        let kinds = self.things.entry(Section::Kinds).or_default();
        let Some(like) = kinds.find(&variant.of) else { return };
        let node = overlay(&overlay(&variant.defaults, &like.node), &variant.keys);
        kinds.push(Thing { name: variant.name, span: variant.keys.span, node });
    }
}

/// Returns a level with a single cell. It stands in for a map that could not be read, so that
/// nothing more is reported than that.
fn blank(span: Span) -> Node {
    let row = Node { span, value: Value::Text(Level::ARRIVAL.into()) };
    object(span, "drawing", vec![row])
}

fn object(span: Span, key: &str, items: Vec<Node>) -> Node {
    let value = Node { span, value: Value::List(items) };
    Node { span, value: Value::Object(vec![Member { key: key.into(), key_span: span, value }]) }
}
