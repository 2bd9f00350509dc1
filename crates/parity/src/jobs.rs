use barrow_dice::{Chance, Fixed, Formula, Rng, Scope, Seed, Stream, Values, Variable};
use barrow_grid::{
    Adjacency, Beam, BitGrid, Color, DistanceMap, Falloff, Glow, Light, LightMap, Metric, Opaque,
    PathFinder, Pos, Regions, Route, Sight,
};
use barrow_mapgen::{Algorithm, Builder, Plan, Recipe};

use crate::digest::Digest;
use crate::every::games;
use crate::runs::runs;
use crate::{bots, kit, pictures, shipped, sounds};

/// Work to do natively and in wasm.
pub struct Job {
    /// Its name.
    pub name: String,
    /// Does the work and returns a digest of the results.
    pub work: Box<dyn Fn() -> u64>,
}

/// Lists all jobs, in a fixed order.
pub fn jobs() -> Vec<Job> {
    let mut jobs = vec![
        job("draws", draws),
        job("formulas", formulas),
        job("views", views),
        job("light", light),
        job("paths", paths),
        job("distances and regions", distances),
    ];
    for algorithm in Algorithm::all() {
        let name = format!("plans of {}", algorithm.name());
        jobs.push(job(&name, move || plans(&algorithm)));
    }
    jobs.push(job("runs", runs));
    for pack in shipped::names() {
        jobs.push(job(&format!("bots: {pack}"), move || bots::games(pack)));
        jobs.push(job(&format!("pictures: {pack}"), move || pictures::drawn(pack)));
        jobs.push(job(&format!("sounds: {pack}"), move || sounds::heard(pack)));
    }
    for prototype in kit::prototypes() {
        let name = format!("kit: {prototype}");
        jobs.push(job(&name, move || kit::games(prototype)));
    }
    jobs.push(job("a thousand games of every mechanism", games));
    jobs
}

fn job(name: &str, work: impl Fn() -> u64 + 'static) -> Job {
    Job { name: name.into(), work: Box::new(work) }
}

fn draws() -> u64 {
    let mut digest = Digest::new();
    for seed in 0..100 {
        let mut rng = Seed(seed).stream(Stream::named("draws"), &[1, 2]);
        for n in 0..100 {
            digest.number(rng.below(n));
            digest.number(rng.between(-5..=7));
            digest.number(rng.happens(Chance(n * 100)));
            digest.number(i64::from_le_bytes(rng.coins(Chance(n * 100)).to_le_bytes()));
        }
        let mut deck: Vec<u32> = (0..52).collect();
        rng.shuffle(&mut deck);
        for card in deck {
            digest.number(card);
        }
    }
    digest.finish()
}

/// The variables of a formula: the value of a letter is its index in the alphabet.
struct Letters;

