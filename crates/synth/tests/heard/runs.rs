//! Whole runs of the shipped games: who listens for long must not tire.

#![expect(clippy::unwrap_used, reason = "a helper of tests may panic like a test")]

use std::collections::BTreeMap;
use std::sync::Arc;

use barrow_dice::Seed;
use barrow_engine::{Run, Setup};
use barrow_pack::Pack;
use barrow_play::bot::{Bot, Skill};
use barrow_play::sound::Listener;
use barrow_synth::{Bus, Order};

use super::games::games;

/// The maximum number of turns of a run.
const TURNS: usize = 400;

/// What was heard of a run.
#[derive(Default)]
struct Heard {
    turns: usize,
    /// The names of all effects, turn by turn.
    cues: Vec<Vec<String>>,
    seeds: Vec<u32>,
}

fn listen(pack: &Arc<Pack>, seed: u64) -> Heard {
    let setup = Setup { seed: Seed(seed), heroes: vec![String::new()], ..Setup::default() };
    let (mut run, first) = Run::new(Arc::clone(pack), &setup).unwrap();
    let mut bot = Bot::new(Skill::Sensible, Seed(seed));
    let mut listener = Listener::new(Seed(seed));
    let mut heard = Heard::default();
    let view = run.game().view(0).unwrap();
    listener.hear(first.events(0), &view);
    for _ in 0..TURNS {
        let view = run.game().view(0).unwrap();
        let Some(command) = bot.choose(&view, &run.game().legal(0)) else { break };
        let turn = run.step(0, &command).unwrap();
        let view = run.game().view(0).unwrap();
        let orders = listener.hear(turn.events(0), &view);
        bot.observe(&view, &turn);
        heard.turns += 1;
        let mut cues = Vec::new();
        for order in orders {
            if let Order::Play { sound, cue } = order
                && cue.bus == Bus::Effects
            {
                cues.push(sound.to_string());
                heard.seeds.push(cue.seed);
            }
        }
        heard.cues.push(cues);
    }
    heard
}

/// At three turns a second, as many as a hasty player takes, there is room between the sounds, no
/// single one drones on, and each is drawn anew.
#[test]
fn a_run_does_not_tire_its_listener() {
    let mut wrong = Vec::new();
    for (game, pack) in games() {
        let runs: Vec<Heard> = (1..=3).map(|seed| listen(&pack, seed)).collect();
        let turns: usize = runs.iter().map(|it| it.turns).sum();
        let cues: Vec<&String> = runs.iter().flat_map(|it| it.cues.iter().flatten()).collect();
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for name in &cues {
            *counts.entry(name.as_str()).or_default() += 1;
        }
        let most = runs.iter().flat_map(|it| &it.cues).map(Vec::len).max().unwrap_or(0);
        let mean = cues.len() as f64 / turns as f64;
        let drones = |(name, count): (&&str, &usize)| {
            let often = *count as f64 / turns as f64;
            (!name.starts_with("step") && often > 0.6).then(|| format!("{name} {often:.2}"))
        };
        let drones: Vec<String> = counts.iter().filter_map(drones).collect();
        if mean > 3.0 || most > 12 || !drones.is_empty() {
            wrong.push(format!("{game}: {mean:.2} a turn, {most} at most, {drones:?} {counts:?}"));
        }
        for run in runs {
            let mut seeds = run.seeds.clone();
            seeds.sort_unstable();
            seeds.dedup();
            // Two of 2^32 may be equal by chance.
            assert!(seeds.len() + 1 >= run.seeds.len(), "{game}: every sound is drawn anew");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
