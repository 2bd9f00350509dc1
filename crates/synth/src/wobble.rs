use barrow_dice::Rng;

use crate::BLOCK;
use crate::draw::Draw;
use crate::maths::sine;
use crate::wave::white;
use barrow_sound::{self as recipe, Limit, limits};

/// A running wobble, with one value for each block.
#[derive(Debug)]
pub struct Wobble {
    depth: f32,
    phase: u32,
    step: u32,
    /// The last and the next value, and the generator of those after them.
    random: Option<(f32, f32, Rng)>,
}

impl Wobble {
    /// Draws the values of a recipe. Returns `None` if it does not move.
    pub fn new(recipe: &recipe::Wobble, depth: Limit, rate: f32, rng: &mut Rng) -> Option<Self> {
        if recipe.depth.is_zero() || recipe.rate.is_zero() {
            return None;
        }
        let depth = depth.draw(recipe.depth, rng);
        let turns = limits::RATE.draw(recipe.rate, rng) / 60.0 * BLOCK as f32 / rate;
        let random = recipe.random.then(|| {
            let mut rng = Rng::new(rng.bits());
            (white(&mut rng), white(&mut rng), rng)
        });
        Some(Self { depth, phase: 0, step: (turns * 4_294_967_296.0) as u32, random })
    }

    /// Returns a factor for the volume of the next block, from `1 - depth / 100` to 1.
    pub fn next_share(&mut self) -> f32 {
        1.0 - (self.depth + self.next()) * (0.5 / 100.0)
    }

    /// Returns the value for the next block, from `-depth` to `depth`.
    pub fn next(&mut self) -> f32 {
        let (phase, turned) = self.phase.overflowing_add(self.step);
        self.phase = phase;
        let Some((last, next, rng)) = &mut self.random else {
            return self.depth * sine(phase);
        };
        if turned {
            *last = *next;
            *next = white(rng);
        }
        let part = phase as f32 * (1.0 / 4_294_967_296.0);
        let eased = part * part * (3.0 - 2.0 * part);
        self.depth * (*last + (*next - *last) * eased)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Span;

    fn wobble(random: bool) -> Vec<f32> {
        let recipe = recipe::Wobble { depth: Span::exactly(50), rate: Span::exactly(300), random };
        let mut wobble =
            Wobble::new(&recipe, limits::SHARE, 48_000.0, &mut Rng::new(1)).expect("it moves");
        (0..4 * 48_000 / BLOCK).map(|_| wobble.next()).collect()
    }

    #[test]
    fn an_even_wobble_has_its_rate() {
        let values = wobble(false);
        let rises = values.windows(2).filter(|it| it[0] < 0.0 && it[1] >= 0.0).count();
        assert!((19..=20).contains(&rises), "{rises} in four seconds");
        assert!(values.iter().all(|it| it.abs() <= 50.01));
    }

    #[test]
    fn a_random_wobble_moves_without_jumps() {
        let values = wobble(true);
        assert!(values.iter().all(|it| it.abs() <= 50.0));
        assert!(values.windows(2).all(|it| (it[0] - it[1]).abs() < 1.0));
        assert!(values.iter().any(|&it| it > 20.0) && values.iter().any(|&it| it < -20.0));
    }

    #[test]
    fn no_depth_or_no_rate_is_none() {
        let recipe = recipe::Wobble { depth: Span::exactly(5), ..recipe::Wobble::default() };
        assert!(Wobble::new(&recipe, limits::SHARE, 48_000.0, &mut Rng::new(1)).is_none());
    }
}
