use super::stage::Stage;

#[test]
fn a_dash_goes_three_cells_ahead_over_anyone_and_takes_breath() {
    let mut it = Stage::new("smith", "........\n.@.d....\n........");
    it.keys("dk").shows("........\n...d.@..\n........");
    assert!(it.refuses('k'), "no breath is left");
    it.wait(12);
    assert!(!it.refuses('k'));
}

#[test]
fn nothing_hurts_in_a_dash() {
    // The verger's pole comes down on both cells, and the ringer is still on one of them.
    let blow = |keys: &str| {
        let mut it = Stage::new("smith", "#########\n#..@.v..#\n#########");
        it.keys(keys);
        it.candles("smith").unwrap()
    };
    assert_eq!(blow("......"), 6);
    assert_eq!(blow("....k."), 7);
}

#[test]
fn after_a_hit_nothing_hurts_for_a_moment() {
    let mut it = Stage::new("smith", "#####\n#v@v#\n#####");
    it.wait(8);
    assert_eq!(it.candles("smith"), Some(6), "both poles came down");
    it.wait(12);
    assert_eq!(it.candles("smith"), Some(5));
}

#[test]
fn the_mallet_knocks_back_and_breaks_off_what_was_raised() {
    let mut it = Stage::new("smith", "#########\n#..@v...#\n#########");
    it.wait(2).shows("#########\n#.!@v...#\n#########".replace(".!@", "..@").as_str());
    it.keys("d").shows("#########\n#..@.v..#\n#########");
    assert_eq!(it.candles("verger"), Some(2));
    it.wait(3);
    assert_eq!(it.candles("smith"), Some(7));
}

#[test]
fn the_great_stroke_stuns_and_scatters_a_crowd() {
    let mut it = Stage::new("smith", ".......\n.......\n..ddd..\n..d@d..\n.......\n.......");
    it.wait(16).keys("j").shows(".......\n.......\n.......\nd..@..d\n.......\n.......".replace(
        ".......\n.......\n.......\nd..@..d",
        ".d.d.d.\n.......\n.......\n.d.@.d.",
    ).as_str());
}

#[test]
fn the_rope_reaches_three_cells_and_takes_from_each() {
    let mut it = Stage::new("roper", "@.dd....");
    it.keys("j");
    assert_eq!(it.candles("dummy"), Some(48));
    assert!(it.refuses('j'));
}

#[test]
fn a_slung_stone_flies_two_cells_a_beat() {
    let mut it = Stage::new("slinger", "@.......d");
    it.keys("j").shows("@..•....d");
    it.wait(1).shows("@....•..d");
    it.wait(2);
    assert_eq!((it.candles("dummy"), it.count("stone")), (Some(47), 0));
}

#[test]
fn the_sickles_cut_what_a_dash_passes() {
    let mut it = Stage::new("reaper", ".@dd...");
    it.keys("d");
    assert_eq!(it.candles("dummy"), Some(49), "a plain blow");
    it.keys("k").shows("..dd@..");
    assert_eq!(it.candles("dummy"), Some(47));
}
