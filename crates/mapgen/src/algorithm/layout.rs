mod coarse;
pub(crate) mod drawing;

use std::fmt;
use std::sync::Arc;

use barrow_dice::Chance;
use barrow_grid::Rect;

use super::{Method, Row};
use crate::builder::Site;
use crate::turn::Turn;
use crate::{Drawing, Finish, Form, RecipeError, Role};
use coarse::{Coarse, GAP};
use serde::{Deserialize, Serialize};

/// Rooms and passages as a drawing has them, each room in its cell of a coarse grid.
///
/// Rooms whose name is a number are free: the types are dealt to them by chance. A room of
/// any other name keeps it as its role.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layout {
    /// What may be drawn, one of them for each plan.
    pub shapes: Vec<Shape>,
    /// The name of the room where the player arrives. Every drawing has it.
    pub start: Arc<str>,
    /// The name of the room with the way out. A drawing without it gets one far from the
    /// start.
    pub exit: Arc<str>,
    /// What the free rooms are for. The counts add up to the free rooms of every drawing.
    pub types: Vec<RoomType>,
    /// The type that is first given to the free room farthest from the start, by passages.
    pub farthest: Option<Arc<str>>,
    /// The shortest side of a room.
    pub least_side: u32,
    /// The longest side of a room.
    pub most_side: u32,
    /// Whether drawings are turned and mirrored by chance.
    pub turned: bool,
}

/// A drawing among others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shape {
    /// What messages call it.
    pub name: Arc<str>,
    /// Its rooms and passages.
    pub drawing: Drawing,
    /// How often it comes up, against the others.
    pub weight: u32,
}

/// A use for free rooms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomType {
    /// The role of such a room.
    pub name: Arc<str>,
    /// How many rooms have it.
    pub count: u32,
}

/// Why a layout cannot be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayoutError {
    /// No shape has a weight.
    NoShape,
    /// A drawing lacks the room of the start.
    NoStart {
        /// The shape.
        shape: Arc<str>,
        /// The name that the start should have.
        start: Arc<str>,
    },
    /// The types are too many or too few for a drawing.
    Count {
        /// The shape.
        shape: Arc<str>,
        /// Its free rooms.
        free: u32,
        /// The sum of the types' counts.
        typed: u32,
    },
    /// The type for the farthest room is not among the types.
    NoSuchType(Arc<str>),
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

const SHAPE_WORDS: &[&str] = &["any", SHAPES[0].0, SHAPES[1].0, SHAPES[2].0];

impl Default for Layout {
    fn default() -> Self {
        let of_type = |name: &str, count| RoomType { name: name.into(), count };
        Self {
            shapes: Shape::built_in(),
            start: "Hub".into(),
            exit: "Exit".into(),
            types: vec![of_type("combat", 2), of_type("treasure", 1), of_type("event", 1)],
            farthest: None,
            least_side: 4,
            most_side: 11,
            turned: true,
        }
    }
}

impl Shape {
    /// The three that come with the algorithm, each as likely: `branch`, `loop`, `corridor`.
    pub fn built_in() -> Vec<Self> {
        let shape = |(name, text): (&str, &str)| {
            let drawing = Drawing::parse(text).expect("the drawings are tested");
            Self { name: name.into(), drawing, weight: 1 }
        };
        SHAPES.map(shape).into()
    }

    /// The coarse grid's room cells, side by side with gaps, that a side of the map must hold.
    const fn least_side(cells: i32, least: u32) -> u32 {
        cells.unsigned_abs() * least + (cells - 1).unsigned_abs() * GAP.unsigned_abs() + 2
    }
}

impl Method for Layout {
    fn row(&self) -> Row {
        Row { name: "layout", about: "typed rooms and passages as a small drawing has them" }
    }

    fn fill_in(&mut self, form: &mut dyn Form) {
        if let Some(chosen) =
            form.choice("shape", "which drawing is built", self.shape_word(), SHAPE_WORDS)
        {
            self.shapes = Shape::built_in();
            if chosen > 0 {
                self.shapes.swap(0, chosen - 1);
                self.shapes.truncate(1);
            }
        }
        form.number("least_side", "shortest side of a room", &mut self.least_side, 2..=50);
        form.number("most_side", "longest side of a room", &mut self.most_side, 2..=100);
        form.flag("turned", "turn and mirror the drawing by chance", &mut self.turned);
    }

    fn check(&self) -> Result<(), RecipeError> {
        if self.least_side > self.most_side {
            return Err(RecipeError::Contradiction("`least_side` is larger than `most_side`"));
        }
        self.check_shapes().map_err(RecipeError::Layout)
    }

    fn least_size(&self) -> (u32, u32) {
        let sizes = self.possible_shapes().map(|shape| shape.drawing.size());
        sizes.fold((0, 0), |(width, height), (columns, rows)| {
            (
                width.max(Shape::least_side(columns, self.least_side)),
                height.max(Shape::least_side(rows, self.least_side)),
            )
        })
    }

    fn usual_finish(&self) -> Finish {
        Finish { doors: Chance::ALWAYS, ..Finish::default() }
    }

    fn joins_all(&self) -> bool {
        true
    }

    fn dig(&self, site: &mut Site) {
        let drawing = &self.choose(site).drawing;
        let coarse = self.coarse(site, drawing);
        for node in 0..drawing.nodes().len() {
            let rect = self.throw(site, coarse.cell(coarse.place(drawing, node)));
            site.plan.dig_room(rect);
        }
        for &(from, to) in drawing.passages() {
            let place = |node| (node, coarse.place(drawing, node));
            coarse.dig_passage(site, place(from), place(to));
        }
        self.deal_roles(site, drawing);
    }
}

