use super::cast::Cast;
use super::entry::{Entry, is_true, listed};
use crate::json::Node;

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
    Mist,
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
        matches!(self, Self::Gas { .. } | Self::Mist | Self::Fire | Self::Lava { .. } | Self::Cell)
    }
}

impl<'k> Cast<'k> {
    pub(super) fn nature(&self, actor: Entry<'k>) -> Nature<'k> {
        let personality = actor.top_text("personality").and_then(|key| self.personality(key));
        let behaves =
            |words: &[&str]| personality.filter(|it| behaviours(*it).any(|it| mentions(it, words)));
        if actor.is("controlled") {
            return Nature::Hero;
        }
        if self.is_cell(actor) {
            return Nature::Cell;
        }
        if actor.is("trap") {
            return Nature::Trap;
        }
        if actor.top("damage_per_turn").is_some() || actor.top("spread_chance").is_some() {
            return Nature::Fire;
        }
        if behaves(&["mist_"]).is_some() {
            return Nature::Mist;
        }
        if let Some(personality) = behaves(&["cloud_", "gas_"]) {
            return Nature::Gas { personality };
        }
        if let Some(personality) = behaves(&["incinerate", "lava_"]) {
            return Nature::Lava { personality };
        }
        if let Some(personality) = behaves(&["drain", "suction"]) {
            return Nature::Drain { personality };
        }
        if actor.is("deep") {
            return Nature::Deep { personality };
        }
        if actor.is("liquid") {
            return Nature::Liquid { personality };
        }
        self.solid_nature(actor, personality)
    }

    fn solid_nature(&self, actor: Entry<'k>, personality: Option<Entry<'k>>) -> Nature<'k> {
        let acts = personality.is_some_and(|it| behaviours(it).any(super::mind::is_of_a_mind));
        let stays = ["breakable", "pushable", "openable"].into_iter().any(|it| actor.is(it));
        let struck = actor.is_solid() && !stays && actor.stat(super::attributes::LIFE).is_some();
        if acts || struck { Nature::Creature } else { Nature::Fixture }
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

/// The behaviours of a personality, in order.
pub(super) fn behaviours<'k>(personality: Entry<'k>) -> impl Iterator<Item = &'k str> {
    let list = personality.top("behaviors").and_then(listed).unwrap_or_default();
    list.iter().filter_map(Node::text)
}

fn mentions(behaviour: &str, words: &[&str]) -> bool {
    words.iter().any(|word| behaviour.contains(word))
}

/// A yes or no of a personality.
pub(super) fn asks(personality: Option<Entry<'_>>, key: &str) -> bool {
    personality.and_then(|it| it.top(key)).is_some_and(is_true)
}
