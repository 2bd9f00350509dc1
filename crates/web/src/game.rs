//! A run in a page.

#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use barrow_engine::{Journal, Run, Setup};
use barrow_grid::Pos;
use barrow_json::{Value, json};
use barrow_pack::Pack;
use barrow_play::help::help;
use barrow_play::keymap::{Code, Key, Verb};
use barrow_play::palette::Role;
use barrow_play::playthrough::{Device, Playthrough, Request, TextPage};
use barrow_play::replay::Viewer;
use barrow_play::words;
use barrow_sound::Order;

use crate::canvas::Canvas;
use crate::crash::JournalText;
use crate::desk::Desk;
use crate::link::Link;
use crate::new_run::NewRun;
use crate::screen::{self, Board};

/// A run in a page: keys, clicks and ticks in, a screen and a picture out.
pub struct Game {
    desk: Rc<RefCell<Desk>>,
    pack: Arc<Pack>,
    playthrough: Playthrough,
    /// A text over everything, if one is open.
    page: Option<TextPage>,
    /// What the page must do, until it is told.
    request: Option<&'static str>,
    /// How many messages the page has received.
    told: usize,
    /// The picture.
    pub canvas: Canvas,
    journal_text: JournalText,
}

impl Game {
    /// Begins a run and its save.
    pub fn begin(
        desk: &Rc<RefCell<Desk>>,
        pack: &Arc<Pack>,
        begin: &NewRun,
    ) -> Result<Self, String> {
        let setup = begin.setup(&*desk.borrow().host);
        let playthrough = begin_paused(&desk.borrow(), pack, &setup)?;
        Ok(Self::new(desk, pack, playthrough))
    }

    /// Resumes the saved run of a game. Returns `None` if there is none, and an error with the
    /// reason if it cannot be resumed.
    pub fn resume(desk: &Rc<RefCell<Desk>>, pack: &Arc<Pack>) -> Result<Option<Self>, String> {
        let playthrough = Playthrough::resume(&*desk.borrow(), pack)?;
        Ok(playthrough.map(|mut playthrough| {
            playthrough.pause();
            Self::new(desk, pack, playthrough)
        }))
    }

    /// Plays on from a turn of another run. The new run is neither saved nor ranked.
    pub fn play_on(
        desk: &Rc<RefCell<Desk>>,
        pack: &Arc<Pack>,
        journal: Journal,
        turn: u64,
    ) -> Result<Self, String> {
        let mut viewer = Viewer::new(journal, pack).map_err(|it| it.to_string())?;
        viewer.seek_turn(turn);
        match viewer.mismatch() {
            Some(mismatch) => Err(mismatch.to_string()),
            None => Self::play_on_from(desk, &viewer),
        }
    }

    /// Plays on from the position of a replay. The run is neither saved nor ranked.
    pub(crate) fn play_on_from(desk: &Rc<RefCell<Desk>>, viewer: &Viewer) -> Result<Self, String> {
        let begun = Playthrough::play_on(&*desk.borrow(), viewer);
        let mut playthrough = begun.map_err(|it| it.to_string())?;
        playthrough.pause();
        Ok(Self::new(desk, viewer.game().pack(), playthrough))
    }

    fn new(desk: &Rc<RefCell<Desk>>, pack: &Arc<Pack>, playthrough: Playthrough) -> Self {
        let journal_text = JournalText::of(playthrough.run().journal());
        let canvas = Canvas::new(desk.borrow().tileset.clone());
        Self {
            desk: Rc::clone(desk),
            pack: Arc::clone(pack),
            playthrough,
            page: None,
            request: None,
            told: 0,
            canvas,
            journal_text,
        }
    }

    /// Returns the run.
    pub fn run(&self) -> &Run {
        self.playthrough.run()
    }

    /// Handles a key press. Returns whether the key did anything.
    pub fn press(&mut self, key: Key) -> bool {
        if self.page.is_some() {
            // All other keys are the page's, for scrolling.
            let closes = matches!(key.code, Code::Esc | Code::Enter | Code::Char('q'));
            if closes {
                self.page = None;
            }
            return closes;
        }
        if !self.playthrough.handles_key(&*self.desk.borrow(), key) {
            return false;
        }
        self.act(&format!("press {key}"), |playthrough, desk| playthrough.press(desk, key));
        true
    }

