//! What happens in rooms: players come in, look around, and clear them.

use barrow_dice::Fixed;
use barrow_pack::Occasion;

use crate::ctx::Ctx;
use crate::ctx::scene::Scene;
use crate::state::entity::EntityId;

/// The maximum number of times in one step that players enter rooms, for effects that send them
/// from room to room.
pub(crate) const MAX_VISITS: u32 = 10;

impl Ctx<'_> {
    /// Notes which rooms players have entered and seen since the last time, and runs what happens
    /// there. Returns `true` if a room has something to do.
    pub(crate) fn update_rooms(&mut self) -> bool {
        let mut happened = false;
        for player in 0..self.world.players.len() {
            let here = self.pos(self.world.players[player].entity);
            let room = here.and_then(|at| self.world.level.room_at(at));
            let index = room.and_then(|it| u16::try_from(it).ok());
            if std::mem::replace(&mut self.world.players[player].room, index) != index
                && let Some(room) = room
            {
                happened |= self.enter_room(player, room);
            }
            happened |= self.see_rooms(player);
        }
        happened
    }

    fn enter_room(&mut self, player: usize, index: usize) -> bool {
        let bit = 1 << player;
        let previews = self.pack.levels.get(self.world.level.definition).previews;
        let rooms = &mut self.world.level.rooms;
        rooms[index].visits += 1;
        rooms[index].known_by |= bit;
        if previews {
            for beside in rooms[index].beside.clone() {
                rooms[usize::from(beside)].known_by |= bit;
            }
        }
        let visits = Fixed::from_whole(rooms[index].visits.into());
        self.run_room_occasion(player, index, Occasion::Enter, visits)
    }

    fn see_rooms(&mut self, player: usize) -> bool {
        let bit = 1 << player;
        let previews = self.pack.levels.get(self.world.level.definition).previews;
        let mut happened = false;
        for index in 0..self.world.level.rooms.len() {
            let room = &mut self.world.level.rooms[index];
            let visible = self.world.players[player].fog.visible();
            if room.seen_by & bit != 0 || !room.rect.cells().any(|at| visible.contains(at)) {
                continue;
            }
            let first = room.seen_by == 0;
            room.seen_by |= bit;
            room.known_by |= if previews { bit } else { 0 };
            happened |= first && self.run_room_occasion(player, index, Occasion::Seen, Fixed::ZERO);
        }
        happened
    }

    /// Runs what every room with a player does in every round.
    pub(super) fn run_room_turns(&mut self) {
        for player in 0..self.world.players.len() {
            if let Some(room) = self.world.players[player].room {
                self.run_room_occasion(player, room.into(), Occasion::Turn, Fixed::ZERO);
            }
        }
    }

    /// Runs what happens when the last foe who was at home in a room has died.
    pub(crate) fn check_room_cleared(&mut self, dead: EntityId) {
        let home = self.actor(dead).map(|it| it.home);
        let Some(index) = home.and_then(|at| self.world.level.room_at(at)) else { return };
        let rect = self.world.level.rooms[index].rect;
        let lives_here = |id: EntityId| {
            self.entity(id).exists()
                && !self.is_player(id)
                && self.is_foe_of_players(id)
                && self.actor(id).is_some_and(|it| rect.contains(it.home))
        };
        if self.world.actors.iter().any(|&id| lives_here(id)) {
            return;
        }
        self.world.level.rooms[index].cleared = true;
        let player = (0..self.world.players.len())
            .find(|&it| self.entity(self.world.players[it].entity).exists());
        self.run_room_occasion(player.unwrap_or(0), index, Occasion::Clear, Fixed::ZERO);
    }

    /// Runs the effects of a room for a player. Returns `true` if there are any.
    fn run_room_occasion(
        &mut self,
        player: usize,
        index: usize,
        occasion: Occasion,
        amount: Fixed,
    ) -> bool {
        let Some(room) = self.world.level.rooms.get(index) else { return false };
        let Some(kind) = room.kind else { return false };
        let effects = self.pack.rooms.get(kind).on.effects(occasion);
        if effects.is_empty() {
            return false;
        }
        let who = Some(self.world.players[player].entity);
        let center = Some(room.rect.center());
        let scene = Scene {
            actor: who,
            target: who,
            player: who,
            cell: center,
            amount,
            ..Scene::default()
        };
        self.run(effects, &scene);
        true
    }
}
