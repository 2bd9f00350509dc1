use barrow_dice::Rng;
use barrow_grid::{BitGrid, Dir, Pos, Rect};

use super::Template;
use crate::finish::look_around;
use crate::turn::Turn;
use crate::{Mark, Plan, Role, Room};

/// The longest tunnel from a door to the floor before it.
const REACH: usize = 8;

/// Finds places for templates.
///
/// A template is set into solid rock, with its doors onto floor or a short straight tunnel to
/// it. Where there is no such place it is set into open floor, as a house with a walk around
/// it. Of all places and all eight ways to turn it, each is equally likely.
#[derive(Default)]
pub(crate) struct Fitter {
    /// For each [`Ground`] the cells that are of that kind.
    grounds: [BitGrid; 7],
    /// What each cell of the template needs, counted from its north-west corner.
    needs: Vec<(Pos, Ground)>,
    /// Where that corner may be.
    corners: BitGrid,
    spare: BitGrid,
}

/// What a cell of the plan can be used for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ground {
    /// A door that leads north, east, south or west to floor.
    Door(Dir),
    /// A wall.
    Solid,
    /// Floor, or a tunnel.
    Rock,
    /// A house, or what its door opens onto.
    Floor,
}

impl Ground {
    const fn place(self) -> usize {
        match self {
            Self::Door(dir) => dir as usize / 2,
            Self::Solid => 4,
            Self::Rock => 5,
            Self::Floor => 6,
        }
    }
}

/// Where and how a template is laid down.
#[derive(Clone, Copy)]
struct Spot {
    turn: Turn,
    corner: Pos,
}

impl Fitter {
    /// Fits a template in so many times, or as often as there is a place.
    pub(crate) fn fit_some(
        &mut self,
        rng: &mut Rng,
        plan: &mut Plan,
        (template, count): (&Template, u32),
        kept: &mut BitGrid,
    ) {
        for _ in 0..count {
            if !self.fit(rng, plan, template, kept) {
                break;
            }
        }
    }

    /// Fits a template in, if there is a place. Cells in `kept` belong to templates already.
    fn fit(
        &mut self,
        rng: &mut Rng,
        plan: &mut Plan,
        template: &Template,
        kept: &mut BitGrid,
    ) -> bool {
        self.survey(plan, kept);
        let spot = self.choose(rng, template, Ground::Rock);
        let Some(spot) = spot.or_else(|| self.choose(rng, template, Ground::Floor)) else {
            return false;
        };
        stamp(plan, template, spot, kept);
        move_centers(plan);
        plan.rooms.push(template.room(spot));
        true
    }

    /// Finds out what may be where.
    fn survey(&mut self, plan: &Plan, kept: &BitGrid) {
        let [doors @ .., solid, rock, floor] = &mut self.grounds;
        solid.copy_from(&plan.floor);
        solid.union(&plan.lava);
        solid.invert();
        rock.reset(solid.width(), solid.height());
        rock.insert_rect(rock.bounds().grown(-1));
        rock.intersect(solid);
        rock.subtract(kept);
        floor.copy_from(&plan.floor);
        floor.subtract(kept);
        for &door in &plan.doors {
            floor.remove(door);
        }
        for (door, dir) in doors.iter_mut().zip(Dir::CARDINAL) {
            self.spare.copy_from(floor);
            for _ in 0..=REACH {
                step_into(&self.spare, dir, rock, door);
                self.spare.union(door);
            }
        }
        for room in plan.rooms.iter().filter(|room| room.role != Role::Plain) {
            floor.remove(room.center);
        }
    }

    /// Chooses a place in the rock or on the floor.
    fn choose(&mut self, rng: &mut Rng, template: &Template, ground: Ground) -> Option<Spot> {
        let mut counts = [0; Turn::COUNT as usize];
        for (number, count) in (0..).zip(&mut counts) {
            self.find_corners(template, Turn::number(number), ground);
            *count = self.corners.count();
        }
        let number = rng.weighted(&counts)?;
        let turn = Turn::number(number as u32);
        self.find_corners(template, turn, ground);
        let corner = self.corners.iter().nth(rng.below(counts[number]) as usize)?;
        Some(Spot { turn, corner })
    }

    /// Finds all corners from which every cell of the template falls on a cell that may take
    /// it, 64 corners at a time.
    fn find_corners(&mut self, template: &Template, turn: Turn, ground: Ground) {
        let Self { grounds, needs, corners, .. } = self;
        let bounds = grounds[0].bounds();
        corners.reset(bounds.width, bounds.height);
        needs.clear();
        if ground == Ground::Rock {
            template.need_rock(turn, needs);
        } else if !template.drawing.cells().contains(&' ') {
            template.need_floor(turn, needs);
        } else {
            return;
        }
        let (_, height) = turn.size(template.size());
        for y in 0..=bounds.height - height {
            for (word, corners) in corners.row_mut(y).iter_mut().enumerate() {
                *corners = fitting(needs, grounds, y, word);
            }
        }
    }
}

