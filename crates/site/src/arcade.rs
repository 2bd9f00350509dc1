use std::fs;
use std::path::Path;

use crate::Outcome;
use crate::folder::Folder;
use crate::game::Game;

/// Adds the arcade's contract page for each game that waits for the player, made from a
/// template where `{{name}}`, `{{title}}` and `{{about}}` stand for the game's.
pub fn add(folder: &mut Folder, template: &Path, games: &[Game]) -> Outcome {
    let text = fs::read_to_string(template);
    let text = text.map_err(|error| format!("{}: {error}", template.display()))?;
    for game in games.iter().filter(|it| it.pack.rules.ticks.is_none()) {
        let name = &game.book.name;
        folder.add(format!("arcade/{name}/index.html"), fill(&text, game)?);
    }
    Ok(())
}

fn fill(template: &str, game: &Game) -> Outcome<String> {
    let book = &game.book;
    let mut page = template.to_owned();
    for (slot, value) in [("name", &book.name), ("title", &book.title), ("about", &book.about)] {
        page = page.replace(&format!("{{{{{slot}}}}}"), &escape(value));
    }
    match page.split_once("{{").map(|(_, rest)| rest.split("}}").next().unwrap_or(rest)) {
        Some(unknown) => Err(format!("web/arcade.html: nothing is called `{unknown}`")),
        None => Ok(page),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
