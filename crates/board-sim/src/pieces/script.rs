use board_core::Color;

use super::{Crowned, Figure, Kind, Placement, Scene};
use crate::HandPose;
use crate::noise::{normal, uniform};

/// The state of the table in one photo.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The piece on each square.
    pub placement: Placement,
    /// For each square, a number that changes with every placement of a piece on it, and decides its exact position and
    /// direction.
    pub stance: Vec<u32>,
    /// Captured pieces, which are beside the board.
    pub captured: Vec<Figure>,
    /// Number of plies played.
    pub ply: usize,
    /// A hand over the board, if any.
    pub hand: Option<HandPose>,
}

impl Frame {
    /// A frame of a single position.
    #[must_use]
    pub fn of(placement: Placement) -> Self {
        Self {
            stance: vec![0; placement.len()],
            placement,
            captured: Vec::new(),
            ply: 0,
            hand: None,
        }
    }
}

/// Why a series of placements cannot be rendered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ScriptError {
    /// There is no placement.
    #[error("no placement to show")]
    Empty,
    /// A placement has another size than the scene's board.
    #[error("placement {ply} has {squares} squares, the scene's board has {wanted}")]
    Squares {
        /// Number of the placement.
        ply: usize,
        /// Number of its squares.
        squares: usize,
        /// Number of squares of the scene's board.
        wanted: usize,
    },
}

/// The ply that each photo shows, from 0 to `plies`: the first photo shows the start position, the last one the end,
/// and those in between advance by the scene's [`Pace`](super::Pace).
///
/// ```
/// let mut scene = board_sim::pieces::Scene::default();
/// scene.pace.repeat = 0.0;
/// assert_eq!(board_sim::pieces::plies_shown(3, &scene, 1), [0, 1, 2, 3]);
/// ```
#[must_use]
pub fn plies_shown(plies: usize, scene: &Scene, seed: u64) -> Vec<usize> {
    let pace = &scene.pace;
    let [least, most] = [
        pace.plies[0].max(1),
        pace.plies[1].max(pace.plies[0]).max(1),
    ];
    let mut shown = vec![0];
    let mut at = 0;
    loop {
        let photo = shown.len() as u64;
        if uniform(seed, 90, photo) < pace.repeat.min(0.9) {
            shown.push(at);
        } else if at < plies {
            let step = uniform(seed, 91, photo) * (most - least + 1) as f32;
            at = plies.min(at + (least + step as usize).min(most));
            shown.push(at);
        } else {
            return shown;
        }
    }
}

/// Distributes a game over photos: `placements[k]` is the position after `k` plies. The scene gives the [number of
/// plies](plies_shown) between photos and the frequency of hands.
///
/// A hand comes from the side of the player who has just moved, usually to a square of that move. The first and the
/// last photo have no hand.
///
/// # Errors
/// [`ScriptError`].
pub fn script(
    placements: &[Placement],
    scene: &Scene,
    seed: u64,
) -> Result<Vec<Frame>, ScriptError> {
    let size = scene.board.size;
    let Some(start) = placements.first() else {
        return Err(ScriptError::Empty);
    };
    if let Some(ply) = placements.iter().position(|p| p.len() != size * size) {
        return Err(ScriptError::Squares {
            ply,
            squares: placements[ply].len(),
            wanted: size * size,
        });
    }
    let mut frame = Frame::of(start.clone());
    let shown = plies_shown(placements.len() - 1, scene, seed);
    let mut frames = Vec::with_capacity(shown.len());
    let mut moved: Vec<usize> = Vec::new();
    for (photo, &ply) in shown.iter().enumerate() {
        while frame.ply < ply {
            frame.ply += 1;
            let next = &placements[frame.ply];
            moved.clear();
            for (square, figure) in next.iter().enumerate() {
                if frame.placement[square] != *figure {
                    frame.placement[square] = *figure;
                    frame.stance[square] = frame.ply as u32;
                    moved.push(square);
                }
            }
        }
        frame.captured = missing(start, &frame.placement, scene.pieces.crowned);
        let in_view = photo == 0 || photo + 1 == shown.len();
        let reaches = !in_view && uniform(seed, 92, photo as u64) < scene.hands.share;
        frame.hand = reaches.then(|| hand(&frame, &moved, size, seed, photo as u64));
        frames.push(frame.clone());
    }
    Ok(frames)
}

