//! Pictures of a query and its result: letters on the points of continuations, and a legend with their frequency and
//! success.
//!
//! ```
//! use patterns::picture::{Picture, labels};
//! use patterns::{Library, Query};
//!
//! let mut library = Library::new();
//! library.add_text("(;SZ[9]RE[B+R];B[cc];W[gg];B[ce])(;SZ[9]RE[W+2];B[gc];W[cg];B[gb])", "two.sgf", |_| {});
//! let pattern: patterns::Pattern = "|.....\n|.....\n|..X..\n|.....\n|.....\n+-----".parse()?;
//! let answer = library.search(&Query::new(pattern.clone()))?;
//! let labels = labels(&answer, 5);
//! let picture = Picture::new(&pattern, &labels);
//! assert!(picture.svg().contains(">A<"));
//! assert!(picture.text().contains("A  B3: Black 1 (0 % won)"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::BTreeMap;
use std::fmt::Write as _;

use board_core::Color;

use crate::{Anchor, Answer, Content, Demand, Pattern, Tally};

/// Units of the picture between neighbouring lines of the board.
pub const PITCH: usize = 24;
/// Units between lines of the legend.
const LINE: usize = 18;
/// The letters for labels, in order.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A labelled point where games continued.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Its letter; `A` is the most frequent continuation.
    pub letter: char,
    /// The point of the pattern, from its lower left.
    pub point: (usize, usize),
    /// The moves of Black and of White there; wins are those of the player.
    pub by: [Tally; 2],
}

/// Labels the points where games continued, most frequent first: at most `most`, and at most 52, the number of letters.
#[must_use]
pub fn labels(answer: &Answer, most: usize) -> Vec<Label> {
    let mut points: BTreeMap<(usize, usize), [Tally; 2]> = BTreeMap::new();
    for next in &answer.continuations {
        points.entry(next.point).or_default()[next.color.index()] = next.all;
    }
    let mut points: Vec<_> = points.into_iter().collect();
    points.sort_by_key(|(_, by)| std::cmp::Reverse(by[0].count + by[1].count));
    let lettered = LETTERS.chars().zip(points).take(most);
    lettered
        .map(|(letter, (point, by))| Label { letter, point, by })
        .collect()
}

/// The name of a point of a pattern: a letter for the column (without I) and a number for the row, from its lower left,
/// as on a board.
#[must_use]
pub fn name((x, y): (usize, usize)) -> String {
    let column = LETTERS.chars().filter(|&letter| letter != 'I').nth(x);
    format!("{}{}", column.unwrap_or('?'), y + 1)
}

/// The point with a [`name`], in either case.
#[must_use]
pub fn point(name: &str) -> Option<(usize, usize)> {
    let mut letters = name.trim().chars();
    let column = letters.next()?.to_ascii_uppercase();
    let mut columns = LETTERS.chars().take(26).filter(|&letter| letter != 'I');
    let x = columns.position(|letter| letter == column)?;
    let row: usize = letters.as_str().parse().ok()?;
    Some((x, row.checked_sub(1)?))
}

/// A picture of a pattern, with or without labels.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    pattern: &'a Pattern,
    labels: &'a [Label],
    title: &'a str,
}

