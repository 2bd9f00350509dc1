mod backdrop;
mod outline;

use backdrop::Backdrop;

use barrow_engine::{Glimpse, Seen, View};
use barrow_grid::{Fog, Glow, LightMap, Pos};
use barrow_play::palette::{Rgb, Role};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::paint::{Pen, width};

/// Which part of a level is shown where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Camera {
    /// The cell in the upper left corner of the area.
    pub origin: Pos,
    /// The area of the screen.
    pub area: Rect,
}

impl Camera {
    /// Centers a cell, as far as the edges of the level and the foes allow: they stay in view, and
    /// if there is no room for all of them, the first ones do. A level that fits does not scroll.
    pub fn new(view: &View<'_>, focus: Pos, foes: &[Pos], area: Rect) -> Self {
        let start = |of: fn(&Pos) -> i32, level: i32, room: u16| {
            let room = i32::from(room);
            if level <= room {
                return (level - room) / 2;
            }
            let (mut first, mut last) = (of(&focus), of(&focus));
            for at in foes.iter().map(of) {
                if last.max(at) - first.min(at) < room {
                    (first, last) = (first.min(at), last.max(at));
                }
            }
            let centered = (of(&focus) - room / 2).clamp(0, level - room);
            centered.clamp(last - room + 1, first)
        };
        let x = start(|it| it.x, view.width(), area.width);
        let y = start(|it| it.y, view.height(), area.height);
        Self { origin: Pos::new(x, y), area }
    }

    /// Returns where a cell is on the screen, if it is visible.
    pub fn screen_pos(&self, at: Pos) -> Option<(u16, u16)> {
        let column = u16::try_from(at.x - self.origin.x).ok().filter(|it| *it < self.area.width)?;
        let row = u16::try_from(at.y - self.origin.y).ok().filter(|it| *it < self.area.height)?;
        Some((self.area.x + column, self.area.y + row))
    }

    /// Returns the cell of the level at a place on the screen, if it is on the map.
    pub fn level_pos(&self, x: u16, y: u16) -> Option<Pos> {
        let Rect { x: left, y: top, .. } = self.area;
        let inside = self.area.contains((x, y).into());
        let offset = |at: u16, from: u16| i32::from(at) - i32::from(from);
        inside.then(|| self.origin + Pos::new(offset(x, left), offset(y, top)))
    }

    fn cells(&self) -> impl Iterator<Item = (Pos, u16, u16)> + use<> {
        let (origin, area) = (self.origin, self.area);
        (0..area.height).flat_map(move |row| {
            (0..area.width).map(move |column| {
                let at = origin + Pos::new(i32::from(column), i32::from(row));
                (at, area.x + column, area.y + row)
            })
        })
    }
}

/// How many milliseconds of animation a turn counts for. Animated glyphs change with each turn and
/// not with time, so that nothing moves while the player thinks.
const TURN_MILLISECONDS: u64 = 100;

/// Draws what the player knows of the level.
pub fn draw_map(pen: &mut Pen<'_>, camera: &Camera, view: &View<'_>) {
    let mut backdrop = Backdrop::new(view);
    for (at, x, y) in camera.cells() {
        let cell = view.cell(at);
        let Some(ground) = cell.ground else { continue };
        let seen = cell.thing.unwrap_or_else(|| view.glimpse(ground));
        let shown = seen.appearance(view.turn() * TURN_MILLISECONDS);
        let color = shown.color.rgb;
        let below = backdrop.of(at, &cell);
        let style = match (cell.fog, cell.light) {
            (Fog::Unexplored, _) => continue,
            (_, Some(glow)) => pen.ink.seen(lit(color, glow), shine(glow), below),
            (Fog::Remembered, None) => pen.ink.known(color, below),
            (Fog::Visible, None) => pen.ink.seen(color, 1000, below),
        };
        let style = if leads_on(view, &seen) { pen.ink.gate(style) } else { style };
        let line = if pen.ink.outlines { outline::line(view, at) } else { None };
        pen.put(x, y, line.unwrap_or(shown.glyph), style);
    }
    for thing in view.things() {
        draw_thing(pen, camera, view, &thing);
    }
    for (at, room) in view.room_signs() {
        let Some((x, y)) = camera.screen_pos(at) else { continue };
        pen.put(x, y, room.sign(), pen.ink.pack_color(room.color.rgb, 1000));
    }
    draw_fields(pen, camera, view);
    for actor in view.actors().filter(|it| !it.is_self()) {
        stain(pen, camera, actor.pos(), actor.is_foe());
    }
    // Illusions look like foes in everything.
    for phantom in view.phantoms() {
        stain(pen, camera, phantom.at, true);
    }
    draw_threats(pen, camera, view);
    draw_actors(pen, camera, view);
}

