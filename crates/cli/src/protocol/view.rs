use barrow_engine::{
    ActiveState, Attributes, BagView, Castable, Explained, HeardNoise, KeyView, OpenMenuView,
    PanelRow, RoomView, Seen, Source, View,
};
use barrow_grid::{Color, Dir, Fog, LightMap, Pos};
use barrow_pack::{Aim, AttributeKind, Field, Id, Keyword as _, Pack};
use serde_json::{Map, Value, json};

use super::command;
use super::event::loudness;
use super::ids::Ids;
use super::number::{cells, color, gauge, number};

/// Returns everything that a player may know.
pub fn view(view: &View<'_>, ids: &mut Ids) -> Value {
    let pack = view.pack();
    let mut told = json!({
        "player": view.player(),
        "width": view.width(),
        "height": view.height(),
        "floor": view.floor(),
        "title": view.title(),
        "cells": rows(view, |at| glyph(view, at)),
        "fog": rows(view, |at| match view.cell(at).fog {
            Fog::Unexplored => '0',
            Fog::Remembered => '1',
            Fog::Visible => '2',
        }),
        "light": lights(view),
        "you": view.own().map(|it| seen(&it, pack, ids)),
        "actors": view.actors().filter(|it| !it.is_self()).map(|it| seen(&it, pack, ids)).collect::<Vec<_>>(),
        "things": view.things().map(|it| thing(&it, pack, ids)).collect::<Vec<_>>(),
        "fields": fields(view),
        "remembered_fields": view.remembered_fields().map(|(id, at)| json!({
            "kind": pack.fields.name(id), "x": at.x, "y": at.y,
        })).collect::<Vec<_>>(),
        "panel": panel(view),
        "attributes": attributes(view),
        "states": states(view),
        "bag": bag(view, ids),
        "bags": view.bags().map(|it| named_bag(&it, view, ids)).collect::<Vec<_>>(),
        "selected": view.selected(),
        "abilities": view.abilities().map(|it| ability(&it, view)).collect::<Vec<_>>(),
        "keys": keys(view),
        "menu": view.menu().map(|it| menu(&it)),
        "announced": view.announced().map(|it| json!({
            "cells": cells(it.cells), "turns": it.turns,
        })).collect::<Vec<_>>(),
        "heard": heard(view),
        "phantoms": view.phantoms().map(|it| json!({
            "glyph": pack.kinds.get(it.kind).look.glyph.to_string(), "x": it.at.x, "y": it.at.y,
        })).collect::<Vec<_>>(),
        "end": view.end().map(|end| json!({
            "won": end.won, "title": end.title, "text": end.text, "about": end.about,
        })),
    });
    told["rooms"] = view.rooms().map(|it| room(&it)).collect();
    told
}

fn states(view: &View<'_>) -> Vec<Value> {
    let states = &view.pack().states;
    let state = |it: ActiveState| {
        json!({
            "state": states.name(it.state), "label": &*states.get(it.state).label,
            "turns": it.turns,
        })
    };
    view.states().map(state).collect()
}

fn heard(view: &View<'_>) -> Vec<Value> {
    let noise = |it: &HeardNoise| {
        json!({
            "text": it.text, "volume": loudness(it.volume), "towards": it.towards.map(Dir::name),
            "words": it.to_string(),
        })
    };
    view.heard().iter().map(noise).collect()
}

fn fields(view: &View<'_>) -> Vec<Value> {
    let fields = &view.pack().fields;
    let field = |(id, at, amount): (Id<Field>, Pos, u8)| {
        let field = fields.get(id);
        json!({
            "kind": fields.name(id), "name": &*field.name, "glyph": field.look.glyph.to_string(),
            "x": at.x, "y": at.y, "amount": amount,
        })
    };
    view.fields().map(field).collect()
}

