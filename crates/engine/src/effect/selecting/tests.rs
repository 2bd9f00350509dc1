//! Routines, selections, bags, choices and the way out: scenarios in which they work together.

use barrow_pack::BagName;

use crate::scenario::Scenario;
use crate::{Command, Refusal};

fn choose(option: u8) -> Command {
    Command::Choose { option }
}

fn play(slot: u8) -> Command {
    Command::UseFrom { bag: "hand".into(), slot }
}

impl Scenario {
    /// Returns the names of what is in one of the hero's bags, in order.
    fn pile(&self, bag: &str) -> Vec<String> {
        let look = self.game.look();
        let bag = BagName::Named(self.game.pack().bags.find(bag).unwrap());
        let items = look.actor(self.hero()).unwrap().items_in(bag).iter();
        items.map(|&it| look.plain_name(it)).collect()
    }

    fn count(&self, bag: &str) -> usize {
        self.pile(bag).len()
    }

    /// Returns the texts of the open menu: its title and its options, in brackets if they cannot
    /// be chosen.
    fn asked(&self) -> Vec<String> {
        let Some(menu) = self.game.view(0).unwrap().menu() else { return Vec::new() };
        let options = menu.options.into_iter();
        let options = options.map(|it| if it.enabled { it.text } else { format!("({})", it.text) });
        [menu.title].into_iter().chain(options).collect()
    }
}

/// A card fight: three energy a turn, a draw pile, a hand of three, a discard pile. Waiting ends
/// the turn; the foe hits, and then a new hand is drawn.
const CARDS: &str = include_str!("cards.json");

fn card_fight(map: &str) -> Scenario {
    let rules = r#""states_by_turn": true, "heroes": ["duelist"],
        "on": { "start": [{ "apply": { "state": "fighting", "of": "player" } }] }"#;
    let signs = r#"{ "b": ["brute"], "*": ["chest"] }"#;
    let chest = r#""kinds": { "chest": { "as": "fixture", "is": ["solid"], "look": { "glyph": "*" }, "on": { "bump": [{ "menu": "spoils" }] } },"#;
    Scenario::ruled(rules, map, signs, &CARDS.replacen("\"kinds\": {", chest, 1))
}

#[test]
fn two_rounds_of_a_card_fight() {
    let mut it = card_fight("#@b#");
    assert_eq!((it.count("hand"), it.count("draw"), it.hero_value("energy")), (3, 3, 3));
    assert_eq!(it.pile("hand"), ["cut", "cut", "cut"]);
    let brute = it.find("brute").unwrap();
    // Cards cost energy and no time. Each goes to the discard pile.
    for cards in (0..3).rev() {
        it.command(&play(0));
        assert_eq!((it.count("hand"), it.count("discard")), (cards, 3 - cards));
    }
    assert_eq!((it.hero_value("energy"), it.game.turn()), (0, 0));
    assert_eq!(it.value(brute, "health").to_whole(), 40 - 3 * 6);
    // The turn ends: the brute strikes, then the next hand comes.
    it.keys(".");
    assert_eq!((it.hero_value("health"), it.hero_value("energy")), (20 - 8, 3));
    assert_eq!(it.pile("hand"), ["guard", "guard", "guard"]);
    it.command(&play(0)).keys(".");
    // It had 5 block, which is gone. The pile was empty, so the discards were shuffled.
    assert_eq!((it.hero_value("health"), it.hero_value("block")), (12 - 3, 0));
    assert_eq!((it.count("hand"), it.count("draw"), it.count("discard")), (3, 3, 0));
    assert_eq!(it.refused, []);
}

#[test]
fn piles_are_shuffled_by_the_seed_and_not_by_the_fight() {
    let second_hand = |waits: usize| {
        let mut it = card_fight("#@..b#");
        it.command(&play(0)).command(&play(0)).command(&play(0));
        // More or fewer draws of the rules in between.
        for _ in 0..waits {
            it.ctx().world.rng.bits();
        }
        it.keys("..");
        it.pile("hand")
    };
    assert_eq!(second_hand(0), second_hand(5));
}

