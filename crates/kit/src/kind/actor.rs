use barrow_source::{Node, Value};

use crate::attributes::{LIFE, per_turn_of};
use crate::folder::cast::{Cast, Category, is_sealed_exit};
use crate::folder::entry::{Entry, is_true, number};
use crate::folder::reader::Keys;
use crate::ink::{Draft, Ink};
use crate::kind::hooks::Hooks;
use crate::kind::nature::{Nature, behaviours};
use crate::lowering::{Lowering, Written};

const KEYS: Keys = Keys::new(
    &[
        "name",
        "description",
        "tileIndexBase",
        "tileIndexTop",
        "tileIndexBase_open",
        "tileIndexTop_open",
        "tint",
        "flipBaseH",
        "flipBaseV",
        "flipTopH",
        "flipTopV",
        "animated",
        "animation_frames",
        "animationBase",
        "animationTop",
        "flickerTint",
        "personality",
        "vision_range",
        "collision_effect",
        "collision_sound",
        "collision_description",
        "death_sound",
        "default_items",
        "stats",
        "attributes",
        "lifetime",
        "damage_per_turn",
        "spread_chance",
        "random_color",
        "trap_message",
        "trap_spawn",
        "trap_spawn_tint",
        "trap_collision_effect",
        "trap_apply_state",
        "trap_effect",
        "state",
    ],
    &[],
);

/// Attributes that authors write and nothing reads.
const IGNORED: [&str; 3] = ["lockable", "spreads", "trap_type"];

/// Attributes that mean something, to suggest one for a misspelt name.
const KNOWN: [&str; 35] = [
    "hostile",
    "solid",
    "visible",
    "controlled",
    "remains",
    "breakable",
    "pushable",
    "flammable",
    "paint_tile",
    "mass_noun",
    "proper_named",
    "sentient",
    "inventory",
    "accuracy",
    "defense",
    "strength",
    "light_source",
    "openable",
    "open",
    "locked",
    "color_locked",
    "stairway",
    "trap",
    "damage_type",
    "liquid",
    "deep",
    "nauseates",
    "entry_sound",
    "sighted",
    "lode",
    "lode_chance",
    "collision_description",
    "fireproof",
    "break_threshold",
    "attack_range",
];

impl<'k> Lowering<'k, '_, '_> {
    /// Writes an actor as a kind.
    pub(crate) fn actor(&mut self, cast: &Cast<'k>, actor: Entry<'k>) {
        let name = cast.kind(Category::Actor, actor.key);
        if self.written.kinds.iter().any(|it| it.key == name) {
            return;
        }
        let ink = Ink(actor.span);
        let nature = cast.nature(actor);
        let mut draft = Draft::new(ink);
        draft.text("name", name_of(cast, actor));
        draft.flag("proper", actor.is("proper_named"));
        draft.flag("mass", actor.is("mass_noun"));
        draft.text("about", actor.top_text("description").unwrap_or_default());
        draft.set("look", self.look_of_actor(actor, &nature));
        if nature.is_field() {
            self.seed(cast, actor, &mut draft);
        } else {
            self.body(cast, actor, &nature, &mut draft);
        }
        Written::add(&mut self.written.kinds, name, actor.span, draft.finish());
    }

    /// Warns of what is wrong with an actor. Each is checked once, however many casts it is in.
    pub(crate) fn check_actor(&mut self, actor: Entry<'_>) {
        self.reader.check_keys(actor.node, "an actor", &KEYS);
        self.check_sounds(actor.node);
        self.check_placeholders(actor);
        for member in actor.attributes() {
            let key = member.key.as_str();
            let what = match () {
                () if IGNORED.contains(&key) => {
                    format!("`{key}` has no effect here and is ignored")
                }
                () if KEYS.known.contains(&key) && !KNOWN.contains(&key) => {
                    format!("`{key}` is ignored here; write it beside `attributes`")
                }
                () if actor.stat(key).is_some() => {
                    format!("the attribute `{key}` is ignored, because there is a stat `{key}`")
                }
                () if !KNOWN.contains(&key) => {
                    match self.reader.report.nearest(key, KNOWN.into_iter()) {
                        Some(meant) => format!("nothing reads `{key}` (did you mean `{meant}`?)"),
                        None => continue,
                    }
                }
                () => continue,
            };
            self.reader.warn_once(member.key_span, key, what);
        }
    }