fn panel(view: &View<'_>) -> Vec<Value> {
    let row = |row: PanelRow<'_>| {
        json!({
            "label": row.label, "value": number(row.value), "text": row.text,
            "max": row.max.map(number), "bar": row.bar,
        })
    };
    view.panel().map(row).collect()
}

fn keys(view: &View<'_>) -> Vec<Value> {
    let key = |it: KeyView<'_>| {
        json!({
            "key": it.key.to_string(), "label": it.label,
            "command": it.command.as_ref().ok().filter(|_| !it.help).map(command::write),
            "refusal": it.command.as_ref().err().map(ToString::to_string),
        })
    };
    view.keys().map(key).collect()
}

fn room(room: &RoomView<'_>) -> Value {
    let rect = room.rect;
    json!({
        "label": &*room.kind.label, "sign": room.kind.sign().to_string(),
        "x": rect.x, "y": rect.y, "width": rect.width, "height": rect.height,
        "entered": room.entered, "cleared": room.cleared,
    })
}

fn rows(view: &View<'_>, letter: impl Fn(Pos) -> char) -> Vec<String> {
    let row = |y| (0..view.width()).map(|x| letter(Pos::new(x, y))).collect();
    (0..view.height()).map(row).collect()
}

/// Returns the character of a cell without actors; a space if nothing is known.
fn glyph(view: &View<'_>, at: Pos) -> char {
    let cell = view.cell(at);
    let ground = cell.ground.map_or(' ', |kind| view.pack().kinds.get(kind).look.glyph);
    cell.thing.map_or(ground, |thing| thing.glyph())
}

/// Returns the light of the visible cells, unless it is full white light.
fn lights(view: &View<'_>) -> Vec<Value> {
    let lit = view.visible().iter().filter_map(|at| Some((at, view.cell(at).light?)));
    let special =
        lit.filter(|(_, glow)| glow.level != LightMap::FULL || glow.color() != Color::BLACK);
    special
        .map(|(at, glow)| {
            let Color { red, green, blue } = glow.color();
            let tint = color([red, green, blue]);
            json!({ "x": at.x, "y": at.y, "level": glow.level, "color": tint })
        })
        .collect()
}

fn common(it: &Seen<'_>, pack: &Pack, ids: &mut Ids) -> Value {
    let glimpse = it.glimpse();
    json!({
        "id": ids.of(it.id()),
        "kind": glimpse.kind().map(|kind| pack.kinds.name(kind)),
        "name": it.name(),
        "glyph": it.appearance(0).glyph.to_string(),
        "x": it.pos().x,
        "y": it.pos().y,
    })
}

fn seen(it: &Seen<'_>, pack: &Pack, ids: &mut Ids) -> Value {
    let mut answer = common(it, pack, ids);
    answer["facing"] = it.facing().name().into();
    answer["side"] = match (it.is_self(), it.is_foe(), it.is_friend()) {
        (true, _, _) => "self",
        (_, true, _) => "foe",
        (_, _, true) => "friend",
        (false, false, false) => "none",
    }
    .into();
    answer["stats"] = stats(it, pack);
    let status = it.status();
    if !status.is_empty() {
        answer["status"] = status.into();
    }
    answer["states"] = it.states().map(|state| pack.states.name(state)).collect();
    answer
}

fn stats(it: &Seen<'_>, pack: &Pack) -> Value {
    let gauges = it.gauges();
    gauges.map(|(id, value)| (pack.attributes.name(id), gauge(value.now, value.max))).collect()
}

fn thing(it: &Seen<'_>, pack: &Pack, ids: &mut Ids) -> Value {
    let mut answer = common(it, pack, ids);
    answer["open"] = it.glimpse().is_open().into();
    answer["count"] = it.count().into();
    answer["lock"] = it.lock_name().into();
    answer
}

fn attributes(view: &View<'_>) -> Vec<Value> {
    let all = view.attributes();
    all.values.iter().map(|it| explained(it, &all, view)).collect()
}

