use barrow_dice::Rng;
use barrow_grid::{Adjacency, BitGrid, Dir, Grid, Pos, Rect, Regions};
use barrow_mapgen::{Builder, Plan, Role, Terrain};
use barrow_pack::{self as pack, Dig, Id, Kind, Layer, Zone};

use super::blueprint::Blueprint;
use super::rooms::PlannedRoom;
use crate::ctx::Ctx;
use crate::ctx::scene::Scene;

impl Ctx<'_> {
    /// Builds the zones of a drawing. Each region of a symbol is dug by itself, then the regions
    /// are joined, and only then do the undug cells become walls.
    pub(super) fn make_zones(
        &mut self,
        level: &pack::Level,
        picture: &Grid<char>,
        layout: &mut Rng,
        blueprint: &mut Blueprint,
    ) {
        let mut sites: Vec<ZoneSite<'_>> = Vec::new();
        for zone in &level.zones {
            let Some(dig) = &zone.dig else { continue };
            for cells in regions_of(zone, picture) {
                sites.push(self.dig_zone(level, zone, dig, cells, layout, blueprint));
            }
        }
        self.join_sites(level, &mut sites, blueprint);
        for zone in &level.zones {
            if zone.dig.is_none() {
                for cells in regions_of(zone, picture) {
                    self.fill_zone(zone, &cells, blueprint);
                }
            }
            for site in sites.iter().filter(|it| std::ptr::eq(it.zone, zone)) {
                self.build_site(level, site, blueprint);
            }
        }
    }

    /// Draws a random thing for each cell of a filled zone.
    fn fill_zone(&mut self, zone: &Zone, cells: &BitGrid, blueprint: &mut Blueprint) {
        let Some(table) = zone.table else { return };
        for at in cells {
            blueprint.floor.set(at, self.is_walkable(blueprint.ground[at]));
            let drawn = self.draw(table, &Scene::default());
            blueprint.things.extend(drawn.first().map(|&(kind, _)| (kind, at)));
        }
    }

    fn dig_zone<'z>(
        &mut self,
        level: &pack::Level,
        zone: &'z Zone,
        dig: &Dig,
        mut cells: BitGrid,
        layout: &mut Rng,
        blueprint: &mut Blueprint,
    ) -> ZoneSite<'z> {
        let frame = frame_of(&cells);
        if zone.whole {
            cells.insert_rect(frame);
        }
        let plan = self.plan_zone(dig, frame, layout);
        let moved = |rect: Rect| Rect { x: rect.x + frame.x, y: rect.y + frame.y, ..rect };
        let rooms = plan.rooms.iter().map(|room| (moved(room.rect), room.role.clone())).collect();
        let terrain = |at: Pos| plan.terrain(Pos::new(at.x - frame.x, at.y - frame.y));
        let (width, height) = (cells.width(), cells.height());
        let mut site = ZoneSite { zone, frame, cells, rooms, walls: BitGrid::default() };
        site.walls = BitGrid::from_fn(width, height, |at| {
            site.cells.contains(at)
                && terrain(at) == Terrain::Wall
                && !site.is_opened(at, level, blueprint)
        });
        for at in &site.cells {
            if !site.walls.contains(at) {
                site.lay_floor(at, terrain(at), level, blueprint);
            }
        }
        site
    }

    /// Returns the plan of a zone. If the recipe does not fit, the whole zone is floor.
    fn plan_zone(&mut self, dig: &Dig, frame: Rect, layout: &mut Rng) -> Plan {
        let pack = self.pack;
        let mut recipe = dig.recipe(pack, |formula| self.number(formula, &Scene::default()));
        recipe.width = frame.width.cast_unsigned();
        recipe.height = frame.height.cast_unsigned();
        let mut plan = Plan::default();
        if Builder::default().build(&recipe, layout, &mut plan).is_err() {
            plan.reset(frame.width, frame.height);
            plan.floor.invert();
        }
        plan
    }

    fn build_site(&mut self, level: &pack::Level, site: &ZoneSite<'_>, blueprint: &mut Blueprint) {
        for at in &site.walls {
            self.build_wall(level, site, at, blueprint);
        }
        for (room, role) in &site.rooms {
            let (rect, role, beside) = (*room, role.clone(), Vec::new());
            blueprint.rooms.push(PlannedRoom { rect, role, beside });
            self.carve_niche(level, site, *room, blueprint);
        }
    }

    /// Puts a random wall of the zone on a cell, or the level's own wall if the zone has none there.
    fn build_wall(
        &mut self,
        level: &pack::Level,
        site: &ZoneSite<'_>,
        at: Pos,
        blueprint: &mut Blueprint,
    ) {
        let beside_floor = Dir::ALL.iter().any(|&dir| {
            let next = at + dir;
            site.cells.contains(next) && !site.walls.contains(next)
        });
        let ground = &level.ground;
        let floor = ground.floor.unwrap_or_default();
        let wall = site.zone.walls.filter(|_| beside_floor || !site.zone.rim);
        let drawn = wall.and_then(|table| self.draw(table, &Scene::default()).first().copied());
        let Some((kind, _)) = drawn else {
            blueprint.ground[at] = ground.wall.unwrap_or(floor);
            return;
        };
        if self.pack.kinds.get(kind).layer == Layer::Terrain {
            blueprint.ground[at] = kind;
        } else {
            blueprint.ground[at] = floor;
            blueprint.things.push((kind, at));
        }
    }

    /// Replaces one wall of a room by a niche, if chance decides so.
    fn carve_niche(
        &mut self,
        level: &pack::Level,
        site: &ZoneSite<'_>,
        room: Rect,
        blueprint: &mut Blueprint,
    ) {
        let Some(kind) = site.zone.niche else { return };
        let scene = self.with_player(Scene::default());
        if !self.happens(site.zone.niches.as_ref(), &scene) {
            return;
        }
        let beside = |at: Pos| Dir::CARDINAL.iter().any(|&dir| room.contains(at + dir));
        let walls: Vec<Pos> =
            room.grown(1).border().filter(|&at| site.walls.contains(at) && beside(at)).collect();
        if let Some(&at) = self.world.rng.pick(&walls) {
            blueprint.things.retain(|&(_, it)| it != at);
            blueprint.ground[at] = level.ground.floor.unwrap_or_default();
            blueprint.things.push((kind, at));
        }
    }
}

