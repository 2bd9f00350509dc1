//! A front end on a machine that never changes, with a small pack.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use barrow_dice::Seed;
use barrow_engine::Journal;
use barrow_pack::{Files, Pack, load};
use barrow_play::keymap::Key;
use barrow_play::settings::{Colors, Glyphs, Settings};
use barrow_play::store::{Memory, Store, StoreError};
use barrow_terminal::{
    App, Context, Library, Machine, Message, NewRun, Plain, Play, Screen, Speaker,
};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// A machine on which it is always the same day.
struct Still {
    seeds: u64,
    store: Shared,
}

/// A store that is shared by its clones.
#[derive(Clone, Default)]
pub struct Shared(Rc<RefCell<Memory>>);

impl Store for Shared {
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.0.borrow().read(name)
    }

    fn list(&self) -> Result<Vec<String>, StoreError> {
        self.0.borrow().list()
    }

    fn append(&mut self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        self.0.borrow_mut().append(name, bytes)
    }

    fn replace(&mut self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        self.0.borrow_mut().replace(name, bytes)
    }

    fn rename(&mut self, from: &str, to: &str) -> Result<(), StoreError> {
        self.0.borrow_mut().rename(from, to)
    }

    fn lock(&mut self, name: &str, wait: bool) -> Result<bool, StoreError> {
        self.0.borrow_mut().lock(name, wait)
    }

    fn unlock(&mut self, name: &str) {
        self.0.borrow_mut().unlock(name);
    }
}

impl Machine for Still {
    fn fresh_seed(&mut self) -> Seed {
        self.seeds += 1;
        Seed(self.seeds)
    }

    fn today(&self) -> (u16, u8, u8) {
        (2026, 11, 15)
    }

    fn now(&self) -> String {
        "2026-11-15 12:00 UTC".into()
    }

    fn store(&self) -> Box<dyn Store> {
        Box::new(self.store.clone())
    }

    fn variable(&self, _: &str) -> Option<String> {
        None
    }

    fn keep_settings(&mut self, _: &Settings) -> Result<(), String> {
        Ok(())
    }
}

/// A front end that is played with keys.
pub struct Stage {
    pub app: App,
    store: Shared,
    game: String,
}

const NAME: &str = "small";

impl Stage {
    /// Opens the title screen, with one game.
    pub fn title() -> Self {
        Self::with_files(files())
    }

    /// Begins a run of a game inside the binary.
    pub fn shipped(game: &str, seed: u64) -> Self {
        Self::with_library(Library::shipped()).with_run(game, seed)
    }

    /// Begins a run of a game inside the binary, at one of its levels, as a newcomer sees it.
    pub fn shipped_at(game: &str, level: Option<&str>, seed: u64) -> Self {
        let mut stage = Self::with_library(Library::shipped());
        stage.app.context().settings.hints = true;
        stage.begin(game, level, seed, 1);
        stage
    }

    /// Begins a run of several players at this terminal.
    pub fn together(players: usize, seed: u64) -> Self {
        let mut stage = Self::title();
        stage.begin(NAME, None, seed, players);
        stage
    }

    /// Begins another run on the same machine.
    pub fn again(&mut self, game: &str, seed: u64) {
        self.begin(game, None, seed, 1);
    }

    /// Returns what the player wants.
    pub fn goal(&mut self) -> String {
        let run = self.saved().expect("a run is saved");
        let index = self.app.context().library.find(&self.game).expect("it is shipped");
        let pack = self.app.context().library.pack(index).expect("it loads");
        let game = barrow_engine::Run::new(pack, &run.setup).expect("it began").0;
        game.game().view(0).expect("a player").goal()
    }

    /// Returns the journal of the run that is being played.
    pub fn saved(&self) -> Option<Journal> {
        let names = self.store.list().expect("a store in memory");
        let found = names.iter().find(|it| it.ends_with(".journal") && !it.starts_with("replays/"));
        let bytes = self.store.read(found?).expect("a store in memory")?;
        Some(Journal::from_bytes(&bytes).expect("a journal").journal)
    }

