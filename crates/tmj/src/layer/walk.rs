use super::{Layer, LayerKind};
use crate::{Color, Fixed, Point};

/// A layer combined with the settings of all groups around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed<'m> {
    /// The layer; never a group.
    pub layer: &'m Layer,
    /// Whether the layer and all groups around it are shown.
    pub visible: bool,
    /// The product of the opacities of the layer and its groups.
    pub opacity: Fixed,
    /// The sum of the offsets of the layer and its groups.
    pub offset: Point,
    /// The product of the parallax factors of the layer and its groups.
    pub parallax: Point,
    /// The product of the tints of the layer and its groups.
    pub tint: Color,
}

/// Returns all layers that are not groups, the lowest first.
pub fn walk(layers: &[Layer]) -> Vec<Placed<'_>> {
    let mut found = Vec::new();
    for layer in layers {
        let here = Placed {
            layer,
            visible: layer.visible,
            opacity: layer.opacity,
            offset: layer.offset,
            parallax: layer.parallax,
            tint: layer.tint.unwrap_or(Color::WHITE),
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
