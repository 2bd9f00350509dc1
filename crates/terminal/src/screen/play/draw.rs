//! How a run is drawn.

use barrow_engine::View;
use barrow_grid::Pos;
use barrow_play::mode::{Aiming, List};
use barrow_play::palette::Role;
use barrow_play::words;
use ratatui::layout::Rect;

use super::bag::Bag;
use super::keys::PAUSE;
use super::look::castable_line;
use super::{Mode, PLAYER, Play};
use crate::desk::Desk;
use crate::paint::{Pen, wrap};
use crate::panel::{Camera, Tally, carried_name, tint};
use crate::screen::board::Board;

impl Play {
    /// Draws it.
    pub fn draw(&self, desk: &Desk, pen: &mut Pen<'_>) {
        let view = self.view();
        let marks = self.frames.front().map_or(&[][..], |it| &it.marks);
        let board = Board {
            view: &view,
            log: &self.log,
            fresh: self.fresh,
            tally: &Tally::of(self.game(), PLAYER, self.best),
            keys: &desk.settings.keys,
            focus: self.focus(&view),
            marks,
        };
        let (camera, log) = board.draw(pen);
        self.draw_mode(desk, pen, &camera, log);
    }

    /// The cell that must be in view.
    fn focus(&self, view: &View<'_>) -> Pos {
        match &self.mode {
            Mode::Look(cursor) | Mode::Travel(cursor) => cursor.at,
            Mode::Aim(aiming) => aiming.at,
            Mode::Walk
            | Mode::Direction
            | Mode::Bag(_)
            | Mode::Cast(_)
            | Mode::Menu(_)
            | Mode::Confirm { .. }
            | Mode::Abandon
            | Mode::Pause(_)
            | Mode::Over(_) => view.own().map(|it| it.pos()).unwrap_or_default(),
        }
    }

    fn draw_mode(&self, desk: &Desk, pen: &mut Pen<'_>, camera: &Camera, log: Rect) {
        match &self.mode {
            Mode::Walk if self.paused => say(pen, log, "Paused", "any command goes on"),
            Mode::Walk => {}
            Mode::Look(cursor) => {
                self.draw_cursor(pen, camera, log, cursor.at, "tab: next  enter: more  _: go  esc");
            }
            Mode::Travel(cursor) => {
                let hint = "enter: go there  tab: next  < >: stairs  esc";
                self.draw_cursor(pen, camera, log, cursor.at, hint);
            }
            Mode::Aim(aiming) => self.draw_aim(pen, camera, log, aiming),
            Mode::Direction => say(pen, log, "Which way?", "a direction, or esc"),
            Mode::Bag(bag) => self.draw_bag(pen, bag),
            Mode::Cast(list) => self.draw_abilities(pen, list),
            Mode::Menu(list) => self.draw_menu(pen, list),
            Mode::Confirm { question, .. } => say(pen, log, question, "y: yes  n: no"),
            Mode::Abandon => {
                say(pen, log, "Abandon this run for good?", "y: yes  n: no");
            }
            Mode::Pause(list) => {
                let lines: Vec<(Role, String)> =
                    PAUSE.iter().map(|it| (Role::Text, (*it).to_string())).collect();
                let title = desk.library.find(&self.begin.game);
                let title = title.map_or("", |at| &desk.library.games[at].title);
                menu(pen, title, &[], &lines, list, "enter: choose  esc: go on");
            }
            Mode::Over(over) => self.draw_over(pen, *over),
        }
    }

    fn draw_cursor(&self, pen: &mut Pen<'_>, camera: &Camera, log: Rect, at: Pos, hint: &str) {
        tint(pen, camera, at, Role::Chosen);
        brackets(pen, camera, at);
        let words = words::look(&self.view(), at).join(" ");
        say(pen, log, &words, hint);
    }

    fn draw_aim(&self, pen: &mut Pen<'_>, camera: &Camera, log: Rect, aiming: &Aiming) {
        let view = self.view();
        for at in aiming.line() {
            tint(pen, camera, at, Role::Aim);
        }
        for at in aiming.blast(&view) {
            tint(pen, camera, at, Role::Threat);
        }
        brackets(pen, camera, aiming.at);
        let there = words::look(&view, aiming.at).join(" ");
        let able = match self.game().accepts(PLAYER, &aiming.command()) {
            Ok(()) => String::new(),
            Err(refusal) => format!(" {refusal}"),
        };
        let text = format!("{}: {there}{able}", aiming.title);
        say(pen, log, &text, "enter: do it  tab: next  esc: not at all");
    }

