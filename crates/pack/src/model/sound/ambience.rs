use barrow_sound::{Ambience, AmbientEvent, Bed, Place};

use super::SoundName;
use crate::data::Keyword;
use crate::form::{Form, Record};

impl Keyword for Place {
    const ALL: &'static [Self] = &Self::ALL;
    const WORDS: &'static [&'static str] =
        &["outdoors", "room", "corridor", "hall", "cave", "metal"];
}

impl Record for Ambience {
    const NAME: &'static str = "ambience";
    const ABOUT: &'static str = "The sound of a place while nothing happens.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.word("place", "How the place echoes.", &mut self.place);
        form.field("beds", "Sounds that last, at most 16.", &mut self.beds);
        form.field("events", "Sounds that come now and then, at most 16.", &mut self.events);
    }
}

impl Record for Bed {
    const NAME: &'static str = "ambience bed";
    const ABOUT: &'static str = "A sound that lasts as long as the player is there.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        let mut sound = SoundName(self.sound.clone());
        form.main("sound", "The sound. Its layers need a `sustain`.", &mut sound);
        self.sound = sound.0;
        form.field("level", "The volume in percent, up to 400.", &mut self.level);
        form.field("pan", "From -100, left, to 100, right.", &mut self.pan);
    }
}

impl Record for AmbientEvent {
    const NAME: &'static str = "ambience event";
    const ABOUT: &'static str = "A sound that comes now and then, from a random direction.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        let mut sound = SoundName(self.sound.clone());
        form.main("sound", "The sound.", &mut sound);
        self.sound = sound.0;
        let about = "The time between two of them in milliseconds, 200 to 120000.";
        form.field("every", about, &mut self.every);
        form.field("distance", "How far away, in cells, up to 60.", &mut self.distance);
        form.field("level", "The volume in percent, up to 400.", &mut self.level);
    }
}
