use std::time::Duration;

use barrow_play::keymap::Key;
use barrow_play::palette::Role;
use ratatui::buffer::Buffer;

use crate::desk::Desk;
use crate::dialog::Dialog;
use crate::paint::Pen;
use crate::screen::{Screen, Step};

/// The whole front end: keys and beats in, a screen out.
pub struct App {
    desk: Desk,
    screen: Screen,
    /// What lies over the screen, the uppermost last.
    dialogs: Vec<Dialog>,
    over: bool,
    drops_typeahead: bool,
    size: (u16, u16),
}

/// The smallest screen that shows everything that is needed.
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

    /// What all screens share.
    pub const fn desk(&mut self) -> &mut Desk {
        &mut self.desk
    }

    /// What is shown below all dialogs.
    pub const fn screen(&self) -> &Screen {
        &self.screen
    }

    /// Goes to another screen.
    pub fn show(&mut self, screen: Screen) {
        self.screen = screen;
    }

    /// Lays something over the screen.
    pub fn lay(&mut self, dialog: Dialog) {
        self.dialogs.push(dialog);
    }

    /// Whether it is time to leave.
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// It is time to leave. Nothing is lost: every turn is kept when it is played.
    pub const fn quit(&mut self) {
        self.over = true;
    }

    /// Whether keys that were typed before this moment should be dropped: something happened
    /// that they were not meant for.
    pub const fn take_drop(&mut self) -> bool {
        std::mem::replace(&mut self.drops_typeahead, false)
    }

    /// Takes in the size of the terminal.
    pub fn resize(&mut self, width: u16, height: u16) {
        self.size = (width, height);
    }

    /// A key was pressed.
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

    /// The terminal is looked at, or something else is.
    pub fn focus(&mut self, here: bool) {
        if let Screen::Play(play) = &mut self.screen
            && !here
        {
            play.pause();
        }
    }

    /// How long until the next beat, if one is wanted.
    pub fn beat(&self) -> Option<Duration> {
        if self.is_too_small() || !self.dialogs.is_empty() {
            return None;
        }
        self.screen.beat(&self.desk)
    }

    /// Whether a key puts off the next beat, so that one which is held down does nothing.
    pub const fn waits_for_silence(&self) -> bool {
        matches!(&self.screen, Screen::Play(play) if play.waits_for_silence())
    }

    /// The time of a beat has passed.
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
            let needs = format!("This needs {width}x{height} characters;");
            let has = format!("there are {}x{}.", area.width, area.height);
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
