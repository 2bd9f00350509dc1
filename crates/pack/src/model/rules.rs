mod choices;

use std::sync::Arc;

use barrow_dice::Formula;
use serde::{Deserialize, Serialize};

pub use choices::{MapStyle, Pickup, SightRule, Weapons};

use super::{
    Advice, Attribute, AttributeKind, Ending, Hooks, Illusion, Keeps, Key, Kind, Level, Messages,
    Metrics, Owner,
};
use crate::form::{Form, Record};
use crate::names::Id;
use crate::scope::Subjects;
use crate::template::Template;

/// The game itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key that authors write by itself")]
pub struct Rules {
    /// The title of the game.
    pub title: Arc<str>,
    /// A description, in a line.
    pub about: Arc<str>,
    /// What the player wants, always in view.
    pub goal: Template,
    /// What a run begins with: what the player wants, and how to begin.
    pub opening: Vec<Advice>,
    /// The author's version number.
    pub version: Arc<str>,
    /// Rounds per second of a real-time game. If omitted, the game is turn-based.
    pub ticks: Option<u32>,
    /// The heroes that can be played. The first is the default.
    pub heroes: Vec<Id<Kind>>,
    /// Heroes that can be asked for by name, in runs that do not count.
    pub practice: Vec<Id<Kind>>,
    /// The level where a run starts.
    pub start: Id<Level>,
    /// The floor number at the start.
    pub first_floor: u32,
    /// The gauge that harm lowers.
    pub life: Id<Attribute>,
    /// Actors move in four directions only.
    pub four_ways: bool,
    /// A step that is blocked turns the player that way, which takes as long as a step.
    pub turning: bool,
    /// How lines of sight are computed.
    pub sight: SightRule,
    /// How distances are measured.
    pub metrics: Metrics,
    /// Actors other than players see along a single line of cells, and not across pits; they do
    /// shoot across.
    pub line_sight: bool,
    /// Of steps that are equally short, minds take the one that points at their goal. Otherwise
    /// straight steps come before diagonal ones.
    pub pointed_steps: bool,
    /// On their way to a goal, minds walk into harm.
    pub heedless: bool,
    /// States count down when it is their bearer's turn, and players' values with `per_turn` change
    /// after all others have had theirs, not at the start of a round.
    pub states_by_turn: bool,
    /// Moving after something that was pushed does not count as a step: nothing is picked up or
    /// left behind, no occasion of stepping happens and no stairs are taken.
    pub push_is_no_step: bool,
    /// How items are picked up.
    pub pickup: Pickup,
    /// What the dead carried lies around their cell, one thing on each.
    pub strewn: bool,
    /// Dropping something takes no time.
    pub free_drops: bool,
    /// What a blow with a weapon does.
    pub weapons: Weapons,
    /// How far items can be thrown, in cells.
    pub throw_range: Option<Formula>,
    /// The parts of the score.
    pub score: Vec<ScorePart>,
    /// The rows of the panel.
    pub panel: Vec<Row>,
    /// Keys that the game adds to the standard ones.
    pub keys: Vec<Key>,
    /// What players read about common events.
    pub messages: Messages,
    /// How the map is drawn where both are possible, until the player chooses.
    pub prefers: MapStyle,
    /// The number of message lines to show. If omitted, as many as fit.
    pub log: Option<u32>,
    /// The number of rounds that a noise is shown.
    pub noises_last: u32,
    /// The levels besides `start` that a ranked run may start on.
    pub ranked: Vec<Id<Level>>,
    /// What a hero brings from one run into the next.
    pub keeps: Option<Keeps>,
    /// What players hear and see although it is not there.
    pub illusions: Vec<Illusion>,
    /// The final screen of a run that was won.
    pub won: Ending,
    /// The final screen of a run that was lost.
    pub lost: Ending,
    /// How tense the music is, 0 to 1, besides what is in sight.
    pub tension: Option<Formula>,
    /// What happens on which occasion, for all things of the game.
    pub on: Hooks,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            title: "".into(),
            about: "".into(),
            goal: Template::default(),
            opening: Vec::new(),
            version: "".into(),
            ticks: None,
            heroes: Vec::new(),
            practice: Vec::new(),
            start: Id::default(),
            first_floor: 1,
            life: Id::default(),
            four_ways: false,
            turning: false,
            sight: SightRule::default(),
            metrics: Metrics::default(),
            line_sight: false,
            pointed_steps: false,
            heedless: false,
            states_by_turn: false,
            push_is_no_step: false,
            pickup: Pickup::default(),
            strewn: false,
            free_drops: false,
            weapons: Weapons::default(),
            throw_range: None,
            score: Vec::new(),
            panel: Vec::new(),
            keys: Vec::new(),
            messages: Messages::default(),
            prefers: MapStyle::default(),
            log: None,
            noises_last: 1,
            ranked: Vec::new(),
            keeps: None,
            illusions: Vec::new(),
            won: Ending::default(),
            lost: Ending::default(),
            tension: None,
            on: Hooks::default(),
        }
    }
}

