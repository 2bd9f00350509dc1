use super::cast::{Cast, Sort};
use super::effects::{DEED, Force};
use super::entry::{Entry, number};
use super::hooks::Hooks;
use super::ink::{Draft, Ink};
use super::lowering::{Lowering, Written};
use super::nature::Nature;
use crate::json::Node;

/// What a gas carries besides its own effect.
#[derive(Clone, Copy, Default)]
pub(super) struct Payload<'k> {
    pub(super) effect: Option<&'k Node>,
    pub(super) state: Option<&'k Node>,
}

impl Lowering<'_, '_, '_> {
    /// The field that an actor of the kit is, written the first time it is needed.
    pub(super) fn field_of(&mut self, cast: &Cast<'_>, actor: Entry<'_>) -> String {
        let kind = cast.kind(Sort::Actor, actor.key);
        let payload = Payload { effect: actor.top("collision_effect"), state: None };
        self.charged_field(cast, actor, &kind, payload)
    }

    /// The same with what someone else put into it: a trap, a flask.
    pub(super) fn charged_field(
        &mut self,
        cast: &Cast<'_>,
        actor: Entry<'_>,
        wanted: &str,
        payload: Payload<'_>,
    ) -> String {
        let name = self.field_name(wanted);
        if self.written.fields.iter().any(|it| it.key == name) {
            return name;
        }
        let ink = Ink(actor.span);
        let nature = cast.nature(actor);
        let mut draft = Draft::new(ink);
        draft.text("name", actor.name());
        draft.set("look", self.look_of_actor(actor, &nature));
        if actor.is("light_source") {
            draft.set("light", self.lamp(actor));
        }
        let hooks = match nature {
            Nature::Fire => self.fire(actor, &mut draft),
            Nature::Lava { personality } => self.lava(cast, actor, personality, &mut draft),
            Nature::Cell => game_of_life(ink, &mut draft),
            _ => self.gas(ink, &nature, payload, &mut draft),
        };
        if let Nature::Gas { personality } = nature {
            self.thin_out(cast, personality, wanted, payload, &mut draft);
        }
        hooks.write(&mut draft, ink);
        Written::add(&mut self.written.fields, name.clone(), actor.span, draft.finish());
        name
    }

    fn gas(
        &mut self,
        ink: Ink,
        nature: &Nature<'_>,
        payload: Payload<'_>,
        draft: &mut Draft,
    ) -> Hooks {
        if matches!(nature, Nature::Gas { .. }) {
            let spread = [("chance", ink.text("0.5")), ("eight", ink.flag(true))];
            draft.set("spread", ink.object(spread));
        }
        draft.set("fades", ink.whole(1));
        let mut effects = Vec::new();
        if let Some(map) = payload.effect {
            effects.extend(self.effects(map, DEED, Force::default()));
        }
        effects.extend(payload.state.and_then(|state| self.apply_state(state, DEED)));
        draft.flag("harmful", !effects.is_empty());
        let mut hooks = Hooks::default();
        hooks.extend("turn", effects.clone());
        hooks.extend("enter", effects);
        hooks
    }

    /// A gas that fades turns to mist, which still carries what was in it.
    fn thin_out(
        &mut self,
        cast: &Cast<'_>,
        gas: Entry<'_>,
        wanted: &str,
        payload: Payload<'_>,
        draft: &mut Draft,
    ) {
        let Some(named) = gas.top("disperse_to") else { return };
        let Some(mist) = named.text().and_then(|key| cast.actor(key)) else {
            return self.clerk.warn(named.span, "there is no such actor; the gas is simply gone");
        };
        if !matches!(cast.nature(mist), Nature::Mist) {
            return;
        }
        let ink = Ink(named.span);
        let field = self.charged_field(cast, mist, &format!("{wanted}_{}", mist.key), payload);
        let lasts = mist.top("lifetime").and_then(number).unwrap_or("2");
        let chance = gas.top("disperse_chance").and_then(number).unwrap_or("0.5");
        let fields = [
            ("field", ink.text(field)),
            ("amount", ink.whole(lasts)),
            ("chance", ink.whole(chance)),
        ];
        draft.set("leaves", ink.object(fields));
    }

    fn fire(&mut self, actor: Entry<'_>, draft: &mut Draft) -> Hooks {
        let ink = Ink(actor.span);
        let given =
            |key: &str, usual: &str| ink.whole(actor.top(key).and_then(number).unwrap_or(usual));
        let fuel = ink.text(self.attributes.plain_name("flammable"));
        let spread = [
            ("chance", given("spread_chance", "0.3")),
            ("fuel", fuel),
            ("amount", given("lifetime", "5")),
        ];
        draft.set("spread", ink.object(spread));
        draft.set("fades", ink.whole(1));
        draft.flag("harmful", true);
        let harm = ink.deed(
            "harm",
            [
                ("by", given("damage_per_turn", "10")),
                ("type", ink.text(actor.attribute_text("damage_type").unwrap_or("fire"))),
                ("cause", ink.text(actor.name().to_lowercase())),
            ],
        );
        let mut hooks = Hooks::default();
        hooks.add("turn", harm);
        hooks
    }

    /// What is solid, liquid or lies about burns up in lava.
    fn lava(
        &mut self,
        cast: &Cast<'_>,
        actor: Entry<'_>,
        personality: Entry<'_>,
        draft: &mut Draft,
    ) -> Hooks {
        let ink = Ink(actor.span);
        draft.flag("harmful", true);
        let spared = self.attributes.reading("target", "fireproof");
        let spared = spared.map_or_else(String::new, |it| format!(" and not {it}"));
        let mut fire = Vec::new();
        if let Some(named) = personality.top("spawn_on_incinerate") {
            fire = self.bring(cast, named, "target", None);
        }
        let die = ink.deed("die", [("cause", ink.text(actor.name().to_lowercase()))]);
        let remove = ink.deed("remove", [("of", ink.text("target"))]);
        let things =
            ["liquid", "portable"].map(|it| format!("target.{}", self.attributes.plain_name(it)));
        let mut hooks = Hooks::default();
        for (who, end) in [("target.solid".into(), die), (things.join(" or "), remove)] {
            let burning = fire.iter().cloned().chain([end]).collect();
            hooks.add("turn", ink.when(format!("({who}){spared}"), burning));
        }
        hooks
    }

    /// The effect that puts a field somewhere.
    pub(super) fn put(
        &self,
        ink: Ink,
        field: &str,
        actor: Entry<'_>,
        at: &str,
        radius: Option<&str>,
    ) -> Node {
        let lasts = actor.top("lifetime").and_then(number).unwrap_or(USUAL_LIFETIME);
        let cell = actor.top("lifetime").is_none() && actor.top("damage_per_turn").is_none();
        let amount = if cell { FOR_GOOD } else { lasts };
        self.put_amount(ink, field, amount, at, radius)
    }

    pub(super) fn put_amount(
        &self,
        ink: Ink,
        field: &str,
        amount: &str,
        at: &str,
        radius: Option<&str>,
    ) -> Node {
        let fields = [
            ("field", ink.text(field)),
            ("amount", ink.whole(amount)),
            ("radius", ink.whole(radius.unwrap_or("0"))),
            ("at", ink.text(at)),
        ];
        ink.deed("put", fields)
    }

    /// A kind that turns into its field as soon as it is there, so that maps, tables and traps
    /// can name it like any other.
    pub(super) fn seed(&mut self, cast: &Cast<'_>, actor: Entry<'_>, draft: &mut Draft) {
        let ink = Ink(actor.span);
        let field = self.field_of(cast, actor);
        draft.text("as", "fixture");
        draft.set("is", ink.list(vec![ink.text("hidden")]));
        let mut hooks = Hooks::default();
        hooks.add("spawn", self.put(ink, &field, actor, "self", None));
        hooks.add("spawn", ink.deed("remove", [("of", ink.text("self"))]));
        hooks.write(draft, ink);
    }
}

fn game_of_life(ink: Ink, draft: &mut Draft) -> Hooks {
    let counts = |counts: &[u32]| ink.list(counts.iter().map(|it| ink.whole(it)).collect());
    draft.set("life", ink.object([("born", counts(&[3])), ("survive", counts(&[2, 3]))]));
    Hooks::default()
}

const USUAL_LIFETIME: &str = "5";
/// What never fades keeps its amount.
const FOR_GOOD: &str = "255";
