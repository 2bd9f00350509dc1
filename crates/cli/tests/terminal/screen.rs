use std::io::{Read as _, Write};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};

use super::place::Place;

/// `barrow` in its own terminal.
pub struct Screen {
    child: Box<dyn Child + Send + Sync>,
    keyboard: Box<dyn Write + Send>,
    terminal: Box<dyn MasterPty + Send>,
    shown: Arc<(Mutex<vt100::Parser>, Condvar)>,
}

/// Why a lock cannot fail.
const LOCKED: &str = "whoever draws does not panic";

/// How long a test waits before it fails.
const PATIENCE: Duration = Duration::from_mins(1);

impl Screen {
    /// Runs `barrow` on 80x24 characters.
    pub fn open(place: &Place, arguments: &[&str]) -> Self {
        let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_barrow"));
        command.args(arguments);
        command.env_clear();
        for (name, value) in place.variables() {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).expect("barrow starts");
        let shown = Arc::new((Mutex::new(vt100::Parser::new(24, 80, 0)), Condvar::new()));
        let mut output = pair.master.try_clone_reader().expect("its output");
        let drawn = Arc::clone(&shown);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(length @ 1..) = output.read(&mut bytes) {
                drawn.0.lock().expect(LOCKED).process(&bytes[..length]);
                drawn.1.notify_all();
            }
        });
        let keyboard = pair.master.take_writer().expect("its keyboard");
        Self { child, keyboard, terminal: pair.master, shown }
    }

    pub fn press(&mut self, keys: &str) -> &mut Self {
        // A program that has ended reads no keys.
        let _ = self.keyboard.write_all(keys.as_bytes());
        let _ = self.keyboard.flush();
        self
    }

    /// Returns the text on the screen.
    pub fn text(&self) -> String {
        self.shown.0.lock().expect(LOCKED).screen().contents()
    }

    /// Returns `true` if the alternate screen is active.
    pub fn is_taken(&self) -> bool {
        self.shown.0.lock().expect(LOCKED).screen().alternate_screen()
    }

    /// Waits until the screen shows one of several texts, and returns its index.
    pub fn wait_for_any(&self, texts: &[&str]) -> usize {
        let until = Instant::now() + PATIENCE;
        let mut parser = self.shown.0.lock().expect(LOCKED);
        loop {
            let text = parser.screen().contents();
            if let Some(at) = texts.iter().position(|it| text.contains(it)) {
                return at;
            }
            assert!(Instant::now() < until, "none of {texts:?} in\n{text}");
            parser = self.shown.1.wait_timeout(parser, Duration::from_millis(200)).expect(LOCKED).0;
        }
    }

    pub fn wait_for(&self, text: &str) -> &Self {
        self.wait_for_any(&[text]);
        self
    }

    /// Waits until the terminal is restored.
    pub fn wait_until_given_back(&self) {
        let until = Instant::now() + PATIENCE;
        while self.is_taken() {
            assert!(Instant::now() < until, "the terminal is kept:\n{}", self.text());
            thread::sleep(Duration::from_millis(10));
        }
    }

    pub fn resize(&self, columns: u16, rows: u16) {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        self.shown.0.lock().expect(LOCKED).screen_mut().set_size(rows, columns);
        self.terminal.resize(size).expect("another size");
    }

    pub fn process(&self) -> u32 {
        self.child.process_id().expect("it runs")
    }

    /// Waits for the end.
    pub fn end(mut self) -> ExitStatus {
        self.child.wait().expect("it ends")
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}
