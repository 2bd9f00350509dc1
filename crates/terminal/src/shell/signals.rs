use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::iterator;
use signal_hook::low_level::{emulate_default_handler, raise};

use super::guard;

/// Answers signals while the game waits: gives the terminal back, then does what the signal
/// asks. It never does so in the middle of a turn or of a drawing.
pub struct Signals {
    busy: Arc<Mutex<()>>,
    stopped: Arc<AtomicBool>,
}

impl Signals {
    /// Begins to listen.
    pub fn watch() -> io::Result<Self> {
        let busy = Arc::new(Mutex::new(()));
        let stopped = Arc::new(AtomicBool::new(false));
        let mut signals = iterator::Signals::new([SIGTERM, SIGHUP, SIGINT, SIGTSTP])?;
        let (waits, tells) = (Arc::clone(&busy), Arc::clone(&stopped));
        thread::spawn(move || {
            for signal in &mut signals {
                let _turn = lock(&waits);
                guard::leave();
                // Ends the process, or stops it until it is told to go on.
                let _ = emulate_default_handler(signal);
                let _ = guard::enter();
                tells.store(true, Ordering::SeqCst);
                // The one who waits for keys learns that there is something to draw.
                let _ = raise(SIGWINCH);
            }
        });
        Ok(Self { busy, stopped })
    }

    /// Keeps signals waiting until it is dropped.
    pub fn busy(&self) -> MutexGuard<'_, ()> {
        lock(&self.busy)
    }

    /// Whether the process was stopped and went on, since this was last asked.
    pub fn was_stopped(&self) -> bool {
        self.stopped.swap(false, Ordering::SeqCst)
    }
}

/// Stops the process as the terminal would: whoever listens gives the terminal back first.
pub fn stop() -> io::Result<()> {
    raise(SIGTSTP)
}

/// Nothing is kept inside, so a panic elsewhere leaves nothing broken.
fn lock(mutex: &Mutex<()>) -> MutexGuard<'_, ()> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
