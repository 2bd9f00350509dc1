use std::sync::Arc;

use barrow_dice::Seed;
use barrow_engine::{Game, Run, Setup, View};
use barrow_grid::Rect;
use barrow_pack::Pack;
use barrow_play::bot::{Bot, Skill};
use barrow_render::{Compositor, Picture, Sheet, Stage, Style, camera};

use crate::Outcome;

/// The size of a card's picture, in cells.
const COLUMNS: i32 = 24;
const ROWS: i32 = 15;

/// Among how many runs, and how many turns of each, the picture is looked for.
const RUNS: u64 = 6;
const TURNS: u64 = 150;

/// A picture of a game being played: a bot's runs, at the moment when there is most to see.
pub fn of_run(pack: &Arc<Pack>) -> Outcome<Vec<u8>> {
    let mut best: Option<(usize, Game)> = None;
    for seed in 0..RUNS {
        play(pack, seed, |game| {
            let worth = game.view(0).map_or(0, |view| worth(&view));
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, game.clone()));
            }
        })?;
    }
    best.map_or_else(|| Err("nothing to see".into()), |(_, game)| png(&draw(&game)))
}

fn play(pack: &Arc<Pack>, seed: u64, mut see: impl FnMut(&Game)) -> Outcome {
    let setup = Setup { seed: Seed(seed), level: None, heroes: vec![String::new()] };
    let (mut run, turn) = Run::new(Arc::clone(pack), &setup).map_err(|it| it.to_string())?;
    let mut bot = Bot::new(Skill::Sensible, setup.seed);
    if let Some(view) = run.game().view(0) {
        bot.told(&view, &turn);
    }
    while run.game().end().is_none() && run.game().turn() < TURNS {
        let legal = run.game().legal(0);
        let chosen = run.game().view(0).and_then(|view| bot.choose(&view, &legal));
        let Some(command) = chosen else { break };
        let turn = run.step(0, &command).map_err(|it| format!("a bot was refused: {it:?}"))?;
        if let Some(view) = run.game().view(0) {
            bot.told(&view, &turn);
        }
        see(run.game());
    }
    Ok(())
}

/// How much there is to see: ground in sight, and above all company, though no crowd.
fn worth(view: &View<'_>) -> usize {
    let Some(own) = view.own() else { return 0 };
    let area = camera(view, own.pos(), COLUMNS, ROWS);
    let level = Rect::new(0, 0, view.width(), view.height());
    let cells = area.intersection(level).cells().map(|at| view.cell(at));
    let (mut ground, mut things) = (0, 0);
    for cell in cells {
        ground += usize::from(cell.ground.is_some()) + usize::from(cell.light.is_some());
        things += usize::from(cell.thing.is_some());
    }
    let company = view.actors().filter(|it| area.contains(it.pos())).count();
    ground + 10 * things.min(8) + 40 * company.min(4)
}

fn draw(game: &Game) -> Picture {
    let Some(view) = game.view(0) else { return Picture::default() };
    let mut stage = Stage::new(Sheet::shipped(), Style::Tiles);
    let middle = view.own().map(|own| own.pos()).unwrap_or_default();
    let scene = stage.show(&view, camera(&view, middle, COLUMNS, ROWS));
    Compositor::default().draw(&scene, stage.sheet()).clone()
}

/// A picture as a file.
pub fn png(picture: &Picture) -> Outcome<Vec<u8>> {
    encode(picture).map_err(|error| format!("cannot draw a picture: {error}"))
}

/// Without opacity: pictures of the page have nothing behind them.
fn encode(picture: &Picture) -> Result<Vec<u8>, png::EncodingError> {
    let side = |pixels: usize| u32::try_from(pixels).unwrap_or(u32::MAX);
    let pixels: Vec<u8> =
        picture.bytes.chunks_exact(4).flat_map(|it| [it[0], it[1], it[2]]).collect();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, side(picture.width), side(picture.height));
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(file)
}
