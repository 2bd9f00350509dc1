use std::path::PathBuf;

/// A game that is started in a terminal.
pub struct Program {
    /// Its name, and which screen is timed.
    pub name: &'static str,
    /// `true` for Barrow, `false` for a peer.
    pub ours: bool,
    /// The path of the program.
    pub path: PathBuf,
    /// Its arguments. `{home}` becomes a folder of its own, and `{own}` a name that is new for
    /// each start.
    pub arguments: &'static [&'static str],
    /// Additional environment variables.
    pub variables: &'static [(&'static str, &'static str)],
    /// A text on the screen that is timed.
    pub shows: &'static str,
    /// Keys that end it without leaving a save.
    pub leave: &'static str,
    /// How to install it.
    pub get: &'static str,
}

impl Program {
    /// Checks that it is installed. The error says how to get it.
    pub fn find(&self) -> Result<(), String> {
        let missing = || format!("{} is missing; {}", self.path.display(), self.get);
        if self.path.exists() { Ok(()) } else { Err(missing()) }
    }
}

/// Lists our game, whose path is in the variable `BARROW`, and the peers that Debian has.
pub fn programs() -> Vec<Program> {
    let ours = std::env::var_os("BARROW").unwrap_or_else(|| "barrow".into());
    let barrow = |name, arguments, shows| Program {
        name,
        ours: true,
        path: ours.clone().into(),
        arguments,
        variables: &[],
        shows,
        leave: "\x03",
        get: "`cargo xtask bench` builds it and names it in `BARROW`",
    };
    let mut programs = vec![
        barrow("barrow, to the list of games", &[], "enter"),
        barrow("barrow, to floor 1 of crawl", &["play", "crawl", "--seed", "7"], "HP"),
    ];
    programs.extend(peers());
    programs
}

fn peers() -> [Program; 2] {
    let debian = |name, path: &str| Program {
        name,
        ours: false,
        path: path.into(),
        arguments: &[],
        variables: &[],
        shows: "",
        leave: "",
        get: "on Debian, `apt-get install nethack-console crawl` brings it",
    };
    [
        Program {
            arguments: &["-u", "b{own}"],
            variables: &[(
                "NETHACKOPTIONS",
                "role:Valkyrie,race:human,gender:female,align:neutral,!legacy,!splash_screen,!news,!autopickup",
            )],
            shows: "Dlvl",
            leave: "#quit\nyq\n\n",
            ..debian("nethack-console, to dungeon level 1", "/usr/games/nethack-console")
        },
        Program {
            arguments: &[
                "-dir",
                "{home}",
                "-name",
                "b{own}",
                "-species",
                "mi",
                "-background",
                "be",
                "-extra-opt-last",
                "weapon=hand axe",
            ],
            shows: "Dungeon",
            ..debian("crawl, to dungeon level 1", "/usr/games/crawl")
        },
    ]
}
