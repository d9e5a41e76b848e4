//! The report of a recording: one HTML file that needs no network.

use std::fmt::Write as _;

use base64::Engine as _;
use serde::Serialize;

pub use crate::recording::drawn::{Drawn, Ending, Number, ReportBoard};

/// What a report shows.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Heading.
    pub title: String,
    /// Lines under the heading: what was found, figures.
    pub summary: Vec<String>,
    /// A picture of the end of the game, as SVG, which goes into the page as it is; empty if the game has
    /// not ended or there is none.
    #[serde(skip)]
    pub ending: String,
    /// What the reader should know before trusting the record.
    pub warnings: Vec<String>,
    /// What is drawn.
    pub board: ReportBoard,
    /// The position before the first move and after each: one character a point, row by row. `.` is
    /// an empty point, `X` a black stone, `O` a white one; on squares the letters of FEN in chess, `m` a
    /// man and `c` a crowned one in draughts, capital for White.
    pub positions: Vec<String>,
    /// The moves, in order.
    pub moves: Vec<ReportMove>,
    /// Confidence photo by photo, 0..1.
    pub confidence: Vec<f32>,
    /// Moves that may be wrong, with what speaks for and against them.
    pub doubts: Vec<ReportDoubt>,
    /// Pictures of some photos; a move shows the nearest at or after its own photo.
    pub photos: Vec<ReportPhoto>,
}

/// A move in the report.
#[derive(Clone, Debug, Serialize)]
pub struct ReportMove {
    /// As people write it, such as `Q16` or `Nf3`.
    pub name: String,
    /// The same with its number, such as `7. black Q16` or `7... Nf6`.
    pub label: String,
    /// The number. Moves in a row that share it stand side by side.
    pub number: usize,
    /// Whether it is the second of those that share it.
    pub second: bool,
    /// `black` or `white`.
    pub side: String,
    /// The points it changes, row by row: where a stone was placed, or where a piece came from and
    /// where it went. None for a pass.
    pub points: Vec<usize>,
    /// Index of the first photo that shows it.
    pub photo: usize,
    /// 0..1.
    pub confidence: f32,
}

/// A doubtful move in the report.
#[derive(Clone, Debug, Serialize)]
pub struct ReportDoubt {
    /// Index of the move.
    pub index: usize,
    /// What else may have been played, with its share of the probability.
    pub alternatives: Vec<(String, f32)>,
    /// What the best game without this move has instead, in words.
    pub instead: String,
    /// How much more that game costs, in nats, all in all; less than nothing when the search missed it.
    pub nats: f64,
    /// Where the two games differ: name of the point, photo, and by how many nats the photo speaks
    /// for the move there (against it if negative).
    pub terms: Vec<(String, usize, f32)>,
}

/// A picture in the report.
#[derive(Clone, Debug, Serialize)]
pub struct ReportPhoto {
    /// Index in the series.
    pub index: usize,
    /// File name.
    pub name: String,
    /// JPEG of the photo, made small.
    #[serde(serialize_with = "as_data_uri")]
    pub jpeg: Vec<u8>,
    /// Width and height of the picture in pixels.
    pub size: (u32, u32),
    /// The grid's corners in the picture, pixels.
    pub corners: [[f64; 2]; 4],
}

fn as_data_uri<S: serde::Serializer>(jpeg: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    let mut uri = String::from("data:image/jpeg;base64,");
    base64::engine::general_purpose::STANDARD.encode_string(jpeg, &mut uri);
    serializer.serialize_str(&uri)
}

impl Report {
    /// The whole page.
    #[must_use]
    pub fn to_html(&self) -> String {
        // A `<` may begin what ends the script early, or keeps it from ending; JSON can do without.
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
