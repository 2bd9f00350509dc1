use barrow_source::Node;

use crate::folder::cast::{Cast, Category, is_sealed_exit};
use crate::folder::entry::{Entry, number};
use crate::folder::reader::Keys;
use crate::ink::{Draft, Ink};
use crate::kind::actor::is_mined;
use crate::kind::hooks::Hooks;
use crate::kind::nature::Nature;
use crate::lowering::Lowering;

const ENTITY: Keys =
    Keys::new(&["name", "description", "tileIndex", "fillColor", "tint", "attributes"], &[]);
const ENTITY_ATTRIBUTES: Keys =
    Keys::new(&["visible", "mass_noun", "walk_description", "ignore_darkness"], &[]);

/// The flag of a hero in deep water.
const SUBMERGED: &str = "submerged";

/// Adds the message and the sound with which an actor dies.
fn end(actor: Entry<'_>, nature: &Nature<'_>, ink: Ink, hooks: &mut Hooks) {
    // A mass, such as slime, vanishes without a message.
    let dies = if is_mined(actor) { "[Self] crumble[s]." } else { "[Self] die[s]." };
    if (matches!(nature, Nature::Creature) || is_mined(actor)) && !actor.is("mass_noun") {
        hooks.add("die", ink.say(dies));
    }
    if let Some(sound) = actor.top_text("death_sound") {
        hooks.add("die", ink.cue(sound));
    }
}

impl<'k> Lowering<'k, '_, '_> {
    /// Writes what happens when an actor is entered, dies, triggers or flows.
    pub(crate) fn occasions(
        &mut self,
        cast: &Cast<'k>,
        actor: Entry<'k>,
        nature: &Nature<'k>,
        draft: &mut Draft,
        hooks: &mut Hooks,
    ) {
        let ink = Ink(actor.span);
        if let Some(sound) = actor.attribute_text("entry_sound") {
            let played = self.attributes.reading("target", "controlled").unwrap_or_default();
            hooks.add("enter", ink.when(played, vec![ink.cue(sound)]));
        }
        end(actor, nature, ink, hooks);
        if let Some(words) = self.victory(cast).filter(|_| is_sealed_exit(actor)) {
            let played = self.attributes.reading("target", "controlled").unwrap_or_default();
            hooks.add("tread", ink.when(played, vec![ink.object([("win", ink.text(words))])]));
        }
        self.remains(cast, actor, draft);
        self.lode(cast, actor, hooks);
        match nature {
            Nature::Trap => self.trap(cast, actor, hooks),
            Nature::Liquid { personality } => self.deepen(cast, actor, *personality, hooks),
            Nature::Deep { personality } => {
                self.submerge(ink, hooks);
                self.currents(*personality, ink, hooks);
            }
            Nature::Drain { personality } => self.drain(cast, *personality, ink, hooks),
            Nature::Hero => self.emerge(cast, ink, hooks),
            Nature::Creature
            | Nature::Fixture
            | Nature::Gas { .. }
            | Nature::Mist { .. }
            | Nature::Fire
            | Nature::Lava { .. }
            | Nature::Cell => {}
        }
    }

    fn remains(&mut self, cast: &Cast<'_>, actor: Entry<'_>, draft: &mut Draft) {
        let Some(named) = actor.attribute("remains") else { return };
        let Some(key) = named.text() else { return };
        if !self.folder.entities.has(key) {
            let all = self.folder.entities.iter().map(|it| it.key);
            let meant = self.reader.report.meant(key, all);
            let what = format!("there is no entity `{key}`{meant}; nothing remains");
            return self.reader.warn(named.span, what);
        }
        let table = self.table_of_one(&cast.kind(Category::Entity, key), named.span);
        draft.set("drops", table);
    }

    /// Adds the item that is found when an actor is mined.
    fn lode(&mut self, cast: &Cast<'_>, actor: Entry<'_>, hooks: &mut Hooks) {
        let Some(named) = actor.attribute("lode") else { return };
        let Some(item) = named.text().and_then(|key| cast.item(key)) else {
            let what = "there is no such item; nothing is found";
            return self.reader.warn(named.span, what);
        };
        let ink = Ink(named.span);
        let kind = ink.text(cast.kind(Category::Item, item.key));
        let spawn = ink.deed("spawn", [("kind", kind), ("at", ink.text("self"))]);
        let say = ink.say(format!("From the rubble falls [an] {}.", item.name()));
        let chance = actor.attribute("lode_chance").and_then(number).unwrap_or("100");
        let of = ink.text(format!("{chance} / 100"));
        let found = ink.deed("chance", [("of", of), ("do", ink.list(vec![spawn, say]))]);
        if is_mined(actor) {
            hooks.add("die", found);
        }
    }

