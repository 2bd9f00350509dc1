mod shape;
mod template;
mod text;

pub use shape::{Alignment, Shape};
pub use template::Template;
pub use text::{HorizontalAlignment, Text, VerticalAlignment};

use crate::json::{Fields, Node};
use crate::layer::read_opacity;
use crate::reader::Reader;
use crate::{Fixed, Point, Problem, Properties, Tile, path};

/// An object of an object layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// Its unique id in the map.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// Its class.
    pub class: String,
    /// Its position in pixels. It is the top left corner, except for a tile, where it depends on
    /// the tileset ([`Object::top_left`]).
    pub position: Point,
    /// Its width in pixels.
    pub width: Fixed,
    /// Its height in pixels.
    pub height: Fixed,
    /// Its clockwise rotation around its position, in degrees.
    pub rotation: Fixed,
    /// Whether it is shown.
    pub visible: bool,
    /// From 0 (invisible) to 1 (opaque).
    pub opacity: Fixed,
    /// Its shape.
    pub shape: Shape,
    /// The path of the template that provides the values that the object itself does not set.
    pub template: Option<String>,
    /// Its custom properties.
    pub properties: Properties,
}

impl Default for Object {
    fn default() -> Self {
        Self {
            id: 0,
            name: String::new(),
            class: String::new(),
            position: Point::default(),
            width: Fixed::ZERO,
            height: Fixed::ZERO,
            rotation: Fixed::ZERO,
            visible: true,
            opacity: Fixed::ONE,
            shape: Shape::Rectangle,
            template: None,
            properties: Properties::default(),
        }
    }
}

impl Object {
    /// Returns the top left corner on an orthogonal map, before rotation.
    pub fn top_left(&self) -> Point {
        let Shape::Tile { alignment, .. } = self.shape else { return self.position };
        let (left, up) = alignment.shares();
        let share = |size: Fixed, halves| match halves {
            0 => Fixed::ZERO,
            1 => size.half(),
            _ => size,
        };
        Point {
            x: self.position.x - share(self.width, left),
            y: self.position.y - share(self.height, up),
        }
    }

    /// Returns the column and row of its cell on an orthogonal map with cells of this size in
    /// pixels. It is the cell of the top left corner, or, for a tile, the cell at the left end of
    /// its lower edge, so that an image two cells high is in the lower one.
    pub fn cell(&self, tile_width: u32, tile_height: u32) -> (i32, i32) {
        let corner = self.top_left();
        let (cell_width, cell_height) = (pixels(tile_width), pixels(tile_height));
        if !matches!(self.shape, Shape::Tile { .. }) {
            return (index(corner.x, cell_width), index(corner.y, cell_height));
        }
        // Half an image, or half a cell if the image is larger, inward from the bottom left corner.
        // So an image that is slightly off the grid is still in the cell that it appears to be in.
        let x = corner.x + self.width.min(cell_width).half();
        let y = corner.y + self.height - self.height.min(cell_height).half();
        (index(x, cell_width), index(y, cell_height))
    }

    pub(crate) fn read(reader: &mut Reader<'_>, node: Node<'_>) -> Result<Self, Problem> {
        let fields = node.fields()?;
        reader.within(&label(&fields), |reader| {
            let Some(source) = fields.string("template")?.filter(|it| !it.is_empty()) else {
                return Self::read_over(reader, &fields, Self::default());
            };
            let source = path::join(&reader.file, &source);
            let base = template::instance(reader, &source)?;
            let object = Self::read_over(reader, &fields, base)?;
            Ok(Self { template: Some(source), ..object })
        })
    }

    /// Returns `base` with all values that the fields set.
    fn read_over(
        reader: &mut Reader<'_>,
        fields: &Fields<'_>,
        base: Self,
    ) -> Result<Self, Problem> {
        let own_opacity = fields.get("opacity").is_some();
        let mut object = Self {
            id: fields.unsigned("id")?.unwrap_or(base.id),
            name: fields.string("name")?.unwrap_or(base.name),
            class: fields.class_or_type()?.unwrap_or(base.class),
            position: Point {
                x: fields.fixed("x")?.unwrap_or(base.position.x),
                y: fields.fixed("y")?.unwrap_or(base.position.y),
            },
            width: fields.fixed("width")?.unwrap_or(base.width),
            height: fields.fixed("height")?.unwrap_or(base.height),
            rotation: fields.fixed("rotation")?.unwrap_or(base.rotation),
            visible: fields.read("visible", Node::boolean)?.unwrap_or(base.visible),
            opacity: if own_opacity { read_opacity(fields)? } else { base.opacity },
            shape: Shape::read(reader, fields)?.unwrap_or(base.shape),
            template: None,
            properties: base.properties,
        };
        object.properties.extend(Properties::read(fields, &reader.file)?);
        Ok(object)
    }
}

