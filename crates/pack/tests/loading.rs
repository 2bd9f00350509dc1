//! What a pack becomes: sections, layers, names, formulas and texts in their places.

use std::collections::BTreeMap;
use std::sync::Arc;

use barrow_dice::{Fixed, Rng, Values, Variable};
use barrow_pack::{
    Article, Behaviour, Choice, Data, Effect, Files, Id, Kind, Layer, Level, Loaded, Occasion,
    Pack, Piece, Reach, Shape, Subject, Table, Word, load,
};

/// The least that a game needs, for others to stand on.
const BASE: &str = r##"{
  "attributes": { "health": { "gauge": "Life.", "label": "HP", "at_zero": ["die"] }, "attack": { "number": "Force." } },
  "kinds": {
    "floor": { "as": "terrain", "look": { "glyph": "." } },
    "wall": { "as": "terrain", "look": { "glyph": "#" }, "is": ["solid", "opaque"] },
    "hole": { "as": "fixture", "stairs": { "way": "down" } },
    "hero": { "is": ["solid"], "has": { "speed": 100, "health": 10, "attack": 2 } }
  },
  "levels": {
    "cave": { "drawing": ["#@>#"], "links": { "down": "cavern" },
      "ground": { "floor": "floor", "wall": "wall", "down": "hole" } },
    "cavern": { "dig": { "algorithm": "rooms" }, "ground": { "floor": "floor", "wall": "wall" } }
  },
  "pack": { "title": "Test", "heroes": "hero", "start": "cave", "life": "health" }
}"##;

fn load_all<const N: usize>(files: [(&str, &str); N]) -> Loaded {
    let named = files.map(|(name, text)| (name.to_string(), text.as_bytes().to_vec()));
    load(Files::new(BTreeMap::from(named)))
}

fn pack_of<const N: usize>(files: [(&str, &str); N]) -> Arc<Pack> {
    let loaded = load_all(files);
    loaded.pack.unwrap_or_else(|| panic!("{}", loaded.report.render(&loaded.files)))
}

/// Loads the pack that the base and one more file make.
fn with(text: &str) -> Arc<Pack> {
    pack_of([("base.json", BASE), ("more.json", text)])
}

fn id<T>(table: &Table<T>, name: &str) -> Id<T> {
    table.find(name).unwrap_or_else(|| panic!("`{name}` is declared"))
}

fn kind<'p>(pack: &'p Pack, name: &str) -> &'p Kind {
    pack.kinds.get(id(&pack.kinds, name))
}

fn flags(pack: &Pack, name: &str) -> Vec<String> {
    let flags = kind(pack, name).flags.iter();
    flags.map(|it| pack.attributes.name(*it).to_string()).collect()
}

/// Every word is worth its number, so that a test sees which words a formula reads.
struct Tens;

impl Values for Tens {
    fn value(&self, _: Variable) -> Fixed {
        Fixed::from_whole(10)
    }
}

fn value(pack: &Pack, kind_name: &str, attribute: &str) -> Fixed {
    let start = &kind(pack, kind_name).values[&id(&pack.attributes, attribute)];
    start.now.value(&Tens, &mut Rng::new(1))
}

#[test]
fn a_game_is_loaded_from_memory() {
    let pack = pack_of([("game.json", BASE)]);
    assert_eq!(&*pack.rules.title, "Test");
    assert_eq!(pack.rules.heroes, [id(&pack.kinds, "hero")]);
    assert_eq!(pack.levels.name(pack.rules.start), "cave");
    assert_eq!(pack.attributes.name(pack.rules.life), "health");
    assert_eq!(kind(&pack, "wall").layer, Layer::Terrain);
    assert_eq!(flags(&pack, "wall"), ["solid", "opaque"]);
    assert_eq!(pack.core.solid, id(&pack.attributes, "solid"));
}

#[test]
fn a_correct_game_has_no_diagnostics() {
    let loaded = load_all([("game.json", BASE)]);
    assert_eq!(loaded.report.render(&loaded.files), "");
}

