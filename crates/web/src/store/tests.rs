use super::*;
use crate::testing::{Fault, Page};

fn kept(page: &Rc<Page>) -> BrowserStore {
    BrowserStore::new(Rc::clone(page) as Rc<dyn Host>)
}

fn read(page: &Rc<Page>, name: &str) -> Option<String> {
    let bytes = kept(page).read(name).unwrap()?;
    Some(String::from_utf8(bytes).unwrap())
}

/// Returns the line of a journal with that number.
fn line(number: usize) -> String {
    format!("line {number} of a long story, in which a mouse goes from one hole to the next\n")
}

fn lines(count: usize) -> String {
    (0..count).map(line).collect()
}

#[test]
fn a_file_is_read_as_it_was_written() {
    let page = Page::new();
    let mut store = kept(&page);
    assert_eq!(store.read("a").unwrap(), None);
    for text in ["", "short", &lines(1_000), &"ä€😀".repeat(9_000)] {
        store.replace("a", text.as_bytes()).unwrap();
        assert_eq!(read(&page, "a").as_deref(), Some(text));
    }
    assert!(store.replace("a", &[0xFF]).is_err());
    assert_eq!(store.list().unwrap(), ["a", "a.previous"]);
}

#[test]
fn appending_writes_at_most_one_part() {
    let page = Page::new();
    let mut store = kept(&page);
    for number in 0..2_000 {
        store.append("run", line(number).as_bytes()).unwrap();
    }
    assert_eq!(read(&page, "run"), Some(lines(2_000)));
    let longest = page.texts.borrow().values().map(String::len).max();
    assert!(longest.is_some_and(|it| it <= PART), "{longest:?}");
    let before = page.calls.get();
    store.append("run", b"one more\n").unwrap();
    assert_eq!(page.calls.get() - before, 2, "a look at the head, and the last part");
}

#[test]
fn the_previous_version_is_kept_and_older_ones_are_removed() {
    let page = Page::new();
    let mut store = kept(&page);
    for text in ["one", "two", "three", "four"] {
        store.replace("a", text.as_bytes()).unwrap();
    }
    assert_eq!(read(&page, "a").as_deref(), Some("four"));
    assert_eq!(read(&page, "a.previous").as_deref(), Some("three"));
    assert_eq!(page.texts.borrow().len(), 4, "two heads, two parts: {:?}", page.texts);
}

#[test]
fn a_finished_long_file_is_packed_and_can_be_appended_to_again() {
    let page = Page::new();
    let mut store = kept(&page);
    store.append("save", lines(2_000).as_bytes()).unwrap();
    let size = |page: &Page| page.texts.borrow().values().map(String::len).sum::<usize>();
    let before = size(&page);
    store.rename("save", "replay").unwrap();
    assert!(size(&page) * 5 < before, "{} of {before}", size(&page));
    assert_eq!(read(&page, "save"), None);
    assert_eq!(read(&page, "replay"), Some(lines(2_000)));
    store.append("replay", line(2_000).as_bytes()).unwrap();
    assert_eq!(read(&page, "replay"), Some(lines(2_001)));
    store.rename("replay", "short").unwrap();
    store.replace("short", b"x").unwrap();
    store.rename("short", "end").unwrap();
    assert_eq!(read(&page, "end").as_deref(), Some("x"));
}

#[test]
fn an_overwritten_file_leaves_nothing_behind() {
    let page = Page::new();
    let mut store = kept(&page);
    for (name, count) in [("a", 300), ("b", 400)] {
        store.replace(name, lines(count).as_bytes()).unwrap();
    }
    store.rename("a", "b").unwrap();
    assert_eq!(store.list().unwrap(), ["b"]);
    assert_eq!(read(&page, "b"), Some(lines(300)));
    let names: Vec<String> = page.texts.borrow().keys().cloned().collect();
    assert!(!names.iter().any(|it| it.contains("/a/")), "{names:?}");
}

/// Returns what the store of [`changes`] may hold under a name, whatever failed and wherever the
/// page was closed.
fn is_whole(name: &str, text: Option<&str>) -> bool {
    let whole = [lines(300), lines(500), lines(501), "end".into()];
    match (name, text) {
        (_, None) => true,
        (_, Some(text)) => whole.iter().any(|it| it == text),
    }
}

/// Changes long files in every possible way.
fn changes(store: &mut BrowserStore) {
    let _ = store.replace("a", lines(300).as_bytes());
    let _ = store.replace("a", lines(500).as_bytes());
    let _ = store.append("a", line(500).as_bytes());
    let _ = store.rename("a", "b");
    let _ = store.replace("a", b"end");
    let _ = store.rename("a", "b");
}

#[test]
fn whichever_call_fails_files_stay_whole() {
    let page = Page::new();
    changes(&mut kept(&page));
    let calls = page.calls.get();
    assert!(calls > 50, "{calls}");
    for number in 0..calls {
        for fault in [Fault::Once(number), Fault::From(number)] {
            let page = Page::failing(fault);
            changes(&mut kept(&page));
            let next = page.reopened();
            for name in kept(&next).list().unwrap() {
                let text = read(&next, &name);
                // An append that failed once is followed by appends to the same text.
                assert!(is_whole(&name, text.as_deref()), "{fault:?} {name}");
            }
            kept(&next).sweep();
            for name in kept(&next).list().unwrap() {
                assert!(is_whole(&name, read(&next, &name).as_deref()), "swept: {fault:?} {name}");
            }
        }
    }
}

#[test]
fn parts_left_by_a_closed_page_are_removed() {
    let page = Page::new();
    kept(&page).replace("a", lines(500).as_bytes()).unwrap();
    let whole = page.texts.borrow().clone();
    page.texts.borrow_mut().insert("p/a/0/0".into(), "left".into());
    kept(&page).sweep();
    assert_eq!(*page.texts.borrow(), whole);
    page.texts.borrow_mut().insert("p/a/9/0".into(), "being written".into());
    kept(&page).sweep();
    assert_eq!(page.texts.borrow().len(), whole.len() + 1, "the newest may be in use");
}

#[test]
fn a_full_storage_is_reported_and_keeps_its_files() {
    let page = Page::new();
    page.room.set(Some(30_000));
    let mut store = kept(&page);
    store.replace("a", lines(300).as_bytes()).unwrap();
    let error = store.replace("a", lines(300).as_bytes()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`a` cannot be stored or read: this browser's storage is full or was denied"
    );
    assert_eq!(read(&page, "a"), Some(lines(300)));
    assert_eq!(store.list().unwrap(), ["a"]);
}

#[test]
fn names_of_heads_and_parts_round_trip() {
    for name in ["profile.json", "saves/a.journal", "saves/a.journal.previous"] {
        for (number, packed) in [(1, false), (12, true)] {
            let version = Version { name: name.into(), number, packed };
            assert_eq!(Version::of_part(&version.part(3)), Some(version.clone()));
            for head in [name, "another"] {
                assert_eq!(Version::from_head(head, &version.to_head(head)), Some(version.clone()));
            }
        }
    }
    assert_eq!(Version::from_head("a", "what"), None);
    assert_eq!(Version::of_part("page"), None);
}
