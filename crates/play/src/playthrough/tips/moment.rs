//! Whether the moment of a tip has come, and whom or what it is about.

use barrow_dice::Fixed;
use barrow_engine::{Carried, Command, EntityId, Game, Seen, View};
use barrow_grid::Pos;
use barrow_pack::{Kind, Layer, Moment, Pickup, Way};

use crate::walk::{adjacency, life, max_life};

/// Whom or what a tip is about, if it is about someone.
pub(super) type About = Option<EntityId>;

/// What a player sees when a tip may be due.
pub(super) struct Sight<'s, 'g> {
    pub(super) game: &'g Game,
    pub(super) view: &'s View<'g>,
    pub(super) here: Pos,
}

impl<'g> Sight<'_, 'g> {
    /// Returns whether the moment has come, and whom or what it is about.
    pub(super) fn has_come(&self, moment: Moment) -> Option<About> {
        match moment {
            Moment::Always => Some(None),
            Moment::Foe | Moment::Beside | Moment::Stranger => self.someone(moment),
            Moment::Item
            | Moment::Underfoot
            | Moment::Stairs
            | Moment::OnStairs
            | Moment::Door
            | Moment::Pushable => self.something(moment),
            Moment::Unknown | Moment::Wearable | Moment::Usable => self.something_held(moment),
            Moment::Hurt
            | Moment::Tired
            | Moment::Castable
            | Moment::Card
            | Moment::Field
            | Moment::Announced
            | Moment::Noise
            | Moment::State
            | Moment::Full => self.is_so(moment).then_some(None),
        }
    }

    fn kind(&self, it: &Seen<'_>) -> Option<&'g Kind> {
        Some(self.view.pack().kinds.get(it.glimpse().kind()?))
    }

    fn someone(&self, moment: Moment) -> Option<About> {
        let steps = adjacency(self.view);
        let mut others = self.view.actors().filter(|it| !it.is_self());
        let found = others.find(|it| match moment {
            Moment::Stranger => !it.is_foe() && !it.is_friend(),
            Moment::Beside => it.is_foe() && steps.distance(self.here, it.pos()) <= 1,
            _ => it.is_foe(),
        });
        found.map(|it| Some(it.id()))
    }

    fn something(&self, moment: Moment) -> Option<About> {
        let rules = &self.view.pack().rules;
        let asked = rules.pickup == Pickup::Asked;
        let onward = |it: &Kind| it.stairs.as_ref().is_some_and(|it| it.way == Way::Down);
        let found = self.view.things().find(|it| {
            let Some(kind) = self.kind(it) else { return false };
            let there = it.pos() == self.here;
            match moment {
                Moment::Item => !there && !asked && kind.layer == Layer::Item,
                Moment::Underfoot => there && asked && kind.layer == Layer::Item,
                Moment::Stairs => !there && onward(kind),
                Moment::OnStairs => {
                    let leaves =
                        || self.game.accepts(self.view.player(), &Command::Descend).is_ok();
                    there && onward(kind) && leaves()
                }
                Moment::Door => kind.door.is_some() && !it.glimpse().is_open(),
                _ => !there && kind.flags.contains(&self.view.pack().core.pushable),
            }
        });
        found.map(|it| Some(it.id()))
    }

    fn something_held(&self, moment: Moment) -> Option<About> {
        let found = self.view.bag().find(|it: &Carried<'_>| match moment {
            Moment::Unknown => it.item.glimpse().kind().is_none(),
            Moment::Usable => self.view.use_of(it).is_some(),
            _ => {
                let slot = self.kind(&it.item).and_then(|it| it.item.as_ref()?.slot);
                it.worn.is_none() && slot.is_some()
            }
        });
        found.map(|it| Some(it.item.id()))
    }

    fn is_so(&self, moment: Moment) -> bool {
        let view = self.view;
        let at_most = |parts: i64, of: i64| {
            life(view) * Fixed::from_whole(of) <= max_life(view) * Fixed::from_whole(parts)
        };
        match moment {
            Moment::Hurt => at_most(1, 3),
            Moment::Tired => at_most(3, 4) && !view.actors().any(|it| it.is_foe()),
            Moment::Castable => view.abilities().any(|it| it.refusal.is_none()),
            Moment::Card => crate::panel::playables(view).iter().any(|it| it.able),
            Moment::Field => view.fields().next().is_some(),
            Moment::Announced => view.announced().next().is_some(),
            Moment::Noise => !view.heard().is_empty(),
            Moment::State => view.states().next().is_some(),
            _ => self.is_bag_full(),
        }
    }

    fn is_bag_full(&self) -> bool {
        let room = self.view.pack().core.room;
        let all = self.view.attributes();
        let room = all.values.iter().find(|it| it.attribute == room).map(|it| it.value);
        let count = i64::try_from(self.view.bag().count()).unwrap_or(i64::MAX);
        room.is_some_and(|room| room > Fixed::ZERO && Fixed::from_whole(count) >= room)
    }
}

