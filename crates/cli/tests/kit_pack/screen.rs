//! An answer of `barrow drive` as a screen of text.

use serde_json::Value;

use super::atlas::{cell_of, entries, name_of};

/// Returns the level as the player sees it, the panel, the bag, and the messages.
pub fn screen(answer: &Value, told: &[String]) -> String {
    let view = &answer["view"];
    let rows = entries(view, "cells").map(|row| row.as_str().unwrap().chars().collect());
    let mut cells: Vec<Vec<char>> = rows.collect();
    let mut put = |entry: &Value, glyph: &str| {
        let (x, y) = cell_of(entry);
        let (x, y) = (usize::try_from(x).unwrap(), usize::try_from(y).unwrap());
        cells[y][x] = glyph.chars().next().unwrap();
    };
    for list in ["fields", "actors"] {
        entries(view, list).for_each(|it| put(it, it["glyph"].as_str().unwrap()));
    }
    // Who only watches is nowhere, and has nothing to show for it.
    let you = &view["you"];
    let plays = you.is_object() && you["kind"] != "observer";
    if plays {
        put(you, you["glyph"].as_str().unwrap());
    }
    let rows = cells.iter().map(|row| row.iter().collect::<String>().trim_end().to_owned());
    let mut lines = vec![format!("{}, turn {}", view["title"].as_str().unwrap(), answer["turn"])];
    lines.extend(rows.skip_while(String::is_empty));
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines.extend(plays.then(|| panel(view)));
    lines.extend(told.iter().flat_map(|it| it.lines()).map(|line| format!("- {line}")));
    lines.join("\n")
}

fn panel(view: &Value) -> String {
    let rows = entries(view, "panel").map(|row| {
        let most = row["max"].as_i64().map_or_else(String::new, |most| format!("/{most}"));
        format!("{} {}{most}", row["label"].as_str().unwrap(), row["value"])
    });
    let worn = |it: &Value| if it["worn"].is_string() { " (worn)" } else { "" };
    let bag = entries(view, "bag").map(|it| format!("{}{}", name_of(it), worn(it)));
    rows.chain(bag).collect::<Vec<_>>().join(" | ")
}