    fn draw_bag(&self, pen: &mut Pen<'_>, bag: &Bag) {
        let view = self.view();
        let bagged: Vec<_> = view.bag().collect();
        let shown = bag.slots.iter().filter_map(|slot| bagged.iter().find(|it| it.slot == *slot));
        let lines: Vec<(Role, String)> = shown
            .map(|it| {
                let role = if it.worn.is_some() { Role::Good } else { Role::Text };
                let slot = it.worn.map(|slot| view.pack().slots.get(slot).label.to_string());
                let worn = slot.map_or(String::new(), |slot| format!(" ({slot})"));
                (role, format!("{} {}{worn}", it.item.glimpse().glyph(), carried_name(it)))
            })
            .collect();
        let about = bag.chosen(&view).map(|it| words::item(&view, &it)).unwrap_or_default();
        menu(pen, bag.purpose.title(), &about, &lines, &bag.list, "enter: choose  esc: back");
        if let Some((list, deeds)) = &bag.deeds {
            let lines: Vec<(Role, String)> =
                deeds.iter().map(|it| (Role::Text, it.name.clone())).collect();
            let name = bag.chosen(&view).map(|it| it.item.name()).unwrap_or_default();
            menu(pen, &name, &about, &lines, list, "enter: do it  esc: back");
        }
    }

    fn draw_abilities(&self, pen: &mut Pen<'_>, list: &List) {
        let view = self.view();
        let abilities = view.abilities();
        let lines: Vec<(Role, String)> = abilities
            .iter()
            .map(|it| {
                let role = if it.refusal.is_some() { Role::Dim } else { Role::Text };
                (role, castable_line(&view, it))
            })
            .collect();
        let chosen = abilities.get(list.at).map(|it| view.pack().abilities.get(it.ability));
        let about: Vec<String> =
            chosen.map(|it| it.about.to_string()).filter(|it| !it.is_empty()).into_iter().collect();
        menu(pen, "Cast what?", &about, &lines, list, "enter: cast  esc: back");
    }

    fn draw_menu(&self, pen: &mut Pen<'_>, list: &List) {
        let view = self.view();
        let Some(open) = view.menu() else { return };
        let lines: Vec<(Role, String)> = open
            .options
            .iter()
            .map(|it| (if it.able { Role::Text } else { Role::Dim }, it.text.clone()))
            .collect();
        let hint = if open.optional { "enter: choose  esc: leave" } else { "enter: choose" };
        menu(pen, open.title, std::slice::from_ref(&open.text), &lines, list, hint);
    }
}

/// Shows where a cell is even where colours do not.
fn brackets(pen: &mut Pen<'_>, camera: &Camera, at: Pos) {
    for (by, glyph) in [(-1, '['), (1, ']')] {
        if let Some((x, y)) = camera.place(at + Pos::new(by, 0)) {
            pen.put(x, y, glyph, pen.ink.text(Role::Key));
        }
    }
}

/// Says something in place of the log, with the keys that answer it.
fn say(pen: &mut Pen<'_>, area: Rect, text: &str, hint: &str) {
    pen.clear(area);
    let last = area.height.saturating_sub(1);
    for (row, line) in (0..last).zip(wrap(text, area.width)) {
        pen.line(area, row, &line, Role::Text);
    }
    pen.line(area, last, hint, Role::Key);
}

/// A box of lines to choose from.
fn menu(
    pen: &mut Pen<'_>,
    title: &str,
    text: &[String],
    lines: &[(Role, String)],
    list: &List,
    hint: &str,
) {
    let screen = pen.buffer.area;
    let longest = lines.iter().map(|(_, it)| it.chars().count() + 4);
    let wanted = longest.chain([hint.chars().count(), title.chars().count() + 4, 44]).max();
    let width = u16::try_from(wanted.unwrap_or(0) + 4).unwrap_or(u16::MAX).min(screen.width - 4);
    let told: Vec<String> = text.iter().flat_map(|it| wrap(it, width - 4)).collect();
    let gap = usize::from(!told.is_empty());
    let wanted = lines.len() + told.len() + gap + 4;
    let height = u16::try_from(wanted).unwrap_or(u16::MAX).min(screen.height - 2);
    let area = Rect {
        x: screen.x + (screen.width - width) / 2,
        y: screen.y + (screen.height - height) / 2,
        width,
        height,
    };
    let inside = pen.frame(area, title);
    let mut row = 0;
    for line in &told {
        pen.line(inside, row, line, Role::Text);
        row += 1;
    }
    row += u16::try_from(gap).unwrap_or_default();
    let room = usize::from(inside.height.saturating_sub(row + 2));
    let first = list.first(room);
    for (at, (role, line)) in lines.iter().enumerate().skip(first).take(room) {
        let y = inside.y + row;
        let letter = format!("{} ", List::letter(at));
        pen.parts(inside, inside.x, y, &[(Role::Key, &letter), (*role, line)]);
        if at == list.at {
            pen.choose(Rect { y, height: 1, ..inside });
        }
        row += 1;
    }
    pen.line(inside, inside.height.saturating_sub(1), hint, Role::Key);
}