fn explained(it: &Explained, all: &Attributes, view: &View<'_>) -> Value {
    let pack = view.pack();
    let flag = pack.attributes.get(it.attribute).kind() == AttributeKind::Flag;
    let shown =
        |value| if flag { Value::from(barrow_dice::Fixed::is_true(value)) } else { number(value) };
    let mut answer = Map::new();
    answer.insert("attribute".into(), pack.attributes.name(it.attribute).into());
    answer.insert("label".into(), (&*pack.attributes.get(it.attribute).label).into());
    answer.insert("value".into(), shown(it.value));
    answer.insert("base".into(), shown(it.base));
    if let Some(max) = it.max {
        answer.insert("max".into(), number(max));
    }
    let reasons = all.reasons_of(it.attribute).map(|reason| {
        let from = match reason.source {
            _ if !reason.label.is_empty() => reason.label.to_string(),
            Source::Nature => "nature".to_owned(),
            Source::Worn(item) => view
                .bag()
                .find(|it| it.item.id() == item)
                .map_or_else(String::new, |it| it.item.name()),
            Source::State(state) => pack.states.get(state).label.to_string(),
        };
        json!({ "from": from, "by": number(reason.by), "times": number(reason.times) })
    });
    answer.insert("reasons".into(), reasons.collect());
    answer.into()
}

fn bag(view: &View<'_>, ids: &mut Ids) -> Vec<Value> {
    let pack = view.pack();
    view.bag()
        .map(|it| {
            json!({
                "slot": it.slot,
                "id": ids.of(it.item.id()),
                "kind": it.item.glimpse().kind().map(|kind| pack.kinds.name(kind)),
                "name": it.item.name(),
                "count": it.item.count(),
                "worn": it.worn.map(|slot| pack.slots.name(slot)),
                "on": it.on,
                "stats": stats(&it.item, pack),
            })
        })
        .collect()
}

fn ability(it: &Castable<'_>, view: &View<'_>) -> Value {
    let pack = view.pack();
    let price = |(id, price)| (pack.attributes.name(id).to_owned(), number(price));
    let cost: Map<String, Value> = view.cost(it.ability).map(price).collect();
    let aim = Aim::ALL.iter().position(|aim| *aim == it.aim).map_or("", |at| Aim::WORDS[at]);
    json!({
        "ability": pack.abilities.name(it.ability),
        "name": it.name,
        "about": it.about,
        "cost": cost,
        "wait": it.cooldown,
        "aim": aim,
        "range": it.range,
        "refusal": it.refusal.as_ref().map(ToString::to_string),
    })
}

fn named_bag(bag: &BagView<'_>, view: &View<'_>, ids: &mut Ids) -> Value {
    let pack = view.pack();
    let cards = bag.cards.iter().map(|card| {
        let price = |&(id, price): &(_, _)| (pack.attributes.name(id).to_owned(), number(price));
        let item = &card.item.item;
        json!({
            "slot": card.item.slot,
            "id": ids.of(item.id()),
            "kind": item.glimpse().kind().map(|kind| pack.kinds.name(kind)),
            "name": item.name(),
            "about": card.about,
            "count": item.count(),
            "cost": card.cost.iter().map(price).collect::<Map<String, Value>>(),
            "usable": card.usable,
            "refusal": card.refusal.as_ref().map(ToString::to_string),
            "stats": stats(item, pack),
        })
    });
    json!({
        "bag": pack.bags.name(bag.bag),
        "label": bag.label,
        "count": bag.count,
        "limit": bag.limit,
        "cards": cards.collect::<Vec<_>>(),
    })
}

fn menu(it: &OpenMenuView) -> Value {
    json!({
        "title": it.title,
        "text": it.text,
        "options": it.options.iter().map(|option| json!({
            "text": option.text, "about": option.about, "able": option.enabled,
            "stays": option.stays,
        })).collect::<Vec<_>>(),
        "optional": it.optional,
    })
}
