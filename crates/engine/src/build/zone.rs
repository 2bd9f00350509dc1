use barrow_dice::Rng;
use barrow_grid::{Adjacency, BitGrid, Dir, Grid, Pos, Rect, Regions};
use barrow_mapgen::{Builder, Plan, Terrain};
use barrow_pack::{self as pack, Dig, Id, Kind, Layer, Zone};

use super::blueprint::Blueprint;
use crate::ctx::Ctx;
use crate::scene::Scene;

impl Ctx<'_> {
    /// Makes the zones of a drawing: each region of a sign is dug by itself.
    pub(super) fn make_zones(
        &mut self,
        level: &pack::Level,
        picture: &Grid<char>,
        layout: &mut Rng,
        blueprint: &mut Blueprint,
    ) {
        for zone in &level.zones {
            let mut regions = Regions::new();
            regions.find(&BitGrid::from_grid(picture, |it| *it == zone.sign), Adjacency::Four);
            for region in 0..regions.count() {
                let cells = regions.cells(region);
                match &zone.dig {
                    Some(dig) => self.dig_zone(level, zone, dig, cells, layout, blueprint),
                    None => self.fill_zone(zone, &cells, blueprint),
                }
            }
        }
    }

    /// Draws a thing for each cell.
    fn fill_zone(&mut self, zone: &Zone, cells: &BitGrid, blueprint: &mut Blueprint) {
        let Some(table) = zone.table else { return };
        for at in cells {
            let drawn = self.draw(table, &Scene::default());
            blueprint.things.extend(drawn.first().map(|&(kind, _)| (kind, at)));
        }
    }

    fn dig_zone(
        &mut self,
        level: &pack::Level,
        zone: &Zone,
        dig: &Dig,
        mut cells: BitGrid,
        layout: &mut Rng,
        blueprint: &mut Blueprint,
    ) {
        let frame = frame_of(&cells);
        if zone.whole {
            cells.insert_rect(frame);
        }
        let plan = self.plan_zone(dig, frame, layout);
        let terrain = |at: Pos| plan.terrain(Pos::new(at.x - frame.x, at.y - frame.y));
        let mut site = Site { level, zone, frame, blueprint, walls: BitGrid::default() };
        site.walls = BitGrid::from_fn(cells.width(), cells.height(), |at| {
            cells.contains(at) && terrain(at) == Terrain::Wall && !site.is_opened(at, &cells)
        });
        for at in &cells {
            if site.walls.contains(at) {
                self.build_wall(&mut site, at, &cells);
            } else {
                site.lay_floor(at, terrain(at));
            }
        }
        let moved = |rect: Rect| Rect { x: rect.x + frame.x, y: rect.y + frame.y, ..rect };
        for room in &plan.rooms {
            site.blueprint.rooms.push((moved(room.rect), room.role.clone()));
            self.carve_niche(&mut site, moved(room.rect));
        }
    }

    /// The plan of a zone. Where the recipe does not fit, all of it is floor.
    fn plan_zone(&mut self, dig: &Dig, frame: Rect, layout: &mut Rng) -> Plan {
        let mut recipe = dig.recipe(|formula| self.number(formula, &Scene::default()));
        recipe.width = frame.width.cast_unsigned();
        recipe.height = frame.height.cast_unsigned();
        let mut plan = Plan::default();
        if Builder::default().build(&recipe, layout, &mut plan).is_err() {
            plan.reset(frame.width, frame.height);
            plan.floor.invert();
        }
        plan
    }

    /// A wall where one is wanted, else nothing to stand on.
    fn build_wall(&mut self, site: &mut Site<'_>, at: Pos, cells: &BitGrid) {
        let beside_floor = Dir::ALL.iter().any(|&dir| {
            let next = at + dir;
            cells.contains(next) && !site.walls.contains(next)
        });
        let ground = &site.level.ground;
        let floor = ground.floor.unwrap_or_default();
        let wall = site.zone.walls.filter(|_| beside_floor || !site.zone.rim);
        let drawn = wall.and_then(|table| self.draw(table, &Scene::default()).first().copied());
        let Some((kind, _)) = drawn else {
            site.blueprint.ground[at] = ground.wall.unwrap_or(floor);
            return;
        };
        if self.pack.kinds.get(kind).layer == Layer::Terrain {
            site.blueprint.ground[at] = kind;
        } else {
            site.blueprint.ground[at] = floor;
            site.blueprint.things.push((kind, at));
        }
    }

    /// Lets something stand in place of one wall of a room, if chance will have it.
    fn carve_niche(&mut self, site: &mut Site<'_>, room: Rect) {
        let Some(kind) = site.zone.niche else { return };
        let scene = Scene::default();
        if !self.happens(site.zone.niches.as_ref(), &scene) {
            return;
        }
        let beside = |at: Pos| Dir::CARDINAL.iter().any(|&dir| room.contains(at + dir));
        let walls: Vec<Pos> =
            room.grown(1).border().filter(|&at| site.walls.contains(at) && beside(at)).collect();
        if let Some(&at) = self.world.rng.pick(&walls) {
            site.blueprint.things.retain(|&(_, it)| it != at);
            site.blueprint.ground[at] = site.level.ground.floor.unwrap_or_default();
            site.blueprint.things.push((kind, at));
        }
    }
}

