use barrow_grid::{Dir, Pos};
use barrow_small::lowercase;
use barrow_sound::{Bus, Order};

/// Returns what is heard in words, such as `[creak, north-east]`; `None` for what is seen anyway:
/// what the player does, and the interface.
pub fn caption(order: &Order) -> Option<String> {
    let Order::Play { sound, cue } = order else { return None };
    let bearing = cue.bearing.filter(|_| cue.bus == Bus::Effects)?;
    let dir = Dir::towards(Pos::default(), Pos::new(bearing.east, bearing.south))?;
    Some(format!("[{}, {}]", sound.replace('_', " "), lowercase(dir.word())))
}
