use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use barrow_dice::Seed;
use barrow_engine::{Game, Run, Setup, View};
use barrow_grid::Rect;
use barrow_pack::Pack;
use barrow_play::bot::{Bot, Skill};
use barrow_render::{Compositor, Picture, Stage, Style, Tileset, camera};
use png::Compression;

use crate::Outcome;

/// The size of the picture on a card, in cells.
const COLUMNS: i32 = 10;
const ROWS: i32 = 6;

/// How many runs, and how many turns of each, are searched for a good picture.
const RUNS: u64 = 8;
const TURNS: u64 = 300;

/// How many commands the scene goes on after its best moment. The page begins it somewhat before.
const AFTER: usize = 24;

/// Red, green and blue.
type Color = [u8; 3];

/// The maximum number of colors in a palette.
const MAX_COLORS: usize = 18;

/// A moment of a run.
struct Moment {
    worth: usize,
    game: Game,
    /// The number of commands before it.
    at: usize,
}

/// Draws a game being played by a bot, at the moment with the most to see. Returns the picture and
/// the journal of that run, which the page shows as a scene: it ends soon after that moment.
pub fn of_run(pack: &Arc<Pack>) -> Outcome<(Vec<u8>, String)> {
    let mut best: Option<Moment> = None;
    let mut scene = String::new();
    for seed in 0..RUNS {
        let before = best.as_ref().map(|it| it.worth);
        let run = play(pack, seed, |game, at| {
            let worth = game.view(0).map_or(0, |view| worth(&view));
            if best.as_ref().is_none_or(|it| worth > it.worth) {
                best = Some(Moment { worth, game: game.clone(), at });
            }
        })?;
        if let Some(moment) = best.as_ref().filter(|it| Some(it.worth) != before) {
            let mut journal = run.journal().clone();
            journal.entries.truncate(moment.at + AFTER);
            scene = journal.to_text();
        }
    }
    let game = best.ok_or("nothing to see")?.game;
    // Brotli packs the pixels themselves better than what deflate makes of them: a sixth smaller.
    Ok((png(&draw(&game), Compression::NoCompression)?, scene))
}

/// Lets a bot play a run, and calls `see` with the game and the number of commands so far.
fn play(pack: &Arc<Pack>, seed: u64, mut see: impl FnMut(&Game, usize)) -> Outcome<Run> {
    let setup =
        Setup { seed: Seed(seed), level: None, heroes: vec![String::new()], ..Setup::default() };
    let (mut run, turn) = Run::new(Arc::clone(pack), &setup).map_err(|it| it.to_string())?;
    let mut bot = Bot::new(Skill::Sensible, setup.seed);
    if let Some(view) = run.game().view(0) {
        bot.observe(&view, &turn);
    }
    while run.game().end().is_none() && run.game().turn() < TURNS {
        let legal = run.game().legal(0);
        let chosen = run.game().view(0).and_then(|view| bot.choose(&view, &legal));
        let Some(command) = chosen else { break };
        let turn = run.step(0, &command).map_err(|it| format!("a bot was refused: {it:?}"))?;
        if let Some(view) = run.game().view(0) {
            bot.observe(&view, &turn);
        }
        see(run.game(), run.journal().entries.len());
    }
    Ok(run)
}

/// Scores how much there is to see: ground in light, things, and above all some foes, but no crowd.
fn worth(view: &View<'_>) -> usize {
    let Some(own) = view.own() else { return 0 };
    let area = camera(view, own.pos(), COLUMNS, ROWS);
    let level = Rect::new(0, 0, view.width(), view.height());
    let cells = area.intersection(level).cells().map(|at| view.cell(at));
    let (mut ground, mut things) = (0, 0);
    for cell in cells {
        ground += usize::from(cell.ground.is_some()) + 2 * usize::from(cell.light.is_some());
        things += usize::from(cell.thing.is_some());
    }
    let foes = view.noticed_actors().filter(|it| it.is_foe() && area.contains(it.pos())).count();
    ground + 10 * things.min(8) + 50 * foes.min(4)
}

fn draw(game: &Game) -> Picture {
    let Some(view) = game.view(0) else { return Picture::default() };
    let mut stage = Stage::new(Tileset::shipped(), Style::Tiles);
    let middle = view.own().map(|own| own.pos()).unwrap_or_default();
    let scene = stage.show(&view, camera(&view, middle, COLUMNS, ROWS));
    Compositor::default().draw(&scene, stage.tileset()).clone()
}