    /// Does what the key of a verb does.
    pub fn trigger(&mut self, verb: Verb) {
        self.act(&format!("verb {}", verb.name()), |playthrough, desk| {
            playthrough.trigger(desk, verb)
        });
    }

    /// Notes what the player holds, by its name.
    pub fn hold(&self, device: &str) {
        if let Some(device) = Device::named(device) {
            self.desk.borrow_mut().device = device;
        }
    }

    /// Returns the cell under a CSS pixel, unless a text lies over it.
    fn cell(&self, x: i32, y: i32) -> Option<Pos> {
        self.canvas.cell(&self.playthrough.view(), x, y).filter(|_| self.page.is_none())
    }

    /// Handles a click on a CSS pixel.
    pub fn click(&mut self, x: i32, y: i32) {
        let Some(cell) = self.cell(x, y) else { return };
        self.act(&format!("click {},{}", cell.x, cell.y), |playthrough, desk| {
            playthrough.click(desk, cell)
        });
    }

    /// Examines the cell under a CSS pixel.
    pub fn look(&mut self, x: i32, y: i32) {
        let Some(cell) = self.cell(x, y) else { return };
        self.act(&format!("look {},{}", cell.x, cell.y), |playthrough, _| {
            playthrough.look_at(cell);
            Request::Stay
        });
    }

    /// Describes the cell under a CSS pixel in a line.
    pub fn hover(&self, x: i32, y: i32) -> Option<String> {
        let text = self.playthrough.hover(self.cell(x, y)?);
        Some(text).filter(|it| !it.is_empty())
    }

    /// Returns the time until the next [`Game::tick`], if one is wanted.
    pub fn next_tick(&self) -> Option<Duration> {
        if self.page.is_some() { None } else { self.playthrough.next_tick(&*self.desk.borrow()) }
    }

    /// Handles the end of the time that [`Game::next_tick`] returned.
    pub fn tick(&mut self) {
        if self.next_tick().is_some() {
            self.act("tick", |playthrough, desk| {
                playthrough.tick(desk);
                Request::Stay
            });
        }
    }

    /// Handles a change of focus. A real-time game pauses when it loses it.
    pub fn focus(&mut self, here: bool) {
        if !here {
            self.playthrough.pause();
        }
    }

    /// Returns whether something made keys typed ahead dangerous, and resets it.
    pub const fn take_alarm(&mut self) -> bool {
        self.playthrough.take_alarm()
    }

    fn act(&mut self, doing: &str, action: impl FnOnce(&mut Playthrough, &Desk) -> Request) {
        self.journal_text.before(doing);
        let request = action(&mut self.playthrough, &self.desk.borrow());
        self.canvas.add_turns(self.playthrough.new_turns());
        self.serve(request);
        self.journal_text.update(self.playthrough.run().journal());
    }

    fn serve(&mut self, request: Request) {
        match request {
            Request::Stay => {}
            Request::ShowText(page) => self.page = Some(page),
            Request::Help => {
                let desk = self.desk.borrow();
                self.page = Some(if desk.device == Device::Touch {
                    touch_help(&self.pack)
                } else {
                    help(&desk.settings.keys, Some(&self.pack), &[], self.canvas.has_glyphs())
                });
            }
            Request::Settings => self.request = Some("settings"),
            Request::Leave | Request::Quit => self.request = Some("leave"),
            Request::WatchReplay => self.request = Some("watch"),
            Request::NewRun(setup) => self.again(&setup),
        }
    }

    fn again(&mut self, setup: &Setup) {
        let begun = begin_paused(&self.desk.borrow(), &self.pack, setup);
        match begun {
            Ok(playthrough) => {
                self.journal_text = JournalText::of(playthrough.run().journal());
                self.playthrough = playthrough;
                self.canvas.skip();
                self.told = 0;
                self.request = Some("again");
            }
            Err(what) => {
                self.page =
                    Some(TextPage::new("This game cannot be played", vec![(Role::Bad, what)]));
            }
        }
    }

