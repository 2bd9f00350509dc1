use std::io;

/// On systems without signals there is nothing to handle.
pub struct Signals;

impl Signals {
    /// Starts listening.
    pub fn watch() -> io::Result<Self> {
        Ok(Self)
    }

    /// Delays signals until it is dropped.
    pub fn busy(&self) -> impl Drop + use<> {
        Quiet
    }

    /// Returns whether the process was stopped and continued since the last call.
    pub fn was_stopped(&self) -> bool {
        false
    }
}

/// Does nothing.
struct Quiet;

impl Drop for Quiet {
    fn drop(&mut self) {}
}

/// Does nothing, since a process cannot be stopped here.
pub fn stop() -> io::Result<()> {
    Ok(())
}