impl<'a> Picture<'a> {
    /// Makes a picture; labels off the pattern are ignored.
    #[must_use]
    pub fn new(pattern: &'a Pattern, labels: &'a [Label]) -> Picture<'a> {
        Picture {
            pattern,
            labels,
            title: "",
        }
    }

    /// Sets a line of text above the legend.
    #[must_use]
    pub fn title(mut self, title: &'a str) -> Picture<'a> {
        self.title = title;
        self
    }

    /// The lines of the legend.
    fn legend(&self) -> impl Iterator<Item = String> + '_ {
        self.labels.iter().map(|label| {
            let sides = ["Black", "White"].into_iter().zip(label.by);
            let played = sides.filter(|(_, tally)| tally.count > 0);
            let said = played.map(|(side, tally)| match tally.win_rate() {
                Some(rate) => format!("{side} {} ({:.0} % won)", tally.count, 100.0 * rate),
                None => format!("{side} {}", tally.count),
            });
            let said: Vec<String> = said.collect();
            format!(
                "{}  {}: {}",
                label.letter,
                name(label.point),
                said.join(", ")
            )
        })
    }

    /// The picture as text, with letters, and the legend.
    #[must_use]
    pub fn text(&self) -> String {
        let drawn = self.pattern.to_string();
        let has = |side| usize::from(self.pattern.anchor().contains(side));
        let turn = usize::from(self.pattern.to_move().is_some());
        let (cols, rows) = self.pattern.size();
        let mut lines: Vec<Vec<char>> = drawn.lines().map(|line| line.chars().collect()).collect();
        for label in self.labels {
            let (x, y) = label.point;
            if x < cols && y < rows {
                let line = turn + has(Anchor::TOP) + rows - 1 - y;
                lines[line][has(Anchor::LEFT) + x] = label.letter;
            }
        }
        let mut text = String::new();
        for (i, line) in lines.iter().enumerate() {
            let _ = if i < turn {
                writeln!(text, "{}", line.iter().collect::<String>())
            } else {
                let spaced: String = line.iter().flat_map(|&letter| [letter, ' ']).collect();
                writeln!(text, "{}", spaced.trim_end())
            };
        }
        if !self.title.is_empty() {
            let _ = writeln!(text, "{}", self.title);
        }
        for line in self.legend() {
            let _ = writeln!(text, "{line}");
        }
        text
    }

    /// The picture as SVG, with [`PITCH`] units between lines. Lines that end in the open continue; points with any
    /// content are grey; a small stone is optional.
    #[must_use]
    pub fn svg(&self) -> String {
        let (cols, rows) = self.pattern.size();
        let legend: Vec<String> = self.legend().collect();
        let text_lines = legend.len() + usize::from(!self.title.is_empty());
        let longest = legend.iter().map(String::as_str).chain([self.title]);
        let longest = longest.map(|line| line.chars().count()).max().unwrap_or(0);
        let width = ((cols + 1) * PITCH).max(PITCH + 8 * longest);
        let board = (rows + 1) * PITCH;
        let height = board + LINE * text_lines + if text_lines > 0 { LINE / 2 } else { 0 };
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
        );
        self.draw_lines(&mut svg);
        self.draw_points(&mut svg);
        for label in self.labels {
            self.draw_label(&mut svg, label);
        }
        let said = Some(self.title).filter(|title| !title.is_empty());
        for (i, line) in said
            .into_iter()
            .chain(legend.iter().map(String::as_str))
            .enumerate()
        {
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" font-size=\"13\" xml:space=\"preserve\">{}</text>",
                PITCH / 2,
                board + LINE * i + 12,
                escaped(line)
            );
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// The position of a point in the picture.
    fn at(&self, (x, y): (usize, usize)) -> (usize, usize) {
        let rows = self.pattern.size().1;
        ((x + 1) * PITCH, (rows - y) * PITCH)
    }

    fn draw_lines(&self, svg: &mut String) {
        let (cols, rows) = self.pattern.size();
        let beyond = |side| {
            if self.pattern.anchor().contains(side) {
                0
            } else {
                PITCH / 2
            }
        };
        let (left, bottom) = self.at((0, 0));
        let (right, top) = self.at((cols - 1, rows - 1));
        let (west, east) = (left - beyond(Anchor::LEFT), right + beyond(Anchor::RIGHT));
        let (north, south) = (top - beyond(Anchor::TOP), bottom + beyond(Anchor::BOTTOM));
        let mut path = String::new();
        for x in 0..cols {
            let _ = write!(path, "M{} {north}V{south}", self.at((x, 0)).0);
        }
        for y in 0..rows {
            let _ = write!(path, "M{west} {}H{east}", self.at((0, y)).1);
        }
        let mut edges = String::new();
        for (side, from, to) in [
            (Anchor::LEFT, (west, north), (west, south)),
            (Anchor::RIGHT, (east, north), (east, south)),
            (Anchor::TOP, (west, north), (east, north)),
            (Anchor::BOTTOM, (west, south), (east, south)),
        ] {
            if self.pattern.anchor().contains(side) {
                let _ = write!(edges, "M{} {}L{} {}", from.0, from.1, to.0, to.1);
            }
        }
        for (path, width) in [(path, 0.8), (edges, 2.4)] {
            if !path.is_empty() {
                let _ = writeln!(
                    svg,
                    "<path d=\"{path}\" stroke=\"#222\" stroke-width=\"{width}\" stroke-linecap=\"square\" fill=\"none\"/>"
                );
            }
        }
    }

    fn draw_points(&self, svg: &mut String) {
        let (cols, rows) = self.pattern.size();
        for point in (0..rows).flat_map(|y| (0..cols).map(move |x| (x, y))) {
            let demand = self.pattern.at(point.0, point.1);
            let (x, y) = self.at(point);
            if demand.accepts(Content::Black) && demand.accepts(Content::White) {
                let half = PITCH / 2;
                let _ = writeln!(
                    svg,
                    "<rect x=\"{}\" y=\"{}\" width=\"{PITCH}\" height=\"{PITCH}\" fill=\"#999\" opacity=\"0.55\"/>",
                    x - half,
                    y - half,
                );
                continue;
            }
            let color = match demand {
                demand if demand.accepts(Content::Black) => "#111",
                demand if demand.accepts(Content::White) => "#fff",
                _ => continue,
            };
            let sure = demand == Demand::BLACK || demand == Demand::WHITE;
            let radius = if sure { 11 } else { 5 };
            let _ = writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{color}\" stroke=\"#111\"/>"
            );
        }
        if let Some(mark) = self.pattern.mark() {
            let (x, y) = self.at(mark);
            let _ = writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"none\" stroke=\"#b00\" stroke-width=\"2\"/>"
            );
        }
    }

    /// Draws the letter of a point, in a dark ring if Black plays there more often, without a ring if White does.
    fn draw_label(&self, svg: &mut String, label: &Label) {
        let (cols, rows) = self.pattern.size();
        if label.point.0 >= cols || label.point.1 >= rows {
            return;
        }
        let (x, y) = self.at(label.point);
        let [black, white] = label.by.map(|tally| tally.count);
        let more = if black >= white {
            Color::Black
        } else {
            Color::White
        };
        let (fill, ink) = match more {
            Color::Black => ("#ddd", "#111"),
            Color::White => ("#fff", "#a00"),
        };
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"9\" fill=\"{fill}\"/>\n\
             <text x=\"{x}\" y=\"{}\" text-anchor=\"middle\" font-size=\"15\" font-weight=\"bold\" fill=\"{ink}\">{}</text>",
            y + 5,
            label.letter
        );
    }
}

/// Escapes text for XML; characters that XML forbids are left out.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_points() {
        for at in [(0, 0), (7, 3), (8, 24), (24, 0)] {
            assert_eq!(point(&name(at)), Some(at));
        }
        assert_eq!(name((8, 18)), "J19");
        for bad in ["", "A", "A0", "I3", "33", "é1", "A-1"] {
            assert_eq!(point(bad), None, "{bad}");
        }
    }
}
