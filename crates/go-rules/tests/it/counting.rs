//! Published numbers: legal positions and games on small boards, from J. Tromp and G. Farnebäck,
//! "Combinatorics of Go" (2007/2016), and superko against a history kept the plain way.

use board_core::{Color, MoveGen, Occupancy, laws::legal_moves};
use go_rules::{Game, Ko, Move, Position, Rules, Size};
use proptest::prelude::*;

/// How many of all ways to fill the board are positions.
fn positions(size: Size) -> usize {
    let cells = [Occupancy::Empty, Occupancy::Black, Occupancy::White];
    let all = 3usize.pow(size.points() as u32);
    let fill = |code: usize| -> Vec<Occupancy> {
        let digits = (0..size.points() as u32).map(|i| code / 3usize.pow(i) % 3);
        digits.map(|digit| cells[digit]).collect()
    };
    (0..all)
        .filter(|&code| Position::from_contents(size, &fill(code), Color::Black).is_ok())
        .count()
}

#[test]
fn number_of_legal_positions() {
    for (cols, rows, expected) in [(1, 1, 1), (2, 1, 5), (3, 1, 15), (2, 2, 57), (3, 3, 12_675)] {
        assert_eq!(
            positions(Size::new(cols, rows).unwrap()),
            expected,
            "{cols}×{rows}"
        );
    }
}

/// Games from here on under positional superko, where a side may always pass: every way to go on with a stone
/// of either colour, and stopping here.
fn games(game: &mut Game) -> usize {
    let mut count = 1;
    for color in Color::BOTH {
        let turned = game.position().to_move() != color;
        if turned {
            game.play(Move::PASS).unwrap();
        }
        for point in 0..game.position().size().points() {
            if game.play(Move::place(point)).is_ok() {
                count += games(game);
                game.take_back();
            }
        }
        if turned {
            game.take_back();
        }
    }
    count
}

#[test]
fn number_of_games() {
    for (cols, expected) in [(1, 1), (2, 9), (3, 907)] {
        let size = Size::new(cols, 1).unwrap();
        assert_eq!(
            games(&mut Game::new(Position::initial(size), Rules::TROMP_TAYLOR)),
            expected,
            "{cols}×1"
        );
    }
}

proptest! {
    #[test]
    fn superko_forbids_what_was_seen(
        cols in 1usize..=3,
        rows in 1usize..=3,
        situational: bool,
        suicide: bool,
        picks in prop::collection::vec(any::<u32>(), 1..120),
    ) {
        let ko = if situational { Ko::Situational } else { Ko::Positional };
        let rules = Rules { ko, suicide, ..Rules::TROMP_TAYLOR };
        let mut game = Game::new(Position::initial(Size::new(cols, rows).unwrap()), rules);
        let seen_as = |p: &Position| (p.contents(), situational.then(|| p.to_move()));
        let mut seen = vec![seen_as(game.position())];
        for pick in picks {
            if game.outcome().is_some() {
                prop_assert!(game.play(Move::PASS).is_err());
                break;
            }
            let mut legal = Vec::new();
            for mv in legal_moves(game.position()) {
                let mut next = game.position().clone();
                next.play(mv);
                let repeats = !mv.is_pass() && seen.contains(&seen_as(&next));
                prop_assert_eq!(game.check(mv).is_err(), repeats);
                if !repeats {
                    legal.push(mv);
                }
            }
            let mv = legal[pick as usize % legal.len()];
            game.play(mv).unwrap();
            seen.push(seen_as(game.position()));
        }
    }

    #[test]
    fn a_game_taken_back_can_be_played_again(
        picks in prop::collection::vec(any::<u32>(), 1..150),
    ) {
        let mut game = Game::new(Position::initial(Size::square(4).unwrap()), Rules::NEW_ZEALAND);
        for pick in picks {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[pick as usize % moves.len()]).unwrap();
        }
        let (end, plays) = (game.clone(), game.plays().collect::<Vec<_>>());
        while game.take_back().is_some() {}
        prop_assert_eq!(game.position(), game.start());
        for (color, mv) in plays {
            prop_assert_eq!(game.position().to_move(), color);
            game.play(mv).unwrap();
        }
        prop_assert!(game == end);
        prop_assert_eq!(game.position(), end.position());
    }
}
