//! The games and the search of the paper of 2008.

use std::fmt::Write as _;

use search_bench::{Noise, Setting};
use sequence_search::Settings;

use crate::measure::{HEAD, line, run};
use crate::suite::{Case, Game};

/// The games of the paper's Table 1: moves and photos.
const PAPER: [(&str, usize, usize); 4] = [
    ("1", 31, 63),
    ("2", 70, 337),
    ("3", 115, 325),
    ("4", 49, 139),
];

fn paper_case(moves: usize, photos: usize) -> Case {
    Case {
        name: String::new(),
        game: Game::Go(19),
        setting: Setting {
            plies: moves,
            rate: moves as f64 / photos as f64,
            noise: Noise {
                errors: 0.006,
                hand: true,
                glares: 2,
                late: true,
                shadow: false,
            },
        },
        small: false,
    }
}

pub(crate) fn papers_games(seeds: u64) -> String {
    let mut text = String::from(
        "\n## The paper's four games\n\nSimulated with 0.6 % misread points, a hand over a quarter of the board in a third of \
         the photos, two stones faked for 30 photos each, captured stones leaving late.\n\n",
    );
    text.push_str(HEAD);
    for (name, settings) in [
        ("exact", Settings::exact()),
        ("beam 64", Settings::beam(64)),
    ] {
        for (game, moves, photos) in PAPER {
            let row = run(&paper_case(moves, photos), &settings, seeds);
            text.push_str(&line(
                &format!("game {game}: {moves} moves, {photos} photos"),
                name,
                &row,
            ));
        }
    }
    text
}

/// Compares the search of 2008 with the new ones on the same series in the same run.
pub(crate) fn ratios(cases: &[&Case]) -> String {
    let mut text = String::from(
        "\n## Against the search of 2008\n\nOne seed, the same series for all three; ms a frame, moves right in brackets.\n\n\
         | series | paper | exact | beam 64 | paper : exact | paper : beam 64 |\n|---|---|---|---|---|---|\n",
    );
    for case in cases {
        let [paper, exact, beam] =
            [Settings::paper(), Settings::exact(), Settings::beam(64)].map(|settings| {
                let row = run(case, &settings, 1);
                let right = 100.0 * row.right as f64 / row.of as f64;
                (1e3 * row.seconds / row.frames as f64, right)
            });
        let cell = |(ms, right): (f64, f64)| format!("{ms:.3} ({right:.1} %)");
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {:.1} | {:.1} |",
            case.name,
            cell(paper),
            cell(exact),
            cell(beam),
            paper.0 / exact.0,
            paper.0 / beam.0
        );
    }
    text
}
