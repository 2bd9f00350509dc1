mod shine;

use barrow_small::Map;
use barrow_source::Node;
use serde::{Deserialize, Serialize};

use super::{Kind, Layer, Level};
use crate::data::{Color, Named};
use crate::form::{Data, Form, Record, Shape};
use crate::load::Pack;
use crate::names::{Id, Section};
use crate::reader::Reader;

pub use shine::Shine;

/// The colours of a place. They are display only: no rule knows of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Palette {
    /// The levels that have these colours. If omitted, all.
    pub levels: Vec<Id<Level>>,
    /// The first floor that has these colours.
    pub from: Option<u32>,
    /// The last floor that has these colours.
    pub to: Option<u32>,
    /// The colours of the level's floor. If omitted, those of the kind.
    pub floor: Option<Ramp>,
    /// The colours of the level's wall. If omitted, those of the kind.
    pub wall: Option<Ramp>,
    /// The colours of other terrain and walls.
    pub kinds: Map<Id<Kind>, Ramp>,
    /// The colour of full light.
    pub light: Color,
    /// The colour of visible ground that the light does not reach.
    pub ambient: Color,
    /// How far the light around the player reaches, where the whole level is lit.
    pub reach: u32,
    /// How much the light flickers, in percent.
    pub flicker: u32,
    /// The colour of what is remembered.
    pub memory: Color,
}

/// Four tones of a material: shadow, base, light and highlight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ramp {
    /// The tones, the darkest first.
    pub tones: [Color; 4],
}

/// The colours of places that no palette names: lamplight on whatever the kinds look like.
static PLAIN: Palette = Palette::plain();

impl Palette {
    /// The most percent that light can flicker.
    const MAX_FLICKER: u32 = 20;

    const fn plain() -> Self {
        Self {
            levels: Vec::new(),
            from: None,
            to: None,
            floor: None,
            wall: None,
            kinds: Map::new(),
            light: Color::new([0xff, 0xe4, 0xb4]),
            ambient: Color::new([0x88, 0x8c, 0xa8]),
            reach: 9,
            flicker: 5,
            memory: Color::new([0x88, 0x98, 0xc8]),
        }
    }

    /// Returns how exactly the palette names its place: by its levels, by its floors.
    pub(crate) const fn names(&self) -> (bool, bool) {
        (!self.levels.is_empty(), self.from.is_some() || self.to.is_some())
    }

    /// Returns the first and the last floor.
    fn floors(&self) -> (u32, u32) {
        (self.from.unwrap_or(0), self.to.unwrap_or(u32::MAX))
    }

    fn is_for(&self, level: Id<Level>, floor: i32) -> bool {
        let (from, to) = self.floors();
        let floor = u32::try_from(floor).unwrap_or(0);
        (self.levels.is_empty() || self.levels.contains(&level)) && (from..=to).contains(&floor)
    }

    /// Returns `true` if another palette names a place as exactly as this one.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        let ((from, to), (start, end)) = (self.floors(), other.floors());
        let shared =
            self.levels.is_empty() || self.levels.iter().any(|it| other.levels.contains(it));
        self.names() == other.names() && shared && from.max(start) <= to.min(end)
    }

    /// Returns the tones of terrain or of a wall on a level.
    pub fn ramp(&self, pack: &Pack, level: &Level, id: Id<Kind>) -> Ramp {
        let kind = pack.kinds.get(id);
        let named = self.kinds.get(&id).copied();
        let plain = kind.layer == Layer::Terrain && kind.look.color == Color::default();
        let is = |flag| kind.flags.contains(&flag);
        let (solid, pit) = (is(pack.core.solid), is(pack.core.pit));
        let is_floor = level.ground.floor == Some(id) || plain && !solid && !pit;
        let is_wall = level.ground.wall == Some(id) || plain && solid;
        let floor = self.floor.filter(|_| is_floor);
        let wall = self.wall.filter(|_| is_wall && !is_floor);
        named.or(floor).or(wall).unwrap_or_else(|| Ramp::of_glyph(kind.look.color))
    }
}

impl Pack {
    /// Returns the colours of a level: those that name it most exactly.
    pub fn palette(&self, level: Id<Level>, floor: i32) -> &Palette {
        let fit = self.palettes.iter().map(|(_, it)| it).filter(|it| it.is_for(level, floor));
        fit.max_by_key(|it| it.names()).unwrap_or(&PLAIN)
    }
}

impl Ramp {
    /// Returns the tones of a material in this colour. Shadows are bluer, lights are yellower.
    pub fn of(base: Color) -> Self {
        let mixed = |share: u16, towards: [u8; 3], part: u16| {
            let channel = |it: usize| {
                let own = u16::from(base.rgb[it]) * share / 100;
                (own.min(255) * (100 - part) + u16::from(towards[it]) * part) / 100
            };
            Color::new([0, 1, 2].map(|it| u8::try_from(channel(it)).unwrap_or(u8::MAX)))
        };
        let (dusk, dawn) = ([0x18, 0x14, 0x30], [0xff, 0xe8, 0xb0]);
        Self { tones: [mixed(60, dusk, 20), base, mixed(130, dawn, 4), mixed(165, dawn, 10)] }
    }

    /// Returns the tones of a material whose character has this colour. A thin character is
    /// brighter than a whole cell should be.
    pub fn of_glyph(color: Color) -> Self {
        Self::of(Color::new(color.rgb.map(|it| it / 3 + 32)))
    }
}

