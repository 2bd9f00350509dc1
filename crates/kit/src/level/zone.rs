use barrow_source::Node;

use crate::folder::Prototype;
use crate::folder::cast::{Cast, Category};
use crate::folder::entry::{is_true, number};
use crate::ink::{Draft, Ink};
use crate::level::place::Layout;
use crate::level::recipe::{Recipe, cave};
use crate::lowering::{Lowering, Written};

/// A region of a map that is generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Wildcard {
    Maze,
    Room,
    Dungeon,
    Cave,
    Infernal,
    ItemSpawn,
    ActorSpawn,
}

impl Wildcard {
    /// Returns the wildcard of a tile in the layer `wildcards`. Other tiles stand for actors.
    pub(crate) const fn of_tile(id: u32) -> Option<Self> {
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

/// The sign of a level that is generated as a whole.
const WHOLE: char = '%';
/// The width and height of such a level, unless its options give others.
const DEFAULT_SIDE: u32 = 30;
const MAX_SIDE: u32 = 500;

impl<'k> Lowering<'k, '_, '_> {
    /// Returns the layout of a level without a map, which is a single zone.
    pub(crate) fn generated(&mut self, cast: &Cast<'k>, prototype: &'k Prototype) -> Layout {
        let generator = prototype.config.get("map_generator");
        let ink = Ink(generator.map_or(prototype.config.span, |it| it.span));
        let recipe = self.recipe(generator);
        let options = generator.and_then(|it| it.get("options"));
        let side = |key: &str| {
            let given = options.and_then(|it| it.get(key)).and_then(crate::folder::entry::whole);
            usize::try_from(given.unwrap_or(DEFAULT_SIDE).clamp(5, MAX_SIDE)).unwrap_or(0)
        };
        let row: String = std::iter::repeat_n(WHOLE, side("map_width")).collect();
        let zone = self.zone(cast, WHOLE, &recipe, ink);
        Layout { rows: vec![row; side("map_height")], zones: vec![zone], ..Layout::blank(ink) }
    }

    /// Returns the zone of a wildcard, or `None` if it has no effect.
    pub(crate) fn wild_zone(
        &mut self,
        cast: &Cast<'k>,
        wildcard: Wildcard,
        sign: char,
        (width, height): (u32, u32),
        ink: Ink,
    ) -> Option<Node> {
        let generator = cast.prototype.and_then(|it| it.config.get("map_generator"));
        let options = generator.and_then(|it| it.get("options"));
        let recipe = match wildcard {
            Wildcard::Maze if self.folder.switches.maze => Recipe::new("eller_maze"),
            Wildcard::Maze => Recipe { walls: true, ..Recipe::new("uniform") },
            Wildcard::Room => {
                Recipe { walls: true, whole: true, opens: true, ..Recipe::new("arena") }
            }
            Wildcard::Dungeon => Recipe::dungeon(width, height),
            Wildcard::Cave => cave(options, false, 1),
            Wildcard::Infernal => cave(options, true, 1),
            Wildcard::ItemSpawn | Wildcard::ActorSpawn if self.folder.switches.wildcards => {
                return None;
            }
            Wildcard::ItemSpawn | Wildcard::ActorSpawn => {
                let category =
                    if wildcard == Wildcard::ItemSpawn { Category::Item } else { Category::Actor };
                let table = self.spawn_table(cast, category, ink)?;
                let fields = [("sign", ink.text(sign)), ("table", ink.text(table))];
                return Some(ink.object(fields));
            }
        };
        Some(self.zone(cast, sign, &recipe, ink))
    }

    /// Returns a zone that is dug by a recipe.
    fn zone(&mut self, cast: &Cast<'k>, sign: char, recipe: &Recipe, ink: Ink) -> Node {
        let mut zone = Draft::new(ink);
        zone.text("sign", sign);
        zone.set("dig", recipe.write(ink));
        if recipe.walls {
            let walls = self.walls(cast, ink);
            if walls.is_none() {
                let what = "there is no actor `wall` to build with; what is not dug is void";
                self.reader.warn_once(ink.0, "wall", what);
            }
            zone.text("walls", walls.unwrap_or_default());
        }
        zone.flag("rim", recipe.rim);
        zone.flag("whole", recipe.whole);
        zone.flag("opens", recipe.opens);
        zone.flag("joins", sign != WHOLE && !recipe.apart);
        let kind = |key: &str| cast.actor(key).map(|it| cast.kind(Category::Actor, it.key));
        if recipe.furnished {
            zone.text("door", kind("door").unwrap_or_default());
            if let Some(light) = kind("brazier") {
                zone.text("niche", light);
                zone.set("niches", ink.text("0.3"));
            }
        }
        if recipe.lava {
            match kind("lava") {
                Some(lava) => zone.text("lava", lava),
                None => self.reader.warn_once(ink.0, "lava", "there is no actor `lava`"),
            }
        }
        zone.finish()
    }

    /// Returns the table that walls are drawn from: those of `wall_types` by weight, or only
    /// `wall`.
    fn walls(&mut self, cast: &Cast<'k>, ink: Ink) -> Option<String> {
        let prototype = cast.prototype?;
        let options = prototype.config.get("map_generator").and_then(|it| it.get("options"));
        let types = options.and_then(|it| it.get("wall_types")).and_then(Node::items);
        let mut lots = Vec::new();
        for entry in types.unwrap_or_default() {
            let named = entry.get("type").filter(|it| is_true(it));
            let Some(actor) = named.and_then(|it| cast.actor(it.text()?)) else {
                self.reader.warn(entry.span, "there is no such actor to build with");
                continue;
            };
            let ink = Ink(entry.span);
            let weight = entry.get("weight").and_then(number).unwrap_or("1");
            let kind = ink.text(cast.kind(Category::Actor, actor.key));
            lots.push(ink.object([("kind", kind), ("weight", ink.whole(weight))]));
        }
        if lots.is_empty() {
            let wall = cast.actor("wall")?;
            lots.push(ink.object([("kind", ink.text(cast.kind(Category::Actor, wall.key)))]));
        }
        let name = format!("{} walls", prototype.name);
        Written::add(&mut self.written.tables, name.clone(), ink.0, ink.list(lots));
        Some(name)
    }
}
