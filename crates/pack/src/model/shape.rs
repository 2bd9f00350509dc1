use barrow_dice::Formula;
use barrow_grid::{Metric, Outline, Shape};
use serde::{Deserialize, Serialize};

use crate::data::Keyword;
use crate::form::{Form, Record, VariantForm};

/// A set of cells around a center, or between the actor and a center.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellShape {
    /// A shape without a size.
    pub whole: Option<Whole>,
    /// Everything within this many cells.
    pub burst: Option<Formula>,
    /// Everything exactly this many cells away.
    pub ring: Option<Formula>,
    /// This many cells from the actor through the center.
    pub line: Option<Formula>,
    /// A cone from the actor towards the center, this many cells long.
    pub cone: Option<Formula>,
    /// Four straight arms, each this many cells long.
    pub cross: Option<Formula>,
    /// Eight arms, each this many cells long.
    pub star: Option<Formula>,
    /// The angle of a cone in degrees.
    pub angle: u32,
    /// Walls do not stop a line.
    pub through: bool,
    /// How distances are measured.
    pub metric: Option<Metric>,
    /// Only cells with a free line from the center, or from the actor for a cone.
    pub los: bool,
}

/// A shape without a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Whole {
    /// The center.
    Cell,
    /// The room around the center.
    Room,
}

/// Which cells an effect reaches: those within a radius, or those of a shape.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extent {
    /// The radius in cells.
    pub radius: Option<Formula>,
    /// The shape, instead of a radius.
    pub shape: Option<Box<CellShape>>,
}

/// How distances are measured, for each use.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Metrics {
    /// For the radius of effects and abilities.
    pub area: Option<Metric>,
    /// For the sight of players.
    pub sight: Option<Metric>,
    /// For the sight of other actors.
    pub minds: Option<Metric>,
    /// For the radius of lights and how they fade.
    pub light: Option<Metric>,
    /// For how far noises are heard.
    pub noise: Option<Metric>,
    /// For the range of throws.
    pub throw: Option<Metric>,
    /// For the range of abilities.
    pub cast: Option<Metric>,
}

impl Keyword for Metric {
    const ALL: &'static [Self] = &[Self::Square, Self::Circle, Self::Rounded, Self::Diamond];
    const WORDS: &'static [&'static str] = &["square", "circle", "rounded", "diamond"];
}

impl Keyword for Whole {
    const ALL: &'static [Self] = &[Self::Cell, Self::Room];
    const WORDS: &'static [&'static str] = &["cell", "room"];
}

impl Default for CellShape {
    fn default() -> Self {
        Self {
            whole: None,
            burst: None,
            ring: None,
            line: None,
            cone: None,
            cross: None,
            star: None,
            angle: 90,
            through: false,
            metric: None,
            los: false,
        }
    }
}

impl CellShape {
    /// Returns the outlines that are given, each with its size.
    fn sizes(&self) -> [Option<&Formula>; 6] {
        [&self.burst, &self.ring, &self.line, &self.cone, &self.cross, &self.star]
            .map(Option::as_ref)
    }

    /// Returns the formula of its size.
    pub fn size(&self) -> Option<&Formula> {
        self.sizes().into_iter().flatten().next()
    }

    fn outline(&self, mut number: impl FnMut(&Formula) -> u32) -> Outline {
        let angle = u16::try_from(self.angle).unwrap_or(u16::MAX);
        let size = self.size().map_or(0, &mut number);
        match self.whole {
            Some(Whole::Room) => Outline::Room,
            _ if self.burst.is_some() => Outline::Burst(size),
            _ if self.ring.is_some() => Outline::Ring(size),
            _ if self.line.is_some() && self.through => Outline::Ray(size),
            _ if self.line.is_some() => Outline::Line(size),
            _ if self.cone.is_some() => Outline::Cone(size, angle),
            _ if self.cross.is_some() => Outline::Cross(size),
            _ if self.star.is_some() => Outline::Star(size),
            Some(Whole::Cell) | None => Outline::Cell,
        }
    }

    /// Returns the shape with its size as a number.
    pub fn sized(&self, usual: Metric, number: impl FnMut(&Formula) -> u32) -> Shape {
        let metric = self.metric.unwrap_or(usual);
        Shape { outline: self.outline(number), metric, in_line: self.los }
    }
}

impl Extent {
    const NEITHER: &str = "give a `radius` or a `shape`";
    const BOTH: &str = "`radius` and `shape` exclude each other; keep one";

    /// Reads both keys, which may be left out.
    pub(crate) fn read(form: &mut VariantForm<'_, '_>, about: &'static str) -> Self {
        let radius = form.field("radius", about);
        Self::with_shape(radius, form)
    }

    /// Reads both keys. One of them must be there.
    pub(crate) fn needed(form: &mut VariantForm<'_, '_>, about: &'static str) -> Self {
        let extent = Self::read(form, about);
        form.flaw((!extent.is_given()).then_some(Self::NEITHER));
        extent
    }

