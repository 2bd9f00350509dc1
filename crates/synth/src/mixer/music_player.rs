use std::sync::Arc;

use barrow_dice::Seed;
use barrow_sound::Mood;

use crate::music::{Deck, DueNote};

/// Plays the music: the current mood, those that fade out, and the one that comes next.
#[derive(Default)]
pub struct MusicPlayer {
    /// From 0 to 1000.
    pub tension: u32,
    /// The name of the mood that was requested last.
    asked: Option<Arc<str>>,
    /// The decks with the numbers in their notes. The last one plays, the others fade out.
    decks: Vec<(u32, Deck)>,
    waiting: Option<(Mood, Seed)>,
    /// How many moods were started.
    begun: u32,
}

impl MusicPlayer {
    /// The duration of the fade when no music follows, in seconds.
    const FADE_SECONDS: f32 = 2.0;
    /// How many phrases later a mood starts each time, so that it does not repeat what was just
    /// heard. It is a whole number of sections.
    const LATER: u32 = 16;

    /// Requests another mood, or silence.
    pub fn change(&mut self, mood: Option<(Arc<str>, Mood)>, seed: Seed, rate: f32) {
        let (name, mood) = mood.unzip();
        if name == self.asked {
            return;
        }
        self.asked = name;
        self.waiting = mood.map(|mood| (mood, seed));
        if self.waiting.is_none() {
            self.leave(Self::FADE_SECONDS * rate);
        }
    }

    /// Fades out within `samples`.
    pub fn leave(&mut self, samples: f32) {
        (self.asked, self.waiting) = (None, None);
        self.decks.iter_mut().for_each(|(_, deck)| deck.fade_out(samples));
    }

    /// Returns the notes that start with the next block, and the numbers of their decks.
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
            // It fades in faster than the other fades out, since a gap would be more noticeable.
            deck.fade_in(bar * 0.5);
        }
        self.begun = self.begun.wrapping_add(1);
        self.decks.push((self.begun, deck));
    }

    pub fn deck(&self, number: u32) -> Option<&Deck> {
        self.decks.iter().find(|(other, _)| *other == number).map(|(_, deck)| deck)
    }

    /// Returns the volume of a deck; 0 if it is gone.
    pub fn volume_of(&self, number: u32) -> f32 {
        self.deck(number).map_or(0.0, Deck::volume)
    }
}
