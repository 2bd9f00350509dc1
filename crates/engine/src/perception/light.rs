//! Light: what shines, and where the light falls.
//!
//! Most lights stand still. Their sum is kept, and when someone with a lantern takes a step only
//! the lantern is computed again; see [`LightMap::relight`]. Most lights also fall on cells that
//! nobody looks at, so they are left out until a player has one of those cells in sight. The set of
//! shining things is updated when one of them changes. A carried light takes its position from its
//! bearer, so moving need not check for carried lights.

mod lamps;
#[cfg(test)]
mod tests;

use barrow_dice::{Fixed, Formula};
use barrow_grid::{Beam, Color, Falloff, Glow, Light, LightMap, Metric, Pos, Rect, Scenery};
use barrow_pack::{self as pack, Field, Lamp, SightRule};

pub(crate) use self::lamps::Lamps;

use crate::ctx::scene::Scene;
use crate::ctx::{Ctx, Reads};
use crate::field::Layer;
use crate::state::entity::{At, EntityId};
use crate::state::level::Level;
use crate::state::world::{Player, SightKey, World};

impl<W: Reads> Ctx<'_, W> {
    /// Returns whether a cell is lit well enough to be seen.
    pub(crate) fn is_lit(&self, at: Pos) -> bool {
        self.world.level.light.lit().contains(at)
    }

    /// Returns how distances from lights are measured.
    fn light_metric(&self) -> Metric {
        self.pack.rules.metrics.light.unwrap_or(Metric::Circle)
    }

    /// Returns the light that is everywhere on the level.
    fn ambient(&self) -> u16 {
        let definition = self.pack.levels.get(self.world.level.definition);
        let usual = if definition.dark { Fixed::ZERO } else { Fixed::ONE };
        let share = definition.ambient.as_ref().map(|it| self.expected(it, &Scene::default()));
        per_mille(share.unwrap_or(usual)).min(LightMap::FULL)
    }

    /// Returns the rectangles whose light matters: as far as the players can see, or everything if
    /// a player sees the whole level or a rule may ask for the light of any cell.
    fn watched(&self) -> impl Iterator<Item = Rect> {
        let (level, whole) = (&self.world.level, self.is_light_seen_everywhere());
        let looks = self.world.players.iter().filter(move |_| !whole).filter_map(|it| it.sight_key);
        let around =
            |it: SightKey| Rect::new(it.from.x, it.from.y, 1, 1).grown(it.radius.cast_signed());
        whole.then(|| level.bounds()).into_iter().chain(looks.map(around))
    }

    fn is_light_seen_everywhere(&self) -> bool {
        self.facts.light_matters || self.pack.levels.get(self.world.level.definition).open
    }

    fn is_light_seen(&self, on: Rect) -> bool {
        is_light_seen(&self.world.players, self.is_light_seen_everywhere(), on)
    }

    /// Lists everything that shines on watched cells with its key, in the order of the keys:
    /// things, then fields, then flashes.
    fn list_lights(&self, lamps: &mut Lamps) {
        let sees = |rect| self.is_light_seen(rect);
        lamps.list_things(sees);
        self.list_field_lights(lamps);
        for (key, flash) in (FLASHES..).zip(self.flashes()) {
            lamps.list(key, flash, sees);
        }
    }

    /// Lists all things that shine now.
    fn find_lamps(&self, lamps: &mut Lamps) {
        lamps.clear_things();
        for &id in &self.world.roster.lamps {
            let Some((lamp, bearer)) = self.shining(id) else { continue };
            let Some(pos) = self.pos(bearer) else { continue };
            let kind = self.entity(id).kind;
            let alike = lamps.models.iter().find(|(it, _)| *it == kind);
            let model =
                alike.map_or_else(|| self.model(lamp, &Scene::of(bearer)), |&(_, model)| model);
            if alike.is_none() {
                if is_steady(lamp) {
                    lamps.models.push((kind, model));
                } else {
                    lamps.restless = true;
                }
            }
            let light = Light { pos, beam: self.beam(lamp, bearer), ..model };
            lamps.add_thing(id, bearer, light, bearer != id || self.is_actor(id));
        }
    }

    /// Returns the lamp of a thing and its bearer, if it shines now.
    fn shining(&self, id: EntityId) -> Option<(&Lamp, EntityId)> {
        let entity = self.entity(id);
        let kind = self.pack.kinds.get(entity.kind);
        let switched = kind.item.as_ref().is_some_and(|it| it.switch.is_some());
        if switched && !entity.active {
            return None;
        }
        let bearer = match entity.at {
            At::Cell(_) => id,
            At::Bag(owner) if switched || self.is_worn(owner, id) => owner,
            At::Bag(_) | At::Named(_) | At::Gone => return None,
        };
        Some((kind.light.as_ref()?, bearer))
    }

    pub(crate) fn is_worn(&self, owner: EntityId, item: EntityId) -> bool {
        self.actor(owner).is_some_and(|actor| actor.wears(item))
    }

    fn beam(&self, lamp: &Lamp, bearer: EntityId) -> Beam {
        let Some(angle) = lamp.angle else { return Beam::All };
        let facing = self.entity(bearer).facing.offset();
        Beam::Cone { facing, angle: u16::try_from(angle).unwrap_or(360) }
    }

    /// Returns the light of a lamp, without its position.
    fn model(&self, lamp: &Lamp, scene: &Scene) -> Light {
        let number = |formula| self.expected(formula, scene);
        let bright = lamp.intensity.as_ref().map_or(Fixed::ONE, number);
        let color = lamp.color.map(|it| Color::new(it.rgb[0], it.rgb[1], it.rgb[2]));
        Light {
            pos: Pos::default(),
            radius: cells_of(number(&lamp.radius)),
            metric: self.light_metric(),
            color: color.unwrap_or(Color::BLACK),
            intensity: per_mille(bright),
            beam: Beam::All,
            falloff: match lamp.falloff {
                pack::Falloff::Flat => Falloff::Flat,
                pack::Falloff::Linear => Falloff::Linear,
            },
        }
    }

    /// Returns whether the light of some field is visible now or was before.
    fn do_fields_shine(&self) -> bool {
        let level = &self.world.level;
        let mut fields = self.pack.fields.iter().zip(&level.fields);
        let seen = |field: &Field, layer: &Layer| {
            let lamp = field.light.as_ref().filter(|_| layer.count > 0);
            lamp.is_some_and(|lamp| {
                let Some(radius) = lamp.radius.constant().map(cells_of) else { return true };
                self.is_light_seen(layer.extent.grown(radius.cast_signed() - 1))
            })
        };
        level.lamps.shining.iter().any(|(key, _)| (FIELDS..FLASHES).contains(key))
            || fields.any(|((_, field), layer)| seen(field, layer))
    }

    fn list_field_lights(&self, lamps: &mut Lamps) {
        let width = self.world.level.bounds().width;
        let fields = self.pack.fields.iter().zip(&self.world.level.fields).zip(1_u64..);
        for (((_, field), layer), number) in fields {
            let Some(lamp) = field.light.as_ref().filter(|_| layer.count > 0) else { continue };
            lamps.restless |= !is_steady(lamp);
            let model = self.model(lamp, &Scene::default());
            let sees = |rect| self.is_light_seen(rect);
            if !sees(layer.extent.grown(model.radius.cast_signed() - 1)) {
                continue;
            }
            let rows = layer.extent.y..layer.extent.bottom();
            let runs = layer.cells.runs(rows);
            for pos in
                runs.flat_map(|(at, length)| (at.x..).map(move |x| Pos::new(x, at.y)).take(length))
            {
                let cell = u64::from((pos.y * width + pos.x).cast_unsigned());
                lamps.list(number * FIELDS + cell, Light { pos, ..model }, sees);
            }
        }
    }

    fn flashes(&self) -> impl Iterator<Item = Light> {
        let shining = self.world.flashes.iter().filter(|it| it.until >= self.world.turn);
        shining.map(|flash| Light {
            pos: flash.at,
            radius: flash.radius,
            metric: self.light_metric(),
            color: Color::BLACK,
            intensity: LightMap::FULL,
            beam: Beam::All,
            falloff: Falloff::Flat,
        })
    }
}

