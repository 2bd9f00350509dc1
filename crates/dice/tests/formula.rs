//! Formulas as packs write them: their results and their error messages.

// The helpers are tests as well; clippy recognizes them by this.
#![cfg(test)]

use std::ops::Range;

use barrow_dice::{Fixed, Formula, FormulaError, Rng, Scope, Values, Variable};

/// A scope with a few names, each with the value beside it.
struct Example;

const NAMES: [(&str, &str); 14] = [
    ("floor", "7"),
    ("level", "3"),
    ("attacker.attack", "9"),
    ("attacker.accuracy", "40"),
    ("attacker.strength", "13"),
    ("attacker.cunning", "14"),
    ("defender.defense", "7"),
    ("defender.armour", "20%"),
    ("player.dread", "60"),
    ("player.health", "12"),
    ("player.blessed", "1"),
    ("player.stunned", "0"),
    ("attack", "-2.5"),
    ("count.`north/rat-king (old)`", "4"),
];

impl Scope for Example {
    fn resolve(&self, path: &str) -> Option<Variable> {
        let index = NAMES.iter().position(|&(name, _)| name == path)?;
        Some(Variable(u32::try_from(index).unwrap()))
    }

    fn names(&self) -> Vec<String> {
        NAMES.iter().map(|&(name, _)| name.into()).collect()
    }
}

impl Values for Example {
    fn value(&self, Variable(index): Variable) -> Fixed {
        NAMES[index as usize].1.parse().unwrap()
    }
}

fn parse(text: &str) -> Formula {
    let error = |error: FormulaError| panic!("{}", caret(text, &error));
    Formula::parse(text, &Example).unwrap_or_else(error)
}

/// Checks the value of a formula without chance, and that it is printed and bounded correctly.
fn check(text: &str, value: &str) {
    let formula = parse(text);
    let mut rng = Rng::new(1);
    assert_eq!(formula.value(&Example, &mut rng).to_string(), value, "{text}");
    assert_eq!(rng, Rng::new(1), "{text} draws");
    let value = value.parse().unwrap();
    assert_eq!(formula.bounds(&Example), (value, value), "{text}");
    assert_eq!(parse(&formula.to_string()), formula, "{text}");
}

/// Checks that a formula with chance reaches both ends of its range.
fn check_between(text: &str, min: &str, max: &str) {
    let formula = parse(text);
    let mut rng = Rng::new(1);
    let values: Vec<Fixed> = (0..2_000).map(|_| formula.value(&Example, &mut rng)).collect();
    assert_eq!(values.iter().min().unwrap().to_string(), min, "{text}");
    assert_eq!(values.iter().max().unwrap().to_string(), max, "{text}");
    let ends = (min.parse().unwrap(), max.parse().unwrap());
    assert_eq!(formula.bounds(&Example), ends, "{text}");
    assert!(formula.draws(), "{text}");
}

#[test]
fn numbers_that_the_games_use_are_computed() {
    // Damage, experience, light, cooldowns and counts by floor.
    check("level * 20", "60");
    check("60 + floor * 5", "95");
    check("3 + (20 - floor) // 3", "7");
    check("max(1, floor // 5)", "1");
    check("3 + floor(floor * 0.8)", "8");
    check("10 * (1 + (floor - 1) * 0.25)", "25");
    check("mod(floor, 3) = 0", "0");
    // Weights of rarities, and growing chances.
    check("100 * max(0.3, 1.0 - floor * 0.07)", "51");
    check("100 * min(1.5, 0.0 + floor * 0.10)", "70");
    check("min(8%, 1% + floor * 1%)", "0.08");
    check("5% + 0.2% * player.dread", "0.17");
    check("1 + 0.02 * player.dread", "2.2");
    check(
        "min(65%, 5% + 3% * min(10, attacker.cunning) + 1.5% * max(0, attacker.cunning - 10))",
        "0.41",
    );
    // Multipliers.
    check("round((6 + attacker.strength) * 1.5 * (1 - defender.armour * (1 - 25%)))", "24");
    check("floor(-5 * attacker.strength / 10 + 0.5)", "-6");
    // Accuracy.
    check("clamp(attacker.accuracy - defender.defense, 5, 95)", "33");
    check("clamp(round(95 * pow(0.987, 40)), 5, 95)", "56");
    check("clamp(round(attacker.accuracy * pow(0.987, 900)), 5, 95)", "5");
    // Conditions.
    check("if(player.health * 4 < 60 and not player.stunned, 1.25, 1)", "1.25");
    check("player.blessed and level >= 5 or floor != 7", "0");
}

