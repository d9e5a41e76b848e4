//! Errors of the players on the board, told while the game is played.

use std::collections::VecDeque;

use board_core::{Cell, Occupancy};
use referee::{Event, Observed, Referee, Rulebook};
use serde::Serialize;

use crate::decode::fix::Fix;
use crate::recording::{CurrentGame, Notation};

/// An error of the players on the board and what to do about it, or that it has been corrected.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Ruling {
    /// Whether the error is still on the board; otherwise it has been corrected.
    pub alarm: bool,
    /// Sentences that say what is wrong and what to do.
    pub sentences: Vec<String>,
}

impl Ruling {
    /// A move that was taken back still stands on the board.
    pub(super) fn of_undone(played: &Fix) -> Self {
        let what = format!("{played} is taken back, and still stands on the board: put it back");
        Self {
            alarm: true,
            sentences: vec![what],
        }
    }
}

/// A game with a referee.
pub(super) trait Ruled: Notation {
    /// Its rules.
    type Rules: Rulebook<Position = Self, Reason: std::fmt::Display>;

    /// The rules, with a game that continues from this position.
    fn rules(&self) -> Self::Rules;
}

/// Compares photos with the position of the game, and asks a referee about differences that last.
///
/// The recorder only follows legal moves. A point that it cannot explain keeps differing from the position in nearly
/// all of the last photos; the referee says which rule was broken.
pub(super) struct Ruler<P: Ruled> {
    /// The last photos, the newest last.
    photos: VecDeque<Read>,
    /// The referee of a position, with the key of that position.
    referee: Option<(u64, Referee<P::Rules>)>,
    /// What the board shows, and in how many photos it has shown just that.
    table: (Vec<Occupancy>, usize),
    /// The points that differed when the alarm was raised.
    wrong: Vec<usize>,
    /// The key of the position that was restored last.
    restored: u64,
    ruling: Option<Ruling>,
}

/// What a photo shows.
struct Read {
    /// The key of the position of the game then, and where the photo differs from it.
    key: u64,
    differences: Vec<(usize, Occupancy, f32)>,
    /// See [`CurrentGame::reading`].
    points: Vec<Option<[f32; 3]>>,
    /// Whether the photo repeats the one before, and so says nothing more.
    repeats: bool,
}

impl Read {
    fn costs(&self, point: usize) -> Option<[f32; 3]> {
        self.points.get(point).copied().flatten()
    }

    /// Whether it shows the game as it was then: these points are right, and no other is clearly wrong.
    fn shows_game(&self, points: &[usize]) -> bool {
        let mut differences = self.differences.iter();
        points.iter().all(|point| self.costs(*point).is_some())
            && !differences.any(|(point, _, nats)| points.contains(point) || *nats >= SURE)
    }
}

/// Number of last photos that are compared, and how many of them must show that a point differs, or is right again.
const WINDOW: usize = 6;
const AGREE: usize = 4;
/// Least difference of a point in nats, of these photos together.
const SURE: f32 = 8.0;
/// Number of photos in which the board must stay the same before the referee is asked: moves may not be told yet.
const STEADY: usize = 3;

impl<P: Ruled> Ruler<P> {
    pub(super) fn new() -> Self {
        Self {
            photos: VecDeque::new(),
            referee: None,
            table: (Vec::new(), 0),
            wrong: Vec::new(),
            restored: 0,
            ruling: None,
        }
    }

    pub(super) fn ruling(&self) -> Option<&Ruling> {
        self.ruling.as_ref()
    }

