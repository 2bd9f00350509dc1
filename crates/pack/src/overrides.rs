//! The topmost layer: kinds that are different on one level.
//!
//! A level's `kinds` overrides keys of kinds of the pack. Each becomes a kind of its own, named
//! `rat@cellar`, and the level stores which kind replaces which.

use barrow_source::{Member, Node, Value};

use crate::Report;
use crate::layers::{Sections, Thing, overlay};
use crate::names::Section;

impl Sections {
    /// Creates the kinds that levels override, and stores their names in the levels.
    pub(crate) fn lay_overrides(&mut self, report: &mut Report) {
        let mut levels = self.things.remove(&Section::Levels).unwrap_or_default();
        for level in levels.list_mut() {
            let name = level.name.clone();
            if let Some(Value::Object(kinds)) = kinds_of(&mut level.node) {
                kinds.retain_mut(|member| self.lay_override(&name, member, report));
            }
        }
        self.things.insert(Section::Levels, levels);
    }

    /// Creates one kind. Returns whether it could be created; if not, the report says why.
    fn lay_override(&mut self, level: &str, member: &mut Member, report: &mut Report) -> bool {
        let kinds = self.things.entry(Section::Kinds).or_default();
        let Some(below) = kinds.find(&member.key) else {
            let names = kinds.list().iter().map(|it| it.name.as_str());
            let meant = report.nearest(&member.key, names);
            let meant = meant.map(|it| format!(" (did you mean `{it}`?)")).unwrap_or_default();
            report.error(member.key_span, format!("no kind `{}`{meant}", member.key));
            return false;
        };
        if member.value.members().is_none() {
            let what = format!(
                "the changes to `{}` are an object, not {}",
                member.key,
                member.value.kind()
            );
            report.error(member.value.span, what);
            return false;
        }
        let mut node = overlay(&below.node, &member.value);
        name_it(&mut node, &member.key);
        let name = format!("{}@{level}", member.key);
        member.value.value = Value::Text(name.clone());
        kinds.push(Thing { name, span: member.key_span, node });
        true
    }
}

fn kinds_of(level: &mut Node) -> Option<&mut Value> {
    let Value::Object(members) = &mut level.value else { return None };
    members.iter_mut().find(|member| member.key == "kinds").map(|member| &mut member.value.value)
}

/// Keeps the name that players see: the level's name is only for the pack.
fn name_it(node: &mut Node, name: &str) {
    if node.get("name").is_some() {
        return;
    }
    if let Value::Object(members) = &mut node.value {
        let value = Node { span: node.span, value: Value::Text(name.replace('_', " ")) };
        members.push(Member { key: "name".into(), key_span: node.span, value });
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::{Files, load};

    fn pack(level: &str) -> String {
        format!(
            r#"{{
            "pack": {{ "title": "t", "heroes": ["hero"], "start": "cellar", "life": "health" }},
            "attributes": {{ "health": {{ "gauge": "Life." }} }},
            "kinds": {{
              "floor": {{ "as": "terrain" }}, "wall": {{ "as": "terrain", "is": ["solid"] }},
              "hero": {{ "has": {{ "health": 5 }} }},
              "big_rat": {{ "is": ["solid"], "has": {{ "health": 3, "sight": 4 }} }} }},
            "levels": {{ "cellar": {{ "drawing": ["@r"], "legend": {{ "r": "big_rat" }},
              "ground": {{ "floor": "floor", "wall": "wall" }}, {level} }} }} }}"#
        )
    }

    fn read(level: &str) -> crate::Loaded {
        load(Files::new(BTreeMap::from([("pack.json".into(), pack(level).into_bytes())])))
    }

    #[test]
    fn a_level_overrides_keys_of_the_packs_kinds() {
        let loaded =
            read(r#""kinds": { "big_rat": { "has": { "health": 9 }, "is": ["-solid"] } }"#);
        let pack = loaded.pack.unwrap_or_else(|| panic!("{}", loaded.report.render(&loaded.files)));
        let rat = pack.kinds.find("big_rat").unwrap();
        let here = pack.levels.get(pack.rules.start).kinds.here(rat);
        let (plain, other) = (pack.kinds.get(rat), pack.kinds.get(here));
        let health = pack.attributes.find("health").unwrap();
        assert_eq!(plain.values[&health].now.to_string(), "3");
        assert_eq!(other.values[&health].now.to_string(), "9");
        assert_eq!((plain.flags.len(), other.flags.len()), (1, 0));
        assert_eq!(other.values.len(), 2, "what is not overridden stays");
        assert_eq!((&*plain.name, &*other.name), ("big rat", "big rat"));
    }

    #[test]
    fn overriding_an_unknown_kind_is_reported() {
        let report = |level| {
            let loaded = read(level);
            assert!(loaded.pack.is_none());
            loaded.report.diagnostics.iter().map(|it| it.what.clone()).collect::<Vec<_>>()
        };
        assert_eq!(
            report(r#""kinds": { "big_cat": {} }"#),
            ["no kind `big_cat` (did you mean `big_rat`?)"]
        );
        assert_eq!(
            report(r#""kinds": { "big_rat": 3 }"#),
            ["the changes to `big_rat` are an object, not a number"]
        );
    }
}
