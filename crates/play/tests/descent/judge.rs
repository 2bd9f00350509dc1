//! What many runs must show.

use std::cmp::Ordering;

use super::lab::{Descent, TAGS};
use super::table::{counted, excesses, mean, overlap, percent};

/// The results of the bots with one hero, the simplest bot first.
#[derive(Debug, Default)]
pub struct Ladder<'a> {
    pub hero: &'static str,
    pub runs: [Vec<&'a Descent>; 3],
}

impl Ladder<'_> {
    /// Returns the victories of the best bot, in percent.
    fn wins(&self) -> f64 {
        percent(self.runs[2].iter().filter(|it| it.won).count(), self.runs[2].len())
    }

    /// Asserts that each bot goes twice as deep as the simpler one, or wins twice as often.
    pub fn judge(&self) {
        let floors = |at: usize| self.runs[at].iter().map(|it| it.floor).sum::<i32>();
        let victories = |at: usize| self.runs[at].iter().filter(|it| it.won).count();
        for at in 1..3 {
            let deeper = 2 * floors(at - 1) <= floors(at);
            let (before, now) = (victories(at - 1), victories(at));
            assert!(
                deeper || now > 0 && 2 * before <= now,
                "{}, step {at}: floors {} and {}, victories {before} and {now}",
                self.hero,
                floors(at - 1),
                floors(at),
            );
        }
    }

    /// Returns in how many seeds the first floor cost the greedy bot more than the sensible one, as
    /// much, and less.
    fn pairs(&self) -> [usize; 3] {
        let hurts = |at: usize| self.runs[at].iter().map(|it| it.first_hurt());
        let pairs = || hurts(1).zip(hurts(2));
        let count = |order| pairs().filter(|(one, other)| one.cmp(other) == order).count();
        [Ordering::Greater, Ordering::Equal, Ordering::Less].map(count)
    }
}

/// Asserts that few runs of any player are cut off.
pub fn judge_limits(ladders: &[Ladder<'_>]) {
    for (at, bot) in ["random", "greedy", "sensible"].into_iter().enumerate() {
        let all = || ladders.iter().flat_map(|it| &it.runs[at]);
        let (cut_off, all) = (all().filter(|it| !it.ended).count(), all().count());
        println!("{bot}: {cut_off} of {all} runs were cut off");
        assert!(cut_off * 100 <= all, "{bot}: {cut_off} of {all} runs were cut off");
    }
}

/// Asserts that exploring and striking alone cost more on floor 1, in a large sample clearly.
pub fn judge_first_floor(ladders: &[Ladder<'_>], large: bool) {
    let pairs: Vec<[usize; 3]> = ladders.iter().map(Ladder::pairs).collect();
    let [more, same, less] = [0, 1, 2].map(|at| pairs.iter().map(|it| it[at]).sum::<usize>());
    println!("floor 1 cost greedy more, as much, less than sensible: {more}, {same}, {less}");
    assert!(more > less, "exploring and striking alone cost more on floor 1: {more}, {less}");
    assert!(!large || more >= 3 * less, "and clearly so: {more}, {less}");
}

/// Checks what a large sample must show. A small one would fail by chance.
pub fn judge(ladders: &[Ladder<'_>]) {
    for it in ladders {
        it.judge();
    }
    let wins: Vec<(&str, f64)> = ladders.iter().map(|it| (it.hero, it.wins())).collect();
    judge_wins(&wins);
    let sensible: Vec<&Descent> = ladders.iter().flat_map(|it| it.runs[2].clone()).collect();
    judge_deaths(&sensible);
    judge_builds(&sensible);
}

fn judge_wins(wins: &[(&str, f64)]) {
    let best = wins.iter().map(|it| it.1).fold(0.0, f64::max);
    let weakest = wins.iter().map(|it| it.1).fold(100.0, f64::min);
    assert!(weakest >= 5.0 && best <= 30.0, "every hero wins 5 to 30 %: {wins:?}");
    assert!(best <= 2.0 * weakest, "no hero wins twice as often as another: {wins:?}");
}

fn judge_deaths(all: &[&Descent]) {
    let lost: Vec<&&Descent> = all.iter().filter(|it| !it.won).collect();
    for (count, cause) in counted(lost.iter().map(|it| it.cause.as_str())) {
        assert!(percent(count, lost.len()) <= 30.0, "{count} of {} by {cause}", lost.len());
    }
    let worst = (1..=7).map(|floor| lost.iter().filter(|it| it.floor == floor).count()).max();
    assert!(worst.unwrap_or(0) * 2 <= lost.len(), "deaths are spread over the floors");
}

fn judge_builds(all: &[&Descent]) {
    for (excess, kind) in excesses(all) {
        assert!(excess <= 35.0, "{kind} is in {excess:.0} points more of the winning builds");
    }
    for tag in TAGS {
        let wins = all.iter().any(|it| it.won && it.tags[tag] >= 2);
        assert!(wins, "{tag} never wins");
    }
    assert!(overlap(all) < 60.0, "builds at victory differ");
    let whole = all.iter().filter(|it| it.floor == 7);
    let choices = mean(whole.map(|it| u64::try_from(it.choices).unwrap()));
    assert!((8.0..=15.0).contains(&choices), "{choices} choices a run");
}
