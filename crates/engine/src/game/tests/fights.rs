//! Compares forecasts with outcomes. Whatever a pack says, an action does nothing that was not
//! forecast, and blows hit as often as forecast.

use std::collections::BTreeMap;

use barrow_dice::{Fixed, Rng};
use barrow_pack::{Id, State};

use super::author::{Author, CHAOS, MAP, SIGNS, Style};
use super::chaos::random_command;
use crate::action::Action;
use crate::ctx::{Ctx, ReadCtx};
use crate::scenario::Scenario;
use crate::state::entity::EntityId;
use crate::{Event, Forecast, Game, Odds};

/// Fights decided by numbers, so that most outcomes can be forecast.
const BRAWL: Style = Style {
    numbers: &[
        "1",
        "3",
        "-2",
        "roll(1, 6)",
        "2d4 - 3",
        "target.health - 8",
        "actor.attack + roll(0, 2)",
        "amount",
        "target.gold * 2",
        "if(target.health < 9, 5, 1)",
        "max(roll(-5, 5), 0)",
        "amount + 4 * type.fire",
    ],
    effects: &[
        r#"{ "change": { "attribute": "health", "by": "N", "of": "S" } }"#,
        r#"{ "change": { "attribute": "gold", "by": "N", "of": "S" } }"#,
        r#"{ "change": { "attribute": "attack", "by": "N", "of": "S" } }"#,
        r#"{ "change": { "attribute": "dread", "by": "N", "of": "S", "had": true } }"#,
        r#"{ "set": { "attribute": "gold", "to": "N", "of": "S" } }"#,
        r#"{ "set": { "attribute": "flammable", "to": "N", "of": "S" } }"#,
        r#"{ "set": { "attribute": "mana", "to": "N", "of": "S" } }"#,
        r#"{ "fill": { "attribute": "mana", "of": "S" } }"#,
        r#"{ "raise": { "attribute": "mana", "by": "N", "of": "S" } }"#,
        r#"{ "harm": { "by": "N", "of": "S" } }"#,
        r#"{ "harm": { "by": "N", "of": "target" } }"#,
        r#"{ "harm": { "by": "N", "type": "fire", "of": "S" } }"#,
        r#"{ "harm": { "by": "roll(1, 8)", "type": "fire" } }"#,
        r#"{ "change": { "attribute": "fire_taken", "by": "N", "of": "S" } }"#,
        r#"{ "harm": { "by": "roll(1, 12)" } }"#,
        r#"{ "apply": { "state": "odd", "for": "N", "of": "S" } }"#,
        r#"{ "apply": { "state": "dazed", "of": "S" } }"#,
        r#"{ "cure": { "state": "odd", "of": "S" } }"#,
        r#"{ "say": "[Actor] [target]." }"#,
    ],
    nested: &[
        r#"{ "if": { "when": "target.gold > N", "do": [D], "else": [D] } }"#,
        r#"{ "if": { "when": "target.odd or chance(0.3)", "do": [D] } }"#,
        r#"{ "chance": { "of": "C", "do": [D], "else": [D] } }"#,
        r#"{ "pick": [{ "weight": "N", "do": [D] }, { "do": [D] }] }"#,
        r#"{ "with": { "amount": "N", "do": [D, D] } }"#,
        r#"{ "repeat": { "times": "N", "do": [D] } }"#,
        r#"{ "cast": "burst" }"#,
        r#"{ "if": { "when": "chance(0.1)", "do": [{ "die": { "of": "S" } }] } }"#,
    ],
    nests: 3,
    occasions: &["hit", "struck", "use", "land", "pickup", "equip"],
    chances: &[
        "0.8",
        "0.35",
        "1",
        "roll(1, 4) / 4",
        "max(0, roll(-9, 9)) / 10",
        "0.5 + actor.gold / 100",
    ],
    actor: r#", "strike": { "chance": "C", "do": [D], "miss": [D] }"#,
    hero: r#""strike": { "chance": "C", "do": [D], "miss": [D] },
        "changes": [{ "attribute": "attack", "by": "3 * wears.k5" },
            { "attribute": "fire_taken", "times": "if(self.gold > 3, 0.5, 2)" }],"#,
    state: r#", "spawn": [{ "change": { "attribute": "gold", "by": 1 } }]"#,
    drops: "",
};

