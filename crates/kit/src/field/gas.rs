use barrow_source::Node;

use crate::effects::{ACTION, Force};
use crate::field::Payload;
use crate::folder::cast::Cast;
use crate::folder::entry::{Entry, number, whole};
use crate::ink::{Draft, Ink};
use crate::kind::hooks::Hooks;
use crate::kind::nature::{Nature, behaviours};
use crate::lowering::{Lowering, Written};

/// The actor that a broken flask becomes.
pub(crate) const CLOUD: &str = "cloud";
/// The lifetime of the gas of a trap, and of a flask that gives none.
const DEFAULT_LIFETIME: u32 = 8;

impl<'k> Lowering<'k, '_, '_> {
    /// Writes a gas. It lasts for a time, and affects those who are inside, who enter and whom it
    /// reaches.
    pub(crate) fn gas(
        &mut self,
        cast: &Cast<'_>,
        nature: &Nature<'_>,
        wanted: &str,
        payload: Payload<'_>,
        draft: &mut Draft,
    ) -> Hooks {
        let state = payload.state.and_then(|state| self.apply_state(state, ACTION));
        let mut effects = Vec::new();
        if let Some(map) = payload.effect {
            let name = cast.actor(CLOUD).map_or_else(|| "gas".into(), Entry::name).to_lowercase();
            if let Some(lost) = crate::state::lost_life(map) {
                let alive = format!("target.{}.max > 0", self.life());
                let say = format!("[Target] breathe[s] the {name} and lose[s] {lost} health.");
                effects.push(Ink(map.span).when(alive, vec![Ink(map.span).say(say)]));
            }
            let force = Force { cause: Some(&name), ..Force::default() };
            effects.extend(self.effects(map, ACTION, force));
        }
        draft.flag("harmful", !effects.is_empty() || state.is_some());
        let mut hooks = Hooks::default();
        for occasion in ["spawn", "turn", "tread"] {
            if !(payload.late && occasion == "spawn") {
                hooks.extend(occasion, effects.clone());
            }
            hooks.extend(occasion, state.clone().into_iter().collect());
        }
        // Other natures do not thin out.
        #[expect(clippy::wildcard_enum_match_arm, reason = "see above")]
        match nature {
            Nature::Gas { personality } => {
                draft.set("fades", Ink(personality.span).whole(1));
                self.disperse(cast, *personality, wanted, payload, draft);
            }
            Nature::Mist { personality } => {
                draft.set("fades", Ink(personality.span).whole(1));
                self.fade(*personality, wanted, payload, draft);
            }
            _ => {}
        }
        hooks
    }

