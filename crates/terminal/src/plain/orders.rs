use barrow_engine::{Command, Refusal, View};
use barrow_grid::{Dir, Pos};
use barrow_pack::{Aim, Way};
use barrow_play::keymap::{Code, Key, Verb};
use barrow_play::mode::{Aiming, Cursor, Shot, direction};
use barrow_play::panel::{carried_name, meaning, playables};
use barrow_play::playthrough::{Host, Playthrough, TextPage};
use barrow_play::walk::Errand;
use barrow_play::words as descriptions;

use super::words;
use crate::screen::{NewRun, Play};

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// A command without arguments.
    Plain(Command),
    /// A step, after a question if it is known to harm.
    Step(Dir),
    /// A blow at the nearest foe, or a step towards it.
    Fight,
    /// The answer to a question.
    Yes,
    No,
    /// An automatic walk without arguments.
    Walk(Errand),
    /// Up or down.
    Way(Way),
    /// A walk to a numbered cell.
    Go(usize),
    Look(Option<usize>),
    Bag,
    Abilities,
    Status,
    Character,
    Messages,
    Seed,
    Help,
    /// An item by its number, and what to do with it.
    Thing(ItemAction, usize),
    Throw(usize, Option<Target>),
    Cast(String, Option<Target>),
    /// One of the game's own keys.
    Key(char),
    /// The reported things, as a list.
    Keys,
    Pause,
    Abandon,
    Again,
    Same,
    Quit,
}

/// What to do with an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemAction {
    Use,
    Wear,
    Drop,
}

/// The target of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A numbered cell.
    Sight(usize),
    /// A number of cells in a direction; one if no number is given.
    Towards(Dir, i32),
}

/// The result of an order.
pub enum Answer {
    /// The run reports it.
    Done,
    /// This text is the answer.
    Words(Vec<String>),
    /// Another run begins.
    Again(NewRun),
    /// The program exits.
    Leave,
}

/// The commands, what they do, and what a game needs to have for them, for the help.
const HELP: [(&str, &str, Option<Verb>); 28] = [
    ("north, n, east, e, ...", "step, strike, open, push", None),
    ("fight", "strike the nearest foe, or go towards it", Some(Verb::Fight)),
    ("run north", "run until something appears", None),
    ("wait", "let a turn pass", None),
    ("rest", "rest until something happens", None),
    ("explore", "go where you have not been", None),
    ("down, up", "take the stairs, or travel there", None),
    ("look", "describe the surroundings, numbered", None),
    ("look 2", "describe number 2 in detail", None),
    ("go 2", "go to number 2", None),
    ("take", "pick up what lies here", Some(Verb::Pickup)),
    ("touch north", "open, close, touch, talk", None),
    ("bag", "list what you carry, numbered", Some(Verb::Inventory)),
    ("use 3", "use the third item", Some(Verb::Inventory)),
    ("wear 3", "put it on or take it off", Some(Verb::Inventory)),
    ("drop 3", "drop it", Some(Verb::Inventory)),
    ("throw 3 at 1", "throw it at number 1; or: throw 3 east 4", Some(Verb::Throw)),
    ("abilities", "list what you can cast", Some(Verb::Cast)),
    ("cast spark at 1", "cast it; without `at`, at the nearest foe", Some(Verb::Cast)),
    ("keys", "list the game's own keys", None),
    ("key f", "press one of them", None),
    ("1, 2, ... or leave", "answer a question", None),
    ("status", "show your status", None),
    ("me", "show your character sheet", None),
    ("messages", "list all messages", None),
    ("seed", "show the seed", None),
    ("abandon", "give the run up for good", None),
    ("quit", "leave; the run is saved", None),
];

