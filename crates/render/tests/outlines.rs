//! Figures are told apart by their outlines, at 16 pixels and without their colors.

#![allow(clippy::cast_sign_loss, reason = "cells of a tile")]

use std::collections::BTreeMap;

use barrow_grid::{Grid, Pos};
use barrow_pack::{Kind, Layer, Pack};
use barrow_render::{Compositor, SIDE, Scene, Sprite, Tileset};

use super::goldens::pack;

/// The outline of a tile: the pixels that it covers.
type Outline = Vec<bool>;

fn outline(tileset: &Tileset, name: &str) -> Outline {
    let tile = tileset.tile(tileset.named(name).expect("drawn")).expect("drawn");
    let mut own = Tileset::default();
    let blank = own.add("shape", tile.silhouette());
    let mut scene = Scene::new(1, 1);
    scene.put(Pos::new(0, 0), Sprite::plain(blank));
    let picture = Compositor::default().draw(&scene, &own).clone();
    picture.bytes.chunks_exact(4).map(|it| it[0] > 127).collect()
}

/// Returns an outline moved by some pixels, and mirrored or not.
fn moved(outline: &[bool], right: i32, down: i32, mirrored: bool) -> Outline {
    let side = i32::try_from(SIDE).expect("a small tile");
    let square = Grid::from_fn(side, side, |at| outline[(at.y * side + at.x) as usize]);
    let cells = square.bounds().cells();
    let from = |at: Pos| {
        let x = if mirrored { side - 1 - at.x } else { at.x };
        Pos::new(x - right, at.y - down)
    };
    cells.map(|at| square.get(from(at)).copied().unwrap_or(false)).collect()
}

/// Returns how many pixels of two outlines differ, when one of them is moved by at most a pixel and
/// mirrored so that they are as alike as can be: nobody tells two figures apart by where they stand
/// on their cell or by which way they look.
fn apart(one: &[bool], other: &[bool]) -> usize {
    let ways = (-1..=1).flat_map(|right| (-1..=1).map(move |down| (right, down)));
    let ways = ways.flat_map(|(right, down)| [false, true].map(|it| (right, down, it)));
    let differ = |(right, down, mirrored)| {
        let moved = moved(other, right, down, mirrored);
        one.iter().zip(moved).filter(|(a, b)| **a != *b).count()
    };
    ways.map(differ).min().unwrap_or_default()
}

/// The least that two outlines differ by, of 256 pixels. A figure covers about 130.
const APART: usize = 20;

/// The same being, before and after.
const BEFORE_AND_AFTER: [(&str, &str); 1] = [("lurker", "lurker-sprung")];

/// Returns whether a kind is played: nobody meets two classes of heroes at once. Their friends have
/// minds.
fn is_hero(pack: &Pack, kind: &Kind) -> bool {
    let mut heroes = pack.rules.heroes.iter().map(|it| pack.kinds.get(*it));
    kind.mind.is_none() && heroes.any(|it| it.side == kind.side)
}

#[test]
fn actors_differ_in_their_outlines_at_sixteen_pixels() {
    let tileset = Tileset::shipped();
    let mut problems = Vec::new();
    for name in ["arena", "crawl", "dark-floor", "darkdelve", "deck", "descent", "kit"] {
        let pack = pack(name);
        let actors = pack.kinds.iter().filter(|(_, it)| it.layer == Layer::Actor);
        let mut looks: BTreeMap<&str, bool> = BTreeMap::new();
        for (_, kind) in actors.filter(|(_, it)| tileset.named(&it.look.tile).is_some()) {
            *looks.entry(&kind.look.tile).or_insert(true) &= is_hero(&pack, kind);
        }
        let looks: Vec<_> =
            looks.into_iter().map(|(tile, hero)| (tile, hero, outline(&tileset, tile))).collect();
        for (at, (one, hero, shape)) in looks.iter().enumerate() {
            for (other, also, another) in &looks[at + 1..] {
                let pixels = apart(shape, another);
                let same = BEFORE_AND_AFTER.contains(&(*one, *other)) || (*hero && *also);
                if pixels < APART && !same {
                    problems.push(format!("{name}: {one} and {other} differ by {pixels} pixels"));
                }
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