#[cfg(test)]
mod tests {
    use barrow_engine::Run;

    use super::*;
    use crate::stage::{CARDS, begin, pack, view};

    const LEVEL: &str = r#", "links": { "up": "here" }, "legend": { "p": ["pedlar"], "d": ["dog"], "c": ["crate"], "_": ["plate"] }"#;

    /// Begins a run of a hero with more properties. Whoever steps onto a plate has an effect.
    fn stand(map: &str, rules: &str, hero: &str, plate: &str) -> Run {
        let more = format!(
            r#"{{ "abilities": {{ "hum": {{ "aim": "self", "cost": {{ "mana": 5 }}, "do": [] }} }},
                "kinds": {{
                    "champion": {{ "extends": "hero" {hero} }},
                    "pedlar": {{ "extends": "creature", "look": {{ "glyph": "p" }} }},
                    "dog": {{ "extends": "rat", "side": "heroes" }},
                    "crate": {{ "as": "fixture", "look": {{ "glyph": "c" }}, "is": ["solid", "pushable"] }},
                    "plate": {{ "as": "fixture", "look": {{ "glyph": "_" }}, "on": {{ "enter": [{plate}] }} }} }} }}"#
        );
        begin(&pack(map, rules, LEVEL, &more), 7)
    }

    fn comes(moment: Moment, run: &Run) -> bool {
        let view = view(run);
        let here = view.own().unwrap().pos();
        Sight { game: run.game(), view: &view, here }.has_come(moment).is_some()
    }

    fn step(mut run: Run) -> Run {
        run.step(0, &Command::Move(barrow_grid::Dir::East)).unwrap();
        run
    }

    /// A stranger is nobody's foe and follows nobody.
    #[test]
    fn the_moment_of_those_in_view() {
        let comes = |moment, map: &str| comes(moment, &stand(map, "", "", ""));
        let of =
            |map: &str| [Moment::Foe, Moment::Beside, Moment::Stranger].map(|it| comes(it, map));
        assert_eq!(of("#@.r#"), [true, false, false]);
        assert_eq!(of("#@r.#"), [true, true, false]);
        assert_eq!(of("#@p.#"), [false, false, true]);
        assert_eq!(of("#@d.#"), [false, false, false]);
    }

    #[test]
    fn the_moment_of_things_in_view() {
        let walks = r#", "pickup": "walking""#;
        let of = |moment, map: &str, rules: &str| {
            let run = stand(map, rules, "", "");
            let away = comes(moment, &run);
            (away, comes(moment, &step(run)))
        };
        assert_eq!(of(Moment::Underfoot, "#@k.#", ""), (false, true));
        assert_eq!(of(Moment::Item, "#@..k#", ""), (false, false), "it is not picked up by itself");
        assert_eq!(of(Moment::Item, "#@..k#", walks), (true, true));
        assert_eq!(of(Moment::Underfoot, "#@k.#", walks), (false, false));
        assert_eq!(of(Moment::Stairs, "#@>.#", ""), (true, false));
        assert_eq!(of(Moment::OnStairs, "#@>.#", ""), (false, true));
        assert_eq!(of(Moment::Stairs, "#@<.#", ""), (false, false), "it leads back");
        assert_eq!(of(Moment::OnStairs, "#@<.#", ""), (false, false));
        assert_eq!(of(Moment::Door, "#@+.#", ""), (true, false), "a step opens it");
        assert_eq!(of(Moment::Door, "#@..k#", ""), (false, false));
        assert_eq!(of(Moment::Pushable, "#@.c.#", ""), (true, true));
        assert_eq!(of(Moment::Pushable, "#@.k.#", ""), (false, false));
    }

    #[test]
    fn the_moment_of_things_in_the_bag() {
        let of = |stock: &str| {
            let run = stand("#@.#", "", &format!(r#", "stock": [{stock}]"#), "");
            [Moment::Unknown, Moment::Wearable, Moment::Usable].map(|it| comes(it, &run))
        };
        assert_eq!(of(r#""key""#), [false, false, false]);
        assert_eq!(of(r#""brew""#), [true, false, false]);
        assert_eq!(of(r#""axe""#), [false, true, false]);
        assert_eq!(of(r#"{ "kind": "axe", "worn": true }"#), [false, false, false]);
        assert_eq!(of(r#""balm""#), [false, false, true]);
    }

    #[test]
    fn the_moment_of_wounds() {
        let of = |life: u32, map: &str| {
            let hero = format!(r#", "has": {{ "health": {{ "now": {life}, "max": 20 }} }}"#);
            let run = stand(map, "", &hero, "");
            [Moment::Hurt, Moment::Tired].map(|it| comes(it, &run))
        };
        assert_eq!(of(16, "#@..#"), [false, false]);
        assert_eq!(of(15, "#@..#"), [false, true]);
        assert_eq!(of(15, "#@.r#"), [false, false], "this is no time to rest");
        assert_eq!(of(7, "#@.r#"), [false, false]);
        assert_eq!(of(6, "#@.r#"), [true, false]);
    }

    #[test]
    fn the_moment_of_what_can_be_cast_played_or_carried() {
        let casts = |mana: u32| {
            let hero = format!(r#", "abilities": ["hum"], "has": {{ "mana": {mana} }}"#);
            comes(Moment::Castable, &stand("#@.#", "", &hero, ""))
        };
        assert!(casts(5) && !casts(4));
        let plays = |energy: &str| {
            let cards = CARDS.replace(r#""has": { "energy": 2 }"#, energy);
            comes(Moment::Card, &begin(&pack("#@r#", "", "", &cards), 7))
        };
        assert!(plays(r#""has": { "energy": 1 }"#) && !plays(r#""has": { "energy": 0 }"#));
        // The bag has room for four things.
        let full = |stock: &str| {
            comes(Moment::Full, &stand("#@.#", "", &format!(r#", "stock": [{stock}]"#), ""))
        };
        assert!(full(r#""key", "axe", "mail", "brew""#) && !full(r#""key", "axe", "mail""#));
    }

    /// Each moment comes with the step onto a plate, and no other moment does.
    #[test]
    fn the_moment_of_what_happens() {
        let moments = [Moment::Field, Moment::Announced, Moment::Noise, Moment::State];
        let of = |effect: &str| {
            let run = stand("#@_.#", "", "", effect);
            assert_eq!(moments.map(|it| comes(it, &run)), [false; 4], "not yet");
            moments.map(|it| comes(it, &step(run.clone())))
        };
        let fire = r#"{ "put": { "field": "fire", "amount": 3, "radius": 0 } }"#;
        assert_eq!(of(fire), [true, false, false, false]);
        let blow = r#"{ "later": { "turns": 3, "radius": 1, "do": [{ "harm": 1 }] } }"#;
        assert_eq!(of(blow), [false, true, false, false]);
        let bell = r#"{ "noise": { "text": "A bell", "range": 20 } }"#;
        assert_eq!(of(bell), [false, false, true, false]);
        let poison = r#"{ "apply": "poisoned" }"#;
        assert_eq!(of(poison), [false, false, false, true]);
    }
}
