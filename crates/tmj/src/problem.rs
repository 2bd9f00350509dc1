use std::error::Error;
use std::fmt;

/// What is wrong with a file, and where: an error when nothing could be read, a warning in
/// [`Loaded`] when all else could.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file, named as the caller named it or relative to what the caller named.
    pub file: String,
    /// Line and column in the file, from 1, where one value is at fault.
    pub at: Option<(usize, usize)>,
    /// The way to the fault, from the outside in: a layer, an object, a property.
    pub place: Vec<String>,
    /// What is wrong, and what to do where that is not plain.
    pub reason: String,
}

impl Problem {
    /// A problem whose file and place are told by those who know them.
    pub(crate) fn new(reason: impl Into<String>) -> Self {
        Self { file: String::new(), at: None, place: Vec::new(), reason: reason.into() }
    }

    /// Puts a step in front of the way to the fault, unless that lies in a file further in.
    pub(crate) fn within(mut self, place: &str) -> Self {
        self.put_within(place);
        self
    }

    pub(crate) fn put_within(&mut self, place: &str) {
        if self.file.is_empty() {
            self.place.insert(0, place.to_owned());
        }
    }

    /// Names the file, unless a file further in was already named.
    pub(crate) fn put_in_file(&mut self, file: &str) {
        if self.file.is_empty() {
            file.clone_into(&mut self.file);
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some((line, column)) = self.at {
            write!(f, ":{line}:{column}")?;
        }
        for place in &self.place {
            write!(f, ": {place}")?;
        }
        write!(f, ": {}", self.reason)
    }
}

impl Error for Problem {}

/// What was read, and what the reader could not make sense of on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded<T> {
    /// The map, tileset or template.
    pub value: T,
    /// What was left out or guessed, in the order of the file.
    pub warnings: Vec<Problem>,
}
