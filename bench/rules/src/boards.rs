//! The boards that are compared.

use board_core::{Board, MoveGen, Occupancy, Timing};
use goban::rules::{GobanSizes, IllegalRules, JAPANESE, Move as GobanMove, game::Game};

use crate::GoBoard;

/// The position of `go-rules`.
#[derive(Clone)]
pub struct Ours(go_rules::Position);

impl GoBoard for Ours {
    type Move = go_rules::Move;

    fn new(side: usize) -> Self {
        let size = go_rules::Size::square(side).expect("a size both crates know");
        Ours(go_rules::Position::initial(size))
    }

    fn mv(_: usize, point: Option<usize>) -> go_rules::Move {
        point.map_or(go_rules::Move::PASS, go_rules::Move::place)
    }

    #[inline]
    fn relative(&self, point: usize) -> u8 {
        match self.0.get(point) {
            Occupancy::Empty => 0,
            stone if stone == self.0.to_move().into() => 1,
            _ => 2,
        }
    }

    #[inline]
    fn legal(&self, mv: go_rules::Move) -> bool {
        self.0.is_legal(mv)
    }

    #[inline]
    fn play(&mut self, mv: go_rules::Move, mut freed: impl FnMut(usize)) {
        self.0.visit_changes(mv, |change| {
            if change.timing == Timing::Lagging {
                freed(change.point);
            }
        });
        self.0.play(mv);
    }

    #[inline]
    fn replay(&mut self, mv: go_rules::Move) {
        self.0.play(mv);
    }
}

/// The board of `go_game_board`, a port of libEGo.
#[derive(Clone)]
pub struct GoGameBoard {
    board: go_game_board::Board,
    side: usize,
    points: Vec<go_game_board::Vertex>,
}

fn vertex(side: usize, point: Option<usize>) -> go_game_board::Vertex {
    match point {
        None => go_game_board::Vertex::pass(),
        // Its coordinates include one line of wall before the first.
        Some(point) => go_game_board::vertex_of_coords_full(
            (point / side) as i32 + 1,
            (point % side) as i32 + 1,
        ),
    }
}

impl GoBoard for GoGameBoard {
    type Move = (go_game_board::Vertex, usize);

    fn new(side: usize) -> Self {
        GoGameBoard {
            board: go_game_board::Board::with_size(side, side),
            side,
            points: (0..side * side).map(|p| vertex(side, Some(p))).collect(),
        }
    }

    fn mv(side: usize, point: Option<usize>) -> Self::Move {
        (vertex(side, point), point.unwrap_or(usize::MAX))
    }

    #[inline]
    fn relative(&self, point: usize) -> u8 {
        let color = self.board.color_at[self.points[point]];
        if color == go_game_board::Color::Empty {
            0
        } else if color == go_game_board::Color::from(self.board.act_player()) {
            1
        } else {
            2
        }
    }

    #[inline]
    fn legal(&self, mv: Self::Move) -> bool {
        self.board.is_legal(self.board.act_player(), mv.0)
    }

    /// The crate keeps its own list of empty points, in another order than the harness; freed points are at its end.
    #[inline]
    fn play(&mut self, mv: Self::Move, mut freed: impl FnMut(usize)) {
        let before = self.board.empty_vertex_count();
        self.replay(mv);
        let placed = usize::from(mv.1 != usize::MAX);
        let kept = before - placed;
        for i in kept..self.board.empty_vertex_count() {
            let v = self.board.empty_vertex(i);
            freed(v.row() as usize * self.side + v.column() as usize);
        }
    }

    #[inline]
    fn replay(&mut self, mv: Self::Move) {
        let player = self.board.act_player();
        self.board.play_legal(player, mv.0);
    }
}

/// The game of `goban`, with simple ko and without suicide; the crate has no lighter board with captures.
#[derive(Clone)]
pub struct Goban {
    game: Game,
    side: usize,
}

impl GoBoard for Goban {
    type Move = GobanMove;

    fn new(side: usize) -> Self {
        Goban {
            game: Game::new(GobanSizes::Custom(side, side), JAPANESE),
            side,
        }
    }

    fn mv(side: usize, point: Option<usize>) -> GobanMove {
        match point {
            None => GobanMove::Pass,
            Some(point) => GobanMove::Play((point / side) as u8, (point % side) as u8),
        }
    }

    #[inline]
    fn relative(&self, point: usize) -> u8 {
        let coord = ((point / self.side) as u8, (point % self.side) as u8);
        match self.game.goban().get_color(coord) {
            None => 0,
            Some(color) if color == self.game.turn() => 1,
            Some(_) => 2,
        }
    }

    #[inline]
    fn legal(&self, mv: GobanMove) -> bool {
        match mv {
            GobanMove::Play(x, y) => {
                let rules = IllegalRules::KO | IllegalRules::SUICIDE;
                self.game.check_point_by((x, y), rules).is_none()
            }
            _ => true,
        }
    }

    #[inline]
    fn play(&mut self, mv: GobanMove, mut freed: impl FnMut(usize)) {
        let before = self.game.prisoners();
        let enemy: Vec<usize> = if let GobanMove::Play(x, y) = mv
            && self.game.will_capture((x, y))
        {
            (0..self.side * self.side)
                .filter(|&p| self.relative(p) == 2)
                .collect()
        } else {
            Vec::new()
        };
        self.replay(mv);
        if self.game.prisoners() != before {
            enemy
                .into_iter()
                .filter(|&p| self.relative(p) == 0)
                .for_each(&mut freed);
        }
    }

    #[inline]
    fn replay(&mut self, mv: GobanMove) {
        self.game.play(mv);
    }
}
