use barrow_source::Node;

use super::actor::is_mined;
use super::cast::{Cast, Sort, is_seal};
use super::clerk::Keys;
use super::entry::{Entry, number};
use super::hooks::Hooks;
use super::lowering::Lowering;
use super::nature::Nature;
use crate::ink::{Draft, Ink};

const ENTITY: Keys =
    Keys::new(&["name", "description", "tileIndex", "fillColor", "tint", "attributes"], &[]);
const ENTITY_ATTRIBUTES: Keys = Keys::new(&["visible", "walk_description", "ignore_darkness"], &[]);

impl<'k> Lowering<'k, '_, '_> {
    /// What happens to and around an actor that is a thing of its own.
    pub(super) fn occasions(
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
        // A mass, such as slime, is gone without a word.
        if matches!(nature, Nature::Creature) && !actor.is("mass_noun") {
            hooks.add("die", ink.say("[Self] die[s]."));
        }
        if let Some(sound) = actor.top_text("death_sound") {
            hooks.add("die", ink.cue(sound));
        }
        if let Some(words) = self.victory(cast).filter(|_| is_seal(actor)) {
            let played = self.attributes.reading("target", "controlled").unwrap_or_default();
            hooks.add("tread", ink.when(played, vec![ink.object([("win", ink.text(words))])]));
        }
        self.remains(cast, actor, draft);
        self.lode(cast, actor, hooks);
        match nature {
            Nature::Trap => self.trap(cast, actor, hooks),
            Nature::Liquid { personality } => self.pool(cast, actor, *personality, hooks),
            Nature::Deep { personality } => self.currents(*personality, ink, hooks),
            Nature::Drain { personality } => self.drain(cast, *personality, ink, hooks),
            Nature::Hero
            | Nature::Creature
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
            let what = format!("there is no entity `{key}`; nothing remains");
            return self.clerk.warn(named.span, what);
        }
        let table = self.table_of_one(&cast.kind(Sort::Entity, key), named.span);
        draft.set("drops", table);
    }

    /// What comes to light when it is mined.
    fn lode(&mut self, cast: &Cast<'_>, actor: Entry<'_>, hooks: &mut Hooks) {
        let Some(named) = actor.attribute("lode") else { return };
        let Some(item) = named.text().and_then(|key| cast.item(key)) else {
            let what = "there is no such item; nothing is found";
            return self.clerk.warn(named.span, what);
        };
        let ink = Ink(named.span);
        let kind = ink.text(cast.kind(Sort::Item, item.key));
        let spawn = ink.deed("spawn", [("kind", kind), ("at", ink.text("self"))]);
        let chance = actor.attribute("lode_chance").and_then(number).unwrap_or("100");
        let of = ink.text(format!("{chance} / 100"));
        let found = ink.deed("chance", [("of", of), ("do", ink.list(vec![spawn]))]);
        if is_mined(actor) {
            hooks.add("die", found);
        }
    }

    /// A trap is sprung by who steps on it, or by a throw, unless something lies there and
    /// holds it down.
    fn trap(&mut self, cast: &Cast<'k>, actor: Entry<'k>, hooks: &mut Hooks) {
        let ink = Ink(actor.span);
        let mut sprung = Vec::new();
        if let Some(message) = actor.top_text("trap_message") {
            sprung.push(ink.say(self.texts.of_deed(message)));
        }
        match actor.top("trap_effect") {
            Some(area) => sprung.extend(self.burst(cast, area, "self")),
            None => sprung.extend(self.trap_spawn(cast, actor)),
        }
        let held = self.attributes.plain_name("held_down");
        let mark = |to: u8| {
            let fields = [
                ("attribute", ink.text(held.clone())),
                ("to", ink.whole(to)),
                ("of", ink.text("self")),
            ];
            ink.deed("set", fields)
        };
        hooks.extend("pelted", sprung.clone());
        hooks.add("enter", mark(0));
        hooks.add("enter", self.to_what_lies(ink, 0, "1", mark(1)));
        hooks.add("enter", ink.when(format!("target.solid and not self.{held}"), sprung));
    }

    /// `{center, radius, outer}`: one thing in the middle, another around it.
    pub(super) fn burst(&mut self, cast: &Cast<'_>, area: &Node, at: &str) -> Vec<Node> {
        let radius = area.get("radius").and_then(number).unwrap_or("1");
        let mut effects = Vec::new();
        if let Some(outer) = area.get("outer") {
            effects.extend(self.bring(cast, outer, at, Some(radius)));
        }
        if let Some(center) = area.get("center") {
            effects.extend(self.bring(cast, center, at, None));
        }
        effects
    }

