//! Projectiles: things that fly on, turn after turn.

use barrow_dice::Formula;
use barrow_grid::{Dir, Pos};
use barrow_pack::{Id, Kind, Lots, Occasion, Subject};

use crate::ctx::scene::Scene;
use crate::ctx::{Ctx, MAX_REACH, Reads};
use crate::state::entity::EntityId;

/// Where something is sent from, which way, and by whom.
#[derive(Clone, Copy)]
pub(crate) struct Launch {
    pub(crate) at: Subject,
    pub(crate) facing: Subject,
    pub(crate) by: Option<Subject>,
}

impl<W: Reads> Ctx<'_, W> {
    /// Returns the direction in which something is sent.
    fn launch_dir(&self, from: Pos, facing: Subject, scene: &Scene) -> Option<Dir> {
        let goal = self.spot(scene, facing).filter(|&goal| goal != from);
        let towards = goal.and_then(|goal| Dir::towards(from, goal));
        towards.or_else(|| Some(self.entity(scene.subject(facing)?).facing))
    }
}

impl Ctx<'_> {
    /// Flies on. An obstacle ends the flight.
    pub(super) fn advance(&mut self, who: EntityId) {
        let cells = self.kind(who).flight.as_ref().and_then(|it| it.cells.as_ref());
        let cells = self.count(cells, &self.scene_of(who), 1).min(MAX_REACH);
        for _ in 0..cells {
            let Some(here) = self.pos(who) else { return };
            let ahead = here + self.entity(who).facing;
            if !self.is_free_for(who, ahead) {
                return self.collide(who, ahead);
            }
            self.relocate(who, ahead);
            if self.pos(who) != Some(ahead) {
                return;
            }
        }
    }

    /// Lets a projectile meet what is on a cell. Then it is gone.
    fn collide(&mut self, who: EntityId, at: Pos) {
        let inside = self.world.level.bounds().contains(at);
        let things = if inside { self.pile(at).collect() } else { Vec::new() };
        let thing = things.into_iter().find(|&thing| self.stops(thing, who));
        let target = self.world.level.actor_at(at).or(thing);
        let by = self.actor(who).and_then(|actor| actor.by).filter(|&by| self.entity(by).exists());
        let cell = if inside { Some(at) } else { self.pos(who) };
        let scene = Scene { actor: by.or(Some(who)), target, cell, ..Scene::default() };
        self.occasion(who, Occasion::Bump, &scene);
        if self.entity(who).exists() {
            self.vanish(who);
        }
    }

    /// Creates things that fly away from a subject.
    pub(crate) fn launch_some(
        &mut self,
        (kind, table): (Option<Id<Kind>>, Option<Id<Lots>>),
        count: Option<&Formula>,
        launch: Launch,
        scene: &Scene,
    ) {
        let Some(from) = self.spot(scene, launch.at) else { return };
        let Some(dir) = self.launch_dir(from, launch.facing, scene) else { return };
        let by = launch.by.and_then(|by| scene.subject(by));
        for _ in 0..self.times(count, scene) {
            for (kind, count) in self.chosen(kind, table, scene) {
                for _ in 0..count {
                    self.launch(kind, from, dir, by);
                }
            }
        }
    }

    /// Creates something beside a cell. If there is no room, it meets at once what is there.
    fn launch(&mut self, kind: Id<Kind>, from: Pos, dir: Dir, by: Option<EntityId>) {
        let ahead = from + dir;
        let free = self.world.level.is_free(ahead);
        let cell = if free { Some(ahead) } else { self.free_cell(from, 1, self.mover(kind)) };
        let Some(cell) = cell.filter(|_| !self.is_crowded()) else { return };
        let id = self.make(kind);
        self.entity_mut(id).facing = dir;
        if let Some(actor) = &mut self.entity_mut(id).actor {
            actor.by = by;
        }
        self.introduce(id, cell);
        if !free && self.kind(id).flight.is_some() && self.entity(id).exists() {
            self.collide(id, ahead);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Command;
    use crate::scenario::{Scenario, cell};

    const FIREBALL: &str = r#"{
        "minds": { "flies": ["advance"] },
        "kinds": {
            "champion": { "extends": "hero", "abilities": ["fireball"],
                "on": { "kill": [{ "say": "[Self] burn[s] [target]." }] } },
            "ball": { "as": "actor", "look": { "glyph": "*" }, "is": ["solid"], "mind": "flies",
                "has": { "speed": 100 }, "flight": 2,
                "on": { "bump": [{ "harm": 50 }, { "say": "Puff." }] } } },
        "abilities": { "fireball": { "aim": "cell", "do": [
            { "spawn": { "kind": "ball", "at": "actor", "facing": "target", "by": "actor" } }] } } }"#;

    fn shot(map: &str, x: i32, y: i32) -> Scenario {
        let mut it = Scenario::new(map, r#"{ "r": ["rat"], "c": ["ball"] }"#, FIREBALL);
        it.command(&Command::Cast { ability: "fireball".into(), at: Some(cell(x, y)) });
        assert_eq!(it.refused, []);
        it
    }

    #[test]
    fn a_projectile_flies_on_until_it_meets_someone() {
        let mut it = shot("@......r.", 7, 0);
        it.shows("@..*...r.");
        it.keys(".").shows("@....*.r.");
        it.keys(".").shows("@........");
        it.tells(&["You burn the rat.", "Puff."]);
    }

    #[test]
    fn walls_end_a_flight() {
        let it = shot("@..#", 2, 0);
        it.shows("@..#").tells(&["Puff."]);
    }

    #[test]
    fn who_stands_beside_the_shooter_is_hit_at_once() {
        let mut it = shot("@r.\n...", 1, 0);
        it.keys("").shows("@..\n...");
    }

    #[test]
    fn who_walks_into_a_projectile_is_hit() {
        let more = FIREBALL.replace(r#""flight": 2"#, r#""flight": 0"#);
        let mut it = Scenario::new("@c.", r#"{ "c": ["ball"] }"#, &more);
        it.keys("l");
        assert!(it.game.end().is_some(), "{:?}", it.texts());
    }
}
