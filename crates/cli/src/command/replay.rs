use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use barrow_engine::{Event, Game, Journal, Replay as Player, Turn};
use barrow_grid::Rect;
use barrow_render::{Compositor, Picture, Stage, Style, Tileset, camera};
use clap::Args;

use crate::failure::Failure;
use crate::recording::Recording;
use crate::{journal_file, output, picture};

/// The maximum size of a picture of a run, in cells: what looks good beside a text.
const COLUMNS: i32 = 60;
const ROWS: i32 = 34;

/// The size of the screen of a recording, in characters.
const SCREEN: (u16, u16) = (100, 32);

/// How long a GIF shows each turn, in hundredths of a second.
const HUNDREDTHS: u16 = 12;

/// The maximum number of turns of a GIF; more would be too large to share.
const MAX_FRAMES: usize = 1_000;

/// `barrow replay FILE`
#[derive(Args)]
pub struct Replay {
    /// The journal
    file: PathBuf,
    /// The folder of its pack; by default the one it was played with
    #[arg(long, value_name = "PACK")]
    pack: Option<PathBuf>,
    /// Draw the end of the run, or the state after --turn, as a PNG
    #[arg(long, value_name = "FILE", conflicts_with = "gif")]
    png: Option<PathBuf>,
    /// Draw the run turn by turn as a GIF
    #[arg(long, value_name = "FILE")]
    gif: Option<PathBuf>,
    /// Record the run in a terminal as an asciicast
    #[arg(long, value_name = "FILE", conflicts_with_all = ["png", "gif"])]
    cast: Option<PathBuf>,
    /// Write what the run sounds like as a WAV file, three turns a second or in real time
    #[arg(long, value_name = "FILE", conflicts_with_all = ["png", "gif", "cast"])]
    wav: Option<PathBuf>,
    /// Stop after this turn
    #[arg(long, value_name = "TURN")]
    turn: Option<u64>,
    /// Draw characters instead of tiles
    #[arg(long)]
    glyphs: bool,
}

impl Replay {
    pub fn run(self) -> Result<(), Failure> {
        let journal = journal_file::read(&self.file)?;
        let pack = journal_file::pack(&journal, self.pack.clone())?;
        let told = head(&journal);
        if let Some(file) = &self.cast {
            let text = barrow_terminal::cast(journal, &pack, SCREEN, self.turn);
            return output::save(file, text.map_err(Failure::Work)?.as_bytes());
        }
        let (player, turn) = Player::new(journal, pack).map_err(|it| failed(&it))?;
        if let Some(file) = &self.png {
            return self.draw_end(player, file);
        }
        if let Some(file) = &self.gif {
            return self.draw_all(player, file);
        }
        if let Some(file) = &self.wav {
            return self.record(player, &turn, file);
        }
        output::print(told.as_bytes())?;
        output::print(messages(&turn).as_bytes())?;
        self.print_turns(player)
    }

    fn print_turns(&self, mut player: Player) -> Result<(), Failure> {
        while self.goes_on(&player) {
            let position = player.position();
            let before = (player.game().level().to_owned(), player.game().floor());
            let Some(turn) = player.step().map_err(|it| failed(&it))? else { break };
            let entry = &player.journal().entries[position];
            let who = if player.game().players() > 1 {
                format!("{}: ", entry.player)
            } else {
                String::new()
            };
            let mut told =
                format!("{:>5}  {who}{}\n{}", entry.turn, entry.command, messages(&turn));
            let after = (player.game().level().to_owned(), player.game().floor());
            if before != after {
                let _ = writeln!(told, "       -- {}, floor {} --", after.0, after.1);
            }
            output::print(told.as_bytes())?;
        }
        output::print(close(player.game()).as_bytes())
    }

