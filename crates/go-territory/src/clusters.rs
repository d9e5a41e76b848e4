//! Clusters of a colour map: stones with the undisputed points around them.

use board_core::{Board as _, Color, Occupancy};
use go_rules::{Position, Size};

use crate::{
    ColorMap, Link,
    grid::{neighbors, parts},
    shape::is_dead_shape,
};

/// A cluster: stones of one side and the points connected to them.
///
/// A point belongs to a cluster if at least one of its links has the cluster's colour and the others are neutral;
/// points are connected by links that do not have the other colour. Choices where irgobot leaves room:
///
/// - *A stone* always belongs to a cluster of its own side, even if it touches an enemy stone. (Alternative: the
///   literal wording, which excludes stones in contact from every cluster, so that exactly the stones in question get
///   no status.)
/// - *A point with only neutral links* belongs to no cluster. (Literally, "same or neutral" would include all of them
///   and connect the clusters of Black and White across the open board.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// Its side.
    pub color: Color,
    /// Its points, ascending.
    pub points: Vec<usize>,
    /// Its points with a link of another colour or a neutral one, ascending.
    pub border: Vec<usize>,
    /// The connected parts of its controlled empty points, each ascending.
    ///
    /// The original has "controlled and not border or stone", read here as "neither border nor stone". (Alternative by
    /// operator precedence: every stone would be an eye.)
    pub eyes: Vec<Vec<usize>>,
    /// Its life and death, judged by shape.
    pub status: Status,
}

/// The life and death of a cluster, as the colour map shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// More than two eyes, or an eye of more than three points that is not a dead shape.
    Alive,
    /// Surrounded by living enemies, with fewer than two eyes, and not alive.
    Dead,
    /// Neither.
    Unsettled,
}

/// The clusters of a map, and which of them are obviously alive or dead.
///
/// Choices where irgobot leaves room:
///
/// - *"More than two eyes"* is taken literally, three: some eyes of a colour map are false. (Alternative: two, the rule
///   for true eyes; [`unconditionally_alive`](crate::unconditionally_alive) decides those without error.) However, a
///   cluster with two eyes is unsettled, not dead as it would be literally.
/// - *Dead shapes* of more than three points are those in which an enemy move at the vital point leaves a single eye:
///   the square, pyramid, bulky, crossed and rabbity shapes of four to six. (Alternative: only the square, which is
///   dead even if its owner moves first.)
/// - *Surrounded* means that no path leads from the cluster to another cluster of its side, or to open space, which is
///   a point without coloured links. Paths lead through empty points that are in no enemy cluster and not coloured by
///   the enemy. The surrounding clusters are the enemy clusters adjacent to the cluster and to the points on its paths;
///   there must be at least one, and all must be alive.
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

/// The obviously dead stones, ascending: those of dead clusters.
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

/// The colour map without the stones of `dead`: steps 2 and 5 ("redraw") of the original.
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

/// The index of the cluster of each point.
pub(crate) fn homes(size: Size, clusters: &[Cluster]) -> Vec<Option<usize>> {
    let mut home = vec![None; size.points()];
    for (index, cluster) in clusters.iter().enumerate() {
        for &point in &cluster.points {
            home[point] = Some(index);
        }
    }
    home
}

/// The enemy clusters around cluster `own`; `None` if it can reach a friendly cluster or open space.
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
