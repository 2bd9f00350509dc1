//! Prints each job with its digest, as computed natively.

fn main() {
    for job in barrow_parity::jobs() {
        println!("{:016x} {}", (job.work)(), job.name);
    }
}
