//! Within a crate files form no import cycle: features below models below readers.
//!
//! The imports are read from the text: `use` declarations and paths that begin with `crate`, `self` or `super`, outside
//! of tests. A name that a file only re-exports leads to the file that defines it, so that a cycle cannot hide behind
//! `lib.rs` or `mod.rs`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A module that has a file.
#[derive(Default)]
struct Module {
    file: PathBuf,
    /// What it says, without comments, texts and tests.
    code: String,
    /// By the name it has here: what is imported, as a path from the root of the crate.
    imports: BTreeMap<String, Vec<String>>,
    /// Names that are only handed on.
    handed_on: BTreeSet<String>,
    /// Modules of which everything is imported.
    globs: Vec<Vec<String>>,
    /// Paths in the code, from the root of the crate.
    paths: Vec<Vec<String>>,
}

/// A crate: its modules by their path from the root, which is empty for the root itself.
struct Crate(BTreeMap<Vec<String>, Module>);

/// The code without comments, the contents of texts and characters, and what is compiled for tests alone.
fn stripped(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let skipped = match next {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            '"' => {
                let mut escaped = false;
                let end = rest[1..].find(|c: char| {
                    let ends = c == '"' && !escaped;
                    escaped = c == '\\' && !escaped;
                    ends
                });
                end.map_or(rest.len(), |end| end + 2)
            }
            'r' if rest.starts_with("r#\"") => rest.find("\"#").map_or(rest.len(), |end| end + 2),
            '\'' => match rest.char_indices().nth(2) {
                // A character, not a lifetime.
                Some((at, '\'')) => at + 1,
                _ if rest.starts_with("'\\") => rest[2..].find('\'').map_or(rest.len(), |e| e + 3),
                _ => 0,
            },
            _ => 0,
        };
        if skipped > 0 {
            out.push(' ');
            rest = &rest[skipped..];
        } else {
            out.push(next);
            rest = &rest[next.len_utf8()..];
        }
    }
    while let Some(start) = out.find("#[cfg(test)]") {
        let item = &out[start..];
        let end = match (item.find(';'), item.find('{')) {
            (Some(semicolon), brace) if brace.is_none_or(|brace| semicolon < brace) => {
                semicolon + 1
            }
            (_, Some(brace)) => brace + block(&item[brace..]),
            _ => item.len(),
        };
        out.replace_range(start..start + end, " ");
    }
    out
}

