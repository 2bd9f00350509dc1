use barrow_engine::{Command, Game};
use barrow_grid::{Dir, Pos};
use serde_json::{Map, Value, json};

/// A parsed line of input: the player and the request.
#[derive(Debug, PartialEq, Eq)]
pub struct Request {
    pub player: u8,
    pub command: RequestedCommand,
}

/// A command as requested, before it is resolved in a game.
#[derive(Debug, PartialEq, Eq)]
pub enum RequestedCommand {
    Command(Command),
    /// Interact with an adjacent thing: the one that the player faces first, then clockwise from
    /// north.
    Interact,
}

/// Reads a line: a JSON object, or words, with `1:` before them for another player.
pub fn read(line: &str) -> Result<Request, String> {
    let line = line.trim();
    if line.starts_with('{') {
        let value: Value =
            serde_json::from_str(line).map_err(|error| format!("this is not JSON: {error}"))?;
        return Fields(value.as_object().cloned().unwrap_or_default()).request();
    }
    let (player, words) = match line.split_once(':') {
        Some((player, words)) if player.bytes().all(|it| it.is_ascii_digit()) => {
            (player.parse().map_err(|_| format!("there is no player {player}"))?, words)
        }
        _ => (0, line),
    };
    let command = match words.trim() {
        "interact" => RequestedCommand::Interact,
        words => {
            RequestedCommand::Command(words.parse::<Command>().map_err(|error| error.to_string())?)
        }
    };
    Ok(Request { player, command })
}

impl RequestedCommand {
    /// Returns the command of a request in a game.
    pub fn resolve(self, game: &Game, player: u8) -> Command {
        match self {
            Self::Command(command) => command,
            Self::Interact => {
                let own = game.view(player).and_then(|view| view.own());
                let facing = own.map_or(Dir::North, |own| own.facing());
                let ways = [facing].into_iter().chain(Dir::ALL).map(Command::Interact);
                let found = ways.clone().find(|it| game.accepts(player, it).is_ok());
                found.unwrap_or(Command::Interact(facing))
            }
        }
    }
}

/// The fields of a command object that have not been read yet.
struct Fields(Map<String, Value>);

impl Fields {
    fn request(mut self) -> Result<Request, String> {
        let verb = match self.0.remove("cmd") {
            Some(Value::String(verb)) => verb,
            Some(other) => return Err(format!("`cmd` must be a text, not {other}")),
            None => return Err("a command object has a `cmd`, as {\"cmd\":\"wait\"}".into()),
        };
        let player = if self.0.contains_key("player") { self.number(&verb, "player")? } else { 0 };
        let command = self.command(&verb)?;
        match self.0.keys().next() {
            None => Ok(Request { player, command }),
            Some(key) => Err(format!("`{verb}` takes no `{key}`")),
        }
    }

    fn command(&mut self, verb: &str) -> Result<RequestedCommand, String> {
        Ok(RequestedCommand::Command(match verb {
            "move" => Command::Move(self.dir(verb)?),
            "use" => match self.0.remove("bag") {
                None => Command::Use { slot: self.number(verb, "slot")? },
                Some(Value::String(bag)) => {
                    Command::UseFrom { bag, slot: self.number(verb, "slot")? }
                }
                Some(other) => return Err(format!("`bag` must be a text, not {other}")),
            },
            "drop" => Command::Drop { slot: self.number(verb, "slot")? },
            "select" => Command::Select { slot: self.number(verb, "slot")? },
            "equip" => Command::Equip { slot: self.number(verb, "slot")? },
            "unequip" => Command::Unequip { slot: self.number(verb, "slot")? },
            "throw" => Command::Throw {
                slot: self.number(verb, "slot")?,
                at: self.cell(verb)?.ok_or("`throw` needs `at`, as \"at\":[3,4]")?,
            },
            "cast" => Command::Cast { ability: self.ability()?, at: self.cell(verb)? },
            "interact" if !self.0.contains_key("dir") => return Ok(RequestedCommand::Interact),
            "interact" => Command::Interact(self.dir(verb)?),
            "choose" => Command::Choose { option: self.number(verb, "option")? },
            plain => {
                let command = plain.parse::<Command>().map_err(|error| error.to_string())?;
                if plain.contains(char::is_whitespace) {
                    return Err(format!("`cmd` is one word, not `{plain}`"));
                }
                command
            }
        }))
    }

    fn number(&mut self, verb: &str, key: &str) -> Result<u8, String> {
        let value = self.0.remove(key).ok_or_else(|| format!("`{verb}` needs `{key}`"))?;
        let number = value.as_u64().and_then(|it| u8::try_from(it).ok());
        number.ok_or_else(|| format!("`{key}` must be a whole number from 0 to 255, not {value}"))
    }

    fn dir(&mut self, verb: &str) -> Result<Dir, String> {
        let value = self.0.remove("dir").ok_or_else(|| format!("`{verb}` needs `dir`"))?;
        let dir = value.as_str().and_then(Dir::from_name);
        dir.ok_or_else(|| format!("`dir` must be one of n ne e se s sw w nw, not {value}"))
    }

    fn ability(&mut self) -> Result<String, String> {
        match self.0.remove("ability") {
            Some(Value::String(ability)) => Ok(ability),
            Some(other) => Err(format!("`ability` must be a text, not {other}")),
            None => Err("`cast` needs `ability`".into()),
        }
    }

    fn cell(&mut self, verb: &str) -> Result<Option<Pos>, String> {
        let Some(value) = self.0.remove("at").filter(|it| !it.is_null()) else { return Ok(None) };
        let part = |at: usize| value.get(at)?.as_i64().and_then(|it| i32::try_from(it).ok());
        let two = value.as_array().is_some_and(|it| it.len() == 2);
        let cell = part(0).zip(part(1)).filter(|_| two);
        cell.map(|(x, y)| Some(Pos::new(x, y)))
            .ok_or_else(|| format!("`at` of `{verb}` must be a cell, as [3,4], not {value}"))
    }
}

/// Returns a command as an object, in the format in which it is read.
pub fn write(command: &Command) -> Value {
    match command {
        Command::Move(dir) => json!({ "cmd": "move", "dir": dir.name() }),
        Command::Use { slot } => json!({ "cmd": "use", "slot": slot }),
        Command::UseFrom { bag, slot } => json!({ "cmd": "use", "bag": bag, "slot": slot }),
        Command::Drop { slot } => json!({ "cmd": "drop", "slot": slot }),
        Command::Select { slot } => json!({ "cmd": "select", "slot": slot }),
        Command::Equip { slot } => json!({ "cmd": "equip", "slot": slot }),
        Command::Unequip { slot } => json!({ "cmd": "unequip", "slot": slot }),
        Command::Throw { slot, at } => {
            json!({ "cmd": "throw", "slot": slot, "at": [at.x, at.y] })
        }
        Command::Cast { ability, at: None } => json!({ "cmd": "cast", "ability": ability }),
        Command::Cast { ability, at: Some(at) } => {
            json!({ "cmd": "cast", "ability": ability, "at": [at.x, at.y] })
        }
        Command::Interact(dir) => json!({ "cmd": "interact", "dir": dir.name() }),
        Command::Choose { option } => json!({ "cmd": "choose", "option": option }),
        Command::Wait | Command::Pickup | Command::Descend | Command::Ascend | Command::Cancel => {
            json!({ "cmd": command.to_string() })
        }
    }
}
