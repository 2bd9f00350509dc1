//! Where a movement in a straight line leads. The rule and the aim preview ask here, one with the
//! level as it is, the other with what the player knows of it.

use barrow_grid::{Pos, line};
use barrow_pack::Manner;

/// A movement in a straight line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Course {
    /// The cells on the way, without the first. The last one is where it ends.
    pub(crate) path: Vec<Pos>,
    /// The cell of what ended it before its goal.
    pub(crate) blocked: Option<Pos>,
}

/// What a cell is to someone who comes along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passage {
    /// One can stand there.
    Free,
    /// An actor stands there.
    Taken,
    /// Nobody can pass.
    Shut,
}

/// How far around its goal someone who blinks finds a free cell.
const MAX_MISS: i32 = 3;

impl Course {
    /// Returns the course of a movement from one cell towards another, at most `cells` cells long.
    pub(crate) fn new(
        how: Manner,
        from: Pos,
        goal: Pos,
        cells: u32,
        passage: impl Fn(Pos) -> Passage,
    ) -> Self {
        let way = line(from, goal).skip(1).take(cells as usize);
        match how {
            Manner::Blink | Manner::Swap => Self::blink(from, way.last(), how, passage),
            Manner::Leap => Self::leap(way, passage),
            Manner::Walk | Manner::Dash | Manner::Charge | Manner::Push | Manner::Pull => {
                Self::dash(way, passage)
            }
        }
    }

    fn dash(way: impl Iterator<Item = Pos>, passage: impl Fn(Pos) -> Passage) -> Self {
        let mut path = Vec::new();
        for at in way {
            if passage(at) != Passage::Free {
                return Self { path, blocked: Some(at) };
            }
            path.push(at);
        }
        Self { path, blocked: None }
    }

    /// Leaps over actors, up to the last free cell.
    fn leap(way: impl Iterator<Item = Pos>, passage: impl Fn(Pos) -> Passage) -> Self {
        let (mut path, mut blocked) = (Vec::new(), None);
        for at in way {
            if passage(at) == Passage::Shut {
                blocked = Some(at);
                break;
            }
            path.push(at);
        }
        while path.last().is_some_and(|&at| passage(at) != Passage::Free) {
            blocked = path.pop();
        }
        Self { path, blocked }
    }

    /// Goes to the goal, or to the free cell nearest to it; among equals, to the one nearest to
    /// where it began.
    fn blink(from: Pos, goal: Option<Pos>, how: Manner, passage: impl Fn(Pos) -> Passage) -> Self {
        let Some(goal) = goal else { return Self { path: Vec::new(), blocked: None } };
        if how == Manner::Swap || passage(goal) == Passage::Free {
            return Self { path: vec![goal], blocked: None };
        }
        let near = -MAX_MISS..=MAX_MISS;
        let around = near.clone().flat_map(|y| near.clone().map(move |x| goal + Pos::new(x, y)));
        let free = around.filter(|&at| at == from || passage(at) == Passage::Free);
        let end = free.min_by_key(|&at| (at.distance_squared(goal), at.distance_squared(from), at));
        Self { path: end.filter(|&end| end != from).into_iter().collect(), blocked: Some(goal) }
    }
}

#[cfg(test)]
mod tests {
    use barrow_grid::Grid;

    use super::*;

    /// Goes from `@` towards `x`: `#` is shut, `r` is taken. Returns the columns of the way and of
    /// what ended it.
    fn course(how: Manner, map: &str, cells: u32) -> (Vec<i32>, Option<i32>) {
        let map = Grid::from_picture(map);
        let (from, goal) = (map.find('@').unwrap(), map.find('x').unwrap());
        let course = Course::new(how, from, goal, cells, |at| match map.get(at) {
            None | Some('#') => Passage::Shut,
            Some('r' | '@') => Passage::Taken,
            Some(_) => Passage::Free,
        });
        (course.path.iter().map(|at| at.x).collect(), course.blocked.map(|at| at.x))
    }

    #[test]
    fn a_dash_ends_before_what_is_in_the_way() {
        assert_eq!(course(Manner::Dash, "@...x.", 9), (vec![1, 2, 3, 4], None));
        assert_eq!(course(Manner::Dash, "@...x.", 2), (vec![1, 2], None));
        assert_eq!(course(Manner::Dash, "@..rx.", 9), (vec![1, 2], Some(3)));
        assert_eq!(course(Manner::Dash, "@#..x.", 9), (vec![], Some(1)));
    }

    #[test]
    fn a_leap_passes_over_actors_and_needs_room_to_land() {
        assert_eq!(course(Manner::Leap, "@.r.x.", 9), (vec![1, 2, 3, 4], None));
        assert_eq!(course(Manner::Leap, "@.r.x.", 2), (vec![1], Some(2)));
        assert_eq!(course(Manner::Leap, "@.r#x.", 9), (vec![1], Some(2)));
    }

    #[test]
    fn a_blink_ends_at_its_goal_or_next_to_it() {
        assert_eq!(course(Manner::Blink, "@#r.x.", 9), (vec![4], None));
        assert_eq!(course(Manner::Blink, "@#.rx.", 3), (vec![2], Some(3)));
    }
}
