//! Forecasts against what happens: whatever a pack says, a deed does nothing that was not
//! foretold, and blows hit as often as they should.

use std::collections::BTreeMap;

use barrow_dice::{Fixed, Rng};
use barrow_pack::{Id, State};

use super::author::{Author, CHAOS, MAP, SIGNS, Style};
use super::chaos::random_command;
use crate::action::Action;
use crate::ctx::{Ctx, Look};
use crate::scenario::Scenario;
use crate::state::entity::EntityId;
use crate::{Event, Game, Odds, Prospect};

/// Fights in which numbers decide, so that most of what happens can be foretold.
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
        "changes": [{ "attribute": "attack", "by": "3 * wears.k5" }],"#,
    state: r#", "spawn": [{ "change": { "attribute": "gold", "by": 1 } }]"#,
    drops: "",
};

/// How many deeds were compared, and how many blows hit at each chance.
#[derive(Default)]
struct Tally {
    told: usize,
    untold: usize,
    deaths: usize,
    blows: BTreeMap<Fixed, (u32, u32)>,
}

/// Something that is foretold and then done.
struct Deed {
    who: EntityId,
    action: Action,
    foretold: Foretold,
}

enum Foretold {
    Blow(Box<Odds>, EntityId),
    Prospects(Vec<(EntityId, Prospect)>),
}

/// All that the first player can do or suffer now, with what the view says about it.
fn deeds(game: &Game) -> Vec<Deed> {
    let view = game.view(0).unwrap();
    let look = game.look();
    let who = game.world.players[0].entity;
    let Some(own) = view.own() else { return Vec::new() };
    let mut deeds = Vec::new();
    let others: Vec<_> = view.actors().filter(|it| it.id() != who).collect();
    for other in &others {
        let id = other.id();
        let blow = |who, whom, odds: Option<Odds>| {
            let foretold = Foretold::Blow(Box::new(odds?), whom);
            Some(Deed { who, action: Action::Strike(whom), foretold })
        };
        deeds.extend(blow(who, id, view.odds_against(other)));
        deeds.extend(blow(id, who, view.odds_of(other)));
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
            deeds.push(Deed { who, action, foretold: Foretold::Prospects(all) });
        }
        for other in &others {
            // Someone hidden may be in the way.
            let meets = look.flight(own.pos(), other.pos()).meets == Some(other.id());
            if let Some(odds) = view.throw_of(&item, other).filter(|_| meets) {
                let action = Action::Throw(id, other.pos());
                deeds.push(Deed {
                    who,
                    action,
                    foretold: Foretold::Blow(Box::new(odds), other.id()),
                });
            }
        }
    }
    for ability in look.abilities_of(who) {
        for other in &others {
            let all = vec![(other.id(), view.cast_of(ability, Some(other)))];
            let action = Action::Cast(ability, Some(other.pos()));
            deeds.push(Deed { who, action, foretold: Foretold::Prospects(all) });
        }
    }
    deeds
}

/// Does a deed in a world of its own, with dice of its own.
fn outcome(game: &Game, deed: &Deed, seed: u32) -> Game {
    let mut game = game.clone();
    game.world.rng = Rng::new(seed);
    game.world.told.clear();
    let mut ctx = Ctx::new(&game.pack, &game.facts, &mut game.world);
    // What it costs to cast is not foretold with what it does.
    if let Action::Cast(ability, Some(at)) = deed.action {
        ctx.unleash(deed.who, ability, at);
    } else {
        ctx.carry_out(deed.who, deed.action);
    }
    game
}

fn compare(before: &Game, deed: &Deed, seed: u32, tally: &mut Tally) {
    let after = outcome(before, deed, seed);
    match &deed.foretold {
        Foretold::Prospects(all) => {
            for (whom, prospect) in all {
                check(before, &after, *whom, prospect, deed, tally);
            }
        }
        Foretold::Blow(odds, whom) => {
            let (who, whom) = (deed.who, *whom);
            let mut events = after.world.told.iter().map(|it| &it.event);
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
            check(before, &after, whom, theirs, deed, tally);
            check(before, &after, deed.who, own, deed, tally);
        }
    }
}

/// What happened to someone lies within what was foretold.
fn check(
    before: &Game,
    after: &Game,
    whom: EntityId,
    prospect: &Prospect,
    deed: &Deed,
    tally: &mut Tally,
) {
    if prospect.more {
        tally.untold += 1;
        return;
    }
    tally.told += 1;
    let (was, is) = (before.look(), after.look());
    let about = || {
        let name = was.plain_name(whom);
        format!("{name} by {:?}: {prospect:?}", deed.action)
    };
    let ends = |&(id, span): &(_, crate::Span)| {
        span.min <= Fixed::ZERO && !before.pack.attributes.get(id).at_zero.is_empty()
    };
    if !is.entity(whom).exists() {
        tally.deaths += 1;
        assert!(prospect.kills || prospect.after.iter().any(ends), "death of {}", about());
        return;
    }
    let states = |look: Look<'_>| -> Vec<Id<State>> {
        look.actor(whom).map_or(Vec::new(), |it| it.states.iter().map(|it| it.0).collect())
    };
    let (had, has) = (states(was), states(is));
    for state in has.iter().filter(|it| !had.contains(it)) {
        assert!(prospect.begins.contains(state), "a state began: {}", about());
    }
    for state in had.iter().filter(|it| !has.contains(it)) {
        assert!(prospect.ends.contains(state), "a state ended: {}", about());
    }
    for (id, what) in before.pack.attributes.iter() {
        // A gauge can hold less while something lowers its maximum; what it held is not lost.
        let held = |look: Look<'_>| [look.sheet().base(whom, id), look.before_changes(whom, id)];
        let foretold = prospect.after.iter().find(|(it, _)| *it == id);
        let inside = foretold.map_or(held(was)[0] == held(is)[0], |(_, span)| {
            held(is).iter().any(|it| span.min <= *it && *it <= span.max)
        });
        assert!(inside, "{}: {:?} {:?}, {}", what.label, held(was), held(is), about());
        let max = |look: Look<'_>| look.entity(whom).own(id).unwrap_or_default().most;
        let span = prospect.raises.iter().find(|(it, _)| *it == id);
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
                for (index, deed) in deeds(&game).iter().enumerate() {
                    for time in 0..4 {
                        let dice = seed * 1_000 + turn * 100 + time + u32::try_from(index).unwrap();
                        compare(&game, deed, dice, &mut tally);
                    }
                }
            }
            let _ = game.step(0, &random_command(&mut rng));
        }
    }
    tally
}

#[test]
fn what_happens_was_foretold() {
    let tally = fight(&BRAWL, 100);
    assert!(tally.told > 10_000 && tally.told > tally.untold, "{} {}", tally.told, tally.untold);
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
fn what_cannot_be_foretold_is_said_to_be_more() {
    let tally = fight(&CHAOS, 50);
    assert!(tally.told > 500, "{} {}", tally.told, tally.untold);
}
