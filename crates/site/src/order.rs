//! The order of a module's functions. Those that are alike stand side by side, so that a packer
//! finds in one what it can take over from the other: 3 % smaller when packed.

use std::cmp::Reverse;

use barrow_dice::fnv32;

use crate::Outcome;

/// How many bytes of code are compared at a time.
const PIECE: usize = 4;

/// How many numbers stand for the pieces of a function.
const MARKS: usize = 256;

/// Likeness to the last function counts this many times, and each time another function follows, so
/// many tenths of that are left.
const WEIGHT: usize = 100;
const LEFT: usize = 3;

/// Sections of a module.
const CUSTOM: u8 = 0;
const IMPORTS: u8 = 2;
const CODE: u8 = 10;

/// The least of each of many hashes of a function's pieces. The more pieces two functions share,
/// the more of these numbers are equal.
type Marks = [u32; MARKS];

/// Adds names to a module without names, so that its functions, sorted by name, stand beside those
/// that they are alike.
pub fn named_by_likeness(module: &[u8]) -> Outcome<Vec<u8>> {
    let (imported, bodies) = parts(module).ok_or("wasm-opt has written no module")?;
    let mut names: Vec<(usize, usize)> =
        by_likeness(&bodies).into_iter().enumerate().map(|(place, it)| (it, place)).collect();
    names.sort_unstable();
    let mut list = leb(names.len());
    for (function, place) in names {
        let name = format!("{place:05}");
        list.extend(leb(imported + function));
        list.extend(leb(name.len()));
        list.extend(name.as_bytes());
    }
    // A custom section called `name`, in which the names of functions are part 1.
    let mut section = [&leb(4), b"name".as_slice(), &[1]].concat();
    section.extend(leb(list.len()));
    section.extend(list);
    Ok([module, &[CUSTOM], &leb(section.len()), &section].concat())
}

/// Returns how many functions a module imports, and the code of its own.
fn parts(module: &[u8]) -> Option<(usize, Vec<&[u8]>)> {
    let (mut imported, mut bodies) = (0, Vec::new());
    let mut rest = Reader(module.get(8..)?);
    while !rest.0.is_empty() {
        let kind = rest.byte()?;
        let mut section = Reader(rest.sized()?);
        if kind == IMPORTS {
            imported = imported_functions(&mut section)?;
        } else if kind == CODE {
            bodies = (0..section.number()?).map(|_| section.sized()).collect::<Option<_>>()?;
        }
    }
    Some((imported, bodies))
}

/// Counts the functions in the section of imports, which has nothing else: wasm-bindgen's modules
/// make their own memory and tables.
fn imported_functions(section: &mut Reader<'_>) -> Option<usize> {
    let count = section.number()?;
    for _ in 0..count {
        section.sized()?;
        section.sized()?;
        if section.byte()? != 0 {
            return None;
        }
        section.number()?;
    }
    Some(count)
}

/// Returns an order of the functions that puts similar ones next to each other.
fn by_likeness(bodies: &[&[u8]]) -> Vec<usize> {
    let marks: Vec<Marks> = bodies.iter().map(|it| marks(it)).collect();
    let mut left: Vec<usize> = (0..bodies.len()).collect();
    let mut liked = vec![0; bodies.len()];
    let mut order = Vec::with_capacity(bodies.len());
    let Some(mut now) = left.iter().copied().max_by_key(|&it| bodies[it].len()) else {
        return order;
    };
    loop {
        order.push(now);
        left.retain(|&it| it != now);
        for &other in &left {
            let alike = marks[now].iter().zip(&marks[other]).filter(|(a, b)| a == b).count();
            liked[other] = liked[other] * LEFT / 10 + alike * WEIGHT;
        }
        // Of two that are as much alike, the one whose size is nearer.
        let nearer = |it: usize| bodies[it].len().abs_diff(bodies[now].len());
        let next = left.iter().copied().min_by_key(|&it| (Reverse(liked[it]), nearer(it), it));
        let Some(next) = next else { return order };
        now = next;
    }
}

fn marks(body: &[u8]) -> Marks {
    let mut marks = [u32::MAX; MARKS];
    for piece in body.windows(PIECE) {
        let hash = fnv32(piece);
        for (mark, factor) in marks.iter_mut().zip((1_u32..).step_by(2)) {
            let other = hash.wrapping_mul(factor.wrapping_mul(0x9E37_79B1) | 1);
            *mark = (*mark).min(other ^ (other >> 13));
        }
    }
    marks
}

/// Writes a number as wasm does: seven bits in each byte, the least first.
fn leb(mut number: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let low = number.to_le_bytes()[0] & 0x7F;
        number >>= 7;
        if number == 0 {
            bytes.push(low);
            return bytes;
        }
        bytes.push(low | 0x80);
    }
}

/// Reads the parts of a module.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn number(&mut self) -> Option<usize> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.byte()?;
            number |= usize::from(byte & 0x7F).checked_shl(shift)?;
            if byte < 0x80 {
                return Some(number);
            }
            shift += 7;
        }
    }

    /// Reads bytes that follow their number.
    fn sized(&mut self) -> Option<&'a [u8]> {
        let length = self.number()?;
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module that imports one function and has those with these bodies.
    fn module(bodies: &[&[u8]]) -> Vec<u8> {
        let mut code = leb(bodies.len());
        for body in bodies {
            code.extend(leb(body.len()));
            code.extend(*body);
        }
        let imports = [1, 1, b'a', 1, b'b', 0, 0];
        let mut module = b"\0asm\x01\0\0\0".to_vec();
        for (kind, section) in [(IMPORTS, imports.as_slice()), (CODE, &code)] {
            module.push(kind);
            module.extend(leb(section.len()));
            module.extend(section);
        }
        module
    }

    #[test]
    fn functions_that_are_alike_get_neighbouring_names() {
        let (low, high): (Vec<u8>, Vec<u8>) = ((0..100).collect(), (150..250).collect());
        let (near, other) = ([&[7], &low[..90]].concat(), [&high[..80], &[3]].concat());
        let plain = module(&[&low, &other, &near, &high]);
        let ordered = named_by_likeness(&plain).expect("it is a module");
        let (kept, names) = ordered.split_at(plain.len());
        assert_eq!(kept, plain);
        // The largest comes first, and the imported function has no name.
        let list: Vec<u8> = [(1, b"00003"), (2, b"00001"), (3, b"00002"), (4, b"00000")]
            .iter()
            .flat_map(|(function, name)| [&[*function, 5], name.as_slice()].concat())
            .collect();
        assert_eq!(names, [&[CUSTOM, 36, 4], b"name".as_slice(), &[1, 29, 4], &list].concat());
    }

    #[test]
    fn what_is_no_module_is_refused() {
        for bytes in [b"\0asm".as_slice(), b"\0asm\x01\0\0\0\x0A\xFF"] {
            assert!(named_by_likeness(bytes).is_err());
        }
    }

    #[test]
    fn numbers_are_read_as_they_are_written() {
        for number in [0, 1, 127, 128, 300, 70_000] {
            assert_eq!(Reader(&leb(number)).number(), Some(number));
        }
    }
}
