//! Events as JSON for programs and as notes for people.

use sequence_search::EndKind;

use crate::event::Event;

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
        Event::EndedByUser => "The next photo is of another game.".to_owned(),
        Event::Warning(warning) => return Some((warning.kind.to_string(), true)),
        Event::Played(_) | Event::Settled(_) => return None,
    };
    Some((text, false))
}
