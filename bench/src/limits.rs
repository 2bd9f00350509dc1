//! Limits for what a game costs besides its steps: a copy, loading its pack, memory.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use barrow_engine::Game;
use barrow_pack::{Files, load};
use serde::Serialize;

use crate::jobs::engine::player::{Habit, Script};
use crate::jobs::engine::{STEPS, stage};

/// A measured value and its limit.
#[derive(Serialize)]
pub struct Limit {
    /// What was measured.
    pub name: String,
    /// The measured value.
    pub amount: f64,
    /// The limit.
    pub max: f64,
    /// The unit of both.
    pub unit: &'static str,
}

impl Limit {
    /// Returns whether the limit is kept.
    pub fn is_met(&self) -> bool {
        self.amount <= self.max
    }
}

/// Measures everything with this word in its name. Adds a note for what cannot be measured here.
pub fn measure(word: &str, quick: bool, notes: &mut Vec<String>) -> Vec<Limit> {
    let passes = if quick { 2 } else { 200 };
    let mut limits = Vec::new();
    let named = |name: &str| name.contains(word);
    // Memory first: what is measured later leaves some behind that is used again.
    let name = "game: memory of one among hunters, 80x50";
    if named(name) {
        match memory(if quick { 20 } else { 200 }) {
            Some(amount) => limits.push(Limit { name: name.into(), amount, max: 2.0, unit: "MB" }),
            None => notes.push("memory is not measured: there is no /proc/self/statm".into()),
        }
    }
    let name = "game: a copy in the middle of a run, 80x50";
    if named(name) {
        let amount = copying(passes) * 1e6;
        limits.push(Limit { name: name.into(), amount, max: 20.0, unit: "us" });
    }
    for (pack, files) in packs() {
        let name = format!("game: loading {pack}");
        if named(&name) {
            let took = shortest(passes.min(20), || drop(black_box(load(files.clone()))));
            let amount = took.as_secs_f64() * 1e3;
            limits.push(Limit { name, amount, max: 20.0, unit: "ms" });
        }
    }
    limits
}

/// Returns the seconds of a copy: the mean over the kept games of a run, each the min of several
/// passes.
fn copying(passes: usize) -> f64 {
    let script = Script::record("hunt", Habit::Walks, STEPS);
    let games: Vec<Game> = (0..STEPS).step_by(STEPS / 8).map(|it| script.game_at(it).1).collect();
    let sum: f64 =
        games.iter().map(|it| shortest(passes, || drop(black_box(it.clone()))).as_secs_f64()).sum();
    sum / games.len() as f64
}

/// Returns the megabytes of a game that was played for a while, without its shared pack.
fn memory(games: usize) -> Option<f64> {
    let script = Script::record("hunt", Habit::Walks, 100);
    let before = resident()?;
    let games: Vec<Game> = (0..games)
        .map(|_| {
            let (_, mut game) = script.game_at(0);
            for command in &script.commands {
                black_box(game.step(0, command)).expect("it was accepted before");
            }
            game
        })
        .collect();
    let grown = resident()?.saturating_sub(before);
    Some(grown as f64 / games.len() as f64 / 1e6)
}

/// Returns the memory of this process in bytes.
fn resident() -> Option<u64> {
    let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = pages.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

/// Returns the pack of the bench and the shipped ones, with their names.
fn packs() -> Vec<(String, Files)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../packs");
    let mut packs = vec![("the bench's own pack".to_owned(), stage::files())];
    let Ok(entries) = std::fs::read_dir(folder) else { return packs };
    let mut folders: Vec<_> = entries.flatten().map(|it| it.path()).collect();
    folders.sort();
    for folder in folders.into_iter().filter(|it| it.is_dir()) {
        let mut files = BTreeMap::new();
        gather(&folder, "", &mut files);
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        packs.push((name, Files::new(files)));
    }
    packs
}

/// Adds all files below a folder.
fn gather(folder: &Path, prefix: &str, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            gather(&entry.path(), &format!("{name}/"), files);
        } else if let Ok(bytes) = std::fs::read(entry.path()) {
            files.insert(name, bytes);
        }
    }
}

/// Returns the shortest time of several passes.
fn shortest(passes: usize, mut work: impl FnMut()) -> Duration {
    let times = (0..passes.max(1)).map(|_| {
        let start = Instant::now();
        work();
        start.elapsed()
    });
    times.min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pack_can_be_loaded() {
        for (name, files) in packs() {
            assert!(load(files).pack.is_some(), "{name}");
        }
    }

    #[test]
    fn the_least_time_counts() {
        let mut passes = 0;
        shortest(5, || passes += 1);
        assert_eq!(passes, 5);
    }
}
