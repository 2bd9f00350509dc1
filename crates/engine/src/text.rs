//! Words for what happens. They draw from a stream that no rule reads.

use barrow_dice::Rng;
use barrow_pack::{Article, Id, Kind, Piece, Template};

use crate::ctx::{Ctx, Reads};
use crate::entity::EntityId;
use crate::event::{Event, Told};
use crate::scene::Scene;

impl<W: Reads> Ctx<'_, W> {
    fn audience(&self, involved: &[EntityId], scene: &Scene) -> u8 {
        let cells = involved.iter().filter_map(|&id| self.place(id)).chain(scene.cell);
        let cells: Vec<_> = cells.collect();
        let mut bits = involved.iter().fold(0, |bits, &id| bits | self.player_bit(id));
        for (player, it) in self.world.players.iter().enumerate() {
            bits |= u8::from(cells.iter().any(|&at| it.fog.visible().contains(at))) << player;
        }
        bits
    }

    fn name(&self, who: EntityId, article: Article) -> String {
        if self.is_player(who) && article != Article::Plain {
            return "you".into();
        }
        match article {
            Article::Plain => self.plain_name(who),
            Article::Definite => self.definite(who),
            Article::Indefinite => self.indefinite(who),
        }
    }

    /// `the goblin`, or a name of its own.
    pub(crate) fn definite(&self, who: EntityId) -> String {
        let (name, proper) = (self.plain_name(who), self.kind(who).proper);
        if proper { name } else { format!("the {name}") }
    }

    /// `a goblin`, `an orc`, `some water`, or a name of its own.
    pub(crate) fn indefinite(&self, who: EntityId) -> String {
        let (name, kind) = (self.plain_name(who), self.kind(who));
        let vowel = name.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
        match (kind.proper, kind.mass, vowel) {
            (true, _, _) => name,
            (_, true, _) => format!("some {name}"),
            (_, _, true) => format!("an {name}"),
            (_, _, false) => format!("a {name}"),
        }
    }

    /// What a thing is called by those who know as much as the players do.
    pub(crate) fn plain_name(&self, who: EntityId) -> String {
        self.kind_name(self.entity(who).kind)
    }

    /// What a kind is called by those who know as much as the players do.
    pub(crate) fn kind_name(&self, id: Id<Kind>) -> String {
        let kind = self.pack.kinds.get(id);
        let unknown = kind.item.as_ref().and_then(|item| item.unknown.as_ref());
        match unknown {
            Some(unknown) if !self.is_known(id) => self.unknown_name(id, &unknown.name),
            _ if kind.name.is_empty() => self.pack.kinds.name(id).replace('_', " "),
            _ => kind.name.to_string(),
        }
    }

    /// Whether a kind is known for what it is.
    pub(crate) fn is_known(&self, id: Id<Kind>) -> bool {
        let item = self.pack.kinds.get(id).item.as_ref();
        item.is_none_or(|it| it.unknown.is_none()) || self.world.known.binary_search(&id).is_ok()
    }

    /// The name of a kind that is not known yet: its words are the same all through a run,
    /// since they are drawn from the run's seed and the kind.
    fn unknown_name(&self, kind: Id<Kind>, name: &Template) -> String {
        let mut rng = self.world.seed.stream(UNKNOWN, &[kind.index().into()]);
        name.pieces
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) => text.to_string(),
                Piece::Word(list) => {
                    let words = &self.pack.words.get(*list).words;
                    rng.pick(words).map_or_else(String::new, ToString::to_string)
                }
                Piece::Name { .. } | Piece::Agree { .. } | Piece::Number(_) | Piece::Indefinite => {
                    String::new()
                }
            })
            .collect()
    }

    /// A text with its placeholders filled in, its words drawn from a stream.
    pub(crate) fn rendered(&self, text: &Template, scene: &Scene, words: &mut Rng) -> String {
        let mut out = String::new();
        let mut told: Option<EntityId> = None;
        // Where an article waits for the letter that decides it.
        let mut article: Option<usize> = None;
        for piece in &text.pieces {
            match piece {
                Piece::Indefinite => article = Some(out.len()),
                Piece::Text(text) => out.push_str(text),
                Piece::Name { subject, article, capital } => {
                    told = scene.subject(*subject);
                    let name =
                        told.map_or_else(|| "something".into(), |who| self.name(who, *article));
                    out.push_str(&if *capital { capitalized(&name) } else { name });
                }
                Piece::Agree { you, other } => {
                    let to_player = told.is_some_and(|who| self.is_player(who));
                    out.push_str(if to_player { you } else { other });
                }
                Piece::Word(list) => {
                    let list = &self.pack.words.get(*list).words;
                    out.push_str(words.pick(list).map_or("", |word| word));
                }
                Piece::Number(formula) => {
                    let number = self.sheet().number(formula, scene, words);
                    out.push_str(&number.to_string());
                }
            }
            if let Some(at) = article
                && let Some(first) = out[at..].trim_start().chars().next()
            {
                let vowel = "aeiou".contains(first.to_ascii_lowercase());
                out.insert_str(at, if vowel { "an" } else { "a" });
                article = None;
            }
        }
        out
    }
}

impl Ctx<'_> {
    /// Tells a text to every player who perceives one of those it speaks of.
    pub(crate) fn say(&mut self, text: &Template, scene: &Scene) {
        if text.is_empty() {
            return;
        }
        let involved = [scene.own, scene.actor, scene.target].into_iter().flatten();
        let places: Vec<EntityId> = involved.collect();
        let audience = if places.is_empty() { u8::MAX } else { self.audience(&places, scene) };
        self.say_to(audience, text, scene);
    }

    /// Tells a text about someone.
    pub(crate) fn say_of(&mut self, who: EntityId, text: &Template, scene: &Scene) {
        let audience = self.audience(&[who], scene);
        self.say_to(audience, text, scene);
    }

    fn say_to(&mut self, audience: u8, text: &Template, scene: &Scene) {
        if !text.is_empty() && audience != 0 {
            let text = self.render(text, scene);
            self.world.told.push(Told { audience, event: Event::Said { text } });
        }
    }

    /// A text with its placeholders filled in.
    pub(crate) fn render(&mut self, text: &Template, scene: &Scene) -> String {
        let mut words = self.world.words.clone();
        let out = self.rendered(text, scene, &mut words);
        self.world.words = words;
        out
    }
}

const UNKNOWN: barrow_dice::Stream = barrow_dice::Stream::named("unknown");

pub(crate) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
