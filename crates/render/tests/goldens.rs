//! Pictures kept as files, compared bit for bit. `BARROW_BLESS=1` writes them anew.

use std::fs;
use std::path::Path;

use barrow_grid::Pos;
use barrow_render::{Compositor, Picture, Scene, Sheet, Sprite};

fn encode(picture: &Picture) -> Vec<u8> {
    let mut file = Vec::new();
    let side = |pixels: usize| u32::try_from(pixels).expect("a small picture");
    let mut encoder = png::Encoder::new(&mut file, side(picture.width), side(picture.height));
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().expect("a picture in memory");
    writer.write_image_data(&picture.bytes).expect("as many bytes as pixels");
    drop(writer);
    file
}

fn decode(file: &[u8]) -> Picture {
    let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().expect("a PNG");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a small picture")];
    let info = reader.next_frame(&mut bytes).expect("a whole picture");
    Picture { width: info.width as usize, height: info.height as usize, bytes }
}

#[track_caller]
fn check(name: &str, picture: &Picture) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/goldens").join(name);
    if std::env::var_os("BARROW_BLESS").is_some() {
        fs::write(&path, encode(picture)).expect("the golden can be written");
    }
    let golden = fs::read(&path).expect("a golden; BARROW_BLESS=1 makes it");
    assert!(decode(&golden) == *picture, "{name} has changed; BARROW_BLESS=1 shows how");
}

#[test]
fn every_tile_of_the_shipped_sheet() {
    let sheet = Sheet::shipped();
    let names: Vec<&str> = sheet.names().filter(|name| name.chars().count() > 1).collect();
    let mut scene = Scene::new(16, i32::try_from(names.len()).expect("few") / 16 + 1);
    for (name, place) in names.iter().zip(0..) {
        let tile = sheet.named(name).expect("listed");
        scene.put(Pos::new(place % 16, place / 16), Sprite::plain(tile));
    }
    check("sheet.png", &Compositor::default().draw(&scene, &sheet).enlarged(3));
}
