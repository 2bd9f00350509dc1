//! Runs that were played are kept in a file, so that a large sample can be played in parts:
//! `BARROW_LEDGER=FILE`. A line for each run.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::{env, fs};

use barrow_pack::Pack;
use barrow_play::bot::Skill;

use super::lab::{Descent, play};

/// Whose run it is: bot, hero, seed.
type Player = (String, String, u64);

/// The runs that were played, and the file that keeps them.
pub struct Ledger {
    runs: BTreeMap<Player, Descent>,
    file: Option<File>,
}

impl Ledger {
    /// Opens the file that `BARROW_LEDGER` names, or an empty ledger without one.
    pub fn open(pack: &Pack) -> Self {
        let Some(path) = env::var_os("BARROW_LEDGER").map(PathBuf::from) else {
            return Self { runs: BTreeMap::new(), file: None };
        };
        let head = format!("descent {:016x}", pack.digest);
        let text = fs::read_to_string(&path).unwrap_or_default();
        let mut lines = text.lines();
        let found = lines.next();
        assert!(found.is_none_or(|it| it == head), "{} is of another pack", path.display());
        // A last line without an end was cut off.
        let whole = text.ends_with('\n') || found.is_none();
        assert!(whole, "the last line of {} is not whole: remove it", path.display());
        let runs = lines.map(read).collect();
        let mut file = OpenOptions::new().create(true).append(true).open(&path).unwrap();
        if found.is_none() {
            writeln!(file, "{head}").unwrap();
        }
        Self { runs, file: Some(file) }
    }

    /// Plays a run, unless it was played before.
    pub fn play(&mut self, pack: &Arc<Pack>, seed: u64, skill: Skill, hero: &str) {
        let player = (skill.to_string(), hero.to_owned(), seed);
        if self.runs.contains_key(&player) {
            return;
        }
        let run = play(pack, seed, skill, hero);
        if let Some(file) = &mut self.file {
            file.write_all(write(&player, &run).as_bytes()).unwrap();
        }
        self.runs.insert(player, run);
    }

    /// Returns the runs with these seeds, in their order.
    pub fn runs(&self, skill: Skill, hero: &str, seeds: std::ops::Range<u64>) -> Vec<&Descent> {
        let player = |seed| (skill.to_string(), hero.to_owned(), seed);
        seeds.filter_map(|seed| self.runs.get(&player(seed))).collect()
    }
}

fn write_pairs<K: Display, V: Display>(pairs: &BTreeMap<K, V>) -> String {
    let pairs: Vec<String> = pairs.iter().map(|(key, value)| format!("{key}:{value}")).collect();
    pairs.join(",")
}

fn write_names(names: &BTreeSet<String>) -> String {
    names.iter().map(String::as_str).collect::<Vec<_>>().join(",")
}

fn parse<T: FromStr>(text: &str) -> T {
    text.parse().ok().unwrap_or_else(|| panic!("`{text}` in the ledger"))
}

fn read_pairs<K: FromStr + Ord, V: FromStr>(text: &str) -> BTreeMap<K, V> {
    let pairs = text.split(',').filter_map(|it| it.split_once(':'));
    pairs.map(|(key, value)| (parse(key), parse(value))).collect()
}

fn read_names(text: &str) -> BTreeSet<String> {
    text.split(',').filter(|it| !it.is_empty()).map(str::to_owned).collect()
}

fn write((bot, hero, seed): &Player, run: &Descent) -> String {
    let Descent { won, ended, floor, turns, commands, decisions, choices, gold, cause, .. } = run;
    let numbers = format!("{floor}\t{turns}\t{commands}\t{decisions}\t{choices}\t{gold}");
    let sets = [
        write_pairs(&run.spent),
        write_pairs(&run.hurt),
        write_pairs(&run.tags),
        write_names(&run.build),
        write_names(&run.offered),
    ];
    let sets = sets.join("\t");
    format!("{bot}\t{hero}\t{seed}\t{won}\t{ended}\t{numbers}\t{sets}\t{cause}\n")
}

fn read(line: &str) -> (Player, Descent) {
    let cells: Vec<&str> = line.split('\t').collect();
    let [bot, hero, seed, won, ended, numbers @ .., spent, hurt, tags, build, offered, cause] =
        &cells[..]
    else {
        panic!("a line of the ledger is not whole: {line}");
    };
    let [floor, turns, commands, decisions, choices, gold] = numbers else {
        panic!("a line of the ledger is not whole: {line}");
    };
    let run = Descent {
        won: parse(won),
        ended: parse(ended),
        floor: parse(floor),
        turns: parse(turns),
        commands: parse(commands),
        decisions: parse(decisions),
        cause: parse(cause),
        spent: read_pairs(spent),
        hurt: read_pairs(hurt),
        build: read_names(build),
        offered: read_names(offered),
        tags: read_pairs(tags),
        choices: parse(choices),
        gold: parse(gold),
    };
    ((parse(bot), parse(hero), parse(seed)), run)
}

/// Checks that a run that is read is the run that was written.
pub fn check(skill: Skill, hero: &str, seed: u64, run: &Descent) {
    let player = (skill.to_string(), hero.to_owned(), seed);
    let (of, again) = read(write(&player, run).trim_end());
    assert_eq!((of, &again), (player, run));
}
