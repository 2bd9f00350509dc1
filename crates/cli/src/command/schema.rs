mod document;
#[cfg(test)]
mod validator;

use std::path::PathBuf;

use clap::Args;

pub use document::document;

use crate::failure::Failure;
use crate::output;

/// The name of the schema file in a pack's folder. Packs ignore it.
pub const FILE_NAME: &str = "pack.schema.json";

/// `barrow schema`
#[derive(Args)]
pub struct Schema {
    /// Write it as `pack.schema.json` into this folder instead of standard output
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Schema {
    pub fn run(self) -> Result<(), Failure> {
        let Some(folder) = self.out else { return output::print(text().as_bytes()) };
        std::fs::create_dir_all(&folder)
            .map_err(|error| Failure::writing(&folder.display().to_string(), &error))?;
        output::save(&folder.join(FILE_NAME), text().as_bytes())
    }
}

/// Returns the schema as text.
pub fn text() -> String {
    format!("{:#}\n", document())
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::{env, fs};

    use serde_json::{Value, json};

    use super::validator::mistakes;
    use super::*;

    fn root() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
    }

    #[test]
    fn the_schema_in_the_repository_is_up_to_date() {
        let path = root().join("schema").join(FILE_NAME);
        if env::var_os("BARROW_BLESS").is_some() {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text()).unwrap();
        }
        let written = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
        assert!(written == text(), "schema/{FILE_NAME} is old (BARROW_BLESS=1 writes it anew)");
    }

    /// Returns what the schema finds wrong with a part of a pack.
    fn check(file: &Value) -> Vec<String> {
        mistakes(&document(), file)
    }

    fn json_files(folder: &Path) -> Vec<PathBuf> {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                found.extend(json_files(&path));
            } else if barrow_pack::Files::is_json_file(&path.display().to_string()) {
                found.push(path);
            }
        }
        found
    }

    #[test]
    fn valid_packs_are_valid_by_the_schema() {
        let folders = [root().join("crates/cli/starter"), root().join("docs/tutorial")];
        let files: Vec<PathBuf> = folders.iter().flat_map(|it| json_files(it)).collect();
        assert!(files.len() > 5, "there are packs to check");
        for path in files {
            let file = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
            assert_eq!(check(&file), Vec::<String>::new(), "{}", path.display());
        }
    }

    #[test]
    fn the_examples_of_the_grammar_are_valid() {
        let page = fs::read_to_string(root().join("docs/grammar.md")).unwrap();
        let blocks: Vec<&str> =
            page.split("```json\n").skip(1).filter_map(|it| it.split("```").next()).collect();
        assert!(blocks.len() >= 5, "one example of each game");
        for block in blocks {
            let file = serde_json::from_str(block).unwrap();
            assert_eq!(check(&file), Vec::<String>::new(), "{block}");
        }
    }

    #[test]
    fn the_examples_of_effects_and_behaviours_are_valid() {
        for chapter in barrow_pack::chapters() {
            let barrow_pack::Body::Choice(variants) = chapter.body else { continue };
            for variant in variants {
                let example: Value = serde_json::from_str(&variant.example).unwrap();
                let file = match chapter.name {
                    "effect" => json!({ "kinds": { "it": { "on": { "use": [example] } } } }),
                    "behaviour" => json!({ "minds": { "it": [example] } }),
                    "order" => {
                        json!({ "selections": { "it": { "level": true, "order": example } } })
                    }
                    _ => json!({ "levels": { "it": { "dig": example } } }),
                };
                assert_eq!(check(&file), Vec::<String>::new(), "{}", variant.example);
            }
        }
    }

    #[test]
    fn unknown_keys_words_and_shapes_are_found() {
        let wrong = |file: Value, place: &str| {
            let found = check(&file);
            assert!(found.iter().any(|it| it.starts_with(place)), "{place} is not in {found:?}");
        };
        wrong(json!({ "knids": {} }), "/knids");
        wrong(json!({ "kinds": { "rat": { "colour": 3 } } }), "/kinds/rat/colour");
        wrong(json!({ "kinds": { "rat": { "as": "animal" } } }), "/kinds/rat/as");
        wrong(json!({ "kinds": { "rat": { "on": { "entered": [] } } } }), "/kinds/rat/on/entered");
        wrong(
            json!({ "kinds": { "rat": { "look": { "color": "red" } } } }),
            "/kinds/rat/look/color",
        );
        wrong(
            json!({ "kinds": { "rat": { "look": { "glyph": "ra" } } } }),
            "/kinds/rat/look/glyph",
        );
        wrong(json!({ "states": { "calm": {} } }), "/states/calm");
        wrong(json!({ "minds": { "rat": ["stare"] } }), "/minds/rat");
        wrong(json!({ "menus": { "shop": { "title": 3, "options": [] } } }), "/menus/shop/title");
        wrong(
            json!({ "levels": { "den": { "dig": { "algorithm": "roms" } } } }),
            "/levels/den/dig",
        );
        let effect = json!({ "harm": { "of": "him" } });
        wrong(json!({ "kinds": { "rat": { "on": { "use": [effect] } } } }), "/kinds/rat/on/use");
        let parameter = json!({ "algorithm": "rooms", "attemps": 3 });
        wrong(json!({ "levels": { "den": { "dig": parameter } } }), "/levels/den/dig/attemps");
    }

    #[test]
    fn an_entry_that_extends_another_needs_no_other_keys() {
        let file = json!({ "states": { "calm": { "extends": "rest" } } });
        assert_eq!(check(&file), Vec::<String>::new());
    }
}
