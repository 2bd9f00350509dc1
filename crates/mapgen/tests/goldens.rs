//! Compares a small default plan of every algorithm with the drawing in `goldens/NAME.txt`.
//! `BARROW_BLESS=1 cargo test -p barrow-mapgen --test all goldens` rewrites the drawings.

use std::{env, fs};

use barrow_dice::Rng;
use barrow_mapgen::{Algorithm, Builder, Plan, Recipe, RecipeError};

#[test]
fn every_algorithm_draws_its_golden() {
    let blessing = env::var_os("BARROW_BLESS").is_some();
    let mut wrong = String::new();
    for algorithm in Algorithm::all() {
        let name = algorithm.name();
        let drawn = draw(name);
        let path = format!("{}/tests/goldens/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        if blessing {
            fs::write(&path, &drawn).unwrap();
        }
        let golden = fs::read_to_string(&path).unwrap_or_else(|_| "missing\n".into());
        if drawn != golden.replace("\r\n", "\n") {
            wrong += &[name, " is\n", &drawn, "but its golden is\n", &golden].concat();
        }
    }
    assert!(wrong.is_empty(), "{wrong}(BARROW_BLESS=1 accepts this)");
}

fn draw(name: &str) -> String {
    let mut recipe = Recipe::named(name).expect("it is listed");
    (recipe.width, recipe.height) = (48, 20);
    while let Err(RecipeError::Size { side, possible, .. }) = recipe.check() {
        match side {
            "width" => recipe.width = *possible.start(),
            _ => recipe.height = *possible.start(),
        }
    }
    let mut plan = Plan::default();
    Builder::default().build(&recipe, &mut Rng::new(1), &mut plan).expect("it was checked");
    plan.picture().to_string()
}
