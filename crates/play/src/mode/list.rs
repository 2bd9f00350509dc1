/// A choice among so many lines, some of which may be out of reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct List {
    /// The line that is chosen.
    pub at: usize,
    /// How many there are.
    pub count: usize,
}

impl List {
    /// A choice among so many, at the first.
    pub const fn new(count: usize) -> Self {
        Self { at: 0, count }
    }

    /// Goes up or down, around the ends.
    pub const fn step(&mut self, down: bool) {
        if self.count == 0 {
            return;
        }
        let by = if down { 1 } else { self.count - 1 };
        self.at = (self.at + by) % self.count;
    }

    /// Goes to a line, if there is one.
    pub const fn go(&mut self, at: usize) -> bool {
        if at < self.count {
            self.at = at;
        }
        at < self.count
    }

    /// The number of lines may have changed: stays as near as it can.
    pub const fn resize(&mut self, count: usize) {
        self.count = count;
        if self.at >= count {
            self.at = count.saturating_sub(1);
        }
    }

    /// The first line that is shown where only so many fit.
    pub const fn first(&self, room: usize) -> usize {
        if self.count <= room || self.at < room / 2 {
            return 0;
        }
        let last = self.count - room;
        let centred = self.at - room / 2;
        if centred < last { centred } else { last }
    }

    /// The letter of a line: `a` to `z`, then `A` to `Z`.
    pub fn letter(at: usize) -> char {
        let letters = ('a'..='z').chain('A'..='Z');
        letters.into_iter().nth(at).unwrap_or(' ')
    }

    /// The line of a letter.
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
