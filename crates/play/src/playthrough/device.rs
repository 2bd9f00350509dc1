//! How commands are given on the device in use, in words.

use barrow_pack::Commanded;

use super::{Host, Playthrough};
use crate::keymap::{Code, Key, Verb};

/// What the player holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Device {
    /// A keyboard.
    #[default]
    Keys,
    /// A mouse.
    Mouse,
    /// A keyboard and a mouse, neither of them used so far.
    Desk,
    /// A touch screen.
    Touch,
    /// A gamepad.
    Gamepad,
    /// A line of text.
    Line,
}

impl Device {
    /// Every device with its name.
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::Keys, "keys"),
        (Self::Mouse, "mouse"),
        (Self::Desk, "desk"),
        (Self::Touch, "touch"),
        (Self::Gamepad, "gamepad"),
        (Self::Line, "line"),
    ];

    /// Returns the device of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.1 == name).map(|it| it.0)
    }
}

/// A command as the front ends know it.
struct Given {
    key: Option<Key>,
    label: String,
    verb: Option<Verb>,
}

impl Playthrough {
    /// Says how to give a command: `press e`, `tap Explore`. Returns `None` if the game has no such
    /// command.
    pub(super) fn asked_by(
        &self,
        host: &dyn Host,
        what: &Commanded,
        capital: bool,
    ) -> Option<String> {
        let told = match what {
            Commanded::Standard(word) if &**word == "step" => step(host.device()).to_string(),
            _ => give(host.device(), &self.given(host, what)?),
        };
        Some(if capital { barrow_small::capitalized(&told) } else { told })
    }

    fn given(&self, host: &dyn Host, what: &Commanded) -> Option<Given> {
        let keys = &host.settings().keys;
        match what {
            Commanded::Standard(word) if &**word == "menu" => Some(Given {
                key: Some(Key::plain(Code::Esc)),
                label: "Menu".into(),
                verb: Some(Verb::Pause),
            }),
            Commanded::Standard(word) => {
                let verb = Verb::from_name(word).filter(|it| self.exists(*it))?;
                let key = self.key_of(host, verb);
                Some(Given { key, label: self.label_of(host, verb), verb: Some(verb) })
            }
            Commanded::Own(char) => {
                let own = &self.game().pack().rules.keys;
                // Heroes with different abilities may share a key.
                let view = self.view();
                let label = view.keys().find(|it| it.key == *char)?.label.to_string();
                let selects = own.iter().find(|it| it.key == *char).and_then(|it| it.selects);
                let label = match selects {
                    // Without keys, what is carried is chosen by itself.
                    Some(slot) => view.bag().nth(usize::try_from(slot).ok()?)?.item.name(),
                    None => label,
                };
                Some(Given { key: Some(keys.own_key(*char, own)), label, verb: None })
            }
        }
    }

    /// Returns what the button of a verb says: the name of a card, or of the verb.
    fn label_of(&self, host: &dyn Host, verb: Verb) -> String {
        // These have no button of their own: the bag asks what to do with an item.
        let verb = match verb {
            Verb::Use | Verb::Equip | Verb::Drop => Verb::Inventory,
            other => other,
        };
        let button = self.buttons(host).into_iter().find(|it| it.verb == Some(verb));
        button.map_or_else(|| verb.label().into(), |it| it.label)
    }
}

const fn step(device: Device) -> &'static str {
    match device {
        Device::Keys => "press an arrow key",
        Device::Mouse => "click a place",
        Device::Desk => "press an arrow key or click a place",
        Device::Touch => "tap a place",
        Device::Gamepad => "push the stick",
        Device::Line => "type a direction",
    }
}

fn give(device: Device, given: &Given) -> String {
    let label = barrow_small::capitalized(&given.label);
    let by_key = given.key.map(|key| format!("press {key}"));
    match device {
        Device::Keys => by_key.unwrap_or_else(|| format!("choose {label}")),
        Device::Mouse => format!("click {label}"),
        Device::Desk => match by_key {
            Some(key) => format!("{key} or click {label}"),
            None => format!("click {label}"),
        },
        Device::Touch => format!("tap {label}"),
        Device::Gamepad => match given.verb.and_then(pad) {
            Some(button) => format!("press {button}"),
            None => format!("press A and choose {label}"),
        },
        Device::Line => match (given.verb, given.key) {
            (Some(verb), _) => format!("type {}", verb.name()),
            (None, Some(key)) => format!("type key {key}"),
            (None, None) => format!("choose {label}"),
        },
    }
}

/// Returns the button of a standard gamepad that does a verb.
const fn pad(verb: Verb) -> Option<&'static str> {
    match verb {
        Verb::Wait => Some("X"),
        Verb::Inventory => Some("Y"),
        Verb::Look => Some("the left shoulder"),
        Verb::Pickup => Some("the right shoulder"),
        Verb::Ascend => Some("the left trigger"),
        Verb::Descend => Some("the right trigger"),
        Verb::Help => Some("Select"),
        Verb::Pause => Some("Start"),
        _ => None,
    }
}
