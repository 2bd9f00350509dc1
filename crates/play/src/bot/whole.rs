use std::sync::Arc;

use barrow_dice::Fixed;
use barrow_engine::{Journal, Run, Setup, SetupError, Turn};
use barrow_pack::Pack;

use super::{Bot, Style};

/// When to cut a game off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cap {
    /// The maximum number of turns.
    pub turns: u64,
}

impl Cap {
    /// How many commands without a turn, such as answers to menus, are allowed for each turn of the
    /// cap.
    const COMMANDS_A_TURN: u64 = 4;
}

impl Default for Cap {
    fn default() -> Self {
        Self { turns: 20_000 }
    }
}

/// The result of a bot's game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The seed, the level and the heroes.
    pub setup: Setup,
    /// The number of floors reached, the first counted as 1.
    pub depth: u32,
    /// The number of turns.
    pub turns: u64,
    /// The number of commands.
    pub commands: u64,
    /// The score.
    pub score: Fixed,
    /// How it ended, or `None` if it was cut off.
    pub end: Option<barrow_engine::End>,
    /// The digest of the last state.
    pub digest: u64,
}

/// A bot's game and its journal.
#[derive(Clone, Debug)]
pub struct Played {
    /// The result.
    pub outcome: Outcome,
    /// The journal with every command.
    pub journal: Journal,
}

impl Outcome {
    /// The cause of death reported for a game that was cut off.
    pub const TURN_LIMIT: &'static str = "turn limit";

    /// Returns why it ended.
    pub fn cause(&self) -> &str {
        match &self.end {
            None => Self::TURN_LIMIT,
            Some(end) if end.text.is_empty() => "unknown",
            Some(end) => &end.text,
        }
    }

    /// Returns `true` if it was won.
    pub fn is_won(&self) -> bool {
        self.end.as_ref().is_some_and(|end| end.won)
    }
}

/// Lets a bot play a whole game on its own. An unknown policy counts as none.
pub fn play(
    pack: &Arc<Pack>,
    setup: &Setup,
    style: impl Into<Style>,
    cap: Cap,
) -> Result<Played, SetupError> {
    let style = style.into();
    let (mut run, turn) = Run::new(Arc::clone(pack), setup)?;
    let policy = style.policy_in(pack).ok().flatten();
    let mut bot = Bot::new(style.skill, setup.seed).following(policy);
    let (depth, commands) = play_on(&mut run, &turn, &mut bot, cap);
    let game = run.game();
    let outcome = Outcome {
        setup: setup.clone(),
        depth,
        turns: game.turn(),
        commands,
        score: game.score(0).total,
        end: game.end().cloned(),
        digest: game.digest(),
    };
    Ok(Played { outcome, journal: run.journal().clone() })
}

/// Lets a bot play a run to its end or its cap. Returns the depth that it reached, and the number
/// of commands.
fn play_on(run: &mut Run, turn: &Turn, bot: &mut Bot, cap: Cap) -> (u32, u64) {
    let first = run.game().floor();
    let (mut depth, mut commands) = (1, 0);
    if let Some(view) = run.game().view(0) {
        bot.observe(&view, turn);
    }
    while run.game().end().is_none()
        && run.game().turn() < cap.turns
        && commands < cap.turns.saturating_mul(Cap::COMMANDS_A_TURN)
    {
        let legal = run.game().legal(0);
        let view = run.game().view(0);
        let Some(command) = view.and_then(|view| bot.choose(&view, &legal)) else { break };
        let turn = run.step(0, &command).expect("a bot chooses a legal command");
        commands += 1;
        depth = depth.max(1 + run.game().floor().abs_diff(first));
        if let Some(view) = run.game().view(0) {
            bot.observe(&view, &turn);
        }
    }
    (depth, commands)
}
