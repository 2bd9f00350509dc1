//! The loop around the core: reads the terminal, keeps time, and restores the terminal however it
//! ends.

mod guard;
mod keys;
mod machine;
#[cfg_attr(not(unix), path = "shell/no_signals.rs")]
mod signals;

use std::io::{self, IsTerminal as _};
use std::sync::Arc;
use std::time::{Duration, Instant};

use barrow_dice::Seed;
use barrow_pack::Pack;
use barrow_play::keymap::Key;
use barrow_play::playthrough::BUSY;
use crossterm::event::{self, Event, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;

use self::guard::Guard;
use self::machine::LocalMachine;
pub use self::machine::today;
use self::signals::Signals;
use crate::app::App;
use crate::context::Context;
use crate::dialog::Dialog;
use crate::library::Library;
use crate::plain::Plain;
use crate::screen::{NewRun, Play, Screen};
use crate::speaker::Speaker;

/// The options of the command line.
#[derive(Default)]
pub struct Options {
    /// A pack that was read, and its name.
    pub pack: Option<(String, Arc<Pack>)>,
    /// The name of a game inside the binary.
    pub game: Option<String>,
    /// The seed of the first run.
    pub seed: Option<Seed>,
    /// The level of the first run.
    pub level: Option<String>,
    /// The hero of each player in the first run; none for the default one.
    pub heroes: Vec<String>,
    /// The modifiers of the first run.
    pub modifiers: Vec<String>,
    /// Whether animations are off.
    pub no_animation: bool,
    /// Whether nothing is heard.
    pub mute: bool,
}

/// Runs the game in this terminal until the player leaves. Returns the game and the seed of every
/// run that was played.
pub fn run(options: Options) -> Result<Vec<(String, Seed)>, String> {
    let mute = options.mute;
    let (mut context, problems, first) = open(options);
    listen(&mut context, mute);
    let screen = match first {
        Some(first) => Some(Screen::Play(Box::new(first.play(&mut context)?))),
        None => None,
    };
    let mut app = App::new(context);
    app.show(screen.unwrap_or_default());
    if !problems.is_empty() {
        let text = format!("{}\n\nThe rest of the file is used.", problems.join("\n"));
        app.open(Dialog::message("Settings", &text));
    }
    let guard = Guard::new().map_err(|error| format!("cannot use the terminal: {error}"))?;
    let done = play(&mut app);
    drop(guard);
    done.map_err(|error| format!("the terminal failed: {error}"))?;
    Ok(std::mem::take(&mut app.context().played))
}

/// Returns the width of the terminal, if the output goes to one.
pub fn columns() -> Option<usize> {
    let size = io::stdout().is_terminal().then(crossterm::terminal::size);
    size.and_then(Result::ok).map(|(columns, _)| columns.into())
}

/// Plays in line mode, from standard input to standard output, until the player leaves.
pub fn run_plain(options: Options) -> Result<(), String> {
    let mute = options.mute || !io::stdin().is_terminal();
    let (mut context, _, first) = open(options);
    context.speak();
    listen(&mut context, mute);
    let first = match first {
        Some(first) => Some(first.play(&mut context)?),
        None => None,
    };
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    match Plain::new(context, &mut input, &mut output).run(first) {
        // The reader of the output has gone.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        done => done.map_err(|error| format!("cannot read or write: {error}")),
    }
}

/// Lets the player hear the game, unless it shall be silent.
fn listen(context: &mut Context, mute: bool) {
    let speaker = Speaker::start(mute, |name| context.machine.variable(name));
    context.listen(speaker);
}

/// The run to start with.
enum First {
    /// A new one.
    New(NewRun),
    /// The saved run of a game, or a new one if there is none.
    Saved(NewRun),
}

impl First {
    fn play(self, context: &mut Context) -> Result<Play, String> {
        match self {
            Self::New(begin) => Play::begin(context, begin),
            Self::Saved(begin) => match Play::resume(context, &begin.game) {
                Ok(Some(play)) => Ok(play),
                Ok(None) => Play::begin(context, begin),
                Err(what) if what == BUSY => Err(what),
                Err(what) => Err(format!("{what} With --seed SEED a new run begins.")),
            },
        }
    }
}

/// Prepares everything. Returns the context, the problems of the settings file, and the run to start
/// with, which is a new one if an option gives its seed, level or hero.
fn open(options: Options) -> (Context, Vec<String>, Option<First>) {
    let mut library = Library::shipped();
    let named = options.pack.as_ref().map(|(name, _)| name.clone()).or(options.game);
    if let Some((name, pack)) = options.pack {
        library.add(&name, pack);
    }
    let machine = LocalMachine::new();
    let (settings, problems) = machine.settings();
    let mut context = Context::new(library, settings, Box::new(machine));
    context.still = options.no_animation;
    let first = named.map(|game| {
        let chosen = options.level.is_some() || !options.heroes.is_empty();
        let new = options.seed.is_some() || chosen || !options.modifiers.is_empty();
        let begin = NewRun {
            game,
            seed: options.seed.unwrap_or_else(|| context.machine.fresh_seed()),
            level: options.level,
            heroes: if options.heroes.is_empty() { vec![String::new()] } else { options.heroes },
            modifiers: options.modifiers,
        };
        if new { First::New(begin) } else { First::Saved(begin) }
    });
    (context, problems, first)
}

fn play(app: &mut App) -> io::Result<()> {
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let signals = Signals::watch()?;
    let mut tick_began = Instant::now();
    // How many events in a row were there before they were asked for.
    let mut waiting = 0;
    while !app.is_over() {
        let turn = signals.busy();
        if signals.was_stopped() {
            redraw(&mut terminal)?;
        }
        terminal.draw(|frame| app.draw(frame.buffer_mut()))?;
        if app.take_drop() {
            drop_typeahead(app)?;
        }
        drop(turn);
        let event = next_event(app, tick_began)?;
        let _turn = signals.busy();
        // A key does not delay the next round of a real-time game.
        let goes_on = event.is_some() && app.next_tick().is_some() && !app.waits_for_release();
        let typed = matches!(event, Some(Event::Key(_)));
        match event {
            Some(event) => take(app, &mut terminal, &event)?,
            None => app.tick(),
        }
        waiting = if typed && event::poll(Duration::ZERO)? { waiting + 1 } else { 0 };
        if waiting >= FLOOD {
            drop_flood(app)?;
            waiting = 0;
        }
        if !goes_on {
            tick_began = Instant::now();
        }
    }
    Ok(())
}

/// The number of events in a row that no person types: a text was pasted.
const FLOOD: u32 = 400;

/// How long no key must come until a flood is over.
const FLOOD_ENDS: Duration = Duration::from_millis(200);

/// Drops a flood of keys, and tells the player.
fn drop_flood(app: &mut App) -> io::Result<()> {
    while event::poll(FLOOD_ENDS)? {
        if let Event::Resize(width, height) = event::read()? {
            app.resize(width, height);
        }
    }
    let text = "More keys came at once than a person types. The rest was dropped.";
    app.open(Dialog::message("Keys", text));
    Ok(())
}

/// Returns the next event, or `None` if it is time for a tick first. Waits forever if no tick is
/// wanted.
fn next_event(app: &App, tick_began: Instant) -> io::Result<Option<Event>> {
    match app.next_tick() {
        None => event::read().map(Some),
        Some(wait) => {
            let left = wait.saturating_sub(tick_began.elapsed());
            if event::poll(left)? { event::read().map(Some) } else { Ok(None) }
        }
    }
}

// Keys of the terminal itself, which no game can bind.
const REDRAW: Key = Key::ctrl('l');
const STOP: Key = Key::ctrl('z');
const QUIT: Key = Key::ctrl('c');

type Screenful = Terminal<CrosstermBackend<io::Stdout>>;

fn take(app: &mut App, terminal: &mut Screenful, event: &Event) -> io::Result<()> {
    match event {
        Event::Key(pressed) => {
            if let Some(key) = keys::key(pressed) {
                match key {
                    REDRAW => redraw(terminal)?,
                    STOP => signals::stop()?,
                    QUIT => app.quit(),
                    key => app.press(key),
                }
            }
        }
        Event::Resize(width, height) => app.resize(*width, *height),
        Event::FocusLost => app.focus(false),
        Event::FocusGained => app.focus(true),
        Event::Mouse(MouseEvent { kind, column, row, .. }) => match kind {
            MouseEventKind::Down(MouseButton::Left) => app.click(*column, *row),
            MouseEventKind::Moved => app.point(*column, *row),
            _ => {}
        },
        Event::Paste(_) => {}
    }
    Ok(())
}

/// Redraws everything the next time. Unlike `Terminal::clear`, this sends no query to the terminal:
/// some do not answer, and others are slow.
fn redraw(terminal: &mut Screenful) -> io::Result<()> {
    let size = terminal.size()?;
    terminal.resize(Rect::new(0, 0, size.width, size.height))
}

/// Drops keys that were pressed before the current screen appeared.
fn drop_typeahead(app: &mut App) -> io::Result<()> {
    while event::poll(Duration::ZERO)? {
        if let Event::Resize(width, height) = event::read()? {
            app.resize(width, height);
        }
    }
    Ok(())
}