/// A video of a game. For each ply there is a frame with a hand over a square that the ply empties, showing the old
/// position; one with a hand over a square that it fills; and one or, by the scene's [`repeat`](super::Pace::repeat),
/// several of the new position. The first frame shows the start position.
///
/// # Errors
/// [`ScriptError`].
pub fn film(placements: &[Placement], scene: &Scene, seed: u64) -> Result<Vec<Frame>, ScriptError> {
    let mut one_each = scene.clone();
    (one_each.pace.plies, one_each.pace.repeat) = ([1, 1], 0.0);
    one_each.hands.share = 0.0;
    let shown = script(placements, &one_each, seed)?;
    let mut frames = vec![shown[0].clone()];
    for pair in shown.windows(2) {
        let (before, after) = (&pair[0], &pair[1]);
        let size = scene.board.size;
        let changed = |filled: bool| -> Vec<usize> {
            (0..size * size)
                .filter(|&p| before.placement[p] != after.placement[p])
                .filter(|&p| after.placement[p].is_some() == filled)
                .collect()
        };
        // The side of the new piece decides where the hand comes from.
        let filled = changed(true);
        let person = |frame: &Frame, at: &[usize]| {
            let pose = hand(after, &filled, size, seed, frames.len() as u64);
            let tip = hand(frame, at, size, seed, frames.len() as u64 + 1).tip;
            HandPose { tip, ..pose }
        };
        let (reaching, letting_go) = (person(before, &changed(false)), person(after, &filled));
        frames.push(Frame {
            hand: Some(reaching),
            ..before.clone()
        });
        frames.push(Frame {
            hand: Some(letting_go),
            ..after.clone()
        });
        frames.push(after.clone());
        while uniform(seed, 100, frames.len() as u64) < scene.pace.repeat.min(0.9) {
            frames.push(after.clone());
        }
    }
    Ok(frames)
}

/// The pieces of the start that are no longer on the board; a stacked king of draughts uses a second man.
fn missing(start: &Placement, now: &Placement, crowned: Crowned) -> Vec<Figure> {
    let pieces = |placement: &Placement| -> Vec<Figure> {
        let parts = placement.iter().flatten().flat_map(|&figure| {
            let (kind, count) = match (figure.kind, crowned) {
                (Kind::Crowned, Crowned::Stacked) => (Kind::Man, 2),
                (Kind::Crowned, _) => (Kind::Man, 1),
                (kind, _) => (kind, 1),
            };
            std::iter::repeat_n(Figure { kind, ..figure }, count)
        });
        parts.collect()
    };
    let (mut left, mut gone) = (pieces(now), pieces(start));
    gone.retain(|figure| match left.iter().position(|f| f == figure) {
        Some(i) => {
            left.swap_remove(i);
            false
        }
        None => true,
    });
    gone
}

/// A hand over a square of the last move or, one time in three, anywhere.
fn hand(frame: &Frame, moved: &[usize], size: usize, seed: u64, photo: u64) -> HandPose {
    let pick = (uniform(seed, 93, photo) * moved.len() as f32) as usize;
    let square = moved.get(pick).copied();
    let centre = (size - 1) as f32 / 2.0;
    let tip = match square {
        Some(p) if uniform(seed, 94, photo) < 0.67 => [(p % size) as f32, (p / size) as f32],
        _ => [95, 96].map(|k| centre + 0.25 * size as f32 * normal(seed, k, photo)),
    };
    // The hand has just released the piece: it is slightly beside it.
    let tip = [97, 98].map(|k| tip[k as usize - 97] + 0.3 * normal(seed, k, photo));
    let mover = moved.iter().find_map(|&p| frame.placement[p]);
    let (side, person) = match mover.map(|f| f.color) {
        Some(Color::Black) => (-1.57, 1),
        _ => (1.57, 0),
    };
    HandPose {
        tip,
        from: side + 0.35 * normal(seed, 99, photo),
        person,
    }
}

#[cfg(test)]
mod tests {
    use super::super::placement;
    use super::*;

