//! `barrow-site MODULES FOLDER` makes the page, a folder of static files for any web server.
//! `MODULES` is the folder with the wasm modules that cargo built.
//!
//! `cargo xtask web` builds the modules and calls this.

// This is a tool: it prints.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod app;
mod arcade;
mod budget;
mod bundle;
mod folder;
mod game;
mod heard;
mod order;
mod picture;
mod script;
mod tiles;
mod wasm;
mod worker;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use folder::Folder;

/// What went wrong, and where.
type Outcome<T = ()> = Result<T, String>;

fn main() -> ExitCode {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let made = match arguments.as_slice() {
        [modules, folder] => make(modules, folder),
        _ => {
            Err("name the folder of the wasm modules and the folder to make: barrow-site MODULES FOLDER".into())
        }
    };
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("barrow-site: {why}");
            ExitCode::FAILURE
        }
    }
}

fn make(modules: &Path, to: &Path) -> Outcome {
    let root = root();
    let mut folder = Folder::default();
    folder.take(&root.join("web"), is_served)?;
    folder.change("js", script::bare);
    folder.change("css", script::bare);
    let apart = arcade::scripts(&folder)?;
    bundle::join(&mut folder)?;
    let shrunk = wasm::add(&mut folder, modules, &root.join("web/node_modules"))?;
    let games = game::all(&root.join("packs"))?;
    let games = game::in_order(games, &root.join("web/order.json"))?;
    game::add(&mut folder, &games)?;
    heard::add(&mut folder, &games);
    app::add(&mut folder)?;
    worker::add(&mut folder)?;
    folder.pack();
    // These folders are for other sites, which compress for themselves.
    arcade::add(&mut folder, &apart, &root.join("web"), &games)?;
    folder.write(to)?;
    println!("{}\n", to.display());
    // This comes last, so that a page that grew too large can be examined.
    let checked = budget::check(&folder, &games, &root.join("web/budget.json"));
    if shrunk {
        return checked;
    }
    // The page works without npm as well, but then the budget is not checked.
    println!(
        "`npm ci` in web/ installs wasm-opt, which makes the wasm smaller; without it the budget is not checked"
    );
    Ok(())
}

/// Returns `true` if a file of `web/` is part of the page, and not a test or a tool.
fn is_served(path: &str) -> bool {
    let tool = ["tests/", "node_modules/", "package", "arcade."];
    let served =
        matches!(folder::kind(path), "html" | "css" | "js" | "png" | "svg" | "webmanifest");
    served && !path.ends_with(".types.js") && !tool.iter().any(|it| path.starts_with(it))
}

/// Returns the root folder of the workspace.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}
