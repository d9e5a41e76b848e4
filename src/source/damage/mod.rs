//! Detects damage in a JPEG. Decoders fill missing parts with grey, and continue after impossible data. The result
//! looks like a photo, and stones would be read in it. Therefore all codes of the entropy-coded data are checked (ITU-T
//! T.81, annexes F and G) without making a picture: an encoder must be able to have written them, and they must end
//! with the last block of the picture.

mod bits;
mod frame;
mod huffman;
mod kind;
mod pair;
mod scan;

use frame::Frame;
use huffman::Table;
pub use kind::Damage;
use pair::pair;
use scan::Scan;

/// Finds damage in a JPEG. Data after its end, such as a phone's short film, are ignored. Of processes that no camera
/// uses (arithmetic, lossless, hierarchical), only the end is checked.
#[must_use]
pub fn find(jpeg: &[u8]) -> Option<Damage> {
    Walk::new(jpeg).run().err()
}

/// The state of the check, from the first marker to the last.
struct Walk<'a> {
    jpeg: &'a [u8],
    /// Where the search for the next marker begins.
    at: usize,
    /// Huffman tables for first coefficients, then for the others.
    tables: [[Option<Table>; 4]; 2],
    /// The first number of each quantisation table.
    steps: [i32; 4],
    /// Blocks, or rows of them, between restart markers.
    interval: usize,
    frame: Option<Frame>,
    /// Whether the data are of a process that is not checked.
    unknown: bool,
}

impl<'a> Walk<'a> {
    fn new(jpeg: &'a [u8]) -> Self {
        Self {
            jpeg,
            at: 2,
            tables: Default::default(),
            steps: [1; 4],
            interval: 0,
            frame: None,
            unknown: false,
        }
    }

    fn run(mut self) -> Result<(), Damage> {
        loop {
            let kind = self.marker()?;
            if kind == 0xD9 {
                let complete = self.frame.as_ref().is_none_or(Frame::is_complete);
                return if self.unknown || complete {
                    Ok(())
                } else {
                    Err(Damage::Short)
                };
            }
            let segment = self.segment()?;
            match kind {
                0xC4 => self.read_tables(segment),
                0xDB => self.read_steps(segment),
                0xDD => self.interval = pair(segment, 0).unwrap_or(0),
                0xC0..=0xC2 => self.frame = Frame::read(segment, kind == 0xC2),
                0xC3 | 0xC5..=0xC7 | 0xC9..=0xCF => self.unknown = true,
                0xDA => self.scan(segment)?,
                _ => {}
            }
        }
    }

    /// The next marker that is not within entropy-coded data.
    fn marker(&mut self) -> Result<u8, Damage> {
        while let Some(&[mark, kind]) = self.jpeg.get(self.at..self.at + 2) {
            let stuffing = matches!(kind, 0x00 | 0x01 | 0xD0..=0xD8);
            match (mark, kind) {
                (0xFF, 0xFF) => self.at += 1,
                (0xFF, _) => {
                    self.at += 2;
                    if !stuffing {
                        return Ok(kind);
                    }
                }
                _ => self.at += 1,
            }
        }
        Err(Damage::Cut)
    }

    /// The segment after a marker; it begins with its length.
    fn segment(&mut self) -> Result<&'a [u8], Damage> {
        let length = pair(self.jpeg, self.at).ok_or(Damage::Cut)?;
        let end = self.at + length.max(2);
        let segment = self.jpeg.get(self.at + 2..end).ok_or(Damage::Cut)?;
        self.at = end;
        Ok(segment)
    }

    fn read_tables(&mut self, mut segment: &[u8]) {
        while let Some((table, class, number, rest)) = Table::read(segment) {
            self.tables[class][number] = Some(table);
            segment = rest;
        }
    }

    fn read_steps(&mut self, mut segment: &[u8]) {
        while let Some(&head) = segment.first() {
            let wide = head >> 4 > 0;
            let first = match wide {
                true => pair(segment, 1),
                false => segment.get(1).map(|&step| usize::from(step)),
            };
            if let Some(first) = first {
                // No encoder divides by 0.
                self.steps[usize::from(head & 3)] = first.max(1) as i32;
            }
            let length = if wide { 129 } else { 65 };
            segment = segment.get(length..).unwrap_or_default();
        }
    }

    fn scan(&mut self, segment: &[u8]) -> Result<(), Damage> {
        let frame = match &mut self.frame {
            Some(frame) if !self.unknown => frame,
            _ => {
                self.unknown = true;
                return Ok(());
            }
        };
        let Some(scan) = Scan::read(segment, frame, &self.tables, &self.steps, self.interval)
        else {
            self.unknown = true;
            return Ok(());
        };
        self.at += scan.run(&self.jpeg[self.at..])?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{ImageEncoder, Rgb, RgbImage};

    fn jpeg() -> Vec<u8> {
        let shade = |x: u32, y: u32| ((x * x + 3 * y * y) % 251) as u8;
        let photo = RgbImage::from_fn(90, 70, |x, y| Rgb([shade(x, y), x as u8, y as u8]));
        let mut bytes = Vec::new();
        image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, 90)
            .write_image(photo.as_raw(), 90, 70, image::ExtendedColorType::Rgb8)
            .unwrap();
        bytes
    }

    #[test]
    fn a_jpeg_cut_anywhere_is_damaged() {
        let whole = jpeg();
        assert_eq!(find(&whole), None);
        for cut in [2, 20, whole.len() / 2, whole.len() - 2, whole.len() - 1] {
            assert_eq!(find(&whole[..cut]), Some(Damage::Cut));
        }
        for cut in [700, whole.len() / 2, whole.len() - 20] {
            let mut ended = whole[..cut].to_vec();
            ended.extend([0xFF, 0xD9]);
            assert_eq!(find(&ended), Some(Damage::Short), "{cut}");
        }
    }

    #[test]
    fn what_follows_the_end_is_nobodys_business() {
        let mut trailing = jpeg();
        trailing.extend(b"a phone's film");
        assert_eq!(find(&trailing), None);
        let mut filled = jpeg();
        let end = filled.len() - 2;
        filled.splice(end..end, [0; 40]);
        assert_eq!(find(&filled), None, "filled up with zeros");
    }

    #[test]
    fn what_is_lost_or_written_over_is_noticed() {
        let whole = jpeg();
        let middle = whole.len() / 2;
        let mut less = whole.clone();
        less.drain(middle..middle + 60);
        assert!(find(&less).is_some());
        let mut more = whole.clone();
        more.splice(middle..middle, whole[middle - 99..middle].to_vec());
        assert!(find(&more).is_some());
        let mut over = whole;
        over[middle..middle + 60].fill(0x55);
        assert!(find(&over).is_some());
    }
}
