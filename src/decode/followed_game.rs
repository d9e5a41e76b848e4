//! The current game while photos arrive: its provisional and settled moves.

use board_core::{Evidence, Observation};
use board_geom::Grid;
use sequence_search::{Committed, Decoded, EndKind, Model, Ply, Stream};

use crate::decode::announced_moves::{AnnouncedMoves, names, played, position_after};
use crate::decode::live_labels::{Label, Span, labels};
use crate::decode::position_again::LastPhoto;
use crate::event::Event;
use crate::game::{Game, ORIENTING, Start};
use crate::recording::current_game::{difference, differences, reading_of};
use crate::recording::drawn::Drawn;
use crate::recording::frames::Frames;
use crate::recording::{CurrentGame, Notation};
use crate::sensor::Sensor;
use crate::sensor::orientation::shown_points;
use crate::sensor::registration::{LiveRegistration, RegistrationTracker, sources};
use crate::{Board, Error};

/// Moves with a lower confidence are not announced before a later one is.
const MIN_CONFIDENCE: f32 = 0.8;
/// A less likely move is a guess.
const LEAST_CONFIDENCE: f32 = 0.02;
/// A move is announced once it shows in 1/4 of the mean number of frames a move.
const HOLD: usize = 4;
/// All frames of a game are decoded again when it has grown by 1/4 of its length, and by at least this many frames.
/// With more labels the appearance model may show that announced moves were hands.
const GROWN: usize = 4;
const LEAST_GROWN: usize = 16;
/// A game that seemed to be lost is followed on. Whether it is lost is decided again after this many more frames, or
/// after it has grown by 1/8.
const RETRY: usize = 4;

/// A game in a decoding of all frames.
pub(super) struct GamePart<P: Notation> {
    pub(super) start: Start<P>,
    pub(super) plies: Vec<Ply<P::Move>>,
    /// The model, with the pace of the game.
    pub(super) model: Model,
    /// What the last frame shows, as [`CurrentGame::reading`].
    pub(super) reading: Vec<Option<[f32; 3]>>,
    /// Whether moves follow that no photo shows.
    pub(super) has_gap: bool,
    /// The first frame after the game, and how it ended.
    pub(super) end: Option<(usize, EndKind)>,
}

/// What a game that is followed goes back to, if a search of all its frames loses it.
struct Sound<P: Notation> {
    stream: Stream<P>,
    used: Vec<usize>,
    settled: Vec<Ply<P::Move>>,
    registration: Option<LiveRegistration>,
}

/// A game that is followed while photos arrive.
pub(super) struct FollowedGame<P: Notation> {
    pub(super) start: Start<P>,
    lag: usize,
    stream: Stream<P>,
    /// The frames in use, from the start on; in a film only frames at rest. Frames of the stream are indices into it.
    pub(super) used: Vec<usize>,
    /// Number of frames of the sensor when all frames of the game were decoded last.
    decoded_at: usize,
    /// Number of frames of the sensor when the game seemed to be lost and was followed on.
    kept_at: Option<usize>,
    /// Settled moves, with frames of the sensor.
    settled: Vec<Ply<P::Move>>,
    /// Whether moves follow the settled ones that no photo shows.
    has_gap: bool,
    pub(super) announced: AnnouncedMoves<P::Move>,
    /// The model of the last decoding of all frames, which has learnt the pace of the game.
    model: Option<Model>,
    /// Moves of the last decoding of all frames, for the labels of the next one.
    label_moves: Option<Vec<Ply<P::Move>>>,
    /// Whether the photos that decide the orientation of the board have been decoded.
    pub(super) is_oriented: bool,
    /// Labels from earlier games.
    earlier_labels: Vec<Label>,
    /// Registration of a board of lines. Sensors of squares find turns on their own.
    registration: Option<LiveRegistration>,
    /// How much of a photo the last thorough search could not explain, in nats: an illegal move, or misread points.
    unexplained: f32,
    /// See [`CurrentGame::reading`].
    reading: Vec<Option<[f32; 3]>>,
    /// See [`CurrentGame::photo_points`].
    photo_points: Vec<Option<usize>>,
}

impl<P: Drawn> FollowedGame<P> {
    /// Begins a game from a start, with the labels of earlier games and the registration of the board.
    pub(super) fn new<G: Game<Position = P>>(
        game: &G,
        start: Start<P>,
        lag: usize,
        earlier_labels: Vec<Label>,
        registration: RegistrationTracker,
    ) -> Self {
        let stream = stream(game, &start, None, lag, true);
        Self {
            registration: (G::BOARD == Board::Lines).then(|| LiveRegistration::from(registration)),
            unexplained: 0.0,
            start,
            lag,
            stream,
            used: Vec::new(),
            decoded_at: 0,
            kept_at: None,
            settled: Vec::new(),
            has_gap: false,
            announced: AnnouncedMoves {
                moves: Vec::new(),
                settled: 0,
            },
            model: None,
            label_moves: None,
            is_oriented: false,
            earlier_labels,
            reading: Vec::new(),
            photo_points: Vec::new(),
        }
    }

