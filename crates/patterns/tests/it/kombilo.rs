//! The answers of libkombilo for 13 patterns over professional games, compared with ours.
//!
//! Everything is the same but for this:
//! - libkombilo also looks into variations; a library looks at the main line. `contlist.sgf`, which has them, is left
//!   out of what is compared by game. Its variations add hits, and no continuations.
//! - Its areas for side and centre patterns leave out places that touch another edge; ours are left out here, too.
//! - Where a pattern is its own image with the colours exchanged, it says "exchanged" and we do not. Both are true.
//! - It counts a game without a result as won by White if the colours of the hit are exchanged and White plays
//!   on: those are added to ours. It calls wins and losses those of Black, whoever plays on.

use std::collections::BTreeMap;

use board_core::Color;
use patterns::{Anchor, Hit, Library, Pattern, Query, Symmetry};

/// B tB wB lB W tW wW lW: how often Black plays there, after tenuki, games Black won, and White; the same of White.
type Counts = [usize; 8];

struct Asked {
    name: String,
    pattern: Pattern,
    /// How many edges of the board it may touch.
    sides: usize,
    /// By game, the moves and whether colours are exchanged.
    games: BTreeMap<String, Vec<(usize, bool)>>,
    /// By point from the lower left: Black's and White's moves.
    next: BTreeMap<(usize, usize), Counts>,
}

fn read(text: &str) -> Vec<Asked> {
    let mut asked: Vec<Asked> = Vec::new();
    for block in text.split("PATTERN ").skip(1) {
        let mut lines = block.lines();
        let name = lines.next().unwrap().to_owned();
        let area = lines.next().unwrap().split("area:").nth(1).unwrap();
        let area: Vec<usize> = area.split(',').map(|n| n.trim().parse().unwrap()).collect();
        let _ = lines.next();
        let rows: Vec<&str> = lines.by_ref().take_while(|line| !line.is_empty()).collect();
        let pattern: Pattern = rows.join("\n").replace('*', "?").parse().unwrap();
        let (cols, rows) = pattern.size();
        // The area is where the upper left point may lie: columns from, to, rows from, to. One corner is
        // as good as another, and so is one side.
        let anchor = if (cols, rows) == (19, 19) {
            Anchor::BOARD
        } else {
            match area[..] {
                [0, 0, 0, 0] => Anchor::LEFT | Anchor::TOP,
                [12, 12, 0, 0] => Anchor::RIGHT | Anchor::TOP,
                [_, _, 0, 0] => Anchor::TOP,
                _ => Anchor::ANYWHERE,
            }
        };
        let mut entry = Asked {
            name,
            pattern: pattern.anchored(anchor),
            sides: [Anchor::LEFT, Anchor::TOP, Anchor::RIGHT, Anchor::BOTTOM]
                .into_iter()
                .filter(|&side| anchor.contains(side))
                .count(),
            games: BTreeMap::new(),
            next: BTreeMap::new(),
        };
        for line in lines {
            if let Some(rest) = line.strip_prefix("CONT ") {
                let words = rest.split([' ', '=']);
                let numbers: Vec<usize> = words.filter_map(|word| word.parse().ok()).collect();
                let at = (numbers[0], rows - 1 - numbers[1]);
                entry.next.insert(at, numbers[2..].try_into().unwrap());
            } else if let Some(rest) = line.strip_prefix("GAME ") {
                let (game, hits) = rest.split_once(' ').unwrap();
                let hits = hits.split(',').map(str::trim).filter(|hit| !hit.is_empty());
                let hits = hits.map(|hit| {
                    let number: String = hit.chars().take_while(char::is_ascii_digit).collect();
                    (number.parse().unwrap(), hit.ends_with('-'))
                });
                entry.games.entry(game.to_owned()).or_default().extend(hits);
            }
        }
        asked.push(entry);
    }
    asked
}

