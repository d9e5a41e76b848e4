//! Turns a stream of rectified views into evidence.

use core::ops::Range;
use std::sync::OnceLock;

use board_core::Evidence;
use board_geom::{View, ViewLayout};

use crate::features::{Features, measure};
use crate::motion::Motion;
use crate::shadow::without_shadows;
use crate::single::{self, Reading};
use crate::visibility::{Tones, Visibility};
use crate::{DetectError, Mixture, TemporalMedian};

/// Options of the conversion of views into evidence.
#[derive(Clone, Debug)]
pub struct Options {
    /// Number of views in the temporal median; 1 switches it off. Default 5.
    pub median_window: usize,
    /// Rounds of expectation–maximisation of the appearance model. Default 10.
    pub fit_rounds: usize,
    /// Rounds for a single photo, which has fewer points and unknown light. Default 25.
    pub single_rounds: usize,
    /// Divisor of all costs: neighbouring photos share their errors, so that their evidence is not independent. Default
    /// 1.
    pub temper: f32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            median_window: 5,
            fit_rounds: 10,
            single_rounds: 25,
            temper: 1.0,
        }
    }
}

impl Options {
    /// # Errors
    /// [`DetectError::BadOption`] if the window is 0 or more than 99 views, there are no rounds, or the temper is not a
    /// positive number.
    fn check(&self) -> Result<(), DetectError> {
        let bad = |name, value: f64| Err(DetectError::BadOption { name, value });
        if !(1..=99).contains(&self.median_window) {
            return bad("median_window", self.median_window as f64);
        }
        let rounds = [
            ("fit_rounds", self.fit_rounds),
            ("single_rounds", self.single_rounds),
        ];
        for (name, rounds) in rounds {
            if !(1..=100).contains(&rounds) {
                return bad(name, rounds as f64);
            }
        }
        if !(self.temper.is_finite() && self.temper > 0.0) {
            return bad("temper", f64::from(self.temper));
        }
        Ok(())
    }
}

/// Strangeness, in nats, above which something that moves is neither board nor stone in a moving shadow.
const STRANGE: f32 = 4.0;

/// Number of frames that the appearance model is fitted to; at most twice as many.
const SAMPLE: usize = 60;

/// Collects the views of a game one by one and returns their evidence.
///
/// The appearance model of wood and stones is fitted to the whole game at the end, so that the last photos help to read
/// the first ones. Only a few kilobytes of measurements are kept for each view.
///
/// ```
/// use board_core::Observation;
/// use board_geom::{View, ViewLayout};
/// use stone_detect::{Detector, Options};
///
/// let layout = ViewLayout::new(9, 9, 24.0);
/// let (width, height) = layout.dimensions();
/// let wood = image::Rgb([200, 160, 100]);
/// let image = image::RgbImage::from_pixel(width, height, wood);
/// let mut detector = Detector::new(Options::default())?;
/// for _ in 0..3 {
///     detector.push(View { image: image.clone(), layout, camera: None })?;
/// }
/// let evidence = detector.finish()?;
/// assert_eq!((evidence.frames(), evidence.points()), (3, 81));
/// # Ok::<(), stone_detect::DetectError>(())
/// ```
#[derive(Debug)]
pub struct Detector {
    options: Options,
    median: TemporalMedian,
    layout: Option<ViewLayout>,
    /// By view and point, in one piece, which is given back as one when the series ends.
    points: Vec<Features>,
    visibility: Visibility,
    /// By view and point: outside the photo. Empty for a view if no point is.
    outside: Vec<Vec<bool>>,
    motion: Motion,
    /// The model fitted to all views so far; cleared by the next view.
    fitted: OnceLock<Fitted>,
}

/// The appearance model fitted to all views so far.
#[derive(Debug)]
struct Fitted {
    /// Features of the last views, which are not smoothed over later views.
    points: Vec<Vec<Features>>,
    /// By view and point: covered, or outside the photo.
    hidden: Vec<Vec<bool>>,
    mixture: Mixture,
}

impl Detector {
    /// # Errors
    /// [`DetectError::BadOption`].
    pub fn new(options: Options) -> Result<Self, DetectError> {
        options.check()?;
        let median = TemporalMedian::new(options.median_window);
        Ok(Self {
            options,
            median,
            layout: None,
            points: Vec::new(),
            visibility: Visibility::default(),
            outside: Vec::new(),
            motion: Motion::default(),
            fitted: OnceLock::new(),
        })
    }

    /// Adds the next view.
    ///
    /// # Errors
    /// [`DetectError::Layout`] if it is laid out differently from the first one.
    pub fn push(&mut self, view: View) -> Result<(), DetectError> {
        let outside = vec![false; view.layout.points()];
        self.push_partly(view, outside)
    }

