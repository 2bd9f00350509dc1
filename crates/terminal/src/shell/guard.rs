use std::io::{self, Write as _};

use crossterm::cursor::{Hide, Show};
use crossterm::event::{
    DisableFocusChange, DisableMouseCapture, EnableFocusChange, EnableMouseCapture,
};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

/// The terminal in raw mode; dropping it restores the terminal.
pub struct Guard;

impl Guard {
    /// Takes over the terminal. A panic restores it before its message is printed.
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

/// Takes over the terminal.
pub fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableFocusChange, EnableMouseCapture, Hide)
}

/// Restores the terminal. Errors are ignored, since nobody could be told.
pub fn leave() {
    let _ =
        execute!(io::stdout(), Show, DisableMouseCapture, DisableFocusChange, LeaveAlternateScreen);
    let _ = disable_raw_mode();
    let _ = io::stdout().flush();
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use portable_pty::{CommandBuilder, PtySize, native_pty_system};

    use super::*;

    #[test]
    #[ignore = "the test below runs it, in a terminal of its own"]
    fn takes_the_terminal_and_panics() {
        let _guard = Guard::new().expect("a terminal");
        panic!("a bug\nof two lines");
    }

    /// Runs the test above in a terminal, and returns everything that it wrote there.
    fn shown_by_a_panic() -> String {
        let pair = native_pty_system().openpty(PtySize::default()).expect("a terminal");
        let mut command = CommandBuilder::new(std::env::current_exe().expect("these tests"));
        let name = "shell::guard::tests::takes_the_terminal_and_panics";
        command.args(["--exact", name, "--ignored", "--nocapture"]);
        let mut child = pair.slave.spawn_command(command).expect("it starts");
        drop(pair.slave);
        let mut output = pair.master.try_clone_reader().expect("its output");
        let mut shown = Vec::new();
        // On some systems the end of a terminal is an error.
        let _ = output.read_to_end(&mut shown);
        assert!(!child.wait().expect("it ends").success());
        String::from_utf8_lossy(&shown).into_owned()
    }

    #[test]
    fn a_panic_restores_the_terminal_before_its_message() {
        let shown = shown_by_a_panic();
        let taken = shown.find("\x1b[?1049h").expect("the screen is taken");
        let given = shown.find("\x1b[?1049l").expect("the screen is given back");
        let told = shown.find("a bug").expect("the panic is told");
        assert!(taken < given && given < told, "{shown:?}");
        assert!(shown[taken..told].contains("\x1b[?25h"), "the cursor is back");
        // A terminal that is still raw would not return to the left.
        assert!(shown[told..].starts_with("a bug\r\nof two lines\r\n"), "{shown:?}");
    }
}
