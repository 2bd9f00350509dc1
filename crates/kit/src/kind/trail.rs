use barrow_source::Node;

use crate::folder::cast::{Cast, Category};
use crate::folder::entry::{Entry, is_true};
use crate::ink::{Draft, Ink};
use crate::kind::hooks::Hooks;
use crate::lowering::{Lowering, Written};

/// The length of an actor's trail, and the number of a piece in it.
pub(crate) const NUMBERS: [&str; 2] = ["trail_length", "trail_piece"];
/// The flag of the last piece of a trail.
pub(crate) const END: &str = "trail_end";

/// Returns the passive effect of an item, if it leaves a trail.
pub(crate) fn leaves_trail(item: Entry<'_>) -> Option<&Node> {
    let passive = item.attribute("passive_effect")?;
    Some(passive).filter(|it| it.get("type").and_then(Node::text) == Some("leave_trail"))
}

impl Lowering<'_, '_, '_> {
    /// Adds a trail that is left on every cell that the carrier leaves. A step back onto its end
    /// winds it up.
    ///
    /// Pieces are numbered. The last piece is of a kind of its own, which tells a step back from
    /// a step across the trail.
    pub(crate) fn trail(&mut self, cast: &Cast<'_>, item: Entry<'_>, hooks: &mut Hooks) {
        let Some(passive) = leaves_trail(item) else { return };
        let ink = Ink(passive.span);
        let carried = cast.kind(Category::Item, item.key);
        let (piece, end) = (format!("{carried} (trail)"), format!("{carried} (trail end)"));
        let winds = passive.get("backtrack_removes").is_none_or(is_true);
        let [length, number] = NUMBERS.map(|it| self.attributes.plain_name(it));
        for name in [&piece, &end] {
            let mut kind = self.trail_piece(item, passive, &number);
            let last = *name == end;
            if last {
                kind.set("is", ink.list(vec![ink.text(self.attributes.plain_name(END))]));
            }
            let numbered = ink.member(number.as_str(), ink.text(format!("player.{length}")));
            kind.set("has", ink.node(barrow_source::Value::Object(vec![numbered])));
            let mut winding = Hooks::default();
            if last && winds {
                let taken_up = wind_up(ink, &end, [&length, &number]);
                winding.add("tread", ink.when(format!("actor.carries.`{carried}`"), taken_up));
            }
            winding.write(&mut kind, ink);
            Written::add(&mut self.written.kinds, name.clone(), passive.span, kind.finish());
        }
        let laid = self.lay_piece(ink, &piece, &end, &length);
        let onwards = if winds { format!("actor.here.`{end}` = 0") } else { "1".into() };
        hooks.add("leave", ink.when(onwards, laid));
    }

    fn trail_piece(&mut self, item: Entry<'_>, passive: &Node, number: &str) -> Draft {
        let ink = Ink(passive.span);
        let mut kind = Draft::new(ink);
        let shown = passive.get("trail_type").and_then(Node::text);
        let entity = shown.and_then(|key| self.folder.entities.find(key));
        kind.text("name", entity.map_or_else(|| item.name(), Entry::name));
        kind.text("as", "fixture");
        let mut look = Draft::new(ink);
        look.text("glyph", "`");
        let own = passive.get("use_item_tint").is_none_or(is_true);
        let tint = entity.and_then(|it| it.top("tint").or_else(|| it.top("fillColor")));
        self.color(item.top("tint").filter(|_| own).or(tint), &mut look);
        self.tile("tile", entity.and_then(|it| it.top("tileIndex")), &mut look);
        look.text("line", number);
        look.flag("bright", true);
        kind.set("look", look.finish());
        kind
    }

    /// Returns the effects that turn the last piece into an ordinary one and lay a new last piece
    /// where the carrier was.
    fn lay_piece(&self, ink: Ink, piece: &str, end: &str, length: &str) -> Vec<Node> {
        let is_end = format!("target.{}", self.attributes.plain_name(END));
        let older = ink.deed("become", [("kind", ink.text(piece)), ("of", ink.text("target"))]);
        let longer =
            [("attribute", ink.text(length)), ("by", ink.whole(1)), ("of", ink.text("actor"))];
        let spawn = [("kind", ink.text(end)), ("radius", ink.whole(0)), ("at", ink.text("target"))];
        vec![
            around(ink, "target", ink.when(is_end, vec![older])),
            ink.deed("change", longer),
            ink.deed("spawn", spawn),
        ]
    }
}

/// Returns the effects that remove the last piece and make the one before it the last.
fn wind_up(ink: Ink, end: &str, [length, number]: [&str; 2]) -> Vec<Node> {
    let shorter =
        [("attribute", ink.text(length)), ("by", ink.text("0 - 1")), ("of", ink.text("actor"))];
    let before = format!("target.{number} > 0 and target.{number} = actor.{length}");
    let newer = ink.deed("become", [("kind", ink.text(end)), ("of", ink.text("target"))]);
    vec![
        ink.deed("remove", [("of", ink.text("self"))]),
        ink.deed("change", shorter),
        around(ink, "actor", ink.when(before, vec![newer])),
    ]
}

fn around(ink: Ink, at: &str, effect: Node) -> Node {
    let fields = [("radius", ink.whole(1)), ("at", ink.text(at)), ("do", ink.list(vec![effect]))];
    ink.deed("area", fields)
}
