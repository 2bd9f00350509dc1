use barrow_grid::Dir;
use barrow_small::Map;

use super::{Code, Key, Verb};

/// A set of bindings for a kind of keyboard or habit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preset {
    /// Arrows and `hjklyubn`.
    #[default]
    Arrows,
    /// `hjklyubn` and nothing else.
    Vi,
    /// The number pad, whether `NumLock` is on or off.
    Numpad,
    /// `WASD`, diagonals around them.
    Wasd,
    /// The block `uio jkl m,.`, for keyboards without a number pad.
    Laptop,
}

/// The keys of the eight directions, clockwise from north.
type Wheel = [char; 8];

const VI: Wheel = ['k', 'u', 'l', 'n', 'j', 'b', 'h', 'y'];
const DIGITS: Wheel = ['8', '9', '6', '3', '2', '1', '4', '7'];
const WASD: Wheel = ['w', 'r', 'd', 'v', 's', 'z', 'a', 'q'];
const BLOCK: Wheel = ['i', 'o', 'l', '.', ',', 'm', 'j', 'u'];
const PAD: [Code; 8] = [
    Code::Up,
    Code::PageUp,
    Code::Right,
    Code::PageDown,
    Code::Down,
    Code::End,
    Code::Left,
    Code::Home,
];

/// The bindings that are the same in every preset, unless it needs the letter for movement.
const COMMON: [(Verb, &[char]); 26] = [
    (Verb::Wait, &['.', 's', ' ']),
    (Verb::Rest, &['Z']),
    (Verb::Explore, &['o']),
    (Verb::Descend, &['>']),
    (Verb::Ascend, &['<']),
    (Verb::Travel, &['_']),
    (Verb::Pickup, &['g', ',']),
    (Verb::Interact, &['e']),
    (Verb::Use, &['a']),
    (Verb::Equip, &['w']),
    (Verb::Drop, &['d']),
    (Verb::Throw, &['t']),
    (Verb::Cast, &['z']),
    (Verb::Fire, &['f']),
    (Verb::Fight, &[]),
    (Verb::Repeat, &['`']),
    (Verb::Look, &['x', ';']),
    (Verb::Inventory, &['i']),
    (Verb::Character, &['@', 'C']),
    (Verb::Log, &['M']),
    (Verb::Help, &['?']),
    (Verb::Seed, &['~']),
    (Verb::Pause, &['P', 'p']),
    (Verb::Settings, &['=']),
    (Verb::Save, &['S']),
    (Verb::Abandon, &['Q']),
];

impl Preset {
    /// All presets.
    pub const ALL: [Self; 5] = [Self::Arrows, Self::Vi, Self::Numpad, Self::Wasd, Self::Laptop];

    fn wheel(self) -> Wheel {
        match self {
            Self::Arrows | Self::Vi => VI,
            Self::Numpad => DIGITS,
            Self::Wasd => WASD,
            Self::Laptop => BLOCK,
        }
    }

    /// Returns the keys of verbs whose usual letters this preset needs for movement.
    fn moved(self) -> &'static [(Verb, char)] {
        match self {
            Self::Arrows | Self::Vi => &[],
            Self::Numpad => &[(Verb::Wait, '5')],
            Self::Wasd => {
                &[(Verb::Use, 'u'), (Verb::Equip, 'y'), (Verb::Drop, 'k'), (Verb::Cast, 'c')]
            }
            Self::Laptop => &[(Verb::Wait, 'k'), (Verb::Explore, 'p'), (Verb::Inventory, 'b')],
        }
    }
}

pub(super) fn bindings(preset: Preset) -> Map<Key, Verb> {
    let mut keys = Map::new();
    for (verb, chars) in COMMON {
        keys.extend(chars.iter().map(|&char| (Key::char(char), verb)));
    }
    keys.insert(Key::plain(Code::Tab), Verb::Fight);
    keys.insert(Key::ctrl('p'), Verb::Log);
    keys.insert(Key::plain(Code::Middle), Verb::Wait);
    keys.extend((1..=9).map(|slot| (slot_key(preset, slot), Verb::Slot(slot))));
    keys.extend(going(preset));
    keys.extend(preset.moved().iter().map(|&(verb, char)| (Key::char(char), verb)));
    keys
}

/// Returns the movement keys: the letters of the preset, which run as capitals, and the arrows with
/// the keys around them, which run with Shift or Control.
fn going(preset: Preset) -> Vec<(Key, Verb)> {
    let mut keys = Vec::new();
    for (at, dir) in Dir::ALL.into_iter().enumerate() {
        let letter = preset.wheel()[at];
        keys.push((Key::char(letter), Verb::Move(dir)));
        if preset == Preset::Vi || preset == Preset::Arrows {
            keys.push((Key::char(letter.to_ascii_uppercase()), Verb::Run(dir)));
        }
        let arrow = Key::plain(PAD[at]);
        keys.push((arrow.shifted(), Verb::Run(dir)));
        keys.push((Key { ctrl: true, ..arrow }, Verb::Run(dir)));
        if preset != Preset::Vi {
            keys.push((arrow, Verb::Move(dir)));
        }
    }
    keys
}

fn slot_key(preset: Preset, slot: u8) -> Key {
    match preset {
        Preset::Numpad => Key::plain(Code::F(slot)),
        Preset::Arrows | Preset::Vi | Preset::Wasd | Preset::Laptop => {
            Key::char(char::from(b'0' + slot))
        }
    }
}
