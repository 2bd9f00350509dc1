use std::fmt;
use std::sync::Arc;

use barrow_sorted::{sort, sort_by_key};
use serde::{Deserialize, Serialize};

/// A graph of rooms, read from a drawing such as
///
/// ```text
/// [1]---[Hub]---[3]
///         |
///       [Exit]
/// ```
///
/// A room is a name in brackets, a passage a line of `-` or `|` from room to room. All rooms
/// are joined, no two stand in one place of the coarse grid, and there are at most 64 of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawing {
    nodes: Vec<Node>,
    passages: Vec<(usize, usize)>,
}

/// A room of a drawing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node {
    /// What stands between its brackets.
    pub name: Arc<str>,
    /// Its column in the coarse grid of rooms.
    pub column: i32,
    /// Its row in the coarse grid of rooms.
    pub row: i32,
}

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
    /// There are more than 64 rooms.
    TooManyRooms,
    /// A `[` has no `]` in its line.
    Unclosed,
    /// There is nothing between the brackets.
    NoName,
    /// A room before it has the same name.
    SameName(Arc<str>),
    /// A character that means nothing here.
    Stray(char),
    /// A line does not lead from a room to a room.
    LooseEnd(char),
    /// A `|` joins two rooms that are not one above the other.
    Crooked,
    /// A `|` leads past a room that stands between its two rooms.
    Past(Arc<str>),
    /// No passages lead from the first room to this one.
    Apart(Arc<str>),
}

impl Drawing {
    /// Reads a drawing.
    pub fn parse(text: &str) -> Result<Self, DrawingError> {
        let page = Page { lines: text.lines().map(|line| line.chars().collect()).collect() };
        let frames = page.frames()?;
        let mut passages = page.passages(&frames)?;
        sort(&mut passages);
        passages.dedup();
        let drawing = Self { nodes: assign_cells(&frames), passages };
        drawing.check_upright(&page, &frames)?;
        drawing.check_joined(&frames)?;
        Ok(drawing)
    }

    /// The rooms, in reading order.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The passages, each once, as places in [`Drawing::nodes`], the lower first.
    pub fn passages(&self) -> &[(usize, usize)] {
        &self.passages
    }

    /// Columns and rows of the coarse grid of rooms.
    pub fn size(&self) -> (i32, i32) {
        let columns = self.nodes.iter().map(|node| node.column + 1).max();
        let rows = self.nodes.iter().map(|node| node.row + 1).max();
        (columns.unwrap_or(0), rows.unwrap_or(0))
    }

    /// The place of the room of that name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.nodes.iter().position(|node| &*node.name == name)
    }

    /// The passages between two rooms, at the least; `None` for one that is not joined.
    pub fn steps(&self, from: usize, to: usize) -> Option<u32> {
        let (mut reached, mut steps) = (1_u64 << from, 0);
        while reached >> to & 1 == 0 {
            let before = reached;
            for &(a, b) in &self.passages {
                reached |= (before >> a & 1) << b | (before >> b & 1) << a;
            }
            if reached == before {
                return None;
            }
            steps += 1;
        }
        Some(steps)
    }

    fn check_upright(&self, page: &Page, frames: &[Frame]) -> Result<(), DrawingError> {
        for &(upper, lower) in &self.passages {
            if let Some(wrong) = self.slant(upper, lower) {
                let line = frames[upper].line + 1;
                let shared = frames[upper].start.max(frames[lower].start)..=frames[upper].end;
                let column = shared.clone().find(|&it| page.at(line, it) == '|');
                return mistake(line, column.unwrap_or(*shared.start()), wrong);
            }
        }
        Ok(())
    }

    /// What keeps a passage from being a straight line in the coarse grid.
    fn slant(&self, upper: usize, lower: usize) -> Option<DrawingMistake> {
        let (above, below) = (&self.nodes[upper], &self.nodes[lower]);
        if above.row == below.row {
            return None;
        }
        if above.column != below.column {
            return Some(DrawingMistake::Crooked);
        }
        let between =
            |it: &&Node| it.column == above.column && above.row < it.row && it.row < below.row;
        self.nodes.iter().find(between).map(|it| DrawingMistake::Past(it.name.clone()))
    }

    fn check_joined(&self, frames: &[Frame]) -> Result<(), DrawingError> {
        match (0..frames.len()).find(|&node| self.steps(0, node).is_none()) {
            None => Ok(()),
            Some(node) => {
                let name = frames[node].name.clone();
                mistake(frames[node].line, frames[node].start, DrawingMistake::Apart(name))
            }
        }
    }
}

/// A drawing as characters; lines and columns count from zero.
struct Page {
    lines: Vec<Vec<char>>,
}

