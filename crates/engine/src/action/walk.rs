use barrow_grid::{Dir, Pos};
use barrow_pack::{Occasion, Pickup};

use super::{Action, Verdict};
use crate::ctx::scene::Scene;
use crate::ctx::{Ctx, Reads};
use crate::refusal::Refusal;
use crate::state::entity::EntityId;

impl<W: Reads> Ctx<'_, W> {
    pub(super) fn consider_walk(&self, who: EntityId, dir: Dir) -> Verdict {
        let Some(from) = self.pos(who) else { return Verdict::Refuse(Refusal::Helpless) };
        if dir.is_diagonal() && self.pack.rules.four_ways {
            return Verdict::Refuse(Refusal::NoDiagonal);
        }
        let to = from + dir;
        let Some(&actor) = self.world.level.actors.get(to) else {
            return Verdict::Refuse(Refusal::Edge);
        };
        if let Some(other) = actor {
            return Verdict::Instead(Action::Bump(other, dir));
        }
        if self.may_enter(who, to) {
            return Verdict::Go;
        }
        let thing = self.pile(to).find(|&thing| self.stops(thing, who));
        if let Some(thing) = thing {
            return Verdict::Instead(Action::Bump(thing, dir));
        }
        match self.barring_field(who, to) {
            Some(field) => Verdict::Refuse(Refusal::Blocked(format!("The {}", field.name))),
            None => Verdict::Instead(Action::BumpGround(to)),
        }
    }

    /// Returns what a player does whose step is refused: in packs with `turning`, turn that way.
    pub(super) fn turn_instead(
        &self,
        who: EntityId,
        dir: Dir,
        why: Refusal,
    ) -> Result<Action, Refusal> {
        let blocked = matches!(why, Refusal::Blocked(_) | Refusal::Locked(_) | Refusal::Edge);
        let turns = self.pack.rules.turning && blocked && self.is_player(who);
        if turns && self.entity(who).facing != dir { Ok(Action::Turn(dir)) } else { Err(why) }
    }

    /// Returns whether a thing blocks its cell.
    pub(crate) fn is_blocking(&self, thing: EntityId) -> bool {
        match self.kind(thing).door {
            Some(_) => !self.entity(thing).active,
            None => self.is(thing, self.pack.core.solid),
        }
    }

    pub(super) fn consider_bump(&self, who: EntityId, into: EntityId, dir: Dir) -> Verdict {
        let pushable = self.is(into, self.pack.core.pushable);
        if pushable && matches!(self.consider_push(into, dir), Verdict::Go) {
            return Verdict::Instead(Action::Push(into, dir));
        }
        let fights = self.are_foes(who, into) && !self.withstands(who, into);
        if fights || self.breaks(who, into) && self.kind(into).door.is_none() {
            return Verdict::Instead(Action::Strike(into));
        }
        if self.blow_changes(who, into) || self.touching(who, into).next().is_some() {
            return Verdict::Instead(Action::Touch(into, dir));
        }
        if self.kind(into).door.is_some() {
            return Verdict::Instead(Action::Open(into));
        }
        if !self.kind(into).on.effects(Occasion::Bump).is_empty() {
            return Verdict::Go;
        }
        if self.is_player(who) && self.are_friends(who, into) && self.may_swap(who, into) {
            return Verdict::Instead(Action::Swap(into));
        }
        Verdict::Refuse(Refusal::Blocked(self.obstacle_name(who, into)))
    }

    fn may_swap(&self, who: EntityId, with: EntityId) -> bool {
        let enters = |who, at: Option<Pos>| at.is_some_and(|at| self.may_enter(who, at));
        !self.facts.ways || enters(who, self.pos(with)) && enters(with, self.pos(who))
    }

    /// Returns whether two actors are on the same side.
    pub(crate) fn are_friends(&self, one: EntityId, other: EntityId) -> bool {
        let party = self.party(one);
        self.is_actor(other) && party != 0 && party == self.party(other)
    }

    pub(super) fn consider_ground(&self, at: Pos) -> Verdict {
        let ground = self.pack.kinds.get(self.world.level.ground[at]);
        if ground.on.effects(Occasion::Bump).is_empty() {
            return Verdict::Refuse(Refusal::Blocked(format!("The {}", ground.name)));
        }
        Verdict::Go
    }

    pub(super) fn consider_push(&self, what: EntityId, dir: Dir) -> Verdict {
        let room = self.pos(what).is_some_and(|at| self.is_free_for(what, at + dir));
        if room {
            Verdict::Go
        } else {
            Verdict::Refuse(Refusal::Blocked(self.definite_capital(what)))
        }
    }

    /// Returns what someone calls a thing in the way: players do not name what they cannot see.
    pub(super) fn obstacle_name(&self, who: EntityId, what: EntityId) -> String {
        let seen = self.pos(what).is_some_and(|at| self.sees(who, at));
        if seen && !self.is(what, self.pack.core.hidden) {
            self.definite_capital(what)
        } else {
            "Something".to_owned()
        }
    }

    pub(crate) fn definite_capital(&self, who: EntityId) -> String {
        barrow_small::capitalized(&self.definite(who))
    }
}

