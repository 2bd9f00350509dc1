use barrow_dice::{Formula, Rng};
use barrow_pack::{Effect, Nature, Nest, Showing, Template};
use barrow_small::capitalized;

use super::View;
use super::forecast::{Comparison, Forecast};
use crate::ctx::ReadCtx;
use crate::state::entity::EntityId;
use crate::state::world::{Offer, OpenMenu};

/// The open menu, if it waits for this player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenMenuView {
    /// Its heading.
    pub title: String,
    /// The text above the options.
    pub text: String,
    /// The options in order.
    pub options: Vec<MenuOption>,
    /// Whether it can be closed without a choice.
    pub optional: bool,
}

/// An option of a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MenuOption {
    /// Its text.
    pub text: String,
    /// The thing that it stands for.
    pub thing: Option<EntityId>,
    /// The description of that thing.
    pub about: String,
    /// What would change if the player had that thing and wore it where it is worn.
    pub changes: Vec<Comparison>,
    /// Whether it can be chosen now.
    pub enabled: bool,
    /// Whether it cancels the journey that is about to begin.
    pub stays: bool,
    /// The condition of choosing it.
    pub when: Option<Formula>,
    /// What choosing it would do to the player.
    pub forecast: Forecast,
    /// Where choosing it may lead, whatever else it does.
    pub leads: Option<Lead>,
}

/// Where an option of a menu may lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lead {
    /// To another level.
    Away,
    /// To a lost game.
    Defeat,
    /// To a won game.
    Victory,
}

impl View<'_> {
    /// Returns the menu that waits for this player's answer.
    pub fn menu(&self) -> Option<OpenMenuView> {
        let open = self.look.world.open_menu.as_ref().filter(|it| it.player == self.number)?;
        let mut words = self.look.world.text_rng.clone();
        let menu = self.look.menu_of(&open.question);
        let mut text = |template: &Template| {
            // Each text draws the same words, as if it were the only one.
            words = self.look.world.text_rng.clone();
            self.look.rendered(template, &open.scene, 1 << open.player, &mut words)
        };
        let title = match menu {
            Some(menu) => text(&menu.title),
            None => capitalized(&self.look.question_title(&open.question)),
        };
        let about = menu.map(|it| text(&it.text)).unwrap_or_default();
        let options = open.options.iter().zip(0..).map(|(&offer, index)| {
            let answer = menu.map(|menu| &menu.options[usize::from(offer.answer)]);
            let deed = answer.map_or(&[][..], |it| &it.deed);
            MenuOption {
                text: self.option_text(open, offer, index),
                thing: offer.it,
                about: offer.it.map(|it| self.about(it)).unwrap_or_default(),
                changes: offer.it.map(|it| self.if_taken(it)).unwrap_or_default(),
                enabled: self.look.may_choose(self.number, index).is_ok(),
                stays: stays(self.look, deed),
                when: answer.and_then(|it| it.when.clone()),
                forecast: self.effects_on_player(deed, open.scene_of(offer)),
                leads: lead(self.look, deed),
            }
        });
        let optional = menu.is_none_or(|it| it.optional);
        Some(OpenMenuView { title, text: about, options: options.collect(), optional })
    }

    fn option_text(&self, open: &OpenMenu, offer: Offer, index: u8) -> String {
        let Some(menu) = self.look.menu_of(&open.question) else {
            return offer.it.map(|it| self.candidate(it)).unwrap_or_default();
        };
        let answer = &menu.options[usize::from(offer.answer)];
        let scene = open.scene_of(offer);
        let words = || -> Rng { self.look.world.text_rng.clone() };
        let write =
            |text: &Template| self.look.rendered(text, &scene, 1 << open.player, &mut words());
        if self.look.may_choose(self.number, index).is_ok() || answer.hint.is_empty() {
            return write(&answer.text);
        }
        match answer.shown {
            Showing::Hinted => write(&answer.hint),
            Showing::Always | Showing::Hidden => {
                format!("{} ({})", write(&answer.text), write(&answer.hint))
            }
        }
    }

    /// Returns the name of something that an item or ability can be used on. Foes of the same
    /// name differ in their life.
    fn candidate(&self, it: EntityId) -> String {
        let mut name = capitalized(&self.look.plain_name(it));
        let status = self.look.status_of(it);
        if !status.is_empty() {
            name = format!("{name}, {status}");
        }
        let life = self.look.pack.rules.life;
        if !self.look.is_actor(it) || self.look.entity(it).own(life).is_none() {
            return name;
        }
        let gauge = self.look.sheet().gauge(it, life);
        format!("{name} ({} of {})", gauge.now, gauge.max)
    }

    /// Returns the description of a thing, if the player knows what it is.
    fn about(&self, it: EntityId) -> String {
        let kind = self.look.entity(it).kind;
        let known = self.look.is_known(kind);
        if known { self.look.pack.kinds.get(kind).about.to_string() } else { String::new() }
    }
}

/// The maximum depth of effects that are searched.
const MAX_DEPTH: u32 = 8;

/// Returns whether effects cancel a journey.
fn stays(look: ReadCtx<'_>, effects: &[Effect]) -> bool {
    let one = |effect: &Effect| matches!(effect, Effect::Stay).then_some(());
    greatest(look, effects, &one, 0).is_some()
}

/// Returns the greatest of the places that effects may lead to.
fn lead(look: ReadCtx<'_>, effects: &[Effect]) -> Option<Lead> {
    let one = |effect: &Effect| {
        let leads = [
            (matches!(effect, Effect::Go { .. }), Lead::Away),
            (matches!(effect, Effect::Lose { .. }), Lead::Defeat),
            (matches!(effect, Effect::Win { .. }), Lead::Victory),
        ];
        leads.into_iter().find(|(holds, _)| *holds).map(|(_, lead)| lead)
    };
    greatest(look, effects, &one, 0)
}

/// Returns the greatest answer of `one` for effects and those within them.
fn greatest<T: Ord>(
    look: ReadCtx<'_>,
    effects: &[Effect],
    one: &dyn Fn(&Effect) -> Option<T>,
    depth: u32,
) -> Option<T> {
    if depth == MAX_DEPTH {
        return None;
    }
    let within = |list: &[Effect]| greatest(look, list, one, depth + 1);
    let answers = effects.iter().map(|effect| match effect.nature() {
        Nature::Nest(Nest::Call(routine, _)) => within(&look.pack.routines.get(routine).deed),
        Nature::Nest(nest) => nest.lists().filter_map(within).max(),
        Nature::Leaf(..) => one(effect),
    });
    answers.flatten().max()
}
