use barrow_grid::Dir;
use barrow_pack::Layer;

use super::Verdict;
use crate::ctx::scene::Scene;
use crate::ctx::{Ctx, Reads};
use crate::event::Event;
use crate::refusal::Refusal;
use crate::state::entity::EntityId;

impl<W: Reads> Ctx<'_, W> {
    pub(super) fn consider_open(&self, who: EntityId, door: EntityId) -> Verdict {
        if self.entity(door).locked && self.key_for(who, door).is_none() {
            if let Some(color) = self.wrong_key(who, door) {
                return Verdict::Refuse(Refusal::WrongKey(self.definite_capital(door), color));
            }
            return Verdict::Refuse(Refusal::Locked(self.definite_capital(door)));
        }
        Verdict::Go
    }

    /// Returns the colour of a lock, if an actor has only keys of other colours.
    fn wrong_key(&self, who: EntityId, door: EntityId) -> Option<&'static str> {
        let lock = self.kind(door).door.as_ref().filter(|it| it.colored)?;
        let mut bag = self.bag(who).iter();
        let has_key = bag.any(|&item| lock.keys.contains(&self.entity(item).kind));
        self.entity(door).lock.filter(|_| has_key).map(crate::view::lock_name)
    }

    /// Returns the first item in an actor's bag that fits a lock.
    fn key_for(&self, who: EntityId, door: EntityId) -> Option<EntityId> {
        let lock = self.kind(door).door.as_ref()?;
        self.bag(who).iter().copied().find(|&item| {
            let color = !lock.colored || self.entity(item).lock == self.entity(door).lock;
            lock.keys.contains(&self.entity(item).kind) && color
        })
    }

    pub(super) fn consider_close(&self, door: EntityId) -> Verdict {
        if self.is_obstructed(door) {
            return Verdict::Refuse(Refusal::Blocked("Something".into()));
        }
        Verdict::Go
    }

    /// Returns whether an actor or an item keeps a door from closing.
    pub(crate) fn is_obstructed(&self, door: EntityId) -> bool {
        self.pos(door).is_some_and(|at| {
            self.world.level.actor_at(at).is_some()
                || self.pile(at).any(|it| self.kind(it).layer == Layer::Item)
        })
    }
}

impl Ctx<'_> {
    pub(super) fn open(&mut self, who: EntityId, door: EntityId) {
        let key = self.key_for(who, door).filter(|_| self.entity(door).locked);
        let facet = self.kind(door).door.as_ref();
        if let Some(key) = key {
            let scene = Scene::deed(who, door).with_item(key);
            self.say_usual(self.moment(), |it| &it.unlocked, &scene);
            self.tell_of(door, Event::Cue { name: "unlock".into(), at: self.pos(door) });
        }
        if let Some(key) = key.filter(|_| facet.is_some_and(|it| it.consumes)) {
            self.spend(key);
        }
        self.swing(door, true, Some(who));
        let ends = self.pos(who).zip(self.pos(door));
        if let Some(dir) = ends.and_then(|(from, to)| Dir::towards(from, to))
            && key.is_some()
            && facet.is_some_and(|it| it.enters)
        {
            self.walk(who, dir);
        }
    }
}

#[cfg(test)]
mod tests {
    use barrow_grid::Dir;

    use crate::scenario::Scenario;
    use crate::{Command, Refusal};

