//! Records whole series of photos.

use std::error::Error;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use board_sim::{PhotoFormat, Scene, pieces};
use image::imageops::flip_horizontal;
use kibitzer::chess::Place;
use kibitzer::recording::Notation;
use kibitzer::{
    Photo, Recorder, RecorderOptions, checkers, chess, game, go, photos, quiet, recorder, replay,
};

use crate::measure::{print_row, timed};

/// The row that renders and records the demo game.
pub(crate) const DEMO: &str = "demo-render-and-record";

/// Photos of a rendered game.
const RENDERED: usize = 120;

/// A series of photos and its options.
pub(crate) struct Series {
    pub(crate) name: &'static str,
    of: Of,
}

enum Of {
    /// The demo game, rendered at this size.
    RenderedGo(u32, u32),
    /// The first of the famous games, rendered at 1080 × 720.
    RenderedChess,
    Go(&'static str),
    /// Real photos, cropped to the board and rectified.
    Rectified(&'static str),
    /// Real photos, mirrored; one pawn is missing.
    Mirrored(&'static str),
    Checkers(&'static str),
    /// Real photos, each repeated this many times.
    Copies(&'static str, usize),
}

/// All rows of series.
pub(crate) const ALL: &[Series] = &[
    Series {
        name: "go-rendered-1024x768",
        of: Of::RenderedGo(1024, 768),
    },
    Series {
        name: "go-video",
        of: Of::Go("go-video"),
    },
    Series {
        name: "chess-rectified-480x480",
        of: Of::Rectified("chess-real/game7"),
    },
    Series {
        name: "chess-low-camera-1080x720",
        of: Of::Mirrored("chess-lowangle"),
    },
    Series {
        name: "chess-rendered-1080x720",
        of: Of::RenderedChess,
    },
    Series {
        name: "checkers-480x270",
        of: Of::Checkers("checkers-photos/v1"),
    },
    Series {
        name: "chess-each-photo-33-times",
        of: Of::Copies("chess-real/game7", 33),
    },
];

/// The series of this name.
pub(crate) fn named(name: &str) -> Result<&'static Series, Box<dyn Error>> {
    let series = ALL.iter().find(|series| series.name == name);
    series.ok_or_else(|| format!("no row {name}").into())
}

const FEN_WITHOUT_A_PAWN: &str = "rnbqkbnr/1ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

impl Series {
    /// Renders the photos, if the series is rendered.
    pub(crate) fn prepare(&self, folder: &Path) -> Result<(), Box<dyn Error>> {
        let folder = folder.join(self.name);
        let go_on = |_, _| ControlFlow::Continue(());
        match self.of {
            Of::RenderedGo(width, height) => {
                let photo = PhotoFormat {
                    width,
                    height,
                    ..PhotoFormat::default()
                };
                let scene = Scene {
                    photo,
                    ..Scene::default()
                };
                let record = go_rules_record()?;
                replay::go::render(&record, &scene, None, 1, &folder, go_on)?;
            }
            Of::RenderedChess => {
                let mut scene = pieces::Scene::clean();
                (scene.photo.width, scene.photo.height) = (1080, 720);
                let records = chess_rules::pgn::Reader::new(chess::FAMOUS.as_bytes());
                let record = records.filter_map(Result::ok).next().ok_or("no game")?;
                replay::pieces::render::<chess_rules::Position>(
                    &record, &scene, 1, &folder, go_on,
                )?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Records the series and prints its row.
    pub(crate) fn run(&self, data: &Path, rendered: &Path) -> Result<(), Box<dyn Error>> {
        let (paths, ms) = timed(|| self.record(data, rendered));
        print_row(self.name, &paths?, ms);
        Ok(())
    }

    /// Records the series; returns its photos.
    pub(crate) fn record(
        &self,
        data: &Path,
        rendered: &Path,
    ) -> Result<Vec<PathBuf>, Box<dyn Error>> {
        let folder = match self.of {
            Of::RenderedGo(..) | Of::RenderedChess => rendered.join(self.name),
            Of::Go(name) | Of::Rectified(name) | Of::Mirrored(name) | Of::Checkers(name) => {
                data.join(name)
            }
            Of::Copies(name, _) => data.join(name),
        };
        let mut paths = photos::collect(&[&folder], photos::Order::Name)?.paths;
        if let Of::RenderedGo(..) | Of::RenderedChess = self.of {
            paths.truncate(RENDERED);
        }
        let options = chess::Options::default();
        match self.of {
            Of::RenderedGo(..) | Of::Go(_) => record(go::Options::default(), &paths),
            Of::RenderedChess => record(options, &paths),
            Of::Rectified(_) => record(
                chess::Options {
                    place: Place::Whole,
                    ..options
                },
                &paths,
            ),
            Of::Mirrored(_) => {
                let start = chess_rules::Position::from_fen(FEN_WITHOUT_A_PAWN)?;
                record_mirrored(chess::Options::from(start), &paths[1..])
            }
            Of::Checkers(_) => record(checkers::Options::default(), &paths),
            Of::Copies(_, copies) => {
                paths = paths
                    .iter()
                    .flat_map(|path| std::iter::repeat_n(path.clone(), copies))
                    .collect();
                record(
                    chess::Options {
                        place: Place::Whole,
                        ..options
                    },
                    &paths,
                )
            }
        }?;
        Ok(paths)
    }
}

fn go_rules_record() -> Result<go_rules::record::Record, Box<dyn Error>> {
    Ok(go_rules::record::Record::read(replay::go::DEMO_GAME)?.remove(0))
}

/// Records photos as the program does.
fn record<G: game::OwnSensor>(game: G, paths: &[PathBuf]) -> Result<(), Box<dyn Error>>
where
    G::Position: Notation,
{
    let recorder = Recorder::new(game, RecorderOptions::default())?;
    let limits = photos::Limits::default();
    recorder::record(recorder, paths, &limits, |_| {}, &mut quiet)?;
    Ok(())
}

/// The same, with each photo mirrored after decoding.
fn record_mirrored(game: chess::Options, paths: &[PathBuf]) -> Result<(), Box<dyn Error>> {
    let mut recorder = Recorder::new(game, RecorderOptions::default())?;
    for path in paths {
        let photo = photos::open(path, &photos::Limits::default())?;
        recorder.push(Photo {
            name: path.clone(),
            image: flip_horizontal(&photo),
        })?;
    }
    recorder.finish(&mut quiet)?;
    Ok(())
}

/// Renders and records the demo game, as the command does.
pub(crate) fn demo(folder: &Path) -> Result<(), Box<dyn Error>> {
    let folder = folder.join(DEMO);
    let go_on = |_, _| ControlFlow::Continue(());
    let (paths, rendering) = timed(|| {
        replay::go::render(
            &go_rules_record()?,
            &Scene::default(),
            None,
            1,
            &folder,
            go_on,
        )
        .map_err(Box::<dyn Error>::from)
    });
    let paths = paths?;
    let (result, recording) = timed(|| record(go::Options::default(), &paths));
    result?;
    print_row(DEMO, &paths, rendering + recording);
    println!(
        "| of it recording | {} | {:.1} | | | | |",
        paths.len(),
        recording / paths.len() as f64
    );
    Ok(())
}
