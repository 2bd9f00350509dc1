/// Finds the name that was probably meant by a misspelt one.
///
/// ```
/// let mut nearest = barrow_dice::Nearest::to("atack");
/// ["armour", "attack"].into_iter().for_each(|name| nearest.consider(name));
/// assert_eq!(nearest.found(), Some("attack"));
/// ```
pub struct Nearest<'wanted, 'names> {
    wanted: &'wanted str,
    best: Option<(usize, &'names str)>,
}

impl<'wanted, 'names> Nearest<'wanted, 'names> {
    /// Starts a search for a name similar to `wanted`.
    pub const fn to(wanted: &'wanted str) -> Self {
        Self { wanted, best: None }
    }

    /// Compares one more name. Among equally similar names, the first one wins.
    pub fn consider(&mut self, name: &'names str) {
        let edits = if is_today(self.wanted, name) { 0 } else { edits_between(self.wanted, name) };
        if edits <= name.len().max(3) / 3 && self.best.is_none_or(|(fewest, _)| edits < fewest) {
            self.best = Some((edits, name));
        }
    }

    /// Returns the most similar name, if any is similar enough.
    pub fn found(&self) -> Option<&'names str> {
        self.best.map(|(_, name)| name)
    }
}

/// Returns whether a name is what an older one is called today: `min_side` was `least_side`.
fn is_today(older: &str, name: &str) -> bool {
    let same = |before: &str, now: &str| {
        older.strip_prefix(before).is_some_and(|rest| name.strip_prefix(now) == Some(rest))
    };
    same("least_", "min_") || same("most_", "max_")
}

/// Returns how many letters must be added, removed or changed, or neighbours swapped, if no letter
/// is edited twice (optimal string alignment).
fn edits_between(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    let mut above = row.clone();
    let mut last = None;
    for (done, letter) in from.chars().enumerate() {
        let mut next = vec![done + 1];
        for (at, &other) in to.iter().enumerate() {
            let changed = row[at] + usize::from(letter != other);
            let swapped = at > 0 && last == Some(other) && to[at - 1] == letter;
            let swap = if swapped { above[at - 1] + 1 } else { usize::MAX };
            next.push(changed.min(next[at] + 1).min(row[at + 1] + 1).min(swap));
        }
        (above, row, last) = (row, next, Some(letter));
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_similar_name_is_suggested_and_others_are_not() {
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

    #[test]
    fn an_older_name_leads_to_the_one_of_today() {
        for (older, today) in [("least_side", "min_side"), ("most_side", "max_side")] {
            let mut nearest = Nearest::to(older);
            for name in ["max_side", "min_side", "most_sides"] {
                nearest.consider(name);
            }
            assert_eq!(nearest.found(), Some(today));
        }
    }

    #[test]
    fn swapped_letters_are_one_edit() {
        let nearest = |wanted| {
            let mut nearest = Nearest::to(wanted);
            for name in ["dog", "wall", "law", "rat"] {
                nearest.consider(name);
            }
            nearest.found()
        };
        assert_eq!(nearest("dgo"), Some("dog"));
        assert_eq!(nearest("wal"), Some("wall"));
        assert_eq!(nearest("lwa"), Some("law"));
        assert_eq!(nearest("tar"), None);
        assert_eq!(edits_between("", "ab") + edits_between("ab", ""), 4);
        assert_eq!(edits_between("abcd", "badc"), 2);
    }
}