    fn body(&mut self, cast: &Cast<'k>, actor: Entry<'k>, nature: &Nature<'k>, draft: &mut Draft) {
        let ink = Ink(actor.span);
        let acts = matches!(nature, Nature::Hero | Nature::Creature);
        draft.text("as", if acts { "actor" } else { "fixture" });
        draft.set("is", ink.list(self.flags(actor, nature)));
        draft.set("has", self.values(actor, nature));
        match nature {
            Nature::Hero => draft.text("side", "heroes"),
            Nature::Creature => {
                // Nobody's foe has no side: it can be struck, and strikes back at most.
                if !is_peaceful(cast, actor) {
                    draft.text("side", "others");
                }
                let mind = self.mind_of(cast, actor);
                let mind = mind.unwrap_or_else(|| self.still_mind(actor.span));
                draft.set("mind", mind);
            }
            Nature::Fixture
            | Nature::Trap
            | Nature::Gas { .. }
            | Nature::Mist { .. }
            | Nature::Fire
            | Nature::Lava { .. }
            | Nature::Liquid { .. }
            | Nature::Deep { .. }
            | Nature::Drain { .. }
            | Nature::Cell => {}
        }
        self.facets(cast, actor, draft);
        let mut hooks = Hooks::default();
        self.combat(actor, acts, draft, &mut hooks);
        self.occasions(cast, actor, nature, draft, &mut hooks);
        hooks.write(draft, ink);
    }

    fn flags(&self, actor: Entry<'_>, nature: &Nature<'_>) -> Vec<Node> {
        let ink = Ink(actor.span);
        let mut flags = Vec::new();
        let acts = matches!(nature, Nature::Hero | Nature::Creature);
        let door = actor.is("openable");
        if actor.is_solid() && !door {
            flags.push(ink.text("solid"));
            let creature = matches!(nature, Nature::Creature);
            if !acts || creature && self.folder.switches.sight {
                flags.push(ink.text("opaque"));
            }
        }
        if !actor.is_or_unset("visible") {
            flags.push(ink.text("hidden"));
        }
        if actor.is("pushable") {
            flags.push(ink.text("pushable"));
        }
        for member in actor.attributes() {
            let name = member.key.as_str();
            if self.attributes.is_flag(name) && actor.is(name) {
                flags.push(Ink(member.key_span).text(self.attributes.plain_name(name)));
            }
        }
        // A hero can suffer states.
        if matches!(nature, Nature::Hero) && !actor.is("sentient") {
            flags.push(ink.text(self.attributes.plain_name("sentient")));
        }
        flags
    }

    fn values(&mut self, actor: Entry<'_>, nature: &Nature<'_>) -> Node {
        let ink = Ink(actor.span);
        let mut has = Draft::new(ink);
        for stat in actor.stats() {
            self.start_of(&stat.key, &stat.value, &mut has);
        }
        for member in actor.attributes() {
            let (name, value) = (member.key.as_str(), &member.value);
            let ink = Ink(value.span);
            if actor.stat(name).is_some() {
                continue;
            }
            if name == "inventory" {
                has.set("room", ink.whole(number(value).unwrap_or("0")));
            } else if self.attributes.is_number(name) {
                let number = if let Value::Flag(flag) = value.value {
                    Some(if flag { "1" } else { "0" })
                } else {
                    number(value)
                };
                match number {
                    Some(number) => has.set(&self.attributes.plain_name(name), ink.whole(number)),
                    None => self.reader.warn(
                        value.span,
                        format!("`{name}` is a number elsewhere; write a number here"),
                    ),
                }
            }
        }
        if matches!(nature, Nature::Hero | Nature::Creature) {
            has.set("speed", ink.whole(100));
            let sight = actor.top("vision_range").and_then(number).unwrap_or("8");
            has.set("sight", ink.whole(sight));
        }
        if is_mined(actor) {
            let needed = actor.attribute("break_threshold").and_then(number).unwrap_or("100");
            has.set(DURABILITY, ink.whole(needed));
        }
        has.finish()
    }

    /// Writes the initial value of a stat, and what it changes by each turn.
    pub(crate) fn start_of(&mut self, name: &str, value: &Node, has: &mut Draft) {
        let ink = Ink(value.span);
        let ours = self.attributes.gauge_name(name);
        let part = |key: &str| value.get(key).and_then(number);
        match (number(value), part("max"), part("current").or_else(|| part("start"))) {
            (Some(number), _, _) => has.set(&ours, ink.whole(number)),
            (None, Some(max), Some(now)) => {
                has.set(&ours, ink.object([("now", ink.whole(now)), ("max", ink.whole(max))]));
            }
            (None, Some(only), None) | (None, None, Some(only)) => has.set(&ours, ink.whole(only)),
            (None, None, None) => {
                let what =
                    format!("`{name}` is a number or {{ \"max\": ... }}, not {}", value.kind());
                self.reader.report.error(value.span, what);
            }
        }
        if let Some((fate, number)) = self.attributes.fate(name, value) {
            has.set(&fate, ink.whole(number));
        }
        if let Some(by) = part("per_turn") {
            has.set(&self.attributes.plain_name(&per_turn_of(name)), ink.whole(by));
        }
    }

