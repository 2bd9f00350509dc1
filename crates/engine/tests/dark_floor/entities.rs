use barrow_engine::Refusal;
use barrow_grid::Pos;

use super::stage::Stage;

/// Returns the ticks in which the thing of this kind moved, out of `ticks`.
fn moves(it: &mut Stage, kind: &str, ticks: usize) -> Vec<u64> {
    let mut moved = Vec::new();
    for _ in 0..ticks {
        let before = place(it, kind);
        it.wait(1);
        if place(it, kind) != before {
            moved.push(it.game.turn());
        }
    }
    moved
}

fn place(it: &Stage, kind: &str) -> Option<Pos> {
    let truth = it.game.truth();
    let kind = truth.pack().kinds.find(kind).unwrap();
    truth.things().find(|(_, _, thing)| thing.kind == kind).map(|(_, at, _)| at)
}

#[test]
fn a_chaser_moves_at_its_interval_towards_a_visible_player() {
    for (floor, ticks) in [
        (20, vec![4, 8, 12]),
        (19, vec![3, 6, 9, 12]),
        (14, vec![2, 4, 6, 8, 10, 12]),
        (9, vec![2, 3, 4, 5, 6, 7, 8, 9]),
        (4, vec![2, 3, 4, 5, 6, 7, 8, 9]),
    ] {
        let mut it = Stage::on_floor(floor, "@.........X");
        it.keys("0");
        let seen = moves(&mut it, "chaser", if floor < 10 { 8 } else { 11 });
        assert_eq!(seen, ticks, "floor {floor}");
    }
}

#[test]
fn a_chaser_does_not_see_a_player_in_the_dark() {
    let mut it = Stage::on_floor(5, "@....X");
    assert_eq!(moves(&mut it, "chaser", 10), [0; 0]);
}

#[test]
fn a_chaser_notices_within_ten_steps_and_not_through_walls() {
    let comes = |map: &str, seed| {
        let mut it = Stage::seeded(5, map, seed);
        let before = place(&it, "chaser").unwrap().manhattan(it.pos());
        it.keys("0");
        place(&it, "chaser").unwrap().manhattan(it.pos()) < before
    };
    for (map, expected) in [
        ("@.........X", true),
        ("@..........X", false),
        ("@.........#\n..........X", false),
        ("@##X\n....", false),
    ] {
        assert_eq!((0..20).all(|seed| comes(map, seed)), expected, "{map}");
    }
}

#[test]
fn a_chaser_is_heard_and_kills_at_a_touch() {
    let mut it = Stage::on_floor(5, "@....X");
    it.keys("0");
    assert_eq!(it.heard(), ["[Clear] A heavy thud to the East"]);
    it.wait(3);
    assert_eq!(it.death(), None);
    it.wait(1);
    assert_eq!(it.death(), Some("A chaser ran you down."));
}

#[test]
fn nobody_walks_into_a_chaser_by_mistake() {
    let mut it = Stage::new("@X");
    it.keys("d");
    assert_eq!((it.refused.len(), it.game.turn(), it.death()), (0, 1, None), "it turns");
    it.keys("d");
    assert_eq!((it.refused.len(), it.game.turn(), it.death()), (1, 1, None), "and goes no further");
}

#[test]
fn a_refusal_names_only_what_is_seen() {
    let refused = |keys: &str| {
        let mut it = Stage::new("@X");
        it.keys(keys);
        it.refused
    };
    assert_eq!(refused("dd"), [Refusal::Blocked("Something".into())]);
    assert_eq!(refused("0dd"), [Refusal::Blocked("The chaser".into())], "the lamp is on");
}

#[test]
fn a_chaser_flickers_and_looks_like_its_sign() {
    let it = Stage::new("@X");
    let look = &it.game.pack().kinds.get(it.game.pack().kinds.find("chaser").unwrap()).look;
    let glyphs = [0, 79, 80, 159, 160].map(|at| look.frame(at).and_then(|it| it.glyph).unwrap());
    assert_eq!(glyphs, ['X', 'X', '?', '?', 'X']);
}

#[test]
fn a_stalker_comes_to_the_light_and_only_to_the_light() {
    let mut it = Stage::seeded(20, "@........S", 1);
    it.keys("0");
    // The flashlight faces south, so the player stands in its light.
    let lit = moves(&mut it, "stalker", 10);
    assert!(lit.len() >= 3, "{lit:?}");
    let mut it = Stage::new("@####S");
    assert_eq!(moves(&mut it, "stalker", 20), [0; 0]);
}

#[test]
fn a_stalker_has_three_tenths_of_its_speed_in_the_dark() {
    // It stands far outside the light, and the player inside.
    let mut it = Stage::new("@....................S");
    it.keys("0");
    assert_eq!(moves(&mut it, "stalker", 30).len(), 9);
    // In the beam it approaches every tick.
    let mut it = Stage::new("@\n.\n.\n.\n.\n.\nS");
    it.keys("0");
    it.wait(1);
    let mut far = Vec::new();
    for _ in 0..4 {
        far.push(place(&it, "stalker").unwrap().manhattan(it.pos()));
        it.wait(1);
    }
    assert_eq!(far, [4, 3, 2, 1]);
}

#[test]
fn the_sight_of_a_stalker_costs_sanity() {
    let mut it = Stage::new("@\n.\n.\nS");
    it.wait(1);
    assert_eq!(it.sanity(), 9_999, "unseen, it does nothing");
    it.keys("0");
    assert_eq!(it.sanity(), 9_998 - 20);
}

#[test]
fn the_touch_of_a_stalker_costs_five_hp_and_curses() {
    let mut it = Stage::new("@\nS\n.\n.");
    it.keys("0");
    assert_eq!(it.health(), 495);
    assert_eq!(it.states(), [("cursed".into(), 100)]);
    assert_ne!(place(&it, "stalker"), Some(Pos::new(0, 1)), "it slips back into the dark");
}

#[test]
fn an_ambusher_is_a_wall_until_the_player_is_two_tiles_away() {
    let mut it = Stage::new("@...A");
    it.wait(5).shows("@...#");
    assert_eq!(it.heard(), [""; 0]);
    it.keys("dd").shows("..@.A");
    assert_eq!(it.heard(), ["[DEAFENING] Got you to the East"]);
    it.wait(2).shows("..@A.");
    it.wait(1).shows("..@A.");
    it.wait(1);
    assert_eq!(it.death(), Some("The wall had been waiting for you."));
}

#[test]
fn an_ambusher_is_blue_then_yellow_and_flashing() {
    let it = Stage::new("@");
    let color = |kind: &str, at| {
        let look = &it.game.pack().kinds.get(it.game.pack().kinds.find(kind).unwrap()).look;
        look.frame(at).and_then(|it| it.color).unwrap_or(look.color).rgb
    };
    assert_eq!(color("ambusher", 0), [0x40, 0x60, 0xff]);
    assert_eq!(color("sprung_ambusher", 0), [0xff, 0xe0, 0x40]);
    assert_ne!(color("sprung_ambusher", 160), color("sprung_ambusher", 0));
}

#[test]
fn an_ambusher_behind_a_wall_stays_one() {
    Stage::new("@#A").wait(5).shows("@##");
}
