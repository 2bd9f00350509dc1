//! The layer that every pack stands on: the attributes that the rules themselves read.

use barrow_source::parse;
use serde::{Deserialize, Serialize};

use super::Pack;
use crate::model::{Attribute, AttributeKind};
use crate::names::Id;
use crate::{Files, Node, Report};

/// The layer that every pack stands on.
pub(super) const CORE: &str = include_str!("../core.json");

/// The attributes that are newer than the first packs. A pack that declares something else under
/// such a name keeps its own meaning, and does not have the attribute.
pub(super) const NEW_IN_CORE: [&str; 2] = ["asleep", "noise"];

/// The attributes that the rules themselves read; see `core.json`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "core.json says what each means, where authors read it")]
pub struct Core {
    pub solid: Id<Attribute>,
    pub opaque: Id<Attribute>,
    pub hidden: Id<Attribute>,
    pub posing: Option<Id<Attribute>>,
    pub pushable: Id<Attribute>,
    pub floating: Id<Attribute>,
    pub asleep: Option<Id<Attribute>>,
    pub pit: Id<Attribute>,
    pub speed: Id<Attribute>,
    pub sight: Id<Attribute>,
    pub noise: Option<Id<Attribute>>,
    pub room: Id<Attribute>,
}

/// Reads the layer that every pack stands on.
pub(crate) fn read_core(report: &mut Report) -> Node {
    parse(Files::BUILT_IN, CORE, report).expect("the engine's own layer is JSON")
}

/// Finds the attributes of the core in a pack.
pub(super) fn core_of(pack: &Pack) -> Core {
    let find = |name| pack.attributes.find(name).expect("core.json declares it");
    let find_new = |name, kind| {
        let found = pack.attributes.find(name);
        found.filter(|&it| pack.attributes.get(it).kind() == kind)
    };
    Core {
        solid: find("solid"),
        opaque: find("opaque"),
        hidden: find("hidden"),
        posing: find_new("posing", AttributeKind::Flag),
        pushable: find("pushable"),
        floating: find("floating"),
        asleep: find_new("asleep", AttributeKind::Flag),
        pit: find("pit"),
        speed: find("speed"),
        sight: find("sight"),
        noise: find_new("noise", AttributeKind::Number),
        room: find("room"),
    }
}
