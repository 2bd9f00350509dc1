use barrow_source::Node;

use super::cast::{Cast, Sort};
use super::entry::{is_true, number};
use super::folder::Prototype;
use super::lowering::{Lowering, Written};
use super::place::Layout;
use super::recipe::{Dug, cave};
use crate::ink::{Draft, Ink};

/// A part of a map that is made anew each time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Wildcard {
    Maze,
    Room,
    Dungeon,
    Cave,
    Infernal,
    ItemSpawn,
    ActorSpawn,
}

impl Wildcard {
    /// What a tile of the wildcards layer asks for, if it is not the picture of an actor.
    pub(super) const fn of_tile(id: u32) -> Option<Self> {
        Some(match id {
            210 => Self::Maze,
            143 | 144 => Self::Room,
            9 | 16 | 152 => Self::Dungeon,
            10 => Self::Cave,
            11 => Self::Infernal,
            12 => Self::ItemSpawn,
            3 => Self::ActorSpawn,
            _ => return None,
        })
    }
}

/// The sign of a level that is dug as a whole.
const WHOLE: char = '%';
/// The size of such a level, unless its options tell another.
const USUAL_SIDE: u32 = 30;
const LONGEST_SIDE: u32 = 500;

impl<'k> Lowering<'k, '_, '_> {
    /// A level without a map is one zone.
    pub(super) fn generated(&mut self, cast: &Cast<'k>, prototype: &'k Prototype) -> Layout {
        let generator = prototype.config.get("map_generator");
        let ink = Ink(generator.map_or(prototype.config.span, |it| it.span));
        let dug = self.dug(generator);
        let options = generator.and_then(|it| it.get("options"));
        let side = |key: &str| {
            let given = options.and_then(|it| it.get(key)).and_then(super::entry::whole);
            usize::try_from(given.unwrap_or(USUAL_SIDE).clamp(5, LONGEST_SIDE)).unwrap_or(0)
        };
        let row: String = std::iter::repeat_n(WHOLE, side("map_width")).collect();
        let zone = self.zone(cast, WHOLE, &dug, ink);
        Layout { rows: vec![row; side("map_height")], zones: vec![zone], ..Layout::blank(ink) }
    }

    /// A zone of a map: what it is dug like, by its wildcard and its size.
    pub(super) fn wild_zone(
        &mut self,
        cast: &Cast<'k>,
        wildcard: Wildcard,
        sign: char,
        (width, height): (u32, u32),
        ink: Ink,
    ) -> Option<Node> {
        let generator = cast.prototype.and_then(|it| it.config.get("map_generator"));
        let options = generator.and_then(|it| it.get("options"));
        let dug = match wildcard {
            Wildcard::Maze if self.folder.switches.maze => Dug::plain("eller_maze"),
            Wildcard::Maze => Dug { walls: true, ..Dug::plain("uniform") },
            Wildcard::Room => Dug { walls: true, whole: true, opens: true, ..Dug::plain("arena") },
            Wildcard::Dungeon => Dug::dungeon(width, height),
            Wildcard::Cave => cave(options, false, 1),
            Wildcard::Infernal => cave(options, true, 1),
            Wildcard::ItemSpawn | Wildcard::ActorSpawn if self.folder.switches.wildcards => {
                return None;
            }
            Wildcard::ItemSpawn | Wildcard::ActorSpawn => {
                let sort = if wildcard == Wildcard::ItemSpawn { Sort::Item } else { Sort::Actor };
                let table = self.spawn_table(cast, sort, ink)?;
                let fields = [("sign", ink.text(sign)), ("table", ink.text(table))];
                return Some(ink.object(fields));
            }
        };
        Some(self.zone(cast, sign, &dug, ink))
    }

    fn zone(&mut self, cast: &Cast<'k>, sign: char, dug: &Dug, ink: Ink) -> Node {
        let mut zone = Draft::new(ink);
        zone.text("sign", sign);
        zone.set("dig", dug.write(ink));
        if dug.walls {
            let walls = self.walls(cast, ink);
            if walls.is_none() {
                let what = "there is no actor `wall` to build with; what is not dug is void";
                self.clerk.warn_once(ink.0, "wall", what);
            }
            zone.text("walls", walls.unwrap_or_default());
        }
        zone.flag("rim", dug.rim);
        zone.flag("whole", dug.whole);
        zone.flag("opens", dug.opens);
        zone.flag("joins", sign != WHOLE && !dug.apart);
        let kind = |key: &str| cast.actor(key).map(|it| cast.kind(Sort::Actor, it.key));
        if dug.furnished {
            zone.text("door", kind("door").unwrap_or_default());
            if let Some(light) = kind("brazier") {
                zone.text("niche", light);
                zone.set("niches", ink.text("0.3"));
            }
        }
        if dug.lava {
            match kind("lava") {
                Some(lava) => zone.text("lava", lava),
                None => self.clerk.warn_once(ink.0, "lava", "there is no actor `lava`"),
            }
        }
        zone.finish()
    }

    /// The table that walls are drawn from: as the options weigh them, or all alike.
    fn walls(&mut self, cast: &Cast<'k>, ink: Ink) -> Option<String> {
        let prototype = cast.prototype?;
        let options = prototype.config.get("map_generator").and_then(|it| it.get("options"));
        let types = options.and_then(|it| it.get("wall_types")).and_then(Node::items);
        let mut lots = Vec::new();
        for entry in types.unwrap_or_default() {
            let named = entry.get("type").filter(|it| is_true(it));
            let Some(actor) = named.and_then(|it| cast.actor(it.text()?)) else {
                self.clerk.warn(entry.span, "there is no such actor to build with");
                continue;
            };
            let ink = Ink(entry.span);
            let weight = entry.get("weight").and_then(number).unwrap_or("1");
            let kind = ink.text(cast.kind(Sort::Actor, actor.key));
            lots.push(ink.object([("kind", kind), ("weight", ink.whole(weight))]));
        }
        if lots.is_empty() {
            let wall = cast.actor("wall")?;
            lots.push(ink.object([("kind", ink.text(cast.kind(Sort::Actor, wall.key)))]));
        }
        let name = format!("{} walls", prototype.name);
        Written::add(&mut self.written.tables, name.clone(), ink.0, ink.list(lots));
        Some(name)
    }
}