/// Encodes a picture as a PNG file.
pub fn png(picture: &Picture, compression: Compression) -> Outcome<Vec<u8>> {
    encode(picture, compression).map_err(|error| format!("cannot draw a picture: {error}"))
}

/// Encodes with a palette, since tiles have few colors, and without alpha, since nothing is
/// behind the pictures of the page.
fn encode(picture: &Picture, compression: Compression) -> Result<Vec<u8>, png::EncodingError> {
    let side = |pixels: usize| u32::try_from(pixels).unwrap_or(u32::MAX);
    let colors = colors(picture);
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, side(picture.width), side(picture.height));
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(colors.concat());
    encoder.set_compression(compression);
    // Neighbours in the palette do not look alike, so filters do not help.
    encoder.set_filter(png::Filter::NoFilter);
    let pixels: Vec<u8> = pixels(picture).map(|it| nearest(&colors, it)).collect();
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(file)
}

fn pixels(picture: &Picture) -> impl Iterator<Item = Color> {
    picture.bytes.chunks_exact(4).map(|it| [it[0], it[1], it[2]])
}

/// Returns the colors of the palette: the most frequent one, then again and again the one that most
/// pixels would miss most. So the few pixels of a bright eye count as much as many of the ground,
/// whose shades are all alike.
fn colors(picture: &Picture) -> Vec<Color> {
    let mut counts: BTreeMap<Color, u64> = BTreeMap::new();
    for color in pixels(picture) {
        *counts.entry(color).or_default() += 1;
    }
    // Each color, how many pixels have it, and how far it is from the palette.
    let mut missed: Vec<(Color, u64, u64)> =
        counts.into_iter().map(|(color, count)| (color, count, 1)).collect();
    let mut palette = Vec::new();
    while palette.len() < MAX_COLORS {
        let Some(&(worst, count, away)) = missed.iter().min_by_key(|it| Reverse(it.1 * it.2))
        else {
            break;
        };
        if count * away == 0 {
            break;
        }
        let is_first = palette.is_empty();
        palette.push(worst);
        for (color, _, away) in &mut missed {
            let now = distance(*color, worst);
            *away = if is_first { now } else { now.min(*away) };
        }
    }
    palette
}

/// Returns the index of a color in the palette, or of the nearest one.
fn nearest(colors: &[Color], wanted: Color) -> u8 {
    let index = (0..=u8::MAX).zip(colors).min_by_key(|(_, it)| distance(**it, wanted));
    index.map_or(0, |it| it.0)
}

fn distance(one: Color, other: Color) -> u64 {
    one.iter().zip(other).map(|(one, other)| u64::from(one.abs_diff(other)).pow(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decodes a file into the colors of its pixels.
    fn seen(file: &[u8]) -> Vec<Color> {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().expect("it is a picture");
        let mut bytes = vec![0; reader.output_buffer_size().expect("it is small")];
        reader.next_frame(&mut bytes).expect("it has pixels");
        bytes.as_chunks::<3>().0.to_vec()
    }

    fn picture(colors: &[Color]) -> Picture {
        let bytes = colors.iter().flat_map(|&[r, g, b]| [r, g, b, 255]).collect();
        Picture { width: colors.len(), height: 1, bytes }
    }

    #[test]
    fn few_colors_are_kept_as_they_are() {
        let colors = [[1, 2, 3], [200, 0, 0], [1, 2, 3], [255, 255, 255]];
        assert_eq!(seen(&png(&picture(&colors), Compression::High).expect("drawn")), colors);
    }

    #[test]
    fn with_too_many_colors_rare_ones_become_the_nearest() {
        let common = (0..=u8::MAX).take(MAX_COLORS).map(|it| [it, 0, 0]).flat_map(|it| [it, it]);
        let colors: Vec<Color> = common.chain([[9, 1, 0]]).collect();
        let drawn = seen(&png(&picture(&colors), Compression::High).expect("drawn"));
        let (last, rest) = drawn.split_last().expect("there are pixels");
        assert_eq!(rest, &colors[..2 * MAX_COLORS]);
        assert_eq!(*last, [9, 0, 0]);
    }

    #[test]
    fn a_few_bright_pixels_keep_their_color_among_many_shades() {
        let shades = (60..160).flat_map(|it| [[it, it, it]; 9]);
        let colors: Vec<Color> = shades.chain([[255, 40, 0]; 4]).collect();
        assert!(
            seen(&png(&picture(&colors), Compression::High).expect("drawn"))
                .ends_with(&[[255, 40, 0]; 4])
        );
    }
}