    const WORLD: &str = r#"{ "kinds": {
        "champion": { "extends": "hero", "has": { "room": 9 } },
        "key": { "as": "item", "look": { "glyph": "k" }, "item": {} },
        "gate": { "extends": "door", "door": { "locked": true, "keys": ["key"] } },
        "vault": { "extends": "door", "door": { "locked": true, "keys": ["key"], "consumes": true } },
        "shrine": { "extends": "door", "door": { "locked": true, "keys": ["key"], "colored": true, "consumes": true } },
        "sealed": { "extends": "door", "door": { "locked": true } } } }"#;

    const SIGNS: &str =
        r#"{ "k": ["key"], "G": ["gate"], "V": ["vault"], "A": ["shrine"], "X": ["sealed"] }"#;

    #[test]
    fn a_locked_door_needs_its_key() {
        let mut it = Scenario::new("k@G.", SIGNS, WORLD);
        it.keys("l").shows("k@+.");
        assert_eq!(it.refused, [Refusal::Locked("The gate".into())]);
        it.keys("hgllll").shows("..'@");
        assert_eq!(it.bag(), ["key"]);
    }

    #[test]
    fn some_locks_keep_the_key() {
        let mut it = Scenario::new("k@V.", SIGNS, WORLD);
        it.keys("hgll").shows(".@'.");
        assert_eq!(it.bag(), [""; 0]);
    }

    #[test]
    fn no_key_fits_a_sealed_door() {
        let mut it = Scenario::new("k@X.", SIGNS, WORLD);
        it.keys("hgll").shows(".@+.");
        assert_eq!(it.refused, [Refusal::Locked("The sealed".into())]);
    }

    #[test]
    fn a_coloured_lock_needs_the_key_of_its_colour() {
        // The first key is made for the first lock.
        let map = "k@A.\n####\nkA..";
        let mut it = Scenario::new(map, SIGNS, WORLD);
        it.keys("hgll").shows(".@'.\n####\nk+..");
        let mut it = Scenario::new("@k.k.\nA#A##", SIGNS, WORLD);
        it.keys("lllghhhj");
        assert!(matches!(&it.refused[..], [Refusal::WrongKey(..)]), "{:?}", it.refused);
        it.keys("lglj").shows("..@..\n+#'##");
        assert_eq!(it.bag(), ["key"], "keys of two colours are two things");
    }

    #[test]
    fn an_actor_beside_an_open_door_can_close_it() {
        let mut it = Scenario::new("@+.", "{}", "{}");
        it.keys("l").command(&Command::Interact(Dir::East)).shows("@+.");
        it.command(&Command::Interact(Dir::East)).shows("@'.");
        it.command(&Command::Interact(Dir::West));
        assert_eq!(it.refused, [Refusal::NothingHere]);
    }

    #[test]
    fn a_door_does_not_close_on_what_is_in_its_way() {
        let mut it = Scenario::new("@+k.", SIGNS, WORLD);
        it.keys("lllgh").command(&Command::Drop { slot: 0 });
        it.keys("h").command(&Command::Interact(Dir::East));
        assert_eq!(it.refused, [Refusal::Blocked("Something".into())]);
        it.shows("@k..");
    }

    #[test]
    fn unlocking_some_doors_enters_them() {
        let more = r#"{ "kinds": { "champion": { "extends": "hero", "has": { "room": 9 } },
            "key": { "as": "item", "look": { "glyph": "k" }, "item": {} },
            "gate": { "extends": "door", "door": { "locked": true, "keys": ["key"], "enters": true } } } }"#;
        let mut it = Scenario::new("k@G.", r#"{ "k": ["key"], "G": ["gate"] }"#, more);
        it.keys("hgll").shows("..@.");
    }

    #[test]
    fn some_doors_are_open_only_while_a_condition_holds() {
        let more = r#"{ "kinds": { "champion": { "extends": "hero", "has": { "room": 9 } },
            "crown": { "as": "item", "look": { "glyph": "c" }, "item": { "slot": "body", "eager": true } },
            "gate": { "extends": "door", "door": { "locked": true, "while": "player.wears.crown" } } } }"#;
        let mut it = Scenario::new("c@G.", r#"{ "c": ["crown"], "G": ["gate"] }"#, more);
        it.keys("l").shows("c@+.");
        assert_eq!(it.refused, [Refusal::Locked("The gate".into())]);
        it.keys("hg").shows("@.'.");
        it.command(&Command::Unequip { slot: 0 }).shows("@.+.");
    }

    #[test]
    fn hunters_do_not_wait_at_a_door_that_a_condition_has_closed_again() {
        let more = r#"{ "kinds": { "hound": { "extends": "rat", "mind": "hunter" },
            "gate": { "extends": "door", "door": { "while": "turn < 2" } } },
            "minds": { "hunter": [{ "approach": { "sense": "always" } }] } }"#;
        let signs = r#"{ "r": ["hound"], "G": ["gate"] }"#;
        let mut it = Scenario::new("@.G...r\n.#####.\n.......", signs, more);
        it.keys("............").shows("@.+....\nr#####.\n.......");
    }

    #[test]
    fn formulas_tell_what_stands_open_and_what_is_locked() {
        let more = r#"{ "kinds": {
            "gate": { "extends": "door", "name": "gate", "door": { "locked": true } },
            "hatch": { "extends": "door", "name": "hatch", "door": { "open": true } },
            "porter": { "as": "fixture", "is": ["solid"], "on": { "bump": [{ "area": { "radius": 1, "at": "self", "spares": true, "do": [
                { "if": { "when": "target.locked", "do": [{ "say": "[Target] [are|is] locked." }] } },
                { "if": { "when": "target.open", "do": [{ "say": "[Target] [are|is] open." }] } }] } }] } } } }"#;
        let signs = r#"{ "G": ["gate"], "h": ["hatch"], "P": ["porter"] }"#;
        let mut it = Scenario::new("@PG\n+h.", signs, more);
        it.keys("l").tells(&["The gate is locked.", "The hatch is open."]);
    }
}
