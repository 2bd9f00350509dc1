//! From the events of a turn to the sounds that are heard.

use barrow_dice::Seed;
use barrow_engine::{Command, Run};
use barrow_grid::{Dir, Pos};
use barrow_sound::{Bus, Order};

use super::{Listener, caption};
use crate::stage::{begin, pack, view};

const THINGS: &str = r#"{
    "sounds": { "squeal": { "extends": "roar", "pitch": 200 } },
    "attributes": { "rarity": { "number": "How rare." }, "flammable": { "flag": "It burns." }, "dread": { "gauge": "Fear." } },
    "fields": { "smoke": { "look": { "glyph": "%" }, "sound": "gas" },
        "flames": { "look": { "glyph": "^" }, "spread": { "chance": 0, "fuel": "flammable" } } },
    "kinds": {
        "mud": { "as": "terrain", "look": { "glyph": "," }, "sounds": { "step": "step_water" } },
        "champion": { "extends": "hero", "has": { "health": 20, "dread": { "now": 0, "max": 10 } } },
        "giant": { "extends": "rat", "look": { "glyph": "G" }, "has": { "health": 90 },
            "sounds": { "sight": "roar", "strike": "thud", "die": "boss_defeated", "mood": "boss", "pitch": -5 } },
        "keeper": { "as": "fixture", "look": { "glyph": "K" }, "is": ["solid"], "sounds": { "mood": "rest" } },
        "pig": { "extends": "rat", "look": { "glyph": "p" }, "has": { "health": 1 }, "sounds": { "die": "squeal" } },
        "ring": { "as": "item", "look": { "glyph": "=" }, "item": {}, "has": { "rarity": 3 },
            "sounds": { "take": "chime", "pitch_by": "rarity" } },
        "gong": { "as": "fixture", "look": { "glyph": "g" }, "is": ["solid"], "on": { "bump": [{ "cue": "bell" }] } },
        "drum": { "as": "fixture", "look": { "glyph": "d" },
            "on": { "turn": [{ "noise": { "text": "A drum", "range": 20, "sound": "push", "at": "self" } }] } },
        "plate": { "as": "fixture", "look": { "glyph": "_" },
            "on": { "enter": [{ "put": { "field": "smoke", "amount": 1, "radius": 1 } }] } },
        "maul": { "as": "item", "look": { "glyph": "M" }, "item": { "slot": "hand" },
            "sounds": { "strike": "blade", "pitch": -6 } },
        "lord": { "extends": "rat", "look": { "glyph": "L" }, "has": { "health": 1 }, "sounds": { "mood": "boss" } },
        "crate": { "as": "fixture", "look": { "glyph": "c" }, "is": ["solid", "pushable"] },
        "lamp": { "as": "fixture", "look": { "glyph": "l" },
            "on": { "enter": [{ "put": { "field": "flames", "amount": 1, "radius": 0 } }] } },
        "knife": { "as": "fixture", "look": { "glyph": "k" },
            "on": { "enter": [{ "change": { "attribute": "health", "by": -17, "of": "actor" } }] } },
        "scare": { "as": "fixture", "look": { "glyph": "!" }, "on": { "enter": [{ "change": { "attribute": "dread", "by": 10, "of": "actor" } }] } }
    } }"#;

const LEGEND: &str = r#", "legend": { "G": ["giant"], "M": ["maul"], "L": ["lord"], "k": ["key"], "=": ["vault_door"], "K": ["keeper"], "p": ["pig"], ",": ["mud"], "o": ["ring"], "g": ["gong"],
    "d": ["drum"], "_": ["plate"], "s": ["scare"], "c": ["crate"], "!": ["knife"], "l": ["lamp"] }"#;

/// A run and the listener of its player.
struct Stage {
    run: Run,
    listener: Listener,
    orders: Vec<Order>,
}

