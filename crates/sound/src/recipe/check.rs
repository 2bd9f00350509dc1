use std::fmt;

use super::limits::{self, Limit};
use super::{Arpeggio, Echo, Envelope, Filter, Layer, Pass, Sound, Wave, Wobble};
use crate::Span;

/// A problem with a recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Which field, such as `layers[1].envelope.attack`.
    pub field: String,
    /// What is wrong, and what would be right.
    pub text: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.text)
    }
}

/// Collects problems, and knows the path of the current field.
#[derive(Debug, Default)]
pub struct Checker {
    path: String,
    problems: Vec<Problem>,
}

impl Checker {
    /// Returns everything that was found.
    pub fn into_problems(self) -> Vec<Problem> {
        self.problems
    }

    /// Checks the content of `field`.
    pub(crate) fn within(&mut self, field: &str, look: impl FnOnce(&mut Self)) {
        let length = self.path.len();
        if !self.path.is_empty() && !field.is_empty() && !field.starts_with('[') {
            self.path.push('.');
        }
        self.path += field;
        look(self);
        self.path.truncate(length);
    }

    /// Checks each item of a list, and that it has at most `max` items.
    pub(crate) fn list<T>(
        &mut self,
        field: &str,
        items: &[T],
        max: usize,
        look: impl Fn(&mut Self, &T),
    ) {
        self.within(field, |checker| {
            if items.len() > max {
                checker.problem(format!("{} are too many: at most {max}", items.len()));
            }
            for (index, item) in items.iter().enumerate() {
                checker.within(&format!("[{index}]"), |checker| look(checker, item));
            }
        });
    }

    /// Adds a problem with the current field.
    pub(crate) fn problem(&mut self, text: String) {
        self.problems.push(Problem { field: self.path.clone(), text });
    }

    pub(crate) fn span(&mut self, field: &str, span: Span, limit: Limit) {
        let Limit { min, max, unit } = limit;
        self.within(field, |checker| {
            if span.low > span.high {
                checker.problem(format!("[{}, {}] begins above its end", span.low, span.high));
            } else if span.low < min {
                checker.problem(format!("{} is too small: at least {min}{unit}", span.low));
            } else if span.high > max {
                checker.problem(format!("{} is too large: at most {max}{unit}", span.high));
            }
        });
    }

    pub(crate) fn number(&mut self, field: &str, value: i32, limit: Limit) {
        self.span(field, Span::exactly(value), limit);
    }
}

impl Sound {
    /// Returns everything that is wrong with it.
    pub fn check(&self) -> Vec<Problem> {
        let mut checker = Checker::default();
        self.check_with(&mut checker);
        checker.into_problems()
    }

    pub(crate) fn check_with(&self, checker: &mut Checker) {
        if self.layers.is_empty() {
            checker.within("layers", |it| it.problem("a sound needs at least one layer".into()));
        }
        checker.list("layers", &self.layers, limits::LAYERS, |it, layer| layer.check_with(it));
        checker.span("level", self.level, limits::LEVEL);
        checker.span("pitch", self.pitch, limits::TUNE);
        checker.span("drive", self.drive, limits::SHARE);
        checker.span("crush", self.crush, limits::SHARE);
        checker.within("echo", |it| self.echo.check_with(it));
        checker.span("reverb", self.reverb, limits::SHARE);
        checker.number("priority", self.priority.into(), limits::SHARE);
        checker.number("duck", self.duck.into(), limits::SHARE);
        let length = self.length();
        if length > limits::LENGTH.max {
            let max = limits::LENGTH.max;
            checker.problem(format!("{length} ms with all repeats are too long: at most {max} ms"));
        }
    }

    /// Returns its maximum length with all repetitions, in milliseconds.
    pub fn length(&self) -> i32 {
        let longest = self.layers.iter().map(Layer::length).max().unwrap_or(0);
        longest.saturating_add(self.echo.length())
    }
}

impl Layer {
    fn check_with(&self, checker: &mut Checker) {
        checker.span("pitch", self.pitch, limits::PITCH);
        checker.span("level", self.level, limits::LEVEL);
        checker.span("delay", self.delay, limits::TIME);
        checker.span("slide", self.slide, limits::SLIDE);
        match self.wave {
            Wave::Square => checker.span("duty", self.duty, limits::DUTY),
            Wave::Fm => {
                checker.span("ratio", self.ratio, limits::RATIO);
                checker.span("strength", self.strength, limits::STRENGTH);
            }
            Wave::Pluck => checker.span("strength", self.strength, limits::SHARE),
            Wave::Sine | Wave::Triangle | Wave::Saw | Wave::White | Wave::Pink | Wave::Brown => {}
        }
        checker.within("envelope", |it| self.envelope.check_with(it));
        checker.within("vibrato", |it| self.vibrato.check_with(it, limits::CENTS));
        checker.within("tremolo", |it| self.tremolo.check_with(it, limits::SHARE));
        checker.within("arpeggio", |it| self.arpeggio.check_with(it));
        checker.within("filter", |it| self.filter.check_with(it));
    }

    fn length(&self) -> i32 {
        self.delay.high.saturating_add(self.envelope.length())
    }
}

impl Envelope {
    fn check_with(&self, checker: &mut Checker) {
        checker.span("attack", self.attack, limits::TIME);
        checker.span("decay", self.decay, limits::TIME);
        checker.span("sustain", self.sustain, limits::SHARE);
        checker.span("hold", self.hold, limits::TIME);
        checker.span("release", self.release, limits::TIME);
    }

    fn length(&self) -> i32 {
        let to_sustain = self.attack.high.saturating_add(self.decay.high);
        if self.sustain.is_zero() {
            return to_sustain;
        }
        to_sustain.saturating_add(self.hold.high).saturating_add(self.release.high)
    }
}

impl Wobble {
    fn check_with(&self, checker: &mut Checker, depth: Limit) {
        checker.span("depth", self.depth, depth);
        checker.span("rate", self.rate, limits::RATE);
    }
}

impl Arpeggio {
    fn check_with(&self, checker: &mut Checker) {
        checker.list("steps", &self.steps, limits::ARPEGGIO, |it, &step| {
            it.number("", step.into(), limits::SLIDE);
        });
        if !self.steps.is_empty() {
            checker.span("every", self.every, limits::JUMP);
        }
    }
}

impl Filter {
    fn check_with(&self, checker: &mut Checker) {
        if self.pass == Pass::All {
            return;
        }
        checker.span("pitch", self.pitch, limits::PITCH);
        checker.span("slide", self.slide, limits::SLIDE);
        checker.span("resonance", self.resonance, limits::SHARE);
        checker.within("sway", |it| self.sway.check_with(it, limits::SWAY));
    }
}

impl Echo {
    fn check_with(&self, checker: &mut Checker) {
        if self.level.is_zero() {
            return;
        }
        checker.span("level", self.level, limits::FEEDBACK);
        checker.span("delay", self.delay, limits::REPEAT);
    }

    /// Returns how long repetitions last, until they fall below a thousandth.
    fn length(&self) -> i32 {
        let mut level = i64::from(self.level.high.clamp(0, limits::FEEDBACK.max)) * 10_000;
        let mut repeats = 0;
        while level >= 1_000 {
            level = level * i64::from(self.level.high.clamp(0, limits::FEEDBACK.max)) / 100;
            repeats += 1;
        }
        self.delay.high.saturating_mul(repeats)
    }
}
