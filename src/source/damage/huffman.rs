//! Huffman tables.

use std::cell::OnceCell;

use super::bits::Bits;
use super::kind::Damage;

/// Longest codes, in bits, that are found in a table.
const QUICK: u32 = 9;

/// Most bits of a [`Run`].
const RUN: u32 = 11;

/// Some codes in succession, each with the coefficient after it.
#[derive(Clone, Copy, Default)]
pub(super) struct Run {
    /// Number of bits; 0 if the first code has too many.
    pub(super) bits: u8,
    /// Number of coefficients, with the zeros before each.
    pub(super) coefficients: u8,
    /// Whether the last code ends the block.
    pub(super) is_end: bool,
}

#[derive(Clone)]
pub(super) struct Table {
    /// Length and symbol of the code at the start of these bits; 0 if the code is longer or there is none.
    quick: Vec<(u8, u8)>,
    /// Behind the last code of each length, from 1 on, as the first of 16 bits; and where the symbol of that code
    /// would be.
    ends: [(u32, i32); 16],
    symbols: Vec<u8>,
    /// See [`runs`](Table::runs).
    runs: OnceCell<Vec<Run>>,
}

impl Table {
    /// Reads the first table of a segment; returns its class and index with it, and the rest of the segment.
    pub(super) fn read(segment: &[u8]) -> Option<(Self, usize, usize, &[u8])> {
        let (&head, rest) = segment.split_first()?;
        let (lengths, rest) = rest.split_at_checked(16)?;
        let count = lengths.iter().map(|&n| usize::from(n)).sum();
        let (symbols, rest) = rest.split_at_checked(count)?;
        let (class, number) = (usize::from(head >> 4), usize::from(head & 15));
        let table = Self::new(lengths, symbols);
        (class < 2 && number < 4).then_some((table, class, number, rest))
    }

    fn new(lengths: &[u8], symbols: &[u8]) -> Self {
        let mut quick = vec![(0, 0); 1 << QUICK];
        let mut ends = [(0, 0); 16];
        let (mut code, mut next) = (0_u32, 0);
        for (length, &count) in (1..=16_u32).zip(lengths) {
            for _ in 0..count {
                if length <= QUICK {
                    let first = (code << (QUICK - length)) as usize;
                    let last = first + (1 << (QUICK - length));
                    let codes = quick.get_mut(first..last).unwrap_or_default();
                    codes.fill((length as u8, symbols[next]));
                }
                code += 1;
                next += 1;
            }
            ends[length as usize - 1] = (code << (16 - length), next as i32);
            code <<= 1;
        }
        Self {
            quick,
            ends,
            symbols: symbols.to_vec(),
            runs: OnceCell::new(),
        }
    }

    /// The codes that lie within the next bits, for [`next_run`]. They are found at the first call: files can have any
    /// number of tables that no scan uses.
    pub(super) fn runs(&self) -> &[Run] {
        self.runs.get_or_init(|| {
            let all = 0..1_u16 << RUN;
            all.map(|bits| self.find_run(bits << (16 - RUN))).collect()
        })
    }

    /// The codes that lie within the first bits of these.
    fn find_run(&self, ahead: u16) -> Run {
        let mut run = Run::default();
        while !run.is_end {
            let (length, symbol) = self.quick(ahead << run.bits);
            let (zeros, size) = (symbol >> 4, symbol & 15);
            let bits = run.bits + length + size;
            let is_several_blocks = size == 0 && (1..15).contains(&zeros);
            if length == 0 || is_several_blocks || u32::from(bits) > RUN {
                break;
            }
            run.bits = bits;
            run.is_end = symbol == 0;
            if !run.is_end {
                run.coefficients += zeros + 1;
            }
        }
        run
    }

    /// The symbol of the next code.
    pub(super) fn decode(&self, bits: &mut Bits<'_>) -> Result<u8, Damage> {
        let ahead = bits.peek();
        match self.quick(ahead) {
            (0, _) => self.long(bits, ahead),
            (length, symbol) => {
                bits.skip(u32::from(length));
                Ok(symbol)
            }
        }
    }

    /// The symbol of the next code. Skips the coefficient that follows it; its size is the lower half of the symbol.
    pub(super) fn decode_coefficient(&self, bits: &mut Bits<'_>) -> Result<u8, Damage> {
        let ahead = bits.peek();
        let (length, symbol) = match self.quick(ahead) {
            (0, _) => (0, self.long(bits, ahead)?),
            code => code,
        };
        bits.skip(u32::from(length) + u32::from(symbol & 15));
        Ok(symbol)
    }

    /// Length and symbol of the code at the start of 16 bits; 0 if it is not in the table.
    fn quick(&self, ahead: u16) -> (u8, u8) {
        self.quick[usize::from(ahead >> (16 - QUICK))]
    }

    /// The symbol of the next code, which is not in the table.
    fn long(&self, bits: &mut Bits<'_>, ahead: u16) -> Result<u8, Damage> {
        let ahead = u32::from(ahead);
        let lengths = (1..=16_u32).zip(&self.ends).skip(QUICK as usize);
        for (length, &(end, next)) in lengths {
            if ahead < end {
                let before = (end - ahead - 1) >> (16 - length);
                let symbol = usize::try_from(next - 1 - before as i32).ok();
                bits.skip(length);
                let symbol = symbol.and_then(|at| self.symbols.get(at));
                return symbol.copied().ok_or(Damage::Broken);
            }
        }
        // No such code, or the data end within a code.
        bits.skip(16);
        Err(Damage::Broken)
    }
}

/// The next codes, without taking them.
pub(super) fn next_run(runs: &[Run], bits: &mut Bits<'_>) -> Run {
    runs[usize::from(bits.peek() >> (16 - RUN))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_the_codes_that_are_decoded_one_by_one() {
        // One coefficient, the end, others after zeros, 16 zeros, the end of several blocks, a large coefficient.
        let symbols = [0x01, 0x00, 0x02, 0x11, 0xF0, 0x20, 0x09, 0xF3];
        let lengths = [0, 2, 2, 1, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0];
        let table = Table::new(&lengths, &symbols);
        let mut longest = 0;
        for ahead in 0..1_u16 << RUN {
            // No byte is 0xFF, which would begin a marker.
            let bytes = (ahead << (16 - RUN) & 0xFEFF).to_be_bytes();
            let run = next_run(table.runs(), &mut Bits::new(&bytes));
            let mut bits = Bits::new(&bytes);
            let (mut codes, mut taken, mut coefficients, mut symbol) = (0, 0, 0, 1);
            while taken < run.bits {
                let (length, _) = table.quick(bits.peek());
                symbol = table.decode_coefficient(&mut bits).unwrap();
                coefficients += u32::from(symbol >> 4) + u32::from(symbol != 0);
                let is_usual = symbol & 15 > 0 || [0x00, 0xF0].contains(&symbol);
                assert!(is_usual, "the end of several blocks in {ahead:#b}");
                taken += length + (symbol & 15);
                codes += 1;
            }
            assert_eq!(taken, run.bits, "{ahead:#b}");
            assert_eq!(coefficients, u32::from(run.coefficients), "{ahead:#b}");
            assert_eq!(symbol == 0, run.is_end, "{ahead:#b}");
            longest = longest.max(codes);
        }
        assert!(longest >= 3, "several codes at once: {longest}");
    }
}
