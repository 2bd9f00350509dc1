use barrow_dice::{Chance, Dice, Rng, Seed, Stream};
use barrow_mapgen::{Algorithm, Builder, Plan, Recipe};

use crate::digest::Digest;

/// Something to compute twice.
pub struct Job {
    /// What it is.
    pub name: String,
    /// The work, boiled down to a digest.
    pub work: Box<dyn Fn() -> u64>,
}

/// All jobs, in a fixed order.
pub fn jobs() -> Vec<Job> {
    let mut jobs = vec![job("draws", draws)];
    for algorithm in Algorithm::all() {
        let name = format!("plans of {}", algorithm.name());
        jobs.push(job(&name, move || plans(&algorithm)));
    }
    jobs
}

fn job(name: &str, work: impl Fn() -> u64 + 'static) -> Job {
    Job { name: name.into(), work: Box::new(work) }
}

fn draws() -> u64 {
    let mut digest = Digest::new();
    let dice: Option<Dice> = "3d6+2".parse().ok();
    for seed in 0..100 {
        let mut rng = Seed(seed).stream(Stream::named("draws"), &[1, 2]);
        for n in 0..100 {
            digest.number(rng.below(n));
            digest.number(rng.between(-5..=7));
            digest.number(rng.happens(Chance(n * 100)));
            digest.number(i64::from_le_bytes(rng.coins(Chance(n * 100)).to_le_bytes()));
            digest.number(dice.as_ref().map_or(0, |dice| dice.roll(&mut rng)));
        }
        let mut deck: Vec<u32> = (0..52).collect();
        rng.shuffle(&mut deck);
        for card in deck {
            digest.number(card);
        }
    }
    digest.finish()
}

fn plans(algorithm: &Algorithm) -> u64 {
    let mut digest = Digest::new();
    let (mut builder, mut plan) = (Builder::default(), Plan::default());
    let recipe = Recipe::new(algorithm.clone());
    for seed in 0..20 {
        let mut rng = Seed(seed).stream(Stream::named("parity"), &[]);
        if builder.build(&recipe, &mut rng, &mut plan).is_ok() {
            describe(&plan, &rng, &mut digest);
        }
    }
    digest.finish()
}

fn describe(plan: &Plan, rng: &Rng, digest: &mut Digest) {
    digest.text(&plan.picture().to_string());
    for room in &plan.rooms {
        digest.text(&format!("{room:?}"));
    }
    for corridor in &plan.corridors {
        digest.text(&format!("{corridor:?}"));
    }
    for pos in plan.spawns.iter() {
        digest.number(pos.x);
        digest.number(pos.y);
    }
    digest.number(rng.state);
}
