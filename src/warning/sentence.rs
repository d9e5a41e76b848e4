//! The sentences of warnings.

use std::fmt::{self, Display, Formatter};

use super::{Alternative, NamedMove, Warning, WarningKind};
use crate::recording::number::Number;
use crate::sensor::confidence::CHECK_BELOW;
use crate::wording::{counted, named, percent};

/// Advice for photos in a wrong order.
const REORDER: &str =
    "rename them, or try --order time, or give them one by one with --order given";

/// Advice for a game from another start position.
const NEEDS_FEN: &str = "if the game starts from another position, give its FEN";

impl Display for Warning {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(path) = &self.photo {
            write!(f, "{}: ", path.display())?;
        }
        self.kind.fmt(f)
    }
}

/// Lists every kind, so that the compiler reports a new one without a sentence.
impl Display for WarningKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::PhotoSkipped { .. }
            | Self::PhotoLate { .. }
            | Self::PhotoDamaged { .. }
            | Self::LowConfidence { .. }
            | Self::PhotoSizeChanged { .. }
            | Self::SinglePhoto
            | Self::ReadingStopped
            | Self::PhotosReversed
            | Self::PhotosShuffled => photos(self, f),
            Self::BoardHidden
            | Self::BoardMoved { .. }
            | Self::BoardTurned { .. }
            | Self::BoardMismatch { .. }
            | Self::BoardOutside { .. }
            | Self::SecondBoard { .. }
            | Self::BoardMirrored
            | Self::DarkCorner
            | Self::PhotosMirrored => board(self, f),
            Self::PhotosBeforeStart { .. }
            | Self::StartUnlike { .. }
            | Self::PiecesMissing { .. }
            | Self::StartDiffers { .. }
            | Self::MovesBeforeFirstPhoto { .. }
            | Self::CapturedAtStart { .. }
            | Self::OtherSideBegan { .. }
            | Self::MidGameStart { .. }
            | Self::MidGameStones { .. }
            | Self::MidGameDoubtful { .. } => start(self, f),
            #[cfg(feature = "go")]
            Self::StartImpossible { .. } => start(self, f),
            Self::DoubtfulMove { .. }
            | Self::MoveOrder { .. }
            | Self::OtherMoves { .. }
            | Self::MoveTakenBack { .. }
            | Self::PositionAgain { .. }
            | Self::PassOrMissingMove { .. }
            | Self::FixNotSeen { .. }
            | Self::AnswerDropped { .. }
            | Self::TakeBackDropped { .. }
            | Self::ForbiddenSeen { .. }
            | Self::NoNextGame
            | Self::NotDecoded { .. } => moves(self, f),
            Self::BoardCleared
            | Self::NewGameSetUp
            | Self::NoContinuation
            | Self::Gap { .. }
            | Self::GameLost { .. }
            | Self::NothingRecorded { .. }
            | Self::ResultDiffers { .. }
            | Self::EndDiffers { .. }
            | Self::Resumed { .. } => end(self, f),
        }
    }
}

/// Sentences about the photos as files and as a series.
fn photos(kind: &WarningKind, f: &mut Formatter<'_>) -> fmt::Result {
    match kind {
        WarningKind::PhotoSkipped { reason } => write!(f, "skipped: {reason}"),
        WarningKind::PhotoLate { after } => write!(
            f,
            "arrived after {}, which is later by its name, and is taken as the later one: `kibitzer record` takes all \
             photos in the order of their names",
            after.file_name().unwrap_or(after.as_os_str()).display()
        ),
        WarningKind::PhotoDamaged { damage } => damage.fmt(f),
        WarningKind::LowConfidence { confidence } => {
            write!(
                f,
                "confidence {confidence:.2} is below {CHECK_BELOW}: check the position"
            )
        }
        WarningKind::PhotoSizeChanged { before, now } => {
            let [before, now] = [before, now].map(|(width, height)| format!("{width} × {height}"));
            write!(
                f,
                "the size of the photos changes from {before} to {now} pixels"
            )
        }
        WarningKind::SinglePhoto => f.write_str("a single photo shows a position, not a game"),
        WarningKind::ReadingStopped => f.write_str("the reading was ended here"),
        WarningKind::PhotosReversed => write!(
            f,
            "the photos seem to be in reverse order: the last one shows the start; {REORDER}"
        ),
        WarningKind::PhotosShuffled => write!(
            f,
            "the photos seem to be in a wrong order: the board changes back and forth; {REORDER}"
        ),
        _ => Ok(()),
    }
}

