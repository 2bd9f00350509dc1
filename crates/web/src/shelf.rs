//! Packs as the page hands them over.

use std::sync::Arc;

use barrow_pack::{Files, Pack};
use barrow_play::session::save_name;
use serde_json::{Value, json};

/// Reads a pack from `{"files": {"path": "text"}}`. What is wrong with it is told as a whole,
/// as `barrow check` does.
pub fn load(text: &str) -> Result<Arc<Pack>, String> {
    let value: Value = serde_json::from_str(text)
        .map_err(|error| format!("The file of the game is damaged: {error}"))?;
    let files = value["files"].as_object().ok_or("The file of the game has no `files`.")?;
    let texts = files.iter().map(|(name, it)| {
        let text = it.as_str().ok_or_else(|| format!("`{name}` is no text."))?;
        Ok((name.clone(), text.as_bytes().to_vec()))
    });
    let loaded = barrow_pack::load(Files::new(texts.collect::<Result<_, String>>()?));
    loaded.pack.ok_or_else(|| loaded.report.render(&loaded.files))
}

/// What the page shows of a pack before it is played.
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
        "realtime": rules.ticks.is_some(),
        "keys": keys.collect::<Vec<_>>(),
    })
}

/// The levels that have a hero of their own, so that one can begin with them; the pack's own
/// beginning first. A pack with one beginning offers no choice.
fn levels(pack: &Pack) -> Vec<Value> {
    let mut found: Vec<_> = pack.levels.iter().filter(|(_, it)| it.hero.is_some()).collect();
    barrow_sorted::sort_by_key(&mut found, |(id, _)| *id != pack.rules.start);
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
