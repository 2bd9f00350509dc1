use crate::{Point, Text, Tile};

/// The shape of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A rectangle of its width and height.
    Rectangle,
    /// A single point.
    Point,
    /// An ellipse that fills its width and height.
    Ellipse,
    /// A rectangle whose shorter sides are half circles.
    Capsule,
    /// A closed line through points relative to its position.
    Polygon(Vec<Point>),
    /// An open line through points relative to its position.
    Polyline(Vec<Point>),
    /// A text.
    Text(Box<Text>),
    /// A tile, scaled to its width and height.
    Tile {
        /// The tile.
        tile: Tile,
        /// The point of the image that is at the object's position, as set by the tileset.
        alignment: Alignment,
    },
}

/// The point of a tile's image that is at the position of its object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Alignment {
    /// The default: the bottom left corner, or the center of the bottom edge on an isometric map.
    #[default]
    Unspecified,
    /// The top left corner.
    TopLeft,
    /// The center of the top edge.
    Top,
    /// The top right corner.
    TopRight,
    /// The center of the left edge.
    Left,
    /// The center.
    Center,
    /// The center of the right edge.
    Right,
    /// The bottom left corner.
    BottomLeft,
    /// The center of the bottom edge.
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
        ("center", Self::Center),
        ("right", Self::Right),
        ("bottomleft", Self::BottomLeft),
        ("bottom", Self::Bottom),
        ("bottomright", Self::BottomRight),
    ];

    /// Returns how many halves of the image are to the left of the point and above it, on an
    /// orthogonal map.
    pub(crate) const fn shares(self) -> (u8, u8) {
        match self {
            Self::TopLeft => (0, 0),
            Self::Top => (1, 0),
            Self::TopRight => (2, 0),
            Self::Left => (0, 1),
            Self::Center => (1, 1),
            Self::Right => (2, 1),
            Self::Unspecified | Self::BottomLeft => (0, 2),
            Self::Bottom => (1, 2),
            Self::BottomRight => (2, 2),
        }
    }
}
