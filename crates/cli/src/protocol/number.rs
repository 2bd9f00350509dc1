use barrow_dice::Fixed;
use barrow_grid::Pos;
use serde_json::{Value, json};

/// Returns a whole number as an integer, any other as a decimal.
pub fn number(number: Fixed) -> Value {
    serde_json::from_str(&number.to_string()).unwrap_or_else(|_| number.to_whole().into())
}

pub fn cell(pos: Pos) -> Value {
    json!([pos.x, pos.y])
}

pub fn cells(cells: impl IntoIterator<Item = Pos>) -> Value {
    cells.into_iter().map(cell).collect()
}

/// Returns a gauge: `{"current": 3, "max": 10}`.
pub fn gauge(now: Fixed, max: Fixed) -> Value {
    json!({ "current": number(now), "max": number(max) })
}

pub fn color(rgb: [u8; 3]) -> Value {
    let [red, green, blue] = rgb;
    format!("#{red:02x}{green:02x}{blue:02x}").into()
}