#[test]
fn sections_are_gathered_over_all_files_whatever_their_order() {
    let more = r#"{ "kinds": { "rat": { "mind": "ratlike", "has": { "health": 2 } } } }"#;
    let minds = r#"{ "minds": { "ratlike": "strike" } }"#;
    let one = pack_of([("a.json", BASE), ("b.json", more), ("c/minds.json", minds)]);
    assert_eq!(kind(&one, "rat").mind, one.minds.find("ratlike"));
    let other = pack_of([("z.json", BASE), ("b.json", more), ("a/minds.json", minds)]);
    assert_eq!(kind(&other, "rat").mind, other.minds.find("ratlike"));
}

#[test]
fn files_that_are_no_part_of_a_pack_are_ignored() {
    let loaded = load_all([
        ("game.json", BASE),
        ("README.md", "{ this is no JSON"),
        ("pack.schema.json", "{ \"$id\": \"schema\" }"),
        ("music/theme.ogg", "\u{0}\u{1}"),
    ]);
    assert_eq!(loaded.report.render(&loaded.files), "");
    let alone = pack_of([("game.json", BASE)]);
    assert_eq!(loaded.pack.map(|it| it.digest), Some(alone.digest));
}

#[test]
fn the_digest_tells_packs_apart() {
    let digests = [
        pack_of([("game.json", BASE)]).digest,
        pack_of([("other.json", BASE)]).digest,
        pack_of([("game.json", &BASE.replace("10", "11"))]).digest,
        with("{}").digest,
    ];
    let mut different = digests.to_vec();
    different.sort_unstable();
    different.dedup();
    assert_eq!(different.len(), digests.len());
}

#[test]
fn a_schema_may_be_named_in_a_file() {
    with(r#"{ "$schema": "pack.schema.json" }"#);
}

#[test]
fn ids_are_indices_of_tables_and_the_core_comes_first() {
    let pack = with(r#"{ "kinds": { "apple": { "as": "item" }, "bat": {} } }"#);
    let names: Vec<&str> = pack.kinds.iter().map(|(id, _)| pack.kinds.name(id)).collect();
    assert_eq!(names, ["floor", "wall", "hole", "hero", "apple", "bat"]);
    for (id, _) in pack.kinds.iter() {
        assert_eq!(pack.kinds.find(pack.kinds.name(id)), Some(id));
    }
    assert_eq!(pack.attributes.name(Id::new(0)), "solid");
    assert_eq!(usize::from(id(&pack.attributes, "health").index()), pack.attributes.len() - 2);
}

#[test]
fn names_resolve_to_the_things_they_name() {
    let pack = with(
        r#"{ "kinds": { "nest": { "as": "fixture", "on": { "turn": { "spawn": { "kind": "bat" } } } },
                        "bat": { "name": "old bat" }, "ant": {} } }"#,
    );
    let [Effect::Spawn { kind: Some(spawned), .. }] =
        kind(&pack, "nest").on.effects(Occasion::Turn)
    else {
        panic!("one spawn");
    };
    assert_eq!(&*pack.kinds.get(*spawned).name, "old bat");
}

#[test]
fn a_pack_overrides_the_core_key_by_key() {
    let pack = with(r#"{ "attributes": { "speed": { "label": "Pace" } } }"#);
    let speed = pack.attributes.get(pack.core.speed);
    assert_eq!(&*speed.label, "Pace");
    assert!(speed.about().starts_with("Energy"), "{}", speed.about());
}

#[test]
fn a_thing_starts_from_the_one_it_extends_key_by_key() {
    let pack = with(
        r##"{ "kinds": {
          "beast": { "look": { "glyph": "b", "color": "#102030" }, "is": ["solid", "opaque"],
                     "has": { "health": 5, "attack": 1 }, "proper": true },
          "wolf": { "extends": "beast", "look": { "glyph": "w" }, "is": "floating",
                    "has": { "attack": 3 } },
          "ghost_wolf": { "extends": "wolf", "is": ["-solid", "hidden"], "proper": false }
        } }"##,
    );
    let wolf = kind(&pack, "wolf");
    assert_eq!((wolf.look.glyph, wolf.look.color.rgb), ('w', [0x10, 0x20, 0x30]));
    assert_eq!(flags(&pack, "wolf"), ["solid", "opaque", "floating"]);
    assert_eq!(value(&pack, "wolf", "health"), Fixed::from_whole(5));
    assert_eq!(value(&pack, "wolf", "attack"), Fixed::from_whole(3));
    assert_eq!(flags(&pack, "ghost_wolf"), ["opaque", "hidden", "floating"]);
    assert!(!kind(&pack, "ghost_wolf").proper && kind(&pack, "wolf").proper);
    assert_eq!(value(&pack, "ghost_wolf", "attack"), Fixed::from_whole(3));
}

