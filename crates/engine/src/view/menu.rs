use barrow_dice::Rng;
use barrow_pack::{Effect, Nature, Nest, Showing, Template};

use super::View;
use crate::ctx::Look;
use crate::state::entity::EntityId;
use crate::state::world::{Offer, OpenMenu};
use crate::text::capitalized;

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
    /// The description of the thing that it stands for.
    pub about: String,
    /// Whether it can be chosen now.
    pub enabled: bool,
    /// Whether it cancels the journey that is about to begin.
    pub stays: bool,
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
        let options = open.options.iter().zip(0..).map(|(&offer, index)| MenuOption {
            text: self.option_text(open, offer, index),
            about: offer.it.map(|it| self.about(it)).unwrap_or_default(),
            enabled: self.look.may_choose(self.number, index).is_ok(),
            stays: menu.is_some_and(|menu| {
                stays(self.look, &menu.options[usize::from(offer.answer)].deed, 0)
            }),
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
        let name = capitalized(&self.look.plain_name(it));
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
fn stays(look: Look<'_>, effects: &[Effect], depth: u32) -> bool {
    depth < MAX_DEPTH
        && effects.iter().any(|effect| match (effect, effect.nature()) {
            (Effect::Stay, _) => true,
            (_, Nature::Nest(Nest::Call(routine, _))) => {
                stays(look, &look.pack.routines.get(routine).deed, depth + 1)
            }
            (_, Nature::Nest(nest)) => {
                let mut lists = nest.lists();
                lists.any(|list| stays(look, list, depth + 1))
            }
            (_, Nature::Leaf(..)) => false,
        })
}
