use std::sync::Arc;

use barrow_dice::Seed;
use barrow_engine::{Command, EntityId, Game, Refusal, Setup};
use barrow_pack::Pack;

use crate::shipped::{self, Texts, loaded};

fn texts() -> Texts {
    shipped::texts("deck")
}

/// Returns the pack as it is.
pub fn pack() -> Arc<Pack> {
    loaded(texts())
}

/// A table with some guests, and a player with some cards and keepsakes.
#[derive(Clone, Copy)]
pub struct Stage<'a> {
    /// The kinds of at most three guests.
    pub guests: &'a [&'a str],
    /// The cards. As long as there are at most five, all of them come into the first hand.
    pub cards: &'a [&'a str],
    pub keepsakes: &'a [&'a str],
    pub floor: u32,
}

impl Default for Stage<'_> {
    fn default() -> Self {
        Self { guests: &["post"], cards: &["puff"], keepsakes: &[], floor: 1 }
    }
}

/// A post has much wax and does nothing. A bully takes 10 each turn.
const DUMMIES: &str = r#"
    "post": { "extends": "guest", "has": { "wax": 200 } },
    "bully": { "extends": "guest", "has": { "wax": 200 }, "+changes": [{ "attribute": "swing", "by": 10 }] }"#;

impl Stage<'_> {
    pub fn begin(&self) -> Play {
        let mut texts = texts();
        let game = texts.get_mut("pack.json").unwrap();
        let first =
            format!(r#""practice": ["tester"], "first_floor": {}, "start": "moths""#, self.floor);
        *game = game.replacen("\"start\": \"moths\"", &first, 1);
        let quoted = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|it| format!("{it:?}")).collect();
            names.join(", ")
        };
        let seats = ["1", "2", "3"].iter().zip(self.guests);
        let seats: Vec<String> =
            seats.map(|(seat, guest)| format!(r#""{seat}": ["boards", "{guest}"]"#)).collect();
        let stage = format!(
            r#"{{ "kinds": {{ {DUMMIES}, "tester": {{ "extends": "debtor", "stock": [{}],
                   "bags": {{ "draw": {{ "stock": [{}] }} }} }} }},
                 "levels": {{ "stage": {{ "extends": "table", "legend": {{ {} }} }} }} }}"#,
            quoted(self.keepsakes),
            quoted(self.cards),
            seats.join(", ")
        );
        texts.insert("stage.json".into(), stage);
        Play::begin(loaded(texts), Some("stage"), "tester", 7)
    }
}

/// A run.
pub struct Play {
    pub game: Game,
    pub refused: Vec<Refusal>,
}

impl Play {
    pub fn begin(pack: Arc<Pack>, level: Option<&str>, hero: &str, seed: u64) -> Self {
        let setup = Setup {
            seed: Seed(seed),
            level: level.map(Into::into),
            heroes: vec![hero.into()],
            ..Setup::default()
        };
        Self { game: Game::new(pack, &setup).unwrap().0, refused: Vec::new() }
    }

    pub fn give(&mut self, command: &Command) -> &mut Self {
        if let Err(why) = self.game.step(0, command) {
            self.refused.push(why);
        }
        self
    }

    /// Plays cards of the hand by the start of their names.
    #[track_caller]
    pub fn play(&mut self, cards: &[&str]) -> &mut Self {
        for card in cards {
            let hand = self.pile("Hand");
            let slot = hand.iter().position(|it| it.starts_with(card));
            let slot = slot.unwrap_or_else(|| panic!("no {card} in {hand:?}"));
            self.give(&Command::UseFrom { bag: "hand".into(), slot: u8::try_from(slot).unwrap() });
        }
        self
    }

    pub fn end_turn(&mut self) -> &mut Self {
        self.give(&Command::Wait)
    }

    /// Answers the open menu with the option that starts with some words.
    #[track_caller]
    pub fn choose(&mut self, words: &str) -> &mut Self {
        let options = self.options();
        let option = options.iter().position(|it| it.starts_with(words));
        let option = option.unwrap_or_else(|| panic!("no {words} in {options:?}"));
        self.give(&Command::Choose { option: u8::try_from(option).unwrap() })
    }

    /// Answers the open menu with the first option that can be chosen.
    pub fn choose_first(&mut self) -> &mut Self {
        let legal = self.game.legal(0);
        let first = legal.iter().find(|it| matches!(it, Command::Choose { .. }));
        self.give(first.expect("a menu has something to choose"))
    }

    /// Returns the texts of the options of the open menu.
    pub fn options(&self) -> Vec<String> {
        let menu = self.game.view(0).unwrap().menu();
        menu.map(|it| it.options.into_iter().map(|it| it.text).collect()).unwrap_or_default()
    }

    pub fn title(&self) -> String {
        self.game.view(0).unwrap().menu().map(|it| it.title).unwrap_or_default()
    }

    /// Returns the names of what is in a visible bag, by its label.
    pub fn pile(&self, label: &str) -> Vec<String> {
        let view = self.game.view(0).unwrap();
        let bag = view.bags().find(|it| it.label == label).unwrap();
        bag.cards.iter().map(|it| it.item.item.name()).collect()
    }

    /// Returns how many things are in a bag, by its label.
    pub fn count(&self, label: &str) -> usize {
        self.game.view(0).unwrap().bags().find(|it| it.label == label).unwrap().count
    }

    /// Returns the guests, from left to right.
    pub fn guests(&self) -> Vec<EntityId> {
        let view = self.game.view(0).unwrap();
        let mut guests: Vec<_> = view
            .actors()
            .filter(barrow_engine::Seen::is_foe)
            .map(|it| (it.pos().x, it.id()))
            .collect();
        guests.sort_by_key(|it| it.0);
        guests.into_iter().map(|it| it.1).collect()
    }

    /// Returns what is shown beside the name of a guest.
    pub fn status(&self, guest: EntityId) -> String {
        let view = self.game.view(0).unwrap();
        view.actors().find(|it| it.id() == guest).map(|it| it.status()).unwrap_or_default()
    }

    /// Returns the effective value of an attribute.
    pub fn value(&self, who: EntityId, attribute: &str) -> i64 {
        shipped::value(&self.game, who, attribute).to_whole()
    }

    /// Returns the value of the first guest.
    pub fn guest(&self, attribute: &str) -> i64 {
        self.value(self.guests()[0], attribute)
    }

    /// Returns the player's value of an attribute.
    pub fn own(&self, attribute: &str) -> i64 {
        let own = self.game.view(0).unwrap().own().unwrap().id();
        self.value(own, attribute)
    }
}
