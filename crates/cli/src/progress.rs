use std::io::{IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A progress bar on standard error; it is not drawn if standard error is not a terminal.
pub struct Progress {
    total: usize,
    done: AtomicUsize,
    shown: bool,
}

/// The width of the bar in characters.
const WIDTH: usize = 40;

impl Progress {
    pub fn new(total: usize) -> Self {
        let shown = total > 1 && std::io::stderr().is_terminal();
        Self { total, done: AtomicUsize::new(0), shown }
    }

    /// Counts one more as done.
    pub fn advance(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if self.shown {
            let full = done * WIDTH / self.total;
            // A bar that cannot be drawn is no reason to stop the work.
            let _ = write!(
                std::io::stderr(),
                "\r[{}{}] {done}/{}",
                "#".repeat(full),
                ".".repeat(WIDTH - full),
                self.total
            );
        }
    }

    /// Removes the bar.
    pub fn finish(&self) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
