//! Pictures of a crowded hall of 80x50 cells: ground, shadows, things, gas and actors two tiles
//! high, sixteen torches, fog, and fifty who walk about.

use std::collections::BTreeMap;
use std::rc::Rc;

use barrow_dice::Seed;
use barrow_engine::{Command, Game, Setup, Turn};
use barrow_grid::{Pos, Rect};
use barrow_pack::{Files, load};
use barrow_render::{Compositor, Painter, Scene, Sprite, Stage, Style, Tileset};

use crate::contest::{Contestant, Job, Judge};

/// The hall.
const COLUMNS: i32 = 80;
const ROWS: i32 = 50;

/// How many cells a turn changes, in the jobs with few changes.
const CHANGED: i32 = 200;

/// Frames in a turn, a sixtieth of a second apart.
const FRAMES: usize = 6;
const FRAME: u64 = 16;

/// Lists the jobs: frames of the hall, by what has changed since the frame before.
pub fn jobs() -> Vec<Job> {
    vec![Job {
        name: "frame: 80x50, light, fog, 50 on the way".to_owned(),
        operations: 2 * FRAMES,
        counted: 2 * FRAMES,
        target: 0.0,
        unit: "cells drawn",
        judge: Judge::Within(0..=u64::MAX),
        contestants: vec![
            ours("drawn whole", |hall, _| hall.draw_whole()),
            ours("in the middle of a turn", Hall::draw_moving),
            ours("200 cells changed, without the stage", Hall::draw_changed),
            ours("nothing changed", |hall, _| hall.draw_same()),
        ],
    }]
}

fn ours(name: &'static str, draw: impl Fn(&mut Hall, usize) + Copy + 'static) -> Contestant {
    let answer = |hall: &Hall, _| hall.drawn as u64;
    Contestant { ours: true, ..Contestant::peer(name, Hall::new, draw, answer) }
}

/// A turn in the hall, and everything that draws it.
struct Hall {
    game: Game,
    turn: Rc<Turn>,
    painter: Painter,
    now: u64,
    tileset: Tileset,
    compositor: Compositor,
    /// Two scenes that differ in some cells.
    scenes: [Scene; 2],
    /// How many cells the last frame drew.
    drawn: usize,
}

impl Hall {
    fn new() -> Self {
        let mut game = begin();
        let mut turn = Turn::default();
        for _ in 0..9 {
            turn = game.step(0, &Command::Wait).expect("one can wait");
        }
        let mut painter = Painter::new(Style::Tiles);
        painter.resize(COLUMNS * 16, ROWS * 16, 100);
        // As small as a screen shows them, so that all of the hall is seen.
        painter.zoom(-9);
        let mut stage = Stage::new(Tileset::shipped(), Style::Tiles);
        let view = game.view(0).expect("a player");
        let scene = stage.show(&view, Rect::new(0, 0, COLUMNS, ROWS));
        // With the tiles that the stage has dyed.
        let tileset = stage.tileset().clone();
        let scenes = [scene.clone(), changed(scene, &tileset)];
        let (turn, compositor) = (Rc::new(turn), Compositor::default());
        Self { game, turn, painter, now: 10_000, tileset, compositor, scenes, drawn: 0 }
    }

    fn draw_whole(&mut self) {
        self.painter.forget();
        self.draw_same();
    }

    fn draw_same(&mut self) {
        let view = self.game.view(0).expect("a player");
        self.painter.draw(&view, &[], self.now);
        self.drawn = self.painter.changed();
    }

    fn draw_moving(&mut self, frame: usize) {
        let view = self.game.view(0).expect("a player");
        if frame.is_multiple_of(FRAMES) {
            self.now += 1_000;
            self.painter.turn(&view, self.turn.events(0), self.now);
        }
        let late = (frame % FRAMES) as u64 * FRAME;
        self.painter.draw(&view, &[], self.now + late);
        self.drawn = self.painter.changed();
    }

    fn draw_changed(&mut self, frame: usize) {
        self.compositor.draw(&self.scenes[frame % 2], &self.tileset);
        self.drawn = self.compositor.changed();
    }
}

fn begin() -> Game {
    let text = include_str!("../../frame.json").as_bytes().to_vec();
    let loaded = load(Files::new(BTreeMap::from([("frame.json".to_owned(), text)])));
    let report = &loaded.report;
    let pack = loaded.pack.unwrap_or_else(|| panic!("{}", report.render(&loaded.files)));
    let setup = Setup { seed: Seed(1), level: None, heroes: vec![String::new()], ..Setup::default() };
    Game::new(pack, &setup).expect("the hall can be entered").0
}

/// Returns the scene with one more sprite on some cells.
fn changed(mut scene: Scene, tileset: &Tileset) -> Scene {
    let tile = tileset.named("gem").expect("a shipped tile");
    for place in 0..CHANGED {
        scene.put(Pos::new(place * 7 % COLUMNS, place * 3 % ROWS), Sprite::plain(tile));
    }
    scene
}
