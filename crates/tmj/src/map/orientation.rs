use crate::Problem;
use crate::json::Fields;
use crate::reader::Reader;

/// The layout of the cells of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Orientation {
    /// Rectangles in rows and columns.
    Orthogonal,
    /// Diamonds; the whole map is a diamond.
    Isometric,
    /// Rectangles with skewed rows or columns.
    Oblique {
        /// How far each row is shifted to the right of the one above, in pixels.
        skew_x: i32,
        /// How far each column is shifted down from the one to its left, in pixels.
        skew_y: i32,
    },
    /// Diamonds; the whole map is a rectangle.
    Staggered(Stagger),
    /// Hexagons.
    Hexagonal {
        /// Which rows or columns are shifted.
        stagger: Stagger,
        /// The length of the side along the staggered axis, in pixels.
        side_length: u32,
    },
}

/// Which rows or columns are shifted by half a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stagger {
    /// Whether rows or columns are shifted.
    pub axis: StaggerAxis,
    /// Whether the odd or the even ones are shifted.
    pub index: Parity,
}

/// The staggered axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StaggerAxis {
    /// Every second column is shifted down.
    X,
    /// Every second row is shifted to the right.
    Y,
}

/// Odd or even indices, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parity {
    /// 1, 3, 5 and so on.
    Odd,
    /// 0, 2, 4 and so on.
    Even,
}

/// The order in which the tiles of a layer are drawn, always row by row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RenderOrder {
    /// From left to right, then downwards.
    #[default]
    RightDown,
    /// From left to right, then upwards.
    RightUp,
    /// From right to left, then downwards.
    LeftDown,
    /// From right to left, then upwards.
    LeftUp,
}

impl Orientation {
    pub(super) fn read(reader: &mut Reader<'_>, map: &Fields<'_>) -> Result<Self, Problem> {
        let node = map.required("orientation")?;
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
