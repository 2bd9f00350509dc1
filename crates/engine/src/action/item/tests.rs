use crate::scenario::{Scenario, cell};
use crate::{Command, Refusal};

/// A hero whose bag has room for two.
const WORLD: &str = r#"{
  "attributes": {
    "glow": { "flag": "It glows." },
    "might": { "number": "How strong it is." }
  },
  "words": { "hues": ["red", "green", "blue", "black", "white", "brown"] },
  "kinds": {
    "champion": { "extends": "hero", "has": { "room": 2, "might": 5 } },
    "apple": { "as": "item", "look": { "glyph": "%" }, "item": { "stacks": true, "consumed": true },
        "on": { "use": [{ "say": "Crunch." }] } },
    "coin": { "as": "item", "look": { "glyph": "$" }, "has": { "gold": 7 },
        "on": { "pickup": [{ "change": { "attribute": "gold", "by": "self.gold" } }] } },
    "stone": { "as": "item", "look": { "glyph": "*" }, "item": {} },
    "bottle": { "as": "item", "look": { "glyph": "b" }, "item": {} },
    "wine": { "as": "item", "look": { "glyph": "w" }, "item": { "consumed": true },
        "on": { "use": [{ "become": { "kind": "bottle", "of": "self" } }] } },
    "brew": { "as": "item", "look": { "glyph": "!" }, "item": { "consumed": true, "unknown": "[words.hues] brew" },
        "on": { "use": [{ "say": "It was [a self]." }] } },
    "lamp": { "as": "item", "look": { "glyph": "L" }, "has": { "charge": 3 },
        "light": { "radius": 5 }, "wear": [{ "attribute": "glow", "by": 1 }],
        "item": { "switch": { "drains": "charge" } }, "on": { "use": [{ "say": "Click." }] } },
    "ring": { "as": "item", "look": { "glyph": "=" }, "item": { "slot": "hand" },
        "wear": [{ "attribute": "glow", "by": 1 }, { "attribute": "health", "by": 5 }] },
    "cloak": { "as": "item", "look": { "glyph": "[" }, "item": { "slot": "body", "delay": 3 },
        "wear": [{ "attribute": "glow", "by": 1 }, { "attribute": "might", "times": 2 },
                 { "attribute": "might", "by": 1 }, { "attribute": "gold", "by": 9, "when": "health < 10" }] },
    "salve": { "as": "item", "look": { "glyph": "S" },
        "item": { "consumed": true, "needs": "actor.health < 5" }, "on": { "use": [{ "say": "Ah." }] } },
    "plate": { "as": "item", "look": { "glyph": "P" }, "item": { "slot": "body", "needs": "actor.might > 8" } }
  }
}"#;

const SIGNS: &str = r#"{ "%": ["apple"], "$": ["coin"], "*": ["stone"], "!": ["brew"], "L": ["lamp"],
    "=": ["ring"], "[": ["cloak"], "P": ["plate"], "S": ["salve"], "w": ["wine"], "2": ["apple", "apple", "stone"], "_": ["void"] }"#;

fn scenario(map: &str) -> Scenario {
    Scenario::new(map, SIGNS, WORLD)
}

fn equip(slot: u8) -> Command {
    Command::Equip { slot }
}

fn unequip(slot: u8) -> Command {
    Command::Unequip { slot }
}

#[test]
fn items_are_taken_from_the_top_of_a_pile() {
    let mut it = scenario("@2.");
    it.keys("lgg");
    assert_eq!(it.bag(), ["stone", "apple"]);
    it.keys("l").shows(".%@");
}

#[test]
fn things_that_stack_need_one_place_however_many() {
    let mut it = scenario("@2%%%");
    it.keys("lggglglglg").shows("....@");
    assert_eq!(it.bag(), ["stone", "apple x5"]);
    assert_eq!(it.refused, []);
    it.keys("1");
    assert_eq!(
        (it.bag(), it.lines()),
        (vec!["stone".into(), "apple x4".into()], vec!["Crunch.".into()])
    );
}

#[test]
fn a_full_bag_takes_no_more_but_coins_need_no_room() {
    let mut it = scenario("@*=$[.");
    it.keys("lglglglg");
    assert_eq!(it.refused, [Refusal::BagFull]);
    assert_eq!((it.bag(), it.hero_value("gold")), (vec!["stone".into(), "ring".into()], 7));
    it.keys("l").shows("....[@");
}