    /// Begins a run of a real-time game.
    pub fn real_time(seed: u64) -> Self {
        Self::edited("\"version\": \"1\",", "\"version\": \"1\", \"ticks\": 10,", seed)
    }

    /// Begins a run of the small pack with some texts in its files replaced.
    pub fn edited(from: &str, to: &str, seed: u64) -> Self {
        let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        for (_, name, bytes) in self::files().iter() {
            let text = String::from_utf8_lossy(bytes).replace(from, to);
            files.insert(name.into(), text.into_bytes());
        }
        Self::with_files(Files::new(files)).with_run(NAME, seed)
    }

    /// Begins a run of a pack in one text, beside the kinds and levels for tests.
    pub fn of(text: &str) -> Self {
        Self::with_files(with_base(text)).with_run(NAME, 7)
    }

    /// Plays such a run in line mode. Returns its output and the speaker's orders.
    pub fn speak(text: &str, lines: &str) -> (String, Receiver<Message>) {
        let mut context = context(library(with_base(text)), Shared::default());
        let (speaker, told) = Speaker::queue();
        context.listen(speaker);
        let play = Play::begin(&mut context, run(NAME, None, 7, 1)).expect("it can be played");
        let mut output = Vec::new();
        let done = Plain::new(context, &mut lines.as_bytes(), &mut output).run(Some(play));
        done.expect("memory can be written");
        (String::from_utf8_lossy(&output).into_owned(), told)
    }

    fn with_files(files: Files) -> Self {
        Self::with_library(library(files))
    }

    fn with_library(library: Library) -> Self {
        let store = Shared::default();
        let mut app = App::new(context(library, store.clone()));
        app.context().still = true;
        Self { app, store, game: String::new() }
    }

    /// Begins a run with a seed.
    pub fn new(seed: u64) -> Self {
        Self::title().with_run(NAME, seed)
    }

    fn with_run(mut self, game: &str, seed: u64) -> Self {
        self.begin(game, None, seed, 1);
        self
    }

    fn begin(&mut self, game: &str, level: Option<&str>, seed: u64, players: usize) {
        self.game = game.into();
        let begin = run(game, level, seed, players);
        let play = Play::begin(self.app.context(), begin).expect("it can be played");
        self.app.show(Screen::Play(Box::new(play)));
    }

    /// Returns the small pack.
    pub fn pack() -> Arc<Pack> {
        load(files()).pack.expect("the small pack is right")
    }

    /// Returns the journal of the run that ended last.
    pub fn journal(&self) -> Journal {
        let names = self.store.list().expect("a store in memory");
        let name = names.iter().rfind(|it| it.starts_with("replays/")).expect("a run has ended");
        let bytes = self.store.read(name).expect("a store in memory").unwrap_or_default();
        Journal::from_bytes(&bytes).expect("a journal").journal
    }

    /// Returns the queue of what the speaker is told from now on.
    pub fn listen(&mut self) -> Receiver<Message> {
        let (speaker, told) = Speaker::queue();
        self.app.context().listen(speaker);
        told
    }

    /// Presses keys: characters, and names in angle brackets.
    pub fn press(mut self, keys: &str) -> Self {
        self.type_keys(keys);
        self
    }

    /// Presses keys, and returns the stage.
    pub fn type_keys(&mut self, keys: &str) {
        let mut rest = keys;
        while let Some(char) = rest.chars().next() {
            let named = rest.strip_prefix('<').and_then(|it| it.split_once('>'));
            let (key, after) = match named {
                Some((name, after)) if !name.is_empty() => (name.parse().expect("a key"), after),
                Some(_) | None => (Key::char(char), &rest[char.len_utf8()..]),
            };
            self.app.press(key);
            rest = after;
        }
    }

