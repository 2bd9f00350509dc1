use std::fmt;
use std::sync::Arc;

use barrow_dice::Chance;
use barrow_small::sort_by_key;

use super::graph::{Passage, RoomGraph, Slot};

/// Why a drawing cannot be read. Lines and columns count from one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawingError {
    /// The line of the drawing.
    pub line: usize,
    /// The column in that line.
    pub column: usize,
    /// What is wrong there.
    pub mistake: DrawingMistake,
}

/// What can be wrong with a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DrawingMistake {
    /// There is no room in it.
    NoRoom,
    /// There are more than [`RoomGraph::MAX_SLOTS`] rooms.
    TooManyRooms,
    /// A `[` or `(` is not closed in its line.
    Unclosed(char),
    /// There is nothing between the brackets.
    NoName,
    /// A room before it has the same name.
    SameName(Arc<str>),
    /// A character that means nothing here.
    Stray(char),
    /// A line does not lead from a room to a room.
    LooseEnd(char),
    /// A vertical line joins two rooms that are not one above the other.
    Crooked,
    /// A vertical line leads past a room that lies between its two rooms.
    Past(Arc<str>),
    /// Two passages cross each other.
    Crossing,
    /// No passages lead from the first room to this one.
    Apart(Arc<str>),
}

impl RoomGraph {
    /// Reads a drawing such as
    ///
    /// ```text
    /// [1]---[2]...(3)
    ///  |     :
    /// [Hub]-[a: shop]
    ///  |
    /// [Exit]
    /// ```
    ///
    /// A room is a name in brackets, a passage a line of `-` or `|` from room to room. Rooms in
    /// parentheses and passages of `.` or `:` are optional: `chance` says how likely each is. A
    /// type may follow the name after a colon. Without it, a room whose name is a number is
    /// free, and any other name is the type as well.
    ///
    /// Lines with rooms are the rows of the coarse grid. Rooms above each other share a column.
    pub fn parse(text: &str, chance: Chance) -> Result<Self, DrawingError> {
        let page = Page { lines: text.lines().map(|line| line.chars().collect()).collect() };
        let frames = page.frames()?;
        let passages = page.passages(&frames, chance)?;
        let graph = Self::sorted(assign_cells(&frames, chance), passages);
        graph.check_vertical(&page, &frames)?;
        graph.check_connected(&frames)?;
        Ok(graph)
    }

    fn check_vertical(&self, page: &Page, frames: &[Frame]) -> Result<(), DrawingError> {
        for (index, &Passage { slots: (upper, lower), .. }) in self.passages().iter().enumerate() {
            if let Some(wrong) = self.slant(index, upper, lower) {
                let line = frames[upper].line + 1;
                let shared = frames[upper].start.max(frames[lower].start)..=frames[upper].end;
                let column = shared.clone().find(|&it| matches!(page.at(line, it), '|' | ':'));
                return mistake(line, column.unwrap_or(*shared.start()), wrong);
            }
        }
        Ok(())
    }

    /// Returns what keeps a passage from being a straight line in the coarse grid.
    fn slant(&self, passage: usize, upper: usize, lower: usize) -> Option<DrawingMistake> {
        if !self.is_straight(upper, lower) {
            return Some(DrawingMistake::Crooked);
        }
        let past = self.between(upper, lower).map(|it| self.slots()[it].name.clone());
        let crossing = || self.crossed_by(passage).map(|_| DrawingMistake::Crossing);
        past.map(DrawingMistake::Past).or_else(crossing)
    }

    fn check_connected(&self, frames: &[Frame]) -> Result<(), DrawingError> {
        match self.apart() {
            None => Ok(()),
            Some(slot) => {
                let name = self.slots()[slot].name.clone();
                mistake(frames[slot].line, frames[slot].start, DrawingMistake::Apart(name))
            }
        }
    }
}

/// A drawing as characters; lines and columns count from zero.
struct Page {
    lines: Vec<Vec<char>>,
}

/// A room with its brackets or parentheses, where it is drawn.
struct Frame {
    name: Arc<str>,
    room_type: Option<Arc<str>>,
    optional: bool,
    line: usize,
    start: usize,
    end: usize,
}

