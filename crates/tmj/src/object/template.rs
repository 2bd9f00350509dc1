use std::rc::Rc;

use super::{Object, Shape};
use crate::json::Node;
use crate::map::check_type;
use crate::reader::Reader;
use crate::{Loaded, Problem, Tile, path};

/// A template file: an object that is used many times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// The object. If it has a tile, its id is relative to `first_gid`.
    pub object: Object,
    /// The path of the tileset of its tile.
    pub tileset: Option<String>,
    /// The id of the first tile of that tileset.
    pub first_gid: u32,
    /// The length of the file, which counts for each use.
    size: usize,
}

impl Template {
    /// Parses a template file (`.tj`). Paths in it are resolved against `file`.
    ///
    /// # Errors
    /// Returns a problem if the text is not a template or is damaged.
    pub fn parse(file: &str, text: &str) -> Result<Loaded<Self>, Problem> {
        let mut no_files = |_: &str| None;
        let mut reader = Reader::new(file, &mut no_files);
        let value = reader.within_file(file, |reader| Self::read(reader, text))?;
        Ok(Loaded { value, warnings: reader.warnings })
    }

    fn read(reader: &mut Reader<'_>, text: &str) -> Result<Self, Problem> {
        let fields = Node::parse(text)?.fields()?;
        check_type(&fields, "template")?;
        let own = fields.require("object", Node::fields)?;
        // The ids in a template are not those of the map, so they are not checked here.
        let spans = reader.spans.take();
        let object = Object::read_over(reader, &own, Object::default());
        reader.spans = spans;
        let (tileset, first_gid) = match fields.read("tileset", Node::fields)? {
            Some(it) => {
                (Some(path::join(&reader.file, &it.text("source")?)), it.count("firstgid")?)
            }
            None => (None, 0),
        };
        Ok(Self { object: object?, tileset, first_gid, size: text.len() })
    }
}

/// Returns the object of a template with the tile ids of the map that is being read.
pub fn instance(reader: &mut Reader<'_>, source: &str) -> Result<Object, Problem> {
    let template = find(reader, source)?;
    reader.spend_other_file(source, template.size)?;
    let mut object = template.object.clone();
    if let Shape::Tile { tile, .. } = object.shape {
        object.shape = map_tile(reader, &template, tile)
            .map_err(|problem| problem.within(&format!("template \"{source}\"")))?;
    }
    Ok(object)
}

fn find(reader: &mut Reader<'_>, source: &str) -> Result<Rc<Template>, Problem> {
    if let Some(template) = reader.templates.get(source) {
        return Ok(Rc::clone(template));
    }
    let Some(text) = reader.other_file(source)? else {
        return Err(Problem::new(format!(
            "its template \"{source}\" is missing; add the file, or detach the object in Tiled"
        )));
    };
    let template = reader.within_file(source, |reader| Template::read(reader, &text))?;
    let template = Rc::new(template);
    reader.templates.insert(source.to_owned(), Rc::clone(&template));
    Ok(template)
}

/// Converts the tile of a template, whose tileset may have another first id on the map.
fn map_tile(reader: &mut Reader<'_>, template: &Template, tile: Tile) -> Result<Shape, Problem> {
    let Some(spans) = &reader.spans else { return Ok(reader.tile_shape(tile)) };
    let tileset = template.tileset.as_deref().unwrap_or_default();
    let span = spans.iter().find(|span| span.source.as_deref() == Some(tileset));
    let local = tile.id.checked_sub(template.first_gid);
    let (Some(span), Some(local)) = (span, local) else {
        let id = tile.id;
        return Err(Problem::new(format!(
            "its tile {id} belongs to \"{tileset}\", which is not a tileset of the map; add it in Tiled"
        )));
    };
    let id = span.first_gid.saturating_add(local);
    Ok(reader.tile_shape(Tile { id, ..tile }))
}