    /// The first frame after the game and how it ended, if it has ended.
    pub(super) fn end(&self) -> Option<(usize, EndKind)> {
        let end = self.stream.end()?;
        Some((self.used[end.frame], end.kind))
    }

    /// The first frame after the game, if the frames so far show that pieces were taken off the board there.
    pub(super) fn cleared(&self) -> Option<usize> {
        let end = self.stream.likely_end();
        let cleared = end.filter(|end| end.kind == EndKind::Cleared)?;
        Some(self.used[cleared.frame])
    }

    /// Takes the labels and the pace for the next decoding, and the reading of the last photo, from a decoding of all
    /// frames.
    pub(super) fn learn_from(&mut self, part: &GamePart<P>) {
        self.label_moves = Some(part.plies.clone());
        self.model = Some(part.model.clone());
        self.reading.clone_from(&part.reading);
    }

    /// Whether the last photo clearly differs from the position of the announced moves, by more than the last thorough
    /// search could not explain.
    pub(super) fn differs(&self) -> bool {
        /// Least difference in nats, of all points together.
        const CLEAR: f32 = 3.0;
        self.difference() > self.unexplained + CLEAR
    }

    /// Notes what a thorough search could not explain.
    pub(super) fn note_unexplained(&mut self) {
        self.unexplained = self.difference();
    }

    /// Whether moves explain the last photo: it differs less from the position after them than from the announced one,
    /// and at no other points by more than noise. A piece that has vanished has not moved to where nothing stands.
    fn is_explained_by(&self, moves: &[Ply<P::Move>]) -> bool {
        /// Most nats of noise at a point.
        const NOISE: f32 = 1.0;
        let reading = &self.reading;
        let positions = [&self.announced.moves, moves];
        let [now, then] = positions.map(|moves| position_after(&self.start.position, moves));
        let known = differences(reading, &now);
        let is_known = |point: usize| known.iter().any(|(other, _, _)| *other == point);
        let is_new = |(point, _, nats): &(usize, _, f32)| *nats > NOISE && !is_known(*point);
        let has_new = differences(reading, &then).iter().any(is_new);
        difference(reading, &then) < difference(reading, &now) && !has_new
    }

    /// By how many nats the last photo differs from the position of the announced moves.
    fn difference(&self) -> f32 {
        self.last_photo().unexplained()
    }

