use barrow_grid::{Adjacency, BitGrid, DistanceMap, Pos, Regions};
use barrow_mapgen::Terrain;
use barrow_pack as pack;

use super::blueprint::Blueprint;
use super::zone::ZoneSite;
use crate::ctx::Ctx;

impl Ctx<'_> {
    /// Digs corridors through undug cells until all floor next to a zone is connected. Each recipe
    /// connects its own rooms, but does not know what lies beside its zone.
    pub(super) fn join_sites(
        &self,
        level: &pack::Level,
        sites: &mut [ZoneSite<'_>],
        blueprint: &mut Blueprint,
    ) {
        if !sites.iter().any(|it| it.zone.joins) {
            return;
        }
        let mut open = self.open_floor(sites, blueprint);
        while let Some(way) = shortest_path(&open, sites, blueprint.arrival) {
            for at in way {
                open.insert(at);
                if let Some(site) = sites.iter_mut().find(|it| it.walls.contains(at)) {
                    site.walls.remove(at);
                    site.lay_floor(at, Terrain::Floor, level, blueprint);
                }
            }
        }
    }

    /// Returns the floor that can be walked without harm.
    fn open_floor(&self, sites: &[ZoneSite<'_>], blueprint: &Blueprint) -> BitGrid {
        let mut open = blueprint.floor.clone();
        let closes = |kind| {
            let deadly = sites.iter().any(|it| it.zone.lava == Some(kind));
            let what = self.pack.kinds.get(kind);
            let solid = what.flags.contains(&self.pack.core.solid) || what.crossing.bars_walkers();
            deadly || what.door.is_none() && solid
        };
        for &(kind, at) in &blueprint.things {
            if closes(kind) {
                open.remove(at);
            }
        }
        open
    }
}

/// Returns the cells of the shortest path from the arrival cell to floor that cannot be reached
/// yet.
fn shortest_path(open: &BitGrid, sites: &[ZoneSite<'_>], arrival: Option<Pos>) -> Option<Vec<Pos>> {
    let mut regions = Regions::new();
    regions.find(open, Adjacency::Four);
    let cells = (0..regions.count()).map(|region| regions.cells(region));
    // The first region wins among regions of equal size, and if there is no arrival cell.
    let reached =
        cells.rev().max_by_key(|it| (arrival.is_some_and(|at| it.contains(at)), it.count()))?;
    let mut through = open.clone();
    sites.iter().filter(|it| it.zone.joins).for_each(|it| through.union(&it.walls));
    let mut map = DistanceMap::new();
    map.measure(&through, Adjacency::Four, &reached.iter().collect::<Vec<_>>());
    let unreached = open.iter().filter(|&at| !reached.contains(at));
    let (_, mut at) = unreached.filter_map(|at| Some((map.get(at)?, at))).min()?;
    let mut way = Vec::new();
    while let Some(dir) = map.downhill(at) {
        way.push(at);
        at = at + dir;
    }
    Some(way)
}
