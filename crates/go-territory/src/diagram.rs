//! Pictures of boards as SVG, suitable for print.

use std::fmt::Write as _;

use board_core::{Board as _, Color, Occupancy};
use go_rules::{Move, Position, Size};

use crate::{ColorMap, Group, Link};

/// Units of the picture between neighbouring lines.
const PITCH: usize = 20;

/// A board in the style of printed diagrams, with marks and overlays.
/// All overlays are distinguishable without colour: Black's points and shades are dark, White's light (an ochre that
/// prints as light grey); territory is marked by small squares, dead stones by a cross, groups by a line around them.
///
/// ```
/// use go_rules::Position;
/// use go_territory::{Bouzy, Diagram, Influence};
///
/// let position = Position::from_rows(&[". . . .", ". X . O", ". . . .", ". . . ."])?;
/// let svg = Diagram::of(&position)
///     .influence(&Bouzy::AREA.of_position(&position, &[]))
///     .title("A small board")
///     .svg();
/// assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
/// # Ok::<(), go_rules::PositionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Diagram {
    size: Size,
    stones: Vec<Occupancy>,
    dead: Vec<bool>,
    owner: Vec<Occupancy>,
    shade: Vec<f32>,
    links: Option<ColorMap>,
    groups: Vec<Group>,
    last: Option<usize>,
    coordinates: bool,
    title: String,
}

impl Diagram {
    /// The stones of a position, with coordinates.
    #[must_use]
    pub fn of(position: &Position) -> Diagram {
        let points = position.points();
        Diagram {
            size: position.size(),
            stones: position.contents(),
            dead: vec![false; points],
            owner: vec![Occupancy::Empty; points],
            shade: vec![0.0; points],
            links: None,
            groups: Vec::new(),
            last: None,
            coordinates: true,
            title: String::new(),
        }
    }

    /// Marks these stones with a cross. Points off the board are ignored, as in all methods.
    #[must_use]
    pub fn dead(mut self, dead: &[usize]) -> Diagram {
        for &point in dead {
            if let Some(mark) = self.dead.get_mut(point) {
                *mark = true;
            }
        }
        self
    }

    /// Marks the owner of each point without a living stone; `owner` is in point order, as in
    /// [`Score::owner`](go_rules::Score::owner).
    #[must_use]
    pub fn territory(mut self, owner: &[Occupancy]) -> Diagram {
        for (mark, &owner) in self.owner.iter_mut().zip(owner) {
            *mark = owner;
        }
        self
    }

    /// Shades every point by a number, in point order: positive for Black, negative for White. One empty point in
    /// twenty has the strongest shade, so that a few peaks do not leave the rest pale. Values that are not finite are
    /// ignored.
    #[must_use]
    pub fn influence(mut self, values: &[f32]) -> Diagram {
        let finite = |value: &f32| if value.is_finite() { *value } else { 0.0 };
        let values = values.iter().map(finite);
        let empty = |(_, stone): &(f32, &Occupancy)| **stone == Occupancy::Empty;
        let sizes = values.clone().zip(&self.stones).filter(empty);
        let mut sizes: Vec<f32> = sizes.map(|(value, _)| value.abs()).collect();
        sizes.retain(|&size| size > 0.0);
        sizes.sort_by(|a, b| b.total_cmp(a));
        let largest = sizes.get(sizes.len() / 20).copied().unwrap_or(0.0);
        for (shade, value) in self.shade.iter_mut().zip(values) {
            *shade = if largest > 0.0 {
                (value / largest).clamp(-1.0, 1.0)
            } else {
                0.0
            };
        }
        self
    }

    /// Draws the coloured links and points of a colour map, if it has the size of this board.
    #[must_use]
    pub fn color_map(mut self, map: &ColorMap) -> Diagram {
        self.links = Some(map.clone()).filter(|map| map.size() == self.size);
        self
    }

