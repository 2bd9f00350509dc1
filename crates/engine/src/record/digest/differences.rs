//! Finds the part in which two games differ, for anyone who looks for the turn where they diverged.

use std::fmt::Debug;

use barrow_pack::Pack;

use crate::game::Game;
use crate::state::entity::{Actor, At, Entity};
use crate::state::level::Level;
use crate::state::world::{Player, World};

impl Game {
    /// Describes the first part in which two games of one pack differ. Returns `None` if they are
    /// equal.
    pub fn differences(&self, other: &Self) -> Option<String> {
        let (one, two) = (&self.world, &other.world);
        compare("the seed", &one.seed, &two.seed)
            .or_else(|| compare("the turn", &one.turn, &two.turn))
            .or_else(|| levels(&self.pack, &one.level, &two.level))
            .or_else(|| things(&self.pack, &one.entities, &two.entities))
            .or_else(|| compare("the order of actors", &one.actors, &two.actors))
            .or_else(|| compare("the rules' stream", &one.rng.state, &two.rng.state))
            .or_else(|| compare("the minds' stream", &one.mind_rng.state, &two.mind_rng.state))
            .or_else(|| players(&one.players, &two.players))
            .or_else(|| stored(&self.pack, one, two))
            .or_else(|| pending(one, two))
    }
}

/// Returns `what: this against that`, if they differ.
fn compare<T: PartialEq + Debug>(what: &str, one: &T, two: &T) -> Option<String> {
    (one != two).then(|| format!("{what}: {one:?} against {two:?}"))
}

fn levels(pack: &Pack, one: &Level, two: &Level) -> Option<String> {
    let name = |level: &Level| pack.levels.name(level.definition).to_owned();
    let size = |level: &Level| (level.ground.width(), level.ground.height());
    compare("the level", &name(one), &name(two))
        .or_else(|| compare("the floor", &one.floor, &two.floor))
        .or_else(|| compare("the size of the level", &size(one), &size(two)))
        .or_else(|| ground(pack, one, two))
        .or_else(|| fields(pack, one, two))
}

fn ground(pack: &Pack, one: &Level, two: &Level) -> Option<String> {
    let at = one.ground.first_difference(&two.ground)?;
    let name = |level: &Level| pack.kinds.name(level.ground[at]).to_owned();
    compare(&format!("ground at {},{}", at.x, at.y), &name(one), &name(two))
}

fn fields(pack: &Pack, one: &Level, two: &Level) -> Option<String> {
    pack.fields.iter().find_map(|(id, _)| {
        let amount = |level: &Level, at| level.field_at(id, at);
        let at = one.bounds().cells().find(|&at| amount(one, at) != amount(two, at))?;
        let what = format!("{} at {},{}", pack.fields.name(id), at.x, at.y);
        compare(&what, &amount(one, at), &amount(two, at))
    })
}

fn things(pack: &Pack, one: &[Entity], two: &[Entity]) -> Option<String> {
    let known = one.iter().zip(two).enumerate();
    let differing = known.filter(|(_, (one, two))| one.exists() || two.exists());
    differing
        .into_iter()
        .find_map(|(index, (one, two))| {
            let what = if one.actor.is_some() { "actor" } else { "thing" };
            thing(pack, &format!("{what} {index} ({})", pack.kinds.name(one.kind)), one, two)
        })
        .or_else(|| compare("the number of things", &one.len(), &two.len()))
}

fn thing(pack: &Pack, who: &str, one: &Entity, two: &Entity) -> Option<String> {
    let part = |what: &str| format!("{who}: {what}");
    let kind = |it: &Entity| pack.kinds.name(it.kind).to_owned();
    compare(&part("kind"), &kind(one), &kind(two))
        .or_else(|| {
            let (there, here) = (describe(one.at), describe(two.at));
            (one.at != two.at).then(|| format!("{who}: {there} against {here}"))
        })
        .or_else(|| values(pack, who, one, two))
        .or_else(|| compare(&part("facing"), &one.facing, &two.facing))
        .or_else(|| compare(&part("open, on or awake"), &one.active, &two.active))
        .or_else(|| compare(&part("locked"), &one.locked, &two.locked))
        .or_else(|| compare(&part("colour of the lock"), &one.lock, &two.lock))
        .or_else(|| compare(&part("being known"), &one.known, &two.known))
        .or_else(|| compare(&part("count"), &one.count, &two.count))
        .or_else(|| compare(&part("what lies below"), &one.below, &two.below))
        .or_else(|| match (&one.actor, &two.actor) {
            (Some(one), Some(two)) => actor(pack, who, one, two),
            (one, two) => compare(&part("whether it acts"), &one.is_some(), &two.is_some()),
        })
}

