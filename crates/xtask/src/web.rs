use std::fs;
use std::path::PathBuf;

use crate::chore::{Chore, Outcome, cargo, from_root, program, root, target, target_of};
use crate::tools::{self, WASM};

/// The flags of the page's code. All but the first leave out the messages and places of panics and
/// what `Debug` would write: a crash is reported with its run, and the same run played natively
/// shows the rest. Nothing that a player reads is written with `Debug`.
const FLAGS: &str = "-C target-feature=+simd128 -Z location-detail=none -Z fmt-debug=none \
    -Z unstable-options -C panic=immediate-abort";

/// Compiles the standard library anew, since the installed one has been compiled for speed and with
/// the messages of its panics. With the flags this makes the module 42 KB smaller, 9 KB packed.
const OWN_LIBRARY: [&str; 2] =
    ["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"];

/// The crates that become modules of the page.
const MODULES: [&str; 3] = ["barrow-web", "barrow-binder", "barrow-worklet"];

/// Makes the page, a folder of static files, in `target/web`.
pub fn run() -> Outcome {
    let modules = build(&MODULES)?;
    let folder = target().join("web");
    Chore::new(&program("barrow-site")?).args([&modules, &folder]).run()
}

/// Compiles the page's mixer and returns its path. `wasm-opt` would make it about a tenth faster.
pub fn mixer() -> Result<PathBuf, String> {
    Ok(build(&["barrow-worklet"])?.join("barrow_worklet.wasm"))
}

/// Compiles modules of the page and returns their folder.
fn build(modules: &[&str]) -> Result<PathBuf, String> {
    tools::need_target(WASM)?;
    tools::need_component("rust-src")?;
    cargo(["build", "--lib", "--profile", "wasm", "--target", WASM])
        .args(modules.iter().flat_map(|module| ["--package", module]))
        .args(OWN_LIBRARY)
        .env("RUSTFLAGS", FLAGS)
        // Some flags are unstable; the compiler's version is pinned.
        .env("RUSTC_BOOTSTRAP", "1")
        .run()?;
    Ok(target().join(WASM).join("wasm"))
}

/// Installs the browser and what drives it, if they are missing.
pub fn need_browser() -> Outcome {
    tools::need_node()?;
    tools::need("npm", "npm")?;
    tools::need("chromium", "chromium")?;
    need_packages("web")
}

/// Installs the npm packages in the lock file of a folder, unless they are there.
pub fn need_packages(folder: &str) -> Outcome {
    let folder = root().join(folder);
    let changed = |file: &str| fs::metadata(folder.join(file)).and_then(|it| it.modified()).ok();
    let installed = changed("node_modules/.package-lock.json");
    if installed.is_some() && installed >= changed("package-lock.json") {
        return Ok(());
    }
    Chore::new("npm").args(["ci".as_ref(), "--prefix".as_ref(), folder.as_path()]).run()
}

/// Checks the types in the page's scripts, then plays the page in a browser. The binary with the
/// page inside serves it.
pub fn test() -> Outcome {
    need_browser()?;
    Chore::new("node")
        .args(["web/node_modules/typescript/bin/tsc", "--project", "web/jsconfig.json"])
        .run()?;
    let barrow = program("barrow")?;
    let pictures = from_root(&target().join("web-tests"));
    let tests = tests()?;
    let play = || {
        Chore::new("node")
            .args(["--test", "--test-concurrency=2"])
            .args(&tests)
            .env("BARROW", &barrow)
            .env("BARROW_PICTURES", &pictures)
            .run()
    };
    play().or_else(|why| {
        // On a busy machine a browser may time out. A real fault fails again.
        println!("{why}; trying once more");
        play()
    })
}

/// Draws the same scene with Barrow and with a peer in a browser, and times the page.
pub fn bench() -> Outcome {
    need_browser()?;
    need_packages("bench/browser")?;
    run()?;
    let barrow = program("barrow")?;
    cargo(["build", "--release", "--manifest-path", "bench/browser/Cargo.toml", "--target", WASM])
        .env("RUSTFLAGS", "-C target-feature=+simd128")
        .run()?;
    let scene = target_of("bench").join(WASM).join("release/barrow_bench_browser.wasm");
    Chore::new("node")
        .args(["bench/browser/bench.js".as_ref(), scene.as_path()])
        .env("BARROW", &barrow)
        .run()
}

/// Lists the test files, sorted by name.
fn tests() -> Result<Vec<String>, String> {
    let folder = root().join("web/tests");
    let listed = fs::read_dir(&folder).map_err(|it| format!("{}: {it}", folder.display()))?;
    let names = listed.flatten().map(|it| it.file_name().display().to_string());
    let mut tests: Vec<String> =
        names.filter(|it| it.ends_with(".test.js")).map(|it| format!("web/tests/{it}")).collect();
    tests.sort();
    Ok(tests)
}
