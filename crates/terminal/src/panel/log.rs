use barrow_play::mode::{Log, Weight};
use barrow_play::palette::Role;
use ratatui::layout::Rect;

use crate::paint::{Pen, wrap};

/// Draws the last messages, the newest at the bottom. What was told before the last command is
/// dimmer.
pub fn log_lines(pen: &mut Pen<'_>, area: Rect, log: &Log, fresh: usize) {
    let mut lines: Vec<(Role, String)> = Vec::new();
    let messages = log.messages();
    for (at, message) in messages.iter().enumerate().rev() {
        let role = match message.weight {
            _ if at < fresh => Role::Dim,
            Weight::Plain => Role::Text,
            Weight::Noise => Role::Warning,
            Weight::Refusal | Weight::Aside => Role::Key,
        };
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