impl Stage {
    fn new(map: &str, level: &str) -> Self {
        let rules = r#", "tension": "player.dread / 10""#;
        let run = begin(&pack(map, rules, &[LEGEND, level].concat(), THINGS), 7);
        let mut listener = Listener::new(Seed(7));
        let orders = listener.hear([], &view(&run));
        Self { run, listener, orders }
    }

    fn play(&mut self, command: &Command) -> &mut Self {
        let turn = self.run.step(0, command).expect("it may be done");
        let events: Vec<_> = turn.events(0).collect();
        self.orders = self.listener.hear(events, &view(&self.run));
        self
    }

    fn east(&mut self) -> &mut Self {
        self.play(&Command::Move(Dir::East))
    }

    /// Writes each order in a few words: `roar at 4,0 -5`, `mood boss`.
    fn heard(&self) -> String {
        let told = self.orders.iter().map(|order| match order {
            Order::Play { sound, cue } => {
                let at = cue.bearing.map(|it| {
                    let dull = if it.muffled { " dull" } else { "" };
                    format!(" at {},{}{dull}", it.east, it.south)
                });
                let pitch = if cue.semitones == 0 {
                    String::new()
                } else {
                    format!(" {:+}", cue.semitones)
                };
                format!("{sound}{}{pitch}", at.unwrap_or_default())
            }
            Order::Mood { name, .. } => format!("mood {}", name.as_deref().unwrap_or("none")),
            Order::Tension(tension) => format!("tension {tension}"),
            Order::Ambience { name, place, .. } => {
                format!("ambience {} {place:?}", name.as_deref().unwrap_or("none"))
            }
            Order::Volume { .. } | Order::Silence => String::from("?"),
        });
        told.collect::<Vec<_>>().join("; ")
    }
}

#[test]
fn a_level_has_its_ambience_its_reverb_and_its_music() {
    let plain = Stage::new("#####\n#@..#\n#####", "");
    assert_eq!(plain.heard(), "ambience dungeon None; mood explore; tension 0");
    let level = r#", "ambience": "cave", "place": "metal", "music": "depths""#;
    let cave = Stage::new("#####\n#@..#\n#####", level);
    assert_eq!(cave.heard(), "ambience cave Some(Metal); mood depths; tension 0");
}

#[test]
fn steps_sound_like_the_ground() {
    let mut stage = Stage::new("######\n#@.,.#\n######", "");
    assert_eq!(stage.east().heard(), "step at 0,0");
    assert_eq!(stage.east().heard(), "step_water at 0,0");
    assert_eq!(stage.east().heard(), "step at 0,0");
}

#[test]
fn a_cue_comes_from_where_it_is() {
    let mut stage = Stage::new("#####\n#@g.#\n#####", "");
    assert_eq!(stage.east().heard(), "bell at 1,0");
    assert_eq!(caption(&stage.orders[0]).as_deref(), Some("[bell, east]"));
}

#[test]
fn what_is_rare_rings_higher_when_it_is_taken() {
    let mut stage = Stage::new("#####\n#@o.#\n#####", "");
    stage.east();
    let heard = stage.play(&Command::Pickup).heard();
    assert_eq!(heard, "chime at 0,0 +6");
}

#[test]
fn a_noise_out_of_sight_is_dull_and_comes_from_its_direction() {
    let mut stage = Stage::new("#########\n#@#....d#\n#########", "");
    let heard = stage.play(&Command::Wait).heard();
    assert_eq!(heard, "push at 5,0 dull");
    assert_eq!(caption(&stage.orders[0]).as_deref(), Some("[push, east]"));
    let mut open = Stage::new("#########\n#@.....d#\n#########", "");
    assert_eq!(open.play(&Command::Wait).heard(), "push at 5,0");
}

/// The boss announces itself once, the music turns to it, and calms down after its death.
#[test]
fn a_foe_with_a_mood_changes_the_music_while_it_is_in_sight() {
    let mut stage = Stage::new("########\n#@....G#\n########", "");
    assert_eq!(stage.heard(), "ambience dungeon None; roar at 5,0 -5; mood boss; tension 420");
    let heard = stage.play(&Command::Wait).heard();
    assert!(!heard.contains("roar") && !heard.contains("mood"), "{heard}");
}

