//! The player's settings and their file: one setting per line, with comments.

mod words;

use std::fmt::Write as _;

use barrow_small::sort_by_key;
use barrow_sound::{Bus, Order};

use self::words::Word;
use crate::keymap::{Code, Conflict, Key, KeyError, Keymap, Preset, Verb};
use crate::palette::Palette;

/// The player's settings.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
pub struct Settings {
    /// The preset that the keys start from.
    pub preset: Preset,
    /// The keys, with all changes.
    pub keys: Keymap,
    /// The colors.
    pub palette: Palette,
    /// How many colors the terminal has.
    pub colors: Colors,
    /// Which characters the terminal has.
    pub glyphs: Glyphs,
    /// How walls are drawn.
    pub walls: Walls,
    /// How much is animated.
    pub motion: Motion,
    /// Whether steps that are known to be deadly must be confirmed.
    pub confirm: bool,
    /// Whether the game explains itself.
    pub hints: bool,
    /// Whether anything is heard.
    pub sound: bool,
    /// How loud the world, its ambience, the music and the interface are.
    pub volumes: [Volume; 4],
    /// Whether sounds are told in words as well.
    pub captions: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            preset: Preset::default(),
            keys: Keymap::preset(Preset::default()),
            palette: Palette::default(),
            colors: Colors::default(),
            glyphs: Glyphs::default(),
            walls: Walls::default(),
            motion: Motion::default(),
            confirm: true,
            hints: true,
            sound: true,
            volumes: [Volume(80), Volume(70), Volume(60), Volume(60)],
            captions: false,
        }
    }
}

/// How many colors a terminal shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colors {
    /// Detected from the environment.
    #[default]
    Auto,
    /// 16 million.
    True,
    /// 256.
    Many,
    /// 16.
    Few,
    /// None.
    None,
}

/// Which characters a terminal shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Glyphs {
    /// Detected from the locale.
    #[default]
    Auto,
    /// All characters that packs use.
    Full,
    /// ASCII only.
    Ascii,
}

/// How a terminal shows walls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Walls {
    /// As the characters that packs use.
    #[default]
    Glyphs,
    /// As lines from wall to wall.
    Lines,
}

/// How much is animated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Motion {
    /// Projectiles, hits and numbers are shown for a moment.
    #[default]
    Full,
    /// Only what a player must see to follow.
    Reduced,
    /// Nothing.
    None,
}

/// How loud something is, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Volume(pub u8);

/// A setting with a few possible values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "`about` describes each")]
pub enum Setting {
    Keys,
    Theme,
    Vision,
    Colors,
    Glyphs,
    Walls,
    Motion,
    Confirm,
    Hints,
    Sound,
    Effects,
    Ambience,
    Music,
    Interface,
    Captions,
}

impl Setting {
    /// All settings, in the order of the file.
    pub const ALL: [Self; 15] = [
        Self::Keys,
        Self::Theme,
        Self::Vision,
        Self::Colors,
        Self::Glyphs,
        Self::Walls,
        Self::Motion,
        Self::Confirm,
        Self::Hints,
        Self::Sound,
        Self::Effects,
        Self::Ambience,
        Self::Music,
        Self::Interface,
        Self::Captions,
    ];

    /// Returns the name in the file.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Keys => "keys",
            Self::Theme => "theme",
            Self::Vision => "vision",
            Self::Colors => "colours",
            Self::Glyphs => "glyphs",
            Self::Walls => "walls",
            Self::Motion => "motion",
            Self::Confirm => "confirm",
            Self::Hints => "hints",
            Self::Sound => "sound",
            Self::Effects => "effects",
            Self::Ambience => "ambience",
            Self::Music => "music",
            Self::Interface => "interface",
            Self::Captions => "captions",
        }
    }

    /// Returns a one-line description.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Keys => "arrows, vi, numpad, wasd or laptop; resets all changes",
            Self::Theme => "dark, light or contrast",
            Self::Vision => "colors for usual, protan, deutan or tritan vision",
            Self::Colors => "auto, true, 256, 16 or none",
            Self::Glyphs => "auto, full or ascii",
            Self::Walls => "glyphs or lines",
            Self::Motion => "full, reduced or none",
            Self::Confirm => "ask before steps that are known to harm: yes or no",
            Self::Hints => "explain what is new, once: yes or no",
            Self::Sound => "yes or no",
            Self::Effects => "how loud the world is, 0 to 100",
            Self::Ambience => "how loud places are, 0 to 100",
            Self::Music => "how loud the music is, 0 to 100",
            Self::Interface => "how loud menus are, 0 to 100",
            Self::Captions => "tell what is heard in words: yes or no",
        }
    }
}

/// A line of the file that could not be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Its number, from 1.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub what: String,
}

