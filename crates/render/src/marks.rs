use barrow_grid::{Color, Pos};

/// Something that a front end points out on a cell, drawn over all that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Where.
    pub at: Pos,
    /// What for.
    pub sort: MarkSort,
}

/// What a cell is pointed out for. Each has a shape of its own: none is told by color alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkSort {
    /// The cell that is looked at or aimed at: its corners.
    Cursor,
    /// A cell of the way that would be walked: a dot.
    Path,
    /// A cell of the line that would be shot along: a small square.
    Line,
    /// A cell that would be struck: hatched.
    Blast,
    /// A cell that cannot be reached or aimed at: crossed out.
    Blocked,
}

impl MarkSort {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Cursor, Self::Path, Self::Line, Self::Blast, Self::Blocked];

    /// Its tile, its color, and how much it hides of 255.
    pub(crate) const fn drawn(self) -> (&'static str, Color, u8) {
        match self {
            Self::Cursor => ("mark-cursor", Color::new(255, 255, 160), 255),
            Self::Path => ("mark-path", Color::new(160, 220, 255), 200),
            Self::Line => ("mark-line", Color::new(255, 220, 120), 220),
            Self::Blast => ("mark-blast", Color::new(255, 120, 60), 150),
            Self::Blocked => ("mark-blocked", Color::new(255, 80, 80), 220),
        }
    }
}
