mod coarse_grid;
pub(crate) mod drawing;
pub(crate) mod error;
pub(crate) mod graph;
mod roles;
mod selection;

use std::sync::Arc;

use barrow_dice::Chance;
use barrow_grid::Rect;
use serde::{Deserialize, Serialize};

use super::{Method, Row};
use crate::builder::Site;
use crate::orientation::Orientation;
use crate::{Finish, Form, LayoutError, RecipeError, RoomGraph};
use coarse_grid::{CoarseGrid, GAP};
use selection::{Demand, choose_passages, choose_slots, slots_in};

/// Rooms and corridors laid out by a room graph, each room in a cell of a coarse grid.
///
/// A plan draws one of the shapes. The rooms of its free slots get types: first the exact
/// `count` of each type, then types by `weight`. Optional slots for which no type is left are
/// not used. Each room of the plan tells its slot; its type is its role.
///
/// ```
/// use barrow_dice::{Chance, Rng};
/// use barrow_mapgen::{Algorithm, Builder, Layout, Plan, Recipe, RoomGraph, RoomType, Shape, Spot};
///
/// let graph = "
/// [1]---[2]---[3]
///  :           |
/// [Gate]------[4]
/// ";
/// let layout = Layout {
///     shapes: vec![Shape::new("ring", RoomGraph::parse(graph, Chance::percent(50))?)],
///     start: "Gate".into(),
///     types: vec![
///         RoomType { spot: Spot::Farthest, ..RoomType::exactly("throne", 1) },
///         RoomType::exactly("guards", 3),
///     ],
///     ..Layout::default()
/// };
/// let mut plan = Plan::default();
/// let recipe = Recipe::new(Algorithm::Layout(layout));
/// Builder::default().build(&recipe, &mut Rng::new(1), &mut plan)?;
///
/// let start = plan.start_room().expect("the start is in a room");
/// let distances = plan.room_distances(start);
/// let throne = plan.rooms.iter().position(|room| room.role.to_string() == "throne").unwrap();
/// assert_eq!(distances[throne], distances.iter().copied().max().unwrap());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layout {
    /// The graphs to draw from. Each plan uses one of them.
    pub shapes: Vec<Shape>,
    /// The name of the slot where the player arrives. Every graph has it.
    pub start: Arc<str>,
    /// The name of the slot with the exit. In a graph without it, the exit is far from the
    /// start.
    pub exit: Arc<str>,
    /// The types of the rooms in free slots.
    pub types: Vec<RoomType>,
    /// The minimum length of a side of a room.
    pub min_side: u32,
    /// The maximum length of a side of a room.
    pub max_side: u32,
    /// Whether graphs are rotated and mirrored at random.
    pub turned: bool,
}

/// A graph with its weight among others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shape {
    /// The name in messages.
    pub name: Arc<str>,
    /// The rooms and passages.
    pub graph: RoomGraph,
    /// How likely the shape is, relative to the others.
    pub weight: u32,
}

/// A type of room for free slots.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomType {
    /// The role of such a room in the plan.
    pub name: Arc<str>,
    /// The exact number of rooms, before weights decide about the rest.
    pub count: u32,
    /// How likely a further room is to have this type, relative to the other types.
    pub weight: u32,
    /// Which free slots the `count` rooms prefer.
    pub spot: Spot,
}

/// Which of the free slots a room type prefers. Equally good slots are equally likely.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Spot {
    /// Any slot.
    #[default]
    Anywhere,
    /// The slot with the most passages between it and the start.
    Farthest,
    /// The slot with the fewest passages between it and the start.
    Nearest,
    /// A slot with only one passage, if there is one.
    DeadEnd,
}

const SHAPES: [(&str, &str); 3] = [
    (
        "branch",
        "
             [2]
              |
[4]---[1]---[Hub]---[3]
              |
            [Exit]
",
    ),
    (
        "loop",
        "
[1]---[2]---[3]
 |           |
[Hub]-------[4]
 |
[Exit]
",
    ),
    (
        "corridor",
        "
[1]---[2]---[3]---[4]
             |
           [Hub]
             |
           [Exit]
",
    ),
];

/// The names of the built-in shapes, and the name for any others.
const SHAPE_WORDS: &[&str] = &["any", SHAPES[0].0, SHAPES[1].0, SHAPES[2].0, "own"];

impl Default for Layout {
    fn default() -> Self {
        Self {
            shapes: Shape::built_in(),
            start: "Hub".into(),
            exit: "Exit".into(),
            types: vec![
                RoomType::exactly("combat", 2),
                RoomType::exactly("treasure", 1),
                RoomType::exactly("event", 1),
            ],
            min_side: 4,
            max_side: 11,
            turned: true,
        }
    }
}

