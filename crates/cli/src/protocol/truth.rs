use barrow_engine::{Entity, EntityId, Game, Truth};
use barrow_grid::{Dir, Pos};
use barrow_pack::{AttributeKind, Keyword as _, Layer, Way};
use serde_json::{Map, Value, json};

use super::ids::Ids;
use super::number::{gauge, number};

/// Returns everything on the level.
pub fn truth(game: &Game, ids: &mut Ids) -> Value {
    let truth = game.truth();
    let (pack, bounds) = (truth.pack(), truth.bounds());
    let glyph = |at: Pos| pack.kinds.get(truth.ground(at)).look.glyph;
    let row = |y| (0..bounds.width).map(|x| glyph(Pos::new(x, y))).collect::<String>();
    json!({
        "level": game.level(),
        "depth": game.floor(),
        "width": bounds.width,
        "height": bounds.height,
        "floor": bounds.cells().filter(|&at| is_floor(&truth, at) && !is_pit(&truth, at)).count(),
        "cells": (0..bounds.height).map(row).collect::<Vec<_>>(),
        "actors": things(&truth, Layer::Actor, ids),
        "fixtures": fixtures(&truth, ids),
        "items": things(&truth, Layer::Item, ids),
        "fields": truth.fields().map(|(id, at, amount)| json!({
            "kind": pack.fields.name(id), "name": &*pack.fields.get(id).name,
            "x": at.x, "y": at.y, "amount": amount,
        })).collect::<Vec<_>>(),
        "links": truth.links().into_iter().map(|(way, level, at)| json!({
            "way": Way::WORDS[usize::from(way == Way::Up)], "level": pack.levels.name(level),
            "x": at.map(|at| at.x), "y": at.map(|at| at.y),
        })).collect::<Vec<_>>(),
    })
}

/// Returns `true` if the terrain can be walked on, whatever stands there.
fn is_floor(truth: &Truth<'_>, at: Pos) -> bool {
    !truth.pack().kinds.get(truth.ground(at)).flags.contains(&truth.pack().core.solid)
}

/// Returns `true` if the terrain lets fall what comes there.
fn is_pit(truth: &Truth<'_>, at: Pos) -> bool {
    truth.pack().kinds.get(truth.ground(at)).flags.contains(&truth.pack().core.pit)
}

fn things(truth: &Truth<'_>, layer: Layer, ids: &mut Ids) -> Vec<Value> {
    let kinds = &truth.pack().kinds;
    let these = truth.things().filter(|(_, _, it)| kinds.get(it.kind).layer == layer);
    these
        .map(|(id, at, entity)| {
            let mut answer = thing(truth, id, entity, ids);
            answer["x"] = at.x.into();
            answer["y"] = at.y.into();
            answer["joins"] = joins(truth, id, at, entity);
            answer
        })
        .collect()
}

/// Returns the directions to the pieces before and after one of a line, such as a thread.
fn joins(truth: &Truth<'_>, id: EntityId, at: Pos, entity: &Entity) -> Value {
    let Some(order) = truth.pack().kinds.get(entity.kind).look.line else { return json!([]) };
    let number = |id| {
        let mut all = truth.attributes(id).into_iter();
        all.find(|it| it.attribute == order).map(|it| it.value.to_whole())
    };
    let own = number(id);
    let next = |(other, to, it): (EntityId, Pos, &Entity)| {
        let apart = own.zip(number(other)).map(|(own, other)| (own - other).abs());
        let dir = Dir::from_offset(to - at).filter(|_| it.kind == entity.kind && apart == Some(1));
        dir.map(barrow_grid::Dir::name)
    };
    truth.things().filter_map(next).collect()
}

fn fixtures(truth: &Truth<'_>, ids: &mut Ids) -> Vec<Value> {
    let mut fixtures = things(truth, Layer::Fixture, ids);
    fixtures.extend(walls(truth));
    fixtures
}

/// Returns the terrain that blocks movement. It is not an entity and has no id among them: its id
/// is negative, and encodes its cell.
fn walls(truth: &Truth<'_>) -> Vec<Value> {
    let width = truth.bounds().width;
    let cells = truth.bounds().cells().filter(|&at| !is_floor(truth, at));
    cells
        .map(|at| {
            let (pack, kind) = (truth.pack(), truth.ground(at));
            let flags = pack.kinds.get(kind).flags.iter();
            let attributes: Map<String, Value> =
                flags.map(|&flag| (pack.attributes.name(flag).to_owned(), true.into())).collect();
            json!({
                "id": -1 - (at.y * width + at.x),
                "kind": pack.kinds.name(kind),
                "name": truth.name(kind),
                "x": at.x,
                "y": at.y,
                "stats": {},
                "attributes": attributes,
                "inventory": [],
                "on": false,
                "locked": false,
                "count": 1,
                "joins": [],
            })
        })
        .collect()
}

fn thing(truth: &Truth<'_>, id: EntityId, entity: &Entity, ids: &mut Ids) -> Value {
    let pack = truth.pack();
    let (stats, attributes) = values(truth, id);
    let mut answer = json!({
        "id": ids.of(id),
        "kind": pack.kinds.name(entity.kind),
        "name": truth.name(entity.kind),
        "stats": stats,
        "attributes": attributes,
        "inventory": [],
        "on": entity.active,
        "locked": entity.locked,
        "lock": truth.lock_name(entity),
        "count": entity.count,
    });
    if let Some(actor) = &entity.actor {
        let carried = actor.bag.iter().map(|&item| {
            let mut answer = thing(truth, item, truth.thing(item), ids);
            let worn = actor.worn.iter().find(|(_, it)| *it == item);
            answer["worn"] = worn.map(|&(slot, _)| pack.slots.name(slot)).into();
            answer
        });
        answer["inventory"] = carried.collect();
        answer["facing"] = entity.facing.name().into();
        answer["side"] = (&*pack.kinds.get(entity.kind).side).into();
        answer["player"] = actor.player.into();
        answer["states"] = actor
            .states
            .iter()
            .map(|&(state, turns)| json!({ "state": pack.states.name(state), "turns": turns }))
            .collect();
    }
    answer
}

/// Returns the gauges of a thing, and its other attributes.
fn values(truth: &Truth<'_>, id: EntityId) -> (Map<String, Value>, Map<String, Value>) {
    let pack = truth.pack();
    let (mut stats, mut attributes) = (Map::new(), Map::new());
    for it in truth.attributes(id) {
        let name = pack.attributes.name(it.attribute).to_owned();
        match pack.attributes.get(it.attribute).kind() {
            AttributeKind::Gauge => {
                stats.insert(name, gauge(it.value, it.max.unwrap_or_default()));
            }
            AttributeKind::Number => {
                attributes.insert(name, number(it.value));
            }
            AttributeKind::Flag => {
                attributes.insert(name, it.value.is_true().into());
            }
        }
    }
    (stats, attributes)
}