#[test]
fn walking_takes_what_fits_and_leaves_the_rest() {
    let mut it = Scenario::ruled(r#""pickup": "walking""#, "@*=2$", SIGNS, WORLD);
    it.keys("llll").shows("...*@");
    assert_eq!((it.bag(), it.hero_value("gold")), (vec!["stone".into(), "ring".into()], 7));
}

#[test]
fn actors_without_a_bag_leave_coins() {
    let more = WORLD.replace(
        r#""kinds": {"#,
        r#""minds": { "eager": ["approach"] },
        "kinds": { "wolf": { "extends": "rat", "mind": "eager" },"#,
    );
    let mut it = Scenario::ruled(
        r#""pickup": "walking""#,
        "@..$r",
        r#"{ "r": ["wolf"], "$": ["coin"] }"#,
        &more,
    );
    it.keys("..").shows("@.r$.");
}

#[test]
fn a_consumed_item_is_gone_unless_it_becomes_another() {
    let mut it = scenario("@w");
    it.keys("lg0");
    assert_eq!(it.bag(), ["bottle"]);
    it.keys("0");
    assert_eq!(it.refused, [Refusal::Useless("the bottle".into())]);
}

#[test]
fn an_unknown_thing_keeps_its_name_until_it_is_used() {
    let name = |seed| {
        let mut it = scenario("@!!").seeded(seed);
        it.keys("lglg");
        let names = it.bag();
        assert_eq!(names[0], names[1], "one run, one name");
        assert!(names[0].ends_with(" brew"), "{names:?}");
        it.keys("0");
        assert_eq!((it.bag(), it.lines()), (vec!["brew".into()], vec!["It was a brew.".into()]));
        names[0].clone()
    };
    let mut names: Vec<String> = (0..40).map(name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 6, "other runs, other names");
}

#[test]
fn a_lamp_is_switched_on_and_off_and_goes_out() {
    let mut it = scenario("@L");
    let glows = |it: &Scenario| it.hero_value("glow") == 1;
    it.keys("lg");
    assert!(!glows(&it));
    it.keys("0");
    assert!(glows(&it));
    it.keys("0");
    assert!(!glows(&it));
    it.keys("...0.");
    // One turn of the first time, two of the second.
    assert!(!glows(&it));
    it.keys("0").tells(&["Click.", "Click.", "Click."]);
    assert_eq!(it.refused, [Refusal::Spent("The lamp".into())]);
}

#[test]
fn equipment_counts_while_it_is_worn() {
    let mut it = scenario("@[");
    it.keys("lg").command(&equip(0));
    assert_eq!(it.bag(), ["cloak*"]);
    // Added first, multiplied then; what holds only for the weak does not hold.
    assert_eq!((it.hero_value("might"), it.hero_value("gold")), (12, 0));
    let life = it.game.pack().attributes.find("health").unwrap();
    let hero = it.hero();
    it.game.world.entities[hero.index()].own_mut(life).now = 9.into();
    assert_eq!(it.hero_value("gold"), 9);
    it.command(&unequip(0));
    assert_eq!((it.hero_value("might"), it.hero_value("gold")), (5, 0));
}

#[test]
fn a_flag_that_two_things_give_is_gone_with_the_second() {
    for order in [[0, 1], [1, 0]] {
        let mut it = scenario("@=[");
        it.keys("lglg").command(&equip(0)).command(&equip(1));
        assert_eq!(it.hero_value("glow"), 1);
        it.command(&unequip(order[0]));
        assert_eq!(it.hero_value("glow"), 1);
        it.command(&unequip(order[1]));
        assert_eq!(it.hero_value("glow"), 0);
    }
}

#[test]
fn equipment_changes_the_maximum_of_a_gauge_only() {
    let mut it = scenario("@=");
    let life = it.game.pack().attributes.find("health").unwrap();
    let hero = it.hero();
    let max = |it: &Scenario| it.game.look().sheet().max(hero, life).to_whole();
    it.keys("lg").command(&equip(0));
    assert_eq!((it.hero_value("health"), max(&it)), (20, 25));
    it.game.world.entities[hero.index()].own_mut(life).now = 25.into();
    assert_eq!(it.hero_value("health"), 25);
    it.command(&unequip(0));
    assert_eq!((it.hero_value("health"), max(&it)), (20, 20));
}

#[test]
fn equipping_an_item_unequips_the_one_in_its_slot() {
    let mut it = scenario("@==");
    it.keys("lglg").command(&equip(0)).command(&equip(1));
    assert_eq!(it.bag(), ["ring", "ring*"]);
    it.command(&equip(1)).command(&unequip(0)).command(&equip(7));
    let again = Refusal::Useless("the ring".into());
    assert_eq!(it.refused, [again, Refusal::NotWorn("the ring".into()), Refusal::NoItem]);
}

#[test]
fn not_everyone_can_wear_everything() {
    let mut it = scenario("@P*");
    it.keys("lglg").command(&equip(0)).command(&equip(1));
    let lacks = Refusal::Lacks("the means to wear it".into());
    assert_eq!(it.refused, [lacks, Refusal::NotWearable("The stone".into())]);
    it.forget().command(&equip(1)).command(&unequip(0));
    let words: Vec<String> = it.refused.iter().map(ToString::to_string).collect();
    assert_eq!(words, ["The stone cannot be worn.", "You do not wear the plate."]);
}

#[test]
fn putting_on_may_take_its_time() {
    let mut it = scenario("@[.");
    it.keys("lg").command(&equip(0));
    assert_eq!(it.game.turn(), 2 + 3);
}

#[test]
fn a_dropped_item_is_unequipped() {
    let mut it = scenario("@=.");
    it.keys("lg").command(&equip(0)).command(&Command::Drop { slot: 0 });
    assert_eq!((it.bag().len(), it.hero_value("glow")), (0, 0));
    it.keys("l").shows(".=@");
}

#[test]
fn an_item_dropped_over_a_pit_is_gone() {
    let more = WORLD.replace(r#""extends": "hero","#, r#""extends": "hero", "is": ["floating"],"#);
    let mut it = Scenario::new("@*_", SIGNS, &more);
    it.keys("lgl").command(&Command::Drop { slot: 0 });
    it.keys("h").shows(".@ ");
    assert_eq!(it.find("stone"), None);
}

#[test]
fn an_empty_cell_and_an_empty_slot_are_refused() {
    let mut it = scenario("@.");
    it.keys("g0").command(&Command::Drop { slot: 3 });
    it.command(&Command::Throw { slot: 0, at: cell(1, 0) });
    assert_eq!(
        it.refused,
        [Refusal::NothingHere, Refusal::NoItem, Refusal::NoItem, Refusal::NoItem]
    );
    assert_eq!(it.game.turn(), 0);
}

#[test]
fn passive_items_work_in_the_bag() {
    let more = r#"{ "kinds": { "charm": { "as": "item", "look": { "glyph": "&" },
        "item": { "passive": true }, "wear": [{ "attribute": "attack", "by": 3 }] } } }"#;
    let mut it = Scenario::new("@&.", r#"{ "&": ["charm"] }"#, more);
    assert_eq!(it.hero_value("attack"), 4);
    it.keys("lg");
    assert_eq!((it.bag(), it.hero_value("attack")), (vec!["charm".to_string()], 7));
    it.command(&Command::Drop { slot: 0 });
    assert_eq!(it.hero_value("attack"), 4);
}

const DOSES: &str = r#"{
  "words": { "hues": ["red", "green", "blue", "black", "white", "brown"] },
  "kinds": {
    "champion": { "extends": "hero", "stock": ["dose", "dose"] },
    "dose": { "as": "item", "name": "dose", "item": { "consumed": true, "unknown": "[words.hues] dose",
            "called": "[words.hues] dose of healing", "works": "[Self] helps.", "fails": "Nothing happens." },
        "on": { "use": [{ "change": { "attribute": "health", "by": 5 } }] } }
  }
}"#;

