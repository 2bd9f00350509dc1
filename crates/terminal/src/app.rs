use std::time::Duration;

use barrow_play::keymap::Key;
use barrow_play::palette::Role;
use ratatui::buffer::Buffer;

use crate::desk::Desk;
use crate::dialog::Dialog;
use crate::paint::Pen;
use crate::screen::{Screen, Step};

/// The whole front end: keys and ticks in, a screen out.
pub struct App {
    desk: Desk,
    screen: Screen,
    /// The dialogs over the screen, the topmost last.
    dialogs: Vec<Dialog>,
    over: bool,
    drops_typeahead: bool,
    size: (u16, u16),
}

/// The minimum size of the screen.
pub const SMALLEST: (u16, u16) = (60, 20);

impl App {
    /// Starts with the title screen.
    pub fn new(desk: Desk) -> Self {
        let screen = Screen::Title(Box::default());
        Self {
            desk,
            screen,
            dialogs: Vec::new(),
            over: false,
            drops_typeahead: false,
            size: (80, 24),
        }
    }

    /// Returns what all screens share.
    pub const fn desk(&mut self) -> &mut Desk {
        &mut self.desk
    }

    /// Returns the screen below all dialogs.
    pub const fn screen(&self) -> &Screen {
        &self.screen
    }

    /// Switches to another screen.
    pub fn show(&mut self, screen: Screen) {
        self.screen = screen;
    }

    /// Opens a dialog.
    pub fn lay(&mut self, dialog: Dialog) {
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
        let step = match self.dialogs.last_mut() {
            Some(dialog) => dialog.press(&mut self.desk, key),
            None => self.screen.press(&mut self.desk, key),
        };
        self.take(step);
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
        self.screen.next_tick(&self.desk)
    }

    /// Returns `true` if a key delays the next tick, so that a key that is held down does nothing.
    pub const fn waits_for_release(&self) -> bool {
        matches!(&self.screen, Screen::Play(play) if play.waits_for_release())
    }

    /// Handles the end of the time that [`App::next_tick`] returned.
    pub fn tick(&mut self) {
        self.screen.tick(&self.desk);
        self.take(Step::Stay);
    }

    fn take(&mut self, step: Step) {
        match step {
            Step::Stay => {}
            Step::Close => {
                self.dialogs.pop();
            }
            Step::Open(dialog) => self.dialogs.push(*dialog),
            Step::Go(screen) => {
                self.dialogs.clear();
                self.screen = *screen;
            }
            Step::Quit => self.over = true,
        }
        if let Screen::Play(play) = &mut self.screen {
            self.drops_typeahead |= play.take_alarm();
        }
    }

    fn is_too_small(&self) -> bool {
        self.size.0 < SMALLEST.0 || self.size.1 < SMALLEST.1
    }

    /// Draws everything.
    pub fn draw(&mut self, buffer: &mut Buffer) {
        self.size = (buffer.area.width, buffer.area.height);
        let area = buffer.area;
        let mut pen = Pen { buffer, ink: self.desk.ink() };
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
        self.screen.draw(&mut self.desk, &mut pen);
        for dialog in &mut self.dialogs {
            dialog.draw(&self.desk, &mut pen);
        }
    }
}
