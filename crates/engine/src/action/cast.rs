use barrow_dice::{Fixed, Formula};
use barrow_grid::{Metric, Pos};
use barrow_pack::{Ability, Aim, Attribute, Id, Occasion, Subject};

use barrow_small::Map;

use super::blow::Step;
use super::{Action, Verdict};
use crate::ctx::scene::Scene;
use crate::ctx::{Ctx, Reads};
use crate::event::Event;
use crate::refusal::Refusal;
use crate::state::entity::EntityId;
use crate::state::world::{Area, Question};

impl<W: Reads> Ctx<'_, W> {
    pub(super) fn consider_cast(
        &self,
        who: EntityId,
        ability: Id<Ability>,
        at: Option<Pos>,
    ) -> Verdict {
        if let Err(why) = self.can_pay(who, ability) {
            return Verdict::Refuse(why);
        }
        if self.is_aimed_at_things(ability) {
            let on = |thing| Action::CastOn(ability, thing);
            let ask = Action::AskCast(ability);
            return self.aim_at_thing(who, &Question::Cast(ability), on, ask);
        }
        self.aim(who, ability, at).map_or_else(Verdict::Refuse, |_| Verdict::Go)
    }

    /// Checks that the caster can pay the maximum cost, without paying or drawing.
    pub(crate) fn can_pay(&self, who: EntityId, ability: Id<Ability>) -> Result<(), Refusal> {
        let wait = self.wait_for(who, ability);
        if wait > 0 {
            return Err(Refusal::NotYet(wait));
        }
        let cost = &self.pack.abilities.get(ability).cost;
        let payer = |attribute| self.payer(who, ability, attribute);
        self.lacking(cost, || self.scene_of(who), payer).map_or(Ok(()), Err)
    }

    /// Returns what is lacking to pay the maximum cost, if anything is.
    pub(super) fn lacking(
        &self,
        cost: &Map<Id<Attribute>, Formula>,
        scene: impl Fn() -> Scene,
        payer: impl Fn(Id<Attribute>) -> EntityId,
    ) -> Option<Refusal> {
        let mut prices = cost.iter();
        let (&short, _) = prices.find(|&(&attribute, price)| {
            let max = || self.sheet().bounds(price, &scene()).1;
            self.value(payer(attribute), attribute) < price.constant().unwrap_or_else(max)
        })?;
        Some(Refusal::Lacks(self.pack.attributes.get(short).label.to_string()))
    }

    /// Returns the number of turns until an actor can cast an ability again.
    pub(crate) fn wait_for(&self, who: EntityId, ability: Id<Ability>) -> u64 {
        let waits = self.actor(who).map_or(&[][..], |actor| &actor.cooldowns);
        let until = waits.iter().find(|(it, _)| *it == ability).map_or(0, |&(_, until)| until);
        until.saturating_sub(self.world.turn)
    }

    /// Returns the abilities of an actor and of the items in its bag, each once.
    pub(crate) fn abilities_of(&self, who: EntityId) -> impl Iterator<Item = Id<Ability>> {
        let bag = if self.facts.items_grant { self.bag(who) } else { &[] };
        let lists = move |index: usize| match index.checked_sub(1) {
            None => Some(&self.kind(who).abilities),
            Some(item) => bag.get(item).map(|&item| &self.kind(item).abilities),
        };
        let (mut list_index, mut next) = (0, 0);
        std::iter::from_fn(move || {
            loop {
                let list = lists(list_index)?;
                let Some(ability) = list.get(next) else {
                    (list_index, next) = (list_index + 1, 0);
                    continue;
                };
                let before = (0..list_index).filter_map(lists).any(|list| list.contains(ability));
                let known = before || list[..next].contains(ability);
                next += 1;
                if !known {
                    return Some(*ability);
                }
            }
        })
    }

    /// Returns the entity that pays for an ability: of the carried items that grant it and have the
    /// attribute, the one with the highest value. Without such an item, the caster pays.
    fn payer(&self, who: EntityId, ability: Id<Ability>, attribute: Id<Attribute>) -> EntityId {
        if !self.facts.is_granted(ability) {
            return who;
        }
        let grants = self.bag(who).iter().copied().filter(|&it| {
            self.kind(it).abilities.contains(&ability) && self.entity(it).own(attribute).is_some()
        });
        grants.max_by_key(|&it| self.value(it, attribute)).unwrap_or(who)
    }

    /// Returns the unidentified item in the bag that grants an ability, if nothing else does.
    pub(crate) fn unknown_source(&self, who: EntityId, ability: Id<Ability>) -> Option<EntityId> {
        if !self.facts.is_granted(ability) || self.kind(who).abilities.contains(&ability) {
            return None;
        }
        let grants = |it: &EntityId| self.kind(*it).abilities.contains(&ability);
        let source = self.bag(who).iter().copied().find(grants)?;
        Some(source).filter(|&it| !self.sheet().is_known(it))
    }

    /// Returns how far an ability reaches, in cells, if that is limited.
    fn cast_range(&self, who: EntityId, what: &Ability) -> Option<i64> {
        let range = what.range.as_ref()?;
        let computed = || self.expected(range, &self.scene_of(who));
        Some(range.constant().unwrap_or_else(computed).to_whole())
    }

    /// Returns the cell that an ability is aimed at.
    pub(crate) fn aim(
        &self,
        who: EntityId,
        ability: Id<Ability>,
        at: Option<Pos>,
    ) -> Result<Pos, Refusal> {
        let here = self.pos(who).ok_or(Refusal::Helpless)?;
        let what = self.pack.abilities.get(ability);
        let range = self.cast_range(who, what);
        let metric = self.pack.rules.metrics.cast.unwrap_or(Metric::Square);
        let within =
            |at, range| u32::try_from(range).is_ok_and(|it| metric.is_within(here, at, it));
        let reaches = |at: Pos| range.is_none_or(|range| within(at, range)) && self.sees(who, at);
        let shown = |id: &EntityId| !self.is(*id, self.pack.core.hidden);
        if what.apart && at == Some(here) {
            return Err(Refusal::NoAim);
        }
        match what.aim {
            Aim::Own | Aim::Item => Ok(here),
            Aim::Nearest => {
                let foes = self.foes_of(who);
                let foes = foes.filter(|(id, at)| reaches(*at) && shown(id));
                let nearest = foes.min_by_key(|&(id, at)| (at.chebyshev(here), id));
                nearest.map(|(_, at)| at).ok_or(Refusal::NoTarget)
            }
            Aim::Target => {
                let at = at.ok_or(Refusal::NoAim)?;
                // This comes first: a refusal must not reveal actors out of sight.
                if !reaches(at) {
                    return Err(Refusal::OutOfReach);
                }
                let whom = self.world.level.actor_at(at).filter(shown);
                whom.map(|_| at).ok_or(Refusal::NoTarget)
            }
            Aim::Cell => {
                let at = at.ok_or(Refusal::NoAim)?;
                if reaches(at) { Ok(at) } else { Err(Refusal::OutOfReach) }
            }
        }
    }
}

