use std::sync::Arc;

use barrow_dice::Formula;
use serde::{Deserialize, Serialize};

use super::flaw::one_of_two;
use super::{Attribute, AttributeKind, Ending, Hooks, Illusion, Key, Kind, Level};
use crate::data::Keyword;
use crate::form::{Form, Record};
use crate::names::Id;

/// The game itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key that authors write by itself")]
pub struct Rules {
    /// What the game is called.
    pub title: Arc<str>,
    /// What it is, in a line.
    pub about: Arc<str>,
    /// The author's own number of this state of the game.
    pub version: Arc<str>,
    /// Rounds a second; none means that it waits for the player.
    pub ticks: Option<u32>,
    /// Whom one can play; the first is the usual one.
    pub heroes: Vec<Id<Kind>>,
    /// Whom one can play in runs that do not count.
    pub practice: Vec<Id<Kind>>,
    /// Where it begins.
    pub start: Id<Level>,
    /// The floor number it begins with.
    pub first_floor: u32,
    /// The gauge that harm lowers.
    pub life: Id<Attribute>,
    /// Players walk in four directions only.
    pub four_ways: bool,
    /// How players see.
    pub sight: SightRule,
    /// Minds do not see across pits.
    pub pits_hide: bool,
    /// States pass when it is the turn of who has them, not at the start of the round.
    pub states_by_turn: bool,
    /// Who follows what was pushed has taken no step.
    pub push_is_no_step: bool,
    /// How things are picked up.
    pub pickup: Pickup,
    /// To drop something takes no time.
    pub free_drops: bool,
    /// What a blow with a weapon does.
    pub weapons: Weapons,
    /// How far things can be thrown.
    pub throw_range: Option<Formula>,
    /// What the score is made of.
    pub score: Vec<ScorePart>,
    /// What the panel shows.
    pub panel: Vec<Row>,
    /// The keys of its own.
    pub keys: Vec<Key>,
    /// How many lines of what was told are shown.
    pub log: Option<u32>,
    /// How many rounds a noise stays on show.
    pub noises_last: u32,
    /// What players hear and see though it is not there.
    pub illusions: Vec<Illusion>,
    /// The screen of a run that ended well.
    pub won: Ending,
    /// The screen of a run that ended badly.
    pub lost: Ending,
    /// What happens when, whoever does it.
    pub on: Hooks,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            title: "".into(),
            about: "".into(),
            version: "".into(),
            ticks: None,
            heroes: Vec::new(),
            practice: Vec::new(),
            start: Id::default(),
            first_floor: 1,
            life: Id::default(),
            four_ways: false,
            sight: SightRule::default(),
            pits_hide: false,
            states_by_turn: false,
            push_is_no_step: false,
            pickup: Pickup::default(),
            free_drops: false,
            weapons: Weapons::default(),
            throw_range: None,
            score: Vec::new(),
            panel: Vec::new(),
            keys: Vec::new(),
            log: None,
            noises_last: 1,
            illusions: Vec::new(),
            won: Ending::default(),
            lost: Ending::default(),
            on: Hooks::default(),
        }
    }
}

/// How players see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SightRule {
    /// Shadows, the same both ways.
    #[default]
    Shadow,
    /// A line to each cell.
    Rays,
}

impl Keyword for SightRule {
    const ALL: &'static [Self] = &[Self::Shadow, Self::Rays];
    const WORDS: &'static [&'static str] = &["shadow", "rays"];
}

/// How things are picked up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pickup {
    /// By a command.
    #[default]
    Asked,
    /// By walking over them.
    Walking,
}

impl Keyword for Pickup {
    const ALL: &'static [Self] = &[Self::Asked, Self::Walking];
    const WORDS: &'static [&'static str] = &["asked", "walking"];
}

/// What a blow with a weapon does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Weapons {
    /// What the weapon does, in place of what the bare blow does.
    #[default]
    Replace,
    /// What the weapon does, and of the bare blow what touches other attributes.
    Overlay,
}

impl Keyword for Weapons {
    const ALL: &'static [Self] = &[Self::Replace, Self::Overlay];
    const WORDS: &'static [&'static str] = &["replace", "overlay"];
}

/// A part of the score.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScorePart {
    /// What it is for.
    pub label: Arc<str>,
    /// How much.
    pub value: Formula,
}

