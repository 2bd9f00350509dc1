use super::{Layer, LayerKind};
use crate::{Colour, Fixed, Point};

/// A layer with all that the groups around it add.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed<'m> {
    /// The layer; never a group.
    pub layer: &'m Layer,
    /// Whether it and all groups around it are shown.
    pub visible: bool,
    /// Its opacity times those of the groups around it.
    pub opacity: Fixed,
    /// Its offset and those of the groups around it.
    pub offset: Point,
    /// Its parallax factors times those of the groups around it.
    pub parallax: Point,
    /// Its tint times those of the groups around it.
    pub tint: Colour,
}

/// All layers that are not groups, the lowest first.
pub fn walk(layers: &[Layer]) -> Vec<Placed<'_>> {
    let mut found = Vec::new();
    for layer in layers {
        let here = Placed {
            layer,
            visible: layer.visible,
            opacity: layer.opacity,
            offset: layer.offset,
            parallax: layer.parallax,
            tint: layer.tint.unwrap_or(Colour::WHITE),
        };
        match &layer.kind {
            LayerKind::Group(inner) => {
                found.extend(walk(inner).into_iter().map(|it| it.inside(here)));
            }
            LayerKind::Tiles(_) | LayerKind::Objects(_) | LayerKind::Image(_) => found.push(here),
        }
    }
    found
}

impl Placed<'_> {
    fn inside(self, group: Placed<'_>) -> Self {
        Self {
            layer: self.layer,
            visible: group.visible && self.visible,
            opacity: group.opacity.times(self.opacity),
            offset: group.offset + self.offset,
            parallax: Point {
                x: group.parallax.x.times(self.parallax.x),
                y: group.parallax.y.times(self.parallax.y),
            },
            tint: group.tint.times(self.tint),
        }
    }
}
