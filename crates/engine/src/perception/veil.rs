//! The veil: what is shown wrongly on purpose. Names, glyphs, numbers, rooms and texts.
//!
//! A veil draws one number from the random stream for texts, and everything that it shows follows
//! from that number, so the same thing looks the same until the veil is drawn again. It is stored
//! with the player's knowledge. No rule reads it, and no digest includes it.

#[cfg(test)]
mod tests;

use barrow_dice::{Fixed, Fnv, Rng};
use barrow_pack::{Attribute, Id, Layer, Room, Veil, VeilOf, VeilShows};
use serde::{Deserialize, Serialize};

use crate::ctx::scene::Scene;
use crate::ctx::{Ctx, Reads};
use crate::state::entity::EntityId;
use crate::state::world::Player;

/// A veil that lies over what a player sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DrawnVeil {
    pub(crate) veil: Id<Veil>,
    /// What it shows follows from this number.
    salt: u32,
    /// The chance for each thing.
    chance: Fixed,
    /// The turn from which it is drawn anew.
    until: u64,
}

impl DrawnVeil {
    fn rng(&self, of: u32) -> Rng {
        Rng::new(self.salt ^ of.wrapping_mul(0x9E37_79B9))
    }
}

/// A veil that lies over something, and the random numbers that it shows.
struct Shown<'g> {
    veil: &'g Veil,
    /// Whether the player knows better.
    lifted: bool,
    rng: Rng,
}

impl<'g> Shown<'g> {
    /// Returns what is shown instead, unless the player knows better.
    fn false_word(mut self) -> Option<&'g str> {
        self.rng.pick(&self.veil.instead).filter(|_| !self.lifted).map(|it| &**it)
    }

    /// Returns what is shown instead, followed by the truth if the player knows it.
    fn words(mut self, truth: impl FnOnce() -> String) -> Option<String> {
        let word = self.rng.pick(&self.veil.instead)?;
        Some(if self.lifted { format!("{word} [{}]", truth()) } else { word.to_string() })
    }
}

/// The default number of turns that things look the same.
const USUAL_TURNS: u32 = 10;

impl Ctx<'_> {
    /// Draws and removes veils for this round.
    pub(crate) fn update_veils(&mut self) {
        if self.pack.veil.is_empty() {
            return;
        }
        for player in 0..self.world.players.len() {
            let who = self.world.players[player].entity;
            let scene = Scene { player: Some(who), ..Scene::of(who) };
            for (id, veil) in self.pack.veil.iter() {
                let holds = self.pos(who).is_some()
                    && veil.when.as_ref().is_none_or(|it| self.text_number(it, &scene).is_true());
                let turn = self.world.turn;
                let veils = &mut self.world.players[player].veils;
                veils.retain(|it| it.veil != id || (holds && it.until > turn));
                if holds && !veils.iter().any(|it| it.veil == id) {
                    let drawn = self.draw_veil(id, veil, &scene);
                    self.world.players[player].veils.push(drawn);
                }
            }
        }
    }

    fn draw_veil(&mut self, id: Id<Veil>, veil: &Veil, scene: &Scene) -> DrawnVeil {
        let chance = veil.chance.as_ref().map_or(Fixed::ONE, |it| self.text_number(it, scene));
        let turns = self.text_count(veil.lasts.as_ref(), scene, USUAL_TURNS).max(1);
        let until = self.world.turn + u64::from(turns);
        DrawnVeil { veil: id, salt: self.world.text_rng.bits(), chance, until }
    }
}

impl<'g, W: Reads> Ctx<'g, W> {
    /// Returns a name as it is shown to a player instead of the true one. It is printed as it is,
    /// without an article.
    #[inline]
    pub(crate) fn veiled_name(&self, player: usize, who: EntityId) -> Option<String> {
        if self.pack.veil.is_empty() { None } else { self.false_name(player, who) }
    }

