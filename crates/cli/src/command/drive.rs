use std::fs::File;
use std::io::{BufRead, BufReader, Write as _};
use std::path::{Path, PathBuf};

use barrow_engine::{Event, Refusal, Run, Turn};
use clap::Args;
use serde_json::Value;

use crate::door::answer::{answer, error};
use crate::door::command::{Request, read};
use crate::door::ids::Ids;
use crate::failure::Failure;
use crate::paper;
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
    /// Read the commands from a file instead of standard input
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Write the journal to a file during the run
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
}

impl Drive {
    pub fn run(self) -> Result<(), Failure> {
        let mut heroes = self.hero;
        let players = self.players.map_or(heroes.len().max(1), usize::from);
        heroes.resize(players.max(heroes.len()), String::new());
        let pack = start::pack(&self.pack)?;
        let (mut run, turn) = start::run(&pack, &self.start.setup(heroes))?;
        run.set_option(paper::PACK, &self.pack.display().to_string());
        if self.omniscient {
            run.unrank();
        }
        let journal = self.journal.map(|path| Paper::new(&path, &run)).transpose()?;
        let untold = vec![Vec::new(); usize::from(run.game().players())];
        let ids = untold.iter().map(|_| Ids::default()).collect();
        let mut session = Session { run, omniscient: self.omniscient, journal, untold, ids };
        let first = session.answer(0, Ok(turn));
        tell(&first)?;
        match self.script {
            None => session.obey(std::io::stdin().lock(), "standard input"),
            Some(path) => {
                let shown = path.display().to_string();
                let file = File::open(&path)
                    .map_err(|error| Failure::Usage(format!("cannot read `{shown}`: {error}")))?;
                session.obey(BufReader::new(file), &shown)
            }
        }
    }
}

/// A run that a program plays.
struct Session {
    run: Run,
    omniscient: bool,
    journal: Option<Paper>,
    /// What each player has perceived since the last answer.
    untold: Vec<Vec<Event>>,
    /// The ids in the answers to each player.
    ids: Vec<Ids>,
}

impl Session {
    /// Answers line by line until the input ends.
    fn obey(&mut self, mut input: impl BufRead, name: &str) -> Result<(), Failure> {
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
        tell(&answer)
    }

    fn request(&mut self, request: Request) -> Result<Value, Failure> {
        let player = request.player;
        let command = request.command.resolve(self.run.game(), player);
        let result = self.run.step(player, &command);
        if let (Ok(_), Some(paper)) = (&result, &mut self.journal) {
            paper.write_last(&self.run)?;
        }
        Ok(self.answer(player, result))
    }

    fn answer(&mut self, player: u8, result: Result<Turn, Refusal>) -> Value {
        let refusal = match result {
            Ok(turn) => {
                for (untold, player) in self.untold.iter_mut().zip(0..) {
                    untold.extend(turn.events(player).cloned());
                }
                None
            }
            Err(refusal) => Some(refusal),
        };
        let untold = self.untold.get_mut(usize::from(player)).map(std::mem::take);
        let events = untold.unwrap_or_default();
        let mut nobody = Ids::default();
        let ids = self.ids.get_mut(usize::from(player)).unwrap_or(&mut nobody);
        answer(self.run.game(), player, &events, refusal.as_ref(), self.omniscient, ids)
    }
}

/// A journal that is written line by line: if the program is killed, all lines but the last are
/// complete.
struct Paper {
    file: File,
    name: String,
}

impl Paper {
    fn new(path: &Path, run: &Run) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let file = File::create(path).map_err(|error| Failure::writing(&name, &error))?;
        let mut paper = Self { file, name };
        paper.write(&run.journal().head())?;
        Ok(paper)
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
fn tell(answer: &Value) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let written = writeln!(out, "{answer}").and_then(|()| out.flush());
    written.map_err(|error| Failure::writing("standard output", &error))
}
