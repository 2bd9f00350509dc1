use serde::{Deserialize, Serialize};

use barrow_dice::Formula;

use super::Advice;
use crate::data::{Keyword, Named};
use crate::form::{Form, Record};
use crate::names::Section;
use crate::scope::Subjects;

/// A line that explains something to the player, once, when it first matters. No rule knows of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tip {
    /// When it matters.
    pub at: Moment,
    /// It matters only while this holds.
    pub when: Option<Formula>,
    /// The text.
    pub text: Advice,
    /// It is never shown.
    pub off: bool,
    /// Whether the pack wrote its text. The others are told once for all games.
    pub own: bool,
}

/// What must be so for a tip to matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Moment {
    /// Nothing: only its condition counts.
    #[default]
    Always,
    /// A foe is in view.
    Foe,
    /// A foe stands next to the player.
    Beside,
    /// Someone who is no foe and does not follow the player is in view.
    Stranger,
    /// An item lies in view, away from the player.
    Item,
    /// An item lies where the player stands.
    Underfoot,
    /// A way to another level is in view, away from the player.
    Stairs,
    /// The player stands on a way to another level that can be taken.
    OnStairs,
    /// A closed door is in view.
    Door,
    /// Something solid that can be pushed is in view.
    Pushable,
    /// The player's life is at most a third.
    Hurt,
    /// The player's life is below three quarters, and no foe is in view.
    Tired,
    /// The player carries something without knowing what it is.
    Unknown,
    /// The player carries something to wear and does not wear it.
    Wearable,
    /// The player carries something that can be used.
    Usable,
    /// The player can cast something.
    Castable,
    /// The player has something to play from a bag of the game.
    Card,
    /// Gas, fire or the like is in view.
    Field,
    /// A blow was announced for cells in view.
    Announced,
    /// A noise was heard.
    Noise,
    /// The player is in a state.
    State,
    /// The bag is full.
    Full,
}

impl Keyword for Moment {
    const ALL: &'static [Self] = &[
        Self::Always,
        Self::Foe,
        Self::Beside,
        Self::Stranger,
        Self::Item,
        Self::Underfoot,
        Self::Stairs,
        Self::OnStairs,
        Self::Door,
        Self::Pushable,
        Self::Hurt,
        Self::Tired,
        Self::Unknown,
        Self::Wearable,
        Self::Usable,
        Self::Castable,
        Self::Card,
        Self::Field,
        Self::Announced,
        Self::Noise,
        Self::State,
        Self::Full,
    ];
    const WORDS: &'static [&'static str] = &[
        "always",
        "foe",
        "beside",
        "stranger",
        "item",
        "underfoot",
        "stairs",
        "on_stairs",
        "door",
        "pushable",
        "hurt",
        "tired",
        "unknown",
        "wearable",
        "usable",
        "castable",
        "card",
        "field",
        "announced",
        "noise",
        "state",
        "full",
    ];
}

impl Named for Tip {
    const SECTION: Section = Section::Tips;
}

impl Record for Tip {
    const NAME: &'static str = "tip";
    const ABOUT: &'static str = "A line that explains something to the player, once, when it first matters. It changes no \
         rule, and players can switch tips off. Every game has those of the engine; a pack writes \
         them anew under the same name, or switches them `off`.";
    const SUBJECTS: Option<Subjects> = Some(Subjects::PLAYER);

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.word("at", "When it matters.", &mut self.at);
        form.field("when", "It matters only while this holds.", &mut self.when);
        let about = "The text. `it` is who or what is meant by `at`, such as the foe.";
        form.of_each().field("text", about, &mut self.text);
        form.field("off", "It is never shown.", &mut self.off);
    }

    fn flaw(&self) -> Option<&'static str> {
        let silent = self.text.is_empty() && !self.off;
        silent.then_some("a tip needs a `text`; write \"off\": true for one that is never shown")
    }
}
