use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use serde_json::Value;

use crate::failure::Failure;
use crate::output;
use crate::protocol::ids::Ids;
use crate::protocol::truth::truth;
use crate::start::{self, Start};

/// `barrow inspect PACK`
#[derive(Args)]
pub struct Inspect {
    /// The folder of the pack
    pack: PathBuf,
    #[command(flatten)]
    start: Start,
    /// Print everything as JSON
    #[arg(long)]
    json: bool,
}

impl Inspect {
    pub fn run(self) -> Result<(), Failure> {
        let pack = start::pack(&self.pack)?;
        let setup = self.start.setup(vec![String::new()]);
        let (run, _) = start::run(&pack, &setup)?;
        let truth = truth(run.game(), &mut Ids::default());
        let answer = if self.json { format!("{truth:#}\n") } else { text(&truth) };
        output::print(answer.as_bytes())
    }
}

fn text(truth: &Value) -> String {
    let mut out = String::new();
    for row in truth["cells"].as_array().into_iter().flatten() {
        let _ = writeln!(out, "{}", row.as_str().unwrap_or_default());
    }
    for group in ["actors", "fixtures", "items", "fields"] {
        // Walls are in the drawing.
        let drawn = |it: &&Value| it["id"].as_i64().is_some_and(|id| id < 0);
        for it in truth[group].as_array().into_iter().flatten().filter(|it| !drawn(it)) {
            let name = it["name"].as_str().unwrap_or_default();
            let joins = it["joins"].as_array().into_iter().flatten();
            let more: Vec<&str> =
                it["lock"].as_str().into_iter().chain(joins.filter_map(Value::as_str)).collect();
            let more =
                if more.is_empty() { String::new() } else { format!(" ({})", more.join(", ")) };
            let _ = writeln!(out, "{group}: {name}{more} at {},{}", it["x"], it["y"]);
        }
    }
    for link in truth["links"].as_array().into_iter().flatten() {
        let text = |key: &str| link[key].as_str().unwrap_or_default().to_owned();
        let _ = writeln!(out, "links: {} to {}", text("way"), text("level"));
    }
    out
}
