use std::time::Duration;

use barrow_play::keymap::Key;
use barrow_play::palette::Role;
use barrow_sound::Order;
use ratatui::buffer::Buffer;

use crate::context::Context;
use crate::dialog::Dialog;
use crate::paint::Pen;
use crate::screen::{Screen, Transition};

/// The whole front end: keys and ticks in, a screen out.
pub struct App {
    context: Context,
    screen: Screen,
    /// The dialogs over the screen, the topmost last.
    dialogs: Vec<Dialog>,
    /// Whether the program should exit.
    over: bool,
    /// Whether keys typed before the next screen should be dropped.
    drops_typeahead: bool,
    size: (u16, u16),
}

/// The minimum size of the screen.
pub const SMALLEST: (u16, u16) = (60, 20);

impl App {
    /// Starts with the title screen.
    pub fn new(context: Context) -> Self {
        let screen = Screen::default();
        Self {
            context,
            screen,
            dialogs: Vec::new(),
            over: false,
            drops_typeahead: false,
            size: (80, 24),
        }
    }

    /// Returns what all screens share.
    pub const fn context(&mut self) -> &mut Context {
        &mut self.context
    }

    /// Returns the screen below all dialogs.
    pub const fn screen(&self) -> &Screen {
        &self.screen
    }

    /// Switches to another screen.
    pub fn show(&mut self, screen: Screen) {
        self.screen = screen;
        self.set_music();
    }

    /// Plays the music of screens without a run. A run has its own.
    fn set_music(&mut self) {
        let speaker = self.context.speaker();
        match &mut self.screen {
            Screen::Play(play) => play.sound(&self.context),
            Screen::Watch(watch) => watch.sound(&self.context),
            Screen::Title(_) => {
                speaker.load(None);
                let (_, _, day) = self.context.machine.today();
                let seed = day.into();
                speaker.order(Order::Mood { name: Some("title".into()), seed });
            }
        }
    }

    /// Opens a dialog.
    pub fn open(&mut self, dialog: Dialog) {
        self.dialogs.push(dialog);
    }

    /// Returns `true` if the program should exit.
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// Exits. Nothing is lost, since every turn is saved when it is played.
    pub const fn quit(&mut self) {
        self.over = true;
    }

    /// Returns whether keys typed before this moment should be dropped, because something happened
    /// that they were not meant for, and resets it.
    pub const fn take_drop(&mut self) -> bool {
        std::mem::replace(&mut self.drops_typeahead, false)
    }

    /// Sets the size of the terminal.
    pub fn resize(&mut self, width: u16, height: u16) {
        self.size = (width, height);
    }

    /// Handles a key press.
    pub fn press(&mut self, key: Key) {
        if self.is_too_small() {
            return;
        }
        let transition = match self.dialogs.last_mut() {
            Some(dialog) => dialog.press(&mut self.context, key),
            None => self.screen.press(&mut self.context, key),
        };
        self.apply(transition);
    }

    /// Handles a click on a cell of the screen: the player travels there, as with the keys.
    pub fn click(&mut self, x: u16, y: u16) {
        if let Screen::Play(play) = &mut self.screen
            && self.dialogs.is_empty()
        {
            let transition = play.click(&mut self.context, x, y);
            self.apply(transition);
        }
    }

    /// Handles a move of the mouse: what is there is described.
    pub fn point(&mut self, x: u16, y: u16) {
        if let Screen::Play(play) = &mut self.screen {
            play.point(x, y);
        }
    }

    /// Handles a change of focus: the player looks at the terminal, or at something else.
    pub fn focus(&mut self, here: bool) {
        if let Screen::Play(play) = &mut self.screen
            && !here
        {
            play.pause();
        }
    }

    /// Returns the time until the next [`App::tick`], if one is wanted.
    pub fn next_tick(&self) -> Option<Duration> {
        if self.is_too_small() || !self.dialogs.is_empty() {
            return None;
        }
        self.screen.next_tick(&self.context)
    }

    /// Returns `true` if a key press restarts the wait for the next tick, so that a key that is held
    /// down does nothing.
    pub const fn waits_for_release(&self) -> bool {
        matches!(&self.screen, Screen::Play(play) if play.waits_for_release())
    }

    /// Handles the end of the time that [`App::next_tick`] returned.
    pub fn tick(&mut self) {
        self.screen.tick(&self.context);
        self.apply(Transition::Stay);
    }

    fn apply(&mut self, transition: Transition) {
        match transition {
            Transition::Stay => {}
            Transition::Close => {
                self.dialogs.pop();
            }
            Transition::Open(dialog) => self.dialogs.push(*dialog),
            Transition::Go(screen) => {
                self.dialogs.clear();
                self.show(*screen);
            }
            Transition::Quit => self.over = true,
        }
        match &mut self.screen {
            Screen::Play(play) => {
                self.drops_typeahead |= play.take_alarm();
                play.sound(&self.context);
            }
            Screen::Watch(watch) => watch.sound(&self.context),
            Screen::Title(_) => {}
        }
    }

    fn is_too_small(&self) -> bool {
        self.size.0 < SMALLEST.0 || self.size.1 < SMALLEST.1
    }

    /// Draws everything.
    pub fn draw(&mut self, buffer: &mut Buffer) {
        self.size = (buffer.area.width, buffer.area.height);
        let area = buffer.area;
        let mut pen = Pen { buffer, ink: self.context.ink() };
        pen.clear(area);
        if self.is_too_small() {
            let (width, height) = SMALLEST;
            let needs = format!("The game needs {width}x{height} characters;");
            let has = format!("this terminal has {}x{}.", area.width, area.height);
            pen.line(area, 0, &needs, Role::Text);
            pen.line(area, 1, &has, Role::Text);
            pen.line(area, 2, "Make the window larger.", Role::Dim);
            return;
        }
        self.screen.draw(&mut self.context, &mut pen);
        for dialog in &mut self.dialogs {
            dialog.draw(&self.context, &mut pen);
        }
    }
}
