use barrow_grid::Dir;
use barrow_pack::{Ability, BagName, Id, Kind, Occasion};

use crate::action::Action;
use crate::command::Command;
use crate::ctx::{Ctx, Reads};
use crate::refusal::Refusal;
use crate::state::entity::EntityId;
use crate::state::world::OpenMenu;

impl<W: Reads> Ctx<'_, W> {
    /// Returns whether rounds pass by the clock. Each round then takes one command of each player,
    /// and a player who cannot act waits.
    pub(crate) const fn is_real_time(&self) -> bool {
        self.pack.rules.ticks.is_some()
    }

    /// Returns the entity of a player, or why the player cannot give this command now.
    pub(crate) fn may_act(&self, player: u8, command: &Command) -> Result<EntityId, Refusal> {
        if self.world.end.is_some() {
            return Err(Refusal::Over);
        }
        let player = self.world.players.get(usize::from(player)).ok_or(Refusal::NoPlayer)?;
        if self.world.open_menu.is_some() {
            return Err(Refusal::ChoiceOpen);
        }
        let able = player.ready <= self.world.turn && !self.is_helpless(player.entity);
        let ready = if self.is_real_time() {
            player.asked <= self.world.turn && (able || is_idle(command))
        } else {
            able
        };
        let exists = self.pos(player.entity).is_some();
        if exists && ready { Ok(player.entity) } else { Err(Refusal::Helpless) }
    }

    /// Returns the action that a command stands for.
    pub(crate) fn action_of(&self, who: EntityId, command: &Command) -> Result<Action, Refusal> {
        let level = self.pack.levels.get(self.world.level.definition);
        if level.watched && *command != Command::Wait {
            return Err(Refusal::Watching);
        }
        let item = |slot: u8| {
            let bag = self.actor(who).map_or(&[][..], |actor| &actor.bag);
            bag.get(usize::from(slot)).copied().ok_or(Refusal::NoItem)
        };
        Ok(match command {
            Command::Move(dir) => Action::Walk(*dir),
            Command::Wait => Action::Wait,
            Command::Pickup => Action::Pickup,
            Command::Use { slot } => Action::Use(item(*slot)?),
            Command::UseFrom { bag, slot } => Action::Use(self.item_in(who, bag, *slot)?),
            Command::Drop { slot } => Action::Drop(item(*slot)?),
            Command::Equip { slot } => Action::Equip(item(*slot)?),
            Command::Unequip { slot } => Action::Unequip(item(*slot)?),
            Command::Throw { slot, at } => Action::Throw(item(*slot)?, *at),
            Command::Cast { ability, at } => Action::Cast(self.known_ability(who, ability)?, *at),
            Command::Descend => Action::Take(barrow_pack::Way::Down),
            Command::Ascend => Action::Take(barrow_pack::Way::Up),
            Command::Interact(dir) => self.interaction(who, *dir)?,
            Command::Select { slot } => item(*slot).map(|_| Action::Wait)?,
            Command::Choose { .. } | Command::Cancel => return Err(Refusal::NoChoice),
        })
    }

    /// Returns the item at an index of one of someone's bags.
    fn item_in(&self, who: EntityId, bag: &str, slot: u8) -> Result<EntityId, Refusal> {
        let bag = self.pack.bags.find(bag).ok_or_else(|| Refusal::NoBag(bag.to_owned()))?;
        let items = self.actor(who).map_or(&[][..], |it| it.items_in(BagName::Named(bag)));
        items.get(usize::from(slot)).copied().ok_or(Refusal::NoItem)
    }

    fn known_ability(&self, who: EntityId, name: &str) -> Result<Id<Ability>, Refusal> {
        let known = |id: &Id<Ability>| self.abilities_of(who).any(|it| it == *id);
        let found = self.pack.abilities.find(name).filter(known);
        found.ok_or_else(|| Refusal::NoAbility(name.to_owned()))
    }

    /// Returns the interaction with what is in a direction: opening or closing a door, or bumping.
    fn interaction(&self, who: EntityId, dir: Dir) -> Result<Action, Refusal> {
        let at = self.pos(who).ok_or(Refusal::Helpless)? + dir;
        if dir.is_diagonal() && self.pack.rules.four_ways {
            return Err(Refusal::NoDiagonal);
        }
        let things = || self.world.level.actor_at(at).into_iter().chain(self.pile(at));
        let bumps = |kind: &Kind| !kind.on.effects(Occasion::Bump).is_empty();
        if let Some(door) = things().find(|&it| self.kind(it).door.is_some()) {
            let open = self.entity(door).active;
            return Ok(if open { Action::Close(door) } else { Action::Open(door) });
        }
        if let Some(thing) = things().find(|&it| bumps(self.kind(it))) {
            return Ok(Action::Bump(thing, dir));
        }
        let ground = self.world.level.ground.get(at).map(|&kind| self.pack.kinds.get(kind));
        if ground.is_some_and(bumps) {
            return Ok(Action::BumpGround(at));
        }
        Err(Refusal::NothingHere)
    }

    /// Returns the menu that waits for this player's answer. It waits even for a player who cannot
    /// act yet, since nobody can act until it is answered.
    fn open_menu(&self, player: u8) -> Result<&OpenMenu, Refusal> {
        if self.world.end.is_some() {
            return Err(Refusal::Over);
        }
        let open = self.world.open_menu.as_ref();
        open.filter(|it| it.player == player).ok_or(Refusal::NoChoice)
    }

    /// Checks whether an option of the open menu can be chosen.
    pub(crate) fn may_choose(&self, player: u8, option: u8) -> Result<(), Refusal> {
        let open = self.open_menu(player)?;
        let offer = *open.options.get(usize::from(option)).ok_or(Refusal::NoOption)?;
        let Some(menu) = self.menu_of(&open.question) else { return Ok(()) };
        let when = menu.options[usize::from(offer.answer)].when.as_ref();
        let scene = open.scene_of(offer);
        let able = when.is_none_or(|it| self.expected(it, &scene).is_true());
        if able { Ok(()) } else { Err(Refusal::NoOption) }
    }

    /// Checks whether the open menu can be cancelled: because it is optional, or because none of
    /// its options can be chosen.
    pub(crate) fn may_leave_menu(&self, player: u8) -> Result<(), Refusal> {
        let open = self.open_menu(player)?;
        let optional = self.menu_of(&open.question).is_none_or(|it| it.optional);
        let mut options = (0..=u8::MAX).take(open.options.len());
        if optional || options.all(|option| self.may_choose(player, option).is_err()) {
            Ok(())
        } else {
            Err(Refusal::MustChoose)
        }
    }
}

/// Returns whether a command does not count as an action of the hero.
pub(super) const fn is_idle(command: &Command) -> bool {
    matches!(command, Command::Wait | Command::Select { .. })
}
