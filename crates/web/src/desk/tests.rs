use barrow_play::keymap::{Code, Key};

use super::*;
use crate::testing::{Fault, Page};

fn desk(page: &Rc<Page>) -> Desk {
    Desk::new(Rc::clone(page) as Rc<dyn Host>)
}

fn value(desk: &Desk, name: &str) -> String {
    let choices = desk.settings_json();
    let found = choices.as_array().unwrap().iter().find(|it| it["name"] == name).unwrap();
    found["value"].as_str().unwrap().into()
}

fn keys(desk: &Desk, verb: &str) -> Value {
    let keys = desk.keys();
    let found = keys.as_array().unwrap().iter().find(|it| it["verb"] == verb).unwrap();
    found["keys"].clone()
}

#[test]
fn settings_are_kept_for_the_next_visit() {
    let page = Page::new();
    let mut first = desk(&page);
    first.change("theme", "contrast").unwrap();
    first.bind("explore", Key::ctrl('e')).unwrap();
    first.change("confirm", "no").unwrap();
    let next = desk(&page);
    assert_eq!((value(&next, "theme"), value(&next, "confirm")), ("contrast".into(), "no".into()));
    assert_eq!(keys(&next, "explore"), barrow_json::json!(["o", "ctrl-e"]));
    assert_eq!(next.trouble, None);
}

#[test]
fn choosing_a_preset_resets_all_keys_even_if_it_is_selected() {
    let mut desk = desk(&Page::new());
    desk.bind("explore", Key::char('0')).unwrap();
    desk.change("keys", "arrows").unwrap();
    assert_eq!(keys(&desk, "explore"), barrow_json::json!(["o"]));
    desk.change("keys", "wasd").unwrap();
    assert_eq!(value(&desk, "keys"), "wasd");
}

#[test]
fn every_option_can_be_chosen() {
    let mut desk = desk(&Page::new());
    for choice in desk.settings_json().as_array().unwrap() {
        let name = choice["name"].as_str().unwrap();
        for option in choice["options"].as_array().unwrap() {
            let option = option.as_str().unwrap();
            desk.change(name, option).unwrap();
            assert_eq!(value(&desk, name), option);
        }
    }
}

#[test]
fn a_bad_setting_is_refused_with_a_reason() {
    let mut desk = desk(&Page::new());
    let told = [
        desk.change("theme", "blue"),
        desk.change("colours", "16"),
        desk.bind("dance", Key::char('x')),
        desk.bind("explore", Key::plain(Code::Esc)),
        desk.bind("explore", Key::char('i')),
        desk.unbind("explore", Key::char('o')),
    ];
    assert_eq!(
        told.map(Result::unwrap_err),
        [
            "`blue` is not one of dark, light, contrast.",
            "There is no setting `colours`.",
            "There is no verb `dance`.",
            "`esc` is needed by menus; choose another key.",
            "`i` is the only key of `inventory`; give that one another key first.",
            "It is the only key; add another first.",
        ]
    );
    desk.bind("explore", Key::char('0')).unwrap();
    desk.unbind("explore", Key::char('o')).unwrap();
    assert_eq!(keys(&desk, "explore"), barrow_json::json!(["0"]));
}

#[test]
fn without_storage_everything_is_kept_until_the_page_is_closed() {
    let mut desk = desk(&Page::failing(Fault::From(0)));
    assert!(
        desk.trouble
            .as_ref()
            .unwrap()
            .starts_with("This browser does not let the page save anything")
    );
    desk.change("theme", "light").unwrap();
    let text = desk.export().unwrap();
    let mut elsewhere = super::tests::desk(&Page::new());
    assert_eq!(elsewhere.import(&text).unwrap(), 1);
    assert_eq!(value(&elsewhere, "theme"), "light");
}

#[test]
fn a_failure_to_save_is_reported_and_the_setting_still_applies() {
    let page = Page::new();
    let mut desk = desk(&page);
    page.fault.set(Fault::From(0));
    let told = desk.change("theme", "light").unwrap_err();
    assert!(told.starts_with("It cannot be saved: "), "{told}");
    assert_eq!(value(&desk, "theme"), "light");
}

#[test]
fn a_damaged_profile_is_reported_and_set_aside() {
    let page = Page::new();
    desk(&page).change("theme", "light").unwrap();
    let part = page.texts.borrow().keys().find(|it| it.starts_with("p/profile")).cloned();
    page.texts.borrow_mut().insert(part.unwrap(), "spoilt".into());
    let next = desk(&page);
    let told = next.trouble.unwrap();
    assert!(told.contains("it is kept as `profile.json.damaged-1`"), "{told}");
}

#[test]
fn a_file_that_is_not_a_profile_is_not_imported() {
    let mut desk = desk(&Page::new());
    for wrong in ["", "{}", "[]", r#"{"barrow_export": 1, "files": {"profile.json": "{}"}}"#] {
        let told = desk.import(wrong).unwrap_err().to_string();
        assert!(told.starts_with("this is not an exported profile: "), "{told}");
    }
}
