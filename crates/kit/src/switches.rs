use barrow_source::{Node, Value};

use super::clerk::{Clerk, Keys};

/// Where the kit's design text and the shipped kit differ, the design holds unless `kit.json`
/// beside `data` and `prototypes` says otherwise.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key that authors write by itself")]
pub(super) struct Switches {
    /// What the game is called.
    pub(super) title: Option<Node>,
    /// What it is, in a line.
    pub(super) about: Option<Node>,
    /// The prototype it begins with.
    pub(super) start: Option<Node>,
    /// Defence weakens accuracy by a share, not by subtraction.
    pub(super) hit: bool,
    /// Blows are multiplied by a tenth of the strength.
    pub(super) strength: bool,
    /// A weapon's effect replaces all of the bare blow's.
    pub(super) weapons: bool,
    /// Mazes have no walls, only void beside their passages.
    pub(super) maze: bool,
    /// Numbers of what is worn count twice.
    pub(super) bonuses: bool,
    /// A chance of 100 places exactly one.
    pub(super) random: bool,
    /// Wildcards for items and actors do nothing.
    pub(super) wildcards: bool,
    /// Items of a map may lie where there is no floor.
    pub(super) placement: bool,
    /// The helpless may be missed.
    pub(super) helpless: bool,
}

const FILE: &str = "kit.json";
const KEYS: Keys = Keys::new(&["title", "about", "start", "shipped", "$schema"], &[]);
const TOPICS: [&str; 9] = [
    "hit",
    "strength",
    "weapons",
    "maze",
    "bonuses",
    "random",
    "wildcards",
    "placement",
    "helpless",
];

impl Switches {
    pub(super) fn read(clerk: &mut Clerk<'_>) -> Self {
        let mut switches = Self::default();
        let Some(node) = clerk.read(FILE) else { return switches };
        clerk.check_keys(&node, "the kit's own file", &KEYS);
        let take = |key| node.get(key).cloned();
        switches.title = take("title");
        switches.about = take("about");
        switches.start = take("start");
        if let Some(shipped) = node.get("shipped") {
            switches.choose(shipped, clerk);
        }
        switches
    }

    /// `true` is all of them, a list names some.
    fn choose(&mut self, shipped: &Node, clerk: &mut Clerk<'_>) {
        match &shipped.value {
            Value::Flag(all) => TOPICS.iter().for_each(|topic| self.set(topic, *all)),
            Value::List(topics) => {
                for topic in topics {
                    if let Some(name) = topic.text().filter(|it| TOPICS.contains(it)) {
                        self.set(name, true);
                    } else {
                        let what = format!("a shipped rule is one of {}", TOPICS.join(", "));
                        clerk.report.error(topic.span, what);
                    }
                }
            }
            Value::Null | Value::Number(_) | Value::Text(_) | Value::Object(_) => {
                let what = format!("`shipped` is true or a list of {}", TOPICS.join(", "));
                clerk.report.error(shipped.span, what);
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
            _ => self.helpless = chosen,
        }
    }
}
