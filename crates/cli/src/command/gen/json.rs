use barrow_dice::Seed;
use barrow_grid::Pos;
use barrow_mapgen::{Plan, Recipe, Room};
use serde_json::{Map, Value, json};

/// Returns everything about a plan. The format is documented in `docs/gen.md`.
pub fn plan(recipe: &Recipe, seed: Seed, plan: &Plan) -> String {
    let parameters: Map<String, Value> =
        recipe.parameters().into_iter().map(|it| (it.name.into(), it.value.into())).collect();
    let picture = plan.terrain_picture().to_string();
    let answer = json!({
        "algorithm": recipe.algorithm.name(),
        "seed": seed.to_string(),
        "width": recipe.width,
        "height": recipe.height,
        "parameters": parameters,
        "cells": picture.lines().collect::<Vec<_>>(),
        "floor": plan.floor.count(),
        "rooms": plan.rooms.iter().map(room).collect::<Vec<_>>(),
        "corridors": plan.corridors.iter().map(|it| json!({
            "rooms": [it.rooms.0, it.rooms.1],
            "points": it.points.map(cell),
            "width": it.width,
        })).collect::<Vec<_>>(),
        "doors": cells(plan.doors.iter().copied()),
        "start": cell(plan.start),
        "exits": cells(plan.exits.iter().copied()),
        "spawns": cells(plan.spawns.iter()),
        "marks": plan.marks.iter().map(|it| json!({ "at": cell(it.pos), "glyph": it.glyph.to_string() }))
            .collect::<Vec<_>>(),
    });
    format!("{answer:#}\n")
}

fn room(room: &Room) -> Value {
    let rect = room.rect;
    json!({
        "x": rect.x, "y": rect.y, "width": rect.width, "height": rect.height,
        "center": cell(room.center), "role": room.role.to_string(),
    })
}

fn cells(cells: impl Iterator<Item = Pos>) -> Vec<Value> {
    cells.map(cell).collect()
}

fn cell(pos: Pos) -> Value {
    json!([pos.x, pos.y])
}
