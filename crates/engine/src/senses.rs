//! Light, sight, memory: who perceives what.

use barrow_dice::Fixed;
use barrow_grid::{Beam, Color, Falloff, Fog, Glow, Light, LightMap, Pos, Sight};
use barrow_pack::{self as pack, Lamp, Layer, SightRule};

use crate::ctx::{Ctx, Reads};
use crate::entity::{At, EntityId};
use crate::scene::Scene;
use crate::world::Remembered;

impl<W: Reads> Ctx<'_, W> {
    /// Everyone who is alive and of another side, with the cell.
    pub(crate) fn foes_of(&self, who: EntityId) -> impl Iterator<Item = (EntityId, Pos)> {
        let others = self.world.actors.iter().copied().filter(move |&id| self.are_foes(who, id));
        others.filter_map(|id| Some((id, self.pos(id)?)))
    }

    /// How many cells someone sees.
    pub(crate) fn sight_of(&self, who: EntityId) -> u32 {
        let sight = self.value(who, self.pack.core.sight).to_whole();
        u32::try_from(sight.clamp(0, 1_000)).unwrap_or(0)
    }

    pub(crate) const fn sight_rule(&self) -> Sight {
        match self.pack.rules.sight {
            SightRule::Shadow => Sight::Shadow,
            SightRule::Rays => Sight::Rays,
        }
    }

    /// Whether someone sees a cell now.
    pub(crate) fn sees(&self, who: EntityId, at: Pos) -> bool {
        let player = self.world.players.iter().find(|it| it.entity == who);
        if let Some(player) = player {
            return player.fog.visible().contains(at);
        }
        let Some(here) = self.pos(who) else { return false };
        self.sight_rule().sees(&self.world.level.opaque, here, at, self.sight_of(who))
    }

    /// Whether a cell is lit well enough to be seen.
    pub(crate) fn is_lit(&self, at: Pos) -> bool {
        self.world.level.light.at(at).level > 0
    }

    pub(crate) fn carries_light(&self, who: EntityId) -> bool {
        let shines = |id: EntityId| self.kind(id).light.is_some();
        shines(who) || self.actor(who).is_some_and(|actor| actor.bag.iter().any(|&it| shines(it)))
    }

    /// Every light that shines now.
    fn lights(&self) -> Vec<Light> {
        let mut lights = Vec::new();
        for (index, entity) in self.world.entities.iter().enumerate() {
            let Some(lamp) = &self.pack.kinds.get(entity.kind).light else { continue };
            let id = EntityId(u32::try_from(index).unwrap_or(u32::MAX));
            let switched = self.kind(id).item.as_ref().is_some_and(|it| it.switch.is_some());
            if switched && !entity.on {
                continue;
            }
            let bearer = match entity.at {
                At::Cell(_) => id,
                At::Bag(owner) if switched || self.is_worn(owner, id) => owner,
                At::Bag(_) | At::Gone => continue,
            };
            lights.extend(self.place(id).map(|at| self.light(lamp, bearer, at)));
        }
        for (field, layer) in self.pack.fields.iter().zip(&self.world.level.fields) {
            if let Some(lamp) = &field.1.light {
                let nobody = Scene::default();
                lights.extend(
                    layer.cells.iter().map(|at| self.shining(lamp, at, Beam::All, &nobody)),
                );
            }
        }
        let turn = self.world.turn;
        lights.extend(self.world.flashes.iter().filter(|it| it.until >= turn).map(|flash| Light {
            pos: flash.at,
            radius: flash.radius,
            color: Color::BLACK,
            intensity: LightMap::FULL,
            beam: Beam::All,
            falloff: Falloff::Flat,
        }));
        lights
    }

    fn is_worn(&self, owner: EntityId, item: EntityId) -> bool {
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
        let mut rng = self.world.rng.clone();
        let mut number = |formula| self.sheet().number(formula, scene, &mut rng);
        let radius = u32::try_from(number(&lamp.radius).to_whole().clamp(0, 1_000)).unwrap_or(0);
        let bright = lamp.intensity.as_ref().map_or(Fixed::ONE, number);
        let full = Fixed::from_whole(LightMap::FULL.into());
        Light {
            pos: at,
            radius,
            color: lamp
                .color
                .map_or(Color::BLACK, |it| Color::new(it.rgb[0], it.rgb[1], it.rgb[2])),
            intensity: u16::try_from((bright * full).to_whole().clamp(0, 65_535)).unwrap_or(0),
            beam,
            falloff: match lamp.falloff {
                pack::Falloff::Flat => Falloff::Flat,
                pack::Falloff::Linear => Falloff::Linear,
            },
        }
    }

    /// Where no light falls nothing is seen, and a hiding field hides. One's own cell is
    /// always seen.
    fn take_out_unseen(&self, here: Pos, dark: bool, seen: &mut barrow_grid::BitGrid) {
        let hiding: Vec<usize> = self
            .pack
            .fields
            .iter()
            .filter(|(_, field)| field.hides)
            .map(|(id, _)| usize::from(id.index()))
            .collect();
        let hidden: Vec<Pos> = seen
            .iter()
            .filter(|&at| at != here && !self.is_lit(at))
            .filter(|&at| dark || hiding.iter().any(|&it| self.world.level.fields[it].get(at) > 0))
            .collect();
        for at in hidden {
            seen.remove(at);
        }
    }

    /// What a cell looks like, apart from who acts there.
    fn appearance(&self, at: Pos) -> Remembered {
        let hidden = self.pack.core.hidden;
        let thing = self.pile(at).find(|&thing| !self.is(thing, hidden));
        Remembered {
            ground: self.world.level.ground[at],
            thing: thing.map(|id| self.entity(id).kind),
            open: thing.is_some_and(|id| self.entity(id).on),
        }
    }
}

