use barrow_engine::View;
use barrow_play::mode::{Log, MessageKind};
use barrow_play::palette::Role;
use barrow_play::panel::message_role;
use ratatui::layout::Rect;

use crate::paint::{Pen, rows};

/// Draws the last messages, the newest at the bottom, with or without noises. Messages from before
/// the last command are dimmed.
pub fn log_lines(pen: &mut Pen<'_>, area: Rect, log: &Log, fresh: usize, noises: bool) {
    let shown = log.messages().iter().enumerate().rev();
    let shown = shown.filter(|(_, message)| noises || message.kind != MessageKind::Noise);
    let shown = shown.take(area.height.into());
    let mut lines: Vec<(Role, String)> =
        shown.map(|(index, it)| (message_role(it, index >= fresh), it.shown())).collect();
    lines.reverse();
    let paragraph = pen.ink.paragraph(lines.iter().map(|(role, line)| (*role, &**line)));
    let hidden = rows(&paragraph, area.width).saturating_sub(area.height);
    pen.paragraph(area, &paragraph.scroll((hidden, 0)));
}

/// Draws the current noises at the top, and returns the area below. If the pack keeps noises on
/// display, they are shown here until they fade, and not in the log.
pub fn heard_lines(pen: &mut Pen<'_>, area: Rect, view: &View<'_>) -> Rect {
    if view.pack().rules.noises_last <= 1 {
        return area;
    }
    let max = usize::from(area.height.saturating_sub(2));
    let heard = view.heard();
    let newest = &heard[heard.len().saturating_sub(max)..];
    for (row, noise) in (0..).zip(newest) {
        pen.line(area, row, &noise.to_string(), Role::Warning);
    }
    let rows = u16::try_from(newest.len()).unwrap_or_default();
    Rect { y: area.y + rows, height: area.height - rows, ..area }
}
