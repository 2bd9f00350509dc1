use barrow_source::{Node, Span};

use crate::attributes::LIFE;
use crate::effects::{Force, Roles};
use crate::folder::cast::{Cast, Category};
use crate::folder::entry::{Entry, is_true, number};
use crate::folder::reader::Keys;
use crate::ink::{Draft, Ink};
use crate::kind::hooks::Hooks;
use crate::lowering::{Lowering, Written};

const KEYS: Keys = Keys::new(
    &[
        "name",
        "duration",
        "on_apply_message",
        "on_remove_message",
        "on_apply_sound",
        "on_remove_sound",
        "immunity",
        "skip_turn",
        "per_turn_effect",
        "attached_actor",
        "random_movement",
        "extra_turn",
        "skip_every_other_turn",
        "remove_on_damage",
        "description",
    ],
    &[],
);

/// A state affects the one who has it.
const OWN: Roles = Roles { target: "target", source: "target", creates: false };

/// The state of an actor that was hit by a throw.
pub(crate) const STARTLED: &str = "thrown_at";
/// The state of an actor that was knocked back and loses a turn.
pub(crate) const STAGGERED: &str = "knocked_back";

impl Lowering<'_, '_, '_> {
    /// Writes a state.
    pub(crate) fn state(&mut self, cast: &Cast<'_>, state: Entry<'_>) {
        self.reader.check_keys(state.node, "a state", &KEYS);
        self.check_sounds(state.node);
        let ink = Ink(state.span);
        let mut draft = Draft::new(ink);
        draft.text("label", state.name());
        draft.text("about", state.top_text("description").unwrap_or_default());
        let lasts = state.top("duration").and_then(number).unwrap_or("1");
        draft.set("lasts", ink.whole(lasts));
        draft.text("needs", self.attributes.plain_name("sentient"));
        if let Some(immunity) = state.top_text("immunity") {
            draft.text("spares", self.attributes.plain_name(immunity));
        }
        let has = |key| state.top(key).is_some_and(is_true);
        draft.flag("helpless", has("skip_turn"));
        draft.flag("evades", has("skip_turn") && self.folder.switches.helpless);
        draft.flag("broken_by_harm", has("remove_on_damage"));
        if has("random_movement") {
            draft.set("astray", ink.whole(1));
        }
        draft.set("changes", ink.list(speed_changes(ink, state)));
        let texts = [("begins", "on_apply_message"), ("ends", "on_remove_message")];
        for (ours, theirs) in texts {
            let text = state.top_text(theirs).unwrap_or_default();
            draft.text(ours, self.texts.of_actor(text));
        }
        self.state_hooks(cast, state).write(&mut draft, ink);
        let name = self.state_name(state.key);
        Written::add(&mut self.written.states, name, state.span, draft.finish());
    }

    /// Writes the states that the kit's rules imply but its files do not declare.
    pub(crate) fn own_states(&mut self, span: Span) {
        let ink = Ink(span);
        for (name, label, helpless) in
            [(STARTLED, "startled", false), (STAGGERED, "staggered", true)]
        {
            let mut draft = Draft::new(ink);
            draft.text("label", label);
            draft.set("lasts", ink.whole(2));
            draft.flag("helpless", helpless);
            draft.flag("evades", helpless);
            Written::add(&mut self.written.states, name.into(), span, draft.finish());
        }
    }

    fn state_hooks(&mut self, cast: &Cast<'_>, state: Entry<'_>) -> Hooks {
        let mut hooks = Hooks::default();
        for (occasion, key) in [("spawn", "on_apply_sound"), ("die", "on_remove_sound")] {
            if let Some(sound) = state.top_text(key) {
                hooks.add(occasion, Ink(state.span).cue(sound));
            }
        }
        if let Some(effects) = state.top("per_turn_effect") {
            let cause = state.name().to_lowercase();
            let ink = Ink(effects.span);
            if let Some(lost) = lost_life(effects) {
                hooks.add("turn", ink.say(format!("[Target] lose[s] {lost} health: {cause}.")));
            }
            let force = Force { cause: Some(&cause), ..Force::default() };
            hooks.extend("turn", self.effects(effects, OWN, force));
        }
        if let Some(attached) = state.top("attached_actor") {
            hooks.extend("turn", self.bring(cast, attached, "target", None));
        }
        hooks
    }

    /// Returns the effects that bring an actor of the kit to a place: a field is put there,
    /// anything else is spawned. With a radius, a field is put around the place and not there.
    pub(crate) fn bring(
        &mut self,
        cast: &Cast<'_>,
        named: &Node,
        at: &str,
        radius: Option<&str>,
    ) -> Vec<Node> {
        let ink = Ink(named.span);
        let Some(key) = named.text() else { return Vec::new() };
        let Some(actor) = cast.actor(key) else {
            self.reader.warn(named.span, format!("there is no actor `{key}`; it is left out"));
            return Vec::new();
        };
        if cast.nature(actor).is_field() {
            let field = self.field_of(cast, actor);
            return vec![crate::field::put(ink, &field, actor, at, radius)];
        }
        let kind = ink.text(cast.kind(Category::Actor, key));
        let near = ink.whole(radius.unwrap_or("1"));
        vec![ink.deed("spawn", [("kind", kind), ("radius", near), ("at", ink.text(at))])]
    }

    /// Returns the name of the gauge that actors die of.
    pub(crate) fn life(&self) -> String {
        self.attributes.gauge_name(LIFE)
    }
}

/// Returns the changes of a state that makes faster or slower.
fn speed_changes(ink: Ink, state: Entry<'_>) -> Vec<Node> {
    let has = |key| state.top(key).is_some_and(is_true);
    let times = match () {
        () if has("extra_turn") => "2",
        () if has("skip_every_other_turn") => "0.5",
        () => return Vec::new(),
    };
    vec![ink.object([("attribute", ink.text("speed")), ("times", ink.whole(times))])]
}

/// Returns the health that an effect map takes, if that is a plain number.
pub(crate) fn lost_life(map: &Node) -> Option<&str> {
    number(map.get(LIFE)?)?.strip_prefix('-')
}
