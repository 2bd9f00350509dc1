use barrow_dice::Fixed;
use barrow_engine::{Forecast, Span, View};
use barrow_pack::{Attribute, Effect, Field, Id, Kind, Layer, Nature, Occasion, State, Way};

/// What a walker must know about a kind.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
pub(super) struct Facts {
    pub(super) solid: bool,
    pub(super) door: bool,
    pub(super) item: bool,
    pub(super) way: Option<Way>,
    /// Whether its exit is taken by stepping on it.
    pub(super) at_once: bool,
    /// Whether it reacts when the player walks into it.
    pub(super) bumps: bool,
    /// Whether it opens a menu.
    pub(super) menu: bool,
    pub(super) danger: Danger,
}

/// How bad it is to step somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Danger {
    None,
    Harm,
    Death,
}

/// Returns `true` if a forecast is to be avoided: it kills, takes more than half a percent of a
/// gauge, or starts a bad state.
pub fn harms(view: &View<'_>, forecast: &Forecast) -> bool {
    let own = view.own();
    let lowers = |&(id, span): &(Id<Attribute>, Span)| {
        let gauge = own.and_then(|own| own.gauges().find(|(it, _)| *it == id));
        let loss = (Fixed::ZERO - span.middle()) * Fixed::from_whole(200);
        gauge.is_some_and(|(_, value)| loss > value.max)
    };
    let bad = |&state: &Id<State>| is_bad(view, state);
    forecast.kills || forecast.changes.iter().any(lowers) || forecast.begins.iter().any(bad)
}

/// Returns `true` if it harms to stand in a field.
pub fn is_harmful(view: &View<'_>, field: Id<Field>) -> bool {
    let what = view.pack().fields.get(field);
    // Without effects of its own, its author knows best.
    let flagged = what.harmful && what.on.is_empty();
    flagged || harms(view, &view.standing_in(field))
}

/// Returns `true` if a step onto a kind is to be avoided.
pub fn is_dangerous(view: &View<'_>, kind: Id<Kind>) -> bool {
    Facts::new(view, kind).danger > Danger::None
}

/// Returns `true` if a state is to be avoided: it hurts, or prevents acting.
pub fn is_bad(view: &View<'_>, state: Id<State>) -> bool {
    let what = view.pack().states.get(state);
    let life = view.pack().rules.life;
    let hurts = view.turn_of(state).change(life).middle() < Fixed::ZERO;
    what.helpless || what.astray.is_some() || hurts
}

/// Returns `true` if something holds of an effect, or of one inside it.
fn any(effects: &[Effect], holds: &dyn Fn(&Effect) -> bool) -> bool {
    effects.iter().any(|effect| match effect.nature() {
        Nature::Nest(nest) => nest.lists().any(|it| any(it, holds)),
        Nature::Leaf(..) => holds(effect),
    })
}

/// Returns `true` if an effect of the ground does harm that is not a number: it lets something
/// harmful out, empties the bag, or is heard where its author calls that harmful. A forecast tells
/// of all other harm.
fn costs_dear(view: &View<'_>, kind: &Kind, effect: &Effect) -> bool {
    if matches!(effect, Effect::Noise { .. }) {
        return kind.harmful;
    }
    if let Effect::Put { field, .. } = effect {
        return harms(view, &view.standing_in(*field));
    }
    let empties = matches!(effect, Effect::Spill { .. } | Effect::Take { .. });
    empties && view.bag().next().is_some()
}

impl Facts {
    pub(super) fn new(view: &View<'_>, id: Id<Kind>) -> Self {
        let (pack, kind) = (view.pack(), view.pack().kinds.get(id));
        let forecast = view.step_onto(id);
        let dear = |effect: &Effect| costs_dear(view, kind, effect);
        let on = |it: Occasion| kind.on.effects(it);
        let stays = kind.layer != Layer::Item;
        let dear = stays
            && [Occasion::Enter, Occasion::Tread, Occasion::Turn]
                .iter()
                .any(|&it| any(on(it), &dear));
        let danger = match (forecast.kills, dear || harms(view, &forecast)) {
            (true, _) => Danger::Death,
            (false, true) => Danger::Harm,
            (false, false) => Danger::None,
        };
        Self {
            solid: kind.flags.contains(&pack.core.solid),
            door: kind.door.is_some(),
            item: kind.layer == Layer::Item,
            way: kind.stairs.as_ref().map(|it| it.way),
            at_once: kind.stairs.as_ref().is_some_and(|it| it.at_once),
            bumps: !kind.on.effects(Occasion::Bump).is_empty(),
            menu: [Occasion::Bump, Occasion::Enter, Occasion::Tread]
                .iter()
                .any(|&it| any(on(it), &|effect| matches!(effect, Effect::Menu { .. }))),
            danger,
        }
    }
}
