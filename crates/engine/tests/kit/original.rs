//! The ten prototypes that the kit comes with, for makers who have it: `BARROW_KIT=path/to/kit
//! cargo test -p barrow-engine --test all kit`. The figures were read off the kit itself.

use std::collections::BTreeSet;
use std::env;
use std::path::PathBuf;
use std::sync::Arc;

use barrow_dice::Seed;
use barrow_engine::{Command, Event, Game, Setup};
use barrow_grid::Dir;
use barrow_pack::{Files, Pack, load};

use super::{files_of, play_all};

/// The seeds on which every prototype is made.
const SEEDS: u64 = 20;

fn folder() -> Option<PathBuf> {
    let folder = env::var_os("BARROW_KIT").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("skipped: BARROW_KIT names no folder");
    }
    folder
}

/// A prototype of the kit, made with many seeds.
struct Original {
    pack: Arc<Pack>,
    level: &'static str,
}

impl Original {
    /// Opens the prototype with the rules of the design text.
    fn open(level: &'static str) -> Option<Self> {
        Self::load(level, files_of(&folder()?))
    }

    /// Opens the prototype with the rules of the kit's code.
    fn open_shipped(level: &'static str) -> Option<Self> {
        let kit = files_of(&folder()?);
        let switches = ("kit.json".to_string(), br#"{ "shipped": true }"#.to_vec());
        let files = kit.iter().map(|(_, name, bytes)| (name.to_string(), bytes.to_vec()));
        Self::load(level, Files::new(files.chain([switches]).collect()))
    }

    /// Opens the prototype with the rules of the kit's code, without what it places at random.
    fn open_bare(level: &'static str) -> Option<Self> {
        let kit = files_of(&folder()?);
        let plain = |name: &str, bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes);
            let own = format!("prototypes/{level}/prototype.json");
            let text =
                if name == own { text.replace("\"random_", "\"no_random_") } else { text.into() };
            (name.to_owned(), text.into_bytes())
        };
        let switches = ("kit.json".to_string(), br#"{ "shipped": true }"#.to_vec());
        let files = kit.iter().map(|(_, name, bytes)| plain(name, bytes));
        Self::load(level, Files::new(files.chain([switches]).collect()))
    }

    fn load(level: &'static str, files: Files) -> Option<Self> {
        let loaded = load(files);
        let pack = loaded.pack.unwrap_or_else(|| panic!("{}", loaded.report.render(&loaded.files)));
        pack.levels.find(level).map(|_| Self { pack, level })
    }

    fn begin(&self, seed: u64) -> Game {
        let setup = Setup {
            seed: Seed(seed),
            level: Some(self.level.into()),
            heroes: vec![String::new()],
            ..Setup::default()
        };
        Game::new(Arc::clone(&self.pack), &setup).expect("a run").0
    }

    /// Returns how many things have a kind, whether it is common or the prototype's own.
    fn count(&self, game: &Game, kind: &str) -> usize {
        let own = format!("{}/{kind}", self.level);
        let name = |it| self.pack.kinds.name(it);
        let truth = game.truth();
        truth.things().filter(|(_, _, it)| [kind, &own].contains(&name(it.kind))).count()
    }

    fn field(&self, game: &Game, field: &str) -> usize {
        let truth = game.truth();
        truth.fields().filter(|(id, _, _)| self.pack.fields.name(*id) == field).count()
    }

    /// Returns the cells that a field covers.
    fn cells(&self, game: &Game, field: &str) -> BTreeSet<(i32, i32)> {
        let truth = game.truth();
        let of = truth.fields().filter(|(id, _, _)| self.pack.fields.name(*id) == field);
        of.map(|(_, at, _)| (at.x, at.y)).collect()
    }

    /// Returns the number of cells with ground that holds.
    fn floor(&self, game: &Game) -> usize {
        let truth = game.truth();
        let holds = |at| {
            let flags = &self.pack.kinds.get(truth.ground(at)).flags;
            !flags.contains(&self.pack.core.pit) && !flags.contains(&self.pack.core.solid)
        };
        truth.bounds().cells().filter(|&at| holds(at)).count()
    }