impl Settings {
    /// Returns the current value of a setting.
    pub fn chosen(&self, setting: Setting) -> &'static str {
        match setting {
            Setting::Keys => self.preset.word(),
            Setting::Theme => self.palette.theme.word(),
            Setting::Vision => self.palette.vision.word(),
            Setting::Colors => self.colors.word(),
            Setting::Glyphs => self.glyphs.word(),
            Setting::Walls => self.walls.word(),
            Setting::Motion => self.motion.word(),
            Setting::Confirm => self.confirm.word(),
            Setting::Hints => self.hints.word(),
            Setting::Sound => self.sound.word(),
            Setting::Effects => self.volumes[0].word(),
            Setting::Ambience => self.volumes[1].word(),
            Setting::Music => self.volumes[2].word(),
            Setting::Interface => self.volumes[3].word(),
            Setting::Captions => self.captions.word(),
        }
    }

    /// Selects the next value. A new preset resets all key bindings.
    pub fn choose_next(&mut self, setting: Setting) {
        match setting {
            Setting::Keys => self.use_preset(self.preset.next()),
            Setting::Theme => self.palette.theme = self.palette.theme.next(),
            Setting::Vision => self.palette.vision = self.palette.vision.next(),
            Setting::Colors => self.colors = self.colors.next(),
            Setting::Glyphs => self.glyphs = self.glyphs.next(),
            Setting::Walls => self.walls = self.walls.next(),
            Setting::Motion => self.motion = self.motion.next(),
            Setting::Confirm => self.confirm = self.confirm.next(),
            Setting::Hints => self.hints = self.hints.next(),
            Setting::Sound => self.sound = self.sound.next(),
            Setting::Effects => self.volumes[0] = self.volumes[0].next(),
            Setting::Ambience => self.volumes[1] = self.volumes[1].next(),
            Setting::Music => self.volumes[2] = self.volumes[2].next(),
            Setting::Interface => self.volumes[3] = self.volumes[3].next(),
            Setting::Captions => self.captions = self.captions.next(),
        }
    }

    /// Returns the orders that set a mixer to the chosen volumes.
    pub fn loudness(&self) -> [Order; 4] {
        let volume = |at: usize| Order::Volume {
            bus: Bus::ALL[at],
            percent: if self.sound { self.volumes[at].0 } else { 0 },
        };
        [volume(0), volume(1), volume(2), volume(3)]
    }

    fn use_preset(&mut self, preset: Preset) {
        self.preset = preset;
        self.keys = Keymap::preset(preset);
    }

    /// Reads the file, and returns its problems. Unusable settings keep their defaults.
    pub fn read(text: &str) -> (Self, Vec<Problem>) {
        let mut settings = Self::default();
        let mut problems = Vec::new();
        let mut bindings: Vec<(usize, Verb, Vec<Key>)> = Vec::new();
        for (line, text) in (1..).zip(text.lines().map(str::trim)) {
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            match settings.read_line(text) {
                Ok(None) => {}
                Ok(Some((verb, keys))) => bindings.push((line, verb, keys)),
                Err(what) => problems.push(Problem { line, what }),
            }
        }
        let wanted: Vec<(Verb, Vec<Key>)> =
            bindings.iter().map(|(_, verb, keys)| (*verb, keys.clone())).collect();
        for (verb, conflict) in settings.keys.rebind_all(&wanted) {
            let line = bindings.iter().find(|it| it.1 == verb).map_or(0, |it| it.0);
            problems.push(Problem { line, what: conflict.to_string() });
        }
        sort_by_key(&mut problems, |it| it.line);
        (settings, problems)
    }

    /// Reads a line, and returns the keys that it binds to a verb, if it does.
    fn read_line(&mut self, line: &str) -> Result<Option<(Verb, Vec<Key>)>, String> {
        // Either key may be `=`.
        if let ["game", char, "=", key] = line.split_whitespace().collect::<Vec<_>>()[..] {
            let (char, key) = read_moved(char, key)?;
            self.keys.set_moved(char, key);
            return Ok(None);
        }
        let (name, value) = line
            .split_once('=')
            .ok_or_else(|| format!("`{line}` has no `=`; write name = value"))?;
        let (name, value) = (name.trim(), value.trim());
        if let Some(verb) = name.strip_prefix("bind ") {
            return read_binding(verb.trim(), value).map(Some);
        }
        let setting = Setting::ALL.into_iter().find(|it| it.name() == name);
        match setting.ok_or_else(|| format!("there is no setting `{name}`"))? {
            Setting::Keys => self.use_preset(Word::read(value)?),
            Setting::Theme => self.palette.theme = Word::read(value)?,
            Setting::Vision => self.palette.vision = Word::read(value)?,
            Setting::Colors => self.colors = Word::read(value)?,
            Setting::Glyphs => self.glyphs = Word::read(value)?,
            Setting::Walls => self.walls = Word::read(value)?,
            Setting::Motion => self.motion = Word::read(value)?,
            Setting::Confirm => self.confirm = Word::read(value)?,
            Setting::Hints => self.hints = Word::read(value)?,
            Setting::Sound => self.sound = Word::read(value)?,
            Setting::Effects => self.volumes[0] = Word::read(value)?,
            Setting::Ambience => self.volumes[1] = Word::read(value)?,
            Setting::Music => self.volumes[2] = Word::read(value)?,
            Setting::Interface => self.volumes[3] = Word::read(value)?,
            Setting::Captions => self.captions = Word::read(value)?,
        }
        Ok(None)
    }

    /// Returns the file, with a comment for each setting.
    pub fn write(&self) -> String {
        let mut file = String::from("# Settings of Barrow. The game writes this file too.\n");
        for setting in Setting::ALL {
            let (name, word) = (setting.name(), self.chosen(setting));
            let _ = write!(file, "\n# {}\n{name} = {word}\n", setting.about());
        }
        file.push_str("\n# Keys of verbs, such as: bind explore = o ctrl-e\n");
        for verb in self.keys.changes(self.preset) {
            let _ = writeln!(file, "bind {} = {}", verb.name(), self.keys.shown(verb));
        }
        file.push_str("\n# Where keys are that games add, such as: game h = ctrl-h\n");
        for (char, key) in self.keys.moved() {
            let _ = writeln!(file, "game {} = {key}", Key::char(char));
        }
        file
    }
}