impl Shape {
    /// Creates a shape with weight 1.
    pub fn new(name: &str, graph: RoomGraph) -> Self {
        Self { name: name.into(), graph, weight: 1 }
    }

    /// Returns the three built-in shapes, all with the same weight: `branch`, `loop` and
    /// `corridor`.
    pub fn built_in() -> Vec<Self> {
        let shape = |(name, text): (&str, &str)| {
            let graph = RoomGraph::parse(text, Chance::ALWAYS);
            Self::new(name, graph.expect("the built-in drawings are tested"))
        };
        SHAPES.map(shape).into()
    }

    /// Returns the size of the smallest map for the shape.
    fn min_size(&self, min_side: u32) -> (u32, u32) {
        let (columns, rows) = self.graph.size();
        (min_length(columns, min_side), min_length(rows, min_side))
    }
}

impl RoomType {
    /// Creates a type for exactly `count` rooms anywhere.
    pub fn exactly(name: &str, count: u32) -> Self {
        Self { name: name.into(), count, weight: 0, spot: Spot::Anywhere }
    }
}

/// Returns the length of a map side that holds cells of the coarse grid with gaps between them.
const fn min_length(cells: i32, min_side: u32) -> u32 {
    cells.unsigned_abs() * min_side + (cells - 1).unsigned_abs() * GAP.unsigned_abs() + 2
}

/// Adds up weights, or returns `None` if their sum is too large.
fn sum(mut weights: impl Iterator<Item = u32>) -> Option<u32> {
    weights.try_fold(0, u32::checked_add)
}

impl Method for Layout {
    fn row(&self) -> Row {
        Row { name: "layout", about: "rooms and passages as a small drawing shows them" }
    }

    fn fill_in(&mut self, form: &mut dyn Form) {
        let (chosen, words) = self.shape_choice();
        match form.choice("shape", "which drawing to build", chosen, words) {
            Some(0) => self.shapes = Shape::built_in(),
            Some(chosen) if chosen <= SHAPES.len() => {
                self.shapes = vec![Shape::built_in().swap_remove(chosen - 1)];
            }
            _ => {}
        }
        form.number("min_side", "minimum side of a room", &mut self.min_side, 2..=50);
        form.number("max_side", "maximum side of a room", &mut self.max_side, 2..=100);
        form.flag("turned", "rotate and mirror the drawing at random", &mut self.turned);
    }

    fn check(&self) -> Result<(), RecipeError> {
        if self.min_side > self.max_side {
            return Err(RecipeError::Contradiction("`min_side` is larger than `max_side`"));
        }
        self.check_shapes().map_err(RecipeError::Layout)
    }

    fn min_size(&self) -> (u32, u32) {
        let sizes = self.possible_shapes().map(|shape| shape.min_size(self.min_side));
        sizes.fold((0, 0), |min, size| (min.0.max(size.0), min.1.max(size.1)))
    }

    fn default_finish(&self) -> Finish {
        Finish { doors: Chance::ALWAYS, ..Finish::default() }
    }

    fn dig(&self, site: &mut Site) {
        let graph = &self.choose(site).graph;
        let used = self.select(site, graph);
        let coarse = self.coarse(site, graph);
        for slot in slots_in(used) {
            let rect = self.random_room(site, coarse.rect(coarse.cell_of(graph, slot)));
            site.plan.dig_room(rect);
        }
        for index in 0..site.buffers.pairs.len() {
            let (from, to) = site.buffers.pairs[index];
            let room = |slot| (room_of(used, slot), coarse.cell_of(graph, slot));
            coarse.dig_passage(site, room(from), room(to));
        }
        self.assign_roles(site, graph, used);
    }
}

/// Returns the index of the room in a slot. Rooms are dug in the order of their slots.
const fn room_of(used: u64, slot: u32) -> usize {
    (used & ((1 << slot) - 1)).count_ones() as usize
}

impl Layout {
    fn possible_shapes(&self) -> impl Iterator<Item = &Shape> {
        self.shapes.iter().filter(|shape| shape.weight > 0)
    }

