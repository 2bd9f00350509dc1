//! The title screen: the games, and what can be done with each.

mod form;

use std::collections::BTreeMap;

use barrow_dice::Seed;
use barrow_engine::{Game, Setup};
use barrow_play::keymap::{Code, Key};
use barrow_play::mode::List;
use barrow_play::offer::Offers;
use barrow_play::palette::Role;
use barrow_play::profile;
use barrow_play::session::saved;
use ratatui::layout::Rect;

use self::form::{Form, SeedChoice};
use super::{NewRun, Play, Screen, Transition};
use crate::context::Context;
use crate::dialog::{Dialog, Replays, SettingsDialog, help, history};
use crate::paint::{Pen, rows};
use crate::panel::{Camera, draw_map};

/// The title screen.
#[derive(Default)]
pub struct Title {
    /// The index of the selected game.
    pub game: usize,
    /// The form for a new run, while it is open.
    form: Option<Form>,
    /// A new run that would replace a saved one, until the player confirms it.
    replaces: Option<NewRun>,
    /// The turn of the saved run of each game, once looked up.
    saves: BTreeMap<usize, Option<u64>>,
    /// The first view of each game, as a picture.
    previews: BTreeMap<usize, Option<Box<Game>>>,
}

/// The seed of the pictures.
const PICTURE: Seed = Seed(7);

impl Title {
    /// Selects a game.
    pub fn at(context: &Context, game: &str) -> Self {
        Self { game: context.library.find(game).unwrap_or_default(), ..Self::default() }
    }

    /// Handles a key press.
    pub fn press(&mut self, context: &mut Context, key: Key) -> Transition {
        if let Some(begin) = self.replaces.take() {
            return match key.code {
                Code::Char('y' | 'Y') => begin_now(context, begin),
                Code::Esc | Code::Char('n' | 'N') => Transition::Stay,
                _ => {
                    self.replaces = Some(begin);
                    Transition::Stay
                }
            };
        }
        if self.form.is_some() {
            return self.press_form(context, key);
        }
        let mut list = List { at: self.game, count: context.library.games.len() };
        match key.code {
            Code::Up | Code::Char('k' | '8') => list.step(false),
            Code::Down | Code::Char('j' | '2') => list.step(true),
            _ => return self.choose(context, key),
        }
        self.game = list.at;
        Transition::Stay
    }

    fn choose(&mut self, context: &mut Context, key: Key) -> Transition {
        match key.code {
            Code::Enter if self.saved(context).is_some() => self.resume(context),
            Code::Enter => self.begin(context, SeedChoice::Random),
            Code::Char('c') => self.resume(context),
            Code::Char('n') => self.open_form(context),
            Code::Char('d') => self.begin(context, SeedChoice::Today),
            Code::Char('r') => Transition::open(Dialog::Replays(Replays::new(context))),
            Code::Char('h') => Transition::open(history(context)),
            Code::Char('=' | 's') => Transition::open(Dialog::Settings(SettingsDialog::new(None))),
            Code::Char('?') => {
                let pack = context.library.pack(self.game).ok();
                Transition::open(help(&context.settings.keys, pack.as_deref()))
            }
            Code::Char('q' | 'Q') | Code::Esc => Transition::Quit,
            _ => Transition::Stay,
        }
    }

    fn name(&self, context: &Context) -> String {
        context.library.games.get(self.game).map(|it| it.name.clone()).unwrap_or_default()
    }

    /// Returns the turn of the saved run of the selected game.
    fn saved(&mut self, context: &Context) -> Option<u64> {
        let title = context.library.games.get(self.game)?.title.clone();
        *self.saves.entry(self.game).or_insert_with(|| {
            let journal = saved(&*context.machine.store(), &title).ok().flatten()?;
            Some(journal.entries.last().map_or(0, |it| it.turn + 1))
        })
    }

    fn resume(&mut self, context: &mut Context) -> Transition {
        self.saves.clear();
        match Play::resume(context, &self.name(context)) {
            Ok(Some(play)) => Transition::go(Screen::Play(Box::new(play))),
            Ok(None) => {
                Transition::open(Dialog::message("Continue", "No run of this game is saved."))
            }
            Err(what) => Transition::open(Dialog::message("Continue", &what)),
        }
    }

    fn open_form(&mut self, context: &mut Context) -> Transition {
        match context.library.pack(self.game) {
            Ok(pack) => {
                let loaded = profile::load(&mut *context.machine.store());
                let (profile, told) = loaded.unwrap_or_default();
                let past = profile.past_of(&pack.rules.title);
                self.form = Some(Form::new(Offers::new(&pack, &past)));
                told.map_or(Transition::Stay, |it| {
                    Transition::open(Dialog::message("Profile", &it))
                })
            }
            Err(what) => Transition::open(Dialog::message("This game cannot be played", &what)),
        }
    }

    fn press_form(&mut self, context: &mut Context, key: Key) -> Transition {
        let Some(form) = &mut self.form else { return Transition::Stay };
        match key.code {
            Code::Esc => self.form = None,
            Code::Enter => {
                if let Some(why) = form.refusal() {
                    return Transition::open(Dialog::message("Locked", &why));
                }
                let seed = form.seed;
                return self.begin(context, seed);
            }
            _ => form.press(key),
        }
        Transition::Stay
    }

