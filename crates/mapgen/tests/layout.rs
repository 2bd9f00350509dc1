//! Layouts: room graphs as rooms and corridors.

#![allow(clippy::unwrap_used, reason = "a helper of tests may panic like a test")]
// A graph has at most 64 slots.
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use std::sync::Arc;

use barrow_dice::{Chance, Rng};
use barrow_grid::{Adjacency, Grid, flood};
use barrow_mapgen::{
    Algorithm, Builder, Layout, Passage, Plan, Recipe, Role, RoomGraph, RoomType, Shape, Slot, Spot,
};

fn recipe(layout: Layout, width: u32, height: u32) -> Recipe {
    let usual = Recipe::named("layout").unwrap();
    Recipe { width, height, algorithm: Algorithm::Layout(layout), ..usual }
}

fn build(recipe: &Recipe, seed: u32) -> Plan {
    let mut plan = Plan::default();
    Builder::default().build(recipe, &mut Rng::new(seed), &mut plan).unwrap();
    plan
}

fn shape(name: &str, drawing: &str) -> Shape {
    Shape::new(name, RoomGraph::parse(drawing, Chance::percent(50)).unwrap())
}

fn types(types: &[(&str, u32)]) -> Vec<RoomType> {
    types.iter().map(|&(name, count)| RoomType::exactly(name, count)).collect()
}

/// Draws a plan with the first letter of each room's role at its center.
#[track_caller]
fn check(shape: &str, seed: u32, expected: &str) {
    let mut recipe = recipe(Layout::default(), 44, 23);
    recipe.set("shape", shape).unwrap();
    recipe.set("max_side", "7").unwrap();
    let plan = build(&recipe, seed);
    let mut picture = plan.picture();
    for room in plan.rooms.iter().filter(|room| matches!(room.role, Role::Named(_))) {
        picture[room.center] = room.role.to_string().chars().next().unwrap();
    }
    assert_eq!(picture.to_string(), Grid::from_picture(expected).to_string());
}

#[test]
fn a_branch_leads_from_the_start_to_all_sides() {
    check(
        "branch",
        1,
        "
        ############################################
        #######################.......##############
        #######################.......##############
        #######################...>...##############
        #######################.......##############
        #########################+##################
        #########################.##################
        #########################.##################
        #########################+##################
        #############.....######.....#####....######
        ##.......####.....######.....+...+....######
        ##.......####..e..######..@..#####..c.######
        ##...t...+..+.....+....+.....#####....######
        ##.......####.....#########+################
        ###########################.################
        ###########################.################
        ###########################+################
        ###########################....#############
        ###########################....#############
        ###########################..c.#############
        ###########################....#############
        ###########################....#############
        ############################################
        ",
    );
    check(
        "branch",
        30,
        "
        ############################################
        ############.......#########################
        ############.......#########################
        ############...c...#########################
        ############.......#########################
        #############+##############################
        #############.##############################
        #############.##############################
        #############+##############################
        #.......#####.......####.......####.....####
        #.......+...+.......+..+.......####.....####
        #...e...#####...@...####...c...####..t..####
        #.......#####.......####.......+..+.....####
        #.......#####.......###############.....####
        ###############+############################
        ###############.############################
        ###############.############################
        ###############+############################
        ############......##########################
        ############......##########################
        ############...>..##########################
        ############......##########################
        ############################################
        ",
    );
}

#[test]
fn a_loop_leads_back_to_the_start() {
    check(
        "loop",
        1,
        "
        ############################################
        ####.....#######....########################
        ####.....+.....+....########################
        ####..e..#######..t.########################
        ####.....#######....########################
        ####.....##########+########################
        #######+###########.########################
        #######.###########.########################
        #######.###########.########################
        #######+###########.########################
        ####.......########.########################
        ####.......########.########################
        ####...c...########.########################
        ####.......########.########################
        #########+#########.########################
        #########.#########.########################
        #########+#########+########################
        #########....######.....########.......#####
        #########....######.....########.......#####
        #########..c.+....+..@..+......+...>...#####
        #########....######.....########.......#####
        #########....###############################
        ############################################
        ",
    );
    check(
        "loop",
        30,
        "
        ############################################
        ####################.......#####.......#####
        ###......###########.......#####.......#####
        ###......+.........+...@...#####...e...#####
        ###...>..###########.......+...+.......#####
        ###......###########.......#######+#########
        ########################+#########.#########
        ########################.#########.#########
        ########################.#########+#########
        ########################.#########.....#####
        ########################.#########.....#####
        ########################.#########..c..#####
        ########################.#########.....#####
        ########################.#########.....#####
        ########################.###########+#######
        ########################.###########.#######
        ########################+###########+#######
        ##################.......##########.......##
        ##################.......+........+.......##
        ##################...c...##########...t...##
        ##################.......##########.......##
        ##################.......###################
        ############################################
        ",
    );
}

