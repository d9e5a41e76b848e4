//! Compares `go-rules` with `goban`: legality of every point, captures and ko in random games.

use board_core::{Board, Color, MoveGen, Occupancy, laws::legal_moves, zobrist::splitmix64};
use go_rules::{Move, Position, Size};
use goban::pieces::stones::Color as GobanColor;
use goban::rules::{GobanSizes, IllegalRules, JAPANESE, Move as GobanMove, game::Game};

fn content(game: &Game, size: Size, point: usize) -> Occupancy {
    let (col, row) = size.col_row(point);
    match game.goban().get_color((row as u8, col as u8)) {
        None => Occupancy::Empty,
        Some(GobanColor::Black) => Occupancy::Black,
        Some(GobanColor::White) => Occupancy::White,
    }
}

#[test]
fn goban_agrees_on_random_games() {
    let (mut plies, mut kos, mut captures) = (0, 0, 0);
    for seed in 0..100u64 {
        let side = [5, 7, 9, 19][seed as usize % 4];
        let size = Size::square(side).unwrap();
        let mut ours = Position::initial(size);
        let mut theirs = Game::new(GobanSizes::Custom(side, side), JAPANESE);
        for ply in 0..side * side * 3 {
            for point in 0..size.points() {
                assert_eq!(
                    ours.get(point),
                    content(&theirs, size, point),
                    "seed {seed} ply {ply}"
                );
                if ours.get(point) != Occupancy::Empty {
                    continue;
                }
                let (col, row) = size.col_row(point);
                let rules = IllegalRules::KO | IllegalRules::SUICIDE;
                let fault = theirs.check_point_by((row as u8, col as u8), rules);
                assert_eq!(
                    ours.check(Move::place(point)).err().map(|e| e.to_string()),
                    fault.map(|fault| match fault {
                        goban::rules::PlayError::Ko => go_rules::Illegal::Ko.to_string(),
                        _ => go_rules::Illegal::Suicide.to_string(),
                    }),
                    "seed {seed} ply {ply} {}\n{ours}",
                    size.sgf(point)
                );
            }
            let moves = legal_moves(&ours);
            // The pass is last; it is never chosen, since goban stops after two passes.
            if moves.len() == 1 {
                break;
            }
            let pick = splitmix64(seed, ply as u64) % (moves.len() as u64 - 1);
            let mv = moves[pick as usize];
            let (col, row) = size.col_row(mv.point().unwrap());
            ours.play(mv);
            theirs.play(GobanMove::Play(row as u8, col as u8));
            plies += 1;
            kos += usize::from(ours.ko().is_some());
        }
        let taken = Color::BOTH.map(|side| ours.captures(side));
        let (black, white) = theirs.prisoners();
        assert_eq!(taken, [black as usize, white as usize]);
        captures += taken[0] + taken[1];
    }
    // The games must contain these for the agreement to mean something.
    assert!(
        plies > 5_000 && kos > 100 && captures > 2_000,
        "{plies} {kos} {captures}"
    );
}
