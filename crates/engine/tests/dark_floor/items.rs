use super::stage::Stage;

#[test]
fn water_gives_fifty_hp_and_is_gone() {
    let mut it = Stage::new("@+....");
    it.keys(&format!("d{}", "dada".repeat(20)));
    let before = it.health();
    it.keys("1");
    let poisoned = i64::try_from(it.states().len()).unwrap();
    assert_eq!((it.health() + poisoned, it.bag().as_str()), (before + 50, "LIT"));
}

#[test]
fn hp_never_exceeds_its_maximum() {
    let mut it = Stage::new("@*");
    it.keys("d1");
    assert_eq!((it.health(), it.sanity()), (500, 9_999));
}

#[test]
fn rainbow_water_gives_a_hundred_hp_and_ten_sanity() {
    let mut it = Stage::new("@*m...");
    it.keys(&format!("ddd{}", "dada".repeat(35)));
    let before = (it.health(), it.sanity());
    it.keys("1");
    assert_eq!((it.health(), it.sanity()), (before.0 + 100, before.1 + 999));
}

#[test]
fn rainbow_water_cycles_its_five_colours() {
    let it = Stage::new("@");
    let look = &it.game.pack().kinds.get(it.game.pack().kinds.find("rainbow_water").unwrap()).look;
    let colors: Vec<[u8; 3]> =
        (0..5).map(|at| look.frame(at * 100).unwrap().color.unwrap().rgb).collect();
    let distinct: std::collections::BTreeSet<_> = colors.iter().collect();
    assert_eq!(distinct.len(), 5);
    assert_eq!(look.frame(500), look.frame(0));
}

#[test]
fn a_vitality_potion_gives_five_sanity() {
    let mut it = Stage::new("@vm");
    it.keys("dd");
    let before = it.sanity();
    it.keys("1");
    assert_eq!((it.sanity(), it.bag().as_str()), (before + 499, "LIT"));
}

#[test]
fn a_bomb_opens_walls_kills_and_lights_the_place() {
    let mut it = Stage::new(
        "
        ##########
        ####B#####
        ####@#...#
        ##########
        ##########",
    );
    it.keys("w1").shows(
        "
        ##########
        ###.@.####
        ###......#
        ##########
        ##########",
    );
    it.sees(
        "
        --ooooo---
        --ooooo---
        --ooooooo-
        --ooooooo-
        ----------",
    );
    it.wait(9);
    assert!(it.seen().matches('o').count() > 10, "a second of light");
    it.wait(3);
    assert_eq!(it.seen().matches('o').count(), 1);
}

#[test]
fn a_bomb_kills_entities_beside_the_player() {
    let mut it = Stage::new("#######\n#B@S..#\n#.....#\n#######");
    it.keys("ad1");
    assert!(!it.picture().contains('S'), "{}", it.picture());
    assert!(it.death().is_none());
}

#[test]
fn the_flashlight_is_a_cone_of_ninety_degrees_ahead() {
    let mut it = Stage::new(
        "
        .................
        .................
        .................
        .................
        .@...............
        .................
        .................
        .................
        .................",
    );
    it.sees(&dark(17, 9, 1, 4));
    it.keys("d0").sees(
        "
        -------o---------
        ------ooo--------
        -----oooo--------
        ----ooooo--------
        --ooooooo--------
        ----ooooo--------
        -----oooo--------
        ------ooo--------
        -------o---------",
    );
    it.keys("w").sees(
        "
        ooooo------------
        -ooo-------------
        --o--------------
        --o--------------
        -----------------
        -----------------
        -----------------
        -----------------
        -----------------",
    );
}

/// Returns a view in which only the player's own cell is seen.
fn dark(width: usize, height: usize, x: usize, y: usize) -> String {
    let row = |at| (0..width).map(|it| if (it, at) == (x, y) { 'o' } else { '-' }).collect();
    (0..height).map(row).collect::<Vec<String>>().join("\n")
}

#[test]
fn a_lantern_shines_all_around() {
    let mut it = Stage::new(
        "
        .........
        .........
        .........
        .........
        ...L@....
        .........
        .........
        .........
        .........",
    );
    it.keys("ad1").sees(
        "
        ---------
        --ooooo--
        -ooooooo-
        -ooooooo-
        -ooooooo-
        -ooooooo-
        -ooooooo-
        --ooooo--
        ---------",
    );
}

#[test]
fn lamps_eat_a_charge_a_tick_while_they_are_on() {
    let mut it = Stage::new("@L");
    it.keys("d");
    assert_eq!([it.charge(0), it.charge(1)], [Some(800), Some(500)]);
    it.keys("1...");
    assert_eq!((it.charge(1), it.bag().as_str()), (Some(496), "LIT LAN*"));
    it.keys("1...");
    assert_eq!((it.charge(1), it.bag().as_str()), (Some(496), "LIT LAN"));
    it.keys("1").wait(495);
    assert_eq!((it.charge(1), it.bag().as_str()), (None, "LIT"), "an empty lamp is no lamp");
}

#[test]
fn lights_add_up() {
    let mut it = Stage::new("@L...........");
    it.keys("d01").sees("-ooooooo-----".replace("-ooooooo-----", "oooooooo-----").as_str());
}
