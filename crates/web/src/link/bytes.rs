/// Writes numbers and texts, small ones in few bytes.
#[derive(Default)]
pub(super) struct Writer {
    pub(super) bytes: Vec<u8>,
}

impl Writer {
    /// Writes seven bits per byte, the lowest first; all bytes but the last have the eighth bit.
    pub(super) fn number(&mut self, mut number: u64) {
        while number > 0x7F {
            self.bytes.push(number.to_le_bytes()[0] | 0x80);
            number >>= 7;
        }
        self.bytes.push(number.to_le_bytes()[0]);
    }

    pub(super) fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.bytes.extend(text.as_bytes());
    }

    /// Writes the number of items, then each item.
    pub(super) fn list<'l, T: 'l, L>(&mut self, list: &'l L, mut write: impl FnMut(&mut Self, T))
    where
        &'l L: IntoIterator<Item = T>,
    {
        self.number(list.into_iter().count() as u64);
        for item in list {
            write(self, item);
        }
    }
}

/// Reads what a [`Writer`] wrote. Returns `None` for anything else.
pub(super) struct Reader<'b> {
    rest: &'b [u8],
}

impl<'b> Reader<'b> {
    pub(super) const fn new(bytes: &'b [u8]) -> Self {
        Self { rest: bytes }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    pub(super) fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (byte, rest) = self.rest.split_first()?;
            self.rest = rest;
            let bits = u64::from(byte & 0x7F);
            if bits << shift >> shift != bits {
                return None;
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    pub(super) fn text(&mut self) -> Option<String> {
        let length = usize::try_from(self.number()?).ok()?;
        let (text, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        String::from_utf8(text.into()).ok()
    }

    pub(super) fn list<T>(&mut self, read: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = self.number()?;
        // Every item takes at least a byte, so no list is longer than what is left.
        if count > self.rest.len() as u64 {
            return None;
        }
        (0..count).map(|_| read(self)).collect()
    }
}
