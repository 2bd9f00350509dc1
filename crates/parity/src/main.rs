//! Prints each job with its digest.

// A program that is run for its output.
#![allow(clippy::print_stdout)]

fn main() {
    for job in barrow_parity::jobs() {
        println!("{:016x} {}", (job.work)(), job.name);
    }
}
