//! Information about a game besides its moves, as options of `record`.

use clap::Args;
use go_rules::Rules;

use super::values::{komi, rules};
use crate::recording::{Date, GameInfo};

#[derive(Args)]
pub(super) struct InfoArguments {
    /// Black's name
    #[arg(long, value_name = "NAME")]
    black_name: Option<String>,
    /// White's name
    #[arg(long, value_name = "NAME")]
    white_name: Option<String>,
    /// The event, such as a tournament
    #[arg(long)]
    event: Option<String>,
    /// The place
    #[arg(long)]
    place: Option<String>,
    /// The round of the event
    #[arg(long)]
    round: Option<String>,
    /// The date: 2024-05-01, 2024-05 or 2024 [default: the date of the first photo, by its EXIF time]
    #[arg(long)]
    date: Option<Date>,
    /// The result, unless the moves determine it: 1-0, 0-1, 1/2-1/2; Go: B+3.5, W+R, B+T, 0, Void
    #[arg(long)]
    result: Option<String>,
    /// Go: the rules, such as chinese or japanese
    #[arg(long, value_parser = rules_name)]
    rules: Option<String>,
    /// Go: komi, points for White
    #[arg(long, allow_negative_numbers = true, value_parser = komi)]
    komi: Option<f32>,
}

impl From<&InfoArguments> for GameInfo {
    fn from(arguments: &InfoArguments) -> Self {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        Self {
            black: text(&arguments.black_name),
            white: text(&arguments.white_name),
            event: text(&arguments.event),
            place: text(&arguments.place),
            round: text(&arguments.round),
            date: arguments.date,
            result: arguments.result.clone(),
            rules: arguments.rules.clone(),
            komi: arguments.komi,
        }
    }
}

/// Checks the name of rules and returns it unchanged.
fn rules_name(text: &str) -> Result<String, String> {
    rules(text).map(|_: Rules| text.trim().to_owned())
}
