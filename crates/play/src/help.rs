//! The help text: the current key bindings, and a legend of the glyphs.

use barrow_grid::Dir;
use barrow_pack::Pack;
use barrow_small::sort;

use crate::keymap::{Code, Group, Key, Keymap, Verb};
use crate::palette::{Line, Role};
use crate::playthrough::TextPage;

/// Returns the help for a game, or for all of them. `own` lists the front end's own keys with their
/// descriptions.
pub fn help(keys: &Keymap, pack: Option<&Pack>, own: &[(&str, &str)]) -> TextPage {
    let mut lines = Vec::new();
    if let Some(pack) = pack {
        lines.push((Role::Title, pack.rules.title.to_string()));
        lines.push((Role::Text, pack.rules.about.to_string()));
        lines.push((Role::Text, String::new()));
        lines.extend(own_keys(keys, pack));
    }
    for group in Group::ALL {
        lines.push((Role::Title, group.name().into()));
        lines.extend(group_lines(keys, group));
        lines.push((Role::Text, String::new()));
    }
    lines.push((Role::Title, "Everywhere".into()));
    let everywhere = [
        ("esc", "back; during play, the pause menu"),
        ("enter", "choose"),
        ("tab", "the next target or point of interest"),
    ];
    for (key, about) in everywhere.iter().chain(own) {
        lines.push((Role::Text, format!("  {key:<22} {about}")));
    }
    if let Some(pack) = pack {
        lines.extend(signs(pack));
    }
    TextPage::new("Help", lines)
}

/// Lists the game's own keys, and marks those that the preset needs for something else.
fn own_keys(keys: &Keymap, pack: &Pack) -> Vec<Line> {
    let own = &pack.rules.keys;
    if own.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![(Role::Title, "Keys of this game".into())];
    let taken = |key: Key| own.iter().any(|it| Key::char(it.key) == key);
    for key in own {
        let works = keys.can_override(Key::char(key.key), taken);
        let role = if works { Role::Text } else { Role::Dim };
        let note = if works { "" } else { " (taken by the preset: choose another in settings)" };
        lines.push((role, format!("  {:<22} {}{note}", key.key, key.label)));
    }
    lines.push((Role::Text, String::new()));
    lines
}

fn group_lines(keys: &Keymap, group: Group) -> Vec<Line> {
    let mut lines = Vec::new();
    if group == Group::Movement {
        lines.push((Role::Text, wheel(keys, Verb::Move, "step, strike, open, push")));
        lines.push((Role::Text, wheel(keys, Verb::Run, "run until something appears")));
    }
    for verb in Verb::all().filter(|it| it.group() == group) {
        if matches!(verb, Verb::Move(_) | Verb::Run(_) | Verb::Slot(2..)) {
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

/// Returns a line with the shortest key of each direction, and the arrows if they work too.
fn wheel(keys: &Keymap, verb: impl Fn(Dir) -> Verb, about: &str) -> String {
    let shown = |dir: Dir| keys.keys(verb(dir)).first().map(ToString::to_string);
    let all: Vec<String> = Dir::ALL.into_iter().filter_map(shown).collect();
    let arrow = Key::plain(Code::Up);
    let arrows = match keys.verb(arrow) {
        Some(bound) if bound == verb(Dir::North) => "arrows, ",
        Some(_) | None if keys.verb(arrow.shifted()) == Some(verb(Dir::North)) => "shift-arrows, ",
        Some(_) | None => "",
    };
    let shown = format!("{arrows}{}", all.join(""));
    format!("  {shown:<22} {about}")
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
