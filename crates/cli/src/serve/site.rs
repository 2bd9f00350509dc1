use std::borrow::Cow;
use std::path::PathBuf;

/// The built page, if there was one when this binary was built.
const PAGE: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Files by their path.
pub enum Site {
    /// Those inside the binary, in order of their names.
    Inside(&'static [(&'static str, &'static [u8])]),
    /// Those below a folder, which is given with no link in its path.
    Folder(PathBuf),
}

impl Site {
    /// The page inside this binary.
    pub fn inside() -> Option<Self> {
        (!PAGE.is_empty()).then_some(Self::Inside(PAGE))
    }

    /// The bytes of a file. A link that leads out of the folder leads nowhere.
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
