use super::stage::Stage;

/// Everything that hurts is announced at least this many beats ahead: 3 at 8 beats a second.
const WARNING: u64 = 3;

#[test]
fn a_verger_shows_two_cells_before_its_pole_comes_down() {
    let mut it = Stage::new("smith", "#########\n#.@.v...#\n#.......#\n#########");
    it.wait(1).shows("#########\n#.@!v...#\n#.......#\n#########");
    it.keys("s").wait(4);
    assert_eq!(it.candles("smith"), Some(7), "one step aside is enough");
}

#[test]
fn a_rook_shows_its_line_and_is_where_you_were() {
    let mut it = Stage::new("smith", "##########\n#..@....r#\n#........#\n##########");
    it.wait(1);
    assert!(it.picture().lines().nth(1).unwrap().contains("@!!!!r"), "{}", it.picture());
    it.keys("s").wait(6).shows("##########\n#..r.....#\n#..@.....#\n##########");
    assert_eq!(it.candles("smith"), Some(7));
}

#[test]
fn wax_can_be_outrun_and_stops_at_a_pillar() {
    let mut it = Stage::new("smith", "##########\n#@......w#\n#........#\n##########");
    it.wait(5);
    assert_eq!(it.count("wax"), 1, "{}", it.picture());
    it.keys("s").wait(12);
    assert_eq!((it.candles("smith"), it.count("wax")), (Some(7), 0));
    let mut it = Stage::new("smith", "##########\n#@......w#\n#........#\n##########");
    it.wait(16);
    assert_eq!(it.candles("smith"), Some(6), "who stands still is hit");
}

#[test]
fn a_penitent_takes_its_own_kind_along() {
    let mut it = Stage::new("smith", "#########\n#..d....#\n#..p@...#\n#.......#\n#########");
    it.wait(1);
    assert!(it.picture().contains('!'));
    it.keys("ddd").wait(5);
    assert_eq!((it.candles("smith"), it.candles("dummy")), (Some(7), Some(48)));
    assert_eq!(it.count("penitent"), 0);
}

#[test]
fn a_blow_makes_a_cantor_lose_the_tune() {
    let hymn = |keys: &str| {
        let mut it = Stage::new("smith", "########\n#@c#####\n########");
        it.keys(keys).wait(12);
        it.count("moth")
    };
    assert_eq!(hymn(""), 2);
    let pushed = Stage::new("smith", "#########\n#@c.....#\n#########").keys("..d").count("moth");
    assert_eq!(pushed, 0);
}

#[test]
fn a_sexton_comes_up_beside_you_and_then_raises_its_spade() {
    let mut it = Stage::new("smith", "############\n#.@.......s#\n#..........#\n############");
    it.wait(7);
    let row = it.picture();
    assert!(row.contains("@s") || row.contains("s@") || row.lines().nth(2).unwrap().contains('s'), "{row}");
    assert_eq!(it.candles("smith"), Some(7), "it has not struck yet");
}

#[test]
fn an_organ_blows_along_its_row_and_column_only() {
    let mut it = Stage::new("smith", "#######\n#..O..#\n#.....#\n#.@...#\n#######");
    it.wait(1).shows("#######\n#!!O!!#\n#..!..#\n#.@!..#\n#######");
    it.wait(10);
    assert_eq!(it.candles("smith"), Some(7));
}

#[test]
fn a_linkboy_leaves_fire_that_dies_down() {
    let mut it = Stage::new("smith", "##########\n#@.......#\n#.......l#\n##########");
    it.wait(12);
    assert!(it.game.truth().fields().count() > 0);
}

#[test]
fn the_tenor_changes_twice_and_its_death_is_the_end() {
    let pack = super::stage::pack("{}");
    let tenor = pack.kinds.get(pack.kinds.find("tenor").unwrap());
    assert_eq!(tenor.abilities.len(), 5);
    // Its ring is announced before it spreads.
    let mut it = Stage::new("smith", "#########\n#.......#\n#...T...#\n#....@..#\n#.......#\n#########");
    it.wait(1);
    assert!(it.picture().contains('!'), "{}", it.picture());
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
            let tell = what.tell.as_ref().and_then(|it| it.constant());
            let told = tell.is_some_and(|it| it.to_whole() >= WARNING.cast_signed());
            // These two announce their cells by `later`.
            let later = ["toll", "fall"].contains(&pack.abilities.name(ability));
            assert!(told || later, "{name}: {}", pack.abilities.name(ability));
        }
    }
}
