use barrow_source::Node;

use super::cast::Cast;
use super::entry::{Entry, is_true};

/// What an actor of the kit is in our world: the kit has one word for a wall, a rat and smoke.
pub(super) enum Nature<'k> {
    Hero,
    /// It acts.
    Creature,
    /// It stands where it is.
    Fixture,
    /// It is trodden on.
    Trap,
    /// It fills cells, spreads and thins out.
    Gas {
        personality: Entry<'k>,
    },
    Mist {
        personality: Entry<'k>,
    },
    Fire,
    /// It fills cells for good and burns what comes there.
    Lava {
        personality: Entry<'k>,
    },
    /// It lies there and may become deep.
    Liquid {
        personality: Option<Entry<'k>>,
    },
    Deep {
        personality: Option<Entry<'k>>,
    },
    Drain {
        personality: Entry<'k>,
    },
    /// A cell of a game of life.
    Cell,
}

impl Nature<'_> {
    /// Whether it fills cells and is no thing of its own.
    pub(super) const fn is_field(&self) -> bool {
        matches!(
            self,
            Self::Gas { .. } | Self::Mist { .. } | Self::Fire | Self::Lava { .. } | Self::Cell
        )
    }
}

impl<'k> Cast<'k> {
    pub(super) fn nature(&self, actor: Entry<'k>) -> Nature<'k> {
        let personality = actor.top_text("personality").and_then(|key| self.personality(key));
        let behaves =
            |words: &[&str]| personality.filter(|it| behaviours(*it).any(|it| words.contains(&it)));
        if actor.is("controlled") {
            return Nature::Hero;
        }
        if self.is_cell(actor) {
            return Nature::Cell;
        }
        if actor.is("trap") || behaves(&["trap_check_trigger"]).is_some() {
            return Nature::Trap;
        }
        let burns = ["damage_per_turn", "spread_chance"].iter().any(|it| actor.top(it).is_some());
        if burns || behaves(&FIRE).is_some() {
            return Nature::Fire;
        }
        // Mist drifts as clouds do, so it is asked for first.
        if let Some(personality) = behaves(&["mist_fade"]) {
            return Nature::Mist { personality };
        }
        if let Some(personality) = behaves(&CLOUD) {
            return Nature::Gas { personality };
        }
        if let Some(personality) = behaves(&["incinerate_entities"]) {
            return Nature::Lava { personality };
        }
        if let Some(personality) = behaves(&["drain_suction"]) {
            return Nature::Drain { personality };
        }
        if actor.is("deep") {
            return Nature::Deep { personality };
        }
        if actor.is("liquid") {
            return Nature::Liquid { personality };
        }
        solid_nature(actor, personality)
    }

    /// Whether a game of life is played with such actors.
    fn is_cell(&self, actor: Entry<'k>) -> bool {
        let personalities = self.actors().into_iter().filter_map(|it| {
            let key = it.top_text("personality")?;
            self.personality(key)
        });
        let mut cells = personalities.filter_map(|it| it.top_text("cell_type"));
        cells.any(|key| key == actor.key)
    }
}

/// What an actor is that is no matter: one who acts or can be struck, or a mere thing.
fn solid_nature<'k>(actor: Entry<'k>, personality: Option<Entry<'k>>) -> Nature<'k> {
    let acts = personality.is_some_and(|it| behaviours(it).any(super::mind::is_of_a_mind));
    let stays = ["breakable", "pushable", "openable"].into_iter().any(|it| actor.is(it));
    let struck = actor.is_solid() && !stays && actor.stat(super::attributes::LIFE).is_some();
    if acts || struck { Nature::Creature } else { Nature::Fixture }
}

/// The behaviours of a personality, in order.
pub(super) fn behaviours(personality: Entry<'_>) -> impl Iterator<Item = &str> {
    let list = personality.top("behaviors").and_then(Node::items).unwrap_or_default();
    list.iter().filter_map(Node::text)
}

/// What fire does.
pub(super) const FIRE: [&str; 2] = ["fire_spread", "fire_burn_out"];
/// What clouds do.
pub(super) const CLOUD: [&str; 4] =
    ["cloud_spread", "cloud_disperse", "cloud_affect_actors", "cloud_lifetime"];

/// A yes or no of a personality.
pub(super) fn asks(personality: Option<Entry<'_>>, key: &str) -> bool {
    personality.and_then(|it| it.top(key)).is_some_and(is_true)
}
