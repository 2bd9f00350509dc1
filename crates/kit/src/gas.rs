use barrow_source::Node;

use super::cast::Cast;
use super::effects::{DEED, Force};
use super::entry::{Entry, number, whole};
use super::field::Payload;
use super::hooks::Hooks;
use super::lowering::{Lowering, Written};
use super::nature::{Nature, behaviours};
use crate::ink::{Draft, Ink};

/// What a broken flask becomes.
pub(super) const CLOUD: &str = "cloud";
/// How long the gas of a trap lasts, and of a flask that does not tell.
const USUAL_LIFE: u32 = 8;

impl<'k> Lowering<'k, '_, '_> {
    /// A gas lasts for a time, and acts on who is in it, comes into it or is met by it.
    pub(super) fn gas(
        &mut self,
        cast: &Cast<'_>,
        nature: &Nature<'_>,
        wanted: &str,
        payload: Payload<'_>,
        draft: &mut Draft,
    ) -> Hooks {
        let mut effects = Vec::new();
        if let Some(map) = payload.effect {
            effects.extend(self.effects(map, DEED, Force::default()));
        }
        effects.extend(payload.state.and_then(|state| self.apply_state(state, DEED)));
        draft.flag("harmful", !effects.is_empty());
        let mut hooks = Hooks::default();
        for occasion in ["spawn", "turn", "tread"] {
            hooks.extend(occasion, effects.clone());
        }
        // The other natures are no gas.
        #[expect(clippy::wildcard_enum_match_arm, reason = "see above")]
        match nature {
            Nature::Gas { personality } => {
                draft.set("fades", Ink(personality.span).whole(1));
                self.frays(cast, *personality, wanted, payload, draft);
            }
            Nature::Mist { personality } => {
                draft.set("fades", Ink(personality.span).whole(1));
                self.vanishes(*personality, wanted, payload, draft);
            }
            _ => {}
        }
        hooks
    }

