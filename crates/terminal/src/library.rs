//! The available games: those inside the binary, and folders given on the command line.

use std::collections::BTreeMap;
use std::sync::Arc;

use barrow_pack::{Files, Pack, load};

/// A game inside the binary.
pub struct Shipped {
    /// Its folder, which is its name on the command line.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// A one-line description.
    pub about: &'static str,
    /// Its files.
    pub files: &'static [(&'static str, &'static [u8])],
}

/// The games inside the binary.
pub const SHIPPED: &[Shipped] = include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

impl Shipped {
    /// Returns its files.
    pub fn files(&self) -> Files {
        let files = self.files.iter().map(|&(name, bytes)| (name.to_string(), bytes.to_vec()));
        Files::new(files.collect())
    }
}

/// A game that can be played.
#[derive(Clone, Debug)]
pub struct Game {
    /// The name in saves and on the command line.
    pub name: String,
    /// Its title.
    pub title: String,
    /// A one-line description.
    pub about: String,
    /// A small picture in characters.
    pub picture: Vec<String>,
    source: Source,
}

/// Where the pack of a game comes from.
#[derive(Clone, Debug)]
enum Source {
    /// An index into [`SHIPPED`].
    Shipped(usize),
    /// A pack from the command line.
    Loaded(Arc<Pack>),
}

/// All available games. A pack is read when it is first needed, and kept.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The games in the order in which they are shown.
    pub games: Vec<Game>,
    read: BTreeMap<usize, Result<Arc<Pack>, String>>,
}

impl Library {
    /// Returns the games inside the binary.
    pub fn shipped() -> Self {
        let games = SHIPPED.iter().enumerate().map(|(at, it)| Game {
            name: it.name.into(),
            title: it.title.into(),
            about: it.about.into(),
            picture: picture(it),
            source: Source::Shipped(at),
        });
        Self { games: games.collect(), read: BTreeMap::new() }
    }

    /// Adds a loaded pack before all other games.
    pub fn add(&mut self, name: &str, pack: Arc<Pack>) {
        self.games.retain(|game| game.name != name);
        self.read.clear();
        let game = Game {
            name: name.into(),
            title: pack.rules.title.to_string(),
            about: pack.rules.about.to_string(),
            picture: Vec::new(),
            source: Source::Loaded(pack),
        };
        self.games.insert(0, game);
    }

    /// Returns the index of a game with a name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.games.iter().position(|game| game.name == name)
    }

    /// Returns the pack of a game, or why it cannot be played.
    pub fn pack(&mut self, at: usize) -> Result<Arc<Pack>, String> {
        let Some(game) = self.games.get(at) else { return Err("There is no such game.".into()) };
        match &game.source {
            Source::Loaded(pack) => Ok(Arc::clone(pack)),
            Source::Shipped(index) => {
                self.read.entry(at).or_insert_with(|| read(&SHIPPED[*index])).clone()
            }
        }
    }
}

fn read(shipped: &Shipped) -> Result<Arc<Pack>, String> {
    let loaded = load(shipped.files());
    loaded.pack.ok_or_else(|| {
        format!("`{}` cannot be read:\n{}", shipped.name, loaded.report.render(&loaded.files))
    })
}

fn picture(shipped: &Shipped) -> Vec<String> {
    let file = shipped.files.iter().find(|(name, _)| *name == "picture.txt");
    let text = file.map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned());
    text.unwrap_or_default().lines().map(String::from).collect()
}
