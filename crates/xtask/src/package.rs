use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::chore::{Chore, Outcome, cargo, from_root, root, target};

/// Packages every crate that can be published, and checks that the packages alone compile.
///
/// `cargo package` would build each package with all it depends on. Here all packages are unpacked
/// into one workspace and checked once, in a tenth of the time.
pub fn run() -> Outcome {
    let packages = publishable()?;
    let names = packages.iter().flat_map(|(name, _)| ["--package", name]);
    cargo(["package", "--no-verify", "--allow-dirty", "--quiet"]).args(names).run()?;
    let folder = target().join("package/unpacked");
    unpack(&packages, &root().join(&folder))?;
    let manifest = from_root(&folder.join("Cargo.toml"));
    cargo(["check", "--workspace", "--quiet", "--manifest-path", &manifest])
        .env("CARGO_TARGET_DIR", &from_root(&target().join("package/target")))
        .run()
}

/// Lists name and version of the members that do not say `publish = false`.
fn publishable() -> Result<Vec<(String, String)>, String> {
    let text = cargo(["metadata", "--no-deps", "--format-version", "1"]).output()?;
    let metadata: Value = serde_json::from_str(&text).map_err(|it| format!("metadata: {it}"))?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let public = packages.filter(|it| it["publish"].is_null());
    let text = |it: &Value| it.as_str().unwrap_or_default().to_owned();
    Ok(public.map(|it| (text(&it["name"]), text(&it["version"]))).collect())
}

/// Makes a workspace of the packages, in which they depend on each other.
fn unpack(packages: &[(String, String)], folder: &Path) -> Outcome {
    let failed = |it: std::io::Error| format!("{}: {it}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(failed)?;
    }
    fs::create_dir_all(folder).map_err(failed)?;
    let mut manifest = String::from("[workspace]\nresolver = \"3\"\nmembers = [\"*\"]\n\n");
    manifest += "[patch.crates-io]\n";
    for (name, version) in packages {
        let file = target().join(format!("package/{name}-{version}.crate"));
        Chore::new("tar")
            .args(["--extract".as_ref(), "--gzip".as_ref(), "--file".as_ref(), file.as_path()])
            .args(["--directory".as_ref(), folder])
            .run()?;
        let _ = writeln!(manifest, "{name} = {{ path = \"{name}-{version}\" }}");
    }
    fs::write(folder.join("Cargo.toml"), manifest).map_err(failed)?;
    // The versions of other crates are the same as everywhere else.
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).map_err(failed)?;
    Ok(())
}
