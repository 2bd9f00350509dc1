use std::fmt;
use std::ops::RangeInclusive;

use barrow_dice::{Chance, Nearest};

/// Receives the parameters of a recipe one by one and may change them.
///
/// A recipe passes every parameter to the form with its name, meaning, value and range. One form
/// lists them, another sets one from text, a third fills them in from a pack. So each parameter is
/// described only once.
pub trait Form {
    /// Receives a whole number.
    fn number(
        &mut self,
        name: &'static str,
        about: &'static str,
        value: &mut u32,
        range: RangeInclusive<u32>,
    );

    /// Receives a share or chance. The range is in percent.
    fn share(
        &mut self,
        name: &'static str,
        about: &'static str,
        value: &mut Chance,
        range: RangeInclusive<u32>,
    );

    /// Receives a yes-or-no parameter.
    fn flag(&mut self, name: &'static str, about: &'static str, value: &mut bool);

    /// Receives a set of neighbour counts from 0 to 8. Bit `n` of the value stands for count `n`.
    fn counts(&mut self, name: &'static str, about: &'static str, value: &mut u16);

    /// Receives a choice between several words. Returns the index of the new choice, or `None` to
    /// keep the old one.
    fn choice(
        &mut self,
        name: &'static str,
        about: &'static str,
        chosen: usize,
        words: &'static [&'static str],
    ) -> Option<usize>;

    /// Receives a choice between several drawings, which may also be a new drawing as lines of
    /// text. `check` says what is wrong with one. A form that knows no drawings offers the
    /// words only.
    fn drawing(
        &mut self,
        name: &'static str,
        about: &'static str,
        (chosen, words): (usize, &'static [&'static str]),
        _check: &dyn Fn(&str) -> Result<(), String>,
    ) -> Option<Choice> {
        self.choice(name, about, chosen, words).map(Choice::Word)
    }
}

/// A new choice of a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The index of a word.
    Word(usize),
    /// A drawing as lines of text.
    Drawing(String),
}

/// A parameter as shown to a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name, as used by `--set`.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// The current value.
    pub value: String,
    /// The allowed values.
    pub range: String,
}

/// Why a parameter could not be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingError {
    /// There is no parameter with this name.
    Unknown {
        /// The unknown name.
        name: String,
        /// A similar name that exists.
        nearest: Option<&'static str>,
    },
    /// The value is not allowed.
    Wrong {
        /// The parameter.
        name: &'static str,
        /// The rejected value.
        value: String,
        /// What is allowed.
        expected: String,
    },
    /// The value is a drawing with a mistake.
    Drawing {
        /// The parameter.
        name: &'static str,
        /// What is wrong.
        mistake: String,
    },
}

/// A form that lists all parameters.
#[derive(Default)]
pub(crate) struct Listing {
    pub(crate) parameters: Vec<Parameter>,
}

impl Listing {
    fn add(&mut self, name: &'static str, about: &'static str, value: String, range: String) {
        self.parameters.push(Parameter { name, about, value, range });
    }
}

impl Form for Listing {
    fn number(
        &mut self,
        name: &'static str,
        about: &'static str,
        value: &mut u32,
        range: RangeInclusive<u32>,
    ) {
        self.add(name, about, value.to_string(), number_range(&range));
    }

    fn share(
        &mut self,
        name: &'static str,
        about: &'static str,
        value: &mut Chance,
        range: RangeInclusive<u32>,
    ) {
        self.add(name, about, show_share(*value), share_range(&range));
    }

    fn flag(&mut self, name: &'static str, about: &'static str, value: &mut bool) {
        self.add(name, about, if *value { "yes" } else { "no" }.into(), FLAG_RANGE.into());
    }

    fn counts(&mut self, name: &'static str, about: &'static str, value: &mut u16) {
        self.add(name, about, show_counts(*value), COUNTS_RANGE.into());
    }

