//! Converts the main line of a tree to a record.

use board_core::{Color, Occupancy};

use super::replay::advance;
use super::{MoveFault, Play, Property, Record, RecordError, Tree};
use crate::{Move, Position, Size};

impl Record {
    /// Makes a record from the main line of a tree (the first variation at every node).
    ///
    /// # Errors
    /// The size, the setup or a move is not valid; [`RecordError::record`] has the game up to there.
    pub fn from_tree(tree: Tree) -> Result<Record, RecordError> {
        let result = read_line(&tree);
        match result {
            Ok(mut record) => {
                record.tree = Some(tree);
                Ok(record)
            }
            Err(error) => Err(error),
        }
    }
}

/// A record under construction.
struct Line {
    record: Record,
    stones: Vec<Occupancy>,
    /// The side to move by the `PL` property.
    player: Option<Color>,
    /// The current position, once the first move is read.
    position: Option<Position>,
}

fn read_line(tree: &Tree) -> Result<Record, RecordError> {
    let size = read_size(tree)?;
    let mut line = Line {
        record: Record::new(size),
        stones: vec![Occupancy::Empty; size.points()],
        player: None,
        position: None,
    };
    for node in tree.main_line() {
        for property in &node.properties {
            line.record.info.take(property);
            line.set_up(property)?;
        }
        for property in &node.properties {
            line.play(property)?;
        }
        if let Some(comment) = node.value("C") {
            let place = match line.record.moves.last_mut() {
                Some(play) => &mut play.comment,
                None => &mut line.record.comment,
            };
            if !place.is_empty() {
                place.push('\n');
            }
            place.push_str(comment);
        }
    }
    line.start(None)?;
    Ok(line.record)
}

/// The board size of the root; 19×19 if not given.
fn read_size(tree: &Tree) -> Result<Size, RecordError> {
    let Some(found) = tree.root().value("SZ") else {
        return Ok(Size::NINETEEN);
    };
    let (cols, rows) = found.split_once(':').unwrap_or((found, found));
    let side = |text: &str| text.trim().parse::<usize>().ok();
    side(cols)
        .zip(side(rows))
        .and_then(|(cols, rows)| Size::new(cols, rows).ok())
        .ok_or_else(|| RecordError::Size {
            found: found.to_owned(),
        })
}

impl Line {
    fn set_up(&mut self, property: &Property) -> Result<(), RecordError> {
        let content = match property.name.as_str() {
            "AB" => Occupancy::Black,
            "AW" => Occupancy::White,
            "AE" => Occupancy::Empty,
            "PL" => {
                let letter = property
                    .values
                    .first()
                    .and_then(|v| v.trim().chars().next());
                self.player = match letter.map(|l| l.to_ascii_uppercase()) {
                    Some('B') => Some(Color::Black),
                    Some('W') => Some(Color::White),
                    _ => self.player,
                };
                return Ok(());
            }
            _ => return Ok(()),
        };
        if self.position.is_some() {
            return Err(RecordError::LateSetup {
                number: self.record.moves.len(),
                record: Box::new(self.record.clone()),
            });
        }
        for value in property
            .values
            .iter()
            .filter(|value| !value.trim().is_empty())
        {
            for point in points(self.record.size, value).ok_or_else(|| RecordError::SetupPoint {
                name: property.name.clone(),
                found: value.clone(),
            })? {
                self.stones[point] = content;
            }
        }
        Ok(())
    }

    /// Completes the setup; `mover` is the side of the first move, if any.
    fn start(&mut self, mover: Option<Color>) -> Result<(), RecordError> {
        if self.position.is_none() {
            let stones = self.stones.iter().enumerate();
            self.record.setup = stones
                .filter_map(|(point, cell)| Some((point, cell.color()?)))
                .collect();
            let handicap = self.record.info.handicap >= 2 && !self.record.setup.is_empty();
            let by_custom = if handicap { Color::White } else { Color::Black };
            self.record.first = mover.or(self.player).unwrap_or(by_custom);
            self.position = Some(self.record.start()?);
        }
        Ok(())
    }

    fn play(&mut self, property: &Property) -> Result<(), RecordError> {
        let color = match property.name.as_str() {
            "B" => Color::Black,
            "W" => Color::White,
            _ => return Ok(()),
        };
        self.start(Some(color))?;
        for value in &property.values {
            let mv = self.record.size.parse_sgf_move(value);
            let play = Play::new(color, mv.unwrap_or(Move::PASS));
            let outcome = match (mv, self.position.as_mut()) {
                (Some(_), Some(position)) => advance(position, &play).map_err(MoveFault::from),
                _ => Err(MoveFault::NoPoint),
            };
            if let Err(fault) = outcome {
                return Err(RecordError::Move {
                    number: self.record.moves.len() + 1,
                    color,
                    found: value.clone(),
                    fault,
                    record: Box::new(self.record.clone()),
                });
            }
            self.record.moves.push(play);
        }
        Ok(())
    }
}

/// The points of a value of a point list: one point, or the rectangle `top-left:bottom-right`.
fn points(size: Size, value: &str) -> Option<Vec<usize>> {
    let (first, last) = value.split_once(':').unwrap_or((value, value));
    let (left, top) = size.col_row(size.parse_sgf(first.trim())?);
    let (right, bottom) = size.col_row(size.parse_sgf(last.trim())?);
    let rows = top.min(bottom)..=top.max(bottom);
    let cols = left.min(right)..=left.max(right);
    Some(
        rows.flat_map(|row| cols.clone().filter_map(move |col| size.point(col, row)))
            .collect(),
    )
}
