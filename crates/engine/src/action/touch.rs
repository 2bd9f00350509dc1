use barrow_grid::Dir;
use barrow_pack::Effect;

use super::Action;
use crate::ctx::{Ctx, Reads};
use crate::entity::EntityId;
use crate::scene::Scene;

impl<W: Reads> Ctx<'_, W> {
    /// The things someone carries that would do something to what is in the way. What is struck
    /// with is none of them.
    pub(super) fn touching(&self, who: EntityId, what: EntityId) -> impl Iterator<Item = EntityId> {
        let (_, weapon) = self.blows(who);
        let in_hand = weapon.map(|(item, _)| item);
        self.bag(who).iter().copied().filter(move |&item| {
            let touch = self.kind(item).touch.as_ref().filter(|_| in_hand != Some(item));
            let scene = touching_scene(who, what, item);
            touch.is_some_and(|it| it.deed.iter().any(|effect| self.would_do(effect, what, &scene)))
        })
    }

    /// Whether an effect would change something about what it is done to.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of all others it is not asked")]
    fn would_do(&self, effect: &Effect, what: EntityId, scene: &Scene) -> bool {
        let entity = self.entity(what);
        let door = self.kind(what).door.is_some();
        match effect {
            Effect::Unlock { .. } => door && entity.locked,
            Effect::Lock { .. } => door && !entity.locked,
            Effect::Open { .. } => door && !entity.on,
            Effect::Close { .. } => door && entity.on,
            Effect::Set { attribute, to, had, .. } => {
                let able = !*had || self.sheet().has(what, *attribute);
                able && self.expected(to, scene) != self.value(what, *attribute)
            }
            Effect::Say { .. } | Effect::Cue { .. } => false,
            _ => true,
        }
    }
}

impl Ctx<'_> {
    /// Does to what is in the way what all that is carried does to it.
    pub(super) fn touch(&mut self, who: EntityId, what: EntityId) {
        let items: Vec<EntityId> = self.touching(who, what).collect();
        for item in items {
            let there = [who, what, item].into_iter().all(|it| self.entity(it).exists());
            if let Some(touch) = self.kind(item).touch.as_ref().filter(|_| there) {
                let scene = self.with_player(touching_scene(who, what, item));
                self.run(&touch.deed, &scene);
            }
        }
    }

    /// The same as a deed of its own: who has made way so walks on, and what is no longer
    /// locked opens.
    pub(super) fn touch_and_go_on(&mut self, who: EntityId, what: EntityId, dir: Dir) {
        self.touch(who, what);
        if !self.entity(what).exists() || !self.entity(who).exists() {
            return;
        }
        if let Ok(next @ (Action::Walk(_) | Action::Open(_))) = self.resolve(who, Action::Walk(dir))
        {
            self.carry_out(who, next);
        }
    }
}

fn touching_scene(who: EntityId, what: EntityId, item: EntityId) -> Scene {
    Scene::deed(who, what).with_item(item).with_own(item)
}

#[cfg(test)]
mod tests {
    use crate::Refusal;
    use crate::scenario::Scenario;

    const WORLD: &str = r#"{
        "attributes": { "lit": { "flag": "It gives light." } },
        "kinds": {
            "champion": { "extends": "hero", "has": { "room": 9 } },
            "wand": { "as": "item", "look": { "glyph": "w" }, "item": {},
                "touch": { "do": [{ "set": { "attribute": "lit", "to": "not target.lit", "had": true } }] } },
            "pick": { "as": "item", "look": { "glyph": "p" }, "item": {}, "touch": { "do": ["unlock"] } },
            "dust": { "as": "item", "look": { "glyph": "d" }, "item": {},
                "touch": { "do": [{ "set": { "attribute": "solid", "to": 0 } }] } },
            "lamp": { "as": "fixture", "is": ["solid", "lit"], "look": { "glyph": "L" } },
            "rock": { "as": "fixture", "is": ["solid"], "look": { "glyph": "O" } },
            "gate": { "extends": "door", "door": { "locked": true } } } }"#;

    const SIGNS: &str = r#"{ "w": ["wand"], "p": ["pick"], "d": ["dust"], "L": ["lamp"],
        "O": ["rock"], "G": ["gate"] }"#;

    #[test]
    fn a_carried_thing_changes_what_one_walks_into() {
        let mut it = Scenario::new("w@L", SIGNS, WORLD);
        it.keys("hgll").shows(".@L");
        let lamp = it.find("lamp").unwrap();
        assert_eq!((it.value(lamp, "lit").to_whole(), it.game.turn()), (0, 4));
        it.keys("l");
        assert_eq!(it.value(lamp, "lit").to_whole(), 1);
    }

    #[test]
    fn what_it_does_not_concern_is_in_the_way_as_ever() {
        let mut it = Scenario::new("w@O", SIGNS, WORLD);
        it.keys("hgll").shows(".@O");
        assert_eq!(it.refused, [Refusal::Blocked("The rock".into())]);
    }

    #[test]
    fn what_gives_way_is_walked_onto_at_once() {
        let mut it = Scenario::new("d@O", SIGNS, WORLD);
        it.keys("hgll").shows("..@");
    }

    #[test]
    fn a_door_that_is_no_longer_locked_opens() {
        let mut it = Scenario::new("p@G.", SIGNS, WORLD);
        it.keys("hgll").shows(".@'.");
        it.keys("ll").shows("..'@");
    }
}