#[test]
fn a_card_that_costs_too_much_is_refused_and_the_view_says_why() {
    let mut it = card_fight("#@b#");
    it.command(&play(0)).command(&play(0)).command(&play(0)).keys(".");
    it.command(&play(0)).command(&play(0)).command(&play(0));
    it.command(&play(0)).command(&Command::UseFrom { bag: "purse".into(), slot: 0 });
    assert_eq!(it.refused, [Refusal::NoItem, Refusal::NoBag("purse".into())]);
    let mut it = card_fight("#@b#");
    let hero = it.hero();
    let energy = it.game.pack().attributes.find("energy").unwrap();
    it.ctx().entity_mut(hero).own_mut(energy).now = barrow_dice::Fixed::ZERO;
    it.command(&play(0));
    assert_eq!(it.refused, [Refusal::Lacks("energy".into())]);
    let view = it.game.view(0).unwrap();
    let bags: Vec<_> = view.bags().collect();
    let labels: Vec<(&str, usize, usize)> =
        bags.iter().map(|it| (it.label, it.count, it.cards.len())).collect();
    assert_eq!(labels, [("Draw pile", 3, 0), ("Hand", 3, 3), ("Discard pile", 0, 0)]);
    let card = &bags[1].cards[0];
    assert_eq!((card.about, card.usable), ("Deals 6.", true));
    assert_eq!(card.refusal, Some(Refusal::Lacks("energy".into())));
    assert!(!it.game.legal(0).iter().any(|it| matches!(it, Command::UseFrom { .. })));
}

#[test]
fn with_several_foes_a_card_asks_for_its_target() {
    let mut it = card_fight("#b@b#");
    it.command(&play(0));
    assert_eq!(it.asked(), ["Cut", "Brute (40 of 40)", "Brute (40 of 40)"]);
    it.command(&Command::Cancel);
    assert_eq!((it.count("hand"), it.hero_value("energy")), (3, 3));
    it.command(&play(0)).command(&choose(1));
    assert_eq!((it.count("hand"), it.hero_value("energy"), it.game.turn()), (2, 2, 0));
    let hurt = it.game.world.entities.iter().filter(|it| it.exists());
    let life = it.game.pack().rules.life;
    let hurt = hurt.filter(|it| it.own(life).is_some_and(|it| it.now.to_whole() == 34));
    assert_eq!(hurt.count(), 1);
    // Nobody is left to cut.
    let mut it = card_fight("#@.#");
    it.command(&play(0));
    assert_eq!(it.refused, [Refusal::NothingFor("cut".into())]);
}

#[test]
fn one_of_three_rewards_is_drawn_once_and_stays_while_the_menu_is_open() {
    let mut it = card_fight("#@*#");
    it.keys("l");
    let asked = it.asked();
    assert_eq!(asked[0], "Floor 1: take a card");
    let mut cards = asked[1..4].to_vec();
    cards.sort();
    assert_eq!(cards, ["cut", "guard", "sweep"]);
    // The hidden option is not there; the hint of another stands in place of its text.
    assert_eq!(asked[4..], ["Skip", "(You are too poor to steal.)", "(Beg (nobody is here))"]);
    assert_eq!(it.asked(), asked, "nothing is drawn again");
    let sweep = asked.iter().position(|it| it == "sweep").unwrap();
    let (things, turn) = (it.count("draw"), it.game.turn());
    it.command(&choose(u8::try_from(sweep - 1).unwrap()));
    // The choice takes a turn, on top of the step that opened it; the new card is drawn first.
    assert_eq!(it.game.turn(), turn + 2);
    assert!(it.pile("hand").contains(&"sweep".into()), "{:?}", it.pile("hand"));
    assert_eq!(it.count("draw") + it.count("discard") + it.count("hand"), things + 4);
    let loose = it.game.world.entities.iter().zip(0..).filter(|(entity, _)| entity.exists());
    let look = it.game.look();
    assert!(!loose.map(|(_, id)| crate::EntityId::new(id)).any(|it| look.is_loose(it)));
    it.keys("l").command(&choose(3));
    assert_eq!(it.game.turn(), turn + 2 + 1 + 3);
}

