use barrow_source::Node;

use crate::folder::cast::Cast;
use crate::folder::entry::{Entry, is_true, number, whole};
use crate::ink::{Draft, Ink};
use crate::kind::nature::Nature;
use crate::lowering::Lowering;

impl Lowering<'_, '_, '_> {
    /// Returns the look of an actor.
    pub(crate) fn look_of_actor(&mut self, actor: Entry<'_>, nature: &Nature<'_>) -> Node {
        self.look_in(actor, nature, None)
    }

    /// Returns the look of an actor, in the colour `tint` if there is one.
    pub(crate) fn look_in(
        &mut self,
        actor: Entry<'_>,
        nature: &Nature<'_>,
        tint: Option<&Node>,
    ) -> Node {
        let ink = Ink(actor.span);
        let mut look = Draft::new(ink);
        look.text("glyph", glyph_of_actor(actor, nature));
        self.color(tint.or_else(|| actor.top("tint")), &mut look);
        self.tile("tile", actor.top("tileIndexBase"), &mut look);
        self.tile("top", actor.top("tileIndexTop"), &mut look);
        self.tile("open_tile", actor.top("tileIndexBase_open"), &mut look);
        self.tile("open_top", actor.top("tileIndexTop_open"), &mut look);
        look.text("flip", flip(actor, "flipBaseH", "flipBaseV"));
        look.text("top_flip", flip(actor, "flipTopH", "flipTopV"));
        look.text("animation", animation(actor));
        look.text("top_animation", actor.top_text("animationTop").unwrap_or_default());
        look.flag("flickers", has(actor, "flickerTint") && !animation(actor).is_empty());
        if actor.is("openable") {
            let open =
                if actor.attribute("stairway").is_some() { stairs_glyph(actor) } else { "'" };
            look.text("open_glyph", open);
        }
        look.finish()
    }

    /// Returns the look of an item.
    pub(crate) fn look_of_item(&mut self, item: Entry<'_>) -> Node {
        let ink = Ink(item.span);
        let mut look = Draft::new(ink);
        look.text("glyph", glyph_of_item(item));
        self.color(item.top("tint"), &mut look);
        self.tile("tile", item.top("tileIndex"), &mut look);
        look.text("flip", flip(item, "flipH", "flipV"));
        if let Some(place) = item.attribute_text("wearable").and_then(worn_on) {
            self.tile("worn", item.top("tileIndex"), &mut look);
            look.text("worn_on", place);
        }
        look.finish()
    }

    /// Returns the look of a decoration.
    pub(crate) fn look_of_entity(&mut self, entity: Entry<'_>) -> Node {
        let ink = Ink(entity.span);
        let mut look = Draft::new(ink);
        look.text("glyph", ",");
        let fill = entity.top("tint").or_else(|| entity.top("fillColor"));
        self.color(fill, &mut look);
        self.tile("tile", entity.top("tileIndex"), &mut look);
        look.flag("bright", entity.is("ignore_darkness"));
        look.finish()
    }

    /// Writes a colour.
    pub(crate) fn color(&mut self, tint: Option<&Node>, look: &mut Draft) {
        let Some(tint) = tint else { return };
        match hex(tint) {
            Some(hex) => look.set("color", Ink(tint.span).text(hex)),
            None => self.reader.warn(tint.span, "a colour is written \"#rrggbb\"; this is not one"),
        }
    }

    /// Writes a tile. Authors give its name in any case, or its column and row on the sheet.
    pub(crate) fn tile(&mut self, key: &str, tile: Option<&Node>, look: &mut Draft) {
        let Some(tile) = tile else { return };
        let place = || Some((whole(tile.get("x")?)?, whole(tile.get("y")?)?));
        if let Some(name) = tile.text() {
            let upper = name.to_uppercase();
            if !self.folder.tiles.is_empty() && !self.folder.tiles.contains_key(&upper) {
                let what = format!("there is no tile `{name}`; nothing is drawn there");
                self.reader.warn(tile.span, what);
                return;
            }
            look.set(key, Ink(tile.span).text(upper));
        } else if let Some(place) = place() {
            let named = self.folder.tiles.iter().find(|(_, it)| **it == place);
            if let Some((name, _)) = named {
                look.set(key, Ink(tile.span).text(name.as_str()));
            }
        } else {
            self.reader.warn(tile.span, "a tile is a name or { \"x\": column, \"y\": row }");
        }
    }
}