#[test]
fn rolls_that_the_games_use_are_in_range() {
    check_between("max(1, attacker.attack - defender.defense + roll(-2, 2))", "1", "4");
    check_between("max(0, attacker.attack + roll(1, 6) - defender.defense)", "3", "8");
    check_between("2d6 + 1", "3", "13");
    check_between("d20", "1", "20");
    check_between("d20 + attack >= 15", "0", "1");
    check_between("chance(5% + 0.2% * player.dread)", "0", "1");
    check_between("attacker.attack * if(chance(15%), 2, 1)", "9", "18");
    check_between("roll(9, 14) * 1.5 - 1d4", "9.5", "20");
    check_between("-roll(roll(1, 2), 3)", "-3", "-1");
    check_between("roll(level, d6)", "3", "6");
    check_between("roll(0.5, 2.4)", "1", "2");
    check_between("100 / roll(-1, 2)", "-100", "100");
    check_between("d6 // roll(1, 4)", "0", "6");
    check_between("abs(roll(-2, 1)) * sign(roll(-1, 0))", "-2", "0");
    check_between("pow(-2, d3)", "-8", "4");
    check_between("pow(-0.5, d4)", "-0.5", "0.25");
    check_between("compound(16, 0.5, roll(-1, 4))", "1", "16");
    check_between("mod(2d6, 100)", "2", "12");
    check_between("mod(d20, 6)", "0", "5");
    check_between("clamp(d20, d4, 9)", "1", "9");
    check_between("not roll(-1, 1) or d2 = 3", "0", "1");
    check_between("pick(0, 0, 1, 2)", "0", "2");
    check_between("10 - pick(level, d6, 2) * 2", "-2", "8");
    check_between("nth(roll(2, 3), 100, d6, 8, -100)", "1", "8");
    check_between("nth(roll(-1, 9), 3, 5)", "3", "5");
}

/// A power that is rounded to four decimals before the multiplication can give another hit chance;
/// `compound` rounds once. 40 x 0.987^7 is 36.49892...
#[test]
fn compounding_is_exact_where_a_product_is_not() {
    check("attacker.accuracy * pow(0.987, defender.defense)", "36.5");
    check("compound(attacker.accuracy, 0.987, defender.defense)", "36.4989");
    check("clamp(round(compound(attacker.accuracy, 0.987, defender.defense)), 5, 95)", "36");
}

#[test]
fn operators_bind_as_usual() {
    check("2 + 3 * 4", "14");
    check("(2 + 3) * 4", "20");
    check("10 - 4 - 3", "3");
    check("100 / 10 / 2", "5");
    check("100 / (10 / 2)", "20");
    check("7 // 2 * 2", "6");
    check("-2 * -3", "6");
    check("2 - -3", "5");
    check("--level", "3");
    check("-level - 1", "-4");
    check("1 + 1 = 2", "1");
    check("1 < 2 and 2 < 1 or 1", "1");
    check("1 or 1 and 0", "1");
    check("not 1 = 2", "1");
    check("(not 1) = 2", "0");
    check("not not 5", "1");
    check("not player.stunned and not player.stunned", "1");
}

#[test]
fn names_can_be_quoted_with_backquotes() {
    check("count.`north/rat-king (old)` / 2", "2");
    check("1+count.`north/rat-king (old)`=5", "1");
}

#[test]
fn functions_and_names_may_share_a_word() {
    check("floor", "7");
    check("floor(floor / 2)", "3");
    check("floor (2.5) + floor", "9");
}

#[test]
fn every_function_does_what_it_says() {
    check("abs(attack)", "2.5");
    check("floor(attack)", "-3");
    check("ceil(attack)", "-2");
    check("round(attack)", "-3");
    check("round(2.4999)", "2");
    check("sign(attack)", "-1");
    check("sqrt(level)", "1.732");
    check("sqrt(attack)", "0");
    check("min(3, 1, level, 2)", "1");
    check("max(3, level * 3, 2)", "9");
    check("clamp(level, 5, 9)", "5");
    check("clamp(level, 5, 1)", "5");
    check("mod(-level, 5)", "2");
    check("pow(level, 4)", "81");
    check("pow(level, attack)", "1");
    check("pow(level, floor / 2)", "27");
    check("compound(level, 2, 10)", "3072");
    check("level / 7", "0.4286");
    check("-level / 7", "-0.4286");
    check("-level // 7", "-1");
    check("if(level, 1, 2)", "1");
    check("if(player.stunned, 1, 2)", "2");
    check("nth(level, 10, 20, 30, 40)", "30");
    check("nth(attack, level, 20)", "3");
    check("nth(9.5, 10, level)", "3");
}

