//! Generates captures: all jump sequences, and which of them the variant allows.
//!
//! Captured pieces stay on the board until the move ends: none is jumped twice or passed.

use crate::{
    bitboards::Bitboards,
    layout::singles,
    variant::{Choice, Rules, back, directions, step},
};

/// What a capture records of the order in which pieces are captured.
pub(crate) trait Trace: Copy + PartialEq {
    const START: Self;
    fn then(self, over: u64) -> Self;
}

/// Records nothing: captures of the same pieces are equal.
impl Trace for () {
    const START: () = ();
    #[inline(always)]
    fn then(self, _: u64) {}
}

/// Records every piece in six bits, enough for the twenty pieces of a side.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Order(u128);

impl Trace for Order {
    const START: Order = Order(0);
    #[inline(always)]
    fn then(self, over: u64) -> Order {
        Order(self.0 << 6 | u128::from(over.trailing_zeros() + 1))
    }
}

/// A complete capture. Squares are single-bit sets.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Capture<T> {
    pub(crate) from: u64,
    pub(crate) to: u64,
    pub(crate) taken: u64,
    pub(crate) crowned: bool,
    trace: T,
}

/// Receives captures with their score in the variant's order of preference.
pub(crate) trait Sink<T> {
    fn take(&mut self, score: u32, capture: Capture<T>);
}

/// Keeps the captures with the best score, without duplicates.
pub(crate) struct List<T> {
    pub(crate) captures: Vec<Capture<T>>,
    best: u32,
}

impl<T> List<T> {
    pub(crate) const fn new() -> List<T> {
        List {
            captures: Vec::new(),
            best: 0,
        }
    }

    pub(crate) fn clear(&mut self) {
        self.captures.clear();
        self.best = 0;
    }
}

impl<T: Trace> Sink<T> for List<T> {
    #[inline]
    fn take(&mut self, score: u32, capture: Capture<T>) {
        if score < self.best {
            return;
        }
        if score > self.best {
            self.captures.clear();
            self.best = score;
        }
        let same = |there: &&Capture<T>| there.from == capture.from;
        let mut own = self.captures.iter().rev().take_while(same);
        if own.all(|there| *there != capture) {
            self.captures.push(capture);
        }
    }
}

/// Counts captures that all have the same score and are distinct.
pub(crate) struct Count(pub(crate) u64);

impl<T> Sink<T> for Count {
    #[inline(always)]
    fn take(&mut self, _: u32, _: Capture<T>) {
        self.0 += 1;
    }
}

/// A partial capture: the pieces captured so far.
#[derive(Clone, Copy)]
struct Way<T> {
    taken: u64,
    /// One bit for each piece, the first one highest: whether it was a king.
    ranks: u32,
    trace: T,
}

impl<T: Trace> Way<T> {
    #[inline(always)]
    fn over(self, over: u64, kings: u64) -> Way<T> {
        Way {
            taken: self.taken | over,
            ranks: self.ranks << 1 | u32::from(over & kings != 0),
            trace: self.trace.then(over),
        }
    }
}

/// The search for captures by one piece.
struct Search<'a, S> {
    from: u64,
    /// Whether the piece was a king when the move began.
    king: bool,
    /// Where it may land: the empty squares, and its source square.
    empty: u64,
    /// What it may capture.
    prey: u64,
    /// Squares where a man can continue after its first jump. It does not matter that it has left its source: only a
    /// later jump can lead back there.
    hot: u64,
    kings: u64,
    sink: &'a mut S,
}

