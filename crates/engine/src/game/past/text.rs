//! The past as lines of text, for the head of a journal and for profiles.

use std::iter::Peekable;

use super::{Kept, KeptItem, KeptPlace, Past};
use crate::state::entity::Value;

/// The first words of its lines. A line of an item's part follows the line of the item.
const KEYS: [&str; 9] = ["runs", "feat", "kept", "value", "known", "inside", "worn", "item", "has"];

impl Past {
    /// Returns whether a line of a journal's head tells of the past.
    pub(crate) fn is_line(line: &str) -> bool {
        KEYS.contains(&line.split(' ').next().unwrap_or_default())
    }

    /// Returns the lines that tell of it; none if there is nothing to tell.
    pub fn to_lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.runs > 0 {
            lines.push(format!("runs {}", self.runs));
        }
        lines.extend(self.feats.iter().map(|(name, count)| format!("feat {count} {name}")));
        if let Some(kept) = &self.kept {
            lines.push("kept yes".into());
            lines.extend(kept.values.iter().map(|it| value_line("value", it)));
            lines.extend(kept.known.iter().map(|it| format!("known {it}")));
            kept.items.iter().for_each(|it| it.add_lines(&mut lines));
        }
        lines
    }

    /// Reads the lines that [`Past::to_lines`] wrote. Returns `None` for anything else.
    pub fn from_lines<'l>(lines: impl IntoIterator<Item = &'l str>) -> Option<Self> {
        let mut lines = Lines(lines.into_iter().peekable());
        let mut past = Self::default();
        if let Some(runs) = lines.take("runs") {
            past.runs = runs.parse().ok()?;
        }
        while let Some(feat) = lines.take("feat") {
            let (count, name) = feat.split_once(' ')?;
            past.feats.insert(name.into(), count.parse().ok()?);
        }
        if lines.take("kept").is_some() {
            past.kept = Some(lines.kept()?);
        }
        lines.0.next().is_none().then_some(past)
    }
}

impl KeptItem {
    fn add_lines(&self, lines: &mut Vec<String>) {
        lines.push(match &self.place {
            KeptPlace::Bag(name) => format!("inside {name}"),
            KeptPlace::Slot(name) => format!("worn {name}"),
        });
        let on = if self.active { "on" } else { "off" };
        let known = if self.known { "known" } else { "unknown" };
        lines.push(format!("item {} {on} {known} {}", self.count, self.kind));
        lines.extend(self.values.iter().map(|it| value_line("has", it)));
    }
}

fn value_line(key: &str, (name, value): &(String, Value)) -> String {
    format!("{key} {} {} {name}", value.now, value.max)
}

struct Lines<'l, I: Iterator<Item = &'l str>>(Peekable<I>);

impl<'l, I: Iterator<Item = &'l str>> Lines<'l, I> {
    /// Takes the rest of the next line if it has this key.
    fn take(&mut self, key: &str) -> Option<&'l str> {
        let rest = |line: &'l str| line.strip_prefix(key)?.strip_prefix(' ');
        let line = self.0.next_if(|line| rest(line).is_some())?;
        rest(line)
    }

    fn values(&mut self, key: &str) -> Option<Vec<(String, Value)>> {
        let mut values = Vec::new();
        while let Some(line) = self.take(key) {
            let mut parts = line.splitn(3, ' ');
            let now = parts.next()?.parse().ok()?;
            let max = parts.next()?.parse().ok()?;
            values.push((parts.next()?.into(), Value { now, max }));
        }
        Some(values)
    }

    fn kept(&mut self) -> Option<Kept> {
        let values = self.values("value")?;
        let mut known = Vec::new();
        while let Some(name) = self.take("known") {
            known.push(name.into());
        }
        let mut items = Vec::new();
        while let Some(place) = self.place() {
            let mut parts = self.take("item")?.splitn(4, ' ');
            let count = parts.next()?.parse().ok()?;
            let (active, known) = (parts.next()? == "on", parts.next()? == "known");
            let (kind, values) = (parts.next()?.into(), self.values("has")?);
            items.push(KeptItem { place, kind, count, active, known, values });
        }
        Some(Kept { values, items, known })
    }

    fn place(&mut self) -> Option<KeptPlace> {
        let bag = self.take("inside").map(|it| KeptPlace::Bag(it.into()));
        bag.or_else(|| self.take("worn").map(|it| KeptPlace::Slot(it.into())))
    }
}

#[cfg(test)]
mod tests {
    use barrow_dice::Fixed;

    use super::*;

    fn past() -> Past {
        let value = |now, max| Value { now: Fixed::from_whole(now), max: Fixed::from_whole(max) };
        let ring = KeptItem {
            place: KeptPlace::Bag("stash".into()),
            kind: "copper ring".into(),
            count: 2,
            active: false,
            known: true,
            values: vec![("plus".into(), value(-1, 0))],
        };
        let lamp = KeptItem {
            place: KeptPlace::Slot("hand".into()),
            kind: "lamp".into(),
            count: 1,
            active: true,
            known: false,
            values: Vec::new(),
        };
        Past {
            runs: 3,
            feats: [("dragon slayer".into(), 2)].into_iter().collect(),
            kept: Some(Kept {
                values: vec![("savings".into(), value(120, 0))],
                items: vec![lamp, ring],
                known: vec!["copper ring".into()],
            }),
        }
    }

    #[test]
    fn the_past_is_lines_that_a_person_can_read() {
        let lines = past().to_lines();
        assert_eq!(
            lines,
            [
                "runs 3",
                "feat 2 dragon slayer",
                "kept yes",
                "value 120 0 savings",
                "known copper ring",
                "worn hand",
                "item 1 on unknown lamp",
                "inside stash",
                "item 2 off known copper ring",
                "has -1 0 plus",
            ]
        );
        assert!(lines.iter().all(|it| Past::is_line(it)));
        assert_eq!(Past::from_lines(lines.iter().map(String::as_str)), Some(past()));
    }

    #[test]
    fn no_past_takes_no_line_and_other_lines_are_refused() {
        assert_eq!(Past::default().to_lines(), Vec::<String>::new());
        for wrong in
            [&["runs many"][..], &["value 1 0 gold"], &["kept yes", "item 1 on known lamp"]]
        {
            assert_eq!(Past::from_lines(wrong.iter().copied()), None, "{wrong:?}");
        }
    }
}
