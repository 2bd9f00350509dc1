use barrow_dice::Rng;
use barrow_grid::{BitGrid, Dir, Pos, Rect};

use super::{Template, TemplateSet};
use crate::finish::look_around;
use crate::orientation::Orientation;
use crate::{Mark, Plan, Role, Room};

/// The maximum length of a tunnel from a door to the floor in front of it.
const REACH: usize = 8;

/// Finds positions for templates.
///
/// A template is set into solid rock, with its doors next to floor or at the end of a short
/// straight tunnel to it. If there is no such position, the template is set onto open floor, like a
/// house with a walk around it. All positions in all eight orientations are equally likely.
///
/// A template that must have room is otherwise carved into whatever is there, around some floor. It
/// has no walls of its own then, since they could cut off what lies behind them.
#[derive(Default)]
pub(crate) struct Fitter {
    /// The cells that are suitable for each [`Ground`].
    grounds: [BitGrid; 8],
    /// What each cell of the template needs, relative to its north-west corner.
    needs: Vec<(Pos, Ground)>,
    /// The possible positions of that corner.
    corners: BitGrid,
    spare: BitGrid,
    weights: Vec<u32>,
}

/// What a cell of the plan can be used for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ground {
    /// A door that leads to floor in this direction.
    Door(Dir),
    /// A wall.
    Solid,
    /// Floor or a tunnel.
    Rock,
    /// A house, or the floor in front of its door.
    Floor,
    /// Floor that is carved out of floor and rock.
    Open,
}

impl Ground {
    const fn index(self) -> usize {
        match self {
            Self::Door(dir) => dir as usize / 2,
            Self::Solid => 4,
            Self::Rock => 5,
            Self::Floor => 6,
            Self::Open => 7,
        }
    }
}

/// The position and orientation of a template.
#[derive(Clone, Copy)]
struct Spot {
    orientation: Orientation,
    corner: Pos,
}

impl Fitter {
    /// Fits in templates of a set. Cells in `kept` already belong to templates.
    pub(crate) fn fit_set(
        &mut self,
        rng: &mut Rng,
        plan: &mut Plan,
        set: &TemplateSet,
        kept: &mut BitGrid,
    ) {
        let mut weights = std::mem::take(&mut self.weights);
        let make_room = set.make_room;
        set.fit(rng, &mut weights, |rng, template| {
            self.fit(rng, plan, template, kept)
                || make_room && self.carve(rng, plan, template, kept)
        });
        self.weights = weights;
    }

    /// Fits in a template and returns `true` if there was space. Cells in `kept` already belong to
    /// templates.
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

    /// Makes room for a template where there is none. Comes after [`Fitter::fit`], which has
    /// surveyed the plan.
    fn carve(
        &mut self,
        rng: &mut Rng,
        plan: &mut Plan,
        template: &Template,
        kept: &mut BitGrid,
    ) -> bool {
        let Some(spot) = self.choose(rng, template, Ground::Open) else { return false };
        for (pos, glyph) in template.places(spot.orientation) {
            let pos = spot.corner + pos;
            kept.insert(pos);
            plan.floor.insert(pos);
            plan.lava.remove(pos);
            if glyph != '.' {
                plan.marks.push(Mark { pos, glyph });
            }
        }
        plan.rooms.push(template.room(spot));
        true
    }

    /// Finds the cells that are suitable for each use.
    fn survey(&mut self, plan: &Plan, kept: &BitGrid) {
        let [doors @ .., solid, rock, floor, open] = &mut self.grounds;
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
        open.reset(solid.width(), solid.height());
        open.insert_rect(open.bounds().grown(-1));
        self.spare.copy_from(&plan.floor);
        self.spare.union(kept);
        self.spare.subtract(floor);
        open.subtract(&self.spare);
    }

    /// Chooses a position in the rock or on the floor.
    fn choose(&mut self, rng: &mut Rng, template: &Template, ground: Ground) -> Option<Spot> {
        let mut counts = [0; Orientation::COUNT as usize];
        for (index, count) in (0..).zip(&mut counts) {
            self.find_corners(template, Orientation::from_index(index), ground);
            *count = self.corners.count();
        }
        let index = rng.weighted(&counts)?;
        let orientation = Orientation::from_index(index as u32);
        self.find_corners(template, orientation, ground);
        let corner = self.corners.iter().nth(rng.below(counts[index]) as usize)?;
        Some(Spot { orientation, corner })
    }

