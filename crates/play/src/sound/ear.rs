//! From one event to the sounds that it makes.

use std::sync::Arc;

use barrow_dice::{Fixed, Rng};
use barrow_engine::{EntityId, Event, View, Volume};
use barrow_grid::{Dir, Pos};
use barrow_pack::{Ability, Field, Id, Kind, SoundName, Voice};
use barrow_small::{Map, sort_by_key};
use barrow_sound::{Bearing, Bus, Cue, Order};

use super::{Known, voice};
use crate::walk::max_life;

/// The maximum number of sounds of a turn. A mixer would drop more anyway.
const MOST: usize = 12;
/// The maximum number of steps that are heard of others in a turn, the nearest.
const MOST_STEPS: usize = 3;

/// The volume of an own swing that lands, in percent, and the milliseconds until it does.
const SWING: u16 = 45;
const LANDS: u16 = 60;
/// The mood of bosses, and what announces one.
const BOSS: &str = "boss";

/// Hears the events of a turn.
pub(super) struct Ear<'e, 'g> {
    pub(super) view: &'e View<'g>,
    pub(super) before: &'e Map<EntityId, Known>,
    pub(super) now: &'e Map<EntityId, Known>,
    pub(super) rng: Rng,
    pub(super) cues: Vec<(Arc<str>, Cue)>,
    pub(super) steps: usize,
    /// How many milliseconds later everything is heard from now on.
    pub(super) late: u16,
    /// What is harmed now is harmed by a spell and not by a blow.
    pub(super) casts: bool,
}

