//! The forecasts that a player can ask for.

use barrow_dice::Fixed;
use barrow_pack::{Ability, Effect, Field, Id, Kind, Occasion, Slot, State};

use super::forecaster::Forecaster;
use super::outcome::Outcome;
use super::{Comparison, Forecast, Odds};
use crate::action::blow::{Blow, Step};
use crate::action::throw::landing;
use crate::ctx::scene::Scene;
use crate::sheet::Dressed;
use crate::state::entity::EntityId;
use crate::view::{Carried, Seen, View};

impl<'g> View<'g> {
    /// Returns the forecast of a blow by the player against someone in sight, or `None` if the
    /// player cannot strike.
    pub fn odds_against(&self, foe: &Seen<'g>) -> Option<Odds> {
        self.odds(self.player.entity, foe.id())
    }

    /// Returns the forecast of a blow by someone in sight against the player.
    pub fn odds_of(&self, foe: &Seen<'g>) -> Option<Odds> {
        self.odds(foe.id(), self.player.entity)
    }

    fn odds(&self, who: EntityId, whom: EntityId) -> Option<Odds> {
        if self.look.withstands(who, whom) {
            return None;
        }
        let blow = self.look.blow(who, whom)?;
        // Items that the player carries may affect the target, whether the blow hits or not.
        let touches = |&item: &EntityId| self.look.kind(item).touch.is_some();
        let touches = who == self.player.entity && self.look.bag(who).iter().any(touches);
        Some(self.odds_of_blow(&blow, |forecaster, hit| {
            if hit {
                forecaster.take_hit(&blow);
            }
            if touches {
                forecaster.set_more();
            }
        }))
    }

