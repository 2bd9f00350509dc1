use std::fmt;
use std::str::FromStr;

use barrow_pack::{Pack, Policy};

use super::Skill;

/// A bot by its name: how well it plays, and which policy of the pack it follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// How well it plays.
    pub skill: Skill,
    /// The name of a policy.
    pub policy: Option<String>,
}

impl Style {
    /// Returns its policy in a pack, or what is wrong with its name.
    pub fn policy_in<'p>(&self, pack: &'p Pack) -> Result<Option<&'p Policy>, String> {
        let Some(name) = &self.policy else { return Ok(None) };
        if let Some(id) = pack.policies.find(name) {
            return Ok(Some(pack.policies.get(id)));
        }
        let names: Vec<&str> = pack.policies.iter().map(|(id, _)| pack.policies.name(id)).collect();
        Err(if names.is_empty() {
            format!("no policy `{name}`; the game has no policies")
        } else {
            format!("no policy `{name}`; there are: {}", names.join(", "))
        })
    }
}

impl From<Skill> for Style {
    fn from(skill: Skill) -> Self {
        Self { skill, policy: None }
    }
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.policy {
            Some(policy) => write!(f, "{}:{policy}", self.skill),
            None => self.skill.fmt(f),
        }
    }
}

/// Reads `sensible` or `sensible:POLICY`.
impl FromStr for Style {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (skill, policy) = match text.split_once(':') {
            Some((skill, policy)) => (skill.parse()?, Some(policy.to_owned())),
            None => (text.parse()?, None),
        };
        match (skill, &policy) {
            (Skill::Random, Some(_)) => Err("only `sensible` follows a policy".into()),
            (Skill::Random, None) | (Skill::Sensible, _) => Ok(Self { skill, policy }),
        }
    }
}
