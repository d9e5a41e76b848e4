//! Cast shadows of pieces: a map of darkness and caster height.

use crate::camera::V3;

/// Cells per square.
const DENSITY: f32 = 16.0;

/// A shadow map of the board's plane: the darkness, and the height of the caster.
#[derive(Clone, Debug)]
pub(crate) struct Shadows {
    first: f32,
    width: usize,
    cells: Vec<Cell>,
    /// Displacement of a shadow on the board, for each unit of height.
    slide: [f32; 2],
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    dark: f32,
    from: f32,
    /// Fraction of the light that remains.
    light: f32,
}

impl Shadows {
    /// An empty shadow map of the plane between two board coordinates in both directions.
    pub(crate) fn new(first: f32, last: f32, light: V3) -> Self {
        let width = ((last - first) * DENSITY) as usize + 2;
        let rise = light[2].max(0.3);
        Self {
            first,
            width,
            cells: vec![
                Cell {
                    dark: 0.0,
                    from: 0.0,
                    light: 1.0
                };
                width * width
            ],
            slide: [-light[0] / rise, -light[1] / rise],
        }
    }

    /// Adds the shadow of a horizontal disc. Higher discs have softer edges.
    pub(crate) fn cast(&mut self, centre: V3, radius: f32) {
        let [x, y] = self.fall(centre);
        let soft = 0.05 + 0.09 * centre[2];
        let reach = radius + 0.5 * soft;
        let range = |v: f32| {
            let cell = |v: f32| ((v - self.first) * DENSITY).clamp(0.0, (self.width - 1) as f32);
            cell(v - reach).ceil() as usize..=cell(v + reach) as usize
        };
        for j in range(y) {
            for i in range(x) {
                let place = |i: usize| self.first + i as f32 / DENSITY;
                let (dx, dy) = (place(i) - x, place(j) - y);
                let d2 = dx * dx + dy * dy;
                if d2 >= reach * reach {
                    continue;
                }
                let dark = ((reach - d2.sqrt()) / soft).min(1.0);
                let cell = &mut self.cells[j * self.width + i];
                cell.dark = cell.dark.max(dark);
                if dark > 0.5 {
                    cell.from = cell.from.max(centre[2]);
                }
            }
        }
    }

    /// The position on the board of the light ray through a point in space.
    fn fall(&self, p: V3) -> [f32; 2] {
        [0, 1].map(|k| p[k] + self.slide[k] * p[2])
    }

    /// Finishes the map: shadows have darkness `depth`, and `rest` is the fraction of light that other effects leave at
    /// a point of the board.
    pub(crate) fn settle(&mut self, depth: f32, rest: impl Fn(f32, f32) -> f32) {
        let place = |i: usize| self.first + i as f32 / DENSITY;
        for (i, cell) in self.cells.iter_mut().enumerate() {
            let (c, r) = (place(i % self.width), place(i / self.width));
            cell.light = (1.0 - depth * cell.dark) * rest(c, r);
        }
    }

    /// Fraction of the light that remains at a point of the board; beyond the map as at its edge.
    pub(crate) fn light(&self, c: f32, r: f32) -> f32 {
        let limit = (self.width - 1) as f32 - 1e-3;
        let x = ((c - self.first) * DENSITY).clamp(0.0, limit);
        let y = ((r - self.first) * DENSITY).clamp(0.0, limit);
        let (i, j) = (x as usize, y as usize);
        let (fx, fy) = (x - i as f32, y - j as f32);
        let at = |di: usize, dj: usize| self.cells[(j + dj) * self.width + i + di].light;
        let top = at(0, 0) * (1.0 - fx) + at(1, 0) * fx;
        let bottom = at(0, 1) * (1.0 - fx) + at(1, 1) * fx;
        top * (1.0 - fy) + bottom * fy
    }

    /// Darkness at a point above the board: that of the board where its light ray would fall, if the shadow is cast
    /// from clearly higher up.
    pub(crate) fn above(&self, p: V3) -> f32 {
        let [x, y] = self.fall(p);
        let cell = |v: f32| ((v - self.first) * DENSITY).round();
        let (i, j) = (cell(x), cell(y));
        let on = 0.0..self.width as f32;
        if !on.contains(&i) || !on.contains(&j) {
            return 0.0;
        }
        let cell = self.cells[j as usize * self.width + i as usize];
        cell.dark * ((cell.from - p[2] - 0.25) / 0.2).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shadow_lies_away_from_the_lamp_and_only_below_what_casts_it() {
        // The lamp is to the right, 45 degrees up: a disc at height 1 shadows one square to the left.
        let h = 0.5f32.sqrt();
        let mut shadows = Shadows::new(-3.0, 10.0, [h, 0.0, h]);
        shadows.cast([4.0, 4.0, 1.0], 0.3);
        shadows.settle(0.6, |_, r| if r > 6.0 { 0.5 } else { 1.0 });
        assert!((shadows.light(3.0, 4.0) - 0.4).abs() < 1e-5);
        assert_eq!(shadows.light(4.0, 4.0), 1.0);
        assert_eq!(shadows.light(400.0, f32::MAX), 0.5);
        assert!((shadows.above([3.2, 4.0, 0.2]) - 1.0).abs() < 1e-5);
        assert_eq!(shadows.above([4.5, 4.0, 1.5]), 0.0);
    }
}
