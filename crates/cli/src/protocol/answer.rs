use barrow_engine::{CutShort, Event, Game, Refusal};
use serde_json::{Value, json};

use super::ids::Ids;
use super::number::number;
use super::{command, event, truth, view};

/// Returns the answer to a command or to its refusal: the state of the run for a player.
pub fn answer(
    game: &Game,
    player: u8,
    events: &[Event],
    refusal: Option<&Refusal>,
    omniscient: bool,
    ids: &mut Ids,
) -> Value {
    let seen = game.view(player);
    let mut answer = json!({
        "ok": refusal.is_none(),
        "refusal": refusal.map(ToString::to_string),
        "turn": game.turn(),
        "level": game.level(),
        "seed": game.seed().to_string(),
        "state": if game.end().is_some() { "over" } else { "playing" },
        "score": number(game.score(player).total),
        "score_parts": game.score(player).parts.iter().map(|(label, points)| json!({
            "label": label, "points": number(*points),
        })).collect::<Vec<_>>(),
        "digest": format!("{:016x}", game.digest()),
        "events": seen.as_ref().map_or_else(Vec::new, |seen| {
            events.iter().map(|it| event::event(it, seen, ids)).collect()
        }),
        "view": seen.as_ref().map(|seen| view::view(seen, ids)),
        "legal": game.legal(player).iter().map(command::write).collect::<Vec<_>>(),
    });
    if omniscient {
        answer["truth"] = truth::truth(game, ids);
    }
    answer
}

/// Describes effects that did not happen, for the author of the pack.
pub fn warning(game: &Game, cut: CutShort) -> String {
    let of = cut.kind.map_or_else(String::new, |kind| {
        format!(" of the kind `{}`", game.pack().kinds.name(kind))
    });
    let why = if cut.nested { "they are nested too deeply" } else { "a round has too many" };
    format!("effects{of} did not happen: {why}")
}

/// Returns the answer to a line that is not a command.
pub fn error(what: &str) -> Value {
    json!({ "ok": false, "error": what })
}
