//! Interprets an observed position: unchanged, a legal move, a move in progress, or a fault.

use board_core::{Board, Color, MoveGen, Occupancy, Timing};

use crate::event::{Correction, Event, Place, Reason};
use crate::explain::{Search, differences, is_under_way, visible_moves};
use crate::{Attempt, MoveOf, Observed, Rulebook, Verdict};

/// A game continued by the observed moves.
#[derive(Clone, Debug)]
pub(crate) struct Continuation<G: Rulebook> {
    pub(crate) before: G,
    pub(crate) moves: Vec<MoveOf<G>>,
    pub(crate) after: G,
}

/// The meaning of an observed position.
#[derive(Clone, Debug)]
pub(crate) enum Finding<G: Rulebook> {
    /// No move was played.
    Good,
    /// Legal moves lead there; the most likely game first.
    Legal(Vec<Continuation<G>>),
    /// Possibly a move in progress; a fault if it stays so.
    UnderWay {
        /// The captures that this may be the first jump of.
        begun: Vec<String>,
        trouble: Event<G::Reason>,
    },
    /// A legal move, followed by a fault of the other side.
    LegalThenWrong(Continuation<G>),
    /// Neither a legal move nor part of one.
    Wrong(Event<G::Reason>),
}

/// Above this number of wrong points, they are not reported one by one.
pub(crate) const UPSET: usize = 6;

/// Most games that are kept as hypotheses: no real position has as many.
const READINGS: usize = 64;

/// Interprets `table` after the position that all `games` share, if up to `plies` may have been played.
pub(crate) fn find<G: Rulebook>(
    games: &[G],
    table: &[Observed<G::Kind>],
    plies: usize,
) -> Finding<G> {
    let seen: Vec<Occupancy> = table.iter().map(Observed::occupancy).collect();
    if games
        .iter()
        .any(|game| differences(game.position(), &seen).is_empty())
    {
        return Finding::Good;
    }
    let (ways, incomplete) = continuations(games, table, &seen, plies);
    if !ways.is_empty() {
        return Finding::Legal(ways);
    }
    let mut other = games.to_vec();
    let changed = differences(games[0].position(), &seen);
    // Every ply may reveal that one piece is not what it was assumed to be.
    for _ in 0..plies {
        let readings = other.iter().flat_map(|game| game.readings(&changed));
        other = readings.take(READINGS).collect();
        let (ways, _) = continuations(&other, table, &seen, plies);
        if !ways.is_empty() {
            return Finding::Legal(ways);
        }
    }
    let attempt = Attempt::between(games[0].position(), table);
    let game = turn_of(games, attempt.as_ref());
    let trouble = match incomplete {
        Some(way) => Event::Incomplete {
            corrections: corrections(&way.after, table),
        },
        None => trouble(game, table, &seen, attempt.as_ref()),
    };
    let begun = attempt.filter(|a| a.side == game.position().to_move());
    let begun = begun.map(|attempt| names(game, &game.unfinished(&attempt)));
    let begun = begun.unwrap_or_default();
    let under_way = !begun.is_empty() || games.iter().any(|game| may_go_on(game, &seen, plies));
    if under_way {
        return Finding::UnderWay { begun, trouble };
    }
    match first_half(games, table, &seen) {
        Some(way) if plies > 1 => Finding::LegalThenWrong(way),
        _ => Finding::Wrong(trouble),
    }
}

/// The legal move that leaves only the opponent's changes unexplained, if there is exactly one.
fn first_half<G: Rulebook>(
    games: &[G],
    table: &[Observed<G::Kind>],
    seen: &[Occupancy],
) -> Option<Continuation<G>> {
    let mut found: Option<Continuation<G>> = None;
    for before in games {
        let position = before.position();
        if Attempt::between(position, table).is_some() {
            return None;
        }
        for mv in visible_moves(position, None) {
            let Some((after, _)) = played(before, &[mv]) else {
                continue;
            };
            let mut made = true;
            position.visit_changes(mv, |change| made &= seen[change.point] == change.after);
            let attempt = Attempt::between(after.position(), table);
            let alone = attempt.is_some_and(|attempt| {
                attempt.side != position.to_move() && attempt.arrived.len() <= G::ARRIVALS
            });
            if !(made && alone) {
                continue;
            }
            if found.is_some() {
                return None;
            }
            let before = before.clone();
            let moves = vec![mv];
            found = Some(Continuation {
                before,
                moves,
                after,
            });
        }
    }
    found
}

