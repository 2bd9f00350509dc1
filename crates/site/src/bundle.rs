//! Joins the scripts that every page needs into one: one answer instead of twenty, and a fifth
//! smaller when packed, since they repeat each other's words.
//!
//! A module becomes a function that returns what others import from it, so that its other names
//! remain its own. Of the ways to import and export, only those that the page's scripts use are
//! understood; others are refused.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::Outcome;
use crate::folder::Folder;

/// The script into which the others are joined. It is also the one that other sites load.
const WHOLE: &str = "barrow.js";

/// The scripts of pages: what they import is joined, they themselves are not.
const PAGES: [&str; 2] = ["front.js", "page.js"];

/// A script, split into what it imports and the rest.
#[derive(Default)]
struct Module {
    /// All of it.
    script: String,
    imports: Vec<Import>,
    /// The code without `import` and `export`.
    code: String,
    /// The names that it exports.
    exports: BTreeSet<String>,
}

/// A line such as `import { make } from './dom.js';`.
struct Import {
    from: String,
    what: Names,
}

enum Names {
    /// `{ one, two }`, or nothing at all.
    Some(Vec<String>),
    /// `* as it`
    All(String),
}

/// Joins what the pages share into `barrow.js`, and lets the other scripts import it from there.
pub fn join(folder: &mut Folder) -> Outcome {
    let mut modules = BTreeMap::new();
    for (path, bytes) in
        folder.iter().filter(|(path, _)| path.rsplit_once('.').is_some_and(|it| it.1 == "js"))
    {
        let module = split(&String::from_utf8_lossy(bytes));
        modules.insert(path.to_owned(), module.map_err(|why| format!("web/{path}: {why}"))?);
    }
    let mut order = Vec::new();
    for page in PAGES.into_iter().chain([WHOLE]) {
        visit(page, &modules, &mut Vec::new(), &mut order)?;
    }
    order.retain(|it| !PAGES.contains(&it.as_str()));
    let used = used(&modules, &order)?;
    let mut whole = String::new();
    for name in &order {
        whole += &wrapped(name, &modules, &order, &used)?;
        folder.remove(name);
    }
    let mut outside = BTreeSet::new();
    for (path, module) in modules.iter().filter(|(path, _)| !order.contains(path)) {
        folder.add(path.as_str(), redirected(path, module, &order, &mut outside)?);
    }
    if !outside.is_empty() {
        let _ = writeln!(whole, "export {{ {} }};", list(&outside));
    }
    folder.add(WHOLE, whole);
    Ok(())
}

/// Splits a script into its imports and its code.
fn split(script: &str) -> Outcome<Module> {
    let mut module = Module { script: script.to_owned(), ..Module::default() };
    for line in script.lines() {
        if line.starts_with("import ") {
            module.imports.push(import(line)?);
        } else if let Some(code) = line.strip_prefix("export ") {
            module.exports.insert(declared(code)?);
            module.code.extend([code, "\n"]);
        } else {
            module.code.extend([line, "\n"]);
        }
    }
    Ok(module)
}

/// Reads a line that imports.
fn import(line: &str) -> Outcome<Import> {
    let unknown = || format!("the builder of the page does not understand `{line}`");
    let told = line.strip_prefix("import ").and_then(|it| it.strip_suffix("';"));
    let (what, from) = told.and_then(|it| it.split_once("'./")).ok_or_else(unknown)?;
    let what = match what.strip_suffix(" from ") {
        None if what.is_empty() => Names::Some(Vec::new()),
        None => return Err(unknown()),
        Some(what) => match what.strip_prefix("* as ") {
            Some(name) => Names::All(name.to_owned()),
            None => Names::Some(inside(what).ok_or_else(unknown)?),
        },
    };
    Ok(Import { from: from.to_owned(), what })
}

/// Returns the names in `{ one, two }`.
fn inside(braces: &str) -> Option<Vec<String>> {
    let names = braces.strip_prefix("{ ")?.strip_suffix(" }")?;
    let names: Vec<String> = names.split(", ").map(str::to_owned).collect();
    names.iter().all(|it| !it.contains(' ')).then_some(names)
}

