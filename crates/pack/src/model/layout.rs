use barrow_dice::{Fixed, Formula};
use barrow_mapgen::{Layout, RoomType, Shape, Spot};
use barrow_small::Map;
use serde::{Deserialize, Serialize};

use super::{Graph, Room, RoomTemplate};
use crate::form::{Form, Record};
use crate::names::{Id, Table};

/// How a level is laid out as rooms: the graphs to draw from, and the types of the rooms.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomLayout {
    /// The graphs to draw from.
    pub graphs: Vec<GraphShare>,
    /// How many rooms of each type there are exactly.
    pub types: Map<Id<Room>, Formula>,
    /// The weights of the types among all other rooms.
    pub others: Map<Id<Room>, Formula>,
    /// The types whose rooms lie as far from the entrance as possible.
    pub farthest: Vec<Id<Room>>,
    /// The types whose rooms lie as near to the entrance as possible.
    pub nearest: Vec<Id<Room>>,
    /// The types whose rooms have only one passage, if possible.
    pub dead_end: Vec<Id<Room>>,
}

/// A graph with its weight.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GraphShare {
    /// The graph.
    pub graph: Id<Graph>,
    /// The weight in the draw. If omitted, 1.
    pub weight: Option<Formula>,
}

/// A template with its weight.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TemplateShare {
    /// The template.
    pub template: Id<RoomTemplate>,
    /// The weight in the draw. If omitted, 1.
    pub weight: Option<Formula>,
}

impl RoomLayout {
    /// Lays out the rooms. Weights count in hundredths, so that 0.5 is half of 1.
    pub(crate) fn apply(
        &self,
        layout: &mut Layout,
        graphs: &Table<Graph>,
        rooms: &Table<Room>,
        value: &mut dyn FnMut(&Formula) -> Fixed,
    ) {
        layout.start = Graph::ENTRANCE.into();
        layout.exit = Graph::EXIT.into();
        layout.shapes.clear();
        for share in &self.graphs {
            let Some(graph) = graphs.try_get(share.graph).and_then(|it| it.rooms.clone()) else {
                continue;
            };
            let weight = weight(share.weight.as_ref(), value);
            layout.shapes.push(Shape { weight, ..Shape::new(graphs.name(share.graph), graph) });
        }
        layout.types.clear();
        for (&room, count) in &self.types {
            let count = u32::try_from(value(count).to_whole().max(0)).unwrap_or(u32::MAX);
            layout.types.push(RoomType {
                spot: self.spot(room),
                ..RoomType::exactly(rooms.name(room), count)
            });
        }
        for (&room, share) in &self.others {
            let weight = weight(Some(share), value);
            layout.types.push(RoomType { weight, ..RoomType::exactly(rooms.name(room), 0) });
        }
    }

    fn spot(&self, room: Id<Room>) -> Spot {
        if self.farthest.contains(&room) {
            Spot::Farthest
        } else if self.nearest.contains(&room) {
            Spot::Nearest
        } else if self.dead_end.contains(&room) {
            Spot::DeadEnd
        } else {
            Spot::Anywhere
        }
    }
}

/// Returns a weight in hundredths; 100 if there is no formula.
pub(crate) fn weight(formula: Option<&Formula>, value: &mut dyn FnMut(&Formula) -> Fixed) -> u32 {
    let points = formula.map_or(10_000, |it| value(it).basis_points()) / 100;
    u32::try_from(points.clamp(0, 10_000_000)).unwrap_or(0)
}

impl Record for RoomLayout {
    const NAME: &'static str = "layout";
    const ABOUT: &'static str = "How a level is laid out as rooms. Written as `layout` of `dig`, \
                                 for the algorithm of that name.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.needed("graphs", "The graphs to draw from by weight.", &mut self.graphs);
        form.field(
            "types",
            "How many of the free slots are rooms of each type, exactly.",
            &mut self.types,
        );
        form.field("others", "The weights of types for all other free slots.", &mut self.others);
        form.field(
            "farthest",
            "The types whose rooms lie as far from the entrance as possible.",
            &mut self.farthest,
        );
        form.field(
            "nearest",
            "The types whose rooms lie as near to the entrance as possible.",
            &mut self.nearest,
        );
        form.field(
            "dead_end",
            "The types whose rooms have only one passage, if possible.",
            &mut self.dead_end,
        );
    }

    fn flaw(&self) -> Option<&'static str> {
        self.graphs.is_empty().then_some("`graphs` needs at least one graph")
    }
}

impl Record for GraphShare {
    const NAME: &'static str = "graph_share";
    const ABOUT: &'static str = "A graph with its weight.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.main("graph", "The graph.", &mut self.graph);
        form.field("weight", "The weight in the draw. If omitted, 1.", &mut self.weight);
    }
}

impl Record for TemplateShare {
    const NAME: &'static str = "template_share";
    const ABOUT: &'static str = "A template with its weight.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.main("template", "The template.", &mut self.template);
        form.field("weight", "The weight in the draw. If omitted, 1.", &mut self.weight);
    }
}
