use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::*;
use crate::Set;

/// Applies the same operations to our map and to that of the standard library.
#[derive(Default)]
struct Both {
    ours: Map<String, u32>,
    theirs: BTreeMap<String, u32>,
}

impl Both {
    /// Applies an operation: `key=1` inserts, `key+1` adds to the value or to zero, `-key` removes,
    /// `?key` asks.
    fn step(&mut self, operation: &str) {
        if let Some((key, value)) = operation.split_once('=') {
            let value = value.parse().unwrap();
            assert_eq!(self.ours.insert(key.into(), value), self.theirs.insert(key.into(), value));
        } else if let Some((key, more)) = operation.split_once('+') {
            let more: u32 = more.parse().unwrap();
            *self.ours.get_or_insert_with(key.into(), || 0) += more;
            *self.theirs.entry(key.into()).or_insert(0) += more;
        } else if let Some(key) = operation.strip_prefix('-') {
            assert_eq!(self.ours.remove(key), self.theirs.remove(key));
        } else if let Some(key) = operation.strip_prefix('?') {
            assert_eq!(self.ours.get(key), self.theirs.get(key));
            assert_eq!(self.ours.get_mut(key), self.theirs.get_mut(key));
            assert_eq!(self.ours.contains_key(key), self.theirs.contains_key(key));
        }
        assert_eq!(format!("{:?}", self.ours), format!("{:?}", self.theirs));
        assert_eq!(self.ours.len(), self.theirs.len());
    }
}

#[track_caller]
fn check(operations: &str, expected: &str) {
    let mut both = Both::default();
    operations.split(' ').for_each(|operation| both.step(operation));
    assert_eq!(format!("{:?}", both.ours), expected);
}

#[test]
fn a_map_behaves_like_that_of_the_standard_library() {
    check("b=2 a=1 c=3", r#"{"a": 1, "b": 2, "c": 3}"#);
    check("b=2 b=5 ?b ?a", r#"{"b": 5}"#);
    check("b=2 a=1 -b -b ?b", r#"{"a": 1}"#);
    check("gold+3 arrows+1 gold+4", r#"{"arrows": 1, "gold": 7}"#);
    check("a=1 -a", "{}");
}

#[test]
fn the_last_entry_of_a_key_wins() {
    let entries = [("b", 1), ("a", 2), ("b", 3), ("b", 4), ("a", 5)];
    let mut ours: Map<&str, u32> = entries.into_iter().collect();
    let mut theirs: BTreeMap<&str, u32> = entries.into_iter().collect();
    assert!(ours.iter().eq(&theirs), "{ours:?}");
    assert_eq!((ours["a"], ours["b"]), (5, 4));
    ours.extend([("c", 1), ("a", 6), ("c", 7)]);
    theirs.extend([("c", 1), ("a", 6), ("c", 7)]);
    assert!(ours.iter().eq(&theirs), "{ours:?}");
    assert!(ours.keys().eq(theirs.keys()) && ours.values().eq(theirs.values()));
    ours.values_mut().chain(theirs.values_mut()).for_each(|value| *value += 1);
    assert!(ours.iter().eq(&theirs), "{ours:?}");
    ours.retain(|key, value| *key != "a" && *value > 5);
    assert_eq!(format!("{ours:?}"), r#"{"c": 8}"#);
}

#[test]
fn a_set_has_each_item_once_and_in_order() {
    let mut set: Set<char> = "barrow".chars().collect();
    assert_eq!(set.iter().collect::<String>(), "aborw");
    assert!(!set.insert('w') && set.insert('y') && set.contains(&'y'));
    assert!(set.remove(&'a') && !set.remove(&'a'));
    assert_eq!(format!("{set:?}"), format!("{:?}", "borwy".chars().collect::<BTreeSet<_>>()));
    set.clear();
    assert!(set.is_empty());
}

/// Checks that both are written as the same text and the same bytes, and read what the other wrote.
#[track_caller]
fn check_written<O, T>(ours: &O, theirs: &T)
where
    O: Serialize + DeserializeOwned + PartialEq + Debug,
    T: Serialize,
{
    let (text, bytes) =
        (serde_json::to_string(theirs).unwrap(), postcard::to_allocvec(theirs).unwrap());
    assert_eq!(serde_json::to_string(ours).unwrap(), text);
    assert_eq!(postcard::to_allocvec(ours).unwrap(), bytes);
    assert_eq!(&serde_json::from_str::<O>(&text).unwrap(), ours);
    assert_eq!(&postcard::from_bytes::<O>(&bytes).unwrap(), ours);
}

#[test]
fn maps_and_sets_serialize_like_the_standard_library() {
    let entries = [(300_u16, "eel"), (7, "ant"), (9, "bat")].map(|(at, it)| (at, it.to_owned()));
    let map: Map<u16, String> = entries.clone().into_iter().collect();
    check_written(&map, &BTreeMap::from(entries));
    let names = ["eel", "ant", "bat"].map(String::from);
    let set: Set<String> = names.clone().into_iter().collect();
    check_written(&set, &BTreeSet::from(names));
    check_written(&Map::<u16, u8>::new(), &BTreeMap::<u16, u8>::new());
}

#[test]
fn unsorted_input_is_sorted() {
    let map: Map<String, u8> = serde_json::from_str(r#"{"b": 1, "a": 2, "b": 3}"#).unwrap();
    assert_eq!(format!("{map:?}"), r#"{"a": 2, "b": 3}"#);
    assert!(postcard::from_bytes::<Map<u8, u8>>(&[0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 1]).is_err());
}