fn describe(at: At) -> String {
    match at {
        At::Cell(pos) => format!("at {},{}", pos.x, pos.y),
        At::Bag(owner) => format!("in the bag of {}", owner.number()),
        At::Named(owner) => format!("in another bag of {}", owner.number()),
        At::Gone => "gone".into(),
    }
}

fn values(pack: &Pack, who: &str, one: &Entity, two: &Entity) -> Option<String> {
    pack.attributes.iter().find_map(|(id, _)| {
        let text = |it: &Entity| match it.own(id) {
            None => "none".into(),
            Some(value) if value.max == value.now => value.now.to_string(),
            Some(value) => format!("{} of {}", value.now, value.max),
        };
        let (one, two) = (text(one), text(two));
        let name = pack.attributes.name(id);
        (one != two).then(|| format!("{who}: {name} {one} against {two}"))
    })
}

fn actor(pack: &Pack, who: &str, one: &Actor, two: &Actor) -> Option<String> {
    let part = |what: &str| format!("{who}: {what}");
    let states = |it: &Actor| {
        let text = |&(state, turns): &_| format!("{} {turns}", pack.states.name(state));
        it.states.iter().map(text).collect::<Vec<_>>()
    };
    compare(&part("bag"), &one.bag, &two.bag)
        .or_else(|| compare(&part("other bags"), &one.bags, &two.bags))
        .or_else(|| compare(&part("shuffles"), &one.shuffles, &two.shuffles))
        .or_else(|| compare(&part("worn"), &one.worn, &two.worn))
        .or_else(|| compare(&part("states"), &states(one), &states(two)))
        .or_else(|| compare(&part("cooldowns"), &one.cooldowns, &two.cooldowns))
        .or_else(|| compare(&part("energy"), &one.energy, &two.energy))
        .or_else(|| compare(&part("home"), &one.home, &two.home))
        .or_else(|| compare(&part("memory"), &one.memory, &two.memory))
        .or_else(|| compare(&part("detour until"), &one.detour, &two.detour))
        .or_else(|| compare(&part("foe"), &one.foe, &two.foe))
        .or_else(|| compare(&part("busy until"), &one.busy, &two.busy))
        .or_else(|| compare(&part("player"), &one.player, &two.player))
        .or_else(|| compare(&part("wits"), &one.wits, &two.wits))
}

fn players(one: &[Player], two: &[Player]) -> Option<String> {
    let each = one.iter().zip(two).enumerate().find_map(|(index, (one, two))| {
        let part = |what: &str| format!("player {index}: {what}");
        compare(&part("entity"), &one.entity, &two.entity)
            .or_else(|| compare(&part("ready at"), &one.ready, &two.ready))
            .or_else(|| compare(&part("next command"), &one.asked, &two.asked))
            .or_else(|| compare(&part("selected"), &one.selected, &two.selected))
            .or_else(|| compare(&part("senses until"), &one.senses_until, &two.senses_until))
            .or_else(|| sight(&part("sight"), one, two))
    });
    each.or_else(|| compare("the number of players", &one.len(), &two.len()))
}

fn sight(what: &str, one: &Player, two: &Player) -> Option<String> {
    let at = one.fog.bounds().cells().find(|&at| one.fog.state(at) != two.fog.state(at));
    if let Some(at) = at {
        let what = format!("{what} at {},{}", at.x, at.y);
        return compare(&what, &one.fog.state(at), &two.fog.state(at));
    }
    let at = one.memory.first_difference(&two.memory)?;
    let what = format!("{what} at {},{}", at.x, at.y);
    compare(&what, &one.memory.get(at), &two.memory.get(at))
}

fn stored(pack: &Pack, one: &World, two: &World) -> Option<String> {
    let keys = |world: &World| world.stored.keys().copied().collect::<Vec<_>>();
    compare("the stored levels", &keys(one), &keys(two)).or_else(|| {
        one.stored.iter().zip(two.stored.values()).find_map(|((&(level, floor), one), two)| {
            levels(pack, &one.level, &two.level)
                .or_else(|| things(pack, &one.entities, &two.entities))
                .map(|what| format!("{} on floor {floor}: {what}", pack.levels.name(level)))
        })
    })
}

fn pending(one: &World, two: &World) -> Option<String> {
    let won = |world: &World| world.end.as_ref().map(|end| end.won);
    compare("the journey", &one.journey, &two.journey)
        .or_else(|| compare("the open menu", &one.open_menu, &two.open_menu))
        .or_else(|| compare("the queued menus", &one.queued_menus, &two.queued_menus))
        .or_else(|| compare("delayed effects", &one.delayed, &two.delayed))
        .or_else(|| compare("the flashes", &one.flashes, &two.flashes))
        .or_else(|| compare("what earlier runs left", &one.given, &two.given))
        .or_else(|| compare("the identified kinds", &one.identified, &two.identified))
        .or_else(|| compare("the cause of death", &one.cause, &two.cause))
        .or_else(|| compare("the end", &won(one), &won(two)))
}
