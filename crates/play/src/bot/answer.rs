use barrow_dice::Rng;
use barrow_engine::{Command, View};

/// Answers menus. The bot knows only the texts of the options, so it goes by their order, and
/// leaves a menu that opens again and again.
#[derive(Clone, Debug, Default)]
pub(super) struct Answers {
    title: String,
    turn: u64,
    times: u32,
}

/// How often a menu is answered in one turn before the bot leaves it.
const PATIENCE: u32 = 3;

impl Answers {
    /// Returns the answer to the open menu, if there is one.
    pub(super) fn answer(
        &mut self,
        view: &View<'_>,
        legal: &[Command],
        rng: &mut Rng,
    ) -> Option<Command> {
        let menu = view.menu()?;
        if menu.title != self.title || view.turn() > self.turn {
            (self.title, self.turn, self.times) = (menu.title.clone(), view.turn(), 0);
        }
        self.times += 1;
        if self.times > PATIENCE && legal.contains(&Command::Cancel) {
            return Some(Command::Cancel);
        }
        if self.times > 2 * PATIENCE {
            return rng.pick(legal).cloned();
        }
        let choices = legal.iter().filter(|it| matches!(it, Command::Choose { .. }));
        let mut choices: Vec<&Command> = choices.collect();
        // Who takes stairs wants to go.
        let goes = |it: &&Command| {
            let Command::Choose { option } = it else { return false };
            menu.options.get(usize::from(*option)).is_some_and(|it| !it.stays)
        };
        if choices.iter().any(goes) {
            choices.retain(goes);
        }
        // Usually the first option that can be chosen, sometimes another: a bot that never tries
        // the others would not test them.
        let first = choices.first().copied().filter(|_| rng.below(3) > 0);
        let any = rng.pick(&choices).copied();
        first.or(any).or(legal.first()).cloned()
    }
}
