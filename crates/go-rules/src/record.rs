//! Games as SGF (FF[4]): read whole trees, write them back, and follow the main line.

use std::collections::HashSet;

use board_core::{Color, MoveGen, Occupancy};
use sgf_parse::go::{Move as SgfMove, Point, Prop};
use sgf_parse::{ParseOptions, SgfNode, SgfProp, SimpleText, Text};

use crate::{Move, Position, PositionError};

/// Limits for files that nobody vouches for.
#[derive(Clone, Copy, Debug)]
pub struct ReadLimits {
    /// Most bytes of text. Default 16 MiB.
    pub bytes: usize,
    /// Most nodes from the root to a leaf. Default 3,000; the longest professional games have some
    /// 400.
    pub depth: usize,
}

impl Default for ReadLimits {
    fn default() -> Self {
        Self {
            bytes: 16 << 20,
            depth: 3000,
        }
    }
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// Longer or deeper than the limits allow.
    #[error("{what} is more than the limit of {limit}")]
    TooLarge {
        /// What is too large, with its size.
        what: String,
        /// The limit.
        limit: usize,
    },
    /// Not SGF.
    #[error("not SGF, at line {line}: {reason}")]
    Syntax {
        /// Line of the text, from 1, up to which it could be read.
        line: usize,
        /// What the parser said.
        reason: String,
    },
    /// A game of another kind than Go.
    #[error("game {game} of the file is not Go")]
    NotGo {
        /// Number of the game in the file, from 1.
        game: usize,
    },
    /// The board size or the setup cannot be.
    #[error("the starting position cannot be: {0}")]
    Setup(PositionError),
    /// A move of the main line that the rules forbid.
    #[error("move {number}, {side} {name}, is illegal")]
    Illegal {
        /// Number of the move, from 1.
        number: usize,
        /// Who plays it.
        side: Color,
        /// Its name, such as `Q16`.
        name: String,
        /// The position before it: everything up to here is good.
        before: Box<Position>,
    },
}

/// A node of the game tree, as SGF properties.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// Its properties, in order.
    pub properties: Vec<Prop>,
    /// Indices of its children; the first is the main line's.
    pub children: Vec<usize>,
}

/// A move of the main line.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// Who plays.
    pub side: Color,
    /// What.
    pub mv: Move,
}

/// The texts of a game's head that people fill in; all may be empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// Name of the game (`GN`).
    pub name: String,
    /// Black player (`PB`).
    pub black: String,
    /// White player (`PW`).
    pub white: String,
    /// Date (`DT`), `YYYY-MM-DD`.
    pub date: String,
    /// Result (`RE`), such as `B+3.5` or `W+R`.
    pub result: String,
    /// Rule set (`RU`).
    pub rules: String,
    /// Komi (`KM`).
    pub komi: Option<f64>,
    /// Comment on the game (`GC`).
    pub comment: String,
}

/// A game record: the tree of nodes, root first.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    size: usize,
    nodes: Vec<Node>,
    /// The last node of the main line, where [`Record::push`] adds.
    tip: usize,
}

impl Record {
    /// An empty record.
    ///
    /// # Errors
    /// [`RecordError::Setup`] for a size that is not 1 to 25.
    pub fn new(size: usize) -> Result<Self, RecordError> {
        Position::new(size).map_err(RecordError::Setup)?;
        let side = size as u8;
        let application = (simple("Kibitzer"), simple(env!("CARGO_PKG_VERSION")));
        let properties = vec![
            Prop::GM(1),
            Prop::FF(4),
            Prop::CA(simple("UTF-8")),
            Prop::AP(application),
            Prop::SZ((side, side)),
        ];
        Ok(Self {
            size,
            nodes: vec![Node {
                properties,
                children: Vec::new(),
            }],
            tip: 0,
        })
    }