impl Order {
    /// Reads a line. The error says what is wrong with it.
    pub fn read(line: &str) -> Result<Self, String> {
        // Keys may be capitals.
        if let Some(key) = line.strip_prefix("key ") {
            let key = key.trim().parse().map(Self::Key);
            return key.map_err(|_| "Type one key as well; type keys to list them.".into());
        }
        let lower = line.to_lowercase();
        let said: Vec<&str> = lower.split_whitespace().collect();
        let [verb, rest @ ..] = &said[..] else { return Err("Type help for the commands.".into()) };
        if let Some(dir) = direction(verb) {
            return Ok(Self::Step(dir));
        }
        if let Ok(number) = verb.parse::<u8>() {
            let option = number.checked_sub(1).ok_or("Numbers start at 1.")?;
            return Ok(Self::Plain(Command::Choose { option }));
        }
        if let Some(order) = Self::alone(verb) {
            return Ok(order);
        }
        let order = Self::with(verb, rest)?.or_else(|| {
            let key = line.trim().parse().ok();
            key.map(Self::Key)
        });
        order.ok_or_else(|| format!("`{line}` is not a command; type help for the commands."))
    }

    /// Reads commands of one word.
    fn alone(verb: &str) -> Option<Self> {
        Some(match verb {
            "wait" | "." => Self::Plain(Command::Wait),
            "take" | "pickup" => Self::Plain(Command::Pickup),
            "leave" => Self::Plain(Command::Cancel),
            "fight" => Self::Fight,
            "yes" | "y" => Self::Yes,
            "no" => Self::No,
            "rest" => Self::Walk(Errand::Rest),
            "explore" => Self::Walk(Errand::Explore),
            // The names of commands in settings and tips are understood as well.
            "down" | "descend" | ">" => Self::Way(Way::Down),
            "up" | "ascend" | "<" => Self::Way(Way::Up),
            "bag" | "inventory" => Self::Bag,
            "abilities" => Self::Abilities,
            "status" => Self::Status,
            "me" | "character" => Self::Character,
            "messages" | "log" => Self::Messages,
            "seed" => Self::Seed,
            "help" | "?" => Self::Help,
            "keys" => Self::Keys,
            "pause" => Self::Pause,
            "abandon" => Self::Abandon,
            "again" => Self::Again,
            "same" => Self::Same,
            "quit" => Self::Quit,
            _ => return None,
        })
    }

    /// Reads commands with arguments.
    fn with(verb: &str, rest: &[&str]) -> Result<Option<Self>, String> {
        let way = || rest.first().and_then(|it| direction(it)).ok_or("Type a direction as well.");
        let number = || number(rest.first().copied());
        Ok(Some(match verb {
            "run" => Self::Walk(Errand::Run(way()?)),
            "touch" | "interact" | "open" | "close" | "talk" => {
                Self::Plain(Command::Interact(way()?))
            }
            "look" if rest.is_empty() => Self::Look(None),
            "look" => Self::Look(Some(number()?)),
            "go" | "travel" => Self::Go(number()?),
            "use" | "slot" => Self::Thing(ItemAction::Use, number()?),
            "wear" | "equip" => Self::Thing(ItemAction::Wear, number()?),
            "drop" => Self::Thing(ItemAction::Drop, number()?),
            "throw" => Self::Throw(number()?, target(&rest[1..])?),
            "cast" => {
                let cut = rest.iter().position(|it| *it == "at" || direction(it).is_some());
                let (name, aim) = rest.split_at(cut.unwrap_or(rest.len()));
                Self::Cast(name.join(" "), target(aim)?)
            }
            _ => return Ok(None),
        }))
    }