/// Returns the name that a declaration declares.
fn declared(code: &str) -> Outcome<String> {
    let mut words = code.split(|it: char| !(it.is_alphanumeric() || it == '_')).peekable();
    while words.next_if(|it| ["async", "const", "function", "class"].contains(it)).is_some() {}
    match words.next() {
        Some(name) if !name.is_empty() && name != "let" && name != "default" => Ok(name.to_owned()),
        _ => Err(format!("the builder of the page does not understand `export {code}`")),
    }
}

/// Adds a module and all that it imports to the order, each after what it needs.
fn visit(
    name: &str,
    modules: &BTreeMap<String, Module>,
    open: &mut Vec<String>,
    order: &mut Vec<String>,
) -> Outcome {
    if order.iter().any(|it| it == name) {
        return Ok(());
    }
    if open.iter().any(|it| it == name) {
        return Err(format!("web/{name} imports itself, by {}", open.join(", ")));
    }
    open.push(name.to_owned());
    let missing = || format!("web/{name} is missing");
    for import in &modules.get(name).ok_or_else(missing)?.imports {
        visit(&import.from, modules, open, order)?;
    }
    open.pop();
    order.push(name.to_owned());
    Ok(())
}

/// Returns which names are imported from each joined module. No two may share one, since they
/// become names of one script.
fn used(
    modules: &BTreeMap<String, Module>,
    order: &[String],
) -> Outcome<BTreeMap<String, BTreeSet<String>>> {
    let mut used: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for import in modules.values().flat_map(|it| &it.imports) {
        let Some(from) = modules.get(&import.from).filter(|_| order.contains(&import.from)) else {
            continue;
        };
        let names = used.entry(import.from.clone()).or_default();
        match &import.what {
            Names::Some(some) => names.extend(some.iter().cloned()),
            Names::All(_) => names.extend(from.exports.iter().cloned()),
        }
    }
    let mut owners = BTreeMap::new();
    for (module, name) in
        used.iter().flat_map(|(module, names)| names.iter().map(move |it| (module, it)))
    {
        if let Some(other) = owners.insert(name, module) {
            return Err(format!("web/{module} and web/{other} both export `{name}`"));
        }
    }
    Ok(used)
}

/// Returns a joined module: a function, called at once, that returns what others use.
fn wrapped(
    name: &str,
    modules: &BTreeMap<String, Module>,
    order: &[String],
    used: &BTreeMap<String, BTreeSet<String>>,
) -> Outcome<String> {
    let module = modules.get(name).ok_or_else(|| format!("web/{name} is missing"))?;
    if let Some(late) = order.iter().find(|it| module.code.contains(&format!("import('./{it}')"))) {
        return Err(format!("web/{name} loads {late} later, though every page needs it"));
    }
    let mut text = String::new();
    let names = used.get(name).map(list).unwrap_or_default();
    if names.is_empty() {
        text += "(() => {\n";
    } else {
        let _ = writeln!(text, "const {{ {names} }} = (() => {{");
    }
    for import in &module.imports {
        if let Names::All(alias) = &import.what {
            let all = used.get(&import.from).map(list).unwrap_or_default();
            let _ = writeln!(text, "const {alias} = {{ {all} }};");
        }
    }
    text += &module.code;
    if !names.is_empty() {
        let _ = writeln!(text, "return {{ {names} }};");
    }
    Ok(text + "})();\n")
}

/// Returns a script that is not joined, which imports what was joined from the whole.
fn redirected(
    path: &str,
    module: &Module,
    order: &[String],
    outside: &mut BTreeSet<String>,
) -> Outcome<String> {
    for Import { from, what } in module.imports.iter().filter(|it| order.contains(&it.from)) {
        match what {
            Names::Some(names) => outside.extend(names.iter().cloned()),
            Names::All(name) => {
                return Err(format!("web/{path}: `* as {name}` of {from}, which is joined"));
            }
        }
    }
    let whole = format!("'./{WHOLE}'");
    Ok(order
        .iter()
        .fold(module.script.clone(), |it, from| it.replace(&format!("'./{from}'"), &whole)))
}

