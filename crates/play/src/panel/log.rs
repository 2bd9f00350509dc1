use crate::mode::{Message, MessageKind};
use crate::palette::Role;

/// Returns the role of a message. Messages from before the last command are dimmed.
pub const fn message_role(message: &Message, fresh: bool) -> Role {
    match message.kind {
        _ if !fresh => Role::Dim,
        MessageKind::Plain => Role::Text,
        MessageKind::Noise => Role::Warning,
        MessageKind::Refusal | MessageKind::Aside | MessageKind::Tip => Role::Key,
    }
}