impl Frame {
    fn covers(&self, line: usize, column: usize) -> bool {
        self.line == line && (self.start..=self.end).contains(&column)
    }
}

impl Page {
    fn at(&self, line: usize, column: usize) -> char {
        self.lines.get(line).and_then(|it| it.get(column)).copied().unwrap_or(' ')
    }

    fn frames(&self) -> Result<Vec<Frame>, DrawingError> {
        let mut frames: Vec<Frame> = Vec::new();
        for (line, letters) in self.lines.iter().enumerate() {
            let mut column = 0;
            while column < letters.len() {
                if matches!(letters[column], '[' | '(') {
                    let found = self.read_frame(line, column)?;
                    if frames.iter().any(|other| other.name == found.name) {
                        return mistake(line, column, DrawingMistake::SameName(found.name));
                    }
                    column = found.end;
                    frames.push(found);
                } else if !matches!(letters[column], ' ' | '-' | '|' | '.' | ':') {
                    return mistake(line, column, DrawingMistake::Stray(letters[column]));
                }
                column += 1;
            }
        }
        match frames.get(RoomGraph::MAX_SLOTS) {
            _ if frames.is_empty() => mistake(0, 0, DrawingMistake::NoRoom),
            Some(surplus) => mistake(surplus.line, surplus.start, DrawingMistake::TooManyRooms),
            None => Ok(frames),
        }
    }

    fn read_frame(&self, line: usize, start: usize) -> Result<Frame, DrawingError> {
        let (opening, letters) = (self.lines[line][start], &self.lines[line][start + 1..]);
        let closing = if opening == '(' { ')' } else { ']' };
        let length = letters.iter().position(|it| "[]()".contains(*it));
        let Some(length) = length.filter(|&it| letters[it] == closing) else {
            return mistake(line, start, DrawingMistake::Unclosed(opening));
        };
        let text: String = letters[..length].iter().collect();
        let (name, room_type) = match text.split_once(':') {
            Some((name, room_type)) => (name.trim(), Some(room_type.trim())),
            None => (text.trim(), None),
        };
        if name.is_empty() || room_type.is_some_and(str::is_empty) {
            return mistake(line, start, DrawingMistake::NoName);
        }
        Ok(Frame {
            name: name.into(),
            room_type: room_type.map(Into::into),
            optional: opening == '(',
            line,
            start,
            end: start + length + 1,
        })
    }

    fn passages(&self, frames: &[Frame], chance: Chance) -> Result<Vec<Passage>, DrawingError> {
        let mut passages: Vec<Passage> = Vec::new();
        for (line, letters) in self.lines.iter().enumerate() {
            for (column, &letter) in letters.iter().enumerate() {
                let in_a_name = frames.iter().any(|it| it.covers(line, column));
                if in_a_name || letter == ' ' {
                    continue;
                }
                let horizontal = matches!(letter, '-' | '.');
                let (back, on) = if horizontal { ((0, -1), (0, 1)) } else { ((-1, 0), (1, 0)) };
                let ends = self.follow(frames, (line, column), back);
                let Some(slots) = ends.zip(self.follow(frames, (line, column), on)) else {
                    return mistake(line, column, DrawingMistake::LooseEnd(letter));
                };
                let chance = if matches!(letter, '-' | '|') { Chance::ALWAYS } else { chance };
                // Every letter of a line finds the same passage. Of two lines, the likelier counts.
                match passages.iter_mut().find(|it| it.slots == slots) {
                    Some(known) => known.chance = known.chance.max(chance),
                    None => passages.push(Passage { slots, chance }),
                }
            }
        }
        Ok(passages)
    }

    /// Returns the room at the end of the line that the cell is part of.
    fn follow(
        &self,
        frames: &[Frame],
        cell: (usize, usize),
        step: (isize, isize),
    ) -> Option<usize> {
        let letter = self.at(cell.0, cell.1);
        let (mut line, mut column) = cell;
        loop {
            line = line.checked_add_signed(step.0)?;
            column = column.checked_add_signed(step.1)?;
            if let Some(room) = frames.iter().position(|it| it.covers(line, column)) {
                return Some(room);
            }
            if self.at(line, column) != letter {
                return None;
            }
        }
    }
}

