use std::collections::BTreeMap;

use barrow_engine::{EntityId, View};
use barrow_grid::{DistanceMap, Pos};

/// Where foes must be by now that a bot would rather not meet: who is out of sight is not gone,
/// but may be coming after it.
#[derive(Clone, Debug, Default)]
pub(super) struct Haunts {
    seen: BTreeMap<EntityId, Haunt>,
}

#[derive(Clone, Copy, Debug)]
struct Haunt {
    at: Pos,
    since: u64,
}

/// So many turns a foe is remembered.
const MEMORY: u64 = 40;
/// So many turns one that is out of sight is taken to follow.
const PURSUIT: u64 = 15;

impl Haunts {
    /// Notes who is in view now and is feared, and where the others must be by now: a step
    /// nearer, as far as that is out of view. The distances are those to the bot.
    pub(super) fn note(
        &mut self,
        view: &View<'_>,
        feared: &[(EntityId, Pos)],
        distances: &DistanceMap,
    ) {
        let turn = view.turn();
        self.seen.retain(|_, it| turn <= it.since + MEMORY && !view.visible().contains(it.at));
        for it in self.seen.values_mut().filter(|it| turn <= it.since + PURSUIT) {
            let nearer = distances.downhill(it.at).map(|dir| it.at + dir);
            it.at = nearer.filter(|&at| !view.visible().contains(at)).unwrap_or(it.at);
        }
        let now = feared.iter().map(|&(id, at)| (id, Haunt { at, since: turn }));
        self.seen.extend(now);
    }

    /// Forgets all: another level has others.
    pub(super) fn forget(&mut self) {
        self.seen.clear();
    }

    /// Where those must be that may still be following.
    pub(super) fn pursuers(&self, turn: u64) -> Vec<Pos> {
        let following = self.seen.values().filter(|it| turn <= it.since + PURSUIT);
        following.map(|it| it.at).collect()
    }

    /// Where they must be, and how much that is to be feared.
    pub(super) fn fears(&self, turn: u64) -> impl Iterator<Item = (Pos, u8)> {
        let fear = move |it: &Haunt| if turn <= it.since + PURSUIT { 64 } else { 16 };
        self.seen.values().map(move |it| (it.at, fear(it)))
    }
}
