//! The music: which mood, and how tense.

use std::sync::Arc;

use barrow_dice::{Fixed, Seed};
use barrow_engine::{Seen, View};
use barrow_sound::Order;

use super::{draw_seed, voice};
use crate::walk::{life, max_life};

/// Chooses the music by what the player sees.
#[derive(Default)]
pub(super) struct Director {
    mood: Option<Arc<str>>,
    tension: i64,
    told: Option<u16>,
    company: Option<Company>,
}

/// An actor with a mood of its own: a boss, a shopkeeper.
struct Company {
    mood: Arc<str>,
    is_foe: bool,
    /// The number of turns for which the mood stays if the actor is out of sight.
    stays: u32,
}

impl Director {
    /// How much a foe that is awake and in sight adds, and all of them at most.
    const FOE: i64 = 180;
    const FOES: i64 = 540;
    /// How much a foe adds that sets a mood of its own.
    const THREAT: i64 = 250;
    /// How much mortal wounds add.
    const WOUNDS: i64 = 500;
    /// How much it falls in a turn once the reasons are gone.
    const CALM: i64 = 60;
    /// The number of turns that the mood of an actor stays when it is out of sight.
    const STAYS: u32 = 4;

    /// Returns what changes in the music.
    pub(super) fn follow(&mut self, view: &View<'_>, seed: Seed) -> Vec<Order> {
        let awake: Vec<Seen<'_>> = view.actors().filter(|it| !it.is_asleep()).collect();
        let (foes, others): (Vec<_>, Vec<_>) = awake.into_iter().partition(Seen::is_foe);
        self.watch(view, &foes, others.into_iter().chain(view.things()));
        let mut orders = Vec::new();
        let mood = self.choose(view);
        if self.mood.as_ref() != Some(&mood) {
            self.mood = Some(Arc::clone(&mood));
            orders.push(start(mood, seed));
        }
        let asked = self.measure(view, foes.len());
        self.tension = asked.max(self.tension - Self::CALM);
        // Steps of 20 are enough for the parts of a mood.
        let tension = u16::try_from(self.tension / 20 * 20).unwrap_or(0);
        if self.told != Some(tension) {
            self.told = Some(tension);
            orders.push(Order::Tension(tension));
        }
        orders
    }

    /// Returns the orders that set the music as it is now.
    pub(super) fn scene(&self, seed: Seed) -> Vec<Order> {
        let mood = self.mood.clone().map(|it| start(it, seed));
        mood.into_iter().chain(self.told.map(Order::Tension)).collect()
    }

    /// Looks for an actor with a mood of its own. Foes come first.
    fn watch<'g>(
        &mut self,
        view: &View<'g>,
        foes: &[Seen<'g>],
        mut others: impl Iterator<Item = Seen<'g>>,
    ) {
        let mood_of = |it: &Seen<'_>| {
            let mood = &voice(view, it.glimpse().kind())?.mood.0;
            Some(Arc::clone(mood)).filter(|it| !it.is_empty())
        };
        let new = |mood, is_foe| Company { mood, is_foe, stays: Self::STAYS };
        let stays = self.company.take().filter(|it| it.stays > 1);
        let stays = stays.map(|it| Company { stays: it.stays - 1, ..it });
        self.company = (foes.iter().find_map(mood_of).map(|mood| new(mood, true)))
            .or_else(|| others.find_map(|it| mood_of(&it)).map(|mood| new(mood, false)))
            .or(stays);
    }

    fn choose(&self, view: &View<'_>) -> Arc<str> {
        let level = &view.level().music.0;
        match (view.end(), &self.company) {
            (Some(end), _) => if end.won { "victory" } else { "death" }.into(),
            (None, Some(company)) => Arc::clone(&company.mood),
            (None, None) if level.is_empty() => "explore".into(),
            (None, None) => Arc::clone(level),
        }
    }

    fn measure(&self, view: &View<'_>, foes: usize) -> i64 {
        let foes = i64::try_from(foes).unwrap_or(i64::MAX).saturating_mul(Self::FOE);
        let threat = self.company.as_ref().is_some_and(|it| it.is_foe);
        let threat = if threat { Self::THREAT } else { 0 };
        // From half of the life down.
        let (now, most) = (life(view).basis_points(), max_life(view).basis_points().max(1));
        let lost = (most - 2 * now.clamp(0, most)).max(0);
        let wounds =
            if view.own().is_some() { lost.saturating_mul(Self::WOUNDS) / most } else { 0 };
        let told = view.tension().basis_points() * 1000 / Fixed::ONE.basis_points();
        (foes.min(Self::FOES) + threat + wounds + told).min(1000)
    }
}

fn start(mood: Arc<str>, seed: Seed) -> Order {
    Order::Mood { name: Some(mood), seed: draw_seed(seed, "music", 0) }
}
