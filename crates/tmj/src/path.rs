/// Resolves a path that is written in `file`.
///
/// Tiled writes paths relative to the file that contains them, with `/` on every system. A path
/// that starts with a root, a drive or a scheme is returned unchanged.
pub fn join(file: &str, path: &str) -> String {
    let first = path.split('/').next().unwrap_or_default();
    if path.is_empty() || path.starts_with('/') || first.contains(':') {
        return path.to_owned();
    }
    let mut parts: Vec<&str> =
        file.rsplit_once('/').map(|(folder, _)| folder.split('/').collect()).unwrap_or_default();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|it| !matches!(*it, ".." | "")) => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// Returns the name of a file without its folder and extension.
pub fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_relative_to_the_file_that_holds_them() {
        for (file, path, joined) in [
            ("map.tmj", "tiles.tsj", "tiles.tsj"),
            ("levels/deep/map.tmj", "../../tiles/./stone.tsj", "tiles/stone.tsj"),
            ("levels/map.tmj", "../../tiles.tsj", "../tiles.tsj"),
            ("map.tmj", "../../tiles.tsj", "../../tiles.tsj"),
            ("/levels/map.tmj", "../tiles.tsj", "/tiles.tsj"),
            ("levels/map.tmj", "/tiles.tsj", "/tiles.tsj"),
            ("levels/map.tmj", "C:/tiles.tsj", "C:/tiles.tsj"),
            ("https://a.example/b/map.tmj", "../tiles.tsj", "https://a.example/tiles.tsj"),
            ("levels/map.tmj", "", ""),
        ] {
            assert_eq!(join(file, path), joined);
        }
        assert_eq!(stem("tiles/stone.walls.tsj"), "stone.walls");
    }
}