/// For 64 corners of a row, from a word's first on: whether all needs are met from there.
fn fitting(needs: &[(Pos, Ground)], grounds: &[BitGrid; 7], y: i32, word: usize) -> u64 {
    let mut found = u64::MAX;
    for &(pos, ground) in needs {
        found &= window(&grounds[ground.place()], y, word, pos);
        if found == 0 {
            break;
        }
    }
    found
}

/// For 64 corners of a row, from a word's first on: whether the cell at `pos` from each corner
/// is in the set.
fn window(set: &BitGrid, y: i32, word: usize, pos: Pos) -> u64 {
    let y = y + pos.y;
    if !(0..set.height()).contains(&y) {
        return 0;
    }
    let (row, first) = (set.row(y), word as i32 * 64 + pos.x);
    let (index, bit) = (first.div_euclid(64), first.rem_euclid(64));
    let word = |index: i32| usize::try_from(index).ok().and_then(|it| row.get(it)).copied();
    let low = word(index).unwrap_or(0) >> bit;
    let high = if bit == 0 { 0 } else { word(index + 1).unwrap_or(0) << (64 - bit) };
    low | high
}

/// The cells of `from` from which a step leads into the set.
fn step_into(set: &BitGrid, dir: Dir, from: &BitGrid, found: &mut BitGrid) {
    look_around(set, from, found, |around, from| {
        let ahead = match dir {
            Dir::North => around.north,
            Dir::East => around.east,
            Dir::South => around.south,
            Dir::West => around.west,
            Dir::NorthEast | Dir::SouthEast | Dir::SouthWest | Dir::NorthWest => 0,
        };
        ahead & from
    });
}

fn stamp(plan: &mut Plan, template: &Template, spot: Spot, kept: &mut BitGrid) {
    for (pos, glyph) in template.cells(spot.turn) {
        let pos = spot.corner + pos;
        kept.insert(pos);
        plan.floor.set(pos, glyph != '#');
        match glyph {
            '#' | '.' => {}
            '+' => plan.doors.push(pos),
            _ => plan.marks.push(Mark { pos, glyph }),
        }
    }
    for (door, dir) in template.ways_out(spot.turn) {
        let mut pos = spot.corner + door + dir;
        while plan.floor.insert(pos) {
            pos = pos + dir;
        }
    }
}

/// Gives rooms a new middle where a wall now stands in it.
fn move_centers(plan: &mut Plan) {
    for room in &mut plan.rooms {
        if !plan.floor.contains(room.center) {
            let floor = room.rect.cells().filter(|&pos| plan.floor.contains(pos));
            let nearest = floor.min_by_key(|&pos| (pos.distance_squared(room.center), pos));
            room.center = nearest.unwrap_or(room.center);
        }
    }
}

impl Template {
    const fn size(&self) -> (i32, i32) {
        (self.drawing.width(), self.drawing.height())
    }

    /// The drawn cells, turned.
    fn cells(&self, turn: Turn) -> impl Iterator<Item = (Pos, char)> {
        let drawn = self.drawing.iter().filter(|&(_, &glyph)| glyph != ' ');
        drawn.map(move |(pos, &glyph)| (turn.place(pos, self.size()), glyph))
    }

    /// The doors that lead out, turned.
    fn ways_out(&self, turn: Turn) -> impl Iterator<Item = (Pos, Dir)> {
        self.ways_out.iter().map(move |&(door, dir)| {
            let place = |pos| turn.place(pos, self.size());
            let step = place(door + dir) - place(door);
            (place(door), Dir::from_offset(step).expect("a turned step is a step"))
        })
    }

    /// What it needs to be set into rock: its doors first, since they fit in the fewest places.
    fn need_rock(&self, turn: Turn, needs: &mut Vec<(Pos, Ground)>) {
        needs.extend(self.ways_out(turn).map(|(door, dir)| (door, Ground::Door(dir))));
        let ground = |glyph| if glyph == '#' { Ground::Solid } else { Ground::Rock };
        needs.extend(self.cells(turn).map(|(pos, glyph)| (pos, ground(glyph))));
    }

    /// What it needs to be a house: floor, and a walk around it.
    fn need_floor(&self, turn: Turn, needs: &mut Vec<(Pos, Ground)>) {
        let (width, height) = turn.size(self.size());
        let with_walk = Rect::new(0, 0, width, height).grown(1);
        needs.extend(with_walk.cells().map(|pos| (pos, Ground::Floor)));
    }

    fn room(&self, spot: Spot) -> Room {
        let place = |pos| spot.corner + spot.turn.place(pos, self.size());
        let rect = self.rect;
        let one = place(Pos::new(rect.x, rect.y));
        let other = place(Pos::new(rect.right() - 1, rect.bottom() - 1));
        let corner = Pos::new(one.x.min(other.x), one.y.min(other.y));
        let (width, height) = spot.turn.size((rect.width, rect.height));
        Room {
            rect: Rect::new(corner.x, corner.y, width, height),
            center: place(self.center),
            role: Role::Named(self.name.clone()),
        }
    }
}