impl Ctx<'_> {
    pub(super) fn walk(&mut self, who: EntityId, dir: Dir) {
        let Some(from) = self.pos(who) else { return };
        self.body_mut(who).facing = dir;
        self.pay_for_step(who, from + dir);
        if !self.relocate(who, from + dir) {
            self.arrive_on_cell(who);
        }
        if self.pos(who).is_none_or(|at| at == from) {
            return;
        }
        self.end_step(who);
    }

    /// Lets minds hear a step that was taken, and runs what follows from it.
    pub(crate) fn end_step(&mut self, who: EntityId) {
        self.sound_step(who);
        if self.may_react(who, Occasion::Step) && !self.steps_quietly(who) {
            let before = self.world.running.strain.cost;
            let parts = self.run_occasion_of(who, Occasion::Step, &self.scene_of(who));
            let cost = self.world.running.strain.cost.saturating_sub(before);
            self.note_step(who, &parts, cost);
        }
    }

    /// Draws whether a state leads a step astray, and where. Returns `None` if the step goes where
    /// it should.
    pub(super) fn stray(&mut self, who: EntityId, dir: Dir) -> Option<Dir> {
        for index in 0..self.actor(who).map_or(0, |actor| actor.states.len()) {
            let (state, _) = self.actor(who)?.states[index];
            if let Some(chance) = &self.pack.states.get(state).astray
                && self.happens(Some(chance), &self.scene_of(who))
            {
                let dirs = self.adjacency().dirs();
                return self.world.rng.pick(dirs).copied().filter(|it| *it != dir);
            }
        }
        None
    }

    pub(super) fn bump(&mut self, who: EntityId, into: EntityId) {
        self.occasion(into, Occasion::Bump, &self.scene_of(who));
        if self.kind(into).flight.is_some() && self.entity(into).exists() {
            self.vanish(into);
        }
    }

    pub(super) fn bump_ground(&mut self, who: EntityId, at: Pos) {
        let ground = self.pack.kinds.get(self.world.level.ground[at]);
        let scene = Scene { own: None, cell: Some(at), ..self.scene_of(who) };
        self.run(ground.on.effects(Occasion::Bump), &scene);
    }

    /// Pushes something and follows it if there is room.
    pub(super) fn push(&mut self, who: EntityId, what: EntityId, dir: Dir) {
        let Some(at) = self.pos(what) else { return };
        let beyond = at + dir;
        if self.is_player(who) {
            self.say_usual(self.moment(), |it| &it.pushed, &Scene::deed(who, what));
        }
        if self.is_actor(what) {
            self.actor_mut(what).foe = Some(who);
            self.relocate(what, beyond);
        } else {
            self.put(what, beyond);
            self.tell_move(what, at, beyond);
            self.enter_cell(what, beyond);
        }
        let Some(here) = self.pos(who).filter(|it| self.is_free_for(who, *it + dir)) else {
            return;
        };
        if self.pack.rules.push_is_no_step {
            self.entity_mut(who).facing = dir;
            self.drag(who, here + dir);
        } else {
            self.walk(who, dir);
        }
    }

    /// Lets two actors change places.
    pub(crate) fn swap(&mut self, who: EntityId, with: EntityId) {
        let (Some(here), Some(there)) = (self.pos(who), self.pos(with)) else { return };
        self.lift(with);
        self.relocate(who, there);
        self.put(with, here);
        if let Some(at) = self.pos(with) {
            self.tell_move(with, there, at);
            self.enter_cell(with, at);
        }
        self.arrive_on_cell(who);
    }

    /// Does what follows a step: takes what lies there, treads on the rest, follows open stairs.
    fn arrive_on_cell(&mut self, who: EntityId) {
        let Some(at) = self.pos(who) else { return };
        if self.pack.rules.pickup == Pickup::Walking {
            self.take_all(who, at);
        }
        self.run_cell_occasion(who, at, Occasion::Tread);
        if self.is_player(who) && self.pos(who) == Some(at) {
            self.follow_stairs(who);
        }
        self.run_field_occasion(who, at, Occasion::Tread);
    }
}