    /// Draws a line around each group.
    #[must_use]
    pub fn groups(mut self, groups: &[Group]) -> Diagram {
        self.groups = groups.to_vec();
        self
    }

    /// Marks the last stone played.
    #[must_use]
    pub fn last(mut self, mv: Option<Move>) -> Diagram {
        self.last = mv
            .and_then(Move::point)
            .filter(|&point| point < self.stones.len());
        self
    }

    /// Shows or hides the names of columns and rows.
    #[must_use]
    pub fn coordinates(mut self, shown: bool) -> Diagram {
        self.coordinates = shown;
        self
    }

    /// Sets a line of text below the board.
    #[must_use]
    pub fn title(mut self, title: &str) -> Diagram {
        self.title = title.into();
        self
    }

    /// The picture as SVG, with 20 units a line; viewers scale it.
    #[must_use]
    pub fn svg(&self) -> String {
        let margin = if self.coordinates { 2 * PITCH } else { PITCH };
        let (cols, rows) = (self.size.cols(), self.size.rows());
        let width = (cols - 1) * PITCH + 2 * margin;
        let below = if self.title.is_empty() { 0 } else { PITCH };
        let height = (rows - 1) * PITCH + 2 * margin + below;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
        );
        let _ = writeln!(svg, "<g transform=\"translate({margin} {margin})\">");
        self.draw_shades(&mut svg);
        self.draw_lines(&mut svg);
        self.draw_links(&mut svg);
        self.draw_groups(&mut svg);
        self.draw_stones(&mut svg);
        self.draw_territory(&mut svg);
        if self.coordinates {
            self.draw_coordinates(&mut svg);
        }
        svg.push_str("</g>\n");
        if !self.title.is_empty() {
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"12\">{}</text>",
                width / 2,
                height - PITCH / 2,
                escaped(&self.title)
            );
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// The picture as a PNG file, with `pitch` pixels between neighbouring lines, clamped to 1 to 200.
    ///
    /// # Errors
    /// If the encoder fails, in practice for lack of memory.
    #[cfg(feature = "png")]
    pub fn png(&self, pitch: u16) -> Result<Vec<u8>, PngError> {
        png_of(&self.svg(), f32::from(pitch.clamp(1, 200)) / PITCH as f32)
    }

    /// The position of a point in the picture.
    fn at(&self, point: usize) -> (usize, usize) {
        let (col, row) = self.size.col_row(point);
        (col * PITCH, row * PITCH)
    }

    fn draw_shades(&self, svg: &mut String) {
        for (point, &shade) in self.shade.iter().enumerate() {
            let opacity = (shade.abs() * 60.0).round() / 100.0;
            // Invisible on paper below this.
            if opacity > 0.02 {
                let (x, y) = self.at(point);
                let _ = writeln!(
                    svg,
                    "<rect x=\"{}\" y=\"{}\" width=\"{PITCH}\" height=\"{PITCH}\" fill=\"{}\" opacity=\"{opacity}\"/>",
                    signed(x) - 10,
                    signed(y) - 10,
                    if shade > 0.0 { DARK } else { LIGHT },
                );
            }
        }
    }

