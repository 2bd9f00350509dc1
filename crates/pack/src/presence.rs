//! The subjects that exist at each place of a pack, so that rules about missing ones are reported.

use barrow_dice::Formula;
use barrow_source::Node;

use crate::Span;
use crate::model::{Effect, Leaf, Nature, Occasion, Owner, Present};
use crate::names::Section;
use crate::reader::Reader;
use crate::scope::{Subject, Subjects, Word};
use crate::template::{Piece, Template};

/// The subjects that exist at some place of a pack.
#[derive(Clone, Copy, Default)]
pub(crate) enum Presence {
    /// That depends on who uses it.
    #[default]
    Unknown,
    /// The occasions of an owner follow.
    OccasionsOf(Owner),
    /// The effects of an occasion.
    On(Owner, Occasion, Present),
    /// A place without an amount, and the subjects that may exist there.
    WithoutAmount(&'static str, Subjects),
}

/// How a field changes who takes part in it.
#[derive(Clone, Copy)]
pub(crate) enum Setting {
    /// It holds the occasions of an owner.
    OccasionsOf(Owner),
    /// It is part of this, where no number is at hand.
    WithoutAmount(&'static str),
    /// These subjects are there.
    With(Subjects),
    /// There is a number at hand.
    WithAmount,
}

impl Presence {
    fn changed(self, setting: Setting) -> Self {
        match (self, setting) {
            (_, Setting::OccasionsOf(owner)) => Self::OccasionsOf(owner),
            (_, Setting::WithoutAmount(place)) => Self::WithoutAmount(place, Subjects::EVERYONE),
            (Self::On(owner, occasion, present), Setting::With(subjects)) => {
                let subjects = present.subjects.or(subjects);
                Self::On(owner, occasion, Present { subjects, ..present })
            }
            (Self::On(owner, occasion, present), Setting::WithAmount) => {
                Self::On(owner, occasion, Present { amount: true, ..present })
            }
            (_, Setting::WithAmount) => Self::Unknown,
            (other, Setting::With(_)) => other,
        }
    }

    /// Returns what is wrong with asking about a subject here.
    fn lacks(self, subject: Subject) -> Option<String> {
        let (subjects, place) = match self {
            Self::On(owner, occasion, present) => {
                let place = format!("when `{}` happens to {}", occasion.word(), owner.one());
                (present.subjects, place)
            }
            Self::WithoutAmount(place, subjects) => (subjects, format!("in {place}")),
            Self::Unknown | Self::OccasionsOf(_) => return None,
        };
        // `it` is checked where formulas are parsed.
        if subject == Subject::It || subjects.contains(subject) {
            return None;
        }
        let there: Vec<String> = subjects.names().map(|it| format!("`{it}`")).collect();
        let (name, there) = (Subject::NAMES[subject as usize], there.join(", "));
        Some(format!("nobody is `{name}` {place}; there is {there}"))
    }

    /// Returns what is wrong with asking about an amount here.
    fn lacks_amount(self) -> Option<String> {
        let place = match self {
            Self::On(owner, occasion, present) if !present.amount => {
                format!("when `{}` happens to {}", occasion.word(), owner.one())
            }
            Self::WithoutAmount(place, _) => format!("in {place}"),
            Self::On(..) | Self::Unknown | Self::OccasionsOf(_) => return None,
        };
        Some(format!(
            "there is no `amount` {place}, so it is always 0; `hit`, `struck`, `kill` and `die` \
             have one, and the effect `with` makes one"
        ))
    }
}

impl Reader<'_> {
    /// Reads a field that may change who takes part.
    pub(crate) fn with_setting<T>(
        &mut self,
        setting: Option<Setting>,
        read: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let inner = setting.map_or(self.presence, |it| self.presence.changed(it));
        self.with_presence(inner, read)
    }

    /// Reads something in which these take part.
    pub(crate) fn with_presence<T>(
        &mut self,
        presence: Presence,
        read: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let outer = std::mem::replace(&mut self.presence, presence);
        let read = read(self);
        self.presence = outer;
        read
    }

    /// Returns who takes part in an occasion. One that never happens is reported.
    pub(crate) fn presence_on(&mut self, occasion: Occasion, span: Span) -> Presence {
        let Presence::OccasionsOf(owner) = self.presence else { return Presence::Unknown };
        let Some(present) = owner.present(occasion) else {
            let (word, one) = (occasion.word(), owner.one());
            let has: Vec<String> = owner.occasions().map(|it| format!("`{it}`")).collect();
            let has = has.join(", ");
            self.warn(span, format!("`{word}` never happens to {one}, which has {has}"));
            return Presence::Unknown;
        };
        Presence::On(owner, occasion, present)
    }

    /// Warns of something that makes no difference.
    pub(crate) fn warn(&mut self, span: Span, what: String) {
        if !self.lenient {
            self.report.warning(span, what);
        }
    }

    /// Warns of a formula that asks about nobody, or about an amount where there is none.
    pub(crate) fn note_formula(&mut self, formula: &Formula, span: Span) {
        let mut words = formula.variables().map(Word::of);
        let flaw = words.find_map(|it| lacking(self.presence, it).or_else(|| self.uncounted(it)));
        if let Some(what) = flaw {
            self.warn(span, what);
        }
    }

    /// Returns what is wrong with a word that counts terrain.
    fn uncounted(&self, word: Word) -> Option<String> {
        let name = self.names.name_of(Section::Kinds, word.counted()?.index())?;
        self.names.terrain(Section::Kinds, name)?;
        Some(format!(
            "`{name}` is terrain, and only things are counted, so this is always 0; for the open \
             cells of the level there is `floor_cells`"
        ))
    }

    /// Warns of a text that speaks of nobody, or of an amount where there is none.
    pub(crate) fn note_template(&mut self, template: &Template, span: Span) {
        if let Some(what) = lacking_in(self.presence, template) {
            self.warn(span, what);
        }
    }

    /// Warns of an effect whose subject does not exist. Effects near a cell need none.
    pub(crate) fn note_effect(&mut self, effect: &Effect, node: &Node) {
        let Nature::Leaf(Some(subject), leaf) = effect.nature() else { return };
        let near = matches!(leaf, Leaf::Cells(_) | Leaf::Nearby | Leaf::Launch(_));
        if let Some(what) = self.presence.lacks(subject).filter(|_| !near) {
            self.warn(node.span, format!("{what}; name one of them in `of`"));
        }
    }
}

fn lacking(presence: Presence, word: Word) -> Option<String> {
    if word == Word::Amount {
        return presence.lacks_amount();
    }
    word.subject().and_then(|it| presence.lacks(it))
}

fn lacking_in(presence: Presence, template: &Template) -> Option<String> {
    template.pieces.iter().find_map(|piece| match piece {
        Piece::Name { subject, .. } => presence.lacks(*subject),
        Piece::Number(formula) => {
            formula.variables().find_map(|it| lacking(presence, Word::of(it)))
        }
        Piece::Case { of, texts, .. } => {
            let asked = of.variables().find_map(|it| lacking(presence, Word::of(it)));
            asked.or_else(|| texts.iter().find_map(|it| lacking_in(presence, it)))
        }
        Piece::Text(_)
        | Piece::Agree { .. }
        | Piece::Word(_)
        | Piece::Verb(_)
        | Piece::Indefinite => None,
    })
}
