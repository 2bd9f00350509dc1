use barrow_grid::Dir;
use barrow_pack::{
    Attribute, AttributeKind, DoorChange, Effect, Id, Leaf, Nature, Nest, Subject, ValueChange,
    Weapons,
};

use super::Action;
use crate::ctx::scene::Scene;
use crate::ctx::{Ctx, Reads};
use crate::state::entity::EntityId;

impl<W: Reads> Ctx<'_, W> {
    /// Returns the items in an actor's bag that would change the thing in the way. The weapon in
    /// hand is not one of them.
    pub(super) fn touching(&self, who: EntityId, what: EntityId) -> impl Iterator<Item = EntityId> {
        let is_in_hand = move |item| self.weapon(who).is_some_and(|(weapon, _)| weapon == item);
        self.bag(who).iter().copied().filter(move |&item| {
            let touch = self.kind(item).touch.as_ref().filter(|_| !is_in_hand(item));
            touch.is_some_and(|it| {
                let scene = touching_scene(who, what, item);
                let does = |effect| self.would_change(effect, what, &scene).unwrap_or(true);
                it.deed.iter().any(does)
            })
        })
    }

    /// Returns whether an actor's blow would change the thing in the way, though it is no foe.
    /// Nobody strikes friends by walking.
    pub(super) fn blow_changes(&self, who: EntityId, what: EntityId) -> bool {
        if self.are_friends(who, what) {
            return false;
        }
        let (bare, weapon) = (self.kind(who).strike.as_ref(), self.weapon(who));
        let overlaid = weapon.is_none() || self.pack.rules.weapons == Weapons::Overlay;
        let bare = bare.filter(|_| overlaid).map(|blow| (Scene::deed(who, what), blow));
        let weapon = weapon.map(|(item, blow)| (touching_scene(who, what, item), blow));
        let mut blows = bare.into_iter().chain(weapon).filter(|(_, blow)| blow.touches);
        let breaks = self.kind(what).breaks.is_none_or(|flag| self.is(who, flag));
        breaks
            && blows.any(|(scene, blow)| {
                let does = |effect| self.would_change(effect, what, &scene) == Some(true);
                blow.deed.iter().any(does)
            })
    }

    /// Returns whether an effect would change a value or a door of `what`; `None` if that is
    /// not known, because it does something else.
    fn would_change(&self, effect: &Effect, what: EntityId, scene: &Scene) -> Option<bool> {
        match effect.nature() {
            Nature::Leaf(_, Leaf::Tell) => Some(false),
            Nature::Leaf(of, leaf) => {
                let concerned = |of: Subject| scene.subject(of) == Some(what);
                let leaf = of.is_some_and(concerned).then_some(leaf)?;
                self.leaf_would_change(leaf, what, scene)
            }
            Nature::Nest(Nest::If { when, then, otherwise }) => {
                let holds = self.expected(when, scene).is_true();
                let all = if holds { then } else { otherwise }.iter();
                let all = all.map(|it| self.would_change(it, what, scene));
                all.max_by_key(|does| match does {
                    Some(false) => 0,
                    None => 1,
                    Some(true) => 2,
                })
                .unwrap_or(Some(false))
            }
            Nature::Nest(
                Nest::Chance { .. }
                | Nest::Pick(_)
                | Nest::With { .. }
                | Nest::Repeat { .. }
                | Nest::Area { .. }
                | Nest::Each { .. }
                | Nest::Later { .. }
                | Nest::Move(_)
                | Nest::Cast(_)
                | Nest::Call(..),
            ) => None,
        }
    }

    fn leaf_would_change(&self, leaf: Leaf<'_>, what: EntityId, scene: &Scene) -> Option<bool> {
        let entity = self.entity(what);
        match leaf {
            Leaf::Door(change) => {
                let changes = match change {
                    DoorChange::Unlock => entity.locked,
                    DoorChange::Lock => !entity.locked,
                    DoorChange::Open => !entity.active,
                    DoorChange::Close => entity.active,
                };
                Some(self.kind(what).door.is_some() && changes)
            }
            Leaf::Value { attribute, change, had } => {
                let able = !had && !self.is_gauge(attribute) || self.sheet().has(what, attribute);
                match change {
                    ValueChange::By(_) => Some(able),
                    ValueChange::To(to) => {
                        Some(able && self.expected(to, scene) != self.value(what, attribute))
                    }
                    ValueChange::Full | ValueChange::MaxBy(_) => None,
                }
            }
            Leaf::Tell => Some(false),
            Leaf::Harm { .. } => {
                Some(self.is_actor(what) && self.sheet().has(what, self.pack.rules.life))
            }
            Leaf::Die
            | Leaf::Begin { .. }
            | Leaf::End { .. }
            | Leaf::Cells(..)
            | Leaf::Nearby
            | Leaf::Launch(_)
            | Leaf::Identify
            | Leaf::Other => None,
        }
    }

    fn is_gauge(&self, attribute: Id<Attribute>) -> bool {
        self.pack.attributes.get(attribute).kind() == AttributeKind::Gauge
    }
}

