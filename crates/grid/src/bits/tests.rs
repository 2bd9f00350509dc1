use super::*;

#[test]
fn cells_are_inserted_and_removed() {
    let mut bits = BitGrid::new(130, 3);
    let cells = [Pos::new(0, 0), Pos::new(63, 1), Pos::new(64, 1), Pos::new(129, 2)];
    for pos in cells {
        assert!(bits.insert(pos));
        assert!(!bits.insert(pos));
    }
    assert_eq!(bits.iter().collect::<Vec<_>>(), cells);
    assert_eq!(bits.count(), 4);
    assert!(!bits.contains(Pos::new(-1, 0)) && !bits.contains(Pos::new(130, 2)));
    assert!(bits.remove(Pos::new(64, 1)) && !bits.remove(Pos::new(64, 1)));
}

#[test]
fn the_intersection_is_in_both_sets() {
    let one = BitGrid::from_fn(130, 5, |pos| (pos.x * 7 + pos.y) % 3 == 0);
    let two = BitGrid::from_fn(130, 5, |pos| (pos.x + pos.y * 5) % 4 == 0);
    let both: Vec<Pos> = one.iter().filter(|&pos| two.contains(pos)).collect();
    assert!(!both.is_empty());
    assert_eq!(one.intersection(&two, 0..5).collect::<Vec<_>>(), both);
    assert_eq!(BitGrid::default().intersection(&BitGrid::default(), 0..5).count(), 0);
    for (start, end) in [(-3, 2), (1, 4), (3, 9), (4, 2)] {
        let within = both.iter().copied().filter(|pos| (start..end).contains(&pos.y));
        assert!(one.intersection(&two, start..end).eq(within), "rows {start} to {end}");
    }
}

#[test]
fn sets_that_share_equal_columns_in_several_words_intersect() {
    let one = BitGrid::from_fn(8 * 64, 1, |pos| pos.x % 64 == 5);
    let cells: Vec<Pos> = one.iter().collect();
    assert_eq!(cells.len(), 8);
    assert!(one.intersection(&one, 0..1).eq(cells));
}

#[test]
fn runs_cover_every_cell_once_and_are_maximal() {
    for modulus in [1, 2, 3, 17, 64] {
        let bits = BitGrid::from_fn(130, 4, |pos| (pos.x + 40 * pos.y) % 80 % modulus != 1);
        let cells = bits.runs(0..4).flat_map(|(start, length)| {
            (start.x..).take(length).map(move |x| Pos::new(x, start.y))
        });
        assert!(cells.eq(bits.iter()));
        for (start, length) in bits.runs(0..4) {
            let end = start + Pos::new(length as i32, 0);
            assert!(end.x % 64 == 0 || !bits.contains(end), "{start:?} ends too soon");
        }
        assert!(bits.runs(1..3).eq(bits.runs(0..4).filter(|(at, _)| (1..3).contains(&at.y))));
    }
}

#[test]
fn inverting_leaves_the_margin_empty() {
    for width in [1, 63, 64, 65, 128, 130] {
        let mut bits = BitGrid::new(width, 2);
        bits.invert();
        assert_eq!(bits.count(), 2 * width.unsigned_abs());
    }
}

#[test]
fn rectangles_cross_words() {
    for rect in [Rect::new(60, 0, 10, 2), Rect::new(-3, -3, 200, 200), Rect::new(64, 1, 64, 1)] {
        let mut bits = BitGrid::new(129, 3);
        bits.insert_rect(rect);
        assert_eq!(bits, BitGrid::from_fn(129, 3, |pos| rect.contains(pos)));
        assert!(bits.overlaps_rect(rect));
        let inside = rect.intersection(bits.bounds());
        assert_eq!(bits.filled_rows(0..9), inside.y..inside.bottom());
    }
    assert!(!BitGrid::new(129, 3).overlaps_rect(Rect::new(-3, -3, 200, 200)));
    assert_eq!(BitGrid::new(129, 3).filled_rows(0..3), 0..0);
}

#[test]
fn a_set_overlaps_only_rectangles_with_its_cells() {
    for cell in [Pos::new(0, 0), Pos::new(63, 1), Pos::new(64, 1), Pos::new(128, 2)] {
        let mut bits = BitGrid::new(129, 3);
        bits.insert(cell);
        for rect in bits.bounds().cells().map(|corner| Rect::new(corner.x, corner.y, 3, 2)) {
            assert_eq!(bits.overlaps_rect(rect), rect.contains(cell), "{cell:?} {rect:?}");
        }
        assert_eq!(bits.filled_rows(-1..9), cell.y..cell.y + 1);
        assert!(!bits.overlaps_rect(Rect::new(cell.x, cell.y, 0, 1)));
        assert!(!bits.overlaps_rect(Rect::new(500, 0, 3, 3)));
    }
}
