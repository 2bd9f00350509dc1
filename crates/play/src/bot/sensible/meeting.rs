//! What to do about foes and other dangers.

use barrow_dice::Fixed;
use barrow_engine::{Command, View};
use barrow_grid::{Dir, Pos, Rect};
use barrow_pack::{Deed, Sense, Way};

use super::Sensible;
use crate::bot::fight::{self, Foe, best_attack, life_share, price};
use crate::bot::items::Items;
use crate::walk::{Caution, adjacency, life};

/// The maximum number of turns of flight on one level.
const MAX_FLIGHTS: u32 = 80;
/// An exit that is farther away than this, with a danger on the way, does not count.
const FARTHEST_EXIT: u16 = 200;
/// How near a foe that comes to the light may be before the bot goes dark.
const HIDES_WITHIN: u32 = 12;
/// The number of turns that the bot then stays in the dark.
const HIDES_FOR: u64 = 12;

/// Removes steps into cells with an announced attack. Where time passes by itself an announcement
/// outlasts several steps, so a bot that has left such a cell must not walk back.
pub(super) fn stay_out(view: &View<'_>, legal: &mut Vec<Command>) {
    let Some(here) = view.own().map(|it| it.pos()) else { return };
    let announced: Vec<Pos> = view.announced().flat_map(|it| it.cells).collect();
    if view.pack().rules.ticks.is_none() || announced.contains(&here) {
        return;
    }
    let is_blow = |at: Pos| view.actors().any(|it| it.pos() == at);
    let enters = |at: Pos| announced.contains(&at) && !is_blow(at);
    legal.retain(|it| !matches!(it, Command::Move(dir) if enters(here + *dir)));
}

impl Sensible {
    /// Returns a step out of harm, or out of cells with an announced attack.
    pub(super) fn leave_danger(&mut self, view: &View<'_>, legal: &[Command]) -> Option<Command> {
        let here = view.own()?.pos();
        let announced: Vec<Pos> = view.announced().flat_map(|it| it.cells).collect();
        if !self.chart.is_harmful(here) && !announced.contains(&here) {
            return None;
        }
        // A step onto an actor's cell would be a blow.
        let taken: Vec<Pos> = view.actors().map(|it| it.pos()).collect();
        let safe = |dir: &&Dir| {
            let at = here + **dir;
            self.chart.open().contains(at)
                && !taken.contains(&at)
                && !self.chart.is_harmful(at)
                && !announced.contains(&at)
                && legal.contains(&Command::Move(**dir))
        };
        let dirs: Vec<Dir> = adjacency(view).dirs().iter().filter(safe).copied().collect();
        if let Some(&dir) = self.rng.pick(&dirs) {
            return Some(Command::Move(dir));
        }
        let guard = announced.contains(&here).then(|| fight::guard(view, legal)).flatten();
        if guard.is_some() {
            return guard;
        }
        let goals: Vec<(Pos, u16)> = self
            .chart
            .open()
            .iter()
            .filter(|&at| !self.chart.is_harmful(at) && !announced.contains(&at))
            .map(|at| (at, 0))
            .collect();
        self.step(view, legal, Caution::Some, &goals)
    }