    /// Reads every game of a file, variations kept. Bytes that are not UTF-8 are read as far as
    /// they can be and marked with U+FFFD; property names in the mixed case of older forms are
    /// understood.
    ///
    /// # Errors
    /// [`RecordError::TooLarge`], [`RecordError::Syntax`], [`RecordError::NotGo`], and
    /// [`RecordError::Setup`] for a board that is not square or not 1 to 25.
    pub fn read(bytes: &[u8], limits: &ReadLimits) -> Result<Vec<Self>, RecordError> {
        if bytes.len() > limits.bytes {
            let what = format!("a text of {} bytes", bytes.len());
            return Err(RecordError::TooLarge {
                what,
                limit: limits.bytes,
            });
        }
        let text = String::from_utf8_lossy(bytes);
        let text = text.trim_start_matches('\u{feff}');
        // Whatever stands before the first game (a mail header, say) is not part of it.
        let start = text.find('(').unwrap_or(0);
        let deepest = depth(&text[start..]);
        if deepest > limits.depth {
            let what = format!("a game of {deepest} nodes in a row");
            return Err(RecordError::TooLarge {
                what,
                limit: limits.depth,
            });
        }
        let options = ParseOptions {
            convert_mixed_case_identifiers: true,
            lenient: false,
        };
        let trees = sgf_parse::parse_with_options(&text[start..], &options).map_err(|error| {
            let read = readable(&text[start..]);
            let line = 1 + text[..start + read].matches('\n').count();
            RecordError::Syntax {
                line,
                reason: error.to_string(),
            }
        })?;
        trees
            .into_iter()
            .enumerate()
            .map(|(i, tree)| {
                let root = tree
                    .into_go_node()
                    .map_err(|_| RecordError::NotGo { game: i + 1 })?;
                Self::from_tree(root)
            })
            .collect()
    }

    fn from_tree(mut root: SgfNode<Prop>) -> Result<Self, RecordError> {
        let size = match root.get_property("SZ") {
            Some(&Prop::SZ((w, h))) if w == h => usize::from(w),
            Some(&Prop::SZ((w, h))) => usize::from(w.max(h)) * 100,
            _ => 19,
        };
        Position::new(size).map_err(RecordError::Setup)?;
        // The tree becomes a list, node by node, so that no step nests as deep as the game is long.
        let mut nodes = Vec::new();
        let mut open = vec![(
            std::mem::take(&mut root.properties),
            std::mem::take(&mut root.children),
            None,
        )];
        while let Some((properties, children, parent)) = open.pop() {
            let index = nodes.len();
            if let Some(parent) = parent {
                let parent: &mut Node = &mut nodes[parent];
                parent.children.push(index);
            }
            nodes.push(Node {
                properties,
                children: Vec::new(),
            });
            for mut child in children.into_iter().rev() {
                let inner = std::mem::take(&mut child.children);
                open.push((std::mem::take(&mut child.properties), inner, Some(index)));
            }
        }
        let mut record = Self {
            size,
            nodes,
            tip: 0,
        };
        record.tip = record.main_nodes().last().unwrap_or(0);
        Ok(record)
    }

