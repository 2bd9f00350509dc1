use crate::Problem;
use crate::json::Fields;
use crate::reader::Reader;

/// How the cells of a map lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Orientation {
    /// Upright, in rows and columns.
    Orthogonal,
    /// On their corners; the whole map is a rhombus.
    Isometric,
    /// Upright and slanted.
    Oblique {
        /// How far each row is moved to the right of the one above, in pixels.
        skew_x: i32,
        /// How far each column is moved below the one to its left, in pixels.
        skew_y: i32,
    },
    /// On their corners; the whole map is a rectangle.
    Staggered(Stagger),
    /// Hexagons.
    Hexagonal {
        /// Which of them are moved.
        stagger: Stagger,
        /// The length of the side along the staggered axis, in pixels.
        side_length: u32,
    },
}

/// Which rows or columns are moved by half a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stagger {
    /// Whether rows or columns are.
    pub axis: StaggerAxis,
    /// Which of them are.
    pub index: Parity,
}

/// The axis along which every second cell is moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StaggerAxis {
    /// Every second column is moved down.
    X,
    /// Every second row is moved to the right.
    Y,
}

/// Every second one, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parity {
    /// 1, 3, 5 and so on.
    Odd,
    /// 0, 2, 4 and so on.
    Even,
}

/// In which order the tiles of a layer are drawn; rows first, always.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RenderOrder {
    /// To the right, then downwards.
    #[default]
    RightDown,
    /// To the right, then upwards.
    RightUp,
    /// To the left, then downwards.
    LeftDown,
    /// To the left, then upwards.
    LeftUp,
}

impl Orientation {
    pub(super) fn read(reader: &mut Reader<'_>, map: &Fields<'_>) -> Result<Self, Problem> {
        let node = map.need("orientation")?;
        Ok(match node.string()?.as_str() {
            "orthogonal" => Self::Orthogonal,
            "isometric" => Self::Isometric,
            "oblique" => {
                Self::Oblique { skew_x: map.signed("skewx")?, skew_y: map.signed("skewy")? }
            }
            "staggered" => Self::Staggered(Stagger::read(reader, map)?),
            "hexagonal" => Self::Hexagonal {
                stagger: Stagger::read(reader, map)?,
                side_length: map.count("hexsidelength")?,
            },
            other => {
                return Err(node.problem(format!("the orientation \"{other}\" is unknown")));
            }
        })
    }
}

impl Stagger {
    fn read(reader: &mut Reader<'_>, map: &Fields<'_>) -> Result<Self, Problem> {
        let axes = [("y", StaggerAxis::Y), ("x", StaggerAxis::X)];
        let indices = [("odd", Parity::Odd), ("even", Parity::Even)];
        Ok(Self {
            axis: reader.choice(map, "staggeraxis", &axes)?,
            index: reader.choice(map, "staggerindex", &indices)?,
        })
    }
}

impl RenderOrder {
    pub(super) fn read(reader: &mut Reader<'_>, map: &Fields<'_>) -> Result<Self, Problem> {
        let known = [
            ("right-down", Self::RightDown),
            ("right-up", Self::RightUp),
            ("left-down", Self::LeftDown),
            ("left-up", Self::LeftUp),
        ];
        reader.choice(map, "renderorder", &known)
    }
}
