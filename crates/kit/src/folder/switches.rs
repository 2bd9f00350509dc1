use barrow_source::{Node, Value};

use crate::folder::reader::{Keys, Reader};

/// What `kit.json` beside `data` and `prototypes` says.
///
/// Where the kit's design text and the shipped kit differ, the design text is followed. `kit.json`
/// can select the shipped rule instead: these are the flags.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key that authors write by itself")]
pub(crate) struct Switches {
    /// The title of the game.
    pub(crate) title: Option<Node>,
    /// A line that describes the game.
    pub(crate) about: Option<Node>,
    /// The prototype that the game begins with.
    pub(crate) start: Option<Node>,
    /// The game's own messages for common events.
    pub(crate) messages: Option<Node>,
    /// The section `palettes`, as it is.
    pub(crate) palettes: Option<Node>,
    /// Each point of defence takes a share of the accuracy, instead of one point.
    pub(crate) hit: bool,
    /// Damage is multiplied by a tenth of the strength.
    pub(crate) strength: bool,
    /// A weapon's effects replace all effects of the bare hands.
    pub(crate) weapons: bool,
    /// Mazes have void beside their passages instead of walls.
    pub(crate) maze: bool,
    /// Bonuses of worn items count twice.
    pub(crate) bonuses: bool,
    /// An entry with a chance of 100 is placed exactly once.
    pub(crate) random: bool,
    /// Wildcards for items and actors have no effect.
    pub(crate) wildcards: bool,
    /// Items of a map may lie on cells without floor.
    pub(crate) placement: bool,
    /// Attacks on helpless targets can miss.
    pub(crate) helpless: bool,
    /// Items never form a stack.
    pub(crate) stacks: bool,
    /// Monsters and other solid actors hide what is behind them.
    pub(crate) sight: bool,
    /// Walking into something that can be neither mined nor moved takes a turn.
    pub(crate) bumps: bool,
    /// Monsters walk into lava, fire and gas.
    pub(crate) heedless: bool,
}

const FILE: &str = "kit.json";
const KEYS: Keys =
    Keys::new(&["title", "about", "start", "messages", "palettes", "shipped", "$schema"], &[]);
const TOPICS: [&str; 13] = [
    "hit",
    "strength",
    "weapons",
    "maze",
    "bonuses",
    "random",
    "wildcards",
    "placement",
    "helpless",
    "stacks",
    "sight",
    "bumps",
    "heedless",
];

impl Switches {
    pub(crate) fn read(reader: &mut Reader<'_>) -> Self {
        let mut switches = Self::default();
        let Some(node) = reader.read(FILE) else { return switches };
        reader.check_keys(&node, "the kit's own file", &KEYS);
        let take = |key| node.get(key).cloned();
        switches.title = take("title");
        switches.about = take("about");
        switches.start = take("start");
        switches.messages = take("messages");
        switches.palettes = take("palettes");
        if let Some(shipped) = node.get("shipped") {
            switches.choose(shipped, reader);
        }
        switches
    }

    /// Sets the flags: `true` means all of them, a list names some.
    fn choose(&mut self, shipped: &Node, reader: &mut Reader<'_>) {
        match &shipped.value {
            Value::Flag(all) => TOPICS.iter().for_each(|topic| self.set(topic, *all)),
            Value::List(topics) => {
                for topic in topics {
                    if let Some(name) = topic.text().filter(|it| TOPICS.contains(it)) {
                        self.set(name, true);
                    } else {
                        let what = format!("a shipped rule is one of {}", TOPICS.join(", "));
                        reader.report.error(topic.span, what);
                    }
                }
            }
            Value::Null | Value::Number(_) | Value::Text(_) | Value::Object(_) => {
                let what = format!("`shipped` is true or a list of {}", TOPICS.join(", "));
                reader.report.error(shipped.span, what);
            }
        }
    }

    fn set(&mut self, topic: &str, chosen: bool) {
        match topic {
            "hit" => self.hit = chosen,
            "strength" => self.strength = chosen,
            "weapons" => self.weapons = chosen,
            "maze" => self.maze = chosen,
            "bonuses" => self.bonuses = chosen,
            "random" => self.random = chosen,
            "wildcards" => self.wildcards = chosen,
            "placement" => self.placement = chosen,
            "helpless" => self.helpless = chosen,
            "stacks" => self.stacks = chosen,
            "sight" => self.sight = chosen,
            "bumps" => self.bumps = chosen,
            _ => self.heedless = chosen,
        }
    }
}
