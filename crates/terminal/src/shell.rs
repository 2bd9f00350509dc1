//! The loop around the core: reads the terminal, keeps time, and puts the terminal back in
//! order however it ends.

mod guard;
mod keys;
mod machine;

use std::io;
use std::sync::Arc;
use std::time::Instant;

use barrow_dice::Seed;
use barrow_pack::Pack;
use barrow_play::settings::{Motion, Settings};
use crossterm::event::{self, Event};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

use self::guard::Guard;
use self::machine::Here;
use crate::app::App;
use crate::desk::Desk;
use crate::library::Library;
use crate::screen::{Begin, Play, Screen};

/// What someone asked for on the command line.
#[derive(Default)]
pub struct Options {
    /// A pack that was read, and what it is called.
    pub pack: Option<(String, Arc<Pack>)>,
    /// The name of a game inside the binary.
    pub game: Option<String>,
    /// The seed of the first run.
    pub seed: Option<Seed>,
    /// The level of the first run.
    pub level: Option<String>,
    /// Whom the first run is played as.
    pub hero: Option<String>,
    /// Nothing moves.
    pub no_animation: bool,
}

/// Opens the game in this terminal, until the player leaves.
pub fn run(options: Options) -> Result<(), String> {
    let mut app = open(options)?;
    let guard = Guard::new().map_err(|error| format!("cannot use the terminal: {error}"))?;
    let done = play(&mut app);
    drop(guard);
    done.map_err(|error| format!("the terminal failed: {error}"))
}

fn open(options: Options) -> Result<App, String> {
    let mut library = Library::shipped();
    let named = options.pack.as_ref().map(|(name, _)| name.clone()).or(options.game);
    if let Some((name, pack)) = options.pack {
        library.add(&name, pack);
    }
    let mut settings = Settings::default();
    if options.no_animation {
        settings.motion = Motion::None;
    }
    let mut app = App::new(Desk::new(library, settings, Box::new(Here)));
    if let Some(game) = named {
        let desk = app.desk();
        let seed = options.seed.unwrap_or_else(|| desk.machine.fresh_seed());
        let hero = options.hero.unwrap_or_default();
        let play = Play::begin(desk, Begin { game, seed, level: options.level, hero })?;
        app.show(Screen::Play(Box::new(play)));
    }
    Ok(app)
}

fn play(app: &mut App) -> io::Result<()> {
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    terminal.clear()?;
    let mut beat_began = Instant::now();
    while !app.is_over() {
        terminal.draw(|frame| app.draw(frame.buffer_mut()))?;
        if app.takes_drop() {
            drop_typeahead(app)?;
        }
        match app.beat() {
            None => {
                take(app, &mut terminal, &event::read()?)?;
                beat_began = Instant::now();
            }
            Some(beat) => {
                let left = beat.saturating_sub(beat_began.elapsed());
                if event::poll(left)? {
                    take(app, &mut terminal, &event::read()?)?;
                } else {
                    app.tick();
                    beat_began = Instant::now();
                }
            }
        }
    }
    Ok(())
}

type Screenful = Terminal<CrosstermBackend<io::Stdout>>;

fn take(app: &mut App, terminal: &mut Screenful, event: &Event) -> io::Result<()> {
    match event {
        Event::Key(pressed) => {
            if let Some(key) = keys::key(pressed) {
                if key == barrow_play::keymap::Key::ctrl('l') {
                    terminal.clear()?;
                } else {
                    app.press(key);
                }
            }
        }
        Event::Resize(width, height) => app.resize(*width, *height),
        Event::FocusLost => app.focus(false),
        Event::FocusGained => app.focus(true),
        Event::Mouse(_) | Event::Paste(_) => {}
    }
    Ok(())
}

/// Forgets keys that were pressed before what is now on the screen.
fn drop_typeahead(app: &mut App) -> io::Result<()> {
    while event::poll(std::time::Duration::ZERO)? {
        if let Event::Resize(width, height) = event::read()? {
            app.resize(width, height);
        }
    }
    Ok(())
}
