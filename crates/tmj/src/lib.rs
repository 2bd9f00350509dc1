#![doc = include_str!("../README.md")]

mod color;
mod data;
mod json;
mod layer;
mod map;
mod number;
mod object;
mod path;
mod problem;
mod property;
mod reader;
mod tile;
mod tileset;

pub use color::Color;
pub use layer::{
    Area, Chunk, DrawOrder, ImageLayer, Layer, LayerKind, ObjectLayer, Placed, TileLayer,
};
pub use map::{Map, Orientation, Parity, RenderOrder, Stagger, StaggerAxis};
pub use number::{Decimal, Fixed, Point};
pub use object::{
    Alignment, HorizontalAlignment, Object, Shape, Template, Text, VerticalAlignment,
};
pub use problem::{Loaded, Problem};
pub use property::{Properties, Property, Value};
pub use reader::{MAX_CELLS, MAX_DEPTH, MAX_OTHER_FILES};
pub use tile::{Flips, Tile};
pub use tileset::{
    FillMode, Frame, Grid, GridOrientation, Image, MapTileset, RenderSize, Terrain, TileRect,
    Tileset, TilesetTile, Transformations, WangColor, WangKind, WangSet, WangTile,
};
