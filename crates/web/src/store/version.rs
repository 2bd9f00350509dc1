/// A version of a file, whose parts are stored under its name and number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Version {
    /// The name of the file when it was written; it may have been renamed since.
    pub(super) name: String,
    /// Its number among the versions of that name.
    pub(super) number: u64,
    /// Whether it is packed.
    pub(super) packed: bool,
}

const HEAD: &str = "t/";
const PARTS: &str = "p/";
/// The suffix of packed versions.
const PACKED: char = 'z';

impl Version {
    /// Returns the name of the head of a file.
    pub(super) fn head(name: &str) -> String {
        format!("{HEAD}{name}")
    }

    /// Returns the file name of a head.
    pub(super) fn name_of_head(head: &str) -> Option<&str> {
        head.strip_prefix(HEAD)
    }

    /// Returns the content of a head: the number, and the old name if the file was renamed.
    pub(super) fn to_head(&self, name: &str) -> String {
        let other = if self.name == name { "" } else { &self.name };
        format!("{} {other}", self.folder()).trim_end().into()
    }

    pub(super) fn from_head(name: &str, text: &str) -> Option<Self> {
        let (folder, other) = text.split_once(' ').unwrap_or((text, name));
        Self::in_folder(other, folder)
    }

    /// Returns the name of a part.
    pub(super) fn part(&self, part: usize) -> String {
        format!("{PARTS}{}/{}/{part}", self.name, self.folder())
    }

    /// Returns the version of a part.
    pub(super) fn of_part(part: &str) -> Option<Self> {
        let (version, _) = part.strip_prefix(PARTS)?.rsplit_once('/')?;
        let (name, folder) = version.rsplit_once('/')?;
        Self::in_folder(name, folder)
    }

    fn folder(&self) -> String {
        let suffix = if self.packed { PACKED.to_string() } else { String::new() };
        format!("{}{suffix}", self.number)
    }

    fn in_folder(name: &str, folder: &str) -> Option<Self> {
        let number = folder.strip_suffix(PACKED);
        let packed = number.is_some();
        let number = number.unwrap_or(folder).parse().ok()?;
        Some(Self { name: name.into(), number, packed })
    }
}
