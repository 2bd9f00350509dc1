use barrow_dice::Rng;

use super::selection::slots_in;
use super::{Layout, RoomType, Spot};
use crate::builder::Site;
use crate::{Plan, Role, RoomGraph};

impl Layout {
    /// Makes the layout fit whatever its shapes are: the exact numbers of rooms become weights, and
    /// shapes without a weight get one.
    pub fn relax(&mut self) {
        for room_type in &mut self.types {
            let share = std::mem::take(&mut room_type.count).min(1_000) * 100;
            room_type.weight = room_type.weight.min(1_000_000) + share;
        }
        if self.types.iter().all(|it| it.weight == 0) {
            self.types.iter_mut().for_each(|it| it.weight = 1);
        }
        if self.shapes.iter().all(|it| it.weight == 0) {
            self.shapes.iter_mut().for_each(|it| it.weight = 1);
        }
    }

    /// Gives every room its slot and role.
    pub(super) fn assign_roles(&self, site: &mut Site, graph: &RoomGraph, used: u64) {
        let Site { rng, plan, buffers } = site;
        let free = &mut buffers.numbers;
        free.clear();
        for (room, slot) in slots_in(used).enumerate() {
            let slot = &graph.slots()[slot as usize];
            plan.rooms[room].slot = Some(slot.name.clone());
            plan.rooms[room].role = match &slot.room_type {
                _ if slot.name == self.start => Role::Start,
                _ if slot.name == self.exit => Role::Exit,
                Some(room_type) => Role::Named(room_type.clone()),
                None => {
                    free.push(room as u32);
                    Role::Plain
                }
            };
        }
        self.assign_spots(rng, plan, free);
        rng.shuffle(free);
        let anywhere = self.types.iter().filter(|it| it.spot == Spot::Anywhere);
        let mut exact = anywhere.flat_map(|it| std::iter::repeat_n(it, it.count as usize));
        for &room in &*free {
            let room_type = exact.next().or_else(|| self.weighted_type(rng));
            if let Some(room_type) = room_type {
                plan.rooms[room as usize].role = Role::Named(room_type.name.clone());
            }
        }
    }

    /// Assigns the types that prefer certain slots, and takes their rooms out of `free`.
    fn assign_spots(&self, rng: &mut Rng, plan: &mut Plan, free: &mut Vec<u32>) {
        for room_type in self.types.iter().filter(|it| it.spot != Spot::Anywhere) {
            for _ in 0..room_type.count {
                let index = room_type.spot.choose(rng, plan, free);
                let room = free.remove(index) as usize;
                plan.rooms[room].role = Role::Named(room_type.name.clone());
            }
        }
    }

    fn weighted_type(&self, rng: &mut Rng) -> Option<&RoomType> {
        let weights: Vec<u32> = self.types.iter().map(|it| it.weight).collect();
        rng.weighted(&weights).map(|index| &self.types[index])
    }
}

impl Spot {
    /// Returns the index in `free` of one of the best rooms.
    fn choose(self, rng: &mut Rng, plan: &Plan, free: &[u32]) -> usize {
        let start = plan.rooms.iter().position(|room| room.role == Role::Start);
        let distances = plan.room_distances(start.expect("every graph has a start"));
        let score = |room: u32| {
            let distance = i64::from(distances[room as usize].expect("all rooms are connected"));
            match self {
                Self::Anywhere => 0,
                Self::Farthest => distance,
                Self::Nearest => -distance,
                Self::DeadEnd => i64::from(plan.neighbours(room as usize).len() == 1),
            }
        };
        let best = free.iter().map(|&room| score(room)).max();
        let ties: Vec<usize> =
            (0..free.len()).filter(|&index| Some(score(free[index])) == best).collect();
        *rng.pick(&ties).expect("the check counted the free slots")
    }
}
