use std::collections::BTreeMap;

use barrow_engine::{Carried, EntityId, View};
use barrow_grid::{Dir, Pos};
use barrow_play::mode::compass;
use barrow_play::panel::meaning;

/// What a screen shows of the player without a word: what is switched on, which item is chosen, and
/// where the player looks. A listener is told when it changes.
#[derive(Default)]
pub struct Held {
    switches: BTreeMap<EntityId, bool>,
    chosen: Option<EntityId>,
    stance: Option<(Pos, Dir)>,
}

impl Held {
    /// Tells what has changed since the last call.
    pub fn changes(&mut self, view: &View<'_>) -> Vec<String> {
        let mut lines = Vec::new();
        let switches = std::mem::take(&mut self.switches);
        for it in view.bag() {
            let Some(on) = it.on else { continue };
            let id = it.item.id();
            if switches.get(&id).is_some_and(|before| *before != on) {
                let way = if on { "on" } else { "off" };
                lines.push(format!("You switch {way} {}.", called(view, &it)));
            }
            self.switches.insert(id, on);
        }
        let chosen = view.bag().find(|it| view.selected() == Some(it.slot));
        let id = chosen.as_ref().map(|it| it.item.id());
        let before = std::mem::replace(&mut self.chosen, id);
        if let Some(it) = chosen.filter(|_| before.is_some() && before != id) {
            lines.push(format!("You choose {}.", called(view, &it)));
        }
        lines.extend(self.turn(view));
        lines
    }

    /// Tells of a turn on the spot, in games where a step that is refused turns the player.
    fn turn(&mut self, view: &View<'_>) -> Option<String> {
        let own = view.own().filter(|_| view.pack().rules.turning)?;
        let before = self.stance.replace((own.pos(), own.facing()));
        let turned = before.is_some_and(|(at, dir)| at == own.pos() && dir != own.facing());
        turned.then(|| format!("You turn {}.", compass(own.facing())))
    }
}

/// Returns the name of an item, and what it means if it is a code.
fn called(view: &View<'_>, carried: &Carried<'_>) -> String {
    let (name, means) = (carried.item.definite(), meaning(view, &carried.item));
    if means.is_empty() { name } else { format!("{}, {means}", carried.item.name()) }
}
