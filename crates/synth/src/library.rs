use std::sync::Arc;

use barrow_small::Map;
use serde::{Deserialize, Serialize};

use crate::ambience::Ambience;
use crate::music::Mood;
use crate::recipe::{Checker, Flaw, Sound};

/// Everything that a game can sound like, by name.
///
/// It is plain data: read from JSON by a tool, or from the bytes of a bound pack by a page.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Library {
    /// Effects, instruments and what ambience is made of.
    pub sounds: Map<Arc<str>, Sound>,
    /// Kinds of music.
    pub moods: Map<Arc<str>, Mood>,
    /// What places sound like.
    pub ambiences: Map<Arc<str>, Ambience>,
}

impl Library {
    /// Returns what is wrong with all of it, unknown names among it.
    pub fn check(&self) -> Vec<Flaw> {
        let mut checker = Checker::default();
        for (name, sound) in &self.sounds {
            checker.within(&format!("sounds.{name}"), |it| sound.look(it));
        }
        for (name, mood) in &self.moods {
            checker.within(&format!("moods.{name}"), |it| {
                mood.look(it);
                let names = mood.parts.iter().map(|part| &part.sound);
                self.look_for("parts", names, it);
            });
        }
        for (name, ambience) in &self.ambiences {
            checker.within(&format!("ambiences.{name}"), |it| {
                ambience.look(it);
                self.look_for("beds", ambience.beds.iter().map(|bed| &bed.sound), it);
                self.look_for("events", ambience.events.iter().map(|event| &event.sound), it);
            });
        }
        checker.into_flaws()
    }

    fn look_for<'n>(
        &self,
        list: &str,
        names: impl Iterator<Item = &'n Arc<str>>,
        checker: &mut Checker,
    ) {
        for (index, name) in names.enumerate() {
            if !self.sounds.contains_key(&**name) {
                checker.within(&format!("{list}[{index}].sound"), |it| {
                    it.flaw(format!("there is no sound `{name}`"));
                });
            }
        }
    }
}
