use std::collections::{BTreeMap, BTreeSet};

use barrow_dice::{Fixed, Formula, Rng};
use barrow_engine::{Command, Forecast, Lead, MenuOption, OpenMenuView, View};
use barrow_pack::{AttributeKind, Policy};

use super::fight::loss;
use super::items::worth_of;
use crate::walk::{is_bad, life};

/// Answers menus by what their options would do, and remembers what came of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Answers {
    title: String,
    turn: u64,
    times: u32,
    /// The last answer, and what the player knew before it.
    last: Option<(Answer, String)>,
    /// The answers that changed nothing. They are not given again.
    fruitless: BTreeSet<Answer>,
    /// How often each answer was given.
    given: BTreeMap<Answer, u32>,
    /// A victory that could not be chosen yet.
    pub(super) quest: Option<Quest>,
    /// The titles of menus whose victory could not be chosen when the bot came back for it.
    given_up: BTreeSet<String>,
}

/// The title of a menu and the text of an option.
type Answer = (String, String);

/// A menu with a victory that needs something first.
#[derive(Clone, Debug)]
pub(super) struct Quest {
    /// The title of the menu.
    menu: String,
    /// The title and the floor of the level.
    pub(super) level: (String, i32),
    /// What it needs.
    pub(super) when: Formula,
}

/// What the bot is up to when a menu opens.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mood {
    /// It wants to leave the level.
    pub(super) leaving: bool,
    /// It has not found anything new for a long time.
    pub(super) stuck: bool,
}

/// How often a menu is answered in one turn before the bot leaves it.
const PATIENCE: u32 = 3;

/// The worth of an option that must not be chosen if there is another.
const NEVER: Fixed = Fixed::from_whole(-1_000);

impl Answers {
    /// Returns the answer to the open menu, if there is one.
    pub(super) fn answer(
        &mut self,
        view: &View<'_>,
        legal: &[Command],
        (policy, mood): (&Policy, Mood),
        rng: &mut Rng,
    ) -> Option<Command> {
        let menu = view.menu()?;
        self.note_quest(view, &menu);
        if menu.title != self.title || view.turn() > self.turn {
            (self.title, self.turn, self.times) = (menu.title.clone(), view.turn(), 0);
        }
        self.times += 1;
        if self.times > PATIENCE && legal.contains(&Command::Cancel) {
            return Some(Command::Cancel);
        }
        if self.times > 2 * PATIENCE {
            return rng.pick(legal).cloned();
        }
        let worth = |option: &MenuOption| self.worth(view, &menu, option, (policy, mood));
        let chosen = choose(&menu, legal, worth, rng)?;
        self.last = chosen_option(&menu, chosen).map(|option| {
            let answer = (menu.title.clone(), option.text.clone());
            *self.given.entry(answer.clone()).or_default() += 1;
            (answer, knowledge(view))
        });
        Some(chosen.clone())
    }

    /// Returns what an option of the open menu is worth to the bot now.
    fn worth(
        &self,
        view: &View<'_>,
        menu: &OpenMenuView,
        option: &MenuOption,
        (policy, mood): (&Policy, Mood),
    ) -> Fixed {
        // A player who takes stairs wants to go.
        let stays = option.stays && menu.options.iter().any(|it| it.enabled && !it.stays);
        let answer = (menu.title.clone(), option.text.clone());
        let tried = self.fruitless.contains(&answer);
        let given = self.given.get(&answer).copied().unwrap_or_default();
        let worth = worth(view, option, policy, mood.leaving || mood.stuck);
        // An answer that did not help before will hardly help now.
        let worth = if mood.stuck { worth - Fixed::from_whole(given.into()) } else { worth };
        if tried || stays { worth.min(NEVER) } else { worth }
    }

    /// Learns whether the last answer changed anything.
    pub(super) fn observe(&mut self, view: &View<'_>) {
        if let Some((answer, before)) = self.last.take()
            && before == knowledge(view)
        {
            self.fruitless.insert(answer);
        }
    }

    /// Remembers a victory that cannot be chosen yet, unless it was given up.
    fn note_quest(&mut self, view: &View<'_>, menu: &OpenMenuView) {
        let victory = menu.options.iter().find(|it| it.leads == Some(Lead::Victory));
        let Some(option) = victory.filter(|_| !self.given_up.contains(&menu.title)) else { return };
        let level = (view.title().to_owned(), view.floor());
        let when = option.when.clone().filter(|_| !option.enabled);
        self.quest = when.map(|when| Quest { menu: menu.title.clone(), level, when });
    }

    /// Gives the quest up for good.
    pub(super) fn give_up(&mut self) {
        if let Some(quest) = self.quest.take() {
            self.given_up.insert(quest.menu);
        }
    }
}

