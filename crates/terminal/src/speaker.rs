//! Plays sound: a thread of its own mixes orders to samples and hands them to the sound server.
//!
//! Nothing here can delay a turn. Orders go into a queue with a limit; if it is full, or if nobody
//! listens, they are dropped. Without a sound server, all is silent.

#[cfg_attr(target_os = "linux", path = "speaker/pulse.rs")]
#[cfg_attr(not(target_os = "linux"), path = "speaker/cpal.rs")]
mod output;

use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use barrow_pack::{Pack, default_library};
use barrow_sound::{Library, Order};
use barrow_synth::Mixer;

/// How many messages wait at most.
const QUEUE: usize = 512;

/// How often somebody who waits asks whether anything is heard.
const MOMENT: Duration = Duration::from_millis(20);

/// Plays sounds, or does nothing at all.
pub struct Speaker {
    sender: Option<SyncSender<Message>>,
    /// The thread that plays. It ends at once if there is no sound server.
    thread: Option<JoinHandle<()>>,
}

/// An order to the speaker's thread.
pub enum Message {
    /// Play this game from now on; without one, only the engine's own set is there.
    Game(Option<Arc<Pack>>),
    /// An order to carry out.
    Order(Order),
}

/// What the mixer is told.
enum Task {
    Load(Box<Library>),
    Order(Order),
}

impl Speaker {
    /// Returns a speaker that is always silent.
    pub const fn silent() -> Self {
        Self { sender: None, thread: None }
    }

    /// Returns a speaker that plays nothing, and the queue of its orders.
    pub fn queue() -> (Self, Receiver<Message>) {
        let (sender, messages) = sync_channel(QUEUE);
        (Self { sender: Some(sender), thread: None }, messages)
    }

    /// Starts a speaker, unless it shall be silent: if it is muted, if `NO_SOUND` says so, and in
    /// a remote session, whose player would not hear it.
    pub fn start(mute: bool, variable: impl Fn(&str) -> Option<String>) -> Self {
        let is_set = |name: &&str| variable(name).is_some_and(|it| !it.is_empty());
        if mute || ["NO_SOUND", "SSH_CONNECTION", "SSH_TTY"].iter().any(is_set) {
            return Self::silent();
        }
        let (speaker, messages) = Self::queue();
        let thread = thread::Builder::new().name("speaker".into());
        // Without a thread there is no sound, and nothing else to do about it.
        let started = thread.spawn(move || serve(&messages)).ok();
        started.map_or(Self::silent(), |it| Self { thread: Some(it), ..speaker })
    }

    /// Tells which game is played.
    pub fn load(&self, pack: Option<&Arc<Pack>>) {
        self.send(Message::Game(pack.cloned()));
    }

    /// Carries an order out, soon.
    pub fn order(&self, order: Order) {
        self.send(Message::Order(order));
    }

    /// Waits while something is heard, and for that long at most.
    pub fn wait(&self, most: Duration) {
        let mut left = most;
        while !left.is_zero() && self.thread.as_ref().is_some_and(|it| !it.is_finished()) {
            let moment = left.min(MOMENT);
            thread::sleep(moment);
            left -= moment;
        }
    }

    /// Returns `false` if nothing can be heard.
    pub const fn is_on(&self) -> bool {
        self.sender.is_some()
    }

    fn send(&self, message: Message) {
        if let Some(sender) = &self.sender {
            // A full queue or a silent machine loses the sound, and the turn goes on.
            let _ = sender.try_send(message);
        }
    }
}

/// Opens the output, and prepares for it what takes longer than a sound may wait.
fn serve(messages: &Receiver<Message>) {
    let (tasks, receiver) = sync_channel(QUEUE);
    let Some(_stream) = output::open(receiver) else { return };
    while let Ok(message) = messages.recv() {
        let task = match message {
            Message::Order(order) => Task::Order(order),
            Message::Game(pack) => {
                Task::Load(Box::new(pack.map_or_else(default_library, |it| it.library())))
            }
        };
        let _ = tasks.try_send(task);
    }
    // The last orders are still heard.
    drop(tasks);
    thread::sleep(Duration::from_millis(100));
}

/// Where the output gets its samples.
struct Source {
    mixer: Mixer,
    tasks: Receiver<Task>,
}

impl Source {
    /// Makes `rate` samples per second.
    fn new(rate: u32, tasks: Receiver<Task>) -> Self {
        Self { mixer: Mixer::new(rate, Library::default()), tasks }
    }

    /// Writes the next samples, left and right in turn.
    fn fill(&mut self, frames: &mut [i16]) {
        loop {
            match self.tasks.try_recv() {
                Ok(Task::Load(library)) => self.mixer.load(*library),
                Ok(Task::Order(order)) => self.mixer.obey(&order),
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => break,
            }
        }
        self.mixer.render_i16(frames);
    }
}

#[cfg(test)]
mod tests {
    use barrow_play::sound::interface;

    use super::*;

    #[test]
    fn a_muted_or_remote_program_starts_no_thread() {
        let nothing = |_: &str| None;
        assert!(!Speaker::start(true, nothing).is_on());
        for name in ["NO_SOUND", "SSH_CONNECTION", "SSH_TTY"] {
            let only = |it: &str| (it == name).then(|| String::from("1"));
            assert!(!Speaker::start(false, only).is_on(), "{name}");
        }
    }

    /// Orders that nobody takes are dropped. If sending waited, this test would never end.
    #[test]
    fn nobody_waits_for_a_listener() {
        let (speaker, kept) = Speaker::queue();
        for _ in 0..10_000 {
            speaker.order(interface("click"));
        }
        assert_eq!(kept.try_iter().count(), QUEUE);
        drop(kept);
        speaker.order(interface("click"));
    }

    #[test]
    fn what_is_ordered_is_in_the_samples() {
        let (tasks, receiver) = sync_channel(QUEUE);
        let mut source = Source::new(48_000, receiver);
        let loudest = |source: &mut Source| {
            let mut frames = vec![0; 9_600];
            source.fill(&mut frames);
            frames.iter().map(|it| it.unsigned_abs()).max()
        };
        assert_eq!(loudest(&mut source), Some(0));
        tasks.send(Task::Load(Box::new(default_library()))).unwrap();
        tasks.send(Task::Order(interface("bell"))).unwrap();
        assert!(loudest(&mut source) > Some(1_000));
    }
}