impl<W: Reads> Ctx<'_, W> {
    /// Returns the scene of an ability that is cast at a cell. The target is the actor there, or
    /// else the cell. An ability for oneself has the caster as its target.
    pub(crate) fn aimed_scene(&self, who: EntityId, ability: Id<Ability>, at: Pos) -> Scene {
        let aim = Some(at).filter(|_| self.facts.aim_matters);
        let scene = Scene { own: Some(who), actor: Some(who), aim, ..Scene::default() };
        let target =
            if self.is_for_oneself(ability) { Some(who) } else { self.world.level.actor_at(at) };
        self.with_player(target.map_or_else(|| scene.at(at), |it| scene.with_target(it)))
    }

    /// Returns what takes part when an actor casts an ability.
    pub(crate) fn cast_steps(&self, who: EntityId) -> Vec<Step<'static>> {
        let cast = Occasion::Cast;
        let parts = if self.has_parts(cast) { self.parts(who, cast) } else { Vec::new() };
        let own = [Step::Occasion(who, cast)];
        let own = own.into_iter().filter(|_| !self.kind(who).on.effects(cast).is_empty());
        let parts = parts.into_iter().map(|part| Step::Part(who, part, cast));
        own.chain(parts).collect()
    }

    /// Returns whether an ability affects only its caster.
    pub(crate) fn is_for_oneself(&self, ability: Id<Ability>) -> bool {
        let what = self.pack.abilities.get(ability);
        what.aim == Aim::Own && !what.extent.is_given()
    }
}

