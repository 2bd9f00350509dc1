//! Journals as text, one record per line. `docs/protocol.md` describes the format.
//!
//! Every record has its number and its own checksum, so a truncated file can be told from a damaged
//! one, and no intact record is ever lost.

use std::fmt;
use std::fmt::Write as _;

use barrow_dice::Seed;
use barrow_small::Map;

use super::{Entry, Journal, PackName};
use crate::game::Setup;
use crate::game::past::Past;
use crate::record::digest::Digest;

/// The first line of every journal of this format.
const MAGIC: &str = "barrow journal 1";
/// The beginning of journals of any format.
const FAMILY: &str = "barrow journal ";

/// A journal that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// All intact records.
    pub journal: Journal,
    /// The number of bytes at the end that were truncated or damaged, and are left out.
    pub torn: usize,
}

/// Why bytes are not a complete journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JournalError {
    /// The first line is not that of a journal.
    NotAJournal,
    /// The format has another version.
    OtherVersion(String),
    /// The head is truncated or damaged.
    Head(String),
    /// A record is damaged, and intact ones follow it.
    Damaged {
        /// The number of the record, from 0.
        record: usize,
        /// The line of the file, from 1.
        line: usize,
    },
}

impl Journal {
    /// Returns the whole journal as text.
    pub fn to_text(&self) -> String {
        let mut text = self.head();
        let salt = self.salt();
        for (number, entry) in self.entries.iter().enumerate() {
            text.push_str(&record(salt, number, entry));
        }
        text
    }

    /// Returns the text before the records. A file is the head followed by the records.
    pub fn head(&self) -> String {
        let body = self.head_body();
        let sum = checksum(0, body.as_bytes());
        format!("{body}begin {sum:08x}\n")
    }

    fn head_body(&self) -> String {
        let setup = &self.setup;
        let mut text = format!("{MAGIC}\nrules {}\n", self.rules);
        let mut line = |key: &str, value: &str| {
            let _ = writeln!(text, "{key} {}", escaped(value));
        };
        line("title", &self.pack.title);
        line("version", &self.pack.version);
        line("digest", &format!("{:016x}", self.pack.digest));
        line("seed", &setup.seed.0.to_string());
        setup.level.iter().for_each(|level| line("level", level));
        setup.heroes.iter().for_each(|hero| line("hero", hero));
        setup.modifiers.iter().for_each(|name| line("with", name));
        for past in setup.past.to_lines() {
            let (key, value) = past.split_once(' ').unwrap_or((&past, ""));
            line(key, value);
        }
        line("ranked", if self.unranked { "no" } else { "yes" });
        self.options.iter().for_each(|(key, value)| line("option", &format!("{key}={value}")));
        line("start", &format!("{:08x}", self.start));
        text
    }

    /// Returns the line of a record.
    pub fn record(&self, number: usize) -> String {
        record(self.salt(), number, &self.entries[number])
    }

    /// Returns a salt for the checksums, so that a record of another journal is not accepted.
    fn salt(&self) -> u32 {
        checksum(0, self.head_body().as_bytes())
    }

    /// Reads a journal. It is an error if intact records follow a damaged one.
    pub fn from_bytes(bytes: &[u8]) -> Result<Decoded, JournalError> {
        let decoded = Self::up_to_damage(bytes)?;
        let left = &bytes[bytes.len() - decoded.torn..];
        if has_record(left, decoded.journal.salt()) {
            let record = decoded.journal.entries.len();
            let line = decoded.journal.head().lines().count() + record + 1;
            return Err(JournalError::Damaged { record, line });
        }
        Ok(decoded)
    }

    /// Reads a journal up to the first damaged record, whatever follows it.
    pub fn up_to_damage(bytes: &[u8]) -> Result<Decoded, JournalError> {
        let (mut journal, mut left) = Head::read(bytes)?;
        let salt = journal.salt();
        while !left.is_empty() {
            let (line, after) = first_line(left);
            match read_record(line, salt) {
                Some((number, entry)) if number == journal.entries.len() => {
                    journal.entries.push(entry);
                }
                Some(_) | None => break,
            }
            left = after;
        }
        Ok(Decoded { journal, torn: left.len() })
    }
}

fn record(salt: u32, number: usize, entry: &Entry) -> String {
    let Entry { turn, player, command, check } = entry;
    let body = format!("{number} {turn} {player} {check:08x} {command}");
    format!("{:08x} {body}\n", checksum(salt, body.as_bytes()))
}

fn has_record(mut bytes: &[u8], salt: u32) -> bool {
    while !bytes.is_empty() {
        let (line, after) = first_line(bytes);
        if read_record(line, salt).is_some() {
            return true;
        }
        bytes = after;
    }
    false
}

fn first_line(bytes: &[u8]) -> (&[u8], &[u8]) {
    match bytes.iter().position(|byte| *byte == b'\n') {
        Some(end) => (&bytes[..end], &bytes[end + 1..]),
        None => (bytes, &[]),
    }
}

/// Returns the number and the entry of a record, if the line is intact.
fn read_record(line: &[u8], salt: u32) -> Option<(usize, Entry)> {
    let line = std::str::from_utf8(line).ok()?;
    let (sum, body) = line.split_once(' ')?;
    if sum != format!("{:08x}", checksum(salt, body.as_bytes())) {
        return None;
    }
    let mut parts = body.splitn(5, ' ');
    let number = parts.next()?.parse().ok()?;
    let entry = Entry {
        turn: parts.next()?.parse().ok()?,
        player: parts.next()?.parse().ok()?,
        check: u32::from_str_radix(parts.next()?, 16).ok()?,
        command: parts.next()?.parse().ok()?,
    };
    Some((number, entry))
}

