use std::fmt::Write as _;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use barrow_dice::Seed;
use barrow_engine::Setup;
use barrow_play::bot::{self, Cap, Outcome, Played, Style, Tally};
use serde_json::{Value, json};

use super::Play;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::protocol::number::number;
use crate::start::{self, Start};
use crate::{journal_file, output};

/// Lets a bot play, and prints a summary.
pub fn run(play: Play, style: &Style) -> Result<(), Failure> {
    let Some(name) = play.pack else {
        return Err(Failure::Usage(
            "name the game that the bot plays: barrow play PACK --bot NAME".into(),
        ));
    };
    let pack = start::pack(Path::new(&name))?;
    style.policy_in(&pack).map_err(Failure::Usage)?;
    let start = Start { level: play.level, seed: play.seed, modifiers: play.modifiers };
    let setup = start.setup(start::heroes(play.hero, Some(1)));
    // An error at the start is reported once, before all runs.
    start::run(&pack, &setup)?;
    let cap = Cap { turns: play.turns };
    let played = play_all(play.runs, |run| {
        let seed = Seed(setup.seed.0.wrapping_add(u64::from(run)));
        let setup = Setup { seed, ..setup.clone() };
        bot::play(&pack, &setup, style.clone(), cap).map_err(|it| Failure::Usage(it.to_string()))
    })?;
    if let (Some(path), Some(last)) = (&play.journal, played.last()) {
        let mut journal = last.journal.clone();
        journal.options.insert(journal_file::PACK.into(), name);
        output::save(path, journal.to_text().as_bytes())?;
    }
    let outcomes: Vec<Outcome> = played.into_iter().map(|it| it.outcome).collect();
    let tally = Tally::of(&outcomes);
    let answer = if play.json {
        format!("{:#}\n", to_json(style, &tally, &outcomes))
    } else {
        to_text(&tally, &outcomes)
    };
    output::print(answer.as_bytes())
}

/// Plays all runs, on as many threads as the machine has, and returns them in order.
fn play_all(
    runs: u32,
    play: impl Fn(u32) -> Result<Played, Failure> + Sync,
) -> Result<Vec<Played>, Failure> {
    let total = runs as usize;
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(total);
    let next = AtomicUsize::new(0);
    let progress = Progress::new(total);
    let played: Mutex<Vec<(usize, Result<Played, Failure>)>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let run = next.fetch_add(1, Ordering::Relaxed);
                    let Some(number) = u32::try_from(run).ok().filter(|&it| it < runs) else {
                        return;
                    };
                    let one = play(number);
                    played.lock().expect("no thread panics while it holds it").push((run, one));
                    progress.advance();
                }
            });
        }
    });
    progress.finish();
    let mut played = played.into_inner().expect("all threads have ended well");
    played.sort_by_key(|(run, _)| *run);
    played.into_iter().map(|(_, one)| one).collect()
}

fn to_text(tally: &Tally, outcomes: &[Outcome]) -> String {
    let mut out = String::new();
    if let [only] = outcomes {
        let end = if only.is_won() { "won" } else { "ended" };
        let _ = writeln!(
            out,
            "seed {}: {end} on floor {} after {} turns, score {}: {}",
            only.setup.seed,
            only.depth,
            only.turns,
            only.score,
            only.cause()
        );
        return out;
    }
    let _ = writeln!(out, "runs    {}", tally.games);
    let _ = writeln!(out, "depth   median {}, max {}", tally.median_depth, tally.deepest);
    let _ = writeln!(out, "turns   median {}, max {}", tally.median_turns, tally.max_turns);
    let _ = writeln!(out, "score   median {}, best {}", tally.median_score, tally.best_score);
    let _ = writeln!(out, "won     {} ({})", tally.wins, percent(tally.wins, tally.games));
    if tally.broken_off > 0 {
        let share = percent(tally.broken_off, tally.games);
        let _ = writeln!(out, "{}  {} ({share})", Outcome::TURN_LIMIT, tally.broken_off);
    }
    let _ = writeln!(out, "depths");
    for (depth, count) in &tally.depths {
        let _ = writeln!(out, "  {depth:>4}  {count:>6}  {}", percent(*count, tally.games));
    }
    let _ = writeln!(out, "lost by");
    for it in &tally.causes {
        let share = format!("{}.{} %", it.thousandths / 10, it.thousandths % 10);
        let _ = writeln!(out, "  {share:>7}  {:>6}  {}", it.count, it.what);
    }
    out
}

fn percent(part: usize, whole: usize) -> String {
    let thousandths = part * 1000 / whole.max(1);
    format!("{}.{} %", thousandths / 10, thousandths % 10)
}

fn to_json(bot: &Style, tally: &Tally, outcomes: &[Outcome]) -> Value {
    let causes = tally
        .causes
        .iter()
        .map(|it| json!({"cause": it.what, "count": it.count, "per_mille": it.thousandths}));
    let runs = outcomes.iter().map(|it| {
        json!({
            "seed": it.setup.seed.0.to_string(),
            "depth": it.depth,
            "turns": it.turns,
            "commands": it.commands,
            "score": number(it.score),
            "won": it.is_won(),
            "ended": it.end.is_some(),
            "cause": it.cause(),
            "digest": format!("{:016x}", it.digest),
        })
    });
    json!({
        "bot": bot.to_string(),
        "runs": tally.games,
        "wins": tally.wins,
        "turn_limit": tally.broken_off,
        "depth": {"median": tally.median_depth, "max": tally.deepest},
        "turns": {"median": tally.median_turns, "max": tally.max_turns},
        "score": {"median": number(tally.median_score), "best": number(tally.best_score)},
        "depths": tally.depths.iter().map(|(depth, count)| (depth.to_string(), json!(count))).collect::<serde_json::Map<_, _>>(),
        "causes": causes.collect::<Vec<_>>(),
        "each": runs.collect::<Vec<_>>(),
    })
}
