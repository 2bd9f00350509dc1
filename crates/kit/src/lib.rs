//! The Dungeon Mode Kit's folders and Tiled's maps, rewritten as the sections of a pack.
//!
//! A pack is made of sections (`kinds`, `levels`, ...) that `barrow-pack` reads. Authors may
//! write in two other forms, and this crate turns both into sections, with the places where
//! everything stood. So `barrow-pack` and the engine know one form only:
//!
//! - [`lower`] takes a folder in the kit's layout: `data/*.json` and `prototypes/<name>/...`
//!   describe actors, items, personalities and levels. What has no effect in the kit's form
//!   is reported as a warning. [`is_kit`] says whether a folder has this layout.
//! - [`draw`] takes a Tiled map that a level of a pack names, and returns the drawing that the
//!   author could have written instead.
//!
//! The crate knows the keys of our form as any author does, from the manual. The little that it
//! must know of the Rust side comes as a [`Target`], so that `barrow-pack` can depend on this
//! crate and callers of `barrow_pack::load` need not know it.
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! use barrow_kit::{Target, is_kit, lower};
//! use barrow_source::{Files, Report};
//!
//! let actors = br#"{ "player": { "name": "Ada", "attributes": { "controlled": true } } }"#;
//! let files = Files::new(BTreeMap::from([
//!     ("data/actors.json".to_string(), actors.to_vec()),
//!     ("prototypes/cave/prototype.json".to_string(), b"{}".to_vec()),
//! ]));
//! assert!(is_kit(&files));
//!
//! let target = Target { arrival: '@', is_reserved: |_| false };
//! let sections = lower(&files, target, &mut Report::default()).sections;
//! let player = sections.get("kinds").and_then(|kinds| kinds.get("player"));
//! assert_eq!(player.and_then(|it| it.get("name")?.text()), Some("Ada"));
//! assert!(sections.get("levels").is_some_and(|levels| levels.get("cave").is_some()));
//! ```

mod attributes;
mod effects;
mod field;
mod folder;
mod ink;
mod kind;
mod level;
mod lowering;
mod mind;
mod pack;
mod state;
mod text;
mod tiled;

use barrow_source::{Files, Node, Report, Span, parse};

pub use self::tiled::{Drawing, Known, Variant, draw};

use self::attributes::Attributes;
use self::folder::Folder;
use self::folder::cast::Cast;
use self::folder::reader::Reader;
use self::lowering::{Lowering, Written};
use self::text::Texts;

/// What this crate must know of the form that it writes.
#[derive(Clone, Copy)]
pub struct Target {
    /// The sign in a drawing where players arrive.
    pub arrival: char,
    /// Returns whether formulas use a name already, so that nothing can be declared with it.
    pub is_reserved: fn(&str) -> bool,
}

/// A folder of the kit in our own form.
pub struct Lowered {
    /// An object of sections, like a file of a pack.
    pub sections: Node,
    /// Whether a file could not be read, so that names which it declares are missing.
    pub incomplete: bool,
}

/// Returns whether the files have the kit's layout and are not a pack of our own form.
pub fn is_kit(files: &Files) -> bool {
    !folder::prototypes(files).is_empty() && !has_pack_section(files)
}

fn has_pack_section(files: &Files) -> bool {
    let others = files
        .json_files()
        .filter(|(_, name, _)| !name.starts_with("data/") && !name.starts_with("prototypes/"));
    others
        .filter_map(|(file, ..)| parse(file, files.text(file)?, &mut Report::default()))
        .any(|node| node.get("pack").is_some_and(|it| it.members().is_some()))
}

/// Rewrites a folder of the kit as sections, and reports what is wrong with it.
pub fn lower(files: &Files, target: Target, report: &mut Report) -> Lowered {
    let mut reader = Reader::new(files, report);
    let folder = Folder::read(&mut reader);
    let mut lowering = Lowering {
        target,
        folder: &folder,
        attributes: Attributes::gather(&folder, target),
        texts: Texts::new(&folder),
        written: Written::default(),
        reader: &mut reader,
    };
    lowering.check_all();
    let common = Cast::common(&folder);
    for state in folder.states.iter() {
        lowering.state(&common, state);
    }
    lowering.own_states(Span::default());
    for entity in folder.entities.iter() {
        lowering.entity(&common, entity);
    }
    lowering.things(&common);
    for prototype in &folder.prototypes {
        let cast = Cast::of(&folder, prototype);
        lowering.things(&cast);
        lowering.level(&cast, prototype);
    }
    let pack = lowering.pack();
    let slots = Lowering::slots(&pack);
    let sections = lowering.finish(pack, slots);
    Lowered { sections, incomplete: reader.incomplete }
}

impl<'k> Lowering<'k, '_, '_> {
    /// Warns of what is wrong with all entries, each once.
    fn check_all(&mut self) {
        let folder = self.folder;
        let prototypes = &folder.prototypes;
        let actors = prototypes.iter().flat_map(|it| it.actors.iter());
        folder.actors.iter().chain(actors).for_each(|it| self.check_actor(it));
        let items = prototypes.iter().flat_map(|it| it.items.iter());
        folder.items.iter().chain(items).for_each(|it| self.check_item(it));
        let minds = prototypes.iter().flat_map(|it| it.personalities.iter());
        folder.personalities.iter().chain(minds).for_each(|it| self.check_personality(it));
        folder.entities.iter().for_each(|it| self.check_entity(it));
    }

    /// Writes the actors and items that a cast has of its own.
    fn things(&mut self, cast: &Cast<'k>) {
        for actor in cast.own_actors() {
            self.actor(cast, actor);
        }
        for item in cast.own_items() {
            self.item(cast, item);
        }
    }
}

/// Compiles the README's example as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
