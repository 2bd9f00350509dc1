//! Looking: at cells, at oneself, at what was told.

use barrow_engine::{Explained, Source, View};
use barrow_grid::{Fog, Pos};
use barrow_play::keymap::{Code, Key, Verb};
use barrow_play::mode::Cursor;
use barrow_play::palette::Role;
use barrow_play::walk::Errand;

use super::{Mode, Play};
use crate::desk::Desk;
use crate::screen::Step;
use crate::sheet::{Sheet, Text};

impl Play {
    pub(super) fn press_cursor(
        &mut self,
        desk: &Desk,
        key: Key,
        mut cursor: Cursor,
        travels: bool,
    ) -> Step {
        let view = self.view();
        let verb = desk.settings.keys.verb(key);
        let goes = key.code == Code::Enter || verb == Some(Verb::Travel);
        match (key.code, verb) {
            (Code::Esc, _) => return Step::Stay,
            _ if goes && (travels || verb == Some(Verb::Travel)) => {
                self.start(desk, Errand::Travel(cursor.at));
                return Step::Stay;
            }
            (Code::Enter, _) => {
                let words = describe(&view, cursor.at);
                let lines = words.into_iter().map(|it| (Role::Text, it)).collect();
                self.mode = Mode::Look(cursor);
                return Step::open(Sheet::text("What is there", lines));
            }
            (Code::Tab | Code::Char('+'), _) => cursor.cycle(&view, !key.shift),
            (Code::Char('-'), _) => cursor.cycle(&view, false),
            (_, Some(Verb::Move(dir))) => cursor.step(&view, dir, 1),
            (_, Some(Verb::Run(dir))) => cursor.step(&view, dir, 8),
            (_, Some(Verb::Descend)) => self.jump(&mut cursor, barrow_pack::Way::Down),
            (_, Some(Verb::Ascend)) => self.jump(&mut cursor, barrow_pack::Way::Up),
            (_, Some(Verb::Look)) if !travels => return Step::Stay,
            _ => {}
        }
        self.mode = if travels { Mode::Travel(cursor) } else { Mode::Look(cursor) };
        Step::Stay
    }

    /// Moves the cursor to a known way up or down.
    fn jump(&self, cursor: &mut Cursor, way: barrow_pack::Way) {
        if let Some(at) = self.walker.chart().ways(way).next() {
            cursor.at = at;
        }
    }

    /// All that was told.
    pub(super) fn messages(&self) -> Sheet {
        let lines = self.log.messages().iter().map(|it| {
            let role = if it.count > 1 { Role::Text } else { Role::Text };
            (role, format!("{:>6}  {}", it.turn, it.shown()))
        });
        Sheet::Text(Text { title: "Messages".into(), lines: lines.collect(), scroll: usize::MAX })
    }

    /// All that the player is and has, with the reasons.
    pub(super) fn character(&self) -> Sheet {
        let view = self.view();
        let mut lines = Vec::new();
        if let Some(own) = view.own() {
            lines.push((Role::Title, own.name()));
            let kind = own.glimpse().kind().map(|id| view.pack().kinds.get(id));
            let about = kind.map(|it| it.about.to_string()).unwrap_or_default();
            lines.push((Role::Text, about));
        }
        for explained in view.attributes() {
            lines.extend(attribute_lines(&view, &explained));
        }
        for suffered in view.states() {
            let label = &view.pack().states.get(suffered.state).label;
            lines.push((Role::Warning, format!("{label}: {} turns more", suffered.turns)));
        }
        Sheet::text("Character", lines)
    }

    /// The seed, and what it is played with.
    pub(super) fn about(&self) -> Sheet {
        let game = self.run.game();
        let rules = &game.pack().rules;
        let lines = vec![
            (Role::Title, format!("{} {}", rules.title, rules.version)),
            (Role::Text, format!("Seed     {}", game.seed())),
            (Role::Text, format!("Turn     {}", game.turn())),
            (Role::Text, format!("Level    {}, floor {}", game.level(), game.floor())),
            (
                Role::Text,
                format!("Barrow   {}, rules {}", env!("CARGO_PKG_VERSION"), barrow_engine::RULES),
            ),
            (Role::Text, format!("Digest   {:016x}", game.pack().digest)),
        ];
        Sheet::text("This run", lines)
    }
}

fn attribute_lines(view: &View<'_>, explained: &Explained) -> Vec<(Role, String)> {
    let attribute = view.pack().attributes.get(explained.attribute);
    let value = match explained.most {
        Some(most) => format!("{} of {most}", explained.value),
        None => explained.value.to_string(),
    };
    let label = &attribute.label;
    let mut lines = vec![(Role::Text, format!("{label:<14} {value:<12} {}", attribute.about()))];
    if !explained.reasons.is_empty() {
        lines.push((Role::Dim, format!("{:<14} {} by nature", "", explained.base)));
    }
    for reason in &explained.reasons {
        let whence = match reason.source {
            Source::Worn(item) => {
                let worn = view.bag().find(|it| it.item.id() == item);
                worn.map(|it| it.item.name()).unwrap_or_default()
            }
            Source::State(state) => view.pack().states.get(state).label.to_string(),
            Source::Nature => "nature".to_string(),
        };
        let mut change = String::new();
        if reason.by != barrow_dice::Fixed::ZERO {
            change = format!("{:+}", reason.by);
        }
        if reason.times != barrow_dice::Fixed::ONE {
            change = format!("{change} x{}", reason.times);
        }
        lines.push((Role::Dim, format!("{:<14} {change} from {whence}", "")));
    }
    lines
}

/// What is known of a cell, in words.
pub(super) fn describe(view: &View<'_>, at: Pos) -> Vec<String> {
    let cell = view.cell(at);
    let mut words = Vec::new();
    match cell.fog {
        Fog::Unexplored => return vec!["You have not seen that place.".into()],
        Fog::Remembered => words.push("You remember:".into()),
        Fog::Visible => {}
    }
    for actor in view.actors().filter(|it| it.pos() == at) {
        let life = actor.gauges().find(|(id, _)| *id == view.pack().rules.life);
        let health =
            life.map(|(_, it)| format!(", {} of {}", it.now.to_whole(), it.most.to_whole()));
        words.push(format!("{}{}", actor.name(), health.unwrap_or_default()));
    }
    for thing in view.things().filter(|it| it.pos() == at) {
        words.push(thing.name());
    }
    if cell.fog == Fog::Remembered {
        words.extend(cell.thing.map(|it| it.name()));
    }
    for (field, _, _) in view.fields().filter(|(_, it, _)| *it == at) {
        words.push(view.pack().fields.name(field).to_string());
    }
    words.extend(cell.ground.map(|it| view.glimpse(it).name()));
    words
}