    fn choice(
        &mut self,
        name: &'static str,
        about: &'static str,
        chosen: usize,
        words: &'static [&'static str],
    ) -> Option<usize> {
        self.add(name, about, words[chosen].into(), words.join(" | "));
        None
    }

    fn drawing(
        &mut self,
        name: &'static str,
        about: &'static str,
        (chosen, words): (usize, &'static [&'static str]),
        _: &dyn Fn(&str) -> Result<(), String>,
    ) -> Option<Choice> {
        self.add(name, about, words[chosen].into(), drawing_range(words));
        None
    }
}

/// A form that sets one parameter from text.
pub(crate) struct Setting<'a> {
    name: &'a str,
    text: &'a str,
    outcome: Option<Result<(), SettingError>>,
    nearest: Nearest<'a, 'static>,
}

impl<'a> Setting<'a> {
    pub(crate) fn new(name: &'a str, text: &'a str) -> Self {
        // The first line of a drawing may begin with blanks.
        let text = if text.contains('\n') { text } else { text.trim() };
        Self { name, text, outcome: None, nearest: Nearest::to(name) }
    }

    /// Returns the result after all parameters were passed in.
    pub(crate) fn outcome(self) -> Result<(), SettingError> {
        let unknown =
            SettingError::Unknown { name: self.name.into(), nearest: self.nearest.found() };
        self.outcome.unwrap_or(Err(unknown))
    }

    fn meets(&mut self, name: &'static str) -> bool {
        self.nearest.consider(name);
        name == self.name.replace('-', "_")
    }

    fn settle<T>(&mut self, name: &'static str, parsed: Option<T>, expected: String) -> Option<T> {
        let wrong = || SettingError::Wrong { name, value: self.text.into(), expected };
        self.outcome = Some(parsed.as_ref().map(|_| ()).ok_or_else(wrong));
        parsed
    }
}

impl Form for Setting<'_> {
    fn number(
        &mut self,
        name: &'static str,
        _: &'static str,
        value: &mut u32,
        range: RangeInclusive<u32>,
    ) {
        if self.meets(name) {
            let parsed = self.text.parse().ok().filter(|it| range.contains(it));
            *value = self.settle(name, parsed, number_range(&range)).unwrap_or(*value);
        }
    }

    fn share(
        &mut self,
        name: &'static str,
        _: &'static str,
        value: &mut Chance,
        range: RangeInclusive<u32>,
    ) {
        if self.meets(name) {
            let fits = |it: &Chance| (range.start() * 100..=range.end() * 100).contains(&it.0);
            let parsed = parse_share(self.text).filter(fits);
            *value = self.settle(name, parsed, share_range(&range)).unwrap_or(*value);
        }
    }

    fn flag(&mut self, name: &'static str, _: &'static str, value: &mut bool) {
        if self.meets(name) {
            let parsed = match self.text {
                "yes" | "true" | "on" | "1" => Some(true),
                "no" | "false" | "off" | "0" => Some(false),
                _ => None,
            };
            *value = self.settle(name, parsed, FLAG_RANGE.into()).unwrap_or(*value);
        }
    }

    fn counts(&mut self, name: &'static str, _: &'static str, value: &mut u16) {
        if self.meets(name) {
            let parsed = parse_counts(self.text);
            *value = self.settle(name, parsed, COUNTS_RANGE.into()).unwrap_or(*value);
        }
    }

    fn choice(
        &mut self,
        name: &'static str,
        _: &'static str,
        _: usize,
        words: &'static [&'static str],
    ) -> Option<usize> {
        if !self.meets(name) {
            return None;
        }
        let parsed = words.iter().position(|&word| word == self.text);
        self.settle(name, parsed, words.join(" | "))
    }

    fn drawing(
        &mut self,
        name: &'static str,
        _: &'static str,
        (_, words): (usize, &'static [&'static str]),
        check: &dyn Fn(&str) -> Result<(), String>,
    ) -> Option<Choice> {
        if !self.meets(name) {
            return None;
        }
        if self.text.contains('\n') {
            let checked = check(self.text);
            let drawn = checked.is_ok().then(|| Choice::Drawing(self.text.into()));
            self.outcome = Some(checked.map_err(|mistake| SettingError::Drawing { name, mistake }));
            return drawn;
        }
        let parsed = words.iter().position(|&word| word == self.text);
        self.settle(name, parsed, drawing_range(words)).map(Choice::Word)
    }
}