/// The length of a block that begins with a brace.
fn block(text: &str) -> usize {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The paths of an import, with the name each gets: `a::{b, c as d}` is `a::b` as `b` and `a::c` as `d`.
fn leaves(tree: &str, prefix: &[String], out: &mut Vec<(Vec<String>, String)>) {
    let tree = tree.trim();
    if let Some(open) = tree.find('{') {
        let mut path = prefix.to_vec();
        path.extend(segments(&tree[..open]));
        let inner = &tree[open + 1..tree.rfind('}').unwrap_or(tree.len())];
        let (mut depth, mut from) = (0, 0);
        for (at, c) in inner.char_indices().chain([(inner.len(), ',')]) {
            depth += i32::from(c == '{') - i32::from(c == '}');
            if c == ',' && depth == 0 {
                leaves(&inner[from..at], &path, out);
                from = at + 1;
            }
        }
        return;
    }
    let (path, name) = match tree.split_once(" as ") {
        Some((path, name)) => (path, Some(name.trim().to_owned())),
        None => (tree, None),
    };
    let mut full = prefix.to_vec();
    full.extend(segments(path));
    if full.last().is_some_and(|last| last == "self") {
        full.pop();
    }
    if let Some(last) = full.last().cloned() {
        out.push((full, name.unwrap_or(last)));
    }
}

fn segments(path: &str) -> impl Iterator<Item = String> {
    let segments = path.split("::").map(str::trim);
    segments.filter(|s| !s.is_empty()).map(str::to_owned)
}

/// The `use` declarations of some code, and whether they are public; and the code without them and without `mod`.
fn without_uses(code: &str) -> (Vec<(String, bool)>, String) {
    let mut uses = Vec::new();
    let mut other = String::new();
    let mut rest = code;
    while let Some(at) = find_word(rest, "use") {
        // Not what a type captures: `use<'a>`.
        if rest[at + 3..].starts_with('<') {
            other.push_str(&rest[..at]);
            rest = &rest[at + 3..];
            continue;
        }
        let end = rest[at..].find(';').map_or(rest.len(), |end| at + end);
        let public = rest[..at].trim_end();
        let public = public.ends_with("pub") || public.ends_with(')');
        other.push_str(&rest[..at]);
        uses.push((rest[at + 3..end].to_owned(), public));
        rest = &rest[end..];
    }
    other.push_str(rest);
    // `mod perft; pub use perft::perft;` does not use what it declares.
    while let Some(at) = find_word(&other, "mod") {
        let end = other[at..]
            .find([';', '{'])
            .map_or(other.len(), |end| at + end);
        other.replace_range(at..end, "");
    }
    (uses, other)
}

impl Crate {
    /// Reads the sources of a library, whose root is `lib.rs`, or else of a program.
    fn read(src: &Path) -> Self {
        let root = ["lib.rs", "main.rs"].map(|root| src.join(root));
        let root = root.into_iter().find(|root| root.exists());
        let mut modules = BTreeMap::new();
        if let Some(root) = root {
            add(root, src, Vec::new(), &mut modules);
        }
        let mut all = Self(modules);
        all.parse();
        all
    }

    /// Finds the imports and the paths of all modules.
    fn parse(&mut self) {
        let paths: Vec<Vec<String>> = self.0.keys().cloned().collect();
        for path in paths {
            let Some(mut module) = self.0.remove(&path) else {
                continue;
            };
            let code = std::mem::take(&mut module.code);
            // A module that is not there for a moment is no child of its own.
            self.0.insert(path.clone(), Module::default());
            let (uses, other) = without_uses(&code);
            for (tree, public) in uses {
                let mut found = Vec::new();
                leaves(&tree, &[], &mut found);
                for (target, name) in found {
                    let Some(target) = self.absolute(&path, &target) else {
                        continue;
                    };
                    if name == "*" {
                        module.globs.push(target[..target.len() - 1].to_vec());
                        continue;
                    }
                    if public && find_word(&other, &name).is_none() {
                        module.handed_on.insert(name.clone());
                    }
                    module.imports.insert(name, target);
                }
            }
            module.paths = self.paths(&path, &other);
            self.0.insert(path, module);
        }
    }

    /// The paths in the code of a module that begin with `crate`, `super` or `self`, from the root of the crate.
    fn paths(&self, path: &[String], code: &str) -> Vec<Vec<String>> {
        let mut targets = Vec::new();
        for start in ["crate", "super", "self"] {
            let mut rest = code;
            while let Some(at) = find_word(rest, start) {
                rest = &rest[at..];
                let end = rest.find(|c| !is_word(c) && c != ':').unwrap_or(rest.len());
                let path_here: Vec<String> = segments(&rest[..end]).collect();
                if path_here.len() > 1
                    && let Some(target) = self.absolute(path, &path_here)
                {
                    targets.push(target);
                }
                rest = &rest[end..];
            }
        }
        targets
    }

    /// A path as written in a module, from the root of the crate; `None` if it leads to another crate.
    fn absolute(&self, module: &[String], path: &[String]) -> Option<Vec<String>> {
        let mut at = match path.first()?.as_str() {
            "crate" => Vec::new(),
            "self" | "super" => module.to_vec(),
            first => {
                // A child module, as `use hough::Circle;` in the file that declares it.
                let mut child = module.to_vec();
                child.push(first.to_owned());
                self.0.contains_key(&child).then_some(())?;
                module.to_vec()
            }
        };
        let mut path = path;
        while let Some((first, rest)) = path.split_first() {
            match first.as_str() {
                "crate" | "self" => {}
                "super" => drop(at.pop()?),
                _ => break,
            }
            path = rest;
        }
        at.extend(path.iter().cloned());
        Some(at)
    }

    /// The module in which what a path leads to is defined.
    fn defining(&self, path: &[String], depth: usize) -> Option<Vec<String>> {
        let length = (0..=path.len())
            .rev()
            .find(|&n| self.0.contains_key(&path[..n]))?;
        let (at, rest) = path.split_at(length);
        let module = &self.0[at];
        let Some(name) = rest.first() else {
            return Some(at.to_vec());
        };
        if depth > 0
            && let Some(target) = module.imports.get(name)
        {
            let mut target = target.clone();
            target.extend(rest[1..].iter().cloned());
            return self.defining(&target, depth - 1);
        }
        Some(at.to_vec())
    }

    /// The modules that each module needs.
    fn graph(&self) -> BTreeMap<Vec<String>, BTreeSet<Vec<String>>> {
        /// Names are handed on by no more files than this.
        const DEPTH: usize = 8;
        let needs = self.0.iter().map(|(path, module)| {
            let own = module.imports.iter();
            let own = own.filter(|(name, _)| !module.handed_on.contains(*name));
            let all = own
                .map(|(_, target)| target)
                .chain(&module.globs)
                .chain(&module.paths);
            let mut needed: BTreeSet<_> = all
                .filter_map(|target| self.defining(target, DEPTH))
                .collect();
            needed.remove(path);
            (path.clone(), needed)
        });
        needs.collect()
    }

    /// The files of a shortest cycle, the first one again at the end.
    fn cycle(&self) -> Option<Vec<String>> {
        let graph = self.graph();
        let cycles = graph.keys().filter_map(|start| {
            // Breadth first, back to the start.
            let mut from: BTreeMap<&[String], &[String]> = BTreeMap::new();
            let mut queue = std::collections::VecDeque::from([start.as_slice()]);
            while let Some(at) = queue.pop_front() {
                for next in &graph[at] {
                    if next == start {
                        let back = std::iter::successors(Some(at), |at| from.get(at).copied());
                        let mut files: Vec<_> = back.map(|m| self.name(m)).collect();
                        files.reverse();
                        files.push(self.name(start));
                        return Some(files);
                    }
                    if !from.contains_key(next.as_slice()) {
                        from.insert(next, at);
                        queue.push_back(next);
                    }
                }
            }
            None
        });
        cycles.min_by_key(Vec::len)
    }

    fn name(&self, module: &[String]) -> String {
        let file = self.0[module].file.iter().rev();
        let parts = file.take_while(|part| *part != "src");
        let parts: Vec<_> = parts.map(|part| part.to_string_lossy()).collect();
        parts.into_iter().rev().collect::<Vec<_>>().join("/")
    }
}

/// Where a word stands, as a whole.
fn find_word(text: &str, word: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = text[from..].find(word) {
        let at = from + at;
        let end = at + word.len();
        let apart = |c: Option<char>| !c.is_some_and(is_word);
        if apart(text[..at].chars().next_back()) && apart(text[end..].chars().next()) {
            return Some(at);
        }
        from = end;
    }
    None
}

/// Adds a file and those of the modules that it declares, which are in `folder`.
fn add(
    file: PathBuf,
    folder: &Path,
    path: Vec<String>,
    modules: &mut BTreeMap<Vec<String>, Module>,
) {
    let text = fs::read_to_string(&file).unwrap();
    let code = stripped(&text);
    let mut rest = code.as_str();
    while let Some(at) = find_word(rest, "mod") {
        rest = rest[at + 3..].trim_start();
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let name = &rest[..end];
        if rest[end..].trim_start().starts_with(';') {
            let below = folder.join(name);
            let files = [folder.join(format!("{name}.rs")), below.join("mod.rs")];
            if let Some(file) = files.into_iter().find(|file| file.exists()) {
                let child = path.iter().cloned().chain([name.to_owned()]).collect();
                add(file, &below, child, modules);
            }
        }
        rest = &rest[end..];
    }
    let module = Module {
        file,
        code,
        ..Module::default()
    };
    modules.insert(path, module);
}

#[test]
fn files_form_no_import_cycle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut crates = vec![("kibitzer".to_owned(), root.join("src"))];
    for entry in fs::read_dir(root.join("crates")).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().to_string_lossy().into_owned();
        crates.push((name, entry.path().join("src")));
    }
    assert!(crates.len() > 5, "the members were not found");
    crates.sort();
    let mut faults = Vec::new();
    for (name, src) in crates {
        let sources = Crate::read(&src);
        assert!(!sources.0.is_empty(), "{name} has no sources");
        if let Some(cycle) = sources.cycle() {
            faults.push(format!("{name}: {}", cycle.join(" → ")));
        }
    }
    assert!(faults.is_empty(), "import cycles:\n{}", faults.join("\n"));
}

