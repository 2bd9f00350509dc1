use serde::{Deserialize, Serialize};

use crate::form::{Form, Record};
use crate::scope::Subjects;
use crate::template::Template;

/// What players read about common events. The defaults are in `core.json`; an empty text is not
/// shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Messages {
    /// A player's actor picks up the item.
    pub took: Template,
    /// A player's actor has no room for the item that lies there.
    pub no_room: Template,
    /// The target, a door, opens.
    pub opened: Template,
    /// The target, a door, closes.
    pub closed: Template,
    /// The actor opens the lock of the target with the item.
    pub unlocked: Template,
    /// A condition opens the target. Every player reads it.
    pub unsealed: Template,
    /// A condition closes the target. Every player reads it.
    pub sealed: Template,
    /// A player's actor pushes the target.
    pub pushed: Template,
    /// The target falls into a pit.
    pub fell: Template,
    /// The item, thrown or shot by the actor, hits the target.
    pub shot: Template,
    /// The item, thrown or shot by the actor, misses the target.
    pub shot_past: Template,
    /// The actor throws the item, which meets nobody.
    pub threw: Template,
    /// The item bursts where it lands after a throw.
    pub burst: Template,
    /// The item breaks on the target that it hits.
    pub broke: Template,
    /// A player's actor has picked up the item and cannot wear it.
    pub unfit: Template,
    /// The item slips out of the bag of a player's actor.
    pub lost: Template,
    /// A player's actor learns what the item is.
    pub identified: Template,
}

impl Record for Messages {
    const NAME: &'static str = "messages";
    const ABOUT: &'static str = "What players read about common events. Every pack has them; a \
                                 pack can write its own, and an empty text is not shown. None is \
                                 shown if the thing itself says something on that occasion.";
    const SUBJECTS: Option<Subjects> = Some(Subjects::DEED);

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("took", "A player's actor picks up the item.", &mut self.took);
        let about = "A player's actor has no room for the item that it walks over or is given.";
        form.field("no_room", about, &mut self.no_room);
        form.field("opened", "The target, a door, opens.", &mut self.opened);
        form.field("closed", "The target, a door, closes.", &mut self.closed);
        let about = "The actor opens the lock of the target with the item.";
        form.field("unlocked", about, &mut self.unlocked);
        let about = "The condition `while` opens the target. Every player reads it.";
        form.field("unsealed", about, &mut self.unsealed);
        let about = "The condition `while` closes the target. Every player reads it.";
        form.field("sealed", about, &mut self.sealed);
        form.field("pushed", "A player's actor pushes the target.", &mut self.pushed);
        form.field("fell", "The target falls into a pit.", &mut self.fell);
        let about = "The item, thrown or shot by the actor, hits the target.";
        form.field("shot", about, &mut self.shot);
        let about = "The item, thrown or shot by the actor, misses the target.";
        form.field("shot_past", about, &mut self.shot_past);
        let about = "The actor throws the item, which meets nobody.";
        form.field("threw", about, &mut self.threw);
        let about = "The item, which is `fragile`, lands after a throw.";
        form.field("burst", about, &mut self.burst);
        let about = "The item, which `shatters`, breaks on the target.";
        form.field("broke", about, &mut self.broke);
        let about = "A player's actor has taken the item, which is `eager`, and cannot wear it.";
        form.field("unfit", about, &mut self.unfit);
        let about = "A `spill` takes the item from a player's actor.";
        form.field("lost", about, &mut self.lost);
        let about = "A player's actor learns by using the item what it is.";
        form.field("identified", about, &mut self.identified);
    }
}
