use super::stage::Stage;

/// Everything that hurts is announced at least this many beats ahead: 3 at 8 beats a second.
const WARNING: u64 = 3;

#[test]
fn a_verger_shows_two_cells_before_its_pole_comes_down() {
    let mut it = Stage::new("smith", "#########\n#.@.v...#\n#.......#\n#########");
    it.until_warned().shows("#########\n#.@!v...#\n#.......#\n#########");
    it.keys("s").wait(4);
    assert_eq!(it.candles("smith"), Some(8), "one step aside is enough");
}

#[test]
fn a_rook_shows_its_line_and_dives_along_it() {
    let map = "##########\n#..@....r#\n#........#\n##########";
    let mut it = Stage::new("smith", map);
    it.until_warned();
    assert!(it.picture().contains("@!!!!r"), "{}", it.picture());
    it.keys("s").wait(5);
    assert_eq!(it.candles("smith"), Some(8));
    assert!(!it.picture().contains('r') || !it.picture().contains("....r#"), "{}", it.picture());
    let mut it = Stage::new("smith", map);
    it.until_warned().wait(6);
    assert_eq!(it.candles("smith"), Some(7), "who stands still is hit");
}

#[test]
fn wax_flies_for_several_beats_and_can_be_left_to_pass() {
    let map = "##########\n#@......w#\n#........#\n##########";
    let mut it = Stage::new("smith", map);
    it.until_warned().wait(4);
    assert_eq!(it.count("wax"), 1, "{}", it.picture());
    it.keys("s").wait(14);
    assert_eq!((it.candles("smith"), it.count("wax")), (Some(8), 0));
    let mut it = Stage::new("smith", map);
    it.wait(18);
    assert_eq!(it.candles("smith"), Some(7), "who stands still is hit");
}

#[test]
fn a_penitent_takes_its_own_kind_along() {
    let mut it = Stage::new("smith", "#########\n#..d....#\n#..p@...#\n#.......#\n#########");
    it.until_warned().keys("ddd").wait(5);
    assert_eq!((it.candles("smith"), it.candles("dummy")), (Some(8), Some(48)));
    assert_eq!(it.count("penitent"), 0);
}

#[test]
fn a_push_makes_a_cantor_lose_the_tune() {
    let moths = |keys: &str| {
        let mut it = Stage::new("slinger", "#########\n#.......#\n#.@c....#\n#.......#\n#########");
        it.until_warned().keys(keys);
        it.count("moth")
    };
    assert_eq!(moths("........."), 2);
    assert_eq!(moths("d........"), 0);
}

#[test]
fn a_sexton_comes_up_beside_you_before_it_raises_its_spade() {
    let map = "############\n#.@.......s#\n#..........#\n############";
    let mut it = Stage::new("smith", map);
    it.until_warned().wait(6);
    assert!(!it.picture().lines().nth(1).unwrap().ends_with("s#"), "{}", it.picture());
    assert_eq!(it.candles("smith"), Some(8), "it has not struck yet");
}

#[test]
fn an_organ_blows_along_its_row_and_column_only() {
    let mut it = Stage::new("smith", "#######\n#..O..#\n#.....#\n#.@...#\n#######");
    it.until_warned().shows("###!###\n!!!O!!!\n#..!..#\n#.@!..#\n###!###");
    it.wait(10);
    assert_eq!(it.candles("smith"), Some(8));
}

#[test]
fn a_linkboy_leaves_fire() {
    let mut it = Stage::new("smith", "##########\n#@.......#\n#.......l#\n##########");
    it.wait(12);
    assert!(it.game.truth().fields().count() > 0);
}

#[test]
fn the_tenors_rings_spread_one_after_the_other() {
    let map =
        "###########\n#.........#\n#.........#\n#....T....#\n#.....@...#\n#.........#\n###########";
    let mut it = Stage::new("smith", map);
    it.until_warned();
    let waits: Vec<u64> = it.game.view(0).unwrap().announced().map(|it| it.turns).collect();
    assert_eq!(waits.len(), 4, "{waits:?}");
    assert!(waits.windows(2).all(|two| two[1] == two[0] + 3), "{waits:?}");
    assert!(waits[0] >= WARNING);
}

#[test]
fn everything_that_hurts_is_announced() {
    let pack = super::stage::pack("{}");
    for (id, kind) in pack.kinds.iter().filter(|(_, kind)| !kind.abilities.is_empty()) {
        let name = pack.kinds.name(id);
        if kind.item.is_some() || pack.rules.heroes.contains(&id) || name == "ringer" {
            continue;
        }
        assert!(kind.strike.is_none(), "{name} strikes unannounced");
        for &ability in &kind.abilities {
            let what = pack.abilities.get(ability);
            let tell = what.tell.as_ref().and_then(barrow_dice::Formula::constant);
            let told = tell.is_some_and(|it| it.to_whole() >= WARNING.cast_signed());
            // These two announce their cells by `later`.
            let later = ["toll", "fall"].contains(&pack.abilities.name(ability));
            assert!(told || later, "{name}: {}", pack.abilities.name(ability));
        }
    }
}
