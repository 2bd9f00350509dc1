use serde::{Deserialize, Serialize};

use super::{Method, Row};
use crate::builder::Site;

/// One open room as large as the map allows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arena;

impl Method for Arena {
    fn row(&self) -> Row {
        Row { name: "arena", about: "one open room" }
    }

    fn dig(&self, site: &mut Site) {
        let room = site.plan.bounds().grown(-1);
        site.plan.dig_room(room);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::testing::{check, dig};

    #[test]
    fn an_arena_is_all_floor_but_its_rim() {
        check(
            &Arena,
            1,
            "
            #######
            #.....#
            #.....#
            #.....#
            #######
            ",
        );
        let plan = dig(&Arena, 40, 30, 1);
        assert_eq!((plan.floor.count(), plan.rooms.len()), (38 * 28, 1));
    }
}
