use barrow_dice::Rng;
use barrow_sound::{Limit, Span};

/// Draws the numbers of recipes.
pub trait Draw {
    /// Draws a value of the span and clamps it to the limits. A single value draws nothing.
    fn draw(self, span: Span, rng: &mut Rng) -> f32;
}

impl Draw for Limit {
    fn draw(self, span: Span, rng: &mut Rng) -> f32 {
        drawn(span, rng).clamp(self.min as f32, self.max as f32)
    }
}

fn drawn(span: Span, rng: &mut Rng) -> f32 {
    if span.low == span.high {
        return span.low as f32;
    }
    let share = (rng.bits() >> 8) as f32 * (1.0 / 16_777_216.0);
    span.low as f32 + (span.high as f32 - span.low as f32) * share
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_stay_inside_and_cover_the_range() {
        let mut rng = Rng::new(1);
        let many: Vec<f32> = (0..1000).map(|_| drawn(Span::new(-10, 10), &mut rng)).collect();
        assert!(many.iter().all(|it| (-10.0..=10.0).contains(it)));
        assert!(many.iter().any(|&it| it < -9.0) && many.iter().any(|&it| it > 9.0));
        let before = rng.clone();
        assert!((drawn(Span::exactly(3), &mut rng) - 3.0).abs() < f32::EPSILON);
        assert_eq!(rng, before);
    }
}
