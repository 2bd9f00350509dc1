//! Lists of effects, wherever they are, to add sounds to them.

use crate::Pack;
use crate::model::{Effect, Routine, SoundName};
use crate::names::{Id, Table};
use crate::walk::{Visitor, walk_effects};

/// Which lists play a sound of their own.
pub(super) struct Heard(Vec<Id<Routine>>);

impl Heard {
    /// Finds the routines that play one.
    pub(super) fn in_routines(routines: &Table<Routine>) -> Self {
        let mut found = Self(Vec::new());
        loop {
            let more =
                routines.iter().filter(|(id, it)| !found.0.contains(id) && found.in_list(&it.deed));
            let more: Vec<_> = more.map(|it| it.0).collect();
            if more.is_empty() {
                return found;
            }
            found.0.extend(more);
        }
    }

    /// Returns whether a list plays one.
    pub(super) fn in_list(&self, list: &[Effect]) -> bool {
        let plays = |it: &Effect| {
            let called = |routine| self.0.contains(routine);
            matches!(it, Effect::Cue { .. })
                || matches!(it, Effect::Call { routine, .. } if called(routine))
        };
        count(list, &plays) > 0
    }
}

/// Counts the effects of a kind in a list and in those within it.
pub(super) fn count(list: &[Effect], is_meant: &dyn Fn(&Effect) -> bool) -> usize {
    struct Count<'f>(&'f dyn Fn(&Effect) -> bool, usize);
    impl Visitor for Count<'_> {
        fn effect(&mut self, effect: &Effect) {
            self.1 += usize::from((self.0)(effect));
        }
    }
    let mut count = Count(is_meant, 0);
    walk_effects(list, &mut count);
    count.1
}

/// Plays a sound before the first effect that is meant, whichever way a list goes. Returns whether
/// there is one.
pub(super) fn cue_before(
    list: &mut Vec<Effect>,
    sound: &str,
    is_meant: &dyn Fn(&Effect) -> bool,
) -> bool {
    for index in 0..list.len() {
        if is_meant(&list[index]) {
            list.insert(index, Effect::Cue { name: SoundName(sound.into()) });
            return true;
        }
        let mut played = false;
        for it in lists_of(&mut list[index]) {
            played |= cue_before(it, sound, is_meant);
        }
        if played {
            return true;
        }
    }
    false
}

/// Returns the lists within an effect that run at once, for the same subjects.
#[expect(clippy::wildcard_enum_match_arm, reason = "most effects have no lists")]
pub(super) fn lists_of(effect: &mut Effect) -> Vec<&mut Vec<Effect>> {
    match effect {
        Effect::If { then, otherwise, .. } | Effect::Chance { then, otherwise, .. } => {
            vec![then, otherwise]
        }
        Effect::With { then, .. } | Effect::Repeat { then, .. } => vec![then],
        Effect::Pick { lots } => lots.iter_mut().map(|it| &mut it.deed).collect(),
        _ => Vec::new(),
    }
}

/// Calls a function with every list of effects that is not within another.
pub(super) fn each_list(pack: &mut Pack, change: &mut dyn FnMut(&mut Vec<Effect>)) {
    pack.rules.on.each_list(change);
    pack.kinds.for_each_named(|_, it| it.on.each_list(change));
    pack.states.for_each_named(|_, it| it.on.each_list(change));
    pack.levels.for_each_named(|_, it| it.on.each_list(change));
    pack.rooms.for_each_named(|_, it| it.on.each_list(change));
    pack.routines.for_each_named(|_, it| change(&mut it.deed));
    pack.abilities.for_each_named(|_, it| change(&mut it.deed));
    pack.menus.for_each_named(|_, it| it.options.iter_mut().for_each(|it| change(&mut it.deed)));
}