    /// Finds all positions at which every cell of the template is on suitable ground, 64 of them at
    /// a time.
    fn find_corners(&mut self, template: &Template, orientation: Orientation, ground: Ground) {
        let Self { grounds, needs, corners, .. } = self;
        let bounds = grounds[0].bounds();
        corners.reset(bounds.width, bounds.height);
        needs.clear();
        if ground == Ground::Rock {
            template.need_rock(orientation, needs);
        } else if ground == Ground::Open {
            template.need_open(orientation, needs);
        } else if !template.drawing.cells().contains(&' ') {
            template.need_floor(orientation, needs);
        } else {
            return;
        }
        let (_, height) = orientation.size(template.size());
        for y in 0..=bounds.height - height {
            for (word, corners) in corners.row_mut(y).iter_mut().enumerate() {
                *corners = fitting(needs, grounds, y, word);
            }
        }
    }
}

/// Returns which of 64 corners in a row, starting at a word, meet all needs.
fn fitting(needs: &[(Pos, Ground)], grounds: &[BitGrid; 8], y: i32, word: usize) -> u64 {
    let mut found = u64::MAX;
    for &(pos, ground) in needs {
        found &= window(&grounds[ground.index()], y, word, pos);
        if found == 0 {
            break;
        }
    }
    found
}

/// Returns for which of 64 corners in a row, starting at a word, the cell at offset `pos` is in the
/// set.
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

/// Finds the cells of `from` from which a step in direction `dir` leads into the set.
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
    for (pos, glyph) in template.cells(spot.orientation) {
        let pos = spot.corner + pos;
        kept.insert(pos);
        plan.floor.set(pos, glyph != '#');
        match glyph {
            '#' | '.' => {}
            '+' => plan.doors.push(pos),
            _ => plan.marks.push(Mark { pos, glyph }),
        }
    }
    for (door, dir) in template.outer_doors(spot.orientation) {
        let mut pos = spot.corner + door + dir;
        while plan.floor.insert(pos) {
            pos = pos + dir;
        }
    }
}

/// Moves the center of each room whose center is now a wall.
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

    /// Returns the drawn cells in the given orientation.
    fn cells(&self, orientation: Orientation) -> impl Iterator<Item = (Pos, char)> {
        let drawn = self.drawing.iter().filter(|&(_, &glyph)| glyph != ' ');
        drawn.map(move |(pos, &glyph)| (orientation.apply(pos, self.size()), glyph))
    }

    /// Returns the doors that lead out in the given orientation.
    fn outer_doors(&self, orientation: Orientation) -> impl Iterator<Item = (Pos, Dir)> {
        self.outer_doors.iter().map(move |&(door, dir)| {
            let turned = |pos| orientation.apply(pos, self.size());
            let step = turned(door + dir) - turned(door);
            (turned(door), Dir::from_offset(step).expect("a rotated step is still a step"))
        })
    }

    /// Lists what the template needs to be set into rock. Doors come first, since they rule out the
    /// most positions.
    fn need_rock(&self, orientation: Orientation, needs: &mut Vec<(Pos, Ground)>) {
        needs.extend(self.outer_doors(orientation).map(|(door, dir)| (door, Ground::Door(dir))));
        let ground = |glyph| if glyph == '#' { Ground::Solid } else { Ground::Rock };
        needs.extend(self.cells(orientation).map(|(pos, glyph)| (pos, ground(glyph))));
    }

    /// Lists what the template needs to stand on floor, including the walk around it.
    fn need_floor(&self, orientation: Orientation, needs: &mut Vec<(Pos, Ground)>) {
        let (width, height) = orientation.size(self.size());
        let with_walk = Rect::new(0, 0, width, height).grown(1);
        needs.extend(with_walk.cells().map(|pos| (pos, Ground::Floor)));
    }

    /// Lists what the template needs to be carved: its middle is floor already, so that it can be
    /// reached.
    fn need_open(&self, orientation: Orientation, needs: &mut Vec<(Pos, Ground)>) {
        needs.push((orientation.apply(self.center, self.size()), Ground::Floor));
        needs.extend(self.places(orientation).map(|(pos, _)| (pos, Ground::Open)));
    }

    /// Returns the drawn cells where one can be: no walls, no doors.
    fn places(&self, orientation: Orientation) -> impl Iterator<Item = (Pos, char)> {
        self.cells(orientation).filter(|&(_, glyph)| !matches!(glyph, '#' | '+'))
    }

    fn room(&self, spot: Spot) -> Room {
        let turned = |pos| spot.corner + spot.orientation.apply(pos, self.size());
        let rect = self.rect;
        let one = turned(Pos::new(rect.x, rect.y));
        let other = turned(Pos::new(rect.right() - 1, rect.bottom() - 1));
        let corner = Pos::new(one.x.min(other.x), one.y.min(other.y));
        let (width, height) = spot.orientation.size((rect.width, rect.height));
        Room {
            rect: Rect::new(corner.x, corner.y, width, height),
            center: turned(self.center),
            role: Role::Named(self.name.clone()),
            slot: None,
        }
    }
}
