use barrow_source::{Node, Value};

use crate::effects::{ACTION, Force};
use crate::folder::cast::{Cast, Category};
use crate::folder::entry::{Entry, is_true, number};
use crate::ink::{Draft, Ink};
use crate::kind::hooks::Hooks;
use crate::kind::item::known_name;
use crate::lowering::{Lowering, Written};

impl<'k> Lowering<'k, '_, '_> {
    /// Writes the spell that is cast with an item, which costs some of its charge.
    pub(crate) fn spell(&mut self, cast: &Cast<'k>, item: Entry<'k>, draft: &mut Draft) {
        if item.attribute_text("use_effect") != Some(SPELL) {
            return;
        }
        let ink = Ink(item.span);
        let mut ability = Draft::new(ink);
        ability.text("name", item.name());
        ability.text("about", crate::text::description_of(item));
        ability.text("aim", "cell");
        ability.flag("apart", true);
        // Without a range of its own it reaches everything in sight.
        if let Some(range) = item.attribute("spell_range").and_then(number) {
            ability.set("range", ink.whole(range));
        }
        if let Some(stat) = item.attribute_text("charge_stat").filter(|it| item.stat(it).is_some())
        {
            let price = ink.text(charge_price(item, stat));
            let gauge = ink.member(self.attributes.gauge_name(stat), price);
            ability.set("cost", ink.node(Value::Object(vec![gauge])));
        }
        let say = match item.top_text("use_description") {
            Some(text) => self.texts.of_use(text, item),
            None => format!("[Actor] cast[s] {}.", crate::text::escaped(&known_name(item))),
        };
        ability.text("say", say);
        let mut missile = Draft::new(ink);
        self.tile("tile", item.attribute("projectile_tile"), &mut missile);
        self.color(item.attribute("projectile_tint"), &mut missile);
        ability.set("missile", missile.finish());
        let mut effects = Vec::new();
        if let Some(sound) = item.attribute_text("cast_sound") {
            effects.push(ink.cue(sound));
        }
        if let Some(area) = item.attribute("spell_effect") {
            effects.extend(self.burst(cast, area, "target"));
        }
        ability.keep("do", ink.list(effects));
        let name = cast.kind(Category::Item, item.key);
        Written::add(&mut self.written.abilities, name.clone(), item.span, ability.finish());
        draft.set("abilities", ink.list(vec![ink.text(name)]));
    }

    /// Writes what the use of an item does, and the texts for success and failure.
    pub(crate) fn uses(
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
            // A spell is cast, not used.
            Some((_, Some(SPELL))) => return,
            Some((node, Some(other))) => {
                let what = format!("there is no use `{other}`; it is ignored");
                self.reader.warn_once(node.span, other, what);
                Vec::new()
            }
            Some((map, None)) => {
                let cause = item.name().to_lowercase();
                self.effects(map, ACTION, Force { cause: Some(&cause), ..Force::default() })
            }
            None if item.top("random_effect").is_some_and(is_true) => {
                self.random_effect(cast, item, ink)
            }
            None => {
                let what = "it has a verb and no `use_effect`; using it does nothing";
                self.reader.warn_once(verb.span, "use_verb", what);
                Vec::new()
            }
        };
        hooks.add("use", ink.cue(item.attribute_text("use_sound").unwrap_or("tone1")));
        hooks.extend("use", effects);
        facet.text("works", self.texts.of_use(&use_text(item), item));
        facet.text("fails", "Nothing happens.");
    }

    /// Returns the effects that raise or lower one stat of the user. Which one was rolled when the
    /// item was created.
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
            for (possible, sign) in cases {
                let change = [
                    ("attribute", ink.text(gauge.clone())),
                    ("by", ink.text(format!("{} {by}", if sign == "-" { "0 -" } else { "" }))),
                    ("of", ink.text("target")),
                ];
                let mut done = vec![ink.deed("change", change)];
                if let Some(text) = text {
                    let text = self.texts.of_use(&text.replace(ROLLED, SPOT), item);
                    let text = text.replace(SPOT, &format!("{sign}{{{by}}} {stat}"));
                    done.push(ink.say(text));
                }
                effects.push(ink.when(format!("{which} = {number} and {possible}"), done));
            }
        }
        effects
    }
}

/// The values that are rolled for an item with a random effect: which stat, whether it is good,
/// and the size of the change in hundredths.
pub(crate) const ROLLS: [&str; 3] = ["rolled_stat", "rolled_good", "rolled_size"];
/// The placeholder for the effect in texts.
const ROLLED: &str = "[effect_description]";
/// Stands for the effect while the rest of the text is rewritten.
const SPOT: &str = "\u{e000}";

/// The only `use_effect` that is a text and no effect map.
const SPELL: &str = "targeted_spell";

/// Returns the text of a use. What is rolled for each item is told when it happens; an effect that
/// nobody describes is left out.
fn use_text(item: Entry<'_>) -> String {
    let text = item.top_text("use_description").unwrap_or_default();
    let Some((before, after)) = text.split_once(ROLLED) else { return text.into() };
    if item.top("random_effect").is_some_and(is_true) {
        return String::new();
    }
    match item.top_text("effect_description") {
        Some(effect) => format!("{before}{effect}{after}"),
        None => before.trim_end().into(),
    }
}

/// Returns the charge that a spell costs: an equal share for each use, or all that makes it
/// ready.
fn charge_price(item: Entry<'_>, stat: &str) -> String {
    let part = |key: &str| item.stat(stat).and_then(|it| it.get(key)).and_then(number);
    let max = part("max").or_else(|| item.stat(stat).and_then(number)).unwrap_or("1");
    match (item.attribute("uses").and_then(number), part("ready_at")) {
        (Some(uses), _) => format!("floor({max} / max(1, {uses}))"),
        (None, Some(ready)) => ready.into(),
        (None, None) => max.into(),
    }
}
