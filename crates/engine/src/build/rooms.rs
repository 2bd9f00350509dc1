//! The rooms of a level: their types, what they are furnished with, and what is placed in them.
//! Each room has a random stream of its own, so that no room shifts another.

use barrow_dice::{Rng, Stream};
use barrow_grid::{Grid, Pos, Rect};
use barrow_mapgen::{Obstacles, Role};
use barrow_pack::{self as pack, Id, Placement, RoomTemplate};

use super::blueprint::Blueprint;
use super::content::cells_of;
use crate::ctx::Ctx;
use crate::state::rooms::Room;

const ROOM: Stream = Stream::named("room");
const FURNITURE: Stream = Stream::named("furniture");

/// A room of a blueprint.
pub(super) struct PlannedRoom {
    pub(super) rect: Rect,
    pub(super) role: Role,
    /// The indices of the rooms that corridors join to it.
    pub(super) beside: Vec<u16>,
}

impl PlannedRoom {
    /// Returns the type of the room, if the pack declares it.
    fn kind(&self, pack: &pack::Pack) -> Option<Id<pack::Room>> {
        match &self.role {
            Role::Plain => None,
            Role::Start | Role::Exit | Role::Named(_) => pack.rooms.find(&self.role.to_string()),
        }
    }
}

impl Ctx<'_> {
    /// Returns the state of rooms in which nothing has happened yet.
    pub(super) fn fresh_rooms(&self, blueprint: &Blueprint) -> Vec<Room> {
        if !self.facts.rooms {
            return Vec::new();
        }
        let fresh = |it: &PlannedRoom| Room {
            rect: it.rect,
            kind: it.kind(self.pack),
            beside: it.beside.clone(),
            ..Room::default()
        };
        blueprint.rooms.iter().map(fresh).collect()
    }

    /// Returns the random numbers of a room for a purpose.
    fn room_rng(&self, purpose: Stream, blueprint: &Blueprint, index: usize) -> Rng {
        let mut indices = blueprint.indices.clone();
        indices.push(u32::try_from(index).unwrap_or(u32::MAX));
        self.world.seed.stream(purpose, &indices)
    }

    /// Furnishes every room whose type has templates.
    pub(super) fn furnish(&self, level: &pack::Level, blueprint: &mut Blueprint) {
        for index in 0..blueprint.rooms.len() {
            let Some(kind) = blueprint.rooms[index].kind(self.pack) else { continue };
            let templates = &self.pack.rooms.get(kind).templates;
            let rect = blueprint.rooms[index].rect;
            let mut rng = self.room_rng(FURNITURE, blueprint, index);
            let fits = |id: &&Id<RoomTemplate>| {
                let picture = self.picture_of(**id);
                picture.width() <= rect.width && picture.height() <= rect.height
            };
            let fitting: Vec<Id<RoomTemplate>> = templates.iter().filter(fits).copied().collect();
            let Some(&template) = rng.pick(&fitting) else { continue };
            self.stamp(level, template, rect, &mut rng, blueprint);
        }
    }

    fn picture_of(&self, template: Id<RoomTemplate>) -> Grid<char> {
        let rows = &self.pack.templates.get(template).drawing;
        let rows: Vec<&str> = rows.iter().map(AsRef::as_ref).collect();
        Grid::from_picture(&rows.join("\n"))
    }

    /// Draws a template onto the floor of a room, turned and moved at random.
    fn stamp(
        &self,
        level: &pack::Level,
        template: Id<RoomTemplate>,
        rect: Rect,
        rng: &mut Rng,
        blueprint: &mut Blueprint,
    ) {
        let picture = turned(&self.picture_of(template), rect, rng.below(8));
        let x = rect.x + rng.between(0..=rect.width - picture.width());
        let y = rect.y + rng.between(0..=rect.height - picture.height());
        let mut walls = Vec::new();
        for (from, &glyph) in picture.iter() {
            let at = Pos::new(x + from.x, y + from.y);
            let taken = at == blueprint.start || at == blueprint.exit;
            if taken || !blueprint.floor.contains(at) {
                continue;
            }
            match glyph {
                '.' | ' ' => {}
                '#' => walls.push(at),
                mark => {
                    let kinds = self.pack.templates.get(template).legend.find(mark);
                    let kinds = kinds.or_else(|| level.stands_for(mark)).unwrap_or_default();
                    self.add_kinds(blueprint, at, kinds);
                    blueprint.spawns.remove(at);
                }
            }
        }
        self.wall_up(level, &walls, blueprint);
    }

    /// Turns floor into wall, except where that would cut the level apart.
    fn wall_up(&self, level: &pack::Level, walls: &[Pos], blueprint: &mut Blueprint) {
        let cuts = Obstacles {
            floor: &blueprint.floor,
            adjacency: self.adjacency(),
            start: blueprint.start,
            blocked: walls,
            doors: &[],
            keys: &[],
        }
        .cuts();
        for (index, &at) in walls.iter().enumerate() {
            if !cuts.contains(&index) {
                blueprint.ground[at] = level.ground.wall.unwrap_or_default();
                blueprint.floor.remove(at);
                blueprint.spawns.remove(at);
            }
        }
    }

    /// Places what the types of rooms have, and what the level has for rooms of a type.
    pub(super) fn fill_rooms(&mut self, level: &pack::Level, blueprint: &Blueprint) {
        for index in 0..blueprint.rooms.len() {
            let room = &blueprint.rooms[index];
            let Some(kind) = room.kind(self.pack) else { continue };
            let of_level = level.places.iter().filter(|it| it.rooms == Some(kind));
            let places: Vec<&Placement> =
                self.pack.rooms.get(kind).places.iter().chain(of_level).collect();
            if places.is_empty() {
                continue;
            }
            let rng = self.room_rng(ROOM, blueprint, index);
            let playing = std::mem::replace(&mut self.world.rng, rng);
            for placement in places {
                self.place_in_room(placement, room.rect, blueprint);
            }
            self.world.rng = playing;
        }
    }

    fn place_in_room(&mut self, placement: &Placement, rect: Rect, blueprint: &Blueprint) {
        let scene = self.with_player(crate::ctx::scene::Scene::default());
        if !self.holds(placement.when.as_ref(), &scene) {
            return;
        }
        let mut spawns = blueprint.spawns.clone();
        if placement.unseen {
            self.remove_seen(blueprint.start, &mut spawns);
        }
        let mut cells = cells_of(rect, &spawns);
        if cells.is_empty() && !placement.unseen {
            // The room lies where nothing spawns by itself, near the arrival.
            cells = cells_of(rect, &blueprint.floor);
            cells.retain(|&at| at != blueprint.start);
        }
        self.scatter(placement, &cells);
    }
}

/// Returns a drawing in one of eight orientations, of those that fit into a room.
fn turned(picture: &Grid<char>, room: Rect, orientation: u32) -> Grid<char> {
    let (width, height) = (picture.width(), picture.height());
    let swapped = orientation & 4 != 0 && height <= room.width && width <= room.height;
    let (columns, rows) = if swapped { (height, width) } else { (width, height) };
    Grid::from_fn(columns, rows, |at| {
        let at = if swapped { Pos::new(at.y, at.x) } else { at };
        let x = if orientation & 1 != 0 { width - 1 - at.x } else { at.x };
        let y = if orientation & 2 != 0 { height - 1 - at.y } else { at.y };
        picture[Pos::new(x, y)]
    })
}