/// The number of compared actions, and of hits for each chance.
#[derive(Default)]
struct Tally {
    forecast: usize,
    unknown: usize,
    deaths: usize,
    blows: BTreeMap<Fixed, (u32, u32)>,
}

/// An action with its forecast.
struct Trial {
    who: EntityId,
    action: Action,
    expected: Expected,
}

enum Expected {
    Blow(Box<Odds>, EntityId),
    Forecasts(Vec<(EntityId, Forecast)>),
}

/// Returns everything the first player can do or suffer now, with the view's forecast.
fn trials(game: &Game) -> Vec<Trial> {
    let view = game.view(0).unwrap();
    let look = game.look();
    let who = game.world.players[0].entity;
    let Some(own) = view.own() else { return Vec::new() };
    let mut trials = Vec::new();
    let others: Vec<_> = view.actors().filter(|it| it.id() != who).collect();
    for other in &others {
        let id = other.id();
        let blow = |who, whom, odds: Option<Odds>| {
            let expected = Expected::Blow(Box::new(odds?), whom);
            Some(Trial { who, action: Action::Strike(whom), expected })
        };
        trials.extend(blow(who, id, view.odds_against(other)));
        trials.extend(blow(id, who, view.odds_of(other)));
    }
    for item in view.bag() {
        let id = item.item.id();
        if let Some(used) =
            view.use_of(&item).filter(|_| look.resolve(who, Action::Use(id)).is_ok())
        {
            let against =
                others.iter().filter_map(|it| Some((it.id(), view.use_against(&item, it)?)));
            let all = against.chain([(who, used)]).collect();
            let action = Action::Use(id);
            trials.push(Trial { who, action, expected: Expected::Forecasts(all) });
        }
        for other in &others {
            // Someone hidden may block the flight.
            let meets = look.flight(own.pos(), other.pos()).meets == Some(other.id());
            if let Some(odds) = view.throw_of(&item, other).filter(|_| meets) {
                let action = Action::Throw(id, other.pos());
                trials.push(Trial {
                    who,
                    action,
                    expected: Expected::Blow(Box::new(odds), other.id()),
                });
            }
        }
    }
    for ability in look.abilities_of(who) {
        for other in &others {
            let all = vec![(other.id(), view.cast_of(ability, Some(other)))];
            let action = Action::Cast(ability, Some(other.pos()));
            trials.push(Trial { who, action, expected: Expected::Forecasts(all) });
        }
    }
    trials
}

/// Performs an action in a copy of the world with its own random numbers.
fn outcome(game: &Game, trial: &Trial, seed: u32) -> Game {
    let mut game = game.clone();
    game.world.rng = Rng::new(seed);
    let mut ctx = Ctx::new(&game.pack, &game.facts, &mut game.world);
    // The forecast of an ability does not include its cost.
    if let Action::Cast(ability, Some(at)) = trial.action {
        ctx.unleash_by(trial.who, ability, at, None);
    } else {
        ctx.carry_out(trial.who, trial.action);
    }
    game
}

fn compare(before: &Game, trial: &Trial, seed: u32, tally: &mut Tally) {
    let after = outcome(before, trial, seed);
    match &trial.expected {
        Expected::Forecasts(all) => {
            for (whom, forecast) in all {
                check(before, &after, *whom, forecast, trial, tally);
            }
        }
        Expected::Blow(odds, whom) => {
            let (who, whom) = (trial.who, *whom);
            let mut events = after.world.notices.0.iter().map(|it| &it.event);
            let (hits, misses) = (Event::Hit { who, whom }, Event::Missed { who, whom });
            let first = events.find(|&it| *it == hits || *it == misses);
            let hit = first.map(|it| *it == hits);
            if let Some(hit) = hit {
                let (blows, hits) = tally.blows.entry(odds.chance).or_default();
                (*blows, *hits) = (*blows + 1, *hits + u32::from(hit));
            }
            let (theirs, own) = match hit {
                Some(false) => (&odds.miss, &odds.own_miss),
                // Without a strike it always lands.
                Some(true) | None => (&odds.hit, &odds.own),
            };
            check(before, &after, whom, theirs, trial, tally);
            check(before, &after, trial.who, own, trial, tally);
        }
    }
}

