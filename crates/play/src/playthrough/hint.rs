//! Hints after a death: what might have helped.

use barrow_dice::Fixed;
use barrow_engine::{Carried, Game, View};
use barrow_pack::{Kind, Layer, Pack};
use barrow_small::lowercase;

use crate::panel::carried_name;

/// What the player carried before a turn. After a death it shows what was left unused, since a dead
/// hero carries nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Carrying {
    pub(super) names: Vec<String>,
    /// An item that would have restored life.
    healing: Option<String>,
    /// Items that could be used, but were never tried.
    untried: usize,
}

impl Carrying {
    pub(super) fn of(view: &View<'_>) -> Self {
        let life = view.pack().rules.life;
        let heals =
            |it: &Carried<'_>| view.use_of(it).is_some_and(|it| it.change(life).max > Fixed::ZERO);
        let known = |it: &Carried<'_>| it.item.glimpse().kind().is_some();
        Self {
            names: view.bag().map(|it| carried_name(&it)).collect(),
            healing: view.bag().find(|it| known(it) && heals(it)).map(|it| it.item.definite()),
            untried: view.bag().filter(|it| !known(it)).count(),
        }
    }

    /// Returns what could have been done instead of dying.
    fn hint(&self) -> Option<String> {
        if let Some(healing) = &self.healing {
            return Some(format!("You still had {healing}, which would have healed you."));
        }
        match self.untried {
            0 => None,
            1 => Some("You still had something that you never tried.".into()),
            count => Some(format!("You still had {count} things that you never tried.")),
        }
    }
}

/// Returns a hint for the next run: what the pack says about this end, what was left untried, or
/// else a hint for any game.
pub(super) fn hints(view: &View<'_>, game: &Game, end: &str, carrying: &Carrying) -> Vec<String> {
    let pack = game.pack();
    let fitting = pack.rules.lost.fitting(end, |it| game.holds(view.player(), it));
    // The turn number serves as a die, and gives the same hint each time the screen is drawn.
    let count = u64::try_from(fitting.len()).unwrap_or_default();
    let drawn = view.turn().checked_rem(count).and_then(|it| usize::try_from(it).ok());
    let own = drawn.and_then(|at| fitting.get(at)).map(|it| it.text.to_string());
    let told: Vec<String> = own.into_iter().chain(carrying.hint()).collect();
    if told.is_empty() { general(pack, end).map(String::from).into_iter().collect() } else { told }
}

/// Returns a hint for this kind of end that fits any game.
fn general(pack: &Pack, end: &str) -> Option<&'static str> {
    let end = lowercase(end);
    let names = |name: &str| !name.is_empty() && end.contains(&lowercase(name));
    let kinds: Vec<&Kind> =
        pack.kinds.iter().map(|(_, kind)| kind).filter(|it| names(&it.name)).collect();
    if kinds.iter().any(|it| it.layer == Layer::Actor) {
        return Some("Look at a foe to see how a fight with it would go.");
    }
    if pack.states.iter().any(|(_, state)| names(&state.label)) {
        return Some("Your character sheet shows what each state does and how long it lasts.");
    }
    let fields = pack.fields.iter().any(|(_, field)| names(&field.name));
    let there = fields || kinds.iter().any(|it| it.layer != Layer::Item);
    there.then_some("Look at a cell to see what a step there would do.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stage::{begin, pack, view};

    const HINTS: &str = r#", "lost": { "hints": [
        { "cause": "ogre", "text": "Ogres are slow." },
        { "cause": "lava", "text": "Lava burns." }] }"#;

    fn check(rules: &str, end: &str, carrying: &Carrying, expected: &[&str]) {
        let run = begin(&pack("@.", rules, "", "{}"), 7);
        assert_eq!(hints(&view(&run), run.game(), end, carrying), expected, "{end}");
    }

    #[test]
    fn a_hint_fits_the_cause_of_death() {
        let nothing = Carrying::default();
        check(HINTS, "an ogre", &nothing, &["Ogres are slow."]);
        check(HINTS, "Lava took you.", &nothing, &["Lava burns."]);
        check(HINTS, "a rat", &nothing, &["Look at a foe to see how a fight with it would go."]);
        check("", "fire", &nothing, &["Look at a cell to see what a step there would do."]);
        let ill = "Your character sheet shows what each state does and how long it lasts.";
        check("", "You were poisoned.", &nothing, &[ill]);
        check("", "old age", &nothing, &[]);
    }

    #[test]
    fn a_balm_that_was_carried_would_have_healed() {
        let more =
            r#"{ "kinds": { "champion": { "extends": "hero", "stock": ["axe", "balm"] } } }"#;
        let run = begin(&pack("@.", "", "", more), 7);
        let had = "You still had the balm, which would have healed you.";
        assert_eq!(Carrying::of(&view(&run)).hint().as_deref(), Some(had));
    }

    #[test]
    fn unused_items_are_mentioned_too() {
        let balm = Carrying { healing: Some("the balm".into()), ..Carrying::default() };
        let had = "You still had the balm, which would have healed you.";
        check(HINTS, "an ogre", &balm, &["Ogres are slow.", had]);
        check(
            "",
            "a rat",
            &Carrying { untried: 2, ..Carrying::default() },
            &["You still had 2 things that you never tried."],
        );
    }
}