    /// Returns what to do about visible foes.
    pub(super) fn meet(
        &mut self,
        view: &View<'_>,
        legal: &[Command],
        foes: &[Foe<'_>],
    ) -> Option<Command> {
        let matters =
            |foe: &&Foe<'_>| foe.is_fightable() || foe.is_serious(life(view)) || foe.distance <= 2;
        let foes = &foes.iter().filter(matters).copied().collect::<Vec<_>>();
        let nearest = foes.first()?;
        let harms = foes.iter().fold(Fixed::ZERO, |sum, foe| sum + foe.deals);
        let attack = best_attack(view, legal, foes);
        let price = price(foes);
        let able = price.is_some_and(|price| price < life(view) * Fixed::from_basis_points(8500));
        let healed = prepare(view, legal, (nearest.distance, harms, price));
        if healed.is_some() {
            return healed;
        }
        let afraid = !able && harms > Fixed::ZERO && !self.is_bold();
        let away = if afraid { self.get_away(view, legal, foes) } else { None };
        if away.is_some() {
            return away;
        }
        if nearest.distance <= 1 {
            self.waited = 0;
        }
        if let Some(attack) = attack {
            let ranged = !matches!(attack.command, Command::Move(_));
            if ranged || able || nearest.distance <= 2 {
                return Some(attack.command);
            }
        }
        self.hold(view, legal, foes).or_else(|| {
            // Walking does not help against a foe that attacks from a distance.
            let caster = foes.iter().find(|foe| foe.casts && foe.is_fightable());
            let aim = if able { Some(nearest) } else { caster };
            let aim = aim.filter(|foe| foe.is_fightable() && harms > Fixed::ZERO)?;
            self.approach(view, legal, aim)
        })
    }

    fn approach(&mut self, view: &View<'_>, legal: &[Command], foe: &Foe<'_>) -> Option<Command> {
        // If the foe takes the last step, the player strikes first.
        if foe.distance == 2 && self.waited < 2 && !foe.casts {
            self.waited += 1;
            return Some(Command::Wait);
        }
        let goals = [(foe.seen.pos(), 0)];
        self.chart.fear(Vec::new());
        self.step(view, legal, Caution::Full, &goals)
            .or_else(|| fight::towards(view, foe.seen.pos()).map(Command::Move))
            .filter(|it| legal.contains(it))
    }

    /// Switches the light off before a deadly foe that comes to it.
    pub(super) fn hide(
        &mut self,
        view: &View<'_>,
        legal: &[Command],
        foes: &[Foe<'_>],
    ) -> Option<Command> {
        let hunts = |foe: &&Foe<'_>| {
            let deadly = !foe.is_fightable() && foe.deals >= life(view);
            deadly && foe.distance <= HIDES_WITHIN && comes_to_light(view, foe)
        };
        foes.iter().find(hunts)?;
        let douse = Items::douse(view, legal)?;
        self.hides_until = view.turn() + HIDES_FOR;
        Some(douse)
    }

    /// Flees from foes that are too strong: by an exit or an item; on foot only from unbeatable
    /// ones, since the others follow.
    fn get_away(
        &mut self,
        view: &View<'_>,
        legal: &[Command],
        foes: &[Foe<'_>],
    ) -> Option<Command> {
        if legal.contains(&Command::Descend) {
            return Some(Command::Descend);
        }
        // An actor that was never seen to move need only be avoided.
        let stays = |foe: &Foe<'_>| foe.distance > 3 && self.dangers.stays(foe);
        let near = foes.iter().filter(|foe| foe.distance <= 6 && !stays(foe));
        let near: Vec<&Foe<'_>> = near.collect();
        let nearest = near.first()?;
        if nearest.distance <= 2
            && let Some(escape) = Items::escape(view, legal)
        {
            return Some(escape);
        }
        let here = view.own()?.pos();
        let exits: Vec<(Pos, u16)> = self.chart.ways(Way::Down).map(|at| (at, 0)).collect();
        let reach = self.chart.measure(view, Caution::Full, &exits).get(here);
        if !exits.is_empty()
            && reach.is_some_and(|steps| steps < FARTHEST_EXIT)
            && let Some(step) = self.step(view, legal, Caution::Full, &exits)
        {
            return Some(step);
        }
        let fought = near.iter().all(|foe| foe.is_fightable());
        if fought || self.flights >= MAX_FLIGHTS {
            return None;
        }
        self.flights += 1;
        let threats: Vec<Pos> = near.iter().map(|foe| foe.seen.pos()).collect();
        let dir = self.chart.flee(view, &threats)?;
        Some(Command::Move(dir)).filter(|it| legal.contains(it))
    }

    /// Goes to a cell that few can reach at once, and waits for them there.
    fn hold(&mut self, view: &View<'_>, legal: &[Command], foes: &[Foe<'_>]) -> Option<Command> {
        let here = view.own()?.pos();
        let coming = foes.iter().filter(|foe| foe.deals > Fixed::ZERO && foe.distance <= 9);
        let nearest = foes.first()?.distance;
        if coming.count() < 2 || nearest < 2 || self.waited > 12 || foes.iter().any(|foe| foe.casts)
        {
            return None;
        }
        self.waited += 1;
        let ways = adjacency(view);
        if self.chart.open_sides(here, ways) <= 2 {
            return Some(Command::Wait);
        }
        let reach = i32::try_from(nearest.min(6)).unwrap_or(6);
        let around = Rect::new(here.x - reach, here.y - reach, 2 * reach + 1, 2 * reach + 1);
        let narrow = around
            .cells()
            .filter(|&at| self.chart.open().contains(at) && self.chart.open_sides(at, ways) <= 2);
        let goals: Vec<(Pos, u16)> = narrow.map(|at| (at, 0)).collect();
        self.step(view, legal, Caution::Full, &goals)
    }
}

/// Returns `true` if a foe goes to those who are lit.
fn comes_to_light(view: &View<'_>, foe: &Foe<'_>) -> bool {
    let pack = view.pack();
    let kind = foe.seen.glimpse().kind().map(|id| pack.kinds.get(id));
    let mind = kind.and_then(|kind| kind.mind).map(|id| pack.minds.get(id));
    let by_light = |deed: &Deed| matches!(deed, Deed::Approach { sense: Sense::Light, .. });
    mind.is_some_and(|mind| mind.behaviours.iter().any(|it| by_light(&it.deed)))
}

/// Returns an item to use before a fight: healing for a weak player, and strength against foes that
/// cost at least half of the player's life.
fn prepare(
    view: &View<'_>,
    legal: &[Command],
    (distance, harms, price): (u32, Fixed, Option<Fixed>),
) -> Option<Command> {
    if harms <= Fixed::ZERO {
        return None;
    }
    let weak = life_share(view) < 350 || harms + harms >= life(view);
    let heal = if weak && distance <= 2 { Items::heal(view, legal, 500) } else { None };
    let hard = price.is_none_or(|price| price + price > life(view));
    heal.or_else(|| if hard && distance <= 3 { Items::bolster(view, legal) } else { None })
}
