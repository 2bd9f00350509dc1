use barrow_pack::{Key as GameKey, Order};

use super::*;

#[test]
fn every_preset_reaches_every_verb() {
    for preset in Preset::ALL {
        let missing = Keymap::preset(preset).unreachable();
        assert_eq!(missing, [], "{preset:?}");
    }
}

#[test]
fn no_preset_needs_a_key_that_menus_need() {
    for preset in Preset::ALL {
        for verb in Verb::all() {
            let keys = Keymap::preset(preset).keys(verb);
            assert!(!keys.iter().any(|key| key.is_reserved()), "{preset:?} {verb:?}");
        }
    }
}

#[test]
fn keys_and_verbs_are_read_as_they_are_written() {
    for preset in Preset::ALL {
        for verb in Verb::all() {
            assert_eq!(Verb::from_name(&verb.name()), Some(verb));
            for key in Keymap::preset(preset).keys(verb) {
                assert_eq!(key.to_string().parse(), Ok(key));
            }
        }
    }
}

#[test]
fn a_minus_is_a_key_and_nonsense_is_not() {
    assert_eq!("-".parse(), Ok(Key::char('-')));
    assert_eq!("ctrl--".parse(), Ok(Key { ctrl: true, ..Key::char('-') }));
    assert!("hyper-x".parse::<Key>().is_err());
    assert!("f99".parse::<Key>().is_err());
    assert!("".parse::<Key>().is_err());
}

#[test]
fn a_key_is_not_taken_from_a_verb_that_has_no_other() {
    let mut keys = Keymap::preset(Preset::Arrows);
    assert_eq!(
        keys.bind(Key::char('o'), Verb::Rest).unwrap_err().to_string(),
        "`o` is the only key of `explore`; give that one another key first"
    );
    keys.bind(Key::char('O'), Verb::Explore).unwrap();
    keys.bind(Key::char('o'), Verb::Rest).unwrap();
    assert_eq!(keys.shown(Verb::Rest), "Z o");
    assert_eq!(keys.shown(Verb::Explore), "O");
    assert_eq!(keys.changes(Preset::Arrows), [Verb::Rest, Verb::Explore]);
}

#[test]
fn a_rebinding_that_fails_changes_nothing() {
    let mut keys = Keymap::preset(Preset::Vi);
    let before = keys.clone();
    let taken = [Key::char('O'), Key::char('i')];
    assert!(keys.rebind(Verb::Explore, &taken).is_err());
    assert!(keys.rebind(Verb::Explore, &[Key::plain(Code::Esc)]).is_err());
    assert_eq!(keys, before);
}

#[test]
fn a_games_own_key_comes_first_but_everyone_can_walk() {
    let taken = |key: Key| [Key::char('h'), Key::char('o'), Key::char('>')].contains(&key);
    let can_override = |preset, char| Keymap::preset(preset).can_override(Key::char(char), taken);
    assert!(can_override(Preset::Arrows, 'h'), "the left arrow goes west too");
    assert!(!can_override(Preset::Vi, 'h'), "nothing else goes west");
    assert!(can_override(Preset::Arrows, 'o'));
    assert!(can_override(Preset::Arrows, 'm'), "it asks for nothing");
    assert!(!can_override(Preset::Arrows, '>'), "it also goes to the stairs");
}

#[test]
fn a_games_own_keys_should_not_hide_what_it_does_not_do_itself() {
    let key = |key: char| GameKey { key, ..GameKey::default() };
    let cast = |it: char| GameKey { casts: Some(barrow_pack::Id::new(0)), ..key(it) };
    let select = |it: char| GameKey { selects: Some(0), ..key(it) };
    let hidden = |own: &[GameKey]| {
        let keys = Keymap::preset(Preset::Arrows);
        let hidden = keys.hidden_by(own);
        hidden.into_iter().map(|(key, verb)| (key.key, verb)).collect::<Vec<_>>()
    };
    assert_eq!(hidden(&[key('o'), key('m')]), [('o', Verb::Explore)]);
    assert_eq!(hidden(&[key('h'), key('x')]), [], "arrows go west too, and `;` looks");
    assert_eq!(hidden(&[key('x'), key(';')]), [('x', Verb::Look), (';', Verb::Look)]);
    assert_eq!(hidden(&[key('f')]), [('f', Verb::Fire)]);
    assert_eq!(hidden(&[cast('f')]), [], "it casts by itself");
    assert_eq!(hidden(&[key('w'), select('1')]), [], "it has its own way to handle items");
    assert_eq!(hidden(&[GameKey { order: Order::Help, ..key('?') }]), []);
}
