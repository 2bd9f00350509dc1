//! Foes on small screens: every foe in view is on the screen.

use crate::stage::Stage;

/// Begins a run in a hall with the hero in the middle and spiders at the limits of sight.
fn hall(spiders: &[(usize, usize)]) -> Stage {
    seen_hall(spiders, 8)
}

/// Begins a run in such a hall with a hero who sees farther.
fn seen_hall(spiders: &[(usize, usize)], sight: u32) -> Stage {
    let (width, height) = (70, 40);
    let row = |y: usize| {
        let cell = |x: usize| match (x, y) {
            (0, _) | (_, 0) => '#',
            _ if x == width - 1 || y == height - 1 => '#',
            (35, 20) => '@',
            _ if spiders.contains(&(x, y)) => 's',
            _ => '.',
        };
        format!("\"{}\"", (0..width).map(cell).collect::<String>())
    };
    let rows: Vec<String> = (0..height).map(row).collect();
    let rules = r#""title": "Hall", "heroes": ["scout"], "start": "hall", "life": "health""#;
    let kinds = format!(
        r#""scout": {{ "extends": "hero", "has": {{ "sight": {sight} }} }},
        "spider": {{ "extends": "rat", "look": {{ "glyph": "s" }} }}"#
    );
    let legend = r#"{ "s": "spider" }"#;
    Stage::of(&format!(
        r#"{{ "pack": {{ {rules} }}, "kinds": {{ {kinds} }}, "levels": {{ "hall":
            {{ "extends": "stage", "drawing": [{}], "legend": {legend} }} }} }}"#,
        rows.join(", ")
    ))
}

#[test]
fn foes_at_the_limits_of_sight_are_on_the_screen_at_every_size() {
    for (width, height) in [(60, 20), (64, 21), (80, 24), (80, 25), (99, 29), (100, 30), (120, 40)]
    {
        let mut stage = hall(&[(35, 12), (35, 28), (43, 20), (27, 20)]);
        let frame = stage.frame(width, height);
        let shown = frame.lines().filter(|it| it.contains(".s.")).count();
        let beside = frame.lines().find(|it| it.contains('@')).expect("the hero is in view");
        assert_eq!(shown, 2, "{width}x{height}\n{frame}");
        assert!(beside.contains("s.......@.......s"), "{width}x{height}\n{frame}");
    }
}

#[test]
fn the_edge_of_the_screen_points_to_a_foe_beyond_it() {
    let frame = seen_hall(&[(4, 20), (67, 20)], 50).frame(60, 20);
    let beside = frame.lines().find(|it| it.contains('@')).expect("the hero is in view");
    assert!(beside.contains('s') && beside.ends_with('!'), "{frame}");
    let all = seen_hall(&[(4, 20), (67, 20)], 50).frame(120, 40);
    let beside = all.lines().find(|it| it.contains('@')).expect("the hero is in view");
    assert!(beside.matches('s').count() >= 2 && !beside.contains('!'), "{all}");
}

#[test]
fn where_there_is_no_sidebar_a_line_lists_the_foes() {
    let frame = hall(&[(35, 14), (38, 22)]).frame(80, 24);
    assert!(frame.contains("s: spider 3 east and 2 south  s: spider 6 north"), "{frame}");
}

/// Who plays cards sees them, and what the guests are about to do.
#[test]
fn where_there_is_no_sidebar_the_hand_and_what_is_announced_are_shown() {
    for (width, height) in [(60, 20), (80, 24), (99, 40), (100, 29)] {
        let frame = Stage::shipped("deck", 4).frame(width, height);
        let cards = ["1 Puff (1 breath)", "2 Cupped Hand (1 breath)", "5 Cupped Hand (1 breath)"];
        for part in cards.into_iter().chain(["Takes 6", "will take 3 x2", "Midnight."]) {
            assert!(frame.contains(part), "{width}x{height}, no {part}:\n{frame}");
        }
        let guests = frame.lines().filter(|it| it.contains(".m.")).count();
        assert_eq!(guests, 1, "and the table is in view:\n{frame}");
    }
}
