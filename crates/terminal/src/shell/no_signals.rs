use std::io;

/// Where there are no signals, there is nothing to answer.
pub struct Signals;

impl Signals {
    /// Begins to listen.
    pub fn watch() -> io::Result<Self> {
        Ok(Self)
    }

    /// Keeps signals waiting until it is dropped.
    pub fn busy(&self) -> impl Drop + use<> {
        Quiet
    }

    /// Whether the process was stopped and went on, since this was last asked.
    pub fn was_stopped(&self) -> bool {
        false
    }
}

/// Nothing waits.
struct Quiet;

impl Drop for Quiet {
    fn drop(&mut self) {}
}

/// A process cannot be stopped here.
pub fn stop() -> io::Result<()> {
    Ok(())
}
