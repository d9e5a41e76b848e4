//! The README of a crate is its front page: written once, in `lib.rs`, where its examples are tested.
//!
//! `KIBITZER_READMES=write cargo test --test it readmes` writes them anew.

use std::fs;
use std::path::Path;

/// The front page as people read it outside of the documentation: without hidden lines of examples, and without links
/// that only rustdoc can follow.
fn readme(name: &str, library: &str) -> String {
    let page = library.lines().map_while(|line| line.strip_prefix("//!"));
    let mut text = format!("# {name}\n\n");
    let mut language = None;
    for line in page {
        let line = line.strip_prefix(' ').unwrap_or(line);
        match (line.strip_prefix("```"), language) {
            (Some(_), Some(_)) => language = None,
            (Some(after), None) => {
                let rust = after.is_empty() || after == "no_run";
                let shown = if rust { "rust" } else { after };
                language = Some(shown);
                text += &format!("```{shown}\n");
                continue;
            }
            (None, Some("rust")) if line == "#" || line.starts_with("# ") => continue,
            (None, Some(_)) => {}
            (None, None) => {
                text += &without_links(&line.replacen(
                    "# ",
                    "## ",
                    usize::from(line.starts_with("# ")),
                ));
                text.push('\n');
                continue;
            }
        }
        text += line;
        text.push('\n');
    }
    text + &format!(
        "\nOne of the crates of Kibitzer, which writes down games that are played on real boards. Documentation: \
         <https://docs.rs/{name}>. Licence: MIT or Apache-2.0, at your option.\n"
    )
}

/// A line with links to items replaced by their names.
fn without_links(line: &str) -> String {
    let Some((before, after)) = line.split_once('[') else {
        return line.to_owned();
    };
    let Some((shown, rest)) = after.split_once(']') else {
        return line.to_owned();
    };
    let target = rest.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    match target {
        Some((target, rest)) if !target.starts_with("http") => {
            format!("{before}{shown}{}", without_links(rest))
        }
        None if shown.starts_with('`') => format!("{before}{shown}{}", without_links(rest)),
        _ => format!("{before}[{shown}]{}", without_links(rest)),
    }
}

#[test]
fn every_readme_is_the_front_page() {
    let write = std::env::var_os("KIBITZER_READMES").is_some();
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let mut checked = 0;
    for entry in fs::read_dir(crates).unwrap() {
        let folder = entry.unwrap().path();
        let name = folder.file_name().unwrap().to_str().unwrap();
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        if manifest.contains("publish = false") {
            continue;
        }
        let library = fs::read_to_string(folder.join("src/lib.rs")).unwrap();
        let (file, expected) = (folder.join("README.md"), readme(name, &library));
        if write {
            fs::write(&file, expected).unwrap();
        } else {
            let found = fs::read_to_string(&file).unwrap_or_default();
            assert!(
                found == expected,
                "{} is not the front page of its crate: run with KIBITZER_READMES=write",
                file.display()
            );
        }
        checked += 1;
    }
    assert!(checked > 10, "{checked} crates");
}

#[test]
fn links_that_only_rustdoc_follows_are_names() {
    let line = "[`A`], [`B`](c::B) and [text](crate::d) of [Beyens](https://e), p[0]";
    let shown = "`A`, `B` and text of [Beyens](https://e), p[0]";
    assert_eq!(without_links(line), shown);
    let page =
        "//! A.\n//!\n//! ```\n//! # hidden();\n//! shown();\n//! ```\n//! # More\n\nmod a;\n";
    let page = readme("a", page);
    assert!(
        page.starts_with("# a\n\nA.\n\n```rust\nshown();\n```\n## More\n\nOne of"),
        "{page}"
    );
}
