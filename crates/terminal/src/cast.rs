//! Records a run as an asciicast, version 2.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::io;
use std::rc::Rc;
use std::sync::Arc;

use barrow_engine::Journal;
use barrow_pack::Pack;
use barrow_play::keymap::Keymap;
use barrow_play::palette::Palette;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};

use crate::paint::{Depth, Ink, Pen};
use crate::screen::Watch;

/// How long each turn is shown, in milliseconds.
const TURN: u64 = 150;

/// Records a run on a screen of this size, up to a turn or to its end.
pub fn cast(
    journal: Journal,
    pack: &Arc<Pack>,
    size: (u16, u16),
    until: Option<u64>,
) -> Result<String, String> {
    let mut file = head(size, pack);
    let entries = journal.entries.len();
    let mut watch = Watch::new("", journal, pack)?;
    let area = Rect::new(0, 0, size.0, size.1);
    let options = TerminalOptions { viewport: Viewport::Fixed(area) };
    let tape = Tape::default();
    let backend = CrosstermBackend::new(tape.clone());
    let failed = |error: io::Error| error.to_string();
    let mut terminal = Terminal::with_options(backend, options).map_err(failed)?;
    let ink =
        Ink { palette: Palette::default(), depth: Depth::True, ascii: false, outlines: false };
    for (frame, number) in (0..=entries).zip(0u64..) {
        let time = number * TURN;
        watch.viewer.seek(frame);
        if let Some(mismatch) = watch.viewer.mismatch() {
            return Err(mismatch.to_string());
        }
        if until.is_some_and(|turn| watch.viewer.game().turn() > turn) {
            break;
        }
        let drawn = terminal.draw(|frame| {
            let mut pen = Pen { buffer: frame.buffer_mut(), ink };
            pen.clear(area);
            watch.draw_board(&Keymap::default(), &mut pen);
        });
        drawn.map_err(failed)?;
        let bytes = tape.0.take();
        let text = serde_json::Value::from(String::from_utf8_lossy(&bytes).into_owned());
        let _ = writeln!(file, "[{}.{:03}, \"o\", {text}]", time / 1000, time % 1000);
    }
    Ok(file)
}

/// Returns the first line of the file.
fn head((columns, rows): (u16, u16), pack: &Pack) -> String {
    let title = serde_json::Value::from(pack.rules.title.to_string());
    format!("{{\"version\": 2, \"width\": {columns}, \"height\": {rows}, \"title\": {title}}}\n")
}

/// The bytes sent to the terminal, shared with the recorder.
#[derive(Clone, Default)]
struct Tape(Rc<RefCell<Vec<u8>>>);

impl io::Write for Tape {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
