use crate::{Point, Text, Tile};

/// What an object looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Its width and height.
    Rectangle,
    /// Only a place.
    Point,
    /// An ellipse that fills its width and height.
    Ellipse,
    /// A rectangle whose shorter sides are half circles.
    Capsule,
    /// A closed line through points that are counted from its position.
    Polygon(Vec<Point>),
    /// An open line through points that are counted from its position.
    Polyline(Vec<Point>),
    /// Words.
    Text(Box<Text>),
    /// A tile, stretched to its width and height.
    Tile {
        /// Which.
        tile: Tile,
        /// Where in the picture the object's position is; as the tileset has it.
        alignment: Alignment,
    },
}

/// Which point of a tile's picture lies on the position of its object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Alignment {
    /// Left to the map: the bottom left corner, or the middle of the bottom on an isometric map.
    #[default]
    Unspecified,
    /// The top left corner.
    TopLeft,
    /// The middle of the top.
    Top,
    /// The top right corner.
    TopRight,
    /// The middle of the left side.
    Left,
    /// The middle.
    Centre,
    /// The middle of the right side.
    Right,
    /// The bottom left corner.
    BottomLeft,
    /// The middle of the bottom.
    Bottom,
    /// The bottom right corner.
    BottomRight,
}

impl Alignment {
    pub(crate) const NAMES: [(&'static str, Self); 10] = [
        ("unspecified", Self::Unspecified),
        ("topleft", Self::TopLeft),
        ("top", Self::Top),
        ("topright", Self::TopRight),
        ("left", Self::Left),
        ("center", Self::Centre),
        ("right", Self::Right),
        ("bottomleft", Self::BottomLeft),
        ("bottom", Self::Bottom),
        ("bottomright", Self::BottomRight),
    ];

    /// How many halves of the picture lie to the left of the point and above it, on an
    /// orthogonal map.
    pub(crate) const fn shares(self) -> (u8, u8) {
        match self {
            Self::TopLeft => (0, 0),
            Self::Top => (1, 0),
            Self::TopRight => (2, 0),
            Self::Left => (0, 1),
            Self::Centre => (1, 1),
            Self::Right => (2, 1),
            Self::Unspecified | Self::BottomLeft => (0, 2),
            Self::Bottom => (1, 2),
            Self::BottomRight => (2, 2),
        }
    }
}
