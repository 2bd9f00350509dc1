//! Light: what shines, where it falls.
//!
//! Most lights stand still. Their sum is kept, and a step of someone with a lantern computes
//! only the lantern anew: see [`LightMap::relight`].

#[cfg(test)]
mod tests;

use barrow_dice::{Fixed, Formula};
use barrow_grid::{Beam, Color, Falloff, Glow, Light, LightMap, Pos};
use barrow_pack::{self as pack, Lamp};

use crate::ctx::{Ctx, Reads};
use crate::entity::{At, EntityId};
use crate::level::Lamps;
use crate::scene::Scene;

impl<W: Reads> Ctx<'_, W> {
    /// Whether a cell is lit well enough to be seen.
    pub(crate) fn is_lit(&self, at: Pos) -> bool {
        self.world.level.light.lit().contains(at)
    }

    pub(crate) fn carries_light(&self, who: EntityId) -> bool {
        let shines = |id: EntityId| self.kind(id).light.is_some();
        shines(who) || self.actor(who).is_some_and(|actor| actor.bag.iter().any(|&it| shines(it)))
    }

    /// The light that is everywhere.
    fn ambient(&self) -> u16 {
        let place = self.pack.levels.get(self.world.level.place);
        let usual = if place.dark { Fixed::ZERO } else { Fixed::ONE };
        let share = place.ambient.as_ref().map(|it| self.expected(it, &Scene::default()));
        per_mille(share.unwrap_or(usual)).min(LightMap::FULL)
    }

    /// All that shines now, each with a key of its own, in their order: things, then fields,
    /// then flashes.
    fn lights(&self) -> impl Iterator<Item = (u64, Light)> {
        let flashes = (FLASHES..).zip(self.flashes());
        self.lamps().chain(self.field_lights()).chain(flashes)
    }

    /// Each thing that shines now.
    fn lamps(&self) -> impl Iterator<Item = (u64, Light)> {
        let lamps = self.world.roster.lamps.iter().copied();
        lamps.filter_map(move |id| {
            let (entity, kind) = (self.entity(id), self.kind(id));
            let lamp = kind.light.as_ref()?;
            let switched = kind.item.as_ref().is_some_and(|it| it.switch.is_some());
            if switched && !entity.on {
                return None;
            }
            let bearer = match entity.at {
                At::Cell(_) => id,
                At::Bag(owner) if switched || self.is_worn(owner, id) => owner,
                At::Bag(_) | At::Gone => return None,
            };
            Some((id.0.into(), self.light(lamp, bearer, self.pos(bearer)?)))
        })
    }

    pub(crate) fn is_worn(&self, owner: EntityId, item: EntityId) -> bool {
        self.actor(owner).is_some_and(|actor| actor.worn.iter().any(|&(_, it)| it == item))
    }

    fn light(&self, lamp: &Lamp, bearer: EntityId, at: Pos) -> Light {
        let facing = self.entity(bearer).facing.offset();
        let beam = match lamp.angle {
            Some(angle) => Beam::Cone { facing, angle: u16::try_from(angle).unwrap_or(360) },
            None => Beam::All,
        };
        self.shining(lamp, at, beam, &Scene::of(bearer))
    }

    fn shining(&self, lamp: &Lamp, at: Pos, beam: Beam, scene: &Scene) -> Light {
        let number = |formula| self.expected(formula, scene);
        let radius = number(&lamp.radius).to_whole().clamp(0, 1_000);
        let bright = lamp.intensity.as_ref().map_or(Fixed::ONE, number);
        let color = lamp.color.map(|it| Color::new(it.rgb[0], it.rgb[1], it.rgb[2]));
        Light {
            pos: at,
            radius: u32::try_from(radius).unwrap_or(0),
            color: color.unwrap_or(Color::BLACK),
            intensity: per_mille(bright),
            beam,
            falloff: match lamp.falloff {
                pack::Falloff::Flat => Falloff::Flat,
                pack::Falloff::Linear => Falloff::Linear,
            },
        }
    }

    /// Whether something of the light depends on more than on who stands where.
    fn is_restless(&self) -> bool {
        let varies = |formula: &Formula| !formula.is_constant();
        let lamp =
            |lamp: &Lamp| varies(&lamp.radius) || lamp.intensity.as_ref().is_some_and(varies);
        let place = self.pack.levels.get(self.world.level.place);
        place.ambient.as_ref().is_some_and(varies)
            || self.pack.fields.iter().any(|(_, it)| it.light.as_ref().is_some_and(lamp))
            || self
                .world
                .roster
                .lamps
                .iter()
                .any(|&it| self.kind(it).light.as_ref().is_some_and(lamp))
    }

    fn field_lights(&self) -> impl Iterator<Item = (u64, Light)> {
        let width = self.world.level.bounds().width;
        let fields = self.pack.fields.iter().zip(&self.world.level.fields).zip(1_u64..);
        fields.flat_map(move |(((_, field), layer), number)| {
            let lamp = field.light.as_ref().filter(|_| layer.count > 0);
            let light =
                lamp.map(|it| self.shining(it, Pos::default(), Beam::All, &Scene::default()));
            light.into_iter().flat_map(move |light| {
                layer.cells.iter().map(move |pos| {
                    let cell = u64::from((pos.y * width + pos.x).cast_unsigned());
                    (number << 32 | cell, Light { pos, ..light })
                })
            })
        })
    }

    fn flashes(&self) -> impl Iterator<Item = Light> {
        let shining = self.world.flashes.iter().filter(|it| it.until >= self.world.turn);
        shining.map(|flash| Light {
            pos: flash.at,
            radius: flash.radius,
            color: Color::BLACK,
            intensity: LightMap::FULL,
            beam: Beam::All,
            falloff: Falloff::Flat,
        })
    }
}

/// The keys of flashes come after those of things, which are their ids, and those of fields,
/// which begin with the field's number.
const FLASHES: u64 = 1 << 63;

impl Ctx<'_> {
    /// Works out the light anew, as far as anything that matters to it has changed.
    pub(crate) fn relight(&mut self) {
        let level = &mut self.world.level;
        if !level.stale_light && !level.lamps.restless {
            return;
        }
        level.stale_light = false;
        let ambient = self.ambient();
        let level = &mut self.world.level;
        let same = level.lamps.ambient == ambient && level.light.bounds() == level.bounds();
        // In full light no lamp makes a difference.
        if same && ambient >= LightMap::FULL && !level.lamps.restless {
            level.lamps.obstacles.clear();
            return;
        }
        let restless = self.is_restless();
        let level = &mut self.world.level;
        let mut light = std::mem::take(&mut level.light);
        let mut obstacles = std::mem::take(&mut level.lamps.obstacles);
        let mut changed = light.bounds() != level.bounds() || level.lamps.ambient != ambient;
        if changed {
            let everywhere = Glow::new(ambient, Color::BLACK);
            light.reset(level.bounds().width, level.bounds().height, everywhere);
        }
        if ambient < LightMap::FULL {
            changed |= light.relight(&self.world.level.opaque, &obstacles, self.lights());
        }
        obstacles.clear();
        let level = &mut self.world.level;
        level.light = light;
        level.lamps = Lamps { ambient, restless, obstacles };
        level.shade_changes += u64::from(changed);
    }
}

/// A share of full light, as light counts.
fn per_mille(share: Fixed) -> u16 {
    let full = Fixed::from_whole(LightMap::FULL.into());
    u16::try_from((share * full).to_whole().clamp(0, u16::MAX.into())).unwrap_or(0)
}
