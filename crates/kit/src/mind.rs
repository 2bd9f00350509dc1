use barrow_source::{Node, Span};

use crate::folder::cast::Cast;
use crate::folder::entry::{Entry, number};
use crate::folder::reader::Keys;
use crate::ink::Ink;
use crate::kind::nature::behaviours;
use crate::lowering::{Lowering, Written};

/// Behaviours that an actor decides on.
const ACTIONS: [&str; 13] = [
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
    "patrol",
];

/// Behaviours of fields and liquids; see `nature`.
const PROCESSES: [&str; 13] = [
    "incinerate_entities",
    "fire_spread",
    "fire_burn_out",
    "cloud_spread",
    "cloud_disperse",
    "cloud_affect_actors",
    "cloud_lifetime",
    "mist_fade",
    "cellular_transform",
    "deep_water_currents",
    "drain_suction",
    "game_of_life_step",
    "trap_check_trigger",
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

/// Returns whether an actor decides on a behaviour.
pub(crate) fn is_action(behaviour: &str) -> bool {
    ACTIONS.contains(&behaviour)
}

/// Returns whether a behaviour seeks a fight.
pub(crate) fn is_attack(behaviour: &str) -> bool {
    let peaceful = ["random_walk", "flee_from_danger", "defend_self", "mine_nearby_wall"];
    is_action(behaviour) && !peaceful.contains(&behaviour) && behaviour != "wander_to_wall"
}

impl Lowering<'_, '_, '_> {
    /// Returns the mind of an actor, and writes it the first time. Actors that are not sighted
    /// walk into pits, so they have a mind of their own.
    pub(crate) fn mind_of(&mut self, cast: &Cast<'_>, actor: Entry<'_>) -> Option<Node> {
        let named = actor.top("personality")?;
        let key = named.text()?;
        let Some(personality) = cast.personality(key) else {
            if is_action(key) {
                return Some(self.mind_of_one(actor, named, key));
            }
            let what = format!("there is no personality `{key}`; this actor never acts");
            self.reader.warn(named.span, what);
            return None;
        };
        let blind = !actor.is("sighted") && behaviours(personality).any(|it| it == "random_walk");
        let name = cast.mind(key);
        let name = if blind { format!("{name} (blind)") } else { name };
        if !self.written.minds.iter().any(|it| it.key == name) {
            let deeds: Vec<Node> = behaviours(personality)
                .flat_map(|it| self.behaviour(personality, it, blind))
                .collect();
            let mind = Ink(personality.span).list(deeds);
            Written::add(&mut self.written.minds, name.clone(), personality.span, mind);
        }
        Some(Ink(named.span).text(name))
    }

    /// Returns the mind of an actor whose personality is the name of a single behaviour.
    fn mind_of_one(&mut self, actor: Entry<'_>, named: &Node, behaviour: &str) -> Node {
        let blind = !actor.is("sighted") && behaviour == "random_walk";
        let name = if blind { format!("{behaviour} (blind)") } else { behaviour.into() };
        let deeds = self.behaviour(actor, behaviour, blind);
        let mind = Ink(named.span).list(deeds);
        Written::add(&mut self.written.minds, name.clone(), named.span, mind);
        Ink(named.span).text(name)
    }

    /// Returns the mind of an actor that can be attacked but never acts.
    pub(crate) fn still_mind(&mut self, span: Span) -> Node {
        let ink = Ink(span);
        let wait = ink.list(vec![ink.text("wait")]);
        Written::add(&mut self.written.minds, STILL.into(), span, wait);
        ink.text(STILL)
    }

    /// Warns of what is wrong with a personality.
    pub(crate) fn check_personality(&mut self, personality: Entry<'_>) {
        self.reader.check_keys(personality.node, "a personality", &KEYS);
        for name in behaviours(personality) {
            if !is_action(name) && !PROCESSES.contains(&name) {
                let meant = self.reader.report.meant(name, ACTIONS.into_iter().chain(PROCESSES));
                let what = format!("there is no behaviour `{name}`{meant}; it is left out");
                self.reader.warn_once(personality.span, name, what);
            }
        }
    }

    fn behaviour(&self, personality: Entry<'_>, name: &str, blind: bool) -> Vec<Node> {
        let ink = Ink(personality.span);
        let option = |key: &str, default: &'static str| {
            personality.top(key).and_then(number).unwrap_or(default).to_string()
        };
        let given = |key, default| ink.text(option(key, default));
        let walk = || ("four", ink.flag(true));
        let deed = match name {
            "attack_adjacent" => ink.text("strike"),
            "pursue_target" => ink.text("approach"),
            "pursue_intruders" => ink.deed(
                "approach",
                [("within", given("vision_range", "8")), ("memory", given("memory_duration", "5"))],
            ),
            "random_walk" => ink.deed("wander", [("careful", ink.flag(!blind)), walk()]),
            "flee_from_danger" => {
                let when = self.in_danger(&option("health_threshold", "0.25"));
                ink.deed("wander", [("when", ink.text(when))])
            }
            "defend_self" => ink.deed("strike_back", [("follow", ink.flag(true))]),
            "mine_nearby_wall" => self.mine(ink, 1),
            "wander_to_wall" => self.mine(ink, 10),
            "shoot_at_target" | "ranged_attack" => {
                let range = self.range(&option("attack_range", "8"));
                ink.deed("shoot", [("range", ink.text(range))])
            }
            "maintain_distance" => {
                let wanted = option("preferred_distance", "5");
                let near = ink.text(format!("{wanted} - 1"));
                ink.deed("keep_away", [("near", near), ("far", ink.text(format!("{wanted} + 1")))])
            }
            "guard_area" => ink.deed("guard", [("radius", given("patrol_range", "5"))]),
            "patrol" => {
                let [range, sight] = [option("patrol_range", "5"), option("vision_range", "8")];
                return patrol(ink, range, &sight);
            }
            _ => return Vec::new(),
        };
        vec![deed]
    }

    /// Returns the formula for when an actor flees: hit by a throw, in danger, or nearly dead.
    fn in_danger(&self, share: &str) -> String {
        let life = self.attributes.gauge_name(crate::attributes::LIFE);
        let startled = crate::state::STARTLED;
        format!("self.{startled} > 0 or self.danger or self.{life} < self.{life}.max * {share}")
    }

    /// Returns the formula for how far an actor shoots: its own range, or that of its
    /// personality.
    fn range(&self, default: &str) -> String {
        let own = "attack_range";
        if !self.attributes.is_number(own) {
            return default.into();
        }
        let own = self.attributes.plain_name(own);
        format!("if(self.{own} > 0, self.{own}, {default})")
    }

    /// Returns the behaviour that looks for a lode and mines it, if the actor can mine.
    fn mine(&self, ink: Ink, within: u32) -> Node {
        let flag = ink.text(self.attributes.plain_name("lode"));
        let able = ink.text(format!("self.{}", self.attributes.plain_name("mining")));
        ink.deed("mine", [("flag", flag), ("within", ink.whole(within)), ("when", able)])
    }
}

/// The mind of an actor that only waits.
const STILL: &str = "still";

/// Returns behaviours that patrol while no foe is near; otherwise the behaviours after them decide.
fn patrol(ink: Ink, range: String, sight: &str) -> Vec<Node> {
    let alone = format!("distance = 0 or distance > {sight}");
    let when = || ("when", ink.text(alone.clone()));
    let home = ink.deed("guard", [("radius", ink.text(range)), when()]);
    vec![home, ink.deed("wander", [("four", ink.flag(true)), when()])]
}