#[test]
fn a_card_discards_others_but_not_itself() {
    let more = CARDS.replace(r#"{ "kind": "cut", "count": 3 }"#, r#""sweep", "cut", "guard""#);
    let rules = r#""states_by_turn": true, "heroes": ["duelist"],
        "on": { "start": [{ "apply": { "state": "fighting", "of": "player" } }] }"#;
    let mut it = Scenario::ruled(rules, "#b@b#", r#"{ "b": ["brute"] }"#, &more);
    it.command(&play(0));
    assert_eq!(it.asked(), ["Discard what?", "cut", "guard"]);
    it.command(&choose(0));
    assert_eq!(
        (it.pile("hand"), it.pile("discard")),
        (vec!["guard".into()], vec!["sweep".into(), "cut".into()])
    );
}

#[test]
fn bags_come_along_and_are_spilled_or_lost_at_death() {
    let mut it = card_fight("#@>#");
    let piles = |it: &Scenario| ["draw", "hand", "discard"].map(|bag| it.pile(bag));
    it.keys("l");
    let before = piles(&it);
    it.command(&Command::Descend);
    assert_eq!(it.game.floor(), 2);
    let counts = |piles: &[Vec<String>; 3]| piles.iter().map(Vec::len).sum::<usize>();
    assert_eq!(counts(&piles(&it)), counts(&before));
    let bytes = it.game.to_bytes();
    let again = crate::Game::from_bytes(&bytes, it.game.pack().clone()).unwrap();
    assert_eq!(again.digest(), it.game.digest());
    let hero = it.hero();
    it.command(&play(0));
    let discarded = it.count("discard");
    it.ctx().kill(hero, None, "a test");
    let cards = it.game.world.entities.iter().filter(|it| it.pos().is_some());
    let item = barrow_pack::Layer::Item;
    let cards = cards.filter(|entity| it.game.pack().kinds.get(entity.kind).layer == item).count();
    assert_eq!(cards, 6 - discarded, "what was discarded is lost");
}

const SHOP: &str = r#"{
    "attributes": { "price": { "number": "In gold." } },
    "bags": { "stash": { "label": "Stash", "limit": 2 } },
    "selections": { "dear": { "carried": "actor", "where": "it.price > 2", "order": { "by": "it.price" } } },
    "routines": { "pay": { "takes": ["sum", "times"], "do": [
        { "change": { "attribute": "gold", "by": "sum * times", "of": "actor" } } ] } },
    "kinds": {
        "champion": { "extends": "hero", "stock": ["ring", "cup", "crown", "lens", "wand"], "bags": { "stash": {} }, "abilities": ["polish"] },
        "ring": { "as": "item", "look": { "glyph": "=" }, "item": { "slot": "hand" }, "has": { "price": 4 } },
        "cup": { "as": "item", "look": { "glyph": "u" }, "item": {}, "has": { "price": 1 } },
        "crown": { "as": "item", "look": { "glyph": "^" }, "item": {}, "has": { "price": 9 } },
        "lens": { "as": "item", "look": { "glyph": "?" }, "item": { "verb": "read", "consumed": true,
            "aim": { "carried": "actor", "where": "it.price > 0" } },
            "on": { "use": [{ "say": "[Target] [are|is] worth {target.price}." }] } },
        "wand": { "as": "item", "look": { "glyph": "/" }, "item": { "verb": "wave", "aim": { "around": "actor", "radius": 1, "what": "foes" } },
            "on": { "use": [{ "harm": 1 }] } },
        "trader": { "as": "fixture", "is": ["solid"], "look": { "glyph": "T" }, "on": { "bump": [
            { "choose": { "from": "dear", "title": "Sell what?", "option": "[plain it]: {it.price}", "optional": true,
                "do": [{ "call": { "routine": "pay", "with": { "sum": "it.price", "times": 2 } } }, { "remove": { "of": "it" } }],
                "else": [{ "say": "You have nothing dear." }] } }] } },
        "box": { "as": "fixture", "is": ["solid"], "look": { "glyph": "B" }, "on": { "bump": [
            { "transfer": { "from": { "carried": "actor", "order": "first" }, "to": { "bag": "stash", "of": "actor" } } }] } },
        "hole": { "as": "fixture", "is": ["solid"], "look": { "glyph": "O" }, "on": { "bump": [
            { "spill": { "count": 9, "radius": 1, "where": "it.price > 2", "of": "actor" } } ] } },
        "thief": { "as": "fixture", "is": ["solid"], "look": { "glyph": "t" }, "on": { "bump": [
            { "take": { "where": "it.price > 2", "count": 9, "of": "actor" } },
            { "give": { "kind": "cup", "bag": "stash", "count": 3, "of": "actor" } }] } } },
    "abilities": { "polish": { "aim": "item", "among": { "carried": "actor", "where": "it.price > 0", "order": "first" },
        "do": [{ "change": { "attribute": "price", "by": 1 } }, { "say": "[The target] shines." }] } }
}"#;

fn shop(map: &str) -> Scenario {
    let signs = r#"{ "T": ["trader"], "B": ["box"], "O": ["hole"], "t": ["thief"], "r": ["rat"] }"#;
    Scenario::new(map, signs, SHOP)
}

#[test]
fn selling_asks_for_dear_things_the_dearest_first() {
    let mut it = shop("@T");
    it.keys("l");
    assert_eq!(it.asked(), ["Sell what?", "crown: 9", "ring: 4"]);
    it.command(&choose(0)).keys("l").command(&Command::Cancel);
    assert_eq!(
        (it.hero_value("gold"), it.bag()),
        (18, ["ring", "cup", "lens", "wand"].map(String::from).to_vec())
    );
    it.keys("l").command(&choose(0)).keys("l").tells(&["You have nothing dear."]);
}

#[test]
fn an_item_is_read_on_another_and_kept_if_nothing_was_chosen() {
    let mut it = shop("@.");
    it.keys("3");
    assert_eq!(it.asked(), ["Lens", "Ring", "Cup", "Crown"]);
    it.command(&Command::Cancel);
    assert_eq!((it.bag().len(), it.game.turn()), (5, 0));
    it.keys("3").command(&choose(2)).tells(&["The crown is worth 9."]);
    assert_eq!((it.bag().len(), it.game.turn()), (4, 1));
    it.forget().command(&Command::Cast { ability: "polish".into(), at: None }).command(&choose(1));
    it.tells(&["The cup shines."]);
    // The wand finds nobody, and then just one.
    it.forget().keys("3");
    assert_eq!(it.refused, [Refusal::NothingFor("wand".into())]);
    let mut it = shop("@r");
    it.keys("4");
    let rat = it.find("rat").unwrap();
    assert_eq!((it.asked(), it.value(rat, "health").to_whole()), (Vec::new(), 9));
}

#[test]
fn a_bag_takes_what_fits_and_the_rest_stays() {
    let mut it = shop("@B");
    it.command(&Command::Equip { slot: 0 }).keys("l");
    assert_eq!(it.pile("stash"), ["ring", "cup"]);
    assert_eq!(it.bag(), ["crown", "lens", "wand"]);
}

#[test]
fn spilling_and_taking_can_be_choosy() {
    let mut it = shop("@O\n..");
    it.keys("l");
    assert_eq!(it.bag(), ["cup", "lens", "wand"]);
    let mut it = shop("@t\n..");
    it.keys("l");
    assert_eq!(
        (it.bag(), it.pile("stash")),
        (["cup", "lens", "wand"].map(String::from).to_vec(), vec!["cup".into(), "cup".into()])
    );
    let cups = it.game.world.entities.iter().filter(|entity| entity.pos().is_some());
    let cup = it.game.pack().kinds.find("cup").unwrap();
    assert_eq!(cups.filter(|it| it.kind == cup).count(), 1, "the third lies on the ground");
}

#[test]
fn texts_choose_their_words_by_number() {
    let text = "[case player.gold|no coins|a coin|{player.gold} coins], [if player.gold > 1|rich [plain player]|poor]";
    let more = format!(
        r#"{{ "kinds": {{ "bell": {{ "as": "fixture", "is": ["solid"], "look": {{ "glyph": "B" }}, "on": {{ "bump": [
            {{ "say": "{text}" }}, {{ "change": {{ "attribute": "gold", "by": 1, "of": "player" }} }}] }} }} }} }}"#
    );
    let mut it = Scenario::new("@B", r#"{ "B": ["bell"] }"#, &more);
    it.keys("llll").tells(&[
        "no coins, poor",
        "a coin, poor",
        "2 coins, rich hero",
        "3 coins, rich hero",
    ]);
}

