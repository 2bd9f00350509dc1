/// A list of lines with a selected one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct List {
    /// The index of the selected line.
    pub at: usize,
    /// The number of lines.
    pub count: usize,
}

impl List {
    /// Makes a list whose first line is selected.
    pub const fn new(count: usize) -> Self {
        Self { at: 0, count }
    }

    /// Moves the selection up or down, and around the ends.
    pub const fn step(&mut self, down: bool) {
        if self.count == 0 {
            return;
        }
        let by = if down { 1 } else { self.count - 1 };
        self.at = (self.at + by) % self.count;
    }

    /// Selects a line. Returns `false` if there is no such line.
    pub const fn go(&mut self, at: usize) -> bool {
        if at < self.count {
            self.at = at;
        }
        at < self.count
    }

    /// Changes the number of lines, and keeps the selection as near as possible.
    pub const fn resize(&mut self, count: usize) {
        self.count = count;
        if self.at >= count {
            self.at = count.saturating_sub(1);
        }
    }

    /// Returns the index of the first visible line if only `room` lines fit.
    pub const fn first(&self, room: usize) -> usize {
        if self.count <= room || self.at < room / 2 {
            return 0;
        }
        let last = self.count - room;
        let centred = self.at - room / 2;
        if centred < last { centred } else { last }
    }

    /// Returns the letter of a line: `a` to `z`, then `A` to `Z`.
    pub fn letter(at: usize) -> char {
        let letters = ('a'..='z').chain('A'..='Z');
        letters.into_iter().nth(at).unwrap_or(' ')
    }

    /// Returns the index of the line with a letter.
    pub fn of_letter(letter: char) -> Option<usize> {
        ('a'..='z').chain('A'..='Z').position(|it| it == letter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_goes_around_its_ends() {
        let mut list = List::new(3);
        list.step(false);
        assert_eq!(list.at, 2);
        list.step(true);
        assert_eq!(list.at, 0);
        List::default().step(true);
    }

    #[test]
    fn a_long_list_keeps_its_choice_in_view() {
        for at in 0..40 {
            let list = List { at, count: 40 };
            let first = list.first(9);
            assert!((first..first + 9).contains(&at) && first + 9 <= 40, "{at}: {first}");
        }
    }

    #[test]
    fn letters_name_lines() {
        for at in 0..52 {
            assert_eq!(List::of_letter(List::letter(at)), Some(at));
        }
        assert_eq!(List::letter(99), ' ');
    }
}
