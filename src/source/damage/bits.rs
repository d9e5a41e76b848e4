//! The bits of a scan, up to its next marker.

use super::kind::Damage;

pub(super) struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The next bits; the first is the highest.
    ahead: u64,
    /// Number of bits in it.
    count: u32,
    /// Number of those that come after the end of the data.
    made_up: u32,
}

impl<'a> Bits<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            at: 0,
            ahead: 0,
            count: 0,
            made_up: 0,
        }
    }

    fn fill(&mut self) {
        // Most groups of eight bytes hold no 0xFF, and are taken as they are. What does not fit is read again.
        let group = self.bytes.get(self.at..).and_then(<[u8]>::first_chunk);
        if let Some(group) = group.filter(|group| !group.contains(&0xFF)) {
            self.ahead |= u64::from_be_bytes(*group) >> self.count;
            let taken = (64 - self.count) / 8;
            self.at += taken as usize;
            self.count += 8 * taken;
            return;
        }
        while self.count <= 56 {
            let byte = match self.next_byte() {
                Some(byte) => byte,
                None => {
                    self.made_up += 8;
                    0
                }
            };
            self.ahead |= u64::from(byte) << (56 - self.count);
            self.count += 8;
        }
    }

    fn next_byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        if byte != 0xFF {
            self.at += 1;
            return Some(byte);
        }
        // A marker ends the data. The byte 0xFF is written with a zero after it.
        (self.bytes.get(self.at + 1) == Some(&0)).then(|| {
            self.at += 2;
            byte
        })
    }

    /// The next 16 bits, without taking them.
    pub(super) fn peek(&mut self) -> u16 {
        if self.count < 32 {
            self.fill();
        }
        (self.ahead >> 48) as u16
    }

    /// Skips at most 32 bits.
    pub(super) fn skip(&mut self, bits: u32) {
        if self.count < bits {
            self.fill();
        }
        self.ahead <<= bits;
        self.count -= bits;
    }

    /// Takes the next bits, at most 16, as a number.
    pub(super) fn take(&mut self, bits: u32) -> i32 {
        if bits == 0 {
            return 0;
        }
        let value = i32::from(self.peek() >> (16 - bits));
        self.skip(bits);
        value
    }

    /// Whether there were as many bits as have been taken. Beyond their end they are 0.
    pub(super) fn check(&self) -> Result<(), Damage> {
        match self.count < self.made_up {
            true if self.at + 1 >= self.bytes.len() => Err(Damage::Cut),
            true => Err(Damage::Short),
            false => Ok(()),
        }
    }

    /// Ends the data at the next marker and returns its index. [`Damage::Long`] if more data are left than padding,
    /// which is the rest of a byte and any number of equal bytes.
    pub(super) fn end(mut self) -> Result<usize, Damage> {
        /// Padding bytes.
        const FILLED: usize = 1;
        let mut rest = Vec::new();
        let left = (self.count - self.made_up) / 8;
        let shown = self.ahead << ((self.count - self.made_up) % 8);
        rest.extend((0..left).map(|i| (shown >> (56 - 8 * i)) as u8));
        while let Some(byte) = self.next_byte() {
            rest.push(byte);
        }
        while self.bytes.get(self.at..self.at + 2) == Some(&[0xFF, 0xFF]) {
            self.at += 1;
        }
        if self.at + 1 >= self.bytes.len() {
            return Err(Damage::Cut);
        }
        let same = rest.iter().all(|&byte| byte == 0) || rest.iter().all(|&byte| byte == 0xFF);
        match rest.len() <= FILLED || same {
            true => Ok(self.at),
            false => Err(Damage::Long),
        }
    }
}
