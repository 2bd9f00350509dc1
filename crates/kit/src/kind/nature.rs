use barrow_source::Node;

use crate::folder::cast::Cast;
use crate::folder::entry::{Entry, is_true};
use crate::mind::is_action;

/// What an actor of the kit is in our form. The kit calls a wall, a rat and smoke all actors.
pub(crate) enum Nature<'k> {
    Hero,
    /// Acts, or can be attacked.
    Creature,
    /// Stays where it is.
    Fixture,
    /// Triggers when something steps on it.
    Trap,
    /// Fills cells, spreads and thins out.
    Gas {
        personality: Entry<'k>,
    },
    Mist {
        personality: Entry<'k>,
    },
    Fire,
    /// Fills cells forever and burns what enters them.
    Lava {
        personality: Entry<'k>,
    },
    /// May become deep.
    Liquid {
        personality: Option<Entry<'k>>,
    },
    Deep {
        personality: Option<Entry<'k>>,
    },
    Drain {
        personality: Entry<'k>,
    },
    /// A living cell of Conway's Game of Life.
    Cell,
}

impl Nature<'_> {
    /// Returns whether the actor becomes a field, and not an entity.
    pub(crate) const fn is_field(&self) -> bool {
        matches!(
            self,
            Self::Gas { .. } | Self::Mist { .. } | Self::Fire | Self::Lava { .. } | Self::Cell
        )
    }
}

impl<'k> Cast<'k> {
    pub(crate) fn nature(&self, actor: Entry<'k>) -> Nature<'k> {
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
        // Mist spreads as clouds do, so it must be checked first.
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

    /// Returns whether a Game of Life is played with such actors.
    fn is_cell(&self, actor: Entry<'k>) -> bool {
        let personalities = self.actors().into_iter().filter_map(|it| {
            let key = it.top_text("personality")?;
            self.personality(key)
        });
        let mut cells = personalities.filter_map(|it| it.top_text("cell_type"));
        cells.any(|key| key == actor.key)
    }
}

/// Returns the nature of an actor that is no field and no liquid.
fn solid_nature<'k>(actor: Entry<'k>, personality: Option<Entry<'k>>) -> Nature<'k> {
    let alone = personality.is_none() && actor.top_text("personality").is_some_and(is_action);
    let acts = alone || personality.is_some_and(|it| behaviours(it).any(is_action));
    let stays = ["breakable", "pushable", "openable"].into_iter().any(|it| actor.is(it));
    let struck = actor.is_solid() && !stays && actor.stat(crate::attributes::LIFE).is_some();
    if acts || struck { Nature::Creature } else { Nature::Fixture }
}

/// Returns the behaviours of a personality, in order.
pub(crate) fn behaviours(personality: Entry<'_>) -> impl Iterator<Item = &str> {
    let list = personality.top("behaviors").and_then(Node::items).unwrap_or_default();
    list.iter().filter_map(Node::text)
}

/// The behaviours of fire.
pub(crate) const FIRE: [&str; 2] = ["fire_spread", "fire_burn_out"];
/// The behaviours of clouds.
pub(crate) const CLOUD: [&str; 4] =
    ["cloud_spread", "cloud_disperse", "cloud_affect_actors", "cloud_lifetime"];

/// Returns whether a key of a personality is true.
pub(crate) fn is_set(personality: Option<Entry<'_>>, key: &str) -> bool {
    personality.and_then(|it| it.top(key)).is_some_and(is_true)
}