/// A row of the panel.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// What it is called; without it, the attribute's label.
    pub label: Arc<str>,
    /// The attribute it shows.
    pub attribute: Option<Id<Attribute>>,
    /// Or the number it shows.
    pub value: Option<Formula>,
    /// A gauge is drawn as a bar.
    pub bar: bool,
}

impl Rules {
    fn has_keys_alike(&self) -> bool {
        let mut keys: Vec<char> = self.keys.iter().map(|it| it.key).collect();
        keys.sort_unstable();
        keys.windows(2).any(|two| two[0] == two[1])
    }
}

impl Record for Rules {
    const NAME: &'static str = "pack";
    const ABOUT: &'static str = "The game itself.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.needed("title", "What the game is called.", &mut self.title);
        form.field("about", "What it is, in a line.", &mut self.about);
        form.field(
            "version",
            "The author's own number of this state of the game.",
            &mut self.version,
        );
        form.field("ticks", "Rounds a second; without it, the game waits.", &mut self.ticks);
        form.needed("heroes", "Whom one can play; the first is the usual one.", &mut self.heroes);
        let about = "Whom one can play, asked for by name, in runs that do not count.";
        form.field("practice", about, &mut self.practice);
        form.needed("start", "The level where it begins.", &mut self.start);
        form.field("first_floor", "The floor number it begins with.", &mut self.first_floor);
        form.only(&[AttributeKind::Gauge]).needed(
            "life",
            "The gauge that harm lowers.",
            &mut self.life,
        );
        form.field("four_ways", "Players walk in four directions only.", &mut self.four_ways);
        form.word("sight", "How players see.", &mut self.sight);
        form.field("pits_hide", "Minds do not see across pits.", &mut self.pits_hide);
        let about = "States pass when it is the turn of who has them, not as a round begins.";
        form.field("states_by_turn", about, &mut self.states_by_turn);
        let about = "Who follows what was pushed has taken no step: nothing is taken, trodden on or \
                     left behind there, and no stairs are followed.";
        form.field("push_is_no_step", about, &mut self.push_is_no_step);
        form.word("pickup", "How things are picked up.", &mut self.pickup);
        form.field("free_drops", "To drop something takes no time.", &mut self.free_drops);
        form.word("weapons", "What a blow with a weapon does.", &mut self.weapons);
        form.field("throw_range", "How far things can be thrown.", &mut self.throw_range);
        form.field("score", "What the score is made of.", &mut self.score);
        form.field("panel", "What the panel shows.", &mut self.panel);
        form.field("keys", "Keys of its own, beside the usual ones.", &mut self.keys);
        let about = "How many lines of what was told are shown; without it, as many as fit.";
        form.field("log", about, &mut self.log);
        form.field("noises_last", "Rounds that a noise stays on show.", &mut self.noises_last);
        let about = "What players hear and see though it is not there.";
        form.field("illusions", about, &mut self.illusions);
        form.field("won", "The screen of a run that ended well.", &mut self.won);
        form.field("lost", "The screen of a run that ended badly.", &mut self.lost);
        form.field("on", "What happens when, whoever does it.", &mut self.on);
    }

    fn flaw(&self) -> Option<&'static str> {
        match self.ticks {
            _ if self.heroes.is_empty() => Some("nobody can be played: name a kind in `heroes`"),
            _ if self.has_keys_alike() => Some("two of `keys` have the same character"),
            Some(0) => Some("`ticks` is at least 1; without it, the game waits for the player"),
            Some(_) | None => None,
        }
    }
}

impl Record for ScorePart {
    const NAME: &'static str = "score part";
    const ABOUT: &'static str = "A part of the score.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.needed("label", "What it is for.", &mut self.label);
        form.needed("value", "How much.", &mut self.value);
    }
}

impl Record for Row {
    const NAME: &'static str = "panel row";
    const ABOUT: &'static str = "A row of the panel: an attribute of the player, or a number.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field(
            "label",
            "What it is called; without it, the attribute's label.",
            &mut self.label,
        );
        form.field("attribute", "The attribute it shows.", &mut self.attribute);
        form.field("value", "Or the number it shows.", &mut self.value);
        form.field("bar", "A gauge is drawn as a bar.", &mut self.bar);
    }

    fn flaw(&self) -> Option<&'static str> {
        let flaws = [
            "say what it shows: give `attribute` or `value`",
            "`attribute` and `value` exclude each other; keep one",
        ];
        one_of_two(self.attribute.is_some(), self.value.is_some(), flaws)
    }
}
