//! The games as they ship, for scenarios: their files, and what a scenario asks of a run.

#![allow(clippy::unwrap_used, reason = "the helpers of tests may panic like tests")]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use barrow_dice::{Fixed, Seed};
use barrow_engine::{Command, EntityId, Event, Game, Run, Setup};
use barrow_grid::{Dir, Grid};
use barrow_pack::{Files, Layer, Pack, load};

/// The JSON files of a pack by name.
pub type Texts = BTreeMap<String, String>;

/// Returns the files of a pack in `packs/`.
pub fn texts(pack: &str) -> Texts {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs").join(pack);
    let entries = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let texts = entries.filter(|path| path.extension().is_some_and(|it| it == "json"));
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    texts.map(|path| (name(&path), fs::read_to_string(&path).unwrap())).collect()
}

thread_local! {
    /// The last pack that was loaded: reading one takes longer than playing it.
    static LAST: RefCell<Option<(Texts, Arc<Pack>)>> = const { RefCell::new(None) };
}

/// Loads a pack, and shows its mistakes if it has any.
#[track_caller]
pub fn loaded(texts: Texts) -> Arc<Pack> {
    let known = LAST.with_borrow(|last| {
        let same = last.as_ref().filter(|it| it.0 == texts);
        same.map(|it| Arc::clone(&it.1))
    });
    known.unwrap_or_else(|| {
        let files = texts.iter().map(|(name, text)| (name.clone(), text.clone().into_bytes()));
        let loaded = load(Files::new(files.collect()));
        let Some(pack) = loaded.pack else { panic!("{}", loaded.report.render(&loaded.files)) };
        LAST.set(Some((texts, Arc::clone(&pack))));
        pack
    })
}

/// Returns the rows of a map for a `drawing`.
pub fn drawing(map: &str) -> String {
    let rows = map.trim_matches('\n').lines().map(|row| format!("{:?}", row.trim()));
    rows.collect::<Vec<_>>().join(",")
}

/// Returns the command of a key: `8462` walk as on a number pad, `.` waits, `>` descends.
pub fn usual_key(key: char) -> Option<Command> {
    let command = match key {
        '.' => Command::Wait,
        '>' => Command::Descend,
        '8' => Command::Move(Dir::North),
        '6' => Command::Move(Dir::East),
        '2' => Command::Move(Dir::South),
        '4' => Command::Move(Dir::West),
        _ => return None,
    };
    Some(command)
}

/// Returns the messages among events.
pub fn messages(events: &[Event]) -> Vec<&str> {
    let texts = events.iter().filter_map(|event| {
        let Event::Said { text, .. } = event else { return None };
        Some(text.as_str())
    });
    texts.collect()
}

/// Returns all things of a kind on the level, in the order in which they came.
pub fn all(game: &Game, kind: &str) -> Vec<EntityId> {
    let truth = game.truth();
    let things = truth.things().filter(|(_, _, it)| truth.pack().kinds.name(it.kind) == kind);
    things.map(|(id, _, _)| id).collect()
}

/// Returns the effective value of an attribute; 0 for things that do not have it.
pub fn value(game: &Game, who: EntityId, attribute: &str) -> Fixed {
    let attributes = &game.pack().attributes;
    let all = game.truth().attributes(who);
    let found = all.iter().find(|it| attributes.name(it.attribute) == attribute);
    found.map_or(Fixed::ZERO, |it| it.value)
}

/// Returns what the player carries: names with counts.
pub fn bag(game: &Game) -> Vec<String> {
    let view = game.view(0).unwrap();
    let name = |it: barrow_engine::Carried<'_>| match it.item.count() {
        1 => it.item.name(),
        count => format!("{} x{count}", it.item.name()),
    };
    view.bag().map(name).collect()
}

/// Draws the level as it truly is.
pub fn picture(game: &Game) -> String {
    let (truth, pack) = (game.truth(), game.pack());
    let bounds = truth.bounds();
    let mut picture = Grid::from_fn(bounds.width, bounds.height, |at| {
        pack.kinds.get(truth.ground(at)).look.glyph
    });
    for (field, at, _) in truth.fields() {
        picture[at] = pack.fields.get(field).look.glyph;
    }
    let mut things: Vec<_> = truth.things().collect();
    things.sort_by_key(|(id, _, thing)| (pack.kinds.get(thing.kind).layer, *id));
    for (_, at, thing) in things {
        let look = &pack.kinds.get(thing.kind).look;
        picture[at] = if thing.active { look.open_glyph.unwrap_or(look.glyph) } else { look.glyph };
    }
    picture.to_string()
}

/// Compares a picture with the expected one, row by row and without margins.
#[track_caller]
pub fn assert_shows(picture: &str, expected: &str, events: &[Event]) {
    let trimmed = |text: &str| text.trim().lines().map(str::trim).collect::<Vec<_>>().join("\n");
    assert_eq!(trimmed(picture), trimmed(expected), "\n{picture}\n{:?}", messages(events));
}

/// Checks that a practice hero sees everyone, every item and the way out, until it
/// switches that off.
#[track_caller]
pub fn check_second_sight(pack: Arc<Pack>, seed: u64, way_out: char) {
    let setup = Setup { seed: Seed(seed), heroes: vec!["seer".into()], ..Setup::default() };
    let (mut run, _) = Run::new(pack, &setup).unwrap();
    let noticed = |run: &Run| run.game().view(0).unwrap().actors().count();
    let all = noticed(&run);
    assert!(all > 3, "only {all} seen");
    check_knows_all(run.game(), way_out);
    let switch = Command::Cast { ability: "second_sight".into(), at: None };
    run.step(0, &switch).unwrap();
    for _ in 0..12 {
        run.step(0, &Command::Wait).unwrap();
    }
    let near = noticed(&run);
    assert!(near < all, "{near} of {all} are still seen");
}

/// Checks that the player knows the way out and where every item lies.
#[track_caller]
fn check_knows_all(game: &Game, way_out: char) {
    let (view, truth) = (game.view(0).unwrap(), game.truth());
    let leads_out = |at| view.cell(at).thing.is_some_and(|it| it.glyph() == way_out);
    assert!(view.explored().iter().any(leads_out), "no {way_out} is known");
    let is_item = |kind| truth.pack().kinds.get(kind).layer == Layer::Item;
    let mut items = truth.things().filter(|(_, _, it)| is_item(it.kind)).peekable();
    assert!(items.peek().is_some(), "there is something to know of");
    assert!(items.all(|(_, at, _)| view.cell(at).thing.is_some()), "every item is known");
}
