//! Events as JSON for programs and as notes for people.

use std::path::Path;

use sequence_search::EndKind;

use crate::event::Event;
use crate::{Warning, WarningKind};

/// An event, for programs and for people.
pub(super) struct Told {
    pub(super) json: String,
    /// A sentence for people, except about moves, and whether it is a warning.
    pub(super) note: Option<(String, bool)>,
}

pub(super) fn told<M>(events: &[Event<M>]) -> Vec<Told> {
    let told = events.iter().map(|event| Told {
        json: serde_json::to_string(event).unwrap_or_default(),
        note: note(event),
    });
    told.collect()
}

fn note<M>(event: &Event<M>) -> Option<(String, bool)> {
    let text = match event {
        Event::Found { .. } => "The board is found.".to_owned(),
        Event::Started { .. } => "A game begins.".to_owned(),
        Event::Withdrawn(played) => format!("Withdrawn: {}", played.name),
        Event::Over { kind, .. } => match kind {
            EndKind::Cleared => "The game is over: the board is cleared.".to_owned(),
            EndKind::SetUp => "The game is over: the start is set up again.".to_owned(),
            _ => "No legal moves lead to what is seen now.".to_owned(),
        },
        Event::GoesOn { .. } => "The game is not over: its pieces are seen again.".to_owned(),
        Event::EndedByUser => "The next photo is of another game.".to_owned(),
        Event::Warning(warning) => return Some((sentence(warning), true)),
        Event::Played(_) | Event::Settled(_) => return None,
    };
    Some((text, false))
}

/// What is wrong, with the name of a file that is at fault itself.
pub(super) fn sentence(Warning { photo, kind }: &Warning) -> String {
    let name = photo.as_deref().and_then(Path::file_name);
    match (kind, name) {
        (
            WarningKind::PhotoSkipped { .. }
            | WarningKind::PhotoLate { .. }
            | WarningKind::PhotoDamaged { .. },
            Some(name),
        ) => format!("{}: {kind}", name.display()),
        // Photos of a board that is watched come in the order in which they were made.
        (WarningKind::PhotosShuffled | WarningKind::PhotosReversed, _) => {
            "the board changes back and forth: moves that were taken back may be listed as moves"
                .to_owned()
        }
        _ => kind.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::photos::PhotoFault;

    #[test]
    fn a_note_about_a_file_names_it() {
        let skipped = WarningKind::PhotoSkipped {
            reason: PhotoFault::Empty,
        };
        let noted = |kind: WarningKind| {
            let warning = kind.at(Some("in/0007.jpg".into()));
            note::<()>(&Event::Warning(warning)).map(|(text, _)| text)
        };
        assert_eq!(
            noted(skipped).as_deref(),
            Some("0007.jpg: skipped: the file is empty")
        );
        let hidden = noted(WarningKind::BoardHidden).unwrap_or_default();
        assert!(!hidden.contains("0007"), "{hidden}");
        let shuffled = noted(WarningKind::PhotosShuffled).unwrap_or_default();
        assert!(!shuffled.contains("--order"), "{shuffled}");
    }
}
