use super::stage::Stage;

fn fog(it: &Stage) -> usize {
    it.game.truth().fields().count()
}

const HALL: &str = "
    ..............................
    ..............................
    ..............................
    .......?......................
    ..............................
    ..............................
    ..............................
    ......................@.......
    ......................m.......
    ..............................";

#[test]
fn fog_grows_by_a_seventh_and_is_held_near_twenty() {
    let (mut early, mut most, mut seen) = (0, 0, Vec::new());
    for seed in 0..20 {
        let mut it = Stage::seeded(20, HALL, seed);
        it.wait(5);
        early += fog(&it);
        it.wait(60);
        for _ in 0..100 {
            it.wait(1);
            most = most.max(fog(&it));
            seen.push(fog(&it));
        }
    }
    // 1.15 to the fifth power is 2.01.
    assert!((28..=60).contains(&early), "{early} cells in 20 games after 5 ticks");
    let mean = seen.iter().sum::<usize>() / seen.len();
    assert!((15..=40).contains(&mean) && most < 100, "mean {mean}, most {most}");
}

#[test]
fn fog_spreads_to_its_eight_neighbours() {
    let mut places = std::collections::BTreeSet::new();
    for seed in 0..80 {
        let mut it = Stage::seeded(20, "...\n.?.\n...\n###\n@##", seed);
        for _ in 0..30 {
            it.wait(1);
            if fog(&it) > 1 {
                break;
            }
        }
        places.extend(it.game.truth().fields().map(|(_, at, _)| (at.x, at.y)));
    }
    assert_eq!(places.len(), 9);
}

#[test]
fn fog_grows_faster_around_the_mad() {
    let grown = |keys: &str| {
        let after = |seed| {
            let mut it = Stage::seeded(20, HALL, seed);
            it.keys(keys).wait(8);
            fog(&it)
        };
        (0..60).map(after).sum::<usize>()
    };
    let (sane, mad) = (grown("w"), grown("s"));
    assert!(mad * 4 > sane * 5, "{sane} against {mad}");
}

#[test]
fn fog_costs_sanity_and_looks_like_a_question() {
    let mut it = Stage::new("####\n#@?#\n####");
    it.keys("d");
    let lost = 10_000 - it.sanity();
    assert!(lost == 3 || fog(&it) == 0, "{lost}");
    let look = &it.game.pack().fields.get(it.game.pack().fields.find("fog").unwrap()).look;
    assert_eq!(look.glyph, '?');
}

#[test]
fn only_light_shows_what_is_in_the_fog() {
    let mut it = Stage::new("@\n.\n?\n.\n#");
    let shown = |it: &Stage| it.game.view(0).unwrap().fields().count();
    it.wait(1);
    assert_eq!(shown(&it), 0);
    it.keys("0");
    assert!(shown(&it) > 0);
}

#[test]
fn sounds_have_bands_and_four_directions_and_last_fifteen_ticks() {
    let mut it = Stage::on_floor(5, "...........\n@.........X\n###########");
    it.keys("0");
    assert_eq!(it.heard(), ["[Faint] A heavy thud to the East"]);
    let mut it = Stage::new("@#####\n.....A");
    it.keys("sddd");
    let heard = it.heard();
    assert_eq!(heard, ["[DEAFENING] Got you to the East"]);
}

#[test]
fn a_sound_is_shown_for_a_second_and_a_half() {
    // It springs and approaches, and is blown up before it strikes.
    let mut it = Stage::new("#######\n#B@.A.#\n#######");
    it.keys("ad");
    let shown = |it: &Stage| it.heard().iter().any(|line| line.contains("Got you"));
    let mut ticks = 0;
    while shown(&it) {
        ticks += 1;
        it.keys(if ticks == 2 { "1" } else { "." });
    }
    assert_eq!((ticks, it.death()), (15, None));
}

#[test]
fn bad_water_poisons() {
    let mut it = Stage::new("@T");
    it.keys("d1");
    assert_eq!(it.states(), [("poisoned".into(), 59)]);
    let before = it.health();
    it.wait(59);
    assert_eq!((it.health(), it.states().len()), (before - 59, 0));
    it.wait(5);
    assert_eq!(it.health(), before - 59, "it has run its course");
}

#[test]
fn a_needle_poisons_once() {
    let mut it = Stage::new("@n.");
    it.keys("d");
    assert_eq!(it.states(), [("poisoned".into(), 39)]);
    it.wait(45);
    assert_eq!((it.health(), it.states().len()), (500 - 1 - 40, 0));
    it.keys("ad");
    assert_eq!(it.states().len(), 0);
}

#[test]
fn tar_slows() {
    let mut it = Stage::new("@t......");
    it.keys("d");
    assert_eq!(it.states(), [("slowed".into(), 49)]);
    it.keys("d.d.d").shows(".^..@...".replace("..@", ".@.").as_str());
    assert_eq!(it.refused.len(), 1);
    it.wait(50);
    assert_eq!(it.states().len(), 0);
    it.keys("dd").shows(".^...@..");
}

#[test]
fn spores_blind() {
    let mut it = Stage::new("@p.......");
    it.keys("0d").sees("-ooo-----");
    it.wait(61).sees("-ooooooo-");
}

#[test]
fn the_cursed_see_less_act_less_and_lose_their_minds() {
    let mut it = Stage::new("@\nS\n.\n.");
    assert_eq!(it.value("speed").to_whole(), 100);
    it.keys("0");
    assert_eq!(it.value("speed").to_whole(), 90);
    assert!(it.value("sight").to_whole() < 50);
    let before = it.sanity();
    it.wait(1);
    assert!(before - it.sanity() >= 3);
}

#[test]
fn the_view_of_the_mad_shrinks() {
    let mut it = Stage::new("@m.......");
    it.keys("0d");
    let radius = it.value("sight").to_whole();
    assert_eq!(radius, 3);
    it.sees("-oooo----");
}

#[test]
fn the_mad_hear_and_see_what_is_not_there() {
    let mut it = Stage::new("#########\n#@m.....#\n#########");
    it.keys("0dd");
    let (mut heard, mut shapes) = (0, 0);
    for _ in 0..600 {
        it.wait(1);
        heard += usize::from(!it.heard().is_empty());
        shapes += it.game.view(0).unwrap().phantoms().count();
        assert_eq!(it.game.view(0).unwrap().actors().count(), 1);
    }
    assert!(heard > 10 && shapes > 10, "{heard} {shapes}");
    let mut sane = Stage::new("#########\n#@......#\n#########");
    sane.keys("0dd").wait(300);
    assert!(sane.heard().is_empty());
}