    /// A cloud with little of it around turns to mist, which still carries what was in it; with
    /// much around, it puffs mist.
    fn frays(
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
        if !matches!(cast.nature(mist), Nature::Mist { .. }) {
            return;
        }
        let ink = Ink(named.span);
        let given = |key: &str, usual: &'static str| {
            ink.whole(gas.top(key).and_then(number).unwrap_or(usual))
        };
        let field = self.charged_field(cast, mist, &format!("{wanted}{MIST}"), payload);
        let mut thins = Draft::new(ink);
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
            ("amount", ink.text("max(1, floor(amount * 0.5))")),
        ]);
        draft.set("puffs", puffs);
    }

    /// Mist with hardly any gas around is gone.
    fn vanishes(&self, mist: Entry<'_>, wanted: &str, payload: Payload<'_>, draft: &mut Draft) {
        let ink = Ink(mist.span);
        let mut thins = Draft::new(ink);
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

    /// What a trap sets free.
    pub(super) fn trap_spawn(&mut self, cast: &Cast<'k>, trap: Entry<'k>) -> Vec<Node> {
        let Some(named) = trap.top("trap_spawn") else { return Vec::new() };
        let gas = named.text().and_then(|key| cast.actor(key));
        let Some(gas) = gas.filter(|it| matches!(cast.nature(*it), Nature::Gas { .. })) else {
            return self.bring(cast, named, "self", None);
        };
        let effect = trap.top("trap_collision_effect").or_else(|| gas.top("collision_effect"));
        let state = trap.top("trap_apply_state").or_else(|| gas.attribute("apply_state"));
        let tint = trap.top("trap_spawn_tint");
        let payload = Payload { effect, state, tint, origin: false };
        let wanted = format!("{}_{}", cast.kind(super::cast::Sort::Actor, trap.key), gas.key);
        self.release(cast, gas, &wanted, payload, USUAL_LIFE)
    }

    /// What a flask does where it breaks.
    pub(super) fn explosion(&mut self, cast: &Cast<'k>, item: Entry<'k>, hooks: &mut Hooks) {
        let gas = cast.actor(CLOUD);
        let Some(gas) = gas.filter(|it| matches!(cast.nature(*it), Nature::Gas { .. })) else {
            let what = "there is no actor `cloud`, so what is explosive only breaks";
            return self.clerk.warn_once(item.span, "explosive", what);
        };
        let effect = item.attribute("use_effect").filter(|it| it.members().is_some());
        let payload = Payload { effect, tint: item.top("tint"), ..Payload::default() };
        let own = item.attribute("cloud_lifetime").and_then(whole);
        let lasts = own.or_else(|| gas.top("lifetime").and_then(whole)).unwrap_or(USUAL_LIFE);
        let wanted = format!("{}_{CLOUD}", cast.kind(super::cast::Sort::Item, item.key));
        let burst = self.release(cast, gas, &wanted, payload, lasts);
        hooks.extend("land", burst);
    }

    /// Gas that spreads in a star from where it is set free. Its origin does nothing until all
    /// of it has spread.
    fn release(
        &mut self,
        cast: &Cast<'k>,
        gas: Entry<'k>,
        wanted: &str,
        payload: Payload<'k>,
        lasts: u32,
    ) -> Vec<Node> {
        let ink = Ink(gas.span);
        let personality = gas.top_text("personality").and_then(|key| cast.personality(key));
        let spreads = personality.filter(|it| behaviours(*it).any(|it| it == "cloud_spread"));
        let payload = Payload { origin: spreads.is_some(), ..payload };
        let field = self.charged_field(cast, gas, wanted, payload);
        let told = |key: &str, usual| spreads.and_then(|it| whole(it.top(key)?)).unwrap_or(usual);
        let lasts = lasts.clamp(1, 255);
        let put = |field: &str, amount: u32| {
            let mut put = Draft::new(ink);
            put.text("field", field);
            put.set("amount", ink.whole(amount));
            put.flag("fresh", true);
            put.text("at", "self");
            put
        };
        let deed = |put: Draft| ink.object([("put", put.finish())]);
        if spreads.is_none() {
            return vec![deed(put(&field, lasts))];
        }
        let quiet = told("spread_turns", 4).clamp(1, lasts);
        let origin = self.origin(cast, gas, wanted, payload, lasts - quiet);
        let mut effects = vec![deed(put(&origin, quiet))];
        for radius in 1..=told("spread_radius", 2).min(10) {
            let mut ray = put(&field, lasts);
            ray.set("radius", ink.whole(radius));
            ray.set("beyond", ink.whole(radius - 1));
            ray.flag("star", true);
            effects.push(match radius {
                1 => deed(ray),
                _ => ink.deed(
                    "later",
                    [("turns", ink.whole(radius - 1)), ("do", ink.list(vec![deed(ray)]))],
                ),
            });
        }
        effects
    }

    fn origin_name(&self, wanted: &str) -> String {
        self.field_name(&format!("{wanted}_origin"))
    }

    /// The field that is the origin of a cloud while it spreads.
    fn origin(
        &mut self,
        cast: &Cast<'k>,
        gas: Entry<'k>,
        wanted: &str,
        payload: Payload<'k>,
        left: u32,
    ) -> String {
        let ink = Ink(gas.span);
        let (name, cloud) = (self.origin_name(wanted), self.field_name(wanted));
        let mut draft = Draft::new(ink);
        draft.text("name", gas.name());
        draft.set("look", self.look_in(gas, &cast.nature(gas), payload.tint));
        draft.set("fades", ink.whole(1));
        if left > 0 {
            let leaves = [("field", ink.text(cloud)), ("amount", ink.whole(left))];
            draft.set("leaves", ink.object(leaves));
        }
        Written::add(&mut self.written.fields, name.clone(), gas.span, draft.finish());
        name
    }
}

/// What the mist of a cloud is called.
const MIST: &str = "_mist";
