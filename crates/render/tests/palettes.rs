//! What every palette of the shipped games must hold, measured on the pixels that are drawn.

#![allow(
    clippy::float_arithmetic,
    reason = "contrast is defined in real numbers; no rule reads it"
)]

use barrow_grid::{Color, Glow, LightMap, Pos};
use barrow_pack::{Id, Kind, Layer, Level, Pack, Palette};
use barrow_render::{Compositor, Dye, Memory, Scene, Shades, Sprite, TileId, Tileset, loud};

use super::goldens::pack;

const PACKS: [&str; 7] = ["arena", "crawl", "dark-floor", "darkdelve", "deck", "descent", "kit"];

type Pixel = [f64; 3];

fn rgb(color: barrow_pack::Color) -> Color {
    let [red, green, blue] = color.rgb;
    Color::new(red, green, blue)
}

/// Returns the drawn pixels of a tile in a light.
fn pixels(tileset: &Tileset, tile: TileId, light: [u8; 3]) -> Vec<Pixel> {
    let [red, green, blue] = light;
    let mut scene = Scene::new(1, 1);
    scene.put(Pos::new(0, 0), Sprite::tinted(tile, Color::new(red, green, blue)));
    let picture = Compositor::default().draw(&scene, tileset).clone();
    picture.bytes.chunks_exact(4).map(|it| [it[0], it[1], it[2]].map(f64::from)).collect()
}

fn mean(pixels: &[Pixel]) -> Pixel {
    let sum = |channel: usize| pixels.iter().map(|it| it[channel]).sum::<f64>();
    let count = u32::try_from(pixels.len()).map_or(1.0, f64::from);
    [0, 1, 2].map(|it| sum(it) / count)
}

