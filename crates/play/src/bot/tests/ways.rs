//! Where the bot goes, and what its policy says about it.

use super::*;

/// Lets a bot with a policy play on a drawn level, whose stairs lead to levels like it.
fn follow(map: &str, policy: &str, hero: &str, commands: usize) -> Vec<String> {
    let more = format!(
        r#"{{ "kinds": {{ "champion": {{ "extends": "hero" {hero} }} }}, "policies": {{ "own": {policy} }} }}"#
    );
    let pack = pack(map, "", r#", "links": { "up": "here", "down": "here" }"#, &more);
    let policy = pack.policies.iter().next().map(|(_, it)| it.clone());
    let mut run = begin(&pack, 7);
    let mut bot = Bot::new(Skill::Sensible, Seed(1)).following(policy.as_ref());
    let mut did = Vec::new();
    for _ in 0..commands {
        let command = bot.choose(&view(&run), &run.game().legal(0)).unwrap();
        let turn = run.step(0, &command).unwrap();
        bot.observe(&view(&run), &turn);
        did.push(command.to_string());
    }
    did
}

#[test]
fn it_leaves_when_its_policy_says_so() {
    let leaves = |map: &str| follow(map, r#"{ "leave_when": "player.gold > 0" }"#, "", 9);
    let did = leaves("#<..@$.>..#");
    assert_eq!(did[..2], ["e", "pickup"], "first it is rich");
    assert_eq!(did[2..7], ["w", "w", "w", "w", "ascend"], "then it goes home");
    // Where nothing leads up, it goes on.
    let did = leaves("#...@$.>..#");
    assert_eq!(did[..5], ["e", "pickup", "e", "e", "descend"]);
}

#[test]
fn it_rests_as_long_as_its_policy_says() {
    let wounded = r#", "has": { "health": { "now": 10, "max": 20 } }"#;
    let waits = |policy: &str| {
        let did = follow("#@.....$#", policy, wounded, 30);
        did.iter().take_while(|it| *it == "wait").count()
    };
    // Half a point heals in a turn. By itself the bot rests until it has three quarters.
    assert_eq!(waits("{}"), 10);
    assert_eq!(waits(r#"{ "rest_below": 0.6 }"#), 4);
    assert_eq!(waits(r#"{ "rest_below": 0.5 }"#), 0);
}

#[test]
fn it_never_uses_what_its_policy_avoids() {
    let hero = r#", "has": { "health": { "now": 4, "max": 20 } }, "stock": ["balm"]"#;
    assert_eq!(follow("#@...#", "{}", hero, 1), ["use 0"]);
    assert_ne!(follow("#@...#", r#"{ "avoid": ["balm"] }"#, hero, 1), ["use 0"]);
}

/// It has seen the whole level before it goes down.
#[test]
fn it_sees_a_level_before_it_leaves_it() {
    let map = "
        #########
        #@.....>#
        #.#######
        #......$#
        #########";
    let did = follow(map, "{}", "", 22);
    let coin = did.iter().position(|it| it == "pickup").expect("it finds the coin");
    let down = did.iter().position(|it| it == "descend").expect("it goes down");
    assert!(coin < down, "{did:?}");
}

/// The mine counts as the floor of the lodge, where a victory has its price: two pieces of ore.
#[test]
fn it_finds_back_to_a_level_of_the_same_floor() {
    let dig = r#""dig": { "algorithm": "cellular", "width": 40, "height": 22, "exits": 1 }"#;
    let drawn = r#""floor": 1, "drawing": [FAR], "legend": { "$": ["nugget"] }"#;
    // Behind a door it goes on for long; but what was wanted is found before it.
    let far = format!("#@.$$+{}#", ".".repeat(60));
    let wall = "#".repeat(far.len());
    let drawn = drawn.replace(
        "FAR",
        &format!("{:?}, {far:?}, {:?}, {wall:?}", wall, format!("#<{}", &wall[2..])),
    );
    let places = LODGE.find(r#""places": ["#).unwrap();
    let end = places + LODGE[places..].find("],").unwrap() + 2;
    let text = [&LODGE[..places], &LODGE[end..]].concat();
    let text = text.replace(dig, &drawn).replace("ore >= 8", "ore >= 2");
    let text = text.replace(r#""links": { "down": "mine", "up""#, r#""links": { "up""#);
    let text = text.replace(r#""lodge": { "lasting""#, r#""lodge": { "floor": 1, "lasting""#);
    let setup = Setup { seed: Seed(1), ..Setup::default() };
    let played = play(&trial(&text), &setup, Skill::Sensible, Cap { turns: 100 }).unwrap();
    assert!(played.outcome.is_won(), "{:?}", played.outcome);
}
