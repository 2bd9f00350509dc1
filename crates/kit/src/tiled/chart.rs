use std::collections::BTreeMap;

use barrow_grid::Rect;
use barrow_source::{Files, Node, Place, Report, Severity, Span, Value, parse};
use barrow_tmj::{Area, Map, Orientation, Problem};

/// The maximum number of cells of a map.
const MAX_CELLS: i64 = 250_000;

/// A map that was opened.
pub(crate) struct Chart {
    pub(crate) file: u16,
    pub(crate) map: Map,
    pub(crate) bounds: Rect,
}

impl Chart {
    /// Reads a map, and reports what is wrong with it.
    pub(crate) fn open(name: &str, files: &Files, report: &mut Report) -> Option<Self> {
        let file = files.find(name)?;
        let mut fail = |what: String| report.note(Severity::Error, Place::File(name.into()), what);
        let Some(text) = files.text(file) else {
            fail("the file is not UTF-8 text; save it as UTF-8".into());
            return None;
        };
        let mut others =
            |path: &str| files.find(path).and_then(|it| files.text(it)).map(String::from);
        let loaded = match Map::parse(name, text, &mut others) {
            Ok(loaded) => loaded,
            Err(problem) => {
                note(Severity::Error, &problem, files, report);
                return None;
            }
        };
        for problem in &loaded.warnings {
            note(Severity::Warning, problem, files, report);
        }
        let map = loaded.value;
        if map.orientation != Orientation::Orthogonal {
            let what = "the map is read as if it were orthogonal".into();
            report.note(Severity::Warning, Place::File(name.into()), what);
        }
        let bounds = bounds_of(&map);
        let area = i64::from(bounds.width) * i64::from(bounds.height);
        if area == 0 || area > MAX_CELLS {
            let what = format!("a level has 1 to {MAX_CELLS} cells, and this map has {area}");
            report.note(Severity::Error, Place::File(name.into()), what);
            return None;
        }
        Some(Self { file, map, bounds })
    }

    /// Returns the place of the whole map in a report.
    pub(crate) const fn span(&self) -> Span {
        Span { file: self.file, start: 0, end: 0 }
    }

    /// Returns where each object stands in the file, by its id.
    pub(crate) fn object_spans(&self, files: &Files) -> BTreeMap<u32, Span> {
        self.spans(files, |layer| layer.get("objects").and_then(Node::items).unwrap_or_default())
    }

    /// Returns where each layer stands in the file, by its id.
    pub(crate) fn layer_spans(&self, files: &Files) -> BTreeMap<u32, Span> {
        self.spans(files, std::slice::from_ref)
    }

    fn spans(&self, files: &Files, of_layer: fn(&Node) -> &[Node]) -> BTreeMap<u32, Span> {
        let mut spans = BTreeMap::new();
        let text = files.text(self.file).unwrap_or_default();
        // Tiled's own reader has reported what is wrong.
        let node = parse(self.file, text, &mut Report::default());
        let mut layers: Vec<Node> = node.as_ref().and_then(layers_of).unwrap_or_default();
        while let Some(layer) = layers.pop() {
            layers.extend(layers_of(&layer).unwrap_or_default());
            for node in of_layer(&layer) {
                if let Some(Value::Number(id)) = node.get("id").map(|it| &it.value)
                    && let Ok(id) = id.parse()
                {
                    spans.insert(id, Span { end: node.span.start + 1, ..node.span });
                }
            }
        }
        spans
    }
}

/// Adds a problem of Tiled's reader to the report, with its place if it has one.
fn note(severity: Severity, problem: &Problem, files: &Files, report: &mut Report) {
    let what = [&problem.context[..], std::slice::from_ref(&problem.reason)].concat().join(": ");
    let span = files.find(&problem.file).zip(problem.at).map(|(file, (line, column))| {
        let text = files.text(file).unwrap_or_default();
        let before: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
        let start = u32::try_from(before + column.saturating_sub(1)).unwrap_or(u32::MAX);
        Span { file, start, end: start + 1 }
    });
    let place = span.map_or_else(|| Place::File(problem.file.clone()), Place::Span);
    report.note(severity, place, what);
}

fn layers_of(node: &Node) -> Option<Vec<Node>> {
    node.get("layers")?.items().map(<[Node]>::to_vec)
}

/// Returns the area of a map in cells. An infinite map is as large as its chunks.
fn bounds_of(map: &Map) -> Rect {
    let side = |length: u32| i32::try_from(length).unwrap_or(i32::MAX);
    if !map.infinite {
        return Rect::new(0, 0, side(map.width), side(map.height));
    }
    let areas = map.walk().into_iter().filter_map(|it| it.layer.tiles()?.area());
    let whole = areas.reduce(|one, other| {
        let (x, y) = (one.x.min(other.x), one.y.min(other.y));
        let (right, bottom) = (one.right().max(other.right()), one.bottom().max(other.bottom()));
        Area { x, y, width: right.saturating_sub(x), height: bottom.saturating_sub(y) }
    });
    whole.map_or(Rect::new(0, 0, 0, 0), |it| Rect::new(it.x, it.y, it.width, it.height))
}
