use barrow_engine::View;
use barrow_grid::{Fog, Glow, LightMap, Pos};
use barrow_play::palette::{Rgb, Role};
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use crate::paint::Pen;

/// Which part of a level is shown where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Camera {
    /// The cell at the upper left corner of the area.
    pub origin: Pos,
    /// The area.
    pub area: Rect,
}

impl Camera {
    /// Keeps a cell in the middle, as far as the edges of the level allow. A level that fits
    /// stands still.
    pub fn new(view: &View<'_>, focus: Pos, area: Rect) -> Self {
        let start = |focus: i32, level: i32, room: u16| {
            let room = i32::from(room);
            if level <= room {
                (level - room) / 2
            } else {
                (focus - room / 2).clamp(0, level - room)
            }
        };
        let x = start(focus.x, view.width(), area.width);
        let y = start(focus.y, view.height(), area.height);
        Self { origin: Pos::new(x, y), area }
    }

    /// Where a cell is on the screen, if it is.
    pub fn to_screen(&self, at: Pos) -> Option<(u16, u16)> {
        let column = u16::try_from(at.x - self.origin.x).ok().filter(|it| *it < self.area.width)?;
        let row = u16::try_from(at.y - self.origin.y).ok().filter(|it| *it < self.area.height)?;
        Some((self.area.x + column, self.area.y + row))
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

/// Things that change their looks do so with each turn, so that nothing moves while one waits:
/// a turn counts for so many milliseconds.
const STILL: u64 = 100;

/// How bright what is only remembered is, in thousandths.
const REMEMBERED: u32 = 420;

/// Draws what the player knows of the level.
pub fn draw_map(pen: &mut Pen<'_>, camera: &Camera, view: &View<'_>) {
    for (at, x, y) in camera.cells() {
        let cell = view.cell(at);
        let Some(ground) = cell.ground else { continue };
        let brightness = match cell.fog {
            Fog::Unexplored => continue,
            Fog::Remembered => REMEMBERED,
            Fog::Visible => 1000,
        };
        let seen = cell.thing.unwrap_or_else(|| view.glimpse(ground));
        let shown = seen.appearance(view.turn() * STILL);
        let color = shown.color.rgb;
        let style = match cell.light {
            Some(glow) => pen.ink.pack(lit(color, glow), shine(glow)),
            None => pen.ink.pack(color, brightness),
        };
        pen.put(x, y, shown.glyph, style);
    }
    draw_fields(pen, camera, view);
    draw_threats(pen, camera, view);
    for actor in view.actors() {
        let Some((x, y)) = camera.to_screen(actor.pos()) else { continue };
        let shown = actor.appearance(view.turn() * STILL);
        let mut style = pen.ink.pack(shown.color.rgb, 1000);
        if actor.is_self() {
            style = style.add_modifier(Modifier::BOLD);
        }
        // The ground keeps what it warns of.
        style.bg = pen.buffer.cell((x, y)).map(|cell| cell.bg);
        pen.put(x, y, shown.glyph, style);
    }
    for phantom in view.phantoms() {
        let Some((x, y)) = camera.to_screen(phantom.at) else { continue };
        let shown = view.glimpse(phantom.kind).appearance(view.turn() * STILL);
        pen.put(x, y, shown.glyph, pen.ink.pack(shown.color.rgb, 1000));
    }
}

fn draw_fields(pen: &mut Pen<'_>, camera: &Camera, view: &View<'_>) {
    for (field, at, _) in view.fields() {
        let Some((x, y)) = camera.to_screen(at) else { continue };
        let look = &view.pack().fields.get(field).look;
        let style = pen.ink.pack(look.color.rgb, 1000);
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

/// Gives a cell the ground of a meaning.
pub fn tint(pen: &mut Pen<'_>, camera: &Camera, at: Pos, role: Role) {
    let Some((x, y)) = camera.to_screen(at) else { return };
    let ink = pen.ink;
    if let Some(cell) = pen.buffer.cell_mut((x, y)) {
        let style = ink.on(cell.style(), role);
        cell.set_style(style);
    }
}

/// A color in colored light.
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

/// How bright a lit cell is, in thousandths: what is seen is never as dim as a memory.
fn shine(glow: Glow) -> u32 {
    600 + 400 * u32::from(glow.level) / u32::from(LightMap::FULL)
}

/// Something that is shown over the map for a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Where.
    pub at: Pos,
    /// What.
    pub text: String,
    /// In which meaning.
    pub role: Role,
}

/// Draws what is shown over the map for a moment.
pub fn draw_marks(pen: &mut Pen<'_>, camera: &Camera, marks: &[Mark]) {
    for mark in marks {
        let Some((x, y)) = camera.to_screen(mark.at) else { continue };
        let style = pen.ink.text(mark.role).add_modifier(Modifier::BOLD);
        pen.write(camera.area, x, y, &mark.text, style);
    }
}