#[test]
fn a_use_without_effect_does_not_consume_the_item() {
    let mut it = Scenario::new("@.", "{}", DOSES);
    let unknown = it.bag();
    it.keys("0").tells(&["Nothing happens."]);
    assert_eq!((it.bag(), it.game.turn()), (unknown.clone(), 1));
    let life = it.game.pack().rules.life;
    let hero = it.hero();
    it.game.world.entities[hero.index()].own_mut(life).now = 10.into();
    it.forget().keys("0").tells(&[&format!("The {} helps.", unknown[0])]);
    // Known, it has the same colour as before.
    assert_eq!(it.bag(), [format!("{} of healing", unknown[0])]);
}

#[test]
fn dropping_an_item_may_take_no_time() {
    for (rules, turns) in [("", 1), (r#""free_drops": true"#, 0)] {
        let mut it = Scenario::ruled(rules, "@.", "{}", DOSES);
        it.command(&Command::Drop { slot: 0 });
        assert_eq!((it.bag().len(), it.game.turn()), (1, turns));
    }
}

#[test]
fn eager_items_are_equipped_in_no_time() {
    let more = r#"{ "kinds": { "mail": { "as": "item", "look": { "glyph": "[" },
        "item": { "slot": "body", "delay": 5, "eager": true } } } }"#;
    let mut it = Scenario::ruled(r#""pickup": "walking""#, "@[.", r#"{ "[": ["mail"] }"#, more);
    it.keys("l");
    assert_eq!((it.bag(), it.game.turn()), (vec!["mail*".to_string()], 1));
}