    /// The announced moves and what the last photo shows.
    pub(super) fn last_photo(&self) -> LastPhoto<'_, P> {
        LastPhoto {
            start: &self.start.position,
            moves: &self.announced.moves,
            reading: &self.reading,
        }
    }

    /// What frames show, as [`CurrentGame::reading`], with what is known of the board by now.
    pub(super) fn readings<S: Sensor>(
        &self,
        sensor: &S,
        frames: &[usize],
    ) -> Result<Vec<Vec<Option<[f32; 3]>>>, Error> {
        let seen = sensor.evidence(frames, &self.labels())?;
        let evidence = seen.renumbered(|_| self.photo_points.clone());
        let frames = 0..evidence.frames();
        Ok(frames.map(|frame| reading_of(&evidence, frame)).collect())
    }

    /// Whether the game seems to be lost, or continues only after a gap.
    pub(super) fn seems_lost(&self) -> bool {
        let lost = matches!(self.end(), Some((_, EndKind::Lost)));
        lost || self.has_gap && self.kept_at.is_none()
    }

    /// Whether the board has squares.
    pub(super) fn is_on_squares(&self) -> bool {
        self.registration.is_none()
    }

    /// The registration of the board after the settled frames.
    pub(super) fn registration(&self) -> RegistrationTracker {
        let registration = self.registration.as_ref();
        registration
            .map(LiveRegistration::settled)
            .unwrap_or_default()
    }

    /// Decodes the open frames with the new ones; `last` if there will be no more frames.
    pub(super) fn advance<G: Game<Position = P>>(
        &mut self,
        game: &G,
        sensor: &G::Sensor,
        frames: &Frames,
        last: bool,
        events: &mut Vec<Event<P::Move>>,
    ) -> Result<(), Error> {
        let now = sensor.frames();
        let soon = |at: usize| at + RETRY.max((at - self.start.frame) / (2 * GROWN));
        let again = |at: usize| now >= soon(at) || last && now > at;
        // An end that is not confirmed yet may be misread.
        let has_ended = self.stream.end().is_some();
        let due = self.is_due(now) || has_ended || self.kept_at.is_some_and(again);
        let mut sound = None;
        if due {
            let followed = self.stream.followed() && !has_ended && !self.has_gap;
            let is_sound = followed && self.stream.frames_settled() > 0;
            let again = self.stream_from_start(game, true);
            let stream = std::mem::replace(&mut self.stream, again);
            // There is a game to go back to.
            self.stream.set_thorough(!is_sound);
            sound = is_sound.then(|| Sound {
                stream,
                used: self.used.clone(),
                settled: self.settled.clone(),
                registration: self.registration.clone(),
            });
            self.kept_at = None;
        }
        self.decode_frames(sensor, due, sound, frames, events)?;
        // Confirm the end by all frames of the game.
        if self.stream.end().is_some() && self.decoded_at < now {
            self.decode_frames(sensor, true, None, frames, events)?;
        }
        Ok(())
    }

    /// Decodes all frames of the game again, with the current options of `game`. Only a clear end ends it.
    pub(super) fn decode_again<G: Game<Position = P>>(
        &mut self,
        game: &G,
        sensor: &G::Sensor,
        frames: &Frames,
        events: &mut Vec<Event<P::Move>>,
    ) -> Result<(), Error> {
        self.stream = self.stream_from_start(game, false);
        self.kept_at = Some(sensor.frames());
        self.decode_frames(sensor, true, None, frames, events)
    }

    /// Goes on from a decoding of all frames, of a board of squares: its moves are settled up to the last few frames,
    /// and all of them if the board is `at_rest` and they explain what it shows.
    ///
    /// The search of all frames finds several moves between two photos, which the stream may miss.
    pub(super) fn go_on<G: Game<Position = P>>(
        &mut self,
        game: &G,
        sensor: &G::Sensor,
        part: GamePart<P>,
        at_rest: bool,
        frames: &Frames,
        events: &mut Vec<Event<P::Move>>,
    ) -> Result<(), Error> {
        self.learn_from(&part);
        let moves = part.plies;
        self.used = self.usable(sensor, frames);
        self.decoded_at = sensor.frames();
        (self.kept_at, self.has_gap) = (None, false);
        let seen = self.used.len();
        self.is_oriented |= seen >= ORIENTING;
        let closed = match at_rest && self.is_explained_by(&moves) {
            true => seen,
            false => seen.saturating_sub(self.lag),
        };
        let open = self.used.get(closed);
        let settled = moves.partition_point(|m| open.is_none_or(|open| m.frame < *open));
        self.settled = moves[..settled].to_vec();
        self.stream = self.stream_from_start(game, true);
        if closed > 0 {
            let settled = self.settled.iter().map(|m| (m.side, m.mv));
            self.stream.restart_after(closed, settled);
        }
        if closed < seen {
            self.decode_open(sensor, None, frames, events)?;
        }
        if closed == seen || self.stream.end().is_some() {
            let told = settled + to_last(&moves[settled..], |m| m.confidence >= MIN_CONFIDENCE);
            self.announce(moves[..told].to_vec(), settled, frames, events);
        }
        Ok(())
    }

    /// Follows the game from another start, if it differs.
    pub(super) fn start_again<G: Game<Position = P>>(&mut self, game: &G, start: Start<P>) {
        let at = |start: &Start<P>| (start.frame, start.orientation, start.position.key());
        if at(&start) == at(&self.start) {
            return;
        }
        (self.start, self.model) = (start, None);
        self.stream = self.stream_from_start(game, true);
        self.used.clear();
        self.kept_at = None;
    }

    /// The streaming search from the start of the game on, with the learnt pace.
    fn stream_from_start<G: Game<Position = P>>(&self, game: &G, may_be_lost: bool) -> Stream<P> {
        let model = self.model.as_ref();
        stream(game, &self.start, model, self.lag, may_be_lost)
    }

    /// Decodes the open frames, or with `restart` all frames of the game, and announces the changes. If a restart loses
    /// a game that was `sound` before, that goes on.
    fn decode_frames<S: Sensor>(
        &mut self,
        sensor: &S,
        restart: bool,
        sound: Option<Sound<P>>,
        frames: &Frames,
        events: &mut Vec<Event<P::Move>>,
    ) -> Result<(), Error> {
        let used = self.usable(sensor, frames);
        if restart || self.used.is_empty() || !used.starts_with(&self.used) {
            self.decoded_at = sensor.frames();
            self.stream.restart();
            self.settled.clear();
            self.has_gap = false;
            self.registration
                .iter_mut()
                .for_each(LiveRegistration::restart);
        } else if used.len() == self.used.len() {
            return Ok(());
        }
        self.used = used;
        self.decode_open(sensor, sound, frames, events)
    }

    /// Decodes the open frames and announces the changes.
    fn decode_open<S: Sensor>(
        &mut self,
        sensor: &S,
        sound: Option<Sound<P>>,
        frames: &Frames,
        events: &mut Vec<Event<P::Move>>,
    ) -> Result<(), Error> {
        let (before, told) = (self.stream.frames_settled(), events.len());
        let open = &self.used[before..];
        let seen = sensor.evidence(open, &self.labels())?;
        self.label_moves = None;
        let grids: Vec<Grid> = open.iter().map(|frame| frames.grids[*frame]).collect();
        let points = seen.points();
        let sources: Vec<_> = match &mut self.registration {
            Some(registration) => {
                let registrations = registration.open(&seen, &grids);
                if let Some((frame, kind)) = registration.change(&registrations) {
                    let photo = frames.photos[open[frame]].clone();
                    events.push(Event::Warning(kind.at(Some(photo))));
                }
                let registrations = registrations.into_iter();
                registrations.map(|found| sources(found, points)).collect()
            }
            None => vec![shown_points(self.start.orientation, points); open.len()],
        };
        let evidence = seen.renumbered(|frame| sources[frame].clone());
        self.reading = reading(&evidence);
        self.photo_points = sources.into_iter().last().unwrap_or_default();
        let settled = self.stream.update(&evidence)?;
        if let Some(sound) = sound.filter(|_| !self.stream.followed()) {
            events.truncate(told);
            (self.stream, self.used) = (sound.stream, sound.used);
            (self.settled, self.registration) = (sound.settled, sound.registration);
            return self.decode_frames(sensor, false, None, frames, events);
        }
        self.stream.set_thorough(true);
        let gone = self.stream.frames_settled() - before;
        if let Some(registration) = &mut self.registration {
            registration.settle(&seen.select(0..gone), &grids[..gone]);
        }
        self.settle(&settled);
        // Whether a game on squares has ended is decided by a decoding of all frames.
        if !self.is_on_squares() || self.stream.end().is_none() {
            let pending = self.stream.pending();
            // In a film a move has many frames, and its first few frames may be a hand.
            let length = self.used.len();
            let moves = self.settled.len() + pending.len();
            let hold = (length / (moves + 1) / HOLD).min(self.lag / 2);
            let sure = to_last(&pending, |m| {
                m.confidence >= MIN_CONFIDENCE && m.frame + hold < length
            });
            let mut now = self.settled.clone();
            if !self.has_gap {
                now.extend(plies(&self.used, &pending[..sure]));
            }
            self.announce(now, self.settled.len(), frames, events);
        }
        Ok(())
    }

    /// Adds settled moves up to a gap.
    fn settle(&mut self, moves: &[Committed<P::Move>]) {
        if !self.has_gap {
            self.settled.extend(plies(&self.used, moves));
            self.has_gap = moves.iter().any(is_gap);
        }
    }

    /// Whether the game has grown so much that all its frames should be decoded again.
    pub(super) fn is_due(&self, frames: usize) -> bool {
        let length = frames - self.start.frame;
        let before = self.decoded_at.saturating_sub(self.start.frame);
        length >= before + LEAST_GROWN.max(before / GROWN)
    }

    /// The usable frames from the start on.
    fn usable<S: Sensor>(&self, sensor: &S, frames: &Frames) -> Vec<usize> {
        let usable = sensor.usable();
        let counts = |frame: &usize| {
            *frame == self.start.frame || usable.as_ref().is_none_or(|usable| usable[*frame])
        };
        let mut all = frames.evident(self.start.frame..sensor.frames());
        all.retain(counts);
        all
    }

    /// Announces the changes from the announced moves to `now`, of which the first are settled.
    pub(super) fn announce(
        &mut self,
        mut now: Vec<Ply<P::Move>>,
        settled: usize,
        frames: &Frames,
        events: &mut Vec<Event<P::Move>>,
    ) {
        // The first stone may have been settled before another one showed that it is a handicap.
        if let [first, second, ..] = &mut now[..] {
            first.handicap |= second.handicap;
        }
        let start = &self.start.position;
        self.announced
            .change_to(now, settled, start, frames, events);
    }

    /// Labels for the appearance model, from earlier games and from this one.
    pub(super) fn labels(&self) -> Vec<Label> {
        self.labels_of(Span::Last)
    }

    /// The same for the game after this one.
    pub(super) fn labels_for_next(&self) -> Vec<Label> {
        self.labels_of(Span::WholeGame)
    }

    fn labels_of(&self, span: Span) -> Vec<Label> {
        let known = self.label_moves.as_ref();
        let known = known.unwrap_or(&self.announced.moves);
        let current = labels(&self.start, known, &self.used, self.lag, span);
        [&self.earlier_labels[..], &current].concat()
    }

    /// The game with its announced moves, as the user sees it.
    pub(super) fn current_game(&self, games_before: usize, frames: &Frames) -> CurrentGame<P> {
        let start = self.start.position.clone();
        let announced = &self.announced.moves;
        let mut decoded = Decoded::from(&[][..]);
        decoded.plies.clone_from(announced);
        CurrentGame {
            games_before,
            position: position_after(&start, announced),
            moves: played(&start, announced, 0, frames).collect(),
            settled: self.announced.settled,
            decoded,
            reading: self.reading.clone(),
            search_pending: false,
            undone: None,
            photo_points: self.photo_points.clone(),
            start,
        }
    }

    /// Settles all moves at the end of the photos and returns their names.
    pub(super) fn finish(mut self) -> Result<Vec<String>, Error> {
        let mut settled = self.settled;
        let rest = self.stream.finish()?;
        if !self.has_gap {
            settled.extend(plies(&self.used, &rest));
        }
        Ok(names(&self.start.position, &settled))
    }
}

