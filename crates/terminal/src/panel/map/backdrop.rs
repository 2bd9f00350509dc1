//! The backgrounds of cells: what the ground is made of, in the light that falls on it.

use barrow_engine::{CellView, View};
use barrow_grid::{Fog, Pos};
use barrow_pack::{Kind, Layer, Pack, Palette, Ramp, Shine};
use barrow_play::palette::Rgb;

/// How much of the color of memory the ground and what stands on it have, in percent.
const REMEMBERED: u16 = 46;
const REMEMBERED_WALL: u16 = 60;

/// How bright ground is in full light, in percent of its tone.
const GAIN: u16 = 160;

/// The backgrounds of a level's cells.
pub struct Backdrop<'v, 'g> {
    view: &'v View<'g>,
    palette: &'g Palette,
    shine: Shine,
    own: Option<Pos>,
    /// The tones of the kinds that are ground somewhere, by their ids.
    ramps: Vec<Option<Ramp>>,
}

impl<'v, 'g> Backdrop<'v, 'g> {
    /// Prepares the backgrounds of the level in view.
    pub fn new(view: &'v View<'g>) -> Self {
        let palette = view.palette();
        let shine = palette.shine(view.is_fully_lit(), None);
        let ramps = vec![None; view.pack().kinds.len()];
        Self { view, palette, shine, own: view.own().map(|it| it.pos()), ramps }
    }

    /// Returns the background of a cell; `None` if it is unknown.
    pub fn of(&mut self, at: Pos, cell: &CellView<'_>) -> Option<Rgb> {
        let (pack, level) = (self.view.pack(), self.view.level());
        // Some games build walls and doors of things.
        let standing = cell.thing.filter(|it| !it.is_open()).map(|it| it.drawn_as());
        let ground = standing.filter(|it| is_tall(pack, pack.kinds.get(*it))).or(cell.ground)?;
        let wall = pack.kinds.get(ground).flags.contains(&pack.core.opaque);
        let Some(glow) = cell.light.filter(|_| cell.fog == Fog::Visible) else {
            return Some(remembered(self.palette, wall));
        };
        let palette = self.palette;
        let known = self.ramps.get_mut(usize::from(ground.index()))?;
        let ramp = known.get_or_insert_with(|| palette.ramp(pack, level, ground));
        let distance = self.own.map_or(0, |own| own.distance_squared(at));
        Some(lit(ramp, wall, self.shine.at(glow, distance)))
    }
}

/// Returns whether a thing fills its cell like a wall.
fn is_tall(pack: &Pack, kind: &Kind) -> bool {
    let is = |flag| kind.flags.contains(&flag);
    kind.layer == Layer::Fixture && is(pack.core.solid) && is(pack.core.opaque)
}

/// Returns the background of remembered ground.
fn remembered(palette: &Palette, wall: bool) -> Rgb {
    scaled(palette.memory.rgb, [if wall { REMEMBERED_WALL } else { REMEMBERED }; 3])
}

/// Returns the background of ground in a light. A wall shows the side that catches it.
fn lit(ramp: &Ramp, wall: bool, light: Rgb) -> Rgb {
    let tone = ramp.tones[if wall { 2 } else { 1 }];
    scaled(tone.rgb, light.map(|it| u16::from(it) * GAIN / 255))
}

/// Returns a color with a share of each part, in percent.
fn scaled(color: Rgb, shares: [u16; 3]) -> Rgb {
    [0, 1, 2].map(|at| {
        let part = u32::from(color[at]) * u32::from(shares[at]) / 100;
        u8::try_from(part).unwrap_or(u8::MAX)
    })
}

#[cfg(test)]
mod tests {
    use barrow_grid::{Color, Glow, LightMap};
    use barrow_play::palette::{Theme, Vision};

    use super::*;
    use crate::library::SHIPPED;
    use crate::paint::{Depth, Ink, contrast, rgb};

    fn packs() -> impl Iterator<Item = std::sync::Arc<Pack>> {
        SHIPPED.iter().map(|it| barrow_pack::load(it.files()).pack.expect("a shipped game"))
    }

    /// Returns every palette of the shipped games on a level that has it, and the plain one.
    fn places(pack: &Pack) -> Vec<(&Palette, &barrow_pack::Level)> {
        let levels = pack.levels.iter();
        let floors = levels.flat_map(|(id, level)| (0..12).map(move |floor| (id, level, floor)));
        let mut places: Vec<_> =
            floors.map(|(id, level, floor)| (pack.palette(id, floor), level)).collect();
        places.dedup_by_key(|(palette, _)| std::ptr::from_ref(*palette));
        places
    }

    fn inks() -> impl Iterator<Item = Ink> {
        Theme::ALL.into_iter().flat_map(|theme| {
            Vision::ALL.into_iter().flat_map(move |vision| {
                [Depth::True, Depth::Many, Depth::Few].into_iter().map(move |depth| Ink {
                    palette: barrow_play::palette::Palette { theme, vision },
                    depth,
                    ascii: false,
                    outlines: false,
                })
            })
        })
    }