#[test]
fn a_corridor_is_walked_to_its_end() {
    check(
        "corridor",
        1,
        "
        ############################################
        #######################.......##############
        #######################.......##############
        #######################...>...##############
        #######################.......##############
        #######################+####################
        #######################.####################
        #######################.####################
        #######################+####################
        #######################....#################
        #######################....#################
        #######################..@.#################
        #######################....#################
        ########################+###################
        ########################.###################
        ########################.###################
        ########################+###################
        #####....###############.....######.....####
        #####....####.......####.....######.....####
        #####..c.+..+.......####..e..######..c..####
        #####....####...t...+..+.....+....+.....####
        #####....####.......####.....###############
        ############################################
        ",
    );
    check(
        "corridor",
        30,
        "
        ############################################
        ##.......####.......####.....+...+.......###
        ##.......+..+.......####.....#####.......###
        ##...e...####...c...####..t..#####...c...###
        ##.......####.......+..+.....#####.......###
        ##.......#####+#########.....###############
        ##############.#############################
        ##############.#############################
        ##############+#############################
        ############.......#########################
        ############.......#########################
        ############...@...#########################
        ############.......#########################
        ############.......#########################
        ###############+############################
        ###############.############################
        ###############.############################
        ###############+############################
        ############......##########################
        ############......##########################
        ############...>..##########################
        ############......##########################
        ############################################
        ",
    );
}

/// Returns the layouts under test: the built-in ones and a larger one.
fn layouts() -> Vec<Layout> {
    let mansion = "
[1]--[Hub]--[2]--[Vault]--[3]
 |           |             |
 |          [4]           [5]
 |           |             |
[6]--[7]----[8]           [9]
      |                    |
     [10]                [Exit]
";
    let mut layouts: Vec<Layout> = Shape::built_in()
        .into_iter()
        .map(|shape| Layout { shapes: vec![shape], ..Layout::default() })
        .collect();
    layouts.push(Layout {
        shapes: vec![shape("mansion", mansion)],
        types: types(&[("den", 5), ("boss", 1), ("nest", 4)]),
        ..Layout::default()
    });
    layouts
}

#[test]
fn exactly_the_drawn_passages_are_dug() {
    for layout in layouts() {
        let graph = layout.shapes[0].graph.clone();
        let recipe = recipe(layout, 80, 50);
        for seed in 0..200 {
            let plan = build(&recipe, seed);
            assert_eq!(plan.rooms.len(), graph.slots().len());
            let drawn: Vec<(usize, usize)> = graph.passages().iter().map(|it| it.slots).collect();
            assert_eq!(open_pairs(&plan), drawn, "seed {seed}:\n{}", plan.picture());
        }
    }
}

/// Returns all pairs of rooms between which one can walk without entering a third room.
fn open_pairs(plan: &Plan) -> Vec<(usize, usize)> {
    let rooms = &plan.rooms;
    let pairs = (0..rooms.len()).flat_map(|from| (from + 1..rooms.len()).map(move |to| (from, to)));
    let is_open = |&pair: &(usize, usize)| {
        let mut open = plan.floor.clone();
        for (_, other) in rooms.iter().enumerate().filter(|(at, _)| !joins(pair, *at)) {
            for pos in other.rect.cells() {
                open.remove(pos);
            }
        }
        flood(&open, Adjacency::Four, rooms[pair.0].center).contains(rooms[pair.1].center)
    };
    pairs.filter(is_open).collect()
}

fn joins(pair: (usize, usize), room: usize) -> bool {
    pair.0 == room || pair.1 == room
}

