use barrow_grid::{Grid, Pos};
use barrow_mapgen::{Plan, Terrain};

use crate::failure::Failure;

/// Pixels along the side of a cell.
const CELL: u32 = 8;

/// The plan as a PNG: a square of colour for each cell.
pub fn draw(plan: &Plan) -> Result<Vec<u8>, Failure> {
    let bounds = plan.bounds();
    let mut colors = Grid::from_fn(bounds.width, bounds.height, |pos| terrain(plan.terrain(pos)));
    for mark in &plan.marks {
        colors[mark.pos] = [0x44, 0xAA, 0xFF];
    }
    for &exit in &plan.exits {
        colors[exit] = [0xFF, 0xD7, 0x00];
    }
    colors[plan.start] = [0x00, 0xFF, 0xFF];
    encode(&colors).map_err(|error| Failure::Work(format!("cannot draw the picture: {error}")))
}

const fn terrain(terrain: Terrain) -> [u8; 3] {
    match terrain {
        Terrain::Wall => [0x1A, 0x1A, 0x2E],
        Terrain::Floor => [0x8A, 0x8A, 0xA0],
        Terrain::Door => [0x8B, 0x45, 0x13],
        Terrain::Lava => [0xD0, 0x40, 0x10],
    }
}

fn encode(colors: &Grid<[u8; 3]>) -> Result<Vec<u8>, png::EncodingError> {
    let (width, height) =
        (colors.width().unsigned_abs() * CELL, colors.height().unsigned_abs() * CELL);
    let side = CELL.cast_signed();
    let pixels: Vec<u8> = (0..height.cast_signed())
        .flat_map(|y| {
            (0..width.cast_signed()).flat_map(move |x| colors[Pos::new(x / side, y / side)])
        })
        .collect();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(file)
}
