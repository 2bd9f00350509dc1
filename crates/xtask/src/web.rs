use std::fs;

use crate::chore::{Chore, Outcome, cargo, from_root, program, root, target, target_of};
use crate::tools::{self, WASM};

/// The flags of the page's code. The last two leave out the places of panics and what `Debug` would
/// write, to make the module smaller: a crash is reported with its run, and the same run played
/// natively shows the rest. Nothing that a player reads is written with `Debug`. They are unstable, so
/// `RUSTC_BOOTSTRAP` must allow them; the compiler's version is pinned.
const FLAGS: &str = "-C target-feature=+simd128 -Z location-detail=none -Z fmt-debug=none";

/// Makes the page, a folder of static files, in `target/web`.
pub fn run() -> Outcome {
    tools::need_target(WASM)?;
    cargo(["build", "--lib", "--profile", "wasm", "--target", WASM])
        .args(["--package", "barrow-web", "--package", "barrow-binder"])
        .env("RUSTFLAGS", FLAGS)
        .env("RUSTC_BOOTSTRAP", "1")
        .run()?;
    let modules = target().join(WASM).join("wasm");
    let folder = target().join("web");
    Chore::new(&program("barrow-site")?).args([&modules, &folder]).run()
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
