//! Games that are played twice: with shortcuts and without.

use super::trails::Trails;
use crate::scenario::Scenario;

/// Plays keys twice and checks after each that all shortcuts together changed nothing.
#[track_caller]
pub(crate) fn check_long_way(map: &str, signs: &str, more: &str, keys: &str) {
    for seed in 0..20 {
        let mut short = Scenario::new(map, signs, more).seeded(seed);
        let mut long = Scenario::new(map, signs, more).seeded(seed);
        long.game.world.shortcuts_off = true;
        for key in keys.chars() {
            long.game.world.trails = Trails::default();
            short.keys(&key.to_string());
            long.keys(&key.to_string());
            let differences = short.game.differences(&long.game);
            assert_eq!(short.game.digest(), long.game.digest(), "{differences:?}");
            assert!(!long.game.world.entities.iter().any(|it| it.dozes));
        }
        assert_eq!(short.events, long.events);
    }
}
