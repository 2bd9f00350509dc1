use barrow_dice::{Rng, Seed, Stream};
use barrow_engine::Command;

/// A bot that picks any legal command. About eight of ten commands are moves, so that it gets
/// somewhere instead of dropping and picking up its items.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Rng,
}

impl Random {
    pub(super) fn new(seed: Seed) -> Self {
        Self { rng: seed.stream(Stream::named("random bot"), &[]) }
    }

    pub(super) fn choose(&mut self, legal: &[Command]) -> Option<Command> {
        let steps: Vec<&Command> =
            legal.iter().filter(|it| matches!(it, Command::Move(_))).collect();
        let walks = self.rng.below(10) < 8;
        match self.rng.pick(&steps).filter(|_| walks) {
            Some(step) => Some((*step).clone()),
            None => self.rng.pick(legal).cloned(),
        }
    }
}
