//! The bag: choosing an item and what to do with it.

use barrow_engine::{Carried, Command, Game, View};
use barrow_pack::Occasion;

use super::keys::{Chosen, choose};
use super::{Host, Mode, Playthrough};
use crate::keymap::{Code, Key};
use crate::mode::{Aiming, List, Shot};
use crate::panel::{self, playables};

/// Why the bag was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Any,
    Use,
    Equip,
    Drop,
    Throw,
}

/// Something that can be done with an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ItemAction {
    /// The label.
    pub(super) name: String,
    /// The command; throwing must be aimed first.
    pub(super) command: Option<Command>,
}

/// The open bag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bag {
    pub(super) purpose: Purpose,
    pub(super) list: List,
    /// The slots that are shown.
    pub(super) slots: Vec<u8>,
    /// What can be done with the chosen item, once one is chosen.
    pub(super) actions: Option<(List, Vec<ItemAction>)>,
}

impl Purpose {
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Any => "What you carry",
            Self::Use => "Use what?",
            Self::Equip => "Put on or take off what?",
            Self::Drop => "Drop what?",
            Self::Throw => "Throw what?",
        }
    }

    pub(super) const fn nothing(self) -> &'static str {
        match self {
            Self::Any | Self::Drop | Self::Throw => "You carry nothing.",
            Self::Use => "You carry nothing that you can use now.",
            Self::Equip => "You carry nothing that can be worn.",
        }
    }

    /// Returns the command for a slot, if the game would accept one.
    fn command(self, game: &Game, player: u8, slot: u8) -> Option<Command> {
        let accepted = |command: &Command| game.accepts(player, command).is_ok();
        let all = match self {
            Self::Any | Self::Throw => return None,
            Self::Use => vec![Command::Use { slot }],
            Self::Equip => vec![Command::Equip { slot }, Command::Unequip { slot }],
            Self::Drop => vec![Command::Drop { slot }],
        };
        all.into_iter().find(accepted)
    }
}

impl Bag {
    /// Opens the bag with the items that serve a purpose.
    pub(super) fn new(game: &Game, view: &View<'_>, purpose: Purpose) -> Self {
        let count = view.bag().count();
        let serves = |slot: &u8| match purpose {
            Purpose::Any | Purpose::Throw => true,
            Purpose::Use | Purpose::Equip | Purpose::Drop => {
                purpose.command(game, view.player(), *slot).is_some()
            }
        };
        let mut slots: Vec<u8> = (0..=u8::MAX).take(count).filter(serves).collect();
        if purpose == Purpose::Throw {
            // Worn things come last: players rarely mean to throw them.
            let worn = |slot: &u8| view.bag().any(|it| it.slot == *slot && it.worn.is_some());
            let (last, first) = slots.into_iter().partition::<Vec<u8>, _>(worn);
            slots = [first, last].concat();
        }
        Self { purpose, list: List::new(slots.len()), slots, actions: None }
    }

    /// Returns the key of each line. An item has the same one in every list: the digit beside the
    /// map, a letter from `j` if its number is above nine, and a capital one if it has no number.
    pub(super) fn keys(&self, view: &View<'_>) -> Vec<char> {
        let held = panel::bag(view);
        let key = |slot: &u8| {
            let number = held.iter().find(|it| it.slot == *slot).map_or(0, |it| it.number);
            match number.checked_sub(1) {
                Some(at) => ('1'..='9').nth(at).unwrap_or_else(|| List::letter(at)),
                None => List::letter(usize::from(*slot) + 26),
            }
        };
        self.slots.iter().map(key).collect()
    }

    /// Returns the line that a key means; `a` to `i` mean the same as `1` to `9`.
    fn line_of(&self, view: &View<'_>, key: Key) -> Option<usize> {
        let Code::Char(pressed) = key.code else { return None };
        let digit = List::of_letter(pressed).and_then(|at| ('1'..='9').nth(at));
        let meant = digit.unwrap_or(pressed);
        self.keys(view).into_iter().position(|it| it == meant)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Returns the selected item.
    pub(super) fn chosen<'g>(&self, view: &View<'g>) -> Option<Carried<'g>> {
        let slot = *self.slots.get(self.list.at)?;
        let mut bag = view.bag();
        bag.find(|it| it.slot == slot)
    }
}

