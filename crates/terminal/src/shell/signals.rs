use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;

use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::iterator;
use signal_hook::low_level::{emulate_default_handler, raise};

use super::guard;

/// Handles signals while the game waits: restores the terminal, then does what the signal asks.
/// This never happens in the middle of a turn or of drawing.
pub struct Signals {
    busy: Arc<Mutex<()>>,
    stopped: Arc<AtomicBool>,
}

impl Signals {
    /// Starts listening.
    pub fn watch() -> io::Result<Self> {
        let busy = Arc::new(Mutex::new(()));
        let stopped = Arc::new(AtomicBool::new(false));
        let mut signals = iterator::Signals::new([SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP])?;
        let (waits, tells) = (Arc::clone(&busy), Arc::clone(&stopped));
        thread::spawn(move || {
            for signal in &mut signals {
                let _turn = lock(&waits);
                guard::leave();
                // Ends the process, or stops it until it is continued.
                let _ = emulate_default_handler(signal);
                let _ = guard::enter();
                tells.store(true, Ordering::SeqCst);
                // The loop that waits for keys learns that it must redraw.
                let _ = raise(SIGWINCH);
            }
        });
        Ok(Self { busy, stopped })
    }

    /// Delays signals until it is dropped.
    pub fn busy(&self) -> MutexGuard<'_, ()> {
        lock(&self.busy)
    }

    /// Returns whether the process was stopped and continued since the last call.
    pub fn was_stopped(&self) -> bool {
        self.stopped.swap(false, Ordering::SeqCst)
    }
}

/// Stops the process as the terminal would; the handler restores the terminal first.
pub fn stop() -> io::Result<()> {
    raise(SIGTSTP)
}

/// Takes the lock. It protects no data, so a panic elsewhere breaks nothing.
fn lock(mutex: &Mutex<()>) -> MutexGuard<'_, ()> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