    /// Carries out the order.
    pub fn perform(self, play: &mut Play, host: &dyn Host) -> Answer {
        if matches!(self, Self::Again | Self::Same) {
            return if play.playthrough().is_over() {
                Answer::Again(play.next_run(self == Self::Same))
            } else {
                Answer::Words(vec![GOES_ON.into()])
            };
        }
        let playthrough = play.playthrough_mut();
        // Any order but a yes takes back the step that was asked about.
        let answer = if self == Self::Yes { Code::Char('y') } else { Code::Esc };
        if playthrough.asks() {
            playthrough.press(host, Key::plain(answer));
        }
        match self {
            Self::Step(dir) => done(|| drop(playthrough.trigger(host, Verb::Move(dir)))),
            Self::Abandon => done(|| drop(playthrough.trigger(host, Verb::Abandon))),
            Self::Fight => done(|| drop(playthrough.trigger(host, Verb::Fight))),
            Self::Yes | Self::No => Answer::Done,
            Self::Plain(command) => done(|| playthrough.command(host, &command)),
            Self::Walk(errand) => done(|| playthrough.start(host, errand)),
            Self::Way(way) => done(|| playthrough.take_stairs(host, way)),
            Self::Go(number) => match Cursor::sights(&playthrough.view()).get(number).copied() {
                Some(at) => done(|| playthrough.start(host, Errand::Travel(at))),
                None => Answer::Words(vec![NO_SUCH.into()]),
            },
            Self::Thing(action, at) => Self::handle(playthrough, host, action, at),
            Self::Throw(at, aim) => {
                let slot = u8::try_from(at).unwrap_or(u8::MAX);
                shoot(playthrough, host, Shot::Throw { slot }, aim)
            }
            Self::Cast(name, aim) => cast(playthrough, host, &name, aim),
            Self::Key(key) => press(playthrough, host, key),
            Self::Quit => Answer::Leave,
            asked => Answer::Words(asked.words(playthrough)),
        }
    }

    fn handle(
        playthrough: &mut Playthrough,
        host: &dyn Host,
        action: ItemAction,
        at: usize,
    ) -> Answer {
        let slot = u8::try_from(at).unwrap_or(u8::MAX);
        let worn = playthrough.view().bag().any(|it| it.slot == slot && it.worn.is_some());
        let card = playables(&playthrough.view()).into_iter().nth(at);
        let command = match action {
            // In a game with cards, their numbers come first.
            ItemAction::Use => card.map_or(Command::Use { slot }, |it| it.command),
            ItemAction::Wear if worn => Command::Unequip { slot },
            ItemAction::Wear => Command::Equip { slot },
            ItemAction::Drop => Command::Drop { slot },
        };
        done(|| playthrough.command(host, &command))
    }

    /// Answers a question that changes nothing.
    fn words(&self, playthrough: &Playthrough) -> Vec<String> {
        let view = playthrough.view();
        match self {
            Self::Look(None) => words::surroundings(&view),
            Self::Look(Some(number)) => match Cursor::sights(&view).get(*number) {
                Some(&at) => descriptions::look(&view, at),
                None => vec![NO_SUCH.into()],
            },
            Self::Bag => bag(&view),
            Self::Abilities => playthrough.abilities(),
            Self::Status => words::panel(&view),
            Self::Character => read(playthrough.character()),
            Self::Messages => read(playthrough.messages()),
            Self::Seed => read(playthrough.about()),
            Self::Keys => {
                let keys = view.keys().map(|it| format!("key {}: {}", it.key, it.label));
                or_else(keys, "This game has no keys of its own.")
            }
            Self::Pause => vec!["Time only passes when you say so.".into()],
            Self::Help => {
                let has = |verb: &Option<Verb>| verb.is_none_or(|it| playthrough.exists(it));
                let lines = HELP.iter().filter(|(_, _, verb)| has(verb));
                let lines = lines.map(|(said, does, _)| format!("{said}: {does}"));
                let own = view.keys().map(|it| format!("{}: {}", it.key, it.label));
                own.chain(lines).collect()
            }
            _ => Vec::new(),
        }
    }
}

const NO_SUCH: &str = "There is no such number; type look.";
const GOES_ON: &str = "This run goes on. Type abandon to give it up.";

/// Returns a line for each card and for each thing in the bag.
fn bag(view: &View<'_>) -> Vec<String> {
    let cards = playables(view).into_iter();
    let cards = cards.map(|it| format!("card {}. {}. {}", it.number, it.label, it.about));
    let bag = (1..).zip(view.bag()).map(|(number, it)| {
        let means = Some(meaning(view, &it.item)).filter(|it| !it.is_empty());
        let means = means.map(|it| format!(", {it}")).unwrap_or_default();
        format!("{number}. {}{means}", carried_name(&it))
    });
    or_else(cards.chain(bag), "You carry nothing.")
}