/// A name with its brackets, where it is drawn.
struct Frame {
    name: Arc<str>,
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
                if letters[column] == '[' {
                    let found = self.read_frame(line, column)?;
                    if frames.iter().any(|other| other.name == found.name) {
                        return mistake(line, column, DrawingMistake::SameName(found.name));
                    }
                    column = found.end;
                    frames.push(found);
                } else if !matches!(letters[column], ' ' | '-' | '|') {
                    return mistake(line, column, DrawingMistake::Stray(letters[column]));
                }
                column += 1;
            }
        }
        match frames.get(64) {
            _ if frames.is_empty() => mistake(0, 0, DrawingMistake::NoRoom),
            Some(surplus) => mistake(surplus.line, surplus.start, DrawingMistake::TooManyRooms),
            None => Ok(frames),
        }
    }

    fn read_frame(&self, line: usize, start: usize) -> Result<Frame, DrawingError> {
        let letters = &self.lines[line][start + 1..];
        let length = letters.iter().position(|&it| matches!(it, ']' | '['));
        let Some(length) = length.filter(|&it| letters[it] == ']') else {
            return mistake(line, start, DrawingMistake::Unclosed);
        };
        let name: String = letters[..length].iter().collect();
        if name.trim().is_empty() {
            return mistake(line, start, DrawingMistake::NoName);
        }
        Ok(Frame { name: name.trim().into(), line, start, end: start + length + 1 })
    }

    fn passages(&self, frames: &[Frame]) -> Result<Vec<(usize, usize)>, DrawingError> {
        let mut passages = Vec::new();
        for (line, letters) in self.lines.iter().enumerate() {
            for (column, &letter) in letters.iter().enumerate() {
                let in_a_name = frames.iter().any(|it| it.covers(line, column));
                if in_a_name || letter == ' ' {
                    continue;
                }
                let (back, on) = if letter == '-' { ((0, -1), (0, 1)) } else { ((-1, 0), (1, 0)) };
                let ends = self.follow(frames, (line, column), back);
                match ends.zip(self.follow(frames, (line, column), on)) {
                    Some(passage) => passages.push(passage),
                    None => return mistake(line, column, DrawingMistake::LooseEnd(letter)),
                }
            }
        }
        Ok(passages)
    }

    /// The room at the end of the line that the cell is part of.
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

/// Gives every room its place in the coarse grid. Lines with rooms are its rows. Rooms drawn
/// above each other share a column; of one row, each has a column of its own.
fn assign_cells(frames: &[Frame]) -> Vec<Node> {
    let mut lines: Vec<usize> = frames.iter().map(|it| it.line).collect();
    lines.dedup();
    let mut from_west: Vec<usize> = (0..frames.len()).collect();
    sort_by_key(&mut from_west, |&it| (frames[it].start + frames[it].end, frames[it].line));
    let mut columns = vec![0; frames.len()];
    let mut stack: Vec<usize> = Vec::new();
    let mut column = 0;
    for room in from_west {
        let joins = |&other: &usize| {
            frames[other].line != frames[room].line && frames[room].start <= frames[other].end
        };
        if !stack.iter().all(joins) {
            stack.clear();
            column += 1;
        }
        stack.push(room);
        columns[room] = column;
    }
    let row = |line| {
        lines.iter().position(|&it| it == line).expect("every line with a room is in the list")
    };
    let node = |(it, column): (&Frame, i32)| Node {
        name: it.name.clone(),
        column,
        row: row(it.line) as i32,
    };
    frames.iter().zip(columns).map(node).collect()
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
            Self::Unclosed => f.write_str("this `[` has no `]` in its line"),
            Self::NoName => f.write_str("a room needs a name between its brackets"),
            Self::SameName(name) => write!(f, "there is a room `{name}` already"),
            Self::Stray(letter) => write!(f, "`{letter}` means nothing here; use [name], - and |"),
            Self::LooseEnd(letter) => write!(f, "this `{letter}` does not join two rooms"),
            Self::Crooked => {
                f.write_str("this `|` joins rooms of two columns; draw one above the other")
            }
            Self::Past(name) => write!(f, "this `|` leads past `{name}`; draw that aside"),
            Self::Apart(name) => write!(f, "no passages lead from the first room to `{name}`"),
        }
    }
}

impl std::error::Error for DrawingError {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each passage as `from-to`, then each room as `name column,row`.
    fn read(text: &str) -> String {
        let drawing = match Drawing::parse(text) {
            Ok(drawing) => drawing,
            Err(error) => return error.to_string(),
        };
        let name = |node: usize| &drawing.nodes()[node].name;
        let passages = drawing.passages().iter().map(|&(a, b)| format!("{}-{}", name(a), name(b)));
        let show = |it: &Node| format!("{} {},{}", it.name, it.column, it.row);
        let nodes = drawing.nodes().iter().map(show);
        passages.chain(nodes).collect::<Vec<_>>().join("; ")
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
    fn mistakes_are_reported_with_line_and_column() {
        let cases = [
            ("", "line 1, column 1: no room; draw one as a name in brackets: [1]"),
            (" --", "line 1, column 1: no room; draw one as a name in brackets: [1]"),
            ("[1]--[2", "line 1, column 6: this `[` has no `]` in its line"),
            ("[1[2]", "line 1, column 1: this `[` has no `]` in its line"),
            ("[1]--[ ]", "line 1, column 6: a room needs a name between its brackets"),
            ("[1]--[1]", "line 1, column 6: there is a room `1` already"),
            ("[1]\n |\n[2]=", "line 3, column 4: `=` means nothing here; use [name], - and |"),
            ("[1]-- [2]", "line 1, column 4: this `-` does not join two rooms"),
            ("[1]\n\n |\n[2]", "line 3, column 2: this `|` does not join two rooms"),
            ("[1]\n |", "line 2, column 2: this `|` does not join two rooms"),
            (
                "[great hall]\n |        |\n[a]      [b]",
                "line 2, column 11: this `|` joins rooms of two columns; draw one above the other",
            ),
            (
                "[wide one]\n |      |\n[2]     |\n |      |\n[wide too]",
                "line 2, column 2: this `|` leads past `2`; draw that aside",
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
