//! Parses answers of the protocol, and command lines.

use super::error::EngineError;

/// Removes and returns the first complete answer: the lines up to an empty one, without leading empty lines.
pub(super) fn take_answer(pending: &mut Vec<u8>) -> Option<String> {
    pending.retain(|&byte| byte != b'\r');
    let start = pending.iter().position(|&byte| byte != b'\n')?;
    let end = start
        + pending[start..]
            .windows(2)
            .position(|pair| pair == b"\n\n")?;
    let answer = String::from_utf8_lossy(&pending[start..end]).into_owned();
    pending.drain(..end + 2);
    Some(answer)
}

pub(super) fn read_answer(command: &str, answer: &str) -> Result<String, EngineError> {
    // The sign may be followed by an id, even though commands are sent without one.
    let text = |rest: &str| {
        let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        rest.trim().to_string()
    };
    match answer.split_at_checked(1) {
        Some(("=", rest)) => Ok(text(rest)),
        Some(("?", rest)) => Err(EngineError::Refused {
            command: command.into(),
            message: beginning(&text(rest)),
        }),
        _ => Err(EngineError::Nonsense {
            command: command.into(),
            answer: beginning(answer),
        }),
    }
}

/// The beginning of an answer, short enough for an error message.
pub(super) fn beginning(answer: &str) -> String {
    answer
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(80)
        .collect()
}

/// The words of a command line; `None` if a quote is not closed.
pub(super) fn words(line: &str) -> Option<Vec<String>> {
    let mut words: Vec<String> = Vec::new();
    let (mut word, mut quote): (Option<String>, Option<char>) = (None, None);
    for c in line.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Engine;

    #[test]
    fn words_and_quotes() {
        assert_eq!(
            words("gnugo  --mode gtp").unwrap(),
            ["gnugo", "--mode", "gtp"]
        );
        assert_eq!(
            words("'a b' \"c'd\" e''f ''").unwrap(),
            ["a b", "c'd", "ef", ""]
        );
        assert_eq!(words("a 'b"), None);
        for line in ["", "  ", "''", "'x"] {
            assert!(
                matches!(Engine::new(line), Err(EngineError::CommandLine(_))),
                "{line}"
            );
        }
    }

    #[test]
    fn answers_end_with_an_empty_line() {
        let mut pending = b"\r\n\n= A1\r\nB2\r\n\r\n=7 next\n".to_vec();
        assert_eq!(take_answer(&mut pending).unwrap(), "= A1\nB2");
        assert_eq!(take_answer(&mut pending), None);
        pending.push(b'\n');
        assert_eq!(
            read_answer("x", &take_answer(&mut pending).unwrap()).unwrap(),
            "next"
        );
        assert!(pending.is_empty());
    }
}
