//! Texts for players. They draw words from a stream of their own, which no rule reads.

mod english;

use std::borrow::Cow;

use barrow_dice::{Fixed, Rng};
use barrow_pack::{Article, Id, Kind, Piece, Template, WordList};

use crate::ctx::scene::Scene;
use crate::ctx::{Ctx, ReadCtx, Reads};
use crate::event::{Event, Notice};
use crate::state::entity::EntityId;

use self::english::{capitalize, insert_article, second_person, with_indefinite_article};

impl<W: Reads> Ctx<'_, W> {
    /// Returns the players who perceive one of the entities involved or see the scene's cell, a bit
    /// each. If nothing is involved, returns all players.
    fn audience(&self, involved: [Option<EntityId>; 3], scene: &Scene) -> u8 {
        if involved == [None; 3] && scene.cell.is_none() {
            return u8::MAX;
        }
        let mut there = scene.cell.map_or(0, |at| self.who_sees(at));
        for who in involved.into_iter().flatten() {
            // Often all players perceive the first one.
            if self.is_everyone(there) {
                break;
            }
            there |= self.who_perceives(who);
        }
        there
    }

    /// Writes the name of an entity, or "you".
    fn write_name(
        &self,
        (who, is_you): (EntityId, bool),
        to: u8,
        article: Article,
        capital: bool,
        out: &mut String,
    ) {
        let start = out.len();
        // Players who read the same text share the veil of the first.
        let veiled = || self.veiled_name(to.trailing_zeros() as usize, who).filter(|_| !is_you);
        if let Some(name) = veiled() {
            out.push_str(&name);
            if capital {
                capitalize(out, start);
            }
            return;
        }
        match article {
            Article::Definite | Article::Indefinite if is_you => {
                return out.push_str(if capital { "You" } else { "you" });
            }
            Article::Definite | Article::Named if !self.kind(who).proper => {
                out.push_str(if capital { "The " } else { "the " });
                return out.push_str(&self.name_of(who));
            }
            Article::Indefinite => out.push_str(&self.indefinite(who)),
            Article::Plain | Article::Definite | Article::Named => {
                out.push_str(&self.name_of(who));
            }
        }
        if capital {
            capitalize(out, start);
        }
    }

    /// Returns a name with its definite article: `the goblin`. Proper names have none.
    pub(crate) fn definite(&self, who: EntityId) -> String {
        let (name, proper) = (self.plain_name(who), self.kind(who).proper);
        if proper { name } else { format!("the {name}") }
    }

    /// Returns a name with its indefinite article: `a goblin`, `an orc`, `some water`. Proper names
    /// have none.
    pub(crate) fn indefinite(&self, who: EntityId) -> String {
        with_indefinite_article(self.plain_name(who), self.kind(who))
    }

    /// Returns the name of a kind with its indefinite article.
    pub(crate) fn indefinite_kind(&self, id: Id<Kind>) -> String {
        with_indefinite_article(self.kind_name(id), self.pack.kinds.get(id))
    }

    /// Returns the name of an entity, as far as players know what it is.
    pub(crate) fn plain_name(&self, who: EntityId) -> String {
        self.name_of(who).into_owned()
    }

    /// Does the same as [`Self::plain_name`]. Most names are borrowed from the pack.
    fn name_of(&self, who: EntityId) -> Cow<'_, str> {
        let id = self.entity(who).kind;
        let kind = self.pack.kinds.get(id);
        if kind.item.is_none() && kind.name.template.is_empty() {
            return self.called(id);
        }
        self.called_as(id, self.sheet().is_known(who), Some(who))
    }

    /// Returns the name of a kind, as far as players know what it is.
    pub(crate) fn kind_name(&self, id: Id<Kind>) -> String {
        self.called(id).into_owned()
    }

    /// Does the same as [`Self::kind_name`]. Most names are borrowed from the pack.
    fn called(&self, id: Id<Kind>) -> Cow<'_, str> {
        let kind = self.pack.kinds.get(id);
        if kind.item.is_none() && !kind.name.is_empty() {
            return Cow::Borrowed(&kind.name);
        }
        self.called_as(id, self.is_known(id), None)
    }

    /// Returns the name of a kind that may be unidentified, or have a drawn name, or show values
    /// of the thing that is named.
    fn called_as(&self, id: Id<Kind>, known: bool, who: Option<EntityId>) -> Cow<'_, str> {
        let kind = self.pack.kinds.get(id);
        let item = kind.item.as_ref();
        match item.and_then(|item| item.unknown.as_ref()).filter(|_| !known) {
            Some(unknown) => self.drawn_name(id, &unknown.name, None).into(),
            None => match item.filter(|item| !item.called.is_empty()) {
                Some(item) => self.drawn_name(id, &item.called, who).into(),
                None if who.is_some() && !kind.name.template.is_empty() => {
                    self.drawn_name(id, &kind.name.template, who).into()
                }
                None if kind.name.is_empty() => self.pack.kinds.name(id).replace('_', " ").into(),
                None => Cow::Borrowed(&kind.name),
            },
        }
    }

    /// Returns whether players know what a kind is.
    pub(crate) fn is_known(&self, id: Id<Kind>) -> bool {
        !self.facts.item(id).unknown || self.world.identified.binary_search(&id).is_ok()
    }

    /// Returns a name with drawn words. They follow from the run's seed, the kind and the word list,
    /// so they stay the same during a run: a red potion stays red when it becomes known.
    /// Numbers are those of the thing that is named, if there is one.
    fn drawn_name(&self, kind: Id<Kind>, name: &Template, who: Option<EntityId>) -> String {
        let mut out = String::new();
        self.draw_name(kind, name, who, &mut Vec::new(), &mut out);
        out
    }

    /// Writes a name with drawn words. `lists` has the word lists that were drawn from so far.
    fn draw_name(
        &self,
        kind: Id<Kind>,
        name: &Template,
        who: Option<EntityId>,
        lists: &mut Vec<Id<WordList>>,
        out: &mut String,
    ) {
        let scene = who.map(|who| self.with_player(Scene::of(who)));
        let number =
            |formula| Some(self.sheet().number(formula, scene.as_ref()?, &mut Rng::new(0)));
        for piece in &name.pieces {
            match piece {
                Piece::Text(text) | Piece::Agree { other: text, .. } => out.push_str(text),
                Piece::Word(list) | Piece::Verb(list) => {
                    let nth = lists.iter().filter(|it| *it == list).count();
                    lists.push(*list);
                    out.push_str(self.drawn_word(kind, *list, nth));
                }
                Piece::Number(formula) => {
                    if let Some(number) = number(formula) {
                        out.push_str(&number.to_string());
                    }
                }
                Piece::Case { of, truth, texts } => {
                    if let Some(text) = number(of).and_then(|it| case(it, *truth, texts)) {
                        self.draw_name(kind, text, who, lists, out);
                    }
                }
                Piece::Name { .. } | Piece::Indefinite => {}
            }
        }
    }

    /// Returns the nth word that a name draws from a list. Kinds whose unknown names draw from the
    /// same list are dealt different words, as long as there are enough.
    fn drawn_word(&self, kind: Id<Kind>, list: Id<WordList>, nth: usize) -> &str {
        let words = &self.pack.words.get(list).words;
        let is_dealt = |id: Id<Kind>| {
            let unknown = self.pack.kinds.get(id).item.as_ref().and_then(|it| it.unknown.as_ref());
            let of_list = |it: &Piece| matches!(it, Piece::Word(of) if *of == list);
            unknown.is_some_and(|it| it.name.pieces.iter().any(of_list))
        };
        if is_dealt(kind) {
            let ids = self.pack.kinds.iter().map(|(id, _)| id);
            let before = ids.take_while(|it| *it != kind).filter(|it| is_dealt(*it)).count();
            let mut dealt: Vec<_> = words.iter().collect();
            self.world.seed.stream(UNKNOWN, &[list.index().into()]).shuffle(&mut dealt);
            return dealt.get((before + nth) % dealt.len().max(1)).map_or("", |word| word);
        }
        let nth = u32::try_from(nth).unwrap_or(u32::MAX);
        let indices = [kind.index().into(), list.index().into(), nth];
        self.world.seed.stream(UNKNOWN, &indices).pick(words).map_or("", |word| word)
    }

    /// Returns a text with its placeholders filled in. The players in `to`, a bit each, are "you";
    /// words are drawn from `words`.
    pub(crate) fn rendered(
        &self,
        text: &Template,
        scene: &Scene,
        to: u8,
        words: &mut Rng,
    ) -> String {
        let mut writing =
            Writing { out: String::with_capacity(USUAL_LENGTH), ..Writing::default() };
        self.look().write(text, scene, to, words, &mut writing);
        writing.out
    }
}

