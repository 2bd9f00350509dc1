use std::fs;
use std::path::Path;

use crate::Outcome;
use crate::folder::Folder;
use crate::game::Game;
use crate::script;

/// The pages that are made from the template.
const PAGES: [&str; 2] = ["index", "keypad"];

/// What a game in an arcade needs beside its page, its scripts and its pack.
const FILES: [&str; 3] = ["barrow_web.js", "barrow_web_bg.wasm", "barrow_worklet.wasm"];

/// The scripts of a game in an arcade.
const SCRIPTS: [&str; 8] = [
    "dom.js",
    "engine.js",
    "keys.js",
    "locks.js",
    "sound.js",
    "storage.js",
    "trouble.js",
    "worklet.js",
];

/// Returns the scripts of a game in an arcade, which uses few of those that the pages share.
pub fn scripts(folder: &Folder) -> Outcome<Vec<(&'static str, Vec<u8>)>> {
    let script = |path| Ok((path, of(folder, path)?));
    SCRIPTS.into_iter().map(script).collect()
}

fn of(folder: &Folder, path: &str) -> Outcome<Vec<u8>> {
    folder.get(path).map(<[u8]>::to_vec).ok_or_else(|| format!("{path} is missing"))
}

/// Adds the arcade folder of each game, which works wherever it is put. In `arcade.html`,
/// `{{name}}`, `{{title}}` and `{{about}}` are filled in, and what is between `<!-- PAGE only -->`
/// and `<!-- end -->` is for that page alone.
pub fn add(
    folder: &mut Folder,
    scripts: &[(&str, Vec<u8>)],
    web: &Path,
    games: &[Game],
) -> Outcome {
    let read = |name: &str| {
        let path = web.join(name);
        fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
    };
    let (text, script) = (read("arcade.html")?, script::bare(&read("arcade.js")?));
    for page in PAGES {
        let text = keep_only(&text, page)?;
        for game in games {
            let shipped = &game.shipped;
            let slots =
                [("name", &*shipped.name), ("title", &*shipped.title), ("about", &*shipped.about)];
            folder.add(format!("arcade/{}/{page}.html", shipped.name), fill(&text, &slots)?);
        }
    }
    for name in games.iter().map(|it| &it.shipped.name) {
        folder.add(format!("arcade/{name}/arcade.js"), script.clone());
        let own = ["packs/NAME.pack", "packs/NAME.sounds", "packs/NAME/tiles.txt"]
            .map(|it| it.replace("NAME", name));
        for file in FILES.into_iter().chain(own.iter().map(String::as_str)) {
            let bytes = of(folder, file)?;
            folder.add(format!("arcade/{name}/{file}"), bytes);
        }
        for (file, bytes) in scripts {
            folder.add(format!("arcade/{name}/{file}"), bytes.as_slice());
        }
    }
    Ok(())
}

/// Removes what is for other pages alone.
fn keep_only(text: &str, page: &str) -> Outcome<String> {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("<!-- ") {
        let Some((mark, inside)) = after.split_once(" only -->") else {
            return Err("web/arcade.html: a comment does not end with ` only -->`".into());
        };
        let Some((part, after)) = inside.split_once("<!-- end -->") else {
            return Err(format!("web/arcade.html: `<!-- {mark} only -->` has no `<!-- end -->`"));
        };
        if !PAGES.contains(&mark) {
            return Err(format!("web/arcade.html: there is no page `{mark}`"));
        }
        kept.push_str(before);
        kept.push_str(if mark == page { part } else { "" });
        rest = after;
    }
    Ok(kept + rest)
}

/// Fills in the values: as text, or between `<script>` and `</script>` as part of a string.
fn fill(template: &str, slots: &[(&str, &str)]) -> Outcome<String> {
    let mut page = String::new();
    for (at, part) in template.split("<script>").enumerate() {
        let (script, text) = match part.split_once("</script>") {
            Some((script, text)) if at > 0 => (Some(script), text),
            _ => (None, part),
        };
        if let Some(script) = script {
            page += "<script>";
            page += &put(script, slots, in_script);
            page += "</script>";
        }
        page += &put(text, slots, in_text);
    }
    match page.split_once("{{").map(|(_, rest)| rest.split("}}").next().unwrap_or(rest)) {
        Some(unknown) => Err(format!("web/arcade.html: there is no slot `{unknown}`")),
        None => Ok(page),
    }
}

fn put(part: &str, slots: &[(&str, &str)], escape: fn(&str) -> String) -> String {
    let filled = |page: String, (slot, value): &(&str, &str)| {
        page.replace(&format!("{{{{{slot}}}}}"), &escape(value))
    };
    slots.iter().fold(part.to_owned(), filled)
}

fn in_text(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn in_script(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('\'', "\\'").replace('"', "\\\"");
    text.replace('\n', "\\n").replace('<', "\\x3c")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SLOTS: [(&str, &str); 2] = [("title", "Rook's \"Den\" <1>"), ("name", "den")];

    #[test]
    fn a_title_is_escaped_for_its_place() {
        let page = "<h1>{{title}}</h1><script>let t = '{{title}}';</script><p>{{name}}</p>";
        let filled = fill(page, &SLOTS).expect("all slots are known");
        assert_eq!(
            filled,
            "<h1>Rook's &quot;Den&quot; &lt;1&gt;</h1>\
             <script>let t = 'Rook\\'s \\\"Den\\\" \\x3c1>';</script><p>den</p>"
        );
    }

    #[test]
    fn a_script_with_an_address_is_left_alone() {
        let page = "<script src=\"a.js\"></script><p>{{name}}</p>";
        assert_eq!(fill(page, &SLOTS), Ok("<script src=\"a.js\"></script><p>den</p>".into()));
    }

    #[test]
    fn an_unknown_slot_is_reported() {
        assert_eq!(
            fill("{{sound}}", &SLOTS),
            Err("web/arcade.html: there is no slot `sound`".into())
        );
    }

    #[test]
    fn each_page_keeps_its_own_parts() {
        let text = "a<!-- keypad only -->b<!-- end -->c<!-- index only -->d<!-- end -->e";
        assert_eq!(keep_only(text, "index"), Ok("acde".into()));
        assert_eq!(keep_only(text, "keypad"), Ok("abce".into()));
        assert!(keep_only("a<!-- phone only -->b<!-- end -->", "index").is_err());
        assert!(keep_only("a<!-- index only -->b", "index").is_err());
    }
}
