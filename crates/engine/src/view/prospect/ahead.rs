//! What a player can ask about deeds to come.

use barrow_dice::Fixed;
use barrow_pack::{Ability, Effect, Field, Id, Kind, Occasion, State};

use super::seer::Seer;
use super::{Compared, Odds, Prospect};
use crate::action::blow::{Blow, Step};
use crate::action::throw::landing;
use crate::ctx::scene::Scene;
use crate::sheet::Dressed;
use crate::state::entity::EntityId;
use crate::view::{Carried, Seen, View};

impl<'g> View<'g> {
    /// Returns what a blow of the player's would do to someone in sight; `None` if the player
    /// cannot strike.
    pub fn odds_against(&self, foe: &Seen<'g>) -> Option<Odds> {
        self.odds(self.player.entity, foe.id())
    }

    /// Returns what a blow of someone in sight would do to the player.
    pub fn odds_of(&self, foe: &Seen<'g>) -> Option<Odds> {
        self.odds(foe.id(), self.player.entity)
    }

    fn odds(&self, who: EntityId, whom: EntityId) -> Option<Odds> {
        let blow = self.look.blow(who, whom)?;
        // What the player carries may do something to who is struck, whether it was hit or not.
        let touches = |&item: &EntityId| self.look.kind(item).touch.is_some();
        let touches = who == self.player.entity && self.look.bag(who).iter().any(touches);
        Some(self.odds_of_blow(&blow, |seer, hit| {
            if hit {
                blow.follow_ups().for_each(|step| seer.take(step));
            }
            if touches {
                seer.tell_more();
            }
        }))
    }