    /// Writes what the first player hears.
    fn record(&self, mut player: Player, first: &Turn, file: &Path) -> Result<(), Failure> {
        let mut recording = Recording::new(player.game());
        recording.hear(player.game(), first)?;
        while self.goes_on(&player) {
            let Some(turn) = player.step().map_err(|it| failed(&it))? else { break };
            recording.hear(player.game(), &turn)?;
        }
        output::save(file, &recording.finish())
    }

    fn goes_on(&self, player: &Player) -> bool {
        self.turn.is_none_or(|last| player.game().turn() < last)
    }

    fn draw_end(&self, mut player: Player, file: &Path) -> Result<(), Failure> {
        while self.goes_on(&player) && player.step().map_err(|it| failed(&it))?.is_some() {}
        let mut painter = FramePainter::new(self.glyphs);
        let drawn = painter.draw(player.game());
        output::save(file, &picture::png(&drawn)?)
    }

    fn draw_all(&self, mut player: Player, file: &Path) -> Result<(), Failure> {
        let mut painter = FramePainter::new(self.glyphs);
        let mut frames = vec![painter.draw(player.game())];
        while self.goes_on(&player) && player.step().map_err(|it| failed(&it))?.is_some() {
            if frames.len() == MAX_FRAMES {
                return Err(Failure::Usage(format!(
                    "the run is longer than {MAX_FRAMES} turns; add --turn N to draw its beginning"
                )));
            }
            frames.push(painter.draw(player.game()));
        }
        output::save(file, &picture::gif(frames, HUNDREDTHS)?)
    }
}

fn failed(mismatch: &barrow_engine::Mismatch) -> Failure {
    Failure::Work(mismatch.to_string())
}

/// Draws one turn after another, all in the same size.
struct FramePainter {
    stage: Stage,
    compositor: Compositor,
    area: Option<Rect>,
}

impl FramePainter {
    fn new(glyphs: bool) -> Self {
        let style = if glyphs { Style::Glyphs } else { Style::Tiles };
        let stage = Stage::new(Tileset::shipped(), style);
        Self { stage, compositor: Compositor::default(), area: None }
    }

    fn draw(&mut self, game: &Game) -> Picture {
        let Some(view) = game.view(0) else { return Picture::default() };
        let size = self.area.map(|area| (area.width, area.height));
        let (columns, rows) = size.unwrap_or((view.width().min(COLUMNS), view.height().min(ROWS)));
        // Once the player's actor is gone, the picture stays where it was.
        let stays = self.area.map(Rect::center);
        let middle = view.own().map(|own| own.pos()).or(stays).unwrap_or_default();
        let area = camera(&view, middle, columns, rows);
        self.area = Some(area);
        let scene = self.stage.show(&view, area);
        self.compositor.draw(&scene, self.stage.tileset()).clone()
    }
}

fn head(journal: &Journal) -> String {
    let heroes: Vec<&str> = journal.setup.heroes.iter().map(String::as_str).collect();
    let heroes = heroes.join(", ");
    let level = journal.setup.level.as_deref().unwrap_or("its first level");
    let hero = if heroes.is_empty() { "the default hero" } else { &heroes };
    let counts = if journal.unranked { "; not ranked" } else { "" };
    format!("{}, seed {}, {level}, {hero}{counts}\n", journal.pack.title, journal.setup.seed)
}

/// Returns all messages of a turn.
fn messages(turn: &Turn) -> String {
    let mut out = String::new();
    for told in &turn.notices {
        let line = if let Event::Said { text, .. } = &told.event {
            text.clone()
        } else if let Event::Heard(it) = &told.event {
            format!("You hear {}.", it.text)
        } else if let Event::Ended { won, text } = &told.event {
            format!("{}: {text}", if *won { "Won" } else { "Lost" })
        } else {
            continue;
        };
        let _ = writeln!(out, "       {line}");
    }
    out
}

fn close(game: &Game) -> String {
    let state = if game.end().is_some() { "over" } else { "playing" };
    let score = game.score(0).total;
    format!("turn {}, {state}, score {score}, digest {:016x}\n", game.turn(), game.digest())
}