    fn draw_lines(&self, svg: &mut String) {
        let (right, bottom) = self.at(self.size.points() - 1);
        let mut path = String::new();
        for col in 0..self.size.cols() {
            let _ = write!(path, "M{} 0V{bottom}", col * PITCH);
        }
        for row in 0..self.size.rows() {
            let _ = write!(path, "M0 {}H{right}", row * PITCH);
        }
        let _ = writeln!(
            svg,
            "<path d=\"{path}\" stroke=\"#333\" stroke-width=\"0.8\" fill=\"none\"/>"
        );
        let _ = writeln!(
            svg,
            "<rect width=\"{right}\" height=\"{bottom}\" stroke=\"#111\" stroke-width=\"1.6\" fill=\"none\"/>"
        );
        for point in stars(self.size) {
            let (x, y) = self.at(point);
            let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"2\" fill=\"#111\"/>");
        }
    }

    fn draw_links(&self, svg: &mut String) {
        let Some(map) = &self.links else { return };
        for color in Color::BOTH {
            let mut path = String::new();
            for point in 0..self.size.points() {
                for (near, link) in map.links(point).filter(|&(near, _)| near > point) {
                    if link == Link::Of(color) {
                        let ((x, y), (to_x, to_y)) = (self.at(point), self.at(near));
                        let _ = write!(path, "M{x} {y}L{to_x} {to_y}");
                    }
                }
            }
            if !path.is_empty() {
                let _ = writeln!(
                    svg,
                    "<path d=\"{path}\" stroke=\"{}\" stroke-width=\"5\" stroke-linecap=\"round\" opacity=\"0.7\"/>",
                    tint(color)
                );
            }
        }
    }

    /// Draws the border of each group: the sides of its points' squares where it ends.
    fn draw_groups(&self, svg: &mut String) {
        for group in &self.groups {
            let mut inside = vec![false; self.size.points()];
            for &point in &group.points {
                if let Some(inside) = inside.get_mut(point) {
                    *inside = true;
                }
            }
            let is_inside = |col: isize, row: isize| {
                let point = usize::try_from(col).ok().zip(usize::try_from(row).ok());
                let point = point.and_then(|(col, row)| self.size.point(col, row));
                point.is_some_and(|point| inside[point])
            };
            let mut path = String::new();
            for point in (0..inside.len()).filter(|&point| inside[point]) {
                let (x, y) = self.at(point);
                let (left, top) = (signed(x) - 9, signed(y) - 9);
                let (right, bottom) = (left + 18, top + 18);
                let (col, row) = self.size.col_row(point);
                let (col, row) = (signed(col), signed(row));
                // A side extends into the next square where the border continues straight.
                let (before_x, after_x) = (left - 1, right + 1);
                let (before_y, after_y) = (top - 1, bottom + 1);
                if !is_inside(col, row - 1) {
                    let _ = write!(path, "M{before_x} {top}H{after_x}");
                }
                if !is_inside(col, row + 1) {
                    let _ = write!(path, "M{before_x} {bottom}H{after_x}");
                }
                if !is_inside(col - 1, row) {
                    let _ = write!(path, "M{left} {before_y}V{after_y}");
                }
                if !is_inside(col + 1, row) {
                    let _ = write!(path, "M{right} {before_y}V{after_y}");
                }
            }
            let dash = match group.color {
                Color::Black => "",
                Color::White => " stroke-dasharray=\"4 2\"",
            };
            let _ = writeln!(
                svg,
                "<path d=\"{path}\" stroke=\"{}\" stroke-width=\"1.6\"{dash} fill=\"none\"/>",
                outline(group.color)
            );
        }
    }

    fn draw_stones(&self, svg: &mut String) {
        for (point, stone) in self.stones.iter().enumerate() {
            let Some(color) = stone.color() else { continue };
            let (x, y) = self.at(point);
            let (fill, ink) = match color {
                Color::Black => ("#111", "#fff"),
                Color::White => ("#fff", "#111"),
            };
            let _ = writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"9\" fill=\"{fill}\" stroke=\"#111\" stroke-width=\"1\"/>"
            );
            if self.dead[point] {
                let (left, top) = (signed(x) - 5, signed(y) - 5);
                let _ = writeln!(
                    svg,
                    "<path d=\"M{left} {top}l10 10m0 -10l-10 10\" stroke=\"{ink}\" stroke-width=\"1.6\"/>"
                );
            } else if self.last == Some(point) {
                let _ = writeln!(
                    svg,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.4\"/>"
                );
            }
        }
    }

    fn draw_territory(&self, svg: &mut String) {
        for (point, owner) in self.owner.iter().enumerate() {
            let standing = self.stones[point] != Occupancy::Empty;
            let Some(color) = owner.color().filter(|_| !standing) else {
                continue;
            };
            let (x, y) = self.at(point);
            let fill = match color {
                Color::Black => "#111",
                Color::White => "#fff",
            };
            let _ = writeln!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"6\" height=\"6\" fill=\"{fill}\" stroke=\"#111\" stroke-width=\"0.8\"/>",
                signed(x) - 3,
                signed(y) - 3,
            );
        }
    }

    fn draw_coordinates(&self, svg: &mut String) {
        let (right, bottom) = self.at(self.size.points() - 1);
        let mut text = |x: isize, y: isize, name: &str| {
            let _ = writeln!(
                svg,
                "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\" font-size=\"10\" fill=\"#333\">{name}</text>",
                y + 4
            );
        };
        let gap = 22;
        for col in 0..self.size.cols() {
            let name = self.size.gtp(Move::place(col));
            let letter = &name[..1];
            text(signed(col * PITCH), -gap, letter);
            text(signed(col * PITCH), signed(bottom) + gap, letter);
        }
        for row in 0..self.size.rows() {
            let number = (self.size.rows() - row).to_string();
            text(-gap, signed(row * PITCH), &number);
            text(signed(right) + gap, signed(row * PITCH), &number);
        }
    }
}