    /// Takes the reading of the last photo, which may repeat the one before.
    pub(super) fn look(&mut self, game: &CurrentGame<P>, repeats: bool) {
        let key = game.position.key();
        if self.photos.len() == 2 * WINDOW {
            self.photos.pop_front();
        }
        let points = game.reading.clone();
        self.photos.push_back(Read {
            key,
            differences: game.differences(),
            points,
            repeats,
        });
        let position: Vec<Occupancy> = game.position.cells().collect();
        let table: Vec<Occupancy> = position
            .iter()
            .enumerate()
            .map(|(point, held)| self.shown(point, *held))
            .collect();
        self.table = match table == self.table.0 {
            true => (table, self.table.1 + 1),
            false => (table, 1),
        };
        let alarmed = self.ruling.as_ref().is_some_and(|ruling| ruling.alarm);
        if alarmed && self.is_restored(&position) {
            self.rule(false, vec![Event::<String>::Restored.to_string()]);
            self.referee = None;
            self.restored = key;
            return;
        }
        if !alarmed && self.restored != key {
            // The sentence that the board was corrected is shown until the next move.
            self.ruling = None;
        }
        let (table, photos) = &self.table;
        let may_be_explained = repeats && game.search_pending;
        if *table == position || *photos < STEADY || may_be_explained {
            return;
        }
        if self.referee.as_ref().is_none_or(|(of, _)| *of != key) {
            let mut referee = Referee::following(game.position.rules());
            // The referee compares observations with its first one. It has the right number of points, so this cannot
            // fail.
            let _ = referee.see(&observed(&position));
            self.referee = Some((key, referee));
        }
        let Some((_, referee)) = &mut self.referee else {
            return;
        };
        let events = referee.see(&observed(table)).unwrap_or_default();
        let alarms = events.iter().filter(|event| event.is_alarm());
        let sentences: Vec<String> = alarms.map(Event::to_string).collect();
        if !sentences.is_empty() {
            let differing = (0..table.len()).filter(|point| table[*point] != position[*point]);
            self.wrong = differing.collect();
            self.rule(true, sentences);
        }
    }

    /// The last photos that were taken at the position of the newest one, which comes first: those before a move show
    /// another position. A provisional move may be withdrawn soon.
    fn last(&self) -> impl Iterator<Item = &Read> {
        let key = self.photos.back().map(|photo| photo.key);
        let photos = self.photos.iter().rev();
        photos
            .filter(move |photo| Some(photo.key) == key)
            .take(WINDOW)
    }

    /// What the last photos show at a point: the content of the position unless they clearly show another one.
    fn shown(&self, point: usize, held: Occupancy) -> Occupancy {
        let mut votes = [0; 3];
        for costs in self.last().filter_map(|photo| photo.costs(point)) {
            votes[likeliest(costs)] += 1;
        }
        let against = self.against(point);
        let best = likeliest(against);
        match votes[best] >= AGREE && against[held.index()] >= SURE {
            true => Occupancy::ALL[best],
            false => held,
        }
    }

    /// How much the last photos together are against each content of a point, in nats.
    fn against(&self, point: usize) -> [f32; 3] {
        let oldest = self.last().count();
        let photos = (1..=oldest).zip(self.last());
        let new = photos.filter(|(number, photo)| *number == oldest || !photo.repeats);
        let mut sums = [0.0; 3];
        for costs in new.filter_map(|(_, photo)| photo.costs(point)) {
            for (sum, cost) in sums.iter_mut().zip(costs) {
                *sum += cost;
            }
        }
        let least = sums[likeliest(sums)];
        sums.map(|sum| sum - least)
    }

    /// Whether the last photos show the game, which may have gone on with each: what was wrong is right in all of them,
    /// and no point is clearly another.
    fn is_restored(&self, position: &[Occupancy]) -> bool {
        let mut last = self.photos.iter().rev().take(AGREE);
        last.len() == AGREE
            && self.table.0 == position
            && last.all(|photo| photo.shows_game(&self.wrong))
    }

    fn rule(&mut self, alarm: bool, sentences: Vec<String>) {
        self.ruling = Some(Ruling { alarm, sentences });
    }
}

/// The index in [`Occupancy::ALL`] of the content with the least cost.
fn likeliest(costs: [f32; 3]) -> usize {
    let places = costs.iter().enumerate();
    let least = places.min_by(|a, b| a.1.total_cmp(b.1));
    least.map_or(0, |(place, _)| place)
}

