//! Photos of a series one after the other.

use std::path::{Path, PathBuf};

use image::RgbImage;

use super::{Limits, open};
use crate::Error;
use crate::source::film::{Moment, Running};

/// Opens the photos of a series one after the other, those of films without searching for each.
///
/// Photos of a film have to be those that [`collect`](super::collect) named, or the last of them.
pub struct Reader<'a> {
    paths: &'a [PathBuf],
    limits: Limits,
    film: Option<Running>,
}

impl<'a> Reader<'a> {
    /// A reader of these photos, in their order.
    pub fn new(paths: &'a [PathBuf], limits: Limits) -> Self {
        Self {
            paths,
            limits,
            film: None,
        }
    }

    /// The next photo of a film, if it is one, and another one of that film follows or has come before.
    fn of_film(&mut self, path: &Path) -> Option<Result<RgbImage, Error>> {
        let moment = Moment::of(path)?;
        if self
            .film
            .as_ref()
            .is_none_or(|film| !film.leads_to(&moment))
        {
            let moments = self.paths.iter().map_while(|path| Moment::of(path));
            let mut last = None;
            let one_film = moments.take_while(|next| {
                let before = last.replace(next.milliseconds);
                next.film == moment.film && before.is_none_or(|before| before < next.milliseconds)
            });
            let moments: Vec<_> = one_film.collect();
            match Running::start(&moments, self.limits) {
                Ok(film) => self.film = film,
                Err(error) => return Some(Err(error)),
            }
        }
        Some(self.film.as_mut()?.next(moment, path))
    }
}

impl<'a> Iterator for Reader<'a> {
    type Item = (&'a Path, Result<RgbImage, Error>);

    fn next(&mut self) -> Option<Self::Item> {
        let path = self.paths.first()?;
        let photo = self.of_film(path);
        self.paths = &self.paths[1..];
        let next = self.paths.first().and_then(|next| Moment::of(next));
        if next.is_none() {
            self.film = None;
        }
        let photo = photo.unwrap_or_else(|| open(path, &self.limits));
        Some((path, photo))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.paths.len(), Some(self.paths.len()))
    }
}
