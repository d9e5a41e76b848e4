//! Clusters of a colour map: stones with the points around them that nobody disputes.

use board_core::{Board as _, Color, Occupancy};
use go_rules::{Position, Size};

use crate::{
    ColorMap, Link,
    grid::{neighbors, parts},
    shape::is_dead_shape,
};

/// Stones of one side and the points that hang together with them.
///
/// A point takes part when all of its links are of one colour or neutral, and at least one is coloured;
/// parts join through their links that are not of the other colour. Decided here:
///
/// - *A stone* always takes part with its own side, also when it touches an enemy stone. (Alternative:
///   the wording to the letter, which leaves stones in contact out of every cluster, so that just those
///   whose life is asked for have no status.)
/// - *A point with neutral links only* belongs to no cluster. (To the letter, "same or neutral" would
///   let all of them take part and join Black's clusters with White's over the open board.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// Whose it is.
    pub color: Color,
    /// Its points, ascending.
    pub points: Vec<usize>,
    /// Its points with a link that is not its own, ascending.
    pub border: Vec<usize>,
    /// The connected parts of its empty points that it controls, each ascending.
    ///
    /// The original has "controlled and not border or stone"; read as "neither border nor stone".
    /// (Alternative by the order of operators: every stone would be an eye.)
    pub eyes: Vec<Vec<usize>>,
    /// What the shapes tell of its life.
    pub status: Status,
}

/// What the colour map says of a cluster's life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// More than two eyes, or an eye of more than three points that is no dead shape.
    Alive,
    /// Surrounded by living enemies, with fewer than two eyes, and not alive.
    Dead,
    /// Neither is plain.
    Unsettled,
}

/// The clusters of a map and which of them are obviously alive or dead.
///
/// Decided here:
///
/// - *"More than two eyes"* is taken at its word, three: some eyes of a colour map are false.
///   (Alternative: two, the rule for true eyes; [`unconditionally_alive`](crate::unconditionally_alive)
///   has that without doubt.) But a cluster with two eyes is not dead either, as it would be to the
///   letter: it stays unsettled.
/// - *Dead shapes* of more than three points are those in which one move of the enemy at the vital point
///   leaves a single eye: the square, pyramid, bulky, crossed and rabbity shapes of four to six.
///   (Alternative: the square alone, which is dead even if its owner plays first.)
/// - *Surrounded*: no path leads from the cluster to another cluster of its side, nor to open space,
///   which is a point without coloured links. Paths lead through empty points that are in no enemy cluster
///   and were not coloured by the enemy. What surrounds are the enemy clusters next to the cluster and to
///   the points its paths reach; there must be one, and all must be alive.
#[must_use]
pub fn clusters(map: &ColorMap) -> Vec<Cluster> {
    let size = map.size();
    let found = parts(size, |point| map.leaning(point));
    let mut clusters: Vec<Cluster> = found
        .into_iter()
        .map(|(color, points)| {
            let owned = |&&point: &&usize| map.controlled(point) == Some(color);
            let border: Vec<usize> = points.iter().filter(|p| !owned(p)).copied().collect();
            let mut empty_own = vec![false; size.points()];
            for &point in points.iter().filter(owned) {
                empty_own[point] = map.stones()[point] == Occupancy::Empty;
            }
            let eyes = parts(size, |point| empty_own[point].then_some(()));
            let eyes: Vec<Vec<usize>> = eyes.into_iter().map(|(_, eye)| eye).collect();
            let large = |eye: &Vec<usize>| eye.len() > 3 && !is_dead_shape(size, eye);
            let alive = eyes.len() > 2 || eyes.iter().any(large);
            Cluster {
                color,
                points,
                border,
                eyes,
                status: if alive {
                    Status::Alive
                } else {
                    Status::Unsettled
                },
            }
        })
        .collect();
    let home = homes(size, &clusters);
    let dead: Vec<usize> = (0..clusters.len())
        .filter(|&own| clusters[own].status == Status::Unsettled && clusters[own].eyes.len() < 2)
        .filter(|&own| {
            let enemies = surrounding(map, &clusters, &home, own);
            enemies.is_some_and(|enemies| {
                let alive = |&enemy: &usize| clusters[enemy].status == Status::Alive;
                !enemies.is_empty() && enemies.iter().all(alive)
            })
        })
        .collect();
    for own in dead {
        clusters[own].status = Status::Dead;
    }
    clusters
}

/// The stones that the colour map shows to be dead, ascending: those of dead clusters.
#[must_use]
pub fn obviously_dead(position: &Position) -> Vec<usize> {
    let map = ColorMap::of(position);
    let mut dead: Vec<usize> = clusters(&map)
        .into_iter()
        .filter(|cluster| cluster.status == Status::Dead)
        .flat_map(|cluster| cluster.points)
        .filter(|&point| position.get(point) != Occupancy::Empty)
        .collect();
    dead.sort_unstable();
    dead
}

/// The colour map with the stones of `dead` taken off: steps 2 and 5 of the original, "redraw".
///
/// # Panics
/// If a point is not on the board.
#[must_use]
pub fn redrawn(position: &Position, dead: &[usize]) -> ColorMap {
    let mut contents = position.contents();
    for &point in dead {
        contents[point] = Occupancy::Empty;
    }
    ColorMap::of_contents(position.size(), contents)
}

/// The index of the cluster each point is in.
pub(crate) fn homes(size: Size, clusters: &[Cluster]) -> Vec<Option<usize>> {
    let mut home = vec![None; size.points()];
    for (index, cluster) in clusters.iter().enumerate() {
        for &point in &cluster.points {
            home[point] = Some(index);
        }
    }
    home
}

/// The enemy clusters around cluster `own`, `None` if it can reach a friend or open space.
fn surrounding(
    map: &ColorMap,
    clusters: &[Cluster],
    home: &[Option<usize>],
    own: usize,
) -> Option<Vec<usize>> {
    let size = map.size();
    let color = clusters[own].color;
    let mut enemies = Vec::new();
    let mut seen = vec![false; size.points()];
    let mut reached = clusters[own].points.clone();
    for &point in &reached {
        seen[point] = true;
    }
    let mut next = 0;
    while let Some(&point) = reached.get(next) {
        next += 1;
        for near in neighbors(size, point) {
            if seen[near] {
                continue;
            }
            seen[near] = true;
            match home[near] {
                Some(index) if clusters[index].color == color => return None,
                Some(index) => enemies.push(index),
                None if map.point(near) == Some(!color) => {}
                None => {
                    if map.links(near).all(|(_, link)| link == Link::Neutral) {
                        return None;
                    }
                    reached.push(near);
                }
            }
        }
    }
    enemies.sort_unstable();
    enemies.dedup();
    Some(enemies)
}
