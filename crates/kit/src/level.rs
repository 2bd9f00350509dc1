//! Prototypes, written as levels.

pub(crate) mod map;
pub(crate) mod objects;
pub(crate) mod place;
pub(crate) mod recipe;
pub(crate) mod zone;

use barrow_source::{Node, Value};

use crate::attributes::per_turn_of;
use crate::folder::cast::{Cast, Category, is_sealed_exit};
use crate::folder::entry::{Entry, is_true, number, whole};
use crate::folder::reader::Keys;
use crate::folder::{Folder, Prototype};
use crate::ink::{Draft, Ink};
use crate::kind::hooks::Hooks;
use crate::level::place::Layout;
use crate::lowering::{Lowering, Written};

const KEYS: Keys = Keys::new(
    &[
        "name",
        "description",
        "goal",
        "opening",
        "music",
        "ambience",
        "place",
        "loaded_sound",
        "turn_speed",
        "mechanics",
        "win_conditions",
        "random_actors",
        "random_items",
        "next_level",
        "previous_level",
        "map_generator",
        "depth",
        "$schema",
    ],
    &[],
);

const MECHANICS: Keys = Keys::new(
    &["darkness", "fog_of_war", "ambient_light", "player_light_radius", "observer_mode"],
    &[],
);

/// Returns the prototype of this name. If there is none, the case of letters is ignored.
pub(crate) fn find_prototype<'k>(folder: &'k Folder, name: &str) -> Option<&'k Prototype> {
    let lower = name.to_lowercase();
    let exact = folder.prototypes.iter().find(|it| it.name == name);
    exact.or_else(|| folder.prototypes.iter().find(|it| it.name.to_lowercase() == lower))
}

impl<'k> Lowering<'k, '_, '_> {
    /// Writes a prototype as a level.
    pub(crate) fn level(&mut self, cast: &Cast<'k>, prototype: &'k Prototype) {
        let config = &prototype.config;
        self.reader.check_keys(config, "a prototype", &KEYS);
        self.check_sounds(config);
        if let Some(mechanics) = config.get("mechanics") {
            self.reader.check_keys(mechanics, "a prototype's mechanics", &MECHANICS);
        }
        let ink = Ink(config.span);
        let mut level = Draft::new(ink);
        copy_texts(config, &mut level);
        // Warns of a condition that means nothing, even where no stairs are sealed.
        self.quest(cast);
        let links = self.links(prototype);
        let layout = self.layout(cast, prototype);
        let mut level_hooks = self.arrival_hooks(cast, &layout, config);
        level_hooks.extend("turn", self.victory_by_quest(cast, &layout));
        let watched = hero_of(cast, &layout).is_none();
        let hero = self.hero(cast, &layout, ink);
        level.set("hero", hero);
        level.flag("anew", true);
        if let Some(depth) = config.get("depth").and_then(whole) {
            level.set("floor", ink.whole(depth));
        }
        write_light(cast, config, &mut level);
        self.write_layout(cast, layout, &links, &mut level);
        level.set("links", links);
        if watched {
            level.flag("watched", true);
            let pace = config.get("turn_speed").and_then(whole).unwrap_or(DEFAULT_PACE);
            level.set("pace", ink.whole(pace));
        }
        level_hooks.write(&mut level, ink);
        Written::add(&mut self.written.levels, prototype.name.clone(), config.span, level.finish());
    }

    fn links(&mut self, prototype: &Prototype) -> Node {
        let ink = Ink(prototype.config.span);
        let mut links = Draft::new(ink);
        for (ours, theirs) in [("down", "next_level"), ("up", "previous_level")] {
            let named = prototype.config.get(theirs).filter(|it| it.value != Value::Null);
            let Some(named) = named else { continue };
            let Some(name) = named.text() else {
                let what = format!("`{theirs}` is the name of a prototype, not {}", named.kind());
                self.reader.report.error(named.span, what);
                continue;
            };
            if let Some(found) = find_prototype(self.folder, name) {
                links.set(ours, Ink(named.span).text(found.name.clone()));
            } else {
                let all = self.folder.prototypes.iter().map(|it| it.name.as_str());
                let meant = self.reader.report.meant(name, all);
                let what = format!("there is no prototype `{name}`{meant}; nothing leads there");
                self.reader.warn(named.span, what);
            }
        }
        if !self.has_next_level(prototype) {
            // Nothing leads down. Stairs that a quest has opened end the game.
            links.set("while", ink.whole(0));
        }
        links.finish()
    }

