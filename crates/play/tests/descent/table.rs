//! What is told about many runs.

use std::collections::{BTreeMap, BTreeSet};

use barrow_play::bot::Skill;

use super::lab::{Descent, TAGS};

#[expect(clippy::cast_precision_loss, reason = "a table for people")]
pub fn mean(values: impl Iterator<Item = u64>) -> f64 {
    let values: Vec<u64> = values.collect();
    values.iter().sum::<u64>() as f64 / values.len().max(1) as f64
}

#[expect(clippy::cast_precision_loss, reason = "a table for people")]
pub fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// Counts equal names, the commonest first.
pub fn counted<'a>(all: impl Iterator<Item = &'a str>) -> Vec<(usize, &'a str)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for it in all {
        *counts.entry(it).or_default() += 1;
    }
    let mut counts: Vec<(usize, &str)> =
        counts.into_iter().map(|(it, count)| (count, it)).collect();
    counts.sort_by_key(|it| std::cmp::Reverse(it.0));
    counts
}

/// Prints the head of the table.
pub fn head() {
    println!("| bot | hero | runs | mean floor | won | deaths on 1 to 7 | turns | lost on 1 |");
    println!("|---|---|---|---|---|---|---|---|");
}

/// Prints the row of a bot and a hero.
pub fn row(bot: Skill, hero: &str, runs: &[&Descent]) {
    let wins = runs.iter().filter(|it| it.won).count();
    let ends: Vec<String> = (1..=7)
        .map(|floor| runs.iter().filter(|it| !it.won && it.floor == floor).count().to_string())
        .collect();
    println!(
        "| `{bot}` | {hero} | {} | {:.2} | {:.1} % | {} | {:.0} | {:.0} % |",
        runs.len(),
        mean(runs.iter().map(|it| u64::try_from(it.floor).unwrap())),
        percent(wins, runs.len()),
        ends.join(" "),
        mean(runs.iter().map(|it| it.turns)),
        mean(runs.iter().map(|it| it.first_hurt())),
    );
}

/// Prints the causes of death, and the turns on each floor.
pub fn tell(all: &[&Descent]) {
    let lost: Vec<&&Descent> = all.iter().filter(|it| !it.won).collect();
    println!("\nLost by:");
    for (count, cause) in counted(lost.iter().map(|it| it.cause.as_str())) {
        let floors: BTreeSet<i32> =
            lost.iter().filter(|it| it.cause == cause).map(|it| it.floor).collect();
        println!("  {:5.1} %  {cause}, on {floors:?}", percent(count, lost.len()));
    }
    for floor in 1..=7 {
        let spent: Vec<u64> = all.iter().filter_map(|it| it.spent.get(&floor).copied()).collect();
        let longest = spent.iter().copied().max().unwrap_or(0);
        println!("floor {floor}: {:.0} turns, at most {longest}", mean(spent.into_iter()));
    }
    let whole: Vec<&&Descent> = all.iter().filter(|it| it.floor == 7).collect();
    let per_run =
        |value: fn(&Descent) -> i64| mean(whole.iter().map(|it| u64::try_from(value(it)).unwrap()));
    println!(
        "{} runs reach floor 7: {:.1} choices, {:.0} gold, {:.0} turns, {:.0} decisions",
        whole.len(),
        per_run(|it| it.choices),
        per_run(|it| it.gold),
        mean(whole.iter().map(|it| it.turns)),
        mean(whole.iter().map(|it| it.decisions)),
    );
}

/// Returns how much more often, in points, each thing is in winning builds than in offers.
pub fn excesses<'a>(all: &[&'a Descent]) -> Vec<(f64, &'a str)> {
    let won: Vec<&&Descent> = all.iter().filter(|it| it.won).collect();
    let held = counted(won.iter().flat_map(|it| it.build.iter().map(String::as_str)));
    let excess = |(count, kind): (usize, _)| {
        let met = |it: &&&Descent| it.offered.contains(kind) || it.build.contains(kind);
        let offered = percent(all.iter().filter(met).count(), all.len());
        (percent(count, won.len()) - offered, kind)
    };
    let mut all: Vec<(f64, &str)> = held.into_iter().map(excess).collect();
    all.sort_by(|one, other| other.0.total_cmp(&one.0));
    all
}

/// Prints what winning builds hold.
pub fn tell_builds(all: &[&Descent]) {
    let won: Vec<&&Descent> = all.iter().filter(|it| it.won).collect();
    println!("\nIn winning builds, and offered or found in all runs:");
    for (excess, kind) in excesses(all).into_iter().take(16) {
        println!("  {excess:5.1} points more than offered: {kind}");
    }
    println!("Bonds at victory:");
    for tag in TAGS {
        let bonds = won.iter().filter(|it| it.tags[tag] >= 2).count();
        let most = all.iter().filter(|it| it.tags[tag] >= 2).count();
        println!("  {tag}: {bonds} of {} victories, {most} of {} runs", won.len(), all.len());
    }
    println!("mean overlap of tags: {:.0} %", overlap(all));
}

/// Returns how much the tags of two victories have in common, in percent.
pub fn overlap(all: &[&Descent]) -> f64 {
    let won: Vec<&&Descent> = all.iter().filter(|it| it.won).collect();
    let mut overlaps = Vec::new();
    for (index, one) in won.iter().enumerate() {
        for other in &won[index + 1..] {
            let shared: i64 = TAGS.iter().map(|&tag| one.tags[tag].min(other.tags[tag])).sum();
            let larger: i64 = TAGS.iter().map(|&tag| one.tags[tag].max(other.tags[tag])).sum();
            overlaps.push(u64::try_from(100 * shared / larger.max(1)).unwrap());
        }
    }
    mean(overlaps.into_iter())
}
