//! A replay in a page: it draws a [`Viewer`] and describes what the page shows beside it.

#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use barrow_engine::Journal;
use barrow_json::{Value, json};
use barrow_pack::Pack;
use barrow_play::mode::how_it_ended;
use barrow_play::playthrough::Marks;
use barrow_play::replay::{Recent, Viewer};
use barrow_play::words;
use barrow_sound::Order;

use crate::canvas::Canvas;
use crate::desk::Desk;
use crate::game::Game;
use crate::screen::Board;

/// A run being watched.
pub struct Replay {
    desk: Rc<RefCell<Desk>>,
    /// The run and the position in it.
    pub viewer: Viewer,
    /// The position that the picture shows.
    drawn: usize,
    /// The picture.
    pub canvas: Canvas,
}

impl Replay {
    /// Opens a run at its start.
    pub fn open(
        desk: &Rc<RefCell<Desk>>,
        pack: &Arc<Pack>,
        journal: Journal,
    ) -> Result<Self, String> {
        let viewer = Viewer::new(journal, pack).map_err(|it| it.to_string())?;
        let canvas = Canvas::new(desk.borrow().tileset.clone());
        Ok(Self { desk: Rc::clone(desk), viewer, drawn: 0, canvas })
    }

    /// Plays on from here, as a run that is neither saved nor ranked.
    pub fn play_on(&self) -> Result<Game, String> {
        Game::play_on_from(&self.desk, &self.viewer)
    }

    /// Draws the picture at a time in milliseconds. Returns whether anything changed.
    pub fn draw(&mut self, now: u64) -> bool {
        self.canvas.set_still(self.desk.borrow().is_still());
        self.show_move();
        self.canvas.draw(&self.viewer.view(), &Marks::default(), now)
    }

    /// Animates moves forward; a move back is shown at once.
    fn show_move(&mut self) {
        let position = self.viewer.position();
        if position > self.drawn {
            self.canvas.add_turns(self.viewer.turns_since(self.drawn));
        } else if position < self.drawn {
            self.canvas.skip();
        }
        self.drawn = position;
    }

    /// Returns what was heard since the last call, as bytes for the mixer; or the scene as it is
    /// now, for a mixer that starts.
    pub fn heard(&mut self, scene: bool) -> Vec<u8> {
        let heard = self.viewer.take_orders();
        Order::write_all(&if scene { self.viewer.sound_scene() } else { heard })
    }

    /// Describes the surroundings in words, one line each.
    pub fn describe(&self) -> String {
        words::surroundings(&self.viewer.view()).join("\n")
    }

    /// Returns everything that the page shows beside the picture.
    pub fn screen(&self) -> Value {
        let viewer = &self.viewer;
        let (game, journal) = (viewer.game(), viewer.journal());
        let player = viewer.player();
        let Recent { log, fresh } = viewer.recent(player);
        let over = game.end().is_some();
        let board = Board { game, player, log: &log, fresh, told: 0, best: None, over };
        board.to_json().with(json!({
            "state": if over { "over" } else { "playing" },
            "ranked": !journal.unranked,
            "position": viewer.position(),
            "entries": viewer.entries(),
            "turns": journal.entries.last().map_or(0, |it| it.turn + 1),
            "playing": viewer.is_playing(),
            "speed": viewer.speed(),
            "mismatch": viewer.mismatch().map(ToString::to_string),
            "end": game.end().map(|it| json!({ "won": it.won, "text": how_it_ended(&it.text) })),
            "face": Value::Null,
            "buttons": json!([]),
        }))
    }
}
