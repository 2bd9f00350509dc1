use ratatui::layout::Rect;

/// The areas of the play screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The player's numbers, in one or two rows.
    pub status: Rect,
    /// The level.
    pub map: Rect,
    /// What the player holds.
    pub bag: Rect,
    /// The messages.
    pub log: Rect,
    /// The minimap, if the level does not fit on the screen.
    pub minimap: Rect,
    /// The sidebar, on wide screens.
    pub side: Rect,
}

/// The minimum width of a screen with a sidebar.
const WIDE: u16 = 100;

/// The width of the minimap beside the messages.
pub const MINIMAP: u16 = 21;

/// How many rows are wanted on a screen without a sidebar.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// The rows of the level that must be in view.
    pub span: u16,
    /// The rows of new messages.
    pub news: u16,
    /// The rows of what the player holds.
    pub held: u16,
}

impl Layout {
    /// Lays out a screen for a level of this size. A real-time game has its numbers below the map,
    /// as its players expect.
    pub fn new(
        screen: Rect,
        level: (i32, i32),
        Wanted { span, news, held }: Wanted,
        status_rows: u16,
        real_time: bool,
    ) -> Self {
        if screen.width >= WIDE && screen.height >= 30 {
            return Self::wide(screen, level);
        }
        let none = Rect { width: 0, height: 0, ..screen };
        let log_rows = if screen.height >= 30 { 7 } else { 5 };
        let log_rows = log_rows.max(news.min(screen.height / 2));
        let room = screen.height.saturating_sub(status_rows);
        // The map comes before messages, and messages before the bag.
        let log_rows = log_rows.min(room.saturating_sub(1 + span)).max(1);
        let bag_rows = held.min(room.saturating_sub(span.saturating_add(log_rows)));
        let map_rows = room.saturating_sub(bag_rows + log_rows);
        let rows = |y: u16, height: u16| Rect { y: screen.y + y, height, ..screen };
        let (status, map, bag) = if real_time {
            (rows(map_rows + bag_rows, status_rows), rows(0, map_rows), rows(map_rows, bag_rows))
        } else {
            let below = rows(status_rows + map_rows, bag_rows);
            (rows(0, status_rows), rows(status_rows, map_rows), below)
        };
        let below = rows(screen.height - log_rows, log_rows);
        let hides = i32::from(map.width) < level.0 || i32::from(map.height) < level.1;
        let small = if hides { MINIMAP } else { 0 };
        Self {
            status,
            map,
            bag,
            log: Rect { x: below.x + small, width: below.width - small, ..below },
            minimap: if hides { Rect { width: small - 1, ..below } } else { none },
            side: none,
        }
    }

    fn wide(screen: Rect, level: (i32, i32)) -> Self {
        let none = Rect { width: 0, height: 0, ..screen };
        let side_width = (screen.width - 81).clamp(28, 38);
        let log_rows = if screen.height >= 45 { 9 } else { 7 };
        let main = Rect { width: screen.width - side_width, ..screen };
        let map = Rect { height: main.height - log_rows, ..main };
        let hides = i32::from(map.width) < level.0 || i32::from(map.height) < level.1;
        let side = Rect { x: main.right(), width: side_width, ..screen };
        let minimap_rows = if hides { 9 } else { 0 };
        let minimap = Rect {
            y: side.bottom() - minimap_rows,
            height: minimap_rows,
            x: side.x + 2,
            width: side.width - 2,
        };
        Self {
            status: none,
            map,
            bag: none,
            log: Rect { y: map.bottom(), height: log_rows, ..main },
            minimap: if hides { minimap } else { none },
            side: Rect { height: side.height - minimap_rows, ..side },
        }
    }

    /// Returns `true` if there is a sidebar.
    pub const fn is_wide(&self) -> bool {
        self.side.width > 0
    }
}