#[test]
fn an_eager_item_needs_no_room_while_its_slot_is_empty() {
    let more = r#"{ "kinds": {
        "champion": { "extends": "hero", "has": { "room": 1 } },
        "rock": { "as": "item", "look": { "glyph": "*" }, "item": {} },
        "mail": { "as": "item", "look": { "glyph": "[" }, "item": { "slot": "body", "eager": true } } } }"#;
    let legend = r#"{ "[": ["mail"], "*": ["rock"] }"#;
    let mut it = Scenario::ruled(r#""pickup": "walking""#, "@*[[.", legend, more);
    it.keys("llll");
    assert_eq!(it.bag(), ["rock", "mail*"], "the second mail stays where it lies");
}

#[test]
fn an_eager_item_may_replace_what_is_worn_and_then_needs_room() {
    let more = r#"{ "kinds": {
        "champion": { "extends": "hero", "has": { "room": 2 } },
        "mail": { "as": "item", "look": { "glyph": "[" }, "item": { "slot": "body", "eager": true, "replaces": true } },
        "robe": { "extends": "mail", "look": { "glyph": "R" } } } }"#;
    let legend = r#"{ "[": ["mail"], "R": ["robe"] }"#;
    let mut it = Scenario::ruled(r#""pickup": "walking""#, "@[R[.", legend, more);
    it.keys("l");
    assert_eq!(it.bag(), ["mail*"]);
    it.keys("lll");
    assert_eq!(it.bag(), ["mail", "robe*"], "there is no room for a third one");
}

#[test]
fn an_item_that_changes_nothing_is_not_used_up() {
    let mut it = scenario("@S");
    it.keys("lg0");
    assert_eq!(it.refused, [Refusal::Useless("the salve".into())]);
    let (hero, life) = (it.hero(), it.game.pack().rules.life);
    it.game.world.entities[hero.index()].own_mut(life).now = barrow_dice::Fixed::ONE;
    it.keys("0").tells(&["Ah."]);
    assert_eq!(it.bag(), [""; 0]);
}

/// Makes a scenario of a smith's hero with room for much. `more` are kinds.
fn smithy(more: &str) -> Scenario {
    let more = format!(
        r#"{{ "attributes": {{ "plus": {{ "number": "How well it was made." }},
                "keen": {{ "flag": "It cuts." }}, "cursed": {{ "flag": "It clings." }},
                "edge": {{ "number": "How sharp one is." }},
                "luck": {{ "number": "Fate.", "default": 7, "secret": true }} }},
            "slots": {{ "belt": {{ "label": "Belt", "needs_one": true }} }}, "kinds": {{
            "champion": {{ "extends": "hero", "has": {{ "room": 9 }}, "changes": [
                {{ "attribute": "edge", "by": "wears.tag.keen", "label": "keen things" }},
                {{ "attribute": "attack", "by": "10 * (self.edge >= 2)" }}] }}, {more} }} }}"#
    );
    Scenario::new("@r", r#"{ "r": ["rat"] }"#, &more)
}