const FLAG_RANGE: &str = "yes | no";
fn drawing_range(words: &[&str]) -> String {
    format!("{} | lines of a drawing", words.join(" | "))
}

const COUNTS_RANGE: &str = "counts from 0 to 8, such as 3,5-8";

fn number_range(range: &RangeInclusive<u32>) -> String {
    format!("{} to {}", range.start(), range.end())
}

fn share_range(range: &RangeInclusive<u32>) -> String {
    format!("{}% to {}%", range.start(), range.end())
}

fn show_share(share: Chance) -> String {
    let (whole, rest) = (share.0 / 100, share.0 % 100);
    if rest == 0 { format!("{whole}%") } else { format!("{whole}.{rest:02}%") }
}

/// Parses a share such as `45%` or `12.5%`, or the same as a fraction of one: `0.45`, `0.125`.
fn parse_share(text: &str) -> Option<Chance> {
    let (digits, places) = match text.strip_suffix('%') {
        Some(percent) => (percent.trim_end(), 2),
        None => (text, 4),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |part: &str| part.bytes().all(|it| it.is_ascii_digit());
    if whole.is_empty() || fraction.len() > places || !all_digits(whole) || !all_digits(fraction) {
        return None;
    }
    format!("{whole}{fraction:0<places$}").parse().ok().map(Chance)
}

fn show_counts(set: u16) -> String {
    let held = |n: u16| n < 9 && set >> n & 1 == 1;
    let starts = (0..9).filter(|&n| held(n) && (n == 0 || !held(n - 1)));
    let runs: Vec<String> = starts
        .map(|first| {
            let last = (first..9).find(|&n| !held(n + 1)).unwrap_or(8);
            if first == last { format!("{first}") } else { format!("{first}-{last}") }
        })
        .collect();
    if runs.is_empty() { "none".into() } else { runs.join(",") }
}

fn parse_counts(text: &str) -> Option<u16> {
    if text == "none" {
        return Some(0);
    }
    let count = |part: &str| part.trim().parse().ok().filter(|&it: &u16| it <= 8);
    text.split(',').try_fold(0, |set, part| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (count(first)?, count(last)?);
        (first <= last).then(|| (first..=last).fold(set, |set, n| set | 1 << n))
    })
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, nearest: Some(nearest) } => {
                write!(f, "no parameter `{name}` (did you mean `{nearest}`?)")
            }
            Self::Unknown { name, nearest: None } => write!(f, "no parameter `{name}`"),
            Self::Wrong { name, value, expected } => {
                write!(f, "`{name}` cannot be `{value}`; expected {expected}")
            }
            Self::Drawing { name, mistake } => write!(f, "`{name}`: {mistake}"),
        }
    }
}

impl std::error::Error for SettingError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_percent_or_a_fraction() {
        let cases = [("45%", 4500), ("0.45", 4500), ("12.5 %", 1250), ("1", 10_000), ("0.0001", 1)];
        for (text, points) in cases {
            assert_eq!(parse_share(text), Some(Chance(points)), "{text}");
        }
        for text in ["", "%", "45", ".5", "-1%", "0.00001", "1e3", "12.345%", "99999999999%"] {
            assert!(parse_share(text).is_none_or(|it| it.0 > 10_000), "{text}");
        }
        assert_eq!(show_share(Chance(1250)), "12.50%");
    }

    #[test]
    fn counts_are_read_as_they_are_shown() {
        for text in ["none", "0", "5-8", "3,5-8", "0-8", "1,3,5,7"] {
            assert_eq!(show_counts(parse_counts(text).unwrap()), text);
        }
        for text in ["", "9", "8-5", "1,", "a", "-"] {
            assert_eq!(parse_counts(text), None, "{text}");
        }
    }
}
