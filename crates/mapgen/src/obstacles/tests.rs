use std::collections::BTreeSet;

use barrow_dice::Rng;
use barrow_grid::{Grid, flood};

use super::*;
use crate::{Builder, Recipe};

/// A level as drawn: `#` rock, `O` a solid, `@` the start; a small letter is a key, and its
/// capital a door that it opens. `A` and `B` keep their keys, `X` and `Y` use them up.
struct Drawn {
    floor: BitGrid,
    start: Pos,
    blocked: Vec<Pos>,
    doors: Vec<LockedDoor>,
    keys: Vec<Key>,
}

fn lock(glyph: char) -> u32 {
    u32::from(glyph.to_ascii_lowercase())
}

impl Drawn {
    fn new(picture: &str) -> Self {
        Self::from_grid(&Grid::from_picture(picture))
    }

    fn from_grid(picture: &Grid<char>) -> Self {
        let mut drawn = Self {
            floor: BitGrid::from_grid(picture, |&glyph| glyph != '#'),
            start: picture.find('@').expect("a start is drawn"),
            blocked: Vec::new(),
            doors: Vec::new(),
            keys: Vec::new(),
        };
        for (pos, &glyph) in picture.iter() {
            let consumes = matches!(glyph, 'X' | 'Y');
            match glyph {
                'O' => drawn.blocked.push(pos),
                'a' | 'b' | 'x' | 'y' => drawn.keys.push(Key { pos, lock: lock(glyph) }),
                'A' | 'B' | 'X' | 'Y' => {
                    drawn.doors.push(LockedDoor { pos, lock: lock(glyph), consumes });
                }
                _ => {}
            }
        }
        drawn
    }

    fn obstacles(&self) -> Obstacles<'_> {
        Obstacles {
            floor: &self.floor,
            adjacency: Adjacency::Four,
            start: self.start,
            blocked: &self.blocked,
            doors: &self.doors,
            keys: &self.keys,
        }
    }
}

/// Draws the flaws: `!` for a solid that cuts, `?` for a key out of reach, `%` for a door that
/// stays shut.
#[track_caller]
fn check(level: &str, expected: &str) {
    let drawn = Drawn::new(level);
    let flaws = drawn.obstacles().flaws();
    let mut picture = Grid::from_picture(level);
    flaws.cuts.iter().for_each(|&it| picture[drawn.blocked[it]] = '!');
    flaws.keys.iter().for_each(|&it| picture[drawn.keys[it].pos] = '?');
    flaws.doors.iter().for_each(|&it| picture[drawn.doors[it].pos] = '%');
    assert_eq!(picture.to_string(), Grid::from_picture(expected).to_string());
}

#[track_caller]
fn check_sound(level: &str) {
    check(level, level);
}

#[test]
fn solids_may_stand_anywhere_but_in_the_way() {
    check_sound("@..O..\n.O....\n...O..");
    check_sound("@...\n.O##\n...O");
    check("@..O..\n...O..\n...O..", "@..O..\n...O..\n...!..");
    check("@.O.O.", "@.!.!.");
}

#[test]
fn a_dead_end_may_be_filled_up_in_any_order() {
    check_sound("@..OO\n...##");
    check_sound("@..OOO\n...###");
    check("@..OO.\n...###", "@..!!.\n...###");
}

#[test]
fn a_key_must_not_lie_behind_its_own_lock() {
    check_sound("@.a.A....");
    check("@...A.a..", "@...%.?..");
    check("@.b.A...B.a", "@.b.%...B.?");
    check_sound("@.b.A...a\n#B#######\n...a.....");
}

#[test]
fn locks_in_a_circle_never_open() {
    check(
        "
        b.A..@..B.a
        ",
        "
        ?.%..@..%.?
        ",
    );
    check_sound(
        "
        b.A..@..B.a
        #####.#####
        #####a#####
        ",
    );
}

#[test]
fn a_door_without_a_key_is_reported() {
    check("@..A..", "@..%..");
}

#[test]
fn a_key_inside_a_solid_is_taken_from_beside_it() {
    let mut drawn = Drawn::new("@....A..\n...#####");
    let at = Pos::new(1, 1);
    drawn.keys.push(Key { pos: at, lock: lock('a') });
    drawn.blocked.push(at);
    assert!(drawn.obstacles().flaws().is_empty());
    drawn.keys[0].pos = Pos::new(4, 1);
    assert_eq!(drawn.obstacles().flaws().keys, [0], "no solid there, only rock");
}