/// Gives every room its cell in the coarse grid. Lines with rooms are its rows. Rooms drawn
/// above each other share a column; rooms in one row have different columns.
fn assign_cells(frames: &[Frame], chance: Chance) -> Vec<Slot> {
    let mut lines: Vec<usize> = frames.iter().map(|it| it.line).collect();
    lines.dedup();
    let mut from_west: Vec<usize> = (0..frames.len()).collect();
    sort_by_key(&mut from_west, |&it| (frames[it].start + frames[it].end, frames[it].line));
    let mut columns = vec![0; frames.len()];
    let mut stack: Vec<usize> = Vec::new();
    let mut column = 0;
    for room in from_west {
        let overlaps = |&other: &usize| {
            frames[other].line != frames[room].line && frames[room].start <= frames[other].end
        };
        if !stack.iter().all(overlaps) {
            stack.clear();
            column += 1;
        }
        stack.push(room);
        columns[room] = column;
    }
    let row = |line| {
        lines.iter().position(|&it| it == line).expect("every line with a room is in the list")
    };
    let slot = |(frame, column): (&Frame, i32)| {
        let slot = Slot::new(&frame.name, column, row(frame.line) as i32);
        Slot {
            room_type: frame.room_type.clone().or(slot.room_type),
            chance: if frame.optional { chance } else { Chance::ALWAYS },
            ..slot
        }
    };
    frames.iter().zip(columns).map(slot).collect()
}

fn mistake<T>(line: usize, column: usize, mistake: DrawingMistake) -> Result<T, DrawingError> {
    Err(DrawingError { line: line + 1, column: column + 1, mistake })
}

impl fmt::Display for DrawingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.mistake)
    }
}

impl fmt::Display for DrawingMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRoom => f.write_str("no room; draw one as a name in brackets: [1]"),
            Self::TooManyRooms => f.write_str("more than 64 rooms"),
            Self::Unclosed('(') => f.write_str("this `(` has no `)` in its line"),
            Self::Unclosed(_) => f.write_str("this `[` has no `]` in its line"),
            Self::NoName => f.write_str("a room needs a name between its brackets"),
            Self::SameName(name) => write!(f, "there is a room `{name}` already"),
            Self::Stray(letter) => {
                write!(f, "`{letter}` means nothing here; use [name], (name), - | . and :")
            }
            Self::LooseEnd(letter) => write!(f, "this `{letter}` does not join two rooms"),
            Self::Crooked => {
                f.write_str("this line joins rooms in different columns; draw one above the other")
            }
            Self::Past(name) => write!(f, "this line leads past `{name}`; draw that aside"),
            Self::Crossing => f.write_str("this line crosses another; draw one of them aside"),
            Self::Apart(name) => write!(f, "no passages lead from the first room to `{name}`"),
        }
    }
}

