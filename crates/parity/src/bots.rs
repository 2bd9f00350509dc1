//! Games of all bots.

use std::sync::Arc;

use barrow_dice::Seed;
use barrow_engine::{Journal, Setup};
use barrow_pack::Pack;
use barrow_play::bot::{self, Cap, Played, Skill};

use crate::digest::Digest;
use crate::shipped;

const GAMES: u64 = 1_000;

/// Enough to leave the first floors, few enough for a thousand games.
const CAP: Cap = Cap { turns: 150 };

/// Plays a thousand games of a pack, by each bot and each hero in turn. Digests every command with the checks of
/// the journal, the ending, and the state that the journal leads to when it is read again.
pub fn games(pack: &str) -> u64 {
    let mut digest = Digest::new();
    let Some(pack) = shipped::read(pack) else { return 0 };
    for seed in 0..GAMES {
        let skill = Skill::ALL[turn(Skill::ALL.len(), seed)];
        let Ok(played) = bot::play(&pack, &setup(&pack, seed), skill, CAP) else { return 0 };
        let text = played.journal.to_text();
        digest.text(&text);
        digest.text(played.outcome.cause());
        digest.number(played.outcome.digest.cast_signed());
        digest.number(replays(&pack, &text, &played));
    }
    digest.finish()
}

/// Returns how a game begins. Every fourth begins on another level of the pack, since few bots come
/// to the deep ones; the others take the heroes in turn.
fn setup(pack: &Pack, seed: u64) -> Setup {
    let levels: Vec<&str> = pack.levels.iter().map(|(id, _)| pack.levels.name(id)).collect();
    let level = (seed % 4 == 3).then(|| levels[turn(levels.len(), seed / 4)].to_owned());
    let heroes = &pack.rules.heroes;
    let hero = heroes.get(turn(heroes.len(), seed / 3)).filter(|_| level.is_none());
    let hero = hero.map(|it| pack.kinds.name(*it).to_owned()).unwrap_or_default();
    Setup { seed: Seed(seed), level, heroes: vec![hero], ..Setup::default() }
}

/// Returns an index below `count` for a number.
fn turn(count: usize, of: u64) -> usize {
    usize::try_from(of).unwrap_or_default() % count.max(1)
}

/// Returns whether the written journal leads to the same state.
fn replays(pack: &Arc<Pack>, text: &str, played: &Played) -> bool {
    let journal = Journal::from_bytes(text.as_bytes()).map(|it| it.journal);
    let game = journal.ok().and_then(|it| it.replay(Arc::clone(pack)).ok());
    game.is_some_and(|game| game.digest() == played.outcome.digest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_bots_replay_to_the_same_state() {
        for name in shipped::names() {
            let pack = shipped::read(name).expect("a shipped pack can be read");
            let deep = (0..8).map(|it| (4 * it + 3, Skill::Sensible));
            for (seed, skill) in [(1, Skill::Random), (2, Skill::Sensible)].into_iter().chain(deep)
            {
                let setup = setup(&pack, seed);
                let played = bot::play(&pack, &setup, skill, CAP).expect("it begins");
                assert!(replays(&pack, &played.journal.to_text(), &played), "{name}, seed {seed}");
            }
        }
    }
}
