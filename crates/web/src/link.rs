//! A run as a short text for an address.
//!
//! It holds the setup and the commands; turns and checks are computed again by playing. Most
//! commands occur many times, so that a run of some thousand turns fits into an address. A check of
//! the final state shows whether the run was reproduced.

mod bytes;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

use barrow_dice::Seed;
use barrow_engine::{Command, Journal, PackName, Past, RULES, Run, Setup};
use barrow_json::{Value, json};
use barrow_pack::Pack;
use barrow_small::Map;

use self::bytes::{Reader, Writer};
use crate::packed;

/// The maximum length of a link: chats and mail programs cut longer ones.
const LONGEST: usize = 6_000;

/// The maximum number of commands: a short text can stand for very many, and playing them would
/// freeze the page.
const MAX_COMMANDS: usize = 50_000;

/// The version of the format.
const FORMAT: u64 = 1;

/// The version of the format with modifiers and what earlier runs left. Runs without these are
/// written in the older form, which every page reads.
const FORMAT_WITH_PAST: u64 = 2;

/// The content of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The journal without its entries.
    head: Journal,
    /// Every distinct command with its player.
    used: Vec<(u8, Command)>,
    /// The indices of the commands, in order.
    order: Vec<usize>,
    /// The check of the final state.
    end: u32,
}

/// Why a link cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// It was cut off or changed.
    Damaged,
    /// Its format has another version.
    Format(u64),
    /// It belongs to another game, or to another version of it.
    Pack(String),
    /// It was played with other rules.
    Rules(u32),
    /// The run could not be reproduced.
    Diverged(String),
}

impl Link {
    /// Makes the link of a journal.
    pub fn of(journal: &Journal) -> Self {
        let mut used: Vec<(u8, Command)> = Vec::new();
        let mut known = Map::new();
        let order = journal.entries.iter().map(|entry| {
            let action = (entry.player, entry.command.clone());
            *known.get_or_insert_with(action.clone(), || {
                used.push(action);
                used.len() - 1
            })
        });
        let order = order.collect();
        let end = journal.entries.last().map_or(journal.start, |it| it.check);
        let mut head = journal.clone();
        head.entries.clear();
        Self { head, used, order, end }
    }

    /// Returns the text for an address, or `None` if it is too long.
    pub fn text(&self) -> Option<String> {
        let short = self.order.len() <= MAX_COMMANDS;
        short.then(|| packed::pack(&self.write())).filter(|it| it.len() <= LONGEST)
    }

    /// Reads a text from an address.
    pub fn read(text: &str) -> Result<Self, LinkError> {
        let bytes = packed::unpack(text.trim()).ok_or(LinkError::Damaged)?;
        let mut reader = Reader::new(&bytes);
        match reader.number().ok_or(LinkError::Damaged)? {
            format @ (FORMAT | FORMAT_WITH_PAST) => {
                Self::read_run(&mut reader, format).ok_or(LinkError::Damaged)
            }
            other => Err(LinkError::Format(other)),
        }
    }

    /// Describes the run without playing it.
    pub fn info(&self) -> Value {
        let Journal { pack, setup, unranked, .. } = &self.head;
        json!({
            "pack": pack.title, "version": pack.version, "seed": setup.seed.to_string(),
            "level": setup.level, "hero": setup.heroes.first().filter(|it| !it.is_empty()),
            "commands": self.order.len(), "ranked": !unranked,
        })
    }

    /// Plays the run and returns its journal.
    pub fn journal(&self, pack: &Arc<Pack>) -> Result<Journal, LinkError> {
        let head = &self.head;
        if head.rules != RULES {
            return Err(LinkError::Rules(head.rules));
        }
        if head.pack.digest != pack.digest {
            return Err(LinkError::Pack(head.pack.to_string()));
        }
        let diverged = |what: String| LinkError::Diverged(what);
        let (mut run, _) =
            Run::new(Arc::clone(pack), &head.setup).map_err(|error| diverged(error.to_string()))?;
        for &at in &self.order {
            let (player, command) = &self.used[at];
            let turn = run.game().turn();
            run.step(*player, command)
                .map_err(|refusal| diverged(format!("on turn {turn}, `{command}`: {refusal}")))?;
        }
        let mut journal = run.journal().clone();
        let end = journal.entries.last().map_or(journal.start, |it| it.check);
        if (journal.start, end) != (head.start, self.end) {
            return Err(diverged("it ends differently".into()));
        }
        journal.unranked |= head.unranked;
        journal.options.clone_from(&head.options);
        Ok(journal)
    }

