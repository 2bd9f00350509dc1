use std::fs::File;
use std::io::{BufRead, BufReader, Write as _};
use std::path::{Path, PathBuf};

use barrow_engine::{Command, CutShort, Event, Refusal, Run, Turn};
use barrow_play::walk::Walker;
use clap::Args;
use serde_json::Value;

use crate::failure::Failure;
use crate::journal_file;
use crate::protocol::answer::{answer, error, warning};
use crate::protocol::command::{Request, read};
use crate::protocol::ids::Ids;
use crate::start::{self, Start};

/// `barrow drive PACK`
#[derive(Args)]
pub struct Drive {
    /// The folder of the pack
    pack: PathBuf,
    #[command(flatten)]
    start: Start,
    /// The hero to play; repeat it for several players
    #[arg(long, value_name = "NAME")]
    hero: Vec<String>,
    /// The number of players; by default the number of heroes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    players: Option<u8>,
    /// Add everything on the level to each answer; such a run is not ranked
    #[arg(long)]
    omniscient: bool,
    /// Take steps that are known to harm without asking
    #[arg(long)]
    sure: bool,
    /// Read the commands from a file instead of standard input
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Write the journal to a file during the run
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
}

impl Drive {
    pub fn run(self) -> Result<(), Failure> {
        let heroes = start::heroes(self.hero, self.players.or(Some(1)));
        let pack = start::pack(&self.pack)?;
        let (mut run, turn) = start::run(&pack, &self.start.setup(heroes))?;
        run.set_option(journal_file::PACK, &self.pack.display().to_string());
        if self.omniscient {
            run.unrank();
        }
        let journal = self.journal.map(|path| JournalWriter::new(&path, &run)).transpose()?;
        let pending = vec![Vec::new(); usize::from(run.game().players())];
        let ids = pending.iter().map(|_| Ids::default()).collect();
        let walkers = pending.iter().map(|_| Walker::default()).collect();
        let mut session = Session {
            run,
            omniscient: self.omniscient,
            journal,
            pending,
            ids,
            walkers,
            sure: self.sure,
            asked: None,
        };
        let first = session.answer(0, Ok(turn));
        print_line(&first)?;
        match self.script {
            None => session.answer_all(std::io::stdin().lock(), "standard input"),
            Some(path) => {
                let shown = path.display().to_string();
                let file = File::open(&path)
                    .map_err(|error| Failure::Usage(format!("cannot read `{shown}`: {error}")))?;
                session.answer_all(BufReader::new(file), &shown)
            }
        }
    }
}

/// A run that a program plays.
struct Session {
    run: Run,
    omniscient: bool,
    journal: Option<JournalWriter>,
    /// What each player has perceived since the last answer to it.
    pending: Vec<Vec<Event>>,
    /// The ids in the answers to each player.
    ids: Vec<Ids>,
    /// What each player knows of the ground.
    walkers: Vec<Walker>,
    /// Never ask before a step.
    sure: bool,
    /// The step that was asked about. If the same command comes again, it is taken.
    asked: Option<(u8, Command)>,
}

impl Session {
    /// Answers line by line until the input ends.
    fn answer_all(&mut self, mut input: impl BufRead, name: &str) -> Result<(), Failure> {
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = input.read_until(b'\n', &mut line);
            match read.map_err(|error| Failure::Work(format!("cannot read {name}: {error}")))? {
                0 => return Ok(()),
                _ => self.line(&line)?,
            }
        }
    }

    fn line(&mut self, line: &[u8]) -> Result<(), Failure> {
        let answer = match std::str::from_utf8(line) {
            Ok(text) if text.trim().is_empty() => return Ok(()),
            Ok(text) => match read(text) {
                Ok(request) => self.request(request)?,
                Err(what) => error(&what),
            },
            Err(_) => error("the line is not UTF-8 text"),
        };
        print_line(&answer)
    }

    fn request(&mut self, request: Request) -> Result<Value, Failure> {
        let player = request.player;
        let command = request.command.resolve(self.run.game(), player);
        if let Some(question) = self.question(player, &command) {
            let mut answer = self.reply(player, None, None);
            answer["ok"] = false.into();
            answer["question"] = question.into();
            return Ok(answer);
        }
        let result = self.run.step(player, &command);
        if let (Ok(_), Some(writer)) = (&result, &mut self.journal) {
            writer.write_last(&self.run)?;
        }
        Ok(self.answer(player, result))
    }

    /// Returns a question about a step that is known to harm, unless the player was asked already.
    fn question(&mut self, player: u8, command: &Command) -> Option<String> {
        let again = self.asked.take().is_some_and(|it| it == (player, command.clone()));
        let &Command::Move(dir) = command else { return None };
        if again || self.sure {
            return None;
        }
        let view = self.run.game().view(player)?;
        let question = self.walkers.get_mut(usize::from(player))?.question(&view, dir)?;
        self.asked = Some((player, command.clone()));
        Some(question)
    }

    fn answer(&mut self, player: u8, result: Result<Turn, Refusal>) -> Value {
        let mut cut = None;
        let refusal = match result {
            Ok(turn) => {
                cut = turn.cut_short;
                for (pending, player) in self.pending.iter_mut().zip(0..) {
                    pending.extend(turn.events(player).cloned());
                }
                None
            }
            Err(refusal) => Some(refusal),
        };
        self.reply(player, refusal.as_ref(), cut)
    }

    /// Returns an answer to a player, with all that it has perceived since the last one.
    fn reply(&mut self, player: u8, refusal: Option<&Refusal>, cut: Option<CutShort>) -> Value {
        let pending = self.pending.get_mut(usize::from(player)).map(std::mem::take);
        let events = pending.unwrap_or_default();
        let mut nobody = Ids::default();
        let ids = self.ids.get_mut(usize::from(player)).unwrap_or(&mut nobody);
        let game = self.run.game();
        let mut answer = answer(game, player, &events, refusal, self.omniscient, ids);
        answer["question"] = Value::Null;
        answer["warning"] = cut.map(|cut| warning(game, cut)).into();
        answer
    }
}

/// A journal that is written line by line: if the program is killed, all lines but the last are
/// complete.
struct JournalWriter {
    file: File,
    name: String,
}

impl JournalWriter {
    fn new(path: &Path, run: &Run) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let file = File::create(path).map_err(|error| Failure::writing(&name, &error))?;
        let mut writer = Self { file, name };
        writer.write(&run.journal().head())?;
        Ok(writer)
    }

    fn write_last(&mut self, run: &Run) -> Result<(), Failure> {
        let last = run.journal().entries.len().saturating_sub(1);
        self.write(&run.journal().record(last))
    }

    fn write(&mut self, text: &str) -> Result<(), Failure> {
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| Failure::writing(&self.name, &error))
    }
}

/// Writes a line and flushes it, since the driving program waits for it.
fn print_line(answer: &Value) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let written = writeln!(out, "{answer}").and_then(|()| out.flush());
    written.map_err(|error| Failure::writing("standard output", &error))
}
