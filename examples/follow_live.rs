//! Follows a game of chess while a camera fills a folder, takes answers typed on standard input, and resumes from its
//! journal after it was killed: `cargo run --release --example follow_live -- FOLDER JOURNAL`.
#![allow(clippy::print_stdout)]

use std::io::BufRead;
use std::path::Path;
use std::sync::mpsc::channel;
use std::time::Duration;

use kibitzer::journal::{self, Entry, Journal};
use kibitzer::photos::Limits;
use kibitzer::source::{Folder, Taken};
use kibitzer::{Error, Photo, Recorder, RecorderOptions, chess};

struct Live(Recorder<chess::Options>);

impl Live {
    fn photo(&mut self, taken: Taken) -> Result<(), Error> {
        let Taken { path: name, image } = taken;
        let events = match image {
            Ok(image) => self.0.push(Photo { name, image })?,
            Err(error) => self.0.skip(&name, error),
        };
        events.iter().for_each(|event| println!("{event}"));
        Ok(())
    }

    /// An answer that is not understood, or that no game can have, changes nothing.
    fn answer(&mut self, text: &str) {
        let answer = self.0.read_answer(text);
        match answer.and_then(|answer| self.0.answer(answer)) {
            Ok(events) => events.iter().for_each(|event| println!("{event}")),
            Err(error) => println!("{error}"),
        }
    }
}

fn main() -> Result<(), Error> {
    let mut names = std::env::args().skip(1);
    let (photos, journal) = (
        names.next().unwrap_or_else(|| "photos".to_owned()),
        names.next().unwrap_or_else(|| "game.journal".to_owned()),
    );
    let recorder = Recorder::new(chess::Options::default(), RecorderOptions::live(8))?;
    let (mut live, mut folder) = (Live(recorder), Folder::open(&photos, Limits::default())?);
    if Path::new(&journal).exists() {
        for entry in journal::read(&journal)? {
            match entry {
                Entry::Photo(path) => {
                    folder.pass_over(&path);
                    let image = kibitzer::photos::open(&path, &Limits::default());
                    live.photo(Taken { path, image })?;
                }
                Entry::Answer(text) => live.answer(&text),
                _ => {}
            }
        }
    }
    let mut journal = Journal::open(&journal)?;
    let (send, typed) = channel();
    std::thread::spawn(move || {
        let lines = std::io::stdin().lock().lines().map_while(Result::ok);
        lines.for_each(|line| drop(send.send(line)));
    });
    // The game is over after a minute without a photo.
    let mut idle = 0;
    while idle < 60 {
        for text in typed.try_iter() {
            journal.write(&Entry::Answer(text.clone()))?;
            live.answer(&text);
        }
        match folder.next(Duration::from_secs(1))? {
            Some(taken) => {
                journal.write(&Entry::Photo(taken.path.clone()))?;
                live.photo(taken)?;
                idle = 0;
            }
            None => idle += 1,
        }
    }
    let game = live.0.finish(&mut kibitzer::quiet)?;
    print!("{}", game.record.write());
    Ok(())
}
