//! The series and the decoders of the suite.

use search_bench::{Noise, Setting};
use sequence_search::Settings;

#[derive(Clone, Copy)]
pub(crate) enum Game {
    Go(usize),
    Fight(usize),
    Chess,
    Checkers,
    Reversi,
    Ataxx,
    Morris,
}

pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) game: Game,
    pub(crate) setting: Setting,
    /// Whether it is small enough for the search of 2008.
    pub(crate) small: bool,
}

impl Case {
    /// Whether the search was not made for its game.
    pub(crate) fn is_stranger(&self) -> bool {
        matches!(self.game, Game::Reversi | Game::Ataxx | Game::Morris)
    }
}

pub(crate) fn decoders() -> Vec<(&'static str, Settings)> {
    vec![
        ("exact", Settings::exact()),
        ("beam 16", Settings::beam(16)),
        ("beam 64", Settings::beam(64)),
        ("beam 256", Settings::beam(256)),
        ("paper", Settings::paper()),
    ]
}

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |name: String, game, plies, rate, noise, small| {
        cases.push(Case {
            name,
            game,
            setting: Setting { plies, rate, noise },
            small,
        });
    };
    let errors = |errors| Noise {
        errors,
        ..Noise::default()
    };
    for percent in [1, 3, 10, 20, 30] {
        let noise = errors(f64::from(percent) / 100.0);
        add(
            format!("Go 19, {percent} % errors"),
            Game::Go(19),
            200,
            0.5,
            noise,
            false,
        );
    }
    for rate in [0.3, 1.0, 3.0] {
        add(
            format!("Go 19, 3 %, {rate} moves a frame"),
            Game::Go(19),
            200,
            rate,
            errors(0.03),
            false,
        );
    }
    let hand = |errors| Noise {
        errors,
        hand: true,
        ..Noise::default()
    };
    add(
        "Go 19, 1 %, hand".into(),
        Game::Go(19),
        200,
        0.5,
        hand(0.01),
        false,
    );
    add(
        "Go 19, 3 %, hand".into(),
        Game::Go(19),
        200,
        0.3,
        hand(0.03),
        false,
    );
    let shadow = Noise {
        errors: 0.03,
        shadow: true,
        ..Noise::default()
    };
    add(
        "Go 19, 3 %, shadow band".into(),
        Game::Go(19),
        200,
        0.5,
        shadow,
        false,
    );
    let glare = Noise {
        errors: 0.01,
        glares: 3,
        ..Noise::default()
    };
    add(
        "Go 19, 1 %, 3 glares of 30 frames".into(),
        Game::Go(19),
        200,
        0.5,
        glare,
        false,
    );
    let late = Noise {
        errors: 0.01,
        late: true,
        ..Noise::default()
    };
    add(
        "Go 19 fights, 1 %, stones leave late".into(),
        Game::Fight(19),
        200,
        0.5,
        late,
        false,
    );
    add(
        "Go 19 fights, 10 %".into(),
        Game::Fight(19),
        200,
        0.5,
        errors(0.1),
        false,
    );
    add(
        "Go 13, 3 %".into(),
        Game::Go(13),
        120,
        0.5,
        errors(0.03),
        false,
    );
    add("Go 9, 1 %".into(), Game::Go(9), 30, 0.5, errors(0.01), true);
    add(
        "Go 9, 10 %".into(),
        Game::Go(9),
        40,
        0.5,
        errors(0.1),
        false,
    );
    add(
        "Go 9 fights, 10 %".into(),
        Game::Fight(9),
        60,
        0.5,
        errors(0.1),
        false,
    );
    for (name, game) in [("Chess", Game::Chess), ("Checkers", Game::Checkers)] {
        for percent in [1, 3, 10, 20] {
            let noise = errors(f64::from(percent) / 100.0);
            add(
                format!("{name}, {percent} %"),
                game,
                80,
                0.5,
                noise,
                percent == 1,
            );
        }
        add(
            format!("{name}, 3 %, 2 moves a frame"),
            game,
            80,
            2.0,
            errors(0.03),
            false,
        );
        add(
            format!("{name}, 3 %, hand"),
            game,
            80,
            0.3,
            hand(0.03),
            false,
        );
    }
    for (name, game) in [
        ("Reversi", Game::Reversi),
        ("Ataxx", Game::Ataxx),
        ("Nine men's morris", Game::Morris),
    ] {
        for percent in [0, 10] {
            // Three frames a move.
            add(
                format!("{name}, {percent} %"),
                game,
                60,
                0.334,
                errors(f64::from(percent) / 100.0),
                false,
            );
        }
    }
    cases
}