#[test]
fn the_same_as_libkombilo() {
    let Some(folder) = test_data::path("go-sgf") else {
        return;
    };
    let mut library = Library::new();
    let go_on = |_| std::ops::ControlFlow::Continue(());
    library
        .add_folder(&folder.join("pro"), go_on, |fault| panic!("{fault:?}"))
        .unwrap();
    let text = std::fs::read_to_string(folder.join("pro-kombilo-answers.txt")).unwrap();
    let asked = read(&text);
    assert_eq!(asked.len(), 13);
    let mut compared = 0;
    for asked in &asked {
        let answer = library.search(&Query::new(asked.pattern.clone())).unwrap();
        let mut ours: BTreeMap<String, Vec<(usize, bool)>> = BTreeMap::new();
        let mut next = Next::new();
        let own_image = |symmetry| asked.pattern.transformed(symmetry) == asked.pattern;
        let colors = Symmetry::ALL[8..]
            .iter()
            .any(|&symmetry| own_image(symmetry));
        for hit in answer
            .hits
            .iter()
            .filter(|hit| edges_touched(hit) <= asked.sides)
        {
            let info = library.game(hit.game).unwrap().info();
            let swapped = hit.symmetry.swaps_colors();
            let name = info.source.split(".sgf").next().unwrap().to_owned();
            ours.entry(name)
                .or_default()
                .push((hit.after, swapped && !colors));
            let Some(n) = hit.next else { continue };
            let winner = info.winner().map(|side| if swapped { !side } else { side });
            let won = [Some(Color::Black), Some(Color::White)].map(|side| winner == side);
            let white = won[1] || (winner.is_none() && swapped && n.color == Color::White);
            let counts = [
                1,
                usize::from(n.tenuki),
                usize::from(won[0]),
                usize::from(white),
            ];
            add(&mut next, &asked.pattern, (n.color, n.point), counts);
        }
        let mut theirs = asked.games.clone();
        for hits in theirs.values_mut().flatten() {
            hits.1 &= !colors;
        }
        for games in [&mut ours, &mut theirs] {
            if asked.name != "full_empty" {
                games.remove("contlist");
            }
            games.values_mut().for_each(|hits| hits.sort_unstable());
        }
        assert_eq!(ours, theirs, "{}", asked.name);
        compared += ours.values().map(Vec::len).sum::<usize>();
        let mut theirs = Next::new();
        for (&at, counts) in &asked.next {
            let (black, white) = counts.split_at(4);
            add(
                &mut theirs,
                &asked.pattern,
                (Color::Black, at),
                black.try_into().unwrap(),
            );
            add(
                &mut theirs,
                &asked.pattern,
                (Color::White, at),
                white.try_into().unwrap(),
            );
        }
        assert_eq!(next, theirs, "{}", asked.name);
    }
    assert!(compared > 200, "{compared}");
}

/// How many edges of the board a hit touches.
fn edges_touched(hit: &Hit) -> usize {
    let at = hit.rectangle;
    let ends = [at.x as usize + at.cols == 19, at.y as usize + at.rows == 19];
    let touched = [at.x == 0, at.y == 0].into_iter().chain(ends);
    touched.filter(|&touches| touches).count()
}

type Move = (Color, (usize, usize));
/// How often, after tenuki, games won by Black, by White.
type Next = BTreeMap<Move, [usize; 4]>;

/// Counts a move as the first of all that are the same by a symmetry of the pattern.
fn add(next: &mut Next, pattern: &Pattern, (color, at): Move, mut counts: [usize; 4]) {
    let own = Symmetry::ALL
        .into_iter()
        .filter(|&s| pattern.transformed(s) == *pattern);
    let same = own.map(|s| {
        let swap = s.swaps_colors();
        (
            (
                if swap { !color } else { color },
                s.point(at, pattern.size()),
            ),
            swap,
        )
    });
    let (first, swapped) = same.min().unwrap();
    if swapped {
        counts.swap(2, 3);
    }
    if counts[0] > 0 {
        let sum = next.entry(first).or_default();
        (0..4).for_each(|i| sum[i] += counts[i]);
    }
}
