use barrow_grid::{Color, Pos};

/// A mark that a front end draws over a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The cell.
    pub at: Pos,
    /// The kind of mark.
    pub kind: MarkKind,
}

/// The kinds of marks. Each has a shape of its own, so that none is recognized by color alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// The cell under the cursor: its corners.
    Cursor,
    /// A cell of the path that would be walked: a dot.
    Path,
    /// A cell of the line of a shot: a small square.
    Line,
    /// A cell that would be hit: hatched.
    Blast,
    /// A cell that cannot be reached or aimed at: crossed out.
    Blocked,
    /// A cell at the edge of the picture, beyond which a foe is in view: a warning.
    Beyond,
}

impl MarkKind {
    /// All kinds.
    pub const ALL: [Self; 6] =
        [Self::Cursor, Self::Path, Self::Line, Self::Blast, Self::Blocked, Self::Beyond];

    /// Returns its tile, its color, and its opacity from 0 to 255.
    pub(crate) const fn drawn(self) -> (&'static str, Color, u8) {
        match self {
            Self::Cursor => ("mark-cursor", Color::new(255, 255, 160), 255),
            Self::Path => ("mark-path", Color::new(160, 220, 255), 200),
            Self::Line => ("mark-line", Color::new(255, 220, 120), 220),
            Self::Blast => ("mark-blast", Color::new(255, 120, 60), 150),
            Self::Blocked => ("mark-blocked", Color::new(255, 80, 80), 220),
            Self::Beyond => ("warning", Color::new(255, 64, 32), 255),
        }
    }
}
