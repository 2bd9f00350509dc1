use barrow_engine::View;
use barrow_grid::{Pos, Rect as Cells};
use barrow_pack::Id;
use barrow_play::palette::Role;
use ratatui::layout::Rect;

use crate::paint::Pen;

/// Draws the whole level small: each character stands for a block of cells.
pub fn minimap(pen: &mut Pen<'_>, area: Rect, view: &View<'_>) {
    if area.width == 0 || area.height == 0 {
        return;
    }
    let (columns, rows) = (i32::from(area.width), i32::from(area.height));
    let wide = (view.width() + columns - 1) / columns;
    let high = (view.height() + rows - 1) / rows;
    let own = view.own().map(|it| it.pos());
    for row in 0..area.height {
        for column in 0..area.width {
            let corner = Pos::new(i32::from(column) * wide, i32::from(row) * high);
            let block = Cells::new(corner.x, corner.y, wide, high);
            if let Some((glyph, role)) = block_glyph(view, block, own) {
                pen.put(area.x + column, area.y + row, glyph, pen.ink.text(role));
            }
        }
    }
}

/// Returns what matters most in a block: the player, stairs, an open cell, a wall.
fn block_glyph(view: &View<'_>, block: Cells, own: Option<Pos>) -> Option<(char, Role)> {
    if own.is_some_and(|at| block.contains(at)) {
        return Some(('@', Role::Title));
    }
    let mut best = None;
    for at in block.cells() {
        let cell = view.cell(at);
        let Some(ground) = cell.ground else { continue };
        let thing = cell.thing.and_then(|it| Some((it.kind()?, it.glyph())));
        if let Some((kind, glyph)) = thing
            && view.pack().kinds.get(kind).stairs.is_some()
        {
            return Some((glyph, Role::Key));
        }
        let solid = is_solid(view, ground);
        if !solid {
            best = Some(('.', Role::Dim));
        } else if best.is_none() {
            best = Some(('#', Role::Line));
        }
    }
    best
}

fn is_solid(view: &View<'_>, kind: Id<barrow_pack::Kind>) -> bool {
    let pack = view.pack();
    pack.kinds.get(kind).flags.contains(&pack.core.solid)
}