impl Data for Ramp {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let colors = Vec::<Color>::read(node, reader)?;
        match *colors.as_slice() {
            [base] => Some(Self::of(base)),
            [shadow, base, light, highlight] => {
                Some(Self { tones: [shadow, base, light, highlight] })
            }
            _ => {
                let what = "write four colours: shadow, base, light and highlight; or one, and the \
                            others are made from it";
                reader.error(node.span, what);
                None
            }
        }
    }

    fn shape() -> Shape {
        Shape::List(Box::new(Shape::Color))
    }
}

impl Default for Palette {
    fn default() -> Self {
        Self::plain()
    }
}

impl Named for Palette {
    const SECTION: Section = Section::Palettes;
}

impl Record for Palette {
    const NAME: &'static str = "palette";
    const ABOUT: &'static str = "The colours of a place. They are display only: no rule, no digest \
                                 and no replay knows of them. Where several palettes fit, one that \
                                 names the level comes first, then one that names the floor.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        let about = "The levels that have these colours. If omitted, all.";
        form.field("levels", about, &mut self.levels);
        let about = "The first floor that has these colours. If omitted, there is none above.";
        form.field("from", about, &mut self.from);
        let about = "The last floor that has these colours. If omitted, there is none below.";
        form.field("to", about, &mut self.to);
        let about = "The colours of the level's `floor`, and of other open terrain without a \
                     colour of its own: shadow, base, light and highlight. One colour is the base, \
                     and the others are made from it. If omitted, they are made from the colour of \
                     the kind.";
        form.field("floor", about, &mut self.floor);
        let about = "The colours of the level's `wall`, and of other solid terrain without a \
                     colour of its own, in the same way.";
        form.field("wall", about, &mut self.wall);
        let about = "The colours of other terrain and of what stands like a wall.";
        form.field("kinds", about, &mut self.kinds);
        form.field("light", "The colour of full light: its warmth.", &mut self.light);
        let about = "The colour of what is visible but hardly lit. It is never black, so that \
                     whatever is visible can be told from the unknown.";
        form.field("ambient", about, &mut self.ambient);
        let about = "How many cells the light around the player reaches on a level that is lit \
                     everywhere. 0: everything is equally bright, as by day.";
        form.field("reach", about, &mut self.reach);
        let about = "How much the light flickers, in percent; at most 20.";
        form.field("flicker", about, &mut self.flicker);
        let about = "The colour of what is remembered. It should be bluish and not too dark.";
        form.field("memory", about, &mut self.memory);
    }

    fn flaw(&self) -> Option<&'static str> {
        let brightest = |color: Color| color.rgb.into_iter().max().unwrap_or(0);
        if self.flicker > Self::MAX_FLICKER {
            Some("light that flickers by more than 20 percent is hard to look at")
        } else if brightest(self.ambient) < 0x50 {
            Some(
                "in this `ambient` light nothing could be told from the unknown; one of its parts \
                  must be at least 50",
            )
        } else if brightest(self.memory) < 0xa0 {
            Some(
                "what is remembered in this `memory` could not be told from the unknown; one of \
                  its parts must be at least a0",
            )
        } else if self.floors().0 > self.floors().1 {
            Some("no floor lies between `from` and `to`")
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::{Files, load};

    /// Returns the warmth that each floor of each level has, as the red of its light.
    #[track_caller]
    fn check(palettes: &str, expected: &[(&str, i32, u8)]) {
        let rest = r#""pack": { "title": "Test", "heroes": ["hero"], "start": "cave", "life": "health" },
            "attributes": { "health": { "gauge": "Life." } },
            "kinds": { "floor": { "as": "terrain" }, "hero": { "as": "actor", "has": { "health": 9 } } },
            "levels": {
                "cave": { "drawing": ["@"], "ground": { "floor": "floor" }, "links": { "down": "hall" } },
                "hall": { "drawing": ["@"], "ground": { "floor": "floor" } } }"#;
        let text = format!("{{ \"palettes\": {{ {palettes} }}, {rest} }}");
        let files = BTreeMap::from([("pack.json".to_owned(), text.into_bytes())]);
        let loaded = load(Files::new(files));
        let pack = loaded.pack.unwrap_or_else(|| panic!("{}", loaded.report.render(&loaded.files)));
        for &(level, floor, red) in expected {
            let palette = pack.palette(pack.levels.find(level).expect("it is there"), floor);
            assert_eq!(palette.light.rgb[0], red, "{level}, floor {floor}");
        }
    }

    #[test]
    fn a_place_has_the_palette_that_names_it_most_exactly() {
        let palettes = r##""any": { "light": "#100000" }, "deep": { "from": 3, "light": "#200000" },
            "hall": { "levels": ["hall"], "light": "#300000" },
            "lower_hall": { "levels": ["hall"], "from": 5, "to": 6, "light": "#400000" }"##;
        let expected = [
            ("cave", 1, 0x10),
            ("cave", 3, 0x20),
            ("cave", 99, 0x20),
            ("hall", 3, 0x30),
            ("hall", 5, 0x40),
            ("hall", 7, 0x30),
        ];
        check(palettes, &expected);
    }

    #[test]
    fn a_place_without_a_palette_has_lamplight() {
        check("", &[("cave", 1, 0xff), ("hall", -3, 0xff)]);
        check(r##""deep": { "from": 3, "light": "#200000" }"##, &[("cave", 2, 0xff)]);
    }
}
