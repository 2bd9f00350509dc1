//! The report after a crash: the last action, and the run up to it, which reproduces the bug.
//!
//! In wasm a panic ends in a trap, after which only memory can be read. Therefore everything that a
//! report needs is stored before each action. The message of the panic is not in the module, to
//! keep it small; the run played natively shows it.

use std::cell::RefCell;
use std::rc::Rc;

use barrow_engine::Journal;
use barrow_json::{Value, json};

thread_local! {
    static LAST: RefCell<Last> = RefCell::default();
}

/// The last action of the page.
#[derive(Default)]
struct Last {
    doing: String,
    record: JournalText,
}

/// The journal of a run as text, updated after every action.
#[derive(Clone, Default)]
pub struct JournalText(Rc<RefCell<Text>>);

#[derive(Default)]
struct Text {
    text: String,
    /// How many entries are in it.
    entries: usize,
}

impl JournalText {
    /// Writes a journal as text.
    pub fn of(journal: &Journal) -> Self {
        let text = Text { text: journal.to_text(), entries: journal.entries.len() };
        Self(Rc::new(RefCell::new(text)))
    }

    /// Adds the new entries of a journal.
    pub fn update(&self, journal: &Journal) {
        let mut kept = self.0.borrow_mut();
        for number in kept.entries..journal.entries.len() {
            kept.text.push_str(&journal.record(number));
        }
        kept.entries = journal.entries.len();
    }

    /// Records what is about to be done to this run, for a report.
    pub fn before(&self, doing: &str) {
        LAST.with_borrow_mut(|last| {
            last.doing.clear();
            last.doing.push_str(doing);
            last.record = self.clone();
        });
    }
}

/// Returns what was going on when the program stopped: the action, and the journal up to it.
pub fn report() -> Value {
    LAST.with(|last| match last.try_borrow() {
        Ok(last) => {
            let journal = last.record.0.try_borrow().map(|it| it.text.clone()).unwrap_or_default();
            json!({ "doing": last.doing, "journal": journal })
        }
        Err(_) => json!({ "doing": "", "journal": "" }),
    })
}