    fn size(game: &Game) -> (i32, i32) {
        let bounds = game.truth().bounds();
        (bounds.width, bounds.height)
    }

    /// Checks how many there are of some kinds, on every seed.
    #[track_caller]
    fn has(&self, counts: &[(&str, std::ops::RangeInclusive<usize>)]) {
        for seed in 0..SEEDS {
            let game = self.begin(seed);
            for (kind, expected) in counts {
                let found = self.count(&game, kind);
                assert!(expected.contains(&found), "{} seed {seed}: {found} {kind}", self.level);
            }
        }
    }

    /// Returns the hero's gauge of a name.
    fn hero(&self, game: &Game, gauge: &str) -> (i64, i64) {
        let view = game.view(0).expect("a player");
        let all = view.attributes();
        let id = self.pack.attributes.find(gauge).expect("a gauge");
        let found = all.values.iter().find(|it| it.attribute == id).expect("the hero has it");
        (found.value.to_whole(), found.max.unwrap_or_default().to_whole())
    }

    fn bag(game: &Game) -> Vec<String> {
        let view = game.view(0).expect("a player");
        view.bag().map(|it| it.item.name()).collect()
    }
}

#[test]
fn default_is_drawn_as_authored_and_its_key_fits_its_door() {
    let Some(it) = Original::open_shipped("default") else { return };
    it.has(&[
        ("brazier", 4..=4),
        ("skeleton", 1..=1),
        ("turret", 1..=1),
        ("pushable_wall", 2..=2),
        ("drain", 2..=2),
        ("wall", 140..=140),
        ("crown", 1..=1),
        ("staff_of_fireball", 0..=1),
    ]);
    for seed in 0..SEEDS {
        let game = it.begin(seed);
        let floor = it.floor(&game);
        assert!((885..=910).contains(&floor), "seed {seed}: {floor}, the kit has 890 to 899");
        assert_eq!(Original::size(&game), (40, 40));
        assert_eq!(it.count(&game, "sewage") + it.count(&game, "deep_sewage"), 150);
        assert_eq!(it.hero(&game, "health"), (1, 1));
        let lock = |kind: &str| {
            let name = |it| game.pack().kinds.name(it);
            let truth = game.truth();
            let mut things = truth.things().filter(|(_, _, it)| name(it.kind) == kind);
            things.next().map(|(_, _, it)| it.lock)
        };
        assert_eq!(lock("locked_door"), lock("key"), "seed {seed}");
    }
}

/// The way to the key, the door, the crown and the stairs. It passes the skeleton at (6, 6), which
/// sees eight cells far. If it saw half a cell farther, it would come after the hero, who has one
/// life.
const WAY: &str = "n wait w w w w w n n n n nw n n s s e ne ne e wait e";

#[test]
fn default_is_won_on_the_way_that_wins_in_the_kit() {
    let Some(it) = Original::open_bare("default") else { return };
    for seed in 0..SEEDS {
        let mut game = it.begin(seed);
        let sleeper = |game: &Game| {
            let truth = game.truth();
            let skeleton = |kind| truth.pack().kinds.name(kind) == "skeleton";
            truth.things().find(|(_, _, it)| skeleton(it.kind)).map(|it| it.1)
        };
        let before = sleeper(&game);
        for word in WAY.split(' ') {
            let command: Command = word.parse().expect("a command");
            game.step(0, &command).unwrap_or_else(|why| panic!("seed {seed}, {word}: {why}"));
            assert_eq!(sleeper(&game), before, "seed {seed}: it woke after {word}");
        }
        assert_eq!(it.hero(&game, "health"), (1, 1), "seed {seed}");
        game.step(0, &Command::Move(Dir::NorthEast)).expect("the stairs are open");
        assert_eq!(game.level(), "labyrinth", "seed {seed}");
    }
}

#[test]
fn the_maze_of_default_has_walls_by_the_design_text() {
    let Some(it) = Original::open("default") else { return };
    it.has(&[("wall", 900..=1250), ("skeleton", 1..=1), ("crown", 1..=1)]);
}