/// A shop is calm as long as no foe is in it.
#[test]
fn a_peaceful_keeper_has_a_mood_as_well_but_a_foe_comes_first() {
    let shop = Stage::new("########\n#@....K#\n########", "");
    assert_eq!(shop.heard(), "ambience dungeon None; mood rest; tension 0");
    let robbed = Stage::new("########\n#@..G.K#\n########", "");
    assert!(robbed.heard().contains("mood boss"), "{}", robbed.heard());
}

#[test]
fn what_is_unseen_is_unheard() {
    let unseen = Stage::new("#########\n#@#....G#\n#########", "");
    assert_eq!(unseen.heard(), "ambience dungeon None; mood explore; tension 0");
}

#[test]
fn a_death_has_the_voice_of_the_dying() {
    let mut stage = Stage::new("#####\n#@p.#\n#####", "");
    let mut heard = String::new();
    for _ in 0..20 {
        heard = stage.east().heard();
        if heard.contains("squeal") {
            break;
        }
    }
    assert!(heard.contains("squeal at 1,0"), "{heard}");
    assert!(heard.contains("hit at 1,0"), "{heard}");
}

/// An own blow is a swing and what it does; the weapon gives the pitch of the one, and the other.
#[test]
fn an_own_blow_is_a_swing_that_lands_a_moment_later() {
    let blow = |stage: &mut Stage| {
        for _ in 0..20 {
            let heard = stage.east().heard();
            if !heard.starts_with("swing at 0,0") || stage.orders.len() > 1 {
                return (heard, stage.orders.clone());
            }
        }
        panic!("it never hits")
    };
    let mut stage = Stage::new("#####\n#@G.#\n#####", "");
    let (heard, orders) = blow(&mut stage);
    assert_eq!(heard, "swing at 0,0; hit at 1,0");
    let [Order::Play { cue: swing, .. }, Order::Play { cue: hit, .. }] = &orders[..] else {
        panic!("{heard}")
    };
    assert!(swing.level < hit.level && swing.after < hit.after);
    let mut armed = Stage::new("#####\n#@M.#\n#.G.#\n#####", "");
    armed.east().play(&Command::Pickup);
    armed.play(&Command::Equip { slot: 0 });
    let south = armed.play(&Command::Move(Dir::South)).heard();
    assert!(south.starts_with("swing at 0,0 -6"), "{south}");
}

/// The pack names only the mood.
#[test]
fn a_boss_is_announced_and_its_death_is_a_triumph() {
    let mut stage = Stage::new("#####\n#@L.#\n#####", "");
    assert!(stage.heard().contains("; boss at 1,0; mood boss"), "{}", stage.heard());
    let mut heard = String::new();
    while !heard.contains("hit at 1,0") {
        heard = stage.east().heard();
    }
    assert!(heard.contains("boss_defeated at 1,0"), "{heard}");
    assert!(!heard.contains("thud"), "{heard}");
}

#[test]
fn a_lock_that_gives_way_clicks_before_the_door_opens() {
    let mut stage = Stage::new("######\n#@k=.#\n######", "");
    stage.east().play(&Command::Pickup);
    let heard = stage.east().heard();
    assert!(heard.contains("unlock at 1,0; door at 1,0"), "{heard}");
}

#[test]
fn a_field_that_grows_in_sight_is_heard() {
    let mut stage = Stage::new("#####\n#@_.#\n#####", "");
    assert_eq!(stage.east().heard(), "step at 0,0; gas at 0,0");
    assert_eq!(stage.play(&Command::Wait).heard(), "");
}

/// The pack names no sounds for these things.
#[test]
fn what_is_pushed_grinds_and_what_burns_crackles() {
    let mut crate_ = Stage::new("######\n#@c..#\n######", "");
    assert_eq!(crate_.east().heard(), "step at 0,0; push at 1,0");
    let mut grass = Stage::new("######\n#@l..#\n######", "");
    assert_eq!(grass.east().heard(), "step at 0,0; fire at 0,0");
}

