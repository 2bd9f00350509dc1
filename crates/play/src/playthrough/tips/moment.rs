//! Whether the moment of a tip has come, and whom or what it is about.

use barrow_dice::Fixed;
use barrow_engine::{Carried, Command, EntityId, Game, Seen, View};
use barrow_grid::Pos;
use barrow_pack::{Kind, Layer, Moment, Pickup, Way};

use crate::walk::{adjacency, life, max_life};

/// Whom or what a tip is about, if it is about someone.
pub(super) type About = Option<EntityId>;

/// What a player sees when a tip may be due.
pub(super) struct Sight<'s, 'g> {
    pub(super) game: &'g Game,
    pub(super) view: &'s View<'g>,
    pub(super) here: Pos,
}

impl<'g> Sight<'_, 'g> {
    /// Returns whether the moment has come, and whom or what it is about.
    pub(super) fn has_come(&self, moment: Moment) -> Option<About> {
        match moment {
            Moment::Always => Some(None),
            Moment::Foe | Moment::Beside | Moment::Stranger => self.someone(moment),
            Moment::Item
            | Moment::Underfoot
            | Moment::Stairs
            | Moment::OnStairs
            | Moment::Door
            | Moment::Pushable => self.something(moment),
            Moment::Unknown | Moment::Wearable | Moment::Usable => self.something_held(moment),
            Moment::Hurt
            | Moment::Tired
            | Moment::Castable
            | Moment::Card
            | Moment::Field
            | Moment::Announced
            | Moment::Noise
            | Moment::State
            | Moment::Full => self.is_so(moment).then_some(None),
        }
    }

    fn kind(&self, it: &Seen<'_>) -> Option<&'g Kind> {
        Some(self.view.pack().kinds.get(it.glimpse().kind()?))
    }

    fn someone(&self, moment: Moment) -> Option<About> {
        let steps = adjacency(self.view);
        let mut others = self.view.actors().filter(|it| !it.is_self());
        let found = others.find(|it| match moment {
            Moment::Stranger => !it.is_foe() && !it.is_friend(),
            Moment::Beside => it.is_foe() && steps.distance(self.here, it.pos()) <= 1,
            _ => it.is_foe(),
        });
        found.map(|it| Some(it.id()))
    }

    fn something(&self, moment: Moment) -> Option<About> {
        let rules = &self.view.pack().rules;
        let asked = rules.pickup == Pickup::Asked;
        let onward = |it: &Kind| it.stairs.as_ref().is_some_and(|it| it.way == Way::Down);
        let found = self.view.things().find(|it| {
            let Some(kind) = self.kind(it) else { return false };
            let there = it.pos() == self.here;
            match moment {
                Moment::Item => !there && !asked && kind.layer == Layer::Item,
                Moment::Underfoot => there && asked && kind.layer == Layer::Item,
                Moment::Stairs => !there && onward(kind),
                Moment::OnStairs => {
                    let leaves =
                        || self.game.accepts(self.view.player(), &Command::Descend).is_ok();
                    there && onward(kind) && leaves()
                }
                Moment::Door => kind.door.is_some() && !it.glimpse().is_open(),
                _ => !there && kind.flags.contains(&self.view.pack().core.pushable),
            }
        });
        found.map(|it| Some(it.id()))
    }

    fn something_held(&self, moment: Moment) -> Option<About> {
        let found = self.view.bag().find(|it: &Carried<'_>| match moment {
            Moment::Unknown => it.item.glimpse().kind().is_none(),
            Moment::Usable => self.view.use_of(it).is_some(),
            _ => {
                let slot = self.kind(&it.item).and_then(|it| it.item.as_ref()?.slot);
                it.worn.is_none() && slot.is_some()
            }
        });
        found.map(|it| Some(it.item.id()))
    }

    fn is_so(&self, moment: Moment) -> bool {
        let view = self.view;
        let at_most = |parts: i64, of: i64| {
            life(view) * Fixed::from_whole(of) <= max_life(view) * Fixed::from_whole(parts)
        };
        match moment {
            Moment::Hurt => at_most(1, 3),
            Moment::Tired => at_most(3, 4) && !view.actors().any(|it| it.is_foe()),
            Moment::Castable => view.abilities().any(|it| it.refusal.is_none()),
            Moment::Card => crate::panel::playables(view).iter().any(|it| it.able),
            Moment::Field => view.fields().next().is_some(),
            Moment::Announced => view.announced().next().is_some(),
            Moment::Noise => !view.heard().is_empty(),
            Moment::State => view.states().next().is_some(),
            _ => self.is_bag_full(),
        }
    }

    fn is_bag_full(&self) -> bool {
        let room = self.view.pack().core.room;
        let all = self.view.attributes();
        let room = all.values.iter().find(|it| it.attribute == room).map(|it| it.value);
        let count = i64::try_from(self.view.bag().count()).unwrap_or(i64::MAX);
        room.is_some_and(|room| room > Fixed::ZERO && Fixed::from_whole(count) >= room)
    }
}
