//! The help text: the current key bindings, and a legend of the glyphs.

use barrow_grid::{Adjacency, Dir};
use barrow_pack::Pack;
use barrow_small::sort;

use crate::keymap::{Code, Group, Key, Keymap, Verb, own_labels};
use crate::palette::{Line, Role};
use crate::playthrough::TextPage;

/// A longer label of a key is broken into lines.
const LONGEST_LABEL: usize = 48;

/// Returns the help for a game, or for all of them. `own` lists the front end's own keys with their
/// descriptions; `glyphs` says whether the map is drawn in glyphs, which then have a legend.
pub fn help(keys: &Keymap, pack: Option<&Pack>, own: &[(&str, &str)], glyphs: bool) -> TextPage {
    let mut lines = Vec::new();
    let left = keys.beside(pack.map_or(&[], |it| &it.rules.keys));
    let four_ways = pack.is_some_and(|it| it.rules.four_ways);
    let ways = if four_ways { Adjacency::Four } else { Adjacency::Eight };
    if let Some(pack) = pack {
        lines.push((Role::Title, pack.rules.title.to_string()));
        lines.push((Role::Text, pack.rules.about.to_string()));
        lines.push((Role::Text, String::new()));
        lines.extend(own_keys(keys, pack));
    }
    for group in Group::ALL {
        lines.push((Role::Title, group.name().into()));
        lines.extend(group_lines(&left, group, ways));
        lines.push((Role::Text, String::new()));
    }
    let everywhere = [("esc", "back; during play, the pause menu"), ("enter", "choose")];
    list(&mut lines, "Everywhere", everywhere.iter().chain(own));
    lines.push((Role::Text, String::new()));
    let aiming = [("tab", "the next target or point of interest")];
    list(&mut lines, "While you look, travel or aim", &aiming);
    if let Some(pack) = pack.filter(|_| glyphs) {
        lines.extend(signs(pack));
    }
    TextPage::new("Help", lines)
}

/// Adds a heading and keys with their descriptions.
fn list<'k>(
    lines: &mut Vec<Line>,
    title: &str,
    keys: impl IntoIterator<Item = &'k (&'k str, &'k str)>,
) {
    lines.push((Role::Title, title.into()));
    for (key, about) in keys {
        lines.push((Role::Text, format!("  {key:<22} {about}")));
    }
}

/// Lists the game's own keys.
fn own_keys(keys: &Keymap, pack: &Pack) -> Vec<Line> {
    let own = &pack.rules.keys;
    if own.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![(Role::Title, "Keys of this game".into())];
    for (char, label) in own_labels(own) {
        let shown = keys.own_key(char, own).to_string();
        let labels: Vec<&str> = label.split(" or ").collect();
        // Many heroes may have a skill each on one key.
        if label.len() <= LONGEST_LABEL {
            lines.push((Role::Text, format!("  {shown:<22} {label}")));
            continue;
        }
        for (index, label) in labels.into_iter().enumerate() {
            let (shown, or) = if index == 0 { (&*shown, "") } else { ("", "or ") };
            lines.push((Role::Text, format!("  {shown:<22} {or}{label}")));
        }
    }
    lines.push((Role::Text, String::new()));
    lines
}

fn group_lines(keys: &Keymap, group: Group, ways: Adjacency) -> Vec<Line> {
    let mut lines = Vec::new();
    if group == Group::Movement {
        lines.push((Role::Text, wheel(keys, ways, Verb::Move, "step, strike, open, push")));
        lines.push((Role::Text, wheel(keys, ways, Verb::Run, "run until something appears")));
    }
    for verb in Verb::all().filter(|it| it.group() == group) {
        let listed = matches!(verb, Verb::Move(_) | Verb::Run(_) | Verb::Slot(2..));
        if listed || keys.keys(verb).is_empty() {
            continue;
        }
        let shown = if verb == Verb::Slot(1) {
            format!("{} to {}", keys.shown(verb), keys.shown(Verb::Slot(9)))
        } else {
            keys.shown(verb)
        };
        lines.push((Role::Text, format!("  {shown:<22} {}", verb.about())));
    }
    lines
}