    /// Does the same as [`Self::veiled_name`] in a pack with veils.
    #[cold]
    fn false_name(&self, player: usize, who: EntityId) -> Option<String> {
        let shown = self.veil_over(player, VeilShows::Name, Some(who), None, who.number())?;
        shown.words(|| self.plain_name(who))
    }

    /// Returns a glyph as it is shown to a player instead of the true one.
    pub(crate) fn veiled_glyph(&self, player: usize, who: EntityId) -> Option<char> {
        let shown = self.veil_over(player, VeilShows::Glyph, Some(who), None, who.number())?;
        shown.false_word()?.chars().next()
    }

    /// Returns the type of room that a player believes in instead of the true one.
    pub(crate) fn veiled_room(&self, player: usize, index: usize) -> Option<&'g Room> {
        let key = u32::try_from(index).ok()?;
        let shown = self.veil_over(player, VeilShows::Room, None, None, key)?;
        self.pack.rooms.find(shown.false_word()?).map(|it| self.pack.rooms.get(it))
    }

    /// Returns a text as it is told to a player.
    pub(crate) fn veiled_text(&self, player: usize, text: String) -> String {
        if self.pack.veil.is_empty() {
            return text;
        }
        let [_, _, _, _, key @ ..] = Fnv::new().with(text.as_bytes()).finish().to_be_bytes();
        let key = u32::from_be_bytes(key);
        let shown = self.veil_over(player, VeilShows::Text, None, None, key);
        shown.and_then(|it| it.words(|| text.clone())).unwrap_or(text)
    }

    /// Returns how much a number is off for a player.
    #[cold]
    pub(crate) fn veiled_by(
        &self,
        player: usize,
        who: EntityId,
        attribute: Id<Attribute>,
    ) -> Option<Fixed> {
        if self.pack.veil.is_empty() {
            return None;
        }
        let key = who.number() << 8 ^ u32::from(attribute.index());
        let mut shown =
            self.veil_over(player, VeilShows::Number, Some(who), Some(attribute), key)?;
        let off_by = shown.veil.off_by.as_ref().filter(|_| !shown.lifted)?;
        let own = self.world.players.get(player)?.entity;
        let scene = Scene { player: Some(own), ..Scene::of(own) };
        Some(self.sheet().number(off_by, &scene, &mut shown.rng))
    }

    /// Returns the veil that lies over something for a player. What it shows depends on the key.
    fn veil_over(
        &self,
        player: usize,
        shows: VeilShows,
        who: Option<EntityId>,
        attribute: Option<Id<Attribute>>,
        key: u32,
    ) -> Option<Shown<'g>> {
        let known = self.world.players.get(player).filter(|it| !it.veils.is_empty())?;
        known.veils.iter().find_map(|drawn| {
            let veil = self.pack.veil.get(drawn.veil);
            let meant = veil.attribute.is_none() || veil.attribute == attribute;
            let there = who.is_none_or(|who| self.lies_over(veil.of, known.entity, who));
            if veil.shows != shows || !meant || !there {
                return None;
            }
            let mut rng = drawn.rng(key);
            let falls = rng.happens(drawn.chance.to_chance());
            falls.then(|| Shown { veil, lifted: self.is_lifted(veil, known, who), rng })
        })
    }

    fn lies_over(&self, of: VeilOf, observer: EntityId, who: EntityId) -> bool {
        let layer = self.kind(who).layer;
        match of {
            VeilOf::Own => who == observer,
            VeilOf::Foes => self.are_foes(observer, who),
            VeilOf::Friends => {
                let side = self.party(who);
                who != observer && side != 0 && side == self.party(observer)
            }
            VeilOf::Items => layer == Layer::Item,
            VeilOf::Fixtures => layer == Layer::Fixture,
        }
    }

    fn is_lifted(&self, veil: &Veil, player: &Player, who: Option<EntityId>) -> bool {
        let own = player.entity;
        let scene = Scene { player: Some(own), it: who, ..Scene::of(own) };
        veil.lifts.as_ref().is_some_and(|it| self.expected(it, &scene).is_true())
    }
}
