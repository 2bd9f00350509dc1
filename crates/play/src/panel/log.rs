use crate::mode::{Message, Weight};
use crate::palette::Role;

/// The meaning of a message; what was told before the last command is dimmer.
pub const fn told_role(message: &Message, fresh: bool) -> Role {
    match message.weight {
        _ if !fresh => Role::Dim,
        Weight::Plain => Role::Text,
        Weight::Noise => Role::Warning,
        Weight::Refusal | Weight::Aside => Role::Key,
    }
}