impl Layout {
    fn possible_shapes(&self) -> impl Iterator<Item = &Shape> {
        self.shapes.iter().filter(|shape| shape.weight > 0)
    }

    fn shape_word(&self) -> usize {
        let mut possible = self.possible_shapes();
        let first = possible.next().filter(|_| possible.next().is_none());
        let named = |shape: &Shape| SHAPE_WORDS.iter().position(|&word| word == &*shape.name);
        first.and_then(named).unwrap_or(0)
    }

    fn check_shapes(&self) -> Result<(), LayoutError> {
        if self.possible_shapes().next().is_none() {
            return Err(LayoutError::NoShape);
        }
        let typed = self.types.iter().map(|it| it.count).fold(0, u32::saturating_add);
        for shape in self.possible_shapes() {
            let (shape, drawing) = (shape.name.clone(), &shape.drawing);
            if drawing.find(&self.start).is_none() {
                return Err(LayoutError::NoStart { shape, start: self.start.clone() });
            }
            let free = drawing.nodes().iter().filter(|node| self.is_free(&node.name)).count();
            if free as u32 != typed {
                return Err(LayoutError::Count { shape, free: free as u32, typed });
            }
        }
        match &self.farthest {
            Some(name) if !self.types.iter().any(|it| it.name == *name && it.count > 0) => {
                Err(LayoutError::NoSuchType(name.clone()))
            }
            _ => Ok(()),
        }
    }

    /// Whether a room of that name waits for a type.
    fn is_free(&self, name: &Arc<str>) -> bool {
        let number = name.bytes().all(|it| it.is_ascii_digit());
        number && *name != self.start && *name != self.exit
    }

    fn choose(&self, site: &mut Site) -> &Shape {
        let weights = &mut site.spare.numbers;
        weights.clear();
        weights.extend(self.shapes.iter().map(|shape| shape.weight));
        let chosen = site.rng.weighted(weights).expect("a shape with a weight was checked");
        &self.shapes[chosen]
    }

    /// Lays the coarse grid over the map. A drawing is turned on its side only where its
    /// rooms still fit.
    fn coarse(&self, site: &mut Site, drawing: &Drawing) -> Coarse {
        let inside = site.plan.bounds().grown(-1);
        let mut turn = Turn::number(if self.turned { site.rng.below(Turn::COUNT) } else { 0 });
        let (columns, rows) = turn.size(drawing.size());
        let fits = |cells, side| side + 2 >= Shape::least_side(cells, self.least_side) as i32;
        if !fits(columns, inside.width) || !fits(rows, inside.height) {
            turn.swapped = false;
        }
        let (columns, rows) = turn.size(drawing.size());
        let cell = |cells, side| (side - GAP * (cells - 1)) / cells;
        let (width, height) = (cell(columns, inside.width), cell(rows, inside.height));
        let spare_x = inside.width - columns * (width + GAP) + GAP;
        let spare_y = inside.height - rows * (height + GAP) + GAP;
        let first = Rect::new(inside.x + spare_x / 2, inside.y + spare_y / 2, width, height);
        Coarse { turn, first }
    }

    /// A room of random size somewhere in its cell.
    fn throw(&self, site: &mut Site, cell: Rect) -> Rect {
        let (least, most) = (self.least_side as i32, self.most_side as i32);
        let width = site.rng.between(least..=most.min(cell.width));
        let height = site.rng.between(least..=most.min(cell.height));
        let x = site.rng.between(cell.x..=cell.right() - width);
        let y = site.rng.between(cell.y..=cell.bottom() - height);
        Rect::new(x, y, width, height)
    }

    fn deal_roles(&self, site: &mut Site, drawing: &Drawing) {
        let (rooms, free) = (&mut site.plan.rooms, &mut site.spare.numbers);
        free.clear();
        for (place, node) in drawing.nodes().iter().enumerate() {
            rooms[place].role = match &node.name {
                name if *name == self.start => Role::Start,
                name if *name == self.exit => Role::Exit,
                name if self.is_free(name) => {
                    free.push(place as u32);
                    Role::Plain
                }
                name => Role::Named(name.clone()),
            };
        }
        if let Some(name) = &self.farthest {
            let start = drawing.find(&self.start).expect("every drawing was checked for it");
            let steps = |&place: &u32| drawing.steps(start, place as usize);
            let most = free.iter().map(steps).max().expect("the types were counted");
            let found = free.iter().position(|place| steps(place) == most);
            let place = free.remove(found.expect("one of them has the most steps"));
            rooms[place as usize].role = Role::Named(name.clone());
        }
        site.rng.shuffle(free);
        for (&place, name) in free.iter().zip(self.deck()) {
            rooms[place as usize].role = Role::Named(name.clone());
        }
    }

    /// The types as often as they are wanted, without the one that the farthest room has.
    fn deck(&self) -> impl Iterator<Item = &Arc<str>> {
        self.types.iter().flat_map(|it| {
            let dealt = u32::from(self.farthest.as_ref() == Some(&it.name));
            std::iter::repeat_n(&it.name, (it.count - dealt) as usize)
        })
    }
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoShape => f.write_str("no layout has a weight above zero"),
            Self::NoStart { shape, start } => {
                write!(f, "layout `{shape}` has no room [{start}] for the start")
            }
            Self::Count { shape, free, typed } => write!(
                f,
                "layout `{shape}` has {free} free rooms, but the types' counts add up to {typed}"
            ),
            Self::NoSuchType(name) => {
                write!(f, "the farthest room should be `{name}`, which is none of the types")
            }
        }
    }
}

impl std::error::Error for LayoutError {}
