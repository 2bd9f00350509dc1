use barrow_source::{Member, Node, Value};

use super::actor::DURABILITY;
use super::cast::is_key;
use super::effects::{DEED, Force};
use super::entry::{Entry, number};
use super::hooks::Hooks;
use super::lowering::Lowering;
use super::state::{STAGGERED, STARTLED};
use crate::ink::{Draft, Ink};

impl Lowering<'_, '_, '_> {
    /// What its blow does, and what is told of one who walks into it.
    pub(super) fn combat(
        &mut self,
        actor: Entry<'_>,
        acts: bool,
        draft: &mut Draft,
        hooks: &mut Hooks,
    ) {
        let text = actor.top("collision_description");
        let text = text.or_else(|| actor.attribute("collision_description"));
        if !acts {
            if let Some(text) = text.and_then(Node::text) {
                let say = Ink(actor.span).say(self.texts.of_deed(text));
                hooks.add("bump", say);
                draft.flag("free_bump", true);
            }
            return;
        }
        let Some(map) = actor.top("collision_effect") else { return };
        let force = Force { strength: true, ..Force::default() };
        let mut effects = self.effects(map, DEED, force);
        if let Some(sound) = actor.top_text("collision_sound") {
            effects.push(Ink(map.span).cue(sound));
        }
        let says = text.and_then(Node::text).unwrap_or_default().to_string();
        let certain = actor.attribute("accuracy").is_none() && actor.stat("accuracy").is_none();
        let strike = self.strike(Ink(map.span), effects, &says, certain);
        draft.set("strike", strike);
    }

    /// A blow: its chance, what it does, what is told.
    fn strike(&self, ink: Ink, effects: Vec<Node>, says: &str, certain: bool) -> Node {
        let mut strike = Draft::new(ink);
        if !certain {
            strike.text("chance", self.hit_chance());
            if let Some(list) = self.texts.list("attacks", "miss_verbs") {
                let miss = ink.say(format!("[Actor] [s words.{list}] [target]."));
                strike.set("miss", ink.list(vec![miss]));
            }
        }
        strike.text("say", self.texts.of_deed(says));
        strike.keep("do", ink.list(effects));
        strike.flag("touches", true);
        strike.finish()
    }

    /// Who has no accuracy always hits, and so does everyone what can only be broken.
    fn hit_chance(&self) -> String {
        let read = |subject, name| self.attributes.reading(subject, name).unwrap_or_default();
        let (accuracy, defense) = (read("actor", "accuracy"), read("target", "defense"));
        let chance = if self.folder.switches.hit {
            format!("round(compound({accuracy}, 0.987, {defense}))")
        } else {
            format!("{accuracy} - {defense}")
        };
        let breakable = read("target", "breakable");
        format!("if({breakable} or {accuracy} = 0, 1, clamp({chance}, 5, 95) / 100)")
    }

    /// What a blow with it does, or with it as a missile.
    pub(super) fn item_strike(&mut self, name: &str, item: Entry<'_>, draft: &mut Draft) {
        let Some(map) = item.attribute("collision_effect") else { return };
        let ink = Ink(map.span);
        let weapon = item.attribute("weapon");
        let sort = weapon.and_then(Node::text).unwrap_or_default();
        let known = ["", "normal", "knockback", "lifesteal", "critical"];
        if let Some(weapon) = weapon.filter(|_| !known.contains(&sort)) {
            let what = format!("there is no weapon of the kind `{sort}`; it strikes as others do");
            self.clerk.warn(weapon.span, what);
        }
        self.item_touch(item, map, draft);
        let harmless = map.members().is_some_and(|it| it.iter().all(is_utility));
        if harmless && !item.is("weapon") {
            return;
        }
        let critical = sort == "critical";
        let force = Force { critical, strength: item.is("weapon"), wielded: Some(name) };
        let mut effects = self.effects(map, DEED, force);
        effects.extend(self.proc(sort, &effects, ink));
        if item.is("mining") {
            let power = item.attribute("mining_power").and_then(number).unwrap_or("25");
            effects.extend(chip(ink, power));
        }
        let startle = [("state", ink.text(STARTLED)), ("of", ink.text("target"))];
        let thrown = format!("actor.wears.`{name}` = 0");
        effects.push(ink.when(thrown, vec![ink.deed("apply", startle)]));
        if let Some(sound) = item.attribute_text("collision_sound") {
            effects.push(ink.cue(sound));
        }
        let says = item.attribute_text("collision_description").unwrap_or_default().to_string();
        let strike = self.strike(ink, effects, &says, false);
        draft.set("strike", strike);
    }

    /// What it switches on what its carrier walks into. To unlock is what doors know of keys.
    fn item_touch(&mut self, item: Entry<'_>, map: &Node, draft: &mut Draft) {
        let ink = Ink(map.span);
        let of_keys = |name: &str| ["locked", "open", "solid"].contains(&name) && is_key(&item);
        let members = map.members().unwrap_or_default().iter();
        let switches = members.filter(|it| is_utility(it) && !of_keys(&it.key)).cloned();
        let switches = ink.node(Value::Object(switches.collect()));
        let mut effects = self.effects(&switches, DEED, Force::default());
        if effects.is_empty() {
            return;
        }
        if let Some(sound) = item.attribute_text("collision_sound") {
            effects.push(ink.cue(sound));
        }
        draft.set("touch", ink.object([("do", ink.list(effects))]));
    }

    /// What a weapon of a special kind does besides.
    fn proc(&self, sort: &str, effects: &[Node], ink: Ink) -> Vec<Node> {
        let harm = effects.iter().find_map(|it| it.get("harm")?.get("by")?.text());
        match (sort, harm) {
            ("knockback", _) => {
                let of = || ("of", ink.text("target"));
                let played = self.attributes.reading("target", "controlled").unwrap_or_default();
                let reel = ink.deed("apply", [("state", ink.text(STAGGERED)), of()]);
                vec![
                    ink.deed("push", [of()]),
                    ink.when(format!("not {played}"), vec![reel, ink.deed("forget", [of()])]),
                ]
            }
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
}

/// What a tool does to what can be mined, and what is told of it at each quarter.
fn chip(ink: Ink, power: &str) -> Vec<Node> {
    let now = format!("target.{DURABILITY}");
    let told = [
        ("0.75", "0.5", "[Target] [are|is] chipped."),
        ("0.5", "0.25", "[Target] crack[s]."),
        ("0.25", "0", "[Target] [are|is] about to give way."),
    ];
    let progress = told.into_iter().map(|(line, next, text)| {
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

/// Whether a part of an effect map switches something, and hurts nobody.
fn is_utility(member: &Member) -> bool {
    matches!(member.value.value, Value::Flag(_)) || member.value.text() == Some("toggle")
}
