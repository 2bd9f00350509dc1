use super::attributes::LIFE;
use super::cast::{Cast, Sort};
use super::effects::{DEED, Force};
use super::entry::{Entry, is_true, number};
use super::hooks::Hooks;
use super::ink::{Draft, Ink};
use super::lowering::{Lowering, Written};
use crate::json::{Node, Value};

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
    pub(super) fn trail(&mut self, cast: &Cast<'_>, item: Entry<'_>, hooks: &mut Hooks) {
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

    pub(super) fn uses(&mut self, item: Entry<'_>, hooks: &mut Hooks) {
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
