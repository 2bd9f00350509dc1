//! The veil: names, glyphs and numbers that are shown wrongly on purpose.
//!
//! A veil draws one number from the random stream for texts, and everything that it shows follows
//! from that number, so the same thing looks the same until the veil is drawn again. It is stored
//! with the player's knowledge. No rule reads it, and no digest includes it.

#[cfg(test)]
mod tests;

use barrow_dice::{Fixed, Rng};
use barrow_pack::{Attribute, Id, Layer, Veil, VeilOf, VeilShows};
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

impl<W: Reads> Ctx<'_, W> {
    /// Returns a name as it is shown to a player instead of the true one. It is printed as it is,
    /// without an article.
    pub(crate) fn veiled_name(&self, player: usize, who: EntityId) -> Option<String> {
        let (veil, lifted, mut rng) = self.veil_over(player, who, VeilShows::Name)?;
        let name = rng.pick(&veil.instead)?;
        Some(if lifted { format!("{name} [{}]", self.plain_name(who)) } else { name.to_string() })
    }

    /// Returns a glyph as it is shown to a player instead of the true one.
    pub(crate) fn veiled_glyph(&self, player: usize, who: EntityId) -> Option<char> {
        let (veil, lifted, mut rng) = self.veil_over(player, who, VeilShows::Glyph)?;
        rng.pick(&veil.instead).filter(|_| !lifted)?.chars().next()
    }

    /// Returns how much a number of a player's own actor is off.
    pub(crate) fn veiled_by(&self, player: usize, attribute: Id<Attribute>) -> Option<Fixed> {
        let known = self.world.players.get(player).filter(|it| !it.veils.is_empty())?;
        known.veils.iter().find_map(|drawn| {
            let veil = self.pack.veil.get(drawn.veil);
            let meant = veil.attribute.is_none_or(|it| it == attribute);
            let off_by =
                veil.off_by.as_ref().filter(|_| veil.shows == VeilShows::Number && meant)?;
            let mut rng = drawn.rng(attribute.index().into());
            let shown =
                rng.happens(drawn.chance.to_chance()) && !self.is_lifted(veil, known, known.entity);
            let scene = Scene { player: Some(known.entity), ..Scene::of(known.entity) };
            shown.then(|| self.sheet().number(off_by, &scene, &mut rng))
        })
    }

    /// Returns the veil that lies over a thing for a player, whether the player knows better, and
    /// the random numbers that it shows.
    fn veil_over(
        &self,
        player: usize,
        who: EntityId,
        shows: VeilShows,
    ) -> Option<(&Veil, bool, Rng)> {
        let known = self.world.players.get(player).filter(|it| !it.veils.is_empty())?;
        known.veils.iter().find_map(|drawn| {
            let veil = self.pack.veil.get(drawn.veil);
            if veil.shows != shows || !self.lies_over(veil.of, known.entity, who) {
                return None;
            }
            let mut rng = drawn.rng(who.0);
            let lifted = || self.is_lifted(veil, known, who);
            rng.happens(drawn.chance.to_chance()).then(|| (veil, lifted(), rng))
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

    fn is_lifted(&self, veil: &Veil, player: &Player, who: EntityId) -> bool {
        let own = player.entity;
        let scene = Scene { player: Some(own), it: Some(who), ..Scene::of(own) };
        veil.lifts.as_ref().is_some_and(|it| self.expected(it, &scene).is_true())
    }
}