/// A zone while it is made.
struct Site<'a> {
    level: &'a pack::Level,
    zone: &'a Zone,
    frame: Rect,
    blueprint: &'a mut Blueprint,
    /// The cells that are not dug.
    walls: BitGrid,
}

impl Site<'_> {
    /// Whether an edge is open: there is floor beyond, or something is to be put there.
    fn is_opened(&self, at: Pos, cells: &BitGrid) -> bool {
        let claimed = self.level.places.iter().any(|it| it.at == Some(at));
        let edge = self.zone.opens && !self.frame.grown(-1).contains(at);
        claimed
            || edge
                && Dir::CARDINAL.iter().any(|&dir| {
                    let beyond = at + dir;
                    !cells.contains(beyond) && self.blueprint.floor.contains(beyond)
                })
    }

    fn lay_floor(&mut self, at: Pos, terrain: Terrain) {
        let floor: Id<Kind> = self.level.ground.floor.unwrap_or_default();
        self.blueprint.ground[at] = floor;
        self.blueprint.floor.insert(at);
        let thing = match terrain {
            Terrain::Door => self.zone.door,
            Terrain::Lava => self.zone.lava,
            Terrain::Floor | Terrain::Wall => None,
        };
        match thing {
            Some(kind) => self.blueprint.things.push((kind, at)),
            None => {
                self.blueprint.spawns.insert(at);
            }
        }
    }
}

/// The smallest rectangle around cells.
fn frame_of(cells: &BitGrid) -> Rect {
    let mut all = cells.iter();
    let Some(first) = all.next() else { return Rect::new(0, 0, 0, 0) };
    let (mut low, mut high) = (first, first);
    for at in all {
        low = Pos::new(low.x.min(at.x), low.y.min(at.y));
        high = Pos::new(high.x.max(at.x), high.y.max(at.y));
    }
    Rect::new(low.x, low.y, high.x - low.x + 1, high.y - low.y + 1)
}

#[cfg(test)]
mod tests {
    use crate::scenario::Scenario;

    const CRATES: &str = r#"{ "kinds": { "crate": { "as": "fixture", "look": { "glyph": "x" },
        "is": ["solid"] } }, "tables": { "crates": [{ "kind": "crate" }] } }"#;

    fn zoned(zone: &str, map: &str) -> Scenario {
        let level = format!(r#""zones": [{{ "sign": "z", {zone} }}]"#);
        Scenario::staged("", &level, map, "{}", CRATES)
    }

    #[test]
    fn a_zone_is_dug_where_the_drawing_has_its_sign() {
        let arena = r#""dig": { "algorithm": "arena" }"#;
        zoned(arena, "@zzzzz\n.zzzzz\n.zzzzz\n.zzzzz\n.zzzzz").shows(
            "
            @#####
            .#...#
            .#...#
            .#...#
            .#####
            ",
        );
    }

    #[test]
    fn its_walls_are_drawn_and_its_edge_opens_to_the_floor_beyond() {
        let hall = r#""dig": { "algorithm": "arena" }, "walls": "crates", "opens": true"#;
        zoned(hall, "@zzzzz\n#zzzzz\n#zzzzz\n#zzzzz\n.zzzzz").shows(
            "
            @.xxxx
            #x...x
            #x...x
            #x...x
            ..xxxx
            ",
        );
    }

    #[test]
    fn an_outline_can_stand_for_a_whole() {
        let hall = r#""dig": { "algorithm": "arena" }, "whole": true"#;
        zoned(hall, "@zzzzz\n.z...z\n.z...z\n.z...z\n.zzzzz").shows(
            "
            @#####
            .#...#
            .#...#
            .#...#
            .#####
            ",
        );
    }

    #[test]
    fn what_is_too_small_to_be_dug_is_floor() {
        zoned(r#""dig": { "algorithm": "arena" }"#, "@zz").shows("@..");
    }

    #[test]
    fn a_zone_may_draw_a_thing_for_each_of_its_cells() {
        zoned(r#""table": "crates""#, "@.zz").shows("@.xx");
    }

    #[test]
    fn only_walls_next_to_what_is_dug_may_be_drawn() {
        let row = format!(".{}\n", "z".repeat(30));
        let map = row.repeat(16).replacen('.', "@", 1);
        let hall = r#""dig": { "algorithm": "bsp" }, "walls": "crates""#;
        let drawn = |zone: &str| {
            let picture = zoned(zone, &map).picture();
            (picture.matches('x').count(), picture.matches('#').count())
        };
        let (all, none) = drawn(hall);
        let (rim, rest) = drawn(&format!(r#"{hall}, "rim": true"#));
        assert_eq!((none, rim + rest), (0, all), "what is not drawn is plain wall");
        assert!(rim > 20 && rest > 20, "{rim} and {rest}");
    }

    #[test]
    fn a_wall_of_a_room_may_be_something_else() {
        let map = "@zzzzzz\n.zzzzzz\n.zzzzzz\n.zzzzzz\n.zzzzzz\n.zzzzzz";
        let hall = |chance: &str| {
            let zone = r#""dig": { "algorithm": "arena" }, "niche": "crate", "niches": "#;
            zoned(&format!("{zone}{chance}"), map).picture().matches('x').count()
        };
        assert_eq!((hall("0"), hall("1")), (0, 1));
    }
}
