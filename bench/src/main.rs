//! Runs Barrow's toolkit and its peers on the same workloads, in one process, and prints how many
//! times as fast Barrow is. README.md says how it measures and how to read the result.

// This is a tool: it reads the clock, computes in floats, and prints. The maps are small, and each
// peer wants sizes and positions in another integer type.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::disallowed_types,
    clippy::float_arithmetic,
    clippy::print_stderr,
    clippy::print_stdout
)]

mod contest;
mod counts;
mod jobs;
mod limits;
mod measure;
mod report;
mod sound;
mod terminal;
mod workload;

use std::io::IsTerminal;
use std::process::ExitCode;

use clap::Parser;

use crate::contest::Job;
use crate::measure::Effort;
use crate::report::{JobReport, Report};

/// Runs Barrow and its peers on the same workloads and prints a table with ratios.
#[derive(Parser)]
#[command(bin_name = "cargo xtask bench")]
struct Options {
    /// Print the report as JSON.
    #[arg(long)]
    json: bool,
    /// Run only the jobs with this word in their name.
    #[arg(long, value_name = "WORD")]
    filter: Option<String>,
    /// Do few operations and passes: a smoke test, whose times mean little.
    #[arg(long)]
    quick: bool,
    /// Count instructions too, with valgrind's callgrind. Takes some minutes.
    #[arg(long)]
    counts: bool,
    /// Do one job with one contestant TIMES times and print nothing, for callgrind.
    #[arg(long, hide = true, num_args = 3, value_names = ["JOB", "CONTESTANT", "TIMES"])]
    watched: Option<Vec<String>>,
}

fn main() -> ExitCode {
    let options = Options::parse();
    if let Some(watched) = &options.watched {
        return counts::be_watched(&jobs::all(), watched);
    }
    let jobs = chosen(options.filter.as_deref());
    let mut report = run(&jobs, &options);
    let word = options.filter.as_deref().unwrap_or_default().to_lowercase();
    report.limits = limits::measure(&word, options.quick, &mut report.notes);
    report.limits.extend(sound::measure(&word, options.quick, &mut report.notes));
    let (starts, limits) = terminal::measure(&word, options.quick, &mut report.notes);
    report.starts = starts;
    report.limits.extend(limits);
    if jobs.is_empty() && report.limits.is_empty() {
        let names: Vec<String> = jobs::all().into_iter().map(|job| job.name).collect();
        eprintln!("no job has that word in its name; there are:\n  {}", names.join("\n  "));
        return ExitCode::from(2);
    }
    if options.json {
        println!("{}", report.to_json());
    } else {
        print!("{}", report.to_text());
    }
    ExitCode::from(u8::from(report.ours_is_wrong()))
}

fn chosen(filter: Option<&str>) -> Vec<Job> {
    let word = filter.unwrap_or_default().to_lowercase();
    jobs::all().into_iter().filter(|job| job.name.to_lowercase().contains(&word)).collect()
}

fn run(jobs: &[Job], options: &Options) -> Report {
    let mut report = Report { quick: options.quick, ..Report::default() };
    let effort = if options.quick { Effort::QUICK } else { Effort::FULL };
    let count = jobs.len();
    for (index, job) in jobs.iter().enumerate() {
        say_progress(&format!("{}/{count} {}", index + 1, job.name));
        let mut job_report = JobReport::new(job, measure::measure(job, effort, &mut report.notes));
        if options.counts {
            counts::add(job, &mut job_report, &mut report.notes);
        }
        report.jobs.push(job_report);
    }
    say_progress("");
    report
}

/// Shows the progress in a line that the next one overwrites. Silent if this is no terminal.
fn say_progress(what: &str) {
    if std::io::stderr().is_terminal() {
        eprint!("\r\x1b[K{what}");
    }
}
