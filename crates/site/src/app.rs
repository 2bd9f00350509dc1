//! The files that make the page an app: manifest, icon and tiles.

use barrow_grid::Pos;
use barrow_render::{Compositor, Scene, Sprite, Tileset};
use png::Compression;
use serde_json::json;

use crate::folder::Folder;
use crate::{Outcome, picture, tiles};

/// The tile of the icon, and the size of its pixels.
const TILE: &str = "stairs-down";
const PIXEL: usize = 32;

/// Adds the manifest, the icon and the tiles.
pub fn add(folder: &mut Folder) -> Outcome {
    let tileset = Tileset::shipped();
    let tile = tileset.named(TILE).ok_or_else(|| format!("there is no tile `{TILE}`"))?;
    let mut scene = Scene::new(1, 1);
    scene.put(Pos::new(0, 0), Sprite::plain(tile));
    let icon = Compositor::default().draw(&scene, &tileset).enlarged(PIXEL);
    let side = icon.width;
    folder.add("tiles.txt", tiles::all());
    folder.add("icon.png", picture::png(&icon, Compression::High)?);
    let manifest = json!({
        "name": "Barrow",
        "short_name": "Barrow",
        "description": "Roguelikes that are the same run everywhere.",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#14121a",
        "theme_color": "#14121a",
        "icons": [{
            "src": "icon.png",
            "sizes": format!("{side}x{side}"),
            "type": "image/png",
            "purpose": "any maskable",
        }],
    });
    folder.add("manifest.webmanifest", manifest.to_string());
    Ok(())
}