#[test]
fn division_by_zero_gives_zero() {
    check("level / player.stunned", "0");
    check("level // player.stunned", "0");
    check("mod(level, player.stunned)", "0");
}

#[test]
fn nothing_overflows() {
    check("floor * 900000000000000", "922337203685477.5807");
    check("-floor * 900000000000000", "-922337203685477.5807");
    check("pow(floor, 4000000000)", "922337203685477.5807");
    check("pow(-floor, 4000000001)", "-922337203685477.5807");
    check("level - 922337203685477 - 922337203685477", "-922337203685477.5807");
}

#[test]
fn constants_are_evaluated_when_parsed() {
    let constants = [
        ("2 + 3 * 4", "14"),
        ("max(1, 2, 3) / 4", "0.75"),
        ("if(1 < 2, 5, level)", "5"),
        ("if(0, d6, 7)", "7"),
        ("chance(100%) + chance(-1)", "1"),
        ("roll(3, 3) + roll(9, 2)", "12"),
        ("5d1", "5"),
        ("-(-(3))", "3"),
    ];
    for (text, constant) in constants {
        let formula = parse(text);
        assert!(formula.is_constant() && !formula.draws(), "{text}");
        assert_eq!(formula.to_string(), constant, "{text}");
        assert_eq!(formula, Formula::from(constant.parse::<Fixed>().unwrap()));
    }
    // The end of an `if` is not an operand, although it is a constant.
    check("if(player.stunned, 1, 5) + 2", "7");
    check("1 + if(player.stunned, 1, 5) * 2", "11");
    check("max(if(level, if(0, 9, 4), 8), 2)", "4");
    assert!(!parse("0 * d6").is_constant(), "a draw is never dropped");
}

#[test]
fn formulas_are_printed_in_a_normal_form() {
    let cases = [
        ("( level )", "level"),
        ("1+2*level", "1 + 2 * level"),
        ("((level-1))*25%", "(level - 1) * 0.25"),
        ("level-(floor-attack)", "level - (floor - attack)"),
        ("(level-floor)-attack", "level - floor - attack"),
        ("max(max(level,1),floor,D6)", "max(level, 1, floor, 1d6)"),
        ("max(level, max(floor, 2d6))", "max(level, max(floor, 2d6))"),
        ("-(-level)", "--level"),
        ("level--2", "level - -2"),
        ("not(level=1)and(floor>(2)or attack)", "not level = 1 and (floor > 2 or attack)"),
        ("(not level) = 1", "(not level) = 1"),
        ("(level < floor) = attack", "(level < floor) = attack"),
        ("if( level ,roll(1,2),chance(5%) )", "if(level, roll(1, 2), chance(0.05))"),
        ("-(level + 1) * 2", "-(level + 1) * 2"),
        ("nth( floor ,1,D6 )", "nth(floor, 1, 1d6)"),
    ];
    for (text, printed) in cases {
        assert_eq!(parse(text).to_string(), printed);
    }
}

#[test]
fn a_formula_lists_its_variables() {
    let variables = |text| parse(text).variables().collect::<Vec<_>>();
    let of = |name| Example.resolve(name).unwrap();
    assert_eq!(variables("floor + level * floor"), [of("floor"), of("level")]);
    assert_eq!(variables("player.dread"), [of("player.dread")]);
    assert_eq!(variables("if(0, player.dread, 1 + 1)"), []);
}

/// Changing any of these changes every replay. Computed separately, draw by draw.
#[test]
fn draws_happen_in_reading_order() {
    let cases = [
        ("roll(-2, 2)", "2 -1 0 2 0 -1"),
        ("2d6 * 1.5", "12 12 10.5 9 16.5 13.5"),
        ("roll(1, 100) - roll(1, 50)", "82 8 33 -31 58 -2"),
        ("100 * d4 + 10 * d6 + d8", "424 443 158 438 466 133"),
        ("roll(d3, 9 + d4 - d4)", "8 8 11 4 7 7"),
        ("clamp(d6, d4, d9)", "5 4 4 5 6 2"),
        ("if(d6 > 3, 10 * d8, d10)", "30 9 30 8 70 10"),
    ];
    for (text, expected) in cases {
        let (formula, mut rng) = (parse(text), Rng::new(12345));
        let values = [(); 6].map(|()| formula.value(&Example, &mut rng).to_string());
        assert_eq!(values.join(" "), expected, "{text}");
    }
}