    /// Forecasts a blow; `follow` adds what happens after a hit (`true`) or a miss.
    fn odds_of_blow(&self, blow: &Blow<'g>, follow: impl Fn(&mut Forecaster<'g>, bool)) -> Odds {
        let forecast = |hit: bool| {
            let mut forecaster = Forecaster::new(self.look, blow.who, blow.whom);
            let deed = if hit { &blow.strike.deed } else { &blow.strike.miss };
            forecaster.run(deed, blow.scene);
            follow(&mut forecaster, hit);
            let outcome = forecaster.into_outcome();
            (outcome.forecast(blow.whom), outcome.forecast(blow.who))
        };
        let chance = blow.chance.map(|it| self.look.sheet().chance(it, &blow.scene));
        let chance = chance.unwrap_or(Fixed::ONE);
        let (hit, own) = forecast(true);
        let (miss, own_miss) =
            if chance < Fixed::ONE { forecast(false) } else { Default::default() };
        Odds { chance, hit, own, miss, own_miss }
    }

    /// Returns what using a carried item would do to the player, or `None` if its kind is unknown
    /// or it has no use.
    pub fn use_of(&self, item: &Carried<'g>) -> Option<Forecast> {
        let own = self.player.entity;
        Some(self.used_on(item, own)?.forecast(own))
    }

    /// Returns what using a carried item would do to someone in sight who is close enough.
    pub fn use_against(&self, item: &Carried<'g>, foe: &Seen<'g>) -> Option<Forecast> {
        Some(self.used_on(item, foe.id())?.forecast(foe.id()))
    }

    /// Returns what using a carried item on someone in sight would do to the player and to them.
    pub fn use_on(&self, item: &Carried<'g>, foe: &Seen<'g>) -> Option<(Forecast, Forecast)> {
        let outcome = self.used_on(item, foe.id())?;
        Some((outcome.forecast(self.player.entity), outcome.forecast(foe.id())))
    }

    fn used_on(&self, item: &Carried<'g>, whom: EntityId) -> Option<Outcome> {
        let effects = self.known_effects(item, Occasion::Use)?;
        if effects.is_empty() {
            return None;
        }
        let (who, id) = (self.player.entity, item.item.id());
        let scene = self.look.handling_scene(who, id).with_own(id);
        let aimed = self.look.kind(id).item.as_ref().is_some_and(|it| it.aim.is_some());
        let scene = if aimed { scene.with_target(whom) } else { scene };
        let mut forecaster = Forecaster::new(self.look, who, whom);
        forecaster.run(effects, scene);
        if item.on.is_some() {
            // It is switched on or off as well.
            forecaster.set_more();
        }
        Some(forecaster.into_outcome())
    }

    fn known_effects(&self, item: &Carried<'g>, occasion: Occasion) -> Option<&'g [Effect]> {
        let kind = item.item.glimpse().kind()?;
        Some(self.look.pack.kinds.get(kind).on.effects(occasion))
    }

    /// Returns what throwing a carried item would do to someone in sight if it got there, or `None`
    /// if its kind is unknown. Without a strike it always "hits".
    pub fn throw_of(&self, item: &Carried<'g>, foe: &Seen<'g>) -> Option<Odds> {
        item.item.glimpse().kind()?;
        let (who, whom, missile) = (self.player.entity, foe.id(), item.item.id());
        let scene = self.look.handling_scene(who, missile).with_own(missile);
        let landing = landing(scene, Some(whom), foe.pos());
        let lands = Step::Occasion(missile, Occasion::Land);
        let kinds = || self.look.pack.kinds.iter();
        // It is unequipped first.
        let taken_off = item.worn.is_some();
        // Something unseen may lie there and react.
        let pelted = kinds().any(|(_, kind)| !kind.on.effects(Occasion::Pelted).is_empty());
        let follow = |forecaster: &mut Forecaster<'g>, hit: bool, struck: bool| {
            if taken_off || pelted {
                forecaster.set_more();
            }
            if !(hit && struck && self.look.shatters(missile)) {
                forecaster.take(lands, landing);
            }
        };
        if let Some(blow) = self.look.missile_blow(missile, scene.with_target(whom)) {
            return Some(self.odds_of_blow(&blow, |forecaster, hit| follow(forecaster, hit, true)));
        }
        let mut forecaster = Forecaster::new(self.look, who, whom);
        follow(&mut forecaster, true, false);
        let outcome = forecaster.into_outcome();
        let (hit, own) = (outcome.forecast(whom), outcome.forecast(who));
        let (miss, own_miss) = Default::default();
        Some(Odds { chance: Fixed::ONE, hit, own, miss, own_miss })
    }

    /// Returns what an ability would do to someone in sight whom it reaches, or to the player if
    /// `foe` is `None`. [`View::cost`] returns its cost.
    pub fn cast_of(&self, ability: Id<Ability>, foe: Option<&Seen<'g>>) -> Forecast {
        let who = self.player.entity;
        self.cast_by(who, ability, foe.map_or(who, Seen::id))
    }

    /// Returns the abilities of someone in sight, and what each would do to the player.
    pub fn casts_of(&self, foe: &Seen<'g>) -> Vec<(Id<Ability>, Forecast)> {
        let abilities = self.look.kind(foe.id()).abilities.iter();
        abilities.map(|&id| (id, self.cast_by(foe.id(), id, self.player.entity))).collect()
    }

    fn cast_by(&self, who: EntityId, ability: Id<Ability>, whom: EntityId) -> Forecast {
        let target = if self.look.is_for_oneself(ability) { who } else { whom };
        let mut forecaster = Forecaster::new(self.look, who, whom);
        let scene = self.look.with_player(Scene::deed(who, target));
        forecaster.unleash(ability, scene);
        forecaster.take_cast(who, scene);
        if self.look.pack.abilities.get(ability).tell.is_some() {
            // It is announced and happens later.
            forecaster.set_more();
        }
        forecaster.into_outcome().forecast(whom)
    }

    /// Returns what stepping onto a known thing or ground would do to the player.
    pub fn step_onto(&self, kind: Id<Kind>) -> Forecast {
        let who = self.player.entity;
        let core = &self.look.pack.core;
        if self.look.is(who, core.floating) {
            return Forecast::default();
        }
        let kind = self.look.pack.kinds.get(kind);
        let occasions = [Occasion::Enter, Occasion::Tread];
        let entered = self.of_surroundings(occasions.map(|it| kind.on.effects(it)));
        Forecast { kills: entered.kills || kind.flags.contains(&core.pit), ..entered }
    }

    /// Returns what standing in a field for a turn would do to the player.
    pub fn standing_in(&self, field: Id<Field>) -> Forecast {
        let field = self.look.pack.fields.get(field);
        let occasions = [Occasion::Enter, Occasion::Tread, Occasion::Turn];
        self.of_surroundings(occasions.map(|it| field.on.effects(it)))
    }

    /// Returns what effects would do to the player.
    pub(crate) fn effects_on_player(&self, effects: &[Effect], scene: Scene) -> Forecast {
        let who = self.player.entity;
        let mut forecaster = Forecaster::new(self.look, who, who);
        forecaster.run(effects, scene);
        forecaster.into_outcome().forecast(who)
    }

    /// Returns what effects of the surroundings would do to the player.
    fn of_surroundings<const N: usize>(&self, lists: [&[Effect]; N]) -> Forecast {
        let who = self.player.entity;
        let scene = Scene { own: None, player: Some(who), ..Scene::of(who) };
        let mut forecaster = Forecaster::new(self.look, who, who);
        for effects in lists {
            forecaster.run(effects, scene);
        }
        forecaster.into_outcome().forecast(who)
    }

    /// Returns what a state does to the player each turn.
    pub fn turn_of(&self, state: Id<State>) -> Forecast {
        let who = self.player.entity;
        let mut forecaster = Forecaster::new(self.look, who, who);
        let effects = self.look.pack.states.get(state).on.effects(Occasion::Turn);
        forecaster.run(effects, Scene { player: Some(who), ..Scene::of(who) });
        forecaster.into_outcome().forecast(who)
    }

    /// Returns the values that would change if an item were equipped in place of what is worn
    /// there, or `None` if its kind is unknown or it cannot be equipped.
    pub fn if_worn(&self, item: &Carried<'g>) -> Option<Vec<Comparison>> {
        let kind = item.item.glimpse().kind()?;
        let slot = self.look.pack.kinds.get(kind).item.as_ref()?.slot?;
        self.if_had(item.item.id(), Some(slot))
    }

    /// Returns the values that would change if the player had a thing: wore it where it is worn,
    /// or carried it. There are none if its kind is unknown.
    pub(crate) fn if_taken(&self, id: EntityId) -> Vec<Comparison> {
        let kind = self.look.entity(id).kind;
        let item = self.look.pack.kinds.get(kind).item.as_ref();
        let Some(item) = item.filter(|_| self.look.is_known(kind)) else { return Vec::new() };
        self.if_had(id, item.slot).unwrap_or_default()
    }

    fn if_had(&self, id: EntityId, slot: Option<Id<Slot>>) -> Option<Vec<Comparison>> {
        let who = self.player.entity;
        let actor = self.look.actor(who)?;
        let mut worn = actor.worn.clone();
        if let Some(slot) = slot {
            worn.retain(|&(it, _)| it != slot);
            worn.push((slot, id));
        }
        let mut carried = actor.bag.clone();
        if !carried.contains(&id) {
            carried.push(id);
        }
        let mut compared = self.look.sheet().compared(&Dressed { who, worn, carried });
        compared.retain(|it| !self.look.pack.attributes.get(it.attribute).secret);
        Some(compared)
    }

    /// Returns what a blow with a carried item would do to an actor like the player, or `None` if
    /// it is not a known weapon.
    pub fn blow_with(&self, item: &Carried<'g>) -> Option<Forecast> {
        let kind = self.look.pack.kinds.get(item.item.glimpse().kind()?);
        let slot = kind.item.as_ref()?.slot?;
        let strike = kind.strike.as_ref().filter(|_| self.look.pack.slots.get(slot).weapon)?;
        let (who, id) = (self.player.entity, item.item.id());
        let blow = self.look.blow_with(who, who, Some((id, strike)))?;
        let follow = |forecaster: &mut Forecaster<'g>, hit: bool| {
            if hit {
                forecaster.take_hit(&blow);
            }
        };
        Some(self.odds_of_blow(&blow, follow).hit)
    }
}
