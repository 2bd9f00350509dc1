use std::sync::Arc;

use barrow_small::Map;
use serde::{Deserialize, Serialize};

use crate::ambience::Ambience;
use crate::music::Mood;
use crate::recipe::{Checker, Problem, Sound};

/// All sounds, moods and ambiences of a game, by name.
///
/// It is plain data: a tool reads it from JSON, a page from the bytes of a bound pack.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Library {
    /// Effects, instruments, and the parts of ambiences.
    pub sounds: Map<Arc<str>, Sound>,
    /// Kinds of music.
    pub moods: Map<Arc<str>, Mood>,
    /// The sounds of places.
    pub ambiences: Map<Arc<str>, Ambience>,
}

impl Library {
    /// Returns everything that is wrong with it, including unknown names.
    pub fn check(&self) -> Vec<Problem> {
        let mut checker = Checker::default();
        for (name, sound) in &self.sounds {
            checker.within(&format!("sounds.{name}"), |it| sound.check_with(it));
        }
        for (name, mood) in &self.moods {
            checker.within(&format!("moods.{name}"), |it| {
                mood.check_with(it);
                let names = mood.parts.iter().map(|part| &part.sound);
                self.check_names("parts", names, it);
            });
        }
        for (name, ambience) in &self.ambiences {
            checker.within(&format!("ambiences.{name}"), |it| {
                ambience.check_with(it);
                self.check_names("beds", ambience.beds.iter().map(|bed| &bed.sound), it);
                self.check_names("events", ambience.events.iter().map(|event| &event.sound), it);
            });
        }
        checker.into_problems()
    }

    /// Replaces what `own` has by the same name, and adds the rest of it.
    pub fn overlay(&mut self, own: Self) {
        self.sounds.extend(own.sounds);
        self.moods.extend(own.moods);
        self.ambiences.extend(own.ambiences);
    }

    fn check_names<'n>(
        &self,
        list: &str,
        names: impl Iterator<Item = &'n Arc<str>>,
        checker: &mut Checker,
    ) {
        for (index, name) in names.enumerate() {
            if !self.sounds.contains_key(&**name) {
                checker.within(&format!("{list}[{index}].sound"), |it| {
                    it.problem(format!("there is no sound `{name}`"));
                });
            }
        }
    }
}