impl Scenario {
    /// Gives the hero an item and returns it.
    fn given(&mut self, kind: &str) -> crate::EntityId {
        let kind = self.game.pack().kinds.find(kind).unwrap();
        let (hero, item) = (self.hero(), self.ctx().make(kind));
        self.ctx().stow(hero, item)
    }
}

#[test]
fn two_swords_of_a_kind_differ() {
    let mut it = smithy(
        r#""sword": { "as": "item", "name": "sword +{plus}", "item": { "slot": "hand" }, "look": { "glyph": "/" },
            "has": { "plus": "pick(1, 2, 5)" }, "wear": [{ "attribute": "attack", "by": "item.plus" }] }"#,
    );
    let names: std::collections::BTreeSet<String> = (0..8)
        .map(|_| {
            let sword = it.given("sword");
            it.ctx().plain_name(sword)
        })
        .collect();
    assert!(names.len() > 1, "{names:?}");
    it.command(&Command::Equip { slot: 0 });
    let look = it.game.look();
    let sword = look.bag(it.hero())[0];
    let plus = it.value(sword, "plus").to_whole();
    assert_eq!(it.hero_value("attack"), 4 + plus);
    assert_eq!(look.kind_name(look.entity(sword).kind), "sword");
}

#[test]
fn a_set_of_tagged_things_gives_a_bonus() {
    let mut it = smithy(
        r#""knife": { "as": "item", "item": { "slot": "hand" }, "is": ["keen"], "look": { "glyph": "/" } },
           "sheath": { "as": "item", "item": { "slot": "belt" }, "is": ["keen"], "look": { "glyph": "[" } }"#,
    );
    it.given("knife");
    it.given("sheath");
    it.command(&Command::Equip { slot: 0 });
    assert_eq!((it.hero_value("edge"), it.hero_value("attack")), (1, 4));
    it.command(&Command::Equip { slot: 1 });
    assert_eq!((it.hero_value("edge"), it.hero_value("attack")), (2, 14));
    let all = it.game.view(0).unwrap().attributes();
    let edge = it.game.pack().attributes.find("edge").unwrap();
    assert_eq!(&*all.reasons_of(edge).next().unwrap().label, "keen things");
}

#[test]
fn a_curse_clings_to_one_ring_and_not_to_its_kind() {
    let mut it = smithy(
        r#""ring": { "as": "item", "item": { "slot": "body", "sticks": "self.cursed" }, "look": { "glyph": "=" } }"#,
    );
    let ring = it.given("ring");
    let cursed = it.game.pack().attributes.find("cursed").unwrap();
    let scene = crate::ctx::scene::Scene::of(ring);
    it.command(&Command::Equip { slot: 0 });
    it.ctx().set(ring, cursed, barrow_dice::Fixed::ONE, &scene);
    it.given("ring");
    for command in [
        Command::Unequip { slot: 0 },
        Command::Drop { slot: 0 },
        Command::Equip { slot: 1 },
        Command::Throw { slot: 0, at: barrow_grid::Pos::new(1, 0) },
    ] {
        it.forget().command(&command);
        assert_eq!(it.refused, [Refusal::Sticks("The ring".into())], "{command:?}");
        assert!(!it.game.legal(0).contains(&command));
    }
    it.ctx().set(ring, cursed, barrow_dice::Fixed::ZERO, &scene);
    it.forget().command(&Command::Equip { slot: 1 });
    assert_eq!(it.refused, []);
}

