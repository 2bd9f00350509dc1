use std::fs;
use std::path::PathBuf;

use clap::Args;

use super::schema;
use crate::failure::Failure;
use crate::output;

/// `barrow new NAME`
#[derive(Args)]
pub struct New {
    /// The folder to create; its name becomes the game's title
    name: PathBuf,
}

/// The files of the starter pack, from `starter/`.
const STARTER: [(&str, &str); 6] = [
    ("pack.json", include_str!("../../starter/pack.json")),
    ("attributes.json", include_str!("../../starter/attributes.json")),
    ("actors.json", include_str!("../../starter/actors.json")),
    ("items.json", include_str!("../../starter/items.json")),
    ("terrain.json", include_str!("../../starter/terrain.json")),
    ("levels.json", include_str!("../../starter/levels.json")),
];

/// The title of the starter pack.
const TITLE: &str = "A New Game";

impl New {
    pub fn run(self) -> Result<(), Failure> {
        let shown = self.name.display();
        if self.name.symlink_metadata().is_ok() {
            return Err(Failure::Usage(format!("`{shown}` already exists; choose another name")));
        }
        let title = self.title()?;
        fs::create_dir_all(&self.name)
            .map_err(|error| Failure::writing(&shown.to_string(), &error))?;
        for (file, text) in STARTER {
            let text = text.replace(&quoted(TITLE), &quoted(&title));
            output::save(&self.name.join(file), text.as_bytes())?;
        }
        output::save(&self.name.join(schema::FILE_NAME), schema::text().as_bytes())?;
        output::print(next_steps(&shown.to_string()).as_bytes())
    }

    fn title(&self) -> Result<String, Failure> {
        let name = self.name.file_name().and_then(|it| it.to_str());
        let words = name.map(|it| it.replace(['-', '_'], " "));
        let title = words.map(|it| it.trim().to_string()).filter(|it| !it.is_empty());
        title.ok_or_else(|| Failure::Usage("a pack needs a name, as in `barrow new crypt`".into()))
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn next_steps(folder: &str) -> String {
    format!(
        "Created `{folder}`: a small game to start from.

  barrow check {folder}   reports every mistake
  {folder}/actors.json    is a good file to change first
  docs/tutorial.md        builds a game step by step
  docs/pack-manual.md     lists everything that a pack can contain

An editor with JSON Schema completes keys: every file points to {}.
",
        schema::FILE_NAME
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

    use barrow_pack::{Files, load};

    use super::*;

    #[test]
    fn the_starter_has_no_errors_and_no_warnings() {
        let files: BTreeMap<String, Vec<u8>> = STARTER
            .iter()
            .map(|(name, text)| ((*name).to_string(), text.as_bytes().to_vec()))
            .collect();
        let loaded = load(Files::new(files));
        assert_eq!(loaded.report.render(&loaded.files), "");
    }

    #[test]
    fn every_file_of_the_starter_is_created_and_points_to_the_schema() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("starter");
        let count = fs::read_dir(folder).unwrap().count();
        assert_eq!(count, STARTER.len());
        let first_line = format!("{{\n  \"$schema\": \"{}\",\n", schema::FILE_NAME);
        for (name, text) in STARTER {
            assert!(text.starts_with(&first_line), "{name}");
        }
    }

    #[test]
    fn the_title_is_written_once() {
        let written = STARTER.iter().map(|(_, text)| text.matches(&quoted(TITLE)).count());
        assert_eq!(written.sum::<usize>(), 1);
    }
}