const EXIT: &str = r#"{
    "menus": { "out": { "title": "Leave?", "options": [
        { "text": "Go", "do": [] }, { "text": "Stay", "do": [{ "if": { "when": 1, "do": ["stay"] } }] },
        { "text": "Elsewhere", "do": [{ "go": { "way": "up", "level": "cave" } }] }] } },
    "kinds": { "shaft": { "extends": "down", "on": { "leave": [{ "menu": "out" }] } } },
    "levels": { "cave": { "extends": "stage", "drawing": ["@."] } } }"#;

#[test]
fn stairs_ask_before_they_are_taken() {
    let mut it = Scenario::new("@S.", r#"{ "S": ["shaft"] }"#, EXIT);
    // Stepping off them is no journey.
    it.keys("llhl");
    it.keys("h>");
    assert_eq!(
        (it.asked(), it.game.floor()),
        (["Leave?", "Go", "Stay", "Elsewhere"].map(String::from).to_vec(), 1)
    );
    let stays: Vec<bool> =
        it.game.view(0).unwrap().menu().unwrap().options.iter().map(|it| it.stays).collect();
    assert_eq!(stays, [false, true, false]);
    it.command(&choose(1));
    assert_eq!((it.game.floor(), it.game.level()), (1, "here"));
    it.keys(">").command(&choose(2));
    assert_eq!(it.game.level(), "cave");
    let mut it = Scenario::new("@S.", r#"{ "S": ["shaft"] }"#, EXIT);
    it.keys("l>").command(&choose(0));
    assert_eq!(it.game.floor(), 2);
}

#[test]
fn words_tell_foes_from_friends() {
    let more = r#"{ "kinds": { "bell": { "as": "fixture", "is": ["solid"], "look": { "glyph": "B" }, "on": { "bump": [
        { "each": { "from": { "around": "self", "radius": 2, "what": "actors", "order": "near" },
            "do": [{ "say": "[plain it] {it.foe} {it.friend}" }] } },
        { "each": { "from": { "around": "self", "radius": 2, "what": "friends" }, "do": [{ "say": "friend: [plain it]" }] } },
        { "each": { "from": { "level": true, "what": "fixtures", "order": "far", "count": 1 }, "do": [{ "say": "[plain it]" }] } }] } } } }"#;
    let mut it = Scenario::new("@Br", r#"{ "B": ["bell"], "r": ["rat"] }"#, more);
    it.keys("l").tells(&["hero 0 1", "rat 1 0", "friend: hero", "bell"]);
}