#[test]
fn labyrinth_has_one_wall_a_painted_cell_and_a_beast() {
    let Some(it) = Original::open("labyrinth") else { return };
    it.has(&[("minotaur", 1..=1), ("wall", 444..=444), ("brazier", 4..=4)]);
    it.has(&[("thread", 1..=1), ("shield", 1..=1), ("sword", 1..=1)]);
    for seed in 0..SEEDS {
        let game = it.begin(seed);
        assert_eq!((it.floor(&game), it.hero(&game, "health")), (659, (100, 100)));
    }
}

#[test]
fn catacombs_and_dungeon_have_rooms_doors_and_both_stairs() {
    for (level, size) in [("catacombs", (40, 40)), ("dungeon", (60, 50))] {
        let Some(it) = Original::open(level) else { return };
        it.has(&[("up_stairway", 1..=1), ("down_stairway", 1..=1), ("door", 1..=80)]);
        assert_eq!(Original::size(&it.begin(1)), size);
    }
}

#[test]
fn caverns_mine_and_underworld_are_caves_with_ore_and_lava() {
    for (level, size) in [("caverns", (70, 55)), ("mine", (50, 50)), ("underworld", (50, 50))] {
        let Some(it) = Original::open(level) else { return };
        it.has(&[("up_stairway", 1..=1), ("rock_wall", 100..=4000)]);
        assert_eq!(Original::size(&it.begin(1)), size);
    }
    let Some(mine) = Original::open("mine") else { return };
    let game = mine.begin(1);
    assert_eq!(Original::bag(&game), ["Mattock"], "the hero of the mine brings a tool");
    let Some(underworld) = Original::open("underworld") else { return };
    assert!((0..SEEDS).all(|seed| underworld.field(&underworld.begin(seed), "lava") > 0));
}

#[test]
fn hunger_game_takes_one_nutrition_a_turn_from_999() {
    let Some(it) = Original::open("hunger_game") else { return };
    let mut game = it.begin(1);
    assert_eq!(it.hero(&game, "nutrition"), (999, 1000));
    for _ in 0..10 {
        game.step(0, &Command::Wait).expect("one can wait");
    }
    assert_eq!(it.hero(&game, "nutrition"), (989, 1000));
}

#[test]
fn arena_has_an_edge_to_fall_from_and_the_beast_opens_the_stairs() {
    let Some(it) = Original::open("arena") else { return };
    it.has(&[("minotaur", 1..=1), ("training_dummy", 1..=3)]);
    let mut game = it.begin(1);
    assert_eq!((it.floor(&game), Original::size(&game)), (1064, (40, 30)));
    let mut fell = false;
    for _ in 0..60 {
        let Ok(turn) = game.step(0, &Command::Move(Dir::North)) else { break };
        let deadly = |it: &Event| matches!(it, Event::Ended { won: false, .. });
        fell |= turn.events(0).any(deadly);
    }
    assert!(fell || game.end().is_some(), "beyond the rim is nothing");
}

#[test]
fn automatons_live_by_conways_rule_and_nobody_plays() {
    let Some(it) = Original::open("automatons") else { return };
    for seed in 0..SEEDS {
        let mut game = it.begin(seed);
        assert_eq!(it.floor(&game), 1600, "seed {seed}");
        for _ in 0..20 {
            let before = it.cells(&game, "gol_cell");
            game.step(0, &Command::Wait).expect("one can watch");
            assert_eq!(it.cells(&game, "gol_cell"), next_generation(&before), "seed {seed}");
        }
    }
}

/// Returns the cells that live after these by Conway's rule, on a board of 40x40 with an edge.
fn next_generation(living: &BTreeSet<(i32, i32)>) -> BTreeSet<(i32, i32)> {
    let around = |(x, y): (i32, i32)| {
        let near = |dx: i32, dy: i32| (dx, dy) != (0, 0) && living.contains(&(x + dx, y + dy));
        (-1..=1)
            .flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)))
            .filter(|it| near(it.0, it.1))
            .count()
    };
    let board = (0..40).flat_map(|x| (0..40).map(move |y| (x, y)));
    board.filter(|&at| around(at) == 3 || around(at) == 2 && living.contains(&at)).collect()
}

#[test]
fn every_prototype_plays_at_random_and_replays() {
    if let Some(folder) = folder() {
        play_all(&folder, 10, 60);
    }
}
