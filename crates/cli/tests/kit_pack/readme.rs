//! The screens of the pack's README. A comment says how each is reached:
//! `<!-- screen LEVEL SEED: LINE; LINE -->`, in the words of scripts, and a block of text follows.
//!
//! `BARROW_BLESS=1 cargo test -p barrow-cli --test all kit_pack` draws them anew.

use std::{env, fs};

use super::door::pack;
use super::guide::Guide;
use super::screen::screen;

const MARK: &str = "<!-- screen ";
const FENCE: &str = "```";

/// A screen in the README.
pub struct Shown {
    pub level: String,
    seed: u64,
    script: String,
    /// The position of its text.
    lines: std::ops::Range<usize>,
}

fn text() -> String {
    fs::read_to_string(pack().join("README.md")).unwrap()
}

/// Returns the screens in the order of the page.
pub fn screens() -> Vec<Shown> {
    let text = text();
    let lines: Vec<&str> = text.lines().collect();
    let marked = lines.iter().enumerate().filter_map(|(at, line)| {
        let told = line.strip_prefix(MARK)?.strip_suffix(" -->")?;
        let (place, script) = told.split_once(": ").unwrap_or((told, ""));
        let (level, seed) = place.split_once(' ').unwrap();
        let length = lines[at + 2..].iter().position(|it| *it == FENCE).unwrap();
        let script = script.replace("; ", "\n");
        let (level, seed) = (level.into(), seed.parse().unwrap());
        Some(Shown { level, seed, script, lines: at + 2..at + 2 + length })
    });
    marked.collect()
}

/// Draws every screen and compares it with the README, or rewrites the README.
pub fn check() {
    let text = text();
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    for shown in screens().into_iter().rev() {
        let mut guide = Guide::begin(&shown.level, shown.seed);
        let opening = guide.told.len();
        guide.follow(&shown.script);
        let told = &guide.told[opening.max(guide.told.len().saturating_sub(3))..];
        let drawn = screen(&guide.door.answer, told);
        lines.splice(shown.lines, drawn.lines().map(String::from));
    }
    let drawn = lines.join("\n") + "\n";
    if env::var_os("BARROW_BLESS").is_some() {
        fs::write(pack().join("README.md"), drawn).unwrap();
    } else {
        assert!(text == drawn, "a screen is old (BARROW_BLESS=1 draws it anew):\n{drawn}");
    }
}