/// Any SVG as a PNG file with `scale` pixels a unit; text uses the system's fonts.
///
/// # Errors
/// If it is not valid SVG, or too large for the memory.
#[cfg(feature = "png")]
pub fn png_of(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    use resvg::{tiny_skia, usvg};
    let mut options = usvg::Options::default();
    options.fontdb_mut().load_system_fonts();
    let failed = |reason: String| PngError { reason };
    let tree = usvg::Tree::from_str(svg, &options).map_err(|e| failed(e.to_string()))?;
    let size = tree.size().to_int_size().scale_by(scale);
    let size = size.ok_or_else(|| failed("no size".into()))?;
    let mut pixels = tiny_skia::Pixmap::new(size.width(), size.height())
        .ok_or_else(|| failed("no memory".into()))?;
    let transform = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut pixels.as_mut());
    pixels.encode_png().map_err(|e| failed(e.to_string()))
}

/// Why a picture could not be written as PNG.
#[cfg(feature = "png")]
#[derive(Clone, Debug, thiserror::Error)]
#[error("the diagram cannot be drawn as PNG: {reason}")]
pub struct PngError {
    reason: String,
}

/// Black's shade.
const DARK: &str = "#24364b";
/// White's shade.
const LIGHT: &str = "#e3a93c";

fn tint(color: Color) -> &'static str {
    match color {
        Color::Black => DARK,
        Color::White => LIGHT,
    }
}

fn outline(color: Color) -> &'static str {
    match color {
        Color::Black => "#24364b",
        Color::White => "#a06a00",
    }
}

/// A length as a signed number; boards are far too small to overflow.
fn signed(length: usize) -> isize {
    length as isize
}

/// The star points of a board.
fn stars(size: Size) -> Vec<usize> {
    let lines = |side: usize| -> Vec<usize> {
        let edge = if side >= 13 { 3 } else { 2 };
        match side {
            0..=6 => vec![],
            7 | 8 => vec![edge, side - 1 - edge],
            _ if side.is_multiple_of(2) => vec![edge, side - 1 - edge],
            _ => vec![edge, side / 2, side - 1 - edge],
        }
    };
    let (cols, rows) = (lines(size.cols()), lines(size.rows()));
    let small = size.cols() < 15 || size.rows() < 15;
    let mut stars = Vec::new();
    for &row in &rows {
        for &col in &cols {
            let middle = [col == size.cols() / 2, row == size.rows() / 2];
            // Small boards have no star points in the middle of the sides.
            if !small || middle[0] == middle[1] {
                stars.extend(size.point(col, row));
            }
        }
    }
    stars
}

/// Escapes text for XML; characters that XML forbids are left out.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}