    /// Adds a trap. A step or a throw springs it, unless an item on it holds it down.
    fn trap(&mut self, cast: &Cast<'k>, actor: Entry<'k>, hooks: &mut Hooks) {
        let ink = Ink(actor.span);
        // A step springs it in its own turn, a throw at once.
        let (sprung, pelted) = (self.sprung(cast, actor, true), self.sprung(cast, actor, false));
        let held = self.attributes.plain_name("held_down");
        let mark = |to| ink.deed("set", mark(ink, &held, to, "self"));
        hooks.extend("pelted", pelted);
        hooks.add("enter", mark(0));
        hooks.add("enter", self.to_items(ink, 0, "1", mark(1)));
        hooks.add("enter", ink.when(format!("target.solid and not self.{held}"), sprung));
    }

    /// Returns what happens when a trap is sprung.
    fn sprung(&mut self, cast: &Cast<'k>, trap: Entry<'k>, own_turn: bool) -> Vec<Node> {
        let ink = Ink(trap.span);
        let message = trap.top_text("trap_message").map(|it| ink.say(self.texts.of_deed(it)));
        let mut sprung: Vec<Node> = message.into_iter().collect();
        match trap.top("trap_effect") {
            Some(area) => {
                // It breaks out at the end of the turn, and burns on from the next one.
                let burst = ink.list(self.burst(cast, area, "self"));
                sprung.push(ink.deed("later", [("turns", ink.whole(1)), ("do", burst)]));
            }
            None => sprung.extend(self.trap_spawn(cast, trap, own_turn)),
        }
        sprung
    }

    /// Returns the effects of `{center, radius, outer}`: one thing in the middle, another around
    /// it.
    pub(crate) fn burst(&mut self, cast: &Cast<'_>, area: &Node, at: &str) -> Vec<Node> {
        let radius = area.get("radius").and_then(number).unwrap_or("1");
        let mut effects = Vec::new();
        let (outer, center) = (area.get("outer"), area.get("center"));
        // Without an `outer`, what is in the middle is around it as well.
        if let Some(wide) = outer.or(center) {
            effects.extend(self.bring(cast, wide, at, Some(radius)));
        }
        if let Some(center) = center.filter(|_| outer.is_some()) {
            effects.extend(self.bring(cast, center, at, None));
        }
        effects
    }

    /// Lets a liquid that is surrounded by liquid become deep.
    fn deepen(
        &mut self,
        cast: &Cast<'k>,
        actor: Entry<'k>,
        personality: Option<Entry<'k>>,
        hooks: &mut Hooks,
    ) {
        let Some(personality) = personality else { return };
        let Some(named) = personality.top("transform_to") else { return };
        let Some(deep) = named.text().and_then(|key| cast.actor(key)) else {
            let what = "there is no such actor; the liquid stays as it is";
            return self.reader.warn(named.span, what);
        };
        let ink = Ink(named.span);
        let around = personality.top_text("neighbor_type").unwrap_or(actor.key);
        let needed = personality.top("neighbor_count").and_then(number).unwrap_or("4");
        let word = if crate::kind::nature::is_set(Some(personality), "check_cardinal") {
            "beside"
        } else {
            "around"
        };
        let mut kinds = vec![around, deep.key];
        kinds.dedup();
        let counted = kinds.iter().map(|key| {
            let kind = cast.kind(Category::Actor, key);
            format!("self.{word}.`{kind}`")
        });
        let when = format!("{} >= {needed}", counted.collect::<Vec<_>>().join(" + "));
        let kind = ink.text(cast.kind(Category::Actor, deep.key));
        let become_deep = ink.deed("become", [("kind", kind), ("of", ink.text("self"))]);
        hooks.add("turn", ink.when(when, vec![become_deep]));
    }

    /// Tells heroes who walk into deep water, once until they leave it.
    fn submerge(&self, ink: Ink, hooks: &mut Hooks) {
        let flag = self.attributes.plain_name(SUBMERGED);
        let played = self.attributes.reading("target", "controlled").unwrap_or_default();
        let say = ink.say("[Target] [are|is] up to the neck in [self].");
        let told = vec![say, ink.deed("set", mark(ink, &flag, 1, "target"))];
        hooks.add("tread", ink.when(format!("{played} and not target.{flag}"), told));
    }

    fn emerge(&self, cast: &Cast<'_>, ink: Ink, hooks: &mut Hooks) {
        let deep = cast.actors().into_iter().filter(|it| it.is("deep"));
        let here = deep.map(|it| format!("self.here.`{}`", cast.kind(Category::Actor, it.key)));
        let here: Vec<String> = here.collect();
        if !here.is_empty() {
            let flag = self.attributes.plain_name(SUBMERGED);
            let left = format!("self.{flag} and {} = 0", here.join(" + "));
            let dry = ink.deed("set", mark(ink, &flag, 0, "self"));
            hooks.add("turn", ink.when(left, vec![dry]));
        }
    }

