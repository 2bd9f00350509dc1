//! Actors that fill cells, such as fire and gas, written as fields.

pub(crate) mod gas;

use barrow_source::Node;

use crate::folder::cast::{Cast, Category};
use crate::folder::entry::{Entry, number};
use crate::ink::{Draft, Ink};
use crate::kind::hooks::Hooks;
use crate::kind::nature::Nature;
use crate::lowering::{Lowering, Written};

/// What a gas does to those inside it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Payload<'k> {
    pub(crate) effect: Option<&'k Node>,
    pub(crate) state: Option<&'k Node>,
    /// The colour of the gas, if it differs from the actor's.
    pub(crate) tint: Option<&'k Node>,
    /// Whether it spreads from an origin that is a field of its own.
    pub(crate) origin: bool,
    /// Whether the effect came to the gas from outside. Then whom it reaches feels it a turn later.
    pub(crate) late: bool,
}

impl Lowering<'_, '_, '_> {
    /// Returns the field that an actor becomes, and writes it the first time.
    pub(crate) fn field_of(&mut self, cast: &Cast<'_>, actor: Entry<'_>) -> String {
        let kind = cast.kind(Category::Actor, actor.key);
        let state = actor.attribute("apply_state");
        let effect = actor.top("collision_effect");
        let payload = Payload { effect, state, ..Payload::default() };
        self.charged_field(cast, actor, &kind, payload)
    }

    /// Returns the field that an actor becomes with the payload of a trap or a flask.
    pub(crate) fn charged_field(
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
        let given = |key: &str, default: &str| {
            ink.whole(actor.top(key).and_then(number).unwrap_or(default))
        };
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
        let by = actor.top("damage_per_turn").and_then(number).unwrap_or("10");
        let say = format!("The {} burns [target] for {by}.", actor.name().to_lowercase());
        let alive = format!("target.{}.max > 0", self.life());
        let burn = vec![ink.when(alive, vec![ink.say(say)]), harm];
        let mut hooks = Hooks::default();
        // Fireproof actors are spared when fire breaks out, and only then.
        match self.attributes.reading("target", "fireproof") {
            Some(spared) => hooks.add("spawn", ink.when(format!("not {spared}"), burn.clone())),
            None => hooks.extend("spawn", burn.clone()),
        }
        hooks.extend("turn", burn);
        hooks
    }

    /// Lets lava burn up everything that is solid, liquid or lies on the floor.
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
        // What cannot die is removed as well.
        let remove = ink.deed("remove", [("of", ink.text("target"))]);
        let is = |flag: &str| format!("target.{}", self.attributes.plain_name(flag));
        let ends = [
            ("target.solid".into(), fire.clone(), vec![die, remove.clone()]),
            (is("liquid"), steam, vec![remove.clone()]),
            (is("portable"), fire, vec![remove]),
        ];
        let say = || ink.say(format!("The {} swallows [target].", actor.name().to_lowercase()));
        let mut hooks = Hooks::default();
        for (who, left, end) in ends {
            // An actor that is gone does not burn as well.
            let burning = [say()].into_iter().chain(end).chain(left).collect();
            hooks.add("turn", ink.when(format!("{who}{spared}"), burning));
        }
        hooks
    }

    /// Writes a kind that turns into its field when it is spawned, so that maps, tables and traps
    /// can name the field like any kind.
    pub(crate) fn seed(&mut self, cast: &Cast<'_>, actor: Entry<'_>, draft: &mut Draft) {
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

const DEFAULT_LIFETIME: &str = "5";
/// The amount of a field that never fades.
const FOREVER: &str = "255";

/// Returns the effect that puts a field somewhere, for the lifetime of the actor.
pub(crate) fn put(ink: Ink, field: &str, actor: Entry<'_>, at: &str, radius: Option<&str>) -> Node {
    let lasts = actor.top("lifetime").and_then(number);
    let burns = actor.top("damage_per_turn").is_some() || actor.top("spread_chance").is_some();
    let amount = lasts.unwrap_or(if burns { DEFAULT_LIFETIME } else { FOREVER });
    put_amount(ink, field, amount, at, radius)
}

pub(crate) fn put_amount(
    ink: Ink,
    field: &str,
    amount: &str,
    at: &str,
    radius: Option<&str>,
) -> Node {
    let mut put = Draft::new(ink);
    put.text("field", field);
    put.set("amount", ink.whole(amount));
    put.text("at", at);
    if let Some(radius) = radius {
        put.set("radius", ink.whole(radius));
        put.set("beyond", ink.whole(0));
    }
    ink.object([("put", put.finish())])
}