/// Sentences about the location and orientation of the board.
fn board(kind: &WarningKind, f: &mut Formatter<'_>) -> fmt::Result {
    match kind {
        WarningKind::BoardHidden => f.write_str("the board is hidden; the photo is left out"),
        WarningKind::BoardMoved { grid_units } => {
            write!(f, "the camera or the board was moved by {grid_units:.1} grid units")
        }
        WarningKind::BoardTurned { quarters } => {
            let angle = ["90° clockwise", "180°", "90° counter-clockwise"][(quarters + 2) % 3];
            write!(f, "from this photo on the board is turned by {angle}")
        }
        WarningKind::BoardMismatch { photos } => write!(
            f,
            "from this photo on the contents do not fit the board of the photos before: {} {} left out; perhaps part \
             of the board is outside the picture",
            counted(*photos, "photos"),
            if *photos == 1 { "is" } else { "are" },
        ),
        WarningKind::BoardOutside { lines } => write!(
            f,
            "from this photo on {} of the board {} out of the picture: moves there are not recorded",
            counted(*lines, "lines"),
            if *lines == 1 { "reaches" } else { "reach" },
        ),
        WarningKind::SecondBoard { corners } => {
            let corners = corners.map(|corner| corner.map(f64::round));
            write!(
                f,
                "a second board is in the picture at {corners:?}; the clearer one is recorded unless --board 2 is given"
            )
        }
        WarningKind::BoardMirrored => f.write_str(
            "the board has a light corner at the left, or the pictures are mirrored: its squares are numbered as in a \
             mirror",
        ),
        WarningKind::DarkCorner => f.write_str(
            "the board has a dark corner at White's right hand: it was set up wrongly, the picture is a mirror image \
             (set it with --mirrored), or White plays from another side (set it with --white)",
        ),
        WarningKind::PhotosMirrored => f.write_str(
            "the pictures are mirrored; the record is of the game as it was (--mirrored no if the board was set up with \
             the wrong corner instead)",
        ),
        _ => Ok(()),
    }
}

/// Sentences about the start of the game.
fn start(kind: &WarningKind, f: &mut Formatter<'_>) -> fmt::Result {
    match kind {
        WarningKind::PhotosBeforeStart { photos } => {
            write!(
                f,
                "the first photo with the start position; {} before it {} left out",
                counted(*photos, "photos"),
                if *photos == 1 { "is" } else { "are" },
            )
        }
        WarningKind::StartUnlike { agreement } => write!(
            f,
            "hardly agrees with the start position (agreement {agreement:.2} of 1): {NEEDS_FEN}"
        ),
        WarningKind::PiecesMissing { fen, squares } => write!(
            f,
            "the game starts without {}: the record has it from {fen}",
            squares.join(", ")
        ),
        WarningKind::StartDiffers { squares } => write!(
            f,
            "differs from the start position on {}: moves may be missing before it",
            squares.join(", ")
        ),
        WarningKind::MovesBeforeFirstPhoto { moves } => write!(
            f,
            "the first photo does not show the start position: the first {} of the record {} a guess; {NEEDS_FEN}",
            counted(*moves, "moves"),
            if *moves == 1 { "is" } else { "are" },
        ),
        #[cfg(feature = "go")]
        WarningKind::StartImpossible { reason } => {
            write!(
                f,
                "the first photos show an impossible position ({reason}); the record starts from an empty board"
            )
        }
        WarningKind::CapturedAtStart { side, points } => write!(
            f,
            "the first photos show {side} stones without a liberty, on {}: they are taken for captured stones that are \
             not lifted yet",
            points.join(", ")
        ),
        WarningKind::OtherSideBegan { side } => {
            write!(f, "{side} made the first move, and so it is recorded")
        }
        WarningKind::MidGameStart {
            fen,
            to_move_known,
            direction_known,
        } => mid_game_start(fen, *to_move_known, *direction_known, f),
        WarningKind::MidGameStones { black, white } => write!(
            f,
            "the photos begin in mid-game: the record starts from the {black} black and {white} white stones of the \
             first photo"
        ),
        WarningKind::MidGameDoubtful { squares } => {
            write!(
                f,
                "the start position is doubtful on {}",
                squares.join(", ")
            )
        }
        _ => Ok(()),
    }
}

fn mid_game_start(
    fen: &str,
    to_move_known: bool,
    direction_known: bool,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    write!(
        f,
        "the photos begin in mid-game: the record starts from {fen}, as read from them"
    )?;
    if !to_move_known {
        f.write_str("; the side to move is unknown")?;
    }
    if !direction_known {
        f.write_str("; the direction in which each side plays is doubtful")?;
    }
    Ok(())
}

