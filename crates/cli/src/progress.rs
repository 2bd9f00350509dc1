use std::io::{IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A bar on standard error that shows how much of some work is done; nothing where standard
/// error is no terminal.
pub struct Progress {
    total: usize,
    done: AtomicUsize,
    shown: bool,
}

/// Characters of the bar.
const WIDTH: usize = 40;

impl Progress {
    pub fn new(total: usize) -> Self {
        let shown = total > 1 && std::io::stderr().is_terminal();
        Self { total, done: AtomicUsize::new(0), shown }
    }

    /// Notes that one more is done.
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

    /// Takes the bar away.
    pub fn finish(&self) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
