use std::collections::{BTreeMap, BTreeSet};

use barrow_grid::Pos;
use barrow_source::{Files, Member, Node, Report, Span, Value};
use barrow_tmj::Properties;

use super::Chart;
use crate::Target;
use crate::ink::{Draft, Ink};

/// What a map may name: the kinds of its pack, and which of them are heroes.
pub struct Known {
    kinds: Vec<String>,
    /// The same kinds, to find them fast.
    index: BTreeSet<String>,
    heroes: BTreeSet<String>,
}

impl Known {
    /// Takes the names of all kinds in the order they are declared, and those of the heroes.
    pub fn new(
        kinds: impl IntoIterator<Item = String>,
        heroes: impl IntoIterator<Item = String>,
    ) -> Self {
        let kinds: Vec<String> = kinds.into_iter().collect();
        let index = kinds.iter().cloned().collect();
        Self { kinds, index, heroes: heroes.into_iter().collect() }
    }

    pub(super) fn has(&self, kind: &str) -> bool {
        self.index.contains(kind)
    }

    pub(super) fn is_hero(&self, kind: &str) -> bool {
        self.heroes.contains(kind)
    }

    pub(super) fn add(&mut self, kind: String) {
        self.index.insert(kind.clone());
        self.kinds.push(kind);
    }
}

/// A map, rewritten as what an author could have written instead.
pub struct Drawing {
    /// The keys of a level: `drawing`, `legend`, `places` and what the map itself tells.
    pub level: Node,
    /// Kinds that the level needs and the pack does not have yet, in this order.
    pub kinds: Vec<Variant>,
}

/// A kind like another, but for a few keys.
pub struct Variant {
    /// The name of the new kind.
    pub name: String,
    /// The kind that it is like.
    pub of: String,
    /// The keys that it has where the other kind has none.
    pub defaults: Node,
    /// The keys that replace those of the other kind.
    pub keys: Node,
}

/// A map that is being rewritten as a drawing.
pub(super) struct DrawingBuilder<'s> {
    pub(super) chart: &'s Chart,
    pub(super) files: &'s Files,
    pub(super) report: &'s mut Report,
    pub(super) target: &'s Target,
    pub(super) known: Known,
    /// Where players arrive.
    pub(super) arrival: Option<Pos>,
    /// Things that are put at cells of their own.
    pub(super) places: Vec<Node>,
    pub(super) rows: Vec<String>,
    /// The kinds that each sign of the rows stands for.
    pub(super) legend: Vec<(char, Vec<String>)>,
    pub(super) variants: Vec<Variant>,
}

/// Rewrites a map of Tiled's as a level. Returns `None` if it cannot be read; the report says
/// why.
pub fn draw(
    name: &str,
    known: Known,
    target: &Target,
    files: &Files,
    report: &mut Report,
) -> Option<Drawing> {
    let chart = Chart::open(name, files, report)?;
    let mut builder = DrawingBuilder {
        chart: &chart,
        files,
        report,
        target,
        known,
        arrival: None,
        places: Vec::new(),
        rows: Vec::new(),
        legend: Vec::new(),
        variants: Vec::new(),
    };
    builder.objects();
    builder.tiles();
    Some(builder.finish())
}

impl DrawingBuilder<'_> {
    fn finish(self) -> Drawing {
        let ink = Ink(self.chart.span());
        let mut draft = Draft::new(ink);
        draft.keep("drawing", ink.list(self.rows.into_iter().map(|it| ink.text(it)).collect()));
        let signs = self.legend.into_iter().map(|(sign, kinds)| {
            ink.member(sign, ink.list(kinds.into_iter().map(|it| ink.text(it)).collect()))
        });
        draft.set("legend", ink.node(Value::Object(signs.collect())));
        draft.set("places", ink.list(self.places));
        let properties = &self.chart.map.properties;
        for key in ["title", "about"] {
            draft.text(key, properties.string(key).unwrap_or_default());
        }
        draft.set("links", ink.node(Value::Object(links(properties, ink))));
        Drawing { level: draft.finish(), kinds: self.variants }
    }

    /// Reports an error in a part of the map.
    pub(super) fn error(&mut self, span: Span, place: &str, what: &str) {
        self.report.error(span, format!("{place}: {what}"));
    }

    /// Returns whether the pack has a kind; if not, reports it.
    pub(super) fn knows(&mut self, kind: &str, span: Span, place: &str) -> bool {
        if self.known.has(kind) {
            return true;
        }
        let names = self.known.kinds.iter().map(String::as_str);
        let meant = self.report.meant(kind, names);
        self.error(span, place, &format!("no kind `{kind}`{meant}"));
        false
    }
}

/// Returns where the properties of the map say that its stairs lead.
fn links(properties: &Properties, ink: Ink) -> Vec<Member> {
    let ways = ["up", "down"].into_iter();
    ways.filter_map(|way| Some(ink.member(way, ink.text(properties.string(way)?)))).collect()
}

/// One character for each combination of kinds in a cell. They are private characters of
/// Unicode, which no author uses in a legend.
#[derive(Default)]
pub(super) struct Signs {
    known: BTreeMap<Vec<String>, char>,
}

impl Signs {
    /// The maximum number of signs in a drawing.
    pub(super) const MAX: usize = 1_000;
    const FIRST: u32 = 0xE000;

    /// Returns the sign for a cell with these kinds, and whether it is a new one. Returns `None`
    /// if there are too many.
    pub(super) fn of(&mut self, kinds: &[String]) -> Option<(char, bool)> {
        if let Some(&sign) = self.known.get(kinds) {
            return Some((sign, false));
        }
        let next = self.known.len();
        let sign = u32::try_from(next).ok().and_then(|it| char::from_u32(Self::FIRST + it));
        let sign = sign.filter(|_| next < Self::MAX)?;
        self.known.insert(kinds.to_vec(), sign);
        Some((sign, true))
    }
}
