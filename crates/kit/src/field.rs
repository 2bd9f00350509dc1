use barrow_source::Node;

use super::cast::{Cast, Sort};
use super::entry::{Entry, number};
use super::hooks::Hooks;
use super::lowering::{Lowering, Written};
use super::nature::Nature;
use crate::ink::{Draft, Ink};

/// What a gas carries besides its own effect.
#[derive(Clone, Copy, Default)]
pub(super) struct Payload<'k> {
    pub(super) effect: Option<&'k Node>,
    pub(super) state: Option<&'k Node>,
    /// The colour it has then.
    pub(super) tint: Option<&'k Node>,
    /// It spreads from an origin that is a field of its own.
    pub(super) origin: bool,
}

impl Lowering<'_, '_, '_> {
    /// The field that an actor of the kit is, written the first time it is needed.
    pub(super) fn field_of(&mut self, cast: &Cast<'_>, actor: Entry<'_>) -> String {
        let kind = cast.kind(Sort::Actor, actor.key);
        let state = actor.attribute("apply_state");
        let effect = actor.top("collision_effect");
        let payload = Payload { effect, state, ..Payload::default() };
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
        draft.set("look", self.look_in(actor, &nature, payload.tint));
        if actor.is("light_source") {
            draft.set("light", self.lamp(actor));
        }
        let hooks = match nature {
            Nature::Fire => self.fire(actor, &mut draft),
            Nature::Lava { personality } => self.lava(cast, actor, personality, &mut draft),
            Nature::Cell => game_of_life(ink, &mut draft),
            Nature::Gas { .. }
            | Nature::Mist { .. }
            | Nature::Hero
            | Nature::Creature
            | Nature::Fixture
            | Nature::Trap
            | Nature::Liquid { .. }
            | Nature::Deep { .. }
            | Nature::Drain { .. } => self.gas(cast, &nature, wanted, payload, &mut draft),
        };
        hooks.write(&mut draft, ink);
        Written::add(&mut self.written.fields, name.clone(), actor.span, draft.finish());
        name
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
        // Who is fireproof is spared when it flares up, and only then.
        let spared = self.attributes.reading("target", "fireproof");
        hooks.add(
            "spawn",
            match spared {
                Some(spared) => ink.when(format!("not {spared}"), vec![harm.clone()]),
                None => harm.clone(),
            },
        );
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
        let mut left = |key: &str| match personality.top(key) {
            Some(named) => self.bring(cast, named, "target", None),
            None => Vec::new(),
        };
        let (fire, steam) = (left("spawn_on_incinerate"), left("spawn_on_liquid_incinerate"));
        let die = ink.deed("die", [("cause", ink.text(actor.name().to_lowercase()))]);
        // What cannot die is gone all the same.
        let remove = ink.deed("remove", [("of", ink.text("target"))]);
        let is = |flag: &str| format!("target.{}", self.attributes.plain_name(flag));
        let ends = [
            ("target.solid".into(), fire.clone(), vec![die, remove.clone()]),
            (is("liquid"), steam, vec![remove.clone()]),
            (is("portable"), fire, vec![remove]),
        ];
        let mut hooks = Hooks::default();
        for (who, left, end) in ends {
            let burning = left.into_iter().chain(end).collect();
            hooks.add("turn", ink.when(format!("{who}{spared}"), burning));
        }
        hooks
    }

    /// A kind that turns into its field as soon as it is there, so that maps, tables and traps
    /// can name it like any other.
    pub(super) fn seed(&mut self, cast: &Cast<'_>, actor: Entry<'_>, draft: &mut Draft) {
        let ink = Ink(actor.span);
        let field = self.field_of(cast, actor);
        draft.text("as", "fixture");
        draft.set("is", ink.list(vec![ink.text("hidden")]));
        let mut hooks = Hooks::default();
        hooks.add("spawn", put(ink, &field, actor, "self", None));
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

/// The effect that puts a field somewhere, as long as it lasts by nature.
pub(super) fn put(ink: Ink, field: &str, actor: Entry<'_>, at: &str, radius: Option<&str>) -> Node {
    let lasts = actor.top("lifetime").and_then(number);
    let burns = actor.top("damage_per_turn").is_some() || actor.top("spread_chance").is_some();
    let amount = lasts.unwrap_or(if burns { USUAL_LIFETIME } else { FOR_GOOD });
    put_amount(ink, field, amount, at, radius)
}

pub(super) fn put_amount(
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