#[test]
fn only_the_branch_that_is_taken_draws() {
    let check_draws = |text, count| {
        let (mut rng, mut expected) = (Rng::new(9), Rng::new(9));
        parse(text).value(&Example, &mut rng);
        for _ in 0..count {
            expected.bits();
        }
        assert_eq!(rng, expected, "{text}");
    };
    check_draws("if(level, 2d6, 5d6)", 2);
    check_draws("if(player.stunned, 2d6, 5d6) + d6", 6);
    check_draws("if(level, if(player.stunned, d6, 3d6), 7d6)", 3);
    // Both sides are evaluated, whatever the first one is.
    check_draws("player.stunned and d6", 1);
    check_draws("player.blessed or 2d6", 2);
    // Certain outcomes draw nothing.
    check_draws("chance(level) + roll(level, 3) + roll(floor, level)", 0);
}

/// Returns the text with the error marked below it.
fn caret(text: &str, error: &FormulaError) -> String {
    let letters = |range: Range<usize>| text[range].chars().count();
    let before = " ".repeat(letters(0..error.at.start));
    let marks = "^".repeat(letters(error.at.clone()).max(1));
    format!("{text}\n{before}{marks} {}", error.what)
}

fn refused(picture: &str) {
    let text = picture.lines().next().unwrap();
    let error = Formula::parse(text, &Example).expect_err(text);
    assert_eq!(caret(text, &error), picture);
}

