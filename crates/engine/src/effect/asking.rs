//! Choices for players: menus, `choose`, and what an item or ability is used on.

use barrow_pack::{Id, Menu, Showing};

use crate::ctx::scene::Scene;
use crate::ctx::{Ctx, Reads};
use crate::event::Event;
use crate::state::entity::EntityId;
use crate::state::world::{Offer, OpenMenu, Question, World};

/// The maximum number of choices that wait for players.
const MAX_CHOICES: usize = 16;

/// The maximum number of options of an open menu.
const MAX_OPTIONS: usize = 250;

impl<'g, W: Reads> Ctx<'g, W> {
    /// Returns the menu behind a question; `None` if it asks what something is used on.
    pub(crate) fn menu_of<'a>(&self, question: &'a Question) -> Option<&'a Menu>
    where
        'g: 'a,
    {
        match question {
            Question::Menu(menu) => Some(self.pack.menus.get(*menu)),
            Question::Choose(choice, _) => Some(&choice.menu),
            Question::Use(_) | Question::Cast(_) => None,
        }
    }
}

impl Ctx<'_> {
    /// Asks a scene's player, after all choices that wait already.
    pub(crate) fn ask(&mut self, question: Question, scene: &Scene) {
        let mut players = self.world.players.iter();
        let player = players.position(|it| Some(it.entity) == scene.player);
        let Some(player) = player.and_then(|player| u8::try_from(player).ok()) else { return };
        let alive = scene.player.is_some_and(|who| self.entity(who).exists());
        if alive && self.world.queued_menus.len() < MAX_CHOICES {
            self.note_change();
            let open = OpenMenu { question, player, scene: *scene, options: Vec::new() };
            self.world.queued_menus.push_back(open);
            self.open_next_menu();
        }
    }

    pub(crate) fn ask_menu(&mut self, menu: Id<Menu>, scene: &Scene) {
        self.ask(Question::Menu(menu), scene);
    }

    /// Opens the first choice that waits, if none is open. Its options are fixed from then on.
    pub(crate) fn open_next_menu(&mut self) {
        while self.world.open_menu.is_none()
            && let Some(mut next) = self.world.queued_menus.pop_front()
        {
            next.options = self.offers(&next);
            if let (Question::Choose(choice, _), []) = (&next.question, &*next.options) {
                self.run(&choice.otherwise, &next.scene);
                continue;
            }
            let menu = if let Question::Menu(menu) = next.question { Some(menu) } else { None };
            self.tell_all(Event::Asked { menu });
            self.world.open_menu = Some(next);
        }
    }

    fn offers(&mut self, open: &OpenMenu) -> Vec<Offer> {
        let Some(menu) = self.menu_of(&open.question) else {
            let things = self.look().aimed_things(&open.question, &open.scene).into_iter();
            return things.map(|it| Offer { answer: 0, it: Some(it) }).take(MAX_OPTIONS).collect();
        };
        let mut offers = Vec::new();
        for (answer, index) in menu.options.iter().zip(0..) {
            let things: Vec<Option<EntityId>> = match &answer.from {
                None => vec![None],
                Some(from) => self.select(from, &open.scene).into_iter().map(Some).collect(),
            };
            let all = things.into_iter().map(|it| Offer { answer: index, it });
            let shown = |ctx: &Self, offer: Offer| {
                let scene = open.scene_of(offer);
                answer.shown != Showing::Hidden
                    || answer.when.as_ref().is_none_or(|it| ctx.expected(it, &scene).is_true())
            };
            let (shown, hidden): (Vec<Offer>, Vec<Offer>) = all.partition(|&it| shown(self, it));
            offers.extend(shown);
            self.discard_offers(&hidden);
        }
        let rest = offers.split_off(MAX_OPTIONS.min(offers.len()));
        self.discard_offers(&rest);
        offers
    }

    /// Discards the new things among options that were not put anywhere.
    pub(crate) fn discard_offers(&mut self, offers: &[Offer]) {
        let things: Vec<EntityId> = offers.iter().filter_map(|it| it.it).collect();
        self.discard_loose(&things);
    }

    /// Drops the choices of players who have died.
    pub(crate) fn forget_choices_of_the_dead(&mut self) {
        let World { players, entities, open_menu, queued_menus, .. } = &mut *self.world;
        let lives = |open: &OpenMenu| {
            let who = players[usize::from(open.player)].entity;
            entities[who.index()].exists()
        };
        let dropped = open_menu.take_if(|open| !lives(open));
        queued_menus.retain(lives);
        if let Some(open) = dropped {
            self.discard_offers(&open.options);
        }
        self.open_next_menu();
    }
}
