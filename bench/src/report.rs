//! The report: a table for people, JSON for programs.

use std::fmt::Write;

use serde::Serialize;

use crate::contest::Job;
use crate::limits::Limit;
use crate::measure::Score;
use crate::terminal::Start;

/// Everything that was measured.
#[derive(Default, Serialize)]
pub struct Report {
    /// `true` for a quick run, whose times mean little.
    pub quick: bool,
    /// The jobs that were done.
    pub jobs: Vec<JobReport>,
    /// How games in a terminal started.
    pub starts: Vec<Start>,
    /// The values with a limit.
    pub limits: Vec<Limit>,
    /// What is missing, and why.
    pub notes: Vec<String>,
}

/// The results of one job.
#[derive(Serialize)]
pub struct JobReport {
    /// The name of the job.
    pub name: String,
    /// What the answers count.
    pub unit: &'static str,
    /// The target: how many times as fast as the fastest peer Barrow must be.
    pub target: f64,
    /// Barrow and the peers, the fastest first.
    pub rows: Vec<Row>,
    /// Barrow against the fastest peer, if both took part.
    pub verdict: Option<Verdict>,
}

/// One contestant in one job.
#[derive(Serialize)]
pub struct Row {
    /// Its name and version.
    pub name: String,
    /// `true` for Barrow, `false` for a peer.
    pub ours: bool,
    /// The time of one operation.
    pub microseconds: f64,
    /// The instructions of one operation, if they were counted.
    pub instructions: Option<u64>,
    /// The mean of its answers, if they are known.
    pub answer: Option<f64>,
    /// How many answers were wrong.
    pub wrong: usize,
    /// The number of operations.
    pub operations: usize,
}

/// Barrow against the fastest peer.
#[derive(Serialize)]
pub struct Verdict {
    /// The time of one operation of Barrow.
    pub ours: f64,
    /// The name of the fastest peer.
    pub fastest_peer: String,
    /// The time of one operation of that peer.
    pub peer: f64,
    /// How many times as fast Barrow is.
    pub ratio: f64,
    /// Whether that reaches the target.
    pub met: bool,
}

impl JobReport {
    /// Ranks the scores of a job and compares Barrow with the fastest peer.
    pub fn new(job: &Job, scores: Vec<Score>) -> Self {
        let mut rows: Vec<Row> = scores.into_iter().map(Row::from).collect();
        rows.sort_by(|a, b| a.microseconds.total_cmp(&b.microseconds));
        let verdict = Verdict::new(&rows, job.target);
        Self { name: job.name.clone(), unit: job.unit, target: job.target, rows, verdict }
    }

    /// Adds the instructions of a contestant.
    pub fn set_instructions(&mut self, name: &str, count: u64) {
        for row in self.rows.iter_mut().filter(|it| it.name == name) {
            row.instructions = Some(count);
        }
    }

    /// Returns how many times as many instructions the fastest peer needs.
    fn instruction_ratio(&self) -> Option<f64> {
        let ours = self.rows.iter().find(|it| it.ours)?.instructions?;
        let peer = self.rows.iter().find(|it| !it.ours)?.instructions?;
        Some(peer as f64 / ours as f64)
    }
}

impl From<Score> for Row {
    fn from(score: Score) -> Self {
        let Score { name, ours, microseconds, answer, wrong, operations } = score;
        Self {
            name: name.to_owned(),
            ours,
            microseconds,
            instructions: None,
            answer,
            wrong,
            operations,
        }
    }
}

impl Verdict {
    /// Compares rows that are sorted with the fastest first.
    fn new(rows: &[Row], target: f64) -> Option<Self> {
        let ours = rows.iter().find(|it| it.ours)?.microseconds;
        let fastest = rows.iter().find(|it| !it.ours)?;
        let ratio = fastest.microseconds / ours;
        Some(Self {
            ours,
            fastest_peer: fastest.name.clone(),
            peer: fastest.microseconds,
            ratio,
            met: ratio >= target,
        })
    }
}

impl Report {
    /// Returns whether an answer of Barrow was wrong.
    pub fn ours_is_wrong(&self) -> bool {
        self.jobs.iter().flat_map(|job| &job.rows).any(|row| row.ours && row.wrong > 0)
    }

    /// Returns the report for programs.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("plain numbers and strings are always JSON")
    }

    /// Returns the report for people.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for job in &self.jobs {
            let _ = writeln!(text, "{}", job.name);
            text += &table(&job.cells());
            text.push('\n');
        }
        if !self.jobs.is_empty() {
            text += "Ours and the fastest peer, microseconds an operation\n";
            text += &table(&self.summary());
        }
        if !self.starts.is_empty() {
            text += "\nFrom exec to a settled screen, in a terminal of 80x24\n";
            text += &table(&self.starts());
        }
        if !self.limits.is_empty() {
            text += "\nWhat a game may cost at the most\n";
            text += &table(&self.limits());
        }
        for note in &self.notes {
            let _ = writeln!(text, "note: {note}");
        }
        if self.quick {
            text += "note: a quick run: it shows that all works, its times say little\n";
        }
        text
    }

    fn starts(&self) -> Vec<Vec<String>> {
        let heading = ["", "first byte ms", "settled ms", "memory MB"].map(str::to_owned).to_vec();
        let rows = self.starts.iter().map(|it| {
            let numbers = [it.first, it.settled, it.memory].map(decimals);
            std::iter::once(it.name.clone()).chain(numbers).collect()
        });
        std::iter::once(heading).chain(rows).collect()
    }

    fn limits(&self) -> Vec<Vec<String>> {
        let heading = ["", "is", "max", "met", "unit"].map(str::to_owned).to_vec();
        let rows = self.limits.iter().map(|it| {
            let met = if it.is_met() { "yes" } else { "NO" };
            let name = it.name.clone();
            vec![name, decimals(it.amount), decimals(it.max), met.into(), it.unit.into()]
        });
        std::iter::once(heading).chain(rows).collect()
    }

    fn summary(&self) -> Vec<Vec<String>> {
        let heading =
            ["job", "ours", "peer", "ratio", "target", "met", "instr. ratio", "fastest peer"];
        let mut rows = vec![heading.map(str::to_owned).to_vec()];
        let raced = self.jobs.iter().filter(|job| job.rows.iter().any(|row| !row.ours));
        rows.extend(raced.map(JobReport::summary));
        rows
    }
}

