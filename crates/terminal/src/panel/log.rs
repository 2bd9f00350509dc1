use barrow_engine::View;
use barrow_play::mode::{Log, Weight};
use barrow_play::palette::Role;
use barrow_play::panel::told_role;
use ratatui::layout::Rect;

use crate::paint::{Pen, wrap};

/// Draws the last messages, the newest at the bottom, with noises or without. What was told
/// before the last command is dimmer.
pub fn log_lines(pen: &mut Pen<'_>, area: Rect, log: &Log, fresh: usize, noises: bool) {
    let mut lines: Vec<(Role, String)> = Vec::new();
    let messages = log.messages();
    for (at, message) in messages.iter().enumerate().rev() {
        if !noises && message.weight == Weight::Noise {
            continue;
        }
        let role = told_role(message, at >= fresh);
        let wrapped = wrap(&message.shown(), area.width.max(1));
        lines.extend(wrapped.into_iter().rev().map(|line| (role, line)));
        if lines.len() >= usize::from(area.height) {
            break;
        }
    }
    lines.truncate(usize::from(area.height));
    for (row, (role, line)) in (0..).zip(lines.iter().rev()) {
        pen.line(area, row, line, *role);
    }
}

/// Draws what is heard at the moment at the top; gives the rows below. Where noises stay on
/// show, they are heard until they fade, and not told as well.
pub fn heard_lines(pen: &mut Pen<'_>, area: Rect, view: &View<'_>) -> Rect {
    if view.pack().rules.noises_last <= 1 {
        return area;
    }
    let most = usize::from(area.height.saturating_sub(2));
    let heard = view.heard();
    let newest = &heard[heard.len().saturating_sub(most)..];
    for (row, noise) in (0..).zip(newest) {
        pen.line(area, row, &noise.to_string(), Role::Warning);
    }
    let rows = u16::try_from(newest.len()).unwrap_or_default();
    Rect { y: area.y + rows, height: area.height - rows, ..area }
}