    /// Lets deep water wash items out of bags, and items in it drift.
    fn currents(&self, personality: Option<Entry<'_>>, ink: Ink, hooks: &mut Hooks) {
        let Some(personality) = personality else { return };
        let given = |key: &str| ink.whole(personality.top(key).and_then(number).unwrap_or("0.3"));
        let by_chance =
            |of: Node, deed: Node| ink.deed("chance", [("of", of), ("do", ink.list(vec![deed]))]);
        let target = || ("of", ink.text("target"));
        let spill = by_chance(given("item_drop_chance"), ink.deed("spill", [target()]));
        let solid = ink.when("target.solid", vec![spill]);
        hooks.add("turn", within(ink, 0, solid));
        let drift = ink.deed("move", [("radius", ink.whole(1)), target()]);
        let drift = by_chance(given("item_drift_chance"), drift);
        hooks.add("turn", self.to_items(ink, 0, "1", drift));
    }

    /// Lets a drain swallow items that float beside it, and pull those that float farther away.
    fn drain(&self, cast: &Cast<'_>, personality: Entry<'_>, ink: Ink, hooks: &mut Hooks) {
        let range =
            personality.top("suction_range").and_then(crate::folder::entry::whole).unwrap_or(2);
        let afloat: Vec<String> =
            cast.liquids().iter().map(|it| format!("target.here.`{it}`")).collect();
        let afloat = if afloat.is_empty() { "0".into() } else { afloat.join(" + ") };
        let afloat = format!("({afloat}) > 0");
        let remove = ink.deed("remove", [("of", ink.text("target"))]);
        let say = ink.say("[Target] [are|is] sucked down the drain.");
        let gone = ink.when("1", vec![say, remove]);
        hooks.add("turn", self.to_items(ink, 1, &afloat, gone));
        let pull = ink.deed("push", [("cells", ink.whole(-1)), ("of", ink.text("target"))]);
        hooks.add("turn", self.to_items(ink, range, &afloat, pull));
    }

    /// Applies an effect to every item within `radius` cells for which `when` holds.
    fn to_items(&self, ink: Ink, radius: u32, when: &str, effect: Node) -> Node {
        let portable = self.attributes.plain_name("portable");
        within(ink, radius, ink.when(format!("target.{portable} and {when}"), vec![effect]))
    }

    /// Warns of what is wrong with a decoration.
    pub(crate) fn check_entity(&mut self, entity: Entry<'_>) {
        self.reader.check_keys(entity.node, "an entity", &ENTITY);
        if let Some(attributes) = entity.top("attributes") {
            self.reader.check_keys(attributes, "an entity", &ENTITY_ATTRIBUTES);
        }
    }

    /// Writes a decoration as a kind.
    pub(crate) fn entity(&mut self, cast: &Cast<'_>, entity: Entry<'_>) {
        let ink = Ink(entity.span);
        let mut draft = Draft::new(ink);
        draft.text("name", entity.name());
        draft.flag("mass", entity.is("mass_noun"));
        draft.text("as", "fixture");
        draft.set("look", self.look_of_entity(entity));
        if !entity.is_or_unset("visible") {
            draft.set("is", ink.list(vec![ink.text("hidden")]));
        }
        let mut hooks = Hooks::default();
        let text = entity.attribute_text("walk_description");
        hooks.extend("tread", self.walk_text(text, ink));
        hooks.write(&mut draft, ink);
        let name = cast.kind(Category::Entity, entity.key);
        crate::lowering::Written::add(&mut self.written.kinds, name, entity.span, draft.finish());
    }

    /// Returns the text that is shown to a player who steps there.
    pub(crate) fn walk_text(&self, text: Option<&str>, ink: Ink) -> Vec<Node> {
        let played = self.attributes.reading("target", "controlled").unwrap_or_default();
        let say = text.map(|it| ink.when(played, vec![ink.say(self.texts.of_deed(it))]));
        say.into_iter().collect()
    }
}

/// Returns the fields of an effect that sets a flag.
fn mark<'a>(ink: Ink, flag: &str, to: u8, of: &str) -> [(&'a str, Node); 3] {
    [("attribute", ink.text(flag)), ("to", ink.whole(to)), ("of", ink.text(of))]
}

/// Applies an effect to all within `radius` cells, except the one that causes it.
fn within(ink: Ink, radius: u32, effect: Node) -> Node {
    let fields = [
        ("radius", ink.whole(radius)),
        ("at", ink.text("self")),
        ("spares", ink.flag(true)),
        ("do", ink.list(vec![effect])),
    ];
    ink.deed("area", fields)
}