/// The pack below names no sound at all.
const MUTE: &str = r#"{
    "attributes": { "level": { "number": "How experienced." }, "food": { "gauge": "Bread.", "per_turn": -1 },
        "ammo": { "gauge": "Arrows.", "warnings": [{ "below": 0.5, "say": "Few arrows are left." }] } },
    "bags": { "lid": { "hidden": true } },
    "abilities": { "bolt": { "range": 9, "aim": "target", "do": [{ "harm": 2 }] } },
    "fields": { "miasma": { "look": { "glyph": "%" }, "spread": { "chance": 0 }, "harmful": true },
        "flood": { "look": { "glyph": "~", "tile": "water" } }, "mould": { "look": { "glyph": "m" } } },
    "kinds": {
        "champion": { "extends": "hero", "has": { "health": 20, "level": 1, "food": { "now": 9, "max": 20 }, "ammo": { "now": 9, "max": 10 } },
            "abilities": ["bolt"], "strike": { "chance": 1, "do": [{ "if": { "when": "roll(1, 20) > 0", "do": [{ "harm": 4 }], "else": [{ "harm": 2 }] } }] } },
        "pool": { "as": "terrain", "look": { "glyph": "~", "tile": "deep-water" } },
        "boards": { "as": "terrain", "look": { "glyph": "-", "tile": "plank" } },
        "spikes": { "as": "fixture", "is": ["hidden"], "look": { "glyph": "^" },
            "on": { "enter": [{ "say": "Click." }, { "harm": { "by": 3, "of": "actor" } }, { "remove": { "of": "self" } }] } },
        "pit_trap": { "as": "fixture", "is": ["hidden"], "look": { "glyph": "x" },
            "on": { "enter": [{ "if": { "when": "actor.level > 1", "do": [{ "harm": { "by": 3, "of": "actor" } }] } }] } },
        "coffer": { "as": "fixture", "is": ["solid"], "look": { "glyph": "C" },
            "on": { "bump": [{ "give": { "kind": "key", "of": "actor" } }, { "remove": { "of": "self" } }] } },
        "crate": { "as": "fixture", "is": ["solid"], "look": { "glyph": "c" }, "bags": { "lid": { "stock": ["key", "balm"] } },
            "on": { "bump": [{ "transfer": { "from": { "bag": "lid", "of": "self" }, "to": { "at": "self" } } }] } },
        "vent": { "as": "fixture", "look": { "glyph": "v" }, "on": { "enter": [{ "put": { "field": "miasma", "amount": 9, "radius": 1 } }] } },
        "sluice": { "as": "fixture", "look": { "glyph": "s" }, "on": { "enter": [{ "put": { "field": "flood", "amount": 9, "radius": 1 } }] } },
        "cellar": { "as": "fixture", "look": { "glyph": "e" }, "on": { "enter": [{ "put": { "field": "mould", "amount": 9, "radius": 1 } }] } },
        "book": { "as": "fixture", "look": { "glyph": "b" }, "on": { "enter": [{ "change": { "attribute": "level", "by": 1, "of": "actor" } }] } },
        "heart": { "as": "fixture", "look": { "glyph": "h" }, "on": { "enter": [{ "raise": { "attribute": "health", "by": 5, "of": "actor" } }] } },
        "thief": { "as": "fixture", "look": { "glyph": "t" }, "on": { "enter": [{ "change": { "attribute": "ammo", "by": -6, "of": "actor" } }] } }
    } }"#;

const MUTE_LEGEND: &str = r#", "legend": { "-": ["boards"], "~": ["pool"], "^": ["spikes"], "x": ["pit_trap"], "C": ["coffer"], "c": ["crate"],
    "v": ["vent"], "s": ["sluice"], "e": ["cellar"], "b": ["book"], "h": ["heart"], "t": ["thief"] }"#;

