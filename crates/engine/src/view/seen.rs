use barrow_dice::Fixed;
use barrow_grid::{Dir, Pos};
use barrow_pack::{self as pack, Id, Kind, State};

use crate::build::LOCK_COLORS;
use crate::ctx::ReadCtx;
use crate::state::entity::{Entity, EntityId, Value};

/// A kind of thing, as far as a player knows it.
#[derive(Clone, Copy)]
pub struct Glimpse<'g> {
    look: ReadCtx<'g>,
    kind: Id<Kind>,
    open: bool,
    /// The thing itself, if it is there to be looked at.
    thing: Option<EntityId>,
}

impl<'g> Glimpse<'g> {
    pub(super) const fn new(look: ReadCtx<'g>, kind: Id<Kind>, open: bool) -> Self {
        Self { look, kind, open, thing: None }
    }

    /// Returns the kind, unless the player has not identified it.
    #[inline]
    pub fn kind(&self) -> Option<Id<Kind>> {
        let obvious = !self.look.facts.item(self.kind).unknown;
        (obvious || self.is_identified()).then_some(self.kind)
    }

    fn is_identified(&self) -> bool {
        match self.thing {
            Some(thing) => self.look.sheet().is_known(thing),
            None => self.look.is_known(self.kind),
        }
    }

    /// Returns the kind it looks like. This is for drawing only: the player may not have identified
    /// it.
    pub const fn drawn_as(&self) -> Id<Kind> {
        self.kind
    }

    /// Returns its name as the player knows it.
    pub fn name(&self) -> String {
        match self.thing {
            Some(thing) => self.look.plain_name(thing),
            None => self.look.kind_name(self.kind),
        }
    }

    /// Returns the name with an indefinite article: `a rat`, `some water`.
    pub fn indefinite(&self) -> String {
        match self.thing {
            Some(thing) => self.look.indefinite(thing),
            None => self.look.indefinite_kind(self.kind),
        }
    }

    /// Returns its look.
    pub fn look(&self) -> &'g pack::Look {
        &self.look.pack.kinds.get(self.kind).look
    }

    /// Returns its glyph, open or closed.
    pub fn glyph(&self) -> char {
        let look = self.look();
        look.open_glyph.filter(|_| self.open).unwrap_or(look.glyph)
    }

    /// Returns how it is drawn at a moment, in milliseconds since any fixed start.
    pub fn appearance(&self, millis: u64) -> Appearance {
        let look = self.look();
        let frame = look.frame(millis);
        Appearance {
            glyph: frame.and_then(|it| it.glyph).unwrap_or_else(|| self.glyph()),
            color: frame.and_then(|it| it.color).unwrap_or(look.color),
        }
    }

    /// Returns whether it is open, switched on or awake.
    pub const fn is_open(&self) -> bool {
        self.open
    }
}

/// How something is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appearance {
    /// The character.
    pub glyph: char,
    /// The colour of the character.
    pub color: pack::Color,
}

/// Something that a player sees now.
#[derive(Clone, Copy)]
pub struct Seen<'g> {
    look: ReadCtx<'g>,
    observer: EntityId,
    id: EntityId,
}

impl<'g> Seen<'g> {
    pub(super) const fn new(look: ReadCtx<'g>, observer: EntityId, id: EntityId) -> Self {
        Self { look, observer, id }
    }

