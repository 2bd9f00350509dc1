//! The usual messages about common events. A thing that says something itself on that occasion
//! silences them.

use barrow_pack::{Messages, Template};

use crate::ctx::Ctx;
use crate::ctx::scene::Scene;
use crate::event::{Event, Notice};

/// A moment of a turn. Whether anything was said since decides about a usual message.
#[derive(Clone, Copy)]
pub(crate) struct Moment(usize);

impl<'g> Ctx<'g> {
    /// Returns the current moment.
    pub(crate) const fn moment(&self) -> Moment {
        Moment(self.world.notices.0.len())
    }

    /// Shows one of the usual messages to those who perceive it, unless something was said since
    /// a moment.
    pub(crate) fn say_usual(
        &mut self,
        since: Moment,
        which: impl FnOnce(&'g Messages) -> &'g Template,
        scene: &Scene,
    ) {
        if self.is_silent_since(since) {
            let first = self.moment();
            self.say(which(&self.pack.rules.messages), scene);
            self.mark_usual(first);
        }
    }

    /// Does the same as [`Self::say_usual`] for all players, wherever they are.
    pub(crate) fn say_usual_to_all(
        &mut self,
        since: Moment,
        which: impl FnOnce(&'g Messages) -> &'g Template,
        scene: &Scene,
    ) {
        let text = which(&self.pack.rules.messages);
        if !text.is_empty() && self.is_silent_since(since) {
            let first = self.moment();
            self.say_to(u8::MAX, text, scene);
            self.mark_usual(first);
        }
    }

    /// Marks what was said since a moment as usual, so that walks go on.
    fn mark_usual(&mut self, since: Moment) {
        let said = self.world.notices.0.get_mut(since.0..).unwrap_or_default();
        for notice in said {
            if let Event::Said { usual, .. } = &mut notice.event {
                *usual = true;
            }
        }
    }

    fn is_silent_since(&self, since: Moment) -> bool {
        let later = self.world.notices.0.get(since.0..).unwrap_or_default();
        !later.iter().any(|Notice { event, .. }| matches!(event, Event::Said { .. }))
    }
}

#[cfg(test)]
mod tests {
    use crate::Command;
    use crate::scenario::Scenario;
    use barrow_grid::{Dir, Pos};

    const WORLD: &str = r#"{ "kinds": {
        "champion": { "extends": "hero", "has": { "room": 2 } },
        "apple": { "as": "item", "look": { "glyph": "%" }, "item": {} },
        "bell": { "as": "item", "look": { "glyph": "b" }, "item": {}, "on": { "pickup": [{ "say": "It rings." }] } },
        "key": { "as": "item", "look": { "glyph": "k" }, "item": {} },
        "gate": { "extends": "door", "name": "gate", "door": { "locked": true, "keys": ["key"] } },
        "sluice": { "extends": "door", "name": "sluice", "door": { "locked": true, "while": "player.carries.apple" } },
        "boulder": { "as": "fixture", "is": ["solid", "pushable"], "look": { "glyph": "O" } },
        "dart": { "as": "item", "look": { "glyph": "/" }, "item": {}, "strike": { "chance": 1, "do": [{ "harm": 1 }] } },
        "cork": { "as": "item", "look": { "glyph": "c" }, "item": {}, "strike": { "chance": 0, "do": [] } },
        "tree": { "as": "fixture", "is": ["solid"], "look": { "glyph": "T" }, "on": { "bump": [{ "give": { "kind": "apple" } }] } },
        "apple_pie": { "as": "item", "name": "pie", "look": { "glyph": "p" }, "item": { "fragile": true } },
        "cup": { "as": "item", "look": { "glyph": "u" }, "item": { "shatters": true }, "strike": { "harmless": true, "do": [] } },
        "sword": { "as": "item", "look": { "glyph": "s" }, "item": { "slot": "hand" }, "strike": { "chance": "target.attack",
            "say": "[Actor] cut[s] [target].", "do": [{ "harm": 1 }], "miss": [{ "say": "[Actor] swing[s] wide." }, { "harm": { "by": 1, "of": "actor" } }] } },
        "ghost": { "extends": "rat", "look": { "glyph": "G" }, "has": { "attack": 0 } },
        "mail": { "as": "item", "look": { "glyph": "[" }, "item": { "slot": "body", "eager": true, "needs": "actor.attack > 99" } },
        "gutter": { "as": "fixture", "look": { "glyph": "^" }, "on": { "tread": [{ "spill": { "of": "target" } }] } },
        "draught": { "as": "item", "look": { "glyph": "!" }, "item": { "unknown": "blue draught", "consumed": true },
            "on": { "use": [{ "change": { "attribute": "gold", "by": 1 } }] } } } }"#;
    const SIGNS: &str = r#"{ "%": ["apple"], "b": ["bell"], "k": ["key"], "G": ["gate"], "S": ["sluice"],
        "O": ["boulder"], "_": ["void"], "/": ["dart"], "c": ["cork"], "!": ["draught"], "r": ["rat"], "T": ["tree"],
        "p": ["apple_pie"], "u": ["cup"], "s": ["sword"], "H": ["ghost"], "[": ["mail"], "^": ["gutter"] }"#;

    fn check(map: &str, keys: &str, expected: &[&str]) {
        let rules = r#""pickup": "walking", "messages": {}"#;
        Scenario::ruled(rules, map, SIGNS, WORLD).keys(keys).tells(expected);
    }

    #[test]
    fn every_pack_tells_of_common_events() {
        check("@%.", "l", &["You pick up an apple."]);
        check(
            "@%%%.",
            "lll",
            &["You pick up an apple.", "You pick up an apple.", "You have no room for an apple."],
        );
        check(
            "@T",
            "lll",
            &[
                "cue: chest",
                "You pick up an apple.",
                "cue: chest",
                "You pick up an apple.",
                "cue: chest",
                "You have no room for an apple.",
            ],
        );
        check("@+.", "l", &["The door opens."]);
        check(
            "@kG.",
            "ll",
            &["You pick up a key.", "The key unlocks the gate.", "cue: unlock", "The gate opens."],
        );
        check("@O.", "l", &["You push the boulder."]);
        check("@O_", "l", &["You push the boulder.", "The boulder falls into the dark."]);
        check("@%.#S", "l", &["You pick up an apple.", "The sluice opens."]);
    }

    #[test]
    fn missiles_tell_where_they_went() {
        let rules = r#""pickup": "walking", "messages": {}"#;
        for (map, text) in
            [("@/.r", "The dart hits the rat."), ("@c.r", "The cork misses the rat.")]
        {
            let mut it = Scenario::ruled(rules, map, SIGNS, WORLD);
            it.keys("l").command(&Command::Throw { slot: 0, at: Pos::new(3, 0) });
            assert_eq!(it.texts().last().map(String::as_str), Some(text));
        }
    }

    /// Checks what is told when the hero takes a step east and throws what lay there.
    #[track_caller]
    fn check_throw(map: &str, at: i32, expected: &[&str]) {
        let mut it = Scenario::ruled(r#""pickup": "walking", "messages": {}"#, map, SIGNS, WORLD);
        it.keys("l").command(&Command::Throw { slot: 0, at: Pos::new(at, 0) });
        let told: Vec<_> = it.texts().into_iter().skip(1).collect();
        assert_eq!(told, expected, "{map}");
    }

    #[test]
    fn a_throw_always_tells_what_becomes_of_the_missile() {
        check_throw("@%..", 3, &["You throw the apple."]);
        check_throw("@%.r", 3, &["You throw the apple."]);
        check_throw("@p..", 3, &["The pie bursts."]);
        check_throw("@u.r", 3, &["The cup hits the rat.", "The cup breaks."]);
        check_throw("@u..", 3, &["You throw the cup."]);
        check_throw("@u.#", 3, &["The cup breaks."]);
    }

    #[test]
    fn a_thrown_weapon_has_no_words_for_the_hand() {
        check_throw("@s.r", 3, &["The sword hits the rat."]);
        check_throw("@s.H", 3, &["The sword misses the ghost."]);
        let mut it = Scenario::ruled(r#""pickup": "walking""#, "@s.H", SIGNS, WORLD);
        it.keys("l").command(&Command::Throw { slot: 0, at: Pos::new(3, 0) });
        assert_eq!(it.hero_value("health"), 19, "what a miss does besides still happens");
    }

    #[test]
    fn what_does_not_fit_and_what_is_lost_is_told() {
        check("@[.", "l", &["You pick up a mail.", "You cannot wear the mail."]);
        check("@%^", "ll", &["You pick up an apple.", "You lose the apple."]);
    }

    #[test]
    fn a_used_item_tells_what_it_is() {
        let mut it = Scenario::ruled(r#""pickup": "walking", "messages": {}"#, "@!", SIGNS, WORLD);
        it.keys("l").command(&Command::Use { slot: 0 });
        it.tells(&["You pick up a blue draught.", "It is a draught."]);
    }

    #[test]
    fn a_thing_that_speaks_for_itself_silences_them() {
        check("@b.", "l", &["It rings."]);
    }

    #[test]
    fn a_pack_has_its_own_words_or_none() {
        let rules = r#""pickup": "walking", "messages": { "took": "Mine!", "opened": "" }"#;
        let mut it = Scenario::ruled(rules, "@%+.", SIGNS, WORLD);
        it.keys("ll").command(&Command::Interact(Dir::East));
        it.tells(&["Mine!", "The door closes."]);
    }
}