/// Number of pieces that do not look like their kind.
pub(crate) fn kind_mismatches<G: Rulebook>(game: &G, table: &[Observed<G::Kind>]) -> usize {
    let differs = |(point, observed): &(usize, &Observed<G::Kind>)| match observed {
        Observed::Piece {
            kind: Some(kind), ..
        } => game.kind(*point).is_some_and(|is| is != *kind),
        _ => false,
    };
    table.iter().enumerate().filter(differs).count()
}

/// The explanations of the observed position by fewest plies; if there are none, one whose last changes are yet to be
/// made.
fn continuations<G: Rulebook>(
    games: &[G],
    table: &[Observed<G::Kind>],
    seen: &[Occupancy],
    plies: usize,
) -> (Vec<Continuation<G>>, Option<Continuation<G>>) {
    let mut incomplete = None;
    for plies in 1..=plies {
        let mut found: Vec<(usize, u32, Continuation<G>)> = Vec::new();
        for before in games {
            for way in Search::new(seen, G::ARRIVALS).explanations(before.position(), plies) {
                let Some((after, rarity)) = played(before, &way.moves) else {
                    continue;
                };
                let complete = way.late.is_empty();
                let way = Continuation {
                    before: before.clone(),
                    moves: way.moves,
                    after,
                };
                if !complete {
                    incomplete.get_or_insert(way);
                    continue;
                }
                let key = way.after.position().key();
                let same = |other: &(_, _, Continuation<G>)| other.2.after.position().key() == key;
                if found.len() == READINGS || found.iter().any(same) {
                    continue;
                }
                found.push((kind_mismatches(&way.after, table), rarity, way));
            }
        }
        if !found.is_empty() {
            found.sort_by_key(|&(mismatches, rarity, _)| (mismatches, rarity));
            return (found.into_iter().map(|(_, _, way)| way).collect(), None);
        }
    }
    (Vec::new(), incomplete)
}

/// A game after moves, and the rarity of the moves; `None` if the game does not allow them.
fn played<G: Rulebook>(game: &G, moves: &[MoveOf<G>]) -> Option<(G, u32)> {
    let (mut game, mut rarity) = (game.clone(), 0);
    for &mv in moves {
        if !game.allows(mv) {
            return None;
        }
        rarity += u32::from(game.rarity(mv));
        game.play(mv);
    }
    Some((game, rarity))
}

/// Whether a move may be in progress, perhaps after a complete one.
fn may_go_on<G: Rulebook>(game: &G, seen: &[Occupancy], plies: usize) -> bool {
    let position = game.position();
    if is_under_way(position, seen) {
        return true;
    }
    let before = differences(position, seen).len();
    plies > 1
        && visible_moves(position, None).into_iter().any(|mv| {
            let mut next = position.clone();
            next.play(mv);
            differences(&next, seen).len() < before && is_under_way(&next, seen)
        })
}

/// The game in which the side of the attempt is to move, if there is one.
fn turn_of<'a, G: Rulebook>(games: &'a [G], attempt: Option<&Attempt>) -> &'a G {
    let has_turn = |game: &&G| attempt.is_none_or(|a| a.side == game.position().to_move());
    games.iter().find(has_turn).unwrap_or(&games[0])
}

