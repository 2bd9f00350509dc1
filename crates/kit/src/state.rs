use barrow_source::{Node, Span};

use super::attributes::LIFE;
use super::cast::{Cast, Sort};
use super::clerk::Keys;
use super::effects::{Force, Roles};
use super::entry::{Entry, is_true, number};
use super::hooks::Hooks;
use super::lowering::{Lowering, Written};
use crate::ink::{Draft, Ink};

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

/// Who has a state does its effects to himself.
const OWN: Roles = Roles { target: "target", source: "target", creates: false };

/// Whoever was hit by a throw.
pub(super) const STARTLED: &str = "thrown_at";
/// Whoever was knocked back loses a turn.
pub(super) const STAGGERED: &str = "knocked_back";

impl Lowering<'_, '_, '_> {
    pub(super) fn state(&mut self, cast: &Cast<'_>, state: Entry<'_>) {
        self.clerk.check_keys(state.node, "a state", &KEYS);
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

    /// The states that the kit has no words for.
    pub(super) fn own_states(&mut self, span: Span) {
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
            let effects = self.effects(effects, OWN, Force::default());
            hooks.extend("turn", effects);
        }
        if let Some(attached) = state.top("attached_actor") {
            hooks.extend("turn", self.bring(cast, attached, "target", None));
        }
        hooks
    }

    /// Effects that bring an actor of the kit to where someone is: a field is put there, all
    /// else is spawned.
    pub(super) fn bring(
        &mut self,
        cast: &Cast<'_>,
        named: &Node,
        at: &str,
        radius: Option<&str>,
    ) -> Vec<Node> {
        let ink = Ink(named.span);
        let Some(key) = named.text() else { return Vec::new() };
        let Some(actor) = cast.actor(key) else {
            self.clerk.warn(named.span, format!("there is no actor `{key}`; it is left out"));
            return Vec::new();
        };
        if cast.nature(actor).is_field() {
            let field = self.field_of(cast, actor);
            return vec![super::field::put(ink, &field, actor, at, radius)];
        }
        let kind = ink.text(cast.kind(Sort::Actor, key));
        let near = ink.whole(radius.unwrap_or("1"));
        vec![ink.deed("spawn", [("kind", kind), ("radius", near), ("at", ink.text(at))])]
    }

    pub(super) fn life(&self) -> String {
        self.attributes.gauge_name(LIFE)
    }
}

/// Haste and slowness.
fn speed_changes(ink: Ink, state: Entry<'_>) -> Vec<Node> {
    let has = |key| state.top(key).is_some_and(is_true);
    let times = match () {
        () if has("extra_turn") => "2",
        () if has("skip_every_other_turn") => "0.5",
        () => return Vec::new(),
    };
    vec![ink.object([("attribute", ink.text("speed")), ("times", ink.whole(times))])]
}