    /// Goes to a cell of the level with the keys of travel.
    pub fn travel(mut self, x: usize, y: usize) -> Self {
        self.type_keys("_");
        for _ in 0..60 {
            let frame = self.frame(80, 24);
            let (column, row) = cursor(&frame).expect("a cursor is on the map");
            let (to_column, to_row) = (x + 30, y + 5);
            let key = match (column.cmp(&to_column), row.cmp(&to_row)) {
                (std::cmp::Ordering::Less, _) => "<right>",
                (std::cmp::Ordering::Greater, _) => "<left>",
                (_, std::cmp::Ordering::Less) => "<down>",
                (_, std::cmp::Ordering::Greater) => "<up>",
                _ => break,
            };
            self.type_keys(key);
        }
        self.type_keys("<enter>");
        self
    }

    /// Plays until the run has ended and keys are accepted again.
    pub fn until_death(self) -> Self {
        let mut ended = self.until_the_end();
        ended.app.tick();
        ended
    }

    /// Plays until the run ends.
    pub fn until_the_end(mut self) -> Self {
        for _ in 0..3000 {
            if self.frame(80, 24).contains("─ The end ─") {
                return self;
            }
            self.type_keys("o....");
        }
        panic!("nobody dies here:\n{}", self.frame(80, 24));
    }

    /// Returns a screen of that size as text.
    pub fn frame(&mut self, width: u16, height: u16) -> String {
        let buffer = self.buffer(width, height);
        let mut text = String::new();
        for row in buffer.content().chunks(usize::from(width)) {
            let line: String = row.iter().map(ratatui::buffer::Cell::symbol).collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    /// Returns the cells of a screen of that size.
    pub fn buffer(&mut self, width: u16, height: u16) -> Buffer {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        self.app.resize(width, height);
        self.app.draw(&mut buffer);
        buffer
    }

    /// Compares the screen with its golden files at both sizes.
    pub fn check(mut self, name: &str) {
        for (width, height) in [(80, 24), (120, 40)] {
            let frame = self.frame(width, height);
            let file = format!("tests/screens/frames/{name}-{width}x{height}.txt");
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
            if std::env::var_os("BARROW_BLESS").is_some() {
                fs::write(&path, &frame).expect("a golden file");
            }
            let golden = fs::read_to_string(&path).unwrap_or_default();
            assert_eq!(golden, frame, "{name} has changed; BARROW_BLESS=1 writes it anew\n{frame}");
        }
    }
}

/// Finds the cursor: it stands between brackets, on the map.
fn cursor(frame: &str) -> Option<(usize, usize)> {
    frame.lines().enumerate().take(18).skip(1).find_map(|(row, line)| {
        let cells: Vec<char> = line.chars().collect();
        let at = cells.windows(3).position(|it| it[0] == '[' && it[2] == ']')?;
        Some((at + 1, row))
    })
}

fn run(game: &str, level: Option<&str>, seed: u64, players: usize) -> NewRun {
    NewRun {
        game: game.into(),
        seed: Seed(seed),
        level: level.map(String::from),
        heroes: vec![String::new(); players],
        modifiers: Vec::new(),
    }
}

fn context(library: Library, store: Shared) -> Context {
    // Tips have tests of their own.
    let (colors, glyphs) = (Colors::None, Glyphs::Full);
    let settings = Settings { colors, glyphs, hints: false, ..Settings::default() };
    Context::new(library, settings, Box::new(Still { seeds: 0, store }))
}

fn library(files: Files) -> Library {
    let mut library = Library::default();
    library.add(NAME, load(files).pack.expect("the small pack is right"));
    library
}

/// Returns a pack in one text with the kinds and levels for tests.
fn with_base(text: &str) -> Files {
    let base = include_str!("../../../play/src/stage.json");
    let files = [("base.json", base), ("more.json", text)];
    let files = files.map(|(name, text)| (name.to_string(), text.as_bytes().to_vec()));
    Files::new(BTreeMap::from(files))
}

fn files() -> Files {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/packs/small");
    let mut files = BTreeMap::new();
    let entries = fs::read_dir(folder).expect("the small pack");
    let paths = entries.map(|it| it.expect("its file").path());
    for path in paths.collect::<Vec<PathBuf>>() {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        files.insert(name, fs::read(&path).expect("its file"));
    }
    Files::new(files)
}
