use barrow_source::{Member, Node, Value};

use crate::effects::{ACTION, Force};
use crate::folder::cast::is_key;
use crate::folder::entry::{Entry, number};
use crate::ink::{Draft, Ink};
use crate::kind::actor::DURABILITY;
use crate::kind::hooks::Hooks;
use crate::lowering::Lowering;
use crate::state::{STAGGERED, STARTLED};

impl Lowering<'_, '_, '_> {
    /// Writes the attack of an actor, and the text for one who walks into a thing.
    pub(crate) fn combat(
        &mut self,
        actor: Entry<'_>,
        acts: bool,
        draft: &mut Draft,
        hooks: &mut Hooks,
    ) {
        let text = actor.top("collision_description");
        let text = text.or_else(|| actor.attribute("collision_description"));
        if !acts {
            self.bump(actor, text.and_then(Node::text), draft, hooks);
            return;
        }
        let Some(map) = actor.top("collision_effect") else { return };
        let force = Force { strength: true, ..Force::default() };
        let mut effects = self.effects(map, ACTION, force);
        if let Some(sound) = actor.top_text("collision_sound") {
            effects.push(Ink(map.span).cue(sound));
        }
        let says = Some(text.and_then(Node::text).unwrap_or_default());
        let certain = actor.attribute("accuracy").is_none() && actor.stat("accuracy").is_none();
        let chance = if certain { String::new() } else { self.hit_chance() };
        let strike = self.strike(Ink(map.span), effects, says, chance);
        draft.set("strike", strike);
    }

    /// Writes what happens to one who walks into a thing.
    fn bump(&self, actor: Entry<'_>, text: Option<&str>, draft: &mut Draft, hooks: &mut Hooks) {
        let ink = Ink(actor.span);
        let free = !self.folder.switches.bumps;
        let stands = ["openable", "breakable"].into_iter().all(|it| !actor.is(it));
        if let Some(text) = text {
            hooks.add("bump", ink.say(self.texts.of_deed(text)));
            draft.flag("free_bump", free);
        } else if !free && actor.is_solid() && stands {
            hooks.add("bump", ink.say("[Self] [are|is] in the way."));
        }
    }

    /// Returns an attack: its chance, effects and texts. One without texts is a throw's.
    fn strike(&self, ink: Ink, effects: Vec<Node>, says: Option<&str>, chance: String) -> Node {
        let mut strike = Draft::new(ink);
        if !chance.is_empty() {
            strike.text("chance", chance);
            let list = says.and_then(|_| self.texts.list("attacks", "miss_verbs"));
            if let Some(list) = list {
                let miss = ink.say(format!("[Actor] [s words.{list}] [target]."));
                strike.set("miss", ink.list(vec![miss]));
            }
        }
        strike.text("say", says.map_or_else(String::new, |it| self.texts.of_deed(it)));
        strike.keep("do", ink.list(effects));
        strike.flag("touches", true);
        strike.finish()
    }

    /// Returns the formula for the chance to hit. Actors without accuracy always hit, and breakable
    /// targets are always hit.
    fn hit_chance(&self) -> String {
        let read = |subject, name| self.attributes.reading(subject, name).unwrap_or_default();
        let own = read("actor", "accuracy");
        let accuracy = self.attributes.in_blows("actor", "accuracy");
        let defense = self.attributes.in_blows("target", "defense");
        let chance = self.chance(&accuracy, &defense);
        let breakable = read("target", "breakable");
        format!("if({breakable} or {own} = 0, 1, {chance})")
    }

    /// Returns the formula for the chance to hit with a throw. By the shipped rule it is a throw
    /// like any other if the target can be broken, and actors without accuracy have some.
    fn throw_chance(&self) -> String {
        if !self.folder.switches.hit {
            return self.hit_chance();
        }
        let own = self.attributes.reading("actor", "accuracy").unwrap_or_default();
        let accuracy = self.attributes.in_blows("actor", "accuracy");
        let accuracy = format!("if({own} = 0, {UNSKILLED}, {accuracy})");
        self.chance(&accuracy, &self.attributes.in_blows("target", "defense"))
    }

    fn chance(&self, accuracy: &str, defense: &str) -> String {
        let chance = if self.folder.switches.hit {
            format!("round(compound({accuracy}, 0.987, {defense}))")
        } else {
            format!("{accuracy} - {defense}")
        };
        format!("clamp({chance}, 5, 95) / 100")
    }

    /// Writes the attack with an item, in hand or thrown. A throw of anything can hit, and has
    /// the usual words.
    pub(crate) fn item_strike(&mut self, name: &str, item: Entry<'_>, draft: &mut Draft) {
        let ink = Ink(item.span);
        let map = item.attribute("collision_effect");
        if let Some(map) = map {
            self.item_touch(item, map, draft);
        }
        let weapon = item.is("weapon");
        let switches = map.and_then(Node::members).is_none_or(|it| it.iter().all(is_switch));
        let Some(map) = map.filter(|_| weapon || !switches) else {
            // What is explosive bursts in any case.
            if item.is("pickupable") && !item.is("explosive") {
                let mut strike = self.strike(ink, vec![startle(ink)], None, self.throw_chance());
                if let Value::Object(members) = &mut strike.value {
                    members.push(ink.member("harmless", ink.flag(true)));
                }
                draft.set("strike", strike);
            }
            return;
        };
        let mut effects = self.item_effects(name, item, map);
        if let Some(sound) = item.attribute_text("collision_sound") {
            effects.push(ink.cue(sound));
        }
        let says = item.attribute_text("collision_description").unwrap_or_default();
        let mut chance = self.throw_chance();
        if weapon {
            let by_hand = self.hit_chance();
            if by_hand != chance {
                chance = format!("if(actor.wears.`{name}` > 0, {by_hand}, {chance})");
            }
        }
        let strike = self.strike(Ink(map.span), effects, Some(says).filter(|_| weapon), chance);
        draft.set("strike", strike);
    }

    /// Returns what a hit with an item does.
    fn item_effects(&mut self, name: &str, item: Entry<'_>, map: &Node) -> Vec<Node> {
        let ink = Ink(map.span);
        let weapon = item.attribute("weapon");
        let special = weapon.and_then(Node::text).unwrap_or_default();
        let known = ["", "normal", "knockback", "lifesteal", "critical"];
        if let Some(weapon) = weapon.filter(|_| !known.contains(&special)) {
            let what =
                format!("there is no weapon of the kind `{special}`; it strikes as others do");
            self.reader.warn(weapon.span, what);
        }
        let wielded = Some(name);
        let force = Force { strength: item.is("weapon"), wielded, ..Force::default() };
        let critical = if special == "critical" { self.critical(map, force) } else { None };
        let mut effects: Vec<Node> = critical.into_iter().collect();
        effects.extend(self.effects(map, ACTION, force));
        effects.extend(self.special_effects(special, &effects, ink));
        if item.is("mining") {
            let power = item.attribute("mining_power").and_then(number).unwrap_or("25");
            effects.extend(mine(ink, power));
        }
        effects.push(ink.when(format!("actor.wears.`{name}` = 0"), vec![startle(ink)]));
        effects
    }

    /// Writes what an item switches on the things that its carrier walks into. Unlocking is left
    /// out for keys: doors know them.
    fn item_touch(&mut self, item: Entry<'_>, map: &Node, draft: &mut Draft) {
        let ink = Ink(map.span);
        let of_keys = |name: &str| ["locked", "open", "solid"].contains(&name) && is_key(&item);
        let members = map.members().unwrap_or_default().iter();
        let switches = members.filter(|it| is_switch(it) && !of_keys(&it.key)).cloned();
        let switches = ink.node(Value::Object(switches.collect()));
        let mut effects = self.effects(&switches, ACTION, Force::default());
        if effects.is_empty() {
            return;
        }
        if let Some(sound) = item.attribute_text("collision_sound") {
            effects.push(ink.cue(sound));
        }
        draft.set("touch", ink.object([("do", ink.list(effects))]));
    }

    /// Returns the extra effects of a special weapon.
    fn special_effects(&self, special: &str, effects: &[Node], ink: Ink) -> Vec<Node> {
        let harm = effects.iter().find_map(|it| it.get("harm")?.get("by")?.text());
        match (special, harm) {
            ("knockback", _) => {
                let of = || ("of", ink.text("target"));
                let played = self.attributes.reading("target", "controlled").unwrap_or_default();
                let reel = ink.deed("apply", [("state", ink.text(STAGGERED)), of()]);
                vec![
                    ink.deed("push", [of()]),
                    ink.say("[Target] [are|is] knocked back."),
                    ink.when(format!("not {played}"), vec![reel, ink.deed("forget", [of()])]),
                ]
            }
            ("lifesteal", Some(harm)) => {
                let fields = [
                    ("attribute", ink.text(self.life())),
                    ("by", ink.text(format!("max(1, floor(({harm}) * 0.25))"))),
                    ("of", ink.text("actor")),
                ];
                let played = self.attributes.reading("actor", "controlled").unwrap_or_default();
                let say =
                    ink.say(format!("[Actor] drain[s] {{max(1, floor(({harm}) * 0.25))}} health."));
                vec![ink.deed("change", fields), ink.when(played, vec![say])]
            }
            _ => Vec::new(),
        }
    }
}

