use barrow_grid::{BitGrid, DistanceMap, Pos};
use barrow_pack::{self as pack, Way};

use super::blueprint::Blueprint;
use crate::ctx::Ctx;
use crate::state::entity::Entity;

impl Ctx<'_> {
    /// Adds the stairs that a drawing lacks: the stairs up at the arrival cell, the stairs down far
    /// from it but reachable.
    pub(super) fn add_stairs(&mut self, level: &pack::Level, blueprint: &Blueprint) {
        let passable = self.passable();
        let mut start = blueprint.arrival.or_else(|| self.stairs_that_lead(Way::Up));
        if self.stairs_that_lead(Way::Up).is_none()
            && let Some(up) = level.ground.up
        {
            let near = start.map(|start| self.steps_from(&passable, start));
            let cell = self.vacant_cell(blueprint, |at| {
                near.as_ref().is_none_or(|map| map.get(at).is_some_and(|steps| steps > 0))
            });
            if let Some(cell) = cell {
                self.spawn(up, cell);
                start = start.or(Some(cell));
            }
        }
        let start = start.unwrap_or(blueprint.start);
        self.world.level.start = start;
        if self.stairs_that_lead(Way::Down).is_none()
            && let Some(down) = level.ground.down
        {
            let map = self.steps_from(&passable, start);
            let far = map.farthest().map_or(0, |(_, steps)| steps) / 2;
            let wide =
                self.vacant_cell(blueprint, |at| map.get(at).is_some_and(|it| it >= far.max(1)));
            let any = wide.or_else(|| self.vacant_cell(blueprint, |at| map.get(at).is_some()));
            if let Some(cell) = any {
                self.spawn(down, cell);
            }
        }
    }

    /// Returns the walkable cells, including closed doors.
    fn passable(&self) -> BitGrid {
        let bounds = self.world.level.bounds();
        BitGrid::from_fn(bounds.width, bounds.height, |at| {
            let blocked = self.pile(at).any(|it| {
                self.kind(it).door.as_ref().map_or_else(
                    || self.is(it, self.pack.core.solid) || self.kind(it).crossing.bars_walkers(),
                    |door| door.locked && !door.colored,
                )
            });
            let deadly = self.pack.fields.iter().any(|(id, field)| {
                let shuns = field.harmful || field.crossing.bars_walkers();
                shuns && self.world.level.field_at(id, at) > 0
            });
            self.is_walkable(self.world.level.ground[at]) && !(blocked || deadly)
        })
    }

    /// Returns each cell's walking distance from `from`, which may itself be blocked.
    fn steps_from(&self, passable: &BitGrid, from: Pos) -> DistanceMap {
        let mut open = passable.clone();
        open.insert(from);
        let mut map = DistanceMap::new();
        map.measure(&open, self.adjacency(), &[from]);
        map
    }

    fn stairs_that_lead(&self, way: Way) -> Option<Pos> {
        let mut stairs = self.world.entities.iter().filter(|it| {
            self.pack.kinds.get(it.kind).stairs.as_ref().is_some_and(|stairs| stairs.way == way)
        });
        stairs.find_map(Entity::pos)
    }

    /// Returns a random cell without things that `fits` accepts.
    fn vacant_cell(&mut self, blueprint: &Blueprint, fits: impl Fn(Pos) -> bool) -> Option<Pos> {
        let free: Vec<Pos> = blueprint
            .spawns
            .iter()
            .filter(|&at| {
                let level = &self.world.level;
                level.is_free(at) && level.piles[at].is_none() && fits(at)
            })
            .collect();
        self.world.rng.pick(&free).copied()
    }
}

#[cfg(test)]
mod tests {
    use crate::scenario::Scenario;

    const DEEP: &str = r#"{ "levels": { "deep": { "extends": "stage", "drawing": ["@"] } } }"#;
    const LINKS: &str = r#""ways": true, "links": { "down": "deep", "up": "deep" }"#;

    #[test]
    fn added_stairs_can_reach_each_other() {
        for seed in 0..50 {
            let it = Scenario::staged("", LINKS, "@....#....\n.....#....", "{}", DEEP);
            let it = it.seeded(seed);
            let picture = it.picture();
            let left: String = picture.lines().map(|row| &row[..5]).collect();
            assert!(left.contains('<') && left.contains('>'), "{picture}");
        }
    }

    #[test]
    fn stairs_are_not_added_behind_fire() {
        let fire = r#"{ "fields": { "fire": { "harmful": true } }, "kinds": { "hearth": { "as": "fixture",
            "on": { "spawn": [{ "put": { "field": "fire", "amount": 3, "at": "self" } }] } } } }"#;
        for seed in 0..50 {
            let signs = r#"{ "^": ["hearth"] }"#;
            let it = Scenario::staged("", r#""ways": true"#, "@..^.....", signs, fire);
            let picture = it.seeded(seed).picture();
            assert!(picture[..3].contains('>'), "{picture}");
        }
    }

    #[test]
    fn drawn_stairs_are_not_added_again() {
        Scenario::staged("", LINKS, "@<.>", "{}", DEEP).shows("@<.>");
    }

    #[test]
    fn the_hero_starts_on_sealed_stairs_and_is_seen_there() {
        let more = r#"{ "kinds": { "gate": { "as": "fixture", "look": { "glyph": "G" },
            "stairs": { "way": "up" }, "door": { "open": false, "locked": true } } } }"#;
        let ground = r#""ways": true, "ground": { "floor": "floor", "wall": "wall", "up": "gate" },
            "places": [{ "kind": "rat", "site": "anywhere" }]"#;
        for seed in 0..10 {
            let it = Scenario::staged("", ground, ".....", "{}", more).seeded(seed);
            let at = |id: crate::EntityId| it.game.world.entities[id.index()].pos();
            assert_eq!(at(it.hero()), at(it.find("gate").unwrap()));
        }
    }

    #[test]
    fn without_an_arrival_cell_the_hero_starts_on_the_stairs_up() {
        for seed in 0..20 {
            let it = Scenario::staged("", LINKS, "..........", "{}", DEEP).seeded(seed);
            let (hero, up) = (it.hero(), it.find("up").unwrap());
            let at = |id: crate::EntityId| it.game.world.entities[id.index()].pos();
            assert_eq!(at(hero), at(up));
        }
    }
}
