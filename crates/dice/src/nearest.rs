/// Finds the name that a misspelt one may have meant.
pub struct Nearest<'wanted, 'names> {
    wanted: &'wanted str,
    best: Option<(usize, &'names str)>,
}

impl<'wanted, 'names> Nearest<'wanted, 'names> {
    /// The search for a name near to `wanted`.
    pub const fn to(wanted: &'wanted str) -> Self {
        Self { wanted, best: None }
    }

    /// Compares one more name. Of two that are equally near, the first holds.
    pub fn consider(&mut self, name: &'names str) {
        let edits = edits_between(self.wanted, name);
        if edits <= name.len().max(3) / 3 && self.best.is_none_or(|(least, _)| edits < least) {
            self.best = Some((edits, name));
        }
    }

    /// The nearest of the names, if any is near enough to have been meant.
    pub fn found(&self) -> Option<&'names str> {
        self.best.map(|(_, name)| name)
    }
}

/// How many letters must be added, dropped or changed (Levenshtein).
fn edits_between(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (done, letter) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], done + 1);
        for (at, &other) in to.iter().enumerate() {
            let changed = diagonal + usize::from(letter != other);
            diagonal = row[at + 1];
            row[at + 1] = changed.min(row[at] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_near_name_is_offered_and_a_far_one_is_not() {
        let nearest = |wanted| {
            let mut nearest = Nearest::to(wanted);
            for name in ["attempts", "padding", "width"] {
                nearest.consider(name);
            }
            nearest.found()
        };
        assert_eq!(nearest("atempts"), Some("attempts"));
        assert_eq!(nearest("paddding"), Some("padding"));
        assert_eq!(nearest("colour"), None);
    }
}