    /// Points a side.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// The tree; node 0 is the root.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Indices of the main line's nodes, the root included: always the first child.
    fn main_nodes(&self) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(0), |&i| self.nodes[i].children.first().copied())
    }

    /// The moves of the main line.
    #[must_use]
    pub fn moves(&self) -> Vec<Turn> {
        self.main_nodes()
            .flat_map(|i| self.nodes[i].properties.iter().filter_map(|p| self.turn(p)))
            .collect()
    }

    fn turn(&self, property: &Prop) -> Option<Turn> {
        match property {
            Prop::B(mv) => Some(Turn {
                side: Color::Black,
                mv: self.move_of(*mv),
            }),
            Prop::W(mv) => Some(Turn {
                side: Color::White,
                mv: self.move_of(*mv),
            }),
            // An empty value is a pass that older readers refuse.
            Prop::Invalid(name, values) if values.iter().all(|v| v.trim().is_empty()) => {
                let side = match name.as_str() {
                    "B" => Color::Black,
                    "W" => Color::White,
                    _ => return None,
                };
                Some(Turn {
                    side,
                    mv: Move::PASS,
                })
            }
            _ => None,
        }
    }

    /// A point off the board is a pass: `tt` was one on boards up to 19×19.
    fn move_of(&self, mv: SgfMove) -> Move {
        match mv {
            SgfMove::Move(p) if usize::from(p.x.max(p.y)) < self.size => {
                Move::place(usize::from(p.y) * self.size + usize::from(p.x))
            }
            _ => Move::PASS,
        }
    }

    fn sgf_point(&self, point: usize) -> Point {
        Point {
            x: (point % self.size) as u8,
            y: (point / self.size) as u8,
        }
    }

    /// The position before the first move of the main line: setup stones and the side to move.
    ///
    /// # Errors
    /// [`RecordError::Setup`].
    pub fn start(&self) -> Result<Position, RecordError> {
        let mut contents = vec![Occupancy::Empty; self.size * self.size];
        let mut to_move = None;
        let mut handicap = false;
        for i in self.main_nodes() {
            let node = &self.nodes[i];
            if node.properties.iter().any(|p| self.turn(p).is_some()) {
                to_move = to_move.or_else(|| {
                    node.properties
                        .iter()
                        .find_map(|p| self.turn(p))
                        .map(|t| t.side)
                });
                break;
            }
            for property in &node.properties {
                let (points, cell) = match property {
                    Prop::AB(points) => (points, Occupancy::Black),
                    Prop::AW(points) => (points, Occupancy::White),
                    Prop::AE(points) => (points, Occupancy::Empty),
                    Prop::PL(color) => {
                        to_move = Some(match color {
                            sgf_parse::Color::Black => Color::Black,
                            sgf_parse::Color::White => Color::White,
                        });
                        continue;
                    }
                    Prop::HA(_) => {
                        handicap = true;
                        continue;
                    }
                    _ => continue,
                };
                for p in points
                    .iter()
                    .filter(|p| usize::from(p.x.max(p.y)) < self.size)
                {
                    contents[usize::from(p.y) * self.size + usize::from(p.x)] = cell;
                }
            }
        }
        let side = to_move.unwrap_or(if handicap { Color::White } else { Color::Black });
        Position::from_contents(self.size, &contents, side).map_err(RecordError::Setup)
    }

    /// Replays the main line: the position before the first move and after each. Moves out of turn
    /// are played by the side the record names, as records do.
    ///
    /// # Errors
    /// [`RecordError::Setup`]; [`RecordError::Illegal`] with the position up to there.
    pub fn positions(&self) -> Result<Vec<Position>, RecordError> {
        // Some rule sets allow suicide; a record is not the place to forbid it.
        let mut position = self.start()?.with_suicide(true);
        let mut all = vec![position.clone()];
        for (i, turn) in self.moves().iter().enumerate() {
            position.set_to_move(turn.side);
            if !position.is_legal(turn.mv) {
                let name = turn.mv.name(self.size);
                let before = Box::new(position);
                return Err(RecordError::Illegal {
                    number: i + 1,
                    side: turn.side,
                    name,
                    before,
                });
            }
            position.play_forward(turn.mv);
            all.push(position.clone());
        }
        Ok(all)
    }

    /// Sets the stones and the side to move that the game starts from, replacing earlier ones. With
    /// `handicap`, the number of Black's stones is written as `HA`.
    pub fn set_start(&mut self, start: &Position, handicap: bool) {
        use board_core::Board;
        let of = |cell| -> HashSet<Point> {
            (0..start.points())
                .filter(|&p| start.get(p) == cell)
                .map(|p| self.sgf_point(p))
                .collect()
        };
        let (black, white) = (of(Occupancy::Black), of(Occupancy::White));
        let root = &mut self.nodes[0].properties;
        root.retain(|p| !matches!(p, Prop::AB(_) | Prop::AW(_) | Prop::PL(_) | Prop::HA(_)));
        if handicap && black.len() >= 2 {
            root.push(Prop::HA(black.len() as i64));
        }
        if !black.is_empty() {
            root.push(Prop::AB(black));
        }
        if !white.is_empty() {
            root.push(Prop::AW(white));
        }
        root.push(Prop::PL(match start.to_move() {
            Color::Black => sgf_parse::Color::Black,
            Color::White => sgf_parse::Color::White,
        }));
    }

    /// Adds a move at the end of the main line, with a comment if it is not empty.
    pub fn push(&mut self, side: Color, mv: Move, comment: &str) {
        let sgf = match mv.point() {
            None => SgfMove::Pass,
            Some(point) => SgfMove::Move(self.sgf_point(point)),
        };
        let mut properties = vec![match side {
            Color::Black => Prop::B(sgf),
            Color::White => Prop::W(sgf),
        }];
        if !comment.is_empty() {
            properties.push(Prop::C(Text {
                text: comment.to_owned(),
            }));
        }
        self.nodes.push(Node {
            properties,
            children: Vec::new(),
        });
        let new = self.nodes.len() - 1;
        self.nodes[self.tip].children.insert(0, new);
        self.tip = new;
    }

    /// The head of the game.
    #[must_use]
    pub fn info(&self) -> Info {
        let mut info = Info::default();
        for property in &self.nodes[0].properties {
            match property {
                Prop::GN(t) => info.name.clone_from(&t.text),
                Prop::PB(t) => info.black.clone_from(&t.text),
                Prop::PW(t) => info.white.clone_from(&t.text),
                Prop::DT(t) => info.date.clone_from(&t.text),
                Prop::RE(t) => info.result.clone_from(&t.text),
                Prop::RU(t) => info.rules.clone_from(&t.text),
                Prop::KM(komi) => info.komi = Some(*komi),
                Prop::GC(t) => info.comment.clone_from(&t.text),
                _ => {}
            }
        }
        info
    }

    /// Replaces the head of the game; empty texts are left out.
    pub fn set_info(&mut self, info: &Info) {
        let root = &mut self.nodes[0].properties;
        let names = ["GN", "PB", "PW", "DT", "RE", "RU", "KM", "GC"];
        root.retain(|p| !names.contains(&p.identifier().as_str()));
        type Make = fn(SimpleText) -> Prop;
        let texts: [(&str, Make); 6] = [
            (&info.name, Prop::GN),
            (&info.black, Prop::PB),
            (&info.white, Prop::PW),
            (&info.date, Prop::DT),
            (&info.result, Prop::RE),
            (&info.rules, Prop::RU),
        ];
        for (text, make) in texts {
            if !text.is_empty() {
                root.push(make(simple(text)));
            }
        }
        root.extend(info.komi.map(Prop::KM));
        if !info.comment.is_empty() {
            root.push(Prop::GC(Text {
                text: info.comment.clone(),
            }));
        }
    }

    /// The record as SGF text, variations and all.
    #[must_use]
    pub fn to_sgf(&self) -> String {
        // Depth first with an explicit stack, as games nest deeper than a call stack likes.
        enum Step {
            Node(usize),
            Text(char),
        }
        let mut text = String::new();
        let mut column = 0;
        let mut open = vec![Step::Text(')'), Step::Node(0), Step::Text('(')];
        while let Some(step) = open.pop() {
            let index = match step {
                Step::Text(bracket) => {
                    text.push(bracket);
                    continue;
                }
                Step::Node(index) => index,
            };
            let node = &self.nodes[index];
            let written =
                SgfNode::new(as_written(&node.properties), Vec::new(), index == 0).serialize();
            // The node alone, without the brackets of the tree it would be.
            let body = written
                .strip_prefix('(')
                .and_then(|w| w.strip_suffix(')'))
                .unwrap_or(&written);
            if column > 0 && (column + body.len() > 78 || index == 1) {
                text.push('\n');
                column = 0;
            }
            text.push_str(body);
            column += body.len();
            let several = node.children.len() > 1;
            for &child in node.children.iter().rev() {
                if several {
                    open.extend([Step::Text(')'), Step::Node(child), Step::Text('(')]);
                } else {
                    open.push(Step::Node(child));
                }
            }
        }
        text.push('\n');
        text
    }
}

