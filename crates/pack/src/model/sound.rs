//! Sounds, music and ambience, as authors write them. `barrow_sound` defines the data and checks
//! its limits; here each key is described and read.

mod ambience;
mod music;
mod name;
mod recipe;
mod voice;

use barrow_source::{Node, Value};

pub(crate) use name::default_names;
pub use name::{AmbienceName, MoodName, SoundName};
pub use voice::Voice;

use crate::data::expected;
use crate::form::{Data, Shape};
use crate::reader::Reader;

/// Reads a whole number that fits its type.
fn read_whole<T: TryFrom<i64>>(node: &Node, reader: &mut Reader<'_>) -> Option<T> {
    let Value::Number(written) = &node.value else {
        return expected(reader, node, "a whole number");
    };
    let number = written.parse().ok().and_then(|it: i64| T::try_from(it).ok());
    if number.is_none() {
        reader.error(node.span, format!("`{written}` is no whole number, or too large"));
    }
    number
}

/// The whole numbers of a sound differ in their range alone.
macro_rules! whole_numbers {
    ($($number:ty),+) => { $(
        impl Data for $number {
            fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
                read_whole(node, reader)
            }

            fn shape() -> Shape {
                Shape::Whole
            }

            fn shown(&self) -> Option<String> {
                Some(self.to_string())
            }
        }
    )+ };
}

whole_numbers!(i8, u8, u16);

/// A number, or a list of the lowest and the highest.
impl Data for barrow_sound::Span {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Value::List(ends) = &node.value else {
            return read_whole(node, reader).map(Self::exactly);
        };
        let [low, high] = ends.as_slice() else {
            reader.error(node.span, "a range has two numbers: [lowest, highest]");
            return None;
        };
        Some(Self::new(read_whole(low, reader)?, read_whole(high, reader)?))
    }

    fn shape() -> Shape {
        Shape::List(Box::new(Shape::Whole))
    }

    fn shown(&self) -> Option<String> {
        let Self { low, high } = self;
        Some(if low == high { low.to_string() } else { format!("[{low}, {high}]") })
    }
}