/// Makes a scenario with a bell that does something to what a selection finds.
fn bell(map: &str, effect: &str) -> Scenario {
    let more = format!(
        r#"{{ "fields": {{ "ice": {{ "look": {{ "glyph": "i" }} }}, "dew": {{ "look": {{ "glyph": "d" }} }} }},
        "selections": {{ "wet": {{ "cells": {{ "burst": 9 }}, "where": "it.dew > 0" }} }},
        "kinds": {{ "bell": {{ "as": "fixture", "is": ["solid"], "look": {{ "glyph": "B" }}, "free_bump": true,
            "on": {{ "bump": [{effect}] }} }} }} }}"#
    );
    let mut it = Scenario::new(map, r#"{ "B": ["bell"], "r": ["rat"] }"#, &more);
    it.keys("l");
    it
}

#[test]
fn a_selection_takes_what_is_in_a_room_or_in_a_shape() {
    let map = "#########\n#r.#.r..#\n#..+....#\n#r.#..@B#\n#########";
    let kill = |from: &str| {
        bell(
            map,
            &format!(
                r#"{{ "each": {{ "from": {from}, "do": [{{ "die": {{ "of": "it" }} }}] }} }}"#
            ),
        )
    };
    kill(r#"{ "room": "actor", "what": "foes" }"#)
        .shows("#########\n#r.#....#\n#..+....#\n#r.#..@B#\n#########");
    kill(r#"{ "around": "self", "shape": { "cross": 2 }, "where": "it.attack = 3" }"#).shows(map);
    kill(r#"{ "around": "self", "shape": { "star": 2 }, "where": "it.attack = 3" }"#)
        .shows("#########\n#r.#....#\n#..+....#\n#r.#..@B#\n#########");
}

#[test]
fn cells_can_be_asked_and_changed_one_by_one() {
    let ring = r#"{ "each": { "from": { "cells": { "ring": 1 }, "around": "self", "order": "far", "count": 2 },
        "do": [{ "put": { "field": "dew", "amount": 4, "at": "it" } }] } }"#;
    bell("@B.\n...", ring).shows("@Bd\n..d");
    let freeze = r#"{ "say": "{count.wet} wet cells." }, { "each": { "from": { "named": "wet", "order": "near", "count": 1 },
        "do": [{ "put": { "field": "ice", "amount": 9, "at": "it" } }],
        "else": [{ "say": "All is dry." }] } }"#;
    let both = format!(r"{freeze}, {ring}");
    let mut it = bell("@B.\n...", &both);
    it.keys("l").tells(&["0 wet cells.", "All is dry.", "2 wet cells."]);
    let picture = it.picture();
    assert_eq!((picture.matches('i').count(), picture.matches('d').count()), (1, 1), "{picture}");
}
