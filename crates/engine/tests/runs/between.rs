//! What a run is started with, and what it says about its end.

use std::collections::BTreeMap;
use std::sync::Arc;

use barrow_engine::{Command, Journal, Past, Run, Setup};
use barrow_pack::{Files, Pack, load};

const PIT: &str = r#"{
  "pack": { "title": "The pit", "heroes": ["delver"], "start": "camp", "life": "health", "ranked": ["deep"],
    "score": [{ "label": "Depth", "value": "floor" }] },
  "attributes": { "health": { "gauge": "Life.", "at_zero": [{ "cast": "last_breath" }] } },
  "abilities": { "last_breath": { "aim": "self", "do": [{ "say": "Ah." }, { "die": { "of": "actor" } }] } },
  "modifiers": { "brittle": { "about": "One blow is enough.", "score": 7 } },
  "minds": { "hunter": ["strike", "approach"] },
  "tables": { "hoard": [{ "kind": "crown", "needs": "feats.deep_delver" }, { "kind": "coin", "needs": "not feats.deep_delver" }] },
  "kinds": {
    "floor": { "as": "terrain", "look": { "glyph": "." } },
    "delver": { "as": "actor", "look": { "glyph": "@" }, "is": ["solid"], "side": "heroes",
      "has": { "health": "if(mods.brittle, 1, 30) + runs", "speed": 100, "sight": 9 } },
    "ogre": { "as": "actor", "look": { "glyph": "O" }, "is": ["solid"], "side": "foes", "mind": "hunter",
      "has": { "health": 9, "speed": 100, "sight": 9 }, "strike": { "do": [{ "harm": { "by": 10 } }] },
      "on": { "die": [{ "award": "deep_delver" }] } },
    "crown": { "as": "item", "look": { "glyph": "^" }, "item": {} },
    "coin": { "as": "item", "look": { "glyph": "$" }, "item": {} }
  },
  "levels": {
    "camp": { "drawing": ["@.O"], "legend": { "O": ["ogre"] }, "ground": { "floor": "floor", "wall": "floor" }, "links": { "down": "deep" },
      "places": [{ "table": "hoard", "at": [1, 0] }] },
    "deep": { "drawing": ["@.."], "ground": { "floor": "floor", "wall": "floor" }, "links": { "down": "throne" } },
    "throne": { "drawing": ["@.."], "ground": { "floor": "floor", "wall": "floor" } }
  }
}"#;

fn pit() -> Arc<Pack> {
    let files = BTreeMap::from([("pit.json".to_owned(), PIT.as_bytes().to_vec())]);
    let loaded = load(Files::new(files));
    loaded.pack.unwrap_or_else(|| panic!("{}", loaded.report.render(&loaded.files)))
}

fn begin(setup: &Setup) -> Run {
    Run::new(pit(), setup).unwrap().0
}

fn wait_for_death(setup: &Setup) -> Run {
    let mut run = begin(setup);
    while run.step(0, &Command::Wait).is_ok() {}
    run
}

fn past(lines: &[&str]) -> Past {
    Past::from_lines(lines.iter().copied()).unwrap()
}

fn turns(setup: &Setup) -> u64 {
    wait_for_death(setup).game().turn()
}

#[test]
fn the_killer_is_named_even_if_the_dead_cast_their_own_death() {
    let run = wait_for_death(&Setup::default());
    assert_eq!(run.game().end().unwrap().text, "an ogre");
}

#[test]
fn formulas_read_modifiers_and_earlier_runs_and_the_head_has_them() {
    let brittle = Setup { modifiers: vec!["brittle".into()], ..Setup::default() };
    let veteran = Setup { past: past(&["runs 100"]), ..Setup::default() };
    assert!(turns(&brittle) < turns(&Setup::default()));
    assert!(turns(&veteran) > turns(&Setup::default()));
    for setup in [brittle, veteran] {
        let run = wait_for_death(&setup);
        let text = run.journal().to_text();
        let journal = Journal::from_bytes(text.as_bytes()).unwrap().journal;
        assert_eq!(journal.setup, setup);
        assert_eq!(journal.replay(pit()).unwrap().digest(), run.game().digest());
    }
}

#[test]
fn a_modifier_adds_to_the_score() {
    let setup = Setup { modifiers: vec!["brittle".into()], ..Setup::default() };
    let run = begin(&setup);
    let score = run.game().score(0);
    assert_eq!((score.total.to_whole(), score.parts.last().unwrap().0), (8, "brittle"));
    let unknown = Setup { modifiers: vec!["bitter".into()], ..Setup::default() };
    let error = Run::new(pit(), &unknown).unwrap_err();
    assert_eq!(error.to_string(), "the pack has no modifier `bitter`");
}

#[test]
fn what_needs_a_feat_is_drawn_only_with_it() {
    let carried = |setup: &Setup| {
        let mut run = begin(setup);
        let view = run.game().view(0).unwrap();
        let thing = view.things().next().unwrap().name();
        run.step(0, &Command::Wait).unwrap();
        thing
    };
    let proud = Setup { past: past(&["feat 1 deep_delver"]), ..Setup::default() };
    assert_eq!((carried(&Setup::default()).as_str(), carried(&proud).as_str()), ("coin", "crown"));
}

#[test]
fn only_runs_from_a_ranked_level_count() {
    let ranked = |level: Option<&str>| {
        let setup = Setup { level: level.map(String::from), ..Setup::default() };
        !begin(&setup).journal().unranked
    };
    assert_eq!(
        [None, Some("camp"), Some("deep"), Some("throne")].map(ranked),
        [true, true, true, false]
    );
}

#[test]
fn the_past_tells_only_what_the_pack_reads() {
    let whole = past(&["runs 3", "feat 2 deep_delver", "feat 1 dancer", "kept yes"]);
    assert_eq!(whole.relevant(&pit()).to_lines(), ["runs 3", "feat 2 deep_delver"]);
}
