use barrow_source::{Member, Node};

use crate::effects::{Force, PICKUP};
use crate::folder::cast::{Cast, Category};
use crate::folder::entry::{Entry, is_true, number};
use crate::folder::reader::Keys;
use crate::ink::{Draft, Ink};
use crate::kind::hooks::Hooks;
use crate::lowering::{Lowering, Written};

const KEYS: Keys = Keys::new(
    &[
        "name",
        "description",
        "tileIndex",
        "attributes",
        "tint",
        "flipH",
        "flipV",
        "random_color",
        "identified",
        "unidentified_template",
        "identified_template",
        "use_description",
        "random_effect",
        "random_value",
        "stats",
        "template_vars",
        "effect_description",
    ],
    &["flickerTint"],
);

const ATTRIBUTES: Keys = Keys {
    known: &[
        "pickupable",
        "visible",
        "mass_noun",
        "consumable",
        "flammable",
        "description",
        "use_verb",
        "use_effect",
        "use_sound",
        "pickup_sound",
        "collision_effect",
        "collision_sound",
        "collision_description",
        "weapon",
        "wearable",
        "wear_effect",
        "passive_effect",
        "explosive",
        "requires_stat",
        "pickup_effect",
        "mining",
        "mining_power",
        "key",
        "drop",
        "charge_stat",
        "uses",
        "spell_effect",
        "spell_range",
        "projectile_tile",
        "projectile_tint",
        "cast_sound",
        "breakable_on_throw",
        "cloud_lifetime",
        "fireproof",
        "lock_color",
        "stackable",
    ],
    ignored: &[
        "drinkable",
        "tint_variation",
        "restore_health",
        "restore_strength",
        "mine_wall",
        "restore_amount",
        "durability",
        "break_chance",
        "requires",
        "charge_cost",
        "ammunition",
        "attack_range",
    ],
    open: |_| false,
};

/// The slot for weapons.
pub(crate) const WEAPON: &str = "weapon";
/// The slots for clothes.
pub(crate) const WORN: [&str; 3] = ["top", "middle", "lower"];

impl<'k> Lowering<'k, '_, '_> {
    /// Writes an item as a kind.
    pub(crate) fn item(&mut self, cast: &Cast<'k>, item: Entry<'k>) {
        let name = cast.kind(Category::Item, item.key);
        let ink = Ink(item.span);
        let mut draft = Draft::new(ink);
        draft.text("name", known_name(item));
        draft.flag("mass", item.is("mass_noun"));
        draft.text("about", crate::text::description_of(item));
        draft.set("look", self.look_of_item(item));
        let carried = item.is("pickupable");
        draft.text("as", if carried { "item" } else { "fixture" });
        draft.set("is", ink.list(self.item_flags(item)));
        draft.set("has", self.item_values(cast, item));
        let taken_on_pickup = item.attribute("pickup_effect").is_some();
        let mut hooks = Hooks::default();
        if carried && !taken_on_pickup {
            let facet = self.item_facet(cast, item, &mut hooks);
            draft.keep("item", facet);
        }
        draft.set("wear", ink.list(self.modifiers(item)));
        self.item_strike(&name, item, &mut draft);
        self.spell(cast, item, &mut draft);
        self.item_occasions(cast, item, &mut hooks);
        hooks.write(&mut draft, ink);
        Written::add(&mut self.written.kinds, name, item.span, draft.finish());
    }

    /// Warns of what is wrong with an item. Each is checked once, however many casts it is in.
    pub(crate) fn check_item(&mut self, item: Entry<'_>) {
        self.reader.check_keys(item.node, "an item", &KEYS);
        self.check_sounds(item.node);
        self.check_placeholders(item);
        if let Some(attributes) = item.top("attributes") {
            self.reader.check_keys(attributes, "an item", &ATTRIBUTES);
        }
    }

    fn item_flags(&self, item: Entry<'_>) -> Vec<Node> {
        let ink = Ink(item.span);
        let mut flags = vec![ink.text(self.attributes.plain_name("portable"))];
        if !item.is_or_unset("visible") {
            flags.push(ink.text("hidden"));
        }
        for name in ["flammable", "fireproof"] {
            if item.is(name) && self.attributes.is_flag(name) {
                flags.push(ink.text(self.attributes.plain_name(name)));
            }
        }
        flags
    }

    fn item_values(&mut self, cast: &Cast<'_>, item: Entry<'_>) -> Node {
        let mut has = Draft::new(Ink(item.span));
        for stat in item.stats() {
            self.start_of(&stat.key, &stat.value, &mut has);
        }
        if let Some(range) = item.top("random_value") {
            let ends: Option<Vec<&str>> =
                range.items().and_then(|it| it.iter().map(number).collect());
            match ends.as_deref() {
                Some(&[low, high]) => {
                    let roll = Ink(range.span).text(format!("roll({low}, {high})"));
                    has.set(&self.attributes.plain_name("value"), roll);
                }
                _ => self.reader.warn(range.span, "a range of values is [min, max]"),
            }
        }
        self.rolls(cast, item, &mut has);
        has.finish()
    }