#[test]
fn a_flag_can_be_removed_wherever_it_was_inherited_from() {
    let pack = with(
        r#"{ "kinds": { "a": { "is": ["solid"] }, "b": { "extends": "a" },
                        "c": { "extends": "b", "is": "-solid" },
                        "d": { "extends": "c", "is": ["solid", "pit"] } } }"#,
    );
    assert_eq!(flags(&pack, "c"), Vec::<String>::new());
    assert_eq!(flags(&pack, "d"), ["solid", "pit"]);
}

#[test]
fn a_list_grows_with_every_thing_that_appends_to_it() {
    let pack = with(
        r#"{ "kinds": {
          "a": { "stock": [{ "kind": "acorn" }] }, "b": { "extends": "a", "+stock": [{ "kind": "acorn" }] },
          "c": { "extends": "b" }, "d": { "extends": "c", "+stock": [{ "kind": "acorn" }] },
          "acorn": { "as": "item" } } }"#,
    );
    let count = |name| kind(&pack, name).stock.len();
    assert_eq!((count("a"), count("b"), count("c"), count("d")), (1, 2, 2, 3));
}

#[test]
fn inheriting_too_much_is_refused_before_it_fills_the_memory() {
    let body = "[\"solid\"],".repeat(2000);
    let base = format!(r#""base": {{ "on": [{body}[]] }}"#);
    let heirs: Vec<String> =
        (0..2000).map(|it| format!(r#""k{it}": {{ "extends": "base" }}"#)).collect();
    let text = format!(r#"{{ "kinds": {{ {base}, {} }} }}"#, heirs.join(","));
    let loaded = load_all([("big.json", &text)]);
    let told = loaded.report.render(&loaded.files);
    assert!(told.contains("inherit too much in total"));
}

#[test]
fn a_huge_and_hostile_file_gets_a_bounded_answer() {
    let members: Vec<String> = (0..60_000).map(|it| format!("\"wrong{it}\": {it}")).collect();
    let members = members.join(",");
    let text = format!(r#"{{ "kinds": {{ "hero": {{ {members}, "wrong1": 1 }} }} }}"#);
    let loaded = load_all([("huge.json", &text)]);
    assert!(loaded.pack.is_none());
    assert!(loaded.report.diagnostics.len() <= barrow_pack::Report::MAX);
}

#[test]
fn decimals_are_exact() {
    let pack = with(
        r#"{ "kinds": { "rat": { "has": { "health": 0.3, "attack": "25%", "speed": -12.0625,
                                          "sight": "0.1 + 0.2", "room": 1.2000 } } } }"#,
    );
    let points = |attribute| value(&pack, "rat", attribute).basis_points();
    assert_eq!(points("health"), 3_000);
    assert_eq!(points("attack"), 2_500);
    assert_eq!(points("speed"), -120_625);
    assert_eq!(points("sight"), 3_000);
    assert_eq!(points("room"), 12_000);
}

/// Returns the words that the formulas of a kind's values read.
fn words(pack: &Pack, name: &str, attribute: &str) -> Vec<Word> {
    let start = &kind(pack, name).values[&id(&pack.attributes, attribute)];
    start.now.variables().map(Word::of).collect()
}

#[test]
fn formulas_know_their_words() {
    let pack = with(
        r#"{ "states": { "poisoned": { "lasts": 3 } }, "fields": { "fog": {} },
             "kinds": { "rat": { "has": {
               "health": "attack + self.attack + player.attack",
               "attack": "health.max + player.health.max",
               "speed": "poisoned + self.fog + light",
               "sight": "carries.rat + count.hero",
               "room": "floor + turn + amount" } } } }"#,
    );
    let attribute = |name| id(&pack.attributes, name);
    let (attack, health) = (attribute("attack"), attribute("health"));
    assert_eq!(
        words(&pack, "rat", "health"),
        [Word::Value(Subject::Own, attack), Word::Value(Subject::Player, attack)]
    );
    assert_eq!(
        words(&pack, "rat", "attack"),
        [Word::Max(Subject::Own, health), Word::Max(Subject::Player, health)]
    );
    assert_eq!(
        words(&pack, "rat", "speed"),
        [
            Word::State(Subject::Own, id(&pack.states, "poisoned")),
            Word::Field(Subject::Own, id(&pack.fields, "fog")),
            Word::Light(Subject::Own)
        ]
    );
    assert_eq!(
        words(&pack, "rat", "sight"),
        [Word::Carries(Subject::Own, id(&pack.kinds, "rat")), Word::Count(id(&pack.kinds, "hero"))]
    );
    assert_eq!(words(&pack, "rat", "room"), [Word::Floor, Word::Turn, Word::Amount]);
}

