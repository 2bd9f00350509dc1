use super::{Chord, Mood, Part, Role};
use crate::recipe::{Checker, Problem, limits};

impl Mood {
    /// Returns everything that is wrong with it.
    pub fn check(&self) -> Vec<Problem> {
        let mut checker = Checker::default();
        self.check_with(&mut checker);
        checker.into_problems()
    }

    pub(crate) fn check_with(&self, checker: &mut Checker) {
        checker.span("tempo", self.tempo, limits::TEMPO);
        checker.number("beats", self.beats.into(), limits::BEATS);
        checker.span("key", self.key, limits::KEY);
        checker.number("level", self.level.into(), limits::LEVEL);
        if self.chords.is_empty() {
            checker.within("chords", |it| it.problem("a mood needs at least one chord".into()));
        }
        let chords = self.chords.len();
        checker
            .list("chords", &self.chords, limits::LIST, |it, chord| chord.check_with(it, chords));
        let steps = self.steps();
        checker.list("parts", &self.parts, limits::LIST, |it, part| part.check_with(it, steps));
    }
}

impl Chord {
    fn check_with(&self, checker: &mut Checker, chords: usize) {
        if self.tones.is_empty() {
            checker.within("tones", |it| it.problem("a chord needs at least one note".into()));
        }
        checker.list("tones", &self.tones, limits::LAYERS, |it, &tone| {
            it.number("", tone.into(), limits::TONE);
        });
        checker.number("degree", self.degree.into(), limits::TONE);
        let count = self.next.len();
        if count > chords {
            let text = format!("{count} weights are too many: the mood has {chords} chords");
            checker.within("next", |it| it.problem(text));
        }
    }
}

impl Part {
    fn check_with(&self, checker: &mut Checker, steps: u32) {
        checker.number("octave", self.octave.into(), limits::OCTAVE);
        checker.number("level", self.level.into(), limits::LEVEL);
        checker.number("pan", self.pan.into(), limits::PAN);
        checker.span("tension", self.tension, limits::TENSION);
        checker.number("rests", self.rests.into(), limits::SHARE);
        if self.patterns.is_empty() {
            checker.within("patterns", |it| it.problem("a part needs at least one pattern".into()));
        }
        checker.list("patterns", &self.patterns, limits::LIST, |it, pattern| {
            let length = pattern.chars().count();
            if length != steps as usize {
                it.problem(format!("`{pattern}` has {length} steps: a bar has {steps}"));
            } else if let Some(other) = pattern.chars().find(|mark| !"xX-.".contains(*mark)) {
                it.problem(format!("`{other}` means nothing: use x, X, - and ."));
            } else if self.role != Role::Drum && !pattern.contains(['x', 'X']) {
                it.problem(format!("`{pattern}` has no note"));
            }
        });
    }
}
