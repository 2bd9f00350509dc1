use barrow_dice::Seed;
use barrow_engine::Setup;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use super::super::{Device, Host, Playthrough};
use crate::keymap::Verb;
use crate::settings::{Motion, Settings};
use crate::stage::pack;
use crate::store::{Memory, Store, StoreError};

/// A host whose player holds something, and who remembers.
#[derive(Clone, Default)]
struct Seat {
    settings: Settings,
    device: Device,
    store: Shared,
}

#[derive(Clone, Default)]
struct Shared(Rc<RefCell<Memory>>);

impl Store for Shared {
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.0.borrow().read(name)
    }
    fn list(&self) -> Result<Vec<String>, StoreError> {
        self.0.borrow().list()
    }
    fn append(&mut self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        self.0.borrow_mut().append(name, bytes)
    }
    fn replace(&mut self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        self.0.borrow_mut().replace(name, bytes)
    }
    fn rename(&mut self, from: &str, to: &str) -> Result<(), StoreError> {
        self.0.borrow_mut().rename(from, to)
    }
    fn lock(&mut self, name: &str, wait: bool) -> Result<bool, StoreError> {
        self.0.borrow_mut().lock(name, wait)
    }
    fn unlock(&mut self, name: &str) {
        self.0.borrow_mut().unlock(name);
    }
}

impl Host for Seat {
    fn settings(&self) -> &Settings {
        &self.settings
    }
    fn motion(&self) -> Motion {
        Motion::None
    }
    fn device(&self) -> Device {
        self.device
    }
    fn store(&self) -> Box<dyn Store> {
        Box::new(self.store.clone())
    }
    fn now(&self) -> String {
        "today".into()
    }
}

const OPENING: &str = r#", "goal": "Floor {floor}: out",
    "keys": [{ "key": "w", "label": "whistle", "order": "wait" }],
    "opening": ["Get out.", "[Press step] to walk, [press key w] to whistle."]"#;

fn begin(seat: &Seat, map: &str, more: &str) -> Playthrough {
    let setup =
        Setup { seed: Seed(7), level: None, heroes: vec![String::new()], ..Setup::default() };
    Playthrough::begin(seat, &Arc::clone(&pack(map, OPENING, "", more)), &setup).unwrap()
}

fn wait(seat: &Seat, playthrough: &mut Playthrough) -> Vec<String> {
    playthrough.press(seat, "w".parse().unwrap());
    playthrough.tips(seat)
}

#[test]
fn a_run_opens_with_what_to_do_on_the_device_in_use() {
    let check = |device, expected: &str| {
        let seat = Seat { device, ..Seat::default() };
        assert_eq!(begin(&seat, "@.", "{}").tips(&seat), ["Get out.", expected], "{device:?}");
    };
    check(Device::Keys, "Press an arrow key to walk, press w to whistle.");
    check(Device::Mouse, "Click a place to walk, click Whistle to whistle.");
    check(Device::Touch, "Tap a place to walk, tap Whistle to whistle.");
    check(Device::Gamepad, "Push the stick to walk, press A and choose Whistle to whistle.");
    check(
        Device::Desk,
        "Press an arrow key or click a place to walk, press w or click Whistle to whistle.",
    );
}

#[test]
fn a_tip_comes_when_it_first_matters_and_never_again() {
    let tips = r#"{ "tips": { "foe": { "text": "[A it] is awake. [Press look] first." } } }"#;
    let seat = Seat::default();
    let mut playthrough = begin(&seat, "@...r", tips);
    let told = wait(&seat, &mut playthrough);
    assert_eq!(told, ["A rat is awake. Press ; first."]);
    let mut playthrough = begin(&seat, "@...r", tips);
    assert_ne!(wait(&seat, &mut playthrough), told, "not in the next run");
    let pack = Arc::clone(playthrough.game().pack());
    drop(playthrough);
    let mut playthrough = Playthrough::resume(&seat, &pack).unwrap().expect("a saved run");
    assert_ne!(wait(&seat, &mut playthrough), told, "nor when that one goes on");
    let silent =
        Seat { settings: Settings { hints: false, ..Settings::default() }, ..Seat::default() };
    let mut playthrough = begin(&silent, "@...r", tips);
    assert_eq!(wait(&silent, &mut playthrough), [""; 0]);
}