/// The unread lines of a head.
struct Head<'a> {
    lines: std::iter::Peekable<std::str::Lines<'a>>,
}

impl<'a> Head<'a> {
    /// Reads the head. Returns the journal without records, and the bytes after the head.
    fn read(bytes: &'a [u8]) -> Result<(Journal, &'a [u8]), JournalError> {
        let (first, _) = first_line(bytes);
        match std::str::from_utf8(first) {
            Ok(MAGIC) => {}
            Ok(other) if other.starts_with(FAMILY) && first.len() < bytes.len() => {
                return Err(JournalError::OtherVersion(other[FAMILY.len()..].into()));
            }
            _ => return Err(JournalError::NotAJournal),
        }
        let (body, sum, rest) =
            split_head(bytes).ok_or_else(|| damaged_head("its end is missing"))?;
        let body = std::str::from_utf8(body).map_err(|_| damaged_head("it is not UTF-8 text"))?;
        if sum != format!("{:08x}", checksum(0, body.as_bytes())).as_bytes() {
            return Err(damaged_head("its checksum is wrong"));
        }
        let mut lines = body.lines().peekable();
        lines.next();
        Ok((Self { lines }.journal()?, rest))
    }

    fn journal(mut self) -> Result<Journal, JournalError> {
        let journal = Journal {
            rules: self.number("rules", 10)?,
            pack: PackName {
                title: self.needed("title")?,
                version: self.needed("version")?,
                digest: self.long_number("digest", 16)?,
            },
            setup: Setup {
                seed: Seed(self.long_number("seed", 10)?),
                level: self.optional("level"),
                heroes: std::iter::from_fn(|| self.optional("hero")).collect(),
                modifiers: std::iter::from_fn(|| self.optional("with")).collect(),
                past: self.past()?,
            },
            unranked: self.needed("ranked")? == "no",
            options: self.options(),
            start: self.number("start", 16)?,
            entries: Vec::new(),
        };
        match self.lines.next() {
            None => Ok(journal),
            Some(line) => Err(damaged_head(&format!("`{line}` does not belong there"))),
        }
    }

    fn past(&mut self) -> Result<Past, JournalError> {
        let lines = std::iter::from_fn(|| self.lines.next_if(|line| Past::is_line(line)));
        let lines: Vec<String> = lines.map(unescaped).collect();
        let past = Past::from_lines(lines.iter().map(String::as_str));
        past.ok_or_else(|| damaged_head("what earlier runs left cannot be read"))
    }

    fn options(&mut self) -> Map<String, String> {
        let lines = std::iter::from_fn(|| self.optional("option"));
        let pairs = lines.map(|line| match line.split_once('=') {
            Some((key, value)) => (key.to_owned(), value.to_owned()),
            None => (line, String::new()),
        });
        pairs.collect()
    }

    fn optional(&mut self, key: &str) -> Option<String> {
        let value = |line: &&str| line.strip_prefix(key).is_some_and(|it| it.starts_with(' '));
        let line = self.lines.next_if(value)?;
        Some(unescaped(&line[key.len() + 1..]))
    }

    fn needed(&mut self, key: &str) -> Result<String, JournalError> {
        self.optional(key).ok_or_else(|| damaged_head(&format!("`{key}` is missing")))
    }

    fn long_number(&mut self, key: &str, radix: u32) -> Result<u64, JournalError> {
        let value = self.needed(key)?;
        u64::from_str_radix(&value, radix)
            .map_err(|_| damaged_head(&format!("`{key}` is not a number")))
    }

    fn number(&mut self, key: &str, radix: u32) -> Result<u32, JournalError> {
        let value = self.long_number(key, radix)?;
        u32::try_from(value).map_err(|_| damaged_head(&format!("`{key}` is too large")))
    }
}

fn damaged_head(what: &str) -> JournalError {
    JournalError::Head(what.into())
}

/// Returns the head without its last line, the checksum in that line, and the rest.
fn split_head(bytes: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let mark = b"\nbegin ";
    let at = bytes.windows(mark.len()).position(|it| it == mark)?;
    let body = &bytes[..=at];
    let (last, rest) = first_line(&bytes[at + mark.len()..]);
    Some((body, last, rest))
}

/// Escapes a text so that it fits on one line.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r")
}

fn unescaped(line: &str) -> String {
    let mut text = String::new();
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        text.push(match letter {
            '\\' => match letters.next() {
                Some('n') => '\n',
                Some('r') => '\r',
                other => other.unwrap_or('\\'),
            },
            letter => letter,
        });
    }
    text
}

fn checksum(salt: u32, bytes: &[u8]) -> u32 {
    let mut digest = Digest::new(salt.into());
    digest.bytes(bytes);
    (digest.finish() >> 32) as u32
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAJournal => {
                f.write_str("this is not a journal: it does not start with `barrow journal`")
            }
            Self::OtherVersion(version) => write!(
                f,
                "the journal has format {version}, but this program reads format 1; use the \
                 version that wrote it"
            ),
            Self::Head(what) => write!(f, "the head of the journal is damaged: {what}"),
            Self::Damaged { record, line } => {
                write!(f, "the journal is damaged: record {record} in line {line} is not intact")
            }
        }
    }
}

impl std::error::Error for JournalError {}
