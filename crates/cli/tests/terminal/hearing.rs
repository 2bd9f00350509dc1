//! A player who only hears plays every game to an end: it reads the lines of `--plain` and nothing
//! else.

use std::io::{BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use super::place::Place;

/// A game in line mode, and someone who listens to it.
struct Listener {
    game: Child,
    said: ChildStdin,
    heard: BufReader<ChildStdout>,
    /// Everything that was said and heard.
    all: String,
    /// What was heard last.
    lines: String,
    orders: u32,
}

impl Listener {
    fn new(place: &Place, arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_barrow"));
        command.arg("play").args(arguments).args(["--plain", "--seed", "5"]);
        command.envs(place.variables()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut game = command.spawn().expect("barrow starts");
        let said = game.stdin.take().expect("piped");
        let heard = BufReader::new(game.stdout.take().expect("piped"));
        let (all, lines) = (String::new(), String::new());
        let mut listener = Self { game, said, heard, all, lines, orders: 0 };
        listener.listen();
        listener
    }

    /// Hears everything up to the next prompt.
    fn listen(&mut self) {
        let mut bytes = Vec::new();
        let mut byte = [0];
        while !bytes.ends_with(b"\n> ") && bytes != b"> " {
            if self.heard.read(&mut byte).unwrap_or(0) == 0 {
                break;
            }
            bytes.push(byte[0]);
        }
        let text = String::from_utf8_lossy(&bytes);
        self.lines = text.trim_end_matches("> ").into();
        self.all.push_str(&text);
    }

    /// Says something and hears the answer.
    fn tell(&mut self, order: &str) -> &str {
        self.orders += 1;
        self.all.push_str(order);
        self.all.push('\n');
        writeln!(self.said, "{order}").expect("the game listens");
        self.listen();
        &self.lines
    }

    /// Says something, and answers yes if the game asks about a step.
    fn say(&mut self, order: &str) -> &str {
        self.tell(order);
        // A question is answered before anything else.
        if self.hears("Really go") {
            return self.say("yes");
        }
        if self.hears("Type a number") && !self.is_over() {
            return self.say("1");
        }
        &self.lines
    }

    fn hears(&self, words: &str) -> bool {
        self.lines.contains(words)
    }

    fn is_over(&self) -> bool {
        self.all.contains("Type again for another run")
    }

    /// Gives an order that lists things, and returns the number of the nearest one with a name.
    fn number_of(&mut self, order: &str, name: &str) -> Option<u32> {
        let lines = self.tell(order).lines();
        let found = lines.filter_map(|it| it.split_once(". ")).find(|(_, it)| it.contains(name))?;
        found.0.parse().ok()
    }

    /// Goes where `look` says that something is.
    #[track_caller]
    fn go_to(&mut self, name: &str) {
        for _ in 0..9 {
            let Some(number) = self.number_of("look", name) else { return };
            if self.say(&format!("go {number}")).contains(&format!("You pick up a {name}")) {
                return;
            }
        }
    }

    /// Says several orders.
    fn say_all(&mut self, orders: &str) {
        for order in orders.split(", ") {
            let (order, times) = order.split_once(" x").unwrap_or((order, "1"));
            for _ in 0..times.parse::<u32>().expect("a number") {
                self.say(order);
            }
        }
    }

    /// Plays as the words suggest, until the run ends.
    fn play(&mut self) {
        let ways = ["north", "east", "south", "west"];
        while !self.is_over() && self.orders < 6000 {
            self.say("explore");
            if self.hears("Not while you see") || self.hears("You see a") {
                self.say("fight");
                if self.hears("no way there")
                    || self.hears("way on is")
                    || self.hears("way is blocked")
                {
                    self.say("wait");
                }
            } else if self.hears("nothing left") || self.hears("dark.") || self.hears("way") {
                self.say("take");
                self.say("down");
                self.say("down");
                if self.hears("not found one") || self.hears("way") || self.hears("dangerous") {
                    // Nobody knows what lies there; steps this way and that tell.
                    for _ in 0..8 {
                        let die = self.orders.wrapping_mul(2_654_435_761) >> 30;
                        self.say(ways[usize::try_from(die).unwrap_or(0)]);
                    }
                }
            }
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let _ = self.game.kill();
        let _ = self.game.wait();
    }
}

/// All errands of the kit but three: `life` is only watched and has no end; to leave `caverns` and
/// `locks` a player must dig or think, which this listener does not. They have tests of their own.
const ERRANDS: [&str; 7] =
    ["alchemist", "arena", "famine", "halls", "inferno", "labyrinth", "sewers"];

#[track_caller]
fn is_played_to_an_end(name: &str, arguments: &[&str]) {
    let place = Place::new(&format!("hearing-{name}"));
    let mut listener = Listener::new(&place, arguments);
    listener.play();
    let all = &listener.all;
    let tail: Vec<&str> = all.lines().rev().take(60).collect();
    assert!(listener.is_over(), "{}", tail.into_iter().rev().collect::<Vec<_>>().join("\n"));
    for wrong in ["Press ?", "Open: .", "?. ", "\x1b"] {
        assert!(!all.contains(wrong), "it says {wrong:?}");
    }
    assert_eq!(place.kept("replays").len(), 1);
}

#[test]
fn nine_bells_is_played_to_an_end_by_ear() {
    is_played_to_an_end("arena", &["arena"]);
}

#[test]
fn crawl_is_played_to_an_end_by_ear() {
    is_played_to_an_end("crawl", &["crawl"]);
}

#[test]
fn dark_floor_is_played_to_an_end_by_ear() {
    is_played_to_an_end("dark-floor", &["dark-floor"]);
}

#[test]
fn darkdelve_is_played_to_an_end_by_ear() {
    is_played_to_an_end("darkdelve", &["darkdelve"]);
}

#[test]
fn descent_is_played_to_an_end_by_ear() {
    is_played_to_an_end("descent", &["descent"]);
}

#[test]
fn small_hours_is_played_to_an_end_by_ear() {
    is_played_to_an_end("deck", &["deck"]);
}

#[test]
fn errands_without_riddles_are_played_to_an_end_by_ear() {
    for errand in ERRANDS {
        is_played_to_an_end(&format!("kit-{errand}"), &["kit", "--level", errand]);
    }
}

#[test]
fn the_doors_and_stones_are_solved_by_ear() {
    let place = Place::new("hearing-locks-whole");
    let mut it = Listener::new(&place, &["kit", "--level", "locks"]);
    it.tell("look");
    assert!(it.hears("Boulder"), "{}", it.all);
    it.say_all("south x6");
    assert!(it.all.contains("You push the Boulder"), "{}", it.all);
    it.go_to("Key");
    it.say_all("west x2, north x6, east x7");
    assert!(it.all.contains("The Key unlocks the Vault Door"), "{}", it.all);
    it.say_all("north-east, north");
    it.go_to("Key");
    it.say_all("north x2, east x2, south-east, east x6, south x4");
    it.say_all("north x4, west x5, south-west, south x3");
    assert!(it.hears("open"), "the crown opens the stairs: {}", it.all);
    it.say_all("down x2");
    assert!(it.is_over(), "{}", it.all);
}

#[test]
fn the_heartstone_is_dug_out_by_ear() {
    let place = Place::new("hearing-caverns");
    let mut it = Listener::new(&place, &["kit", "--level", "caverns"]);
    it.go_to("Pick");
    let number = it.number_of("bag", "Pick").expect("the pick was picked up");
    it.say(&format!("wear {number}"));
    // The opening says that the ticking is in the east; with a pick there is always a way.
    while !it.all.contains("You pick up a Heartstone") && it.orders < 900 {
        it.say("east");
        while it.hears("Cave Worm") && it.hears("you.") && !it.is_over() {
            it.say("fight");
        }
        if it.all.contains("a Heartstone, ") {
            it.go_to("Heartstone");
        }
    }
    assert!(it.all.contains("You pick up a Heartstone"), "{}", it.all);
    it.say_all("down x4");
    assert!(it.is_over() || it.all.contains("The heart of the mine is a fire"), "{}", it.all);
}

#[test]
fn the_garden_can_be_watched_by_ear_and_left() {
    let place = Place::new("hearing-life");
    let mut it = Listener::new(&place, &["kit", "--level", "life"]);
    let first = it.tell("look").to_string();
    assert!(first.contains("You see life on "), "{first}");
    it.say_all("wait x9");
    assert!(it.hears("You see life on "), "{}", it.all);
    assert_ne!(it.tell("look"), first, "the garden changes");
    assert!(it.tell("north").contains("watch"), "who only watches is told so: {}", it.all);
    it.tell("quit");
    assert!(it.game.wait().expect("it ends").success());
}

#[test]
fn a_step_into_the_void_is_asked_about_by_ear() {
    let place = Place::new("hearing-void");
    let mut it = Listener::new(&place, &["kit", "--level", "locks"]);
    it.say_all("south x6");
    it.tell("south");
    assert!(it.hears("Really go south?") && it.hears("Type yes or no."), "{}", it.all);
    it.tell("no");
    it.tell("look");
    assert!(!it.is_over());
    it.tell("south");
    it.tell("yes");
    assert!(it.is_over(), "{}", it.all);
}

#[test]
fn no_diagonal_is_offered_in_a_game_with_four_ways() {
    let place = Place::new("hearing-four-ways");
    let mut listener = Listener::new(&place, &["dark-floor"]);
    for way in ["north", "east", "look", "south", "west", "look"] {
        listener.say(way);
    }
    for word in ["north-east", "south-east", "south-west", "north-west"] {
        assert!(!listener.all.contains(word), "{}", listener.all);
    }
}

#[test]
fn what_a_tip_says_to_type_is_understood() {
    let place = Place::new("hearing-tips");
    let mut it = Listener::new(&place, &["dark-floor"]);
    assert!(it.hears("ype key e to switch on your flashlight"), "{}", it.all);
    assert!(it.tell("keys").contains("key e: "), "{}", it.all);
    it.tell("key e");
    assert!(it.tell("bag").contains("LIT (on) 100%, flashlight"), "{}", it.all);
    assert!(it.tell("key z").contains("none of the game's own keys"));
    let mut it = Listener::new(&Place::new("hearing-tips-deck"), &["deck"]);
    assert!(it.hears("Type slot 1 to play your first card, type key e"), "{}", it.all);
    assert!(it.say("slot 1").contains("breath 2/3"), "{}", it.all);
    let mut it = Listener::new(&Place::new("hearing-tips-crawl"), &["crawl"]);
    assert!(it.hears("type descend once you have seen the stairs"), "{}", it.all);
    assert!(it.tell("descend").contains("You have not found one yet."), "{}", it.all);
    assert!(it.tell("key m").contains("You lack a mana potion."), "{}", it.all);
}

/// Whatever a listener says, something is answered, also where time passes by itself and nothing
/// comes of it.
#[test]
fn no_order_is_answered_with_silence() {
    let orders = "explore, rest, wait, down, up, run north, run east, run south, run west, north, east, \
        south, west, look, bag, take, status, keys, fight, key e, use 1, wear 1, drop 1, explore";
    for game in ["arena", "crawl", "dark-floor", "darkdelve", "deck", "descent", "kit"] {
        let place = Place::new(&format!("hearing-silence-{game}"));
        let mut it = Listener::new(&place, &[game]);
        for order in orders.split(", ") {
            let answer = it.tell(order.trim()).trim().to_owned();
            assert!(!answer.is_empty() || it.is_over(), "{game}, {order}: {}", it.all);
        }
    }
}

/// In the dark there is nothing to see of a lamp, a chosen thing and a turn, so they are told.
#[test]
fn what_a_screen_shows_of_the_hero_is_told() {
    let place = Place::new("hearing-held");
    let mut it = Listener::new(&place, &["dark-floor"]);
    assert!(it.tell("key e").contains("You switch on LIT, flashlight."), "{}", it.all);
    assert!(it.tell("key e").contains("You switch off LIT, flashlight."), "{}", it.all);
    assert!(it.tell("key 2").contains("You choose H2O, water."), "{}", it.all);
    let turned = ["north", "east", "south", "west"].map(|way| {
        let answer = it.tell(way).to_owned();
        answer.contains("You went") || answer.contains(&format!("You turn {way}."))
    });
    assert_eq!(turned, [true; 4], "{}", it.all);
    let help = it.tell("help");
    assert!(
        help.contains("explore: ") && !help.contains("fight"),
        "nothing here can be fought: {help}"
    );
}

#[test]
fn a_step_is_answered_with_where_it_led() {
    let place = Place::new("hearing-steps");
    let mut listener = Listener::new(&place, &["kit"]);
    listener.say("east");
    assert!(listener.hears("You went 1 east."), "{}", listener.all);
    assert!(listener.hears("Open: "), "{}", listener.all);
    let seen = listener.say("look").to_string();
    assert!(!seen.contains("Wall"), "walls are of no note: {seen}");
}

#[test]
fn the_colour_of_a_lock_is_named() {
    let place = Place::new("hearing-locks");
    let mut listener = Listener::new(&place, &["kit", "--level", "locks"]);
    let seen = listener.say("look").to_string();
    let keys: Vec<&str> = seen.lines().filter(|it| it.contains("A Key (")).collect();
    assert_eq!(keys.len(), 3, "{seen}");
}