/// The streaming search of a game, with the pace of the `learnt` model. Unless it `may_be_lost`, only a clear end ends
/// the game: more photos may show how it continued.
fn stream<G: Game>(
    game: &G,
    start: &Start<G::Position>,
    learnt: Option<&Model>,
    lag: usize,
    may_be_lost: bool,
) -> Stream<G::Position> {
    let mut search = game.live_search();
    if let Some(learnt) = learnt {
        search.model.placement = learnt.placement;
        search.model.extra_ply = learnt.extra_ply;
    }
    if start.mid_game {
        // The side to move is unknown.
        search.model.other_side_first = 0.0;
    }
    if !may_be_lost {
        search.model.lost = f32::MAX;
    }
    Stream::new(start.position.clone(), search)
        .lag(lag)
        .every(1)
        .prior(game.prior(&start.position))
}

/// Number of moves up to the last one that is sure.
fn to_last<M>(moves: &[M], is_sure: impl Fn(&M) -> bool) -> usize {
    moves.iter().rposition(is_sure).map_or(0, |last| last + 1)
}

/// Whether the other side's move before this one is missing, in a game without passes, or this move is a guess.
fn is_gap<M>(m: &Committed<M>) -> bool {
    m.after_pass && m.pass.is_none() || is_guess(m.confidence)
}