fn list(names: &BTreeSet<String>) -> String {
    names.iter().map(String::as_str).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(scripts: &[(&str, &str)]) -> Outcome<Folder> {
        let mut folder = Folder::default();
        for (path, script) in scripts {
            folder.add(*path, *script);
        }
        join(&mut folder).map(|()| folder)
    }

    fn text(folder: &Folder, path: &str) -> String {
        String::from_utf8_lossy(folder.get(path).expect("it is there")).into_owned()
    }

    #[test]
    fn what_pages_share_becomes_one_script_and_the_others_import_it_from_there() {
        let folder = joined(&[
            ("barrow.js", "import { Game } from './game.js';\nGame.begin();\n"),
            (
                "dom.js",
                "const mine = 1;\nexport const make = () => mine;\nexport function part() {}\n",
            ),
            ("front.js", "import { part } from './dom.js';\nimport('./late.js');\npart();\n"),
            (
                "game.js",
                "import * as locks from './locks.js';\nimport { make } from './dom.js';\n\
                 const mine = 2;\nexport class Game {\nstatic begin = () => locks.take(make, mine);\n}\n",
            ),
            ("late.js", "import { make } from './dom.js';\nexport const late = make;\n"),
            ("locks.js", "export async function take() {}\n"),
            ("page.js", "import './barrow.js';\n"),
        ]);
        let folder = folder.expect("they can be joined");
        assert_eq!(
            text(&folder, "barrow.js"),
            "\
const { make, part } = (() => {
const mine = 1;
const make = () => mine;
function part() {}
return { make, part };
})();
const { take } = (() => {
async function take() {}
return { take };
})();
const { Game } = (() => {
const locks = { take };
const mine = 2;
class Game {
static begin = () => locks.take(make, mine);
}
return { Game };
})();
(() => {
Game.begin();
})();
export { make, part };
"
        );
        let front = "import { part } from './barrow.js';\nimport('./late.js');\npart();\n";
        assert_eq!(text(&folder, "front.js"), front);
        let late = "import { make } from './barrow.js';\nexport const late = make;\n";
        assert_eq!(text(&folder, "late.js"), late);
        let left: Vec<&str> = folder.iter().map(|(path, _)| path).collect();
        assert_eq!(left, ["barrow.js", "front.js", "late.js", "page.js"]);
    }

    /// Returns why scripts around one more module cannot be joined.
    fn refused(barrow: &str, other: &str) -> String {
        let scripts = [("barrow.js", barrow), ("front.js", ""), ("it.js", other), ("page.js", "")];
        joined(&scripts).map(|_| ()).expect_err("it cannot be joined")
    }

    #[test]
    fn what_cannot_be_joined_is_refused() {
        let own = "import { it } from './it.js';\n";
        let cases = [
            ("import it from './it.js';", "", "does not understand `import it from './it.js';`"),
            ("import { a as b } from './it.js';", "", "does not understand `import { a as b }"),
            ("import './gone.js';", "", "web/gone.js is missing"),
            (own, "export default 1;", "does not understand `export default 1;`"),
            (own, "export let it = 1;", "does not understand `export let it = 1;`"),
            (own, "import './barrow.js';\nexport const it = 1;", "web/barrow.js imports itself"),
            ("import './it.js';\nimport('./it.js');", "", "loads it.js later"),
        ];
        for (barrow, other, why) in cases {
            let told = refused(barrow, other);
            assert!(told.contains(why), "{told}");
        }
    }

    #[test]
    fn two_scripts_may_not_export_the_same_name() {
        let told = joined(&[
            ("barrow.js", "import { row } from './one.js';\n"),
            ("front.js", "import { row } from './two.js';\n"),
            ("one.js", "export const row = 1;\n"),
            ("page.js", ""),
            ("two.js", "export const row = 2;\n"),
        ]);
        let told = told.map(|_| ()).expect_err("the names are the same");
        assert_eq!(told, "web/two.js and web/one.js both export `row`");
    }
}
