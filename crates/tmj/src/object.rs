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

/// A thing placed on an object layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// Its number in the map, which no other object has.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// Its class.
    pub class: String,
    /// Where it is, in pixels: the top left corner, except for a tile, where the tileset
    /// decides ([`Object::top_left`]).
    pub position: Point,
    /// How wide it is, in pixels.
    pub width: Fixed,
    /// How high it is, in pixels.
    pub height: Fixed,
    /// How far it is turned around its position, in degrees clockwise.
    pub rotation: Fixed,
    /// Whether it is shown.
    pub visible: bool,
    /// From 0, unseen, to 1, solid.
    pub opacity: Fixed,
    /// What it looks like.
    pub shape: Shape,
    /// The template that gave what the object itself does not tell.
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
    /// The top left corner on an orthogonal map, before the object is turned.
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

    /// The column and row of the cell it stands in, on an orthogonal map with cells of that
    /// size in pixels: the cell of its top left corner, or, for a tile, the cell under the
    /// left end of its foot, so that a picture two cells high stands in the lower one.
    pub fn cell(&self, tile_width: u32, tile_height: u32) -> (i32, i32) {
        let corner = self.top_left();
        let (cell_width, cell_height) = (pixels(tile_width), pixels(tile_height));
        if !matches!(self.shape, Shape::Tile { .. }) {
            return (index(corner.x, cell_width), index(corner.y, cell_height));
        }
        // Half a picture, or half a cell if the picture is larger, inward from the bottom left
        // corner: a picture a little off the raster still stands where it seems to.
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

    /// `base`, with all that the fields tell in its place.
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
    /// The shape that the fields tell, if they do.
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
    // A cell of no size would hold nothing; maps with such cells are refused.
    Fixed { thousandths: i64::from(size.max(1)) * 1000 }
}

fn index(at: Fixed, cell: Fixed) -> i32 {
    let index = at.thousandths.div_euclid(cell.thousandths);
    i32::try_from(index).unwrap_or(if index < 0 { i32::MIN } else { i32::MAX })
}

/// The name of an object in messages.
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
        // Two cells high: it stands in the lower one.
        assert_eq!(placed("80", "60", 40, 60, shape()).cell(40, 30), (2, 1));
        // A small picture in the bottom right corner of its cell.
        assert_eq!(placed("104", "60", 16, 16, shape()).cell(40, 30), (2, 1));
        // A little off the raster, either way.
        assert_eq!(placed("78.5", "61", 40, 30, shape()).cell(40, 30), (2, 1));
        assert_eq!(placed("81", "58.5", 40, 30, shape()).cell(40, 30), (2, 1));
    }

    #[test]
    fn a_tileset_may_align_its_tiles_otherwise() {
        for (alignment, x, y) in [
            (Alignment::TopLeft, "80", "30"),
            (Alignment::Centre, "100", "45"),
            (Alignment::BottomRight, "120", "60"),
            (Alignment::Right, "120", "45"),
        ] {
            let object = placed(x, y, 40, 30, tile(alignment));
            assert_eq!(object.top_left().to_string(), "(80, 30)", "{alignment:?}");
            assert_eq!(object.cell(40, 30), (2, 1), "{alignment:?}");
        }
    }

    #[test]
    fn a_cell_without_size_does_no_harm() {
        let object = placed("2000000000", "-2000000000", 0, 0, Shape::Point);
        assert_eq!(object.cell(0, 0), (2_000_000_000, -2_000_000_000));
    }
}
