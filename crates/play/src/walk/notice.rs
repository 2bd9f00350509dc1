//! What makes a walk stop, and what it leaves alone.

use barrow_engine::{EntityId, Event, Seen, View};

use super::{Errand, Halt, Walker};

impl Walker {
    /// Stops for foes that were not met before, and for those who wake.
    pub(super) fn notice_foes(&mut self, view: &View<'_>) {
        let foes = view.noticed_actors().filter(Seen::is_foe);
        for foe in foes {
            let asleep = foe.is_asleep();
            let woke = !asleep && self.sleepers.remove(&foe.id());
            if asleep {
                self.sleepers.insert(foe.id());
            }
            if (self.met.insert(foe.id()) || woke) && self.halt.is_none() {
                self.halt = Some(Halt::Foe(foe.indefinite()));
            }
        }
    }

    /// Stops a walk for an item or stairs that were not known before. Exploring goes there anyway.
    pub(super) fn notice_things(&mut self, view: &View<'_>) {
        let goes = matches!(self.errand, Some(Errand::Travel(_) | Errand::Way(_) | Errand::Run(_)));
        for at in self.chart.sights().filter(|_| goes) {
            let thing = view.cell(at).thing.filter(|_| view.visible().contains(at));
            if self.sights.insert(at)
                && let Some(thing) = thing
            {
                self.halt.get_or_insert_with(|| Halt::Thing(thing.indefinite()));
            }
        }
    }

    /// Remembers where the player dropped something.
    pub(super) fn notice_dropped(&mut self, view: &View<'_>, event: &Event, own: Option<EntityId>) {
        let dropped = matches!(event, Event::Dropped { who, .. } if Some(*who) == own);
        if let Some(own) = view.own().filter(|_| dropped) {
            self.dropped.insert(own.pos());
        }
    }

    /// Leaves what the player dropped where it is.
    pub(super) fn leave_dropped(&mut self) {
        for at in self.dropped.iter() {
            self.chart.ignore_item(*at);
        }
    }
}
