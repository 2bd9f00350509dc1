use std::error::Error;
use std::fmt;

/// What is wrong with a file, and where. It is an error if nothing could be read, or a warning in
/// [`Loaded`] if the rest could.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file, relative to the same folder as the name that the caller gave.
    pub file: String,
    /// The line and column in the file, counted from 1, if the problem is in one value.
    pub at: Option<(usize, usize)>,
    /// What contains the problem, from the outside in: a layer, an object, a property.
    pub context: Vec<String>,
    /// What is wrong, and what to do if that is not obvious.
    pub reason: String,
}

impl Problem {
    /// Creates a problem. Callers that know the file and the context add them.
    pub(crate) fn new(reason: impl Into<String>) -> Self {
        Self { file: String::new(), at: None, context: Vec::new(), reason: reason.into() }
    }

    /// Adds an outer context, unless the problem is in another file.
    pub(crate) fn within(mut self, context: &str) -> Self {
        self.put_within(context);
        self
    }

    pub(crate) fn put_within(&mut self, context: &str) {
        if self.file.is_empty() {
            self.context.insert(0, context.to_owned());
        }
    }

    /// Sets the file, unless another file was already set.
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
        for context in &self.context {
            write!(f, ": {context}")?;
        }
        write!(f, ": {}", self.reason)
    }
}

impl Error for Problem {}

/// A result with the warnings that came up while reading it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded<T> {
    /// The map, tileset or template.
    pub value: T,
    /// What was left out or guessed, in the order of the file.
    pub warnings: Vec<Problem>,
}
