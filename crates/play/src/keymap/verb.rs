use barrow_grid::Dir;

/// Something that a key can trigger during play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "`about` describes each")]
pub enum Verb {
    Move(Dir),
    Run(Dir),
    Wait,
    Rest,
    Explore,
    Descend,
    Ascend,
    Travel,
    Pickup,
    Interact,
    Use,
    Equip,
    Drop,
    Throw,
    Cast,
    Fire,
    Fight,
    Repeat,
    /// A slot of the bag, from 1.
    Slot(u8),
    Look,
    Inventory,
    Character,
    Log,
    Help,
    Seed,
    Pause,
    Settings,
    Save,
    Abandon,
}

/// The groups of verbs, in the order of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// Movement.
    Movement,
    /// Actions.
    Actions,
    /// Information.
    Information,
    /// The game as a whole.
    Game,
}

impl Group {
    /// All groups, in order.
    pub const ALL: [Self; 4] = [Self::Movement, Self::Actions, Self::Information, Self::Game];

    /// Returns the heading.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Movement => "Movement",
            Self::Actions => "Actions",
            Self::Information => "Information",
            Self::Game => "Game",
        }
    }
}

/// The verbs that stand alone, and their names in the settings.
const PLAIN: [(Verb, &str); 26] = [
    (Verb::Wait, "wait"),
    (Verb::Rest, "rest"),
    (Verb::Explore, "explore"),
    (Verb::Descend, "descend"),
    (Verb::Ascend, "ascend"),
    (Verb::Travel, "travel"),
    (Verb::Pickup, "pickup"),
    (Verb::Interact, "interact"),
    (Verb::Use, "use"),
    (Verb::Equip, "equip"),
    (Verb::Drop, "drop"),
    (Verb::Throw, "throw"),
    (Verb::Cast, "cast"),
    (Verb::Fire, "fire"),
    (Verb::Fight, "fight"),
    (Verb::Repeat, "repeat"),
    (Verb::Look, "look"),
    (Verb::Inventory, "inventory"),
    (Verb::Character, "character"),
    (Verb::Log, "log"),
    (Verb::Help, "help"),
    (Verb::Seed, "seed"),
    (Verb::Pause, "pause"),
    (Verb::Settings, "settings"),
    (Verb::Save, "save"),
    (Verb::Abandon, "abandon"),
];

impl Verb {
    /// Returns every verb.
    pub fn all() -> impl Iterator<Item = Self> {
        let moves = Dir::ALL.into_iter().map(Self::Move);
        let runs = Dir::ALL.into_iter().map(Self::Run);
        let plain = PLAIN.into_iter().map(|(verb, _)| verb);
        moves.chain(runs).chain(plain).chain((1..=9).map(Self::Slot))
    }

    /// Returns the name in the settings.
    pub fn name(self) -> String {
        if let Self::Move(dir) = self {
            return format!("move {}", dir.name());
        }
        if let Self::Run(dir) = self {
            return format!("run {}", dir.name());
        }
        if let Self::Slot(number) = self {
            return format!("slot {number}");
        }
        PLAIN.iter().find(|it| it.0 == self).map_or("", |it| it.1).into()
    }

    /// Returns the verb with a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|verb| verb.name() == name)
    }

    /// Returns the group of the verb.
    pub const fn group(self) -> Group {
        match self {
            Self::Move(_)
            | Self::Run(_)
            | Self::Wait
            | Self::Rest
            | Self::Explore
            | Self::Descend
            | Self::Ascend
            | Self::Travel => Group::Movement,
            Self::Pickup
            | Self::Interact
            | Self::Use
            | Self::Equip
            | Self::Drop
            | Self::Throw
            | Self::Cast
            | Self::Fire
            | Self::Fight
            | Self::Repeat
            | Self::Slot(_) => Group::Actions,
            Self::Look | Self::Inventory | Self::Character | Self::Log | Self::Help => {
                Group::Information
            }
            Self::Seed | Self::Pause | Self::Settings | Self::Save | Self::Abandon => Group::Game,
        }
    }

    /// Returns a one-line description.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Move(_) => "step, strike, open, push",
            Self::Run(_) => "run until something appears",
            Self::Wait => "wait a turn",
            Self::Rest => "rest until something happens",
            Self::Explore => "explore",
            Self::Descend => "take the stairs down, or travel there",
            Self::Ascend => "take the stairs up, or travel there",
            Self::Travel => "travel to a cell",
            Self::Pickup => "pick up",
            Self::Interact => "open, close, touch, talk",
            Self::Use => "use something",
            Self::Equip => "put on or take off",
            Self::Drop => "drop something",
            Self::Throw => "throw something",
            Self::Cast => "cast an ability",
            Self::Fire => "cast the last ability again at the nearest foe",
            Self::Fight => "attack the nearest foe",
            Self::Repeat => "do the last thing again",
            Self::Slot(_) => "use the item in this slot",
            Self::Look => "look at any cell",
            Self::Inventory => "what you carry and wear",
            Self::Character => "your character sheet",
            Self::Log => "all messages",
            Self::Help => "help",
            Self::Seed => "seed and version",
            Self::Pause => "pause a real-time game",
            Self::Settings => "settings and keys",
            Self::Save => "save and leave",
            Self::Abandon => "abandon the run",
        }
    }

    /// Returns a label of a word or two.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Move(_) => "Step",
            Self::Run(_) => "Run",
            Self::Wait => "Wait",
            Self::Rest => "Rest",
            Self::Explore => "Explore",
            Self::Descend => "Way down",
            Self::Ascend => "Way up",
            Self::Travel => "Travel",
            Self::Pickup => "Pick up",
            Self::Interact => "Touch",
            Self::Use => "Use",
            Self::Equip => "Wear",
            Self::Drop => "Drop",
            Self::Throw => "Throw",
            Self::Cast => "Cast",
            Self::Fire => "Fire",
            Self::Fight => "Fight",
            Self::Repeat => "Again",
            Self::Slot(_) => "Use this",
            Self::Look => "Look",
            Self::Inventory => "Bag",
            Self::Character => "Character",
            Self::Log => "Messages",
            Self::Help => "Help",
            Self::Seed => "Seed",
            Self::Pause => "Pause",
            Self::Settings => "Settings",
            Self::Save => "Save and leave",
            Self::Abandon => "Give up",
        }
    }
}