    fn item_facet(&mut self, cast: &Cast<'k>, item: Entry<'_>, hooks: &mut Hooks) -> Node {
        let ink = Ink(item.span);
        let mut facet = Draft::new(ink);
        if item.is("weapon") {
            facet.text("slot", WEAPON);
        } else if let Some(slot) = item.attribute("wearable") {
            match slot.text().filter(|it| WORN.contains(it)) {
                Some(slot) => {
                    facet.text("slot", slot);
                    facet.flag("eager", true);
                    facet.flag("replaces", true);
                }
                None => self.reader.warn(slot.span, "things are worn `top`, `middle` or `lower`"),
            }
        }
        facet.text("verb", item.attribute_text("use_verb").unwrap_or_default());
        let used = item.attribute("use_verb").is_some();
        facet.flag("consumed", used && item.is("consumable"));
        facet.flag("kept", item.attribute("drop").is_some_and(|it| !is_true(it)));
        let rolled =
            item.top("random_effect").is_some_and(is_true) || item.node.get("stats").is_some();
        facet.flag("stacks", item.is("stackable") && !rolled && !self.folder.switches.stacks);
        facet.flag("fragile", item.is("explosive"));
        facet.flag("shatters", item.is_or_unset("breakable_on_throw"));
        facet.flag("passive", item.attribute("passive_effect").is_some());
        if item.top("identified").is_some_and(|it| !is_true(it)) {
            let template = item.top_text("unidentified_template");
            let name = self.texts.of_name(template.unwrap_or_default(), item);
            let name = if name.is_empty() { item.name() } else { name };
            facet.text("unknown", name);
        }
        if let Some(template) = item.top_text("identified_template").filter(|it| it.contains('[')) {
            facet.text("called", self.texts.of_name(template, item));
        }
        self.uses(cast, item, &mut facet, hooks);
        self.requirement(item, &mut facet);
        facet.finish()
    }

    fn item_occasions(&mut self, cast: &Cast<'k>, item: Entry<'k>, hooks: &mut Hooks) {
        let ink = Ink(item.span);
        hooks.add("pickup", ink.cue(item.attribute_text("pickup_sound").unwrap_or("tone3")));
        if let Some(map) = item.attribute("pickup_effect") {
            let effects = self.effects(map, PICKUP, Force::default());
            hooks.extend("pickup", effects);
            if item.top("random_value").is_some() {
                let played = self.attributes.reading("actor", "controlled").unwrap_or_default();
                let value = self.attributes.plain_name("value");
                let say = format!("[Actor] pick[s] up [a item] worth {{self.{value}}}.");
                hooks.add("pickup", ink.when(played, vec![ink.say(say)]));
            }
        }
        if item.is("explosive") {
            self.explosion(cast, item, hooks);
        }
        self.donning(item, hooks);
        self.trail(cast, item, hooks);
        for stat in item.stats() {
            if let Some(by) = stat.value.get("per_turn").and_then(number) {
                hooks.extend("turn", self.readiness(stat, by));
                let gauge = ink.text(self.attributes.gauge_name(&stat.key));
                let fields =
                    [("attribute", gauge), ("by", ink.whole(by)), ("of", ink.text("self"))];
                hooks.add("turn", ink.deed("change", fields));
            }
        }
    }
}

impl Lowering<'_, '_, '_> {
    /// Returns the message of the turn in which a stat of an item reaches `ready_at`.
    fn readiness(&self, stat: &Member, by: &str) -> Vec<Node> {
        let ready = stat.value.get("ready_at").and_then(number);
        let message = stat.value.get("ready_message").and_then(Node::text);
        let Some((ready, message)) = ready.zip(message) else { return Vec::new() };
        let ink = Ink(stat.value.span);
        let now = format!("self.{}", self.attributes.gauge_name(&stat.key));
        let when = format!("{now} < {ready} and {now} + {by} >= {ready}");
        vec![ink.when(when, vec![ink.say(self.texts.of_deed(message))])]
    }

    /// Writes the values that are rolled once for an item with a random effect.
    fn rolls(&self, cast: &Cast<'_>, item: Entry<'_>, has: &mut Draft) {
        if item.top("random_effect").is_some_and(is_true) {
            let ink = Ink(item.span);
            let which = format!("roll(1, {})", cast.hero_stats().len());
            let rolls = [which, "chance(0.7)".into(), "roll(0, 99)".into()];
            for (name, roll) in crate::kind::powers::ROLLS.into_iter().zip(rolls) {
                has.set(&self.attributes.plain_name(name), ink.text(roll));
            }
        }
    }
}

/// Returns the name of an item once it is identified. A template with placeholders is no name.
pub(crate) fn known_name(item: Entry<'_>) -> String {
    let template = item.top_text("identified_template").filter(|it| !it.contains('['));
    template.map_or_else(|| item.name(), String::from)
}
