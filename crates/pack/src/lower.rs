//! The kit's form, put into our own.
//!
//! A folder with `data/*.json` and `prototypes/<name>/...` speaks of actors, items,
//! personalities and Tiled maps. All of it is rewritten here into the sections that any other
//! pack has, with the places where it stood, so that the rest of the crate and the engine know
//! one form only. What the kit's form leaves without effect is told as a warning.

mod actor;
mod attributes;
mod cast;
mod clerk;
mod effects;
mod entry;
mod field;
mod folder;
mod gas;
mod hooks;
mod item;
mod level;
mod look;
mod lowering;
mod map;
mod mind;
mod nature;
mod objects;
mod occasions;
mod pack;
mod place;
mod powers;
mod recipe;
mod state;
mod strike;
mod switches;
mod text;
mod trail;
mod zone;

use crate::json::{Node, Span};
use crate::{Files, Report};

use self::attributes::Attributes;
use self::cast::Cast;
use self::clerk::Clerk;
use self::folder::Folder;
use self::lowering::{Lowering, Written};
use self::text::Texts;

/// Whether the files are laid out as the kit lays them out, and not as a pack of our own.
pub(crate) fn is_kit(files: &Files) -> bool {
    !folder::prototypes(files).is_empty() && !has_pack_section(files)
}

fn has_pack_section(files: &Files) -> bool {
    let others = files
        .own()
        .filter(|(_, name, _)| !name.starts_with("data/") && !name.starts_with("prototypes/"));
    others
        .filter_map(|(file, _, contents)| {
            crate::json::parse(file, std::str::from_utf8(contents).ok()?).0
        })
        .any(|node| node.get("pack").is_some_and(|it| it.members().is_some()))
}

/// The folder in our own form, as one file of sections; and whether some of it was unreadable.
pub(crate) fn lower(files: &Files, report: &mut Report) -> (Node, bool) {
    let mut clerk = Clerk::new(files, report);
    let folder = Folder::read(&mut clerk);
    let mut lowering = Lowering {
        folder: &folder,
        attributes: Attributes::gather(&folder),
        texts: Texts::new(&folder),
        written: Written::default(),
        clerk: &mut clerk,
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
    lowering.people(&common);
    for prototype in &folder.prototypes {
        let cast = Cast::of(&folder, prototype);
        lowering.people(&cast);
        lowering.level(&cast, prototype);
    }
    let pack = lowering.pack();
    let slots = Lowering::slots(&pack);
    let node = lowering.finish(pack, slots);
    (node, clerk.incomplete)
}

impl<'k> Lowering<'k, '_, '_> {
    /// Looks over all that is written, each entry once.
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

    fn people(&mut self, cast: &Cast<'k>) {
        for actor in cast.own_actors() {
            self.actor(cast, actor);
        }
        for item in cast.own_items() {
            self.item(cast, item);
        }
    }
}
