mod json;
mod listing;
mod picture;

use std::io::IsTerminal as _;
use std::path::PathBuf;

use barrow_dice::{Seed, Stream};
use barrow_mapgen::{Builder, Plan, Recipe};
use clap::{Args, ValueEnum};

use crate::failure::Failure;
use crate::output;
use crate::start::new_seed;

/// The random stream of `barrow gen`: a seed shows the same plan in every version.
const STREAM: Stream = Stream::named("gen");

/// `barrow gen ALGORITHM`
#[derive(Args)]
pub struct Gen {
    /// The algorithm; see --list
    #[arg(required_unless_present = "list")]
    algorithm: Option<String>,
    /// List the algorithms, or the parameters of one, with defaults and ranges
    #[arg(long)]
    list: bool,
    /// A number or a word; by default a new seed, printed to standard error
    #[arg(short, long, value_name = "SEED")]
    seed: Option<Seed>,
    /// The number of columns of the map
    #[arg(long, default_value_t = 80)]
    width: u32,
    /// The number of rows of the map
    #[arg(long, default_value_t = 50)]
    height: u32,
    /// Set a parameter; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Ascii)]
    format: Format,
    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A drawing in text.
    Ascii,
    /// Everything about the plan.
    Json,
    /// A picture.
    Png,
}

impl Gen {
    pub fn run(self) -> Result<(), Failure> {
        let format = if self.json { Format::Json } else { self.format };
        if self.list {
            return output::save(&self.output, self.listing(format)?.as_bytes());
        }
        if format == Format::Png && *self.output == *"-" && std::io::stdout().is_terminal() {
            return Err(Failure::Usage("a picture cannot be shown here; add --output FILE".into()));
        }
        let recipe = self.recipe()?;
        recipe.check().map_err(|error| Failure::Usage(error.to_string()))?;
        let seed = self.seed.unwrap_or_else(new_seed);
        if self.seed.is_none() {
            eprintln!("seed {seed}");
        }
        let mut plan = Plan::default();
        Builder::default()
            .build(&recipe, &mut seed.stream(STREAM, &[]), &mut plan)
            .map_err(|error| Failure::Work(error.to_string()))?;
        let answer = match format {
            Format::Ascii => plan.picture().to_string().into_bytes(),
            Format::Json => json::plan(&recipe, seed, &plan).into_bytes(),
            Format::Png => picture::draw(&plan)?,
        };
        output::save(&self.output, &answer)
    }

    fn recipe(&self) -> Result<Recipe, Failure> {
        let name = self.algorithm.as_deref().unwrap_or_default();
        let mut recipe = Recipe::named(name)
            .map_err(|error| Failure::Usage(format!("{error}; `barrow gen --list` shows all")))?;
        recipe.width = self.width;
        recipe.height = self.height;
        for setting in &self.set {
            let (key, value) = setting.split_once('=').ok_or_else(|| {
                Failure::Usage(format!("`--set {setting}` has no `=`; write --set KEY=VALUE"))
            })?;
            let known = format!("`barrow gen {name} --list` shows the parameters");
            recipe
                .set(key.trim(), value)
                .map_err(|error| Failure::Usage(format!("{error}; {known}")))?;
        }
        Ok(recipe)
    }

    fn listing(&self, format: Format) -> Result<String, Failure> {
        let algorithms = match &self.algorithm {
            Some(_) => vec![self.recipe()?.algorithm],
            None => barrow_mapgen::Algorithm::all(),
        };
        match format {
            Format::Ascii => Ok(listing::text(&algorithms)),
            Format::Json => Ok(listing::json(&algorithms)),
            Format::Png => Err(Failure::Usage("a list is text or JSON, not a picture".into())),
        }
    }
}