    fn write(&self) -> Vec<u8> {
        let Journal { rules, pack, setup, unranked, options, start, entries: _ } = &self.head;
        let mut out = Writer::default();
        let past = setup.past.to_lines();
        let plain = past.is_empty() && setup.modifiers.is_empty();
        let format = if plain { FORMAT } else { FORMAT_WITH_PAST };
        out.number(format);
        out.number((*rules).into());
        out.text(&pack.title);
        out.text(&pack.version);
        out.number(pack.digest);
        out.number(setup.seed.0);
        out.list(&setup.level, |out, it| out.text(it));
        out.list(&setup.heroes, |out, it| out.text(it));
        if format == FORMAT_WITH_PAST {
            out.list(&setup.modifiers, |out, it| out.text(it));
            out.list(&past, |out, it| out.text(it));
        }
        out.number((*unranked).into());
        out.list(options, |out, (key, value)| {
            out.text(key);
            out.text(value);
        });
        out.number((*start).into());
        out.number(self.end.into());
        out.list(&self.used, |out, (player, command)| {
            out.number((*player).into());
            out.text(&command.to_string());
        });
        out.list(&self.order, |out, at| out.number(*at as u64));
        out.bytes
    }

    fn read_run(from: &mut Reader<'_>, format: u64) -> Option<Self> {
        let rules = u32::try_from(from.number()?).ok()?;
        let (title, version, digest) = (from.text()?, from.text()?, from.number()?);
        let seed = Seed(from.number()?);
        let level = from.list(Reader::text)?.into_iter().next();
        let heroes = from.list(Reader::text)?;
        let (modifiers, past) = if format == FORMAT_WITH_PAST {
            let (modifiers, lines) = (from.list(Reader::text)?, from.list(Reader::text)?);
            (modifiers, Past::from_lines(lines.iter().map(String::as_str))?)
        } else {
            (Vec::new(), Past::default())
        };
        let unranked = from.number()? != 0;
        let options = from.list(|from| Some((from.text()?, from.text()?)))?;
        let start = u32::try_from(from.number()?).ok()?;
        let end = u32::try_from(from.number()?).ok()?;
        let used = from.list(|from| {
            Some((u8::try_from(from.number()?).ok()?, from.text()?.parse::<Command>().ok()?))
        })?;
        let order = from.list(|from| usize::try_from(from.number()?).ok())?;
        let head = Journal {
            rules,
            pack: PackName { title, version, digest },
            setup: Setup { seed, level, heroes, modifiers, past },
            unranked,
            options: options.into_iter().collect(),
            start,
            entries: Vec::new(),
        };
        let known = order.iter().all(|at| *at < used.len());
        let whole = from.is_empty() && known && order.len() <= MAX_COMMANDS;
        whole.then_some(Self { head, used, order, end })
    }
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damaged => f.write_str(
                "The link is damaged: a part is missing or was changed. Copy the whole link again.",
            ),
            Self::Format(format) => write!(
                f,
                "The link has format {format}, but this page reads format {FORMAT_WITH_PAST}. Reload \
                 the page; it may be outdated."
            ),
            Self::Pack(wanted) => write!(
                f,
                "The run was played with {wanted}, which is not the game on this page. Only the version \
                 that it was played with can show it."
            ),
            Self::Rules(rules) => write!(
                f,
                "The run was played with rules {rules}, but this page has rules {RULES}. Only the version \
                 that it was played with can show it."
            ),
            Self::Diverged(what) => {
                write!(f, "The run in the link cannot be played again: {what}.")
            }
        }
    }
}

impl std::error::Error for LinkError {}