#[test]
fn a_tip_can_be_switched_off_by_its_pack_and_needs_its_commands() {
    let seat = Seat::default();
    let off = r#"{ "tips": { "foe": { "off": true }, "hex": { "at": "foe", "text": "[Press cast] it." } } }"#;
    let mut playthrough = begin(&seat, "@...r", off);
    let told = wait(&seat, &mut playthrough);
    assert!(told.iter().all(|it| !it.contains("rat") && !it.contains("it.")), "{told:?}");
}

#[test]
fn a_tip_about_stairs_is_told_at_the_sight_of_stairs_alone() {
    let tips = r#"{ "tips": { "stairs": { "text": "A way down." } } }"#;
    let told = |map: &str| {
        let seat = Seat::default();
        let mut playthrough = begin(&seat, map, tips);
        (0..20).any(|_| wait(&seat, &mut playthrough).contains(&"A way down.".to_owned()))
    };
    assert!(told("@..>"));
    assert!(!told("@..$"));
}

/// A button of a gamepad is a verb, not a key.
#[test]
fn a_button_that_came_to_nothing_brings_the_next_tip() {
    let seat = Seat { device: Device::Gamepad, ..Seat::default() };
    let tips = r#"{ "tips": { "deep": { "when": "floor = 1", "text": "Look around." } } }"#;
    let mut playthrough = begin(&seat, "@...", tips);
    for _ in 0..4 {
        playthrough.trigger(&seat, Verb::Descend);
    }
    assert_eq!(playthrough.game().turn(), 0, "there are no stairs");
    assert_eq!(playthrough.tips(&seat), ["Look around."]);
}

#[test]
fn what_was_told_of_a_level_is_gone_on_the_next() {
    let seat = Seat::default();
    let tips = r#"{ "tips": { "deep": { "when": "floor = 2", "text": "Deeper." } } }"#;
    let mut playthrough = begin(&seat, "@>..", tips);
    assert!(playthrough.tips(&seat).contains(&"Get out.".to_owned()));
    for key in ["right", ">"] {
        playthrough.press(&seat, key.parse().unwrap());
    }
    assert_eq!(playthrough.game().floor(), 2);
    let told = playthrough.tips(&seat);
    assert!(!told.is_empty() && !told.contains(&"Get out.".to_owned()), "{told:?}");
}

/// A tip that can wait comes with the third command after the one before it.
#[test]
fn tips_come_one_after_another() {
    let seat = Seat::default();
    let tips = r#"{ "tips": { "one": { "text": "One." }, "two": { "text": "Two." } } }"#;
    let mut playthrough = begin(&seat, "@....", tips);
    let told: Vec<String> = (0..7).map(|_| wait(&seat, &mut playthrough).join(" ")).collect();
    assert!(told[0].starts_with("Get out.") && told[1] == told[0], "{told:?}");
    assert_eq!(told[2..], ["One.", "One.", "One.", "Two.", "Two."]);
}

/// The next floor is the same level again, but another place.
#[test]
fn a_tip_stays_behind_on_its_floor() {
    let seat = Seat::default();
    let tips = r#"{ "tips": { "stairs": { "text": "A way down." } } }"#;
    let mut playthrough = begin(&seat, "@...>", tips);
    while playthrough.tips(&seat) != ["A way down."] {
        wait(&seat, &mut playthrough);
    }
    for _ in 0..3 {
        playthrough.press(&seat, "right".parse().unwrap());
        assert_eq!(playthrough.tips(&seat), ["A way down."], "it is the same floor");
    }
    playthrough.press(&seat, "right".parse().unwrap());
    let told = playthrough.tips(&seat);
    playthrough.press(&seat, ">".parse().unwrap());
    assert_eq!(playthrough.game().floor(), 2);
    let after = playthrough.tips(&seat);
    assert!(!told.is_empty() && !told.iter().any(|it| after.contains(it)), "{told:?}, {after:?}");
}

#[test]
fn tips_make_way_and_change_nothing() {
    let seat = Seat::default();
    let mut playthrough = begin(&seat, "@.", "{}");
    let mut silent =
        Seat { settings: Settings { hints: false, ..Settings::default() }, ..Seat::default() };
    silent.device = Device::Touch;
    let mut other = begin(&silent, "@.", "{}");
    for _ in 0..20 {
        wait(&seat, &mut playthrough);
        wait(&silent, &mut other);
    }
    assert_eq!(playthrough.tips(&seat), [""; 0]);
    assert_eq!(playthrough.game().digest(), other.game().digest());
}