/// Reads the character that a game uses, and the key that the player has it on.
fn read_moved(char: &str, key: &str) -> Result<(char, Key), String> {
    let [char, key] = [char, key].map(|it| it.parse::<Key>().map_err(|error| error.to_string()));
    let (char, key) = (char?, key?);
    let Code::Char(letter) = char.code else {
        return Err(format!("games have keys on characters alone, and `{char}` is none"));
    };
    if key.is_reserved() {
        return Err(Conflict::Reserved(key).to_string());
    }
    Ok((letter, key))
}

fn read_binding(verb: &str, keys: &str) -> Result<(Verb, Vec<Key>), String> {
    let verb = Verb::from_name(verb).ok_or_else(|| format!("there is no verb `{verb}`"))?;
    let keys: Result<Vec<Key>, KeyError> = keys.split_whitespace().map(str::parse).collect();
    let keys = keys.map_err(|error| error.to_string())?;
    if keys.is_empty() {
        return Err(format!("`bind {}` names no key", verb.name()));
    }
    Ok((verb, keys))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette::Theme;

    #[test]
    fn settings_are_read_as_they_are_written() {
        let mut settings = Settings::default();
        for setting in Setting::ALL {
            settings.choose_next(setting);
        }
        settings.keys.rebind(Verb::Explore, &[Key::ctrl('e'), Key::char('0')]).unwrap();
        for (char, key) in [('h', Key::ctrl('h')), ('=', Key::char('p')), ('1', Key::char('='))] {
            settings.keys.set_moved(char, key);
        }
        let (read, problems) = Settings::read(&settings.write());
        assert_eq!(problems, []);
        assert_eq!(read, settings);
        assert_ne!(read, Settings::default());
    }

    #[test]
    fn after_the_last_value_comes_the_first() {
        let mut all = vec![Colors::default()];
        while let Some(next) = all.last().map(|it| it.next()).filter(|it| !all.contains(it)) {
            all.push(next);
        }
        assert_eq!(all.len(), Colors::WORDS.len());
        assert_eq!(all.last().map(|it| it.next()), Some(all[0]));
    }

    #[test]
    fn two_verbs_can_swap_keys() {
        let mut settings = Settings::default();
        let swapped =
            [(Verb::Explore, vec![Key::char('i')]), (Verb::Inventory, vec![Key::char('o')])];
        assert_eq!(settings.keys.rebind_all(&swapped), []);
        let (read, problems) = Settings::read(&settings.write());
        assert_eq!((read.keys.verb(Key::char('i')), problems), (Some(Verb::Explore), Vec::new()));
        assert_eq!(read, settings);
    }

    #[test]
    fn a_bad_line_is_reported_and_the_rest_is_used() {
        let (settings, problems) = Settings::read(
            "theme = light\ncolor = 3\nvision = blurred\nnonsense\nbind dance = x\n\
             bind explore = i\nbind rest = esc\nbind rest =\n\
             game left = x\ngame h = esc\n",
        );
        assert_eq!(settings.palette.theme, Theme::Light);
        assert_eq!(settings, Settings { palette: settings.palette, ..Settings::default() });
        let told: Vec<String> =
            problems.iter().map(|it| format!("{}: {}", it.line, it.what)).collect();
        assert_eq!(
            told,
            [
                "2: there is no setting `color`",
                "3: `blurred` is not one of usual, protan, deutan, tritan",
                "4: `nonsense` has no `=`; write name = value",
                "5: there is no verb `dance`",
                "6: `i` is the only key of `inventory`; give that one another key first",
                "7: `esc` is needed by menus; choose another key",
                "8: `bind rest` names no key",
                "9: games have keys on characters alone, and `left` is none",
                "10: `esc` is needed by menus; choose another key",
            ]
        );
    }
}
