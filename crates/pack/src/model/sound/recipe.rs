use barrow_sound::{Arpeggio, Echo, Envelope, Filter, Layer, Pass, Sound, Wave, Wobble};

use crate::data::Keyword;
use crate::form::{Form, Record};

impl Keyword for Wave {
    const ALL: &'static [Self] = &[
        Self::Sine,
        Self::Triangle,
        Self::Saw,
        Self::Square,
        Self::White,
        Self::Pink,
        Self::Brown,
        Self::Pluck,
        Self::Fm,
    ];
    const WORDS: &'static [&'static str] =
        &["sine", "triangle", "saw", "square", "white", "pink", "brown", "pluck", "fm"];
}

impl Keyword for Pass {
    const ALL: &'static [Self] = &[Self::All, Self::Low, Self::Band, Self::High];
    const WORDS: &'static [&'static str] = &["all", "low", "band", "high"];
}

impl Record for Sound {
    const NAME: &'static str = "sound";
    const ABOUT: &'static str = "A sound, as a recipe: layers that play together, and the effects on their sum. Every \
         number may be a range `[lowest, highest]`, from which it is drawn each time. Display \
         only: no rule knows of sounds.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("layers", "The layers, 1 to 8.", &mut self.layers);
        form.field("level", "The volume in percent, up to 400.", &mut self.level);
        form.field(
            "pitch",
            "The pitch of all layers, in percent of their own, 10 to 1000.",
            &mut self.pitch,
        );
        form.field("drive", "Overdrive in percent.", &mut self.drive);
        form.field("crush", "Fewer bits and samples, in percent.", &mut self.crush);
        form.field("echo", "Its repetitions.", &mut self.echo);
        form.field("reverb", "How much the place echoes it, in percent.", &mut self.reverb);
        let about = "Which sound stays when there are too many at a time, 0 to 100.";
        form.field("priority", about, &mut self.priority);
        form.field("duck", "How much softer music gets meanwhile, in percent.", &mut self.duck);
    }
}

impl Record for Layer {
    const NAME: &'static str = "sound layer";
    const ABOUT: &'static str = "A wave or noise of a sound, with all that shapes it.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        let about = "Tones: `sine` is pure, `triangle` soft, `saw` bright, `square` hollow, \
                     `pluck` a string, `fm` a bell or a growl. Noise: `white` hisses, `pink` \
                     rains, `brown` rumbles.";
        form.word("wave", about, &mut self.wave);
        form.field("pitch", "The pitch in hertz, 20 to 16000. Noise has none.", &mut self.pitch);
        let about = "Of a `square`: the share of its upper half in percent, 2 to 98.";
        form.field("duty", about, &mut self.duty);
        let about = "Of `fm`: the pitch of the second wave in percent of the first, 1 to 2000.";
        form.field("ratio", about, &mut self.ratio);
        let about = "Of `fm`: how far the second wave bends the first, in percent, up to 1000. Of \
                     `pluck`: its brightness in percent.";
        form.field("strength", about, &mut self.strength);
        form.field("level", "The volume in percent, up to 400.", &mut self.level);
        form.field("delay", "When it begins, in milliseconds, up to 5000.", &mut self.delay);
        form.field("envelope", "The volume over time.", &mut self.envelope);
        let about = "How far the pitch moves until the end, in semitones, -96 to 96.";
        form.field("slide", about, &mut self.slide);
        form.field("vibrato", "The wobble of its pitch, in cents, up to 2400.", &mut self.vibrato);
        form.field("tremolo", "The wobble of its volume, in percent.", &mut self.tremolo);
        form.field("arpeggio", "Jumps of its pitch.", &mut self.arpeggio);
        form.field("filter", "Its filter.", &mut self.filter);
    }
}

impl Record for Envelope {
    const NAME: &'static str = "sound envelope";
    const ABOUT: &'static str =
        "The volume of a layer over time. Times are in milliseconds, up to 5000.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("attack", "The rise to full volume.", &mut self.attack);
        form.field("decay", "The fall from there to `sustain`.", &mut self.decay);
        let about = "The volume that stays, in percent. At 0, the layer ends with `decay`.";
        form.field("sustain", about, &mut self.sustain);
        let about = "How long it stays. Notes and beds have a length of their own.";
        form.field("hold", about, &mut self.hold);
        form.field("release", "The fall to silence.", &mut self.release);
    }
}

impl Record for Wobble {
    const NAME: &'static str = "sound wobble";
    const ABOUT: &'static str = "A change back and forth.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("depth", "How far.", &mut self.depth);
        form.field("rate", "How often a minute, up to 6000.", &mut self.rate);
        form.field("random", "It is uneven, like wind and fire.", &mut self.random);
    }
}

impl Record for Arpeggio {
    const NAME: &'static str = "sound arpeggio";
    const ABOUT: &'static str = "Jumps of a pitch, repeated in a loop.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        let about = "The jumps in semitones from the pitch of the layer, at most 16.";
        form.needed("steps", about, &mut self.steps);
        let about = "How long each lasts, in milliseconds, 10 to 5000.";
        form.needed("every", about, &mut self.every);
    }
}

impl Record for Filter {
    const NAME: &'static str = "sound filter";
    const ABOUT: &'static str = "A filter whose frequency can move.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        let about = "Which frequencies it lets through; `all` is no filter.";
        form.word("pass", about, &mut self.pass);
        form.field("pitch", "Its frequency in hertz, 20 to 16000.", &mut self.pitch);
        let about = "How far its frequency moves until the end, in semitones.";
        form.field("slide", about, &mut self.slide);
        form.field("resonance", "Its resonance in percent.", &mut self.resonance);
        let about = "The wobble of its frequency, in semitones, up to 48.";
        form.field("sway", about, &mut self.sway);
    }
}

impl Record for Echo {
    const NAME: &'static str = "sound echo";
    const ABOUT: &'static str = "Repetitions of a sound that fade away.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        let about = "The time between repetitions in milliseconds, 10 to 1000.";
        form.needed("delay", about, &mut self.delay);
        let about = "The volume of each in percent of the one before, up to 85.";
        form.needed("level", about, &mut self.level);
    }
}