#[test]
fn every_place_has_its_own_subjects() {
    let all = "self.attack + actor.attack + target.attack + item.attack + player.attack + distance";
    let own = "self.attack + attack + player.attack + turn";
    let carried = "self.attack + actor.attack + player.attack";
    let player = "player.attack + floor";
    with(&format!(
        r#"{{
          "attributes": {{ "food": {{ "gauge": "Food.", "per_turn": "{own}",
            "at_zero": [{{ "harm": "{all}" }}],
            "warnings": {{ "below": "{own}", "say": "[Self] hunger[s], [player]." }} }} }},
          "slots": {{ "hand": {{}} }},
          "kinds": {{ "rat": {{ "has": {{ "health": "{own}" }},
            "strike": {{ "chance": "{all}", "do": [{{ "harm": "attacker.attack - defender.attack" }}],
              "say": "[Attacker] bite[s] [a defender] with [item] for {{amount}}." }},
            "light": "{own}", "stock": {{ "kind": "tooth", "count": "{own}" }} }},
            "tooth": {{ "as": "item", "item": {{ "slot": "hand", "needs": "{carried}" }},
              "wear": {{ "attribute": "attack", "by": "{own}" }},
              "on": {{ "use": [{{ "say": "[Actor], [target], [item], [self], [player]" }}] }} }} }},
          "states": {{ "calm": {{ "lasts": "{all}", "begins": "[Target] rest[s].",
            "changes": {{ "attribute": "attack", "times": "{all}" }} }} }},
          "fields": {{ "fog": {{ "spread": "{player}", "on": {{ "turn": {{ "harm": "{all}" }} }} }} }},
          "minds": {{ "dull": {{ "wander": {{ "when": "{all}" }} }} }},
          "abilities": {{ "bite": {{ "cost": {{ "food": "{all}" }}, "tells": "[Actor] gape[s].",
            "do": {{ "harm": "{all}" }} }} }},
          "tables": {{ "loot": {{ "kind": "rat", "weight": "{player}" }} }},
          "menus": {{ "shop": {{ "title": "Shop", "options": {{ "text": "Pay {{{all}}}",
            "when": "{all}", "do": [] }} }} }},
          "levels": {{ "den": {{ "extends": "cavern", "dig": {{ "attempts": "10 + floor" }},
            "places": {{ "kind": "rat", "count": "{player}" }}, "ambient": "{player}" }} }}
        }}"#
    ));
}