impl ReadCtx<'_> {
    /// Returns what is shown beside the name of an entity.
    pub(crate) fn status_of(&self, who: EntityId) -> String {
        let scene = self.with_player(Scene::of(who));
        self.rendered(&self.kind(who).status, &scene, 0, &mut self.world.text_rng.clone())
    }

    fn write(
        &self,
        text: &Template,
        scene: &Scene,
        to: u8,
        words: &mut Rng,
        writing: &mut Writing,
    ) {
        for piece in &text.pieces {
            let Writing { out, is_you, article } = writing;
            match piece {
                Piece::Indefinite => *article = Some(out.len()),
                Piece::Text(text) => out.push_str(text),
                Piece::Name { subject, article, capital } => {
                    let named = scene.subject(*subject);
                    *is_you = named.is_some_and(|who| self.player_bit(who) & to != 0);
                    match named {
                        Some(who) => self.write_name((who, *is_you), to, *article, *capital, out),
                        None => out.push_str(if *capital { "Something" } else { "something" }),
                    }
                }
                Piece::Agree { you, other } => out.push_str(if *is_you { you } else { other }),
                Piece::Word(list) => out.push_str(self.any_word(*list, words)),
                Piece::Verb(list) => {
                    let word = self.any_word(*list, words);
                    out.push_str(&if *is_you { second_person(word) } else { word.into() });
                }
                Piece::Number(formula) => {
                    let number = self.sheet().number(formula, scene, words);
                    out.push_str(&number.to_string());
                }
                Piece::Case { of, truth, texts } => {
                    let number = self.sheet().number(of, scene, words);
                    if let Some(text) = case(number, *truth, texts) {
                        self.write(text, scene, to, words, writing);
                    }
                }
            }
            let Writing { out, article, .. } = writing;
            *article = article.filter(|&at| !insert_article(out, at));
        }
    }

    /// Returns a random word of a list.
    fn any_word(&self, list: Id<WordList>, words: &mut Rng) -> &str {
        words.pick(&self.pack.words.get(list).words).map_or("", |word| word)
    }
}