#[test]
fn types_are_assigned_exactly_as_often_as_requested() {
    for layout in layouts() {
        let (asked, named) = (layout.types.clone(), layout.shapes[0].name.clone());
        let recipe = recipe(layout, 80, 50);
        for seed in 0..500 {
            let plan = build(&recipe, seed);
            let count = |role: &Role| plan.rooms.iter().filter(|room| room.role == *role).count();
            for RoomType { name, count: wanted, .. } in &asked {
                assert_eq!(count(&Role::Named(name.clone())), *wanted as usize, "{name}");
            }
            assert_eq!(count(&Role::Named("Vault".into())), usize::from(&*named == "mansion"));
            assert_eq!((count(&Role::Start), count(&Role::Exit)), (1, 1));
            assert_eq!(count(&Role::Plain), 0);
        }
    }
}

#[test]
fn every_free_room_gets_every_type_sometimes() {
    let recipe = recipe(layouts().swap_remove(0), 80, 50);
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..200 {
        let plan = build(&recipe, seed);
        seen.extend(plan.rooms.iter().enumerate().map(|(at, room)| (at, room.role.to_string())));
    }
    assert_eq!(seen.len(), 4 * 3 + 2, "{seen:?}");
}

#[test]
fn types_go_to_the_spots_they_prefer() {
    for mut layout in layouts() {
        for (room_type, spot) in layout.types.iter_mut().zip([Spot::Nearest, Spot::Farthest]) {
            room_type.spot = spot;
        }
        let (near, far) = (layout.types[0].clone(), layout.types[1].clone());
        let recipe = recipe(layout, 80, 50);
        for seed in 0..100 {
            let plan = build(&recipe, seed);
            let distances = plan.room_distances(plan.start_room().unwrap());
            let of_type = |name: &Arc<str>| {
                let rooms = plan.rooms.iter().zip(&distances);
                let rooms = rooms.filter(|(room, _)| room.role == Role::Named(name.clone()));
                rooms.map(|(_, distance)| distance.unwrap()).collect::<Vec<u32>>()
            };
            let free = plan.rooms.iter().zip(&distances).filter(|(room, _)| is_free(room));
            let mut free: Vec<u32> = free.map(|(_, distance)| distance.unwrap()).collect();
            free.sort_unstable();
            let (mut nearest, farthest) = (of_type(&near.name), of_type(&far.name));
            nearest.sort_unstable();
            assert_eq!(nearest, free[..near.count as usize], "seed {seed}");
            assert_eq!(farthest, [free[free.len() - 1]], "seed {seed}");
        }
    }
}

fn is_free(room: &barrow_mapgen::Room) -> bool {
    room.slot.as_ref().unwrap().parse::<u32>().is_ok()
}

#[test]
fn a_type_can_ask_for_dead_ends() {
    let mut layout = layouts().swap_remove(3);
    layout.types[1].spot = Spot::DeadEnd;
    let recipe = recipe(layout, 80, 50);
    for seed in 0..200 {
        let plan = build(&recipe, seed);
        let boss = plan.rooms.iter().position(|room| room.role == Role::Named("boss".into()));
        assert_eq!(plan.neighbours(boss.unwrap()).len(), 1, "seed {seed}");
    }
}

#[test]
fn rooms_tell_their_slot_type_neighbours_and_distance() {
    let keep = "
[Gate]---[1]---[a: shop]
          |
         [2]
";
    let recipe = recipe(
        Layout {
            shapes: vec![shape("keep", keep)],
            start: "Gate".into(),
            types: vec![
                RoomType { spot: Spot::Farthest, ..RoomType::exactly("vault", 1) },
                RoomType::exactly("hall", 1),
            ],
            turned: false,
            max_side: 6,
            ..Layout::default()
        },
        40,
        18,
    );
    let plan = build(&recipe, 1);
    let expected = "
        ########################################
        ##############################....>#####
        ##############################.....#####
        #####.....+......+......######.....#####
        #####.....########......+....+.....#####
        #####..@..########......######.....#####
        #####.....########......######.....#####
        ##################+#####################
        ##################.#####################
        ##################+#####################
        #################.....##################
        #################.....##################
        #################.....##################
        #################.....##################
        ########################################
        ########################################
        ########################################
        ########################################
    ";
    assert_eq!(plan.picture().to_string(), Grid::from_picture(expected).to_string());
    let told: Vec<String> = (0..plan.rooms.len())
        .map(|room| {
            let distance = plan.room_distances(plan.start_room().unwrap())[room].unwrap();
            let slot = plan.rooms[room].slot.as_deref().unwrap();
            let near = plan.neighbours(room);
            format!("{slot}: {}, {distance} away, beside {near:?}", plan.rooms[room].role)
        })
        .collect();
    assert_eq!(
        told,
        [
            "Gate: start, 0 away, beside [1]",
            "1: hall, 1 away, beside [0, 2, 3]",
            "a: shop, 2 away, beside [1]",
            "2: vault, 2 away, beside [1]",
        ]
    );
}