/// Returns the lines, or one sentence if there are none.
fn or_else(lines: impl Iterator<Item = String>, none: &str) -> Vec<String> {
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() { vec![none.into()] } else { lines }
}

fn done(act: impl FnOnce()) -> Answer {
    act();
    Answer::Done
}

/// Returns the lines of a text.
fn read(page: TextPage) -> Vec<String> {
    page.lines.into_iter().map(|(_, line)| line).collect()
}

/// Presses a key of the game itself.
fn press(playthrough: &mut Playthrough, host: &dyn Host, key: char) -> Answer {
    let found = playthrough.view().keys().find(|it| it.key == key);
    match found.map(|it| it.command) {
        None => Answer::Words(vec![format!(
            "`{key}` is none of the game's own keys; type keys to list them."
        )]),
        Some(Err(refusal)) => Answer::Words(vec![refusal.to_string()]),
        Some(Ok(Command::Cast { ability, at: None })) => cast(playthrough, host, &ability, None),
        Some(Ok(command)) => done(|| playthrough.command(host, &command)),
    }
}

fn cast(
    playthrough: &mut Playthrough,
    host: &dyn Host,
    name: &str,
    target: Option<Target>,
) -> Answer {
    let view = playthrough.view();
    let called = |it: &barrow_engine::Castable<'_>| {
        it.name.to_lowercase() == name || view.pack().abilities.name(it.ability) == name
    };
    let Some(castable) = view.abilities().find(called) else {
        return Answer::Words(vec![format!("You do not know `{name}`; type abilities.")]);
    };
    let ability = view.pack().abilities.name(castable.ability).to_string();
    match castable.aim {
        Aim::Own | Aim::Nearest | Aim::Item => {
            done(|| playthrough.command(host, &Command::Cast { ability, at: None }))
        }
        Aim::Target if target.is_none() && !view.actors().any(|it| it.is_foe()) => {
            Answer::Words(vec![Refusal::NoTarget.to_string()])
        }
        Aim::Target | Aim::Cell => shoot(playthrough, host, Shot::Cast { ability }, target),
    }
}

fn shoot(
    playthrough: &mut Playthrough,
    host: &dyn Host,
    shot: Shot,
    aim: Option<Target>,
) -> Answer {
    let view = playthrough.view();
    let here = view.own().map(|it| it.pos()).unwrap_or_default();
    let mut aiming = Aiming::new(playthrough.game(), &view, shot, "");
    match aim {
        None => {}
        Some(Target::Sight(number)) => match Cursor::sights(&view).get(number) {
            Some(&at) => aiming.at = at,
            None => return Answer::Words(vec![NO_SUCH.into()]),
        },
        Some(Target::Towards(dir, cells)) => {
            let by = dir.offset();
            aiming.at = here + Pos::new(by.x * cells, by.y * cells);
        }
    }
    let command = aiming.command();
    done(|| playthrough.command(host, &command))
}

/// Reads `at 2`, `north`, `north 4`, or nothing.
fn target(said: &[&str]) -> Result<Option<Target>, String> {
    match said {
        [] => Ok(None),
        ["at", rest @ ..] => number(rest.first().copied()).map(|it| Some(Target::Sight(it))),
        [way, rest @ ..] => {
            let dir = direction(way).ok_or_else(|| format!("`{way}` is not a direction."))?;
            let cells = rest.first().map_or(Ok(1), |it| it.parse::<i32>());
            let cells = cells.map_err(|_| "Type how many cells as a number.")?;
            Ok(Some(Target::Towards(dir, cells.clamp(1, 100))))
        }
    }
}

/// Reads a number from 1 as an index from 0.
fn number(said: Option<&str>) -> Result<usize, String> {
    let number = said.and_then(|it| it.parse::<usize>().ok()).and_then(|it| it.checked_sub(1));
    number.ok_or_else(|| "Type a number, such as 1.".into())
}
