use barrow_source::Node;
use serde::{Deserialize, Serialize};

use super::Effect;
use crate::data::expected;
use crate::form::{Data, Shape, appends_to_nothing};
use crate::presence::Presence;
use crate::reader::Reader;

/// An occasion on which something happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Occasion {
    /// It is created.
    Spawn,
    /// A round passes.
    Turn,
    /// Someone walks into it and it does not give way.
    Bump,
    /// Someone enters its cell, in any way.
    Enter,
    /// Someone walks onto its cell.
    Tread,
    /// Someone steps off its cell, or its carrier off any.
    Leave,
    /// It takes a step.
    Step,
    /// It strikes someone and hits.
    Hit,
    /// It is harmed by someone.
    Struck,
    /// It dies.
    Die,
    /// It kills someone.
    Kill,
    /// It has cast an ability.
    Cast,
    /// It is used.
    Use,
    /// It is picked up.
    Pickup,
    /// It is dropped.
    Drop,
    /// It is equipped.
    Equip,
    /// It is unequipped.
    Unequip,
    /// It lands after a throw.
    Land,
    /// Something lands on its cell after a throw.
    Pelted,
    /// It is opened.
    Open,
    /// The player sees it this round.
    Seen,
    /// The run begins.
    Start,
    /// The player arrives on a level.
    Arrive,
    /// No foe is left on a level.
    Clear,
}

impl Occasion {
    /// All occasions, in the order of [`Occasion::WORDS`].
    pub const ALL: [Self; 24] = [
        Self::Spawn,
        Self::Turn,
        Self::Bump,
        Self::Enter,
        Self::Tread,
        Self::Leave,
        Self::Step,
        Self::Hit,
        Self::Struck,
        Self::Die,
        Self::Kill,
        Self::Cast,
        Self::Use,
        Self::Pickup,
        Self::Drop,
        Self::Equip,
        Self::Unequip,
        Self::Land,
        Self::Pelted,
        Self::Open,
        Self::Seen,
        Self::Start,
        Self::Arrive,
        Self::Clear,
    ];

    /// The words for them in packs.
    pub const WORDS: [&'static str; 24] = [
        "spawn", "turn", "bump", "enter", "tread", "leave", "step", "hit", "struck", "die", "kill",
        "cast", "use", "pickup", "drop", "equip", "unequip", "land", "pelted", "open", "seen",
        "start", "arrive", "clear",
    ];

    /// Returns the word for it in packs.
    pub const fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }

    /// Returns when it happens, in a sentence.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Spawn => {
                "It is created. For a state: it begins. For a field: it arrives in a cell."
            }
            Self::Turn => "A round passes.",
            Self::Bump => "The actor walks into it and it does not give way.",
            Self::Enter => {
                "The actor enters its cell in any way: by walking, or pushed or moved there."
            }
            Self::Tread => {
                "The actor walks onto its cell. Being pushed or moved there does not count."
            }
            Self::Leave => {
                "The actor steps off its cell. For a carried item: its carrier steps off a cell. \
                 For stairs, a level and the pack: the actor is about to take stairs."
            }
            Self::Step => "It has taken a step by itself.",
            Self::Hit => "It strikes the target and hits.",
            Self::Struck => "It is harmed by the actor.",
            Self::Die => "It dies. For a state: it ends.",
            Self::Kill => "It kills the target.",
            Self::Cast => "It has cast an ability, at the target.",
            Self::Use => "The actor uses it.",
            Self::Pickup => "The actor picks it up.",
            Self::Drop => "The actor drops it.",
            Self::Equip => "The actor equips it.",
            Self::Unequip => "The actor unequips it.",
            Self::Land => "It lands after a throw.",
            Self::Pelted => "Something that was thrown, the item, lands on its cell.",
            Self::Open => "The actor opens it.",
            Self::Seen => "The player sees it this round.",
            Self::Start => "The run begins.",
            Self::Arrive => "The player arrives on a level.",
            Self::Clear => "No foe is left on a level.",
        }
    }
}

/// What happens on which occasion.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hooks {
    lists: Vec<(Occasion, Vec<Effect>)>,
}

impl Hooks {
    /// Returns `true` if nothing happens on any occasion.
    pub const fn is_empty(&self) -> bool {
        self.lists.is_empty()
    }

    /// Returns every occasion with what happens on it.
    pub fn iter(&self) -> impl Iterator<Item = (Occasion, &[Effect])> {
        self.lists.iter().map(|(occasion, effects)| (*occasion, effects.as_slice()))
    }

    /// Returns what happens on an occasion.
    pub fn effects(&self, occasion: Occasion) -> &[Effect] {
        let list = self.lists.iter().find(|(it, _)| *it == occasion);
        list.map_or(&[], |(_, effects)| effects)
    }

    pub(crate) fn effects_mut(&mut self, occasion: Occasion) -> Option<&mut Vec<Effect>> {
        self.lists.iter_mut().find(|(it, _)| *it == occasion).map(|it| &mut it.1)
    }

    pub(crate) fn each_list(&mut self, change: &mut dyn FnMut(&mut Vec<Effect>)) {
        self.lists.iter_mut().for_each(|it| change(&mut it.1));
    }
}

impl Data for Hooks {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Some(members) = node.members() else {
            return expected(reader, node, "an object of occasions");
        };
        let mut lists = Vec::new();
        for member in members {
            let index = Occasion::WORDS.iter().position(|word| *word == member.key);
            let occasion = index.map(|it| Occasion::ALL[it]);
            let presence =
                occasion.map_or(Presence::Unknown, |it| reader.presence_on(it, member.key_span));
            let effects = reader.with_presence(presence, |reader| Vec::read(&member.value, reader));
            if let Some(occasion) = occasion {
                lists.push((occasion, effects?));
            } else {
                let what = appends_to_nothing(&member.key, &Occasion::WORDS).unwrap_or_else(|| {
                    let meant = reader.meant_of(&member.key, &Occasion::WORDS);
                    format!("no occasion `{}`{meant}", member.key)
                });
                reader.error(member.key_span, what);
            }
        }
        Some(Self { lists })
    }

    fn shape() -> Shape {
        Shape::Map(Box::new(Shape::Word(&Occasion::WORDS)), Box::new(Vec::<Effect>::shape()))
    }
}
