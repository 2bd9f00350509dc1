use std::fmt;

use barrow_dice::Seed;
use barrow_pack::{Id, Kind, Pack};
use barrow_small::lowercase;

use super::past::Past;

/// How a run begins. Together with the pack, everything follows from it and the commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The seed of the run.
    pub seed: Seed,
    /// The name of the first level; `None` for the pack's own.
    pub level: Option<String>,
    /// The hero of each player by name; an empty name stands for the default hero.
    pub heroes: Vec<String>,
    /// The modifiers of the run by name.
    pub modifiers: Vec<String>,
    /// What earlier runs left.
    pub past: Past,
}

impl Default for Setup {
    /// Returns the setup of one player with the pack's own level and hero.
    fn default() -> Self {
        Self {
            seed: Seed(0),
            level: None,
            heroes: vec![String::new()],
            modifiers: Vec::new(),
            past: Past::default(),
        }
    }
}

/// Why a run cannot begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// The pack has no such level.
    NoLevel(String),
    /// The pack has no such hero.
    NoHero(String),
    /// The pack has no such modifier.
    NoModifier(String),
    /// There must be one to eight players.
    Players,
}

impl Setup {
    /// Returns whether a run that begins like this counts: it starts where the pack says, without
    /// a practice hero, and with nothing that is still locked.
    pub fn is_ranked(&self, pack: &Pack) -> bool {
        let rules = &pack.rules;
        let found = self.level.as_ref().map_or(Some(rules.start), |it| find_level(pack, it));
        let Some(first) = found else { return false };
        let level = pack.levels.get(first);
        let open = first == rules.start || level.hero.is_some() || rules.ranked.contains(&first);
        let heroes = self.heroes.iter().filter_map(|name| find_hero(pack, first, name).ok());
        let practice = heroes.clone().any(|it| rules.practice.contains(&it));
        let heroes = heroes.map(|it| &pack.kinds.get(it).needs);
        let modifiers = self.modifiers.iter().filter_map(|it| pack.modifiers.find(it));
        let modifiers = modifiers.map(|it| &pack.modifiers.get(it).needs);
        let allows = |it: &Option<_>| self.past.allows(pack, &self.modifiers, it.as_ref());
        open && !practice && [&level.needs].into_iter().chain(heroes).chain(modifiers).all(allows)
    }
}

/// Finds a level by name, first exactly, then ignoring case.
pub(super) fn find_level(pack: &Pack, name: &str) -> Option<Id<barrow_pack::Level>> {
    let lower = lowercase(name);
    let alike = || {
        pack.levels.iter().map(|(id, _)| id).find(|&id| lowercase(pack.levels.name(id)) == lower)
    };
    pack.levels.find(name).or_else(alike)
}

pub(super) fn find_hero(
    pack: &Pack,
    level: Id<barrow_pack::Level>,
    name: &str,
) -> Result<Id<Kind>, SetupError> {
    let heroes = &pack.rules.heroes;
    let found = match name {
        "" => pack.levels.get(level).hero.or(heroes.first().copied()),
        name => {
            let mut all = heroes.iter().chain(&pack.rules.practice).copied();
            all.find(|&hero| pack.kinds.name(hero) == name)
        }
    };
    found.ok_or_else(|| SetupError::NoHero(name.into()))
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoLevel(name) => write!(f, "the pack has no level `{name}`"),
            Self::NoHero(name) => write!(f, "the pack has no hero `{name}`"),
            Self::NoModifier(name) => write!(f, "the pack has no modifier `{name}`"),
            Self::Players => f.write_str("a run has one to eight players"),
        }
    }
}

impl std::error::Error for SetupError {}
