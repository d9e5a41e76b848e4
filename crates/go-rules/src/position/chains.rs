//! Chains of stones and their liberties.
//!
//! The board is one array of cells, with a wall around it and one wall column between rows, so that a neighbour is
//! found by an addition without a test.
//!
//! A chain is a circular list of its stones. Each stone knows the head of its chain, and the head stores the number of
//! liberties, counted once for each adjacent stone ("pseudo-liberties"): zero means none, and adding or removing a
//! stone takes one addition for each neighbour. This is the design of libEGo (Ł. Lew) and, with exact liberties, of
//! KataGo's board (D. Wu).

use board_core::Color;

use crate::{Size, keys, size::PADDED};

pub(super) const EMPTY: u8 = 0;
pub(super) const WALL: u8 = 3;

/// Flag in [`Outcome::taken`]: the mover's own chain was captured.
pub(super) const SUICIDE: u8 = 1 << 4;

const fn stone(color: Color) -> u8 {
    color.index() as u8 + 1
}

/// The chain data of a cell. `liberties` and `size` are valid only at the head. Cells without a stone have head 0, a
/// wall cell whose counts are meaningless: that saves a branch for each neighbour.
#[derive(Clone, Copy)]
struct Link {
    head: u16,
    next: u16,
    liberties: u16,
    size: u16,
}

#[derive(Clone)]
pub(super) struct Chains {
    cells: [u8; PADDED],
    links: [Link; PADDED],
    pub(super) size: Size,
    /// Distance from a cell to the one below it.
    stride: u16,
    /// 2¹⁶ / columns, rounded up: dividing a point by the number of columns becomes a multiplication, exact below 625
    /// points.
    reciprocal: u32,
    /// Exclusive or of the keys of the stones and of the size.
    pub(super) key: u64,
}

/// The effects of placing a stone.
pub(super) struct Outcome {
    /// One bit for each direction (in the order of [`Chains::around`]) in which a chain was captured.
    pub(super) taken: u8,
    pub(super) removed: u16,
    /// Padded point where the other side may not retake a ko; 0 for none.
    pub(super) ko: u16,
}

impl Chains {
    pub(super) fn new(size: Size) -> Chains {
        let stride = size.cols() as u16 + 1;
        let mut chains = Chains {
            cells: [WALL; PADDED],
            links: [Link {
                head: 0,
                next: 0,
                liberties: 0,
                size: 0,
            }; PADDED],
            size,
            stride,
            reciprocal: (1u32 << 16).div_ceil(size.cols() as u32),
            key: keys::size(size),
        };
        for point in 0..size.points() {
            let p = chains.pad(point);
            chains.cells[p as usize] = EMPTY;
        }
        chains
    }

    /// The cell of a point.
    ///
    /// # Panics
    /// If the point is not on the board.
    #[inline]
    pub(super) fn pad(&self, point: usize) -> u16 {
        assert!(
            point < self.size.points(),
            "point {point} is not on a board of {}",
            self.size
        );
        let row = (point as u32 * self.reciprocal) >> 16;
        point as u16 + row as u16 + self.stride
    }

    /// The point of a cell that is not a wall.
    #[inline]
    pub(super) fn unpad(&self, p: u16) -> usize {
        let below = p - self.stride;
        (below - below / self.stride) as usize
    }

    #[inline]
    pub(super) fn at(&self, p: u16) -> u8 {
        self.cells[p as usize]
    }

    #[inline]
    pub(super) fn is_stone(&self, p: u16) -> bool {
        matches!(self.at(p), 1 | 2)
    }

    /// The cells above, left, right and below.
    #[inline]
    fn around(&self, p: u16) -> [u16; 4] {
        [p - self.stride, p - 1, p + 1, p + self.stride]
    }

    #[inline]
    fn head(&self, p: u16) -> u16 {
        self.links[p as usize].head
    }

    #[inline]
    fn head_link(&mut self, p: u16) -> &mut Link {
        let head = self.head(p);
        &mut self.links[head as usize]
    }

    /// Calls `visit` with every stone of the chain of the stone `p`.
    #[inline]
    pub(super) fn each_stone(&self, p: u16, mut visit: impl FnMut(u16)) {
        let mut s = p;
        loop {
            visit(s);
            s = self.links[s as usize].next;
            if s == p {
                break;
            }
        }
    }

    /// Whether `p` is the only liberty of the chain of the stone `n`, given all neighbours of `p`.
    #[inline]
    fn only_liberty(&self, n: u16, around: [u16; 4]) -> bool {
        let head = self.head(n);
        let touching = around.iter().filter(|&&m| self.head(m) == head).count();
        self.links[head as usize].liberties as usize == touching
    }