    /// Returns what happens on arrival: a sound, and the changes of each turn, which apply to the
    /// hero before the first step.
    fn arrival_hooks(&self, cast: &Cast<'k>, layout: &Layout, config: &Node) -> Hooks {
        let mut hooks = Hooks::default();
        let ink = Ink(config.span);
        if let Some(sound) = config.get("loaded_sound").and_then(Node::text) {
            hooks.add("arrive", ink.cue(sound));
        }
        let stats = hero_of(cast, layout).map_or(&[][..], Entry::stats);
        for stat in stats.iter().filter(|it| it.value.get("per_turn").is_some()) {
            let by = self.attributes.plain_name(&per_turn_of(&stat.key));
            let fields = [
                ("attribute", ink.text(self.attributes.gauge_name(&stat.key))),
                ("by", ink.text(format!("player.{by}"))),
                ("of", ink.text("player")),
            ];
            hooks.add("arrive", ink.deed("change", fields));
        }
        hooks
    }

    /// Returns the effects that win the game once the quest is done, if no level follows and no
    /// stairs are sealed.
    fn victory_by_quest(&mut self, cast: &Cast<'k>, layout: &Layout) -> Vec<Node> {
        let Some((words, prototype)) = self.victory(cast).zip(cast.prototype) else {
            return Vec::new();
        };
        let conditions = prototype.config.get("win_conditions");
        let asked = conditions.and_then(Node::items).is_some_and(|it| !it.is_empty());
        let random = prototype.config.get("random_actors");
        let is_there = |key: &str| {
            layout.placed.contains(key) || random.is_some_and(|it| it.get(key).is_some())
        };
        let sealed = cast.actors().into_iter().any(|it| is_sealed_exit(it) && is_there(it.key));
        if !asked || sealed {
            return Vec::new();
        }
        let ink = Ink(prototype.config.span);
        vec![ink.when(self.quest(cast), vec![ink.object([("win", ink.text(words))])])]
    }

    /// Returns whether there is a next level.
    fn has_next_level(&self, prototype: &Prototype) -> bool {
        let named = prototype.config.get("next_level").and_then(Node::text);
        named.is_some_and(|it| find_prototype(self.folder, it).is_some())
    }

    /// Returns the text of victory on a last level, where opened stairs end the game. The kit
    /// itself has no end.
    pub(crate) fn victory(&self, cast: &Cast<'_>) -> Option<String> {
        let last = cast.prototype.filter(|it| !self.has_next_level(it))?;
        let title = last.config.get("name").and_then(Node::text);
        Some(format!("{} is won.", self.texts.of_actor(title.unwrap_or(&last.name))))
    }

    /// Returns the hero of a level.
    fn hero(&mut self, cast: &Cast<'k>, layout: &Layout, ink: Ink) -> Node {
        match hero_of(cast, layout) {
            Some(hero) => ink.text(cast.kind(Category::Actor, hero.key)),
            None => self.observer(ink),
        }
    }

    /// Writes a hero that only watches.
    fn observer(&mut self, ink: Ink) -> Node {
        let mut observer = Draft::new(ink);
        observer.text("name", "observer");
        observer.text("as", "actor");
        observer.set("is", ink.list(vec![ink.text("hidden"), ink.text("floating")]));
        let values = [(self.life(), "1"), ("speed".into(), "100"), ("sight".into(), "1")];
        let mut has = Draft::new(ink);
        for (name, value) in values {
            has.set(&name, ink.whole(value));
        }
        observer.set("has", has.finish());
        Written::add(&mut self.written.kinds, OBSERVER.into(), ink.0, observer.finish());
        ink.text(OBSERVER)
    }

