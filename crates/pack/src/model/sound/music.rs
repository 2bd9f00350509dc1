use barrow_sound::{Chord, Mood, Part, Role, Scale};

use super::SoundName;
use crate::data::Keyword;
use crate::form::{Form, Record};

impl Keyword for Scale {
    const ALL: &'static [Self] = &[
        Self::Major,
        Self::Minor,
        Self::Dorian,
        Self::Phrygian,
        Self::Lydian,
        Self::Mixolydian,
        Self::Harmonic,
        Self::Dominant,
        Self::Locrian,
    ];
    const WORDS: &'static [&'static str] = &[
        "major",
        "minor",
        "dorian",
        "phrygian",
        "lydian",
        "mixolydian",
        "harmonic",
        "dominant",
        "locrian",
    ];
}

impl Keyword for Role {
    const ALL: &'static [Self] =
        &[Self::Melody, Self::Chords, Self::Arpeggio, Self::Bass, Self::Drone, Self::Drum];
    const WORDS: &'static [&'static str] =
        &["melody", "chords", "arpeggio", "bass", "drone", "drum"];
}

impl Record for Mood {
    const NAME: &'static str = "mood";
    const ABOUT: &'static str = "A kind of music. It is composed anew for each run, the same for the same seed, and \
         follows the tension of the game.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        let about = "Beats a minute, 30 to 240; a range is drawn once for a run.";
        form.field("tempo", about, &mut self.tempo);
        form.field("beats", "Beats of a bar, 2 to 7. Each has four steps.", &mut self.beats);
        let about = "The keynote as a MIDI number, 24 to 84; 60 is middle C.";
        form.field("key", about, &mut self.key);
        form.word("scale", "Which notes belong to the key.", &mut self.scale);
        form.field("chords", "The chords; the first is home.", &mut self.chords);
        form.field("parts", "The instruments and what they play.", &mut self.parts);
        form.field("level", "The volume in percent, up to 400.", &mut self.level);
    }
}

impl Record for Chord {
    const NAME: &'static str = "mood chord";
    const ABOUT: &'static str = "A chord, and where it leads.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        let about = "Its root, in steps of the scale above the keynote.";
        form.field("degree", about, &mut self.degree);
        let about = "Its notes, in steps of the scale above the root. If omitted, 0, 2 and 4.";
        form.field("tones", about, &mut self.tones);
        let about = "The weight of each chord to come next, in the order of the list.";
        form.field("next", about, &mut self.next);
        form.field("closes", "A phrase may end with it.", &mut self.closes);
    }
}

impl Record for Part {
    const NAME: &'static str = "mood part";
    const ABOUT: &'static str = "An instrument of a mood, and what it plays.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        let mut sound = SoundName(self.sound.clone());
        let about = "The sound of the instrument. Its own pitch counts as 440 Hz, the A above \
                     middle C.";
        form.needed("sound", about, &mut sound);
        self.sound = sound.0;
        form.word("role", "What it plays.", &mut self.role);
        let about = "Rhythms of a bar: `x` is a note, `X` a strong one, `-` holds it, `.` rests; \
                     four for each beat.";
        form.needed("patterns", about, &mut self.patterns);
        form.field("octave", "Octaves above the keynote, -4 to 4.", &mut self.octave);
        form.field("level", "The volume in percent, up to 400.", &mut self.level);
        form.field("pan", "From -100, left, to 100, right.", &mut self.pan);
        form.field("tension", "The tension at which it plays, 0 to 1000.", &mut self.tension);
        let about = "How often it is silent for a phrase of four bars, in percent.";
        form.field("rests", about, &mut self.rests);
    }
}
