//! Casting and aiming.

use barrow_engine::{Command, Refusal};
use barrow_pack::Aim;

use super::keys::{Chosen, choose};
use super::turn::sound_of;
use super::{Host, Mode, Playthrough};
use crate::keymap::{Code, Key, Verb};
use crate::mode::{Aiming, List, Shot};

impl Playthrough {
    /// Casts the last ability, or the first that can be aimed, at the nearest foe.
    pub(super) fn fire(&mut self, host: &dyn Host) {
        let view = self.view();
        let pack = view.pack();
        let last = self.seat.spell.as_ref().and_then(|name| pack.abilities.find(name));
        let aimed = |aim: Aim| matches!(aim, Aim::Nearest | Aim::Target | Aim::Cell);
        let chosen = view.abilities().find(|it| Some(it.ability) == last);
        let chosen = chosen.or_else(|| view.abilities().find(|it| aimed(it.aim)));
        let Some(castable) = chosen else { return self.refuse("You have nothing to fire.") };
        let name = pack.abilities.name(castable.ability).to_string();
        if !Aiming::is_needed(castable.aim) {
            return self.issue(host, Command::Cast { ability: name, at: None });
        }
        let shot = Shot::Cast { ability: name };
        let aiming = Aiming::new(self.game(), &view, shot, "");
        match self.game().accepts(self.player(), &aiming.command()) {
            Ok(()) => self.issue(host, aiming.command()),
            Err(refusal) => self.refuse_aim(&refusal),
        }
    }

    /// Casts an ability that has a key of its own. A single foe in reach needs no aim.
    pub(super) fn cast_by_key(&mut self, host: &dyn Host, name: String) {
        let view = self.view();
        let abilities = &view.pack().abilities;
        let castable = view.abilities().find(|it| abilities.name(it.ability) == name);
        let aimed = castable.filter(|it| Aiming::is_needed(it.aim) && it.refusal.is_none());
        let Some(castable) = aimed else {
            return self.issue(host, Command::Cast { ability: name, at: None });
        };
        let title = &abilities.get(castable.ability).name;
        let aiming = Aiming::new(self.game(), &view, Shot::Cast { ability: name }, title);
        match (aiming.targets(), castable.aim) {
            (1, _) => self.issue(host, aiming.command()),
            (0, Aim::Target) => self.refuse_aim(&Refusal::NoTarget),
            _ => self.mode = Mode::Aim(aiming),
        }
    }

    /// Tells why nothing can be aimed. A foe that is too far away is in view all the same.
    pub(super) fn refuse_aim(&mut self, refusal: &Refusal) {
        let far =
            *refusal == Refusal::NoTarget && self.view().noticed_actors().any(|it| it.is_foe());
        let text = if far { "No foe is in range.".into() } else { refusal.to_string() };
        self.refuse_with(sound_of(refusal), &text);
    }

    pub(super) fn open_abilities(&mut self) {
        match self.view().abilities().count() {
            0 => self.refuse("You have no abilities."),
            count => self.mode = Mode::Cast(List::new(count)),
        }
    }

    pub(super) fn press_cast(&mut self, host: &dyn Host, key: Key, mut list: List) {
        let chosen = match choose(&mut list, key) {
            Chosen::Left => return,
            Chosen::Moved => {
                self.mode = Mode::Cast(list);
                return;
            }
            Chosen::Line(at) => at,
        };
        let view = self.view();
        let Some(castable) = view.abilities().nth(chosen) else { return };
        if let Some(refusal) = &castable.refusal {
            return self.turn_down(refusal);
        }
        let name = view.pack().abilities.name(castable.ability).to_string();
        if Aiming::is_needed(castable.aim) {
            let shot = Shot::Cast { ability: name };
            let aiming = Aiming::new(self.game(), &view, shot, &castable.name);
            self.mode = Mode::Aim(aiming);
        } else {
            self.issue(host, Command::Cast { ability: name, at: None });
        }
    }

    pub(super) fn press_aim(&mut self, host: &dyn Host, key: Key, mut aiming: Aiming) {
        let view = self.view();
        match (key.code, host.settings().keys.verb(key)) {
            (Code::Esc, _) => return,
            (Code::Tab | Code::Char('+'), _) => aiming.cycle(!key.shift),
            (Code::Char('-'), _) => aiming.cycle(false),
            (_, Some(Verb::Move(dir))) => aiming.step(&view, dir, 1),
            (_, Some(Verb::Run(dir))) => aiming.step(&view, dir, 8),
            (Code::Enter | Code::Char('.' | ' '), _)
            | (_, Some(Verb::Fire | Verb::Cast | Verb::Throw)) => {
                let command = aiming.command();
                self.mode = Mode::Aim(aiming);
                return self.shoot(host, command);
            }
            _ => {}
        }
        self.mode = Mode::Aim(aiming);
    }

    /// Carries out the aimed command. If it is refused, the player goes on aiming.
    pub(super) fn shoot(&mut self, host: &dyn Host, command: Command) {
        match self.game().accepts(self.player(), &command) {
            Ok(()) => {
                self.mode = Mode::Command;
                self.issue(host, command);
            }
            Err(refusal) => self.turn_down(&refusal),
        }
    }
}