#[test]
fn errors_mark_their_position() {
    let pictures = "\
level + atack
        ^^^^^ no `atack` here (did you mean `attack`?)

2 * player.dred
    ^^^^^^^^^^^ no `player.dred` here (did you mean `player.dread`?)

sanity / 2
^^^^^^ no `sanity` here

mx(1, 2)
^^ no function `mx` here (did you mean `max`?)

level(2)
^^^^^ no function `level` here

max + 1
^^^ `max` needs its arguments in parentheses

clamp(level, 5)
^^^^^^^^^^^^^^^ `clamp` takes 3 arguments, not 2

1 + max(level)
    ^^^^^^^^^^ `max` takes 2 or more arguments, not 1

abs()
^^^^^ `abs` takes 1 argument, not 0

if(1, 2, 3, 4)
^^^^^^^^^^^^^^ `if` takes 3 arguments, not 4

2 * (3 + level
    ^ this `(` is never closed

max(1, (2)
   ^ this `(` is never closed

2 * 3)
     ^ this `)` has no matching `(`

(1, 2)
  ^ a comma may only separate the arguments of a function

max(1, )
       ^ expected a value before `)`

2 * * 3
    ^ expected a value before `*`

2 *
   ^ expected a value, but the formula ends here

2 level
  ^^^^^ an operator is missing before `level`

max(1 2)
      ^ an operator is missing before `2`

2level
^^^^^^ `2level` is neither a number such as `0.5` nor dice such as `2d6`

1e3
^^^ `1e3` is neither a number such as `0.5` nor dice such as `2d6`

level * .5
        ^^ `.5` is neither a number such as `0.5` nor dice such as `2d6`

0.12345 * 2
^^^^^^^ a number has at most four decimals, a percentage at most two

1 + 99999999999999999999
    ^^^^^^^^^^^^^^^^^^^^ a number is at most 922337203685477.5807

5000d6
^^^^^^ a number of dice or sides is at most 1000

2d0
^^^ a die has at least one side

level / (3 - 3)
        ^^^^^^^ this divides by zero

if(0, mod(1, 0), 2)
             ^ this divides by zero

pow(2, -1)
       ^^ the number of times must be a whole number, 0 or more

compound(2, level, 0.5)
                   ^^^ the number of times must be a whole number, 0 or more

1 < level < 5
          ^ comparisons do not chain; write `a < b and b < c`

level = not 1
        ^^^ `not` needs parentheses here, as in `(not a) = b`

level == 3
      ^^ `==` is written `=` here

2 ^ level
  ^ `^` is written `pow(a, b)` here

floor % 3
      ^ `%` must directly follow a number, as in `25%`; for a remainder, write `mod(a, b)`

level ? 1 : 2
      ^ `?` has no meaning in a formula

h\u{f6}he + 1
^^^^ no `h\u{f6}he` here";
    pictures.split("\n\n").for_each(refused);
}

#[test]
fn an_empty_formula_is_refused() {
    for text in ["", "  \t"] {
        let error = Formula::parse(text, &Example).unwrap_err();
        assert_eq!(error.to_string(), "the formula is empty; write a number such as `0`");
    }
}

#[test]
fn too_long_or_too_deep_formulas_are_refused() {
    let told = |text: &str| Formula::parse(text, &Example).unwrap_err();
    let long = format!("1{}", "+1".repeat(1_000));
    assert_eq!(
        told(&long),
        FormulaError { at: 2_000..2_001, what: "a formula has at most 2000 characters".into() }
    );
    assert!(parse(&format!("level{}", "+level".repeat(332))).to_string().len() > 2_000);
    let too_deep = "nested too deeply; the limit is 64 levels";
    for (open, close) in
        [("(", ")"), ("-", ""), ("not ", ""), ("abs(", ")"), ("1+(", ")"), ("if(d6,1,", ")")]
    {
        let nested = |levels| format!("{}level{}", open.repeat(levels), close.repeat(levels));
        let deepest = parse(&nested(64));
        assert_eq!(parse(&deepest.to_string()), deepest, "{open}");
        assert_eq!(told(&nested(65)).what, too_deep, "{open}");
        if nested(400).len() <= 2_000 {
            assert_eq!(told(&nested(400)).what, too_deep, "{open}");
        }
    }
    let high =
        |levels| format!("{}1{}", "compound(level,floor,".repeat(levels), ")".repeat(levels));
    check(&high(63), "922337203685477.5807");
    assert_eq!(told(&high(64)).what, too_deep);
}

/// Returns a random formula as text.
fn any(rng: &mut Rng, depth: u32) -> String {
    let kind = rng.below(if depth == 0 { 4 } else { 20 });
    let mut part = || any(rng, depth - 1);
    match kind {
        0 | 1 => NAMES[rng.below(13) as usize].0.into(),
        2 => Fixed::from_basis_points(i64::from(rng.below(99_999)) * 10 / 8).to_string(),
        3 => format!("{}d{}", rng.below(4), 1 + rng.below(9)),
        4 => format!("-{}", part()),
        5 => format!("(not {})", part()),
        6 => format!("if({}, {}, {})", part(), part(), part()),
        7 => format!("clamp({}, {}, {})", part(), part(), part()),
        8 => format!("compound({}, {}, {})", part(), part(), part()),
        9 => format!("roll({}, {})", part(), part()),
        10 => format!("chance({})", part()),
        18 => format!("pick({}, {}, {})", part(), part(), part()),
        19 => format!("nth({}, {}, {})", part(), part(), part()),
        11 | 12 => {
            let (first, second) = (part(), part());
            let name = ["min", "max", "mod", "pow"][rng.below(4) as usize];
            format!("{name}({first}, {second})")
        }
        13 => {
            let inner = part();
            let name = ["abs", "floor", "ceil", "round", "sign", "sqrt"][rng.below(6) as usize];
            format!("{name}({inner})")
        }
        _ => {
            let (left, right) = (part(), part());
            let signs = ["+", "-", "*", "/", "//", "<", "<=", ">", ">=", "=", "!=", "and", "or"];
            format!("({left}) {} ({right})", signs[rng.below(13) as usize])
        }
    }
}

/// Returns hundreds of random formulas, without the few that divide by a constant zero.
fn many() -> impl Iterator<Item = (String, Formula)> {
    let texts = (0..3_000).map(|seed| any(&mut Rng::new(seed), 1 + seed % 5));
    texts.filter_map(|text| Formula::parse(&text, &Example).ok().map(|formula| (text, formula)))
}

#[test]
fn printed_formulas_parse_to_the_same_formula() {
    let read = many().inspect(|(text, formula)| {
        let printed = formula.to_string();
        assert_eq!(Formula::parse(&printed, &Example).as_ref(), Ok(formula), "{text}\n{printed}");
        assert_eq!(parse(&printed).to_string(), printed);
    });
    assert!(read.count() > 2_000);
}

#[test]
fn no_value_is_outside_the_bounds() {
    let mut rng = Rng::new(77);
    let mut wide = 0;
    for (text, formula) in many() {
        let (min, max) = formula.bounds(&Example);
        for _ in 0..2_000 {
            let value = formula.value(&Example, &mut rng);
            assert!(min <= value && value <= max, "{min} {value} {max}\n{text}");
        }
        wide += u32::from(min < max);
    }
    assert!(wide > 500, "{wide}");
}

#[test]
fn no_text_panics() {
    let letters: Vec<char> =
        "()+-*/%<>=!.,0123456789dinotrfl_ e\u{e9}\u{2212}\u{1f409}".chars().collect();
    let mut rng = Rng::new(5);
    let mut refused = 0;
    for seed in 0..20_000 {
        let mut text: Vec<char> = any(&mut Rng::new(seed), 1 + seed % 4).chars().collect();
        for _ in 0..=rng.below(3) {
            let at = rng.below(u32::try_from(text.len()).unwrap()) as usize;
            match rng.below(4) {
                0 => text.truncate(at + 1),
                1 => text.insert(at, *rng.pick(&letters).unwrap()),
                2 => text[at] = *rng.pick(&letters).unwrap(),
                _ => text.extend_from_within(at..),
            }
        }
        let text: String = text.into_iter().collect();
        match Formula::parse(&text, &Example) {
            Ok(formula) => {
                formula.value(&Example, &mut rng);
                formula.bounds(&Example);
                assert_eq!(Formula::parse(&formula.to_string(), &Example), Ok(formula), "{text}");
            }
            Err(error) => {
                caret(&text, &error);
                refused += 1;
            }
        }
    }
    assert!((1_000..19_500).contains(&refused), "{refused}");
}

#[test]
fn a_mean_chance_is_exact() {
    let cases = [
        ("0.8", "0.8"),
        ("7", "1"),
        ("-1", "0"),
        ("defender.armour", "0.2"),
        ("roll(0, 1)", "0.5"),
        // Half of all rolls give nothing at all, so the middle of 0 and 0.9 would be wrong.
        ("max(0, roll(-9, 9)) / 10", "0.2368"),
        ("2d6 >= 10", "0.1667"),
        ("if(chance(0.25), 0.9, 0.1)", "0.3"),
        ("pick(0, 0.5, 0.7)", "0.4"),
        ("nth(roll(1, 4), 0, 0.5, 0.7)", "0.475"),
        ("roll(1, roll(1, 2)) = 1", "0.75"),
        ("clamp(roll(1, 4) / 2, 0, 1)", "0.875"),
    ];
    for (text, chance) in cases {
        assert_eq!(parse(text).mean_chance(&Example), Some(chance.parse().unwrap()), "{text}");
    }
    assert_eq!(parse("roll(1, 100000) / 100000").mean_chance(&Example), None, "too many cases");
}

#[test]
fn chances_come_true_as_often_as_the_mean_says() {
    let mut rng = Rng::new(3);
    let mut told = 0;
    for (text, formula) in many().filter(|(_, formula)| formula.draws()).take(300) {
        let Some(mean) = formula.mean_chance(&Example) else { continue };
        let hits = (0..4_000)
            .filter(|_| {
                let chance = formula.value(&Example, &mut rng).to_chance();
                rng.happens(chance)
            })
            .count();
        let expected = usize::try_from(mean.basis_points() * 4_000 / 10_000).unwrap();
        // Five standard deviations of 4,000 fair coins.
        assert!(hits.abs_diff(expected) <= 160, "{hits} instead of {expected}: {text}");
        told += 1;
    }
    assert!(told > 200, "{told}");
}

/// The same scope, with every value a little off.
struct Somewhere(std::cell::RefCell<Rng>);

impl Values for Somewhere {
    fn value(&self, variable: Variable) -> Fixed {
        let shift = self.0.borrow_mut().between(-20_000..=30_000);
        Example.value(variable) + Fixed::from_basis_points(shift.into())
    }
}

#[test]
fn bounds_hold_wherever_the_variables_lie() {
    let mut rng = Rng::new(9);
    let wide = |Variable(place): Variable| {
        let value = Example.value(Variable(place));
        (value - Fixed::from_whole(2), value + Fixed::from_whole(3))
    };
    let somewhere = Somewhere(Rng::new(4).into());
    for (text, formula) in many().take(1_000) {
        let (least, most) = formula.bounds_within(&wide);
        for _ in 0..200 {
            let value = formula.value(&somewhere, &mut rng);
            assert!(least <= value && value <= most, "{least} {value} {most}\n{text}");
        }
    }
}
