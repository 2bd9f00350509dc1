use barrow_dice::{Fixed, Formula};
use barrow_pack::{Attribute, AttributeKind, Effect, Id, Occasion, Subject, Word};

use super::{Prospect, Span};
use crate::ctx::Look;
use crate::ctx::scene::Scene;
use crate::state::entity::EntityId;

/// Effects within effects are told so deep.
const DEEPEST: u32 = 6;

/// Looks ahead at what effects would do to one of those involved.
pub(super) struct Seer<'g> {
    pub(super) look: Look<'g>,
    pub(super) whom: EntityId,
}

impl Seer<'_> {
    pub(super) fn run(&self, effects: &[Effect], scene: &Scene, depth: u32) -> Prospect {
        if depth == DEEPEST {
            return Prospect::beyond_words();
        }
        let each = effects.iter().map(|effect| self.one(effect, scene, depth));
        each.fold(Prospect::default(), Prospect::then)
    }

    fn span(&self, formula: &Formula, scene: &Scene) -> Span {
        let (least, most) = self.look.sheet().bounds(formula, scene);
        Span::new(least, most)
    }

    /// How a condition comes out, if that is certain and can be told from those involved alone:
    /// what else it speaks of may be out of sight.
    fn certain(&self, condition: &Formula, scene: &Scene) -> Option<bool> {
        let in_sight = |word: Word| match word {
            Word::Value(subject, id) => self.shows(scene, subject, id),
            Word::Max(..)
            | Word::State(..)
            | Word::Wears(..)
            | Word::Open(_)
            | Word::Floor
            | Word::Turn
            | Word::Distance
            | Word::Amount => true,
            Word::Carries(subject, _) => scene.subject(subject) == scene.player,
            Word::Field(..)
            | Word::Near(..)
            | Word::Light(_)
            | Word::Danger(_)
            | Word::Locked(_)
            | Word::Count(_) => false,
        };
        let span = self.span(condition, scene);
        let open = condition.variables().all(|it| in_sight(Word::of(it)));
        (open
            && span.least.is_true() == span.most.is_true()
            && span.least * span.most >= Fixed::ZERO)
            .then(|| span.least.is_true())
    }

    /// Whether a value shows: the gauges of things do, and whatever those who act are or have.
    /// What else an item is may be known to nobody.
    fn shows(&self, scene: &Scene, subject: Subject, id: Id<Attribute>) -> bool {
        let acts = scene.subject(subject).is_none_or(|it| self.look.is_actor(it));
        acts || self.look.pack.attributes.get(id).kind() == AttributeKind::Gauge
    }

    fn is(&self, scene: &Scene, subject: Subject) -> bool {
        scene.subject(subject) == Some(self.whom)
    }

    /// Whether an effect that may ask for a value to be there already finds it.
    fn allows(&self, had: bool, attribute: barrow_pack::Id<barrow_pack::Attribute>) -> bool {
        !had || self.look.sheet().has(self.whom, attribute)
    }

    fn one(&self, effect: &Effect, scene: &Scene, depth: u32) -> Prospect {
        let nothing = Prospect::default;
        // What else can happen is no matter of numbers.
        #[expect(clippy::wildcard_enum_match_arm, reason = "see above")]
        match effect {
            Effect::Change { attribute, by, had, of }
                if self.is(scene, *of) && self.allows(*had, *attribute) =>
            {
                changing(*attribute, self.span(by, scene))
            }
            Effect::Set { attribute, to, had, of }
                if self.is(scene, *of) && self.allows(*had, *attribute) =>
            {
                let now = self.look.value(self.whom, *attribute);
                changing(*attribute, self.span(to, scene).plus(Span::new(now, now).negative()))
            }
            Effect::Fill { attribute, of } if self.is(scene, *of) => {
                let most = self.look.sheet().most(self.whom, *attribute);
                let lacking = most - self.look.value(self.whom, *attribute);
                changing(*attribute, Span::new(lacking, lacking))
            }
            Effect::Raise { attribute, by, of } if self.is(scene, *of) => {
                Prospect { raises: vec![(*attribute, self.span(by, scene))], ..nothing() }
            }
            Effect::Harm { by, kind, of, .. } if self.is(scene, *of) => {
                if kind.immune.is_some_and(|flag| self.look.is(self.whom, flag)) {
                    return nothing();
                }
                let harm = self.span(by, scene);
                let harm = Span::new(harm.least.max(Fixed::ZERO), harm.most.max(Fixed::ZERO));
                changing(self.look.pack.rules.life, harm.negative())
            }
            Effect::Die { of, .. } if self.is(scene, *of) => Prospect { kills: true, ..nothing() },
            Effect::Apply { state, of, .. } if self.is(scene, *of) => {
                Prospect { begins: vec![*state], ..nothing() }
            }
            Effect::Cure { state, of } if self.is(scene, *of) => {
                Prospect { ends: vec![*state], ..nothing() }
            }
            Effect::Change { .. }
            | Effect::Set { .. }
            | Effect::Fill { .. }
            | Effect::Raise { .. }
            | Effect::Harm { .. }
            | Effect::Die { .. }
            | Effect::Apply { .. }
            | Effect::Cure { .. }
            | Effect::Say { .. }
            | Effect::Cue { .. }
            | Effect::Identify { .. } => nothing(),
            Effect::If { when, then, otherwise } => match self.certain(when, scene) {
                Some(true) => self.run(then, scene, depth + 1),
                Some(false) => self.run(otherwise, scene, depth + 1),
                None => self.run(then, scene, depth + 1).or(self.run(otherwise, scene, depth + 1)),
            },
            Effect::Chance { then, otherwise, .. } => {
                self.run(then, scene, depth + 1).or(self.run(otherwise, scene, depth + 1))
            }
            Effect::With { amount, then } => {
                let span = self.span(amount, scene);
                let with = |amount| self.run(then, &Scene { amount, ..*scene }, depth + 1);
                if span.least == span.most {
                    return with(span.least);
                }
                with(span.least).or(with(span.most))
            }
            Effect::Pick { lots } => {
                let each = lots.iter().map(|it| self.run(&it.deed, scene, depth + 1));
                each.reduce(Prospect::or).unwrap_or_default()
            }
            Effect::Repeat { times, then } => {
                self.run(then, scene, depth + 1).repeated(self.span(times, scene))
            }
            Effect::Area { at, spares, then, .. } => {
                let within = self.is(scene, *at);
                let met = self.run(then, &scene.with_target(self.whom), depth + 1);
                match (within, spares) {
                    (true, true) => nothing(),
                    (true, false) => met,
                    (false, _) => met.or(nothing()),
                }
            }
            Effect::Put { field, at, .. } if self.is(scene, *at) => {
                let stays = self.look.pack.fields.get(*field).on.on(Occasion::Turn);
                let met = self.run(stays, &scene.with_target(self.whom), depth + 1);
                Prospect { more: true, ..met.or(nothing()) }
            }
            Effect::Later { then, .. } => self.run(then, scene, depth + 1).or(nothing()),
            Effect::Cast { ability } => {
                let deed = &self.look.pack.abilities.get(*ability).deed;
                self.run(deed, scene, depth + 1).or(nothing())
            }
            _ => Prospect::beyond_words(),
        }
    }
}

fn changing(attribute: Id<Attribute>, span: Span) -> Prospect {
    Prospect { changes: vec![(attribute, span)], ..Prospect::default() }
}