    /// Returns the index of the present choice of shapes among the allowed words, and those words.
    fn shape_choice(&self) -> (usize, &'static [&'static str]) {
        let built_in = &SHAPE_WORDS[..=SHAPES.len()];
        let word = |shape: &Shape| built_in.iter().position(|&word| word == &*shape.name);
        let mut possible = self.possible_shapes();
        match (possible.next(), possible.next()) {
            _ if !self.shapes.iter().all(|shape| word(shape).is_some()) => {
                (built_in.len(), SHAPE_WORDS)
            }
            (Some(only), None) => (word(only).unwrap_or(0), built_in),
            _ => (0, built_in),
        }
    }

    fn check_shapes(&self) -> Result<(), LayoutError> {
        let weights = sum(self.shapes.iter().map(|it| it.weight));
        if weights.is_none() || sum(self.types.iter().map(|it| it.weight)).is_none() {
            return Err(LayoutError::Weights);
        }
        if weights == Some(0) {
            return Err(LayoutError::NoShape);
        }
        self.possible_shapes().try_for_each(|shape| self.check_shape(shape))
    }

    fn check_shape(&self, shape: &Shape) -> Result<(), LayoutError> {
        let (name, graph) = (shape.name.clone(), &shape.graph);
        if graph.find(&self.start).is_none() {
            return Err(LayoutError::NoStart { shape: name, start: self.start.clone() });
        }
        let size = shape.min_size(self.min_side);
        if size.0.max(size.1) > self.max_size() {
            return Err(LayoutError::TooLarge { shape: name });
        }
        let slots = self.free_slots(graph);
        let is_certain = |&slot: &u32| graph.slots()[slot as usize].chance == Chance::ALWAYS;
        let certain = slots_in(slots).filter(is_certain).count() as u32;
        let free = slots.count_ones();
        let typed = self.exact_count();
        if typed > free || typed < certain && !self.has_weights() {
            return Err(LayoutError::Count { shape: name, free: certain..=free, typed });
        }
        Ok(())
    }

    /// Returns the number of rooms that types ask for exactly.
    fn exact_count(&self) -> u32 {
        self.types.iter().map(|it| it.count).fold(0, u32::saturating_add)
    }

    fn has_weights(&self) -> bool {
        self.types.iter().any(|it| it.weight > 0)
    }

    /// Returns the set of slots that wait for a type.
    fn free_slots(&self, graph: &RoomGraph) -> u64 {
        let slots = graph.slots().iter().enumerate();
        let free = slots.filter(|(_, slot)| {
            slot.room_type.is_none() && slot.name != self.start && slot.name != self.exit
        });
        free.fold(0, |set, (index, _)| set | 1 << index)
    }

    fn choose(&self, site: &mut Site) -> &Shape {
        let weights = &mut site.buffers.numbers;
        weights.clear();
        weights.extend(self.shapes.iter().map(|shape| shape.weight));
        let chosen = site.rng.weighted(weights).expect("the check found a shape with a weight");
        &self.shapes[chosen]
    }

    /// Returns the slots to use, and leaves the passages between them in `buffers.pairs`.
    fn select(&self, site: &mut Site, graph: &RoomGraph) -> u64 {
        let demand = Demand {
            start: graph.find(&self.start).expect("the check found it in every graph"),
            free: self.free_slots(graph),
            count: self.exact_count(),
            more: self.has_weights(),
        };
        let Site { rng, buffers, .. } = site;
        let used = choose_slots(rng, graph, &demand, &mut buffers.numbers);
        choose_passages(rng, graph, used, &mut buffers.pairs, &mut buffers.numbers);
        used
    }

    /// Lays the coarse grid over the map. A graph is turned on its side only if its rooms still
    /// fit.
    fn coarse(&self, site: &mut Site, graph: &RoomGraph) -> CoarseGrid {
        let inside = site.plan.bounds().grown(-1);
        let index = if self.turned { site.rng.below(Orientation::COUNT) } else { 0 };
        let mut orientation = Orientation::from_index(index);
        let (columns, rows) = orientation.size(graph.size());
        let fits = |cells, side| side + 2 >= min_length(cells, self.min_side) as i32;
        if !fits(columns, inside.width) || !fits(rows, inside.height) {
            orientation.swapped = false;
        }
        let (columns, rows) = orientation.size(graph.size());
        let cell = |cells, side| (side - GAP * (cells - 1)) / cells;
        let (width, height) = (cell(columns, inside.width), cell(rows, inside.height));
        let spare_x = inside.width - columns * (width + GAP) + GAP;
        let spare_y = inside.height - rows * (height + GAP) + GAP;
        let first = Rect::new(inside.x + spare_x / 2, inside.y + spare_y / 2, width, height);
        CoarseGrid { orientation, first }
    }

    /// Returns a room of random size at a random position in its cell.
    fn random_room(&self, site: &mut Site, cell: Rect) -> Rect {
        let (min, max) = (self.min_side as i32, self.max_side as i32);
        let width = site.rng.between(min..=max.min(cell.width));
        let height = site.rng.between(min..=max.min(cell.height));
        let x = site.rng.between(cell.x..=cell.right() - width);
        let y = site.rng.between(cell.y..=cell.bottom() - height);
        Rect::new(x, y, width, height)
    }
}
