use std::io::{self, Write as _};

use crossterm::cursor::{Hide, Show};
use crossterm::event::{DisableFocusChange, EnableFocusChange};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

/// The terminal as the game needs it; dropped, it is as it was before.
pub struct Guard;

impl Guard {
    /// Takes the terminal over. A panic gives it back before it is told.
    pub fn new() -> io::Result<Self> {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            leave();
            usual(panic);
        }));
        enter()?;
        Ok(Self)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        leave();
    }
}

/// Takes the terminal over.
pub fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableFocusChange, Hide)
}

/// Gives the terminal back. What cannot be undone is left: there is nobody to tell.
pub fn leave() {
    let _ = execute!(io::stdout(), Show, DisableFocusChange, LeaveAlternateScreen);
    let _ = disable_raw_mode();
    let _ = io::stdout().flush();
}