/// What is heard of a way to the east, in a pack that writes nothing about sound.
fn unwritten(map: &str) -> Vec<String> {
    let pack = pack(map, "", MUTE_LEGEND, MUTE);
    let run = begin(&pack, 7);
    let mut listener = Listener::new(Seed(7));
    listener.hear([], &view(&run));
    let mut stage = Stage { run, listener, orders: Vec::new() };
    let cells = map.trim().lines().nth(1).map_or(0, str::len) - 3;
    (0..cells).map(|_| stage.east().heard()).collect()
}

#[test]
fn a_trap_snaps_before_it_harms_and_one_that_does_not_go_off_is_silent() {
    assert_eq!(unwritten("####\n#@^#\n####"), ["step at 0,0; trap at 0,0; hurt at 0,0"]);
    // Nothing tells of a trap that stays hidden.
    assert_eq!(unwritten("####\n#@x#\n####"), ["step at 0,0"]);
}

#[test]
fn a_chest_is_heard_when_it_gives_or_pours_out_what_it_holds() {
    assert_eq!(unwritten("#####\n#@C.#\n#####"), ["pickup at 0,0; chest at 1,0", "step at 0,0"]);
    assert_eq!(unwritten("####\n#@c#\n#..#\n####"), ["chest at 1,0"]);
}

#[test]
fn gas_hisses_water_splashes_and_what_nobody_hears_is_silent() {
    assert_eq!(unwritten("#####\n#@v.#\n#####"), ["step at 0,0; gas at 0,0", "step at 0,0"]);
    assert_eq!(unwritten("#####\n#@s.#\n#####"), ["step at 0,0; splash at 0,0", "step at 0,0"]);
    assert_eq!(unwritten("#####\n#@e.#\n#####"), ["step at 0,0", "step at 0,0"]);
}

#[test]
fn ground_that_is_drawn_as_wood_or_water_sounds_so() {
    let steps = ["step_wood at 0,0", "splash at 0,0", "step at 0,0"];
    assert_eq!(unwritten("######\n#@-~.#\n######"), steps);
}

#[test]
fn hunger_is_heard_once_when_it_begins() {
    let heard = unwritten("########\n#@.....#\n########");
    assert_eq!(
        heard,
        ["step at 0,0", "step at 0,0", "step at 0,0", "step at 0,0; hunger at 0,0", "step at 0,0"]
    );
}

#[test]
fn a_gauge_with_a_warning_is_heard() {
    assert_eq!(unwritten("####\n#@t#\n####"), ["step at 0,0; warn at 0,0"]);
}

/// Where walking costs life, a step is no cry of pain.
#[test]
fn what_every_step_costs_is_not_felt() {
    let hurt_by = |by: i32| {
        let more = format!(
            r#"{{ "kinds": {{ "champion": {{ "extends": "hero", "has": {{ "health": 1000 }},
                "on": {{ "step": [{{ "change": {{ "attribute": "health", "by": -{by} }} }}] }} }} }} }}"#
        );
        let run = begin(&pack("####\n#@.#\n####", "", "", &more), 7);
        let mut stage = Stage { run, listener: Listener::new(Seed(7)), orders: Vec::new() };
        stage.east().heard().contains("hurt")
    };
    assert_eq!([1, 4, 5, 50].map(hurt_by), [false, false, true, true]);
}

#[test]
fn a_step_up_is_a_fanfare() {
    assert_eq!(unwritten("####\n#@b#\n####"), ["step at 0,0; level_up at 0,0"]);
    assert_eq!(unwritten("####\n#@h#\n####"), ["step at 0,0; level_up at 0,0"]);
}

/// What chance seldom does is critical; what it always does would be, too, if it drew nothing.
#[test]
fn a_lucky_blow_is_critical() {
    let heard = unwritten("####\n#@O#\n####");
    assert!(heard[0].starts_with("swing at 0,0; critical at 0,0; hit at 1,0"), "{heard:?}");
}

