use barrow_source::{Node, Value};

use super::attributes::per_turn_of;
use super::cast::{Cast, Sort, is_seal};
use super::clerk::Keys;
use super::entry::{Entry, is_true, number, whole};
use super::folder::{Folder, Prototype};
use super::hooks::Hooks;
use super::lowering::{Lowering, Written};
use super::place::Layout;
use crate::ink::{Draft, Ink};

const KEYS: Keys = Keys::new(
    &[
        "name",
        "description",
        "loaded_sound",
        "turn_speed",
        "mechanics",
        "win_conditions",
        "random_actors",
        "random_items",
        "next_level",
        "previous_level",
        "map_generator",
        "$schema",
    ],
    &["depth"],
);

const MECHANICS: Keys = Keys::new(
    &["darkness", "fog_of_war", "ambient_light", "player_light_radius", "observer_mode"],
    &[],
);

/// The prototype that a link means: by its name, or else whatever the case.
pub(super) fn find_prototype<'k>(folder: &'k Folder, name: &str) -> Option<&'k Prototype> {
    let lower = name.to_lowercase();
    let exact = folder.prototypes.iter().find(|it| it.name == name);
    exact.or_else(|| folder.prototypes.iter().find(|it| it.name.to_lowercase() == lower))
}

impl<'k> Lowering<'k, '_, '_> {
    /// A prototype as one of our levels.
    pub(super) fn level(&mut self, cast: &Cast<'k>, prototype: &'k Prototype) {
        let config = &prototype.config;
        self.clerk.check_keys(config, "a prototype", &KEYS);
        if let Some(mechanics) = config.get("mechanics") {
            self.clerk.check_keys(mechanics, "a prototype's mechanics", &MECHANICS);
        }
        let ink = Ink(config.span);
        let mut level = Draft::new(ink);
        for (ours, theirs) in [("title", "name"), ("about", "description")] {
            let text = config.get(theirs).filter(|it| it.text().is_some_and(|it| !it.is_empty()));
            if let Some(text) = text {
                level.set(ours, text.clone());
            }
        }
        // A condition that nobody understands is told even where nothing is sealed.
        self.quest(cast);
        let links = self.links(prototype);
        let layout = self.layout(cast, prototype);
        let mut level_hooks = self.beginning(cast, &layout, config);
        level_hooks.extend("turn", self.accomplished(cast, &layout));
        let hero = self.hero(cast, &layout, ink);
        level.set("hero", hero);
        level.flag("anew", true);
        write_light(cast, config, &mut level);
        self.lay_out(cast, layout, &links, &mut level);
        level.set("links", links);
        if cast.mechanic("observer_mode") {
            level.flag("watched", true);
            let pace = config.get("turn_speed").and_then(whole).unwrap_or(USUAL_PACE);
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
                self.clerk.report.error(named.span, what);
                continue;
            };
            if let Some(found) = find_prototype(self.folder, name) {
                links.set(ours, Ink(named.span).text(found.name.clone()));
            } else {
                let all = self.folder.prototypes.iter().map(|it| it.name.as_str());
                let meant = self.clerk.report.meant(name, all);
                let what = format!("there is no prototype `{name}`{meant}; nothing leads there");
                self.clerk.warn(named.span, what);
            }
        }
        if !self.goes_on(prototype) {
            // Nothing leads down; stairs that a quest has opened are the end.
            links.set("while", ink.whole(0));
        }
        links.finish()
    }

    /// What happens on arrival: a sound, and the first turn of whom one plays, who grows hungry
    /// before he takes a step.
    fn beginning(&self, cast: &Cast<'k>, layout: &Layout, config: &Node) -> Hooks {
        let mut hooks = Hooks::default();
        let ink = Ink(config.span);
        if let Some(sound) = config.get("loaded_sound").and_then(Node::text) {
            hooks.add("arrive", ink.cue(sound));
        }
        let stats = played(cast, layout).map_or(&[][..], Entry::stats);
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

    /// Where a quest leads nowhere further and nothing is sealed, to have done it is the end.
    fn accomplished(&mut self, cast: &Cast<'k>, layout: &Layout) -> Vec<Node> {
        let Some((words, prototype)) = self.victory(cast).zip(cast.prototype) else {
            return Vec::new();
        };
        let conditions = prototype.config.get("win_conditions");
        let asked = conditions.and_then(Node::items).is_some_and(|it| !it.is_empty());
        let random = prototype.config.get("random_actors");
        let is_there = |key: &str| {
            layout.placed.contains(key) || random.is_some_and(|it| it.get(key).is_some())
        };
        let sealed = cast.actors().into_iter().any(|it| is_seal(it) && is_there(it.key));
        if !asked || sealed {
            return Vec::new();
        }
        let ink = Ink(prototype.config.span);
        vec![ink.when(self.quest(cast), vec![ink.object([("win", ink.text(words))])])]
    }

    /// Whether there is a next level.
    fn goes_on(&self, prototype: &Prototype) -> bool {
        let named = prototype.config.get("next_level").and_then(Node::text);
        named.is_some_and(|it| find_prototype(self.folder, it).is_some())
    }

    /// What is told to one who takes the opened stairs of a level after which none comes: the
    /// kit knows no end of a game, but a game has one.
    pub(super) fn victory(&self, cast: &Cast<'_>) -> Option<String> {
        let last = cast.prototype.filter(|it| !self.goes_on(it))?;
        let title = last.config.get("name").and_then(Node::text);
        Some(format!("{} is won.", self.texts.of_actor(title.unwrap_or(&last.name))))
    }

    /// Whom one plays on a level: who stands on its map, or who can be played there at all.
    fn hero(&mut self, cast: &Cast<'k>, layout: &Layout, ink: Ink) -> Node {
        match played(cast, layout) {
            Some(hero) => ink.text(cast.kind(Sort::Actor, hero.key)),
            None => self.observer(ink),
        }
    }

    /// Nobody: one who only watches.
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

    /// What must hold for the way down to open.
    pub(super) fn quest(&mut self, cast: &Cast<'_>) -> String {
        let Some(prototype) = cast.prototype else { return "0".into() };
        let next = prototype.config.get("next_level").is_some_and(is_true);
        let conditions = prototype.config.get("win_conditions");
        let conditions = conditions.and_then(Node::items).unwrap_or_default();
        if conditions.is_empty() {
            // There is nothing to wait for; but what leads nowhere stays shut.
            return u8::from(next).to_string();
        }
        let formulas = conditions.iter().map(|it| self.condition(cast, it)).collect::<Vec<_>>();
        formulas.join(" and ")
    }

    fn condition(&mut self, cast: &Cast<'_>, condition: &Node) -> String {
        let text = condition.text().unwrap_or_default();
        let (verb, key) = text.split_once(':').unwrap_or((text, ""));
        let item = cast.item(key).map(|it| cast.kind(Sort::Item, it.key));
        let actor = cast.actor(key).map(|it| cast.kind(Sort::Actor, it.key));
        match (verb, item, actor) {
            ("wearing", Some(kind), _) => format!("player.wears.`{kind}`"),
            ("holding", Some(kind), _) => format!("player.carries.`{kind}`"),
            ("killed", _, Some(kind)) => format!("count.`{kind}` = 0"),
            ("wearing" | "holding", None, _) => {
                let what = format!("there is no item `{key}`; this never holds");
                self.clerk.warn(condition.span, what);
                "0".into()
            }
            ("killed", _, None) => {
                let what = format!("there is no actor `{key}`, so there is none to kill");
                self.clerk.warn(condition.span, what);
                "1".into()
            }
            _ => {
                let what = "a condition is \"wearing:item\", \"holding:item\" or \
                            \"killed:actor\"; this one never holds";
                self.clerk.warn(condition.span, what);
                "0".into()
            }
        }
    }
}

/// Who is played on a level, if anyone is.
fn played<'k>(cast: &Cast<'k>, layout: &Layout) -> Option<Entry<'k>> {
    let usual = cast.actor("player").filter(|it| it.is("controlled"));
    let any = || cast.actors().into_iter().find(|it| it.is("controlled"));
    let on_map = layout.hero.as_deref().and_then(|key| cast.actor(key));
    let hero = on_map.or(usual).or_else(any);
    hero.filter(|_| !cast.mechanic("observer_mode"))
}

/// In the light all of a level is seen; in the dark, what is in sight, as brightly as it is lit.
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

/// Whether an actor leads that way.
pub(super) fn leads(actor: &Entry<'_>, way: &str) -> bool {
    actor.attribute_text("stairway") == Some(way)
}

/// Milliseconds of a turn where one only watches.
const USUAL_PACE: u32 = 50;
const OBSERVER: &str = "observer";