impl Scope for Letters {
    fn resolve(&self, path: &str) -> Option<Variable> {
        let letter = path.bytes().next().filter(|it| path.len() == 1 && it.is_ascii_lowercase())?;
        Some(Variable(u32::from(letter - b'a')))
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

impl Values for Letters {
    fn value(&self, variable: Variable) -> Fixed {
        Fixed::from_basis_points(i64::from(variable.0) * 12_345)
    }
}

fn formulas() -> u64 {
    let mut digest = Digest::new();
    let texts = [
        "max(1, a - b + roll(-2, 2))",
        "clamp(round(compound(z, 0.987, k)), 5, 95)",
        "if(chance(30%), sqrt(m) * 2d6, mod(y, 3) // 2)",
        "pow(1.07, j) / (c + 0.3) - abs(b - z)",
    ];
    for text in texts {
        let Ok(formula) = Formula::parse(text, &Letters) else { continue };
        digest.text(&formula.to_string());
        let mut rng = Rng::new(99);
        for _ in 0..500 {
            digest.number(formula.value(&Letters, &mut rng).basis_points());
        }
        let (min, max) = formula.bounds(&Letters);
        digest.number(min.basis_points());
        digest.number(max.basis_points());
    }
    digest.finish()
}

/// Makes levels to look and walk around in.
fn levels() -> Vec<Plan> {
    let algorithms = ["cellular", "rooms", "wfc"];
    let recipes = algorithms.into_iter().filter_map(|name| Recipe::named(name).ok());
    let mut builder = Builder::default();
    let built = recipes.zip(0..).filter_map(|(recipe, seed)| {
        let mut plan = Plan::default();
        builder.build(&recipe, &mut Rng::new(seed), &mut plan).ok().map(|()| plan)
    });
    built.collect()
}

fn walls(plan: &Plan) -> Opaque {
    let bounds = plan.bounds();
    Opaque::from_fn(bounds.width, bounds.height, |pos| !plan.floor.contains(pos))
}

fn set(digest: &mut Digest, cells: &BitGrid) {
    for pos in cells {
        cell(digest, pos);
    }
}

fn cell(digest: &mut Digest, pos: Pos) {
    digest.number(pos.x);
    digest.number(pos.y);
}

fn views() -> u64 {
    let mut digest = Digest::new();
    let mut seen = BitGrid::default();
    for plan in levels() {
        let opaque = walls(&plan);
        for origin in plan.floor.iter().step_by(37) {
            for radius in [3, 8, 20, 50] {
                Sight::Shadow.see(&opaque, origin, radius, &mut seen);
                set(&mut digest, &seen);
            }
            Sight::Rays.see(&opaque, origin, 8, &mut seen);
            set(&mut digest, &seen);
        }
    }
    digest.finish()
}

fn light() -> u64 {
    let mut digest = Digest::new();
    for plan in levels() {
        let (bounds, opaque) = (plan.bounds(), walls(&plan));
        let mut map = LightMap::new(bounds.width, bounds.height, Glow::default());
        for (pos, angle) in plan.floor.iter().step_by(41).zip((30..=360).cycle()) {
            let facing = Pos::new(i32::from(angle % 3) - 1, 1);
            let beam = if angle % 2 == 0 { Beam::All } else { Beam::Cone { facing, angle } };
            let falloff = if angle % 3 == 0 { Falloff::Flat } else { Falloff::Linear };
            let color = Color::new(200, 120, 40);
            let metric = Metric::Circle;
            let light = Light { pos, radius: 7, metric, color, intensity: 300, beam, falloff };
            map.shine(&opaque, &light);
        }
        for pos in bounds.cells() {
            let glow = map.at(pos);
            digest.number(glow.level);
            digest.number(glow.color().red);
            digest.number(glow.color().blue);
        }
    }
    digest.finish()
}

fn paths() -> u64 {
    let mut digest = Digest::new();
    let (mut finder, mut path) = (PathFinder::new(), Vec::new());
    for plan in levels() {
        for start in plan.floor.iter().step_by(83) {
            for goal in plan.floor.iter().step_by(97) {
                for adjacency in [Adjacency::Four, Adjacency::Eight] {
                    let route = Route::new(adjacency, start, goal);
                    digest.number(finder.find(&plan.floor, route, &mut path).unwrap_or(u32::MAX));
                    for &pos in &path {
                        cell(&mut digest, pos);
                    }
                }
            }
        }
    }
    digest.finish()
}

fn distances() -> u64 {
    let mut digest = Digest::new();
    let (mut map, mut regions) = (DistanceMap::new(), Regions::new());
    for plan in levels() {
        for adjacency in [Adjacency::Four, Adjacency::Eight] {
            regions.find(&plan.floor, adjacency);
            digest.number(u32::try_from(regions.count()).unwrap_or(u32::MAX));
            for goal in plan.floor.iter().step_by(211) {
                map.measure(&plan.floor, adjacency, &[goal, plan.start]);
                for pos in &plan.floor {
                    digest.number(map.get(pos).unwrap_or(u16::MAX));
                }
            }
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
    for pos in &plan.spawns {
        digest.number(pos.x);
        digest.number(pos.y);
    }
    digest.number(rng.state);
}
