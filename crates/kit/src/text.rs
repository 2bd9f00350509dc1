use barrow_source::{Member, Node};

use crate::folder::Folder;
use crate::folder::entry::{Entry, number};
use crate::ink::Ink;

/// Rewrites the kit's texts as templates of our own form.
pub(crate) struct Texts<'k> {
    folder: &'k Folder,
}

impl<'k> Texts<'k> {
    pub(crate) const fn new(folder: &'k Folder) -> Self {
        Self { folder }
    }

    /// Rewrites a text about an action: an actor, a target and an item.
    pub(crate) fn of_deed(&self, text: &str) -> String {
        let subjects = [
            ("actor_name", "actor"),
            ("attacked_actor_name", "target"),
            ("weapon_name", "item"),
            ("item_name", "item"),
        ];
        self.rewrite(text, &subjects, None)
    }

    /// Rewrites a text about a single actor. Where the name begins the text, it has an article or
    /// is "you", and the verb behind it agrees.
    pub(crate) fn of_actor(&self, text: &str) -> String {
        let about = |it| self.rewrite(it, &[("actor_name", "self")], None);
        let mut begins = ["[actor_name] ", "The [actor_name] "].into_iter();
        let Some(rest) = begins.find_map(|it| text.strip_prefix(it)) else {
            return about(text);
        };
        let (verb, rest) = rest.split_at(rest.find([' ', '.', '!', ',']).unwrap_or(rest.len()));
        agreeing(verb).map_or_else(|| about(text), |verb| format!("[Self] {verb}{}", about(rest)))
    }

    /// Rewrites the name of an item, which mentions no actor.
    pub(crate) fn of_name(&self, text: &str, item: Entry<'_>) -> String {
        self.rewrite(text, &[], Some(item))
    }

    /// Rewrites a text about the use of an item.
    pub(crate) fn of_use(&self, text: &str, item: Entry<'_>) -> String {
        let text = match item.top("random_value") {
            Some(_) => self.rewrite(text, &[("item_name", "self"), ("value", VALUE)], Some(item)),
            None => self.rewrite(text, &[("item_name", "self")], Some(item)),
        };
        text.replace(&format!("[plain {VALUE}]"), "{self.value}")
    }

    fn rewrite(&self, text: &str, subjects: &[(&str, &str)], item: Option<Entry<'_>>) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(open) = rest.find(['[', '{']) {
            let (before, after) = rest.split_at(open);
            out.push_str(before);
            let close = after.find(']').filter(|_| after.starts_with('['));
            let placeholder = close.map(|close| &after[1..close]);
            let following = close.map_or("", |close| &after[close + 1..]);
            let known = |it| self.placeholder(it, &mut out, following, subjects);
            let ours = placeholder.and_then(known);
            let ours = ours.or_else(|| variable(item?, placeholder?));
            if let (Some(ours), Some(placeholder)) = (ours, placeholder) {
                out.push_str(&ours);
                rest = &after[placeholder.len() + 2..];
            } else {
                // A bracket without a meaning stays as it is.
                out.push_str(if after.starts_with('[') { "[[" } else { "{{" });
                rest = &after[1..];
            }
        }
        out.push_str(rest);
        out
    }

    fn placeholder(
        &self,
        name: &str,
        before: &mut String,
        after: &str,
        subjects: &[(&str, &str)],
    ) -> Option<String> {
        if name == "a-an" {
            return Some("[an]".into());
        }
        if let Some((_, subject)) = subjects.iter().find(|(it, _)| *it == name) {
            return Some(named(subject, before, after));
        }
        let (file, list) = name.split_once('.').unwrap_or(("", ""));
        let color = (name == "color").then_some(("colors", "colors"));
        let (file, list) = color.unwrap_or((file, list));
        let known = self.folder.lists.iter().any(|(it, member)| *it == file && member.key == list);
        let agrees = file == "attacks" && before.to_lowercase().ends_with("[actor] ");
        let verb = if agrees { "s " } else { "" };
        known.then(|| format!("[{verb}words.{}]", self.list_name(file, list)))
    }

    /// Returns the name of a word list: its key, unless another file has the same key.
    fn list_name(&self, file: &str, list: &str) -> String {
        let same = self.folder.lists.iter().filter(|(_, member)| member.key == list).count();
        if same > 1 { format!("{file}_{list}") } else { list.into() }
    }

    /// Returns the name of a word list, if the folder has it.
    pub(crate) fn list(&self, file: &str, list: &str) -> Option<String> {
        let known = self.folder.lists.iter().any(|(it, member)| *it == file && member.key == list);
        known.then(|| self.list_name(file, list))
    }

    /// Returns the section `words`.
    pub(crate) fn write_lists(&self) -> Vec<Member> {
        let lists = self.folder.lists.iter().filter_map(|(file, member)| {
            let ink = Ink(member.key_span);
            let words: Vec<Node> = member.value.items()?.iter().filter_map(plain_word).collect();
            let name = self.list_name(file, &member.key);
            (!words.is_empty()).then(|| ink.member(name, ink.list(words)))
        });
        lists.collect()
    }
}

/// Stands for the value of an item until the text is written.
const VALUE: &str = "value";

/// Returns the text for a placeholder that names a variable, an attribute or a key of an item.
fn variable(item: Entry<'_>, name: &str) -> Option<String> {
    if name == "effect_description" {
        return Some("uncertain effect".into());
    }
    let own = item.top("template_vars").and_then(|it| it.get(name));
    let node = own.or_else(|| item.attribute(name)).or_else(|| item.top(name))?;
    let plain = node.text().or_else(|| number(node))?;
    Some(escaped(plain))
}

/// Returns a text as a template that means the same.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('[', "[[").replace('{', "{{")
}