#[test]
fn texts_are_cut_into_their_pieces() {
    let pack = with(
        r#"{ "words": { "cries": ["Ow!"] },
             "kinds": { "rat": { "on": { "die": { "say":
               "[Actor] [have|has] slain [a target]: [words.cries] It squeak[s] {amount} times." } } } } }"#,
    );
    let [Effect::Say { text }] = kind(&pack, "rat").on.effects(Occasion::Die) else {
        panic!("one text")
    };
    let text_piece = |text: &str| Piece::Text(text.into());
    let two = |you: &str, other: &str| Piece::Agree { you: you.into(), other: other.into() };
    let Some(Piece::Number(amount)) = text.pieces.get(6) else { panic!("{:?}", text.pieces) };
    assert_eq!(amount.variables().map(Word::of).collect::<Vec<_>>(), [Word::Amount]);
    assert_eq!(
        text.pieces[..6],
        [
            Piece::Name { subject: Subject::Actor, article: Article::Definite, capital: true },
            two(" have slain ", " has slain "),
            Piece::Name { subject: Subject::Target, article: Article::Indefinite, capital: false },
            text_piece(": "),
            Piece::Word(id(&pack.words, "cries")),
            two(" It squeak ", " It squeaks "),
        ]
    );
}

#[test]
fn doubled_brackets_are_literal() {
    let pack = with(
        r#"{ "kinds": { "rat": { "on": { "die": { "say": "[[x] {{y} [an] [plain self]" } } } } }"#,
    );
    let [Effect::Say { text }] = kind(&pack, "rat").on.effects(Occasion::Die) else {
        panic!("one text")
    };
    let text_piece = |text: &str| Piece::Text(text.into());
    assert_eq!(
        text.pieces,
        [
            text_piece("[x] {y} "),
            Piece::Indefinite,
            text_piece(" "),
            Piece::Name { subject: Subject::Own, article: Article::Plain, capital: false },
        ]
    );
}

#[test]
fn formulas_ask_what_is_worn_and_what_is_near() {
    let pack = with(
        r#"{ "kinds": { "old rat": {}, "rat": { "has": { "attack":
            "player.wears.hero + self.here.`old rat` + beside.hero + around.hero" } } } }"#,
    );
    let start = &kind(&pack, "rat").values[&id(&pack.attributes, "attack")];
    let hero = id(&pack.kinds, "hero");
    assert_eq!(
        start.now.variables().map(Word::of).collect::<Vec<_>>(),
        [
            Word::Wears(Subject::Player, hero),
            Word::Near(Subject::Own, Reach::Here, id(&pack.kinds, "old rat")),
            Word::Near(Subject::Own, Reach::Beside, hero),
            Word::Near(Subject::Own, Reach::Around, hero),
        ]
    );
}

#[test]
fn a_thing_without_a_name_is_called_by_its_key() {
    let pack = with(
        r#"{ "kinds": { "giant_rat": {} }, "states": { "very_calm": { "lasts": 1 } },
             "levels": { "deep_cave": { "drawing": "@", "ground": { "floor": "floor" } } } }"#,
    );
    assert_eq!(&*kind(&pack, "giant_rat").name, "giant rat");
    assert_eq!(&*pack.states.get(id(&pack.states, "very_calm")).label, "very calm");
    assert_eq!(&*pack.levels.get(id(&pack.levels, "deep_cave")).title, "deep cave");
    assert_eq!(&*pack.attributes.get(pack.rules.life).label, "HP");
}

#[test]
fn an_animated_look_repeats_its_frames() {
    let pack = with(
        r#"{ "kinds": { "fire": { "as": "fixture", "look": { "pace": 100, "frames": [{ "glyph": "o" }, { "glyph": "O" }] } } } }"#,
    );
    let glyph = |name, millis| kind(&pack, name).look.frame(millis).and_then(|it| it.glyph);
    let seen = [0, 99, 100, 199, 200].map(|millis| glyph("fire", millis));
    assert_eq!(seen, [Some('o'), Some('o'), Some('O'), Some('O'), Some('o')]);
    assert!(kind(&pack, "hero").look.frame(0).is_none(), "the hero stands still");
}

