//! With any parameters within their ranges, a recipe gives a level or an error.

use std::ops::RangeInclusive;

use barrow_dice::{Chance, Rng};
use barrow_grid::{Adjacency, flood};
use barrow_mapgen::{Algorithm, Builder, Form, Plan, Recipe, RecipeError, Regions};

/// A form that fills in every parameter at random. The ends of a range are as likely as everything
/// between them.
struct AtRandom(Rng);

impl AtRandom {
    fn within(&mut self, range: &RangeInclusive<u32>) -> u32 {
        match self.0.below(3) {
            0 => *range.start(),
            1 => *range.end(),
            _ => range.start() + self.0.below(range.end() - range.start() + 1),
        }
    }
}

impl Form for AtRandom {
    fn number(
        &mut self,
        _: &'static str,
        _: &'static str,
        value: &mut u32,
        range: RangeInclusive<u32>,
    ) {
        *value = self.within(&range);
    }

    fn share(
        &mut self,
        _: &'static str,
        _: &'static str,
        value: &mut Chance,
        range: RangeInclusive<u32>,
    ) {
        *value = Chance::percent(self.within(&range));
    }

    fn flag(&mut self, _: &'static str, _: &'static str, value: &mut bool) {
        *value = self.0.below(2) == 1;
    }

    fn counts(&mut self, _: &'static str, _: &'static str, value: &mut u16) {
        *value = u16::try_from(self.0.below(512)).expect("it has nine bits");
    }

    fn choice(
        &mut self,
        _: &'static str,
        _: &'static str,
        _: usize,
        words: &'static [&'static str],
    ) -> Option<usize> {
        Some(self.0.below(u32::try_from(words.len()).expect("a few words")) as usize)
    }
}

#[test]
fn any_recipe_gives_a_level_or_an_error() {
    let (mut builder, mut plan) = (Builder::default(), Plan::default());
    for algorithm in Algorithm::all() {
        let name = algorithm.name();
        let mut built = 0;
        for seed in 0..150 {
            let mut form = AtRandom(Rng::new(seed));
            let mut recipe = Recipe::new(algorithm.clone());
            recipe.fill_in(&mut form);
            (recipe.width, recipe.height) = (form.within(&(3..=250)), form.within(&(3..=200)));
            match builder.build(&recipe, &mut Rng::new(seed), &mut plan) {
                Ok(()) => {
                    built += 1;
                    let reached = flood(&plan.floor, Adjacency::Four, plan.start);
                    let apart = recipe.finish.regions == Regions::Apart;
                    let told = || format!("{name}, seed {seed}: {recipe:?}\n{}", plan.picture());
                    assert!(apart || reached == plan.floor, "{}", told());
                    assert!(plan.exits.iter().all(|&it| reached.contains(it)), "{}", told());
                    assert!(!plan.exits.is_empty(), "{name}, seed {seed}: {recipe:?}");
                }
                Err(RecipeError::UnknownAlgorithm { .. }) => panic!("{name} is known"),
                Err(why) => assert!(!why.to_string().is_empty()),
            }
        }
        assert!(built > 10, "{name}: only {built} of 150 recipes could be followed");
    }
}