/// Whether a move of this confidence is a guess: it closes a gap that no photo shows. The game is not followed beyond
/// it.
pub(super) fn is_guess(confidence: f32) -> bool {
    confidence < LEAST_CONFIDENCE
}

/// The moves of the stream up to a gap, with frames of the sensor instead of indices into `used`.
fn plies<M: Copy>(used: &[usize], moves: &[Committed<M>]) -> Vec<Ply<M>> {
    let known = moves.iter().position(is_gap);
    let mut plies = Decoded::from(&moves[..known.unwrap_or(moves.len())]).plies;
    for ply in &mut plies {
        ply.frame = used[ply.frame];
    }
    plies
}

/// The costs of the last frame: see [`CurrentGame::reading`].
pub(super) fn reading(evidence: &Evidence) -> Vec<Option<[f32; 3]>> {
    let last = evidence.frames().checked_sub(1);
    last.map_or_else(Vec::new, |last| reading_of(evidence, last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_thorough_search_leaves_unexplained_is_no_reason_for_another() {
        let options = crate::go::Options::default();
        let mut followed =
            FollowedGame::new(&options, Start::of_go(), 8, Vec::new(), Default::default());
        let stone = Some([5.0, 0.0, 5.0]);
        let empty = Some([0.0, 5.0, 5.0]);
        let shows = |stones: usize| [vec![stone; stones], vec![empty; 81 - stones]].concat();
        followed.reading = shows(0);
        assert!(!followed.differs());
        followed.reading = shows(3);
        assert!(followed.differs());
        followed.note_unexplained();
        assert!(!followed.differs());
        followed.reading = shows(4);
        assert!(followed.differs());
        // The next search explains more.
        followed.reading = shows(1);
        followed.note_unexplained();
        followed.reading = shows(3);
        assert!(followed.differs());
    }
}