/// Three drawings whose optional rooms make space for four to seven types.
#[test]
fn one_set_of_drawings_serves_floors_with_different_counts() {
    let branch = "
(5)...[2]
       |
[1]--[Hub]--[3]--(6)
       |     |
     [Exit] [4]--(7)
";
    let ring = "
[1]---[2]---[3]---(5)
 |     :     |
[Hub]-(6)---[4]---(7)
 |
[Exit]
";
    let floors: [&[(&str, u32)]; 3] = [
        &[("fight", 2), ("treasure", 1), ("event", 1)],
        &[("fight", 3), ("treasure", 1), ("event", 1)],
        &[("fight", 4), ("treasure", 1), ("event", 1), ("boss", 1)],
    ];
    for (floor, asked) in floors.into_iter().enumerate() {
        let mut layout = Layout {
            shapes: vec![shape("branch", branch), shape("ring", ring)],
            types: types(asked),
            ..Layout::default()
        };
        for boss in layout.types.iter_mut().filter(|it| &*it.name == "boss") {
            boss.spot = Spot::Farthest;
        }
        let recipe = recipe(layout, 80, 50);
        let mut graphs = std::collections::BTreeSet::new();
        for seed in 0..500 {
            let plan = build(&recipe, seed);
            for &(name, count) in asked {
                let of_type =
                    plan.rooms.iter().filter(|room| room.role == Role::Named(name.into()));
                assert_eq!(of_type.count(), count as usize, "floor {floor}, seed {seed}");
            }
            let distances = plan.room_distances(plan.start_room().unwrap());
            assert!(distances.iter().all(Option::is_some), "floor {floor}, seed {seed}");
            graphs.insert(plan.rooms.iter().map(|room| room.slot.clone()).collect::<Vec<_>>());
        }
        assert!(graphs.len() > 1, "the rooms differ");
    }
}

#[test]
fn dotted_passages_come_by_chance_but_rooms_stay_connected() {
    let square = "
[Hub]...[1]
  :      :
 [2]....[3]
";
    let layout = |chance| Layout {
        shapes: vec![Shape::new("square", RoomGraph::parse(square, chance).unwrap())],
        types: types(&[("den", 3)]),
        ..Layout::default()
    };
    for (percent, rings) in [(0, 0..1), (50, 30..95), (100, 1_000..1_001)] {
        let recipe = recipe(layout(Chance::percent(percent)), 60, 40);
        let mut found = 0;
        for seed in 0..1_000 {
            let plan = build(&recipe, seed);
            assert!((3..=4).contains(&plan.corridors.len()), "seed {seed}");
            let distances = plan.room_distances(plan.start_room().unwrap());
            assert!(distances.iter().all(Option::is_some), "seed {seed}");
            found += usize::from(plan.corridors.len() == 4);
        }
        assert!(rings.contains(&found), "{percent} %: {found}");
    }
}