#[cfg(test)]
mod tests {
    use barrow_grid::Dir;

    use crate::scenario::{Scenario, check};
    use crate::{Command, Refusal};

    #[test]
    fn a_step_leads_to_the_next_cell() {
        check("#@..#", "{}", "{}", "ll", "#..@#");
        check("@..\n...\n...", "{}", "{}", "nn", "...\n...\n..@");
    }

    #[test]
    fn walls_and_the_edge_refuse_and_cost_nothing() {
        let mut it = Scenario::new("#@", "{}", "{}");
        it.keys("hlk");
        assert_eq!(it.refused, [Refusal::Blocked("The wall".into()), Refusal::Edge, Refusal::Edge]);
        assert_eq!(it.game.turn(), 0);
    }

    #[test]
    fn a_blocked_step_may_turn_the_player() {
        let facing = |it: &Scenario| it.game.view(0).unwrap().own().unwrap().facing();
        let mut it = Scenario::ruled(r#""turning": true"#, "#@.", "{}", "{}");
        assert_eq!(facing(it.keys("h")), Dir::West);
        assert_eq!((it.game.turn(), it.refused.len()), (1, 0), "turning takes a turn");
        it.keys("h").shows("#@.");
        assert_eq!((it.game.turn(), it.refused.len()), (1, 1), "it is refused after that");
        let mut it = Scenario::new("#@.", "{}", "{}");
        assert_ne!(facing(it.keys("h")), Dir::West);
    }

    #[test]
    fn what_cannot_be_seen_is_not_named() {
        let blind = r#"{ "kinds": { "champion": { "extends": "hero", "has": { "sight": 0 } },
            "boulder": { "as": "fixture", "is": ["solid"], "look": { "glyph": "O" } } } }"#;
        let mut it = Scenario::new("@O", r#"{ "O": ["boulder"] }"#, blind);
        it.keys("l");
        assert_eq!(it.refused, [Refusal::Blocked("Something".into())]);
    }

    #[test]
    fn a_closed_door_opens_before_it_lets_you_through() {
        check("#@+.#", "{}", "{}", "l", "#@'.#");
        check("#@+.#", "{}", "{}", "lll", "#.'@#");
    }