/// Returns the option that a command chooses.
fn chosen_option<'m>(menu: &'m OpenMenuView, command: &Command) -> Option<&'m MenuOption> {
    let Command::Choose { option } = command else { return None };
    menu.options.get(usize::from(*option))
}

/// Returns the command of the best option. Sometimes it is that of another one, because a bot that
/// never tries the others would not test them.
fn choose<'l>(
    menu: &OpenMenuView,
    legal: &'l [Command],
    worth: impl Fn(&MenuOption) -> Fixed,
    rng: &mut Rng,
) -> Option<&'l Command> {
    let worth = |command| Some((worth(chosen_option(menu, command)?), command));
    let choices: Vec<(Fixed, &Command)> = legal.iter().filter_map(worth).collect();
    let best = choices.iter().copied().reduce(|best, it| if it.0 > best.0 { it } else { best });
    let sound: Vec<&Command> =
        choices.iter().filter(|(worth, _)| *worth > NEVER).map(|(_, it)| *it).collect();
    let sure = best.is_some_and(|(worth, _)| worth > Fixed::from_whole(100));
    let other = if rng.below(8) == 0 { rng.pick(&sound).copied() } else { None };
    let other = other.filter(|_| !sure);
    let leave = Some(&Command::Cancel).filter(|it| legal.contains(it));
    let leave = leave.filter(|_| best.is_none_or(|(worth, _)| worth < Fixed::ZERO));
    leave.or(other).or(best.map(|(_, it)| it)).or(legal.first())
}

/// Returns what an option is worth. An option that changes no numbers is worth nothing.
fn worth(view: &View<'_>, option: &MenuOption, policy: &Policy, leaving: bool) -> Fixed {
    let says = |words: &[std::sync::Arc<str>]| {
        let text = option.text.to_lowercase();
        words.iter().any(|word| text.contains(&word.to_lowercase()))
    };
    let bonus = match option.leads {
        Some(Lead::Victory) => Fixed::from_whole(1_000),
        Some(Lead::Defeat) => NEVER,
        Some(Lead::Away) if leaving => Fixed::from_whole(10),
        Some(Lead::Away) | None => Fixed::ZERO,
    };
    let bonus = if says(&policy.prefer) { bonus + Fixed::from_whole(500) } else { bonus };
    let bonus = if says(&policy.avoid) { NEVER } else { bonus };
    let forecast = &option.forecast;
    if forecast.kills || loss(view, forecast, life(view)) >= life(view) {
        return NEVER.min(bonus);
    }
    // A thing of one's own is worth more than a number.
    let thing = if option.thing.is_some() { Fixed::from_whole(2) } else { Fixed::ZERO };
    let with_it = worth_of(&option.changes, policy).max(Fixed::ZERO);
    bonus + thing + with_it + gain(view, forecast)
}

/// Returns the sum of what a forecast changes, each value as a share of what the player has.
fn gain(view: &View<'_>, forecast: &Forecast) -> Fixed {
    let own = view.own();
    let gauge = |id| own.and_then(|own| own.gauges().find(|(it, _)| *it == id)).map(|it| it.1);
    let mut sum = Fixed::ZERO;
    for &(id, span) in &forecast.changes {
        let by = span.middle();
        sum = sum
            + match (view.pack().attributes.get(id).kind(), gauge(id)) {
                (AttributeKind::Gauge, Some(value)) => {
                    by.min(value.max - value.now) / value.max.max(Fixed::ONE)
                }
                (AttributeKind::Number, _) => by / by.abs().max(Fixed::from_whole(4)),
                (AttributeKind::Gauge, None) | (AttributeKind::Flag, _) => Fixed::ZERO,
            };
    }
    for &(id, span) in &forecast.raises {
        let max = gauge(id).map_or(Fixed::ONE, |value| value.max.max(Fixed::ONE));
        sum = sum + span.middle() / max;
    }
    let bad = forecast.begins.iter().filter(|&&state| is_bad(view, state)).count();
    sum - Fixed::from_whole(i64::try_from(bad).unwrap_or(0))
}

/// Returns all that an answer could change, as a text to compare.
fn knowledge(view: &View<'_>) -> String {
    let bag: Vec<(String, u32)> = view.bag().map(|it| (it.item.name(), it.item.count())).collect();
    let things: Vec<_> =
        view.things().map(|it| (it.pos(), it.glimpse().kind(), it.glimpse().is_open())).collect();
    let actors: Vec<_> = view.actors().map(|it| (it.id(), it.is_foe())).collect();
    let place = (view.title(), view.floor(), view.own().map(|it| it.pos()));
    let menu = view.menu().map(|it| it.title);
    let states: Vec<_> = view.states().map(|it| it.state).collect();
    format!("{place:?} {menu:?} {bag:?} {things:?} {actors:?} {states:?} {:?}", view.attributes())
}
