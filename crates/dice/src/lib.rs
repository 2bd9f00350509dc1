//! Reproducible randomness, exact numbers and formulas for roguelikes.
//!
//! A run has one [`Seed`]. Each purpose (the layout of a floor, loot, combat) draws from an [`Rng`]
//! of its own, derived from the seed and the name of the purpose, so that draws for one purpose
//! never change the results of another. Native code and wasm agree bit for bit.
//!
//! Decimal numbers are [`Fixed`]. A number that depends on values and chance is a [`Formula`],
//! written as text: `2d6 + 1`, `max(1, attacker.attack - defender.armour)`. [`Nearest`] suggests a
//! name for a misspelt one.
//!
//! # Example
//!
//! ```
//! use barrow_dice::{Chance, Fixed, Formula, Scope, Seed, Stream, Values, Variable};
//!
//! /// The only name that formulas may use here.
//! struct Level(i32);
//!
//! impl Scope for Level {
//!     fn resolve(&self, path: &str) -> Option<Variable> {
//!         (path == "level").then_some(Variable(0))
//!     }
//!     fn names(&self) -> Vec<String> {
//!         vec!["level".into()]
//!     }
//! }
//!
//! impl Values for Level {
//!     fn value(&self, _: Variable) -> Fixed {
//!         self.0.into()
//!     }
//! }
//!
//! // The same seed, name and indices always give the same draws.
//! let floor = 3;
//! let mut rng = Seed(12345).stream(Stream::named("combat"), &[floor]);
//! let hit = rng.happens(Chance::percent(75));
//! let drop = ["potion", "scroll", "nothing"][rng.weighted(&[2, 1, 7]).unwrap()];
//! # let _ = (hit, drop);
//!
//! let hero = Level(4);
//! let damage = Formula::parse("2d6 + level / 2", &hero)?;
//! assert_eq!(damage.bounds(&hero), (4.into(), 14.into()));
//! assert!(damage.value(&hero, &mut rng) >= 4.into());
//!
//! let error = Formula::parse("2d6 + levle", &hero).unwrap_err();
//! assert_eq!(error.to_string(), "no `levle` here (did you mean `level`?)");
//! # Ok::<(), barrow_dice::FormulaError>(())
//! ```

mod chance;
mod fixed;
mod fnv;
mod formula;
mod nearest;
mod pick;
mod rng;
mod seed;

pub use chance::Chance;
pub use fixed::{Fixed, FixedError};
pub use fnv::{Fnv, fnv32, fnv64};
pub use formula::{Formula, FormulaError, Scope, Values, Variable};
pub use nearest::Nearest;
pub use rng::Rng;
pub use seed::{Seed, SeedError, Stream};

/// Compiles the README's example as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