/// A text that is being written.
#[derive(Default)]
struct Writing {
    out: String,
    /// Whether the last name was "you".
    is_you: bool,
    /// The position of an article that depends on the next letter.
    article: Option<usize>,
}

/// Returns the text for a number: by its truth, or by its value, the last for all more.
fn case(number: Fixed, truth: bool, texts: &[Template]) -> Option<&Template> {
    if truth {
        return texts.get(usize::from(!number.is_true()));
    }
    let index = usize::try_from(number.to_whole().max(0)).unwrap_or(usize::MAX);
    texts.get(index).or(texts.last())
}

impl Ctx<'_> {
    /// Tells a text to every player who perceives one of the entities in the scene.
    pub(crate) fn say(&mut self, text: &Template, scene: &Scene) {
        if !text.is_empty() {
            let audience = self.audience([scene.own, scene.actor, scene.target], scene);
            self.say_to(audience, text, scene);
        }
    }

    /// Does the same as [`Self::say`] if some players are already known to perceive it.
    pub(crate) fn say_also_to(&mut self, known: u8, text: &Template, scene: &Scene) {
        if !text.is_empty() {
            let all = self.is_everyone(known);
            let others = || self.audience([scene.own, scene.actor, scene.target], scene);
            self.say_to(if all { known } else { known | others() }, text, scene);
        }
    }

    /// Tells a text to every player who perceives an entity.
    pub(crate) fn say_of(&mut self, who: EntityId, text: &Template, scene: &Scene) {
        if !text.is_empty() {
            let audience = self.audience([Some(who), None, None], scene);
            self.say_to(audience, text, scene);
        }
    }

    /// Tells a text to some players, a bit each. Each player's own actor is "you" in its text.
    pub(crate) fn say_to(&mut self, audience: u8, text: &Template, scene: &Scene) {
        let words = self.world.text_rng.clone();
        for player in 0..self.world.players.len() {
            let to = audience & 1 << player;
            if to == 0 {
                continue;
            }
            self.world.text_rng = words.clone();
            let text = self.render(text, scene, to);
            // A text whose cases all come out empty says nothing.
            if text.is_empty() {
                continue;
            }
            let text = self.veiled_text(player, text);
            match self.world.notices.0.last_mut() {
                Some(Notice { audience, event: Event::Said { text: same, .. } })
                    if *same == text && *audience & to == 0 =>
                {
                    *audience |= to;
                }
                Some(_) | None => self.tell_to(to, Event::Said { text, usual: false }),
            }
        }
    }

    /// Returns a text with its placeholders filled in, with words from the stream of texts.
    pub(crate) fn render(&mut self, text: &Template, scene: &Scene, to: u8) -> String {
        let mut words = self.world.text_rng.clone();
        let out = self.rendered(text, scene, to, &mut words);
        self.world.text_rng = words;
        out
    }
}