impl<'g> Ear<'_, 'g> {
    pub(super) fn hear(&mut self, event: &Event) {
        match event {
            Event::Moved { who, to, .. } => {
                self.casts = false;
                self.step(*who, *to);
            }
            Event::Hit { who, whom } => self.blow(*who, *whom),
            Event::Missed { who, whom } => self.swing(*who, self.at(*who).or(self.at(*whom))),
            Event::Changed { who, attribute, by, .. }
                if *attribute == self.view.pack().rules.life && self.hurts(*who, *by) =>
            {
                let usual = if self.casts { "sizzle" } else { "" };
                let usual = if self.is_own(*who) { "hurt" } else { usual };
                self.of(*who, |it| &it.hurt, usual, self.at(*who));
            }
            Event::Died { who, kind, at } => self.death(*who, *kind, *at),
            Event::Took { who, item } => self.of(*item, |it| &it.take, "pickup", self.at(*who)),
            Event::Dropped { who, .. } => {
                // What does not walk is a chest that gives what it holds.
                let walks = self.find(*who).is_none_or(|it| it.walks);
                let usual = if walks { "rustle" } else { "chest" };
                if walks || self.cues.last().is_none_or(|(last, _)| &**last != usual) {
                    self.play(None, usual, self.at(*who), 0);
                }
            }
            Event::Equipped { who, item } | Event::Unequipped { who, item } => {
                self.equipment(*item, self.at(*who));
            }
            Event::Used { who, item } => self.of(*item, |it| &it.used, "rustle", self.at(*who)),
            Event::Threw { from, .. } => self.play(None, "throw", Some(*from), 0),
            Event::Cast { ability, from, .. } => self.cast(*ability, *from),
            Event::Announced { cells, .. } => self.play(None, "warn", cells.first().copied(), 0),
            Event::Swung { who, open: true } => {
                self.of(*who, |it| &it.open, "door", self.at(*who));
            }
            Event::Swung { who, open: false } => {
                self.of(*who, |it| &it.close, "thud", self.at(*who));
            }
            Event::Heard(it) => self.noise(&it.sound, it.volume, it.towards, it.in_sight),
            Event::Cue { name, at } => self.play(Some(&SoundName(Arc::clone(name))), "", *at, 0),
            Event::Arrived { .. } if !self.before.is_empty() => self.play(None, "stairs", None, 0),
            Event::Asked { .. } => self.interface("open"),
            Event::Awarded { .. } => self.interface("chime"),
            Event::Ended { won: true, .. } => self.interface("level_up"),
            Event::Changed { .. }
            | Event::Arrived { .. }
            | Event::Appeared { .. }
            | Event::Vanished { .. }
            | Event::Became { .. }
            | Event::Began { .. }
            | Event::Ceased { .. }
            | Event::Flashed { .. }
            | Event::Said { .. }
            | Event::Ended { .. } => {}
        }
    }

    /// Returns whether a change of life is harm that is felt. In some games every step costs a
    /// little life, which is less than half a percent.
    fn hurts(&self, who: EntityId, by: Fixed) -> bool {
        let lost = -by.basis_points();
        lost > 0 && (!self.is_own(who) || lost * 200 >= max_life(self.view).basis_points())
    }

    fn death(&mut self, who: EntityId, kind: Id<Kind>, at: Pos) {
        let own = voice(self.view, self.view.glimpse(kind).kind());
        let usual = match own {
            _ if self.is_own(who) => "death",
            Some(own) if is_boss(own) => "boss_defeated",
            _ => "thud",
        };
        let tuning = self.find(who).map_or(0, |it| it.tuning);
        self.play(own.map(|it| &it.die), usual, Some(at), tuning);
    }

    fn equipment(&mut self, item: EntityId, at: Option<Pos>) {
        let kind = self.find(item).and_then(|it| it.kind);
        let armed = kind.is_some_and(|it| self.view.pack().kinds.get(it).strike.is_some());
        self.play(None, if armed { "blade" } else { "rustle" }, at, 0);
    }

    /// Hears an actor that is in sight for the first time.
    pub(super) fn hear_newcomer(&mut self, who: EntityId) {
        let is_boss = self.voiced(who).0.is_some_and(is_boss);
        let is_announced = self.cues.iter().any(|(name, _)| &**name == BOSS);
        let usual = if is_boss && !is_announced { BOSS } else { "" };
        self.of(who, |it| &it.sight, usual, self.at(who));
    }

    /// Hears a field that grows.
    pub(super) fn hear_field(&mut self, field: Id<Field>, at: Pos) {
        self.play(Some(&self.view.pack().fields.get(field).sound), "", Some(at), 0);
    }

    /// Returns the orders. Equal sounds are heard one after another, the nearest first.
    pub(super) fn finish(self) -> Vec<Order> {
        let mut cues = self.cues;
        sort_by_key(&mut cues, |(_, cue)| cue.bearing.map_or(0, far));
        cues.truncate(MOST);
        let mut orders: Vec<Order> = Vec::new();
        for (sound, mut cue) in cues {
            let same =
                |it: &&Order| matches!(it, Order::Play { sound: other, .. } if *other == sound);
            let earlier = orders.iter().filter(same).count();
            cue.after += u16::try_from(earlier * 70).unwrap_or(u16::MAX);
            orders.push(Order::Play { sound, cue });
        }
        orders
    }

    fn step(&mut self, who: EntityId, to: Pos) {
        let own = self.is_own(who);
        let kind = self.find(who).and_then(|it| it.kind);
        let flies = kind.is_some_and(|it| {
            let floating = self.view.pack().core.floating;
            self.view.pack().kinds.get(it).flags.contains(&floating)
        });
        self.steps += usize::from(!own);
        let walks = voice(self.view, kind).map(|it| &it.step).filter(|it| !it.0.is_empty());
        if self.steps > MOST_STEPS && !own || flies && walks.is_none() {
            return;
        }
        let known = self.find(who);
        let (usual, ground) = if known.is_none_or(|it| it.walks) {
            ("step", voice(self.view, self.view.cell(to).ground).map(|it| &it.step))
        } else {
            ("push", None)
        };
        self.play(walks.or(ground), usual, Some(to), known.map_or(0, |it| it.tuning));
        // Own steps are many and expected; those of others are news.
        if let Some((_, cue)) = self.cues.last_mut() {
            cue.level = if own { 45 } else { 70 };
        }
    }

    /// A blow lands. The player hears the own swing before it.
    fn blow(&mut self, who: EntityId, whom: EntityId) {
        self.casts = false;
        let at = self.at(whom).or(self.at(who));
        if self.is_own(who) {
            self.swing(who, self.at(who));
            if let Some((_, cue)) = self.cues.last_mut() {
                cue.level = SWING;
            }
            // Whatever it does is heard after it.
            self.late = LANDS;
        }
        let strikes = |voice: &'g Voice| Some(&voice.strike).filter(|it| !it.0.is_empty());
        let (own, tuning) = self.voiced(who);
        let weapon = self.weapon(who).and_then(strikes);
        self.play(weapon.or(own.and_then(strikes)), "hit", at, tuning);
    }

    /// An attack sounds like the attacker, as high as the weapon.
    fn swing(&mut self, who: EntityId, at: Option<Pos>) {
        let (own, tuning) = self.voiced(who);
        let tuning = tuning.saturating_add(self.weapon(who).map_or(0, |it| it.pitch));
        self.play(own.map(|it| &it.miss), "swing", at, tuning);
    }

    /// Returns the voice of the weapon that somebody wears: what has a sound for its blow.
    fn weapon(&self, who: EntityId) -> Option<&'g Voice> {
        let mut seen = self.view.own().into_iter().chain(self.view.actors());
        let seen = seen.find(|it| it.id() == who)?;
        let voices = seen.worn().filter_map(|it| voice(self.view, it.kind()));
        voices.into_iter().find(|it| !it.strike.0.is_empty())
    }

    fn cast(&mut self, ability: Id<Ability>, from: Pos) {
        self.play(Some(&self.view.pack().abilities.get(ability).sound), "chime", Some(from), 0);
        self.casts = true;
        self.late = LANDS;
    }

    /// Plays a noise from its direction, as far away as its volume says, dull if its source is out
    /// of sight.
    fn noise(&mut self, sound: &Arc<str>, volume: Volume, towards: Option<Dir>, in_sight: bool) {
        let cells = match volume {
            Volume::Deafening => 1,
            Volume::Clear => 5,
            Volume::Faint => 11,
        };
        let offset = towards.map_or(Pos::default(), Dir::offset);
        let bearing =
            Bearing { east: offset.x * cells, south: offset.y * cells, muffled: !in_sight };
        let name: Arc<str> = if sound.is_empty() { "thud".into() } else { Arc::clone(sound) };
        self.push(name, Cue { bearing: Some(bearing), ..Cue::default() });
    }

    /// Plays a sound of something, or the usual one.
    fn of(&mut self, who: EntityId, which: fn(&Voice) -> &SoundName, usual: &str, at: Option<Pos>) {
        let (own, tuning) = self.voiced(who);
        self.play(own.map(which), usual, at, tuning);
    }

    /// Returns the voice of something and how many semitones higher it sounds.
    fn voiced(&self, who: EntityId) -> (Option<&'g Voice>, i8) {
        let (kind, tuning) = self.find(who).map_or((None, 0), |it| (it.kind, it.tuning));
        (voice(self.view, kind), tuning)
    }

    fn play(&mut self, own: Option<&SoundName>, usual: &str, at: Option<Pos>, semitones: i8) {
        let name = own.map(|it| &it.0).filter(|it| !it.is_empty());
        let name = name.map_or_else(|| usual.into(), Arc::clone);
        let bearing = at.and_then(|at| self.bearing(at));
        self.push(name, Cue { bearing, semitones, ..Cue::default() });
    }

    fn interface(&mut self, name: &str) {
        self.push(name.into(), Cue { bus: Bus::Interface, ..Cue::default() });
    }

    fn push(&mut self, name: Arc<str>, mut cue: Cue) {
        if name.is_empty() {
            return;
        }
        cue.seed = self.rng.bits();
        cue.after = self.late;
        self.cues.push((name, cue));
    }

    /// Returns where a cell is, as the player hears it.
    fn bearing(&self, at: Pos) -> Option<Bearing> {
        let here = self.view.own()?.pos();
        let offset = at - here;
        let muffled = at != here && !self.view.visible().contains(at);
        Some(Bearing { east: offset.x, south: offset.y, muffled })
    }

    fn find(&self, who: EntityId) -> Option<Known> {
        self.now.get(&who).or_else(|| self.before.get(&who)).copied()
    }

    fn at(&self, who: EntityId) -> Option<Pos> {
        self.find(who).map(|it| it.at)
    }

    fn is_own(&self, who: EntityId) -> bool {
        self.view.is_own(who)
    }
}

/// Returns whether it is the voice of a boss, which has sounds of its own without a word of the pack.
fn is_boss(voice: &Voice) -> bool {
    &*voice.mood.0 == BOSS
}

fn far(bearing: Bearing) -> u32 {
    bearing.east.unsigned_abs().max(bearing.south.unsigned_abs())
}