    /// Returns the formula that must hold for the way down to open.
    pub(crate) fn quest(&mut self, cast: &Cast<'_>) -> String {
        let Some(prototype) = cast.prototype else { return "0".into() };
        let next = prototype.config.get("next_level").is_some_and(is_true);
        let conditions = prototype.config.get("win_conditions");
        let conditions = conditions.and_then(Node::items).unwrap_or_default();
        if conditions.is_empty() {
            // Without a condition the way is open, unless it leads nowhere.
            return u8::from(next).to_string();
        }
        let formulas = conditions.iter().map(|it| self.condition(cast, it)).collect::<Vec<_>>();
        formulas.join(" and ")
    }

    fn condition(&mut self, cast: &Cast<'_>, condition: &Node) -> String {
        let text = condition.text().unwrap_or_default();
        let (verb, key) = text.split_once(':').unwrap_or((text, ""));
        let item = cast.item(key).map(|it| cast.kind(Category::Item, it.key));
        let actor = cast.actor(key).map(|it| cast.kind(Category::Actor, it.key));
        match (verb, item, actor) {
            ("wearing", Some(kind), _) => format!("player.wears.`{kind}`"),
            ("holding", Some(kind), _) => format!("player.carries.`{kind}`"),
            ("killed", _, Some(kind)) => format!("count.`{kind}` = 0"),
            ("wearing" | "holding", None, _) => {
                let meant = self.reader.report.meant(key, cast.items().iter().map(|it| it.key));
                let what = format!("there is no item `{key}`{meant}; this never holds");
                self.reader.warn(condition.span, what);
                "0".into()
            }
            ("killed", _, None) => {
                let meant = self.reader.report.meant(key, cast.actors().iter().map(|it| it.key));
                let what = format!("there is no actor `{key}`{meant}, so there is none to kill");
                self.reader.warn(condition.span, what);
                "1".into()
            }
            _ => {
                let what = "a condition is \"wearing:item\", \"holding:item\" or \
                            \"killed:actor\"; this one never holds";
                self.reader.warn(condition.span, what);
                "0".into()
            }
        }
    }
}

/// Returns the hero of a level: the one on its map, else `player`, else any actor that can be
/// played. In observer mode there is none; a level without a hero is watched.
fn hero_of<'k>(cast: &Cast<'k>, layout: &Layout) -> Option<Entry<'k>> {
    let player = cast.actor("player").filter(|it| it.is("controlled"));
    let any = || cast.actors().into_iter().find(|it| it.is("controlled"));
    let on_map = layout.hero.as_deref().and_then(|key| cast.actor(key));
    let hero = on_map.or(player).or_else(any);
    hero.filter(|_| !cast.mechanic("observer_mode"))
}

/// Copies a prototype's description of itself, and the keys that only our form has.
fn copy_texts(config: &Node, level: &mut Draft) {
    for (ours, theirs) in [("title", "name"), ("about", "description")] {
        let text = config.get(theirs).filter(|it| it.text().is_some_and(|it| !it.is_empty()));
        if let Some(text) = text {
            level.set(ours, text.clone());
        }
    }
    for key in ["goal", "opening", "music", "ambience", "place"] {
        if let Some(text) = config.get(key) {
            level.set(key, text.clone());
        }
    }
}

/// Writes the light of a level. Without `darkness`, all of it is seen.
fn write_light(cast: &Cast<'_>, config: &Node, level: &mut Draft) {
    let ink = Ink(config.span);
    if !cast.mechanic("darkness") {
        level.flag("open", true);
        return;
    }
    let ambient = config.get("mechanics").and_then(|it| it.get("ambient_light"));
    let ambient = ambient.and_then(number).unwrap_or("0");
    level.set("ambient", ink.whole(ambient));
    level.flag("forgets", !cast.mechanic("fog_of_war"));
}

/// Returns whether an actor is a stairway in this direction.
pub(crate) fn is_stairway(actor: &Entry<'_>, way: &str) -> bool {
    actor.attribute_text("stairway") == Some(way)
}

/// Milliseconds of a turn of a level that is watched.
const DEFAULT_PACE: u32 = 50;
const OBSERVER: &str = "observer";
