//! What a player can choose when a run starts, and what is still locked.

use std::sync::Arc;

use barrow_engine::Past;
use barrow_pack::{Id, Kind, Level, Needs, Pack, RunModifier};

/// Something that can be chosen when a run starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Its name in the pack, for [`barrow_engine::Setup`].
    pub name: String,
    /// Its name as a player reads it.
    pub title: String,
    /// Its description; may be empty.
    pub about: String,
    /// If it is locked: how to get it. May be empty.
    pub locked: Option<String>,
}

/// Everything that can be chosen when a run of a game starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offers {
    /// The heroes, the default first.
    pub heroes: Vec<Offer>,
    /// The levels that a run can start on, because they have a hero of their own, the pack's own
    /// first. A pack with only one offers no choice.
    pub levels: Vec<Offer>,
    /// The modifiers.
    pub modifiers: Vec<Offer>,
    /// Whether several players can take turns; in a real-time game nobody has the time.
    pub takes_turns: bool,
}

impl Offers {
    /// Returns what a pack offers a player with this past.
    pub fn new(pack: &Pack, past: &Past) -> Self {
        let mut levels: Vec<_> = pack.levels.iter().filter(|(_, it)| it.hero.is_some()).collect();
        barrow_small::sort_by_key(&mut levels, |(id, _)| *id != pack.rules.start);
        if levels.len() < 2 {
            levels.clear();
        }
        let lock = |needs: &Option<Needs>, hint: &Arc<str>| {
            (!past.allows(pack, &[], needs.as_ref())).then(|| hint.to_string())
        };
        let hero = |&id: &Id<Kind>| {
            let kind = pack.kinds.get(id);
            let locked = lock(&kind.needs, &kind.hint);
            offer(pack.kinds.name(id), &kind.name, &kind.about, locked)
        };
        let level = |(id, it): (Id<Level>, &Level)| {
            offer(pack.levels.name(id), &it.title, &it.about, lock(&it.needs, &it.hint))
        };
        let modifier = |(id, it): (Id<RunModifier>, &RunModifier)| {
            offer(pack.modifiers.name(id), &it.name, &it.about, lock(&it.needs, &it.hint))
        };
        Self {
            heroes: playable_heroes(pack).iter().map(hero).collect(),
            levels: levels.into_iter().map(level).collect(),
            modifiers: pack.modifiers.iter().map(modifier).collect(),
            takes_turns: pack.rules.ticks.is_none(),
        }
    }

    /// Returns what is open here and was locked before, in words.
    pub fn opened_since(&self, before: &Self) -> Vec<String> {
        let groups = [
            ("hero", &self.heroes, &before.heroes),
            ("level", &self.levels, &before.levels),
            ("modifier", &self.modifiers, &before.modifiers),
        ];
        let mut opened = Vec::new();
        for (what, now, then) in groups {
            let was_locked = |it: &&Offer| {
                let old = then.iter().find(|old| old.name == it.name);
                it.locked.is_none() && old.is_some_and(|old| old.locked.is_some())
            };
            let new = now.iter().filter(was_locked);
            opened.extend(new.map(|it| format!("{what} {}", it.title)));
        }
        opened
    }
}

/// Returns the heroes to choose from: nobody who only watches, and of heroes that look the same to a
/// player, because each belongs to a level, the first.
pub fn playable_heroes(pack: &Pack) -> Vec<Id<Kind>> {
    let belongs = |id: Id<Kind>| pack.levels.iter().any(|(_, it)| it.hero == Some(id));
    let watches =
        |id: Id<Kind>| pack.levels.iter().any(|(_, it)| it.watched && it.hero == Some(id));
    let mut heroes: Vec<Id<Kind>> = Vec::new();
    for &id in &pack.rules.heroes {
        let name = &pack.kinds.get(id).name;
        let alike = |other: &Id<Kind>| pack.kinds.get(*other).name == *name;
        if !(watches(id) || belongs(id) && heroes.iter().any(alike)) {
            heroes.push(id);
        }
    }
    heroes
}

fn offer(name: &str, title: &str, about: &str, locked: Option<String>) -> Offer {
    Offer { name: name.into(), title: title.into(), about: about.into(), locked }
}

#[cfg(test)]
mod tests {
    use barrow_pack::{Files, load};

    use super::*;

    const HEROES: &str = r#"{
        "pack": { "title": "Heroes", "heroes": ["wick", "miner", "eye", "bea"], "start": "field",
            "life": "health" },
        "attributes": { "health": { "gauge": "Life.", "at_zero": ["die"] } },
        "kinds": {
            "wick": { "as": "actor", "name": "Wick", "look": { "glyph": "@" }, "has": { "health": 9, "sight": 5, "speed": 100 } },
            "miner": { "extends": "wick", "has": { "health": 20 } },
            "eye": { "extends": "wick", "name": "an eye" },
            "bea": { "extends": "wick", "name": "Bea" },
            "grass": { "as": "terrain", "look": { "glyph": "." } },
            "wall": { "as": "terrain", "look": { "glyph": "X" }, "is": ["solid"] } },
        "levels": {
            "field": { "ground": { "floor": "grass", "wall": "wall" }, "drawing": ["@."] },
            "mine": { "extends": "field", "hero": "miner" },
            "garden": { "extends": "field", "hero": "eye", "watched": true } } }"#;

    /// Wick in the mine is Wick to a player, and the eye of the garden only watches.
    #[test]
    fn a_hero_is_offered_once_and_a_watcher_never() {
        let files = [("pack.json".to_owned(), HEROES.as_bytes().to_vec())];
        let pack = load(Files::new(files.into())).pack.unwrap();
        let names = playable_heroes(&pack).into_iter().map(|it| pack.kinds.name(it));
        assert_eq!(names.collect::<Vec<_>>(), ["wick", "bea"]);
    }
}