    /// A white and a black king move to and fro on a board of 4 × 4; on the way one captures a pawn.
    fn game(plies: usize) -> Vec<Placement> {
        let positions = [
            "k... .... p... K...",
            "k... .... K... ....",
            ".k.. .... K... ....",
        ];
        let shuffle = [".k.. .... .K.. ....", "k... .... .K.. ...."];
        (0..=plies)
            .map(|i| placement(if i < 3 { positions[i] } else { shuffle[i % 2] }))
            .collect()
    }

    fn scene() -> Scene {
        let mut scene = Scene::hard(5);
        scene.board.size = 4;
        scene
    }

    #[test]
    fn photos_move_on_by_the_pace_and_end_with_the_game() {
        for seed in 0..20 {
            let shown = plies_shown(50, &scene(), seed);
            assert_eq!((shown[0], shown[shown.len() - 1]), (0, 50));
            let steps: Vec<usize> = shown.windows(2).map(|w| w[1] - w[0]).collect();
            assert!((0..=3).all(|step| steps.contains(&step)) && steps.iter().all(|s| *s <= 3));
        }
        assert_eq!(plies_shown(0, &Scene::clean(), 1), [0]);
    }

    #[test]
    fn frames_show_the_game_with_hands_in_their_share_but_at_the_ends() {
        let placements = game(400);
        let frames = script(&placements, &scene(), 3).unwrap();
        assert!(frames.iter().all(|f| f.placement == placements[f.ply]));
        let hands = frames.iter().filter(|f| f.hand.is_some()).count();
        let share = hands as f32 / frames.len() as f32;
        assert!((0.18..0.32).contains(&share), "{share}");
        assert!(frames[0].hand.is_none() && frames[frames.len() - 1].hand.is_none());
        assert!(frames[0].captured.is_empty());
        assert_eq!(
            frames[frames.len() - 1].captured,
            [Figure::from_letter('p').unwrap()]
        );
        assert_eq!(frames, script(&placements, &scene(), 3).unwrap());
        assert_ne!(frames, script(&placements, &scene(), 4).unwrap());
    }

    #[test]
    fn a_piece_stands_as_it_was_put_until_it_is_moved() {
        let mut scene = scene();
        scene.pace.plies = [1, 1];
        let frames = script(&game(40), &scene, 1).unwrap();
        for pair in frames.windows(2) {
            for square in 0..16 {
                let same = pair[0].placement[square] == pair[1].placement[square];
                assert_eq!(pair[0].stance[square] == pair[1].stance[square], same);
            }
        }
    }

    #[test]
    fn a_film_has_a_hand_before_and_after_each_ply_and_then_none() {
        let placements = game(30);
        let mut scene = scene();
        scene.pace.repeat = 0.3;
        let frames = film(&placements, &scene, 2).unwrap();
        assert!(
            frames[0].hand.is_none() && frames.iter().all(|f| f.placement == placements[f.ply])
        );
        for ply in 1..=30 {
            let of = |p: usize| frames.iter().filter(move |f| f.ply == p);
            assert!(of(ply - 1).next_back().unwrap().hand.is_some());
            let hands: Vec<bool> = of(ply).map(|f| f.hand.is_some()).collect();
            assert!(hands[0] && !hands[1]);
        }
        // Three frames a ply, and 3/7 of a repetition: four standard deviations around 257.
        let repeated = (0..20).map(|seed| film(&placements, &scene, seed).unwrap().len() - 91);
        let repeated: usize = repeated.sum();
        assert!((180..340).contains(&repeated), "{repeated}");
    }

    #[test]
    fn a_king_is_made_of_men_of_which_one_lay_beside_the_board() {
        let start = placement("mmm. .... .... MMM.");
        let now = placement(".c.. .... .... .M..");
        let gone = |crowned| {
            let gone = missing(&start, &now, crowned);
            [Color::White, Color::Black].map(|c| gone.iter().filter(|f| f.color == c).count())
        };
        assert_eq!(gone(Crowned::Stacked), [2, 1]);
        assert_eq!(gone(Crowned::Dotted), [2, 2]);
    }

    #[test]
    fn faults_are_named() {
        assert_eq!(script(&[], &scene(), 1), Err(ScriptError::Empty));
        let mut placements = game(5);
        placements[4].pop();
        let error = script(&placements, &scene(), 1).unwrap_err();
        assert_eq!(
            error.to_string(),
            "placement 4 has 15 squares, the scene's board has 16"
        );
    }
}