    /// Lets a cloud turn to mist with the same payload where there is little of it around, and
    /// give off mist where there is much.
    fn disperse(
        &mut self,
        cast: &Cast<'_>,
        gas: Entry<'_>,
        wanted: &str,
        payload: Payload<'_>,
        draft: &mut Draft,
    ) {
        let Some(named) = gas.top("disperse_to") else { return };
        let Some(mist) = named.text().and_then(|key| cast.actor(key)) else {
            return self.reader.warn(named.span, "there is no such actor; the gas is simply gone");
        };
        if !matches!(cast.nature(mist), Nature::Mist { .. }) {
            return;
        }
        let ink = Ink(named.span);
        let given = |key: &str, default: &'static str| {
            ink.whole(gas.top(key).and_then(number).unwrap_or(default))
        };
        let field = self.charged_field(cast, mist, &format!("{wanted}{MIST}"), payload);
        let mut thins = Draft::new(ink);
        thins.flag("early", true);
        let below = gas.top("disperse_threshold").and_then(whole).unwrap_or(5).min(8);
        thins.set("below", ink.whole(below));
        thins.set("chance", given("disperse_chance", "0.5"));
        thins.set("becomes", ink.text(field.clone()));
        thins.text("amount", "max(2, floor(amount * 0.6))");
        if payload.origin {
            thins.set("counts", ink.list(vec![ink.text(self.origin_name(wanted))]));
        }
        draft.set("thins", thins.finish());
        let puffs = ink.object([
            ("field", ink.text(field)),
            ("chance", given("spawn_mist_chance", "0.4")),
            ("amount", ink.text("max(2, floor(amount * 0.5))")),
        ]);
        draft.set("puffs", puffs);
    }

    /// Lets mist vanish where there is hardly any gas around.
    fn fade(&self, mist: Entry<'_>, wanted: &str, payload: Payload<'_>, draft: &mut Draft) {
        let ink = Ink(mist.span);
        let mut thins = Draft::new(ink);
        thins.flag("early", true);
        let below = mist.top("fade_threshold").and_then(whole).unwrap_or(1).min(8);
        thins.set("below", ink.whole(below));
        let chance = mist.top("fade_chance").and_then(number).unwrap_or("0.25");
        thins.set("chance", ink.whole(chance));
        if let Some(cloud) = wanted.strip_suffix(MIST) {
            let mut counts = vec![ink.text(self.field_name(cloud))];
            counts.extend(payload.origin.then(|| ink.text(self.origin_name(cloud))));
            thins.set("counts", ink.list(counts));
        }
        draft.set("thins", thins.finish());
    }

    /// Returns the effects that release what a trap contains, now or in its own turn.
    pub(crate) fn trap_spawn(
        &mut self,
        cast: &Cast<'k>,
        trap: Entry<'k>,
        own_turn: bool,
    ) -> Vec<Node> {
        let Some(named) = trap.top("trap_spawn") else { return Vec::new() };
        let gas = named.text().and_then(|key| cast.actor(key));
        let Some(gas) = gas.filter(|it| matches!(cast.nature(*it), Nature::Gas { .. })) else {
            return self.bring(cast, named, "self", None);
        };
        let effect = trap.top("trap_collision_effect").or_else(|| gas.top("collision_effect"));
        let state = trap.top("trap_apply_state").or_else(|| gas.attribute("apply_state"));
        let tint = trap.top("trap_spawn_tint");
        let late = trap.top("trap_collision_effect").is_some();
        let payload = Payload { effect, state, tint, late, ..Payload::default() };
        let wanted =
            format!("{}_{}", cast.kind(crate::folder::cast::Category::Actor, trap.key), gas.key);
        self.release(cast, gas, &wanted, payload, (DEFAULT_LIFETIME, u32::from(own_turn)))
    }

    /// Adds what happens where a flask breaks.
    pub(crate) fn explosion(&mut self, cast: &Cast<'k>, item: Entry<'k>, hooks: &mut Hooks) {
        let gas = cast.actor(CLOUD);
        let Some(gas) = gas.filter(|it| matches!(cast.nature(*it), Nature::Gas { .. })) else {
            let what = "there is no actor `cloud`, so what is explosive only breaks";
            return self.reader.warn_once(item.span, "explosive", what);
        };
        let effect = item.attribute("use_effect").filter(|it| it.members().is_some());
        let payload = Payload { effect, tint: item.top("tint"), late: true, ..Payload::default() };
        let own = item.attribute("cloud_lifetime").and_then(whole);
        let lasts = own.or_else(|| gas.top("lifetime").and_then(whole)).unwrap_or(DEFAULT_LIFETIME);
        let wanted =
            format!("{}_{CLOUD}", cast.kind(crate::folder::cast::Category::Item, item.key));
        let burst = self.release(cast, gas, &wanted, payload, (lasts, 0));
        hooks.extend("land", burst);
    }

    /// Returns the effects that release gas for some turns, after a delay. It spreads in the shape
    /// of a star, a cell farther each turn, and its origin does nothing until all of it has spread.
    fn release(
        &mut self,
        cast: &Cast<'k>,
        gas: Entry<'k>,
        wanted: &str,
        payload: Payload<'k>,
        (lasts, delay): (u32, u32),
    ) -> Vec<Node> {
        let ink = Ink(gas.span);
        let personality = gas.top_text("personality").and_then(|key| cast.personality(key));
        let spreads = personality.filter(|it| behaviours(*it).any(|it| it == "cloud_spread"));
        let payload = Payload { origin: spreads.is_some(), ..payload };
        let field = self.charged_field(cast, gas, wanted, payload);
        let option =
            |key: &str, default| spreads.and_then(|it| whole(it.top(key)?)).unwrap_or(default);
        let lasts = lasts.clamp(1, 255);
        if spreads.is_none() {
            return vec![put_fresh(ink, &field, lasts, &[])];
        }
        let reach = option("spread_radius", 2).min(option("spread_turns", 4)).clamp(1, 10);
        let origin = self.origin(cast, gas, wanted, payload, lasts);
        let rays = (1..=reach).map(|it| ray(ink, &field, lasts, (it, it + delay)));
        [put_fresh(ink, &origin, reach + delay, &[])].into_iter().chain(rays).collect()
    }

    fn origin_name(&self, wanted: &str) -> String {
        self.field_name(&format!("{wanted}_origin"))
    }

    /// Writes the field that is the origin of a cloud while it spreads.
    fn origin(
        &mut self,
        cast: &Cast<'k>,
        gas: Entry<'k>,
        wanted: &str,
        payload: Payload<'k>,
        lasts: u32,
    ) -> String {
        let ink = Ink(gas.span);
        let (name, cloud) = (self.origin_name(wanted), self.field_name(wanted));
        let mut draft = Draft::new(ink);
        draft.text("name", gas.name());
        draft.set("look", self.look_in(gas, &cast.nature(gas), payload.tint));
        draft.set("fades", ink.whole(1));
        let leaves = [("field", ink.text(cloud)), ("amount", ink.whole(lasts))];
        draft.set("leaves", ink.object(leaves));
        Written::add(&mut self.written.fields, name.clone(), gas.span, draft.finish());
        name
    }
}

/// Returns the effect that puts a gas on the cells of a star at exactly this radius, at the end of
/// a turn; 1 is this one.
fn ray(ink: Ink, field: &str, amount: u32, (radius, turn): (u32, u32)) -> Node {
    let shape = [
        ("radius", ink.whole(radius)),
        ("beyond", ink.whole(radius - 1)),
        ("star", ink.flag(true)),
    ];
    let put = put_fresh(ink, field, amount, &shape);
    ink.deed("later", [("turns", ink.whole(turn)), ("do", ink.list(vec![put]))])
}

fn put_fresh(ink: Ink, field: &str, amount: u32, shape: &[(&str, Node)]) -> Node {
    let mut put = Draft::new(ink);
    put.text("field", field);
    put.set("amount", ink.whole(amount));
    put.flag("fresh", true);
    put.text("at", "self");
    for (key, value) in shape {
        put.set(key, value.clone());
    }
    ink.object([("put", put.finish())])
}

/// What is added to the name of a cloud to name its mist.
const MIST: &str = "_mist";