impl Ctx<'_> {
    /// Works out the light anew, if anything that matters to it has changed.
    pub(crate) fn relight(&mut self) {
        if !std::mem::take(&mut self.world.level.stale_light) {
            return;
        }
        let place = self.pack.levels.get(self.world.level.place);
        let ambient = place.ambient.clone();
        let scene = Scene::default();
        let full = Fixed::from_whole(LightMap::FULL.into());
        let dim = ambient.map_or(if place.dark { Fixed::ZERO } else { Fixed::ONE }, |it| {
            let mut rng = self.world.rng.clone();
            self.sheet().number(&it, &scene, &mut rng)
        });
        let level =
            u16::try_from((dim * full).to_whole().clamp(0, LightMap::FULL.into())).unwrap_or(0);
        let bounds = self.world.level.bounds();
        let mut map =
            std::mem::replace(&mut self.world.level.light, LightMap::new(0, 0, Glow::default()));
        map.reset(bounds.width, bounds.height, Glow { level, color: Color::BLACK });
        if level < LightMap::FULL {
            for light in self.lights() {
                map.shine(&self.world.level.opaque, &light);
            }
        }
        self.world.level.light = map;
    }

    /// Lets every player look around: what is seen, what is remembered.
    pub(crate) fn look(&mut self) {
        self.relight();
        for player in 0..self.world.players.len() {
            self.look_through(player);
        }
    }

    fn look_through(&mut self, player: usize) {
        let who = self.world.players[player].entity;
        let Some(here) = self.pos(who) else { return };
        let radius = self.sight_of(who);
        let mut seen = std::mem::take(&mut self.world.players[player].seen);
        self.sight_rule().see(&self.world.level.opaque, here, radius, &mut seen);
        if self.pack.levels.get(self.world.level.place).open {
            seen.clear();
            seen.invert();
        }
        let dark = self.pack.levels.get(self.world.level.place).dark;
        if dark || self.pack.fields.iter().any(|(_, field)| field.hides) {
            self.take_out_unseen(here, dark, &mut seen);
        }
        let forgets = self.pack.levels.get(self.world.level.place).forgets;
        let player = &mut self.world.players[player];
        if forgets {
            player.fog = barrow_grid::Memory::new(seen.width(), seen.height());
        }
        player.fog.look(&seen);
        player.seen = seen;
        self.remember(who);
    }

    /// Notes what a player sees of the ground and of what lies on it.
    fn remember(&mut self, who: EntityId) {
        let Some(player) = self.world.players.iter().position(|it| it.entity == who) else {
            return;
        };
        let mut memory = std::mem::take(&mut self.world.players[player].memory);
        for at in self.world.players[player].fog.visible().iter() {
            memory.set(at, self.appearance(at));
        }
        self.world.players[player].memory = memory;
    }

    pub(crate) fn remember_ground(&mut self, player: usize) {
        let all = barrow_grid::BitGrid::from_fn(
            self.world.level.bounds().width,
            self.world.level.bounds().height,
            |_| true,
        );
        let ground = self.world.level.ground.clone();
        let it = &mut self.world.players[player];
        for at in all.iter().filter(|&at| it.fog.state(at) == Fog::Unexplored) {
            it.memory.set(at, Remembered { ground: ground[at], ..Remembered::default() });
        }
        it.fog.learn(&all);
    }

    pub(crate) fn remember_things(&mut self, player: usize, layer: Layer) {
        let found: Vec<(Pos, Remembered)> = self
            .world
            .entities
            .iter()
            .filter(|it| self.pack.kinds.get(it.kind).layer == layer)
            .filter_map(crate::entity::Entity::pos)
            .map(|at| (at, self.appearance(at)))
            .collect();
        let it = &mut self.world.players[player];
        let mut cells = barrow_grid::BitGrid::new(it.memory.width(), it.memory.height());
        for (at, seen) in found {
            cells.insert(at);
            it.memory.set(at, seen);
        }
        it.fog.learn(&cells);
    }
}