/// Returns the relative luminance of the accessibility guidelines.
fn luminance(pixel: Pixel) -> f64 {
    let [red, green, blue] = pixel.map(|it| {
        let part = it / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

fn contrast(one: Pixel, other: Pixel) -> f64 {
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

fn distance(one: Pixel, other: Pixel) -> f64 {
    one.iter().zip(other).map(|(a, b)| (a - b).abs()).sum()
}

/// A palette on a level that has it.
struct Place<'p> {
    pack: &'p Pack,
    level: &'p Level,
    palette: &'p Palette,
    name: String,
}

fn places(pack: &Pack) -> Vec<Place<'_>> {
    let mut places: Vec<Place<'_>> = Vec::new();
    for (id, level) in pack.levels.iter() {
        for floor in 0..12 {
            let palette = pack.palette(id, floor);
            if !places.iter().any(|it| std::ptr::eq(it.palette, palette)) {
                let name = format!("{}, {}, floor {floor}", pack.rules.title, level.title);
                places.push(Place { pack, level, palette, name });
            }
        }
    }
    places
}

impl Place<'_> {
    /// Returns the tile of terrain here, seen or remembered; `None` if it has none.
    fn terrain(&self, tileset: &mut Tileset, kind: Id<Kind>, known: bool) -> Option<TileId> {
        let tile = tileset.named(&self.pack.kinds.get(kind).look.tile)?;
        let ramp = self.palette.ramp(self.pack, self.level, kind);
        let opaque = self.pack.kinds.get(kind).flags.contains(&self.pack.core.opaque);
        let memory = Memory { color: rgb(self.palette.memory), flat: !opaque };
        let shades = Shades::Ramp(ramp.tones.map(rgb));
        Some(tileset.dyed(tile, Dye { shades, memory: known.then_some(memory) }))
    }

    /// Returns the light near the player, and where it hardly reaches.
    fn lights(&self) -> [[u8; 3]; 2] {
        let shine = self.palette.shine(true, None);
        [LightMap::FULL, 0].map(|level| shine.at(Glow::new(level, Color::BLACK), 0))
    }
}

const WHITE: [u8; 3] = [255; 3];

/// How bright the ground near the player is at least, beside remembered ground. Memory cannot be
/// dimmer, because it is told from the unknown, and the ground of red places cannot be brighter,
/// because dark things are read on it: there the color tells them apart.
const BRIGHTER: f64 = 0.93;

#[test]
fn remembered_ground_is_readable_and_not_like_ground_in_view() {
    let mut tileset = Tileset::shipped();
    let mut problems = Vec::new();
    for pack in PACKS.map(pack) {
        for place in places(&pack) {
            let floor = place.level.ground.floor.expect("every level has a floor");
            let Some(known) = place.terrain(&mut tileset, floor, true) else { continue };
            let seen = place.terrain(&mut tileset, floor, false).expect("it has a tile");
            let known = mean(&pixels(&tileset, known, WHITE));
            let name = &place.name;
            let dark = contrast(known, [0.0; 3]);
            if dark < 2.0 {
                problems.push(format!("{name}: {dark:.2} against the unknown, {known:.0?}"));
            }
            let [near, far] = place.lights().map(|it| mean(&pixels(&tileset, seen, it)));
            for (light, least) in [(near, 40.0), (far, 25.0)] {
                let apart = distance(light, known);
                if apart < least {
                    problems.push(format!("{name}: {light:.0?}, {known:.0?} apart by {apart:.0}"));
                }
            }
            let brighter = (luminance(near) + 0.05) / (luminance(known) + 0.05);
            if brighter < BRIGHTER {
                problems
                    .push(format!("{name}: {brighter:.2} times as bright in light, {near:.0?}"));
            }
            let dim = contrast(far, [0.0; 3]);
            if dim < 1.4 {
                problems.push(format!("{name}: {dim:.2} against the unknown in view, {far:.0?}"));
            }
        }
    }
    none(&problems);
}

/// By how much the front of a wall is brighter than its top, and ground than that top: where one can
/// go is seen at a glance, also in corridors, which show nothing but tops beside their ground.
const FRONT: f64 = 1.8;
const GROUND: f64 = 1.5;

#[test]
fn tops_of_walls_are_darker_than_their_fronts_and_than_ground_seen_or_remembered() {
    let mut tileset = Tileset::shipped();
    let mut problems = Vec::new();
    for pack in PACKS.map(pack) {
        for place in places(&pack) {
            let (Some(wall), Some(floor)) = (place.level.ground.wall, place.level.ground.floor)
            else {
                continue;
            };
            let opaque = pack.kinds.get(wall).flags.contains(&pack.core.opaque);
            let [near, far] = place.lights();
            for (known, light) in [(false, near), (false, far), (true, WHITE)] {
                let front = place.terrain(&mut tileset, wall, known).filter(|_| opaque);
                let Some(front) = front else { continue };
                let Some(top) = tileset.above(front) else { continue };
                let Some(floor) = place.terrain(&mut tileset, floor, known) else { continue };
                let [front, top, floor] =
                    [front, top, floor].map(|it| luminance(mean(&pixels(&tileset, it, light))));
                if front < top * FRONT || front < floor && !known || floor < top * GROUND {
                    let name = &place.name;
                    problems.push(format!(
                        "{name}, {light:?}, known {known}: front {front:.3}, top {top:.3}, floor {floor:.3}"
                    ));
                }
            }
        }
    }
    none(&problems);
}

/// Lists what is wrong, so that all of it is seen at once.
#[track_caller]
fn none(problems: &[String]) {
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}

/// Returns the contrast to the ground of a thing's lightest or darkest third, whichever is larger:
/// a thing is seen by its body, or, on snow and sand, by its outline and its shadows.
fn stands_out(tileset: &Tileset, kind: &Kind, ground: Pixel, light: [u8; 3]) -> Option<f64> {
    let tile = tileset.tile(tileset.named(&kind.look.tile)?)?;
    let color = Dye { shades: Shades::Color(loud(rgb(kind.look.color))), memory: None };
    let mut own = Tileset::default();
    let drawn = own.add("thing", tile.dyed(color));
    let blank = own.add("shape", tile.silhouette());
    let shape = pixels(&own, blank, WHITE);
    let mut inked: Vec<Pixel> = pixels(&own, drawn, light);
    let mut keep = shape.iter().map(|it| it[0] > 200.0);
    inked.retain(|_| keep.next().unwrap_or(false));
    inked.sort_by(|a, b| luminance(*a).total_cmp(&luminance(*b)));
    let third = inked.len().div_ceil(3).max(1);
    let ends = [&inked[..third], &inked[inked.len() - third..]];
    ends.into_iter().map(|it| contrast(mean(it), ground)).max_by(f64::total_cmp)
}

/// Returns whether a thing is drawn as terrain, like a monster that looks like a wall.
fn passes_for_terrain(pack: &Pack, tileset: &Tileset, kind: &Kind) -> bool {
    let tile = |it: &Kind| tileset.named(&it.look.tile).and_then(|it| tileset.tile(it));
    let mut terrain = pack.kinds.iter().filter(|(_, it)| it.layer == Layer::Terrain);
    tile(kind).is_some_and(|own| terrain.any(|(_, it)| tile(it) == Some(own)))
}

#[test]
fn actors_and_items_stand_out_from_the_ground_in_light() {
    let mut tileset = Tileset::shipped();
    let mut problems = Vec::new();
    for pack in PACKS.map(pack) {
        for place in places(&pack) {
            let floor = place.level.ground.floor.expect("every level has a floor");
            let Some(floor) = place.terrain(&mut tileset, floor, false) else { continue };
            let light = place.lights()[0];
            let ground = mean(&pixels(&tileset, floor, light));
            let loose = [Layer::Actor, Layer::Item];
            for (id, kind) in pack.kinds.iter().filter(|(_, it)| loose.contains(&it.layer)) {
                let light = light.map(|it| 255 - (255 - it) / 2);
                if passes_for_terrain(&pack, &tileset, kind) {
                    continue;
                }
                let Some(contrast) = stands_out(&tileset, kind, ground, light) else { continue };
                let name = pack.kinds.name(id);
                if contrast < 3.0 {
                    problems.push(format!("{name} in {}: {contrast:.2}", place.name));
                }
            }
        }
    }
    none(&problems);
}