/// Properties as they are written: sets in the order of their points, so that equal records are
/// equal texts, and the size of a square board as one number, as the standard asks.
fn as_written(properties: &[Prop]) -> Vec<Prop> {
    properties
        .iter()
        .map(|property| {
            let (name, points) = match property {
                Prop::AB(points) => ("AB", points),
                Prop::AW(points) => ("AW", points),
                Prop::AE(points) => ("AE", points),
                Prop::SZ((w, h)) if w == h => {
                    return Prop::Unknown("SZ".to_owned(), vec![w.to_string()]);
                }
                // The library writes values it does not know as they are, without escaping them.
                Prop::Unknown(name, values) | Prop::Invalid(name, values) => {
                    let escape = |v: &String| v.replace('\\', "\\\\").replace(']', "\\]");
                    return Prop::Unknown(name.clone(), values.iter().map(escape).collect());
                }
                other => return other.clone(),
            };
            let letter = |v: u8| char::from(if v < 26 { b'a' + v } else { b'A' + v - 26 });
            let mut values: Vec<String> = points
                .iter()
                .map(|p| [letter(p.x), letter(p.y)].iter().collect())
                .collect();
            values.sort_unstable();
            Prop::Unknown(name.to_owned(), values)
        })
        .collect()
}

fn simple(text: &str) -> SimpleText {
    SimpleText {
        text: text.to_owned(),
    }
}