/// Returns whether the light on any cell of a rectangle matters: if the cell is in a player's line
/// of sight, which is known before it is lit.
fn is_light_seen(players: &[Player], everywhere: bool, on: Rect) -> bool {
    let mut looks = players.iter().filter(|it| it.sight_key.is_some());
    everywhere || looks.any(|it| it.sight.overlaps_rect(on))
}

/// The first key for flashes. The keys of things are their ids; those of fields begin with the
/// field's number.
const FLASHES: u64 = 1 << 63;
const FIELDS: u64 = 1 << 32;

impl Ctx<'_> {
    /// Updates the light of the watched cells if anything that affects it has changed. `turned`
    /// says whether the cells in some player's sight have changed.
    pub(crate) fn relight(&mut self, turned: bool) {
        let everywhere = self.is_light_seen_everywhere();
        let World { level, entities, players, .. } = &mut *self.world;
        let Level { light, lamps, .. } = level;
        let steady = !lamps.restless && light.bounds() == level.ground.bounds();
        let stale = std::mem::take(&mut level.stale_light) || !steady;
        // In full light no lamp makes a difference.
        if steady && lamps.ambient >= LightMap::FULL {
            lamps.obstacles.clear();
            return;
        }
        let sees = |rect| is_light_seen(players, everywhere, rect);
        let moved = if stale { None } else { lamps.follow_bearers(entities, sees) };
        let flickers = std::mem::take(&mut lamps.flickers);
        let same = moved == Some(false) && !turned && !lamps.are_obstructed();
        if same && !(flickers && self.do_fields_shine()) {
            self.world.level.lamps.obstacles.clear();
            return;
        }
        self.update_light(moved.is_none());
    }

    /// Lights all watched cells, from scratch if `begins`, otherwise updating what has changed.
    fn update_light(&mut self, begins: bool) {
        let mut lamps = std::mem::take(&mut self.world.level.lamps);
        let mut changed = begins && self.reset_light(&mut lamps);
        if lamps.ambient < LightMap::FULL {
            lamps.watched.clear();
            lamps.watched.extend(self.watched());
            self.list_lights(&mut lamps);
            changed |= self.apply_lights(&lamps);
        }
        lamps.obstacles.clear();
        let level = &mut self.world.level;
        level.lamps = lamps;
        level.shade_changes += u64::from(changed);
    }

    /// Updates what shines and the ambient light. Returns whether the ambient light has changed.
    #[cold]
    fn reset_light(&mut self, lamps: &mut Lamps) -> bool {
        let ambient = self.ambient();
        let level = &mut self.world.level;
        let changed = level.light.bounds() != level.bounds() || lamps.ambient != ambient;
        if changed {
            let everywhere = Glow::new(ambient, Color::BLACK);
            level.light.reset(level.bounds().width, level.bounds().height, everywhere);
        }
        lamps.ambient = ambient;
        let definition = self.pack.levels.get(level.definition);
        lamps.restless = definition.ambient.as_ref().is_some_and(|it| !it.is_constant());
        if ambient < LightMap::FULL {
            self.find_lamps(lamps);
        }
        changed
    }

    /// Applies all shining lamps to the light map. Returns whether that makes a difference.
    fn apply_lights(&mut self, lamps: &Lamps) -> bool {
        let World { level, players, entities, .. } = &mut *self.world;
        let Level { light, opaque, opaque_changes, .. } = level;
        let known = players.first().filter(|it| {
            let here = entities[it.entity.index()].pos();
            let fresh = |at: SightKey| Some(at.from) == here && at.opaque == *opaque_changes;
            self.pack.rules.sight == SightRule::Shadow
                && self.pack.rules.metrics.sight != Some(Metric::Diamond)
                && it.sight_key.is_some_and(fresh)
        });
        // A lantern lights what its bearer has in sight, within its radius.
        let view = known.and_then(|it| it.sight_key.map(|at| (at.from, at.radius, &it.sight)));
        let scenery = Scenery { opaque, changed: &lamps.obstacles, view };
        light.relight(&scenery, lamps.shining.iter().copied())
    }
}

/// Returns whether a lamp's light is constant.
fn is_steady(lamp: &Lamp) -> bool {
    lamp.radius.is_constant() && lamp.intensity.as_ref().is_none_or(Formula::is_constant)
}

/// Converts a radius to cells.
fn cells_of(radius: Fixed) -> u32 {
    u32::try_from(radius.to_whole().clamp(0, 1_000)).unwrap_or(0)
}

/// Converts a share of full light to per mille.
fn per_mille(share: Fixed) -> u16 {
    let full = Fixed::from_whole(LightMap::FULL.into());
    u16::try_from((share * full).to_whole().clamp(0, u16::MAX.into())).unwrap_or(0)
}
