/// Where the parts of a text lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Version {
    /// The name of the text that was written there; another may have it by now.
    pub(super) name: String,
    /// Which time that name was written.
    pub(super) number: u64,
    /// Whether it is packed.
    pub(super) packed: bool,
}

const HEAD: &str = "t/";
const PARTS: &str = "p/";
/// How a packed text is told from a plain one.
const SHUT: char = 'z';

impl Version {
    /// The name of the head of a text.
    pub(super) fn head(name: &str) -> String {
        format!("{HEAD}{name}")
    }

    /// The name of the text of a head.
    pub(super) fn name_of_head(head: &str) -> Option<&str> {
        head.strip_prefix(HEAD)
    }

    /// What the head of a text says: the number, and the name if it was written by another.
    pub(super) fn to_head(&self, name: &str) -> String {
        let other = if self.name == name { "" } else { &self.name };
        format!("{} {other}", self.folder()).trim_end().into()
    }

    pub(super) fn from_head(name: &str, text: &str) -> Option<Self> {
        let (folder, other) = text.split_once(' ').unwrap_or((text, name));
        Self::in_folder(other, folder)
    }

    /// The name of a part.
    pub(super) fn part(&self, part: usize) -> String {
        format!("{PARTS}{}/{}/{part}", self.name, self.folder())
    }

    /// The version of a part.
    pub(super) fn of_part(part: &str) -> Option<Self> {
        let (version, _) = part.strip_prefix(PARTS)?.rsplit_once('/')?;
        let (name, folder) = version.rsplit_once('/')?;
        Self::in_folder(name, folder)
    }

    fn folder(&self) -> String {
        let shut = if self.packed { SHUT.to_string() } else { String::new() };
        format!("{}{shut}", self.number)
    }

    fn in_folder(name: &str, folder: &str) -> Option<Self> {
        let number = folder.strip_suffix(SHUT);
        let packed = number.is_some();
        let number = number.unwrap_or(folder).parse().ok()?;
        Some(Self { name: name.into(), number, packed })
    }
}
