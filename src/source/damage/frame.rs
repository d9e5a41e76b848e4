//! The frame of a picture: its components and their blocks.

use super::pair::pair;

/// One component, such as brightness.
pub(super) struct Component {
    id: u8,
    /// Blocks across and down in a unit of an interleaved scan.
    pub(super) unit: [usize; 2],
    /// Index of its quantisation table.
    pub(super) steps: usize,
    /// Blocks across and down that contain the picture.
    pub(super) blocks: [usize; 2],
    /// Blocks across, with the padding of the last unit.
    pub(super) stride: usize,
    /// For each block, the coefficients that are not zero: refinements in a progressive picture depend on them.
    pub(super) set: Vec<u64>,
    /// Whether there has been a scan with it.
    pub(super) begun: bool,
}

/// Most pixels of a picture that is checked: memory is allocated by the header alone.
const MOST: usize = 1 << 28;

pub(super) struct Frame {
    pub(super) progressive: bool,
    pub(super) components: Vec<Component>,
    /// Units across and down.
    pub(super) units: [usize; 2],
}

impl Frame {
    /// Reads the segment of its marker; `None` for a frame that is not checked.
    pub(super) fn read(segment: &[u8], progressive: bool) -> Option<Self> {
        let (height, width) = (pair(segment, 1)?, pair(segment, 3)?);
        let count = usize::from(*segment.get(5)?);
        let described = segment.get(6..6 + 3 * count)?;
        let eight_bits = segment[0] == 8;
        if !eight_bits
            || width * height > MOST
            || width == 0
            || height == 0
            || !(1..=4).contains(&count)
        {
            return None;
        }
        let unit = |c: &[u8]| [usize::from(c[1] >> 4), usize::from(c[1] & 15)];
        let described: Vec<_> = described.chunks_exact(3).collect();
        if described.iter().any(|c| unit(c).contains(&0) || c[2] > 3) {
            return None;
        }
        let largest = |axis: usize| described.iter().map(|c| unit(c)[axis]).max().unwrap_or(1);
        let largest = [largest(0), largest(1)];
        let sides = [width, height];
        let units = [0, 1].map(|axis| sides[axis].div_ceil(8 * largest[axis]));
        let component = |c: &&[u8]| {
            let unit = unit(c);
            let pixels = |axis: usize| (sides[axis] * unit[axis]).div_ceil(largest[axis]);
            let stride = units[0] * unit[0];
            let all = stride * units[1] * unit[1];
            Component {
                id: c[0],
                unit,
                steps: usize::from(c[2]),
                blocks: [0, 1].map(|axis| pixels(axis).div_ceil(8)),
                stride,
                set: if progressive {
                    vec![0; all]
                } else {
                    Vec::new()
                },
                begun: false,
            }
        };
        Some(Self {
            progressive,
            components: described.iter().map(component).collect(),
            units,
        })
    }

    /// The index of a component.
    pub(super) fn find(&self, id: u8) -> Option<usize> {
        self.components.iter().position(|c| c.id == id)
    }

    /// Whether there are data of all components.
    pub(super) fn is_complete(&self) -> bool {
        self.components.iter().all(|c| c.begun)
    }
}