#[test]
fn keys_that_are_used_up_must_suffice_in_any_order() {
    check_sound("@x.x.X..X..");
    check("@x...X.x.X.", "@x...%.?.%.");
    check("@x...X..X..", "@x...%..%..");
    check_sound("@a...A..A..");
}

/// Returns a random small level with doors and keys.
fn random_level(rng: &mut Rng, glyphs: &[char]) -> Grid<char> {
    let mut picture = Grid::from_fn(7, 6, |_| if rng.below(100) < 35 { '#' } else { '.' });
    for &glyph in glyphs {
        let pos = Pos::new(rng.below(7) as i32, rng.below(6) as i32);
        picture[pos] = glyph;
    }
    picture[Pos::new(rng.below(7) as i32, rng.below(6) as i32)] = '@';
    picture
}

/// Returns every set of opened doors that some order of opening leads to, with the cells reached
/// then.
fn plays(drawn: &Drawn) -> Vec<(u32, BitGrid)> {
    let reached = |opened: u32| {
        let mut open = drawn.floor.clone();
        drawn.blocked.iter().for_each(|&pos| _ = open.remove(pos));
        for (index, door) in drawn.doors.iter().enumerate() {
            if opened >> index & 1 == 0 {
                open.remove(door.pos);
            }
        }
        flood(&open, Adjacency::Four, drawn.start)
    };
    let mut seen = BTreeSet::from([0_u32]);
    let mut waiting = vec![0_u32];
    while let Some(opened) = waiting.pop() {
        let cells = reached(opened);
        for (index, door) in drawn.doors.iter().enumerate() {
            let beside = Adjacency::Four.dirs().iter().any(|&dir| cells.contains(door.pos + dir));
            let same = |other: &&LockedDoor| other.lock == door.lock && other.consumes;
            let opened_doors = drawn.doors.iter().enumerate();
            let used = opened_doors.filter(|(it, _)| opened >> it & 1 == 1);
            let used = used.map(|(_, it)| it).filter(same).count();
            let keys = drawn.keys.iter().filter(|key| key.lock == door.lock);
            let held = keys.filter(|key| cells.contains(key.pos)).count();
            let next = opened | 1 << index;
            if beside && held > used && seen.insert(next) {
                waiting.push(next);
            }
        }
    }
    seen.into_iter().map(|opened| (opened, reached(opened))).collect()
}

#[test]
fn reachable_keys_agree_with_playing_every_order() {
    let mut rng = Rng::new(7);
    let mut flawed = 0;
    for _ in 0..3_000 {
        let picture = random_level(&mut rng, &['O', 'O', 'a', 'b', 'A', 'B', 'A', 'B']);
        let drawn = Drawn::from_grid(&picture);
        // Keys that are kept open the same doors in the end, whatever the order.
        let plays = plays(&drawn);
        let (_, last) = plays.iter().max_by_key(|(_, cells)| cells.count()).expect("one play");
        let missed = |key: &Key| !last.contains(key.pos);
        let expected: Vec<usize> =
            (0..drawn.keys.len()).filter(|&key| missed(&drawn.keys[key])).collect();
        let flaws = drawn.obstacles().flaws();
        assert_eq!(flaws.keys, expected, "\n{picture}");
        flawed += u32::from(!flaws.keys.is_empty());
        let without_a: Vec<Pos> = drawn.obstacles().reachable_without(lock('a')).iter().collect();
        let spared = |opened: &u32| {
            let doors = drawn.doors.iter().enumerate();
            let mut opened_doors = doors.filter(|(index, _)| opened >> index & 1 == 1);
            opened_doors.all(|(_, door)| door.lock != lock('a'))
        };
        let plays = plays.iter().filter(|(opened, _)| spared(opened));
        let most = plays.max_by_key(|(_, cells)| cells.count()).expect("nothing opened is one");
        assert_eq!(without_a, most.1.iter().collect::<Vec<_>>(), "\n{picture}");
    }
    assert!((500..2_900).contains(&flawed), "{flawed}");
}

