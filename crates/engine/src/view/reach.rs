use barrow_dice::Formula;
use barrow_pack::{Ability, Effect, Id, Occasion, Subject};

use super::{Carried, View};
use crate::ctx::Look;
use crate::ctx::scene::Scene;

/// How far effects reach around the cell that they befall.
struct Reach<'g> {
    look: Look<'g>,
    scene: Scene,
}

/// An ability that casts another can be cast by it: so deep, and no deeper.
const DEEPEST: u32 = 4;

impl Reach<'_> {
    fn of_all(&self, effects: &[Effect], depth: u32) -> u32 {
        if depth > DEEPEST {
            return 0;
        }
        effects.iter().map(|it| self.of(it, depth)).max().unwrap_or_default()
    }

    fn of(&self, effect: &Effect, depth: u32) -> u32 {
        let around = |radius: Option<&Formula>, at: Subject| match at {
            // What befalls the one who throws or casts is not felt over there.
            Subject::Actor | Subject::Player => 0,
            Subject::Own | Subject::Target | Subject::Item => {
                radius.map_or(0, |it| self.number(it))
            }
        };
        // The other effects befall one cell.
        #[expect(clippy::wildcard_enum_match_arm, reason = "see above")]
        match effect {
            Effect::Area { radius, at, then, .. } => {
                around(Some(radius), *at) + self.of_all(then, depth + 1)
            }
            Effect::Put { radius, at, .. } | Effect::Build { radius, at, .. } => {
                around(radius.as_ref(), *at)
            }
            Effect::Later { radius, then, .. } => {
                let own = radius.as_ref().map_or(0, |it| self.number(it));
                own.max(self.of_all(then, depth + 1))
            }
            Effect::If { then, otherwise, .. } | Effect::Chance { then, otherwise, .. } => {
                self.of_all(then, depth + 1).max(self.of_all(otherwise, depth + 1))
            }
            Effect::With { then, .. } | Effect::Repeat { then, .. } => self.of_all(then, depth + 1),
            Effect::Pick { lots } => {
                let each = lots.iter().map(|it| self.of_all(&it.deed, depth + 1));
                each.max().unwrap_or_default()
            }
            Effect::Cast { ability } => self.of_ability(*ability, depth + 1),
            _ => 0,
        }
    }

    fn of_ability(&self, ability: Id<Ability>, depth: u32) -> u32 {
        let what = self.look.pack.abilities.get(ability);
        let own = what.radius.as_ref().map_or(0, |it| self.number(it));
        own.max(self.of_all(&what.deed, depth))
    }

    fn number(&self, formula: &Formula) -> u32 {
        let number = self.look.expected(formula, &self.scene).to_whole();
        u32::try_from(number).unwrap_or_default()
    }
}

impl<'g> View<'g> {
    /// How many cells around the one where it comes down something carried is felt when it is
    /// thrown; none if its kind is unknown.
    pub fn reach_of_throw(&self, item: &Carried<'g>) -> u32 {
        let Some(kind) = item.item.glimpse().kind() else { return 0 };
        let kind = self.look.pack.kinds.get(kind);
        let id = item.item.id();
        let scene = Scene::of(self.player.entity).with_item(id).with_own(id);
        let reach = Reach { look: self.look, scene: self.look.with_player(scene) };
        let hit = kind.strike.as_ref().map_or(0, |it| reach.of_all(&it.deed, 0));
        hit.max(reach.of_all(kind.on.on(Occasion::Land), 0))
    }

    /// How many cells around the one that it is aimed at an ability is felt.
    pub fn reach_of_cast(&self, ability: Id<Ability>) -> u32 {
        let scene = self.look.with_player(Scene::of(self.player.entity));
        Reach { look: self.look, scene }.of_ability(ability, 0)
    }
}
