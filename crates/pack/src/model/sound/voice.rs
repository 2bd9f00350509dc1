use serde::{Deserialize, Serialize};

use super::{MoodName, SoundName};
use crate::form::{Form, Record};
use crate::model::{Attribute, AttributeKind};
use crate::names::Id;

/// How a kind sounds. What is omitted has the sound of the engine's own set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Voice {
    /// The steps of an actor, or the steps on terrain.
    pub step: SoundName,
    /// Its blow lands; of a weapon, a blow with it.
    pub strike: SoundName,
    /// It swings: before an own blow that lands, and when any misses.
    pub miss: SoundName,
    /// It is harmed.
    pub hurt: SoundName,
    /// It dies or breaks.
    pub die: SoundName,
    /// An actor comes into sight for the first time.
    pub sight: SoundName,
    /// An item is used.
    pub used: SoundName,
    /// An item is picked up.
    pub take: SoundName,
    /// A door opens.
    pub open: SoundName,
    /// A door closes.
    pub close: SoundName,
    /// How many semitones higher all of these are.
    pub pitch: i8,
    /// Each point of this attribute raises them by two semitones.
    pub pitch_by: Option<Id<Attribute>>,
    /// The mood of the music while it is in sight and awake.
    pub mood: MoodName,
}

impl Record for Voice {
    const NAME: &'static str = "voice";
    const ABOUT: &'static str =
        "How a kind sounds. What is omitted sounds as the engine's own set has it. Display only.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        let about = "The steps of an actor. Of terrain: the steps on it, unless the actor has its \
                     own.";
        form.field("step", about, &mut self.step);
        let about = "Its blow lands. Of a weapon: a blow with it.";
        form.field("strike", about, &mut self.strike);
        let about = "It swings: before an own blow that lands, and when any misses.";
        form.field("miss", about, &mut self.miss);
        form.field("hurt", "It is harmed.", &mut self.hurt);
        form.field("die", "It dies or breaks.", &mut self.die);
        form.field("sight", "It comes into sight for the first time.", &mut self.sight);
        form.field("use", "It is used.", &mut self.used);
        form.field("take", "It is picked up.", &mut self.take);
        form.field("open", "It opens.", &mut self.open);
        form.field("close", "It closes.", &mut self.close);
        form.field("pitch", "How many semitones higher all of these are.", &mut self.pitch);
        let about = "Each point of this attribute raises them by two semitones, such as the \
                     rarity of an item.";
        form.only(AttributeKind::COUNTED).field("pitch_by", about, &mut self.pitch_by);
        let about = "The mood of the music while it is in sight and awake.";
        form.field("mood", about, &mut self.mood);
    }
}