    fn begin(&mut self, context: &mut Context, seed: SeedChoice) -> Transition {
        let seed = match (seed, &self.form) {
            (SeedChoice::Typed, Some(form)) => match form.typed.parse::<Seed>() {
                Ok(seed) => seed,
                Err(error) => return Transition::open(Dialog::message("Seed", &error.to_string())),
            },
            (SeedChoice::Today, _) => {
                let (year, month, day) = context.machine.today();
                Seed::daily(year, month, day)
            }
            (SeedChoice::Random | SeedChoice::Typed, _) => context.machine.fresh_seed(),
        };
        let form = self.form.take();
        let level = form.as_ref().and_then(Form::level);
        let alone = || vec![String::new()];
        let heroes = form.as_ref().map_or_else(alone, Form::heroes);
        let modifiers = form.as_ref().map(Form::modifiers).unwrap_or_default();
        let begin = NewRun { game: self.name(context), seed, level, heroes, modifiers };
        if self.saved(context).is_some() {
            self.replaces = Some(begin);
            return Transition::Stay;
        }
        begin_now(context, begin)
    }

    /// Draws the title screen.
    pub fn draw(&mut self, context: &mut Context, pen: &mut Pen<'_>) {
        let screen = pen.buffer.area;
        pen.centered(screen, 1, "B A R R O W", Role::Title);
        let body = Rect {
            x: screen.x + 3,
            y: screen.y + 3,
            width: screen.width - 6,
            height: screen.height - 6,
        };
        if context.library.games.is_empty() {
            pen.line(body, 0, "There is no game in this binary.", Role::Text);
            pen.line(body, 1, "Give a folder: barrow play FOLDER", Role::Key);
        }
        let left = Rect { width: 26, ..body };
        for (row, (at, game)) in (0..left.height).zip(context.library.games.iter().enumerate()) {
            let role = if at == self.game { Role::Text } else { Role::Dim };
            pen.line(left, row * 2, &format!(" {}", game.title), role);
            if at == self.game {
                pen.highlight(Rect { y: left.y + row * 2, height: 1, ..left });
            }
        }
        let right = Rect { x: body.x + 29, width: body.width - 29, ..body };
        match &self.form {
            Some(form) => form.draw(pen, right),
            None => self.draw_game(context, pen, right),
        }
        self.draw_hints(context, pen, body);
    }

    /// Returns whether a new run of the selected game ends the saved one.
    fn keeps(&self, context: &mut Context) -> bool {
        context.library.pack(self.game).is_ok_and(|it| it.rules.keeps.is_some())
    }

    fn draw_hints(&mut self, context: &mut Context, pen: &mut Pen<'_>, body: Rect) {
        let foot = Rect { y: body.bottom() + 1, height: 2, ..body };
        let saved = self.saved(context);
        if self.replaces.is_some() {
            let text = if self.keeps(context) {
                "A run of this game is saved. Give it up and start a new one?"
            } else {
                "A run of this game is saved. Start a new one and set it aside?"
            };
            pen.line(foot, 0, text, Role::Warning);
            pen.line(foot, 1, "y: yes  n: no", Role::Key);
        } else if self.form.is_some() {
            let hint = "enter: begin   up down: choose   left right: change   esc: back";
            pen.line(foot, 1, hint, Role::Key);
        } else {
            let first = match saved {
                Some(turn) => format!("enter: continue (turn {turn})  n: new run  d: today's run"),
                None => "enter: play  n: new run: seed and more  d: today's run".into(),
            };
            pen.line(foot, 0, &first, Role::Key);
            let rest = "h: history and scores  r: replays  =: settings  ?: help  q: quit";
            pen.line(foot, 1, rest, Role::Key);
        }
    }

    fn draw_game(&mut self, context: &mut Context, pen: &mut Pen<'_>, area: Rect) {
        let Some(game) = context.library.games.get(self.game) else { return };
        let about = pen.ink.paragraph([(Role::Text, &*game.about)]);
        pen.paragraph(area, &about);
        let mut row = rows(&about, area.width) + 1;
        if !game.picture.is_empty() {
            for line in &game.picture {
                pen.line(area, row, line, Role::Dim);
                row += 1;
            }
            return;
        }
        let height = area.height.saturating_sub(row).min(11);
        let picture = Rect { y: area.y + row, height, width: area.width.min(41), ..area };
        let at = self.game;
        let preview = self.previews.entry(at).or_insert_with(|| preview(context, at));
        if let Some(view) = preview.as_ref().and_then(|it| it.view(0)) {
            let focus = view.own().map(|it| it.pos()).unwrap_or_default();
            draw_map(pen, &Camera::new(&view, focus, &[], picture), &view);
        }
    }
}

fn preview(context: &mut Context, at: usize) -> Option<Box<Game>> {
    let pack = context.library.pack(at).ok()?;
    let setup = Setup { seed: PICTURE, ..Setup::default() };
    Game::new(pack, &setup).ok().map(|(game, _)| Box::new(game))
}

fn begin_now(context: &mut Context, begin: NewRun) -> Transition {
    match Play::begin(context, begin) {
        Ok(play) => Transition::go(Screen::Play(Box::new(play))),
        Err(what) => Transition::open(Dialog::message("This game cannot be played", &what)),
    }
}
