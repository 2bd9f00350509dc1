use super::stage::Stage;

const TOUGH: &str = r#""health": 9999, "sight": 20"#;

#[test]
fn oil_burns_and_fire_spreads_over_it() {
    let legend = r#""o": ["oil_pool"]"#;
    let map = ".........\n@..o.p...\n.........";
    let stage = Stage { map, legend, hero: TOUGH, stock: r#""fire_bomb""#, ..Stage::default() };
    let mut play = stage.play("");
    let oil = play.cells_of("oil");
    assert!(oil >= 9, "{oil}");
    play.throw("fire bomb", 3, 1).keys("...");
    assert!(play.cells_of("oil") < oil / 2, "{} of {oil} are left", play.cells_of("oil"));
    assert!(play.value("post", "health") < 1000, "the fire reaches the post");
}

#[test]
fn water_puts_fire_out_and_makes_steam() {
    let legend = r#""w": ["water_pool"]"#;
    let map = ".........\n@..w.....\n.........";
    let stage = Stage { map, legend, hero: TOUGH, stock: r#""fire_bomb""#, ..Stage::default() };
    let mut play = stage.play("");
    play.throw("fire bomb", 4, 1).keys(".");
    assert!(play.cells_of("steam") > 0 && play.cells_of("flames") == 0);
}

#[test]
fn water_carries_lightning_to_everyone_in_it() {
    let map = ".........\n@..pwp..p\n.........";
    let stage = Stage {
        map,
        legend: r#""w": ["water_pool"]"#,
        hero: TOUGH,
        stock: r#"{ "kind": "staff_of_sparks", "worn": true }"#,
        ..Stage::default()
    };
    let mut play = stage.play("");
    play.cast("spark", 3, 1);
    let truth = play.game.truth();
    let hurt = truth.things().filter(|(id, _, it)| {
        let kind = play.game.pack().kinds.name(it.kind);
        let all = truth.attributes(*id);
        let health =
            all.iter().find(|it| play.game.pack().attributes.name(it.attribute) == "health");
        kind == "post" && health.is_some_and(|it| it.value.to_whole() < 1000)
    });
    assert_eq!(hurt.count(), 2, "the two in the pool, not the one on dry ground");
}

#[test]
fn a_hero_who_dies_of_his_own_lightning_is_told_so() {
    let stage = Stage {
        map: "....\n@wp.\n....",
        legend: r#""w": ["water_pool"]"#,
        hero: r#""health": 3"#,
        stock: r#"{ "kind": "staff_of_sparks", "worn": true }"#,
        ..Stage::default()
    };
    let mut play = stage.play(".");
    play.cast("spark", 2, 1);
    let end = play.game.end().expect("the water carries it back");
    assert_eq!(end.text, "lightning");
    let hints = play.game.pack().rules.lost.fitting(&end.text, |it| play.game.holds(0, it));
    assert!(hints.iter().any(|it| it.text.contains("Water carries lightning")));
}

#[test]
fn frost_turns_a_whole_pool_into_ice_and_fire_turns_that_into_steam() {
    let legend = r#""w": ["water_pool"]"#;
    let map = "..........\n@.....w...\n..........";
    let stock = r#""potion_of_frost", "fire_bomb""#;
    let mut play = Stage { map, legend, hero: TOUGH, stock, ..Stage::default() }.play("");
    let water = play.cells_of("water");
    let frost = play.bag().into_iter().find(|it| it.contains("potion")).unwrap();
    play.throw(&frost, 6, 1).keys(".");
    assert!(play.cells_of("sheet_ice") >= water - 1, "{} of {water}", play.cells_of("sheet_ice"));
    play.throw("fire bomb", 6, 1).keys(".");
    assert!(play.cells_of("steam") > 0);
}

#[test]
fn acid_eats_armour() {
    let map = "@..p";
    let stage = Stage { map, hero: TOUGH, stock: r#""acid_flask""#, ..Stage::default() };
    let mut play = stage.play("");
    play.throw("acid flask", 3, 0);
    assert_eq!(play.value("post", "defense"), -2);
    assert!(play.value("post", "health") < 1000);
}

#[test]
fn monsters_step_on_caltrops() {
    let legend = r#""T": ["tracker"]"#;
    let stock = r#""caltrops""#;
    let mut play = Stage { map: "@....T", legend, hero: TOUGH, stock, ..Stage::default() }.play("");
    let before = play.value("tracker", "health");
    play.use_item("caltrops").keys("....");
    assert!(play.value("tracker", "health") < before, "{:?}", play.texts());
}

#[test]
fn tall_grass_hides_whoever_stands_in_it() {
    let legend = r#""t": ["thicket"]"#;
    let play = Stage { map: "@...t...", legend, hero: TOUGH, ..Stage::default() }.play("666");
    assert!(play.is("hidden_in_grass"));
    assert_eq!(play.hero("noise"), 0);
}