/// A zone under construction.
pub(super) struct ZoneSite<'z> {
    pub(super) zone: &'z Zone,
    frame: Rect,
    cells: BitGrid,
    rooms: Vec<(Rect, Role)>,
    /// The cells that are not dug.
    pub(super) walls: BitGrid,
}

impl ZoneSite<'_> {
    /// Returns whether a border cell is opened: because there is floor beyond it, or because
    /// something will be placed there.
    fn is_opened(&self, at: Pos, level: &pack::Level, blueprint: &Blueprint) -> bool {
        let claimed = level.places.iter().any(|it| it.at == Some(at));
        let edge = self.zone.opens && !self.frame.grown(-1).contains(at);
        claimed
            || edge
                && Dir::CARDINAL.iter().any(|&dir| {
                    let beyond = at + dir;
                    !self.cells.contains(beyond) && blueprint.floor.contains(beyond)
                })
    }

    pub(super) fn lay_floor(
        &self,
        at: Pos,
        terrain: Terrain,
        level: &pack::Level,
        blueprint: &mut Blueprint,
    ) {
        let floor: Id<Kind> = level.ground.floor.unwrap_or_default();
        blueprint.ground[at] = floor;
        blueprint.floor.insert(at);
        let thing = match terrain {
            Terrain::Door => self.zone.door,
            Terrain::Lava => self.zone.lava,
            Terrain::Floor | Terrain::Wall => None,
        };
        match thing {
            Some(kind) => blueprint.things.push((kind, at)),
            None => {
                blueprint.spawns.insert(at);
            }
        }
    }
}

/// Returns the cells of each connected region of a zone.
fn regions_of(zone: &Zone, picture: &Grid<char>) -> Vec<BitGrid> {
    let mut regions = Regions::new();
    regions.find(&BitGrid::from_grid(picture, |it| *it == zone.sign), Adjacency::Four);
    (0..regions.count()).map(|region| regions.cells(region)).collect()
}

/// Returns the smallest rectangle around the cells.
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
    fn zone_walls_come_from_a_table_and_its_edge_opens_to_the_floor_beyond() {
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
    fn an_outline_can_stand_for_a_whole_zone() {
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
    fn a_zone_too_small_to_dig_is_floor() {
        zoned(r#""dig": { "algorithm": "arena" }"#, "@zz").shows("@..");
    }

    #[test]
    fn corridors_join_a_zone_to_the_floor_beside_it() {
        let hall = r#""dig": { "algorithm": "arena" }, "walls": "crates", "joins": true"#;
        zoned(hall, "@zzzzz#\n#zzzzz#\n#zzzzz#\n#zzzzz.\n#zzzzz#").shows(
            "
            @..xxx#
            #x...x#
            #x...x#
            #x.....
            #xxxxx#
            ",
        );
    }

    #[test]
    fn a_zone_may_draw_a_thing_for_each_of_its_cells() {
        zoned(r#""table": "crates""#, "@.zz").shows("@.xx");
    }

    #[test]
    fn a_rim_draws_only_walls_next_to_dug_floor() {
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
    fn a_room_may_have_a_niche_in_its_wall() {
        let map = "@zzzzzz\n.zzzzzz\n.zzzzzz\n.zzzzzz\n.zzzzzz\n.zzzzzz";
        let hall = |chance: &str| {
            let zone = r#""dig": { "algorithm": "arena" }, "niche": "crate", "niches": "#;
            zoned(&format!("{zone}{chance}"), map).picture().matches('x').count()
        };
        assert_eq!((hall("0"), hall("1")), (0, 1));
    }
}
