//! The recording does not depend on the number of threads that look at the photos.

use kibitzer::game::OwnSensor;
use kibitzer::photos::Limits;
use kibitzer::recorder::{self, Recorder};
use kibitzer::recording::Notation;
use kibitzer::{Event, RecorderOptions, checkers, go, quiet};

use super::series::listed;

/// The first photos of a series, looked at on so many threads: all events, the record and the evidence.
fn told<G: OwnSensor + Send>(game: G, series: &str, threads: usize) -> Option<String>
where
    G::Position: Notation,
{
    let paths = listed(&test_data::path(series)?, "*.jpg");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    let told = pool.build().unwrap().install(|| {
        let recorder = Recorder::new(game, RecorderOptions::live(4)).unwrap();
        let (mut told, limits) = (String::new(), Limits::default());
        let on_event = |event: Event<_>| told += &format!("{event}\n");
        let some = &paths[..paths.len().min(12)];
        let recording = recorder::record(recorder, some, &limits, on_event, &mut quiet).unwrap();
        format!(
            "{told}{}{:?}",
            G::Position::write(&recording.record),
            recording.evidence
        )
    });
    Some(told)
}

#[test]
fn a_recording_is_the_same_on_any_number_of_threads() {
    let go = |threads| told(go::Options::default(), "go-video", threads);
    let checkers = |threads| told(checkers::Options::default(), "checkers-photos/v1", threads);
    for threads in [2, 5] {
        assert_eq!(go(1), go(threads));
        assert_eq!(checkers(1), checkers(threads));
    }
}
