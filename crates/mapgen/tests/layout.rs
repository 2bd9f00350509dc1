//! Room graphs from drawings.

#![allow(clippy::unwrap_used, reason = "a helper of tests may panic like a test")]

use std::sync::Arc;

use barrow_dice::Rng;
use barrow_grid::{Adjacency, Grid, flood};
use barrow_mapgen::{Algorithm, Builder, Drawing, Layout, Plan, Recipe, Role, RoomType, Shape};

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
    Shape { name: name.into(), drawing: Drawing::parse(drawing).unwrap(), weight: 1 }
}

fn types(types: &[(&str, u32)]) -> Vec<RoomType> {
    types.iter().map(|&(name, count)| RoomType { name: name.into(), count }).collect()
}

/// Draws a plan with the first letter of each room's role at its center.
#[track_caller]
fn check(shape: &str, seed: u32, expected: &str) {
    let mut recipe = recipe(Layout::default(), 44, 23);
    recipe.set("shape", shape).unwrap();
    recipe.set("most_side", "7").unwrap();
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

/// The layouts under test: the built-in ones and a larger one.
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
        farthest: Some("boss".into()),
        ..Layout::default()
    });
    layouts
}

#[test]
fn exactly_the_drawn_passages_are_dug() {
    for layout in layouts() {
        let drawing = layout.shapes[0].drawing.clone();
        let recipe = recipe(layout, 80, 50);
        for seed in 0..200 {
            let plan = build(&recipe, seed);
            let rooms = &plan.rooms;
            assert_eq!(rooms.len(), drawing.nodes().len());
            for pair in (0..rooms.len()).flat_map(|to| (0..to).map(move |from| (from, to))) {
                let mut open = plan.floor.clone();
                for (_, other) in rooms.iter().enumerate().filter(|(at, _)| !joins(pair, *at)) {
                    other.rect.cells().for_each(|pos| _ = open.remove(pos));
                }
                let reached = flood(&open, Adjacency::Four, rooms[pair.0].center);
                let joined = reached.contains(rooms[pair.1].center);
                assert_eq!(joined, drawing.passages().contains(&pair), "{pair:?}, seed {seed}");
            }
        }
    }
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
            for RoomType { name, count: wanted } in &asked {
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
fn the_farthest_room_is_farthest() {
    for mut layout in layouts() {
        let boss: Arc<str> = layout.types.last().unwrap().name.clone();
        layout.farthest = Some(boss.clone());
        let drawing = layout.shapes[0].drawing.clone();
        let start = drawing.find("Hub").unwrap();
        let free = |name: &str| name.parse::<u32>().is_ok();
        let places = 0..drawing.nodes().len();
        let steps = |place: usize| drawing.steps(start, place).unwrap();
        let max = places.filter(|&it| free(&drawing.nodes()[it].name)).map(steps).max();
        let recipe = recipe(layout, 80, 50);
        for seed in 0..100 {
            let plan = build(&recipe, seed);
            let mut bosses = (0..plan.rooms.len())
                .filter(|&place| plan.rooms[place].role == Role::Named(boss.clone()));
            assert!(bosses.any(|place| Some(steps(place)) == max));
        }
    }
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
        message(|layout| layout.farthest = Some("boss".into())),
        "the farthest room should be `boss`, which is none of the types"
    );
    assert_eq!(message(|layout| layout.shapes.clear()), "no layout has a weight above zero");
    assert_eq!(message(|layout| layout.min_side = 12), "`least_side` is larger than `most_side`");
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
    assert!(recipe.set("shape", "star").is_err());
}
