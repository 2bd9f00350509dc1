//! Light: what shines, where it falls.
//!
//! Most lights stand still. Their sum is kept, and a step of someone with a lantern computes
//! only the lantern anew.

#[cfg(test)]
mod tests;

use barrow_dice::{Fixed, Formula};
use barrow_grid::{Beam, Color, Falloff, Glow, Light, LightMap, Pos, Rect};
use barrow_pack::{self as pack, Lamp, Layer};

use crate::ctx::{Ctx, Reads};
use crate::entity::{At, EntityId};
use crate::scene::Scene;

impl<W: Reads> Ctx<'_, W> {
    /// Whether a cell is lit well enough to be seen.
    pub(crate) fn is_lit(&self, at: Pos) -> bool {
        self.world.level.light.lit().contains(at)
    }

    #[inline(never)]
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

    /// Each lamp that shines now and stands still, or each that does not.
    #[inline(never)]
    fn lamps(&self, standing: bool) -> impl Iterator<Item = Light> {
        let lamps = self.world.roster.lamps.iter().copied();
        lamps.filter_map(move |id| {
            let (entity, kind) = (self.entity(id), self.kind(id));
            let lamp = kind.light.as_ref()?;
            let switched = kind.item.as_ref().is_some_and(|it| it.switch.is_some());
            let stands = matches!(entity.at, At::Cell(_)) && kind.layer != Layer::Actor;
            if stands != standing || switched && !entity.on {
                return None;
            }
            let bearer = match entity.at {
                At::Cell(_) => id,
                At::Bag(owner) if switched || self.is_worn(owner, id) => owner,
                At::Bag(_) | At::Gone => return None,
            };
            Some(self.light(lamp, bearer, self.pos(bearer)?))
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

    #[inline(never)]
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
    #[inline(never)]
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
}

impl Ctx<'_> {
    /// Works out the light anew, if anything that matters to it has changed.
    #[inline(never)]
    pub(crate) fn relight(&mut self) {
        let level = &mut self.world.level;
        if level.lamps.restless {
            (level.lamps.stale, level.stale_light) = (true, true);
        }
        if std::mem::take(&mut level.lamps.stale) {
            self.light_lamps();
        } else if !level.stale_light || level.lamps.ambient == LightMap::FULL {
            return;
        }
        self.world.level.stale_light = false;
        self.world.level.shade_changes += 1;
        self.light_moving();
    }

    /// The light of what stands still. In full light no lamp makes a difference.
    #[inline(never)]
    fn light_lamps(&mut self) {
        let bounds = self.world.level.bounds();
        let ambient = self.ambient();
        let mut map = std::mem::take(&mut self.world.level.lamps.standing);
        map.reset(bounds.width, bounds.height, Glow { level: ambient, color: Color::BLACK });
        if ambient < LightMap::FULL {
            for light in self.lamps(true) {
                map.shine(&self.world.level.opaque, &light);
            }
        }
        let restless = self.is_restless();
        let level = &mut self.world.level;
        level.light.copy_from(&map);
        level.lamps.standing = map;
        level.lamps.moving.clear();
        level.lamps.ambient = ambient;
        level.lamps.restless = restless;
    }

    /// The light of what moves, on top of that.
    #[inline(never)]
    fn light_moving(&mut self) {
        let level = &mut self.world.level;
        let mut moving = std::mem::take(&mut level.lamps.moving);
        for rect in moving.drain(..) {
            level.light.copy_rect_from(&level.lamps.standing, rect);
        }
        if level.lamps.ambient < LightMap::FULL {
            let mut map = std::mem::take(&mut self.world.level.light);
            for light in self.lamps(false).chain(self.field_lights()).chain(self.flashes()) {
                map.shine(&self.world.level.opaque, &light);
                moving.push(reach(&light));
            }
            self.world.level.light = map;
        }
        self.world.level.lamps.moving = moving;
    }

    #[inline(never)]
    fn field_lights(&self) -> impl Iterator<Item = Light> {
        let fields = self.pack.fields.iter().zip(&self.world.level.fields);
        fields.flat_map(|((_, field), layer)| {
            let lamp = field.light.as_ref().filter(|_| layer.count > 0);
            let light =
                lamp.map(|it| self.shining(it, Pos::default(), Beam::All, &Scene::default()));
            light
                .into_iter()
                .flat_map(|light| layer.cells.iter().map(move |pos| Light { pos, ..light }))
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

/// All cells that a light may fall on.
fn reach(light: &Light) -> Rect {
    let radius = i32::try_from(light.radius).unwrap_or(1_000);
    Rect::new(light.pos.x, light.pos.y, 1, 1).grown(radius)
}

/// A share of full light, as light counts.
fn per_mille(share: Fixed) -> u16 {
    let full = Fixed::from_whole(LightMap::FULL.into());
    u16::try_from((share * full).to_whole().clamp(0, u16::MAX.into())).unwrap_or(0)
}
