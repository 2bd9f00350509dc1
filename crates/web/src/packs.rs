//! Loads packs, and describes them to the page.

use std::sync::Arc;

use barrow_json::{Value, json};
use barrow_pack::{BoundError, MapStyle, Pack};
use barrow_play::session::save_name;

/// Loads a bound pack. This needs no reader of pack files, which would double the size of the
/// module.
pub fn load(bytes: &[u8]) -> Result<Arc<Pack>, String> {
    let told = |error| match error {
        BoundError::Foreign => "The file is not a game of this version of Barrow.",
        BoundError::Damaged => "The file of the game is damaged.",
    };
    Pack::from_bytes(bytes).map(Arc::new).map_err(|error| told(error).into())
}

/// Returns what the page shows of a pack before it is played.
pub fn info(pack: &Pack) -> Value {
    let rules = &pack.rules;
    let keys = rules.keys.iter().map(|it| json!({ "key": it.key, "label": &*it.label }));
    json!({
        "title": &*rules.title,
        "about": &*rules.about,
        "version": &*rules.version,
        "save": save_name(&rules.title),
        "levels": levels(pack),
        "heroes": heroes(pack),
        "glyphs": rules.prefers == MapStyle::Glyphs,
        "realtime": rules.ticks.is_some(),
        "keeps": rules.keeps.is_some(),
        "keys": keys.collect::<Vec<_>>(),
    })
}

/// Returns the levels that a run can begin on, because they have a hero of their own; the pack's
/// default comes first. A pack with only one offers no choice.
fn levels(pack: &Pack) -> Vec<Value> {
    let mut found: Vec<_> = pack.levels.iter().filter(|(_, it)| it.hero.is_some()).collect();
    barrow_small::sort_by_key(&mut found, |(id, _)| *id != pack.rules.start);
    let named =
        found.iter().map(|(id, it)| json!({ "name": pack.levels.name(*id), "title": &*it.title }));
    if found.len() > 1 { named.collect() } else { Vec::new() }
}

fn heroes(pack: &Pack) -> Vec<Value> {
    let rules = &pack.rules;
    let ranked = rules.heroes.iter().map(|id| (id, true));
    let all = ranked.chain(rules.practice.iter().map(|id| (id, false)));
    all.map(|(&id, ranked)| {
        let kind = pack.kinds.get(id);
        json!({ "name": pack.kinds.name(id), "title": &*kind.name, "ranked": ranked })
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{files, shipped};

    #[test]
    fn a_bound_pack_equals_the_pack_that_was_read() {
        for name in shipped() {
            let read = barrow_pack::load(files(&name)).pack.expect("it is shipped");
            let mut bound = Pack::clone(&load(&read.to_bytes()).expect("it was bound"));
            // Sounds are loaded later, by themselves.
            bound.sounds = read.sounds.clone();
            assert_eq!(bound, *read, "{name}");
        }
    }

    #[test]
    fn a_file_that_is_not_a_pack_is_refused_with_a_sentence() {
        let mut bytes = Pack::default().to_bytes();
        assert_eq!(
            load(b"{\"files\": {}}"),
            Err("The file is not a game of this version of Barrow.".into())
        );
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
        assert_eq!(load(&bytes), Err("The file of the game is damaged.".into()));
        assert_eq!(load(&bytes[..last]), Err("The file of the game is damaged.".into()));
    }
}
