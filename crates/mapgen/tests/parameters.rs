//! Error messages for bad parameters.

use barrow_dice::{Chance, Rng};
use barrow_mapgen::{Algorithm, Bsp, Builder, Join, Packing, Plan, Recipe, Rooms};

/// An algorithm, its settings, and the expected message.
type Case = (&'static str, &'static [(&'static str, &'static str)], &'static str);

fn refusal(algorithm: &str, settings: &[(&str, &str)]) -> String {
    let mut recipe = match Recipe::named(algorithm) {
        Ok(recipe) => recipe,
        Err(error) => return error.to_string(),
    };
    for &(name, value) in settings {
        let result = match name {
            "width" => value.parse().map(|it| recipe.width = it).map_err(|it| it.to_string()),
            "height" => value.parse().map(|it| recipe.height = it).map_err(|it| it.to_string()),
            _ => recipe.set(name, value).map_err(|error| error.to_string()),
        };
        if let Err(message) = result {
            return message;
        }
    }
    recipe.check().map_or_else(|error| error.to_string(), |()| "fine".into())
}

#[test]
fn an_unknown_name_gets_the_nearest_one() {
    assert_eq!(refusal("celular", &[]), "no algorithm `celular` (did you mean `cellular`?)");
    assert_eq!(refusal("spaghetti", &[]), "no algorithm `spaghetti`");
    assert_eq!(
        refusal("rooms", &[("atempts", "5")]),
        "no parameter `atempts` (did you mean `attempts`?)"
    );
    assert_eq!(refusal("drunkard", &[("born", "5-8")]), "no parameter `born`");
    assert_eq!(refusal("rooms", &[("min-side", "4")]), "fine");
}

#[test]
fn a_drawing_is_checked_when_it_is_set() {
    let sample = "#####\n#...#\n#...#\n#####";
    assert_eq!(refusal("wfc", &[("sample", sample)]), "fine");
    let message = "`sample`: the sample has `o` in row 2, column 2; draw rock as `#`, floor as \
                   `.`, lava as `~`";
    assert_eq!(refusal("wfc", &[("sample", "####\n#o.#\n####")]), message);
    assert_eq!(refusal("bsp", &[("template", "  ###\n#####\n#$$.+\n#####")]), "fine");
    assert_eq!(
        refusal("bsp", &[("template", "###\n#.#\n###")]),
        "`template`: no door leads out; draw a `+` in an outer wall"
    );
    assert_eq!(
        refusal("bsp", &[("template", "vault")]),
        "`template` cannot be `vault`; expected none | treasure | arena | trap | shop | lines of a \
         drawing"
    );
}

#[test]
fn a_drawing_that_was_set_is_used() {
    let mut recipe = Recipe::named("rooms").expect("the name of an algorithm");
    recipe.set("template", "#####\n#$.$+\n#####").expect("a valid drawing");
    let value = |recipe: &Recipe| {
        let parameters = recipe.parameters();
        let template = parameters.into_iter().find(|it| it.name == "template");
        template.map(|it| it.value)
    };
    assert_eq!(value(&recipe).as_deref(), Some("own"));
    let mut plan = Plan::default();
    let fitted = (0..100).filter(|&seed| {
        Builder::default().build(&recipe, &mut Rng::new(seed), &mut plan).expect("a sound recipe");
        plan.marks.iter().filter(|mark| mark.glyph == '$').count() == 2
    });
    assert!(fitted.count() > 95);
    recipe.set("template", "own").expect("it stays as it is");
    assert_eq!(value(&recipe).as_deref(), Some("own"));
    recipe.set("template", "none").expect("a known word");
    assert_eq!(recipe.finish.templates, []);
}

#[test]
fn a_value_out_of_range_gets_the_range() {
    let cases = [
        ("rooms", "min_side", "1", "`min_side` cannot be `1`; expected 2 to 50"),
        ("rooms", "join", "farthest", "`join` cannot be `farthest`; expected nearest | previous"),
        ("bsp", "corridor_width", "4", "`corridor_width` cannot be `4`; expected 1 to 3"),
        ("bsp", "min_split", "60%", "`min_split` cannot be `60%`; expected 10% to 50%"),
        ("packing", "attempts", "0", "`attempts` cannot be `0`; expected 1 to 5000"),
        ("drunkard", "share", "95%", "`share` cannot be `95%`; expected 1% to 90%"),
        ("drunkard", "max_walkers", "65", "`max_walkers` cannot be `65`; expected 1 to 64"),
        (
            "cellular",
            "born",
            "5-9",
            "`born` cannot be `5-9`; expected counts from 0 to 8, such as 3,5-8",
        ),
        ("infernal", "lava", "much", "`lava` cannot be `much`; expected 0% to 100%"),
    ];
    for (algorithm, name, value, message) in cases {
        assert_eq!(refusal(algorithm, &[(name, value)]), message);
    }
}

#[test]
fn contradicting_parameters_are_reported() {
    let cases: &[Case] = &[
        ("rooms", &[("min_side", "14")], "`min_side` is larger than `max_side`"),
        ("bsp", &[("min_room", "95%")], "`min_room` is larger than `max_room`"),
        (
            "bsp",
            &[("padding", "4")],
            "`padding` leaves no space for a room in a part of side `min_partition`",
        ),
        ("packing", &[("max_width", "3")], "`min_width` is larger than `max_width`"),
        ("packing", &[("min_height", "9")], "`min_height` is larger than `max_height`"),
        ("packing", &[("spacing", "3")], "`spacing` is larger than `apart`"),
    ];
    for &(algorithm, settings, message) in cases {
        assert_eq!(refusal(algorithm, settings), message);
    }
}

#[test]
fn a_map_too_small_or_too_large_is_reported() {
    let cases: &[Case] = &[
        (
            "rooms",
            &[("width", "6")],
            "the map's width is 6; with these parameters it must be 7 to 1000",
        ),
        (
            "rooms",
            &[("min_side", "10"), ("height", "11")],
            "the map's height is 11; with these parameters it must be 12 to 1000",
        ),
        (
            "bsp",
            &[("min_partition", "20"), ("width", "19")],
            "the map's width is 19; with these parameters it must be 20 to 1000",
        ),
        (
            "packing",
            &[("height", "4")],
            "the map's height is 4; with these parameters it must be 5 to 1000",
        ),
        (
            "cellular",
            &[("height", "1001")],
            "the map's height is 1001; with these parameters it must be 9 to 1000",
        ),
    ];
    for &(algorithm, settings, message) in cases {
        assert_eq!(refusal(algorithm, settings), message);
    }
}

#[test]
fn every_parameter_accepts_its_own_value() {
    for algorithm in Algorithm::all() {
        let usual = Recipe::named(algorithm.name()).unwrap();
        assert_eq!(usual.check(), Ok(()), "{}", algorithm.name());
        let mut recipe = usual.clone();
        for parameter in usual.parameters() {
            assert_eq!(recipe.set(parameter.name, &parameter.value), Ok(()), "{parameter:?}");
        }
        assert_eq!(recipe, usual);
    }
}

#[test]
fn settings_reach_the_algorithm() {
    let mut recipe = Recipe::named("bsp").unwrap();
    recipe.set("min_split", "30%").unwrap();
    recipe.set("corridor_width", "2").unwrap();
    let expected = Bsp { min_split: Chance::percent(30), corridor_width: 2, ..Bsp::default() };
    assert_eq!(recipe.algorithm, Algorithm::Bsp(expected));

    let mut recipe = Recipe::named("packing").unwrap();
    recipe.set("join", "nearest").unwrap();
    let expected = Packing { join: Join::Nearest, ..Packing::default() };
    assert_eq!(recipe.algorithm, Algorithm::Packing(expected));

    let mut recipe = Recipe::named("rooms").unwrap();
    recipe.set("join", "previous").unwrap();
    let expected = Rooms { join: Join::Previous, ..Rooms::default() };
    assert_eq!(recipe.algorithm, Algorithm::Rooms(expected));
}