fn observed<K>(table: &[Occupancy]) -> Vec<Observed<K>> {
    table.iter().map(|content| (*content).into()).collect()
}

#[cfg(test)]
mod tests {
    use board_core::{Board, MoveGen};
    use chess_rules::Position;
    use sequence_search::Decoded;

    use super::*;

    /// A game at a position, and a photo that shows these pieces.
    fn game(position: Position, shown: &str) -> CurrentGame<Position> {
        let shown = Position::from_fen(shown).unwrap();
        let costs = |content: Occupancy| {
            let mut costs = [9.0; 3];
            costs[content.index()] = 0.0;
            Some(costs)
        };
        CurrentGame {
            games_before: 0,
            start: position,
            position,
            moves: Vec::new(),
            settled: 0,
            decoded: Decoded::from(&[][..]),
            reading: shown.cells().map(costs).collect(),
            search_pending: false,
            undone: None,
            photo_points: Vec::new(),
        }
    }

    /// What is said after so many photos with these pieces.
    fn look(
        ruler: &mut Ruler<Position>,
        position: Position,
        shown: &str,
        photos: usize,
    ) -> Option<bool> {
        for _ in 0..photos {
            ruler.look(&game(position, shown), false);
        }
        ruler.ruling().map(|ruling| ruling.alarm)
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    /// A rook has jumped over its pawn; the queen has, instead.
    const ROOK: &str = "rnbqkbnr/pppppppp/8/8/8/R7/PPPPPPPP/1NBQKBNR w - - 0 1";
    const QUEEN: &str = "rnbqkbnr/pppppppp/8/8/8/3Q4/PPPPPPPP/RNB1KBNR w - - 0 1";

    #[test]
    fn the_board_is_right_again_when_all_of_it_is() {
        let (start, mut ruler) = (Position::initial(), Ruler::new());
        assert_eq!(look(&mut ruler, start, START, 10), None);
        assert_eq!(look(&mut ruler, start, ROOK, 10), Some(true));
        // Another piece is wrong now, after few photos and after many.
        for photos in [4, 10] {
            assert_eq!(look(&mut ruler, start, QUEEN, photos), Some(true));
        }
        assert_eq!(look(&mut ruler, start, START, AGREE), Some(false));
    }

    #[test]
    fn the_board_is_right_again_while_the_game_goes_on() {
        let (mut position, mut ruler) = (Position::initial(), Ruler::new());
        assert_eq!(look(&mut ruler, position, ROOK, 10), Some(true));
        for (photo, played) in (1..).zip(["e4", "e5", "Nf3", "Nc6"]) {
            position.play(position.parse_san(played).unwrap());
            let right = photo < AGREE;
            assert_eq!(
                look(&mut ruler, position, &position.to_fen(), 1),
                Some(right),
                "{played}"
            );
        }
    }

    #[test]
    fn a_board_at_rest_is_ruled_on_after_the_search_for_moves_that_explain_it() {
        let mut ruler = Ruler::new();
        ruler.look(&game(Position::initial(), ROOK), false);
        for photos in 1..=20 {
            let now = CurrentGame {
                search_pending: photos <= 10,
                ..game(Position::initial(), ROOK)
            };
            ruler.look(&now, true);
            let alarm = ruler.ruling().is_some_and(|ruling| ruling.alarm);
            assert_eq!(alarm, photos > 10, "{photos}");
        }
    }

    #[test]
    fn two_moves_of_a_side_are_a_fault() {
        let twice = "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b - - 0 1";
        assert_eq!(
            look(&mut Ruler::new(), Position::initial(), twice, 10),
            Some(true)
        );
    }

    #[test]
    fn photos_before_a_move_are_not_held_against_it() {
        let (start, mut ruler) = (Position::initial(), Ruler::new());
        look(&mut ruler, start, START, 10);
        let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - - 0 1";
        let told = Position::from_fen(after).unwrap();
        for photos in 1..=10 {
            assert_eq!(look(&mut ruler, told, after, 1), None, "{photos}");
        }
    }
}