impl<S> Search<'_, S> {
    #[inline(always)]
    fn finish<R: Rules, T: Trace>(&mut self, to: u64, way: Way<T>, crowned: bool)
    where
        S: Sink<T>,
    {
        let count = way.taken.count_ones();
        let kings = (way.taken & self.kings).count_ones();
        let king = u32::from(self.king);
        let score = match R::LAWS.choice {
            Choice::Free => 0,
            Choice::KingFirst => king,
            Choice::Most => count,
            // A man captures men only, so its ranks are 0.
            Choice::Italian => ((count << 1 | king) << 4 | kings) << 16 | way.ranks,
            // A king counts slightly less than two men, by so little that the differences never add up to a man.
            Choice::Value => (64 * (count + kings) - kings) << 1 | king,
        };
        let capture = Capture {
            from: self.from,
            to,
            taken: way.taken,
            crowned,
            trace: way.trace,
        };
        self.sink.take(score, capture);
    }

    /// Continues with a man on `at`; returns whether it could.
    #[inline(always)]
    fn man<R: Rules, const WHITE: bool, T: Trace>(&mut self, at: u64, way: Way<T>) -> bool
    where
        S: Sink<T>,
    {
        let (first, mut taking) = (way.taken == 0, false);
        for direction in directions::<R, WHITE>() {
            let over = step::<R>(at, direction) & self.prey & !way.taken;
            let to = step::<R>(over, direction) & self.empty;
            if to == 0 {
                continue;
            }
            taking = true;
            let way = way.over(over, self.kings);
            let arrives = to & R::CROWN[WHITE as usize] != 0;
            if arrives && R::LAWS.crowned_in_passing {
                if !self.flying::<R, T>(to, way, None) {
                    self.finish::<R, T>(to, way, true);
                }
            } else if first && to & self.hot == 0 || !self.man_on::<R, WHITE, T>(to, way) {
                self.finish::<R, T>(to, way, arrives);
            }
        }
        taking
    }

    /// [`man`](Search::man) as a function that is not inlined.
    #[inline(never)]
    fn man_on<R: Rules, const WHITE: bool, T: Trace>(&mut self, at: u64, way: Way<T>) -> bool
    where
        S: Sink<T>,
    {
        self.man::<R, WHITE, T>(at, way)
    }

    /// Continues with a king that moves one square; returns whether it could.
    fn short<R: Rules, T: Trace>(&mut self, at: u64, way: Way<T>) -> bool
    where
        S: Sink<T>,
    {
        let mut taking = false;
        for direction in 0..R::TAKES {
            let over = step::<R>(at, direction) & self.prey & !way.taken;
            let to = step::<R>(over, direction) & self.empty;
            if to == 0 {
                continue;
            }
            taking = true;
            let way = way.over(over, self.kings);
            if !self.short::<R, T>(to, way) {
                self.finish::<R, T>(to, way, false);
            }
        }
        taking
    }

    /// Continues with a flying king in any direction except the one it came in and its reverse; returns whether it
    /// could.
    fn flying<R: Rules, T: Trace>(&mut self, at: u64, way: Way<T>, came: Option<usize>) -> bool
    where
        S: Sink<T>,
    {
        let mut taking = false;
        for direction in 0..R::TAKES {
            if came.is_some_and(|came| direction == came || direction == back(came)) {
                continue;
            }
            let mut next = step::<R>(at, direction);
            while next & self.empty != 0 {
                next = step::<R>(next, direction);
            }
            let over = next & self.prey & !way.taken;
            let land = step::<R>(over, direction) & self.empty;
            if land != 0 {
                taking = true;
                self.land::<R, T>(land, direction, way.over(over, self.kings));
            }
        }
        taking
    }

    /// Lands a flying king on `first` or beyond, where it must continue if it can.
    fn land<R: Rules, T: Trace>(&mut self, first: u64, direction: usize, way: Way<T>)
    where
        S: Sink<T>,
    {
        let (mut taking, mut landings, mut at) = (false, 0, first);
        while at & self.empty != 0 {
            landings |= at;
            taking |= self.flying::<R, T>(at, way, Some(direction));
            at = step::<R>(at, direction);
        }
        // Continuing straight on is the same from every landing square.
        let over = at & self.prey & !way.taken;
        let beyond = step::<R>(over, direction) & self.empty;
        if beyond != 0 {
            taking = true;
            self.land::<R, T>(beyond, direction, way.over(over, self.kings));
        }
        if !taking {
            let crowned = !self.king;
            singles(landings).for_each(|to| self.finish::<R, T>(to, way, crowned));
        }
    }
}

