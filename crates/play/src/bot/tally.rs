use std::collections::BTreeMap;

use barrow_dice::Fixed;

use super::Outcome;

/// A summary of many games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of games.
    pub games: usize,
    /// The number of games won.
    pub wins: usize,
    /// The number of games cut off.
    pub broken_off: usize,
    /// The median depth.
    pub median_depth: u32,
    /// The maximum depth.
    pub deepest: u32,
    /// The median number of turns.
    pub median_turns: u64,
    /// The maximum number of turns.
    pub max_turns: u64,
    /// The median score.
    pub median_score: Fixed,
    /// The best score.
    pub best_score: Fixed,
    /// The causes of death, the most frequent first.
    pub causes: Vec<Share>,
    /// For each depth, how many games ended there.
    pub depths: BTreeMap<u32, usize>,
}

/// How often something happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// What happened.
    pub what: String,
    /// How often.
    pub count: usize,
    /// The share of all lost games, in thousandths.
    pub thousandths: usize,
}

impl Tally {
    /// Summarizes games.
    pub fn of(outcomes: &[Outcome]) -> Self {
        let wins = outcomes.iter().filter(|it| it.is_won()).count();
        let broken_off = outcomes.iter().filter(|it| it.end.is_none()).count();
        let mut depths = BTreeMap::new();
        for outcome in outcomes {
            *depths.entry(outcome.depth).or_default() += 1;
        }
        Self {
            games: outcomes.len(),
            wins,
            broken_off,
            median_depth: median(outcomes.iter().map(|it| it.depth)),
            deepest: outcomes.iter().map(|it| it.depth).max().unwrap_or_default(),
            median_turns: median(outcomes.iter().map(|it| it.turns)),
            max_turns: outcomes.iter().map(|it| it.turns).max().unwrap_or_default(),
            median_score: median(outcomes.iter().map(|it| it.score)),
            best_score: outcomes.iter().map(|it| it.score).max().unwrap_or_default(),
            causes: causes(outcomes),
            depths,
        }
    }
}

/// Returns the median of a list; of two middle values the lower one.
fn median<T: Ord + Default + Copy>(values: impl Iterator<Item = T>) -> T {
    let mut values: Vec<T> = values.collect();
    values.sort_unstable();
    values.get(values.len().saturating_sub(1) / 2).copied().unwrap_or_default()
}

fn causes(outcomes: &[Outcome]) -> Vec<Share> {
    let lost = || outcomes.iter().filter(|it| it.end.as_ref().is_some_and(|end| !end.won));
    let total = lost().count();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for outcome in lost() {
        *counts.entry(outcome.cause()).or_default() += 1;
    }
    let mut shares: Vec<Share> = counts
        .into_iter()
        .map(|(what, count)| Share { what: what.into(), count, thousandths: count * 1000 / total })
        .collect();
    shares.sort_by_key(|it| std::cmp::Reverse(it.count));
    shares
}
