//! Photos of a series one after the other.

use std::path::{Path, PathBuf};

use image::RgbImage;

use super::{Limits, decode_file, read, undamaged};
use crate::Error;
use crate::source::film::{Moment, Running};

/// Opens the photos of a series one after the other, those of films without searching for each.
///
/// Photos of a film have to be those that [`collect`](super::collect) named, or the last of them.
pub struct Reader<'a> {
    paths: &'a [PathBuf],
    limits: Limits,
    film: Option<Running>,
    last: LastFile,
}

/// The last file that was opened. Cameras and programs that save a photo every few seconds save some of them again.
#[derive(Default)]
struct LastFile {
    bytes: Vec<u8>,
    /// Its photo, from its second use on: most files are used once.
    photo: Option<RgbImage>,
}

impl LastFile {
    /// Opens a file; one that equals the last is not decoded for a third time.
    fn open(&mut self, path: &Path, limits: &Limits) -> Result<RgbImage, Error> {
        let bytes = read(path, limits)?;
        let again = bytes == self.bytes;
        if let Some(photo) = self.photo.as_ref().filter(|_| again) {
            return Ok(photo.clone());
        }
        let photo = undamaged(path, decode_file(path, &bytes, limits)?)?;
        *self = Self {
            bytes,
            photo: again.then(|| photo.clone()),
        };
        Ok(photo)
    }
}

impl<'a> Reader<'a> {
    /// A reader of these photos, in their order.
    pub fn new(paths: &'a [PathBuf], limits: Limits) -> Self {
        Self {
            paths,
            limits,
            film: None,
            last: LastFile::default(),
        }
    }

    /// The next photo, if it is one of a film.
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
        Some(match &mut self.film {
            Some(film) => film.next(moment, path),
            // The only one of its film.
            None => moment.open(&self.limits),
        })
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
        let photo = photo.unwrap_or_else(|| self.last.open(path, &self.limits));
        Some((path, photo))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.paths.len(), Some(self.paths.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    #[test]
    fn a_file_that_repeats_the_last_is_the_same_photo_and_others_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let shades = [10, 10, 10, 200, 10, 10, 90, 90, 90, 90, 10];
        let paths: Vec<PathBuf> = (0..shades.len())
            .map(|i| folder.path().join(format!("{i}.png")))
            .collect();
        for (path, shade) in paths.iter().zip(shades) {
            RgbImage::from_pixel(9, 7, Rgb([shade; 3]))
                .save(path)
                .unwrap();
        }
        std::fs::write(&paths[7], "no photo").unwrap();
        let read = Reader::new(&paths, Limits::default());
        let read: Vec<_> = read
            .map(|(_, photo)| photo.ok().map(|photo| photo.get_pixel(8, 6)[0]))
            .collect();
        let expected = shades.iter().enumerate();
        let expected: Vec<_> = expected
            .map(|(i, shade)| (i != 7).then_some(*shade))
            .collect();
        assert_eq!(read, expected);
    }
}
