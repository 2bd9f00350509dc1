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
    let own = ['h', 'o', '>'].map(|key| GameKey { key, ..GameKey::default() });
    let can_override = |preset, char| Keymap::preset(preset).can_override(Key::char(char), &own);
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

/// A game's potion in a preset where its letter walks: it has Alt, and can be put elsewhere.
#[test]
fn a_games_own_key_can_be_moved_unless_something_would_have_no_key() {
    let key = |key: char, label: &str| GameKey { key, label: label.into(), ..GameKey::default() };
    let own = [key('h', "health potion"), key('m', "mana potion")];
    let mut keys = Keymap::preset(Preset::Vi);
    assert_eq!(keys.own_key('h', &own).to_string(), "alt-h");
    for (wanted, why) in [
        ("m", "`m` is `mana potion` in this game; give that one another key first"),
        ("l", "`l` is the only key of `move e`; give that one another key first"),
        ("o", "`o` is the only key of `explore`; give that one another key first"),
        ("esc", "`esc` is needed by menus; choose another key"),
    ] {
        let refused = keys.move_own('h', wanted.parse().unwrap(), &own).unwrap_err();
        assert_eq!(refused.to_string(), why);
    }
    assert_eq!(keys, Keymap::preset(Preset::Vi), "what was refused changed nothing");
    let potion = Key::ctrl('h');
    keys.move_own('h', potion, &own).unwrap();
    assert_eq!((keys.own_key('h', &own), keys.is_own(potion, &own)), (potion, true));
    assert!(!keys.is_own(Key::char('h'), &own), "the letter walks again");
    let told = keys.leave_to_game(potion, &own, None).unwrap_err().to_string();
    assert_eq!(told, "`ctrl-h` is `health potion` in this game; give that one another key first");
    // Another game has a key of its own there.
    let other = [key('h', "heal"), GameKey { key: 'p', ..key('p', "pray") }];
    keys.move_own('h', Key::char('p'), &own).unwrap();
    assert_eq!(keys.own_key('h', &other).to_string(), "alt-h");
    keys.move_back('h');
    assert_eq!(keys, Keymap::preset(Preset::Vi));
}

/// Stairs give a key away only if they have another one.
#[test]
fn a_games_own_key_may_take_a_second_key_of_the_stairs() {
    let own = [GameKey { key: 'h', ..GameKey::default() }];
    let mut keys = Keymap::preset(Preset::Arrows);
    let down = Key::char('>');
    assert!(keys.move_own('h', down, &own).is_err());
    keys.bind(Key::char('p'), Verb::Descend).unwrap();
    keys.move_own('h', down, &own).unwrap();
    assert_eq!(keys.beside(&own).shown(Verb::Descend), "p");
}