/// A crate in memory: the texts of its modules by their path.
fn of_texts(texts: &[(&str, &str)]) -> Crate {
    let modules = texts.iter().map(|(path, text)| {
        let module = Module {
            file: format!("src/{path}.rs").into(),
            code: stripped(text),
            ..Module::default()
        };
        (segments(path).collect(), module)
    });
    let mut all = Crate(modules.collect());
    all.parse();
    all
}

#[test]
fn a_cycle_cannot_hide() {
    let cycle = |texts: &[(&str, &str)]| of_texts(texts).cycle().is_some();
    let lib = ("", "mod a; mod b; pub use a::A; pub use b::{B, C as D};");
    assert!(cycle(&[
        lib,
        ("a", "use crate::b::B; pub struct A;"),
        ("b", "use super::a::A;")
    ]));
    // Behind the re-exports, under another name, as a path in the code.
    assert!(cycle(&[
        lib,
        ("a", "use crate::D;"),
        ("b", "fn f() -> crate::A {}")
    ]));
    // Between a file and one that it declares.
    assert!(cycle(&[
        ("", "mod a; pub use a::A; fn f(a: A) {}"),
        ("a", "use crate::f;")
    ]));
    assert!(cycle(&[
        ("", "mod a; mod b;"),
        ("a", "use crate::b::*;"),
        ("b", "use crate::a;")
    ]));
    // None: tests, comments, texts, and what is only handed on.
    let harmless = "//! crate::a::A\n#[cfg(test)]\nmod tests { use crate::a::A; }\nconst T: &str = \"crate::a::A\";";
    assert!(!cycle(&[lib, ("a", "use crate::b::B;"), ("b", harmless)]));
    assert!(!cycle(&[
        lib,
        ("a", "use crate::B;"),
        ("b", "pub struct B;")
    ]));
}
