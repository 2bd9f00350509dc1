use barrow_source::{Node, Value};

use crate::folder::entry::Entry;
use crate::lowering::Lowering;

/// The keys that name a sound.
const SOUNDS: [&str; 10] = [
    "cast_sound",
    "collision_sound",
    "death_sound",
    "entry_sound",
    "loaded_sound",
    "on_apply_sound",
    "on_remove_sound",
    "pickup_sound",
    "use_sound",
    "trap_sound",
];

/// The keys that hold a text with placeholders.
const TEXTS: [&str; 5] = [
    "collision_description",
    "identified_template",
    "trap_message",
    "unidentified_template",
    "use_description",
];

/// The placeholders that need no list and no item.
const PLACEHOLDERS: [&str; 7] = [
    "a-an",
    "actor_name",
    "attacked_actor_name",
    "color",
    "effect_description",
    "item_name",
    "weapon_name",
];

impl Lowering<'_, '_, '_> {
    /// Warns of sounds that the folder does not list, anywhere in an entry.
    pub(crate) fn check_sounds(&mut self, node: &Node) {
        let folder = self.folder;
        let Some(sounds) = &folder.sounds else { return };
        for member in node.members().unwrap_or_default() {
            match &member.value.value {
                Value::Text(name) if SOUNDS.contains(&member.key.as_str()) => {
                    if !sounds.contains(name) && !name.is_empty() {
                        let all = sounds.iter().map(String::as_str);
                        let meant = self.reader.report.meant(name, all);
                        let what = format!("there is no sound `{name}`{meant}; nothing is heard");
                        self.reader.warn(member.value.span, what);
                    }
                }
                Value::Object(_) => self.check_sounds(&member.value),
                Value::Null
                | Value::Flag(_)
                | Value::Number(_)
                | Value::Text(_)
                | Value::List(_) => {}
            }
        }
    }

    /// Warns of placeholders that nothing fills in, in the texts of an entry.
    pub(crate) fn check_placeholders(&mut self, entry: Entry<'_>) {
        for key in TEXTS {
            let Some(node) = entry.top(key).or_else(|| entry.attribute(key)) else { continue };
            let mut rest = node.text().unwrap_or_default();
            while let Some((_, after)) = rest.split_once('[') {
                let Some((name, following)) = after.split_once(']') else { break };
                rest = following;
                if !self.is_filled_in(entry, name) {
                    let all = PLACEHOLDERS.iter().copied();
                    let meant = self.reader.report.meant(name, all);
                    let what = format!("nothing fills in `[{name}]`{meant}; it is shown as it is");
                    self.reader.warn_once(node.span, name, what);
                }
            }
        }
    }

    fn is_filled_in(&self, entry: Entry<'_>, name: &str) -> bool {
        let own = entry.top("template_vars").and_then(|it| it.get(name)).is_some();
        let list = name.split_once('.').is_some_and(|(file, list)| {
            self.folder.lists.iter().any(|(it, member)| *it == file && member.key == list)
        });
        let value = name == "value" && entry.top("random_value").is_some();
        PLACEHOLDERS.contains(&name.to_lowercase().as_str())
            || own
            || list
            || value
            || entry.attribute(name).is_some()
            || entry.top(name).is_some()
    }
}
