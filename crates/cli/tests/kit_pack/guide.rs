//! A player who follows a script and knows no more than any player does.
//!
//! Each line of a script is a command of `barrow drive`; `3 e` repeats it three times. Beyond that
//! there are
//!
//! - `go NAME` or `go X,Y`: walk there, and search for it if necessary, until the player stands
//!   there or has taken it;
//! - `kill NAME`: fight until one more of that name is dead;
//! - `equip NAME`, `use NAME`: equip or use an item by its name;
//! - `hold N`: stay for N turns and strike any foe that comes near;
//! - `keep STAT N with NAME`: from now on, use such an item whenever the stat is below N;
//! - `dig NAME`: walk through such rock; `dare NAME`: and through such a field; `spare NAME`:
//!   strike no such actor.
//!
//! So a script works with other random numbers too, and reads like advice.

use std::collections::BTreeMap;

use serde_json::Value;

use super::atlas::{Atlas, Cell, DIRECTIONS, cell_of, entries, name_of};
use super::door::Door;

/// The maximum number of turns of a walk.
const PATIENCE: u32 = 1_500;

pub struct Guide {
    pub door: Door,
    level: String,
    atlas: Atlas,
    /// What is used when a stat is below a number.
    keeps: Vec<(String, f64, String)>,
    /// How many of a name died, and how many were to be killed so far.
    dead: BTreeMap<String, u32>,
    doomed: BTreeMap<String, u32>,
    /// All messages.
    pub told: Vec<String>,
}

impl Guide {
    pub fn begin(level: &str, seed: u64) -> Self {
        Self::at(Door::open(level, seed))
    }

    pub fn at(door: Door) -> Self {
        let level = door.level().to_string();
        let mut guide = Self {
            door,
            level,
            atlas: Atlas::default(),
            keeps: Vec::new(),
            dead: BTreeMap::new(),
            doomed: BTreeMap::new(),
            told: Vec::new(),
        };
        guide.note();
        guide
    }

    /// Follows a script to its end, or until the level is left or the run is over.
    pub fn follow(&mut self, script: &str) {
        for line in script.lines().map(str::trim) {
            if !line.is_empty() && !line.starts_with('#') && !self.is_done() {
                self.obey(line).unwrap_or_else(|why| self.fail(line, &why));
            }
        }
    }

