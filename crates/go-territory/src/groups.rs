//! Shadows of clusters, and groups: clusters whose shadows touch.

use board_core::{Color, Occupancy};

use crate::{Cluster, ColorMap, Flood, Influence, clusters::homes, grid::parts};

/// Clusters of one side that are connected through their shadows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its side.
    pub color: Color,
    /// Indices of its clusters, ascending.
    pub clusters: Vec<usize>,
    /// The points of its clusters and of their shadows, ascending.
    pub points: Vec<usize>,
}

/// The shadows of the clusters, and the groups they form: step 3 of irgobot.
///
/// Virtual stones are placed on every point that a side controls, and flooded ([`Flood`]); a point is in the shadow of
/// the side with more of it. A group is a set of clusters whose points and shadows are connected.
///
/// Choice where irgobot leaves room: all clusters cast their shadows on one board, so that they limit each other. (The
/// original loops over the clusters but never removes the virtual stones of one before the next; alternative: each
/// cluster alone, with overlapping shadows.) Points without a clear owner, and points of the other side's clusters, are
/// in no shadow.
#[must_use]
pub fn groups(map: &ColorMap, clusters: &[Cluster]) -> Vec<Group> {
    let size = map.size();
    let home = homes(size, clusters);
    let pretend: Vec<Occupancy> = (0..size.points())
        .map(|point| match map.stones()[point] {
            Occupancy::Empty => map.controlled(point).into(),
            stone => stone,
        })
        .collect();
    let shadows = Flood.of(size, &pretend);
    let owner = |point: usize| match home[point] {
        Some(cluster) => Some(clusters[cluster].color),
        None if shadows[point] > 0.0 => Some(Color::Black),
        None if shadows[point] < 0.0 => Some(Color::White),
        None => None,
    };
    let groups = parts(size, owner).into_iter().map(|(color, points)| {
        let mut members: Vec<usize> = points.iter().filter_map(|&point| home[point]).collect();
        members.sort_unstable();
        members.dedup();
        Group {
            color,
            clusters: members,
            points,
        }
    });
    // A shadow that touches no cluster of its side belongs to no group.
    groups.filter(|group| !group.clusters.is_empty()).collect()
}