    const BOULDER: &str = r#"{ "kinds": { "boulder": { "as": "fixture", "is": ["solid", "pushable"],
        "look": { "glyph": "O" } } } }"#;

    #[test]
    fn a_pushed_thing_moves_ahead() {
        let signs = r#"{ "O": ["boulder"], "_": ["void"] }"#;
        check("@O..#", signs, BOULDER, "ll", "..@O#");
        check("@O..#", signs, BOULDER, "lll", "..@O#");
        check("@O_..", signs, BOULDER, "l", ".@ ..");
    }

    #[test]
    fn a_pushed_thing_presses_a_plate() {
        let more = r#"{ "kinds": {
            "boulder": { "as": "fixture", "is": ["solid", "pushable"], "look": { "glyph": "O" } },
            "plate": { "as": "fixture", "on": { "enter": [{ "say": "[Target] press[es] [self]." }] } } } }"#;
        let mut it = Scenario::new("@O_.", r#"{ "O": ["boulder"], "_": ["plate"] }"#, more);
        it.keys("ll").tells(&["The boulder presses the plate.", "You press the plate."]);
    }

    const LITTER: &str = r#"{ "kinds": {
        "boulder": { "as": "fixture", "is": ["solid", "pushable"], "look": { "glyph": "O" } },
        "apple": { "as": "item", "item": {}, "look": { "glyph": "%" } },
        "moss": { "as": "fixture", "look": { "glyph": "m" }, "on": { "tread": [{ "say": "Soft moss." }], "enter": [{ "say": "Squelch." }] } },
        "hole": { "as": "fixture", "look": { "glyph": ">" }, "stairs": { "way": "down", "at_once": true } },
        "champion": { "extends": "hero", "has": { "room": 3 }, "on": { "step": [{ "say": "Tap." }] } } } }"#;
    const LITTER_SIGNS: &str =
        r#"{ "O": ["boulder"], "%": ["apple"], "m": ["moss"], ">": ["hole"] }"#;

    #[test]
    fn following_a_pushed_thing_may_be_no_step() {
        let stage = |rules: &str| {
            let rules = format!(r#""pickup": "walking", {rules}"#);
            Scenario::ruled(&rules, "@Om%.", LITTER_SIGNS, LITTER)
        };
        let mut it = stage(r#""push_is_no_step": false"#);
        it.keys("lll").shows("..m@O");
        it.tells(&["Squelch.", "Tap.", "Squelch.", "Soft moss.", "Tap.", "Tap."]);
        let mut it = stage(r#""push_is_no_step": true"#);
        it.keys("lll").tells(&["Squelch.", "Squelch."]);
        assert_eq!(it.game.view(0).unwrap().bag().count(), 0);
        // A step of its own takes it.
        it.keys("hl").tells(&["Squelch.", "Squelch.", "Squelch.", "Soft moss.", "Tap.", "Tap."]);
        assert_eq!(it.game.view(0).unwrap().bag().count(), 1);
    }

    #[test]
    fn stairs_are_followed_by_a_step_and_not_by_a_push_that_is_none() {
        let level = |rules: &str| {
            let mut it = Scenario::ruled(rules, "@O>.", LITTER_SIGNS, LITTER);
            it.keys("ll");
            it.game.floor()
        };
        assert_eq!(level(r#""push_is_no_step": false"#), 2);
        assert_eq!(level(r#""push_is_no_step": true"#), 1);
    }

    #[test]
    fn a_pit_swallows_an_actor_that_walks_in() {
        let mut it = Scenario::new("@_.", r#"{ "_": ["void"] }"#, "{}");
        it.keys("l").shows(". .");
        let end = it.game.end().unwrap();
        assert_eq!((end.won, end.text.as_str()), (false, "a long fall"));
        it.keys("l");
        assert_eq!(it.refused, [Refusal::Over]);
    }

    #[test]
    fn a_row_of_boulders_does_not_budge() {
        let signs = r#"{ "O": ["boulder"], "r": ["rat"], "_": ["void"] }"#;
        let mut it = Scenario::new("@OO.", signs, BOULDER);
        it.keys("l").shows("@OO.");
        assert_eq!(it.refused, [Refusal::Blocked("The boulder".into())]);
        check("@Or.", signs, BOULDER, "l", "@Or.");
        check("@O", signs, BOULDER, "l", "@O");
    }

    #[test]
    fn a_boulder_that_fell_leaves_the_way_free_and_the_pit_open() {
        let signs = r#"{ "O": ["boulder"], "_": ["void"] }"#;
        let mut it = Scenario::new("@O_.", signs, BOULDER);
        it.keys("l").shows(".@ .");
        assert_eq!(it.find("boulder"), None);
    }

    #[test]
    fn a_pushed_actor_falls_into_a_pit_and_drops_nothing() {
        let more = r#"{ "kinds": { "sheep": { "extends": "rat", "is": ["pushable"], "look": { "glyph": "s" },
            "stock": ["bell"], "drops": "wool", "on": { "die": [{ "say": "[Actor] pushed [target]." }] } },
            "bell": { "as": "item", "item": {} }, "duck": { "extends": "sheep", "is": ["floating"], "look": { "glyph": "d" } } },
            "tables": { "wool": [{ "kind": "bell" }] } }"#;
        let signs = r#"{ "s": ["sheep"], "d": ["duck"], "_": ["void"] }"#;
        let mut it = Scenario::new("@s_.", signs, more);
        it.keys("l").shows(".@ .").tells(&["You pushed the sheep."]);
        assert_eq!((it.find("sheep"), it.find("bell")), (None, None));
        check("@d_.", signs, more, "l", ".@d.");
    }

    #[test]
    fn floating_actors_pass_over_pits_and_traps() {
        let more = r#"{ "kinds": { "champion": { "extends": "hero", "is": ["floating"] },
            "trap": { "as": "fixture", "look": { "glyph": "^" }, "on": { "enter": ["die"] } } } }"#;
        check("@_^.", r#"{ "_": ["void"], "^": ["trap"] }"#, more, "lll", ". ^@");
    }

    #[test]
    fn a_trap_is_revealed_when_it_is_stepped_on() {
        let more = r#"{ "kinds": { "trap": { "as": "fixture", "is": ["hidden"], "look": { "glyph": "^" },
            "on": { "enter": [{ "harm": { "by": 5, "cause": "a trap" } }] } } } }"#;
        let mut it = Scenario::new("@^.", r#"{ "^": ["trap"] }"#, more);
        let trap = it.find("trap").unwrap();
        assert_eq!(it.value(trap, "hidden").to_whole(), 1);
        it.keys("l");
        assert_eq!((it.value(trap, "hidden").to_whole(), it.hero_value("health")), (0, 15));
        it.keys("lhlhlh");
        assert_eq!(it.game.end().unwrap().text, "a trap");
    }

    #[test]
    fn an_effect_that_moves_the_walker_ends_its_step() {
        let more = r#"{ "kinds": {
            "gate": { "as": "fixture", "on": { "enter": ["move"] } },
            "trap": { "as": "fixture", "on": { "enter": ["die"] } } } }"#;
        // The gate lies on top of the trap and takes you elsewhere first.
        check("@o##.", r#"{ "o": ["trap", "gate"] }"#, more, "l", ".?##@");
    }

    #[test]
    fn friends_change_places_and_others_do_not() {
        let more = r#"{ "kinds": { "dog": { "extends": "rat", "side": "heroes", "look": { "glyph": "d" } },
            "statue": { "as": "actor", "look": { "glyph": "S" } } } }"#;
        let signs = r#"{ "d": ["dog"], "S": ["statue"] }"#;
        check("@d.", signs, more, "ll", "d.@");
        let mut it = Scenario::new("@S.", signs, more);
        it.keys("l").shows("@S.");
        assert_eq!(it.refused, [Refusal::Blocked("The statue".into())]);
    }

    #[test]
    fn a_friend_steps_onto_what_lay_under_you() {
        let more = r#"{ "kinds": { "dog": { "extends": "rat", "side": "heroes", "look": { "glyph": "d" } },
            "plate": { "as": "fixture", "on": { "enter": [{ "say": "[Target] click[s]." }] } } } }"#;
        let mut it = Scenario::new("@od", r#"{ "d": ["dog"], "o": ["plate"] }"#, more);
        it.keys("ll").shows(".d@").tells(&["You click.", "The dog clicks."]);
    }

    #[test]
    fn walking_into_something_may_take_no_time() {
        let more = r#"{ "kinds": { "sign": { "as": "fixture", "is": ["solid"], "free_bump": true,
            "look": { "glyph": "?" }, "on": { "bump": [{ "say": "Beware." }] } } } }"#;
        let mut it = Scenario::new("@?", r#"{ "?": ["sign"] }"#, more);
        it.keys("ll").tells(&["Beware.", "Beware."]);
        assert_eq!((it.refused.len(), it.game.turn()), (0, 0));
    }

    #[test]
    fn a_thing_that_cannot_move_is_struck_instead() {
        let more = r#"{ "kinds": { "crate": { "as": "fixture", "is": ["solid", "pushable"],
            "has": { "health": 6 }, "look": { "glyph": "x" } } } }"#;
        check("@x.#", r#"{ "x": ["crate"] }"#, more, "l", ".@x#");
        check("@x.#", r#"{ "x": ["crate"] }"#, more, "lll", ".@.#");
    }

    #[test]
    fn staggering_actors_cannot_act_but_evade() {
        let more = r#"{ "states": { "reeling": { "lasts": 9, "helpless": true, "evades": true } },
            "kinds": { "champion": { "extends": "hero", "strike": { "chance": 0 } },
                "imp": { "extends": "rat", "on": { "spawn": [{ "apply": "reeling" }] } } } }"#;
        check("@r.", r#"{ "r": ["imp"] }"#, more, "lllll", "@r.");
    }

    #[test]
    fn the_four_way_rule_refuses_diagonals() {
        let mut it = Scenario::ruled(r#""four_ways": true"#, "@.\n..", "{}", "{}");
        it.keys("nl").command(&Command::Interact(Dir::SouthWest));
        it.shows(".@\n..");
        assert_eq!(it.refused, [Refusal::NoDiagonal, Refusal::NoDiagonal]);
    }

    #[test]
    fn dizzy_actors_stray_and_a_stumble_costs_the_turn() {
        let more = r#"{ "states": { "dizzy": { "lasts": 99, "astray": 1 } },
            "kinds": { "champion": { "extends": "hero", "on": { "spawn": [] }, "stock": ["ale"] },
                "ale": { "as": "item", "item": {}, "on": { "use": [{ "apply": "dizzy" }] } } } }"#;
        let mut places = std::collections::BTreeSet::new();
        for seed in 0..60 {
            let mut it = Scenario::new("....\n.@..\n....", "{}", more).seeded(seed);
            it.keys("0l");
            assert_eq!((it.refused.len(), it.game.turn()), (0, 2));
            places.insert(it.picture());
        }
        assert_eq!(places.len(), 8, "it goes everywhere");
        // A step that is refused to others is refused to the dizzy.
        let mut it = Scenario::new("#@.", "{}", more);
        it.keys("0hhhh");
        assert_eq!((it.refused.len(), it.game.turn()), (4, 1));
    }

    #[test]
    fn actors_without_a_bag_stray_too() {
        let more = r#"{ "states": { "dizzy": { "lasts": 99, "astray": 1 } },
            "kinds": { "mushroom": { "as": "fixture", "on": { "enter": [{ "apply": "dizzy" }] } } } }"#;
        let mut places = std::collections::BTreeSet::new();
        for seed in 0..60 {
            let map = ".......\n.......\n@m.....\n.......\n.......";
            let mut it = Scenario::new(map, r#"{ "m": ["mushroom"] }"#, more).seeded(seed);
            it.keys("l");
            let hero = it.find("hero").unwrap();
            it.keys("l");
            let before = it.game.world.entities[hero.index()].pos().unwrap();
            it.keys("l");
            places.insert(it.game.world.entities[hero.index()].pos().unwrap() - before);
        }
        assert!(places.len() > 4, "it goes everywhere: {places:?}");
    }

    #[test]
    fn carried_items_may_leave_a_trace() {
        let more = r#"{ "kinds": { "champion": { "extends": "hero", "stock": ["thread"] },
            "thread": { "as": "item", "item": {}, "on": { "leave": [{ "say": "It unwinds." }] } } } }"#;
        let mut it = Scenario::new("@..", "{}", more);
        it.keys("ll").tells(&["It unwinds.", "It unwinds."]);
    }

    #[test]
    fn walking_over_things_can_be_enough_to_take_them() {
        let more =
            r#"{ "kinds": { "apple": { "as": "item", "item": {}, "look": { "glyph": "%" } } } }"#;
        let mut it =
            Scenario::ruled(r#""pickup": "walking""#, "@%.", r#"{ "%": ["apple"] }"#, more);
        it.keys("ll").shows("..@");
        assert!(it.find("apple").is_some());
    }
}
