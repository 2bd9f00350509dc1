/// The parts of a pack that declare named things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// What things have: health, gold, solid.
    Attributes,
    /// What things are: actors, items, doors, walls.
    Kinds,
    /// Conditions that actors are in for some time.
    States,
    /// What fills cells: gas, fire, water.
    Fields,
    /// How actors decide.
    Minds,
    /// What actors can cast.
    Abilities,
    /// Where the game is played.
    Levels,
    /// Lists to draw from by weight.
    Tables,
    /// Lists of words for texts.
    Words,
    /// Choices for the player.
    Menus,
    /// Slots for equipment.
    Slots,
    /// Which rooms a level has and how they are joined.
    Graphs,
    /// Types of rooms.
    Rooms,
    /// Rooms drawn by hand.
    Templates,
    /// Drawings that levels imitate.
    Samples,
    /// Lists of effects with parameters.
    Routines,
    /// Bags besides the inventory.
    Bags,
    /// Which things are meant, under a name.
    Selections,
    /// What makes a run harder or stranger.
    Modifiers,
    /// What is shown wrongly on purpose.
    Veil,
    /// The colours of places.
    Palettes,
    /// Ways of moving besides `walk` and `fly`.
    Ways,
    /// Ways to play for bots.
    Policies,
    /// What is explained to players, once.
    Tips,
    /// How things sound.
    Sounds,
    /// What music there is.
    Music,
    /// How places sound.
    Ambience,
}

impl Section {
    /// All sections, in the order of the manual.
    pub const ALL: [Self; 27] = [
        Self::Attributes,
        Self::Kinds,
        Self::States,
        Self::Fields,
        Self::Minds,
        Self::Abilities,
        Self::Levels,
        Self::Tables,
        Self::Words,
        Self::Menus,
        Self::Slots,
        Self::Graphs,
        Self::Rooms,
        Self::Templates,
        Self::Samples,
        Self::Routines,
        Self::Bags,
        Self::Selections,
        Self::Modifiers,
        Self::Veil,
        Self::Palettes,
        Self::Ways,
        Self::Policies,
        Self::Tips,
        Self::Sounds,
        Self::Music,
        Self::Ambience,
    ];

    /// Returns the key of the section in a file.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Attributes => "attributes",
            Self::Kinds => "kinds",
            Self::States => "states",
            Self::Fields => "fields",
            Self::Minds => "minds",
            Self::Abilities => "abilities",
            Self::Levels => "levels",
            Self::Tables => "tables",
            Self::Words => "words",
            Self::Menus => "menus",
            Self::Slots => "slots",
            Self::Graphs => "graphs",
            Self::Rooms => "rooms",
            Self::Templates => "templates",
            Self::Samples => "samples",
            Self::Routines => "routines",
            Self::Bags => "bags",
            Self::Selections => "selections",
            Self::Modifiers => "modifiers",
            Self::Veil => "veil",
            Self::Palettes => "palettes",
            Self::Ways => "ways",
            Self::Policies => "policies",
            Self::Tips => "tips",
            Self::Sounds => "sounds",
            Self::Music => "music",
            Self::Ambience => "ambience",
        }
    }

    /// Returns what it declares.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Attributes => "what things can have or be: flags, numbers, gauges",
            Self::Kinds => "what can be on a cell or in a bag: actors, items, fixtures, terrain",
            Self::States => "conditions that actors are in for some time",
            Self::Fields => "what fills cells and spreads: gas, fire, water",
            Self::Minds => "how actors decide: behaviours in order",
            Self::Abilities => "what can be cast",
            Self::Levels => "where the game is played",
            Self::Tables => "lists to draw kinds from by weight",
            Self::Words => "lists of words for texts",
            Self::Menus => "choices for the player",
            Self::Slots => "slots for equipment",
            Self::Graphs => "which rooms a level has and how they are joined",
            Self::Rooms => "types of rooms",
            Self::Templates => "rooms drawn by hand, to be fitted into levels",
            Self::Samples => "drawings that wave function collapse imitates",
            Self::Routines => "lists of effects with parameters, which effects can call",
            Self::Bags => "bags besides the inventory: a hand, a stash, a pile",
            Self::Selections => "which things are meant",
            Self::Modifiers => "what makes a run harder or stranger, chosen when it starts",
            Self::Veil => "what is shown wrongly on purpose",
            Self::Palettes => "the colours of places, by level and floor",
            Self::Ways => "ways of moving besides `walk` and `fly`",
            Self::Policies => "ways to play, for bots",
            Self::Tips => "what is explained to players, once",
            Self::Sounds => "sounds, as recipes",
            Self::Music => "moods of music",
            Self::Ambience => "how places sound while nothing happens",
        }
    }

    /// Returns what messages call one of its things.
    pub const fn one(self) -> &'static str {
        match self {
            Self::Attributes => "attribute",
            Self::Kinds => "kind",
            Self::States => "state",
            Self::Fields => "field",
            Self::Minds => "mind",
            Self::Abilities => "ability",
            Self::Levels => "level",
            Self::Tables => "table",
            Self::Words => "word list",
            Self::Menus => "menu",
            Self::Slots => "slot",
            Self::Graphs => "graph",
            Self::Rooms => "room type",
            Self::Templates => "template",
            Self::Samples => "sample",
            Self::Routines => "routine",
            Self::Bags => "bag",
            Self::Selections => "selection",
            Self::Modifiers => "modifier",
            Self::Veil => "veil",
            Self::Palettes => "palette",
            Self::Ways => "way of moving",
            Self::Policies => "policy",
            Self::Tips => "tip",
            Self::Sounds => "sound",
            Self::Music => "mood",
            Self::Ambience => "ambience",
        }
    }
}