    /// Adds the next view, some points of which are `outside` the photo and so not visible.
    ///
    /// # Errors
    /// As [`push`](Detector::push).
    ///
    /// # Panics
    /// If `outside` does not have one value for every point.
    pub fn push_partly(&mut self, view: View, outside: Vec<bool>) -> Result<(), DetectError> {
        assert_eq!(outside.len(), view.layout.points(), "one for every point");
        let layout = *self.layout.get_or_insert(view.layout);
        if layout != view.layout {
            return Err(DetectError::Layout {
                first: layout,
                now: view.layout,
            });
        }
        self.fitted.take();
        // Mostly, none is.
        let outside = match outside.contains(&true) {
            true => outside,
            false => Vec::new(),
        };
        self.outside.push(outside);
        let view = without_shadows(&view).unwrap_or(view);
        self.motion.push(&view);
        if let Some(smoothed) = self.median.push(view) {
            self.keep(&smoothed);
        }
        Ok(())
    }

    /// Counts another photo that equals the last view. It adds no frame, but weight in the temporal median.
    pub fn repeat(&mut self) {
        self.fitted.take();
        self.median.repeat();
    }

    fn keep(&mut self, view: &View) {
        let measured = measure(view);
        let ViewLayout { cols, rows, .. } = view.layout;
        let tones = Tones::of_view(&measured);
        self.visibility.push_tones((cols, rows), tones);
        self.points.extend(measured.points);
    }

    /// Number of views so far.
    #[must_use]
    pub fn frames(&self) -> usize {
        self.outside.len()
    }

    /// Fits the appearance model and returns the evidence, one frame a view.
    ///
    /// # Errors
    /// [`DetectError::NoViews`].
    pub fn finish(self) -> Result<Evidence, DetectError> {
        let all = 0..self.frames();
        self.evidence(all)
    }

    /// The evidence of some frames from the views so far: the appearance model is fitted to all views, and the last
    /// frame is not smoothed over later ones.
    ///
    /// # Errors
    /// [`DetectError::NoViews`] if there are no such frames.
    pub fn evidence(&self, frames: Range<usize>) -> Result<Evidence, DetectError> {
        let layout = self.layout.ok_or(DetectError::NoViews)?;
        if frames.is_empty() || frames.end > self.frames() {
            return Err(DetectError::NoViews);
        }
        let fitted = self.fitted.get_or_init(|| self.fit(layout));
        let moving = self.motion.moving(frames.clone());
        let costs = |frame: usize, point: usize| {
            let f = &self.features(layout, frames.start + frame, &fitted.points)[point];
            // Shadows move, too, but the appearance model still explains the points in them.
            let passing = moving[frame][point] && fitted.mixture.strangeness(f) > STRANGE;
            let seen = !fitted.hidden[frames.start + frame][point] && !passing;
            seen.then(|| {
                fitted
                    .mixture
                    .costs(f)
                    .map(|cost| cost / self.options.temper)
            })
        };
        Ok(Evidence::from_fn(frames.len(), layout.points(), costs))
    }

    /// The features of a frame; `last` holds those of the last frames.
    fn features<'a>(
        &'a self,
        layout: ViewLayout,
        frame: usize,
        last: &'a [Vec<Features>],
    ) -> &'a [Features] {
        let first = frame * layout.points();
        match self.points.get(first..first + layout.points()) {
            Some(kept) => kept,
            None => &last[frame + last.len() - self.frames()],
        }
    }

    fn fit(&self, layout: ViewLayout) -> Fitted {
        let (mut points, mut tones) = (Vec::new(), Vec::new());
        for view in self.median.rest() {
            let measured = measure(&view);
            tones.push(Tones::of_view(&measured));
            points.push(measured.points);
        }
        let mut hidden = self
            .visibility
            .with((layout.cols, layout.rows), tones, 0..self.frames());
        for (hidden, outside) in hidden.iter_mut().zip(&self.outside) {
            for (hidden, outside) in hidden.iter_mut().zip(outside) {
                *hidden |= outside;
            }
        }
        // A sample of frames is as good as all of them.
        let mut sample = Vec::new();
        for frame in (0..self.frames()).step_by(self.frames().div_ceil(SAMPLE)) {
            let seen = self
                .features(layout, frame, &points)
                .iter()
                .zip(&hidden[frame]);
            sample.extend(seen.filter(|(_, hidden)| !**hidden).map(|(f, _)| *f));
        }
        let mixture = Mixture::fit(&sample, self.options.fit_rounds);
        Fitted {
            points,
            hidden,
            mixture,
        }
    }
}

/// Reads one photo alone: light and appearance are fitted to its own points, so that the light may have any colour.
///
/// # Errors
/// [`DetectError::BadOption`].
pub fn read_view(view: &View, options: &Options) -> Result<Reading, DetectError> {
    options.check()?;
    Ok(single::read(view, options.single_rounds))
}
