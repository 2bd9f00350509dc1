//! Lists the legal commands. The answer comes from the same checks that refuse commands.

use barrow_grid::{Dir, Pos};
use barrow_pack::{Ability, Aim, BagName, Id};
use barrow_small::sort_by_key;

use crate::command::Command;
use crate::ctx::{Ctx, Reads};
use crate::game::Game;
use crate::refusal::Refusal;
use crate::state::entity::EntityId;

/// The maximum number of target cells listed for an ability that is aimed at cells. Other cells in
/// sight and range are accepted as well.
pub const MAX_TARGET_CELLS: usize = 64;

impl Game {
    /// Returns every command that would be accepted from a player now, with throws at every foe in
    /// sight, and aimed abilities at every foe or at the [`MAX_TARGET_CELLS`] nearest cells.
    pub fn legal(&self, player: u8) -> Vec<Command> {
        self.look().legal(player)
    }

    /// Checks whether a command would be accepted, without changing or drawing anything.
    pub fn accepts(&self, player: u8, command: &Command) -> Result<(), Refusal> {
        self.look().accepts(player, command)
    }
}

impl<W: Reads> Ctx<'_, W> {
    fn accepts(&self, player: u8, command: &Command) -> Result<(), Refusal> {
        if let Command::Choose { option } = command {
            return self.may_choose(player, *option);
        }
        if *command == Command::Cancel {
            return self.may_leave_menu(player);
        }
        let who = self.may_act(player, command)?;
        let action = self.action_of(who, command)?;
        self.resolve(who, action).map(|_| ())
    }

    fn legal(&self, player: u8) -> Vec<Command> {
        let mut commands = match (&self.world.open_menu, self.may_act(player, &Command::Wait)) {
            (Some(open), _) => answers(open.options.len()),
            (None, Ok(who)) => self.candidates(who),
            (None, Err(_)) => return Vec::new(),
        };
        commands.retain(|command| self.accepts(player, command).is_ok());
        commands
    }

    /// Returns all commands worth checking.
    fn candidates(&self, who: EntityId) -> Vec<Command> {
        let mut commands: Vec<Command> = Dir::ALL.map(Command::Move).to_vec();
        commands.extend([Command::Wait, Command::Pickup, Command::Descend, Command::Ascend]);
        commands.extend(Dir::ALL.map(Command::Interact));
        let foes = self.foes_in_sight(who);
        let bag = self.actor(who).map_or(0, |actor| actor.bag.len());
        for slot in (0..=u8::MAX).take(bag) {
            commands.extend([
                Command::Use { slot },
                Command::Drop { slot },
                Command::Equip { slot },
                Command::Unequip { slot },
            ]);
            commands.extend(foes.iter().map(|&at| Command::Throw { slot, at }));
        }
        commands.extend(self.uses_from_bags(who));
        for ability in self.abilities_of(who) {
            self.castings(who, ability, &foes, &mut commands);
        }
        commands
    }

    /// Returns the uses of items in bags that the pack declares.
    fn uses_from_bags(&self, who: EntityId) -> impl Iterator<Item = Command> {
        let bags = self.actor(who).map_or(&[][..], |it| &it.bags).iter();
        bags.flat_map(move |&(bag, ref items)| {
            let usable = move |item: EntityId| {
                let facet = self.kind(item).item.as_ref();
                facet.is_some_and(|it| it.from == BagName::Named(bag))
            };
            let slots = (0..=u8::MAX).zip(items).filter(move |(_, item)| usable(**item));
            let name = self.pack.bags.name(bag);
            slots.map(move |(slot, _)| Command::UseFrom { bag: name.into(), slot })
        })
    }

    fn castings(
        &self,
        who: EntityId,
        ability: Id<Ability>,
        foes: &[Pos],
        commands: &mut Vec<Command>,
    ) {
        if self.can_pay(who, ability).is_err() {
            return;
        }
        let cast = |at| Command::Cast { ability: self.pack.abilities.name(ability).into(), at };
        match self.pack.abilities.get(ability).aim {
            Aim::Own | Aim::Nearest | Aim::Item => commands.push(cast(None)),
            Aim::Target => commands.extend(foes.iter().map(|&at| cast(Some(at)))),
            Aim::Cell => {
                let aims = |at: &Pos| self.aim(who, ability, Some(*at)).is_ok();
                let here = self.pos(who).unwrap_or_default();
                let mut cells: Vec<Pos> = self.cells_in_sight(who).collect();
                sort_by_key(&mut cells, |at| at.chebyshev(here));
                let cells = cells.into_iter().filter(aims).take(MAX_TARGET_CELLS);
                commands.extend(cells.map(|at| cast(Some(at))));
            }
        }
    }

    fn foes_in_sight(&self, who: EntityId) -> Vec<Pos> {
        let hidden = self.pack.core.hidden;
        let foes =
            self.foes_of(who).filter(|&(foe, at)| !self.is(foe, hidden) && self.sees(who, at));
        foes.map(|(_, at)| at).collect()
    }

    fn cells_in_sight(&self, who: EntityId) -> impl Iterator<Item = Pos> {
        let player = self.world.players.iter().find(|it| it.entity == who);
        player.into_iter().flat_map(|it| it.fog.visible().iter())
    }
}

fn answers(options: usize) -> Vec<Command> {
    let choices = (0..=u8::MAX).take(options).map(|option| Command::Choose { option });
    choices.chain([Command::Cancel]).collect()
}