/// Most nodes from the root to a leaf, counted without parsing: what a parser would nest.
fn depth(text: &str) -> usize {
    let (mut here, mut most) = (0usize, 0);
    let mut outer = Vec::new();
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'[' => {
                // To the end of the value; a backslash hides what follows it.
                while let Some(inner) = bytes.next() {
                    match inner {
                        b'\\' => drop(bytes.next()),
                        b']' => break,
                        _ => {}
                    }
                }
            }
            b'(' => outer.push(here),
            b')' => here = outer.pop().unwrap_or(0),
            b';' => {
                here += 1;
                most = most.max(here);
            }
            _ => {}
        }
        most = most.max(outer.len());
    }
    most
}

/// Bytes of `text` up to where its brackets stop making sense.
fn readable(text: &str) -> usize {
    let mut level = 0i32;
    let mut in_value = false;
    let mut escaped = false;
    for (i, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_value => escaped = true,
            b']' if in_value => in_value = false,
            _ if in_value => {}
            b'[' => in_value = true,
            b'(' => level += 1,
            b')' => level -= 1,
            b';' | b'A'..=b'Z' | b'a'..=b'z' => {}
            _ if byte.is_ascii_whitespace() => {}
            _ => return i,
        }
        if level < 0 {
            return i;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<Vec<Record>, RecordError> {
        Record::read(text.as_bytes(), &ReadLimits::default())
    }

    fn names(record: &Record) -> Vec<String> {
        record
            .moves()
            .iter()
            .map(|t| format!("{}{}", &t.side.to_string()[..1], t.mv.name(record.size())))
            .collect()
    }

    #[test]
    fn what_is_written_is_read() {
        let mut record = Record::new(9).unwrap();
        let info = Info {
            black: "A ] \\ player".to_owned(),
            result: "B+R".to_owned(),
            komi: Some(6.5),
            comment: "two\nlines".to_owned(),
            ..Info::default()
        };
        record.set_info(&info);
        record.push(
            Color::Black,
            Move::from_name("E5", 9).unwrap(),
            "the middle: [5-5]",
        );
        record.push(Color::White, Move::PASS, "");
        let text = record.to_sgf();
        let again = read(&text).unwrap().remove(0);
        assert_eq!(names(&again), ["bE5", "wpass"]);
        assert_eq!(again.info(), info);
        assert_eq!(again.to_sgf(), text);
    }

    #[test]
    fn variations_are_kept_and_the_first_is_the_main_line() {
        let text = "(;GM[1]FF[4]SZ[9];B[aa](;W[bb];B[cc])(;W[dd](;B[ee])(;B[ff];W[gg])))";
        let record = read(text).unwrap().remove(0);
        assert_eq!(names(&record), ["bA9", "wB8", "bC7"]);
        assert_eq!(record.nodes().len(), 8);
        let written: String = record.to_sgf().split_whitespace().collect();
        assert_eq!(written, text);
    }

    #[test]
    fn old_forms_are_understood() {
        let record = read("mail header\n(;GaMe[1]SiZe[19];Black[pd];White[tt];B[])")
            .unwrap()
            .remove(0);
        assert_eq!(record.size(), 19);
        let record_moves = read("(;GM[1]SZ[19];B[pd];W[tt];B[])").unwrap().remove(0);
        assert_eq!(names(&record_moves), ["bQ16", "wpass", "bpass"]);
        let setup = read("(;SZ[9]HA[2]AB[aa:bb];W[ee])")
            .unwrap()
            .remove(0)
            .start()
            .unwrap();
        assert_eq!(setup.rows()[..2], ["XX.......", "XX......."]);
        assert_eq!(setup.to_move(), Color::White);
    }

    #[test]
    fn faults_say_where() {
        assert!(matches!(
            read("(;B[aa]\n;W[bb\n"),
            Err(RecordError::Syntax { line: 3, .. })
        ));
        assert!(matches!(read(""), Err(RecordError::Syntax { .. })));
        assert!(matches!(
            read("(;SZ[9:13];B[aa])"),
            Err(RecordError::Setup(_))
        ));
        assert!(matches!(
            read("(;SZ[52];B[aa])"),
            Err(RecordError::Setup(_))
        ));
        let repeated = read("(;SZ[9];B[aa];W[bb];B[aa];W[cc])").unwrap().remove(0);
        let error = repeated.positions().unwrap_err();
        assert_eq!(error.to_string(), "move 3, black A9, is illegal");
    }

    #[test]
    fn hostile_texts_are_refused_in_time() {
        let deep = format!("{}{}", "(;B[aa]".repeat(50_000), ")".repeat(50_000));
        assert!(matches!(read(&deep), Err(RecordError::TooLarge { .. })));
        let long = format!("({})", ";B[aa]".repeat(50_000));
        assert!(matches!(read(&long), Err(RecordError::TooLarge { .. })));
        let brackets = "(".repeat(100_000);
        assert!(matches!(read(&brackets), Err(RecordError::TooLarge { .. })));
        let few = ReadLimits {
            bytes: 3,
            ..ReadLimits::default()
        };
        assert!(matches!(
            Record::read(b"(;B[aa])", &few),
            Err(RecordError::TooLarge { .. })
        ));
    }

    proptest! {
        #[test]
        fn any_text_is_an_error_or_a_record_that_round_trips(text in r"\(?;?([BWACS]{1,2}(\[[a-t\]:\\]{0,4}\])?|;|\(|\)|[ \n]){0,20}\)?") {
            for record in read(&text).into_iter().flatten() {
                let _ = record.positions();
                let written = record.to_sgf();
                let again = read(&written).expect("what is written can be read");
                prop_assert_eq!(again[0].moves(), record.moves());
            }
        }
    }
}