#[test]
fn a_belt_is_exchanged_but_never_taken_off() {
    let mut it =
        smithy(r#""belt": { "as": "item", "item": { "slot": "belt" }, "look": { "glyph": "-" } }"#);
    it.given("belt");
    it.given("belt");
    it.command(&Command::Equip { slot: 0 }).command(&Command::Unequip { slot: 0 });
    assert_eq!(it.refused, [Refusal::NeedsOne("the belt".into())]);
    it.forget().command(&Command::Equip { slot: 1 }).command(&Command::Drop { slot: 0 });
    assert_eq!(it.refused, []);
}

#[test]
fn needs_differ_by_deed_and_have_their_own_words() {
    let mut it = smithy(
        r#""grail": { "as": "item", "item": { "slot": "hand", "verb": "drink", "needs_to": {
            "use": { "when": "actor.gold >= 3", "say": "[Self] stay[s] dry." }, "equip": "actor.gold < 3",
            "pickup": { "when": "actor.gold < 5", "say": "[Actor] [are|is] not worthy." } } },
            "look": { "glyph": "u" }, "on": { "use": [{ "change": { "attribute": "gold", "by": 3, "of": "actor" } }] } }"#,
    );
    it.given("grail");
    it.keys("0");
    assert_eq!(it.refused, [Refusal::Told("The grail stays dry.".into())]);
    let (hero, gold) = (it.hero(), it.game.pack().attributes.find("gold").unwrap());
    let scene = crate::ctx::scene::Scene::of(hero);
    it.ctx().set(hero, gold, barrow_dice::Fixed::from_whole(3), &scene);
    it.forget().keys("0").command(&Command::Equip { slot: 0 });
    assert_eq!(it.refused, [Refusal::Lacks("the means to wear it".into())]);
    it.forget().command(&Command::Drop { slot: 0 }).keys("g");
    assert_eq!(it.refused, [Refusal::Told("You are not worthy.".into())]);
}

#[test]
fn stacks_have_a_limit() {
    let mut it =
        smithy(r#""arrow": { "as": "item", "item": { "stacks": 5 }, "look": { "glyph": "|" } }"#);
    for _ in 0..7 {
        it.given("arrow");
    }
    assert_eq!(it.bag(), ["arrow x5", "arrow x2"]);
    let arrow = it.game.pack().kinds.find("arrow").unwrap();
    assert_eq!(it.ctx().make_some(arrow, 12).len(), 3);
}

#[test]
fn only_this_wand_becomes_known() {
    let mut it = smithy(
        r#""wand": { "as": "item", "name": "wand of {plus}", "has": { "plus": "pick(1, 2)" }, "look": { "glyph": "~" },
            "item": { "verb": "wave", "unknown": { "name": "dusty wand", "by": "item" } },
            "on": { "use": [{ "say": "Known: {self.known}, worn: {self.worn}, {self.count} of them." }] } }"#,
    );
    it.given("wand");
    it.given("wand");
    it.keys("0");
    it.tells(&["Known: 1, worn: 0, 1 of them."]);
    let names: Vec<String> = it.game.view(0).unwrap().bag().map(|it| it.item.name()).collect();
    assert!(names[0].starts_with("wand of "), "{names:?}");
    assert_eq!(names[1], "dusty wand");
}

#[test]
fn a_name_may_depend_on_the_thing() {
    let mut it = smithy(
        r#""blade": { "as": "item", "name": "[if plus > 1|keen {plus}-|]blade[case plus|, blunt||, sharp]",
            "has": { "plus": 0 }, "item": { "verb": "whet" }, "look": { "glyph": "/" },
            "on": { "use": [{ "change": { "attribute": "plus", "by": 1, "of": "self" } }] } }"#,
    );
    it.given("blade");
    let mut names = Vec::new();
    for _ in 0..3 {
        names.extend(it.bag());
        it.keys("0");
    }
    assert_eq!(names, ["blade, blunt", "blade", "keen 2-blade, sharp"]);
}

#[test]
fn a_name_may_tell_whether_a_thing_is_worn() {
    let mut it = smithy(
        r#""sash": { "as": "item", "name": "[if worn|tied|loose] sash", "item": { "slot": "belt" },
            "look": { "glyph": "s" } }"#,
    );
    it.given("sash");
    let name = |it: &Scenario| it.game.view(0).unwrap().bag().next().unwrap().item.name();
    assert_eq!(name(&it), "loose sash");
    it.command(&crate::Command::Equip { slot: 0 });
    assert_eq!(name(&it), "tied sash");
}

#[test]
fn nobody_is_told_a_secret() {
    let it = smithy(r#""pebble": { "as": "item", "item": {}, "look": { "glyph": "." } }"#);
    let luck = it.game.pack().attributes.find("luck").unwrap();
    assert_eq!(it.hero_value("luck"), 7);
    let mut it = it;
    let (hero, scene) = (it.hero(), crate::ctx::scene::Scene::of(it.hero()));
    it.ctx().change(hero, luck, barrow_dice::Fixed::ONE, &scene);
    assert_eq!(it.hero_value("luck"), 8);
    let view = it.game.view(0).unwrap();
    assert!(view.attributes().values.iter().all(|value| value.attribute != luck));
}