/// The capacity that new texts start with: most are shorter.
const USUAL_LENGTH: usize = 64;

const UNKNOWN: barrow_dice::Stream = barrow_dice::Stream::named("unknown");

#[cfg(test)]
mod tests {
    use crate::scenario::Scenario;

    /// Returns what a bell in the middle says about each entity around it.
    fn told(text: &str) -> Vec<String> {
        let more = format!(
            r#"{{ "words": {{ "cries": ["Ho"] }}, "kinds": {{
            "bell": {{ "as": "fixture", "is": ["solid"], "look": {{ "glyph": "B" }}, "on": {{ "bump": [
                {{ "area": {{ "radius": 1, "at": "self", "spares": true, "do": [{{ "say": "{text}" }}] }} }}] }} }},
            "ogre": {{ "extends": "rat", "look": {{ "glyph": "o" }} }},
            "moss": {{ "as": "fixture", "mass": true, "look": {{ "glyph": "m" }} }},
            "una": {{ "extends": "rat", "name": "Una", "proper": true, "look": {{ "glyph": "u" }} }} }} }}"#
        );
        let signs =
            r#"{ "B": ["bell"], "o": ["ogre"], "m": ["moss"], "u": ["una"], "r": ["rat"] }"#;
        let mut it = Scenario::new("rmu\n@Bo", signs, &more);
        it.keys("l").texts()
    }

    #[test]
    fn names_take_their_articles_and_verbs_agree() {
        let check = |text: &str, expected: [&str; 5]| assert_eq!(told(text), expected, "{text}");
        check(
            "[Target] hum[s].",
            ["The rat hums.", "The moss hums.", "Una hums.", "You hum.", "The ogre hums."],
        );
        check(
            "It is [a target].",
            ["It is a rat.", "It is some moss.", "It is Una.", "It is you.", "It is an ogre."],
        );
        check(
            "[The target] is there.",
            [
                "The rat is there.",
                "The moss is there.",
                "Una is there.",
                "The hero is there.",
                "The ogre is there.",
            ],
        );
        check(
            "[words.cries], [target] [have|has] {1 + 1}.",
            [
                "Ho, the rat has 2.",
                "Ho, the moss has 2.",
                "Ho, Una has 2.",
                "Ho, you have 2.",
                "Ho, the ogre has 2.",
            ],
        );
    }

    #[test]
    fn drawn_names_keep_their_words_all_through_a_run() {
        let more = r#"{ "words": { "hues": ["red", "blue", "grey", "pink", "black", "white"] },
            "kinds": { "champion": { "extends": "hero", "stock": ["oil", "ink"] },
                "vial": { "as": "item", "item": { "unknown": "[words.hues] and [words.hues] vial" } },
                "oil": { "extends": "vial" }, "ink": { "extends": "vial" } } }"#;
        let it = Scenario::new("@", "{}", more);
        let names = it.bag();
        assert_eq!(names, it.bag(), "it is the same name every time");
        let words: Vec<Vec<&str>> = names.iter().map(|it| it.split(' ').collect()).collect();
        for name in &words {
            assert_eq!((name.len(), name[1], name[3]), (4, "and", "vial"), "{name:?}");
        }
        assert_ne!(words[0][0], words[0][2], "two words of a list are drawn one by one");
        assert_ne!(words[0], words[1], "every kind has its own");
    }

    #[test]
    fn no_two_unknown_things_have_the_same_name() {
        let more = r#"{ "words": { "hues": ["red", "blue", "grey"] },
            "kinds": { "champion": { "extends": "hero", "stock": ["oil", "ink", "dew"] },
                "vial": { "as": "item", "item": { "unknown": "[words.hues] vial" } },
                "oil": { "extends": "vial" }, "ink": { "extends": "vial" }, "dew": { "extends": "vial" } } }"#;
        for seed in 0..20 {
            let names: std::collections::BTreeSet<String> =
                Scenario::new("@", "{}", more).seeded(seed).bag().into_iter().collect();
            assert_eq!(names.len(), 3, "{names:?}");
        }
    }
}