#[test]
fn a_spell_that_harms_sizzles_where_it_lands() {
    let run = begin(&pack("######\n#@..r#\n######", "", MUTE_LEGEND, MUTE), 7);
    let mut stage = Stage { run, listener: Listener::new(Seed(7)), orders: Vec::new() };
    let bolt = Command::Cast { ability: "bolt".into(), at: Some(Pos::new(4, 1)) };
    let heard = stage.play(&bolt).heard();
    assert!(heard.contains("chime at 0,0; sizzle at 3,0"), "{heard}");
}

/// The music changes when half of the life is lost.
#[test]
fn foes_that_are_awake_and_wounds_make_the_music_tense() {
    let foe = Stage::new("######\n#@..r#\n######", "");
    assert!(foe.heard().ends_with("tension 180"), "{}", foe.heard());
    let foes = Stage::new("######\n#@.rr#\n#.rrr#\n######", "");
    assert!(foes.heard().ends_with("tension 540"), "{}", foes.heard());
    let mut wounded = Stage::new("######\n#@!..#\n######", "");
    assert!(wounded.heard().ends_with("tension 0"));
    // 3.5 of 20 are left after what heals in a turn.
    assert!(wounded.east().heard().ends_with("tension 320"), "{}", wounded.heard());
}

/// The pack's own gauge makes the music tense at once, and it calms down slowly.
#[test]
fn the_gauge_of_the_pack_drives_the_tension() {
    let mut stage = Stage::new("#####\n#@s.#\n#####", "");
    assert_eq!(stage.east().heard(), "step at 0,0; tension 1000");
}

#[test]
fn the_same_run_sounds_the_same() {
    let play = || {
        let mut stage = Stage::new("########\n#@.,p.G#\n########", "");
        let mut all = stage.orders.clone();
        for _ in 0..6 {
            all.extend(stage.east().orders.clone());
        }
        all
    };
    assert_eq!(play(), play());
    let seeds: Vec<u32> = play()
        .iter()
        .filter_map(|it| if let Order::Play { cue, .. } = it { Some(cue.seed) } else { None })
        .collect();
    let mut unique = seeds.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), seeds.len(), "no two sounds are alike");
}

/// The knife takes 17 of the life; afterwards it heals without a sound.
#[test]
fn a_wound_is_heard_and_healing_is_not() {
    let mut stage = Stage::new("######\n#@!..#\n######", "");
    assert!(stage.east().heard().starts_with("step at 0,0; hurt at 0,0"), "{}", stage.heard());
    assert!(!stage.play(&Command::Wait).heard().contains("hurt"));
}

/// Menus have a volume of their own, apart from what happens in the world.
#[test]
fn a_click_is_no_sound_of_the_world() {
    let mut stage = Stage::new("#####\n#@..#\n#####", "");
    let buses = [super::interface("click"), stage.east().orders[0].clone()].map(|it| {
        let Order::Play { cue, .. } = it else { panic!("it is no sound: {it:?}") };
        cue.bus
    });
    assert_eq!(buses, [Bus::Interface, Bus::Effects]);
}

/// Music and ambience are composed anew for each run.
#[test]
fn no_two_runs_have_the_same_music() {
    let run = begin(&pack("#@..#", "", LEGEND, THINGS), 7);
    let composed = |seed| {
        let orders = Listener::new(Seed(seed)).hear([], &view(&run));
        let seed = |it: &Order| match it {
            Order::Mood { seed, .. } | Order::Ambience { seed, .. } => Some(*seed),
            Order::Play { .. } | Order::Tension(_) | Order::Volume { .. } | Order::Silence => None,
        };
        orders.iter().filter_map(seed).collect::<Vec<u64>>()
    };
    let mut seeds = [composed(1), composed(2)].concat();
    assert_eq!(seeds.len(), 4);
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len(), 4);
}

/// A mixer that starts later hears the scene as it is by then.
#[test]
fn the_scene_can_be_set_again() {
    let stage = Stage::new("########\n#@....G#\n########", "");
    let scene = Stage { orders: stage.listener.scene(), ..stage };
    assert_eq!(scene.heard(), "ambience dungeon None; mood boss; tension 420");
}
