//! An animation of pictures as a single HTML page.

use std::fmt::Write as _;

use crate::diagram::escaped;

/// Makes a page that shows SVG pictures one at a time, with a slider, arrow keys and a play button. It needs no
/// network, and prints the current picture.
///
/// `frames` are pictures with captions. The pictures are inserted unescaped, so they must come from
/// [`Diagram::svg`](crate::Diagram::svg).
///
/// ```
/// use go_rules::{Position, Size};
/// use go_territory::{Diagram, animation};
///
/// let svg = Diagram::of(&Position::initial(Size::square(9)?)).svg();
/// let page = animation("A game", [("The start".to_string(), svg)]);
/// assert!(page.contains("<svg") && page.contains("The start"));
/// # Ok::<(), go_rules::SizeError>(())
/// ```
#[must_use]
pub fn animation(title: &str, frames: impl IntoIterator<Item = (String, String)>) -> String {
    let title = escaped(title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
         <h1>{title}</h1>\n<p class=\"controls\"><button id=\"play\">Play</button> \
         <input id=\"at\" type=\"range\" min=\"0\" value=\"0\" aria-label=\"Picture\"></p>\n"
    );
    for (caption, svg) in frames {
        let _ = writeln!(
            page,
            "<figure hidden>{}<figcaption>{}</figcaption></figure>",
            svg.trim_end(),
            escaped(&caption)
        );
    }
    let _ = writeln!(page, "<script>{SCRIPT}</script>\n</html>");
    page
}

const STYLE: &str = "body{font-family:sans-serif;max-width:52rem;margin:1rem auto;padding:0 1rem}\
h1{font-size:1.2rem}figure{margin:0}svg{width:100%;height:auto}input{width:70%}\
@media print{.controls{display:none}}";

const SCRIPT: &str = "
const frames = document.querySelectorAll('figure'), at = document.getElementById('at');
const play = document.getElementById('play');
let timer = null;
at.max = Math.max(0, frames.length - 1);
function show() { frames.forEach((frame, i) => { frame.hidden = i != at.value; }); }
function stop() { clearInterval(timer); timer = null; play.textContent = 'Play'; }
function next() { if (+at.value < +at.max) { at.value = +at.value + 1; show(); } else { stop(); } }
at.oninput = show;
play.onclick = () => {
  if (timer) { stop(); return; }
  if (+at.value == +at.max) { at.value = 0; show(); }
  timer = setInterval(next, 600);
  play.textContent = 'Stop';
};
document.onkeydown = event => {
  if (event.target == at) return;
  if (event.key == 'ArrowRight') next();
  if (event.key == 'ArrowLeft') { at.value = +at.value - 1; show(); }
};
show();
";