#[test]
fn weights_decide_about_the_rooms_that_are_left() {
    let row = "[Hub]--[1]--[2]--[3]--[4]--[5]--[6]";
    let of_weight = |name: &str, weight| RoomType { weight, ..RoomType::exactly(name, 0) };
    let recipe = recipe(
        Layout {
            shapes: vec![shape("row", row)],
            types: vec![RoomType::exactly("boss", 1), of_weight("den", 3), of_weight("shop", 1)],
            ..Layout::default()
        },
        80,
        50,
    );
    let mut shops = 0;
    for seed in 0..1_000 {
        let plan = build(&recipe, seed);
        let count = |name: &str| {
            plan.rooms.iter().filter(|room| room.role == Role::Named(name.into())).count()
        };
        assert_eq!((count("boss"), count("den") + count("shop")), (1, 5), "seed {seed}");
        shops += count("shop");
    }
    assert!((1_150..1_350).contains(&shops), "{shops}");
}

/// Draws graphs with long, optional and missing passages until one is valid.
fn random_graph(rng: &mut Rng) -> RoomGraph {
    loop {
        let (columns, rows) = (rng.between(1..=4), rng.between(1..=4));
        let cells = (0..columns * rows).map(|cell| (cell % columns, cell / columns));
        let cells: Vec<(i32, i32)> = cells.filter(|_| rng.below(100) < 75).collect();
        let chances = [Chance::ALWAYS, Chance::percent(40), Chance::NEVER];
        let mut slots = Vec::new();
        let mut passages = Vec::new();
        for (index, &(column, row)) in cells.iter().enumerate() {
            let name = if index == 0 { "Hub".to_string() } else { index.to_string() };
            let chance = *rng.pick(&chances).unwrap();
            slots.push(Slot { chance, ..Slot::new(&name, column, row) });
            let east = cells.iter().position(|it| it.1 == row && it.0 > column);
            let south = cells.iter().position(|it| it.0 == column && it.1 > row);
            for other in [east, south].into_iter().flatten() {
                let chance = *rng.pick(&chances).unwrap();
                passages.push(Passage { slots: (index, other), chance });
            }
        }
        if let Ok(graph) = RoomGraph::new(slots, passages) {
            return graph;
        }
    }
}

#[test]
fn random_graphs_are_laid_out_as_they_are() {
    let mut rng = Rng::new(11);
    let (mut partial, mut tried) = (0, 0);
    for seed in 0..1_000 {
        let graph = random_graph(&mut rng);
        let slots = &graph.slots()[1..];
        let certain = slots.iter().filter(|it| it.chance == Chance::ALWAYS).count();
        let count = rng.between(certain as i32..=slots.len() as i32) as u32;
        let layout = Layout {
            shapes: vec![Shape::new("random", graph.clone())],
            types: types(&[("den", count)]),
            ..Layout::default()
        };
        let recipe = recipe(layout, 60, 50);
        recipe.check().unwrap();
        let plan = build(&recipe, seed);
        let dens = plan.rooms.iter().filter(|room| room.role == Role::Named("den".into()));
        assert_eq!(dens.count() as u32, count, "seed {seed}");
        let slot = |room: usize| graph.find(plan.rooms[room].slot.as_ref().unwrap()).unwrap();
        let open = open_pairs(&plan);
        let mut joined: Vec<(usize, usize)> = Vec::new();
        for corridor in &plan.corridors {
            let (one, other) = (usize::from(corridor.rooms.0), usize::from(corridor.rooms.1));
            joined.push((one.min(other), one.max(other)));
            let ends = (slot(one).min(slot(other)), slot(one).max(slot(other)));
            assert!(graph.passages().iter().any(|it| it.slots == ends), "seed {seed}");
        }
        joined.sort_unstable();
        assert_eq!(open, joined, "seed {seed}:\n{}", plan.picture());
        for passage in graph.passages().iter().filter(|it| it.chance == Chance::ALWAYS) {
            let ends = [passage.slots.0, passage.slots.1];
            let rooms = ends.map(|end| (0..plan.rooms.len()).find(|&room| slot(room) == end));
            if let [Some(one), Some(other)] = rooms {
                assert!(joined.contains(&(one.min(other), one.max(other))), "seed {seed}");
            }
        }
        let distances = plan.room_distances(plan.start_room().unwrap());
        assert!(distances.iter().all(Option::is_some), "seed {seed}");
        partial += u32::from(plan.rooms.len() < graph.slots().len());
        tried += 1;
    }
    assert!(partial > tried / 4, "{partial} of {tried} leave slots out");
}

