use barrow_source::{Node, Value};

use super::cast::{Cast, Sort};
use super::effects::{DEED, Force};
use super::entry::{Entry, is_true, number};
use super::hooks::Hooks;
use super::lowering::{Lowering, Written};
use crate::ink::{Draft, Ink};

impl<'k> Lowering<'k, '_, '_> {
    /// A spell that is cast with it, at a price in its own charge.
    pub(super) fn spell(&mut self, cast: &Cast<'k>, item: Entry<'k>, draft: &mut Draft) {
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
        if let Some(text) = item.top_text("use_description") {
            ability.text("say", self.texts.of_use(text, item));
        }
        let mut missile = Draft::new(ink);
        self.tile("tile", item.attribute("projectile_tile"), &mut missile);
        self.colour(item.attribute("projectile_tint"), &mut missile);
        ability.set("missile", missile.finish());
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

    /// What using it does, and what is told once it has worked.
    pub(super) fn uses(
        &mut self,
        cast: &Cast<'k>,
        item: Entry<'_>,
        facet: &mut Draft,
        hooks: &mut Hooks,
    ) {
        let ink = Ink(item.span);
        let Some(verb) = item.attribute("use_verb") else { return };
        let effect = item.attribute("use_effect");
        let effects = match effect.map(|it| (it, it.text())) {
            // It is cast, and not used.
            Some((_, Some(SPELL))) => return,
            Some((node, Some(other))) => {
                let what = format!("there is no use `{other}`; it is ignored");
                self.clerk.warn_once(node.span, other, what);
                Vec::new()
            }
            Some((map, None)) => self.effects(map, DEED, Force::default()),
            None if item.top("random_effect").is_some_and(is_true) => {
                self.random_effect(cast, item, ink)
            }
            None => {
                let what = "it has a verb and no `use_effect`; using it does nothing";
                self.clerk.warn_once(verb.span, "use_verb", what);
                Vec::new()
            }
        };
        hooks.add("use", ink.cue(item.attribute_text("use_sound").unwrap_or("tone1")));
        hooks.extend("use", effects);
        let text = item.top_text("use_description").filter(|it| !it.contains(ROLLED));
        facet.text("works", self.texts.of_use(text.unwrap_or_default(), item));
        facet.text("fails", "Nothing happens.");
    }

    /// Something good or bad happens to one of the user's stats. What it is was rolled when the
    /// thing came to be.
    fn random_effect(&self, cast: &Cast<'k>, item: Entry<'_>, ink: Ink) -> Vec<Node> {
        let [which, good, size] =
            ROLLS.map(|it| format!("self.{}", self.attributes.plain_name(it)));
        let text = item.top_text("use_description").filter(|it| it.contains(ROLLED));
        let mut effects = Vec::new();
        for (stat, number) in cast.hero_stats().iter().zip(1..) {
            let gauge = self.attributes.gauge_name(stat);
            let now = format!("target.{gauge}");
            let by = format!(
                "if({now}.max >= 50, 5 + floor({size} * 21 / 100), 1 + floor({size} * 5 / 100))"
            );
            let cases = [
                (format!("{good} and {now} < {now}.max"), "+"),
                (format!("not {good} and {now} > 0"), "-"),
            ];
            for (able, sign) in cases {
                let change = [
                    ("attribute", ink.text(gauge.clone())),
                    ("by", ink.text(format!("{} {by}", if sign == "-" { "0 -" } else { "" }))),
                    ("of", ink.text("target")),
                ];
                let mut done = vec![ink.deed("change", change)];
                if let Some(text) = text {
                    let told = self.texts.of_use(&text.replace(ROLLED, SPOT), item);
                    let told = told.replace(SPOT, &format!("{sign}{{{by}}} {stat}"));
                    done.push(ink.say(told));
                }
                effects.push(ink.when(format!("{which} = {number} and {able}"), done));
            }
        }
        effects
    }
}

/// What is rolled for a thing with a random effect: which stat, whether it is good, and how
/// much, in hundredths.
pub(super) const ROLLS: [&str; 3] = ["rolled_stat", "rolled_good", "rolled_size"];
/// What texts call the effect.
const ROLLED: &str = "[effect_description]";
/// Stands for the effect while the rest of the text is put into our words.
const SPOT: &str = "\u{e000}";

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