    /// Whether a stone of `color` on the empty cell `p` would have a liberty, perhaps by capturing.
    #[inline]
    pub(super) fn lives_or_takes(&self, p: u16, color: Color) -> bool {
        let around = self.around(p);
        if around.iter().any(|&n| self.at(n) == EMPTY) {
            return true;
        }
        let own = stone(color);
        around.iter().any(|&n| {
            let content = self.at(n);
            content != WALL && (content == own) != self.only_liberty(n, around)
        })
    }

    /// Whether a stone of `color` or an empty cell is adjacent to `p`.
    #[cfg(feature = "serde")]
    pub(super) fn has_friend_or_liberty(&self, p: u16, color: Color) -> bool {
        self.touches(p, color) || self.around(p).iter().any(|&n| self.at(n) == EMPTY)
    }

    /// Whether a stone of `color` is adjacent to `p`.
    #[inline]
    pub(super) fn touches(&self, p: u16, color: Color) -> bool {
        self.around(p).iter().any(|&n| self.at(n) == stone(color))
    }

    /// Calls `visit` with every stone of `color` that loses its last liberty when `p` is filled. With `always`, visits
    /// the chains adjacent to `p` whatever their liberties.
    pub(super) fn each_taken(
        &self,
        p: u16,
        color: Color,
        always: bool,
        mut visit: impl FnMut(u16),
    ) {
        let around = self.around(p);
        for (i, &n) in around.iter().enumerate() {
            if self.at(n) != stone(color) {
                continue;
            }
            let seen = around[..i].iter().any(|&m| self.head(m) == self.head(n));
            if !seen && (always || self.only_liberty(n, around)) {
                self.each_stone(n, &mut visit);
            }
        }
    }

    /// Places a stone on the empty cell `p` and removes the chains that have no liberty then.
    #[inline]
    pub(super) fn place(&mut self, p: u16, color: Color) -> Outcome {
        let own = stone(color);
        let around = self.around(p);
        self.cells[p as usize] = own;
        self.key ^= keys::stone(p, color);
        let mut liberties = 0;
        for n in around {
            liberties += u16::from(self.at(n) == EMPTY);
            let link = self.head_link(n);
            link.liberties = link.liberties.wrapping_sub(1);
        }
        self.links[p as usize] = Link {
            head: p,
            next: p,
            liberties,
            size: 1,
        };

        let mut outcome = Outcome {
            taken: 0,
            removed: 0,
            ko: 0,
        };
        let mut last = 0;
        for (i, n) in around.into_iter().enumerate() {
            let content = self.at(n);
            if content == own {
                self.join(p, n);
            } else if content == stone(!color) && self.head_link(n).liberties == 0 {
                outcome.taken |= 1 << i;
                outcome.removed += self.remove(n, !color);
                last = n;
            }
        }
        let &mut Link {
            liberties, size, ..
        } = self.head_link(p);
        if liberties == 0 {
            outcome.taken = SUICIDE;
            outcome.removed = self.remove(p, color);
        } else if outcome.removed == 1 && liberties == 1 && size == 1 {
            outcome.ko = last;
        }
        outcome
    }

    /// Joins the chains of the stones `a` and `b`, relabelling the smaller one.
    #[inline]
    fn join(&mut self, a: u16, b: u16) {
        let (mut large, mut small) = (self.head(a), self.head(b));
        if large == small {
            return;
        }
        if self.links[large as usize].size < self.links[small as usize].size {
            (large, small) = (small, large);
        }
        let Link {
            liberties, size, ..
        } = self.links[small as usize];
        let into = &mut self.links[large as usize];
        into.liberties += liberties;
        into.size += size;
        let mut s = small;
        loop {
            let link = &mut self.links[s as usize];
            link.head = large;
            s = link.next;
            if s == small {
                break;
            }
        }
        // Two circular lists become one when one stone of each exchanges its successor.
        let after = self.links[large as usize].next;
        self.links[large as usize].next = self.links[small as usize].next;
        self.links[small as usize].next = after;
    }

    /// Removes the chain of the stone `p` and returns its size.
    #[inline]
    fn remove(&mut self, p: u16, color: Color) -> u16 {
        let mut count = 0;
        let mut s = p;
        loop {
            self.cells[s as usize] = EMPTY;
            self.key ^= keys::stone(s, color);
            for n in self.around(s) {
                let link = self.head_link(n);
                link.liberties = link.liberties.wrapping_add(1);
            }
            let link = &mut self.links[s as usize];
            link.head = 0;
            s = link.next;
            count += 1;
            if s == p {
                return count;
            }
        }
    }

