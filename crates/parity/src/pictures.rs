//! Runs of every pack as pictures, at rest and during animations.

use std::sync::Arc;

use barrow_dice::Seed;
use barrow_engine::{Run, Setup, Turn, View};
use barrow_grid::Pos;
use barrow_pack::Pack;
use barrow_play::bot::{Bot, Skill};
use barrow_render::{Mark, MarkKind, Painter, Style, minimap};

use crate::digest::Digest;
use crate::shipped;

/// How many turns of each run are drawn.
const TURNS: u64 = 24;

/// The moments after a turn that are drawn, in milliseconds, and how long a turn takes. Sometimes
/// the next turn comes before the animation is over.
const MOMENTS: [u64; 3] = [0, 35, 80];
const PACE: [u64; 3] = [90, 140, 700];

/// Draws a run of each level.
pub fn drawn(pack: &str) -> u64 {
    let mut digest = Digest::new();
    let Some(pack) = shipped::read(pack) else { return 0 };
    for (level, _) in pack.levels.iter() {
        draw_run(&pack, pack.levels.name(level), &mut digest);
    }
    digest.finish()
}

fn draw_run(pack: &Arc<Pack>, level: &str, digest: &mut Digest) {
    let setup = Setup {
        seed: Seed(7),
        level: Some(level.into()),
        heroes: vec![String::new()],
        ..Setup::default()
    };
    let Ok((mut run, first)) = Run::new(Arc::clone(pack), &setup) else { return };
    let mut bot = Bot::new(Skill::Sensible, Seed(7));
    let mut painter = Painter::new(Style::Tiles);
    painter.resize(330, 210, 100);
    let mut now = 0;
    show(&run, &first, &mut painter, now, digest);
    for turn in 0..TURNS {
        let Some(view) = run.game().view(0) else { break };
        let legal = run.game().legal(0);
        let Some(command) = bot.choose(&view, &legal) else { break };
        let Ok(told) = run.step(0, &command) else { break };
        now += PACE[(turn % 3) as usize];
        // The last third is drawn as characters, switched in the middle of a run.
        painter.set_style(if turn >= TURNS * 2 / 3 { Style::Glyphs } else { Style::Tiles });
        show(&run, &told, &mut painter, now, digest);
        if let Some(view) = run.game().view(0) {
            bot.observe(&view, &told);
        }
    }
}

fn show(run: &Run, turn: &Turn, painter: &mut Painter, now: u64, digest: &mut Digest) {
    let Some(view) = run.game().view(0) else { return };
    painter.turn(&view, turn.events(0), now);
    let marks = marks(&view);
    for late in MOMENTS {
        digest.number(painter.draw(&view, &marks, now + late));
        note(&painter.picture().bytes, digest);
    }
    note(&minimap(&view, painter.shown_cells(), 2).bytes, digest);
}

/// Returns a mark of each kind, beside the player.
fn marks(view: &View<'_>) -> Vec<Mark> {
    let at = view.own().map(|own| own.pos()).unwrap_or_default();
    let kinds = MarkKind::ALL.into_iter().zip(1..);
    kinds.map(|(kind, offset)| Mark { at: at + Pos::new(offset, 1), kind }).collect()
}

fn note(pixels: &[u8], digest: &mut Digest) {
    for word in pixels.as_chunks::<8>().0 {
        digest.number(i64::from_le_bytes(*word));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pictures_of_a_pack_are_the_same_each_time_and_those_of_another_are_not() {
        let packs: Vec<&str> = shipped::names().collect();
        assert_eq!(drawn(packs[0]), drawn(packs[0]));
        assert_ne!(drawn(packs[0]), drawn(packs[1]));
        assert_ne!(drawn(packs[0]), drawn("no such pack"));
    }
}
