//! Rendering of checkers positions.

use board_sim::pieces::{Figure, Kind, Placement, Scene};
use checkers_rules::{Position, Rank, Square};

use super::Rendered;

impl Rendered for Position {
    fn placement(&self) -> Placement {
        let variant = self.rules().variant;
        let points = 0..variant.width() * variant.width();
        let figure = |square: Square| {
            let piece = self.piece(square)?;
            let kind = match piece.rank {
                Rank::Man => Kind::Man,
                Rank::King => Kind::Crowned,
            };
            let color = piece.color;
            Some(Figure { kind, color })
        };
        points
            .map(|point| variant.square_at(point).and_then(figure))
            .collect()
    }

    fn on_board(&self, mut scene: Scene) -> Scene {
        let variant = self.rules().variant;
        scene.board.size = variant.width();
        // The first square of a usual board is light.
        scene.board.mirrored = variant.square_at(0).is_some();
        scene
    }

    fn with_set(scene: Scene, seed: u64) -> Scene {
        scene.with_men(seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use checkers_rules::{RuleSet, Variant};

    #[test]
    fn the_board_is_that_of_the_variant() {
        for (variant, size, mirrored) in [
            (Variant::English, 8, false),
            (Variant::Frisian, 10, false),
            (Variant::Italian, 8, true),
        ] {
            let start = Position::initial(RuleSet::of(variant));
            let scene = start.on_board(Scene::clean());
            assert_eq!((scene.board.size, scene.board.mirrored), (size, mirrored));
            let placement = start.placement();
            assert_eq!(placement.len(), size * size);
            assert_eq!(placement.iter().flatten().count(), 2 * variant.pieces());
        }
    }
}