/// Returns what can be done with an item now.
pub(super) fn actions(game: &Game, view: &View<'_>, slot: u8) -> Vec<ItemAction> {
    let Some(carried) = view.bag().find(|it| it.slot == slot) else { return Vec::new() };
    let kind = carried.item.glimpse().kind().map(|id| view.pack().kinds.get(id));
    let verb = kind.and_then(|it| it.item.as_ref()).map(|it| it.verb.to_string());
    let verb = verb.filter(|it| !it.is_empty()).unwrap_or_else(|| match carried.on {
        Some(true) => "switch off".into(),
        Some(false) => "switch on".into(),
        None => "use".into(),
    });
    let conceivable = [
        (verb, Command::Use { slot }),
        ("put on".into(), Command::Equip { slot }),
        ("take off".into(), Command::Unequip { slot }),
        ("drop".into(), Command::Drop { slot }),
    ];
    let able = conceivable.into_iter().filter(|(_, it)| game.accepts(view.player(), it).is_ok());
    let mut actions: Vec<ItemAction> =
        able.map(|(name, command)| ItemAction { name, command: Some(command) }).collect();
    actions.push(ItemAction { name: "throw".into(), command: None });
    actions
}

impl Playthrough {
    /// Uses, equips or unequips the item in a slot of the bag, whichever is possible.
    pub(super) fn use_slot(&mut self, host: &dyn Host, slot: u8) {
        // In a game with cards, these keys play them.
        let cards = playables(&self.view());
        if !cards.is_empty() {
            return match cards.into_iter().nth(slot.into()) {
                Some(card) => self.issue(host, card.command),
                None => self.refuse("You hold no such card."),
            };
        }
        let game = self.game();
        let commands = [Command::Use { slot }, Command::Equip { slot }, Command::Unequip { slot }];
        let able = commands.into_iter().find(|it| game.accepts(self.player(), it).is_ok());
        if able.is_none() && self.is_missile(slot) {
            return self.aim_throw(slot);
        }
        // An item without any use is refused with the reason why it cannot be used.
        let command = able.unwrap_or(Command::Use { slot });
        self.issue(host, command);
    }

    pub(super) fn press_bag(&mut self, host: &dyn Host, key: Key, mut bag: Bag) {
        if let Some((list, actions)) = &mut bag.actions {
            let chosen = choose(list, key);
            return match chosen {
                Chosen::Left => {
                    bag.actions = None;
                    self.mode = Mode::Bag(bag);
                }
                Chosen::Moved => self.mode = Mode::Bag(bag),
                Chosen::Line(at) => {
                    let action = actions.get(at).cloned();
                    self.do_action(host, &bag, action);
                }
            };
        }
        let key = match (bag.line_of(&self.view(), key), key.code) {
            (Some(at), _) => Key::char(List::letter(at)),
            // No other letter means a line here.
            (None, Code::Char(_)) => Key::char(' '),
            (None, _) => key,
        };
        match choose(&mut bag.list, key) {
            Chosen::Left => {}
            Chosen::Moved => self.mode = Mode::Bag(bag),
            Chosen::Line(at) => self.take_line(host, bag, at),
        }
    }

    fn take_line(&mut self, host: &dyn Host, mut bag: Bag, at: usize) {
        let Some(&slot) = bag.slots.get(at) else { return };
        match bag.purpose {
            Purpose::Any => {
                let found = actions(self.game(), &self.view(), slot);
                bag.actions = Some((List::new(found.len()), found));
                self.mode = Mode::Bag(bag);
            }
            Purpose::Throw => self.aim_throw(slot),
            Purpose::Use | Purpose::Equip | Purpose::Drop => {
                if let Some(command) = bag.purpose.command(self.game(), self.player(), slot) {
                    self.issue(host, command);
                }
            }
        }
    }

    fn do_action(&mut self, host: &dyn Host, bag: &Bag, action: Option<ItemAction>) {
        let slot = bag.slots.get(bag.list.at).copied().unwrap_or_default();
        match action.map(|it| it.command) {
            Some(Some(command)) => self.issue(host, command),
            Some(None) => self.aim_throw(slot),
            None => {}
        }
    }

    /// Returns `true` if an item does nothing but fly: its number aims it.
    pub(super) fn is_missile(&self, slot: u8) -> bool {
        let view = self.view();
        let item = view.bag().find(|it| it.slot == slot);
        let kind = item.and_then(|it| it.item.glimpse().kind());
        let Some(kind) = kind.map(|it| view.pack().kinds.get(it)) else { return false };
        let worn = kind.item.as_ref().is_some_and(|it| it.slot.is_some());
        let does = |occasion| !kind.on.effects(occasion).is_empty();
        !worn && !does(Occasion::Use) && (kind.strike.is_some() || does(Occasion::Land))
    }

    pub(super) fn aim_throw(&mut self, slot: u8) {
        let view = self.view();
        let name = view.bag().find(|it| it.slot == slot).map(|it| it.item.name());
        let title = format!("Throw {}", name.unwrap_or_default());
        let aiming = Aiming::new(self.game(), &view, Shot::Throw { slot }, &title);
        self.mode = Mode::Aim(aiming);
    }
}
