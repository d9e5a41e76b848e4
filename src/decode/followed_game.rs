//! The current game while photos arrive: its provisional and settled moves.

use board_core::{Evidence, Observation};
use board_geom::Grid;
use sequence_search::{Decoded, EndKind, Model, Ply, Stream};

use crate::decode::announced_moves::{AnnouncedMoves, names, played, position_after};
use crate::decode::live_decoding::{LiveDecoding, plies};
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
use crate::warning::Warning;
use crate::{Board, Error};

/// Moves with a lower confidence are not announced before a later one is.
const MIN_CONFIDENCE: f32 = 0.8;
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

/// A game that is followed while photos arrive.
pub(super) struct FollowedGame<P: Notation> {
    pub(super) start: Start<P>,
    lag: usize,
    decoding: LiveDecoding<P>,
    /// Number of frames of the sensor when all frames of the game were decoded last.
    decoded_at: usize,
    /// Number of frames of the sensor when the game seemed to be lost and was followed on.
    kept_at: Option<usize>,
    pub(super) announced: AnnouncedMoves<P::Move>,
    /// The model of the last decoding of all frames, which has learnt the pace of the game.
    model: Option<Model>,
    /// Moves of the last decoding of all frames, for the labels of the next one.
    label_moves: Option<Vec<Ply<P::Move>>>,
    /// Whether the photos that decide the orientation of the board have been decoded.
    pub(super) is_oriented: bool,
    /// Labels from earlier games.
    earlier_labels: Vec<Label>,
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
        let registration = (G::BOARD == Board::Lines).then(|| LiveRegistration::from(registration));
        Self {
            decoding: LiveDecoding::new(stream, registration),
            unexplained: 0.0,
            start,
            lag,
            decoded_at: 0,
            kept_at: None,
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
        let end = self.decoding.stream.end()?;
        Some((self.decoding.used[end.frame], end.kind))
    }

    /// The first frame after the game, if the frames so far show that pieces were taken off the board there.
    pub(super) fn cleared(&self) -> Option<usize> {
        let end = self.decoding.stream.likely_end();
        let cleared = end.filter(|end| end.kind == EndKind::Cleared)?;
        Some(self.decoding.used[cleared.frame])
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
        lost || self.decoding.has_gap && self.kept_at.is_none()
    }

    /// The last frame in use.
    pub(super) fn last_frame(&self) -> Option<usize> {
        self.decoding.used.last().copied()
    }

    /// Whether the board has squares.
    pub(super) fn is_on_squares(&self) -> bool {
        self.decoding.registration.is_none()
    }