/// The squares from which a man can jump over a piece of `prey` to a square of `empty`.
#[inline(always)]
fn before_jumps<R: Rules, const WHITE: bool>(empty: u64, prey: u64) -> u64 {
    directions::<R, WHITE>().fold(0, |set, direction| {
        let over = step::<R>(empty, back(direction)) & prey;
        set | step::<R>(over, back(direction))
    })
}

impl Bitboards {
    /// The pieces that the side to move may capture: all, or for Italian men only men.
    #[inline(always)]
    fn prey<R: Rules, const WHITE: bool>(&self, king: bool) -> u64 {
        let other = self.other::<WHITE>();
        if king || R::LAWS.men_take_kings {
            other
        } else {
            other & !self.kings
        }
    }

    /// The men and the kings of the side to move that can capture.
    #[inline(always)]
    pub(crate) fn takers<R: Rules, const WHITE: bool>(&self) -> (u64, u64) {
        let empty = R::BOARD & !self.occupied();
        let (men, kings) = (
            self.own::<WHITE>() & !self.kings,
            self.own::<WHITE>() & self.kings,
        );
        let prey = self.prey::<R, WHITE>(false);
        let taking_men = before_jumps::<R, WHITE>(empty, prey);
        let mut taking_kings = 0;
        if kings != 0 {
            let prey = self.prey::<R, WHITE>(true);
            for direction in 0..R::TAKES {
                let back = back(direction);
                let over = step::<R>(empty, back) & prey;
                let mut before = step::<R>(over, back);
                taking_kings |= before;
                while R::LAWS.flying && before & empty != 0 {
                    before = step::<R>(before & empty, back);
                    taking_kings |= before;
                }
            }
        }
        (taking_men & men, taking_kings & kings)
    }

    /// The number of captures by these pieces in the simple case: single captures by men, all of equal rank.
    #[inline(always)]
    pub(crate) fn count_plain<R: Rules, const WHITE: bool>(
        &self,
        (men, kings): (u64, u64),
    ) -> Option<u64> {
        if kings != 0 {
            return None;
        }
        let empty = R::BOARD & !self.occupied();
        let prey = self.prey::<R, WHITE>(false);
        let mut long = before_jumps::<R, WHITE>(empty, prey);
        if R::LAWS.crowned_in_passing {
            long |= R::CROWN[WHITE as usize];
        }
        let (mut count, mut landings, mut taken) = (0, 0, 0);
        for direction in directions::<R, WHITE>() {
            let to = step::<R>(step::<R>(men, direction) & prey, direction) & empty;
            count += to.count_ones();
            landings |= to;
            taken |= step::<R>(to, back(direction));
        }
        let unequal = R::LAWS.choice == Choice::Value && taken & self.kings != 0;
        (landings & long == 0 && !unequal).then_some(count.into())
    }

    /// Passes the captures by these pieces, found by [`takers`](Bitboards::takers), to `sink`.
    #[inline(always)]
    pub(crate) fn captures<R: Rules, const WHITE: bool, T: Trace, S: Sink<T>>(
        &self,
        (men, kings): (u64, u64),
        sink: &mut S,
    ) {
        let way = Way {
            taken: 0,
            ranks: 0,
            trace: T::START,
        };
        let empty = R::BOARD & !self.occupied();
        let prey = self.prey::<R, WHITE>(false);
        let hot = before_jumps::<R, WHITE>(empty, prey);
        for from in singles(men) {
            let mut search = Search {
                from,
                king: false,
                empty: empty | from,
                prey,
                hot,
                kings: self.kings,
                sink: &mut *sink,
            };
            search.man::<R, WHITE, T>(from, way);
        }
        for from in singles(kings) {
            let mut search = Search {
                from,
                king: true,
                empty: empty | from,
                prey: self.prey::<R, WHITE>(true),
                hot: 0,
                kings: self.kings,
                sink: &mut *sink,
            };
            if R::LAWS.flying {
                search.flying::<R, T>(from, way, None);
            } else {
                search.short::<R, T>(from, way);
            }
        }
    }
}