/// The accuracy of a throw by somebody without accuracy.
const UNSKILLED: u32 = 50;

/// Returns the effect that startles an actor hit by a throw.
fn startle(ink: Ink) -> Node {
    ink.deed("apply", [("state", ink.text(STARTLED)), ("of", ink.text("target"))])
}

/// Returns the effects of a tool on a thing that can be mined, with a text at each quarter.
fn mine(ink: Ink, power: &str) -> Vec<Node> {
    let now = format!("target.{DURABILITY}");
    let stages = [
        ("0.75", "0.5", "[Target] [are|is] chipped."),
        ("0.5", "0.25", "[Target] crack[s]."),
        ("0.25", "0", "[Target] [are|is] about to give way."),
    ];
    let progress = stages.into_iter().map(|(line, next, text)| {
        let left = format!("({now} - {power})");
        let crossed = format!("{now} > {line} * {now}.max and {left} <= {line} * {now}.max");
        ink.when(format!("{crossed} and {left} > {next} * {now}.max"), vec![ink.say(text)])
    });
    let fields = [
        ("attribute", ink.text(DURABILITY)),
        ("by", ink.text(format!("-{power}"))),
        ("of", ink.text("target")),
    ];
    progress.chain([ink.deed("change", fields)]).collect()
}

/// Returns whether an entry of an effect map only switches something and hurts nobody.
fn is_switch(member: &Member) -> bool {
    matches!(member.value.value, Value::Flag(_)) || member.value.text() == Some("toggle")
}