    /// Reads both keys. One of them must be there. The radius may be written alone, in place of
    /// the whole object.
    pub(crate) fn main(form: &mut VariantForm<'_, '_>, about: &'static str) -> Self {
        let radius = form.bare("radius", about);
        let extent = Self::with_shape(radius, form);
        form.flaw((!extent.is_given()).then_some(Self::NEITHER));
        extent
    }

    fn with_shape(radius: Option<Formula>, form: &mut VariantForm<'_, '_>) -> Self {
        let shape: Option<CellShape> = form.field("shape", "The cells, instead of a radius.");
        let extent = Self { radius, shape: shape.map(Box::new) };
        form.flaw(extent.flaw());
        extent
    }

    /// Returns what is wrong with it.
    pub(crate) fn flaw(&self) -> Option<&'static str> {
        (self.radius.is_some() && self.shape.is_some()).then_some(Self::BOTH)
    }

    /// Returns whether it says anything.
    pub const fn is_given(&self) -> bool {
        self.radius.is_some() || self.shape.is_some()
    }

    /// Returns the formula of its size.
    pub fn size(&self) -> Option<&Formula> {
        self.radius.as_ref().or_else(|| self.shape.as_ref()?.size())
    }

    /// Returns the shape with its size as a number; the center if nothing is said.
    pub fn sized(&self, usual: Metric, mut number: impl FnMut(&Formula) -> u32) -> Shape {
        match &self.shape {
            Some(shape) => shape.sized(usual, number),
            None => Shape::burst(self.radius.as_ref().map_or(0, &mut number), usual),
        }
    }
}

impl Record for CellShape {
    const NAME: &'static str = "shape";
    const ABOUT: &'static str = "A set of cells around a center, or between the actor and a \
                                 center. Give one of `whole`, `burst`, `ring`, `line`, `cone`, \
                                 `cross` and `star`.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.bare_word(
            "whole",
            "`cell` is the center alone, `room` the room around it, with its doorways.",
            &mut self.whole,
        );
        form.field("burst", "Everything within this many cells.", &mut self.burst);
        form.field("ring", "Everything exactly this many cells away.", &mut self.ring);
        let about = "This many cells from the actor through the center. Walls stop it.";
        form.field("line", about, &mut self.line);
        let about = "A cone from the actor towards the center, this many cells long.";
        form.field("cone", about, &mut self.cone);
        form.field("cross", "Four straight arms, each this many cells long.", &mut self.cross);
        form.field("star", "Eight arms, each this many cells long.", &mut self.star);
        form.field("angle", "The angle of a `cone`, in degrees.", &mut self.angle);
        form.field("through", "Walls do not stop a `line`.", &mut self.through);
        let about = "How distances are measured. `square`: a diagonal step counts as one. \
                     `circle`: the distance is at most the radius. `rounded`: the distance, \
                     rounded, is at most the radius. `diamond`: a diagonal step counts as two. \
                     If omitted, as `metrics` of the pack says, or `square`.";
        form.optional_word("metric", about, &mut self.metric);
        let about = "Only cells with a free line from the center, or from the actor for a `cone`.";
        form.field("los", about, &mut self.los);
    }

    fn flaw(&self) -> Option<&'static str> {
        let given = self.sizes().into_iter().flatten().count() + usize::from(self.whole.is_some());
        match given {
            0 => {
                Some("say which cells: `whole`, `burst`, `ring`, `line`, `cone`, `cross` or `star`")
            }
            1 if self.through && self.line.is_none() => Some("only a `line` goes `through` walls"),
            1 => None,
            _ => Some("a shape has one outline; keep one of them"),
        }
    }
}

impl Record for Metrics {
    const NAME: &'static str = "metrics";
    const ABOUT: &'static str = "How distances are measured, for each use. `square`: a diagonal \
                                 step counts as one. `circle`: the distance is at most the radius. \
                                 `rounded`: the distance, rounded, is at most the radius. \
                                 `diamond`: a diagonal step counts as two.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        let about = "The radius of effects and abilities. If omitted, `square`; for `put`, \
                     `circle`.";
        form.optional_word("area", about, &mut self.area);
        form.optional_word(
            "sight",
            "The sight of players. If omitted, `rounded`.",
            &mut self.sight,
        );
        let about = "The sight of other actors. If omitted, `rounded`.";
        form.optional_word("minds", about, &mut self.minds);
        let about = "The radius of lights, and how they fade. If omitted, `circle`. A cell at \
                     exactly the radius is dark.";
        form.optional_word("light", about, &mut self.light);
        let about = "How far noises are heard. If omitted, `circle`. At exactly the range nothing \
                     is heard.";
        form.optional_word("noise", about, &mut self.noise);
        form.optional_word("throw", "The range of throws. If omitted, `square`.", &mut self.throw);
        form.optional_word("cast", "The range of abilities. If omitted, `square`.", &mut self.cast);
    }
}