/// Returns a line with the arrows if they work, and the letter of each direction.
fn wheel(keys: &Keymap, ways: Adjacency, verb: impl Fn(Dir) -> Verb, about: &str) -> String {
    let shown = |&dir: &Dir| keys.keys(verb(dir)).first().map(ToString::to_string);
    let letters: Vec<String> = ways.dirs().iter().filter_map(shown).collect();
    // Where a game's own keys take some of the letters, the others are no wheel.
    let whole =
        letters.len() == ways.dirs().len() && letters.iter().all(|it| it.chars().nth(1).is_none());
    let arrow = Key::plain(Code::Up);
    let arrows = match keys.verb(arrow) {
        Some(bound) if bound == verb(Dir::North) => "arrows",
        Some(_) | None if keys.verb(arrow.shifted()) == Some(verb(Dir::North)) => "shift-arrows",
        Some(_) | None => "",
    };
    let letters = if whole || arrows.is_empty() { letters.concat() } else { String::new() };
    let separator = if arrows.is_empty() || letters.is_empty() { "" } else { ", " };
    let shown = format!("{arrows}{separator}{letters}");
    // A page tells keys from words by two blanks.
    format!("  {shown:<21}  {about}")
}

/// Lists the glyphs of a game. Items that are unknown at first are left out.
fn signs(pack: &Pack) -> Vec<Line> {
    let mut lines = vec![(Role::Text, String::new()), (Role::Title, "Legend".into())];
    let mut told: Vec<(char, String)> = Vec::new();
    for (_, kind) in pack.kinds.iter() {
        let secret = kind.item.as_ref().is_some_and(|it| it.unknown.is_some());
        if secret || kind.name.is_empty() || kind.look.glyph == ' ' || kind.look.glyph == '?' {
            continue;
        }
        match told.iter_mut().find(|(glyph, _)| *glyph == kind.look.glyph) {
            Some((_, names)) if names.split(", ").any(|it| it == &*kind.name) => {}
            Some((_, names)) => {
                names.push_str(", ");
                names.push_str(&kind.name);
            }
            None => told.push((kind.look.glyph, kind.name.to_string())),
        }
    }
    sort(&mut told);
    lines
        .extend(told.into_iter().map(|(glyph, names)| (Role::Text, format!("  {glyph}  {names}"))));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keymap::Preset;
    use crate::stage::pack;

    fn lines(preset: Preset, rules: &str) -> Vec<String> {
        let pack = pack("#@#", rules, "", "{}");
        help(&Keymap::preset(preset), Some(&pack), &[], true)
            .lines
            .into_iter()
            .map(|it| it.1)
            .collect()
    }

    #[test]
    fn slots_share_a_line_and_commands_without_a_key_have_none() {
        let lines = lines(Preset::Vi, "");
        assert!(lines.iter().any(|it| it.starts_with("  1 to 9 ")), "{lines:?}");
        assert!(!lines.iter().any(|it| it.starts_with("  2 ")), "{lines:?}");
        assert!(!lines.iter().any(|it| it.starts_with("   ")), "{lines:?}");
    }

    /// Without arrows the letters are all there is to tell.
    #[test]
    fn arrows_that_do_something_else_are_not_listed_as_steps() {
        let pack = pack("#@#", "", "", "{}");
        let mut keys = Keymap::preset(Preset::Vi);
        let up = Key::plain(Code::Up);
        keys.bind(up, Verb::Log).unwrap();
        keys.bind(up.shifted(), Verb::Log).unwrap();
        let lines = help(&keys, Some(&pack), &[], true).lines;
        let about = " step, strike, open, push";
        let step = lines.iter().find(|it| it.1.ends_with(about)).unwrap();
        assert_eq!(step.1, format!("  {:<21} {about}", "kulnjbhy"));
    }

    #[test]
    fn the_keys_of_all_directions_stand_in_one_line() {
        let check = |preset, rules, expected: [&str; 2]| {
            let lines = lines(preset, rules);
            let at = lines.iter().position(|it| it.ends_with(" step, strike, open, push"));
            assert_eq!(lines[at.unwrap()..][..2], expected);
        };
        check(
            Preset::Arrows,
            "",
            [
                "  arrows, kulnjbhy       step, strike, open, push",
                "  shift-arrows, KULNJBHY  run until something appears",
            ],
        );
        check(
            Preset::Wasd,
            "",
            [
                "  arrows, wrdvszaq       step, strike, open, push",
                "  shift-arrows           run until something appears",
            ],
        );
        check(
            Preset::Arrows,
            r#", "four_ways": true"#,
            [
                "  arrows, kljh           step, strike, open, push",
                "  shift-arrows, KLJH     run until something appears",
            ],
        );
    }
}
