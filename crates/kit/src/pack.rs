use barrow_source::{Member, Node, Span, Value};

use crate::folder::Prototype;
use crate::folder::cast::Cast;
use crate::ink::{Draft, Ink};
use crate::kind::item::{WEAPON, WORN};
use crate::lowering::Lowering;

/// The prototype that a folder begins with unless it says otherwise.
const FIRST: &str = "default";

/// Returns how the kit measures distances. Its field of view and its lights go by rings of cells;
/// for actors, shots and spells it takes the straight distance.
fn metrics(ink: Ink) -> Node {
    let (square, circle) = (|| ink.text("square"), || ink.text("circle"));
    ink.object([
        ("sight", square()),
        ("light", square()),
        ("minds", circle()),
        ("throw", circle()),
        ("cast", circle()),
    ])
}

impl<'k> Lowering<'k, '_, '_> {
    /// Returns the section `pack`.
    pub(crate) fn pack(&mut self) -> Node {
        let start = self.start();
        let name = start.map_or(String::new(), |it| it.name.clone());
        let span = start.map_or(Span::default(), |it| it.config.span);
        let ink = Ink(span);
        let switches = &self.folder.switches;
        let mut pack = Draft::new(ink);
        let title = start.and_then(|it| it.config.get("name")).filter(|it| it.text().is_some());
        let title = switches.title.clone().or_else(|| title.cloned());
        pack.set("title", title.unwrap_or_else(|| ink.text(name.clone())));
        pack.set("about", switches.about.clone().unwrap_or_else(|| ink.node(Value::Null)));
        pack.set("heroes", ink.list(self.heroes(&name)));
        pack.text("start", name);
        pack.text("life", self.life());
        pack.text("pickup", "walking");
        pack.flag("push_is_no_step", true);
        pack.flag("strewn", true);
        pack.flag("free_drops", true);
        pack.set("metrics", metrics(ink));
        pack.set("messages", self.messages(ink));
        pack.flag("line_sight", true);
        pack.flag("pointed_steps", true);
        pack.flag("heedless", switches.heedless);
        pack.flag("states_by_turn", true);
        pack.text("weapons", if switches.weapons { "replace" } else { "overlay" });
        let strength = self.attributes.reading("self", "strength").unwrap_or_default();
        pack.text("throw_range", format!("10 + {strength}"));
        pack.set("panel", ink.list(self.panel(ink)));
        pack.finish()
    }

    /// Returns the messages that differ from those of other packs. `kit.json` may have its own.
    fn messages(&self, ink: Ink) -> Node {
        let mut messages = Draft::new(ink);
        let own = self.folder.switches.messages.as_ref();
        let usual = [
            ("unsealed", "The way forward is open."),
            ("sealed", "The way forward is sealed again."),
            ("lost", "The current takes [item] from [actor]."),
        ];
        for (key, text) in
            usual.into_iter().filter(|(key, _)| own.is_none_or(|it| it.get(key).is_none()))
        {
            messages.text(key, text);
        }
        for member in own.and_then(Node::members).unwrap_or_default() {
            messages.keep(&member.key, member.value.clone());
        }
        messages.finish()
    }

    fn start(&mut self) -> Option<&'k Prototype> {
        let folder = self.folder;
        let wanted = folder.switches.start.as_ref();
        let named = wanted.and_then(|it| crate::level::find_prototype(folder, it.text()?));
        if let Some(wanted) = wanted.filter(|_| named.is_none()) {
            self.reader.report.error(wanted.span, "there is no such prototype to begin with");
        }
        let first = || folder.prototypes.iter().find(|it| it.name == FIRST);
        named.or_else(first).or(folder.prototypes.first())
    }

    /// Returns all heroes, that of the first level first.
    fn heroes(&self, start: &str) -> Vec<Node> {
        let mut levels: Vec<&Member> = self.written.levels.iter().collect();
        levels.sort_by_key(|it| it.key != start);
        let mut heroes: Vec<Node> = Vec::new();
        for hero in levels.into_iter().filter_map(|it| it.value.get("hero")) {
            if !heroes.iter().any(|it| it.text() == hero.text()) {
                heroes.push(hero.clone());
            }
        }
        heroes
    }

    fn panel(&self, ink: Ink) -> Vec<Node> {
        let mut rows = Cast::common(self.folder).hero_stats();
        for prototype in &self.folder.prototypes {
            let more = Cast::of(self.folder, prototype).hero_stats();
            rows.extend(more.into_iter().filter(|it| !rows.contains(it)).collect::<Vec<_>>());
        }
        let rows = rows.iter().map(|it| {
            let attribute = ink.text(self.attributes.gauge_name(it));
            ink.object([("attribute", attribute), ("bar", ink.flag(true))])
        });
        rows.collect()
    }

    /// Returns the section `slots`.
    pub(crate) fn slots(pack: &Node) -> Vec<Member> {
        let ink = Ink(pack.span);
        let weapon = ink.member(WEAPON, ink.object([("weapon", ink.flag(true))]));
        let worn = WORN.map(|it| ink.member(it, ink.object([])));
        [weapon].into_iter().chain(worn).collect()
    }
}
