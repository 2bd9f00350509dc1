use barrow_dice::Rng;
use serde::{Deserialize, Serialize};

use super::{Template, TemplateError};

/// A list of templates to draw from.
///
/// ```
/// use barrow_mapgen::{Recipe, TemplateSet};
///
/// let vaults = "#####\n#$.$+\n#####\n\n######\n#.$$.#\n##+###";
/// let mut recipe = Recipe::named("bsp")?;
/// recipe.finish.templates = vec![TemplateSet { count: 3, ..TemplateSet::parse("vault", vaults)? }];
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TemplateSet {
    /// The templates, each with its weight: how likely it is relative to the others.
    pub templates: Vec<(Template, u32)>,
    /// How many rooms are fitted in. Templates without space are left out.
    pub count: u32,
    /// Whether a template without space is carved into what is there, as an open place without
    /// walls of its own.
    pub make_room: bool,
}

impl TemplateSet {
    /// Returns the set for one room of this template.
    pub fn one(template: Template) -> Self {
        Self { templates: vec![(template, 1)], count: 1, make_room: false }
    }

    /// Reads several drawings with empty lines between them, all with the same name and weight.
    /// The set is for one room.
    pub fn parse(name: &str, drawings: &str) -> Result<Self, TemplateError> {
        let mut templates = Vec::new();
        let lines: Vec<&str> = drawings.lines().collect();
        for drawing in lines.split(|line| line.trim().is_empty()).filter(|it| !it.is_empty()) {
            templates.push((Template::new(name, &drawing.join("\n"))?, 1));
        }
        if templates.is_empty() {
            templates.push((Template::new(name, drawings)?, 1));
        }
        Ok(Self { templates, count: 1, make_room: false })
    }

    /// Returns `true` if the weights add up to a number that can be drawn from.
    pub(crate) fn has_valid_weights(&self) -> bool {
        let mut weights = self.templates.iter().map(|&(_, weight)| weight);
        weights.try_fold(0, u32::checked_add).is_some()
    }

    /// Draws templates and passes them to `fit`, which returns `false` if there is no space. A
    /// template without space is not drawn again. `weights` is working memory.
    pub(crate) fn fit(
        &self,
        rng: &mut Rng,
        weights: &mut Vec<u32>,
        mut fit: impl FnMut(&mut Rng, &Template) -> bool,
    ) {
        weights.clear();
        weights.extend(self.templates.iter().map(|&(_, weight)| weight));
        let mut left = self.count;
        while left > 0 {
            let Some(index) = rng.weighted(weights) else { return };
            if fit(rng, &self.templates[index].0) {
                left -= 1;
            } else {
                weights[index] = 0;
            }
        }
    }
}
