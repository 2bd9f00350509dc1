use super::actor::DURABILITY;
use super::attributes::LIFE;
use super::cast::{Cast, Sort};
use super::clerk::Keys;
use super::effects::{Amount, DEED, Force};
use super::entry::{Entry, is_true, listed, number};
use super::hooks::Hooks;
use super::ink::{Draft, Ink};
use super::lowering::{Lowering, Written};
use crate::json::{Member, Node, Value};

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
    ],
    &["effect_description", "flickerTint"],
);

const ATTRIBUTES: Keys = Keys {
    known: &[
        "pickupable",
        "visible",
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
    ],
    ignored: &[
        "stackable",
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

/// The slot of weapons.
pub(super) const WEAPON: &str = "weapon";
/// The slots of what is worn.
pub(super) const WORN: [&str; 3] = ["top", "middle", "lower"];

impl<'k> Lowering<'k, '_, '_> {
    /// An item as one of our kinds.
    pub(super) fn item(&mut self, cast: &Cast<'k>, item: Entry<'k>) {
        let name = cast.kind(Sort::Item, item.key);
        let ink = Ink(item.span);
        let mut draft = Draft::new(ink);
        draft.text("name", self.known_name(item));
        let about = item.attribute_text("description").or_else(|| item.top_text("description"));
        draft.text("about", about.unwrap_or_default());
        draft.set("look", self.look_of_item(item));
        let carried = item.is("pickupable");
        draft.text("as", if carried { "item" } else { "fixture" });
        draft.set("is", ink.list(self.item_flags(item)));
        draft.set("has", self.item_values(item));
        let taken_at_once = item.attribute("pickup_effect").is_some();
        if carried && !taken_at_once {
            draft.keep("item", self.item_facet(item));
        }
        draft.set("wear", ink.list(self.modifiers(item)));
        let mut hooks = Hooks::default();
        self.item_strike(item, &mut draft);
        self.spell(cast, item, &mut draft);
        self.item_occasions(cast, item, &mut hooks);
        hooks.write(&mut draft, ink);
        Written::add(&mut self.written.kinds, name, item.span, draft.finish());
    }

    /// Looks over what is written of an item, once, whoever inherits it.
    pub(super) fn check_item(&mut self, item: Entry<'_>) {
        self.clerk.check_keys(item.node, "an item", &KEYS);
        if let Some(attributes) = item.top("attributes") {
            self.clerk.check_keys(attributes, "an item", &ATTRIBUTES);
        }
    }

    /// What it is called by those who know it. A template whose words are drawn is no name.
    fn known_name(&self, item: Entry<'_>) -> String {
        let template = item.top_text("identified_template").filter(|it| !it.contains('['));
        template.map_or_else(|| item.name(), String::from)
    }

    fn item_flags(&self, item: Entry<'_>) -> Vec<Node> {
        let ink = Ink(item.span);
        let mut flags = vec![ink.text(self.attributes.plain_name("portable"))];
        if !item.is_unless_denied("visible") {
            flags.push(ink.text("hidden"));
        }
        for name in ["flammable", "fireproof"] {
            if item.is(name) && self.attributes.is_flag(name) {
                flags.push(ink.text(self.attributes.plain_name(name)));
            }
        }
        flags
    }

    fn item_values(&mut self, item: Entry<'_>) -> Node {
        let mut has = Draft::new(Ink(item.span));
        for stat in item.stats() {
            self.start_of(&stat.key, &stat.value, &mut has);
        }
        if let Some(range) = item.top("random_value") {
            let ends: Option<Vec<&str>> =
                listed(range).and_then(|it| it.iter().map(number).collect());
            match ends.as_deref() {
                Some(&[low, high]) => {
                    let roll = Ink(range.span).text(format!("roll({low}, {high})"));
                    has.set(&self.attributes.plain_name("value"), roll);
                }
                _ => self.clerk.warn(range.span, "a range of values is [least, most]"),
            }
        }
        has.finish()
    }

    fn item_facet(&mut self, item: Entry<'_>) -> Node {
        let ink = Ink(item.span);
        let mut facet = Draft::new(ink);
        if item.is("weapon") {
            facet.text("slot", WEAPON);
        } else if let Some(slot) = item.attribute("wearable") {
            match slot.text().filter(|it| WORN.contains(it)) {
                Some(slot) => {
                    facet.text("slot", slot);
                    facet.flag("eager", true);
                }
                None => self.clerk.warn(slot.span, "things are worn `top`, `middle` or `lower`"),
            }
        }
        facet.text("verb", item.attribute_text("use_verb").unwrap_or_default());
        let used = item.attribute("use_verb").is_some();
        facet.flag("consumed", used && item.is("consumable"));
        facet.flag("kept", item.attribute("drop").is_some_and(|it| !is_true(it)));
        facet.flag("fragile", item.is("explosive"));
        facet.flag("passive", item.attribute("passive_effect").is_some());
        if item.top("identified").is_some_and(|it| !is_true(it)) {
            let template = item.top_text("unidentified_template");
            let name = self.texts.of_name(template.unwrap_or_default());
            let name = if name.is_empty() { item.name() } else { name };
            facet.text("unknown", name);
        }
        self.requirement(item, &mut facet);
        facet.finish()
    }

    fn requirement(&mut self, item: Entry<'_>, facet: &mut Draft) {
        let Some(needs) = item.attribute("requires_stat") else { return };
        let mut conditions = Vec::new();
        for member in needs.members().unwrap_or_default() {
            let reading = self.attributes.reading("actor", &member.key);
            if let (Some(reading), Some(least)) = (reading, number(&member.value)) {
                conditions.push(format!("{reading} >= {least}"));
            } else {
                let what = format!("nobody has `{}`; it is not asked for", member.key);
                self.clerk.warn(member.key_span, what);
            }
        }
        facet.text("needs", conditions.join(" and "));
        if let Some(turns) = needs.get("strength").and_then(number) {
            facet.set("delay", Ink(needs.span).whole(turns));
        }
    }

    /// What it changes while it is worn, or merely carried.
    fn modifiers(&mut self, item: Entry<'_>) -> Vec<Node> {
        let mut modifiers = Vec::new();
        let worn = item.attribute("wear_effect").and_then(Node::members).unwrap_or_default();
        for member in worn {
            modifiers.extend(self.modifier(member));
        }
        if let Some(passive) = item.attribute("passive_effect") {
            modifiers.extend(self.passive(passive));
        }
        if item.is("mining") {
            let ink = Ink(item.span);
            let mining = ink.text(self.attributes.plain_name("mining"));
            modifiers.push(ink.object([("attribute", mining), ("by", ink.whole(1))]));
        }
        modifiers
    }

    /// `{type: stat_bonus, ...}`: the stat by its name, or under `stat` with an `amount`.
    fn passive(&mut self, passive: &Node) -> Vec<Node> {
        match passive.get("type").and_then(Node::text) {
            Some("stat_bonus") => {}
            Some("leave_trail") => return Vec::new(),
            _ => {
                let what = "a passive effect is a `stat_bonus` or a `leave_trail`; it is ignored";
                self.clerk.warn(passive.span, what);
                return Vec::new();
            }
        }
        let amount = ["amount", "value", "bonus"].into_iter().find_map(|it| passive.get(it));
        let named = passive.get("stat").and_then(Node::text).zip(amount);
        let members = passive.members().unwrap_or_default();
        let mut bonuses: Vec<Member> =
            members.iter().filter(|it| it.key != "type" && it.key != "stat").cloned().collect();
        if let Some((stat, amount)) = named {
            let ink = Ink(amount.span);
            bonuses = vec![ink.member(stat, amount.clone())];
        }
        bonuses.iter().filter_map(|it| self.modifier(it)).collect()
    }

    fn modifier(&mut self, member: &Member) -> Option<Node> {
        let ink = Ink(member.value.span);
        let name = member.key.as_str();
        let attribute = match () {
            () if self.attributes.is_number(name) => self.attributes.plain_name(name),
            () if self.attributes.is_gauge(name) => self.attributes.gauge_name(name),
            () if self.attributes.is_flag(name) => self.attributes.plain_name(name),
            () if name == "inventory" => "room".into(),
            () if name == "solid" || name == "pushable" => name.into(),
            () => {
                let what = format!("nobody has `{name}`, so this changes nothing");
                self.clerk.warn_once(member.key_span, name, what);
                return None;
            }
        };
        let twice = self.folder.switches.bonuses && matches!(member.value.value, Value::Number(_));
        let by = match self.amount(&member.value, "self")? {
            Amount::Add(by) => by,
            Amount::Take(by) => format!("0 - {by}"),
            Amount::Set(true) | Amount::Toggle => "1".into(),
            Amount::Set(false) => {
                let fields = [("attribute", ink.text(attribute)), ("times", ink.whole(0))];
                return Some(ink.object(fields));
            }
        };
        let by = if twice { format!("2 * ({by})") } else { by };
        Some(ink.object([("attribute", ink.text(attribute)), ("by", ink.text(by))]))
    }

    /// What a blow with it does, or with it as a missile.
    fn item_strike(&mut self, item: Entry<'_>, draft: &mut Draft) {
        let Some(map) = item.attribute("collision_effect") else { return };
        let ink = Ink(map.span);
        let weapon = item.attribute("weapon");
        let sort = weapon.and_then(Node::text).unwrap_or_default();
        let known = ["", "normal", "knockback", "lifesteal", "critical"];
        if let Some(weapon) = weapon.filter(|_| !known.contains(&sort)) {
            let what = format!("there is no weapon of the kind `{sort}`; it strikes as others do");
            self.clerk.warn(weapon.span, what);
        }
        let utility = !item.is("weapon") && map.members().is_some_and(is_utility);
        if utility {
            return;
        }
        let force = Force { critical: sort == "critical", strength: item.is("weapon") };
        let mut effects = self.effects(map, DEED, force);
        effects.extend(self.proc(sort, &effects, ink));
        if item.is("mining") {
            let power = item.attribute("mining_power").and_then(number).unwrap_or("25");
            let fields = [
                ("attribute", ink.text(DURABILITY)),
                ("by", ink.whole(format!("-{power}"))),
                ("of", ink.text("target")),
            ];
            effects.push(ink.deed("change", fields));
        }
        if let Some(sound) = item.attribute_text("collision_sound") {
            effects.push(ink.cue(sound));
        }
        let says = item.attribute_text("collision_description").unwrap_or_default().to_string();
        let strike = self.strike(ink, effects, &says, false);
        draft.set("strike", strike);
    }

    /// What a weapon of a special kind does besides.
    fn proc(&self, sort: &str, effects: &[Node], ink: Ink) -> Vec<Node> {
        let harm = effects.iter().find_map(|it| it.get("harm")?.get("by")?.text());
        match (sort, harm) {
            ("knockback", _) => vec![ink.deed("push", [("of", ink.text("target"))])],
            ("lifesteal", Some(harm)) => {
                let fields = [
                    ("attribute", ink.text(self.life())),
                    ("by", ink.text(format!("max(1, floor(({harm}) * 0.25))"))),
                    ("of", ink.text("actor")),
                ];
                vec![ink.deed("change", fields)]
            }
            _ => Vec::new(),
        }
    }

    fn item_occasions(&mut self, cast: &Cast<'k>, item: Entry<'k>, hooks: &mut Hooks) {
        let ink = Ink(item.span);
        self.uses(item, hooks);
        if let Some(sound) = item.attribute_text("pickup_sound") {
            hooks.add("pickup", ink.cue(sound));
        }
        if let Some(map) = item.attribute("pickup_effect") {
            let effects = self.effects(map, DEED, Force::default());
            hooks.extend("pickup", effects);
        }
        if item.is("explosive") {
            self.explosion(cast, item, hooks);
        }
        self.trail(cast, item, hooks);
        for stat in item.stats() {
            if let Some(by) = stat.value.get("per_turn").and_then(number) {
                let gauge = ink.text(self.attributes.gauge_name(&stat.key));
                let fields =
                    [("attribute", gauge), ("by", ink.whole(by)), ("of", ink.text("self"))];
                hooks.add("turn", ink.deed("change", fields));
            }
        }
    }

    /// A spell that is cast with it, at a price in its own charge.
    fn spell(&mut self, cast: &Cast<'k>, item: Entry<'k>, draft: &mut Draft) {
        if item.attribute_text("use_effect") != Some(SPELL) {
            return;
        }
        let ink = Ink(item.span);
        let mut ability = Draft::new(ink);
        ability.text("name", item.name());
        ability.text("about", item.attribute_text("description").unwrap_or_default());
        ability.text("aim", "cell");
        let range = item.attribute("spell_range").and_then(number).unwrap_or("10");
        ability.set("range", ink.whole(range));
        if let Some(stat) = item.attribute_text("charge_stat").filter(|it| item.stat(it).is_some())
        {
            let price = ink.text(charge_price(item, stat));
            let gauge = ink.member(self.attributes.gauge_name(stat), price);
            ability.set("cost", ink.node(Value::Object(vec![gauge])));
        }
        let mut effects = Vec::new();
        if let Some(sound) = item.attribute_text("cast_sound") {
            effects.push(ink.cue(sound));
        }
        if let Some(area) = item.attribute("spell_effect") {
            effects.extend(self.burst(cast, area, "target"));
        }
        ability.keep("do", ink.list(effects));
        let name = cast.kind(Sort::Item, item.key);
        Written::add(&mut self.written.abilities, name.clone(), item.span, ability.finish());
        draft.set("abilities", ink.list(vec![ink.text(name)]));
    }

    /// A trail on every cell that its carrier leaves. Who steps back onto it winds it up.
    fn trail(&mut self, cast: &Cast<'_>, item: Entry<'_>, hooks: &mut Hooks) {
        let Some(passive) = item.attribute("passive_effect") else { return };
        if passive.get("type").and_then(Node::text) != Some("leave_trail") {
            return;
        }
        let ink = Ink(passive.span);
        let carried = cast.kind(Sort::Item, item.key);
        let name = format!("{carried} (trail)");
        let mut kind = Draft::new(ink);
        let shown = passive.get("trail_type").and_then(Node::text);
        let entity = shown.and_then(|key| self.folder.entities.find(key));
        kind.text("name", entity.map_or_else(|| item.name(), Entry::name));
        kind.text("as", "fixture");
        let mut look = Draft::new(ink);
        look.text("glyph", "`");
        self.colour(item.top("tint"), &mut look);
        self.tile("tile", entity.and_then(|it| it.top("tileIndex")), &mut look);
        kind.set("look", look.finish());
        if passive.get("backtrack_removes").is_none_or(is_true) {
            let remove = ink.deed("remove", [("of", ink.text("self"))]);
            let mut winding = Hooks::default();
            winding.add("enter", ink.when(format!("actor.carries.`{carried}`"), vec![remove]));
            winding.write(&mut kind, ink);
        }
        Written::add(&mut self.written.kinds, name.clone(), passive.span, kind.finish());
        let fields = [
            ("kind", ink.text(name.clone())),
            ("radius", ink.whole(0)),
            ("at", ink.text("target")),
        ];
        let bare = format!("actor.here.`{name}` + target.here.`{name}` = 0");
        hooks.add("leave", ink.when(bare, vec![ink.deed("spawn", fields)]));
    }

    fn uses(&mut self, item: Entry<'_>, hooks: &mut Hooks) {
        let ink = Ink(item.span);
        let Some(verb) = item.attribute("use_verb") else { return };
        if let Some(text) = item.top_text("use_description") {
            hooks.add("use", ink.say(self.texts.of_deed(text)));
        }
        if let Some(sound) = item.attribute_text("use_sound") {
            hooks.add("use", ink.cue(sound));
        }
        let effect = item.attribute("use_effect");
        match effect.map(|it| (it, it.text())) {
            Some((_, Some(SPELL))) => {}
            Some((node, Some(other))) => {
                let what = format!("there is no use `{other}`; it is ignored");
                self.clerk.warn_once(node.span, other, what);
            }
            Some((map, None)) => {
                let effects = self.effects(map, DEED, Force::default());
                hooks.extend("use", effects);
            }
            None if item.top("random_effect").is_some_and(is_true) => {
                hooks.extend("use", self.random_effect(ink));
            }
            None => {
                let what = "it has a verb and no `use_effect`; using it does nothing";
                self.clerk.warn_once(verb.span, "use_verb", what);
            }
        }
    }

    /// Something good or bad happens to one of the drinker's stats.
    fn random_effect(&self, ink: Ink) -> Vec<Node> {
        let gauge = self.attributes.gauge_name(LIFE);
        let size = format!("if(target.{gauge}.max >= 50, roll(5, 25), roll(1, 5))");
        let fields = |by: String| {
            [
                ("attribute", ink.text(gauge.clone())),
                ("by", ink.text(by)),
                ("of", ink.text("target")),
            ]
        };
        let good = ink.deed("change", fields(size.clone()));
        let bad = ink.deed("change", fields(format!("0 - {size}")));
        let chances =
            [("of", ink.text("0.7")), ("do", ink.list(vec![good])), ("else", ink.list(vec![bad]))];
        vec![ink.deed("chance", chances)]
    }
}

/// The one use that is a word and no effect map.
const SPELL: &str = "targeted_spell";

/// What a cast takes from the charge: an equal share for each use, or all that makes it ready.
fn charge_price(item: Entry<'_>, stat: &str) -> String {
    let part = |key: &str| item.stat(stat).and_then(|it| it.get(key)).and_then(number);
    let most = part("max").or_else(|| item.stat(stat).and_then(number)).unwrap_or("1");
    match (item.attribute("uses").and_then(number), part("ready_at")) {
        (Some(uses), _) => format!("floor({most} / max(1, {uses}))"),
        (None, Some(ready)) => ready.into(),
        (None, None) => most.into(),
    }
}

/// Whether an effect map opens and switches things, and hurts nobody.
fn is_utility(members: &[Member]) -> bool {
    members
        .iter()
        .any(|it| matches!(it.value.value, Value::Flag(_)) || it.value.text() == Some("toggle"))
}