/// Returns what the cells of a drawing stand for, a name each.
fn drawn(pack: &Pack, level: &Level) -> String {
    let names = |glyph| level.stands_for(glyph).map(|it| it.iter().map(|it| pack.kinds.name(*it)));
    let cell = |glyph| names(glyph).map_or("?".into(), |it| it.collect::<Vec<_>>().join("+"));
    level.drawing.iter().flat_map(|row| row.chars()).map(cell).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_drawing_needs_no_legend_for_the_ground_and_may_be_ragged() {
    let pack = with(
        r##"{ "kinds": { "rat": {}, "gate": { "as": "fixture", "door": {} },
                        "ladder": { "as": "fixture", "stairs": { "way": "down" } } },
             "levels": { "den": { "drawing": [" #", "#@r+", " >"],
               "ground": { "floor": "floor", "wall": "wall", "door": "gate", "down": "ladder" },
               "legend": { "r": ["floor", "rat"] } } } }"##,
    );
    assert_eq!(
        drawn(&pack, pack.levels.get(id(&pack.levels, "den"))),
        "wall wall wall floor floor+rat gate wall ladder"
    );
}

#[test]
fn a_dig_grows_with_its_floor_and_stays_in_range() {
    let pack = with(
        r#"{ "levels": { "den": { "extends": "cavern", "dig": { "width": "40 + floor * 10",
             "height": 30, "attempts": "floor * 100000" } } } }"#,
    );
    let dig = pack.levels.get(id(&pack.levels, "den")).dig.as_ref().unwrap();
    let recipe = dig.recipe(&pack, |formula| formula.value(&Tens, &mut Rng::new(1)));
    let attempts = recipe.parameters().into_iter().find(|it| it.name == "attempts").unwrap();
    assert_eq!((recipe.width, recipe.height, attempts.value.as_str()), (140, 30, "5000"));
    let tiny = dig.recipe(&pack, |_| Fixed::ZERO);
    assert_eq!(tiny.check(), Ok(()));
}

