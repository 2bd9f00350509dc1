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
    // The wall stops the dash at once, so the ringer is still there when the pole comes down.
    let left = |keys: &str| {
        let mut it = Stage::new("smith", "#########\n#..@.v..#\n#########");
        it.until_warned().keys(keys);
        it.candles("smith")
    };
    assert_eq!(left("......"), Some(7));
    assert_eq!(left("..k..."), Some(8));
}

#[test]
fn after_a_hit_nothing_hurts_for_a_moment() {
    let mut it = Stage::new("smith", "#####\n#v@v#\n#####");
    it.until_warned().wait(5);
    assert_eq!(it.candles("smith"), Some(7), "both poles came down");
    it.wait(30);
    assert!(it.candles("smith") < Some(7), "the moment passes");
}

#[test]
fn the_mallet_knocks_back_and_breaks_off_what_was_raised() {
    let mut it = Stage::new("smith", "#########\n#..@v...#\n#########");
    it.until_warned().keys("d").shows("#########\n#..@.v..#\n#########");
    assert_eq!(it.candles("verger"), Some(1));
    it.wait(4);
    assert_eq!(it.candles("smith"), Some(8));
}

#[test]
fn the_great_stroke_stuns_and_scatters_a_crowd() {
    let mut it = Stage::new("smith", ".......\n.......\n..ddd..\n..d@d..\n.......\n.......");
    assert!(it.refuses('j'), "the mallet is heavy at first");
    it.wait(16).keys("j").shows("d..d..d\n.......\n.......\nd..@..d\n.......\n.......");
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
    assert_eq!((it.candles("dummy"), it.count("stone")), (Some(48), 0));
}

#[test]
fn the_sickles_cut_what_a_dash_passes() {
    let mut it = Stage::new("reaper", ".@dd...");
    it.keys("d");
    assert_eq!(it.candles("dummy"), Some(48), "a plain blow");
    it.keys("k").shows("..dd@..");
    assert_eq!(it.candles("dummy"), Some(46));
}
