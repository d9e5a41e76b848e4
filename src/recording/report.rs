//! The report of a recording: one HTML file that needs no network.

use std::fmt::Write as _;

use base64::Engine as _;
use serde::Serialize;

pub use crate::recording::drawn::{Drawn, Ending, Number, ReportBoard};

/// The content of a report.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Heading.
    pub title: String,
    /// Lines under the heading.
    pub summary: Vec<String>,
    /// A picture of the end of the game, as SVG, inserted unchanged. Empty if there is none.
    #[serde(skip)]
    pub ending: String,
    /// The sentences of the warnings.
    pub warnings: Vec<String>,
    /// The board.
    pub board: ReportBoard,
    /// The position before the first move and after each: one character a point, row by row. `.` is
    /// an empty point, `X` a black stone, `O` a white one; on squares the letters of FEN in chess, `m` a
    /// man and `c` a crowned one in draughts, capital for White.
    pub positions: Vec<String>,
    /// The moves, in order.
    pub moves: Vec<ReportMove>,
    /// How well the game explains each photo, from 0 to 1.
    pub confidence: Vec<f32>,
    /// Doubtful moves, with the evidence for and against them.
    pub doubts: Vec<ReportDoubt>,
    /// Pictures of some photos. A move shows the first picture at or after its own photo.
    pub photos: Vec<ReportPhoto>,
}

/// A move in the report.
#[derive(Clone, Debug, Serialize)]
pub struct ReportMove {
    /// The move in the game's notation, such as `Q16` or `Nf3`.
    pub name: String,
    /// The move with its number, such as `7. black Q16` or `7... Nf6`.
    pub label: String,
    /// The number. Two moves with the same number are shown side by side.
    pub number: usize,
    /// Whether it is the second move with this number.
    pub second: bool,
    /// `black` or `white`.
    pub side: String,
    /// The points it changes: the point of a stone, or the squares that a piece left and entered. Empty for a pass.
    pub points: Vec<usize>,
    /// Index of the first photo that shows it.
    pub photo: usize,
    /// Posterior probability, from 0 to 1.
    pub confidence: f32,
}

/// A doubtful move in the report.
#[derive(Clone, Debug, Serialize)]
pub struct ReportDoubt {
    /// Index of the move.
    pub index: usize,
    /// Alternative moves with their probabilities.
    pub alternatives: Vec<(String, f32)>,
    /// The moves that the best game without this move has instead, as text.
    pub instead: String,
    /// Additional cost of that game in nats; negative if the search missed a better game.
    pub nats: f64,
    /// The evidence by which the two games differ: name of the point, index of the photo, and nats in favour of the
    /// move (negative: against it).
    pub terms: Vec<(String, usize, f32)>,
}

/// A picture in the report.
#[derive(Clone, Debug, Serialize)]
pub struct ReportPhoto {
    /// Index of the photo in the series.
    pub index: usize,
    /// File name.
    pub name: String,
    /// The reduced photo as JPEG.
    #[serde(serialize_with = "as_data_uri")]
    pub jpeg: Vec<u8>,
    /// Width and height of the picture in pixels.
    pub size: (u32, u32),
    /// The corners of the grid, in pixels of the picture.
    pub corners: [[f64; 2]; 4],
}

fn as_data_uri<S: serde::Serializer>(jpeg: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    let mut uri = String::from("data:image/jpeg;base64,");
    base64::engine::general_purpose::STANDARD.encode_string(jpeg, &mut uri);
    serializer.serialize_str(&uri)
}

impl Report {
    /// The page as HTML.
    #[must_use]
    pub fn to_html(&self) -> String {
        // A `<` in a string could end the script element, so write it as an escape.
        let data = serde_json::to_string(self)
            .unwrap_or_default()
            .replace('<', "\\u003c");
        let list = |items: &[String]| {
            items.iter().fold(String::new(), |mut html, item| {
                let _ = write!(html, "<li>{}</li>", escape(item));
                html
            })
        };
        let ending = match self.ending.as_str() {
            "" => String::new(),
            svg => format!(
                "<figure id=\"ending\">{svg}<figcaption>The end of the game</figcaption></figure>"
            ),
        };
        include_str!("report.html")
            .replace("{{title}}", &escape(&self.title))
            .replace("{{summary}}", &list(&self.summary))
            .replace("{{ending}}", &ending)
            .replace("{{warnings}}", &list(&self.warnings))
            .replace("{{data}}", &data)
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_stands_alone_and_text_cannot_break_it() {
        let report = Report {
            title: "A <b>game</b>".to_owned(),
            summary: Vec::new(),
            ending: String::new(),
            warnings: vec!["</script><script>alert(1)</script>".to_owned()],
            board: ReportBoard::Points { cols: 2, rows: 2 },
            positions: vec!["....".to_owned(), "X...".to_owned()],
            moves: vec![ReportMove {
                name: "A2".to_owned(),
                label: "1. black A2".to_owned(),
                number: 1,
                second: false,
                side: "black".to_owned(),
                points: vec![0],
                photo: 0,
                confidence: 0.5,
            }],
            confidence: vec![0.5],
            doubts: Vec::new(),
            photos: Vec::new(),
        };
        let page = report.to_html();
        assert!(page.contains("A &lt;b&gt;game"));
        assert_eq!(
            page.matches("</script>").count(),
            2,
            "only the page's own two scripts end"
        );
        assert!(page.contains(r"\u003c/script>\u003cscript>alert(1)"));
        assert!(
            !page.contains("http://") && !page.contains("https://"),
            "no network is needed"
        );
        assert!(!page.contains("{{"));
    }
}