/// Sentences about moves and their order.
fn moves(kind: &WarningKind, f: &mut Formatter<'_>) -> fmt::Result {
    match kind {
        WarningKind::DoubtfulMove {
            played,
            confidence,
            alternatives,
        } => doubtful(played, *confidence, alternatives, f),
        WarningKind::MoveOrder { moves } => write!(
            f,
            "{} may have been played in another order: the photos do not show which",
            list(moves)
        ),
        WarningKind::OtherMoves { moves, instead } => {
            let instead = instead
                .iter()
                .map(|NamedMove { side, name, .. }| format!("{side} {name}"));
            let instead: Vec<String> = instead.collect();
            write!(
                f,
                "{} may have been {} instead",
                list(moves),
                instead.join(", ")
            )
        }
        WarningKind::MoveTakenBack { side, name, until } => {
            write!(f, "{side} {name} seems to have been played and taken back ")?;
            match until {
                Some(photo) => write!(f, "in {}", photo.display()),
                None => f.write_str("at the end"),
            }
        }
        WarningKind::PassOrMissingMove { next } => write!(
            f,
            "{next}, follows another move of {}: the other side passed, or a move was missed",
            next.side
        ),
        WarningKind::FixNotSeen { fix } => {
            write!(
                f,
                "{fix} is kept as you fixed it, but the photos do not show it"
            )
        }
        WarningKind::PositionAgain { first } => write!(
            f,
            "the moves from {first} on were taken back: the position before them is on the board again"
        ),
        WarningKind::AnswerDropped { fix } => {
            write!(
                f,
                "the answer \"{fix}\" is dropped: no legal game that explains the photos agrees with all answers"
            )
        }
        WarningKind::TakeBackDropped { first } => {
            write!(f, "{first} stands, and is not taken back: the game goes on from it")
        }
        WarningKind::ForbiddenSeen { fix } => write!(
            f,
            "the photos show the move of the answer \"{fix}\": the moves around it are probably wrong"
        ),
        WarningKind::NoNextGame => f.write_str(
            "since the last game ended, the start of another one has not been seen; if that game goes on, say so (in a \
             terminal: \"not over\")",
        ),
        WarningKind::NotDecoded { reason } => {
            write!(f, "the moves up to here are not decoded yet: {reason}")
        }
        _ => Ok(()),
    }
}

/// Sentences about the end of the game and the next one.
fn end(kind: &WarningKind, f: &mut Formatter<'_>) -> fmt::Result {
    match kind {
        WarningKind::BoardCleared => {
            f.write_str("the game is over here: pieces were taken off the board")
        }
        WarningKind::NewGameSetUp => {
            f.write_str("the game is over here: the start position was set up again")
        }
        WarningKind::NoContinuation => f.write_str(
            "no legal moves explain the photos from here on: the record ends before them",
        ),
        WarningKind::Gap {
            before,
            after,
            plies,
        } => write!(
            f,
            "moves are missing here: no photo shows them, between {before} and {after}; the record ends before them, \
             after {}",
            counted(*plies, "plies")
        ),
        WarningKind::GameLost {
            fen,
            plies,
            seen,
            doubtful,
        } => write!(
            f,
            "the game is lost here: the photos lack moves, or a piece was misread. The record ends after {} with \
             {fen}; this photo seems to show the black (b) and white (w) pieces {}",
            counted(*plies, "plies"),
            with_doubts(seen, doubtful)
        ),
        WarningKind::NothingRecorded { seen, doubtful } => write!(
            f,
            "nothing is recorded: this photo shows {}, which is not the start position, and no legal moves lead from \
             there to this photo and the next ones; {NEEDS_FEN}; if another game is played, say which (--game)",
            with_doubts(seen, doubtful)
        ),
        WarningKind::ResultDiffers { given, found } => write!(
            f,
            "the given result is {given}, but by the moves it is {found}, which is recorded"
        ),
        WarningKind::EndDiffers { points } => write!(
            f,
            "from this photo to the last, the board differs from the record on {}: a move is missing, misread or \
             illegal",
            first_of(points)
        ),
        WarningKind::Resumed { fen } => write!(
            f,
            "a separate game continues here from {fen}: the kinds of pieces that moved meanwhile, the side to move and \
             castling rights are guesses"
        ),
        _ => Ok(()),
    }
}

fn doubtful(
    played: &NamedMove,
    confidence: f32,
    alternatives: &[Alternative],
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let comma = match played.number {
        Number::Own(_) => ",",
        Number::First(_) | Number::Second(_) => "",
    };
    write!(f, "{played}{comma} is doubtful: {}", percent(confidence))?;
    for (i, Alternative { side, name, share }) in alternatives.iter().enumerate() {
        f.write_str(if i == 0 { "; or " } else { ", " })?;
        if *side != played.side {
            write!(f, "{side} ")?;
        }
        write!(f, "{name} {:.0} %", 100.0 * share)?;
    }
    Ok(())
}

