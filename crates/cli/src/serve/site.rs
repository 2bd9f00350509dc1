use std::borrow::Cow;
use std::path::PathBuf;

/// The built page, if there was one when this binary was built.
const PAGE: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The files of a site by their path.
pub enum Site {
    /// The files inside the binary, sorted by name.
    Inside(&'static [(&'static str, &'static [u8])]),
    /// The files in a folder, whose path contains no link.
    Folder(PathBuf),
}

impl Site {
    /// Returns the page inside this binary.
    pub fn inside() -> Option<Self> {
        (!PAGE.is_empty()).then_some(Self::Inside(PAGE))
    }

    /// Returns a file. A link that leads out of the folder is not followed.
    pub fn file(&self, path: &str) -> Option<Cow<'static, [u8]>> {
        match self {
            Self::Inside(files) => {
                let at = files.iter().find(|(name, _)| *name == path)?;
                Some(Cow::Borrowed(at.1))
            }
            Self::Folder(root) => {
                let file = root.join(path).canonicalize().ok()?;
                let inside = file.starts_with(root) && file.is_file();
                inside.then(|| std::fs::read(file).ok()).flatten().map(Cow::Owned)
            }
        }
    }
}
