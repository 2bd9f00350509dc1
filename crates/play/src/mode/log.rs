use barrow_engine::{Event, Journal, Turn, Volume};
use barrow_small::begins_small;

/// The kind of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageKind {
    /// What happened.
    Plain,
    /// Why something did not happen.
    Refusal,
    /// A noise.
    Noise,
    /// Something about the program, not the game world.
    Aside,
    /// What is explained to a player.
    Tip,
}

/// A message and how often it was repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The text.
    pub text: String,
    /// How often it came in a row.
    pub count: u32,
    /// The turn of the last repetition.
    pub turn: u64,
    /// The kind of the message.
    pub kind: MessageKind,
}

impl Message {
    /// Returns the text, with the count if it is more than one.
    pub fn shown(&self) -> String {
        if self.count > 1 { format!("{} (x{})", self.text, self.count) } else { self.text.clone() }
    }
}

/// All messages of a run, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Log {
    messages: Vec<Message>,
    total: u64,
}

impl Log {
    /// Returns the messages of the last turns of a journal for one player.
    pub fn of(turns: &[Turn], journal: &Journal, player: u8) -> Self {
        let mut log = Self::default();
        let first = journal.entries.len() - turns.len();
        for (turn, entry) in turns.iter().zip(&journal.entries[first..]) {
            log.add_turn(turn, player, entry.turn);
        }
        log
    }

    /// Returns the messages, the oldest first.
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// Returns the number of messages with all repetitions, so that a reader notices when the last
    /// message came again.
    pub const fn total(&self) -> u64 {
        self.total
    }

    /// Puts older messages before those that are there.
    pub fn prepend(&mut self, mut older: Self) {
        older.messages.append(&mut self.messages);
        older.total += self.total;
        *self = older;
    }

    /// Adds a message. A repetition of the last one is only counted.
    pub fn add(&mut self, turn: u64, kind: MessageKind, text: &str) {
        if text.is_empty() {
            return;
        }
        self.total += 1;
        match self.messages.last_mut() {
            // Repeated refusals are not counted.
            Some(last) if last.text == text && last.kind == MessageKind::Refusal => {
                last.turn = turn;
            }
            Some(last) if last.text == text && last.kind == kind => {
                last.count += 1;
                last.turn = turn;
            }
            Some(_) | None => {
                self.messages.push(Message { text: text.into(), count: 1, turn, kind });
            }
        }
    }

    /// Adds the messages of a turn for one player.
    pub fn add_turn(&mut self, turn: &Turn, player: u8, now: u64) {
        for event in turn.events(player) {
            // All other events are drawn, and have no text.
            #[expect(clippy::wildcard_enum_match_arm, reason = "see above")]
            match event {
                Event::Said { text, .. } => self.add(now, MessageKind::Plain, text),
                Event::Ended { text, .. } => self.add(now, MessageKind::Plain, &how_it_ended(text)),
                Event::Heard(it) => {
                    self.add(now, MessageKind::Noise, &noise(&it.text, it.volume, it.towards));
                }
                _ => {}
            }
        }
    }
}

/// Returns how a run ended, as a sentence. A text that is only a cause becomes a death by it.
pub fn how_it_ended(text: &str) -> String {
    if begins_small(text) {
        format!("Killed by {}.", text.trim_end_matches('.'))
    } else {
        text.into()
    }
}

/// Describes a noise: how loud, what, from where.
fn noise(text: &str, volume: Volume, towards: Option<barrow_grid::Dir>) -> String {
    let loud = match volume {
        Volume::Deafening => "Loud",
        Volume::Clear => "Clear",
        Volume::Faint => "Faint",
    };
    let whence = towards.map_or(String::new(), |dir| format!(" to the {}", super::compass(dir)));
    format!("[{loud}] {text}{whence}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_messages_are_counted() {
        let mut log = Log::default();
        for text in ["A drip.", "A drip.", "A drip.", "A thud.", "A drip."] {
            log.add(1, MessageKind::Plain, text);
        }
        let shown: Vec<String> = log.messages().iter().map(Message::shown).collect();
        assert_eq!(shown, ["A drip. (x3)", "A thud.", "A drip."]);
        assert_eq!(log.total(), 5);
    }

    #[test]
    fn a_cause_becomes_a_sentence() {
        assert_eq!(how_it_ended("a spark"), "Killed by a spark.");
        assert_eq!(how_it_ended("You wear the crown."), "You wear the crown.");
        assert_eq!(how_it_ended(""), "");
    }

    #[test]
    fn a_repeated_refusal_is_shown_once() {
        let mut log = Log::default();
        for turn in 0..5 {
            log.add(turn, MessageKind::Refusal, "The wall is in the way.");
        }
        assert_eq!(log.messages().len(), 1);
        assert_eq!(log.messages()[0].shown(), "The wall is in the way.");
    }
}