#[test]
fn an_aimed_ability_needs_no_range() {
    with(r#"{ "abilities": { "stare": { "aim": "target", "do": { "say": "Boo." } } } }"#);
}

#[test]
fn an_immunity_flag_counts_as_used() {
    let loaded = load_all([
        (
            "base.json",
            &BASE.replace(r#""is": ["solid"], "has""#, r#""is": ["fire_immune"], "has""#),
        ),
        (
            "more.json",
            r#"{ "attributes": { "fire_immune": { "flag": "Fire does not burn it." } } }"#,
        ),
    ]);
    assert_eq!(loaded.report.render(&loaded.files), "");
}

/// Declares all names that the examples of effects and behaviours use.
const NAMES: &str = r#"{
  "attributes": { "gold": { "number": "Money." }, "awake": { "flag": "It is awake." },
    "defense": { "number": "Parries." }, "strength": { "number": "Lifts." },
    "breakable": { "flag": "It breaks." }, "post": { "flag": "Guards come by." }, "price": { "number": "In gold." } },
  "bags": { "draw": {}, "hand": {} },
  "routines": { "gain_dread": { "takes": ["by"], "do": [] } },
  "states": { "poisoned": { "lasts": 5 } },
  "fields": { "gas": {} },
  "kinds": { "goblin": {}, "rubble": { "as": "fixture" }, "key": { "as": "item" } },
  "menus": { "shop": { "title": "Shop", "options": { "text": "Leave", "do": [] } } },
  "abilities": { "bolt": { "do": [] } }
}"#;

/// Returns the errors of a pack with one more file.
fn errors(text: &str) -> String {
    let files = [("base.json", BASE), ("names.json", NAMES), ("more.json", text)];
    let loaded = load_all(files);
    if loaded.pack.is_some() { String::new() } else { loaded.report.render(&loaded.files) }
}

#[test]
fn the_example_of_every_effect_is_a_piece_of_a_pack() {
    for row in Effect::rows() {
        let (key, example) = (row.key, row.example);
        let text = format!(r#"{{ "kinds": {{ "it": {{ "on": {{ "use": [{example}] }} }} }} }}"#);
        assert_eq!(errors(&text), "", "{key}");
        assert!(example.contains(&format!("\"{key}\"")), "{key}");
    }
}

#[test]
fn the_example_of_every_behaviour_is_a_piece_of_a_pack() {
    for row in Behaviour::rows() {
        let (key, example) = (row.key, row.example);
        assert_eq!(errors(&format!(r#"{{ "minds": {{ "it": [{example}] }} }}"#)), "", "{key}");
        assert!(example.contains(&format!("\"{key}\"")), "{key}");
    }
}

#[test]
fn every_occasion_has_its_word() {
    for (occasion, word) in Occasion::ALL.into_iter().zip(Occasion::WORDS) {
        let text =
            format!(r#"{{ "kinds": {{ "it": {{ "on": {{ "{word}": {{ "say": "It." }} }} }} }} }}"#);
        assert_eq!(
            with(&text).kinds.iter().filter(|(_, it)| !it.on.effects(occasion).is_empty()).count(),
            1
        );
    }
}

#[test]
fn shapes_say_what_may_be_written() {
    assert_eq!(Vec::<Effect>::shape(), Shape::List(Box::new(Shape::Record("effect"))));
    assert_eq!(Option::<Id<Kind>>::shape(), Shape::Name(barrow_pack::Section::Kinds));
}

/// A file that only says how a game sounds may change while a run goes on.
#[test]
fn sounds_do_not_count_for_the_digest() {
    let game = r#"{ "attributes": { "health": { "gauge": "Life." } },
        "kinds": { "hero": { "has": { "health": 1 } }, "floor": { "as": "terrain" } },
        "levels": { "cave": { "drawing": ["@"], "ground": { "floor": "floor" } } },
        "pack": { "title": "Bare", "heroes": ["hero"], "start": "cave", "life": "health" } }"#;
    let with = |sounds: &str| {
        let files = [("game.json", game), ("sounds.json", sounds)];
        let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
        load(Files::new(files.into_iter().collect())).pack.expect("it has no mistake")
    };
    let quiet = with(r#"{ "sounds": { "step": { "extends": "step", "level": 10 } } }"#);
    let loud = with(r#"{ "sounds": { "step": { "extends": "step", "level": 90 } } }"#);
    assert_eq!(quiet.digest, loud.digest);
    assert_ne!(quiet.sounds, loud.sounds);
    let layers = |pack: &barrow_pack::Pack| pack.sounds.sounds["step"].layers.len();
    assert_eq!(layers(&quiet), 4, "the rest comes from the engine's own set");
    let other = with(r#"{ "words": { "steps": ["tap"] } }"#);
    assert_ne!(other.digest, quiet.digest);
}

/// Which sound stands for what, in a pack that names none.
#[test]
fn gauges_that_run_low_have_a_sound() {
    let warned = r#""at_zero": ["die"], "warnings": [{ "below": 0.5, "say": "Hurt." },
        { "below": 0.2, "say": "Dying.", "sound": "bell" }] }"#;
    let base = BASE.replacen(r#""at_zero": ["die"] }"#, warned, 1);
    let more = r#"{ "attributes": {
        "bread": { "gauge": "Food.", "per_turn": -1 },
        "air": { "gauge": "Air.", "per_turn": "0 - self.attack", "warnings": [{ "below": 0.5, "say": "Air!" }] },
        "oil": { "gauge": "Oil.", "warnings": [{ "below": 0.5, "say": "Dim." }] },
        "mana": { "gauge": "Spells.", "per_turn": 1 } } }"#;
    let pack = pack_of([("base.json", &base), ("more.json", more)]);
    let heard = |name| {
        let gauge = pack.attributes.get(id(&pack.attributes, name));
        gauge.warnings.iter().map(|it| it.sound.0.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(heard("health"), ["low_life", "bell"]);
    assert_eq!(heard("bread"), ["hunger"]);
    assert_eq!(heard("air"), ["hunger"]);
    assert_eq!(heard("oil"), ["warn"]);
    assert_eq!(heard("mana"), [""; 0]);
}
