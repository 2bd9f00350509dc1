use barrow_pack::Strike;

use super::Verdict;
use crate::ctx::{Ctx, Reads};
use crate::refusal::Refusal;
use crate::state::entity::EntityId;

impl<'g, W: Reads> Ctx<'g, W> {
    pub(super) fn consider_strike(&self, who: EntityId, whom: EntityId) -> Verdict {
        if !self.may_strike(who, whom) {
            return Verdict::Refuse(Refusal::Blocked(self.obstacle_name(who, whom)));
        }
        Verdict::Go
    }

    /// Returns whether an actor's blow would do something to someone.
    pub(super) fn may_strike(&self, who: EntityId, whom: EntityId) -> bool {
        self.is_armed(who) && !self.withstands(who, whom)
    }

    /// Returns whether an actor can strike, with a weapon or without.
    fn is_armed(&self, who: EntityId) -> bool {
        self.kind(who).strike.is_some() || self.weapon(who).is_some()
    }

    /// Returns the weapon in hand and its strike.
    pub(super) fn weapon(&self, who: EntityId) -> Option<(EntityId, &'g Strike)> {
        let worn = self.actor(who).map_or(&[][..], |actor| &actor.worn);
        let mut weapons = worn.iter().filter(|(slot, _)| self.pack.slots.get(*slot).weapon);
        weapons.find_map(|&(_, item)| Some((item, self.kind(item).strike.as_ref()?)))
    }

    /// Returns whether an actor would strike a thing because it can be broken.
    pub(crate) fn breaks(&self, who: EntityId, what: EntityId) -> bool {
        let life = self.entity(what).own(self.pack.rules.life).is_some();
        let yields = self.kind(what).breaks.is_some_and(|flag| self.is(who, flag));
        self.is_armed(who) && !self.is_actor(what) && (life || yields)
    }

    /// Returns whether someone only yields to actors with a flag that an actor does not have.
    pub(crate) fn withstands(&self, who: EntityId, whom: EntityId) -> bool {
        let life = || self.entity(whom).own(self.pack.rules.life).is_some();
        self.kind(whom).breaks.is_some_and(|flag| !self.is(who, flag)) && !life()
    }

    /// Returns whether two actors are foes: they are on different sides. An actor without a
    /// side has no foes.
    #[inline]
    pub(crate) fn are_foes(&self, one: EntityId, other: EntityId) -> bool {
        let (one, other) = (self.party(one), self.party(other));
        one != 0 && other != 0 && one != other
    }

    pub(crate) fn is_foe_of_players(&self, who: EntityId) -> bool {
        self.world.players.iter().any(|it| self.are_foes(who, it.entity))
    }

    /// Returns whether an actor cannot act. It may still evade a blow: `blow.rs` decides that.
    pub(crate) fn is_helpless(&self, who: EntityId) -> bool {
        let states = self.actor(who).map_or(&[][..], |actor| &actor.states);
        states.iter().any(|&(state, _)| self.pack.states.get(state).helpless)
    }
}

impl Ctx<'_> {
    pub(super) fn strike(&mut self, who: EntityId, whom: EntityId) {
        self.face(who, whom);
        if let Some(blow) = &self.blow(who, whom) {
            self.deal_by_hand(blow);
        }
    }

    fn face(&mut self, who: EntityId, whom: EntityId) {
        let ends = self.pos(who).zip(self.pos(whom));
        if let Some(dir) = ends.and_then(|(from, to)| barrow_grid::Dir::towards(from, to)) {
            self.body_mut(who).facing = dir;
        }
    }
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
    fn a_hunter_approaches_and_strikes() {
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

    #[test]
    fn a_weapon_owns_the_rules_of_its_blow() {
        let more = r#"{ "kinds": { "sword": { "as": "item", "item": { "slot": "hand" }, "has": { "attack": 9 },
            "strike": { "do": [{ "harm": "self.attack" }], "say": "[Actor] strike[s] with [self]." },
            "on": { "hit": [{ "say": "[Self] sing[s]." }] } } } }"#;
        let mut it = Scenario::new("@r.", r#"{ "r": ["rat"], "@": ["sword"] }"#, more);
        it.keys("g").command(&crate::Command::Equip { slot: 0 });
        it.keys("l").tells(&["You strike with the sword.", "The sword sings."]);
        assert_eq!(it.value(it.find("rat").unwrap(), "health").to_whole(), 1);
    }

    #[test]
    fn weapons_may_add_to_the_bare_blow() {
        let more = r#"{ "kinds": {
            "champion": { "extends": "hero", "stock": [{ "kind": "sword", "worn": true }],
                "strike": { "do": [{ "harm": 2 }, { "change": { "attribute": "gold", "by": 1, "of": "actor" } }] } },
            "sword": { "as": "item", "item": { "slot": "hand" }, "strike": { "do": [{ "harm": 5 }] } } } }"#;
        for (weapons, gold) in [("replace", 0), ("overlay", 1)] {
            let rules = format!(r#""weapons": "{weapons}""#);
            let mut it = Scenario::ruled(&rules, "@r.", r#"{ "r": ["rat"] }"#, more);
            it.keys("l");
            let health = it.value(it.find("rat").unwrap(), "health").to_whole();
            assert_eq!((health, it.hero_value("gold")), (5, gold));
        }
    }

    #[test]
    fn things_with_life_can_be_broken() {
        let more = r#"{ "kinds": { "barrel": { "as": "fixture", "is": ["solid"], "has": { "health": 6 },
            "look": { "glyph": "0" }, "stock": ["apple"] }, "apple": { "as": "item", "look": { "glyph": "%" } } } }"#;
        check("@0.", r#"{ "0": ["barrel"] }"#, more, "ll", "@%.");
    }

    #[test]
    fn only_actors_with_the_flag_break_a_thing() {
        let more = r#"{ "attributes": { "strong": { "flag": "It breaks rocks." } }, "kinds": {
            "rock": { "as": "fixture", "is": ["solid"], "breaks": "strong", "look": { "glyph": "O" } },
            "giant": { "extends": "hero", "is": ["strong"], "strike": { "do": ["die"] } } } }"#;
        let signs = r#"{ "O": ["rock"] }"#;
        Scenario::ruled(r#""heroes": ["giant"]"#, "@O.", signs, more).keys("l").shows("@..");
        let mut it = Scenario::ruled(r#""heroes": ["hero", "giant"]"#, "@O.", signs, more);
        it.keys("l").shows("@O.");
        assert_eq!(it.refused, [crate::Refusal::Blocked("The rock".into())]);
    }

    #[test]
    fn foes_block_a_hero_without_a_strike() {
        let more = r#"{ "kinds": { "monk": { "as": "actor", "look": { "glyph": "@" }, "side": "heroes", "has": { "health": 5, "sight": 5 } } } }"#;
        let mut it = Scenario::ruled(r#""heroes": ["monk"]"#, "@r.", r#"{ "r": ["rat"] }"#, more);
        it.keys("l");
        assert_eq!(it.refused, [crate::Refusal::Blocked("The rat".into())]);
    }

    #[test]
    fn a_miss_has_its_own_consequences() {
        let more = r#"{ "kinds": { "champion": { "extends": "hero", "strike": { "chance": 0, "miss": [{ "say": "[Actor] miss[es] [target]." }] } } } }"#;
        let mut it = Scenario::new("@r.", r#"{ "r": ["rat"] }"#, more);
        it.keys("l").tells(&["You miss the rat."]);
    }
}
