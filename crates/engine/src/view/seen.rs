use barrow_grid::{Dir, Pos};
use barrow_pack::{self as pack, AttributeKind, Id, Kind, State};

use crate::build::LOCKS;
use crate::ctx::Look;
use crate::state::entity::{Entity, EntityId, Value};

/// A kind of thing, as far as a player knows it.
#[derive(Clone, Copy)]
pub struct Glimpse<'g> {
    look: Look<'g>,
    kind: Id<Kind>,
    open: bool,
}

impl<'g> Glimpse<'g> {
    pub(super) const fn new(look: Look<'g>, kind: Id<Kind>, open: bool) -> Self {
        Self { look, kind, open }
    }

    /// The kind, unless the player does not know it for what it is.
    pub fn kind(&self) -> Option<Id<Kind>> {
        self.look.is_known(self.kind).then_some(self.kind)
    }

    /// The kind whose look it has. For drawing alone: the player may not know it for what it is.
    pub const fn drawn_as(&self) -> Id<Kind> {
        self.kind
    }

    /// What the player calls it.
    pub fn name(&self) -> String {
        self.look.kind_name(self.kind)
    }

    /// The same with an article: `a rat`, `some water`.
    pub fn indefinite(&self) -> String {
        self.look.indefinite_kind(self.kind)
    }

    /// How it looks.
    pub fn look(&self) -> &'g pack::Look {
        &self.look.pack.kinds.get(self.kind).look
    }

    /// Its glyph, open or closed.
    pub fn glyph(&self) -> char {
        let look = self.look();
        look.open_glyph.filter(|_| self.open).unwrap_or(look.glyph)
    }

    /// How it is drawn at a moment, in thousandths of a second from any beginning.
    pub fn appearance(&self, millis: u64) -> Appearance {
        let look = self.look();
        let frame = look.frame(millis);
        Appearance {
            glyph: frame.and_then(|it| it.glyph).unwrap_or_else(|| self.glyph()),
            color: frame.and_then(|it| it.color).unwrap_or(look.color),
        }
    }

    /// Whether it stands open, is switched on or is awake.
    pub const fn is_open(&self) -> bool {
        self.open
    }
}

/// How something is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appearance {
    /// The character.
    pub glyph: char,
    /// Its colour.
    pub color: pack::Color,
}

/// Something that a player sees now.
#[derive(Clone, Copy)]
pub struct Seen<'g> {
    look: Look<'g>,
    observer: EntityId,
    id: EntityId,
}

impl<'g> Seen<'g> {
    pub(super) const fn new(look: Look<'g>, observer: EntityId, id: EntityId) -> Self {
        Self { look, observer, id }
    }

    fn entity(&self) -> &'g Entity {
        &self.look.world.entities[self.id.index()]
    }

    /// Which it is.
    pub const fn id(&self) -> EntityId {
        self.id
    }

    /// What it is, as far as the player knows.
    pub fn glimpse(&self) -> Glimpse<'g> {
        Glimpse::new(self.look, self.entity().kind, self.entity().active)
    }

    /// How it is drawn at a moment, in thousandths of a second from any beginning. What holds
    /// of it goes before what flickers.
    pub fn appearance(&self, millis: u64) -> Appearance {
        let usual = self.glimpse().appearance(millis);
        let usual = self.lock().map_or(usual, |lock| Appearance { color: tint_of(lock), ..usual });
        let scene = self.look.scene_of(self.id);
        let mut cases = self.glimpse().look().cases.iter();
        let case = cases.find(|it| self.look.expected(&it.when, &scene).is_true());
        case.map_or(usual, |case| Appearance {
            glyph: case.glyph.unwrap_or(usual.glyph),
            color: case.color.unwrap_or(usual.color),
        })
    }

    /// The number of the colour that it shares with its lock or key, if it has one.
    pub fn lock(&self) -> Option<u16> {
        self.entity().lock
    }

    /// What the player calls it.
    pub fn name(&self) -> String {
        self.look.plain_name(self.id)
    }

    /// The same with an article: `a rat`, `some water`.
    pub fn indefinite(&self) -> String {
        self.look.indefinite(self.id)
    }

    /// The same with the definite article: `the rat`.
    pub fn definite(&self) -> String {
        self.look.definite(self.id)
    }

    /// Where it is.
    pub fn pos(&self) -> Pos {
        self.entity().pos().unwrap_or_default()
    }

    /// Where it faces.
    pub fn facing(&self) -> Dir {
        self.entity().facing
    }

    /// How many of it there are.
    pub fn count(&self) -> u32 {
        self.entity().count
    }

    /// Whether it is the player's own.
    pub fn is_self(&self) -> bool {
        self.id == self.observer
    }

    /// Whether it is a foe of the player.
    pub fn is_foe(&self) -> bool {
        self.look.are_foes(self.observer, self.id)
    }

    /// Whether it is a friend of the player: of the same side.
    pub fn is_friend(&self) -> bool {
        let side = |id: EntityId| &self.look.kind(id).side;
        !side(self.id).is_empty() && side(self.id) == side(self.observer)
    }

    /// How fast it is.
    pub fn speed(&self) -> barrow_dice::Fixed {
        self.look.value(self.id, self.look.pack.core.speed)
    }

    /// Its gauges, which show: how hurt it is.
    pub fn gauges(&self) -> impl Iterator<Item = (Id<pack::Attribute>, Value)> {
        let gauge = |id| self.look.pack.attributes.get(id).kind() == AttributeKind::Gauge;
        self.entity().values.iter().copied().filter(move |&(id, _)| gauge(id))
    }

    /// What it wears, which shows, in the order it was put on.
    pub fn worn(&self) -> impl Iterator<Item = Glimpse<'g>> {
        let actor = self.entity().actor.as_deref();
        let worn = actor.into_iter().flat_map(|it| &it.worn);
        let (look, observer) = (self.look, self.observer);
        worn.map(move |&(_, item)| Self::new(look, observer, item).glimpse())
    }

    /// Which piece of a line it is, if its look is that of one.
    pub fn piece(&self) -> Option<i64> {
        let number = self.glimpse().look().line?;
        Some(self.look.value(self.id, number).to_whole())
    }

    /// What it suffers.
    pub fn states(&self) -> impl Iterator<Item = Id<State>> {
        let actor = self.entity().actor.as_deref();
        actor.into_iter().flat_map(|it| &it.states).map(|&(state, _)| state)
    }
}

/// What locks and their keys are drawn in, far apart from each other.
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

/// The colour of a lock and its key. Locks are numbered level by level.
fn tint_of(lock: u16) -> pack::Color {
    pack::Color { rgb: TINTS[usize::from(lock % LOCKS) % TINTS.len()] }
}