    /// Draws the picture at a time in milliseconds. Returns whether anything changed.
    pub fn draw(&mut self, now: u64) -> bool {
        self.canvas.set_still(self.desk.borrow().is_still());
        self.canvas.draw(&self.playthrough.view(), &self.playthrough.marks(), now)
    }

    /// Returns what was heard since the last call, as bytes for the mixer; or the scene as it is
    /// now, for a mixer that starts.
    pub fn heard(&mut self, scene: bool) -> Vec<u8> {
        let heard = self.playthrough.take_orders();
        Order::write_all(&if scene { self.playthrough.sound_scene() } else { heard })
    }

    /// Describes the surroundings in words, one line each.
    pub fn describe(&self) -> String {
        words::surroundings(&self.playthrough.view()).join("\n")
    }

    /// Returns the run as text for an address, or `None` if it is too long.
    pub fn link(&self) -> Option<String> {
        Link::of(self.run().journal()).text()
    }

    /// Returns how the run began, for [`NewRun::read`].
    pub fn setup(&self) -> Value {
        NewRun::of(&self.run().journal().setup)
    }

    /// Returns everything that the page shows beside the picture. A request to the page is included
    /// once, and of old messages only the last ones.
    pub fn screen(&mut self) -> Value {
        let request = self.request.take();
        let told = std::mem::replace(&mut self.told, self.playthrough.log().messages().len());
        let desk = self.desk.borrow();
        let (playthrough, journal) = (&self.playthrough, self.playthrough.run().journal());
        let board = Board {
            game: playthrough.game(),
            player: playthrough.player(),
            log: playthrough.log(),
            fresh: playthrough.fresh(),
            told,
            best: playthrough.best(),
            over: playthrough.is_over(),
        };
        let state = match journal.entries.len() {
            _ if playthrough.is_over() => "over",
            0 => "waiting",
            _ => "playing",
        };
        let over = self.page.as_ref().map(screen::text_page);
        let buttons = playthrough.buttons(&*desk).into_iter().filter(|_| self.page.is_none());
        let buttons = buttons.map(|it| {
            let verb = it.verb.map(Verb::name);
            json!({ "label": it.label, "key": it.key.to_string(), "verb": verb, "able": it.able })
        });
        let trouble =
            playthrough.trouble().map(ToString::to_string).or_else(|| desk.trouble.clone());
        board.to_json().with(json!({
            "state": state,
            "ranked": !journal.unranked,
            "four_ways": self.pack.rules.four_ways,
            "paused": playthrough.is_paused(),
            "walking": playthrough.is_walking(),
            "face": over.unwrap_or_else(|| screen::overlay(&playthrough.overlay(&*desk))),
            "buttons": buttons.collect::<Vec<_>>(),
            "tips": playthrough.tips(&*desk),
            "trouble": trouble,
            "ask": request,
        }))
    }
}

/// Returns the help for a player without keys.
fn touch_help(pack: &Pack) -> TextPage {
    let title = |text: &str| (Role::Title, text.to_string());
    let text = |text: &str| (Role::Text, text.to_string());
    let lines = vec![
        title(&pack.rules.title),
        text(&pack.rules.about),
        text(""),
        title("The map"),
        text("  tap  go there; beside you: step, strike, open, push"),
        text("  tap yourself  pick up, take the stairs, or wait"),
        text("  hold  look at a cell"),
        text("  two fingers  larger or smaller"),
        text(""),
        title("The buttons"),
        text("  arrows  step; hold one to go on"),
        text("  dim ones  make no sense now, and say why"),
        text("  what you carry  tap it to use it"),
    ];
    TextPage::new("Help", lines)
}

/// Begins a new run. A real-time game waits for the first key.
fn begin_paused(desk: &Desk, pack: &Arc<Pack>, setup: &Setup) -> Result<Playthrough, String> {
    let mut playthrough = Playthrough::begin(desk, pack, setup)?;
    playthrough.pause();
    Ok(playthrough)
}
