use super::cast::Cast;
use super::clerk::Keys;
use super::entry::{Entry, number};
use super::ink::Ink;
use super::lowering::{Lowering, Written};
use super::nature::behaviours;
use crate::json::{Node, Span};

/// Behaviours that someone decides on, as against what mere matter does.
const DEEDS: [&str; 12] = [
    "attack_adjacent",
    "pursue_target",
    "pursue_intruders",
    "random_walk",
    "flee_from_danger",
    "defend_self",
    "mine_nearby_wall",
    "wander_to_wall",
    "shoot_at_target",
    "ranged_attack",
    "maintain_distance",
    "guard_area",
];

/// What matter does by itself; see `nature`.
const MATTER: [&str; 10] = [
    "incinerate",
    "cloud_",
    "gas_",
    "mist_",
    "cellular_transform",
    "deep_water",
    "drain",
    "suction",
    "game_of_life",
    "trap",
];

const KEYS: Keys = Keys::new(
    &[
        "name",
        "behaviors",
        "attack_range",
        "cell_type",
        "check_cardinal",
        "disperse_chance",
        "disperse_threshold",
        "disperse_to",
        "fade_chance",
        "fade_threshold",
        "health_threshold",
        "item_drift_chance",
        "item_drop_chance",
        "memory_duration",
        "neighbor_count",
        "neighbor_type",
        "patrol_range",
        "preferred_distance",
        "spawn_mist_chance",
        "spawn_on_incinerate",
        "spawn_on_liquid_incinerate",
        "spread_radius",
        "spread_turns",
        "suction_range",
        "transform_to",
        "vision_range",
    ],
    &["hostile", "controlled", "tactical", "preferred_positions", "alert_allies", "flee_threshold"],
);

pub(super) fn is_of_a_mind(behaviour: &str) -> bool {
    DEEDS.contains(&behaviour)
}

impl Lowering<'_, '_, '_> {
    /// The mind of an actor, written the first time that someone has it. Who is not sighted
    /// walks into pits, so he has a mind of his own.
    pub(super) fn mind_of(&mut self, cast: &Cast<'_>, actor: Entry<'_>) -> Option<Node> {
        let named = actor.top("personality")?;
        let key = named.text()?;
        let Some(personality) = cast.personality(key) else {
            let what = format!("there is no personality `{key}`; this actor never acts");
            self.clerk.warn(named.span, what);
            return None;
        };
        let blind = !actor.is("sighted") && behaviours(personality).any(|it| it == "random_walk");
        let name = cast.mind(key);
        let name = if blind { format!("{name} (blind)") } else { name };
        if !self.written.minds.iter().any(|it| it.key == name) {
            let deeds: Vec<Node> = behaviours(personality)
                .filter_map(|it| self.behaviour(personality, it, blind))
                .collect();
            let mind = Ink(personality.span).list(deeds);
            Written::add(&mut self.written.minds, name.clone(), personality.span, mind);
        }
        Some(Ink(named.span).text(name))
    }

    /// Someone who can be struck but never acts.
    pub(super) fn still_mind(&mut self, span: Span) -> Node {
        let ink = Ink(span);
        let wait = ink.list(vec![ink.text("wait")]);
        Written::add(&mut self.written.minds, STILL.into(), span, wait);
        ink.text(STILL)
    }

    pub(super) fn check_personality(&mut self, personality: Entry<'_>) {
        self.clerk.check_keys(personality.node, "a personality", &KEYS);
        for name in behaviours(personality) {
            if name == "patrol" {
                let what = "`patrol` has no effect; `guard_area` keeps to a place";
                self.clerk.warn_once(personality.span, "patrol", what);
            } else if !is_of_a_mind(name) && !MATTER.iter().any(|it| name.contains(it)) {
                let meant = self.clerk.report.meant(name, DEEDS.into_iter());
                let what = format!("there is no behaviour `{name}`{meant}; it is left out");
                self.clerk.warn_once(personality.span, name, what);
            }
        }
    }

    fn behaviour(&self, personality: Entry<'_>, name: &str, blind: bool) -> Option<Node> {
        let ink = Ink(personality.span);
        let given = |key: &str, usual: &str| {
            let given = personality.top(key).and_then(number);
            ink.whole(given.unwrap_or(usual))
        };
        let life = self.attributes.gauge_name(super::attributes::LIFE);
        Some(match name {
            "attack_adjacent" => ink.text("strike"),
            "pursue_target" => ink.text("approach"),
            "pursue_intruders" => ink.deed(
                "approach",
                [("within", given("vision_range", "8")), ("memory", given("memory_duration", "5"))],
            ),
            "random_walk" => ink.deed("wander", [("careful", ink.flag(!blind))]),
            "flee_from_danger" => {
                let share = personality.top("health_threshold").and_then(number).unwrap_or("0.25");
                let when = format!("self.{life} < self.{life}.max * {share}");
                ink.deed("flee", [("when", ink.text(when))])
            }
            "defend_self" => {
                let hurt = format!("self.{life} < self.{life}.max");
                ink.deed("strike", [("when", ink.text(hurt))])
            }
            "mine_nearby_wall" => self.mine(ink, 1),
            "wander_to_wall" => self.mine(ink, 10),
            "shoot_at_target" | "ranged_attack" => {
                ink.deed("shoot", [("range", given("attack_range", "8"))])
            }
            "maintain_distance" => {
                let wanted = personality.top("preferred_distance").and_then(number).unwrap_or("5");
                let near = ink.text(format!("{wanted} - 1"));
                ink.deed("keep_away", [("near", near), ("far", ink.text(format!("{wanted} + 1")))])
            }
            "guard_area" => ink.deed("guard", [("radius", given("patrol_range", "5"))]),
            _ => return None,
        })
    }

    fn mine(&self, ink: Ink, within: u32) -> Node {
        let flag = ink.text(self.attributes.plain_name("breakable"));
        ink.deed("mine", [("flag", flag), ("within", ink.whole(within))])
    }
}

const STILL: &str = "still";
