//! What one run leaves for the next.

use barrow_engine::{Journal, KeptPlace};

use super::*;
use crate::offer::Offers;
use crate::playthrough::{Host, Playthrough};
use crate::settings::Settings;

const RULES: &str = r#", "keeps": { "attributes": ["gold"], "bags": ["stash"], "worn": true, "known": true },
    "lost": { "hints": [
        { "when": "player.gold >= 1", "text": "Gold sinks." },
        { "text": "Lava is hot." }] }"#;

const MORE: &str = r#"{
    "bags": { "stash": { "label": "Stash" } },
    "modifiers": { "heavy": { "name": "Heavy coins", "needs": "feats.rich >= 2",
        "hint": "Find two coins.", "score": 5 } },
    "kinds": {
        "champion": { "extends": "hero", "has": { "attack": "4 - mods.heavy" },
            "bags": { "stash": { "stock": ["balm"] } }, "stock": [{ "kind": "axe", "worn": true }, "brew"] },
        "penny": { "extends": "coin", "on": { "pickup": [
            { "change": { "attribute": "gold", "by": 1, "of": "actor" } }, { "award": "rich" }] } } } }"#;

/// Makes a game in which coins and the stash outlive a hero, and the way to them is next to lava.
fn pit() -> Arc<Pack> {
    stage::pack("#####\n#@%.#\n#~..#\n#####", RULES, r#", "legend": { "%": ["penny"] }"#, MORE)
}

struct Table {
    disk: Disk,
    settings: Settings,
}

impl Host for Table {
    fn settings(&self) -> &Settings {
        &self.settings
    }
    fn store(&self) -> Box<dyn Store> {
        self.disk.store()
    }
    fn now(&self) -> String {
        String::new()
    }
}

fn take_the_coin(session: &mut Session) {
    for command in [Command::Move(Dir::East), Command::Pickup, Command::Move(Dir::West)] {
        session.step(0, &command).unwrap();
    }
}

fn gold(session: &Session) -> String {
    session.game().score(0).parts[0].1.to_string()
}

fn names(session: &Session) -> Vec<String> {
    let kept = session.game().kept().unwrap();
    let item = |it: &barrow_engine::KeptItem| match &it.place {
        KeptPlace::Bag(bag) => format!("{} in {bag}", it.kind),
        KeptPlace::Slot(slot) => format!("{} in {slot}", it.kind),
    };
    kept.items.iter().map(item).collect()
}

fn finish(session: Session) -> super::super::Finished {
    session.finish("").map_err(|(_, error)| error).unwrap()
}

#[test]
fn gold_and_stash_outlive_a_death_and_what_was_carried_does_not() {
    let (disk, pack) = (Disk::default(), pit());
    let mut session = begin(&disk, &pack);
    take_the_coin(&mut session);
    die(&mut session);
    finish(session);
    let session = begin(&disk, &pack);
    assert_eq!(gold(&session), "1");
    // Stock of a bag that is kept is given once; the pack says that the axe is kept too.
    assert_eq!(names(&session), ["axe in hand", "balm in stash"]);
    let carried: Vec<String> = crate::words::bag(&stage::view(session.run()));
    assert_eq!(
        carried,
        ["a murky brew", "an axe (worn: Hand)"],
        "the brew is new, the axe is kept"
    );
}

#[test]
fn a_replay_needs_no_profile() {
    let (disk, pack) = (Disk::default(), pit());
    for _ in 0..2 {
        let mut session = begin(&disk, &pack);
        take_the_coin(&mut session);
        die(&mut session);
        finish(session);
    }
    let text = disk.read("replays/00002-stage.journal").unwrap().unwrap();
    let journal = Journal::from_bytes(&text).unwrap().journal;
    let past = journal.setup.past.to_lines();
    assert_eq!(
        past,
        [
            "feat 1 rich",
            "kept yes",
            "value 1 0 gold",
            "worn hand",
            "item 1 off unknown axe",
            "inside stash",
            "item 1 off unknown balm"
        ]
    );
    let game = journal.replay(pack).unwrap();
    assert_eq!(game.score(0).parts[0].1.to_string(), "2");
}

#[test]
fn a_feat_counts_at_once_even_if_the_run_is_never_finished() {
    let (disk, pack) = (Disk::default(), pit());
    let mut session = begin(&disk, &pack);
    let feats = || profile::load(&mut *disk.store()).unwrap().0.unlocks;
    assert!(feats().is_empty());
    take_the_coin(&mut session);
    assert_eq!(feats().iter().count(), 1);
}

#[test]
fn a_feat_counts_once_however_often_the_end_is_recorded() {
    let pack = pit();
    for room in (0..9_000).step_by(211) {
        let disk = Disk::default();
        let mut session = begin(&disk, &pack);
        take_the_coin(&mut session);
        die(&mut session);
        disk.memory.borrow_mut().room = Some(room);
        let whole = session.finish("").is_ok();
        let disk = disk.reopened();
        if !whole {
            finish(resume(&disk, &pack));
        }
        let past = load(&mut *disk.store()).unwrap().0.past_of("Stage");
        let feats: Vec<_> =
            past.feats.iter().map(|(name, count)| (name.as_str(), *count)).collect();
        assert_eq!((past.runs, feats), (1, vec![("rich", 1)]), "{room} bytes");
    }
}

#[test]
fn the_second_coin_opens_a_modifier_and_the_last_screen_says_so() {
    let (disk, pack) = (Disk::default(), pit());
    let locked = |disk: &Disk| {
        let past = load(&mut *disk.store()).unwrap().0.past_of("Stage");
        Offers::new(&pack, &past).modifiers[0].locked.clone()
    };
    let mut opened = Vec::new();
    for _ in 0..2 {
        assert_eq!(locked(&disk).as_deref(), Some("Find two coins."));
        let mut session = begin(&disk, &pack);
        take_the_coin(&mut session);
        die(&mut session);
        opened.push(finish(session).opened);
    }
    assert_eq!(opened, [vec![], vec!["modifier Heavy coins".to_owned()]]);
    assert_eq!(locked(&disk), None);
}

#[test]
fn a_run_with_a_modifier_says_so_and_one_that_is_locked_does_not_count() {
    let (disk, pack) = (Disk::default(), pit());
    let heavy = Setup { modifiers: vec!["heavy".into()], ..setup() };
    let mut session = Session::begin(disk.store(), &pack, &heavy).unwrap().0;
    assert!(session.run().journal().unranked, "it is locked");
    take_the_coin(&mut session);
    die(&mut session);
    let record = finish(session).record;
    assert_eq!((record.hero_with().as_str(), record.ranked), ("hero (Heavy coins)", false));
    assert_eq!(record.parts.last().unwrap().0, "Heavy coins");
    assert_eq!(gold(&begin(&disk, &pack)), "0", "it leaves nothing");
}

#[test]
fn closing_the_game_is_no_escape_and_a_new_run_ends_the_saved_one() {
    let (disk, pack) = (Disk::default(), pit());
    let mut session = begin(&disk, &pack);
    take_the_coin(&mut session);
    session.leave();
    let table = Table { disk: disk.clone(), settings: Settings::default() };
    let next = Playthrough::begin(&table, &pack, &setup()).unwrap();
    assert_eq!(next.game().score(0).parts[0].1.to_string(), "1");
    let profile = load(&mut *disk.store()).unwrap().0;
    assert_eq!((profile.runs.len(), profile.past_of("Stage").runs), (1, 1));
    assert!(disk.list().unwrap().contains(&"replays/00001-stage.journal".into()));
}

#[test]
fn the_morgue_lists_what_was_carried_and_worn() {
    let (disk, pack) = (Disk::default(), stage_pack());
    let more = r#"{ "kinds": { "champion": { "extends": "hero", "stock": [{ "kind": "axe", "worn": true }, "balm"] } } }"#;
    let armed = stage::pack("####\n#@.#\n#~.#\n####", "", "", more);
    for (pack, expected) in [(&pack, "  nothing\n"), (&armed, "  an axe (worn: Hand)\n  a balm\n")]
    {
        let mut session = begin(&disk, pack);
        die(&mut session);
        let text = finish(session).morgue.text;
        let carried = text.split("\nCarried\n").nth(1).unwrap().split("\nIn sight").next().unwrap();
        assert_eq!(carried, expected);
    }
}

#[test]
fn the_morgue_tells_how_things_were_before_the_last_blow() {
    let more = r#"{ "kinds": {
        "champion": { "extends": "hero", "has": { "health": 1 }, "stock": [{ "kind": "axe", "worn": true }],
            "on": { "die": [{ "say": "The axe falls." }, { "spill": { "of": "self" } }] } } } }"#;
    let armed = stage::pack("####\n#@r#\n#~.#\n####", "", "", more);
    let mut session = begin(&Disk::default(), &armed);
    die(&mut session);
    let text = finish(session).morgue.text;
    let section = |title: &str| {
        let (_, rest) = text.split_once(&format!("\n{title}\n")).expect("a section");
        rest.split("\n\n").next().unwrap_or_default().to_owned()
    };
    assert!(text.contains("Lost: Killed by lava."), "{text}");
    assert!(section("Character").contains("Attack 6:"), "{text}");
    assert_eq!(section("Carried"), "  an axe (worn: Hand)");
    assert!(section("In sight").contains("rat"), "{text}");
    assert!(section("The last messages").contains("The axe falls."), "{text}");
}

#[test]
fn giving_up_has_a_cause() {
    let session = begin(&Disk::default(), &stage_pack());
    assert_eq!(finish(session).record.end, "You gave up.");
}