    /// Forecasts a blow, and what follows a hit (`true`) and a miss.
    fn odds_of_blow(&self, blow: &Blow<'g>, follow: impl Fn(&mut Seer<'g>, bool)) -> Odds {
        let foresee = |hit: bool| {
            let mut seer = Seer::new(self.look, blow.who, blow.whom);
            let deed = if hit { &blow.strike.deed } else { &blow.strike.miss };
            seer.run(deed, blow.scene);
            follow(&mut seer, hit);
            let outcome = seer.into_outcome();
            (outcome.prospect(blow.whom), outcome.prospect(blow.who))
        };
        let chance = blow.chance.map(|it| self.look.sheet().chance(it, &blow.scene));
        let chance = chance.unwrap_or(Fixed::ONE);
        let (hit, own) = foresee(true);
        let (miss, own_miss) =
            if chance < Fixed::ONE { foresee(false) } else { Default::default() };
        Odds { chance, hit, own, miss, own_miss }
    }

    /// Returns what using something carried would do to the player; `None` if its kind is
    /// unknown or it has no use.
    pub fn use_of(&self, item: &Carried<'g>) -> Option<Prospect> {
        self.used_on(item, self.player.entity)
    }

    /// Returns what using something carried would do to someone in sight who is near enough.
    pub fn use_against(&self, item: &Carried<'g>, foe: &Seen<'g>) -> Option<Prospect> {
        self.used_on(item, foe.id())
    }

    fn used_on(&self, item: &Carried<'g>, whom: EntityId) -> Option<Prospect> {
        let effects = self.known_effects(item, Occasion::Use)?;
        if effects.is_empty() {
            return None;
        }
        let (who, id) = (self.player.entity, item.item.id());
        let scene = self.look.handling(who, id).with_own(id);
        let mut seer = Seer::new(self.look, who, whom);
        seer.run(effects, scene);
        if item.on.is_some() {
            // It is switched on or off as well.
            seer.tell_more();
        }
        Some(seer.into_outcome().prospect(whom))
    }

    fn known_effects(&self, item: &Carried<'g>, occasion: Occasion) -> Option<&'g [Effect]> {
        let kind = item.item.glimpse().kind()?;
        Some(self.look.pack.kinds.get(kind).on.on(occasion))
    }

    /// Returns what something carried would do to someone in sight if it were thrown and got
    /// there; `None` if its kind is unknown. Without a strike it always "hits".
    pub fn throw_of(&self, item: &Carried<'g>, foe: &Seen<'g>) -> Option<Odds> {
        item.item.glimpse().kind()?;
        let (who, whom, missile) = (self.player.entity, foe.id(), item.item.id());
        let scene = self.look.handling(who, missile).with_own(missile);
        let landing = landing(scene, Some(whom), foe.pos());
        let lands = Step::Occasion(missile, Occasion::Land, landing);
        let kinds = || self.look.pack.kinds.iter();
        // It is taken off first.
        let taken_off = item.worn.is_some();
        // Something that is not seen may lie there and do something about it.
        let pelted = kinds().any(|(_, kind)| !kind.on.on(Occasion::Pelted).is_empty());
        let follow = |seer: &mut Seer<'g>, hit: bool, struck: bool| {
            if taken_off || pelted {
                seer.tell_more();
            }
            if !(hit && struck && self.look.shatters(missile)) {
                seer.take(lands);
            }
        };
        if let Some(blow) = self.look.missile_blow(missile, scene.with_target(whom)) {
            return Some(self.odds_of_blow(&blow, |seer, hit| follow(seer, hit, true)));
        }
        let mut seer = Seer::new(self.look, who, whom);
        follow(&mut seer, true, false);
        let outcome = seer.into_outcome();
        let (hit, own) = (outcome.prospect(whom), outcome.prospect(who));
        let (miss, own_miss) = Default::default();
        Some(Odds { chance: Fixed::ONE, hit, own, miss, own_miss })
    }

    /// Returns what an ability would do to someone in sight whom it reaches; without anyone, to
    /// the player. What it costs is told by [`View::cost`].
    pub fn cast_of(&self, ability: Id<Ability>, foe: Option<&Seen<'g>>) -> Prospect {
        let who = self.player.entity;
        self.cast_by(who, ability, foe.map_or(who, Seen::id))
    }

    /// Returns what someone in sight can cast, and what each would do to the player.
    pub fn casts_of(&self, foe: &Seen<'g>) -> Vec<(Id<Ability>, Prospect)> {
        let abilities = self.look.kind(foe.id()).abilities.iter();
        abilities.map(|&id| (id, self.cast_by(foe.id(), id, self.player.entity))).collect()
    }

    fn cast_by(&self, who: EntityId, ability: Id<Ability>, whom: EntityId) -> Prospect {
        let target = if self.look.is_for_oneself(ability) { who } else { whom };
        let mut seer = Seer::new(self.look, who, whom);
        seer.unleash(ability, self.look.with_player(Scene::deed(who, target)));
        if self.look.pack.abilities.get(ability).tell.is_some() {
            // It is announced and happens later.
            seer.tell_more();
        }
        seer.into_outcome().prospect(whom)
    }

    /// Returns what stepping onto a known thing or ground would do to the player.
    pub fn step_onto(&self, kind: Id<Kind>) -> Prospect {
        let who = self.player.entity;
        let core = &self.look.pack.core;
        if self.look.is(who, core.floating) {
            return Prospect::default();
        }
        let kind = self.look.pack.kinds.get(kind);
        let occasions = [Occasion::Enter, Occasion::Tread];
        let entered = self.befalls(occasions.map(|it| kind.on.on(it)));
        Prospect { kills: entered.kills || kind.flags.contains(&core.pit), ..entered }
    }

    /// Returns what standing in a field for a turn would do to the player.
    pub fn standing_in(&self, field: Id<Field>) -> Prospect {
        let field = self.look.pack.fields.get(field);
        let occasions = [Occasion::Enter, Occasion::Tread, Occasion::Turn];
        self.befalls(occasions.map(|it| field.on.on(it)))
    }

    /// Returns what effects of the surroundings would do to the player.
    fn befalls<const N: usize>(&self, lists: [&[Effect]; N]) -> Prospect {
        let who = self.player.entity;
        let scene = Scene { own: None, player: Some(who), ..Scene::of(who) };
        let mut seer = Seer::new(self.look, who, who);
        for effects in lists {
            seer.run(effects, scene);
        }
        seer.into_outcome().prospect(who)
    }

    /// Returns what a state does to the player each turn.
    pub fn turn_of(&self, state: Id<State>) -> Prospect {
        let who = self.player.entity;
        let mut seer = Seer::new(self.look, who, who);
        let effects = self.look.pack.states.get(state).on.on(Occasion::Turn);
        seer.run(effects, Scene { player: Some(who), ..Scene::of(who) });
        seer.into_outcome().prospect(who)
    }

    /// Returns the values that would change if something were equipped, in place of what is
    /// worn there; `None` if its kind is unknown or it cannot be worn.
    pub fn if_worn(&self, item: &Carried<'g>) -> Option<Vec<Compared>> {
        let kind = item.item.glimpse().kind()?;
        let slot = self.look.pack.kinds.get(kind).item.as_ref()?.slot?;
        let (who, id) = (self.player.entity, item.item.id());
        let actor = self.look.actor(who)?;
        let mut worn = actor.worn.clone();
        worn.retain(|&(it, _)| it != slot);
        worn.push((slot, id));
        let taken = (!actor.bag.contains(&id)).then_some(id);
        Some(self.look.sheet().compared(&Dressed { who, worn, taken }))
    }

    /// Returns what a blow with something carried would do to one like the player; `None` if it
    /// is no known weapon.
    pub fn blow_with(&self, item: &Carried<'g>) -> Option<Prospect> {
        let kind = self.look.pack.kinds.get(item.item.glimpse().kind()?);
        let slot = kind.item.as_ref()?.slot?;
        let strike = kind.strike.as_ref().filter(|_| self.look.pack.slots.get(slot).weapon)?;
        let (who, id) = (self.player.entity, item.item.id());
        let blow = self.look.blow_with(who, who, Some((id, strike)))?;
        let follow = |seer: &mut Seer<'g>, hit: bool| {
            if hit {
                blow.follow_ups().for_each(|step| seer.take(step));
            }
        };
        Some(self.odds_of_blow(&blow, follow).hit)
    }
}