/// Lists moves: `moves 1, 3 and 5`; in games that number moves in pairs `7. Nf3, 7... Nf6`.
fn list(moves: &[NamedMove]) -> String {
    let mut numbers = Vec::new();
    for played in moves {
        let Number::Own(number) = played.number else {
            let names: Vec<String> = moves.iter().map(NamedMove::to_string).collect();
            return names.join(", ");
        };
        numbers.push(number.to_string());
    }
    let moves = named(numbers.len(), "moves");
    match numbers.split_last() {
        Some((last, others)) if !others.is_empty() => {
            format!("{moves} {} and {last}", others.join(", "))
        }
        _ => format!("{moves} {}", numbers.concat()),
    }
}

/// Lists names: `C3, D4`, of many only the first and how many more there are.
fn first_of(names: &[String]) -> String {
    /// Most names.
    const MOST: usize = 8;
    match names.get(..MOST) {
        Some(first) if names.len() > MOST => {
            format!("{} and {} more", first.join(", "), names.len() - MOST)
        }
        _ => names.join(", "),
    }
}

/// The contents of a photo, with its doubtful squares.
fn with_doubts(seen: &str, doubtful: &[String]) -> String {
    match doubtful.is_empty() {
        true => seen.to_owned(),
        false => format!("{seen} ({} doubtful)", doubtful.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board_core::Color;

    fn played(number: Number, side: Color, name: &str) -> NamedMove {
        let name = name.to_owned();
        NamedMove { number, side, name }
    }

    #[test]
    fn moves_are_listed_in_plain_words() {
        let own = |numbers: &[usize]| {
            let moves = numbers.iter();
            let moves = moves.map(|&number| played(Number::Own(number), Color::Black, "Q16"));
            list(&moves.collect::<Vec<_>>())
        };
        assert_eq!(own(&[26]), "move 26");
        assert_eq!(own(&[1, 3]), "moves 1 and 3");
        assert_eq!(own(&[1, 3, 5]), "moves 1, 3 and 5");
        let pair = [
            played(Number::First(7), Color::White, "Nf3"),
            played(Number::Second(7), Color::Black, "Nf6"),
        ];
        assert_eq!(list(&pair), "7. Nf3, 7... Nf6");
    }

    #[test]
    fn sentences_have_their_values() {
        let alternative = |side, name: &str, share| Alternative {
            side,
            name: name.to_owned(),
            share,
        };
        let squares = || vec!["a3".to_owned(), "b4".to_owned()];
        for (kind, sentence) in [
            (
                WarningKind::DoubtfulMove {
                    played: played(Number::Own(5), Color::Black, "Q16"),
                    confidence: 0.62,
                    alternatives: vec![
                        alternative(Color::Black, "R16", 0.3),
                        alternative(Color::White, "D4", 0.05),
                    ],
                },
                "move 5, black Q16, is doubtful: 62 %; or R16 30 %, white D4 5 %",
            ),
            (
                WarningKind::PassOrMissingMove {
                    next: played(Number::Own(5), Color::Black, "Q16"),
                },
                "move 5, black Q16, follows another move of black: the other side passed, or a move was missed",
            ),
            (
                WarningKind::OtherMoves {
                    moves: vec![played(Number::Own(5), Color::Black, "Q16")],
                    instead: vec![played(Number::Own(5), Color::Black, "R16")],
                },
                "move 5 may have been black R16 instead",
            ),
            (
                WarningKind::MoveTakenBack {
                    side: Color::White,
                    name: "Nf3".to_owned(),
                    until: None,
                },
                "white Nf3 seems to have been played and taken back at the end",
            ),
            (
                WarningKind::BoardTurned { quarters: 3 },
                "from this photo on the board is turned by 90° counter-clockwise",
            ),
            (
                WarningKind::BoardMismatch { photos: 1 },
                "from this photo on the contents do not fit the board of the photos before: 1 photo is left out; \
                 perhaps part of the board is outside the picture",
            ),
            (
                WarningKind::BoardOutside { lines: 2 },
                "from this photo on 2 lines of the board reach out of the picture: moves there are not recorded",
            ),
            (
                WarningKind::PhotoSizeChanged {
                    before: (640, 480),
                    now: (480, 640),
                },
                "the size of the photos changes from 640 × 480 to 480 × 640 pixels",
            ),
            (
                WarningKind::NothingRecorded {
                    seen: "8/8".to_owned(),
                    doubtful: squares(),
                },
                "nothing is recorded: this photo shows 8/8 (a3, b4 doubtful), which is not the start position, and no \
                 legal moves lead from there to this photo and the next ones; if the game starts from another \
                 position, give its FEN; if another game is played, say which (--game)",
            ),
            (
                WarningKind::MidGameStart {
                    fen: "W:W11:B3".to_owned(),
                    to_move_known: false,
                    direction_known: false,
                },
                "the photos begin in mid-game: the record starts from W:W11:B3, as read from them; the side to move is \
                 unknown; the direction in which each side plays is doubtful",
            ),
        ] {
            assert_eq!(kind.to_string(), sentence);
        }
    }
}
