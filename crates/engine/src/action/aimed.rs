//! Items that are used on a thing of a selection, and abilities that are cast on one.

use barrow_pack::{Ability, Aim, BagName, Id, Selection, Source, Subject};

use super::{Action, Verdict};
use crate::ctx::scene::Scene;
use crate::ctx::{Ctx, Reads};
use crate::refusal::Refusal;
use crate::state::entity::EntityId;
use crate::state::world::Question;

impl<W: Reads> Ctx<'_, W> {
    /// Returns the action on the only thing there is, the question which thing is meant, or why
    /// there is none. Actors other than players take the first.
    pub(super) fn aim_at_thing(
        &self,
        who: EntityId,
        question: &Question,
        on: impl Fn(EntityId) -> Action,
        ask: Action,
    ) -> Verdict {
        let things = self.aimed_things(question, &self.aiming_scene(who, question));
        match *things.as_slice() {
            [] => Verdict::Refuse(Refusal::NothingFor(self.question_title(question))),
            [only] => Verdict::Instead(on(only)),
            [first, ..] if !self.is_player(who) => Verdict::Instead(on(first)),
            [..] => Verdict::Instead(ask),
        }
    }

    /// Returns the scene in which someone chooses what to use an item or ability on.
    pub(crate) fn aiming_scene(&self, who: EntityId, question: &Question) -> Scene {
        match question {
            Question::Use(item) => self.handling_scene(who, *item).with_own(*item),
            Question::Cast(_) | Question::Menu(_) | Question::Choose(..) => self.scene_of(who),
        }
    }

    /// Returns the things that an item can be used on or an ability can be cast on. What the
    /// player does not perceive is left out.
    pub(crate) fn aimed_things(&self, question: &Question, scene: &Scene) -> Vec<EntityId> {
        let carried = || Selection {
            source: Source::Bag { bag: BagName::Inventory, of: Subject::Actor },
            ..Selection::default()
        };
        let mut things = match question {
            Question::Use(item) => {
                let aim = self.kind(*item).item.as_ref().and_then(|it| it.aim.as_deref());
                aim.map_or(Vec::new(), |aim| self.selected(aim, scene))
            }
            Question::Cast(ability) => match &self.pack.abilities.get(*ability).among {
                Some(among) => self.selected(among, scene),
                None => self.selected(&carried(), scene),
            },
            Question::Menu(_) | Question::Choose(..) => Vec::new(),
        };
        let hidden = self.pack.core.hidden;
        things.retain(|&it| {
            let here = scene.actor == Some(it) || self.pos(it).is_none();
            let seen = || scene.actor.zip(self.pos(it)).is_some_and(|(who, at)| self.sees(who, at));
            here || seen() && !self.is(it, hidden)
        });
        things
    }

    /// Returns the existing things of a selection, in its order and as many as it wants.
    pub(crate) fn selected(&self, selection: &Selection, scene: &Scene) -> Vec<EntityId> {
        let mut things = self.sheet().found(selection, scene);
        self.sort_things(&mut things, &selection.order, scene);
        if let Some(count) = &selection.count {
            let count = self.expected(count, scene).to_whole().max(0);
            things.truncate(usize::try_from(count).unwrap_or(usize::MAX));
        }
        things
    }

    /// Returns the name of what is used or cast.
    pub(crate) fn question_title(&self, question: &Question) -> String {
        match question {
            Question::Use(item) => self.plain_name(*item),
            Question::Cast(ability) => self.pack.abilities.get(*ability).name.to_string(),
            Question::Menu(_) | Question::Choose(..) => String::new(),
        }
    }

    pub(super) fn is_aimed_at_things(&self, ability: Id<Ability>) -> bool {
        self.pack.abilities.get(ability).aim == Aim::Item
    }
}

impl Ctx<'_> {
    /// Asks a player what an item is used on or an ability is cast on.
    pub(super) fn ask_aim(&mut self, who: EntityId, question: Question) {
        let scene = self.aiming_scene(who, &question);
        self.ask(question, &scene);
    }
}
