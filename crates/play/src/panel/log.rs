use crate::mode::{Message, Weight};
use crate::palette::Role;

/// Returns the role of a message. Messages from before the last command are dimmed.
pub const fn told_role(message: &Message, fresh: bool) -> Role {
    match message.weight {
        _ if !fresh => Role::Dim,
        Weight::Plain => Role::Text,
        Weight::Noise => Role::Warning,
        Weight::Refusal | Weight::Aside => Role::Key,
    }
}