    /// A liquid with liquid on all sides turns deep.
    fn pool(
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
            return self.clerk.warn(named.span, what);
        };
        let ink = Ink(named.span);
        let around = personality.top_text("neighbor_type").unwrap_or(actor.key);
        let needed = personality.top("neighbor_count").and_then(number).unwrap_or("4");
        let word = if super::nature::asks(Some(personality), "check_cardinal") {
            "beside"
        } else {
            "around"
        };
        let mut kinds = vec![around, deep.key];
        kinds.dedup();
        let counted = kinds.iter().map(|key| {
            let kind = cast.kind(Sort::Actor, key);
            format!("self.{word}.`{kind}`")
        });
        let when = format!("{} >= {needed}", counted.collect::<Vec<_>>().join(" + "));
        let kind = ink.text(cast.kind(Sort::Actor, deep.key));
        let become_deep = ink.deed("become", [("kind", kind), ("of", ink.text("self"))]);
        hooks.add("turn", ink.when(when, vec![become_deep]));
    }

    /// Deep water washes things out of bags, and what lies in it drifts.
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
        hooks.add("turn", self.to_what_lies(ink, 0, "1", drift));
    }

    /// A drain swallows what floats next to it, and draws near what floats farther off.
    fn drain(&self, cast: &Cast<'_>, personality: Entry<'_>, ink: Ink, hooks: &mut Hooks) {
        let range = personality.top("suction_range").and_then(super::entry::whole).unwrap_or(2);
        let afloat: Vec<String> =
            cast.liquids().iter().map(|it| format!("target.here.`{it}`")).collect();
        let afloat = if afloat.is_empty() { "0".into() } else { afloat.join(" + ") };
        let afloat = format!("({afloat}) > 0");
        let remove = ink.deed("remove", [("of", ink.text("target"))]);
        hooks.add("turn", self.to_what_lies(ink, 1, &afloat, remove));
        let pull = ink.deed("push", [("cells", ink.whole(-1)), ("of", ink.text("target"))]);
        hooks.add("turn", self.to_what_lies(ink, range, &afloat, pull));
    }

    /// Does something to every item within so many cells of which something holds.
    fn to_what_lies(&self, ink: Ink, radius: u32, when: &str, effect: Node) -> Node {
        let portable = self.attributes.plain_name("portable");
        within(ink, radius, ink.when(format!("target.{portable} and {when}"), vec![effect]))
    }

    /// Looks over what is written of a decoration.
    pub(super) fn check_entity(&mut self, entity: Entry<'_>) {
        self.clerk.check_keys(entity.node, "an entity", &ENTITY);
        if let Some(attributes) = entity.top("attributes") {
            self.clerk.check_keys(attributes, "an entity", &ENTITY_ATTRIBUTES);
        }
    }

    /// A decoration.
    pub(super) fn entity(&mut self, cast: &Cast<'_>, entity: Entry<'_>) {
        let ink = Ink(entity.span);
        let mut draft = Draft::new(ink);
        draft.text("name", entity.name());
        draft.text("as", "fixture");
        draft.set("look", self.look_of_entity(entity));
        if !entity.is_unless_denied("visible") {
            draft.set("is", ink.list(vec![ink.text("hidden")]));
        }
        let mut hooks = Hooks::default();
        let text = entity.attribute_text("walk_description");
        hooks.extend("tread", self.walk_text(text, ink));
        hooks.write(&mut draft, ink);
        let name = cast.kind(Sort::Entity, entity.key);
        super::lowering::Written::add(&mut self.written.kinds, name, entity.span, draft.finish());
    }

    /// What a player is told who steps there.
    pub(super) fn walk_text(&self, text: Option<&str>, ink: Ink) -> Vec<Node> {
        let played = self.attributes.reading("target", "controlled").unwrap_or_default();
        let say = text.map(|it| ink.when(played, vec![ink.say(self.texts.of_deed(it))]));
        say.into_iter().collect()
    }
}

/// Does something to all within so many cells, but for the one that does it.
fn within(ink: Ink, radius: u32, effect: Node) -> Node {
    let fields = [
        ("radius", ink.whole(radius)),
        ("at", ink.text("self")),
        ("spares", ink.flag(true)),
        ("do", ink.list(vec![effect])),
    ];
    ink.deed("area", fields)
}