impl JobReport {
    fn cells(&self) -> Vec<Vec<String>> {
        let heading = ["", "us/op", "x ours", "instr./op", self.unit, "wrong"];
        let mut rows = vec![heading.map(str::to_owned).to_vec()];
        let ours = self.rows.iter().find(|it| it.ours).map(|it| it.microseconds);
        rows.extend(self.rows.iter().map(|row| row.cells(ours)));
        rows
    }

    fn summary(&self) -> Vec<String> {
        let peer = self.rows.iter().find(|it| !it.ours);
        let verdict = self.verdict.as_ref();
        vec![
            self.name.clone(),
            or_dash(verdict.map(|it| decimals(it.ours))),
            or_dash(peer.map(|it| decimals(it.microseconds))),
            or_dash(verdict.map(|it| format!("{:.1}", it.ratio))),
            format!("{:.1}", self.target),
            or_dash(verdict.map(|it| if it.met { "yes" } else { "NO" }.to_owned())),
            or_dash(self.instruction_ratio().map(|it| format!("{it:.1}"))),
            or_dash(peer.map(|it| it.name.clone())),
        ]
    }
}

impl Row {
    fn cells(&self, ours: Option<f64>) -> Vec<String> {
        vec![
            self.name.clone(),
            decimals(self.microseconds),
            or_dash(ours.map(|ours| format!("{:.1}", self.microseconds / ours))),
            or_dash(self.instructions.map(|it| it.to_string())),
            or_dash(self.answer.map(|it| format!("{it:.1}"))),
            or_dash(self.answer.map(|_| format!("{}/{}", self.wrong, self.operations))),
        ]
    }
}

fn or_dash(text: Option<String>) -> String {
    text.unwrap_or_else(|| "-".to_owned())
}

/// Formats a number with three significant digits.
fn decimals(number: f64) -> String {
    let places = if number < 10.0 { 3 } else { 1 };
    format!("{number:.places$}")
}

/// Aligns columns: names to the left, numbers to the right.
fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|it| width(it).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            let is_name = column == 0 || rows[0][column] == "fastest peer";
            if is_name { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        let line = cells.collect::<Vec<_>>().join("  ");
        let _ = writeln!(text, "  {}", line.trim_end());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::Judge;

    fn score(name: &'static str, ours: bool, microseconds: f64, wrong: usize) -> Score {
        Score { name, ours, microseconds, answer: Some(33.25), wrong, operations: 500 }
    }

    fn report(scores: Vec<Score>) -> Report {
        let job = Job {
            name: "path: rooms".to_owned(),
            operations: 500,
            counted: 100,
            target: 2.0,
            unit: "steps",
            judge: Judge::Within(0..=100),
            contestants: Vec::new(),
        };
        Report { jobs: vec![JobReport::new(&job, scores)], ..Report::default() }
    }

    #[test]
    fn the_table_shows_everybody_and_then_the_verdict() {
        let mut report = report(vec![
            score("slow 1.0", false, 16.04, 0),
            score("fast 2.1", false, 4.0, 12),
            score("barrow", true, 1.6, 0),
        ]);
        report.jobs[0].set_instructions("barrow", 4000);
        report.jobs[0].set_instructions("fast 2.1", 10_000);
        report.notes.push("other 0.9 is left out: it does not start".to_owned());
        let expected = "\
path: rooms
            us/op  x ours  instr./op  steps   wrong
  barrow    1.600     1.0       4000   33.2   0/500
  fast 2.1  4.000     2.5      10000   33.2  12/500
  slow 1.0   16.0    10.0          -   33.2   0/500

Ours and the fastest peer, microseconds an operation
  job           ours   peer  ratio  target  met  instr. ratio  fastest peer
  path: rooms  1.600  4.000    2.5     2.0  yes           2.5  fast 2.1
note: other 0.9 is left out: it does not start
";
        assert_eq!(report.to_text(), expected);
    }

    #[test]
    fn a_target_that_is_missed_is_told() {
        let report = report(vec![score("fast 2.1", false, 3.0, 0), score("barrow", true, 2.0, 0)]);
        assert!(report.jobs[0].verdict.as_ref().is_some_and(|it| !it.met));
        assert!(report.to_text().contains("NO"));
        assert!(report.to_json().contains("\"met\": false"));
    }

    #[test]
    fn without_ours_there_is_no_verdict() {
        let report = report(vec![score("fast 2.1", false, 3.0, 0)]);
        assert!(report.jobs[0].verdict.is_none());
        assert!(report.to_text().contains("path: rooms     -  3.000"));
    }

    #[test]
    fn only_our_own_mistakes_fail_the_run() {
        let rows = |wrong| vec![score("fast", false, 3.0, 7), score("barrow", true, 2.0, wrong)];
        assert!(!report(rows(0)).ours_is_wrong());
        assert!(report(rows(1)).ours_is_wrong());
    }
}
