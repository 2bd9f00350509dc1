use std::sync::Arc;

use barrow_dice::Seed;

use crate::music::{Deck, DueNote, Mood};

/// The music: the mood that is played, the one that leaves, and the one that comes.
#[derive(Default)]
pub struct Band {
    /// From 0 to 1000.
    pub tension: u32,
    /// The name of the mood that was asked for last.
    asked: Option<Arc<str>>,
    /// With the number that its notes know it by. The last one is played, others leave.
    decks: Vec<(u32, Deck)>,
    waiting: Option<(Mood, Seed)>,
    /// How many moods were begun.
    begun: u32,
}

impl Band {
    /// Seconds in which music fades away when none follows.
    const LEAVE: f32 = 2.0;
    /// How many phrases later a mood begins each time, so that what comes again is not what
    /// one has just heard: a whole number of sections.
    const LATER: u32 = 16;

    /// Asks for another mood, or for silence.
    pub fn change(&mut self, mood: Option<(Arc<str>, Mood)>, seed: Seed, rate: f32) {
        let (name, mood) = mood.unzip();
        if name == self.asked {
            return;
        }
        self.asked = name;
        self.waiting = mood.map(|mood| (mood, seed));
        if self.waiting.is_none() {
            self.leave(Self::LEAVE * rate);
        }
    }

    /// Falls silent within `samples`.
    pub fn leave(&mut self, samples: f32) {
        (self.asked, self.waiting) = (None, None);
        self.decks.iter_mut().for_each(|(_, deck)| deck.fade_out(samples));
    }

    /// Returns the notes that begin with the next block, and which deck they belong to.
    pub fn advance(&mut self, rate: f32) -> Vec<(u32, DueNote)> {
        self.decks.retain(|(_, deck)| !deck.is_over());
        if self.decks.last().is_none_or(|(_, deck)| deck.is_at_bar())
            && let Some((mood, seed)) = self.waiting.take()
        {
            self.begin(mood, seed, rate);
        }
        let tension = self.tension;
        let mut due = Vec::new();
        for (number, deck) in &mut self.decks {
            due.extend(deck.advance(tension).into_iter().map(|note| (*number, note)));
        }
        due
    }

    fn begin(&mut self, mood: Mood, seed: Seed, rate: f32) {
        let mut deck = Deck::new(mood, seed, self.begun.wrapping_mul(Self::LATER), rate);
        let bar = deck.bar_length();
        for (_, leaving) in &mut self.decks {
            leaving.fade_out(bar);
        }
        if !self.decks.is_empty() {
            // It comes sooner than the other goes: a hole would be heard more than both.
            deck.fade_in(bar * 0.5);
        }
        self.begun = self.begun.wrapping_add(1);
        self.decks.push((self.begun, deck));
    }

    pub fn deck(&self, number: u32) -> Option<&Deck> {
        self.decks.iter().find(|(other, _)| *other == number).map(|(_, deck)| deck)
    }

    /// Returns the volume of a deck; none if it has left.
    pub fn volume_of(&self, number: u32) -> f32 {
        self.deck(number).map_or(0.0, Deck::volume)
    }
}