/// Returns the description of an item. Nobody draws words for it, so placeholders for drawn
/// words are left out.
pub(crate) fn description_of(item: Entry<'_>) -> String {
    let text = item.attribute_text("description").or_else(|| item.top_text("description"));
    let mut words: Vec<String> = Vec::new();
    for word in text.unwrap_or_default().split(' ') {
        let name = word.strip_prefix('[').and_then(|it| it.split_once(']'));
        let Some((name, rest)) = name else {
            words.push(word.into());
            continue;
        };
        match variable(item, name) {
            Some(value) => words.push(value + rest),
            None => words.extend(Some(rest.to_string()).filter(|it| !it.is_empty())),
        }
    }
    words.join(" ")
}

/// Returns a word of a list: a text, or the name of a colour.
fn plain_word(node: &Node) -> Option<Node> {
    let word = node.text().or_else(|| node.get("color")?.text())?;
    Some(Ink(node.span).text(word))
}

/// Returns a verb as written after "it" in a form that fits "you" as well; `None` if it is no verb.
fn agreeing(verb: &str) -> Option<String> {
    let bare = match verb {
        "is" => "are".into(),
        "has" => "have".into(),
        "can" | "may" | "must" | "will" => return Some(verb.into()),
        _ if !verb.chars().all(|it| it.is_ascii_lowercase()) || verb.ends_with("ss") => {
            return None;
        }
        _ => match verb.strip_suffix("es") {
            Some(stem) if stem.ends_with('i') => format!("{}y", stem.trim_end_matches('i')),
            Some(stem) if ["s", "x", "z", "ch", "sh", "o"].iter().any(|it| stem.ends_with(it)) => {
                stem.into()
            }
            _ => verb.strip_suffix('s')?.into(),
        },
    };
    Some(format!("[{bare}|{verb}]"))
}

/// Returns the placeholder for a name. An article before it becomes part of it, so that it can
/// fit the name. The acting subject may become "you" only if a drawn verb follows, which agrees
/// with it; a verb that is written out fits others only.
fn named(subject: &str, before: &mut String, after: &str) -> String {
    for (article, capital) in [("The ", true), ("the ", false)] {
        if let Some(rest) = before.strip_suffix(article)
            && !rest.ends_with(char::is_alphanumeric)
        {
            before.truncate(rest.len());
            let does = ["actor", "self"].contains(&subject) && !after.starts_with(" [attacks.");
            let name = if does { format!("the {subject}") } else { subject.into() };
            let mut letters = name.chars();
            let first = letters.next().filter(|_| capital).map(|it| it.to_ascii_uppercase());
            return match first {
                Some(first) => format!("[{first}{}]", letters.as_str()),
                None => format!("[{name}]"),
            };
        }
    }
    format!("[plain {subject}]")
}
