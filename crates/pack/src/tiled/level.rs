use std::collections::BTreeMap;

use barrow_grid::Pos;
use barrow_tmj::Properties;

use super::Chart;
use crate::ink::{Draft, Ink};
use crate::json::{Member, Node, Span, Value};
use crate::layers::{Sections, Thing, Things, overlay};
use crate::names::Section;
use crate::{Files, Level, Report};

/// A map on its way to a drawing.
pub(super) struct Survey<'s> {
    pub(super) chart: &'s Chart,
    pub(super) files: &'s Files,
    pub(super) report: &'s mut Report,
    /// The kinds of the pack.
    pub(super) kinds: &'s mut Things,
    /// The names of those who are played: where one of them stands, players arrive.
    pub(super) heroes: Vec<String>,
    /// Where players arrive.
    pub(super) arrival: Option<Pos>,
    /// What stands at places of its own.
    pub(super) places: Vec<Node>,
    pub(super) rows: Vec<String>,
    /// What the signs of the rows stand for.
    pub(super) legend: Vec<(char, Vec<String>)>,
}

impl Sections {
    /// Puts the maps that levels name into their drawings.
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
        // Without a map it is told once that there is none, and not that nothing is drawn.
        let blank = |ink: Ink| ink.object([("drawing", ink.list(vec![ink.text(Level::ARRIVAL)]))]);
        let drawn = self.drawn(map, files, report);
        let drawn = drawn.unwrap_or_else(|| blank(Ink(map.span)));
        let places = [drawn.get("places"), level.node.get("places")].into_iter().flatten();
        let places: Vec<Node> = places.flat_map(one_or_more).cloned().collect();
        let places = Ink(map.span).object([("places", Ink(map.span).list(places))]);
        let whole = overlay(&overlay(&drawn, &level.node), &places);
        level.node = Node { span: level.node.span, ..whole };
    }

    fn drawn(&mut self, named: &Node, files: &Files, report: &mut Report) -> Option<Node> {
        // What is no text is told by who reads the level.
        let name = named.text()?;
        if files.find(name).is_none() {
            let meant = report.meant(name, files.iter().map(|it| it.1));
            report.error(named.span, format!("there is no map `{name}` in the pack{meant}"));
            return None;
        }
        let chart = Chart::open(name, files, report)?;
        let heroes = self.pack.as_ref().and_then(|it| it.get("heroes"));
        let heroes = heroes
            .map(one_or_more)
            .unwrap_or_default()
            .iter()
            .filter_map(Node::text)
            .map(String::from);
        let mut survey = Survey {
            chart: &chart,
            files,
            report,
            kinds: self.things.entry(Section::Kinds).or_default(),
            heroes: heroes.collect(),
            arrival: None,
            places: Vec::new(),
            rows: Vec::new(),
            legend: Vec::new(),
        };
        survey.objects();
        survey.tiles();
        Some(survey.write())
    }
}

impl Survey<'_> {
    /// The map in the words of a level.
    fn write(self) -> Node {
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
        draft.finish()
    }

    /// Tells what is wrong with a part of the map.
    pub(super) fn error(&mut self, span: Span, place: &str, what: &str) {
        self.report.error(span, format!("{place}: {what}"));
    }

    /// Whether the pack has such a kind; if not, that is told.
    pub(super) fn knows(&mut self, kind: &str, span: Span, place: &str) -> bool {
        if self.kinds.find(kind).is_some() {
            return true;
        }
        let names = self.kinds.list().iter().map(|it| it.name.as_str());
        let meant = self.report.meant(kind, names);
        self.error(span, place, &format!("no kind `{kind}`{meant}"));
        false
    }
}

/// Where the map itself says its stairs lead.
fn links(properties: &Properties, ink: Ink) -> Vec<Member> {
    let ways = ["up", "down"].into_iter();
    ways.filter_map(|way| Some(ink.member(way, ink.text(properties.string(way)?)))).collect()
}

/// A list; one thing alone may be written without the brackets.
fn one_or_more(node: &Node) -> &[Node] {
    super::listed(node).unwrap_or(std::slice::from_ref(node))
}

/// Signs that are nobody's letters, one for each sort of cell.
#[derive(Default)]
pub(super) struct Signs {
    known: BTreeMap<Vec<String>, char>,
}

impl Signs {
    /// A drawing with more signs than this is no level that anyone plays.
    const MOST: usize = 1_000;
    const FIRST: u32 = 0xE000;

    /// The sign of a cell where such kinds stand, and whether it is a new one; nothing if there
    /// are too many.
    pub(super) fn of(&mut self, kinds: &[String]) -> Option<(char, bool)> {
        if let Some(&sign) = self.known.get(kinds) {
            return Some((sign, false));
        }
        let next = self.known.len();
        let sign = u32::try_from(next).ok().and_then(|it| char::from_u32(Self::FIRST + it));
        let sign = sign.filter(|_| next < Self::MOST)?;
        self.known.insert(kinds.to_vec(), sign);
        Some((sign, true))
    }
}