    /// The registration of the board after the settled frames.
    pub(super) fn registration(&self) -> RegistrationTracker {
        let registration = self.decoding.registration.as_ref();
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
        let has_ended = self.decoding.stream.end().is_some();
        let due = self.is_due(now) || has_ended || self.kept_at.is_some_and(again);
        if due {
            let stream = self.stream_from_start(game, true);
            self.decode_whole(stream, sensor, frames, events)?;
        } else {
            self.decode_frames(sensor, false, frames, events)?;
        }
        // Confirm the end by all frames of the game.
        if self.decoding.stream.end().is_some() && self.decoded_at < now {
            self.decode_frames(sensor, true, frames, events)?;
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
        self.decoding.stream = self.stream_from_start(game, false);
        self.kept_at = Some(sensor.frames());
        self.decode_frames(sensor, true, frames, events)
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
        self.decoding.used = self.usable(sensor, frames);
        self.decoded_at = sensor.frames();
        (self.kept_at, self.decoding.has_gap) = (None, false);
        let seen = self.decoding.used.len();
        self.is_oriented |= seen >= ORIENTING;
        let closed = match at_rest && self.is_explained_by(&moves) {
            true => seen,
            false => seen.saturating_sub(self.lag),
        };
        let open = self.decoding.used.get(closed);
        let settled = moves.partition_point(|m| open.is_none_or(|open| m.frame < *open));
        self.decoding.settled = moves[..settled].to_vec();
        self.decoding.stream = self.stream_from_start(game, true);
        if closed > 0 {
            let settled = self.decoding.settled.iter().map(|m| (m.side, m.mv));
            self.decoding.stream.restart_after(closed, settled);
        }
        if closed < seen {
            self.decode_open(sensor, frames, events)?;
        }
        if closed == seen || self.decoding.stream.end().is_some() {
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
        self.decoding.stream = self.stream_from_start(game, true);
        self.decoding.used.clear();
        self.kept_at = None;
    }

    /// The streaming search from the start of the game on, with the learnt pace.
    fn stream_from_start<G: Game<Position = P>>(&self, game: &G, may_be_lost: bool) -> Stream<P> {
        let model = self.model.as_ref();
        stream(game, &self.start, model, self.lag, may_be_lost)
    }

    /// Decodes all frames of the game with another stream. If it loses a game that has been followed, as the search may
    /// where many points were hidden at once, the game goes on as it was.
    fn decode_whole<S: Sensor>(
        &mut self,
        stream: Stream<P>,
        sensor: &S,
        frames: &Frames,
        events: &mut Vec<Event<P::Move>>,
    ) -> Result<(), Error> {
        let again = LiveDecoding::new(stream, self.decoding.registration.clone());
        let before = std::mem::replace(&mut self.decoding, again);
        let is_sound = before.is_sound();
        self.decoding.restart();
        // To search for a lost game takes many times as long, and there is one to go back to.
        self.decoding.stream.set_thorough(!is_sound);
        self.decoding.used = self.usable(sensor, frames);
        (self.decoded_at, self.kept_at) = (sensor.frames(), None);
        let warning = self.search(sensor, frames)?;
        if is_sound && !self.decoding.stream.followed() {
            self.decoding = before;
            return self.decode_frames(sensor, false, frames, events);
        }
        self.decoding.stream.set_thorough(true);
        self.tell(warning, frames, events);
        Ok(())
    }

    /// Decodes the open frames, or with `restart` all frames of the game, and announces the changes.
    fn decode_frames<S: Sensor>(
        &mut self,
        sensor: &S,
        restart: bool,
        frames: &Frames,
        events: &mut Vec<Event<P::Move>>,
    ) -> Result<(), Error> {
        let used = self.usable(sensor, frames);
        let known = &self.decoding.used;
        if restart || known.is_empty() || !used.starts_with(known) {
            self.decoded_at = sensor.frames();
            self.decoding.restart();
        } else if used.len() == known.len() {
            return Ok(());
        }
        self.decoding.used = used;
        self.decode_open(sensor, frames, events)
    }

    /// Decodes the open frames and announces the changes.
    fn decode_open<S: Sensor>(
        &mut self,
        sensor: &S,
        frames: &Frames,
        events: &mut Vec<Event<P::Move>>,
    ) -> Result<(), Error> {
        let warning = self.search(sensor, frames)?;
        self.tell(warning, frames, events);
        Ok(())
    }

    /// Decodes the open frames; returns a warning if the board was turned or is lost in them.
    fn search<S: Sensor>(&mut self, sensor: &S, frames: &Frames) -> Result<Option<Warning>, Error> {
        let before = self.decoding.stream.frames_settled();
        let open = &self.decoding.used[before..];
        let seen = sensor.evidence(open, &self.labels())?;
        self.label_moves = None;
        let grids: Vec<Grid> = open.iter().map(|frame| frames.grids[*frame]).collect();
        let points = seen.points();
        let mut warning = None;
        let sources: Vec<_> = match &mut self.decoding.registration {
            Some(registration) => {
                let registrations = registration.open(&seen, &grids);
                if let Some((frame, kind)) = registration.change(&registrations) {
                    let photo = frames.photos[open[frame]].clone();
                    warning = Some(kind.at(Some(photo)));
                }
                let registrations = registrations.into_iter();
                registrations.map(|found| sources(found, points)).collect()
            }
            None => vec![shown_points(self.start.orientation, points); open.len()],
        };
        let evidence = seen.renumbered(|frame| sources[frame].clone());
        self.reading = reading(&evidence);
        self.photo_points = sources.into_iter().last().unwrap_or_default();
        let settled = self.decoding.stream.update(&evidence)?;
        let gone = self.decoding.stream.frames_settled() - before;
        if let Some(registration) = &mut self.decoding.registration {
            registration.settle(&seen.select(0..gone), &grids[..gone]);
        }
        self.decoding.settle(&settled);
        Ok(warning)
    }

    /// Announces what the open frames have changed.
    fn tell(
        &mut self,
        warning: Option<Warning>,
        frames: &Frames,
        events: &mut Vec<Event<P::Move>>,
    ) {
        events.extend(warning.map(Event::Warning));
        // Whether a game on squares has ended is decided by a decoding of all frames.
        if !self.is_on_squares() || self.decoding.stream.end().is_none() {
            let pending = self.decoding.stream.pending();
            // In a film a move has many frames, and its first few frames may be a hand.
            let length = self.decoding.used.len();
            let moves = self.decoding.settled.len() + pending.len();
            let hold = (length / (moves + 1) / HOLD).min(self.lag / 2);
            let sure = to_last(&pending, |m| {
                m.confidence >= MIN_CONFIDENCE && m.frame + hold < length
            });
            let mut now = self.decoding.settled.clone();
            if !self.decoding.has_gap {
                now.extend(plies(&self.decoding.used, &pending[..sure]));
            }
            self.announce(now, self.decoding.settled.len(), frames, events);
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
        let current = labels(&self.start, known, &self.decoding.used, self.lag, span);
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
        let mut settled = self.decoding.settled;
        let rest = self.decoding.stream.finish()?;
        if !self.decoding.has_gap {
            settled.extend(plies(&self.decoding.used, &rest));
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

/// The costs of the last frame: see [`CurrentGame::reading`].
pub(super) fn reading(evidence: &Evidence) -> Vec<Option<[f32; 3]>> {
    let last = evidence.frames().checked_sub(1);
    last.map_or_else(Vec::new, |last| reading_of(evidence, last))
}

#[cfg(all(test, feature = "go"))]
mod tests;