impl Ctx<'_> {
    pub(super) fn cast(&mut self, who: EntityId, ability: Id<Ability>, at: Option<Pos>) {
        let scene = self.scene_of(who);
        let Ok(aimed) = self.look().aim(who, ability, at) else { return };
        let what = self.pack.abilities.get(ability);
        if !self.pay_for(who, ability, &scene) {
            return;
        }
        let tell = self.count(what.tell.as_ref(), &scene, 0);
        if tell == 0 {
            self.unleash_by(who, ability, aimed, None);
            self.learn_by_casting(who, ability);
        } else {
            self.announce(who, ability, aimed, tell);
        }
    }

    /// Lets a caster learn what the unknown item is that an ability comes from.
    fn learn_by_casting(&mut self, who: EntityId, ability: Id<Ability>) {
        if let Some(item) = self.unknown_source(who, ability) {
            self.learn(who, item);
        }
    }

    /// Casts an ability on a thing.
    pub(crate) fn cast_on(&mut self, who: EntityId, ability: Id<Ability>, on: EntityId) {
        let scene = self.scene_of(who);
        let Some(at) = self.location(who) else { return };
        if self.pay_for(who, ability, &scene) {
            let what = self.pack.abilities.get(ability);
            let audience = self.who_sees(at) | self.player_bit(who);
            self.tell_to(audience, Event::Cast { who, ability, from: at, to: at });
            let scene = scene.with_target(on);
            self.say(&what.say, &scene);
            self.run(&what.deed, &scene);
        }
    }

    /// Pays for an ability and begins its cooldown. Returns whether the caster survives that.
    fn pay_for(&mut self, who: EntityId, ability: Id<Ability>, scene: &Scene) -> bool {
        let what = self.pack.abilities.get(ability);
        self.pay(&what.cost, scene, |ctx, attribute| ctx.payer(who, ability, attribute));
        if !self.entity(who).exists() {
            // The price was life.
            return false;
        }
        let wait = self.count(what.cooldown.as_ref(), scene, 0);
        if wait > 0 {
            let until = self.world.turn + u64::from(wait);
            let waits = &mut self.actor_mut(who).cooldowns;
            waits.retain(|(it, _)| *it != ability);
            waits.push((ability, until));
        }
        true
    }

    pub(super) fn pay(
        &mut self,
        cost: &Map<Id<Attribute>, Formula>,
        scene: &Scene,
        payer: impl Fn(&Self, Id<Attribute>) -> EntityId,
    ) {
        for (&attribute, price) in cost {
            let price = self.number(price, scene);
            let payer = payer(self, attribute);
            self.change(payer, attribute, Fixed::ZERO - price, scene);
        }
    }

    /// Runs an ability that an actor has cast, on everything that it reaches or on the cells that
    /// were announced.
    pub(crate) fn unleash_by(
        &mut self,
        who: EntityId,
        ability: Id<Ability>,
        at: Pos,
        announced: Option<&Area>,
    ) {
        let steps = self.cast_steps(who);
        // A target that is gone afterwards still counts as the target.
        let scene = self.aimed_scene(who, ability, at);
        self.unleash(who, ability, at, announced);
        for step in steps {
            self.run_step(step, &scene);
        }
    }

    /// Runs an ability on the cells that were announced, or else on everything that it reaches. An
    /// actor may have cast it, or an effect.
    pub(crate) fn unleash(
        &mut self,
        who: EntityId,
        ability: Id<Ability>,
        at: Pos,
        announced: Option<&Area>,
    ) {
        let what = self.pack.abilities.get(ability);
        let from = self.location(who).unwrap_or(at);
        let audience = self.who_sees_any([from, at]) | self.player_bit(who);
        self.tell_to(audience, Event::Cast { who, ability, from, to: at });
        let scene = self.aimed_scene(who, ability, at);
        self.say(&what.say, &scene);
        if what.extent.is_given() {
            let cells = match announced {
                Some(area) => area.cells.clone(),
                None => self.cells_in(&what.extent, self.area_metric(), at, &scene),
            };
            self.run_on(&cells, Some(who), &what.deed, &scene);
        } else {
            self.run(&what.deed, &scene);
        }
    }

    /// Casts an ability without cost at the scene's target. This is the deed of a rule and not
    /// of an actor, so nothing takes part in it: a rule for casting that casts would never end.
    pub(crate) fn cast_free(&mut self, ability: Id<Ability>, scene: &Scene) {
        if let Some((who, at)) = self.caster(scene) {
            self.unleash(who, ability, at, None);
        }
    }

    /// Carries out an ability that was announced in a scene, on the cells that were shown.
    pub(crate) fn cast_announced(
        &mut self,
        ability: Id<Ability>,
        announced: Option<&Area>,
        scene: &Scene,
    ) {
        if let Some((who, at)) = self.caster(scene) {
            self.unleash_by(who, ability, at, announced);
        }
    }

    /// Returns who casts an ability in a scene, and where: the scene's own entity if that is an
    /// actor, or else the scene's actor, at the scene's target.
    fn caster(&self, scene: &Scene) -> Option<(EntityId, Pos)> {
        let own = scene.own.filter(|&own| self.is_actor(own));
        own.or(scene.actor).zip(self.spot(scene, Subject::Target))
    }
}

#[cfg(test)]
mod tests;