/// Draws everyone in view, and those who only seem to be there.
fn draw_actors(pen: &mut Pen<'_>, camera: &Camera, view: &View<'_>) {
    for actor in view.actors() {
        let Some((x, y)) = camera.screen_pos(actor.pos()) else {
            if actor.is_foe() {
                point_beyond(pen, camera, actor.pos());
            }
            continue;
        };
        let shown = actor.appearance(view.turn() * TURN_MILLISECONDS);
        let mut style = over(pen, (x, y), shown.color.rgb);
        if actor.is_self() {
            let ground = pen.buffer.cell((x, y)).map_or(pen.ink.ground(), |cell| cell.bg);
            style = pen.ink.boldly_upon(style, ground);
        }
        pen.put(x, y, shown.glyph, style);
    }
    for phantom in view.phantoms() {
        let Some((x, y)) = camera.screen_pos(phantom.at) else { continue };
        let shown = view.glimpse(phantom.kind).appearance(view.turn() * TURN_MILLISECONDS);
        let style = over(pen, (x, y), shown.color.rgb);
        pen.put(x, y, shown.glyph, style);
    }
}

/// Marks the edge of the map nearest to a foe that is in view beyond it.
fn point_beyond(pen: &mut Pen<'_>, camera: &Camera, at: Pos) {
    let Rect { width, height, .. } = camera.area;
    let last = |room: u16| i32::from(room.max(1)) - 1;
    let Pos { x, y } = at - camera.origin;
    let edge = Pos::new(x.clamp(0, last(width)), y.clamp(0, last(height)));
    if let Some((x, y)) = camera.screen_pos(camera.origin + edge) {
        pen.put(x, y, BEYOND, pen.ink.text(Role::Bad).add_modifier(Modifier::BOLD));
    }
}

/// Marks a foe beyond the edge of the map.
const BEYOND: char = '!';

/// Colors the ground under an actor: foes and others differ before their glyphs are read.
fn stain(pen: &mut Pen<'_>, camera: &Camera, at: Pos, foe: bool) {
    let ink = pen.ink;
    if let Some(cell) = camera.screen_pos(at).and_then(|it| pen.buffer.cell_mut(it)) {
        cell.bg = ink.stained(cell.bg, foe);
    }
}

/// Returns the style of something in view over whatever was drawn at a place: the ground, and an
/// announced attack, stay visible in the background.
fn over(pen: &Pen<'_>, at: (u16, u16), color: Rgb) -> Style {
    let style = pen.ink.pack_color(color, 1000);
    match pen.buffer.cell(at).map(|cell| cell.bg) {
        Some(ground) => pen.ink.upon(style, ground),
        None => style,
    }
}

/// Draws a thing in view as it looks at this moment, if it is on top. Only the thing itself tells of
/// the colour of its lock, or of a look that depends on its state.
fn draw_thing(pen: &mut Pen<'_>, camera: &Camera, view: &View<'_>, thing: &Seen<'_>) {
    let Some((x, y)) = camera.screen_pos(thing.pos()) else { return };
    let cell = view.cell(thing.pos());
    // The cell of stairs has their color already.
    let drawn = cell.thing.is_some_and(|it| leads_on(view, &it));
    if drawn || cell.thing.is_none_or(|it| it.kind() != thing.glimpse().kind()) {
        return;
    }
    let shown = thing.appearance(view.turn() * TURN_MILLISECONDS);
    let color = shown.color.rgb;
    let color = cell.light.map_or(color, |glow| lit(color, glow));
    let style = over(pen, (x, y), color);
    pen.put(x, y, shown.glyph, style);
}

/// Returns whether something leads to another level.
fn leads_on(view: &View<'_>, seen: &Glimpse<'_>) -> bool {
    seen.kind().is_some_and(|it| view.pack().kinds.get(it).stairs.is_some())
}