fn names<G: Rulebook>(game: &G, moves: &[MoveOf<G>]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for &mv in moves {
        let name = game.notation(mv);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

pub(crate) fn place<G: Rulebook>(game: &G, point: usize) -> Place {
    Place {
        point,
        name: game.name(point),
    }
}

/// The changes that restore the position.
pub(crate) fn corrections<G: Rulebook>(game: &G, table: &[Observed<G::Kind>]) -> Vec<Correction> {
    let position = game.position();
    let corrections = table.iter().enumerate().filter_map(|(point, observed)| {
        let (remove, put) = (observed.color(), position.get(point).color());
        (remove != put).then(|| Correction {
            place: place(game, point),
            remove,
            put,
            noun: match observed {
                Observed::Piece { kind, .. } if put.is_none() => game.noun(*kind),
                _ => game.noun(game.kind(point)),
            },
        })
    });
    corrections.collect()
}

/// The fault of an observed position that no legal move leads to.
fn trouble<G: Rulebook>(
    game: &G,
    table: &[Observed<G::Kind>],
    seen: &[Occupancy],
    attempt: Option<&Attempt>,
) -> Event<G::Reason> {
    let mut reasons = Vec::new();
    if let Some(attempt) = attempt {
        let to_move = game.position().to_move();
        if attempt.side != to_move {
            reasons = out_of_turn(game, seen, attempt);
        } else {
            reasons = all_but_done(game, seen, attempt);
            if reasons.is_empty() {
                match game.judge(attempt) {
                    Verdict::CapturePossible(moves) => {
                        return Event::CapturePossible {
                            possible: names(game, &moves),
                        };
                    }
                    Verdict::LongerCapture(moves) => {
                        return Event::LongerCapture {
                            possible: names(game, &moves),
                        };
                    }
                    Verdict::Illegal(rules) => reasons.extend(rules.into_iter().map(rule)),
                }
            }
            let twice = || Search::new(seen, G::ARRIVALS).made_two_moves(game.position());
            if reasons.is_empty() && attempt.arrived.len() > 1 && twice() {
                reasons.push(Reason::MovedTwice { side: to_move });
            }
        }
    }
    if reasons.is_empty() {
        reasons = changes(game, table);
        if reasons.len() > UPSET {
            return Event::Lost {
                differ: reasons.len(),
            };
        }
        reasons.extend(game.objections(table).into_iter().map(rule));
    }
    Event::Illegal { reasons }
}

fn rule<R>(rule: R) -> Reason<R> {
    Reason::Rule { rule }
}

/// The fault of a move by the side that is not to move; `None` if it was no move at all.
fn out_of_turn<G: Rulebook>(
    game: &G,
    seen: &[Occupancy],
    attempt: &Attempt,
) -> Vec<Reason<G::Reason>> {
    let to_move = game.position().to_move();
    let mut reasons = vec![Reason::NotYourTurn { to_move }];
    let Some(game) = game.with_turn(attempt.side) else {
        return reasons;
    };
    if !Search::new(seen, G::ARRIVALS)
        .explanations(game.position(), 1)
        .is_empty()
    {
        return reasons;
    }
    match game.judge(attempt) {
        Verdict::Illegal(rules) if rules.is_empty() => reasons.clear(),
        Verdict::Illegal(rules) => reasons.extend(rules.into_iter().map(rule)),
        _ => {}
    }
    reasons
}

/// The fault beside a legal move, if the moving side's own pieces show one.
fn all_but_done<G: Rulebook>(
    game: &G,
    seen: &[Occupancy],
    attempt: &Attempt,
) -> Vec<Reason<G::Reason>> {
    let position = game.position();
    let Some(&to) = attempt.arrived.first() else {
        return Vec::new();
    };
    let moves = visible_moves(position, Some(to)).into_iter();
    let made = moves.filter(|&mv| {
        let mut made = game.allows(mv);
        position.visit_changes(mv, |change| {
            made &= change.timing == Timing::Lagging || seen[change.point] == change.after;
        });
        made
    });
    let wrong = made.filter_map(|mv| {
        let mut after = game.clone();
        after.play(mv);
        let after = after.position();
        let wrong = differences(after, seen);
        // If another piece of its own side has moved as well, it is not this move.
        let own = |&point: &usize| [seen[point], after.get(point)].contains(&attempt.side.into());
        let reason = |&point: &usize| {
            let noun = game.noun(game.kind(point));
            difference(game, point, after.get(point), seen[point], noun)
        };
        let reasons = || wrong.iter().map(reason).collect::<Vec<_>>();
        (!wrong.iter().any(own)).then(reasons)
    });
    wrong.min_by_key(Vec::len).unwrap_or_default()
}

/// The fault at a point.
fn difference<G: Rulebook>(
    game: &G,
    point: usize,
    wanted: Occupancy,
    seen: Occupancy,
    noun: &'static str,
) -> Reason<G::Reason> {
    let place = place(game, point);
    let stood = game.position().get(point) == seen;
    match (wanted.color(), seen.color()) {
        (None, Some(color)) if stood => Reason::NotRemoved { place, color, noun },
        (None, Some(color)) => Reason::Extra { place, color, noun },
        (Some(color), None) => Reason::Missing { place, color, noun },
        (_, color) => Reason::Exchanged {
            place,
            color: color.unwrap_or(Color::Black),
            noun,
        },
    }
}

/// The changes, point by point.
fn changes<G: Rulebook>(game: &G, table: &[Observed<G::Kind>]) -> Vec<Reason<G::Reason>> {
    let position = game.position();
    let changed = table.iter().enumerate().filter_map(|(point, observed)| {
        let (was, seen) = (position.get(point), observed.occupancy());
        let noun = match observed {
            Observed::Piece { kind, .. } => game.noun(*kind),
            Observed::Empty => game.noun(game.kind(point)),
        };
        (was != seen).then(|| difference(game, point, was, seen, noun))
    });
    changed.collect()
}
