//! The line mode: a command per line in, words out, nothing drawn. It is for screen readers, simple
//! terminals and scripts; a whole game can be played in it.

mod held;
mod orders;
mod words;

use std::io::{self, BufRead, Write};

use self::orders::{Answer, Order};
use crate::context::Context;
use crate::screen::{NewRun, Play};

/// A game in line mode.
pub struct Plain<'io> {
    context: Context,
    input: &'io mut dyn BufRead,
    output: &'io mut dyn Write,
}

impl<'io> Plain<'io> {
    /// Makes a game that reads commands from `input` and writes to `output`.
    pub fn new(
        mut context: Context,
        input: &'io mut dyn BufRead,
        output: &'io mut dyn Write,
    ) -> Self {
        context.speak();
        Self { context, input, output }
    }

    /// Plays until the player leaves or the input ends. Without a run to start with, it lists the
    /// games and asks for one.
    pub fn run(&mut self, first: Option<Play>) -> io::Result<()> {
        let mut next = match first {
            Some(play) => self.play(play)?,
            None => self.choose()?,
        };
        while let Some(begin) = next {
            match Play::begin(&mut self.context, begin) {
                Ok(play) => next = self.play(play)?,
                Err(what) => {
                    writeln!(self.output, "{what}")?;
                    next = None;
                }
            }
        }
        Ok(())
    }

    /// Reads a line and trims it. Returns `None` at the end of the input.
    fn ask(&mut self) -> io::Result<Option<String>> {
        write!(self.output, "> ")?;
        self.output.flush()?;
        let mut line = String::new();
        let length = self.input.read_line(&mut line)?;
        Ok((length > 0).then(|| line.trim().to_string()))
    }

    fn choose(&mut self) -> io::Result<Option<NewRun>> {
        for (number, game) in (1..).zip(&self.context.library.games) {
            writeln!(self.output, "{number}. {}. {}", game.title, game.about)?;
        }
        writeln!(self.output, "Type the number of a game, or quit.")?;
        while let Some(line) = self.ask()? {
            if line == "quit" {
                break;
            }
            let number = line.parse::<usize>().ok().and_then(|it| it.checked_sub(1));
            if let Some(game) = number.and_then(|it| self.context.library.games.get(it)) {
                let (game, seed) = (game.name.clone(), self.context.machine.fresh_seed());
                let heroes = vec![String::new()];
                let (level, modifiers) = (None, Vec::new());
                return Ok(Some(NewRun { game, seed, level, heroes, modifiers }));
            }
            writeln!(self.output, "There is no such game.")?;
        }
        Ok(None)
    }

    /// Plays a run. Returns how the next one begins, if there is to be one.
    fn play(&mut self, mut play: Play) -> io::Result<Option<NewRun>> {
        let mut reporters = words::Reporters::default();
        writeln!(
            self.output,
            "{}. Type help for the commands.",
            play.playthrough().view().title()
        )?;
        for line in words::surroundings(&play.playthrough().view()) {
            writeln!(self.output, "{line}")?;
        }
        let mut asked = false;
        loop {
            play.sound(&self.context);
            self.report(reporters.of(play.playthrough()), &play, asked)?;
            asked = false;
            let Some(line) = self.ask()? else { return Ok(None) };
            match Order::read(&line) {
                Err(what) => writeln!(self.output, "{what}")?,
                Ok(order) => match order.perform(&mut play, &self.context) {
                    Answer::Done => {
                        play.playthrough_mut().settle(&self.context);
                        asked = true;
                    }
                    Answer::Words(lines) => {
                        for line in lines {
                            writeln!(self.output, "{line}")?;
                        }
                    }
                    Answer::Again(begin) => return Ok(Some(begin)),
                    Answer::Leave => return Ok(None),
                },
            }
        }
    }

    /// Writes what is new. If the player asked for it, there is an answer even if nothing is.
    fn report(
        &mut self,
        reporter: &mut words::Reporter,
        play: &Play,
        asked: bool,
    ) -> io::Result<()> {
        if asked {
            reporter.ask_again();
        }
        let told = reporter.report(play.playthrough(), &self.context);
        if told.is_empty() && asked {
            writeln!(self.output, "{}", reporter.nothing_new())?;
        }
        for line in told {
            writeln!(self.output, "{line}")?;
        }
        Ok(())
    }
}