impl std::error::Error for DrawingError {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists each passage as `from-to`, then each room as `name column,row`; what is optional with
    /// a question mark.
    fn read(text: &str) -> String {
        let graph = match RoomGraph::parse(text, Chance::percent(30)) {
            Ok(graph) => graph,
            Err(error) => return error.to_string(),
        };
        let mark = |chance| match chance {
            Chance::ALWAYS => "",
            _ => "?",
        };
        let name = |slot: usize| &graph.slots()[slot].name;
        let passages = graph
            .passages()
            .iter()
            .map(|it| format!("{}-{}{}", name(it.slots.0), name(it.slots.1), mark(it.chance)));
        let show = |it: &Slot| {
            let plain = it.room_type.as_ref().is_none_or(|room_type| *room_type == it.name);
            let room_type = it.room_type.clone().filter(|_| !plain);
            let room_type = room_type.map_or(String::new(), |it| format!("={it}"));
            format!("{}{room_type} {},{}{}", it.name, it.column, it.row, mark(it.chance))
        };
        passages.chain(graph.slots().iter().map(show)).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn a_drawing_is_read_as_it_looks() {
        assert_eq!(read("[1]"), "1 0,0");
        assert_eq!(read("[a]--[b]"), "a-b; a 0,0; b 1,0");
        assert_eq!(
            read("       [2]\n        |\n[1]---[Hub]---[3]\n        |\n      [Exit]"),
            "2-Hub; 1-Hub; Hub-3; Hub-Exit; 2 1,0; 1 0,1; Hub 1,1; 3 2,1; Exit 1,2"
        );
        assert_eq!(
            read("[1]---[2]---[3]\n |           |\n[Hub]------[4]\n |\n[Exit]"),
            "1-2; 1-Hub; 2-3; 3-4; Hub-4; Hub-Exit; \
             1 0,0; 2 1,0; 3 2,0; Hub 0,1; 4 2,1; Exit 0,2"
        );
        assert_eq!(
            read(
                "[1]---[2]---[3]---[4]\n             |\n           [Hub]\n             |\n           [Exit]"
            ),
            "1-2; 2-3; 3-4; 3-Hub; Hub-Exit; 1 0,0; 2 1,0; 3 2,0; 4 3,0; Hub 2,1; Exit 2,2"
        );
    }

    #[test]
    fn a_long_line_passes_rows_and_two_lines_are_one_passage() {
        assert_eq!(
            read("[1]--[2]\n |    |\n |   [3]\n |    |\n[4]--[5]"),
            "1-2; 1-4; 2-3; 3-5; 4-5; 1 0,0; 2 1,0; 3 1,1; 4 0,2; 5 1,2"
        );
        assert_eq!(read("[wide]\n |  |\n[wide too]"), "wide-wide too; wide 0,0; wide too 0,1");
    }

    #[test]
    fn optional_parts_are_drawn_with_dots_and_parentheses() {
        assert_eq!(
            read("[1]---[2]...(3)\n |     :\n[Hub]-[a: shop]\n |\n[Exit]"),
            "1-2; 1-Hub; 2-3?; 2-a?; Hub-a; Hub-Exit; \
             1 0,0; 2 1,0; 3 2,0?; Hub 0,1; a=shop 1,1; Exit 0,2"
        );
        assert_eq!(read("[7: lair]-.-[8]"), "line 1, column 10: this `-` does not join two rooms");
        assert_eq!(read("[wide]\n : |\n(2:pit)"), "wide-2; wide 0,0; 2=pit 0,1?");
    }

    #[test]
    fn mistakes_are_reported_with_line_and_column() {
        let cases = [
            ("", "line 1, column 1: no room; draw one as a name in brackets: [1]"),
            (" --", "line 1, column 1: no room; draw one as a name in brackets: [1]"),
            ("[1]--[2", "line 1, column 6: this `[` has no `]` in its line"),
            ("[1)--[2]", "line 1, column 1: this `[` has no `]` in its line"),
            ("(1]--[2]", "line 1, column 1: this `(` has no `)` in its line"),
            ("[1:]--[2]", "line 1, column 1: a room needs a name between its brackets"),
            ("[1[2]", "line 1, column 1: this `[` has no `]` in its line"),
            ("[1]--[ ]", "line 1, column 6: a room needs a name between its brackets"),
            ("[1]--[1]", "line 1, column 6: there is a room `1` already"),
            (
                "[1]\n |\n[2]=",
                "line 3, column 4: `=` means nothing here; use [name], (name), - | . and :",
            ),
            ("[1]-- [2]", "line 1, column 4: this `-` does not join two rooms"),
            ("[1]\n\n |\n[2]", "line 3, column 2: this `|` does not join two rooms"),
            ("[1]\n |", "line 2, column 2: this `|` does not join two rooms"),
            (
                "[great hall]\n |        |\n[a]      [b]",
                "line 2, column 11: this line joins rooms in different columns; draw one above the other",
            ),
            (
                "[wide one]\n |      |\n[2]     |\n |      |\n[wide too]",
                "line 2, column 2: this line leads past `2`; draw that aside",
            ),
            ("[1]--[2]\n\n[3]", "line 3, column 1: no passages lead from the first room to `3`"),
        ];
        for (text, message) in cases {
            assert_eq!(read(text), message, "{text}");
        }
        let many: Vec<String> = (0..65).map(|room| format!("[{room}]")).collect();
        assert_eq!(read(&many.join("-")), "line 1, column 311: more than 64 rooms");
    }
}