#[test]
fn without_flaws_no_order_of_spending_keys_locks_a_player_out() {
    let mut rng = Rng::new(8);
    let mut sound = 0;
    for _ in 0..20_000 {
        let picture = random_level(&mut rng, &['x', 'x', 'y', 'X', 'X', 'Y']);
        let drawn = Drawn::from_grid(&picture);
        if !drawn.obstacles().flaws().is_empty() {
            continue;
        }
        sound += 1;
        let plays = plays(&drawn);
        let all = plays.iter().map(|(opened, _)| opened).fold(0, |all, opened| all | opened);
        for (opened, _) in &plays {
            let goes_on = plays.iter().any(|(next, _)| next != opened && next & opened == *opened);
            assert!(goes_on || *opened == all, "\n{picture}");
        }
        for key in &drawn.keys {
            assert!(plays.iter().any(|(_, cells)| cells.contains(key.pos)), "\n{picture}");
        }
    }
    assert!(sound > 200, "{sound}");
}

#[test]
fn reopening_the_cuts_joins_what_was_joined() {
    let mut rng = Rng::new(9);
    let mut cut = 0;
    for _ in 0..2_000 {
        let picture = random_level(&mut rng, &['O'; 8]);
        let drawn = Drawn::from_grid(&picture);
        let cuts = drawn.obstacles().flaws().cuts;
        let left: Vec<Pos> = (0..drawn.blocked.len())
            .filter(|index| !cuts.contains(index))
            .map(|index| drawn.blocked[index])
            .collect();
        let mut test = CutTest::default();
        assert!(!test.cuts(&drawn.floor, Adjacency::Four, &left), "\n{picture}");
        assert_eq!(cuts.is_empty(), !test.cuts(&drawn.floor, Adjacency::Four, &drawn.blocked));
        cut += u32::from(!cuts.is_empty());
    }
    assert!((300..1_900).contains(&cut), "{cut}");
}

/// Furnishes plans as a level builder would: solids only where they cut nothing, doors locked
/// at random, keys only where they can be reached.
#[test]
fn a_builder_that_asks_first_never_cuts_a_level() {
    let mut builder = Builder::default();
    let (mut plan, mut test) = (Plan::default(), CutTest::default());
    for (name, seed) in
        ["rooms", "bsp", "cellular", "icey-maze", "layout"].iter().zip(0..).cycle().take(500)
    {
        let mut recipe = Recipe::named(name).expect("the name of an algorithm");
        (recipe.width, recipe.height) = (40, 30);
        let mut rng = Rng::new(seed);
        builder.build(&recipe, &mut rng, &mut plan).expect("a default recipe");
        let (mut open, mut blocked) = (plan.floor.clone(), Vec::new());
        for _ in 0..60 {
            let pos = Pos::new(rng.below(40) as i32, rng.below(30) as i32);
            if plan.spawns.contains(pos) && !test.cuts(&open, Adjacency::Four, &[pos]) {
                open.remove(pos);
                blocked.push(pos);
            }
        }
        let doors = plan.floor.iter().filter(|&pos| pos != plan.start && open.contains(pos));
        let doors: Vec<LockedDoor> = doors
            .filter(|_| rng.below(40) == 0)
            .enumerate()
            .map(|(index, pos)| LockedDoor {
                pos,
                lock: index as u32 % 5,
                consumes: index % 2 == 0,
            })
            .collect();
        let mut keys: Vec<Key> = Vec::new();
        for lock in 0..5 {
            let placed = Obstacles {
                blocked: &blocked,
                doors: &doors,
                keys: &keys,
                ..Obstacles::none(&plan)
            };
            let cells: Vec<Pos> = placed.reachable_without(lock).iter().collect();
            let wanted = doors.iter().filter(|door| door.lock == lock).count();
            for _ in 0..wanted {
                let pos = *rng.pick(&cells).expect("the start can be reached");
                keys.push(Key { pos, lock });
            }
        }
        let placed =
            Obstacles { blocked: &blocked, doors: &doors, keys: &keys, ..Obstacles::none(&plan) };
        assert_eq!(placed.flaws(), Flaws::default(), "{name}, seed {seed}:\n{}", plan.picture());
    }
}