fn draw_fields(pen: &mut Pen<'_>, camera: &Camera, view: &View<'_>) {
    let mut backdrop = Backdrop::new(view);
    for (field, at) in view.remembered_fields() {
        let (Some((x, y)), cell) = (camera.screen_pos(at), view.cell(at)) else { continue };
        if cell.thing.is_none() {
            let look = &view.pack().fields.get(field).look;
            let style = pen.ink.known(look.color.rgb, backdrop.of(at, &cell));
            pen.put(x, y, look.glyph, style);
        }
    }
    for (field, at, _) in view.fields() {
        let Some((x, y)) = camera.screen_pos(at) else { continue };
        let look = &view.pack().fields.get(field).look;
        let style = over(pen, (x, y), look.color.rgb);
        if view.cell(at).thing.is_none() {
            pen.put(x, y, look.glyph, style);
        } else if let (Some(color), Some(cell)) = (style.fg, pen.buffer.cell_mut((x, y))) {
            cell.set_fg(color);
        }
    }
}

fn draw_threats(pen: &mut Pen<'_>, camera: &Camera, view: &View<'_>) {
    for threat in view.announced() {
        for at in threat.cells {
            tint(pen, camera, at, Role::Threat);
        }
    }
}

/// Gives a cell the background of a role.
pub fn tint(pen: &mut Pen<'_>, camera: &Camera, at: Pos, role: Role) {
    let Some((x, y)) = camera.screen_pos(at) else { return };
    let ink = pen.ink;
    if let Some(cell) = pen.buffer.cell_mut((x, y)) {
        let style = ink.on(cell.style(), role);
        cell.set_style(style);
    }
}

/// Mixes a color with the tint of the light.
fn lit(color: Rgb, glow: Glow) -> Rgb {
    let tint = glow.tint;
    if tint == [0; 3] {
        return color;
    }
    [0, 1, 2].map(|at| {
        let mixed = (u32::from(color[at]) * 3 + u32::from(tint[at])) / 4;
        u8::try_from(mixed).unwrap_or(u8::MAX)
    })
}

/// Returns the brightness of a lit cell, in thousandths; a visible cell is never as dim as a
/// remembered one.
fn shine(glow: Glow) -> u32 {
    600 + 400 * u32::from(glow.level) / u32::from(LightMap::FULL)
}

/// Something that is shown over the map for a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The cell.
    pub at: Pos,
    /// The text.
    pub text: String,
    /// The role of its color.
    pub role: Role,
}

/// Draws marks over the map.
pub fn draw_marks(pen: &mut Pen<'_>, camera: &Camera, marks: &[Mark]) {
    let mut drawn: Vec<(u16, u16, u16)> = Vec::new();
    for mark in marks {
        let Some((x, mut y)) = camera.screen_pos(mark.at) else { continue };
        // Two numbers side by side would read as one, so the second one stands above.
        let end = x + width(&mark.text);
        let beside =
            |row: u16| drawn.iter().any(|&(from, to, it)| it == row && x <= to && from <= end);
        if mark.text.starts_with(|it: char| it.is_ascii_digit()) {
            while y > camera.area.y && beside(y) {
                y -= 1;
            }
            drawn.push((x, end, y));
        }
        let style = pen.ink.text(mark.role).add_modifier(Modifier::BOLD);
        pen.write(camera.area, x, y, &mark.text, style);
    }
}

#[cfg(test)]
mod tests {
    use barrow_play::palette::Palette;
    use ratatui::buffer::Buffer;

    use super::*;
    use crate::paint::{Depth, Ink};

    #[test]
    fn numbers_side_by_side_are_not_read_as_one() {
        let area = Rect::new(0, 0, 6, 3);
        let mut buffer = Buffer::empty(area);
        let ink =
            Ink { palette: Palette::default(), depth: Depth::None, ascii: false, outlines: false };
        let mark =
            |x: i32, text: &str| Mark { at: Pos::new(x, 2), text: text.into(), role: Role::Bad };
        let camera = Camera { origin: Pos::new(0, 0), area };
        let mut pen = Pen { buffer: &mut buffer, ink };
        draw_marks(&mut pen, &camera, &[mark(1, "7"), mark(2, "3"), mark(5, "4")]);
        let rows = buffer.content().chunks(6);
        let rows =
            rows.map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>());
        assert_eq!(rows.collect::<Vec<_>>(), ["      ", "  3   ", " 7   4"]);
    }
}
