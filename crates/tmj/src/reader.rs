use std::collections::BTreeMap;
use std::rc::Rc;

use crate::json::Fields;
use crate::tileset::TilesetSpan;
use crate::{Alignment, Problem, Shape, Template, Tile};

/// The maximum number of cells of a map, all layers and chunks together: 64 MB of tiles.
pub const MAX_CELLS: usize = 1 << 24;

/// The maximum nesting of groups in groups, and of classes and lists in properties.
pub const MAX_DEPTH: usize = 32;

/// The maximum number of bytes that the other files of a map may have together. A template counts
/// each time it is used.
pub const MAX_OTHER_FILES: usize = 1 << 26;

/// The state of reading a file: access to other files, the warnings so far, and what is left of the
/// limits.
pub struct Reader<'f> {
    files: &'f mut dyn FnMut(&str) -> Option<String>,
    /// The file that is being read.
    pub file: String,
    pub warnings: Vec<Problem>,
    cells_left: usize,
    other_files_left: usize,
    /// The templates that were already read, by path.
    pub templates: BTreeMap<String, Rc<Template>>,
    /// The tilesets of the map, ordered by first id. `None` outside a map, where global ids have no
    /// meaning.
    pub spans: Option<Vec<TilesetSpan>>,
}

impl<'f> Reader<'f> {
    pub fn new(file: &str, files: &'f mut dyn FnMut(&str) -> Option<String>) -> Self {
        Self {
            files,
            file: file.to_owned(),
            warnings: Vec::new(),
            cells_left: MAX_CELLS,
            other_files_left: MAX_OTHER_FILES,
            templates: BTreeMap::new(),
            spans: None,
        }
    }

    pub fn warn(&mut self, reason: impl Into<String>) {
        self.warnings.push(Problem::new(reason));
    }

    /// Returns the text of another file, if there is one.
    pub fn other_file(&mut self, path: &str) -> Result<Option<String>, Problem> {
        let text = (self.files)(path);
        self.spend_other_file(path, text.as_ref().map_or(0, String::len))?;
        Ok(text)
    }

    pub fn spend_other_file(&mut self, path: &str, bytes: usize) -> Result<(), Problem> {
        let left = self.other_files_left.checked_sub(bytes);
        self.other_files_left = left.ok_or_else(|| {
            let max = MAX_OTHER_FILES;
            Problem::new(format!("with \"{path}\", the other files exceed {max} bytes together"))
        })?;
        Ok(())
    }

    /// Counts the cells of a block against the limit of the map, and returns their number.
    pub fn spend_cells(&mut self, width: u32, height: u32) -> Result<usize, Problem> {
        let cells = usize::try_from(u64::from(width) * u64::from(height)).ok();
        let left = cells.and_then(|it| self.cells_left.checked_sub(it));
        let (Some(cells), Some(left)) = (cells, left) else {
            let so_far = match MAX_CELLS - self.cells_left {
                0 => String::new(),
                spent => format!(" on top of {spent}"),
            };
            return Err(Problem::new(format!(
                "{width} x {height} tiles{so_far} are too many; a map may have at most {MAX_CELLS}"
            )));
        };
        self.cells_left = left;
        Ok(cells)
    }

    /// Reads something that has a name; problems inside it mention that name.
    pub fn within<T>(
        &mut self,
        context: &str,
        read: impl FnOnce(&mut Self) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let before = self.warnings.len();
        let result = read(self);
        self.warnings[before..].iter_mut().for_each(|warning| warning.put_within(context));
        result.map_err(|problem| problem.within(context))
    }

    /// Reads another file; problems inside it mention that file, and its paths are resolved against
    /// it.
    pub fn within_file<T>(
        &mut self,
        file: &str,
        read: impl FnOnce(&mut Self) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let before = self.warnings.len();
        let outer = std::mem::replace(&mut self.file, file.to_owned());
        let result = read(self);
        self.file = outer;
        self.warnings[before..].iter_mut().for_each(|warning| warning.put_in_file(file));
        result.map_err(|mut problem| {
            problem.put_in_file(file);
            problem
        })
    }

    /// Reads one of several words. If the word is missing or, with a warning, unknown, returns the
    /// first choice.
    pub fn choice<T: Copy>(
        &mut self,
        fields: &Fields<'_>,
        key: &str,
        known: &[(&str, T)],
    ) -> Result<T, Problem> {
        let (default, fallback) = known[0];
        let Some(word) = fields.string(key)?.filter(|it| !it.is_empty()) else {
            return Ok(fallback);
        };
        if let Some((_, choice)) = known.iter().find(|(name, _)| *name == word) {
            return Ok(*choice);
        }
        self.warn(format!("\"{key}\" is \"{word}\", which is unknown; \"{default}\" is used"));
        Ok(fallback)
    }

    /// Returns the tileset that a tile's id belongs to. Outside a map there is none.
    fn span_of(&self, tile: Tile) -> Option<&TilesetSpan> {
        let spans = self.spans.as_ref()?;
        let after = spans.partition_point(|span| span.first_gid <= tile.id);
        after.checked_sub(1).map(|index| &spans[index])
    }

    /// Returns `true` if a tileset of the map has the tile. Outside a map every id is accepted.
    pub fn knows(&self, tile: Tile) -> bool {
        self.spans.is_none() || self.span_of(tile).is_some_and(|span| span.has(tile.id))
    }

    /// Returns the problem that no tileset of the map has the tile.
    pub fn unknown(&self, tile: Tile) -> Problem {
        let end = self.span_of(tile).map_or(String::new(), |span| {
            format!("; \"{}\" ends at {}", span.name, span.last_gid())
        });
        Problem::new(format!("tile {} is in no tileset of the map{end}", tile.id))
    }

    /// Returns the shape of an object that shows a tile.
    pub fn tile_shape(&mut self, tile: Tile) -> Shape {
        if !self.knows(tile) {
            self.warnings.push(self.unknown(tile));
        }
        let alignment = self.span_of(tile).map_or(Alignment::Unspecified, |span| span.alignment);
        Shape::Tile { tile, alignment }
    }
}
