use crate::scenario::Scenario;
use crate::{Event, Volume};

const RAT: &str = r#"{ "words": { "cries": ["Hoo", "Haa", "Hee"] } }"#;

fn haunted(illusion: &str) -> Scenario {
    let rules = format!(r#""illusions": [{illusion}]"#);
    Scenario::ruled(&rules, "......\n..@...\n......", "{}", RAT)
}

#[test]
fn an_imagined_noise_is_heard() {
    let mut it = haunted(r#"{ "chance": 1, "noise": "[words.cries]" }"#);
    it.keys("...");
    let heard = it.events.iter().filter(|it| matches!(it, Event::Heard(_))).count();
    assert_eq!(heard, 3);
}

#[test]
fn an_imagined_noise_is_never_as_far_as_its_range() {
    let mut it = haunted(r#"{ "chance": 1, "noise": "Hoo", "range": 2 }"#);
    it.keys("........");
    let deafening = |it: &&Event| matches!(it, Event::Heard(it) if it.volume == Volume::Deafening);
    assert_eq!(it.events.iter().filter(deafening).count(), 8);
}

#[test]
fn an_imagined_shape_is_seen_for_a_while_on_an_empty_cell() {
    let mut it = haunted(r#"{ "when": "turn = 1", "chance": 1, "shape": "rat", "lasts": 3 }"#);
    let mut seen = Vec::new();
    for _ in 0..5 {
        it.keys(".");
        let view = it.game.view(0).unwrap();
        seen.push(view.phantoms().count());
        let here = view.own().unwrap().pos();
        assert!(view.phantoms().all(|it| it.at != here && view.visible().contains(it.at)));
        assert_eq!(view.actors().count(), 1, "the hero is alone");
    }
    assert_eq!(seen, [1, 1, 1, 0, 0]);
}

#[test]
fn an_illusion_needs_its_condition() {
    let mut it = haunted(r#"{ "when": "player.health < 10", "chance": 1, "noise": "Hoo" }"#);
    it.keys("...").tells(&[]);
    let mut it = haunted(r#"{ "chance": 0, "shape": "rat" }"#);
    it.keys("...");
    assert_eq!(it.game.view(0).unwrap().phantoms().count(), 0);
}

#[test]
fn no_rule_notices_illusions() {
    let both = r#"{ "chance": 0.5, "noise": "[words.cries]" }, { "chance": 0.5, "shape": "rat" }"#;
    let (mut mad, mut sane) = (haunted(both), haunted(r#"{ "chance": 0, "noise": "Hoo" }"#));
    for key in ["l", ".", "k", "h", "j", "h", "."] {
        mad.keys(key);
        sane.keys(key);
        assert_eq!(mad.game.digest(), sane.game.digest());
    }
}
