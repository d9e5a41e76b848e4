//! One scan over a picture.

use super::bits::Bits;
use super::frame::Frame;
use super::huffman::{Run, Table, next_run};
use super::kind::Damage;

/// A component in this scan.
struct Part<'a> {
    component: usize,
    first: Option<&'a Table>,
    others: Option<&'a Table>,
    /// Its runs, for blocks that are read at once; none in progressive pictures, whose later scans depend on which
    /// coefficients are zero.
    runs: Option<&'a [Run]>,
    /// Step of the first coefficient.
    step: i32,
    /// The first coefficient of the last block.
    last: i32,
}

pub(super) struct Scan<'a> {
    frame: &'a mut Frame,
    parts: Vec<Part<'a>>,
    /// First and last coefficient.
    band: [usize; 2],
    /// Whether it refines coefficients of earlier scans.
    finer: bool,
    /// The lowest bit of the coefficients that it has.
    low: u32,
    interval: usize,
    /// Blocks that are still at their end.
    ended: i32,
}

impl<'a> Scan<'a> {
    /// Reads the segment of its marker; `None` for a scan that is not checked.
    pub(super) fn read(
        segment: &[u8],
        frame: &'a mut Frame,
        tables: &'a [[Option<Table>; 4]; 2],
        steps: &[i32; 4],
        interval: usize,
    ) -> Option<Self> {
        let count = usize::from(*segment.first()?);
        let described = segment.get(1..1 + 2 * count)?;
        let &[from, to, bit] = segment.get(1 + 2 * count..4 + 2 * count)? else {
            return None;
        };
        let mut parts = Vec::with_capacity(count);
        for part in described.chunks_exact(2) {
            let component = frame.find(part[0])?;
            let [first, others] = [part[1] >> 4, part[1] & 15].map(usize::from);
            let others = tables[1].get(others)?.as_ref();
            parts.push(Part {
                component,
                first: tables[0].get(first)?.as_ref(),
                others,
                runs: others.filter(|_| !frame.progressive).map(Table::runs),
                step: steps[frame.components[component].steps],
                last: 0,
            });
        }
        let (band, high, low) = match frame.progressive {
            true => ([from, to].map(usize::from), bit >> 4, bit & 15),
            false => ([0, 63], 0, 0),
        };
        let [first, last] = band;
        let usable = first <= last && last < 64 && !parts.is_empty();
        // Films leave out the usual tables. Such scans are not checked.
        let has_tables = parts.iter().all(|part| {
            let first = part.first.is_some() || first > 0 || high > 0;
            first && (part.others.is_some() || last == 0)
        });
        (usable && has_tables).then_some(Self {
            frame,
            parts,
            band,
            finer: high > 0,
            low: u32::from(low),
            interval,
            ended: 0,
        })
    }

    /// Checks the data of the scan; returns the number of bytes.
    pub(super) fn run(mut self, data: &[u8]) -> Result<usize, Damage> {
        for part in &self.parts {
            self.frame.components[part.component].begun = true;
        }
        let alone = self.parts.len() == 1;
        let [across, down] = match alone {
            true => self.frame.components[self.parts[0].component].blocks,
            false => self.frame.units,
        };
        let mut begin = 0;
        let mut bits = Bits::new(data);
        for unit in 0..across * down {
            if self.interval > 0 && unit > 0 && unit % self.interval == 0 {
                begin += bits.end()?;
                let number = (unit / self.interval - 1) % 8;
                if data.get(begin + 1).copied() != Some(0xD0 + number as u8) {
                    return Err(Damage::Broken);
                }
                begin += 2;
                bits = Bits::new(&data[begin..]);
                self.restart();
            }
            let at = [unit % across, unit / across];
            let result = match alone {
                true => self.block(&mut bits, 0, at),
                false => self.unit(&mut bits, at),
            };
            // What was read beyond the end of the data says nothing.
            bits.check().and(result)?;
        }
        Ok(begin + bits.end()?)
    }

    fn restart(&mut self) {
        self.ended = 0;
        for part in &mut self.parts {
            part.last = 0;
        }
    }

    /// The blocks of all components at a place.
    fn unit(&mut self, bits: &mut Bits<'_>, at: [usize; 2]) -> Result<(), Damage> {
        for part in 0..self.parts.len() {
            let [wide, high] = self.frame.components[self.parts[part].component].unit;
            for down in 0..high {
                for across in 0..wide {
                    let at = [at[0] * wide + across, at[1] * high + down];
                    self.block(bits, part, at)?;
                }
            }
        }
        Ok(())
    }