impl Cast<'_> {
    /// Returns the name of the tile with this id on a map. Ids count from one, row by row.
    pub(crate) fn tile_name(&self, id: u32) -> Option<&str> {
        let at = id.checked_sub(1)?;
        let place = (at % crate::level::map::SHEET_COLUMNS, at / crate::level::map::SHEET_COLUMNS);
        self.folder.tiles.iter().find(|(_, it)| **it == place).map(|(name, _)| name.as_str())
    }
}

/// Returns a colour as `#rrggbb`. Authors may leave out the `#` or write a number.
fn hex(tint: &Node) -> Option<String> {
    let digits = if let Some(number) = number(tint) {
        format!("{:06x}", number.parse::<u32>().ok()?)
    } else {
        tint.text()?.trim_start_matches('#').trim_start_matches("0x").to_lowercase()
    };
    let sound = [3, 6].contains(&digits.len()) && digits.bytes().all(|it| it.is_ascii_hexdigit());
    sound.then(|| format!("#{digits}"))
}

fn has(entry: Entry<'_>, key: &str) -> bool {
    entry.top(key).is_some_and(is_true)
}

/// Returns how a sprite is mirrored. `across` and `down` are the keys of both directions.
fn flip(entry: Entry<'_>, across: &str, down: &str) -> &'static str {
    match (has(entry, across), has(entry, down)) {
        (false, false) => "",
        (true, false) => "across",
        (false, true) => "down",
        (true, true) => "both",
    }
}

/// Returns the part of the body where an item in this slot is drawn.
fn worn_on(slot: &str) -> Option<&'static str> {
    match slot {
        "top" => Some("head"),
        "middle" => Some("upper"),
        "lower" => Some("lower"),
        _ => None,
    }
}

/// Returns the animation of the base sprite. It has a key of its own, or two older ones that are
/// both needed.
fn animation(actor: Entry<'_>) -> &str {
    let frames = actor.top_text("animation_frames").filter(|_| has(actor, "animated"));
    actor.top_text("animationBase").or(frames).unwrap_or_default()
}

fn stairs_glyph(actor: Entry<'_>) -> &'static str {
    if actor.attribute_text("stairway") == Some("up") { "<" } else { ">" }
}

fn glyph_of_actor(actor: Entry<'_>, nature: &Nature<'_>) -> String {
    let sign = match nature {
        Nature::Hero => "@",
        Nature::Gas { .. } | Nature::Mist { .. } => "*",
        Nature::Fire | Nature::Trap => "^",
        Nature::Lava { .. } | Nature::Liquid { .. } | Nature::Deep { .. } => "~",
        Nature::Drain { .. } => "_",
        Nature::Cell => "o",
        Nature::Creature => return initial(actor),
        Nature::Fixture if actor.is("openable") => "+",
        Nature::Fixture if actor.attribute("stairway").is_some() => stairs_glyph(actor),
        Nature::Fixture if actor.is("pushable") => "0",
        Nature::Fixture if actor.is("light_source") => "&",
        Nature::Fixture if actor.is_solid() => "#",
        Nature::Fixture => ",",
    };
    sign.into()
}

fn initial(actor: Entry<'_>) -> String {
    let letter = actor.key.chars().find(char::is_ascii_alphabetic);
    letter.map_or_else(|| "x".into(), |it| it.to_ascii_lowercase().to_string())
}

fn glyph_of_item(item: Entry<'_>) -> &'static str {
    let has = |key| item.attribute(key).is_some_and(crate::folder::entry::is_true);
    match () {
        () if has("weapon") => "/",
        () if has("wearable") => "[",
        () if has("key") => "-",
        () if has("pickup_effect") => "$",
        () if has("charge_stat") => "|",
        () if has("use_verb") => "!",
        () => "%",
    }
}