    /// Undoes [`place`](Chains::place), except for the key.
    ///
    /// A captured chain is the empty region it left: before the move its only liberty was `p`, so filling that region
    /// from the direction of the capture restores it exactly.
    pub(super) fn unplace(&mut self, p: u16, color: Color, taken: u8) {
        let around = self.around(p);
        if taken & SUICIDE != 0 {
            self.fill(p, color);
        }
        for (i, n) in around.into_iter().enumerate() {
            if taken & (1 << i) != 0 {
                self.fill(n, !color);
            }
        }
        // The stone joined the mover's chains around `p`: clear their labels, then label each again.
        let mut s = p;
        loop {
            let link = &mut self.links[s as usize];
            link.head = 0;
            s = link.next;
            if s == p {
                break;
            }
        }
        self.cells[p as usize] = EMPTY;
        for n in around {
            if self.at(n) == stone(!color) {
                self.head_link(n).liberties += 1;
            }
        }
        for n in around {
            if self.at(n) == stone(color) && self.head(n) == 0 {
                self.label(n);
            }
        }
    }

    /// Fills the empty region around `start` with one chain of `color`, which must end up without liberties. Does not
    /// update the key.
    fn fill(&mut self, start: u16, color: Color) {
        self.grow(start, EMPTY, |chains, s| {
            chains.cells[s as usize] = stone(color);
            for n in chains.around(s) {
                let link = chains.head_link(n);
                link.liberties = link.liberties.wrapping_sub(1);
            }
        });
        self.links[start as usize].liberties = 0;
    }

    /// Makes a chain of the unlabelled stones of one colour around the stone `start`.
    pub(super) fn label(&mut self, start: u16) {
        let mut liberties = 0;
        self.grow(start, self.at(start), |chains, s| {
            liberties += chains
                .around(s)
                .iter()
                .filter(|&&n| chains.at(n) == EMPTY)
                .count();
        });
        self.links[start as usize].liberties = liberties as u16;
    }

    /// Links the connected cells with `content` and head 0 into a chain with head `start`. `on_stone` is called once
    /// for each, after it has its label.
    fn grow(&mut self, start: u16, content: u8, mut on_stone: impl FnMut(&mut Chains, u16)) {
        // The circular list under construction is also the queue of the search.
        self.links[start as usize] = Link {
            head: start,
            next: start,
            liberties: 0,
            size: 0,
        };
        on_stone(self, start);
        let (mut s, mut last, mut count) = (start, start, 1);
        loop {
            for n in self.around(s) {
                if self.at(n) == content && self.head(n) == 0 {
                    self.links[n as usize] = Link {
                        head: start,
                        next: start,
                        liberties: 0,
                        size: 0,
                    };
                    self.links[last as usize].next = n;
                    last = n;
                    count += 1;
                    on_stone(self, n);
                }
            }
            s = self.links[s as usize].next;
            if s == start {
                break;
            }
        }
        self.links[start as usize].size = count;
    }

    #[inline]
    pub(super) fn is_labelled(&self, p: u16) -> bool {
        self.head(p) != 0
    }

    /// Puts a stone on an empty cell without applying the rules; [`label`](Chains::label) must follow.
    pub(super) fn set(&mut self, p: u16, color: Color) {
        self.cells[p as usize] = stone(color);
        self.key ^= keys::stone(p, color);
    }

    /// Number of distinct liberties of the chain at `p`; 0 if there is no stone.
    pub(super) fn liberties(&self, p: u16) -> usize {
        if !self.is_stone(p) {
            return 0;
        }
        let mut seen = [false; PADDED];
        let mut count = 0;
        self.each_stone(p, |s| {
            for n in self.around(s) {
                if self.at(n) == EMPTY && !std::mem::replace(&mut seen[n as usize], true) {
                    count += 1;
                }
            }
        });
        count
    }

    pub(super) fn same_stones(&self, other: &Chains) -> bool {
        self.cells == other.cells
    }

    /// Recounts all data of the chains, for tests.
    #[cfg(test)]
    pub(super) fn check(&self) {
        for point in 0..self.size.points() {
            let p = self.pad(point);
            assert_eq!(self.unpad(p), point);
            if !self.is_stone(p) {
                assert_eq!((self.at(p), self.head(p)), (EMPTY, 0));
                continue;
            }
            let (mut size, mut liberties) = (0, 0);
            self.each_stone(p, |s| {
                size += 1;
                assert!(
                    size as usize <= self.size.points(),
                    "a chain runs in circles"
                );
                assert_eq!(self.head(s), self.head(p));
                assert_eq!(self.at(s), self.at(p));
                liberties += self
                    .around(s)
                    .iter()
                    .filter(|&&n| self.at(n) == EMPTY)
                    .count();
            });
            for n in self.around(p) {
                assert_eq!(self.at(n) == self.at(p), self.head(n) == self.head(p));
            }
            let link = self.links[self.head(p) as usize];
            assert_eq!((link.size, link.liberties as usize), (size, liberties));
        }
    }
}