    fn obey(&mut self, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "go" => self.go(rest),
            "kill" => self.kill(rest),
            "hold" => self.hold(rest.parse().map_err(|_| "how many turns?")?),
            "equip" | "use" if !rest.starts_with(|it: char| it.is_ascii_digit()) => {
                let slot = self.slot(rest).ok_or("it is not in the bag")?;
                self.command(&format!("{word} {slot}"))
            }
            "keep" => self.keep(rest),
            "dig" | "dare" | "spare" => {
                self.atlas.advise(word, rest);
                Ok(())
            }
            _ => match word.parse::<u32>() {
                Ok(times) => (0..times).try_for_each(|_| self.command(rest)),
                Err(_) => self.command(line),
            },
        }
    }

    /// Returns `true` if the player left the level or the run is over.
    fn is_done(&self) -> bool {
        self.door.level() != self.level || self.door.end().is_some()
    }

    fn fail(&self, line: &str, why: &str) -> ! {
        let told = self.told[self.told.len().saturating_sub(10)..].join("\n");
        let screen = super::screen::screen(&self.door.answer, &[]);
        panic!("{}: `{line}`: {why}\n{told}\n{screen}", self.level)
    }

    fn view(&self) -> &Value {
        &self.door.answer["view"]
    }

    fn here(&self) -> Cell {
        cell_of(&self.view()["you"])
    }

    fn slot(&self, name: &str) -> Option<u64> {
        let found = entries(self.view(), "bag").find(|it| name_of(it) == name)?;
        found["slot"].as_u64()
    }

    fn carried(&self, name: &str) -> usize {
        entries(self.view(), "bag").filter(|it| name_of(it) == name).count()
    }

    fn command(&mut self, command: &str) -> Result<(), String> {
        if self.is_done() {
            return Ok(());
        }
        let obeyed = self.door.ask(command);
        self.note();
        if obeyed { Ok(()) } else { Err(self.door.answer["refusal"].to_string()) }
    }

    /// Remembers what the last answer showed.
    fn note(&mut self) {
        let answer = &self.door.answer;
        for event in entries(answer, "events") {
            match event["event"].as_str() {
                Some("died") => *self.dead.entry(name_of(event).into()).or_default() += 1,
                Some("said") => self.told.push(event["text"].as_str().unwrap().into()),
                _ => {}
            }
        }
        if answer["view"]["you"].is_object() {
            self.atlas.note(&answer["view"]);
        }
    }

    fn keep(&mut self, words: &str) -> Result<(), String> {
        let mut words = words.splitn(4, ' ');
        let mut next = || words.next().ok_or("keep STAT N with NAME");
        let (stat, below, _, name) = (next()?, next()?, next()?, next()?);
        let below = below.parse().map_err(|_| "below what?")?;
        self.keeps.push((stat.into(), below, name.into()));
        Ok(())
    }

    /// Does what cannot wait: eats, drinks, strikes an adjacent foe. Returns whether it did anything.
    fn tend(&mut self) -> Result<bool, String> {
        let stats = &self.view()["you"]["stats"];
        let low = |(stat, below, _): &&(String, f64, String)| {
            stats[stat]["current"].as_f64().is_some_and(|now| now < *below)
        };
        let wanted = self.keeps.iter().filter(low).find_map(|(_, _, name)| self.slot(name));
        if let Some(slot) = wanted {
            return self.command(&format!("use {slot}")).map(|()| true);
        }
        let here = self.here();
        let foes = entries(self.view(), "actors").filter(|it| it["side"] == "foe");
        let mut feared = foes.filter(|it| !self.atlas.spared.contains(name_of(it))).map(cell_of);
        let next = feared.find(|&at| distance(at, here) == 1);
        drop(feared);
        match next {
            Some(at) => self.step(at).map(|()| true),
            None => Ok(false),
        }
    }

    fn step(&mut self, to: Cell) -> Result<(), String> {
        let here = self.here();
        let by = (to.0 - here.0, to.1 - here.1);
        let (word, _) = DIRECTIONS.iter().find(|(_, it)| *it == by).ok_or("it is no step")?;
        self.command(word)
    }

    /// Takes a step nearer, or one into the unknown if no path is known.
    fn approach(&mut self, goal: Option<Cell>) -> Result<(), String> {
        let here = self.here();
        let step = self.atlas.step(here, goal).or_else(|| self.atlas.step(here, None));
        self.step(step.ok_or("there is no way")?)
    }

    fn go(&mut self, what: &str) -> Result<(), String> {
        let cell = what.split_once(',').and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
        let mut carried = self.carried(what);
        for _ in 0..PATIENCE {
            if self.is_done() || self.carried(what) > carried || cell == Some(self.here()) {
                return Ok(());
            }
            carried = self.carried(what);
            if self.tend()? {
                continue;
            }
            let here = self.here();
            let nearest = self.atlas.places(what).min_by_key(|&at| (distance(at, here), at));
            let goal = cell.or(nearest);
            if goal == Some(here) {
                return Ok(());
            }
            self.approach(goal)?;
        }
        Err("it takes too long".into())
    }

    fn kill(&mut self, name: &str) -> Result<(), String> {
        let doomed = self.doomed.entry(name.into()).or_default();
        *doomed += 1;
        let doomed = *doomed;
        for _ in 0..PATIENCE {
            if self.is_done() || self.dead.get(name).is_some_and(|&dead| dead >= doomed) {
                return Ok(());
            }
            if self.tend()? {
                continue;
            }
            let here = self.here();
            let foes = self.atlas.places(name).filter(|_| self.atlas.has_actor(name));
            let nearest = foes.min_by_key(|&at| (distance(at, here), at));
            self.approach(nearest)?;
        }
        Err("it takes too long".into())
    }

    fn hold(&mut self, turns: u32) -> Result<(), String> {
        for _ in 0..turns {
            if !self.is_done() && !self.tend()? {
                self.command("wait")?;
            }
        }
        Ok(())
    }
}

fn distance(one: Cell, other: Cell) -> i64 {
    (one.0 - other.0).abs().max((one.1 - other.1).abs())
}