/// A part of the score.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScorePart {
    /// The label.
    pub label: Arc<str>,
    /// The points.
    pub value: Formula,
}

/// A row of the panel: an attribute of the player, or a number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The label. If omitted, the attribute's label.
    pub label: Arc<str>,
    /// The attribute it shows.
    pub attribute: Option<Id<Attribute>>,
    /// The number it shows, instead of an attribute.
    pub value: Option<Formula>,
    /// The text it shows, instead of an attribute.
    pub text: Template,
    /// The same text with more words, for where there is room.
    pub wide: Template,
    /// Draws a gauge as a bar.
    pub bar: bool,
    /// It is shown only while this holds.
    pub when: Option<Formula>,
}

impl Rules {
    fn keeps_life(&self) -> bool {
        self.keeps.as_ref().is_some_and(|it| it.attributes.contains(&self.life))
    }

    /// Returns `true` if two keys are the same. Different abilities may share a key, for different
    /// heroes, and so may different things, since the first at hand is used.
    fn has_keys_alike(&self) -> bool {
        self.keys.iter().enumerate().any(|(index, one)| {
            self.keys[..index].iter().any(|other| {
                let cast = one.casts.is_some() && other.casts.is_some();
                let used = one.uses.is_some() && other.uses.is_some();
                let differ = cast && one.casts != other.casts || used && one.uses != other.uses;
                one.key == other.key && !differ
            })
        })
    }
}

impl Rules {
    /// Lists the fields that introduce the game.
    fn fields_of_title(&mut self, form: &mut Form<'_, '_>) {
        form.needed("title", "The title of the game.", &mut self.title);
        form.field("about", "A description, in a line.", &mut self.about);
        let about = "What the player wants, in a few words that are always in view: `Floor \
                     {floor}: find the exit`.";
        form.among(Subjects::PLAYER).field("goal", about, &mut self.goal);
        let about = "The lines that a run begins with: what the player wants, and how to begin. \
                     Players can switch them off.";
        form.among(Subjects::PLAYER).field("opening", about, &mut self.opening);
        form.field("version", "The author's version number.", &mut self.version);
    }

    /// Lists the fields of how a run starts.
    fn fields_of_start(&mut self, form: &mut Form<'_, '_>) {
        form.needed(
            "heroes",
            "The heroes that can be played. The first is the default.",
            &mut self.heroes,
        );
        let about = "Heroes that can be asked for by name, in runs that do not count.";
        form.field("practice", about, &mut self.practice);
        form.needed("start", "The level where a run starts.", &mut self.start);
        form.field("first_floor", "The floor number at the start.", &mut self.first_floor);
    }

    /// Lists the fields of moving and seeing.
    fn fields_of_movement(&mut self, form: &mut Form<'_, '_>) {
        form.field("four_ways", "Actors move in four directions only.", &mut self.four_ways);
        let about =
            "A step that is blocked turns the player that way, which takes as long as a step.";
        form.field("turning", about, &mut self.turning);
        form.word("sight", "How lines of sight are computed.", &mut self.sight);
        form.field("metrics", "How distances are measured.", &mut self.metrics);
        let about = "Actors other than players see along a single line of cells, and not across pits. \
             They do shoot across, as far as `shoot` says.";
        form.field("line_sight", about, &mut self.line_sight);
        let about = "Of steps that are equally short, minds take the one that points at their \
                     goal. Otherwise straight steps come before diagonal ones.";
        form.field("pointed_steps", about, &mut self.pointed_steps);
        let about = "On their way to a goal, minds do not avoid harmful fields and things.";
        form.field("heedless", about, &mut self.heedless);
        let about = "States count down when it is their bearer's turn, and players' values with \
                     `per_turn` change after all others have had theirs, not at the start of a \
                     round.";
        form.field("states_by_turn", about, &mut self.states_by_turn);
        let about = "Moving after something that was pushed does not count as a step: nothing is \
                     picked up or left behind, no occasion of stepping happens and no stairs are \
                     taken.";
        form.field("push_is_no_step", about, &mut self.push_is_no_step);
    }