#[test]
fn weights_decide_which_drawing_comes_up() {
    let mut layout = Layout::default();
    layout.shapes[0].weight = 80;
    layout.shapes[1].weight = 20;
    layout.shapes[2].weight = 0;
    let recipe = recipe(layout, 80, 50);
    let loops = (0..1000).filter(|&seed| build(&recipe, seed).corridors.len() == 6).count();
    assert!((160..240).contains(&loops), "{loops}");
}

#[test]
fn drawings_are_rotated_and_mirrored_by_default() {
    let mut recipe = recipe(layouts().swap_remove(2), 80, 50);
    let ways = |recipe: &Recipe| {
        let way = |seed| {
            let plan = build(recipe, seed);
            let (first, last) = (plan.rooms[0].center, plan.rooms[3].center);
            let (start, exit) = (plan.start, plan.exits[0]);
            if first.x.abs_diff(last.x) < first.y.abs_diff(last.y) {
                (true, first.y < last.y, start.x < exit.x)
            } else {
                (false, first.x < last.x, start.y < exit.y)
            }
        };
        (0..100).map(way).collect::<std::collections::BTreeSet<_>>().len()
    };
    assert_eq!(ways(&recipe), 8);
    recipe.set("turned", "no").unwrap();
    assert_eq!(ways(&recipe), 1);
}

#[test]
fn contradictions_in_a_layout_are_reported() {
    let message = |change: fn(&mut Layout)| {
        let mut layout = Layout::default();
        change(&mut layout);
        recipe(layout, 80, 50).check().unwrap_err().to_string()
    };
    assert_eq!(
        message(|layout| layout.types[0].count = 3),
        "layout `branch` has 4 free rooms, but the types' counts add up to 5"
    );
    assert_eq!(
        message(|layout| layout.types[0].count = u32::MAX),
        "layout `branch` has 4 free rooms, but the types' counts add up to 4294967295"
    );
    assert_eq!(
        message(|layout| layout.start = "Gate".into()),
        "layout `branch` has no room [Gate] for the start"
    );
    assert_eq!(
        message(|layout| {
            let ring = "[1]--[2]--(3)\n |    |\n[Hub]-[4]";
            layout.shapes = vec![shape("ring", ring)];
            layout.types[0].count = 0;
        }),
        "layout `ring` has 3 to 4 free rooms, but the types' counts add up to 2"
    );
    assert_eq!(
        message(|layout| layout.shapes[0].weight = u32::MAX),
        "the weights are too large; make them smaller"
    );
    assert_eq!(
        message(|layout| {
            let long: Vec<String> = (0..60).map(|slot| format!("[{slot}]")).collect();
            let long = shape("long", &format!("[Hub]-{}", long.join("-")));
            (layout.shapes, layout.min_side, layout.max_side) = (vec![long], 20, 20);
        }),
        "layout `long` has too many columns or rows for rooms of this size; draw it smaller or \
         make `min_side` smaller"
    );
    assert_eq!(message(|layout| layout.shapes.clear()), "no layout has a weight above zero");
    assert_eq!(message(|layout| layout.min_side = 12), "`min_side` is larger than `max_side`");
    let tight = recipe(Layout::default(), 26, 19).check().unwrap_err().to_string();
    assert_eq!(tight, "the map's width is 26; with these parameters it must be 27 to 1000");
}

#[test]
fn the_shape_is_a_parameter() {
    let mut recipe = Recipe::named("layout").unwrap();
    let value = |recipe: &Recipe| recipe.parameters()[0].value.clone();
    assert_eq!(value(&recipe), "any");
    for word in ["loop", "branch", "corridor", "any"] {
        recipe.set("shape", word).unwrap();
        assert_eq!(value(&recipe), word);
    }
    let refusal = recipe.set("shape", "own").unwrap_err().to_string();
    assert_eq!(refusal, "`shape` cannot be `own`; expected any | branch | loop | corridor");
    let own = Layout {
        shapes: vec![shape("star", "[Hub]--[1]")],
        types: types(&[("den", 1)]),
        ..Layout::default()
    };
    recipe.algorithm = Algorithm::Layout(own.clone());
    assert_eq!(value(&recipe), "own");
    recipe.set("shape", "own").unwrap();
    assert_eq!(recipe.algorithm, Algorithm::Layout(own));
}