    fn block(&mut self, bits: &mut Bits<'_>, part: usize, at: [usize; 2]) -> Result<(), Damage> {
        let [mut from, to] = self.band;
        if from == 0 {
            match self.finer {
                true => bits.skip(1),
                false => self.first(bits, part)?,
            }
            from = 1;
        }
        if from > to {
            return Ok(());
        }
        let Part {
            component,
            others: Some(table),
            runs,
            ..
        } = self.parts[part]
        else {
            return Ok(());
        };
        let component = &mut self.frame.components[component];
        let place = at[1] * component.stride + at[0];
        let mut none = 0;
        let set = component.set.get_mut(place).unwrap_or(&mut none);
        if self.finer {
            return refine(bits, table, [from, to], &mut self.ended, set);
        }
        if let Some(runs) = runs.filter(|_| self.ended == 0) {
            match skip_runs(bits, runs, [from, to]) {
                Some(at) => from = at,
                None => return Ok(()),
            }
        }
        others(bits, table, [from, to], &mut self.ended, set)
    }

    /// Checks the first coefficient, the mean brightness of a block, which is stored as the change from the last
    /// block's. If the sum of changes leaves the range of brightness by much, one of them is wrong.
    fn first(&mut self, bits: &mut Bits<'_>, part: usize) -> Result<(), Damage> {
        /// Eight times the largest distance of a pixel from the middle, 128, with room for rounding and sharpening.
        const FARTHEST: i64 = 8 * 128 + 256;
        let part = &mut self.parts[part];
        let Some(table) = part.first else {
            return Ok(());
        };
        let size = u32::from(table.decode(bits)?);
        if size > 11 {
            return Err(Damage::Broken);
        }
        let value = bits.take(size);
        let negative = size > 0 && value < 1 << (size - 1);
        part.last += if negative {
            value + 1 - (1 << size)
        } else {
            value
        };
        let step = i64::from(part.step);
        let mean = (i64::from(part.last) << self.low) * step;
        match mean.abs() > FARTHEST + (step << self.low) {
            true => Err(Damage::Broken),
            false => Ok(()),
        }
    }
}

/// Number of blocks that end here, including this one.
fn blocks_ended(bits: &mut Bits<'_>, size: u8) -> i32 {
    (1 << size) + bits.take(u32::from(size))
}

/// Skips coefficients as long as several are found at once and the last one of the block is not among them. Returns the
/// index of the next one; `None` at the end of the block.
fn skip_runs(bits: &mut Bits<'_>, runs: &[Run], [from, to]: [usize; 2]) -> Option<usize> {
    let mut at = from;
    loop {
        let run = next_run(runs, bits);
        let next = at + usize::from(run.coefficients);
        // After the last coefficient, the codes are those of the next block.
        if run.bits == 0 || next > to {
            return Some(at);
        }
        bits.skip(u32::from(run.bits));
        if run.is_end {
            return None;
        }
        at = next;
    }
}

/// Checks new coefficients, each with the number of zeros before it.
fn others(
    bits: &mut Bits<'_>,
    table: &Table,
    [from, to]: [usize; 2],
    ended: &mut i32,
    set: &mut u64,
) -> Result<(), Damage> {
    if *ended > 0 {
        *ended -= 1;
        return Ok(());
    }
    let mut at = from;
    while at <= to {
        let code = table.decode_coefficient(bits)?;
        let (zeros, size) = (code >> 4, code & 15);
        if size == 0 {
            if zeros < 15 {
                *ended = blocks_ended(bits, zeros) - 1;
                return Ok(());
            }
            at += 16;
            continue;
        }
        at += usize::from(zeros);
        if at > to {
            return Err(Damage::Broken);
        }
        *set |= 1 << at;
        at += 1;
    }
    match at > to + 1 {
        true => Err(Damage::Broken),
        false => Ok(()),
    }
}

/// Checks a further bit of known coefficients, and new coefficients between them.
fn refine(
    bits: &mut Bits<'_>,
    table: &Table,
    [from, to]: [usize; 2],
    ended: &mut i32,
    set: &mut u64,
) -> Result<(), Damage> {
    let mut at = from;
    while *ended == 0 && at <= to {
        let code = table.decode(bits)?;
        let (mut zeros, size) = (code >> 4, code & 15);
        match size {
            0 if zeros < 15 => {
                *ended = blocks_ended(bits, zeros);
                break;
            }
            0 => {}
            1 => bits.skip(1),
            _ => return Err(Damage::Broken),
        }
        while at <= to {
            if *set >> at & 1 == 1 {
                bits.skip(1);
            } else if zeros == 0 {
                break;
            } else {
                zeros -= 1;
            }
            at += 1;
        }
        if size == 1 {
            if at > to {
                return Err(Damage::Broken);
            }
            *set |= 1 << at;
        }
        at += 1;
    }
    if *ended > 0 {
        *ended -= 1;
        for at in at..=to {
            if *set >> at & 1 == 1 {
                bits.skip(1);
            }
        }
    }
    Ok(())
}