impl Ctx<'_> {
    /// Touches the thing in the way with every item in the bag that would change it.
    pub(super) fn touch(&mut self, who: EntityId, what: EntityId) {
        if !self.facts.items_touch {
            return;
        }
        let items: Vec<EntityId> = self.touching(who, what).collect();
        for item in items {
            let there = [who, what, item].into_iter().all(|it| self.entity(it).exists());
            if let Some(touch) = self.kind(item).touch.as_ref().filter(|_| there) {
                let scene = self.with_player(touching_scene(who, what, item));
                self.run(&touch.deed, &scene);
            }
        }
    }

    /// Changes the thing in the way with a blow and with carried items. If it no longer blocks,
    /// `who` walks onto its cell; if it is a door that is no longer locked, it opens.
    pub(super) fn touch_and_enter(&mut self, who: EntityId, what: EntityId, dir: Dir) {
        if self.blow_changes(who, what) {
            self.strike(who, what);
        }
        if self.entity(what).exists() && self.entity(who).exists() {
            self.touch(who, what);
        }
        if !self.entity(what).exists() || !self.entity(who).exists() {
            return;
        }
        // Touching the thing again would only undo the change.
        let next = match self.resolve(who, Action::Walk(dir)) {
            Ok(Action::Touch(..)) if self.kind(what).door.is_some() => {
                self.resolve(who, Action::Open(what))
            }
            next => next,
        };
        if let Ok(next @ (Action::Walk(_) | Action::Open(_))) = next {
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
            "wax": { "as": "item", "look": { "glyph": "x" }, "item": {}, "touch": { "do": ["lock"] } },
            "pick": { "as": "item", "look": { "glyph": "p" }, "item": {}, "touch": { "do": ["unlock"] } },
            "dust": { "as": "item", "look": { "glyph": "d" }, "item": {},
                "touch": { "do": [{ "set": { "attribute": "solid", "to": 0 } }] } },
            "lamp": { "as": "fixture", "is": ["solid", "lit"], "look": { "glyph": "L" } },
            "rock": { "as": "fixture", "is": ["solid"], "look": { "glyph": "O" } },
            "gate": { "extends": "door", "door": { "locked": true } } } }"#;

    const SIGNS: &str = r#"{ "w": ["wand"], "x": ["wax"], "p": ["pick"], "d": ["dust"], "L": ["lamp"],
        "O": ["rock"], "G": ["gate"] }"#;

    #[test]
    fn a_carried_item_changes_the_thing_in_the_way() {
        let mut it = Scenario::new("w@L", SIGNS, WORLD);
        it.keys("hgll").shows(".@L");
        let lamp = it.find("lamp").unwrap();
        assert_eq!((it.value(lamp, "lit").to_whole(), it.game.turn()), (0, 4));
        it.keys("l");
        assert_eq!(it.value(lamp, "lit").to_whole(), 1);
    }

    #[test]
    fn other_things_still_block_the_way() {
        let mut it = Scenario::new("w@O", SIGNS, WORLD);
        it.keys("hgll").shows(".@O");
        assert_eq!(it.refused, [Refusal::Blocked("The rock".into())]);
    }

    #[test]
    fn the_actor_enters_the_cell_of_a_thing_that_no_longer_blocks() {
        let mut it = Scenario::new("d@O", SIGNS, WORLD);
        it.keys("hgll").shows("..@");
    }

    #[test]
    fn a_blow_may_change_things_too() {
        let more = |blow: &str| {
            let fist = format!(r#"{{ "touches": true, "do": [{blow}] }}"#);
            WORLD.replace(r#""has": { "room": 9 }"#, &format!(r#""strike": {fist}"#))
        };
        let lit = r#"{ "set": { "attribute": "lit", "to": "not target.lit", "had": true } }"#;
        let mut it = Scenario::new("@L", SIGNS, &more(lit));
        let lamp = it.find("lamp").unwrap();
        it.keys("l").shows("@L");
        assert_eq!((it.value(lamp, "lit").to_whole(), it.game.turn()), (0, 1));
        it.keys("l");
        assert_eq!(it.value(lamp, "lit").to_whole(), 1);
        // A thing without this attribute blocks the way.
        let mut it = Scenario::new("@O", SIGNS, &more(lit));
        it.keys("l");
        assert_eq!(it.refused, [Refusal::Blocked("The rock".into())]);
        // A blow that would only hurt is for those who live.
        let harm = r#"{ "harm": 3 }, { "change": { "attribute": "health", "by": -1 } }, { "say": "Bang." }"#;
        let mut it = Scenario::new("@L", SIGNS, &more(harm));
        it.keys("l");
        assert_eq!(it.refused, [Refusal::Blocked("The lamp".into())]);
    }

    #[test]
    fn a_blow_may_clear_the_way() {
        let fist = r#""strike": { "touches": true, "do": [
            { "if": { "when": "target.solid", "do": [{ "set": { "attribute": "solid", "to": 0 } }] } }, "unlock"] }"#;
        let more = WORLD.replace(r#""has": { "room": 9 }"#, fist);
        let mut it = Scenario::new("@OG.", SIGNS, &more);
        it.keys("l").shows(".@+.");
        it.keys("l").shows(".@'.");
    }

    #[test]
    fn a_door_that_is_no_longer_locked_opens() {
        let mut it = Scenario::new("p@G.", SIGNS, WORLD);
        it.keys("hgll").shows(".@'.");
        it.keys("ll").shows("..'@");
    }
    #[test]
    fn a_door_is_sealed_once() {
        let mut it = Scenario::new("x@+.", SIGNS, WORLD);
        it.keys("hgll").shows(".@+.");
        assert_eq!((it.refused.len(), it.game.turn()), (0, 4), "the wax seals the door");
        it.keys("l").shows(".@+.");
        assert_eq!((it.refused.len(), it.game.turn()), (1, 4), "nothing is left to seal");
    }
}