    /// Returns the lights of a place, from the player's own cell to the farthest.
    fn lights(palette: &Palette) -> Vec<Rgb> {
        let shine = palette.shine(true, None);
        let glow = |level| Glow::new(level, Color::BLACK);
        let near = (0..12).map(|it| shine.at(glow(LightMap::FULL), it * it));
        near.chain([shine.at(glow(0), 0)]).collect()
    }

    /// Returns the backgrounds of all ground of a place, seen and remembered.
    fn grounds(pack: &Pack) -> Vec<(Rgb, bool)> {
        let mut grounds = Vec::new();
        for (palette, level) in places(pack) {
            let kinds = pack.kinds.iter();
            let built = kinds.filter(|(_, it)| it.layer == Layer::Terrain || is_tall(pack, it));
            for (id, kind) in built {
                let wall = kind.flags.contains(&pack.core.opaque);
                let ramp = palette.ramp(pack, level, id);
                grounds.extend(lights(palette).into_iter().map(|it| (lit(&ramp, wall, it), true)));
                grounds.push((remembered(palette, wall), false));
            }
        }
        grounds.sort_unstable();
        grounds.dedup();
        grounds
    }

    #[test]
    fn things_can_be_told_from_their_ground_in_every_palette_and_light() {
        for pack in packs() {
            let mut colors: Vec<Rgb> = pack.kinds.iter().map(|(_, it)| it.look.color.rgb).collect();
            colors.sort_unstable();
            colors.dedup();
            // Every seventh of some thousand grounds, and a dozen colors.
            let some = colors.len() / 12 + 1;
            for (ground, seen) in grounds(&pack).into_iter().step_by(7) {
                for ink in inks() {
                    for &color in colors.iter().step_by(some) {
                        let style = if seen {
                            ink.seen(color, 1000, Some(ground))
                        } else {
                            ink.known(color, Some(ground))
                        };
                        let [front, back] =
                            [style.fg, style.bg].map(|it| rgb(it.expect("a color")));
                        assert!(
                            contrast(front, back) >= 30,
                            "{}: {color:?} on {ground:?}: {ink:?}",
                            pack.rules.title
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn walls_and_doors_that_are_things_have_a_ground_of_their_own() {
        let pack = packs().find(|it| it.rules.title.contains("Errands")).expect("the kit");
        let tall = || pack.kinds.iter().filter(|(_, it)| is_tall(&pack, it));
        assert!(tall().count() > 5, "its walls and doors are things");
        let mut compared = 0;
        for (palette, level) in places(&pack) {
            let floor =
                palette.ramp(&pack, level, level.ground.floor.expect("every level has one"));
            let light = palette.shine(true, None).at(Glow::new(LightMap::FULL, Color::BLACK), 0);
            for (id, kind) in tall() {
                let wall = lit(&palette.ramp(&pack, level, id), true, light);
                let apart: u32 = wall
                    .into_iter()
                    .zip(lit(&floor, false, light))
                    .map(|(a, b)| u32::from(a.abs_diff(b)))
                    .sum();
                assert!(apart >= 22, "{}: {} {wall:?}", level.title, kind.name);
                compared += 1;
            }
        }
        assert!(compared > 20, "{compared}");
    }

    #[test]
    fn the_player_is_found_on_any_ground() {
        for pack in packs() {
            for (ground, _) in grounds(&pack) {
                for ink in inks().filter(|it| it.depth != Depth::Few) {
                    let below = ink.backdrop(Some(ground));
                    let style = ink.boldly_upon(ink.pack_color([255; 3], 1000), below);
                    let contrast = contrast(rgb(style.fg.expect("a color")), rgb(below));
                    assert!(contrast >= 45, "{ground:?}: {contrast}, {ink:?}");
                }
            }
        }
    }

    #[test]
    fn memory_can_be_told_from_the_unknown_and_from_what_is_seen_in_every_palette() {
        for pack in packs() {
            for (palette, level) in places(&pack) {
                let floor = level.ground.floor.expect("every level has one");
                let ramp = palette.ramp(&pack, level, floor);
                let memory = remembered(palette, false);
                let title = &pack.rules.title;
                assert!(contrast(memory, [0; 3]) >= 20, "{title}: {memory:?}");
                for light in lights(palette) {
                    let seen = lit(&ramp, false, light);
                    let apart: u32 =
                        memory.into_iter().zip(seen).map(|(a, b)| u32::from(a.abs_diff(b))).sum();
                    assert!(apart >= 30, "{title}, {}: {memory:?} and {seen:?}", level.title);
                }
            }
        }
    }

    #[test]
    fn foes_stand_on_other_ground_than_friends_whatever_colors_a_player_sees() {
        for pack in packs() {
            for (ground, _) in grounds(&pack) {
                for ink in inks().filter(|it| it.depth == Depth::True) {
                    let below = ink.backdrop(Some(ground));
                    let [foe, friend] = [true, false]
                        .map(|it| ink.palette.vision.seen(rgb(ink.stained(below, it))));
                    let apart: u32 =
                        foe.into_iter().zip(friend).map(|(a, b)| u32::from(a.abs_diff(b))).sum();
                    assert!(apart >= 60, "{ground:?}: {foe:?} and {friend:?}, {ink:?}");
                }
            }
        }
    }
}