    /// Lists the fields of what is carried, dropped and thrown.
    fn fields_of_things(&mut self, form: &mut Form<'_, '_>) {
        form.word("pickup", "How items are picked up.", &mut self.pickup);
        let about = "What the dead carried lies on the free cells around them and on their own, \
                     one thing on each, from the north west on. Otherwise it all lies on their \
                     own cell.";
        form.field("strewn", about, &mut self.strewn);
        form.field("free_drops", "Dropping something takes no time.", &mut self.free_drops);
        form.word("weapons", "What a blow with a weapon does.", &mut self.weapons);
        form.field("throw_range", "How far items can be thrown, in cells.", &mut self.throw_range);
    }

    /// Lists the fields of what players read and which keys they have.
    fn fields_of_display(&mut self, form: &mut Form<'_, '_>) {
        form.without_amount("the score").field("score", "The parts of the score.", &mut self.score);
        form.without_amount("the panel").field("panel", "The rows of the panel.", &mut self.panel);
        form.field("keys", "Keys that the game adds to the standard ones.", &mut self.keys);
        form.field("messages", "What players read about common events.", &mut self.messages);
        let about = "How a page draws the map until the player chooses.";
        form.word("prefers", about, &mut self.prefers);
        let about = "The number of message lines to show. If omitted, as many as fit.";
        form.field("log", about, &mut self.log);
        form.field(
            "noises_last",
            "The number of rounds that a noise is shown.",
            &mut self.noises_last,
        );
    }
}

impl Record for Rules {
    const NAME: &'static str = "pack";
    const ABOUT: &'static str = "The game itself.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        self.fields_of_title(form);
        form.field(
            "ticks",
            "Rounds per second of a real-time game. If omitted, the game is turn-based.",
            &mut self.ticks,
        );
        self.fields_of_start(form);
        form.only(&[AttributeKind::Gauge]).needed(
            "life",
            "The gauge that harm lowers.",
            &mut self.life,
        );
        self.fields_of_movement(form);
        self.fields_of_things(form);
        self.fields_of_display(form);
        let about = "The levels besides `start` that a ranked run may start on. A level with a \
                     `hero` of its own is always one.";
        form.field("ranked", about, &mut self.ranked);
        form.field("keeps", "What a hero brings from one run into the next.", &mut self.keeps);
        let about = "What players hear and see although it is not there.";
        form.field("illusions", about, &mut self.illusions);
        form.field("won", "The final screen of a run that was won.", &mut self.won);
        form.field("lost", "The final screen of a run that was lost.", &mut self.lost);
        let about = "How tense the music is, 0 to 1, whatever is in sight, such as `1 - sanity / \
                     100`. Foes in sight and wounds add to it.";
        form.among(Subjects::PLAYER).field("tension", about, &mut self.tension);
        let about = "What happens on which occasion, for all things of the game.";
        form.occasions_of(Owner::Game).field("on", about, &mut self.on);
    }

    fn flaw(&self) -> Option<&'static str> {
        match self.ticks {
            _ if self.heroes.is_empty() => Some("nobody can be played: name a kind in `heroes`"),
            _ if self.has_keys_alike() => Some("two of `keys` have the same character"),
            _ if self.keeps_life() => Some(
                "`keeps` has the gauge of `life`, which is empty after a death; keep other attributes",
            ),
            Some(0) => Some("`ticks` is at least 1; leave it out for a turn-based game"),
            Some(_) | None => None,
        }
    }
}

impl Record for ScorePart {
    const NAME: &'static str = "score part";
    const ABOUT: &'static str = "A part of the score.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.needed("label", "The label.", &mut self.label);
        form.needed("value", "The points.", &mut self.value);
    }
}

impl Record for Row {
    const NAME: &'static str = "panel row";
    const ABOUT: &'static str = "A row of the panel: an attribute of the player, or a number.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("label", "The label. If omitted, the attribute's label.", &mut self.label);
        form.field("attribute", "The attribute it shows.", &mut self.attribute);
        form.field("value", "The number it shows, instead of an attribute.", &mut self.value);
        let about = "The text it shows, instead of an attribute.";
        form.among(Subjects::PLAYER).field("text", about, &mut self.text);
        let about = "The same text with more words, such as names beside its codes. It is shown \
                     where there is room.";
        form.among(Subjects::PLAYER).field("wide", about, &mut self.wide);
        form.field("bar", "Draws a gauge as a bar.", &mut self.bar);
        form.field("when", "It is shown only while this holds.", &mut self.when);
    }

    fn flaw(&self) -> Option<&'static str> {
        let shown = [self.attribute.is_some(), self.value.is_some(), !self.text.is_empty()];
        match shown.into_iter().filter(|it| *it).count() {
            0 => Some("say what it shows: give `attribute`, `value` or `text`"),
            1 if self.text.is_empty() && !self.wide.is_empty() => {
                Some("`wide` is another form of `text`; give `text` as well")
            }
            1 => None,
            _ => Some("`attribute`, `value` and `text` exclude each other; keep one"),
        }
    }
}
