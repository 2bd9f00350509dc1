use barrow_dice::Formula;
use barrow_pack::{Id, Level, Occasion, Way};

use super::Verdict;
use crate::ctx::scene::Scene;
use crate::ctx::{Ctx, Reads};
use crate::refusal::Refusal;
use crate::state::entity::EntityId;

impl<W: Reads> Ctx<'_, W> {
    pub(super) fn consider_stairs(&self, who: EntityId, way: Way) -> Verdict {
        let Some(stairs) = self.stairs_here(who, way) else {
            return Verdict::Refuse(Refusal::NoStairs);
        };
        if self.entity(stairs).locked {
            return Verdict::Refuse(Refusal::Locked(self.definite_capital(stairs)));
        }
        let own = self.kind(stairs).stairs.as_ref().is_some_and(|it| it.level.is_some());
        if own || self.linked(way).is_some() {
            Verdict::Go
        } else {
            Verdict::Refuse(Refusal::NoStairs)
        }
    }

    fn stairs_here(&self, who: EntityId, way: Way) -> Option<EntityId> {
        let at = self.pos(who)?;
        self.pile(at)
            .find(|&it| self.kind(it).stairs.as_ref().is_some_and(|stairs| stairs.way == way))
    }

    /// Returns the level that a way leads to. Without a link, the way down leads to another floor
    /// of the same level, unless the level's `while` condition closes it.
    pub(crate) fn linked(&self, way: Way) -> Option<Id<Level>> {
        let level = self.world.level.definition;
        let (links, drawn) = (&self.pack.levels.get(level).links, self.world.level.links);
        let scene = self.with_player(Scene::default());
        let holds = |it: &Formula| self.expected(it, &scene).is_true();
        match way {
            Way::Up => links.up.only().or(drawn[1]),
            Way::Down if links.while_.as_ref().is_none_or(holds) => {
                links.down.only().or(drawn[0]).or(Some(level))
            }
            Way::Down => None,
        }
    }
}

impl Ctx<'_> {
    pub(super) fn take_stairs(&mut self, who: EntityId, way: Way) {
        let stairs = self.stairs_here(who, way);
        let level = stairs.and_then(|it| self.kind(it).stairs.as_ref()).and_then(|it| it.level);
        self.travel(way, level);
        let scene = self.scene_of(who);
        if let Some(stairs) = stairs {
            self.occasion(stairs, Occasion::Leave, &scene);
        }
        self.occasion_everywhere(Occasion::Leave, &scene);
    }

    /// Takes the stairs on the actor's cell if they are taken at once.
    pub(super) fn follow_stairs(&mut self, who: EntityId) {
        for way in [Way::Down, Way::Up] {
            let stairs = self.stairs_here(who, way).and_then(|it| self.kind(it).stairs.as_ref());
            if stairs.is_some_and(|it| it.at_once)
                && matches!(self.consider_stairs(who, way), Verdict::Go)
            {
                self.take_stairs(who, way);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Refusal;
    use crate::scenario::Scenario;

    const WORLD: &str = r#"{
        "kinds": {
            "hole": { "as": "fixture", "look": { "glyph": "o" }, "stairs": { "way": "down", "at_once": true } },
            "portal": { "as": "fixture", "look": { "glyph": "O" }, "stairs": { "way": "up", "level": "cave" } },
            "hatch": { "extends": "down", "look": { "glyph": "H" }, "on": { "spawn": ["lock"] } } },
        "levels": {
            "cave": { "extends": "stage", "drawing": [".<.@."], "links": { "up": "here" } } } }"#;

    const SIGNS: &str = r#"{ "o": ["hole"], "O": ["portal"], "H": ["hatch"] }"#;

    fn above(map: &str) -> Scenario {
        Scenario::staged("", r#""links": { "down": "cave" }, "lasting": true"#, map, SIGNS, WORLD)
    }

    #[test]
    fn the_way_down_leads_to_the_way_up_and_back() {
        let mut it = above("@.>.");
        it.keys(">ll>").shows(".@...");
        assert_eq!((it.game.level(), it.game.floor()), ("cave", 2));
        it.keys("<").shows("..@.");
        assert_eq!((it.game.level(), it.game.floor()), ("here", 1));
        assert_eq!(it.refused, [Refusal::NoStairs]);
    }

    #[test]
    fn some_stairs_are_taken_at_once() {
        let mut it = above("@o.");
        it.keys("l");
        assert_eq!(it.game.level(), "cave");
    }

    #[test]
    fn some_stairs_have_a_level_of_their_own() {
        let mut it = above("@O.");
        it.keys("l<");
        assert_eq!((it.game.level(), it.game.floor()), ("cave", 0));
    }

    #[test]
    fn locked_stairs_lead_nowhere() {
        let mut it = above("@H.");
        it.keys("l>");
        assert_eq!(it.refused, [Refusal::Locked("The hatch".into())]);
    }

    #[test]
    fn without_a_link_the_way_down_leads_to_the_same_level_again() {
        let mut it = Scenario::new("@>.", "{}", "{}");
        it.keys("l>").shows("@>.");
        assert_eq!((it.game.level(), it.game.floor()), ("here", 2));
    }

    #[test]
    fn the_last_floor_has_no_way_down() {
        let links = r#""links": { "while": "floor < 2" }"#;
        let mut it = Scenario::staged("", links, "@>.", "{}", "{}");
        it.keys("l>l>");
        assert_eq!((it.game.floor(), it.refused), (2, vec![Refusal::NoStairs]));
    }

    #[test]
    fn the_bag_and_equipment_come_along() {
        let more = WORLD.replacen(
            "\"kinds\": {",
            r#""kinds": { "champion": { "extends": "hero", "stock": ["cup", { "kind": "sword", "worn": true }] },
                "cup": { "as": "item", "item": {} },
                "sword": { "as": "item", "item": { "slot": "hand" }, "wear": [{ "attribute": "attack", "by": 3 }] },"#,
            1,
        );
        let links = r#""links": { "down": "cave" }, "lasting": true"#;
        let mut it = Scenario::staged("", links, "rr@>.", r#"{ "r": ["rat"] }"#, &more);
        it.keys("l>");
        assert_eq!((it.bag(), it.hero_value("attack")), (vec!["cup".into(), "sword*".into()], 7));
        it.keys("<").shows("rr.@.");
        assert_eq!((it.bag(), it.hero_value("attack")), (vec!["cup".into(), "sword*".into()], 7));
    }

    #[test]
    fn nobody_else_takes_the_party_along() {
        let more = r#"{ "kinds": { "wolf": { "extends": "rat", "mind": "eager" },
            "trapdoor": { "as": "fixture", "look": { "glyph": "^" }, "on": { "enter": [{ "go": { "way": "down" } }] } } },
            "minds": { "eager": ["approach"] } }"#;
        let signs = r#"{ "r": ["wolf"], "^": ["trapdoor"] }"#;
        let mut it = Scenario::new("@.^r", signs, more);
        it.keys("..").shows("@r^.");
        let mut it = Scenario::new("@^", signs, more);
        it.keys("l");
        assert_eq!(it.game.floor(), 2);
    }
}