/// Asserts that what happened to an entity lies within the forecast.
fn check(
    before: &Game,
    after: &Game,
    whom: EntityId,
    forecast: &Forecast,
    trial: &Trial,
    tally: &mut Tally,
) {
    if forecast.more {
        tally.unknown += 1;
        return;
    }
    tally.forecast += 1;
    let (was, is) = (before.look(), after.look());
    let about = || {
        let name = was.plain_name(whom);
        format!("{name} by {:?}: {forecast:?}", trial.action)
    };
    let ends = |&(id, span): &(_, crate::Span)| {
        span.min <= Fixed::ZERO && !before.pack.attributes.get(id).at_zero.is_empty()
    };
    if !is.entity(whom).exists() {
        tally.deaths += 1;
        assert!(forecast.kills || forecast.after.iter().any(ends), "death of {}", about());
        return;
    }
    let states = |look: ReadCtx<'_>| -> Vec<Id<State>> {
        look.actor(whom).map_or(Vec::new(), |it| it.states.iter().map(|it| it.0).collect())
    };
    let (had, has) = (states(was), states(is));
    for state in has.iter().filter(|it| !had.contains(it)) {
        assert!(forecast.begins.contains(state), "a state began: {}", about());
    }
    for state in had.iter().filter(|it| !has.contains(it)) {
        assert!(forecast.ends.contains(state), "a state ended: {}", about());
    }
    for (id, what) in before.pack.attributes.iter() {
        // A gauge can hold less while something lowers its maximum; the rest comes back later.
        let held = |look: ReadCtx<'_>| [look.sheet().base(whom, id), look.before_changes(whom, id)];
        let expected = forecast.after.iter().find(|(it, _)| *it == id);
        let inside = expected.map_or(held(was)[0] == held(is)[0], |(_, span)| {
            held(is).iter().any(|it| span.min <= *it && *it <= span.max)
        });
        assert!(inside, "{}: {:?} {:?}, {}", what.label, held(was), held(is), about());
        let max = |look: ReadCtx<'_>| look.entity(whom).own(id).unwrap_or_default().max;
        let span = forecast.raises.iter().find(|(it, _)| *it == id);
        let span = span.map(|&(_, span)| span).unwrap_or_default();
        let raised =
            |by| if by == Fixed::ZERO { max(was) } else { (max(was) + by).max(Fixed::ZERO) };
        let inside = raised(span.min) <= max(is) && max(is) <= raised(span.max);
        assert!(inside, "maximum {}: {}", max(is), about());
    }
}

fn fight(style: &'static Style, packs: u32) -> Tally {
    let mut tally = Tally::default();
    for seed in 0..packs {
        let more = Author::new(seed, style).pack();
        let weapons = if seed % 2 == 0 { "overlay" } else { "replace" };
        let rules = format!(r#""weapons": "{weapons}""#);
        let level = r#""links": { "down": "below" }, "lasting": true"#;
        let mut game = Scenario::staged(&rules, level, MAP, SIGNS, &more).game;
        let mut rng = Rng::new(seed);
        for turn in 0..30 {
            if turn % 10 == 0 {
                for (index, trial) in trials(&game).iter().enumerate() {
                    for time in 0..4 {
                        let dice = seed * 1_000 + turn * 100 + time + u32::try_from(index).unwrap();
                        compare(&game, trial, dice, &mut tally);
                    }
                }
            }
            let _ = game.step(0, &random_command(&mut rng));
        }
    }
    tally
}

#[test]
fn every_outcome_was_forecast() {
    let tally = fight(&BRAWL, 130);
    assert!(
        tally.forecast > 10_000 && tally.forecast > tally.unknown,
        "{} {}",
        tally.forecast,
        tally.unknown
    );
    assert!(tally.deaths > 200, "{}", tally.deaths);
    let many = tally.blows.iter().filter(|(_, (blows, _))| *blows >= 50);
    let mut compared = 0;
    for (&chance, &(blows, hits)) in many {
        let (share, blows) = (chance.basis_points(), i64::from(blows));
        let expected = blows * share / 10_000;
        let variance = blows * share * (10_000 - share) / 100_000_000;
        let off = (i64::from(hits) - expected).abs();
        assert!(off <= 5 * variance.isqrt() + 2, "{hits} of {blows} hit with a chance of {chance}");
        compared += i64::from(0 < share && share < 10_000) * blows;
    }
    assert!(compared > 3_000, "{compared}");
}

#[test]
fn unforeseeable_outcomes_set_more() {
    let tally = fight(&CHAOS, 50);
    assert!(tally.forecast > 500, "{} {}", tally.forecast, tally.unknown);
}