impl Shape {
    /// Reads the shape, if the fields set one.
    fn read(reader: &mut Reader<'_>, fields: &Fields<'_>) -> Result<Option<Self>, Problem> {
        if let Some(tile) = fields.unsigned("gid")?.and_then(Tile::from_raw) {
            return Ok(Some(reader.tile_shape(tile)));
        }
        let points =
            |key| fields.read(key, |node| node.items()?.into_iter().map(Node::point).collect());
        if let Some(points) = points("polygon")? {
            return Ok(Some(Self::Polygon(points)));
        }
        if let Some(points) = points("polyline")? {
            return Ok(Some(Self::Polyline(points)));
        }
        if let Some(text) = fields.get("text") {
            return Ok(Some(Self::Text(Box::new(Text::read(reader, &text.fields()?)?))));
        }
        let marks =
            [("point", Self::Point), ("ellipse", Self::Ellipse), ("capsule", Self::Capsule)];
        for (key, shape) in marks {
            if fields.flag(key)? {
                return Ok(Some(shape));
            }
        }
        Ok(None)
    }
}

fn pixels(size: u32) -> Fixed {
    // Maps with cells of size 0 are refused, so this only avoids a division by zero.
    Fixed { thousandths: i64::from(size.max(1)) * 1000 }
}

fn index(at: Fixed, cell: Fixed) -> i32 {
    let index = at.thousandths.div_euclid(cell.thousandths);
    i32::try_from(index).unwrap_or(if index < 0 { i32::MIN } else { i32::MAX })
}

/// Returns the name of an object for messages.
fn label(fields: &Fields<'_>) -> String {
    let name = fields.text("name").unwrap_or_default();
    match (name.is_empty(), fields.count("id").unwrap_or(0)) {
        (true, 0) => "an object without an id".to_owned(),
        (true, id) => format!("object {id}"),
        (false, 0) => format!("object \"{name}\""),
        (false, id) => format!("object \"{name}\" (id {id})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(x: &str, y: &str, width: i32, height: i32, shape: Shape) -> Object {
        let position = Point { x: Fixed::from_text(x).unwrap(), y: Fixed::from_text(y).unwrap() };
        let (width, height) = (Fixed::from_whole(width), Fixed::from_whole(height));
        Object { position, width, height, shape, ..Object::default() }
    }

    fn tile(alignment: Alignment) -> Shape {
        Shape::Tile { tile: Tile::from_raw(1).unwrap(), alignment }
    }

    #[test]
    fn rectangles_stand_in_the_cell_of_their_top_left_corner() {
        for (x, y, cell) in [
            ("0", "0", (0, 0)),
            ("80", "60", (2, 2)),
            ("79.999", "59.999", (1, 1)),
            ("-0.001", "-30", (-1, -1)),
            ("-2000000000", "2000000000", (-50_000_000, 66_666_666)),
        ] {
            assert_eq!(placed(x, y, 40, 30, Shape::Rectangle).cell(40, 30), cell, "{x} {y}");
            assert_eq!(placed(x, y, 0, 0, Shape::Point).cell(40, 30), cell, "{x} {y}");
        }
    }

    #[test]
    fn tiles_stand_on_their_bottom_left_corner() {
        let shape = || tile(Alignment::Unspecified);
        assert_eq!(placed("80", "60", 40, 30, shape()).cell(40, 30), (2, 1));
        // Two cells high: it is in the lower one.
        assert_eq!(placed("80", "60", 40, 60, shape()).cell(40, 30), (2, 1));
        // A small image in the bottom right corner of its cell.
        assert_eq!(placed("104", "60", 16, 16, shape()).cell(40, 30), (2, 1));
        // Slightly off the grid, in both directions.
        assert_eq!(placed("78.5", "61", 40, 30, shape()).cell(40, 30), (2, 1));
        assert_eq!(placed("81", "58.5", 40, 30, shape()).cell(40, 30), (2, 1));
    }

    #[test]
    fn a_tileset_can_change_the_alignment_of_its_tiles() {
        for (alignment, x, y) in [
            (Alignment::TopLeft, "80", "30"),
            (Alignment::Center, "100", "45"),
            (Alignment::BottomRight, "120", "60"),
            (Alignment::Right, "120", "45"),
        ] {
            let object = placed(x, y, 40, 30, tile(alignment));
            assert_eq!(object.top_left().to_string(), "(80, 30)", "{alignment:?}");
            assert_eq!(object.cell(40, 30), (2, 1), "{alignment:?}");
        }
    }

    #[test]
    fn a_cell_size_of_zero_does_not_panic() {
        let object = placed("2000000000", "-2000000000", 0, 0, Shape::Point);
        assert_eq!(object.cell(0, 0), (2_000_000_000, -2_000_000_000));
    }
}
