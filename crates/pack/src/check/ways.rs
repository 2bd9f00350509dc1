//! Checks of how things move and whom they let in.

use super::Checker;
use crate::model::{Layer, Moves};
use crate::names::Section;

impl Checker<'_, '_> {
    /// Checks that there are not too many ways of moving, and that the right things have them.
    pub(super) fn ways(&mut self) {
        let own = Moves::MAX - Moves::BUILT_IN.len();
        if let Some(thing) = self.things(Section::Ways).get(own) {
            let what = format!("a pack has at most {own} ways of moving of its own");
            self.reader.error(thing.span, what);
        }
        for (thing, (_, kind)) in self.things(Section::Kinds).iter().zip(self.pack.kinds.iter()) {
            let actor = kind.layer == Layer::Actor;
            let ground = matches!(kind.layer, Layer::Terrain | Layer::Fixture);
            let misplaced = [
                ("moves", actor, "only actors move by themselves; say who may enter with `lets`"),
                ("lets", ground, "only terrain, fixtures and fields let others in"),
                ("slow", ground, "only terrain, fixtures and fields slow others down"),
            ];
            for (key, fits, what) in misplaced {
                if let Some(node) = thing.node.get(key).filter(|_| !fits) {
                    self.reader
                        .report
                        .warning(node.span, format!("`{key}` does nothing here: {what}"));
                }
            }
        }
    }
}
