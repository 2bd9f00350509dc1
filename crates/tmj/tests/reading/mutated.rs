//! Damages intact files at random. Whatever is left of them, the reader must return a map or an
//! error.

use std::collections::BTreeMap;

use barrow_tmj::{Loaded, MAX_CELLS, Map, Problem, Template, TileLayer, Tileset};

use crate::golden::{file, names};

const SEEDS: u64 = 400;

/// A small random generator, so that every run does the same damage.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        usize::try_from(self.0 >> 33).expect("31 bits fit") % limit.max(1)
    }

    fn damage(&mut self, text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..=self.below(4) {
            let (at, other) = (self.below(bytes.len()), self.below(bytes.len()));
            let (from, to) = (at.min(other), at.max(other).min(at.min(other) + 40));
            match self.below(6) {
                0 => bytes.truncate(at),
                1 => drop(bytes.drain(from..to)),
                2 => {
                    let copy = bytes[from..to].to_vec();
                    bytes.splice(at..at, copy);
                }
                // A digit in place of a byte: numbers and base64 stay valid, but change.
                3 if !bytes.is_empty() => bytes[at] = b"0123456789-.e"[self.below(13)],
                4 if !bytes.is_empty() => bytes[at] = b"{}[],:\"\\ntf"[self.below(11)],
                _ if !bytes.is_empty() => bytes[at] ^= 1 << self.below(8),
                _ => {}
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// Returns a reader of the files of the folder that damages some of them.
fn damaged_files(
    texts: &BTreeMap<String, String>,
    chance: &mut Chance,
) -> BTreeMap<String, String> {
    let damaged = texts.iter().map(|(name, text)| {
        let text = if chance.below(3) == 0 { chance.damage(text) } else { text.clone() };
        (name.clone(), text)
    });
    damaged.collect()
}

fn texts() -> BTreeMap<String, String> {
    let names = [".tmj", ".tsj", ".tj"].into_iter().flat_map(names);
    names.map(|name| (name.clone(), file(&name).expect("it is part of the crate"))).collect()
}

fn read(name: &str, text: &str, texts: &BTreeMap<String, String>) -> Result<Loaded<Map>, Problem> {
    Map::parse(name, text, &mut |path| texts.get(path).cloned())
}

/// Checks what must hold for every map, whatever it was read from.
fn check_map(map: &Map) {
    let layers = map.walk();
    let tiles = layers.iter().filter_map(|placed| placed.layer.tiles());
    let cells: usize = tiles.flat_map(TileLayer::chunks).map(|chunk| chunk.raw.len()).sum();
    assert!(cells <= MAX_CELLS);
    for object in layers.iter().filter_map(|placed| placed.layer.objects()).flatten() {
        object.cell(map.tile_width, map.tile_height);
    }
    for placed in &layers {
        let Some(tiles) = placed.layer.tiles() else { continue };
        for (x, y, tile) in tiles.iter() {
            assert!(tiles.tile_at(x, y).is_some(), "{tile} at {x}, {y}");
        }
    }
}

#[test]
fn damaged_maps_are_read_or_refused_and_never_panic() {
    let texts = texts();
    let (mut sound, mut refused) = (0, 0);
    for name in names(".tmj") {
        for seed in 0..SEEDS {
            let mut chance = Chance(seed);
            let files = damaged_files(&texts, &mut chance);
            let text = chance.damage(&texts[&name]);
            match read(&name, &text, &files) {
                Ok(loaded) => {
                    check_map(&loaded.value);
                    sound += 1;
                }
                Err(problem) => {
                    assert!(!problem.file.is_empty() && !problem.reason.is_empty(), "{problem:?}");
                    refused += 1;
                }
            }
        }
    }
    // If nearly all files, or nearly none, were refused, this would test only one half.
    assert!(sound > 300 && refused > 300, "{sound} sound, {refused} refused");
}

#[test]
fn damaged_tilesets_and_templates_are_read_or_refused_and_never_panic() {
    let texts = texts();
    for name in [".tsj", ".tj"].into_iter().flat_map(names) {
        for seed in 0..SEEDS {
            let damaged = Chance(seed).damage(&texts[&name]);
            let _ = Tileset::parse(&name, &damaged, &mut |path| texts.get(path).cloned());
            let _ = Template::parse(&name, &damaged);
        }
    }
}

#[test]
fn a_map_cut_off_anywhere_is_refused() {
    let texts = texts();
    for name in ["zstd.tmj", "templates.tmj", "tiled-1.0.tmj"] {
        let text = &texts[name];
        for end in (0..text.trim_end().len()).filter(|&end| text.is_char_boundary(end)) {
            assert!(read(name, &text[..end], &texts).is_err(), "{name} cut at {end}");
        }
    }
}

#[test]
fn reading_twice_gives_the_same_map() {
    let texts = texts();
    for name in names(".tmj") {
        for seed in 0..20 {
            let text = Chance(seed).damage(&texts[&name]);
            assert_eq!(read(&name, &text, &texts), read(&name, &text, &texts));
        }
    }
}
