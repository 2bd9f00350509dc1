use std::sync::Arc;

use barrow_pack::{Effect, Occasion, Strike, Weapons};

use super::Verdict;
use crate::ctx::{Ctx, Reads};
use crate::entity::EntityId;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::scene::Scene;

impl<'g, W: Reads> Ctx<'g, W> {
    pub(super) fn consider_strike(&self, who: EntityId, whom: EntityId) -> Verdict {
        let (bare, weapon) = self.blows(who);
        if bare.is_none() && weapon.is_none() {
            return Verdict::Refuse(Refusal::Blocked(self.definite_capital(whom)));
        }
        Verdict::Go
    }

    /// The blow of the body and the blow of the weapon in hand.
    fn blows(&self, who: EntityId) -> (Option<&'g Strike>, Option<(EntityId, &'g Strike)>) {
        let bare = self.kind(who).strike.as_ref();
        let worn = self.actor(who).map_or(&[][..], |actor| &actor.worn);
        let mut weapons = worn.iter().filter(|(slot, _)| self.pack.slots.get(*slot).weapon);
        let weapon = weapons.find_map(|&(_, item)| Some((item, self.kind(item).strike.as_ref()?)));
        (bare, weapon)
    }

    /// Whether someone would strike something that is no foe: it can be broken.
    pub(crate) fn breaks(&self, who: EntityId, what: EntityId) -> bool {
        let (bare, weapon) = self.blows(who);
        let armed = bare.is_some() || weapon.is_some();
        let life = self.entity(what).own(self.pack.rules.life).is_some();
        let yields = self.kind(what).breaks.is_some_and(|flag| self.is(who, flag));
        armed && self.entity(what).actor.is_none() && (life || yields)
    }

    /// Those of another side are foes. Whoever has no side is nobody's.
    pub(crate) fn are_foes(&self, one: EntityId, other: EntityId) -> bool {
        let (one, other): (&Arc<str>, &Arc<str>) = (&self.kind(one).side, &self.kind(other).side);
        !one.is_empty() && !other.is_empty() && one != other
    }

    pub(crate) fn is_foe_of_players(&self, who: EntityId) -> bool {
        self.world.players.iter().any(|it| self.are_foes(who, it.entity))
    }

    pub(crate) fn is_helpless(&self, who: EntityId) -> bool {
        let states = self.actor(who).map_or(&[][..], |actor| &actor.states);
        states.iter().any(|&(state, _)| self.pack.states.get(state).helpless)
    }
}

impl<'g> Ctx<'g> {
    pub(super) fn strike(&mut self, who: EntityId, whom: EntityId) {
        let (bare, weapon) = self.blows(who);
        let scene = self.with_player(Scene::deed(who, whom));
        let scene = weapon.map_or(scene, |(item, _)| scene.with_item(item));
        let main = weapon.map(|(_, strike)| strike).or(bare);
        let Some(main) = main else { return };
        self.face(who, whom);
        let certain = self.is_helpless(whom);
        if !certain && !self.happens(main.chance.as_ref(), &scene) {
            self.tell_of(who, Event::Missed { who, whom });
            self.run(&main.miss, &scene);
            return;
        }
        self.tell_of(whom, Event::Hit { who, whom });
        self.say(&main.say, &scene);
        self.run(&main.deed, &scene);
        if let (Some(bare), Some((_, weapon))) = (bare, weapon)
            && self.pack.rules.weapons == Weapons::Overlay
        {
            let rest: Vec<Effect> =
                bare.deed.iter().filter(|it| !touches_same(it, &weapon.deed)).cloned().collect();
            self.run(&rest, &scene);
        }
        if self.entity(who).exists() {
            self.occasion(who, Occasion::Hit, scene);
        }
    }

    fn face(&mut self, who: EntityId, whom: EntityId) {
        let ends = self.pos(who).zip(self.pos(whom));
        if let Some(dir) = ends.and_then(|(from, to)| barrow_grid::Dir::towards(from, to)) {
            self.entity_mut(who).facing = dir;
        }
    }
}

/// Whether an effect changes an attribute that one of the others changes too.
fn touches_same(effect: &Effect, others: &[Effect]) -> bool {
    let touched = |effect: &Effect| {
        if let Effect::Change { attribute, .. } | Effect::Set { attribute, .. } = effect {
            return Some(Some(*attribute));
        }
        matches!(effect, Effect::Harm { .. }).then_some(None)
    };
    touched(effect).is_some_and(|it| others.iter().any(|other| touched(other) == Some(it)))
}

#[cfg(test)]
mod tests {
    use crate::scenario::{Scenario, check};

    #[test]
    fn walking_into_a_foe_strikes_it() {
        let mut it = Scenario::new("@r.", r#"{ "r": ["rat"] }"#, "{}");
        it.keys("l").shows("@r.");
        assert_eq!(it.value(it.find("rat").unwrap(), "health").to_whole(), 6);
        it.keys("ll").shows("@..");
    }

    #[test]
    fn a_foe_that_wants_to_strikes_back() {
        let more = r#"{ "kinds": { "wolf": { "extends": "rat", "mind": "hunter" } },
                        "minds": { "hunter": ["strike", "approach"] } }"#;
        let mut it = Scenario::new("@..r", r#"{ "r": ["wolf"] }"#, more);
        it.keys(".").shows("@.r.");
        it.keys("..").shows("@r..");
        assert_eq!(it.hero_value("health"), 17);
    }

    #[test]
    fn a_weapon_strikes_in_place_of_the_fist() {
        let more = r#"{ "kinds": { "sword": { "as": "item", "item": { "slot": "hand" }, "look": { "glyph": "/" },
            "strike": { "do": [{ "harm": 9 }] } } } }"#;
        let mut it = Scenario::new("@r.", r#"{ "r": ["rat"], "@": ["sword"] }"#, more);
        it.keys("g").command(&crate::Command::Equip { slot: 0 });
        it.keys("l");
        assert_eq!(it.value(it.find("rat").unwrap(), "health").to_whole(), 1);
    }

    #[test]
    fn a_blow_may_miss() {
        let more = r#"{ "kinds": { "ghost": { "extends": "rat" } } }"#;
        check("@r.", r#"{ "r": ["ghost"] }"#, more, "lll", "@..");
        let clumsy =
            r#"{ "kinds": { "drunk": { "extends": "hero", "strike": { "chance": 0 } } } }"#;
        let heroes = r#""heroes": ["drunk"]"#;
        let mut it = Scenario::ruled(heroes, "@r.", r#"{ "r": ["rat"] }"#, clumsy);
        it.keys("lllll").shows("@r.");
    }
}