    fn entity(&self) -> &'g Entity {
        &self.look.world.entities[self.id.index()]
    }

    /// Returns its id.
    pub const fn id(&self) -> EntityId {
        self.id
    }

    /// Returns its kind, as far as the player knows it.
    pub fn glimpse(&self) -> Glimpse<'g> {
        let (kind, open) = (self.entity().kind, self.entity().active);
        Glimpse { thing: Some(self.id), ..Glimpse::new(self.look, kind, open) }
    }

    /// Returns how it is drawn at a moment, in milliseconds since any fixed start. A look that
    /// depends on its state comes before one that flickers.
    pub fn appearance(&self, millis: u64) -> Appearance {
        let usual = self.glimpse().appearance(millis);
        let usual = self.lock().map_or(usual, |lock| Appearance { color: tint_of(lock), ..usual });
        let scene = self.look.scene_of(self.id);
        let mut cases = self.glimpse().look().cases.iter();
        let case = cases.find(|it| self.look.shown(&it.when, &scene).is_true());
        let shown = case.map_or(usual, |case| Appearance {
            glyph: case.glyph.unwrap_or(usual.glyph),
            color: case.color.unwrap_or(usual.color),
        });
        self.veiled_glyph().map_or(shown, |glyph| Appearance { glyph, ..shown })
    }

    /// Returns the number of the colour that it shares with its lock or key, if it has one.
    pub fn lock(&self) -> Option<u16> {
        self.entity().lock
    }

    /// Returns the name of the colour that it shares with its lock or key, if it has one.
    pub fn lock_name(&self) -> Option<&'static str> {
        self.lock().map(lock_name)
    }

    /// Returns its name as the player knows it.
    pub fn name(&self) -> String {
        self.veiled_name().unwrap_or_else(|| self.look.plain_name(self.id))
    }

    /// Returns what is shown beside its name, such as what it is about to do.
    pub fn status(&self) -> String {
        self.look.status_of(self.id)
    }

    /// Returns the index of the player who sees it.
    fn player(&self) -> usize {
        let actor = self.look.actor(self.observer);
        actor.and_then(|it| it.player).unwrap_or_default().into()
    }

    fn veiled_name(&self) -> Option<String> {
        self.look.veiled_name(self.player(), self.id)
    }

    /// Returns the glyph that a veil shows instead of its own.
    pub fn veiled_glyph(&self) -> Option<char> {
        self.look.veiled_glyph(self.player(), self.id)
    }

    /// Returns the name with an indefinite article: `a rat`, `some water`.
    pub fn indefinite(&self) -> String {
        self.veiled_name().unwrap_or_else(|| self.look.indefinite(self.id))
    }

    /// Returns the name with the definite article: `the rat`.
    pub fn definite(&self) -> String {
        self.veiled_name().unwrap_or_else(|| self.look.definite(self.id))
    }

    /// Returns its cell.
    pub fn pos(&self) -> Pos {
        self.entity().pos().unwrap_or_default()
    }

    /// Returns the direction it faces.
    pub fn facing(&self) -> Dir {
        self.entity().facing
    }

    /// Returns the size of the stack.
    pub fn count(&self) -> u32 {
        self.entity().count
    }

    /// Returns whether it is the player's own actor.
    pub fn is_self(&self) -> bool {
        self.id == self.observer
    }

    /// Returns whether it is a foe of the player.
    pub fn is_foe(&self) -> bool {
        self.look.are_foes(self.observer, self.id)
    }

    /// Returns whether it is on the player's side.
    pub fn is_friend(&self) -> bool {
        let party = self.look.party(self.id);
        party != 0 && party == self.look.party(self.observer)
    }

    /// Returns whether it sleeps.
    pub fn is_asleep(&self) -> bool {
        self.look.is_asleep(self.id)
    }

    /// Returns how many semitones higher than usual it sounds, as far as the player has identified
    /// it.
    pub fn tuning(&self) -> i8 {
        let kind = self.glimpse().kind().map(|it| self.look.pack.kinds.get(it));
        let Some(voice) = kind.and_then(|it| it.sounds.as_ref()) else { return 0 };
        let points = voice.pitch_by.map_or(0, |it| self.look.value(self.id, it).to_whole());
        let points = points.saturating_mul(2).saturating_add(voice.pitch.into());
        i8::try_from(points.clamp(-48, 48)).unwrap_or_default()
    }

    /// Returns its speed.
    pub fn speed(&self) -> Fixed {
        self.look.value(self.id, self.look.pack.core.speed)
    }

    /// Iterates over its gauges, which are visible: how hurt it is.
    pub fn gauges(&self) -> impl Iterator<Item = (Id<pack::Attribute>, Value)> {
        let gauge = |id| self.look.facts.attribute(id).shown_gauge;
        let values = self.entity().values.iter().copied().filter(move |&(id, _)| gauge(id));
        values.map(|(id, own)| {
            // Worn items may raise the maximum.
            let value = self.look.sheet().gauge_of(self.id, id, own);
            let now = self.off_by(id).map_or(value.now, |by| value.now + by);
            (id, Value { now: now.clamp(Fixed::ZERO, value.max), ..value })
        })
    }

    /// Returns how much a veil shows a number of someone else off. The player's own numbers are
    /// off on the panel alone.
    #[inline]
    pub fn off_by(&self, attribute: Id<pack::Attribute>) -> Option<Fixed> {
        if self.look.pack.veil.is_empty() {
            return None;
        }
        self.look.veiled_by(self.player(), self.id, attribute).filter(|_| !self.is_self())
    }

    /// Iterates over the items it wears, which are visible, in the order they were equipped.
    pub fn worn(&self) -> impl Iterator<Item = Glimpse<'g>> {
        let actor = self.entity().actor.as_deref();
        let worn = actor.into_iter().flat_map(|it| &it.worn);
        let (look, observer) = (self.look, self.observer);
        worn.map(move |&(_, item)| Self::new(look, observer, item).glimpse())
    }

    /// Returns which piece of a line it is, if its look consists of pieces.
    pub fn piece(&self) -> Option<i64> {
        let number = self.glimpse().look().line?;
        Some(self.look.value(self.id, number).to_whole())
    }

    /// Iterates over the states it is in.
    pub fn states(&self) -> impl Iterator<Item = Id<State>> {
        let actor = self.entity().actor.as_deref();
        actor.into_iter().flat_map(|it| &it.states).map(|&(state, _)| state)
    }
}

/// The colours of locks and their keys, chosen to be easy to tell apart.
const TINTS: [[u8; 3]; 8] = [
    [0xe0, 0x40, 0x40],
    [0x40, 0x80, 0xff],
    [0xf0, 0xd0, 0x30],
    [0x40, 0xc0, 0x60],
    [0xc0, 0x60, 0xe0],
    [0xf0, 0x90, 0x30],
    [0x40, 0xd0, 0xd0],
    [0xf0, 0x90, 0xb0],
];

/// The names of these colours, for those who do not see them.
const TINT_NAMES: [&str; 8] =
    ["red", "blue", "yellow", "green", "purple", "orange", "cyan", "pink"];

/// Returns the name of the colour of a lock.
pub(crate) fn lock_name(lock: u16) -> &'static str {
    TINT_NAMES[usize::from(lock % LOCK_COLORS) % TINTS.len()]
}

/// Returns the colour of a lock and its key. Locks are numbered level by level.
fn tint_of(lock: u16) -> pack::Color {
    pack::Color { rgb: TINTS[usize::from(lock % LOCK_COLORS) % TINTS.len()] }
}