    /// Writes the facets: doors, stairs, lights and what else the engine itself knows.
    fn facets(&mut self, cast: &Cast<'k>, actor: Entry<'k>, draft: &mut Draft) {
        let ink = Ink(actor.span);
        if actor.is("openable") {
            draft.keep("door", self.door(cast, actor));
        }
        if let Some(stairway) = actor.attribute("stairway") {
            let way = if stairway.text() == Some("up") { "up" } else { "down" };
            let fields = [("way", ink.text(way)), ("at_once", ink.flag(true))];
            draft.set("stairs", ink.object(fields));
        }
        if actor.is("light_source") {
            draft.set("light", self.lamp(actor));
        } else if actor.is("controlled") && cast.mechanic("darkness") {
            draft.set("light", hero_lamp(cast, ink));
        }
        if let Some(items) = actor.top("default_items").and_then(Node::items) {
            draft.set("stock", self.stock(cast, items, ink));
        }
        draft.flag("harmful", actor.is("nauseates") || actor.attribute("damage_type").is_some());
        if is_mined(actor) {
            draft.text("breaks", self.attributes.plain_name("mining"));
        }
    }

    fn door(&mut self, cast: &Cast<'_>, actor: Entry<'_>) -> Node {
        let ink = Ink(actor.span);
        let mut door = Draft::new(ink);
        door.flag("open", actor.is("open"));
        door.flag("locked", actor.is("locked"));
        let stairs = actor.attribute("stairway").is_some();
        if actor.is("locked") && !stairs {
            let keys = cast.keys();
            let names = keys.iter().map(|it| ink.text(cast.kind(Category::Item, it.key)));
            door.set("keys", ink.list(names.collect()));
            door.flag("consumes", keys.iter().any(|it| it.is("consumable")));
            door.flag("colored", actor.is("color_locked"));
            door.flag("enters", true);
        }
        if is_sealed_exit(actor) {
            door.text("while", self.quest(cast));
        }
        door.finish()
    }

    /// Returns a light with a radius of five cells, in the colour of the actor.
    pub(crate) fn lamp(&mut self, actor: Entry<'_>) -> Node {
        let ink = Ink(actor.span);
        let mut lamp = Draft::new(ink);
        lamp.set("radius", ink.whole(5));
        lamp.text("falloff", "linear");
        self.color(actor.top("tint"), &mut lamp);
        lamp.finish()
    }

    fn stock(&mut self, cast: &Cast<'_>, items: &[Node], ink: Ink) -> Node {
        let mut stock = Vec::new();
        let mut armed = false;
        for named in items {
            let Some(key) = named.text() else { continue };
            let Some(item) = cast.item(key) else {
                let meant = self.reader.report.meant(key, cast.items().iter().map(|it| it.key));
                let what = format!("there is no item `{key}`{meant}; it is left out");
                self.reader.warn(named.span, what);
                continue;
            };
            let weapon = item.is("weapon");
            let worn = item.is("wearable") || (weapon && !armed);
            armed |= weapon;
            let mut one = Draft::new(Ink(named.span));
            one.text("kind", cast.kind(Category::Item, key));
            one.flag("worn", worn);
            stock.push(one.finish());
        }
        ink.list(stock)
    }
}

/// Returns whether an actor says that it is not hostile, and does nothing that is.
fn is_peaceful(cast: &Cast<'_>, actor: Entry<'_>) -> bool {
    let personality = actor.top_text("personality").and_then(|key| cast.personality(key));
    let attacks = personality.is_some_and(|it| behaviours(it).any(crate::mind::is_attack));
    actor.attribute("hostile").is_some_and(|it| !is_true(it)) && !attacks
}

/// Returns the name of an actor. Sealed stairs that a quest has opened are called like others.
fn name_of(cast: &Cast<'_>, actor: Entry<'_>) -> String {
    let name = actor.name();
    if !is_sealed_exit(actor) {
        return name;
    }
    let all = cast.actors().into_iter();
    let mut open =
        all.filter(|it| it.attribute_text("stairway") == Some("down") && !it.is("locked"));
    let open = open.next().map_or_else(|| "stairs down".into(), Entry::name);
    if [&name, &open].iter().any(|it| it.contains(['[', '{', '|'])) {
        return name;
    }
    format!("[if self.open|{open}|{name}]")
}

/// Returns the light of a hero in the dark.
fn hero_lamp(cast: &Cast<'_>, ink: Ink) -> Node {
    let mechanics = cast.prototype.and_then(|it| it.config.get("mechanics"));
    let radius = mechanics.and_then(|it| it.get("player_light_radius")).and_then(number);
    let radius = ink.whole(radius.unwrap_or("6"));
    ink.object([("radius", radius), ("falloff", ink.text("linear"))])
}

/// The hidden gauge of things that can only be mined.
pub(crate) const DURABILITY: &str = "durability";

/// Returns whether an actor can only be mined: it is breakable and has no health.
pub(crate) fn is_mined(actor: Entry<'_>) -> bool {
    actor.is("breakable") && actor.stat(LIFE).is_none()
}
